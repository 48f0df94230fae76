"""Shards played on threads of this process."""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Protocol

from quacks_sim.blocks import in_order
from quacks_sim.experiment.shards import OpenShard, Piece


class Player(Protocol):
    """Who plays the shards of a run: threads, or the workers of a cluster."""

    def meet(self) -> None:
        """Raise an :class:`InputError` unless all that play have what they need."""

    def play(
        self, shards: Iterator[tuple[int, OpenShard]], folder: Path
    ) -> Generator[Piece, None, None]:
        """Play shards into a folder, and yield what was played in order.

        Closing the generator drops what has not begun. When it yields the last piece of a shard,
        the shard's files are written and named in its `files`.

        Parameters
        ----------
        shards : iterator of (int, OpenShard)
            Each with a number of its own; only some of them are taken at a time.
        folder : Path
            The folder of the dataset.
        """


class Threads:
    """Threads of this process.

    Parameters
    ----------
    threads : int
        How many, from 1.
    """

    def __init__(self, threads: int) -> None:
        self._threads = threads

    def meet(self) -> None:
        """Do nothing: threads have what their process has."""

    def play(
        self, shards: Iterator[tuple[int, OpenShard]], folder: Path
    ) -> Generator[Piece, None, None]:
        """Play shards into a folder; see :meth:`Player.play`."""
        known: dict[int, OpenShard] = {}

        def bounds() -> Iterator[tuple[int, int]]:
            for number, shard in shards:
                shard.match.prepare()
                known[number] = shard
                yield from ((number, first) for first in shard.bounds)

        def work(number: int, first: int) -> Piece:
            return known[number].play(number, first, folder)

        for piece in in_order(work, bounds(), self._threads):
            if piece.last == known[piece.number].shard.last:
                del known[piece.number]
            yield piece
