"""Charts of one row for each strategy or value: a mark, its interval, and the number in words."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from numpy.typing import NDArray

from quacks_sim import checked
from quacks_sim.charts.canvas import own_axes
from quacks_sim.charts.frames import (
    MEASURES,
    Measure,
    check_columns,
    find_measure,
    means,
    near_best,
    ranked,
)
from quacks_sim.charts.scales import axis_range, scale_axis
from quacks_sim.charts.style import BLUE, FAINT, INK, PALE, SOFT, dress, styled
from quacks_sim.charts.words import estimate_text, fair_text, label_lines, literal, text_inches
from quacks_sim.rules.tables import MOST_SEATS

#: With more values than this only the first and last ones are shown.
MOST_ROWS, TOP_ROWS, BOTTOM_ROWS = 32, 20, 5

#: Size of the numbers in words, at the right.
_NUMBER_SIZE = 8.5


def fair_share(players: int | None) -> float | None:
    """Return the share of games that equals win, None if nobody said at how many seats, or alone.

    Raises
    ------
    InputError
        For a number of seats that no table has.
    """
    if players is None:
        return None
    seats = checked.whole(players, "players", 1, MOST_SEATS)
    return 1 / seats if seats > 1 else None


def rows_height(labels: Sequence[object]) -> float:
    """Return the inches that rows with these names need, with axis and title."""
    lines = sum(max(label_lines(label).count("\n") + 1, 1.4) for label in labels)
    return 0.2 * lines + 1.0


@styled
def win_shares(frame: pd.DataFrame, ax: Axes | None = None, *, players: int | None = None) -> Axes:
    """Draw how often each strategy wins, best first, with 95 % intervals.

    Parameters
    ----------
    frame : DataFrame
        Columns ``strategy``, ``win_share``, ``win_share_low``, ``win_share_high`` and, for ties,
        ``victory_points``, as of :meth:`PlayResult.to_frame`.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    players : int, optional
        Seats at a table, for the line at the fair share; if not given, 2 to 4 rows are
        taken for one table.

    Returns
    -------
    Axes
    """
    measure = find_measure("win_share", MEASURES, frame)
    check_columns(frame, ["strategy"])
    frame = ranked(frame, "win_share")
    ax = own_axes(ax, rows_height(frame["strategy"].tolist()), frame, "Whiskers: 95 % intervals.")
    if players is None and 2 <= len(frame) <= 4:
        players = len(frame)
    fair = fair_share(players)
    draw_rows(ax, frame, frame["strategy"].tolist(), measure, bars=True, fair=fair)
    return ax


@styled
def mean_points(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Draw the mean final points of each strategy, most first, with 95 % intervals.

    Parameters
    ----------
    frame : DataFrame
        Columns ``strategy``, ``victory_points``, ``victory_points_low``, ``victory_points_high``.
    ax : Axes, optional
        Where to draw; a new figure if not given.

    Returns
    -------
    Axes
    """
    measure = find_measure("victory_points", MEASURES, frame)
    check_columns(frame, ["strategy"])
    frame = ranked(frame, "victory_points")
    ax = own_axes(ax, rows_height(frame["strategy"].tolist()), frame, "Whiskers: 95 % intervals.")
    draw_rows(ax, frame, frame["strategy"].tolist(), measure)
    return ax


def abridged(frame: pd.DataFrame) -> tuple[pd.DataFrame, int]:
    """Return the rows to show of ranked ones, and how many are left out after the first 20."""
    if len(frame) <= MOST_ROWS:
        return frame, 0
    shown_rows = pd.concat([frame.iloc[:TOP_ROWS], frame.iloc[-BOTTOM_ROWS:]], ignore_index=True)
    return shown_rows, len(frame) - len(shown_rows)


def draw_rows(
    ax: Axes,
    frame: pd.DataFrame,
    labels: Sequence[object],
    measure: Measure,
    *,
    bars: bool = False,
    fair: float | None = None,
    left_out: int = 0,
    best: int | None = None,
    named: bool = True,
    colour: str = BLUE,
) -> None:
    """Draw one row for each row of a frame, from the top, into axes.

    Parameters
    ----------
    bars : bool
        Bars from zero; else dots on an axis that may begin above zero.
    fair : float, optional
        Where the line at the fair share stands; left out if it lies far from all dots.
    left_out : int
        Rows not shown between the first 20 and the others.
    best : int, optional
        The row that is marked as the best; dots of rows that are worse beyond doubt are hollow.
    named : bool
        Whether the rows' names are written; not beside a panel that has them.
    colour : str
        Of the dots.
    """
    mean, low, high = means(frame, measure)
    places = np.arange(len(frame), dtype=float)
    if left_out:
        places[TOP_ROWS:] += 1
    dress(ax, "x")
    ends = [*mean, *low, *high]
    if fair is not None and not bars and not _close(fair, ends):
        fair = None
    words = [
        estimate_text(*each, percent=measure.percent) for each in zip(mean, low, high, strict=True)
    ]
    room, ticks = number_room(ax, words, labels)
    limits = axis_range([*ends, *([] if fair is None else [fair])], from_zero=bars)
    scale_axis(ax, "x", limits, percent=measure.percent, label=measure.unit, room=room, ticks=ticks)
    _draw_marks(ax, frame, places, measure, bars=bars, best=best, colour=colour)
    _write_numbers(ax, places, words, best)
    _name_rows(ax, places, labels if named else [""] * len(frame), left_out if named else 0)
    if fair is not None:
        _fair_line(ax, fair)
    literal(ax.set_title(measure.title, pad=20))  # above the words of the fair share


