"""Charts of a strategy whose parameters or policies were varied."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from numpy.typing import NDArray

from quacks_sim import checked
from quacks_sim.charts.canvas import own_axes
from quacks_sim.charts.frames import (
    MEASURES,
    Measure,
    best_position,
    check_columns,
    find_measure,
    means,
    near_best,
    near_text,
    ranked,
)
from quacks_sim.charts.legends import legend_above
from quacks_sim.charts.rows import abridged, draw_rows, fair_share, rows_height
from quacks_sim.charts.scales import axis_range, numbers, scale_axis
from quacks_sim.charts.style import (
    BLUE,
    DASHES,
    INK,
    LINE_COLOURS,
    MARKERS,
    MOST_LINES,
    SOFT,
    dress,
    styled,
)
from quacks_sim.charts.words import axis_text, estimate_text, fair_text, literal, setting, shown
from quacks_sim.errors import InputError


@styled
def swept(
    frame: pd.DataFrame,
    axis: str,
    ax: Axes | None = None,
    *,
    measure: str = "win_share",
    players: int | None = None,
    in_order: bool = False,
) -> Axes:
    """Draw a result against the values of one axis, with 95 % intervals and the best value marked.

    Numbers give a line with a band; names give rows, best first, of which very many are abridged.
    Filled dots are values that are not resolved from the best one.

    Parameters
    ----------
    frame : DataFrame
        A column of that axis, and the measure with ``_low`` and ``_high``; one row a value, as of
        :meth:`SweepResult.to_frame`.
    axis : str
        The column of the values.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    measure : {"win_share", "victory_points", "explosion_rate"}
        What to draw.
    players : int, optional
        Seats at a table, for the line at the fair share.
    in_order : bool
        Keep up to 40 rows of names in the order of the frame.

    Returns
    -------
    Axes
    """
    wanted = find_measure(measure, MEASURES, frame)
    check_columns(frame, [axis])
    fair = _fair(players, measure)
    in_order = checked.switch(in_order, "in_order")
    values = numbers(frame[axis].tolist())
    says = f"Intervals: 95 %. {near_text(frame, measure, 'Filled dots', 'value')}"
    if values is not None:
        ax = own_axes(ax, 3.2, frame, says)
        order = np.argsort(values, kind="stable")
        _draw_line(ax, frame.iloc[order], values[order], wanted, axis, fair)
        return ax
    left_out = 0
    if not in_order or abridged(frame)[1]:
        frame, left_out = abridged(ranked(frame, measure))
    labels = frame[axis].tolist()
    ax = own_axes(ax, rows_height(labels), frame, says)
    best = best_position(frame, measure)
    draw_rows(ax, frame, labels, wanted, fair=fair, left_out=left_out, best=best)
    return ax


@styled
def swept_lines(
    frame: pd.DataFrame,
    axis: str,
    lines: str,
    ax: Axes | None = None,
    *,
    measure: str = "win_share",
    players: int | None = None,
) -> Axes:
    """Draw a result against the numbers of one axis, a line with a band for each value of another.

    The best value of each line has a ring, and stands in the legend.

    Parameters
    ----------
    frame : DataFrame
        Columns `axis` and `lines`, and the measure with ``_low`` and ``_high``.
    axis : str
        The column of the values from left to right, all numbers.
    lines : str
        The column that tells the lines apart, with up to seven values.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    measure : {"win_share", "victory_points", "explosion_rate"}
        What to draw.
    players : int, optional
        Seats at a table, for the line at the fair share.

    Raises
    ------
    InputError
        For values that are not numbers, and for more than seven lines.
    """
    wanted = find_measure(measure, MEASURES, frame)
    check_columns(frame, [axis, lines])
    fair = _fair(players, measure)
    values = numbers(frame[axis].tolist())
    names = list(dict.fromkeys(shown(each) for each in frame[lines]))
    if values is None or len(names) > MOST_LINES:
        cure = f"lines go over numbers, and up to {MOST_LINES} are told apart: take a heat map"
        raise InputError(f"{axis} and {lines} cannot be drawn as lines", cure)
    ax = own_axes(ax, 3.6, frame, "Bands: 95 % intervals. Rings: the best of each line.")
    dress(ax, "y")
    ends = [value for end in ("", "_low", "_high") for value in frame[f"{measure}{end}"]]
    limits = axis_range(ends, from_zero=False)
    cut = scale_axis(ax, "y", limits, percent=wanted.percent, label=wanted.unit, room=0.08)
    for number, name in enumerate(names):
        own = np.array([shown(each) == name for each in frame[lines]])
        _draw_one_of_lines(ax, frame[own], values[own], wanted, setting(lines, name), number)
    if fair is not None and ax.get_ylim()[0] < fair < ax.get_ylim()[1]:
        _fair_line(ax, fair, left=False)
    _value_ticks(ax, values)
    literal(ax.set_xlabel(axis_text(axis)))
    literal(ax.set_title(f"{wanted.title}{cut}"))
    legend_above(ax)
    return ax


def _fair(players: int | None, measure: str) -> float | None:
    fair = fair_share(players)
    return fair if measure == "win_share" else None


def _draw_one_of_lines(
    ax: Axes,
    frame: pd.DataFrame,
    values: NDArray[np.float64],
    measure: Measure,
    name: str,
    number: int,
) -> None:
    order = np.argsort(values, kind="stable")
    frame, values = frame.iloc[order], values[order]
    mean, low, high = means(frame, measure)
    colour = LINE_COLOURS[number]
    best = best_position(frame, measure.name)
    said = estimate_text(mean[best], low[best], high[best], percent=measure.percent)
    ax.fill_between(values, low, high, color=colour, alpha=0.15, linewidth=0, zorder=2)
    ax.plot(
        values, mean, color=colour, marker=MARKERS[number], linestyle=DASHES[number % 4], ms=4.5,
        linewidth=1.6, zorder=3, label=f"{name}: best {values[best]:g}, {said}",
    )  # fmt: skip
    ax.plot(
        values[best], mean[best], "o", ms=11, mfc="none", mec=INK, mew=1.3, zorder=5, gid="best"
    )


def _draw_line(
    ax: Axes,
    frame: pd.DataFrame,
    values: NDArray[np.float64],
    measure: Measure,
    axis: str,
    fair: float | None,
) -> None:
    mean, low, high = means(frame, measure)
    dress(ax, "y")
    limits = axis_range([*mean, *low, *high], from_zero=False)
    cut = scale_axis(ax, "y", limits, percent=measure.percent, label=measure.unit, room=0.17)
    ax.fill_between(values, low, high, color=BLUE, alpha=0.18, linewidth=0, zorder=2)
    ax.plot(values, mean, color=BLUE, linewidth=1.6, zorder=3)
    if len(values) == 1 and np.isfinite(low[0]):  # a band without width cannot be seen
        spread = np.vstack([mean - low, high - mean])
        ax.errorbar(values, mean, yerr=spread, ecolor=INK, elinewidth=1.3, capsize=3, zorder=3)
    near = near_best(frame, measure.name)
    for rows, fill in ((near, BLUE), (~near, "white")):
        ax.plot(values[rows], mean[rows], "o", ms=5.5, mec=BLUE, mfc=fill, color=BLUE, zorder=4)
    left = _mark_best(ax, values, (mean, low, high), best_position(frame, measure.name), measure)
    if fair is not None and ax.get_ylim()[0] < fair < ax.get_ylim()[1]:
        _fair_line(ax, fair, left=not left)
    _value_ticks(ax, values)
    literal(ax.set_xlabel(axis_text(axis)))
    literal(ax.set_title(f"{measure.title}{cut}"))


def _mark_best(
    ax: Axes,
    values: NDArray[np.float64],
    estimates: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]],
    best: int,
    measure: Measure,
) -> bool:
    """Mark the best value, and return whether it lies in the left half."""
    mean, low, high = (float(each[best]) for each in estimates)
    ax.plot(values[best], mean, "o", ms=12, mfc="none", mec=INK, mew=1.4, zorder=5, gid="best")
    text = f"best {values[best]:g}: {estimate_text(mean, low, high, percent=measure.percent)}"
    # Towards the middle, so that it stays inside at either end.
    span = np.ptp(values)
    part = (values[best] - values.min()) / span if span else 0.5
    side = "left" if part < 0.25 else "right" if part > 0.75 else "center"
    top = max(mean, high) if math.isfinite(high) else mean
    words = ax.annotate(
        text, (values[best], top), ({"left": -6, "right": 6, "center": 0}[side], 8),
        textcoords="offset points", ha=side, va="bottom", size=9, weight="bold", color=INK,
    )  # fmt: skip
    literal(words)
    return bool(part <= 0.5)


def _fair_line(ax: Axes, fair: float, *, left: bool) -> None:
    ax.axhline(fair, color=SOFT, linestyle=(0, (4, 3)), linewidth=1.1, zorder=1)
    words = ax.annotate(
        fair_text(fair), (0 if left else 1, fair), (3 if left else -2, 2),
        xycoords=("axes fraction", "data"), textcoords="offset points",
        ha="left" if left else "right", va="bottom", size=8.5, color=SOFT,
        bbox={"facecolor": "white", "alpha": 0.75, "linewidth": 0, "pad": 1},
    )  # fmt: skip
    literal(words)


def _value_ticks(ax: Axes, values: NDArray[np.float64]) -> None:
    """Put a tick at each value that was tried, if they are few and lie apart."""
    different = np.unique(values)
    span = np.ptp(values)
    if not span:
        ax.set_xlim(different[0] - 1, different[0] + 1)
    if not span or (len(different) <= 16 and np.diff(different).min() > span / 20):
        ax.set_xticks(different, [f"{each:g}" for each in different])
