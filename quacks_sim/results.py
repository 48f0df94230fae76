"""What comes back from a run: numbers with their uncertainty, and where they come from."""

import platform
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.anytime import Anytime
from quacks_sim.comparisons import Comparison, compare, holm, level
from quacks_sim.errors import InputError, in_short, nearest
from quacks_sim.kernel.block import MEASURES
from quacks_sim.kernel.round_end import TWELFTHS
from quacks_sim.match import Match
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.options import RuleOptions
from quacks_sim.statistics import (
    ClusterSums,
    Estimate,
    spread_of,
)
from quacks_sim.strategy_result import StrategyResult
from quacks_sim.version import RULES_VERSION, __version__
from quacks_sim.words import counted

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1

_POINTS, _SHARE = (MEASURES.index(name) for name in ("victory_points", "win_share"))


def add_totals(totals: Any, more: Any) -> None:
    """Add the sums of `more` to `totals`; both are records of one layout."""
    for name in totals.dtype.names:
        totals[name] += more[name]


def versions() -> dict[str, str | int]:
    """Return the versions on which a result rests."""
    from importlib.metadata import version

    return {
        "quacks_sim": __version__,
        "rules": RULES_VERSION,
        "python": platform.python_version(),
        **{name: version(name) for name in ("numpy", "numba")},
    }


def rules_to_dict(rules: RuleOptions, books: Books, cards: Deck) -> dict[str, Any]:
    """Return rule options, books and event cards as the JSON output has them."""
    return {**rules.model_dump(mode="json"), "books": books.sets(), "cards": cards.text()}


@dataclass(frozen=True)
class PairResult:
    """The difference between two strategies, over the same games and the same luck.

    Attributes
    ----------
    first, second : str
        Their names; differences are those of the first to the second.
    victory_points, win_share : Comparison
        Corrected for all pairs that were compared at once.
    same : bool
        Whether both are the same strategy: nothing but their seats can make a difference.
    """

    first: str
    second: str
    victory_points: Comparison
    win_share: Comparison
    same: bool = False

    @property
    def victory_point_difference(self) -> Estimate:
        """The difference in mean victory points."""
        return self.victory_points.difference

    @property
    def win_share_difference(self) -> Estimate:
        """The difference in win share."""
        return self.win_share.difference

    @property
    def resolved(self) -> bool:
        """Whether it is beyond doubt who wins more; see :attr:`Comparison.resolved`.

        Never of a strategy and itself.
        """
        return self.win_share.resolved and not self.same

    @property
    def is_open(self) -> bool:
        """Whether the games do not tell who wins more; of a strategy and itself nobody asks."""
        return not self.resolved and not self.same

    def to_dict(self) -> dict[str, Any]:
        """Return the entry of this pair in the JSON output."""
        return {
            "a": self.first,
            "b": self.second,
            "victory_point_difference": self.victory_point_difference.to_dict(),
            "win_share_difference": self.win_share_difference.to_dict(),
            **self.win_share.to_dict(),
            "resolved": self.resolved,
            "same_strategy": self.same,
        }


def pair_results(pairs: Sequence[PairResult]) -> list[PairResult]:
    """Return pairs that are compared at once, corrected by Holm; not those of the same strategy."""
    different = [pair for pair in pairs if not pair.same]
    points, shares = (
        iter(holm([getattr(pair, measure) for pair in different]))
        for measure in ("victory_points", "win_share")
    )
    return [
        pair if pair.same else replace(pair, victory_points=next(points), win_share=next(shares))
        for pair in pairs
    ]


def _squares(products: NDArray[np.int64], first: int, second: int) -> int:
    """Return the sum of squared differences from sums of products; shape (4, 4)."""
    return int(products[first, first] - 2 * products[first, second] + products[second, second])


def spread_of_games(
    results: "Sequence[tuple[PlayResult, Sequence[int]]]",
    measure: str,
) -> float:
    """Return the spread over all games of several tables of what a seat has, or of a difference.

    Parameters
    ----------
    results : sequence of (PlayResult, sequence of int)
        The tables, each with the place of one strategy, or of the two whose difference is meant.
    measure : {"victory_points", "win_share"}
    """
    number = MEASURES.index(measure)
    games = total = squares = 0
    for result, (first, *others) in results:
        sums, products = result.totals.cluster_sums[number], result.totals.products[number]
        games += result.games
        total += int(sums[first] - sum(sums[other] for other in others))
        squares += _squares(products, first, others[0]) if others else int(products[first, first])
    return spread_of(games, total, squares) / (TWELFTHS if measure == "win_share" else 1)


