"""Intervals that stay honest however often one looks: an asymptotic confidence sequence.

A 95 % interval of the usual kind misses the truth in 1 of 20 runs when one looks once. Whoever
looks again and again, and stops when it pleases, is wrong more often. A *confidence sequence*
covers the truth at all looks together in 95 % of runs, and pays for it with intervals about one
and a half times as wide. This one is Robbins' normal mixture for means of unknown spread:
Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, *Time-uniform central limit theory and asymptotic
confidence sequences*, Annals of Statistics (2024), arXiv 2103.06476; it builds on Howard, Ramdas,
McAuliffe and Sekhon, *Time-uniform, nonparametric, nonasymptotic confidence sequences*, Annals of
Statistics 49 (2021), arXiv 1810.08240.
"""

from dataclasses import dataclass
from math import exp, inf, log, log1p, sqrt

from quacks_sim.statistics import CONFIDENCE

_ALPHA = 1 - CONFIDENCE


@dataclass(frozen=True, slots=True)
class Anytime:
    """How wide an interval must be after some clusters, to hold at every look.

    Attributes
    ----------
    expected : float
        At about how many clusters the run will end, a guess made before the first of them: there
        the intervals are narrowest for their number. A wrong guess costs width, never honesty:
        8 % if it is wrong by a factor of four.
    """

    expected: float

    @classmethod
    def to_reach(cls, half_width: float, players: int, rotations: int) -> "Anytime":
        """Return the sequence for a run that ends when win shares are known to ± `half_width`.

        The guess takes the games for independent and the share for the fair one; luck plays no part
        in it.
        """
        share = 1 / max(players, 2)
        variance = share * (1 - share) / rotations
        wide = cls(1.0).critical(1)  # the same whatever it is tuned to, there
        return cls(max(variance * (wide / half_width) ** 2, 1.0))

    @property
    def _rho_squared(self) -> float:
        """The parameter of the mixture that is best at `expected`."""
        return (-2 * log(_ALPHA) + log1p(-2 * log(_ALPHA))) / self.expected

    def critical(self, clusters: int) -> float:
        """Return how many standard errors a 95 % interval reaches after some clusters."""
        if clusters < 1:
            return inf
        mixed = clusters * self._rho_squared
        return sqrt(2 * (mixed + 1) / mixed * log(sqrt(mixed + 1) / _ALPHA))

    def p_value(self, errors: float, clusters: int) -> float:
        """Return the p-value, valid at every look, of a mean so many standard errors from 0."""
        mixed = clusters * self._rho_squared
        return min(sqrt(mixed + 1) * exp(-errors * errors * mixed / (2 * (mixed + 1))), 1.0)
