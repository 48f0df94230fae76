"""Estimates with their uncertainty, from sums of integers.

Games of one deal, played once for every rotation of the seats, share their luck: they form a
*cluster*, and standard errors come from the spread between clusters (ratio estimator, Cochran,
*Sampling Techniques*, 3rd edition, section 6.4). Shares near 0 or 1 get Wilson's interval, so that
0 wins of 20 are not "0 ± 0".
"""

from dataclasses import dataclass
from functools import cache
from math import isfinite, nan, sqrt
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CONFIDENCE = 0.95

#: A spread between clusters below this part of their squares is what rounding leaves of none.
_ROUNDING = 1e-14


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its uncertainty.

    Attributes
    ----------
    mean : float
    sd : float
        Spread of single observations.
    standard_error : float
        Uncertainty of the mean; NaN if a single observation cannot tell.
    low, high : float
        Ends of the 95 % interval.
    is_exact : bool
        Whether no luck can move it, as the win share at a table of equals whose seats rotate.
    """

    mean: float
    sd: float
    standard_error: float
    low: float
    high: float
    is_exact: bool = False

    @classmethod
    def exactly(cls, value: float, sd: float) -> Self:
        """Return what is known without any doubt, whatever the luck; `sd` is that of games."""
        return cls(value, sd, 0.0, value, value, is_exact=True)

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval."""
        return (self.high - self.low) / 2

    def to_dict(self) -> dict[str, Any]:
        """Return the estimate as the JSON output has it; a number that is unknown is None."""
        return {
            "mean": _known(self.mean),
            "sd": _known(self.sd),
            "standard_error": _known(self.standard_error),
            "ci95": [_known(self.low), _known(self.high)],
        }


def _known(value: float) -> float | None:
    return value if isfinite(value) else None


@cache
def normal_quantile(family: int = 1) -> float:
    """Return how many standard errors a 95 % interval reaches; see :func:`t_quantile`."""
    from scipy.special import ndtri

    return float(ndtri(1 - (1 - CONFIDENCE) / 2 / family))


@cache
def t_quantile(degrees: int, family: int = 1) -> float:
    """Return how many standard errors a 95 % interval of Student's reaches.

    Parameters
    ----------
    degrees : int
        Degrees of freedom; the normal distribution stands for many.
    family : int
        How many intervals have to hold at once in 95 % of runs (Bonferroni).
    """
    from scipy.special import stdtrit

    if degrees >= 10_000:
        return normal_quantile(family)
    return float(stdtrit(degrees, 1 - (1 - CONFIDENCE) / 2 / family))


def spread_of(count: int, total: int, squares: int) -> float:
    """Return the spread of observations from their sum and sum of squares, all whole numbers."""
    exact = squares * count - total * total  # in whole numbers nothing cancels
    return sqrt(exact / (count * max(count - 1, 1)))


def mean_estimate(count: int, total: float, squares: float) -> Estimate:
    """Return the mean of `count` independent observations from their sum and sum of squares."""
    mean = total / count
    if count < 2:
        return Estimate(mean, nan, nan, nan, nan)
    variance = max(squares - total * mean, 0.0) / (count - 1)
    error = sqrt(variance / count)
    width = t_quantile(count - 1) * error
    return Estimate(mean, sqrt(variance), error, mean - width, mean + width)


def share_estimate(
    count: int,
    hits: float,
    error: float | None = None,
    sd: float | None = None,
    critical: float | None = None,
) -> Estimate:
    """Return a share with Wilson's interval.

    Parameters
    ----------
    count : int
        Independent observations, at least 1.
    hits : float
        Their sum, 0 … count.
    error : float, optional
        Standard error where observations are not independent; the interval then is that of as many
        independent observations as would have this error.
    sd : float, optional
        Spread of single observations, if they are not just 0 or 1.
    critical : float, optional
        How many standard errors the interval reaches; 1.96 if not given.
    """
    share = hits / count
    spread = sqrt(max(share * (1 - share), 0.0))
    if error is None:
        error = spread / sqrt(count)
    effective = (spread / error) ** 2 if error > 0 else count
    z = normal_quantile() if critical is None else critical
    center = (share + z * z / (2 * effective)) / (1 + z * z / effective)
    width = (
        z
        * sqrt(share * (1 - share) / effective + z * z / (4 * effective * effective))
        / (1 + z * z / effective)
    )
    low = 0.0 if share == 0 else max(center - width, 0.0)
    high = 1.0 if share == 1 else min(center + width, 1.0)
    return Estimate(share, spread if sd is None else sd, error, low, high)


