"""What comes out of a tournament: a ranking, and each strategy against each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.batches import games_of_batches, same_luck, sums_of_batches
from quacks_sim.comparisons import Comparison, compare, holm, level
from quacks_sim.errors import InputError
from quacks_sim.ratings import POINTS, fit_strengths, resampled_strengths
from quacks_sim.results import (
    SCHEMA,
    PairResult,
    PlayResult,
    pair_results,
    rules_to_dict,
    spread_of_games,
    versions,
)
from quacks_sim.statistics import ClusterSums, Estimate
from quacks_sim.words import counted

if TYPE_CHECKING:
    import pandas as pd

#: Runs of the bootstrap behind the intervals of ratings.
SAMPLES = 1_000


@dataclass(frozen=True)
class Entrant:
    """How one strategy of a tournament did.

    Attributes
    ----------
    rank : int
        1 for the highest rating.
    name : str
    tables, games : int
        Where it sat, and how many games it played.
    rating : Estimate
        Points like those of chess with a mean of 0: 400 more are ten times the strength. The
        interval comes from a cluster bootstrap over deals.
    win_share : Estimate
        Share of its games that it won.
    victory_points : Estimate
        Its mean final points.
    to_best : Comparison
        The difference of its rating to the highest one, corrected for all strategies.
    """

    rank: int
    name: str
    tables: int
    games: int
    rating: Estimate
    win_share: Estimate
    victory_points: Estimate
    to_best: Comparison

    def to_dict(self) -> dict[str, Any]:
        """Return the entry of this strategy in the JSON output."""
        return {
            "rank": self.rank,
            "name": self.name,
            "tables": self.tables,
            "games": self.games,
            "rating": self.rating.to_dict(),
            "win_share": self.win_share.to_dict(),
            "victory_points": self.victory_points.to_dict(),
            "against_best": {
                "rating_difference": self.to_best.difference.to_dict(),
                **self.to_best.to_dict(),
            },
        }


class TournamentResult:
    """The tables of a tournament.

    Attributes
    ----------
    results : list of PlayResult
        One for each table; all met the same luck.
    names : list of str
        The strategies, in the order in which they were named.
    elapsed_seconds : float
        Time of playing, without compiling; 0 if it is not known.
    """

    def __init__(self, results: Sequence[PlayResult], elapsed_seconds: float = 0.0) -> None:
        self.results = list(results)
        self.elapsed_seconds = elapsed_seconds
        self.names = list(dict.fromkeys(name for each in results for name in each.match.names))
        if not same_luck(results) or self.players < 2:
            raise InputError(
                "these tables are no tournament",
                "all tables need the same number of seats, from 2 on, the same games and seed",
            )

    def __repr__(self) -> str:
        ranking = ", ".join(f"{each.name} {each.rating.mean:+.0f}" for each in self.entrants)
        return f"<TournamentResult of {counted(len(self.results), 'table')}: {ranking}>"

    @property
    def players(self) -> int:
        """Seats of each table."""
        return self.results[0].match.players

    @property
    def games(self) -> int:
        """Games of each table."""
        return self.results[0].games

    @cached_property
    def tables(self) -> NDArray[np.int64]:
        """Who sits at each table, as places in :attr:`names`; shape (tables, players)."""
        places = {name: place for place, name in enumerate(self.names)}
        return np.array([[places[name] for name in each.match.names] for each in self.results])

    @cached_property
    def _batch_games(self) -> NDArray[np.int64]:
        games = games_of_batches(self.results[0])
        return games[games > 0]

    def _sums(self, measure: str) -> NDArray[np.float64]:
        """Return sums by batch, table and seat; shape (batches, tables, players)."""
        sums = [
            [sums_of_batches(each, seat, measure) for seat in range(self.players)]
            for each in self.results
        ]
        return np.moveaxis(np.array(sums), 2, 0)[: len(self._batch_games)]

    @cached_property
    def _points(self) -> NDArray[np.float64]:
        return self._sums("victory_points")

    @cached_property
    def _wins(self) -> NDArray[np.float64]:
        return self._sums("win_share")

    def _over(self, sums: NDArray[np.float64], tables: int) -> ClusterSums:
        return ClusterSums.of(sums, self._batch_games * tables)

    @cached_property
    def _strengths(self) -> NDArray[np.float64]:
        total = self._wins.sum(axis=0)[None]
        fitted: NDArray[np.float64] = fit_strengths(self.tables, total, len(self.names))[0]
        return fitted * POINTS

    @cached_property
    def _resampled(self) -> NDArray[np.float64]:
        if len(self._batch_games) < 2:
            return np.full((1, len(self.names)), np.nan)
        seed = self.results[0].match.seed
        found = resampled_strengths(
            self.tables, self._wins, len(self.names), samples=SAMPLES, seed=seed
        )
        return found * POINTS

    @cached_property
    def entrants(self) -> list[Entrant]:
        """The strategies, the highest rating first."""
        order = np.argsort(-self._strengths, kind="stable")
        to_best = self._to_best(int(order[0]))
        found = []
        for rank, place in enumerate(order, 1):
            where = self.tables == place
            tables = int(where.sum())
            wins = self._over((self._wins * where).sum(axis=(1, 2)), tables)
            points = self._over((self._points * where).sum(axis=(1, 2)), tables)
            rating = _spread(self._strengths[place], self._resampled[:, place])
            found.append(
                Entrant(
                    rank,
                    self.names[place],
                    tables,
                    tables * self.games,
                    rating,
                    self._win_share(place, wins),
                    points.estimate(spread_of_games(self._seats(place), "victory_points")),
                    to_best[place],
                )
            )
        return found

    def _to_best(self, best: int) -> list[Comparison]:
        from scipy.special import ndtr

        found = []
        for place in range(len(self.names)):
            mean = self._strengths[place] - self._strengths[best]
            difference = _spread(mean, self._resampled[:, place] - self._resampled[:, best])
            error = difference.standard_error
            p_value = float(2 * ndtr(-abs(mean) / error)) if error > 0 else float("nan")
            found.append(Comparison(difference, self.games, p_value, p_value))
        corrected = iter(holm([each for place, each in enumerate(found) if place != best]))
        return [each if place == best else next(corrected) for place, each in enumerate(found)]

    @property
    def unresolved(self) -> list[str]:
        """The strategies, besides the first, of which none says that their rating is lower."""
        return [each.name for each in self.entrants[1:] if not each.to_best.resolved]

    @cached_property
    def pairs(self) -> list[PairResult]:
        """The differences of every two strategies that met, over the tables where both sat.

        In the order of the ranking, corrected by Holm for all of them.
        """
        order = [self.names.index(each.name) for each in self.entrants]
        pairs = []
        for first, second in combinations(order, 2):
            seats = self._seats(first, second)
            if not seats:
                continue
            sign = (self.tables == first).astype(float) - (self.tables == second)
            sign[sign.sum(axis=1) != 0] = 0
            points, wins = (
                self._compared((sums * sign).sum(axis=(1, 2)), seats, measure)
                for sums, measure in (
                    (self._points, "victory_points"),
                    (self._wins, "win_share"),
                )
            )
            same = seats[0][0].match.are_same(*seats[0][1])
            pairs.append(PairResult(self.names[first], self.names[second], points, wins, same))
        return pair_results(pairs)

    def _compared(
        self,
        sums: NDArray[np.float64],
        seats: "Sequence[tuple[PlayResult, list[int]]]",
        measure: str,
    ) -> Comparison:
        """Return the comparison of two strategies over the tables where both sit."""
        tables, spread = len(seats), spread_of_games(seats, measure)
        complete = self.games % self.results[0].match.rotations == 0
        if complete and all(result.match.are_level(*places) for result, places in seats):
            return level(tables * self.games, spread)
        return compare(
            self._over(sums, tables),
            tables * self.games,
            shares=measure == "win_share",
            sd=spread,
        )

    def _seats(self, *strategies: int) -> list[tuple[PlayResult, list[int]]]:
        """Return the tables where these strategies sit, and which seats of the match are theirs."""
        pairs = zip(self.results, self.tables.tolist(), strict=True)
        return [
            (result, [table.index(each) for each in strategies])
            for result, table in pairs
            if set(strategies) <= set(table)
        ]

    def _win_share(self, place: int, wins: ClusterSums) -> Estimate:
        seats = self._seats(place)
        spread = spread_of_games(seats, "win_share")
        found = [result.strategies[seat].win_share for result, (seat,) in seats]
        if all(each.is_exact for each in found):
            return Estimate.exactly(found[0].mean, spread)
        return wins.share(spread)

    @property
    def matrix(self) -> "pd.DataFrame":
        """Win share of the strategy of a row, over the tables where that of a column sat, too.

        In the order of the ranking; NaN where two never met.
        """
        import pandas as pd

        names = [each.name for each in self.entrants]
        total = self._wins.sum(axis=0) / self.games
        shares = np.full((len(names), len(names)), np.nan)
        for row, name in enumerate(names):
            own = self.tables == self.names.index(name)
            for column, rival in enumerate(names):
                there = (self.tables == self.names.index(rival)).any(axis=1)
                if row != column and (own & there[:, None]).any():
                    shares[row, column] = total[own & there[:, None]].mean()
        return pd.DataFrame(shares, index=pd.Index(names, name="strategy"), columns=names)

    def to_frame(self) -> "pd.DataFrame":
        """Return one row a strategy, best first: rank, rating, win share, points, intervals."""
        import pandas as pd

        rows = []
        for each in self.entrants:
            row: dict[str, Any] = {"rank": each.rank, "strategy": each.name}
            row |= {"tables": each.tables, "games": each.games}
            for name in ("rating", "win_share", "victory_points"):
                estimate: Estimate = getattr(each, name)
                row |= {name: estimate.mean, f"{name}_low": estimate.low}
                row[f"{name}_high"] = estimate.high
            row["rating_near_best"] = not each.to_best.resolved
            rows.append(row)
        return pd.DataFrame(rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``quacks tournament --json``."""
        match = self.results[0].match
        matrix = self.matrix
        return {
            "command": "tournament",
            "schema": SCHEMA,
            "players": self.players,
            "games": self.games,
            "tables": [list(each.match.names) for each in self.results],
            "seed": match.seed,
            "rotated": match.rotate,
            "rules": rules_to_dict(match.rules, match.books, match.cards),
            "strategies": [each.to_dict() for each in self.entrants],
            "not_resolved_from_best": self.unresolved,
            "pairs": [each.to_dict() for each in self.pairs],
            "win_share_matrix": {
                name: {
                    rival: share
                    for rival, share in row.items()
                    if share == share  # two that never met have no share
                }
                for name, row in matrix.to_dict("index").items()
            },
            "elapsed_seconds": self.elapsed_seconds,
            "versions": versions(),
        }


def _spread(mean: float, samples: NDArray[np.float64]) -> Estimate:
    """Return an estimate with the spread of its bootstrap: percentiles as the interval."""
    low, high = (float(each) for each in np.percentile(samples, [2.5, 97.5]))
    error = float(samples.std(ddof=1)) if len(samples) > 1 else float("nan")
    return Estimate(float(mean), float("nan"), error, low, high)
