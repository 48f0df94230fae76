"""What the cells of a dataset are called, and their frame."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pandas as pd

from quacks_sim.cells import estimates_frame
from quacks_sim.charts.words import TABLE, setting, shown
from quacks_sim.results import PlayResult

if TYPE_CHECKING:
    from quacks_sim.experiment.dataset import Dataset


def cells_frame(
    dataset: "Dataset", results: Sequence[PlayResult]
) -> tuple[pd.DataFrame, list[str]]:
    """Return one row a cell with the results of its first strategy, and the columns that tell
    the cells apart: the axes, and the table if there are several."""
    frame = estimates_frame(results)
    cells = dataset.cells
    axes = list(dataset.axes)
    for name in axes:
        frame[name] = cells[name].tolist()
    if cells["table"].nunique() > 1:
        frame[TABLE] = table_names(results)
        axes.append(TABLE)
    return frame, axes


def table_names(results: Sequence[PlayResult]) -> list[str]:
    """Return what tells tables apart.

    That is the number of players where each table has only one strategy, else the rivals, after
    the first strategy if it differs.
    """
    tables = [[each.name for each in result.match.strategies] for result in results]
    if len({name for table in tables for name in table}) == 1:
        return [f"{len(table)} players" if len(table) > 1 else "alone" for table in tables]
    firsts = {table[0] for table in tables}
    names = []
    for first, *rivals in tables:
        against = f"against {counted(rivals)}" if rivals else "alone"
        names.append(against if len(firsts) == 1 else f"{first} {against}")
    return names


def counted(names: Sequence[str]) -> str:
    """Return names, each once with its number: ``"safe, 2 × balanced"``."""
    counts = [(name, names.count(name)) for name in dict.fromkeys(names)]
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in counts)


def subject(results: Sequence[PlayResult]) -> str:
    """Return who is shown, and against whom if that is always the same."""
    firsts = {result.match.names[0] for result in results}
    tables = {tuple(each.name for each in result.match.strategies) for result in results}
    if len(tables) == 1:
        first, *rivals = next(iter(tables))
        against = f", against {counted(rivals)}" if rivals else ""
        return f"Shown: {first}{against}."
    return f"Shown: {firsts.pop() if len(firsts) == 1 else 'the strategy that sits first'}."


def cell_names(frame: pd.DataFrame, axes: Sequence[str]) -> list[str]:
    """Return the values of each cell in words; those of a single axis need no name before them."""
    return [
        shown(values[0]) if len(axes) == 1 else ", ".join(map(setting, axes, values))
        for values in frame[list(axes)].itertuples(index=False, name=None)
    ]