@dataclass(frozen=True, slots=True)
class ClusterSums:
    """Sums over clusters of one quantity, all exact integers (or integers over a common unit).

    Attributes
    ----------
    clusters, games : int
        Number of clusters and of games in them.
    sizes_squared : int
        Sum of the squares of the games a cluster.
    total : float
        Sum of the quantity over all games.
    squares : float
        Sum of the squares of the clusters' sums.
    by_size : float
        Sum of the clusters' sums, each times its games.
    """

    clusters: int
    games: int
    sizes_squared: int
    total: float
    squares: float
    by_size: float

    @classmethod
    def of(cls, sums: "NDArray[np.float64]", sizes: "NDArray[np.int64]") -> Self:
        """Return the sums over clusters of these sums and games; those without a game are left out.

        Parameters
        ----------
        sums, sizes : ndarray, shape (clusters,)
            The quantity summed over each cluster, and the cluster's games.
        """
        return cls(
            int((sizes > 0).sum()),
            int(sizes.sum()),
            int((sizes * sizes).sum()),
            float(sums.sum()),
            float((sums * sums).sum()),
            float((sums * sizes).sum()),
        )

    @classmethod
    def of_games(cls, values: "NDArray[np.float64]", rotations: int) -> Self:
        """Return the sums over deals of a number of each game; the last deal may be incomplete.

        Parameters
        ----------
        values : ndarray, shape (games,)
            The games of a deal lie side by side.
        rotations : int
            Games of a deal.
        """
        import numpy as np

        first = np.arange(0, len(values), rotations)
        sums = np.add.reduceat(values.astype(np.float64), first)
        return cls.of(sums, np.minimum(rotations, len(values) - first))

    @property
    def mean(self) -> float:
        """Mean of the quantity a game."""
        return self.total / self.games

    @property
    def standard_error(self) -> float:
        """Standard error of the mean; NaN for fewer than two clusters."""
        if self.clusters < 2:
            return nan
        mean = self.mean
        spread = self.squares - 2 * mean * self.by_size + mean * mean * self.sizes_squared
        if spread < _ROUNDING * self.squares:
            return 0.0
        scale = self.clusters / (self.clusters - 1) / self.games**2
        return sqrt(spread * scale)

    def estimate(self, sd: float = nan, critical: float | None = None) -> Estimate:
        """Return the mean with its interval.

        Parameters
        ----------
        sd : float
            Spread of single games, if it is known.
        critical : float, optional
            How many standard errors the interval reaches; Student's quantile if not given.
        """
        error = self.standard_error
        width = (self.quantile() if critical is None else critical) * error
        return Estimate(self.mean, sd, error, self.mean - width, self.mean + width)

    def share(self, sd: float = nan, critical: float | None = None) -> Estimate:
        """Return the mean, a share from 0 to 1, with Wilson's interval; see :meth:`estimate`."""
        error = self.standard_error
        if not isfinite(error):
            return Estimate(self.mean, sd, nan, nan, nan)
        # Clusters that are all alike leave no spread to see: others may be rare (Wilson).
        if error == 0:
            rare = share_estimate(self.clusters, 0, critical=critical).high
            low, high = self.mean * (1 - rare), self.mean + (1 - self.mean) * rare
            return Estimate(self.mean, sd, error, low, high)
        z = self.quantile() if critical is None else critical
        return share_estimate(self.games, self.mean * self.games, error, sd, z)

    def quantile(self, family: int = 1) -> float:
        """Return how many standard errors an interval reaches; see :func:`t_quantile`."""
        return t_quantile(max(self.clusters - 1, 1), family)
