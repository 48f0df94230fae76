"""The chart of two objectives: who scores most, and who wins most often, among the same plans."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from quacks_sim.charts.canvas import empty_picture, own_axes
from quacks_sim.charts.frames import best_position, check_columns
from quacks_sim.charts.legends import LINE, legend_above, legend_lines
from quacks_sim.charts.scales import numbers
from quacks_sim.charts.style import (
    DASHES,
    INK,
    LINE_COLOURS,
    MARKERS,
    MOST_LINES,
    SOFT,
    dress,
    styled,
)
from quacks_sim.charts.words import setting, shown

MARKS = (
    "Each dot is a plan, by how far it is behind the best one in points and in games won, over the "
    "same games; whiskers are 95 % intervals. A plan that is best at both would lie in the corner."
)

#: The two measures: what is compared, and its scale and name on an axis.
_OBJECTIVES = {
    "victory_points": (1, "victory points behind the plan that scores most (square)"),
    "win_share": (
        100,
        "percentage points of games won\nbehind the plan that wins most often (ring)",
    ),
}


@styled
def two_objectives(frame: pd.DataFrame, lines: str | None = None, ax: Axes | None = None) -> Axes:
    """Draw how far each row is behind the best one, in points and in games won.

    Parameters
    ----------
    frame : DataFrame
        ``victory_points``, ``win_share``, and for both the differences to the best row:
        ``_to_best``, ``_to_best_low`` and ``_to_best_high``, as of
        :func:`quacks_sim.cells.estimates_frame`.
    lines : str, optional
        A column with up to seven values: rows of the same value are joined in their order.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    """
    behind = []
    for measure, (scale, _) in _OBJECTIVES.items():
        columns = [f"{measure}_to_best{end}" for end in ("", "_low", "_high")]
        check_columns(frame, [measure, *columns])
        behind.append(scale * frame[columns].to_numpy(dtype=float))
    points, wins = behind
    ax = own_axes(ax, 4.2, frame, MARKS)
    dress(ax, "y")
    for line in (ax.axvline, ax.axhline):
        line(0, color=SOFT, linewidth=1.1, zorder=2)
    labels = [""] * len(frame) if lines is None else [shown(each) for each in frame[lines]]
    for number, label in enumerate(dict.fromkeys(labels)):
        own = np.array([each == label for each in labels])
        ax.errorbar(
            points[own, 0], wins[own, 0], xerr=_reach(points[own]), yerr=_reach(wins[own]),
            color=LINE_COLOURS[number], marker=MARKERS[number], ms=4.5, linewidth=1.3,
            linestyle=DASHES[number % 4] if lines else "", elinewidth=0.8, zorder=3,
            label=setting(str(lines), label),
        )  # fmt: skip
    for measure, mark in (("win_share", "o"), ("victory_points", "s")):
        best = best_position(frame, measure)
        ax.plot(
            points[best, 0], wins[best, 0], mark, ms=13, mfc="none", mec=INK, mew=1.4, zorder=5,
            gid=f"best {measure}",
        )  # fmt: skip
    for axis in (ax.xaxis, ax.yaxis):
        low, high = axis.get_view_interval()
        axis.set_ticks([each for each in axis.get_ticklocs() if low <= each <= high])
    ax.set_xlabel(_OBJECTIVES["victory_points"][1])
    ax.set_ylabel(_OBJECTIVES["win_share"][1])
    ax.set_title("Scoring and winning")
    if lines is not None:
        legend_above(ax)
    return ax


def _reach(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far intervals reach below and above; shape (2, rows)."""
    mean, low, high = differences.T
    return np.vstack([mean - low, high - mean])


def objectives_figure(frame: pd.DataFrame, axes: list[str], title: str, says: str) -> Figure:
    """Return the figure of two objectives; plans along the numbers of one axis are joined."""
    lines = _line_axis(frame, axes)
    labels = [] if lines is None else [setting(lines, each) for each in frame[lines].unique()]
    legend = LINE * legend_lines(labels) if labels else 0
    figure = empty_picture(4.4 + legend, title, says)
    two_objectives(frame, lines, figure.subplots())
    return figure


def _line_axis(frame: pd.DataFrame, axes: list[str]) -> str | None:
    """Return the axis whose values are lines, along the numbers of the other one; or None."""
    if len(axes) != 2:
        return None
    for along, lines in (axes, axes[::-1]):
        few = frame[lines].map(shown).nunique() <= MOST_LINES
        if few and numbers(frame[along].tolist()) is not None:
            return lines
    return None
