"""The chart of how high and how wild: mean, spread and explosions of each cell side by side."""

from collections.abc import Sequence
from math import sqrt

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from quacks_sim.cells import estimates_frame
from quacks_sim.charts.canvas import empty_picture, own_axes
from quacks_sim.charts.frames import Measure, check_columns, find_measure
from quacks_sim.charts.rows import abridged, draw_rows, rows_height
from quacks_sim.results import PlayResult
from quacks_sim.statistics import t_quantile

SPREAD = Measure("victory_points_spread", "Spread (sd)", "victory points", False)

#: The panels, from left to right; three of them beside each other have room for few words.
PANELS = {
    each.name: each
    for each in (
        Measure("victory_points", "Mean", "victory points", False),
        SPREAD,
        Measure("explosion_rate", "Explosions", "rounds", True),
    )
}


def spread_frame(results: Sequence[PlayResult]) -> pd.DataFrame:
    """Return one row a result: means, explosion rate and spread of its first strategy.

    The standard error of a variance s² is √((m₄ − s⁴) / n), with m₄ the fourth central moment, and
    that of s is the same divided by 2s (Cramér, *Mathematical Methods of Statistics*, 27.4 and
    28.4). n counts deals: with rotated seats the games of a deal are alike.

    Returns
    -------
    DataFrame
        As of :func:`quacks_sim.cells.estimates_frame`, and ``victory_points_spread`` with
        ``_low`` and ``_high``.
    """
    frame = estimates_frame(results)
    ends = []
    for result in results:
        first = result.strategies[0]
        points = np.arange(len(first.points_counts))
        apart = points - first.victory_points.mean
        fourth = float(np.average(apart**4, weights=first.points_counts))
        spread = first.victory_points.sd
        deals = max(result.games // result.match.rotations, 1)
        error = sqrt(max(fourth - spread**4, 0.0) / deals) / (2 * spread) if spread > 0 else 0.0
        reach = t_quantile(max(deals - 1, 1)) * error
        ends.append((spread, spread - reach, spread + reach))
    name = SPREAD.name
    frame[[name, f"{name}_low", f"{name}_high"]] = ends
    return frame


def spread_rows(
    frame: pd.DataFrame,
    axis: str,
    ax: Axes | None = None,
    *,
    measure: str = SPREAD.name,
    named: bool = True,
) -> Axes:
    """Draw one of the panels: a row for each row of the frame, in its order.

    Parameters
    ----------
    frame : DataFrame
        As of :func:`spread_frame`, and the column `axis` with the names of the rows.
    axis : str
        The column of the rows' names.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    measure : {"victory_points", "victory_points_spread", "explosion_rate"}
        What is drawn.
    named : bool
        Whether the rows' names are written; not beside a panel that has them.
    """
    wanted = find_measure(measure, PANELS, frame)
    check_columns(frame, [axis])
    labels = frame[axis].tolist()
    ax = own_axes(ax, rows_height(labels), frame, "Whiskers: 95 % intervals.")
    draw_rows(ax, frame, labels, wanted, bars=True, named=named)
    return ax


def spread_figure(frame: pd.DataFrame, axis: str, title: str, says: str) -> Figure:
    """Return the figure of mean, spread and explosions, side by side."""
    rows, _ = abridged(frame)
    labels = rows[axis].tolist()
    figure = empty_picture(rows_height(labels) + 0.2, title, says)
    panels = figure.subplots(1, len(PANELS), squeeze=False)[0]
    for number, (panel, measure) in enumerate(zip(panels, PANELS, strict=True)):
        spread_rows(rows, axis, panel, measure=measure, named=number == 0)
    return figure
