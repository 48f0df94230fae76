"""Charts by round: explosions, points, and what was bought."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.patches import Patch
from numpy.typing import NDArray

from quacks_sim import checked
from quacks_sim.charts.canvas import own_axes
from quacks_sim.charts.frames import ROUND_MEASURES, check_columns, find_measure, means
from quacks_sim.charts.legends import legend_above
from quacks_sim.charts.scales import axis_range, scale_axis
from quacks_sim.charts.style import (
    CHIPS,
    DASHES,
    FAINT,
    INK,
    LINE_COLOURS,
    MARKERS,
    MOST_LINES,
    dress,
    styled,
)
from quacks_sim.charts.words import label_lines, literal, shown
from quacks_sim.errors import InputError
from quacks_sim.rules.tables import ROUNDS

#: A part of a bar lower than this carries no letter, in parts of the height of the axes.
_LEAST_LETTERED = 0.07


@styled
def by_round(
    frame: pd.DataFrame,
    ax: Axes | None = None,
    *,
    measure: str = "exploded",
    legend: bool = True,
) -> Axes:
    """Draw a result of each round, a line for each strategy, with 95 % intervals.

    Parameters
    ----------
    frame : DataFrame
        Columns ``strategy``, ``round``, and the measure with ``_low`` and ``_high``, as of
        :func:`rounds_frame`.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    measure : {"exploded", "points_gained"}
        What to draw.
    legend : bool
        Whether to say which line is whose; one strategy needs no legend.

    Returns
    -------
    Axes

    Raises
    ------
    InputError
        For more than seven strategies, which nobody could tell apart.
    """
    wanted = find_measure(measure, ROUND_MEASURES, frame)
    check_columns(frame, ["strategy", "round"])
    legend = checked.switch(legend, "legend")
    names = frame["strategy"].drop_duplicates().tolist()
    if len(names) > MOST_LINES:
        raise InputError(
            f"{len(names)} strategies are too many lines for one chart",
            f"choose up to {MOST_LINES} of them",
        )
    ax = own_axes(ax, 3.2, frame, "Whiskers: 95 % intervals.")
    dress(ax, "y")
    for number, name in enumerate(names):
        own = frame[frame["strategy"] == name].sort_values("round")
        mean, low, high = means(own, wanted)
        spread = np.nan_to_num(np.vstack([mean - low, high - mean])).clip(min=0)
        # Side by side by a hair, so that whiskers of equal numbers do not hide each other.
        aside = (number - (len(names) - 1) / 2) * 0.06
        ax.errorbar(
            own["round"].to_numpy(dtype=float) + aside, mean, yerr=spread,
            color=LINE_COLOURS[number], marker=MARKERS[number], linestyle=DASHES[number % 4],
            capsize=2.5, elinewidth=1.2, label=shown(name), zorder=3 + number / 10,
        )  # fmt: skip
    limits = axis_range([*frame[measure], *frame[f"{measure}_high"]], from_zero=True)
    scale_axis(ax, "y", limits, percent=wanted.percent, label=wanted.unit)
    _round_axis(ax)
    literal(ax.set_title(wanted.title))
    if legend and len(names) > 1:
        legend_above(ax)
    return ax


def _round_axis(ax: Axes) -> None:
    ax.set_xticks(range(1, ROUNDS + 1))
    ax.set_xlim(0.5, ROUNDS + 0.5)
    ax.set_xlabel("round")


@styled
def purchases(
    frame: pd.DataFrame,
    ax: Axes | None = None,
    *,
    strategy: str | None = None,
    legend: bool = True,
    most: float | None = None,
) -> Axes:
    """Draw how many chips of each colour one strategy buys in each round.

    Parameters
    ----------
    frame : DataFrame
        Columns ``strategy``, ``round`` and one for each colour, as of :func:`purchases_frame`.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    strategy : str, optional
        Whose purchases; the first one's if not given.
    legend : bool
        Whether to say which colour is which; parts that are high enough carry their letter anyway.
    most : float, optional
        Chips at the top of the axis, for several panels on one scale.

    Returns
    -------
    Axes
    """
    check_columns(frame, ["strategy", "round", *CHIPS])
    legend = checked.switch(legend, "legend")
    if most is not None:
        most = checked.real(most, "most", 0, 100, cure="give the chips at the top of the axis")
    names = list(map(str, frame["strategy"].drop_duplicates()))
    chosen = names[0] if strategy is None else checked.one_of(strategy, "the strategy", names)
    own = frame[frame["strategy"] == chosen].sort_values("round")
    check_columns(own, ["round"])
    ax = own_axes(ax, 3.4, frame, "Mean numbers of chips.")
    dress(ax, "y")
    rounds = own["round"].to_numpy(dtype=float)
    top = most or most_bought(own)
    scale_axis(ax, "y", (0, max(top, 0.01)), percent=False, label="chips bought a game")
    floor = np.zeros(len(own))
    for colour, (fill, hatch, letter) in CHIPS.items():
        heights = own[colour].to_numpy(dtype=float)
        if not heights.any():
            continue
        ax.bar(
            rounds, heights, bottom=floor, width=0.78, color=fill, hatch=hatch,
            edgecolor="white", linewidth=0.8, label=f"{colour} ({letter})", zorder=2,
        )  # fmt: skip
        ink = INK if colour in ("orange", "yellow") else "white"
        _letter(ax, rounds, floor, heights, letter, (ink, fill))
        floor = floor + heights
    _round_axis(ax)
    ax.spines["left"].set_color(FAINT)
    literal(ax.set_title(label_lines(chosen, 40)))
    if legend:
        colour_legend(ax)
    return ax


def most_bought(frame: pd.DataFrame) -> float:
    """Return the most chips that a strategy of the frame buys in a round."""
    return float(frame[list(CHIPS)].sum(axis=1).max())


def colour_legend(ax: Axes) -> None:
    """Say above the axes which fill stands for which colour of chips."""
    bars = [each for each in ax.containers if isinstance(each, BarContainer)]
    made = ax.legend(
        bars, [str(each.get_label()) for each in bars], loc="lower left",
        bbox_to_anchor=(0, 1), ncols=7, borderaxespad=0.2, handlelength=1.4, columnspacing=1.1,
    )  # fmt: skip
    literal(made.get_texts())
    ax.set_title(ax.get_title(loc="left"), loc="left", pad=26)


def chip_patches(frame: pd.DataFrame) -> list[Patch]:
    """Return a legend's entries for the colours that anybody buys."""
    return [
        Patch(facecolor=fill, hatch=hatch, edgecolor="white", label=f"{colour} ({letter})")
        for colour, (fill, hatch, letter) in CHIPS.items()
        if frame[colour].to_numpy().any()
    ]


def _letter(
    ax: Axes,
    rounds: NDArray[np.float64],
    floor: NDArray[np.float64],
    heights: NDArray[np.float64],
    letter: str,
    colours: tuple[str, str],
) -> None:
    least = _LEAST_LETTERED * ax.get_ylim()[1]
    for place, below, height in zip(rounds, floor, heights, strict=True):
        if height >= least:
            ax.text(
                place, below + height / 2, letter, ha="center", va="center", size=8,
                color=colours[0], weight="bold", zorder=3,
                bbox={"facecolor": colours[1], "linewidth": 0, "pad": 1},
            )  # fmt: skip
