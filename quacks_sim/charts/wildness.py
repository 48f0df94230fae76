"""The chart of how high and how wild: mean, spread and explosions of each cell side by side."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from quacks_sim.batches import games_of_batches, sums_of_batches
from quacks_sim.cells import estimates_frame
from quacks_sim.charts.canvas import empty_picture, own_axes
from quacks_sim.charts.frames import Measure, check_columns, find_measure
from quacks_sim.charts.rows import abridged, draw_rows, rows_height
from quacks_sim.results import PlayResult
from quacks_sim.statistics import ClusterSums

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

    The variance is the mean of squares less the square of the mean; how far it may be off comes
    from what each deal adds to it, to the first order: x² − 2mx. That of the spread s is the same
    divided by 2s (the delta method: Cramér, *Mathematical Methods of Statistics*, 28.4).

    Returns
    -------
    DataFrame
        As of :func:`quacks_sim.cells.estimates_frame`, and ``victory_points_spread`` with
        ``_low`` and ``_high``.
    """
    frame = estimates_frame(results)
    ends = [_spread(result) for result in results]
    name = SPREAD.name
    frame[[name, f"{name}_low", f"{name}_high"]] = ends
    return frame


def _spread(result: PlayResult) -> tuple[float, float, float]:
    """Return the spread of the first strategy's points, and the ends of its interval."""
    points = result.strategies[0].victory_points
    squares, sums = (
        sums_of_batches(result, 0, measure)
        for measure in ("victory_points_squared", "victory_points")
    )
    variance = ClusterSums.of(squares - 2 * points.mean * sums, games_of_batches(result))
    reach = 0.0
    if points.sd > 0:
        reach = variance.quantile() * variance.standard_error / (2 * points.sd)
    return points.sd, points.sd - reach, points.sd + reach


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
