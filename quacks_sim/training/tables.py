"""Tables at which strategies are tried: the same rivals and the same luck for all of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from quacks_sim.batches import games_of_batches, sums_of_batches
from quacks_sim.blocks import GAMES_PER_BLOCK, in_order, pieces
from quacks_sim.match import BlockResult, Match, make_match
from quacks_sim.plugins import Allowed
from quacks_sim.results import PlayResult
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.options import RuleOptions
from quacks_sim.strategy import Strategy
from quacks_sim.training.racing import Score

#: Told how many games have just been played.
Played = Callable[[int], None]


@dataclass(frozen=True)
class Tables:
    """Tables, each with its rivals, and everything else that decides what is played there.

    Attributes
    ----------
    rivals : tuple of tuple of Strategy
        Of each table; all have the same number of seats.
    measure : {"win_share", "victory_points"}
        What counts.
    """

    rivals: tuple[tuple[Strategy, ...], ...]
    measure: str
    rules: RuleOptions = field(default_factory=RuleOptions)
    books: Books = field(default_factory=Books)
    cards: Deck | None = None
    rotate: bool = True
    allow_plugins: Allowed = False

    @property
    def players(self) -> int:
        """Seats of a table."""
        return 1 + len(self.rivals[0])

    @property
    def step(self) -> int:
        """Games of one deal."""
        return self.players if self.rotate else 1

    def match(self, table: int, strategy: Strategy, seed: int) -> Match:
        """Return the match of a strategy, who sits first, with the rivals of a table."""
        return make_match(
            [strategy, *self.rivals[table]],
            rules=self.rules,
            books=self.books,
            cards=self.cards,
            seed=seed,
            rotate=self.rotate,
            allow_plugins=self.allow_plugins,
        )


class TableArena:
    """Strategies that play the same games at the same tables; see :class:`.racing.Arena`.

    Parameters
    ----------
    tables : Tables
    entrants : sequence of Strategy
        Number 0 is the start.
    seeds : sequence of int
        Of each table.
    threads : int
        The scores do not depend on it.
    played : callable
        Told how many games have just been played.
    """

    def __init__(
        self,
        tables: Tables,
        entrants: Sequence[Strategy],
        seeds: Sequence[int],
        threads: int,
        played: Played,
    ) -> None:
        self._matches = [
            [tables.match(table, entrant, seed) for table, seed in enumerate(seeds)]
            for entrant in entrants
        ]
        self._results: dict[tuple[int, int], PlayResult] = {}
        self._measure, self._threads, self._played = tables.measure, threads, played

    @property
    def shares(self) -> bool:
        """Whether scores are shares of wins."""
        return self._measure == "win_share"

    def play(self, entrants: Sequence[int], games: int) -> None:
        """Let some entrants play on until each has played so many games at each table."""
        tasks = [
            (entrant, table, first, last)
            for entrant in entrants
            for table in range(len(self._matches[entrant]))
            for first, last in pieces(self._games(entrant, table), games, GAMES_PER_BLOCK)
        ]

        def work(number: int, _: int) -> BlockResult:
            entrant, table, first, last = tasks[number]
            return self._matches[entrant][table].block(first, last)

        numbers = ((number, number + 1) for number in range(len(tasks)))
        blocks = in_order(work, numbers, self._threads)
        for (entrant, table, first, last), block in zip(tasks, blocks, strict=True):
            self._add(entrant, table, block)
            self._played(last - first)

    def score(self, entrant: int) -> Score:
        """Return what an entrant has brought in: batches of deals, each over all tables.

        Tables have luck of their own, and what differs from table to table is no luck.
        """
        results = [self._results[entrant, table] for table in range(len(self._matches[entrant]))]
        return Score(
            np.sum([sums_of_batches(each, 0, self._measure) for each in results], axis=0),
            np.sum([games_of_batches(each) for each in results], axis=0),
        )

    def _games(self, entrant: int, table: int) -> int:
        result = self._results.get((entrant, table))
        return 0 if result is None else result.games

    def _add(self, entrant: int, table: int, block: BlockResult) -> None:
        result = self._results.get((entrant, table))
        if result is None:
            match = self._matches[entrant][table]
            self._results[entrant, table] = PlayResult(match, block.totals, block.last)
        else:
            result.add(block.totals, block.last)


def seed_of(seed: int, *path: int) -> int:
    """Return the seed of a part of a search; those of different paths have nothing in common."""
    state: Any = np.random.SeedSequence([seed, *path]).generate_state(1, np.uint64)
    return int(state[0]) >> 1
