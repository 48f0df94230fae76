"""Races: candidates play the same games, and those that are clearly too weak drop out early.

After an eighth, a quarter and half of the games each candidate is compared with the last one that
is good enough, over the same games. Whoever is worse beyond doubt plays no more. The idea is that
of Hoeffding races (O. Maron and A. W. Moore, *The racing algorithm*, Artificial Intelligence Review
11, 1997), here with paired differences, and Holm's correction for their number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from quacks_sim.comparisons import Comparison, compare, holm
from quacks_sim.statistics import ClusterSums

#: After which shares of the games it is looked who drops out.
LOOKS = (8, 4, 2)

#: Fewer deals than these tell nothing about their spread.
FEWEST_DEALS = 16


@dataclass(frozen=True)
class Score:
    """What an entrant has brought in so far, summed over clusters of games.

    Attributes
    ----------
    sums : ndarray of float64, shape (clusters,)
    sizes : ndarray of int64, shape (clusters,)
        Games of each cluster.
    """

    sums: NDArray[np.float64]
    sizes: NDArray[np.int64]

    @property
    def games(self) -> int:
        """Games of all clusters."""
        return int(self.sizes.sum())

    @property
    def mean(self) -> float:
        """What a game brought."""
        return float(self.sums.sum()) / self.games

    def over(self, other: "Score", *, shares: bool) -> Comparison:
        """Return by how much this is more than what another one brought in the same games."""
        sums = ClusterSums.of(self.sums - other.sums, self.sizes)
        return compare(sums, self.games, shares=shares)


class Arena(Protocol):
    """Where entrants play the same games. Number 0 is the start, with which all are compared."""

    @property
    def shares(self) -> bool:
        """Whether scores are shares, between 0 and 1."""

    def play(self, entrants: Sequence[int], games: int) -> None:
        """Let some entrants play on until each has played so many games (at each table)."""

    def score(self, entrant: int) -> Score:
        """Return what an entrant has brought in."""


@dataclass(frozen=True)
class Outcome:
    """How one candidate came out.

    Attributes
    ----------
    games : int
        How many it played.
    gain : Comparison
        What it brought more than the start, over these games.
    dropped : bool
        Whether it was clearly too weak before the last game.
    """

    games: int
    gain: Comparison
    dropped: bool


@dataclass(frozen=True)
class Race:
    """A race that is over.

    Attributes
    ----------
    order : tuple of int
        Numbers of the candidates, from 1, the best first.
    outcomes : mapping of int to Outcome
        By number.
    """

    order: tuple[int, ...]
    outcomes: dict[int, Outcome]


def race(arena: Arena, candidates: Sequence[int], games: int, keep: int, step: int = 1) -> Race:
    """Let candidates race.

    Parameters
    ----------
    arena : Arena
    candidates : sequence of int
        Their numbers, from 1.
    games : int
        How many each plays that does not drop out.
    keep : int
        How many have to be found: whoever is clearly worse than the last of these drops out.
    step : int
        Games come in multiples of this.
    """
    running = list(candidates)
    out: list[int] = []
    outcomes: dict[int, Outcome] = {}
    for wanted in looks(games, step):
        arena.play([0, *running], wanted)
        start = arena.score(0)
        scores = {each: arena.score(each) for each in running}
        running.sort(key=lambda each: (-scores[each].mean, each))
        lost = _clearly_worse(scores, running, keep, arena.shares) if wanted < games else set()
        for each in running:
            gain = scores[each].over(start, shares=arena.shares)
            outcomes[each] = Outcome(scores[each].games, gain, each in lost)
        out = [*(each for each in running if each in lost), *out]
        running = [each for each in running if each not in lost]
    return Race((*running, *out), outcomes)


def looks(games: int, step: int) -> list[int]:
    """Return after how many games it is looked, the last time after all of them."""
    found = [games // part // step * step for part in LOOKS]
    return [each for each in found if each >= FEWEST_DEALS * step] + [games]


def _clearly_worse(
    scores: dict[int, Score], ranked: Sequence[int], keep: int, shares: bool
) -> set[int]:
    if len(ranked) <= keep:
        return set()
    bar = scores[ranked[keep - 1]]
    behind = ranked[keep:]
    compared = holm([scores[each].over(bar, shares=shares) for each in behind])
    pairs = zip(behind, compared, strict=True)
    return {each for each, found in pairs if found.resolved and found.difference.mean < 0}
