"""Charts of differences: what each change brings or costs, compared with a base."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from quacks_sim.charts.bases import DIFFERENCES, Differences
from quacks_sim.charts.canvas import empty_picture, own_axes
from quacks_sim.charts.frames import check_columns
from quacks_sim.charts.legends import LINE, legend_above, legend_lines
from quacks_sim.charts.rows import MOST_ROWS, number_room, rows_height
from quacks_sim.charts.scales import numbers, scale_axis
from quacks_sim.charts.style import (
    BLUE,
    DASHES,
    FAINT,
    INK,
    LINE_COLOURS,
    MARKERS,
    MOST_LINES,
    SOFT,
    dress,
    styled,
)
from quacks_sim.charts.words import axis_text, change_text, label_lines, literal, shown
from quacks_sim.errors import InputError

MARKS = (
    "Differences over the same games and the same luck; whiskers and ± are 95 % intervals. "
    "Hollow: not resolved from zero."
)


@styled
def difference_rows(
    frame: pd.DataFrame,
    axis: str,
    ax: Axes | None = None,
    *,
    measure: str = "victory_points",
    base: str = "the base",
    named: bool = True,
) -> Axes:
    """Draw differences to a base, a row each in the order of the frame, about a line at zero.

    Parameters
    ----------
    frame : DataFrame
        A column `axis`, and the measure with ``_low``, ``_high`` and ``_resolved``, as of
        :func:`quacks_sim.charts.bases.differences_to`. Hollow dots are not resolved from zero.
    axis : str
        The column of the rows' names.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    measure : {"victory_points", "win_share"}
        What is compared.
    base : str
        What with, in words.
    named : bool
        Whether the rows' names are written; not beside a panel that has them.
    """
    columns = [measure, f"{measure}_low", f"{measure}_high", f"{measure}_resolved"]
    check_columns(frame, [axis, *columns])
    labels = frame[axis].tolist()
    ax = own_axes(ax, rows_height(labels), frame, MARKS)
    title, unit, _ = DIFFERENCES[measure]
    mean, low, high = (frame[name].to_numpy(dtype=float) for name in columns[:3])
    places = np.arange(len(frame), dtype=float)
    words = [change_text(*each) for each in zip(mean, low, high, strict=True)]
    dress(ax, "x")
    room, ticks = number_room(ax, words, labels)
    scale_axis(ax, "x", _limits(mean, low, high), percent=False, label=unit, room=room, ticks=ticks)
    ax.axvline(0, color=SOFT, linewidth=1.1, zorder=2)
    _dots(ax, (mean, low, high), places, frame[columns[3]].to_numpy(dtype=bool))
    for place, text in zip(places, words, strict=True):
        literal(
            ax.text(
                1.0, place, text, transform=ax.get_yaxis_transform(), ha="right", va="center",
                size=8.5, color=INK,
            )
        )  # fmt: skip
    ax.set_yticks(places, [label_lines(each) if named else "" for each in labels])
    ax.set_ylim(places[-1] + 0.6, -0.6)
    ax.tick_params(axis="y", length=0, labelsize=9 if len(labels) < 16 else 8)
    ax.spines["left"].set_color(FAINT)
    literal([*ax.get_yticklabels(), ax.set_title(_title(title, base, narrow=True))])
    return ax


def _title(what: str, base: str, *, narrow: bool = False) -> str:
    return label_lines(f"{what}, compared with {base}", 34 if narrow else 92)


def _dots(
    ax: Axes,
    estimates: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]],
    places: NDArray[np.float64],
    resolved: NDArray[np.bool_],
) -> None:
    mean, low, high = estimates
    spread = np.nan_to_num(np.vstack([mean - low, high - mean])).clip(min=0)
    ax.errorbar(
        mean, places, xerr=spread, fmt="none", ecolor=INK, elinewidth=1.2, capsize=2.5, zorder=3
    )
    for rows, fill in ((resolved, BLUE), (~resolved, "white")):
        ax.plot(mean[rows], places[rows], "o", ms=5, mec=BLUE, mfc=fill, zorder=4)


def _limits(*ends: NDArray[np.float64]) -> tuple[float, float]:
    known = np.concatenate([each[np.isfinite(each)] for each in ends])
    low, high = min(0.0, float(known.min())), max(0.0, float(known.max()))
    margin = max(high - low, 1e-9) * 0.04
    return low - margin, high + margin


@styled
def difference_lines(
    frame: pd.DataFrame,
    axis: str,
    lines: str | None,
    ax: Axes | None = None,
    *,
    measure: str = "victory_points",
    base: str = "the base",
    legend: bool = True,
) -> Axes:
    """Draw differences to a base over the numbers of one axis, a line for each value of another.

    Parameters
    ----------
    frame : DataFrame
        As of :func:`difference_rows`.
    axis : str
        The column of the values from left to right, all numbers.
    lines : str, optional
        The column that tells the lines apart, with up to seven values.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    measure : {"victory_points", "win_share"}
        What is compared.
    base : str
        What with, in words.
    legend : bool
        Whether to say which line is whose.

    Raises
    ------
    InputError
        For values that are no numbers, and for more than seven lines.
    """
    needed = [measure, f"{measure}_low", f"{measure}_high", f"{measure}_resolved"]
    check_columns(frame, [axis, *needed])
    values = numbers(frame[axis].tolist())
    names = _names(frame, lines)
    if values is None or len(names) > MOST_LINES:
        raise InputError(
            f"{axis} cannot be drawn as lines", f"they go over numbers, and are up to {MOST_LINES}"
        )
    ax = own_axes(ax, 3.2, frame, MARKS)
    dress(ax, "y")
    mean, low, high = (
        frame[f"{measure}{end}"].to_numpy(dtype=float) for end in ("", "_low", "_high")
    )
    title, unit, _ = DIFFERENCES[measure]
    for number, name in enumerate(names):
        own = np.array([lines is None or shown(each) == name for each in frame[lines or axis]])
        places = np.flatnonzero(own)[np.argsort(values[own], kind="stable")]
        spread = np.nan_to_num([mean[places] - low[places], high[places] - mean[places]])
        look: dict[str, Any] = {"color": LINE_COLOURS[number], "marker": MARKERS[number]}
        ax.errorbar(
            values[places], mean[places], yerr=np.clip(spread, 0, None), capsize=2.5,
            elinewidth=1.2, label=name, linestyle=DASHES[number % 4], zorder=3, **look,
        )  # fmt: skip
        hollow = [place for place in places if not frame[f"{measure}_resolved"].iloc[place]]
        ax.plot(values[hollow], mean[hollow], linestyle="", mfc="white", zorder=4, **look)
    scale_axis(ax, "y", _limits(mean, low, high), percent=False, label=unit)
    ax.axhline(0, color=SOFT, linewidth=1.1, zorder=2)
    different = np.unique(values)
    if len(different) <= 16:
        ax.set_xticks(different, [f"{each:g}" for each in different])
    literal([ax.set_xlabel(axis_text(axis)), ax.set_title(_title(title, base))])
    if legend and len(names) > 1:
        legend_above(ax)
    return ax


def _names(frame: pd.DataFrame, lines: str | None) -> list[str]:
    return [""] if lines is None else list(dict.fromkeys(map(shown, frame[lines])))


def differences_figure(found: Differences, title: str, says: str, *, solo: bool = False) -> Figure:
    """Return the figure of differences: lines over numbers, else rows; points and games won."""
    measures = ["victory_points"] if solo else ["victory_points", "win_share"]
    across, lines = _arranged(found)
    if across is not None:
        # A line goes through the base where that lies on it.
        is_along = found.whole is not None and across == found.base_axis
        frame = found.whole if is_along else found.frame
        assert frame is not None
        names = _names(frame, lines)
        legend = LINE * legend_lines(names) if len(names) > 1 else 0
        figure = empty_picture(3.0 * len(measures) + legend, title, says)
        ratios = [3.0 + legend, *[3.0] * (len(measures) - 1)]
        panels = figure.subplots(len(measures), 1, squeeze=False, height_ratios=ratios)[:, 0]
        for number, (panel, measure) in enumerate(zip(panels, measures, strict=True)):
            difference_lines(
                frame, across, lines, panel, measure=measure, base=found.base,
                legend=number == 0,
            )  # fmt: skip
        return figure
    frame, name = _rows(found)
    figure = empty_picture(rows_height(frame[name].tolist()) + 0.3, title, says)
    panels = figure.subplots(1, len(measures), squeeze=False)[0]
    for number, (panel, measure) in enumerate(zip(panels, measures, strict=True)):
        difference_rows(frame, name, panel, measure=measure, base=found.base, named=number == 0)
    return figure


def _arranged(found: Differences) -> tuple[str | None, str | None]:
    """Return what goes from left to right and what tells lines apart, if that can be drawn."""
    axes = found.axes
    numeric = [axis for axis in axes if numbers(found.frame[axis].tolist()) is not None]
    if not numeric or len(axes) > 2:
        return None, None
    rest: Sequence[str] = [axis for axis in axes if axis != numeric[0]]
    if rest and found.frame[rest[0]].map(shown).nunique() > MOST_LINES:
        return None, None
    return numeric[0], rest[0] if rest else None


def _rows(found: Differences) -> tuple[pd.DataFrame, str]:
    """Return the rows by falling difference in points, the many ones shortened, and their names."""
    frame = found.frame.sort_values("victory_points", ascending=False, kind="stable")
    if len(frame) > MOST_ROWS:
        half = MOST_ROWS // 2
        frame = pd.concat([frame.iloc[:half], frame.iloc[-half:]])
    if len(found.axes) == 1:
        return frame.reset_index(drop=True), found.axes[0]
    rows = frame[found.axes].itertuples(index=False, name=None)
    names = [", ".join(shown(each) for each in row) for row in rows]
    return frame.assign(cell=names).reset_index(drop=True), "cell"
