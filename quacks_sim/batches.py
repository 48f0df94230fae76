"""Comparisons between tables that met the same luck, from the sums of their batches of deals.

Two tables with the same seed, seats and rotation deal the same games. The difference of what a
deal brought at one table and at the other is then far steadier than either. To pair any two of
many tables without keeping their games, the kernel adds deals up in batches (see
:data:`quacks_sim.kernel.block.BATCHES`): up to that many deals a batch is a single deal, beyond it
a cluster of several, whose sums spread as much as their deals together.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from quacks_sim.comparisons import Comparison, compare, holm, level
from quacks_sim.kernel.block import BATCHED, BATCHES
from quacks_sim.kernel.round_end import TWELFTHS
from quacks_sim.statistics import ClusterSums

if TYPE_CHECKING:
    from quacks_sim.results import PlayResult

_UNITS = {name: TWELFTHS if name.startswith("win_share") else 1 for name in BATCHED}


def games_of_batches(result: "PlayResult") -> NDArray[np.int64]:
    """Return how many games each batch of a result has; shape (BATCHES,)."""
    rotations = result.match.rotations
    deals, rest = divmod(result.games, rotations)
    each, more = divmod(deals, BATCHES)
    games = np.full(BATCHES, each * rotations, np.int64)
    games[:more] += rotations
    games[more] += rest  # the last deal, if not all of its rotations were played
    return games


def sums_of_batches(result: "PlayResult", strategy: int, measure: str) -> NDArray[np.float64]:
    """Return the sum of a measure of one strategy over each batch; shape (BATCHES,).

    Parameters
    ----------
    result : PlayResult
    strategy : int
        Its place in the match, 0–3; for the measure of a seat, the seat.
    measure : {"victory_points", "win_share", "victory_points_squared", "win_share_of_seat"}
        See :data:`quacks_sim.kernel.block.BATCHED`.
    """
    sums: NDArray[np.int64] = result.totals.batch_sums[:, BATCHED.index(measure), strategy]
    return sums / _UNITS[measure]


def same_luck(results: "Sequence[PlayResult]") -> bool:
    """Return whether results played the same number of the same games."""
    dealt = {
        (each.match.seed, each.games, each.match.rotations, each.match.players) for each in results
    }
    return len(dealt) == 1


def against_best(
    results: "Sequence[PlayResult]", measure: str, best: int
) -> tuple[Comparison, ...]:
    """Return the difference of each result to the best one, of the strategy that sits first.

    Parameters
    ----------
    results : sequence of PlayResult
        The cells of a sweep: the same games, see :func:`same_luck`.
    measure : {"victory_points", "win_share"}
    best : int
        Index of the best result.

    Returns
    -------
    tuple of Comparison
        One for each result, corrected by Holm for all of them; the difference of the best one to
        itself is 0 and not resolved.
    """
    return against(results, [best] * len(results), measure)


def against(
    results: "Sequence[PlayResult]",
    references: "Sequence[int]",
    measure: str,
    *,
    everyone: bool = False,
) -> tuple[Comparison, ...]:
    """Return the difference of each result to another one over the same games.

    Parameters
    ----------
    results : sequence of PlayResult
        Each played the same games as its reference, see :func:`same_luck`.
    references : sequence of int
        For each result the index of the one that it is compared with.
    measure : {"victory_points", "win_share"}
    everyone : bool
        Whether the mean of all seats is compared, not the strategy that sits first.

    Returns
    -------
    tuple of Comparison
        One for each result, corrected by Holm for all of them; the difference of a result to
        itself is 0 and not resolved.
    """
    known = {place: _sums_of_batches(results[place], measure, everyone) for place in references}
    found = []
    for place, (result, reference) in enumerate(zip(results, references, strict=True)):
        if place == reference:
            found.append(level(result.games))
            continue
        own = known[place] if place in known else _sums_of_batches(result, measure, everyone)
        sums = ClusterSums.of(own - known[reference], games_of_batches(result))
        found.append(compare(sums, result.games, shares=measure == "win_share"))
    real = [place for place, reference in enumerate(references) if place != reference]
    corrected = dict(zip(real, holm([found[place] for place in real]), strict=True))
    return tuple(corrected.get(place, each) for place, each in enumerate(found))


def _sums_of_batches(result: "PlayResult", measure: str, everyone: bool) -> NDArray[np.float64]:
    strategies = range(result.match.players if everyone else 1)
    sums = [sums_of_batches(result, each, measure) for each in strategies]
    return np.asarray(np.mean(sums, axis=0), dtype=np.float64)
