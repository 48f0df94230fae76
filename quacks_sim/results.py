"""What comes back from a run: numbers with their uncertainty, and where they come from."""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.anytime import Anytime
from quacks_sim.comparisons import Comparison, compare, holm
from quacks_sim.errors import InputError, in_short, nearest
from quacks_sim.kernel.block import MEASURES
from quacks_sim.kernel.round_end import TWELFTHS
from quacks_sim.kernel.state import (
    COINS_AFTER_EXPLOSION,
    DIE_ROLLS,
    DROPLET,
    EXPLODED,
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
)
from quacks_sim.version import RULES_VERSION, __version__
from quacks_sim.words import counted

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1

_POINTS, _SHARE, _EXPLOSIONS = range(len(MEASURES))


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
    anytime : Anytime, optional
        What makes intervals hold at every look, if looks decided where the run ended.
    """

    name: str
    index: int
    games: int
    totals: Any = field(repr=False)
    anytime: Anytime | None = None

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
        squares = int(self.totals.squares[measure, self.index])
        exact = squares * self.games - total * total  # in whole numbers: nothing cancels
        return sqrt(exact / (self.games * max(self.games - 1, 1))) / unit

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
        return self._cluster(_SHARE, TWELFTHS).share(spread, self._critical)

    @property
    def explosion_rate(self) -> Estimate:
        """Share of rounds in which the pot exploded."""
        spread = self._spread(_EXPLOSIONS, ROUNDS)
        return self._cluster(_EXPLOSIONS, ROUNDS).share(spread, self._critical)

    def _by_round(self, column: int) -> NDArray[np.float64]:
        sums: NDArray[np.int64] = self.totals.round_sums[self.index, :, column]
        return sums / self.games

    @property
    def by_round(self) -> "pd.DataFrame":
        """Means by round: one row a round, one column for each column of a round's record.

        ``NAME_error`` beside each is its standard error (games taken as independent).
        """
        import pandas as pd

        means = self.totals.round_sums[self.index] / self.games
        squares = self.totals.round_squares[self.index] / self.games
        errors = np.sqrt(np.maximum(squares - means**2, 0) / max(self.games - 1, 1))
        columns = {name: means[:, each] for each, name in enumerate(ROUND_COLUMNS)}
        columns |= {f"{name}_error": errors[:, each] for each, name in enumerate(ROUND_COLUMNS)}
        for name in ("card", "bought_first", "bought_second"):  # no mean of numbers that are names
            del columns[name], columns[f"{name}_error"]
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
        for seat in range(self.totals.seat_games.shape[1]):
            games = int(self.totals.seat_games[self.index, seat])
            share = int(self.totals.seat_shares[self.index, seat])
            estimates.append(
                share_estimate(games, share / TWELFTHS, critical=self._critical) if games else None
            )
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
    """

    first: str
    second: str
    victory_points: Comparison
    win_share: Comparison

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
        """Whether it is beyond doubt who wins more; see :attr:`Comparison.resolved`."""
        return self.win_share.resolved

    def to_dict(self) -> dict[str, Any]:
        """Return the entry of this pair in the JSON output."""
        return {
            "a": self.first,
            "b": self.second,
            "victory_point_difference": self.victory_point_difference.to_dict(),
            "win_share_difference": self.win_share_difference.to_dict(),
            **self.win_share.to_dict(),
        }


def pair_results(
    names: Sequence[tuple[str, str]], points: Sequence[Comparison], shares: Sequence[Comparison]
) -> list[PairResult]:
    """Return the results of pairs that are compared at once, corrected by Holm."""
    rows = zip(names, holm(points), holm(shares), strict=True)
    return [PairResult(*pair, point, share) for pair, point, share in rows]


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
            StrategyResult(name, index, self.games, self.totals, self.anytime)
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
        names = self.match.names
        places = list(combinations(range(self.match.players), 2))
        return pair_results(
            [(names[first], names[second]) for first, second in places],
            [self._compared(*pair, _POINTS, 1) for pair in places],
            [self._compared(*pair, _SHARE, TWELFTHS) for pair in places],
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
        totals = self.totals
        products = totals.cluster_products[measure]
        clusters, games, sizes_squared = (int(each) for each in totals.cluster_sizes)
        squares = int(
            products[first, first] - 2 * products[first, second] + products[second, second]
        )
        sums = totals.cluster_sums[measure]
        by_size = totals.cluster_sums_by_size[measure]
        paired = ClusterSums(
            clusters,
            games,
            sizes_squared,
            int(sums[first] - sums[second]) / unit,
            squares / unit**2,
            int(by_size[first] - by_size[second]) / unit,
        )
        return compare(paired, games, self.anytime, shares=measure == _SHARE)

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
