"""How one strategy of a match did, with the uncertainty of every number."""

from dataclasses import dataclass, field
from math import nan, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.anytime import Anytime
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
from quacks_sim.rules.chips import KINDS
from quacks_sim.rules.tables import ROUNDS
from quacks_sim.statistics import ClusterSums, Estimate, spread_of

if TYPE_CHECKING:
    import pandas as pd

_POINTS, _SHARE, _EXPLOSIONS = range(len(MEASURES))

#: Columns of a round's record that are 0 or 1.
_YES_OR_NO = (EXPLODED, COINS_AFTER_EXPLOSION, FLASK_FULL)


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