class PlayResult:
    """The games of a match, added up.

    Attributes
    ----------
    match : Match
        What was played.
    games : int
        How many games.
    elapsed_seconds : float
        Time of playing, without compiling.
    until : float or None
        The precision at which the run was to stop, in percentage points.
    """

    def __init__(
        self, match: Match, totals: Any, games: int, *, until: float | None = None
    ) -> None:
        self.match = match
        self.totals = totals
        self.games = games
        self.until = until
        self.elapsed_seconds = 0.0

    def add(self, totals: Any, games: int) -> None:
        """Add the totals of the next block; `games` is the number of games then played."""
        add_totals(self.totals, totals)
        self.games = games

    def __repr__(self) -> str:
        shares = ", ".join(f"{each.name} {each.win_share.mean:.1%}" for each in self.strategies)
        return f"<PlayResult of {counted(self.games, 'game')}: {shares}>"

    @property
    def strategies(self) -> list[StrategyResult]:
        """How each strategy did, in the order of the match."""
        return [
            StrategyResult(
                name,
                index,
                self.games,
                self.totals,
                self.match.rotations,
                self.anytime,
                self.match.is_of_equals,
            )
            for index, name in enumerate(self.match.names)
        ]

    def __getitem__(self, name: str) -> StrategyResult:
        """Return how one strategy did, by its name."""
        names = self.match.names
        if not isinstance(name, str) or name not in names:
            close = nearest(name, names) if isinstance(name, str) else ""
            raise InputError(
                f"no strategy of this result is called {in_short(name)}",
                f"its strategies are {', '.join(names)}{close}",
            )
        return self.strategies[names.index(name)]

    @cached_property
    def anytime(self) -> Anytime | None:
        """What makes the intervals hold at every look, if looks decided where the run ended."""
        if self.until is None:
            return None
        match = self.match
        return Anytime.to_reach(self.until / 100, match.players, match.rotations)

    @property
    def pairs(self) -> list[PairResult]:
        """The differences between every two strategies, corrected by Holm for all of them."""
        match = self.match
        return pair_results(
            [
                PairResult(
                    match.names[first],
                    match.names[second],
                    self._compared(first, second, _POINTS, 1),
                    self._compared(first, second, _SHARE, TWELFTHS),
                    match.are_same(first, second),
                )
                for first, second in combinations(range(match.players), 2)
            ]
        )

    @property
    def widest_win_share(self) -> float:
        """The largest half width of an interval of a win share, as a fraction."""
        return max(each.win_share.half_width for each in self.strategies)

    @property
    def precise_enough(self) -> bool:
        """Whether every interval of a win share is as narrow as ``until`` wants it."""
        return self.until is None or self.widest_win_share * 100 <= self.until

    @property
    def games_per_second(self) -> float:
        """Speed, without compiling."""
        return self.games / self.elapsed_seconds if self.elapsed_seconds else 0.0

    def _until_to_dict(self, until: float) -> dict[str, Any]:
        return {
            "percentage_points": until,
            "reached": self.precise_enough,
            "widest": self.widest_win_share * 100,
        }

    def _compared(self, first: int, second: int, measure: int, unit: int) -> Comparison:
        totals, games = self.totals, self.games
        sums = totals.cluster_sums[measure]
        by_size = totals.cluster_sums_by_size[measure]
        total = int(sums[first] - sums[second])
        spread = spread_of(games, total, _squares(totals.products[measure], first, second)) / unit
        if self.match.are_level(first, second) and games % self.match.rotations == 0:
            return level(games, spread)
        clusters, _, sizes_squared = (int(each) for each in totals.cluster_sizes)
        paired = ClusterSums(
            clusters,
            games,
            sizes_squared,
            total / unit,
            _squares(totals.cluster_products[measure], first, second) / unit**2,
            int(by_size[first] - by_size[second]) / unit,
        )
        return compare(paired, games, self.anytime, shares=measure == _SHARE, sd=spread)

    def to_frame(self) -> "pd.DataFrame":
        """Return one row a strategy: means and 95 % intervals of the main results."""
        import pandas as pd

        rows = []
        for each in self.strategies:
            row: dict[str, Any] = {"strategy": each.name, "games": each.games}
            for name in ("win_share", "victory_points", "explosion_rate"):
                estimate: Estimate = getattr(each, name)
                row |= {name: estimate.mean, f"{name}_low": estimate.low}
                row |= {f"{name}_high": estimate.high, f"{name}_sd": estimate.sd}
            rows.append(row)
        return pd.DataFrame(rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``quacks play --json``."""
        match = self.match
        return {
            "command": "play",
            "schema": SCHEMA,
            "games": self.games,
            "players": match.players,
            "seed": match.seed,
            "rotated": match.rotate,
            "rules": rules_to_dict(match.rules, match.books, match.cards),
            "strategies": [each.to_dict() for each in self.strategies],
            "pairs": [each.to_dict() for each in self.pairs],
            **({} if self.until is None else {"until": self._until_to_dict(self.until)}),
            "elapsed_seconds": self.elapsed_seconds,
            "games_per_second": self.games_per_second,
            "versions": versions(),
        }
