"""Heat maps: a result for every pair of values of two axes."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from quacks_sim import checked
from quacks_sim.charts.canvas import own_axes
from quacks_sim.charts.frames import (
    MEASURES,
    Measure,
    best_position,
    check_columns,
    find_measure,
    near_best,
    near_text,
)
from quacks_sim.charts.scales import numbers
from quacks_sim.charts.style import INK, dress, styled
from quacks_sim.charts.words import (
    axis_text,
    estimate_text,
    label_lines,
    literal,
    percent_text,
    setting,
    shown,
    text_inches,
    wrapped,
)
from quacks_sim.errors import InputError

#: Cells carry their number up to this many columns and cells.
MOST_LABELLED_COLUMNS, MOST_LABELLED = 14, 120

#: The colours from the lowest value to the highest one, which is the brightest.
LOW_TO_HIGH = "cividis"

#: How bright red, green and blue look.
_BRIGHTNESS = np.array([0.299, 0.587, 0.114])


@styled
def heat_map(
    frame: pd.DataFrame,
    axes: Sequence[str],
    ax: Axes | None = None,
    *,
    measure: str = "win_share",
) -> Axes:
    """Draw a result for each pair of values of two axes; the best cell has a frame.

    Cells that are not resolved from the best one have a dot in their corner.

    Parameters
    ----------
    frame : DataFrame
        Two columns of values, and the measure with ``_low`` and ``_high``; one row a pair.
    axes : sequence of str
        The column of the values from left to right, and of those from bottom to top.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    measure : {"win_share", "victory_points", "explosion_rate"}
        What to draw.

    Returns
    -------
    Axes
    """
    wanted = find_measure(measure, MEASURES, frame)
    named = checked.items(axes, "axes", "name two columns of the frame")
    if len(named) != 2:
        raise InputError(f"a map cannot have {len(named)} axes", "name two columns of the frame")
    across, up = axes = named
    check_columns(frame, [across, up])
    columns, rows = _places(frame[across].tolist()), _places(frame[up].tolist())
    says = near_text(frame, measure, "Dots", "cell")
    ax = own_axes(ax, map_height(frame, axes), frame, says)
    grid = np.full((len(rows), len(columns)), np.nan)
    spots = [
        (rows[shown(down)], columns[shown(over)])
        for over, down in zip(frame[across], frame[up], strict=True)
    ]
    for spot, value in zip(spots, frame[measure].to_numpy(dtype=float), strict=True):
        grid[spot] = value
    shares = np.ma.masked_invalid(grid)
    mesh = ax.pcolormesh(shares, cmap=LOW_TO_HIGH, edgecolors="white", linewidth=1)
    for ticks, names, axis in ((ax.set_xticks, columns, across), (ax.set_yticks, rows, up)):
        texts = [label_lines(name, 18) for name in names]
        # Names wider than their columns stand upright.
        upright = axis == across and max(text_inches(each, 9.5) for each in texts) > 6.8 / len(
            names
        )
        ticks(np.arange(len(names)) + 0.5, texts, rotation=90 if upright else 0)
        (ax.set_xlabel if ticks == ax.set_xticks else ax.set_ylabel)(axis_text(axis))
    literal([ax.xaxis.label, ax.yaxis.label, *ax.get_xticklabels(), *ax.get_yticklabels()])
    dress(ax)
    ax.tick_params(length=0)
    ax.spines[["left", "bottom"]].set_visible(False)
    _label_cells(ax, frame, axes, spots, wanted, mesh)
    colour_bar(ax, mesh, wanted.unit, percent=wanted.percent)
    return ax


def map_height(frame: pd.DataFrame, axes: Sequence[str]) -> float:
    """Return the inches that a heat map needs."""
    return 1.3 + 0.42 * max(len(_places(frame[axes[1]].tolist())), 4)


def _places(values: Sequence[Any]) -> dict[str, int]:
    """Return the place of each value: numbers by size, names in their order."""
    known = numbers(values)
    if known is not None:
        values = [value for _, value in sorted(zip(known, values, strict=True), key=lambda x: x[0])]
    return {name: place for place, name in enumerate(dict.fromkeys(shown(each) for each in values))}


def _label_cells(
    ax: Axes,
    frame: pd.DataFrame,
    axes: Sequence[str],
    spots: Sequence[tuple[int, int]],
    measure: Measure,
    mesh: Any,
) -> None:
    best = best_position(frame, measure.name)
    near = near_best(frame, measure.name)
    columns = 1 + max(column for _, column in spots)
    labelled = len(spots) <= MOST_LABELLED and columns <= MOST_LABELLED_COLUMNS
    means = frame[measure.name].to_numpy(dtype=float)
    fills = mesh.to_rgba(means)
    for index, (row, column) in enumerate(spots):
        colour = readable_on(fills[index])
        if labelled:
            number = means[index] * (100 if measure.percent else 1)
            ax.text(
                column + 0.5, row + 0.5, f"{number:.1f}", ha="center", va="center", size=9,
                color=colour, weight="bold" if index == best else "normal",
            )  # fmt: skip
        if near[index] and index != best:
            ax.plot(column + 0.9, row + 0.85, "o", ms=3, color=colour, mew=0)
    row, column = spots[best]
    ax.add_patch(
        Rectangle((column, row), 1, 1, fill=False, ec="black", lw=2.6, clip_on=False, gid="best")
    )
    line = frame.iloc[best]
    mean, low, high = (float(line[f"{measure.name}{end}"]) for end in ("", "_low", "_high"))
    said = estimate_text(mean, low, high, percent=measure.percent)
    where = ", ".join(setting(axis, line[axis]) for axis in axes)
    title = wrapped(f"{measure.title}: best {said} at {where}", 7.0, 10.5, bold=True)
    literal(ax.set_title("\n".join(title)))


def readable_on(fill: Any) -> str:
    """Return the colour of letters on a cell that is filled like this."""
    return "white" if fill[:3] @ _BRIGHTNESS < 0.5 else INK


def colour_bar(ax: Axes, mesh: Any, label: str, *, percent: bool) -> None:
    """Draw the scale of the colours beside a map."""
    bar = ax.figure.colorbar(mesh, ax=ax, pad=0.02, aspect=30)
    low, high = mesh.get_clim()
    places = MaxNLocator(8, steps=[1, 2, 5, 10]).tick_values(low, high)
    bar.set_ticks([each for each in places if low <= each <= high])
    bar.outline.set_visible(False)
    if bar.solids is not None:
        # As shapes: a bitmap inside an SVG would be a picture that a page has to load.
        bar.solids.set(rasterized=False, edgecolor="face")
    bar.ax.tick_params(length=0, labelsize=9, labelcolor=INK)
    if percent:
        bar.ax.yaxis.set_major_formatter(FuncFormatter(percent_text))
    bar.set_label(label, color=INK)
