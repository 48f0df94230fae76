"""Figures of datasets: the chart that answers the experiment's question."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pandas as pd
from matplotlib.figure import Figure

from quacks_sim.charts.canvas import finished
from quacks_sim.charts.figures import (
    PLAY_CHARTS,
    bought_panels,
    cells_figure,
    check_chart_name,
    rounds_panels,
)
from quacks_sim.charts.frames import purchases_frame, ranked, rounds_frame
from quacks_sim.charts.provenance import caption
from quacks_sim.charts.scales import numbers
from quacks_sim.charts.style import MOST_LINES, styled
from quacks_sim.charts.words import shown
from quacks_sim.errors import InputError
from quacks_sim.results import PlayResult

if TYPE_CHECKING:
    from quacks_sim.experiment.dataset import Dataset

CHARTS = ("win_shares", "sweep", "heat_map", "points", "by_round", "bought")

#: Cells of which a chart by round shows lines or panels.
_MOST_CELLS = {"by_round": MOST_LINES, "bought": 6}

_CELL, _TABLE = "table and values", "table"


@styled
def figure_of_dataset(dataset: "Dataset", chart: str | None = None) -> Figure:
    """Return the figure of a dataset.

    Parameters
    ----------
    dataset : Dataset
        Of a complete run.
    chart : {"win_shares", "sweep", "heat_map", "points", "by_round", "bought"}, optional
        If not given, the one that the experiment names, or else the one that fits. Of several cells
        it shows the strategy that sits first, whose parameters are varied.

    Raises
    ------
    InputError
        For a chart that does not exist or does not fit, and for a run that is not complete.
    """
    check_chart_name(chart, CHARTS)
    results = dataset.results()
    command = str(dataset.manifest["command"])
    wanted = chart or dataset.manifest["experiment"].get("chart")
    if len(results) == 1:
        if wanted in ("sweep", "heat_map") and chart:
            raise InputError(
                f"{dataset.path} has one cell: there is nothing to draw as {chart}",
                f"charts that fit are {', '.join(PLAY_CHARTS)}",
            )
        name = wanted if wanted in PLAY_CHARTS else "win_shares"
        return finished(PLAY_CHARTS[name](results[0], dataset.question, command))
    frame, axes = _cells_frame(dataset, results)
    if wanted in _MOST_CELLS:
        return finished(_by_round_figure(wanted, frame, axes, results, dataset.question, command))
    return finished(_cells(wanted, frame, axes, results, dataset.question, command))


def _cells_frame(
    dataset: "Dataset", results: Sequence[PlayResult]
) -> tuple[pd.DataFrame, list[str]]:
    """Return one row a cell with the results of its first strategy, and the columns that tell
    the cells apart: the axes, and the table if there are several."""
    frame = pd.DataFrame([result.to_frame().iloc[0].to_dict() for result in results])
    cells = dataset.cells
    axes = list(dataset.axes)
    for name in axes:
        frame[name] = cells[name].tolist()
    if cells["table"].nunique() > 1:
        frame[_TABLE] = _table_names(results)
        axes.append(_TABLE)
    return frame, axes


def _table_names(results: Sequence[PlayResult]) -> list[str]:
    """Return what tells tables apart: the rivals, after the first strategy if it differs."""
    firsts = {result.match.names[0] for result in results}
    names = []
    for result in results:
        first, *rivals = result.match.names
        against = f"against {', '.join(rivals)}" if rivals else "alone"
        names.append(against if len(firsts) == 1 else f"{first} {against}")
    return names


def _cells(
    wanted: str | None,
    frame: pd.DataFrame,
    axes: list[str],
    results: Sequence[PlayResult],
    title: str,
    command: str,
) -> Figure:
    """Return lines, a heat map, or rows of all cells, whichever is wanted and fits."""
    if len(axes) == 2:
        numeric = [axis for axis in axes if numbers(frame[axis].tolist()) is not None]
        if wanted == "heat_map" or not numeric:
            return cells_figure(frame, axes, results, title, command=command)
        across = axes if axes[0] in numeric else axes[::-1]
        if wanted == "sweep" and frame[across[1]].nunique() <= MOST_LINES:
            return cells_figure(frame, across, results, title, command=command, lines=True)
        if wanted != "win_shares" and wanted != "points":
            return cells_figure(frame, axes, results, title, command=command)
    if wanted == "heat_map":
        raise InputError(
            f"a heat map needs two axes, but cells differ in {', '.join(axes) or 'nothing'}",
            "take another chart, for example sweep",
        )
    if len(axes) != 1:
        frame = frame.assign(**{_CELL: _cell_names(frame, axes)})
        axes = [_CELL]
    return cells_figure(frame, axes, results, title, command=command)


def _cell_names(frame: pd.DataFrame, axes: Sequence[str]) -> list[str]:
    """Return the values of each cell in words; a table needs no name before it."""
    return [
        ", ".join(
            shown(value) if axis == _TABLE or len(axes) == 1 else f"{axis} {shown(value)}"
            for axis, value in zip(axes, values, strict=True)
        )
        for values in frame[list(axes)].itertuples(index=False)
    ]


def _by_round_figure(
    chart: str,
    frame: pd.DataFrame,
    axes: Sequence[str],
    results: Sequence[PlayResult],
    title: str,
    command: str,
) -> Figure:
    """Return a chart by round of the first strategy of the best cells."""
    names = _cell_names(frame, axes)
    solo = max(result.match.players for result in results) == 1
    order = ranked(frame.assign(place=range(len(frame))), "victory_points" if solo else "win_share")
    most = _MOST_CELLS[chart]
    chosen = sorted(order["place"].tolist()[:most])
    make = rounds_frame if chart == "by_round" else purchases_frame
    parts = []
    for place in chosen:
        own = make(results[place])
        first = own[own["strategy"] == results[place].match.names[0]]
        parts.append(first.assign(strategy=names[place]))
    subject = f"Shown: {shown(results[0].match.names[0])}"
    if len({result.match.names[0] for result in results}) > 1:
        subject = "Shown: the strategy that sits first"
    if len(results) > most:
        subject += f", the best {most} of {len(results)} cells"

    def says(what: str) -> str:
        return caption(f"{subject}. {what}", results, cells=True, command=command)

    rounds = pd.concat(parts, ignore_index=True)
    if chart == "by_round":
        return rounds_panels(rounds, title, says)
    deals = min(result.games // result.match.rotations for result in results)
    return bought_panels(rounds, title, says, deals=deals)
