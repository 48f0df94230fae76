"""The chart of luck and skill: how much of what differs between results is due to who plays.

The model is the one-way layout of the analysis of variance: a result is a mean, plus the effect of
the strategy, plus chance. The variance between strategies is that of their means less what chance
leaves in them; its share of the whole is the intraclass correlation (Searle, Casella and McCulloch,
*Variance Components*, 1992, chapter 3). It speaks of these strategies: among worse ones skill shows
more.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from quacks_sim.charts.canvas import empty_picture, own_axes
from quacks_sim.charts.frames import Measure, check_columns, find_measure
from quacks_sim.charts.rows import draw_rows, rows_height
from quacks_sim.results import PlayResult
from quacks_sim.statistics import normal_quantile

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
        ``_high``: 95 % intervals for these strategies, by the errors of their means.
    """
    rows = []
    for name, result in zip(names, results, strict=True):
        row: dict[str, Any] = {"table": name, "games": result.games}
        pairs = (("skill_of_points", "victory_points"), ("skill_of_wins", "win_share"))
        for column, measure in pairs:
            found = [getattr(each, measure) for each in result.strategies]
            share, reach = strategy_share(
                [each.mean for each in found],
                [each.standard_error for each in found],
                [each.sd for each in found],
            )
            row |= {column: share, f"{column}_low": max(share - reach, 0.0)}
            row[f"{column}_high"] = min(share + reach, 1.0)
        rows.append(row)
    return pd.DataFrame(rows)


def strategy_share(
    means: Sequence[float], errors: Sequence[float], spreads: Sequence[float]
) -> tuple[float, float]:
    """Return the share of the variance between strategies, and half of its 95 % interval.

    Parameters
    ----------
    means, errors : sequence of float
        Mean result of each strategy, and the standard error of it.
    spreads : sequence of float
        Spread of the single results of each strategy.
    """
    mean, error = np.array(means), np.array(errors)
    between = max(float(np.var(mean, ddof=1) - np.mean(error**2)), 0.0)
    within = float(np.mean(np.square(spreads)))
    # The derivative of a variance by each of its numbers carries their errors on.
    slopes = 2 * (mean - mean.mean()) / (len(mean) - 1)
    of_between = sqrt(float(np.sum((slopes * error) ** 2)))
    share = between / (between + within)
    return share, normal_quantile() * of_between * within / (between + within) ** 2


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
