"""The chart of luck and skill: how much of what differs between results is due to who plays.

The results of a table vary for two reasons: strategies have different means, and the results of
each vary around its mean. By the law of total variance the two add up to the variance of all
results, each strategy having as many. The first part's share is what skill decides; the rest is
luck. It speaks of these strategies: beside worse ones skill shows more.
"""

from collections.abc import Sequence
from math import nan, sqrt
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from quacks_sim.batches import games_of_batches, sums_of_batches
from quacks_sim.charts.canvas import empty_picture, own_axes
from quacks_sim.charts.frames import Measure, check_columns, find_measure
from quacks_sim.charts.rows import draw_rows, rows_height
from quacks_sim.results import PlayResult
from quacks_sim.statistics import Estimate, t_quantile

LUCK_MEASURES = {
    each.name: each
    for each in (
        Measure("skill_of_points", "Final points", "share of the variance", True),
        Measure("skill_of_wins", "Wins", "share of the variance", True),
    )
}


def luck_frame(results: Sequence[PlayResult], names: Sequence[str]) -> pd.DataFrame:
    """Return for each table the share of the variance that is due to the strategy.

    Parameters
    ----------
    results : sequence of PlayResult
        Tables of at least two strategies.
    names : sequence of str
        What the tables are called.

    Returns
    -------
    DataFrame
        ``table``, ``games``; ``skill_of_points`` and ``skill_of_wins`` (0 … 1) with ``_low`` and
        ``_high``: 95 % intervals, with deals as the unit.
    """
    rows = []
    for name, result in zip(names, results, strict=True):
        row: dict[str, Any] = {"table": name, "games": result.games}
        shares = (_share_of_points(result), _share_of_wins(result))
        if result.match.is_of_equals:
            shares = (Estimate.exactly(0.0, nan),) * 2
        for column, found in zip(LUCK_MEASURES, shares, strict=True):
            row |= {column: found.mean, f"{column}_low": found.low, f"{column}_high": found.high}
        rows.append(row)
    return pd.DataFrame(rows)


def _share_of_points(result: PlayResult) -> Estimate:
    sums, squares = (
        _by_strategy(result, name) for name in ("victory_points", "victory_points_squared")
    )
    return strategy_share(sums, squares, games_of_batches(result))


def _share_of_wins(result: PlayResult) -> Estimate:
    sums = _by_strategy(result, "win_share")
    # The square of a win is the win; of shared ones it is less, in a few games.
    whole = np.array([each.win_share.sd**2 + each.win_share.mean**2 for each in result.strategies])
    shared = whole / np.maximum(sums.sum(axis=0) / result.games, 1e-300)
    return strategy_share(sums, sums * shared, games_of_batches(result))


def _by_strategy(result: PlayResult, measure: str) -> NDArray[np.float64]:
    """Return the sums of each strategy over batches of deals; shape (batches, strategies)."""
    strategies = range(result.match.players)
    return np.array([sums_of_batches(result, each, measure) for each in strategies]).T


def strategy_share(
    sums: NDArray[np.float64], squares: NDArray[np.float64], games: NDArray[np.int64]
) -> Estimate:
    """Return the share of the variance of all results that lies between the strategies.

    The interval is that of the delta method: how far the share may be off comes from what each
    batch of deals adds to it. All strategies of a batch go in together, because what one wins
    another one loses. Near 0, where means that differ by luck make up the whole share, the second
    order counts as well.

    Parameters
    ----------
    sums, squares : ndarray of float64, shape (batches, strategies)
        Results and their squares, added up over batches of deals.
    games : ndarray of int64, shape (batches,)
        Games of each batch; those without a game are left out.

    Returns
    -------
    Estimate
        Between 0 and 1; its ends are unknown for fewer than two batches.
    """
    played = games > 0
    sums, squares, games = sums[played], squares[played], games[played]
    batches, total = len(games), games.sum()
    means = sums.sum(axis=0) / total
    apart = means - means.mean()
    whole = float(squares.sum() / total / len(means) - means.mean() ** 2)
    if batches < 2 or whole <= 0:
        return Estimate(float(np.mean(apart**2)) / whole if whole > 0 else nan, nan, nan, nan, nan)
    # How far each batch is off, in the means and in the variance of all results.
    off = sums - games[:, None] * means
    off_whole = (squares - 2 * means.mean() * sums).mean(axis=1)
    off_whole -= games * off_whole.sum() / total
    off -= off.mean(axis=1, keepdims=True)
    scale = batches / (batches - 1) / total**2
    covariance = off.T @ off * scale
    share = float(np.mean(apart**2) - np.trace(covariance) / len(means)) / whole
    slopes = (2 * off @ apart / len(means) - share * off_whole) / whole
    second = 2 * float(np.sum(covariance**2)) / (len(means) * whole) ** 2
    error = sqrt(float(slopes @ slopes) * scale + second)
    reach = t_quantile(batches - 1) * error
    ends = np.clip([share, share - reach, share + reach], 0.0, 1.0)
    return Estimate(float(ends[0]), nan, error, float(ends[1]), float(ends[2]))


def luck_rows(
    frame: pd.DataFrame,
    ax: Axes | None = None,
    *,
    measure: str = "skill_of_points",
    named: bool = True,
) -> Axes:
    """Draw the share that is due to the strategy, a bar for each table.

    Parameters
    ----------
    frame : DataFrame
        As of :func:`luck_frame`.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    measure : {"skill_of_points", "skill_of_wins"}
        Of what the variance is taken apart.
    named : bool
        Whether the rows' names are written; not beside a panel that has them.
    """
    wanted = find_measure(measure, LUCK_MEASURES, frame)
    check_columns(frame, ["table"])
    labels = frame["table"].tolist()
    ax = own_axes(ax, rows_height(labels), frame, "The rest is luck.")
    draw_rows(ax, frame, labels, wanted, bars=True, named=named)
    return ax


def luck_figure(
    results: Sequence[PlayResult], names: Sequence[str], title: str, says: str
) -> Figure:
    """Return the figure of luck and skill: final points, and wins."""
    frame = luck_frame(results, names)
    figure = empty_picture(rows_height(frame["table"].tolist()) + 0.3, title, says)
    panels = figure.subplots(1, 2)
    for number, (panel, measure) in enumerate(zip(panels, LUCK_MEASURES, strict=True)):
        luck_rows(frame, panel, measure=measure, named=number == 0)
    return figure