def _draw_marks(
    ax: Axes,
    frame: pd.DataFrame,
    places: NDArray[np.float64],
    measure: Measure,
    *,
    bars: bool,
    best: int | None,
    colour: str,
) -> None:
    mean, low, high = means(frame, measure)
    if bars:
        ax.barh(places, mean, height=0.62, color=PALE, zorder=2)
    known = np.isfinite(low) & np.isfinite(high)
    spread = np.vstack([mean - low, high - mean])[:, known].clip(min=0)
    ax.errorbar(
        mean[known], places[known], xerr=spread, fmt="none", ecolor=INK, elinewidth=1.3,
        capsize=3 if len(frame) < 16 else 2, zorder=4,
    )  # fmt: skip
    if not bars:
        near = np.ones(len(frame), bool) if best is None else near_best(frame, measure.name)
        for rows, fill in ((near, colour), (~near, "white")):
            _dots(ax, mean[rows], places[rows], mec=colour, mfc=fill, ms=5)
    if best is not None:
        _dots(ax, mean[[best]], places[[best]], mec=INK, mfc="none", ms=11, mew=1.3, gid="best")


def _close(fair: float, ends: Sequence[float]) -> bool:
    """Return whether a line is so close to the numbers that it does not squeeze them."""
    low, high = float(np.nanmin(ends)), float(np.nanmax(ends))
    return low - (high - low) <= fair <= high + (high - low)


def _dots(ax: Axes, across: NDArray[np.float64], down: NDArray[np.float64], **look: Any) -> None:
    """Draw dots whole, also where they lie on the border of the axes."""
    for dots in ax.plot(across, down, "o", zorder=5, clip_on=False, **look):
        dots.set_in_layout(False)


def number_room(ax: Axes, words: Sequence[str], labels: Sequence[object]) -> tuple[float, int]:
    """Return which part of the width of axes the numbers at their right need, and how many ticks
    go into the rest; both from the names of the rows, because the layout comes later."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    width = ax.get_position().width * figure.get_figwidth()
    place = ax.get_subplotspec()
    if figure.get_layout_engine() is not None and place is not None:
        names = max(text_inches(label_lines(each), 9) for each in labels)
        columns = place.get_gridspec().ncols
        width = (figure.get_figwidth() - 0.4 - names) / columns - 0.1 * (columns - 1)
    needed = max(text_inches(each, _NUMBER_SIZE, bold=True) for each in words) + 0.2
    room = min(max(needed / max(width, 1.0), 0.1), 0.6)
    return room, min(max(int(width * (1 - room) / 0.65), 2), 6)


def _write_numbers(
    ax: Axes, places: NDArray[np.float64], words: Sequence[str], best: int | None
) -> None:
    for row, place in enumerate(places):
        text = ax.text(
            1.0, place, words[row], transform=ax.get_yaxis_transform(), ha="right", va="center",
            size=_NUMBER_SIZE, color=INK, weight="bold" if row == best else "normal",
        )  # fmt: skip
        literal(text)


def _name_rows(
    ax: Axes,
    places: NDArray[np.float64],
    labels: Sequence[object],
    left_out: int,
) -> None:
    names = [label_lines(label) for label in labels]
    ax.set_yticks(places, names)
    ax.set_ylim(places[-1] + 0.6, -0.6)
    ax.tick_params(axis="y", length=0, labelsize=9 if len(names) < 16 else 8)
    ax.spines["left"].set_color(FAINT)
    literal(ax.get_yticklabels())
    if left_out:
        ax.text(
            0.01, TOP_ROWS, f"… {left_out} more between these …",
            transform=ax.get_yaxis_transform(), va="center", size=8.5, color=SOFT, style="italic",
            zorder=6, bbox={"facecolor": "white", "linewidth": 0, "pad": 2},
        )  # fmt: skip


def _fair_line(ax: Axes, fair: float) -> None:
    ax.axvline(fair, color=SOFT, linestyle=(0, (4, 3)), linewidth=1.1, zorder=3)
    words = ax.annotate(
        fair_text(fair), (fair, 1), (0, 3),
        xycoords=("data", "axes fraction"), textcoords="offset points",
        ha="center", va="bottom", size=8.5, color=SOFT,
    )  # fmt: skip
    literal(words)
