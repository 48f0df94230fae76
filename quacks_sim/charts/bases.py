"""Frames of differences: what a change brings, compared with the same games without it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from quacks_sim.batches import against, same_luck
from quacks_sim.charts.words import shown
from quacks_sim.errors import InputError, in_short
from quacks_sim.results import PlayResult

#: What is compared, its unit, and by how much a number is multiplied for a person.
DIFFERENCES = {
    "victory_points": ("Final victory points", "victory points", 1),
    "win_share": ("Share of games won", "percentage points of games won", 100),
}


@dataclass(frozen=True)
class Differences:
    """Differences of cells to a base.

    Attributes
    ----------
    frame : DataFrame
        One row a cell that is not a base: the axes, and for each measure ``MEASURE``, its ends
        ``_low`` and ``_high`` (95 % interval, in the units of :data:`DIFFERENCES`), and whether it
        is ``_resolved``.
    axes : list of str
        What still tells the rows apart.
    base : str
        What they are compared with, in words.
    whole : DataFrame, optional
        The same with the bases, whose differences are 0.
    base_axis : str
        The axis of which the base is a value.
    """

    frame: pd.DataFrame
    axes: list[str]
    base: str
    whole: pd.DataFrame | None = None
    base_axis: str = ""


def differences_to(
    results: Sequence[PlayResult],
    values: pd.DataFrame,
    axes: Sequence[str],
    base: Any,
    *,
    everyone: bool = False,
) -> Differences:
    """Return the difference of each cell to the one that has the base instead of its own value.

    Parameters
    ----------
    results : sequence of PlayResult
        Those of the cells.
    values : DataFrame
        One row a cell, with the axes.
    axes : sequence of str
        What tells cells apart.
    base : int, float or str
        A value of one of the axes; without one (None) the first value of the first axis.
    everyone : bool
        Whether the mean of all seats is compared, not the strategy that sits first.

    Raises
    ------
    InputError
        If the base is no value of an axis, or the cells did not meet the same luck.
    """
    axis, label = _axis_of(values, axes, base)
    others = [each for each in axes if each != axis]
    groups = [tuple(map(shown, row)) for row in values[others].itertuples(index=False, name=None)]
    bases = {
        group: place
        for place, group in enumerate(groups)
        if shown(values[axis].iloc[place]) == label
    }
    references = [bases[group] for group in groups]
    if not all(same_luck([results[a], results[b]]) for a, b in enumerate(references)):
        raise InputError("the cells did not play the same games", "compare cells of one seed")
    frame = values[list(axes)].reset_index(drop=True)
    frame["games"] = [result.games for result in results]
    for measure, (_, _, scale) in DIFFERENCES.items():
        found = against(results, references, measure, everyone=everyone)
        frame[measure] = [each.difference.mean * scale for each in found]
        frame[f"{measure}_low"] = [each.difference.low * scale for each in found]
        frame[f"{measure}_high"] = [each.difference.high * scale for each in found]
        frame[f"{measure}_resolved"] = [each.resolved for each in found]
    kept = [place != reference for place, reference in enumerate(references)]
    name = label if isinstance(base, str) or base is None else f"{shown(axis)} {label}"
    left = [each for each in axes if frame.loc[kept, each].map(shown).nunique() > 1] or [axis]
    return Differences(frame[kept].reset_index(drop=True), left, name, frame, axis)


def _axis_of(values: pd.DataFrame, axes: Sequence[str], base: Any) -> tuple[str, str]:
    if base is None:
        return axes[0], shown(values[axes[0]].iloc[0])
    for axis in axes:
        if shown(base) in set(map(shown, values[axis])):
            return axis, shown(base)
    raise InputError(
        f"the base {in_short(base)} is no value of {', '.join(axes)}",
        "name a value of one of these",
    )
