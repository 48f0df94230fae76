"""A shard at work: several threads play its blocks, and the last one to end writes its files."""

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quacks_sim.experiment.columns import to_table
from quacks_sim.experiment.files import write_file
from quacks_sim.experiment.formats import FORMATS
from quacks_sim.experiment.manifest import ROW_FOLDERS, entry_of
from quacks_sim.experiment.plan import Shard
from quacks_sim.match import BlockResult, Match


@dataclass(frozen=True)
class Piece:
    """The games `first` … `last` − 1 of a shard, played."""

    number: int
    first: int
    last: int
    totals: Any


@dataclass
class OpenShard:
    """A shard of which not all blocks are done.

    Attributes
    ----------
    shard : Shard
    match : Match
        That of its cell.
    bounds : dict of int to int
        First and last game of each block.
    level : {"summary", "games", "rounds"}
        Which rows are written; "summary" if they are there already.
    is_counted : bool
        Whether its games are in the sums of the cell already.
    files : dict
        What was written, by folder; filled by the block that ends last.
    """

    shard: Shard
    match: Match
    bounds: dict[int, int]
    level: str
    is_counted: bool
    files: dict[str, Any] = field(default_factory=dict)
    _done: list[BlockResult] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def play(self, number: int, first: int, folder: Path) -> Piece:
        """Play the block that begins with a game; write the shard's files if it was the last one.

        Raises
        ------
        SimulationError
            If a policy fails.
        OSError
            If a file cannot be written.
        """
        block = self.match.block(first, self.bounds[first], self.level)
        with self._lock:
            self._done.append(block)
            blocks = self._done if len(self._done) == len(self.bounds) else []
        if blocks:
            blocks.sort(key=lambda each: each.first)
            for kind in ROW_FOLDERS[self.level]:
                self.files[kind] = self._write(kind, blocks, folder)
            blocks.clear()
        return Piece(number, first, block.last, block.totals)

    def _write(self, kind: str, blocks: list[BlockResult], folder: Path) -> dict[str, Any]:
        table = to_table(kind, self.shard.cell, self.match, blocks)
        content = FORMATS[self.shard.format].pack(table)
        path = folder / kind / self.shard.file_name
        write_file(path, content)
        return entry_of(path, content, table.num_rows)
