"""Charts of final points: not only their mean, but how often each number comes."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from numpy.typing import NDArray

from quacks_sim.charts.canvas import own_axes
from quacks_sim.charts.frames import check_columns
from quacks_sim.charts.rows import number_room
from quacks_sim.charts.scales import axis_range, scale_axis
from quacks_sim.charts.style import BLUE, FAINT, INK, PALE, dress, styled
from quacks_sim.charts.words import estimate_text, label_lines, literal, number_text

#: How much of its row the tallest bar fills.
_TALLEST = 0.82


@styled
def distribution(
    frame: pd.DataFrame, ax: Axes | None = None, *, means: pd.DataFrame | None = None
) -> Axes:
    """Draw how often each strategy ends with how many points: a row each, on one scale.

    Parameters
    ----------
    frame : DataFrame
        Columns ``strategy``, ``victory_points``, ``count``, as of :func:`points_frame`; the rows of
        the chart follow the order of the strategies in it.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    means : DataFrame, optional
        ``strategy``, ``victory_points``, ``victory_points_low``, ``victory_points_high``: gives the
        means their intervals.

    Returns
    -------
    Axes
    """
    check_columns(frame, ["strategy", "victory_points", "count"])
    if means is not None:
        check_columns(
            means, ["strategy", *(f"victory_points{end}" for end in ("", "_low", "_high"))]
        )
    names = frame["strategy"].drop_duplicates().tolist()
    ax = own_axes(ax, spread_height(len(names)), frame, "Line: the mean.")
    counts = {name: _counts(frame[frame["strategy"] == name]) for name in names}
    width = _bin_width(int(min(each.sum() for each in counts.values())))
    bars = {name: _binned(each, width) for name, each in counts.items()}
    tallest = max(float(each.max()) for each in bars.values())
    dress(ax, "x")
    words: list[str] = []
    for row, name in enumerate(names):
        heights = bars[name] / tallest * _TALLEST
        used = np.flatnonzero(heights)
        first, last = int(used[0]), int(used[-1])
        edges = np.arange(first, last + 2) * width - 0.5
        tops = row - np.append(heights[first : last + 1], heights[last])
        ax.fill_between(edges, row, tops, step="post", color=PALE, linewidth=0, zorder=2)
        ax.step(edges, tops, where="post", color=BLUE, linewidth=1, zorder=3)
        words.append(_mark_mean(ax, row, name, counts[name], means))
    low = int(frame["victory_points"].min()) // width * width - 0.5
    high = (int(frame["victory_points"].max()) // width + 1) * width - 0.5
    steps = "" if width == 1 else f", in steps of {width}"
    limits = axis_range([low, high], from_zero=False)
    label = f"final victory points{steps}"
    room, ticks = number_room(ax, words, names)
    scale_axis(ax, "x", limits, percent=False, label=label, room=room, ticks=ticks)
    ax.set_ylim(len(names) - 1 + 0.08, -1)
    ax.set_yticks(range(len(names)), [label_lines(name) for name in names], va="bottom")
    ax.tick_params(axis="y", length=0)
    ax.spines[["left", "bottom"]].set_color(FAINT)
    literal(ax.get_yticklabels())
    share = number_text(tallest, percent=True)
    literal(ax.set_title(f"How often each final score comes (the tallest bar: {share} of games)"))
    return ax


def spread_height(rows: int) -> float:
    """Return the inches that so many rows need, with axis and title."""
    return 0.62 * rows + 0.85


def _counts(frame: pd.DataFrame) -> NDArray[np.float64]:
    points = frame["victory_points"].to_numpy(dtype=np.int64)
    weights = frame["count"].to_numpy(dtype=np.float64)
    return np.bincount(points, weights=weights).astype(np.float64)


def _bin_width(games: int) -> int:
    """Return how many points a bar covers: few games would give a comb."""
    return 1 if games >= 5000 else 2 if games >= 1000 else 5


def _binned(counts: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """Return the share of games of each bar."""
    full = np.pad(counts, (0, -len(counts) % width)).reshape(-1, width).sum(axis=1)
    return np.asarray(full / full.sum(), dtype=np.float64)


def _mark_mean(
    ax: Axes,
    row: int,
    name: object,
    counts: NDArray[np.float64],
    means: pd.DataFrame | None,
) -> str:
    """Draw the mean of a row, and return the words at its right."""
    points = np.arange(len(counts))
    mean = float(np.average(points, weights=counts))
    spread = float(np.sqrt(np.average((points - mean) ** 2, weights=counts)))
    ax.plot([mean, mean], [row, row - 0.88], color=INK, linewidth=1.6, zorder=4, gid="mean")
    text = number_text(mean)
    if means is not None:
        own = means.loc[means["strategy"] == name].iloc[0]
        low, high = float(own["victory_points_low"]), float(own["victory_points_high"])
        text = estimate_text(mean, low, high)
    words = f"mean {text}\nspread (sd) {spread:.1f}"
    shown = ax.text(
        1.0, row - 0.42, words, size=8.5, color=INK,
        transform=ax.get_yaxis_transform(), ha="right", va="center", linespacing=1.3,
    )  # fmt: skip
    literal(shown)
    return words
