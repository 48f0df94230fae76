"""Comparisons over the same games and the same luck: differences, and whether they are resolved.

Where several are made at once, Holm's correction keeps the chance of a single wrong "beats" among
all of them below 5 % (Holm, *A simple sequentially rejective multiple test procedure*,
Scandinavian Journal of Statistics 6, 1979).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, inf, isfinite, isnan, nan
from typing import Any

from quacks_sim.anytime import Anytime
from quacks_sim.statistics import CONFIDENCE, ClusterSums, Estimate

#: The chance with which :attr:`Comparison.games_to_resolve` games resolve a difference.
POWER = 0.8

_ALPHA = 1 - CONFIDENCE

#: More games than this are no help to anyone.
MOST_GAMES = 10**11


@dataclass(frozen=True, slots=True)
class Comparison:
    """A difference over the same games, among the others that were looked at with it.

    Attributes
    ----------
    difference : Estimate
        With the 95 % interval of this difference alone.
    games : int
        Over how many games.
    p_value : float
        Chance of a difference at least so large if there were none; NaN if nothing is known.
    adjusted : float
        The same after Holm's correction for all comparisons of the family.
    family : int
        How many comparisons were made at once.
    anytime : Anytime, optional
        If looks were taken while the games were played.
    """

    difference: Estimate
    games: int
    p_value: float
    adjusted: float
    family: int = 1
    anytime: Anytime | None = None

    @property
    def resolved(self) -> bool:
        """Whether the interval leaves out 0, and Holm's correction agrees."""
        apart = self.difference.low > 0 or self.difference.high < 0
        return apart and self.adjusted <= _ALPHA

    @property
    def games_to_resolve(self) -> int | None:
        """How many games would resolve it in four of five runs; None if no feasible number would.

        By the difference and the spread that were measured: the standard error falls with the
        square root of the games, and has to be so small that the difference is 0.84 of it beyond
        what counts as resolved (in a family: as its first one, at 5 % divided by their number).
        """
        from scipy.special import ndtri

        error, mean = self.difference.standard_error, self.difference.mean
        if not mean or not isfinite(error):
            return None
        beyond = float(ndtri(POWER))
        reach = float(ndtri(1 - _ALPHA / 2 / self.family))
        if self.anytime is not None:
            reach = max(reach, self.anytime.critical(round(self.anytime.expected)))
        wanted = self.games * ((reach + beyond) * error / abs(mean)) ** 2
        return ceil(wanted) if wanted <= MOST_GAMES else None

    def to_dict(self) -> dict[str, Any]:
        """Return what the JSON output says beside the difference."""
        return {
            "p_value": None if isnan(self.p_value) else self.p_value,
            "p_value_holm": None if isnan(self.p_value) else self.adjusted,
            "resolved": self.resolved,
            "games_to_resolve": self.games_to_resolve,
        }


def compare(
    sums: ClusterSums,
    games: int,
    anytime: Anytime | None = None,
    *,
    shares: bool = False,
    sd: float = nan,
) -> Comparison:
    """Return the comparison whose differences by cluster add up to these sums.

    Parameters
    ----------
    sums : ClusterSums
        Of the difference.
    games : int
        Over how many games, as a person counts them.
    anytime : Anytime, optional
        If looks were taken while the games were played.
    shares : bool
        Whether the difference is one of shares, so that it lies between −1 and 1.
    sd : float
        Spread of the differences of single games, if it is known.
    """
    critical = None if anytime is None else anytime.critical(sums.clusters)
    estimate = (_of_shares if shares else ClusterSums.estimate)(sums, sd, critical)
    p_value = _p_value(estimate, sums.clusters, anytime)
    return Comparison(estimate, games, p_value, p_value, 1, anytime)


def level(games: int, sd: float = 0.0) -> Comparison:
    """Return the comparison of what cannot differ, whatever the luck; `sd` is that of games."""
    return Comparison(Estimate.exactly(0.0, sd), games, 1.0, 1.0)


def _of_shares(sums: ClusterSums, sd: float, critical: float | None) -> Estimate:
    """Return a difference of shares, which lies between −1 and 1, as Wilson has it.

    Moved to 0 … 1 it is the share that one side has of what both could win: in a duel its wins.
    """
    moved = replace(
        sums,
        total=(sums.games + sums.total) / 2,
        squares=(sums.sizes_squared + 2 * sums.by_size + sums.squares) / 4,
        by_size=(sums.sizes_squared + sums.by_size) / 2,
    )
    found = moved.share(sd, critical)
    return Estimate(sums.mean, sd, sums.standard_error, 2 * found.low - 1, 2 * found.high - 1)


def _p_value(estimate: Estimate, clusters: int, anytime: Anytime | None) -> float:
    from scipy.special import ndtr, stdtr

    error = estimate.standard_error
    if not isfinite(error):
        return float("nan")
    if not error:  # every deal alike: the sign test
        return 2 * 0.5**clusters if estimate.mean else 1.0
    distance = abs(estimate.mean) / error
    if anytime is not None:
        return anytime.p_value(distance, clusters)
    if clusters > 10_000:  # as for the intervals
        return float(2 * ndtr(-distance))
    return float(2 * stdtr(clusters - 1, -distance))


def holm(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """Return comparisons that were made at once, corrected for their number."""
    order = sorted(range(len(comparisons)), key=lambda each: _known(comparisons[each].p_value))
    adjusted = [1.0] * len(comparisons)
    largest = 0.0
    for before, place in enumerate(order):
        raw = _known(comparisons[place].p_value)
        largest = max(largest, min((len(order) - before) * raw, 1.0))
        adjusted[place] = largest
    return [
        replace(each, adjusted=value, family=len(comparisons))
        for each, value in zip(comparisons, adjusted, strict=True)
    ]


def _known(p_value: float) -> float:
    return inf if isnan(p_value) else p_value
