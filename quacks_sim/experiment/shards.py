"""A shard at work: several threads play its blocks, and the last one to end writes its files."""

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from quacks_sim.experiment.columns import COLUMNS, to_table
from quacks_sim.experiment.files import write_file
from quacks_sim.experiment.manifest import ROW_FOLDERS, entry_of
from quacks_sim.experiment.plan import Shard
from quacks_sim.match import BlockResult, Match

#: Words have a dictionary. Parquet stores a small integer in four bytes. Split into
#: streams, first all first bytes, three of the four are zeros, which LZ4 passes over: four times as
#: quick as to look up each value in a dictionary.
_WORDS = ["strategy"]

#: The numbers of a game come again in each of its rows, which LZ4 passes over as they are.
_REPEATED = ["game", "deal"]


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
        content = pack_rows(kind, table)
        path = folder / kind / self.shard.file_name
        write_file(path, content)
        return entry_of(path, content, table.num_rows)


def pack_rows(kind: str, table: pa.Table) -> memoryview:
    """Return the bytes of a Parquet file with these rows of a kind."""
    sink = pa.BufferOutputStream()
    pq.write_table(
        table,
        sink,
        compression="lz4",
        use_dictionary=_WORDS,
        column_encoding={
            each.name: "PLAIN" if each.name in _REPEATED else "BYTE_STREAM_SPLIT"
            for each in COLUMNS[kind]
            if each.name not in _WORDS
        },
        # By these a reader skips files; to find the others' extremes takes a third of the time.
        write_statistics=["cell", "game"],
        row_group_size=max(table.num_rows, 1),
        write_batch_size=2**16,
    )
    return memoryview(sink.getvalue())
