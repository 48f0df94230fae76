"""Frames for the charts, and what is best in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from quacks_sim import checked
from quacks_sim.errors import InputError, in_short, nearest
from quacks_sim.results import PlayResult
from quacks_sim.rules.chips import COLOURS, KIND_COLOUR
from quacks_sim.rules.tables import ROUNDS

Kind = TypeVar("Kind")


@dataclass(frozen=True)
class Measure:
    """A column with an interval (``NAME_low``, ``NAME_high``), and how a chart speaks of it."""

    name: str
    title: str
    unit: str
    percent: bool


MEASURES = {
    each.name: each
    for each in (
        Measure("win_share", "Share of games won", "games won", True),
        Measure("victory_points", "Final victory points, mean", "victory points", False),
        Measure("explosion_rate", "Share of rounds that explode", "rounds that explode", True),
    )
}

RATING = Measure("rating", "Rating", "points", False)

ROUND_MEASURES = {
    each.name: each
    for each in (
        Measure("exploded", "How often the pot explodes, by round", "pots that explode", True),
        Measure("points_gained", "Victory points gained, by round", "victory points", False),
    )
}


def find_measure(name: str, known: dict[str, Measure], frame: pd.DataFrame) -> Measure:
    """Return a measure by name after checking that the frame has its columns.

    Raises
    ------
    InputError
        For an unknown measure, or a frame without it.
    """
    if not isinstance(name, str) or name not in known:
        close = nearest(name, known) if isinstance(name, str) else ""
        raise InputError(
            f"there is no chart of {in_short(name)}", f"measures are {', '.join(known)}{close}"
        )
    check_columns(frame, [name, f"{name}_low", f"{name}_high"])
    return known[name]


def check_columns(frame: pd.DataFrame, columns: Sequence[str]) -> None:
    """Raise an :class:`InputError` unless the frame has rows and all these columns."""
    checked.instance(frame, pd.DataFrame, "the frame of a chart", "to_frame() of a result is one")
    for name in columns:
        checked.text(name, "the column of a chart", "name it as text")
    missing = [name for name in columns if name not in frame.columns]
    if missing or frame.empty:
        has = ", ".join(str(name) for name in frame.columns) or "none"
        raise InputError(
            f"a chart needs the column {in_short(missing[0])}" if missing else "a chart needs rows",
            f"the columns of this frame are: {has}",
        )


def means(
    frame: pd.DataFrame, measure: Measure
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return means, lower and upper ends of the intervals of a measure."""
    mean, low, high = (
        frame[f"{measure.name}{end}"].to_numpy(dtype=float) for end in ("", "_low", "_high")
    )
    return mean, low, high


def ranked(frame: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return the rows by falling `measure`; ties by falling mean points, then by name."""
    keys = [name for name in dict.fromkeys([measure, "victory_points"]) if name in frame]
    order = frame.reset_index(drop=True)
    if "strategy" in frame:
        order = order.sort_values("strategy", kind="stable")
    return order.sort_values(keys, ascending=False, kind="stable", ignore_index=True)


def best_position(frame: pd.DataFrame, measure: str) -> int:
    """Return the position of the best row: highest `measure`, ties by points, then the first."""
    first = frame[measure].to_numpy(dtype=float)
    second = frame["victory_points"].to_numpy(dtype=float) if "victory_points" in frame else first
    return max(range(len(frame)), key=lambda row: (first[row], second[row]))


def near_best(frame: pd.DataFrame, measure: str) -> NDArray[np.bool_]:
    """Return which rows are not resolved from the best one.

    By the column ``MEASURE_near_best`` if there is one for these rows, which comes from paired
    games; else by whether the interval of the row reaches that of the best row. Rows without an
    interval count as near: nothing says that they are worse.
    """
    if _is_paired(frame, measure):
        return frame[f"{measure}_near_best"].to_numpy(dtype=bool)
    low = float(frame[f"{measure}_low"].iloc[best_position(frame, measure)])
    high = frame[f"{measure}_high"].to_numpy(dtype=float)
    return np.asarray(~(high < low), dtype=np.bool_)


def _is_paired(frame: pd.DataFrame, measure: str) -> bool:
    """Return whether rows are compared with the best one of this frame, not with one left out."""
    name = f"{measure}_to_best"
    near = f"{measure}_near_best" in frame
    if near and name in frame:
        return float(frame[name].iloc[best_position(frame, measure)]) == 0
    return near


def near_text(frame: pd.DataFrame, measure: str, marks: str, what: str) -> str:
    """Return what the marks of :func:`near_best` mean."""
    if _is_paired(frame, measure):
        return f"{marks}: not resolved from the best {what}, over the same games."
    return f"{marks}: the 95 % interval reaches that of the best {what}."


def check_result(result: object, kind: type[Kind], verb: str) -> Kind:
    """Return a result, or raise an :class:`InputError` if it is none of that kind."""
    return checked.instance(result, kind, "the result", f"give what {verb}() returns")


def points_frame(result: PlayResult) -> pd.DataFrame:
    """Return how many games ended with how many points: columns strategy, victory_points, count."""
    check_result(result, PlayResult, "play")
    parts = []
    for each in result.strategies:
        counts = each.points_counts
        points = np.flatnonzero(counts)
        parts.append(
            pd.DataFrame({"strategy": each.name, "victory_points": points, "count": counts[points]})
        )
    return pd.concat(parts, ignore_index=True)


def rounds_frame(result: PlayResult) -> pd.DataFrame:
    """Return explosion rate and points gained by round, with 95 % intervals.

    One row a strategy and round.
    """
    check_result(result, PlayResult, "play")
    parts = []
    for each in result.strategies:
        frame = pd.DataFrame(
            {"strategy": each.name, "round": range(1, ROUNDS + 1), "games": each.games}
        )
        for name in ROUND_MEASURES:
            found = each.estimates_by_round(name)
            frame[name] = [estimate.mean for estimate in found]
            frame[f"{name}_low"] = [estimate.low for estimate in found]
            frame[f"{name}_high"] = [estimate.high for estimate in found]
        parts.append(frame)
    return pd.concat(parts, ignore_index=True)


def purchases_frame(result: PlayResult) -> pd.DataFrame:
    """Return chips bought a game: columns strategy, round, games, and one for each colour."""
    check_result(result, PlayResult, "play")
    parts = []
    for each in result.strategies:
        bought = each.bought_by_round
        columns: dict[str, Any] = {"strategy": each.name, "round": bought.index}
        numbers = bought.to_numpy(dtype=float)
        for index, colour in enumerate(COLOURS):
            if colour != "white":  # never sold
                columns[colour] = numbers[:, index == KIND_COLOUR].sum(axis=1)
        parts.append(pd.DataFrame(columns).assign(games=each.games))
    return pd.concat(parts, ignore_index=True)
