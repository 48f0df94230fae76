"""The chart of where points come from: by round and by kind of income, one upon another."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from quacks_sim.charts.canvas import empty_picture, own_axes
from quacks_sim.charts.frames import check_columns
from quacks_sim.charts.scales import scale_axis
from quacks_sim.charts.style import INK, LINE_COLOURS, dress, styled
from quacks_sim.charts.words import label_lines, literal
from quacks_sim.results import PlayResult
from quacks_sim.rules.tables import ROUNDS

#: Columns of a round's record, and what they are called.
SOURCES = {
    "points_space": "scoring space",
    "points_die": "bonus die",
    "points_blue": "blue chips",
    "points_purple": "purple chips",
    "points_card": "event cards",
    "points_tube": "test tubes",
    "points_final": "coins and rubies at the end",
}

_HATCHES = ("", "//", "..", "\\\\", "xx", "--", "++")


def sources_frame(result: PlayResult) -> pd.DataFrame:
    """Return the points of the first strategy by round and by kind of income, means a game.

    Returns
    -------
    DataFrame
        ``round``, ``games``, and a column for each of :data:`SOURCES` that this version records.
    """
    first = result.strategies[0]
    means = first.by_round
    columns = [name for name in SOURCES if name in means]
    frame = means[columns].reset_index()
    return frame.assign(games=first.games)


@styled
def points_by_source(
    frame: pd.DataFrame, ax: Axes | None = None, *, title: str = "", most: float | None = None
) -> Axes:
    """Draw the points of each round, stacked by kind of income.

    Parameters
    ----------
    frame : DataFrame
        As of :func:`sources_frame`.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    title : str
        Above the axes.
    most : float, optional
        Points at the top of the axis, for several panels on one scale.
    """
    check_columns(frame, ["round"])
    ax = own_axes(ax, 3.4, frame, "Mean numbers of points.")
    dress(ax, "y")
    rounds = frame["round"].to_numpy(dtype=float)
    floor = np.zeros(len(frame))
    for number, name in enumerate(_used([frame])):
        heights = frame[name].to_numpy(dtype=float)
        ax.bar(
            rounds, heights, bottom=floor, width=0.78, color=LINE_COLOURS[number],
            hatch=_HATCHES[number], edgecolor="white", linewidth=0.8, zorder=2,
        )  # fmt: skip
        floor = floor + heights
    for place, total in zip(rounds, floor, strict=True):
        ax.annotate(
            f"{total:.1f}", (place, total), (0, 2), textcoords="offset points", ha="center",
            va="bottom", size=8.5, color=INK,
        )  # fmt: skip
    scale_axis(
        ax, "y", (0, (most or float(floor.max())) * 1.06), percent=False, label="points a game"
    )
    ax.set_xticks(range(1, ROUNDS + 1))
    ax.set_xlim(0.5, ROUNDS + 0.5)
    ax.set_xlabel("round")
    literal(ax.set_title(label_lines(title, 40)))
    return ax


def _used(frames: Sequence[pd.DataFrame]) -> list[str]:
    """Return the kinds of income from which anything comes in any of the frames."""
    return [
        name
        for name in SOURCES
        if any(name in frame and frame[name].to_numpy().any() for frame in frames)
    ]


def sources_figure(
    results: Sequence[PlayResult], names: Sequence[str], title: str, says: str
) -> Figure:
    """Return the figure of the points of several cells, a panel each."""
    frames = [sources_frame(result) for result in results]
    used = _used(frames)
    frames = [frame[["round", "games", *used]] for frame in frames]
    most = max(float(frame[used].sum(axis=1).max()) for frame in frames)
    rows, columns = (len(frames) + 1) // 2, min(len(frames), 2)
    figure = empty_picture(2.9 * rows + 0.5, title, says)
    grid = figure.add_gridspec(rows + 1, columns, height_ratios=[0.1, *[1] * rows])
    key = figure.add_subplot(grid[0, :])
    key.set_axis_off()
    key.legend(
        handles=[
            Patch(
                facecolor=LINE_COLOURS[number], hatch=_HATCHES[number], edgecolor="white",
                label=SOURCES[name],
            )
            for number, name in enumerate(used)
        ],
        loc="upper left", borderaxespad=0, ncols=4, handlelength=1.6, columnspacing=1.3,
    )  # fmt: skip
    for place, (frame, name) in enumerate(zip(frames, names, strict=True)):
        panel = figure.add_subplot(grid[1 + place // columns, place % columns])
        points_by_source(frame, panel, title=name, most=most)
    return figure
