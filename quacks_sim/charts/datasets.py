"""Figures of datasets: the chart that answers the experiment's question."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from quacks_sim.charts.canvas import finished
from quacks_sim.charts.cell_names import cell_names, cells_frame, subject
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
from quacks_sim.charts.special import SPECIAL_CHARTS
from quacks_sim.charts.style import MOST_LINES, styled
from quacks_sim.charts.tournaments import figure_of_tournament
from quacks_sim.errors import InputError
from quacks_sim.rankings import TournamentResult
from quacks_sim.results import PlayResult

if TYPE_CHECKING:
    from quacks_sim.experiment.dataset import Dataset

CHARTS = (
    *("win_shares", "sweep", "heat_map", "points", "by_round", "bought", "tournament"),
    *SPECIAL_CHARTS,
)

#: Cells of which a chart by round shows lines or panels.
_MOST_CELLS = {"by_round": MOST_LINES, "bought": 6}

_CELL = "table and values"


@styled
def figure_of_dataset(dataset: "Dataset", chart: str | None = None) -> Figure:
    """Return the figure of a dataset.

    Parameters
    ----------
    dataset : Dataset
        Of a complete run.
    chart : optional
        One of :data:`CHARTS`. If not given, the one that the experiment names, or else the one that
        fits. Of several cells it shows the strategy that sits first, whose parameters are varied.

    Raises
    ------
    InputError
        For a chart that does not exist or does not fit, and for a run that is not complete.
    """
    from quacks_sim.experiment.dataset import check_dataset

    check_dataset(dataset)
    check_chart_name(chart, CHARTS)
    results = dataset.results()
    command = str(dataset.manifest["command"])
    wanted = chart or dataset.manifest["experiment"].get("chart")
    if wanted == "tournament":
        return figure_of_tournament(TournamentResult(results), command=command)
    if wanted in SPECIAL_CHARTS:
        return finished(SPECIAL_CHARTS[wanted](dataset, results))
    if len(results) == 1:
        if wanted in ("sweep", "heat_map") and chart:
            raise InputError(
                f"{dataset.path} has one cell: there is nothing to draw as {chart}",
                f"charts that fit are {', '.join(PLAY_CHARTS)}",
            )
        name = wanted if wanted in PLAY_CHARTS else "win_shares"
        return finished(PLAY_CHARTS[name](results[0], dataset.question, command))
    frame, axes = cells_frame(dataset, results)
    look = {"title": dataset.question, "command": command, "subject": subject(results)}
    if wanted in _MOST_CELLS:
        return finished(_by_round_figure(wanted, frame, axes, results, look))
    return finished(_cells(wanted, frame, axes, results, look))


def _cells(
    wanted: str | None,
    frame: pd.DataFrame,
    axes: list[str],
    results: Sequence[PlayResult],
    look: Mapping[str, Any],
) -> Figure:
    """Return lines, a heat map, or rows of all cells, whichever is wanted and fits."""
    if wanted == "points":
        look = {**look, "measures": ["victory_points"]}
    if len(axes) == 2 and wanted != "win_shares":
        numeric = [axis for axis in axes if numbers(frame[axis].tolist()) is not None]
        across = axes[::-1] if axes[0] not in numeric else axes
        few = frame[across[1]].nunique() <= MOST_LINES
        lines = bool(numeric) and few and wanted in ("sweep", "points")
        return cells_figure(frame, across if lines else axes, results, lines=lines, **look)
    if wanted == "heat_map":
        raise InputError(
            f"a heat map needs two axes, but cells differ in {', '.join(axes) or 'nothing'}",
            "take another chart, for example sweep",
        )
    if len(axes) != 1:
        frame = frame.assign(**{_CELL: cell_names(frame, axes)})
        axes = [_CELL]
    return cells_figure(frame, axes, results, **look)


def _chosen(
    frame: pd.DataFrame, axes: Sequence[str], measure: str, most: int
) -> tuple[list[int], str]:
    """Return the cells to show of many, and words that say which these are."""
    if len(frame) <= most:
        return list(range(len(frame))), ""
    order = ranked(frame.assign(place=range(len(frame))), measure)
    values = numbers(frame[axes[0]].tolist())
    if len(axes) == 2 and frame[axes[1]].nunique() <= most:
        best = order.drop_duplicates(axes[1])["place"].tolist()
        return sorted(best), f", the best cell of each {axes[1]}"
    if len(axes) == 1 and values is not None:
        rising = np.argsort(values, kind="stable")
        spread = np.linspace(0, len(frame) - 1, most).round().astype(int)
        return [int(rising[each]) for each in spread], f", {most} of {len(frame)} values"
    return sorted(order["place"].tolist()[:most]), f", the best {most} of {len(frame)} cells"


def _by_round_figure(
    chart: str,
    frame: pd.DataFrame,
    axes: Sequence[str],
    results: Sequence[PlayResult],
    look: Mapping[str, str],
) -> Figure:
    """Return a chart by round of the first strategy of some cells."""
    solo = max(result.match.players for result in results) == 1
    measure = "victory_points" if solo else "win_share"
    places, which = _chosen(frame, axes, measure, _MOST_CELLS[chart])
    names = cell_names(frame, axes)
    make = rounds_frame if chart == "by_round" else purchases_frame
    parts = []
    for place in places:
        own = make(results[place])
        first = own[own["strategy"] == results[place].match.names[0]]
        parts.append(first.assign(strategy=names[place]))
    rounds = pd.concat(parts, ignore_index=True)
    subject = look["subject"].removesuffix(".") + which

    def says(what: str) -> str:
        return caption(f"{subject}. {what}", results, cells=True, command=look["command"])

    if chart == "by_round":
        return rounds_panels(rounds, look["title"], says)
    deals = min(result.games // result.match.rotations for result in results)
    return bought_panels(rounds, look["title"], says, deals=deals)
