"""What comes back from a run: numbers with their uncertainty, and where they come from."""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from math import nan, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.anytime import Anytime
from quacks_sim.comparisons import Comparison, compare, holm, level
from quacks_sim.errors import InputError, in_short, nearest
from quacks_sim.kernel.block import MEASURES
from quacks_sim.kernel.round_end import TWELFTHS
from quacks_sim.kernel.state import (
    COINS_AFTER_EXPLOSION,
    DIE_ROLLS,
    DROPLET,
    EXPLODED,
    FLASK_FULL,
    FLASK_USED,
    POINTS_GAINED,
    RATS,
    ROUND_COLUMNS,
    SCORING_SPACE,
)
from quacks_sim.match import Match
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.chips import KINDS
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import ROUNDS, SPACE_COINS, SPACE_COUNT, SPACE_VICTORY_POINTS
from quacks_sim.statistics import (
    ClusterSums,
    Estimate,
    mean_estimate,
    share_estimate,
    spread_of,
)
from quacks_sim.version import RULES_VERSION, __version__
from quacks_sim.words import counted

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1

_POINTS, _SHARE, _EXPLOSIONS = range(len(MEASURES))

#: Columns of a round's record that are 0 or 1.
_YES_OR_NO = (EXPLODED, COINS_AFTER_EXPLOSION, FLASK_FULL)


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
class BrewResult:
    """One bag brewed very many times.

    Attributes
    ----------
    totals : record
        Sums, see :data:`quacks_sim.kernel.block.BREW_TOTALS`.
    rounds : int
        How many brews.
    """

    totals: Any
    rounds: int
    seed: int
    bag: str
    start: int
    policies: Mapping[str, str]
    rules: RuleOptions
    books: Books
    elapsed_seconds: float

    @property
    def space_counts(self) -> NDArray[np.int64]:
        """Brews by scoring space; int64, shape (54,)."""
        counts: NDArray[np.int64] = self.totals.space_counts
        return counts

    @property
    def explosion_rate(self) -> Estimate:
        """Share of brews that explode."""
        return share_estimate(self.rounds, int(self.totals.exploded.sum()))

    @property
    def scoring_space(self) -> Estimate:
        """Scoring space, 1–53."""
        return self._of_space(np.arange(SPACE_COUNT))

    @property
    def coins(self) -> Estimate:
        """Coins printed on the scoring space, exploded or not."""
        return self._of_space(SPACE_COINS)

    @property
    def victory_points(self) -> Estimate:
        """Victory points printed on the scoring space, exploded or not."""
        return self._of_space(SPACE_VICTORY_POINTS)

    @property
    def chips_drawn(self) -> Estimate:
        """Chips that came into the pot."""
        return mean_estimate(self.rounds, int(self.totals.sums[0]), int(self.totals.squares[0]))

    @property
    def rubies(self) -> Estimate:
        """Ruby of the scoring space plus what green chips give."""
        return mean_estimate(self.rounds, int(self.totals.sums[1]), int(self.totals.squares[1]))

    @property
    def rounds_per_second(self) -> float:
        """Speed, without compiling."""
        return self.rounds / self.elapsed_seconds

    def _of_space(self, worth: NDArray[np.int64]) -> Estimate:
        counts = self.space_counts
        return mean_estimate(
            self.rounds, int((counts * worth).sum()), int((counts * worth * worth).sum())
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``quacks brew --json``."""
        names = ("explosion_rate", "scoring_space", "coins", "victory_points", "rubies")
        return {
            "command": "brew",
            "schema": SCHEMA,
            "rounds": self.rounds,
            "seed": self.seed,
            "bag": self.bag,
            "start": self.start,
            "policies": dict(self.policies),
            "rules": rules_to_dict(self.rules, self.books, Deck.none()),
            **{name: getattr(self, name).to_dict() for name in (*names, "chips_drawn")},
            "space_counts": self.space_counts.tolist(),
            "elapsed_seconds": self.elapsed_seconds,
            "rounds_per_second": self.rounds_per_second,
            "versions": versions(),
        }


@dataclass(frozen=True)
class StrategyResult:
    """How one strategy of a match did.

    Attributes
    ----------
    name : str
        Told apart by ``#2`` if the strategy sits at the table twice.
    index : int
        Its place in the match, 0–3.
    games : int
        Games played.
    rotations : int
        Games of one deal, if it is complete.
    anytime : Anytime, optional
        What makes intervals hold at every look, if looks decided where the run ended.
    among_equals : bool
        Whether all seats hold this strategy and rotate.
    """

    name: str
    index: int
    games: int
    totals: Any = field(repr=False)
    rotations: int = 1
    anytime: Anytime | None = None
    among_equals: bool = False

    def _cluster(self, measure: int, unit: int = 1) -> ClusterSums:
        totals, own = self.totals, self.index
        clusters, games, sizes_squared = (int(each) for each in totals.cluster_sizes)
        return ClusterSums(
            clusters,
            games,
            sizes_squared,
            int(totals.cluster_sums[measure, own]) / unit,
            int(totals.cluster_products[measure, own, own]) / unit**2,
            int(totals.cluster_sums_by_size[measure, own]) / unit,
        )

    def _spread(self, measure: int, unit: int = 1) -> float:
        total = int(self.totals.cluster_sums[measure, self.index])
        squares = int(self.totals.products[measure, self.index, self.index])
        return spread_of(self.games, total, squares) / unit

    @property
    def _critical(self) -> float | None:
        clusters = int(self.totals.cluster_sizes[0])
        return None if self.anytime is None else self.anytime.critical(clusters)

    @property
    def victory_points(self) -> Estimate:
        """Final victory points."""
        return self._cluster(_POINTS).estimate(self._spread(_POINTS), self._critical)

    @property
    def win_share(self) -> Estimate:
        """Share of games won; a game shared by k seats counts 1/k."""
        spread = self._spread(_SHARE, TWELFTHS)
        if self.among_equals and self.games % self.rotations == 0:
            return Estimate.exactly(1 / self.rotations, spread)
        return self._cluster(_SHARE, TWELFTHS).share(spread, self._critical)

    @property
    def explosion_rate(self) -> Estimate:
        """Share of rounds in which the pot exploded."""
        spread = self._spread(_EXPLOSIONS, ROUNDS)
        return self._cluster(_EXPLOSIONS, ROUNDS).share(spread, self._critical)

    def _by_round(self, column: int) -> NDArray[np.float64]:
        sums: NDArray[np.int64] = self.totals.round_sums[self.index, :, column]
        return sums / self.games

    def _clusters_by_round(self, column: int) -> list[ClusterSums]:
        """Return the sums over clusters of a column of the rounds' records, round by round."""
        totals, last = self.totals, self.games % self.rotations
        clusters, games, sizes_squared = (int(each) for each in totals.cluster_sizes)
        found = []
        for number in range(ROUNDS):
            total, squares, unfinished = (
                int(sums[self.index, number, column])
                for sums in (totals.round_sums, totals.round_squares, totals.round_cluster)
            )
            by_size = self.rotations * (total - unfinished) + last * unfinished
            found.append(ClusterSums(clusters, games, sizes_squared, total, squares, by_size))
        return found

    def estimates_by_round(self, name: str) -> list[Estimate]:
        """Return the mean of a column of a round's record in each of the nine rounds.

        Parameters
        ----------
        name : str
            One of :data:`quacks_sim.kernel.state.ROUND_COLUMNS`, such as ``"points_gained"``. What
            is 0 or 1, such as ``"exploded"``, has the interval of a share.
        """
        column = ROUND_COLUMNS.index(name)
        found = self._clusters_by_round(column)
        if column in _YES_OR_NO:
            spreads = [sqrt(each.mean * (1 - each.mean)) for each in found]
            pairs = zip(found, spreads, strict=True)
            return [each.share(spread, self._critical) for each, spread in pairs]
        return [each.estimate(nan, self._critical) for each in found]

    @property
    def by_round(self) -> "pd.DataFrame":
        """Means by round: one row a round, one column for each column of a round's record.

        ``NAME_error`` beside each is its standard error, from the spread between deals.
        """
        import pandas as pd

        # There is no mean of numbers that are names.
        names = [each for each in ROUND_COLUMNS if not each.startswith(("card", "bought"))]
        found = {name: self._clusters_by_round(ROUND_COLUMNS.index(name)) for name in names}
        columns = {name: [each.mean for each in found[name]] for name in names}
        columns |= {
            f"{name}_error": [each.standard_error for each in found[name]] for name in names
        }
        return pd.DataFrame(columns, index=pd.RangeIndex(1, ROUNDS + 1, name="round"))

    @property
    def bought_by_round(self) -> "pd.DataFrame":
        """Chips bought a game: one row a round, one column a kind."""
        import pandas as pd

        return pd.DataFrame(
            self.totals.bought[self.index] / self.games,
            index=pd.RangeIndex(1, ROUNDS + 1, name="round"),
            columns=list(KINDS),
        )

    @property
    def points_counts(self) -> NDArray[np.int64]:
        """Games by final victory points; int64, shape (256,)."""
        counts: NDArray[np.int64] = self.totals.points_counts[self.index]
        return counts

    @property
    def win_share_by_seat(self) -> list[Estimate | None]:
        """Share of games won from each seat; None for a seat where it never sat."""
        estimates: list[Estimate | None] = []
        totals = self.totals
        for seat in range(totals.seat_games.shape[1]):
            # A strategy sits at a seat once a deal, so these games are independent.
            games, shares, squares = (
                int(sums[self.index, seat])
                for sums in (totals.seat_games, totals.seat_shares, totals.seat_squares)
            )
            share = shares / TWELFTHS
            sums = ClusterSums(games, games, games, share, squares / TWELFTHS**2, share)
            spread = spread_of(games, shares, squares) / TWELFTHS if games else nan
            estimates.append(sums.share(spread, self._critical) if games else None)
        return estimates

    def to_dict(self) -> dict[str, Any]:
        """Return the entry of this strategy in the JSON output."""
        exploded = self._by_round(EXPLODED)
        after = self._by_round(COINS_AFTER_EXPLOSION)
        coins_chosen = np.divide(after, exploded, out=np.zeros(ROUNDS), where=exploded > 0)
        bought = self.totals.bought[self.index].sum(axis=0) / self.games
        owned = self.totals.final_bag[self.index] / self.games
        return {
            "name": self.name,
            "seats": 1,
            "win_share": self.win_share.to_dict(),
            "victory_points": self.victory_points.to_dict(),
            "explosion_rate": self.explosion_rate.to_dict(),
            "explosion_rate_by_round": exploded.tolist(),
            "coins_after_explosion_by_round": coins_chosen.tolist(),
            "scoring_space_by_round": self._by_round(SCORING_SPACE).tolist(),
            "victory_points_by_round": self._by_round(POINTS_GAINED).tolist(),
            "rats_per_game": float(self._by_round(RATS).sum()),
            "die_rolls_per_game": float(self._by_round(DIE_ROLLS).sum()),
            "flask_uses_per_game": float(self._by_round(FLASK_USED).sum()),
            "droplet_at_end": float(self._by_round(DROPLET)[-1]),
            "win_share_by_seat": [
                estimate.to_dict() if estimate else None for estimate in self.win_share_by_seat
            ],
            "bought_per_game": {
                kind: float(each) for kind, each in zip(KINDS, bought, strict=True) if each
            },
            "final_bag": {
                kind: float(each) for kind, each in zip(KINDS, owned, strict=True) if each
            },
        }


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
