"""Axes that begin at zero, or say where they begin, and end where the numbers end."""

import math
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator
from numpy.typing import NDArray

from quacks_sim.charts.words import percent_text


def axis_range(values: Sequence[float], *, from_zero: bool) -> tuple[float, float]:
    """Return where an axis begins and where its numbers end.

    Without `from_zero` it begins close below the lowest number, if that is far from zero.
    """
    known = [float(each) for each in values if math.isfinite(each)] or [0.0]
    low, high = min(known), max(known)
    spread = max(high - low, abs(high) * 0.02, 1e-9)
    if from_zero or low < 0.4 * high or high <= 0:
        return min(0.0, low), max(high, 1e-9)
    step = 10.0 ** math.floor(math.log10(spread))
    return max(math.floor((low - 0.15 * spread) / step) * step, 0.0), high


def scale_axis(
    ax: Axes,
    which: str,
    limits: tuple[float, float],
    *,
    percent: bool,
    label: str,
    room: float = 0.05,
    ticks: int = 6,
) -> str:
    """Give an axis its limits, ticks and label, and return words if it does not begin at zero.

    The words go to the label of a horizontal axis; for a vertical one they are too long.

    Parameters
    ----------
    ax : Axes
    which : {"x", "y"}
    limits : tuple of float
        Where it begins, and where the numbers end.
    percent : bool
        Whether the numbers are shares.
    label : str
        What is measured.
    room : float
        Part of the axis that is left free beyond the last number, without ticks.
    ticks : int
        About how many steps there are at most.
    """
    begin, end = limits
    axis = ax.xaxis if which == "x" else ax.yaxis
    last = end + (end - begin) * room / (1 - room)
    (ax.set_xlim if which == "x" else ax.set_ylim)(begin, last)
    places = MaxNLocator(ticks, steps=[1, 2, 5, 10]).tick_values(begin, end)
    reach = (end - begin) * 1e-6 if room > 0.1 else last - end
    axis.set_ticks([tick for tick in places if begin - 1e-12 <= tick <= end + reach])
    if percent:
        axis.set_major_formatter(FuncFormatter(percent_text))
    cut = ""
    if begin > 0:
        start = percent_text(round(begin, 12)) if percent else f"{begin:.6g}"
        cut = f" (axis begins at {start}, not at 0)"
    axis.set_label_text(label + cut if which == "x" else label)
    if which == "x" and not cut:
        axis.label.set_x((1 - room) / 2)  # below the middle of the numbers
    # The line of the axis ends where its numbers end.
    ax.spines["bottom" if which == "x" else "left"].set_bounds(begin, end if room > 0.1 else last)
    return cut


def numbers(values: Sequence[object]) -> NDArray[np.float64] | None:
    """Return values as numbers, or None if they are not all numbers."""
    kinds = (int, float, np.number)
    if all(isinstance(each, kinds) and not isinstance(each, bool) for each in values):
        return np.array(values, dtype=np.float64)
    return None
