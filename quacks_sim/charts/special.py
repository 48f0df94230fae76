"""Charts of datasets that answer one kind of question each, by name."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from quacks_sim.batches import same_luck
from quacks_sim.charts.bases import Differences, differences_to
from quacks_sim.charts.cards import card_values_figure
from quacks_sim.charts.cell_names import cell_names, cells_frame, counted, subject
from quacks_sim.charts.comebacks import comebacks_figure, comebacks_frame
from quacks_sim.charts.differences import MARKS, differences_figure
from quacks_sim.charts.last_chips import last_chips_figure, last_chips_frame
from quacks_sim.charts.luck import luck_figure
from quacks_sim.charts.objectives import MARKS as OBJECTIVES
from quacks_sim.charts.objectives import objectives_figure
from quacks_sim.charts.provenance import caption
from quacks_sim.charts.seats import MARKS as SEATS
from quacks_sim.charts.seats import seats_figure
from quacks_sim.charts.sources import sources_figure
from quacks_sim.charts.style import MOST_LINES
from quacks_sim.charts.wildness import spread_figure, spread_frame
from quacks_sim.errors import InputError
from quacks_sim.results import PlayResult

if TYPE_CHECKING:
    from quacks_sim.experiment.dataset import Dataset

_CELL = "cell"

#: Panels of a chart that has one for each cell.
_MOST_PANELS = 4


def differences_of(dataset: "Dataset", results: Sequence[PlayResult]) -> Differences:
    """Return the differences of a dataset's cells to the base that its experiment names.

    Raises
    ------
    InputError
        If it has a single cell.
    """
    if len(results) < 2:
        raise InputError(
            f"{dataset.path} has one cell: there is nothing to compare", "take another chart"
        )
    frame, axes = cells_frame(dataset, results)
    return differences_to(results, frame[axes], axes, dataset.manifest["experiment"].get("base"))


def names_of(dataset: "Dataset", results: Sequence[PlayResult]) -> list[str]:
    """Return what the cells of a dataset are called; a single one by who plays."""
    if len(results) == 1:
        return [counted([each.name for each in results[0].match.strategies])]
    frame, axes = cells_frame(dataset, results)
    return cell_names(frame, axes)


def _differences(dataset: "Dataset", results: Sequence[PlayResult]) -> Figure:
    solo = max(result.match.players for result in results) == 1
    says = _says(dataset, results, MARKS)
    return differences_figure(differences_of(dataset, results), dataset.question, says, solo=solo)


def _spread(dataset: "Dataset", results: Sequence[PlayResult]) -> Figure:
    frame = spread_frame(results).assign(**{_CELL: names_of(dataset, results)})
    says = _says(dataset, results, "Whiskers and ± are 95 % intervals.")
    return spread_figure(frame, _CELL, dataset.question, says)


def _by_seat(dataset: "Dataset", results: Sequence[PlayResult]) -> Figure:
    what = f"{SEATS} Seat 1 begins round 1 unless the rules say else."
    return seats_figure(
        results,
        names_of(dataset, results)[:_MOST_PANELS],
        dataset.question,
        _says(dataset, results, what),
    )


def _points_by_source(dataset: "Dataset", results: Sequence[PlayResult]) -> Figure:
    few = len(results) > _MOST_PANELS
    which = f" The first {_MOST_PANELS} of {len(results)} cells." if few else ""
    says = _says(dataset, results, f"Mean points of a game, by round and kind of income.{which}")
    names = names_of(dataset, results)[:_MOST_PANELS]
    return sources_figure(results[:_MOST_PANELS], names, dataset.question, says)


def _card_values(dataset: "Dataset", results: Sequence[PlayResult]) -> Figure:
    what = (
        "Each number: games with this one card in this one round, against the same games without "
        "any card. In brackets: not resolved from 0 (Holm's correction for all of them)."
    )
    return card_values_figure(results, dataset.question, _says(dataset, results, what))


def _luck(dataset: "Dataset", results: Sequence[PlayResult]) -> Figure:
    what = (
        "Share of the variance of all results at the table that is due to who plays which "
        "strategy; the rest is luck. Whiskers and ± are 95 % intervals."
    )
    names = [counted(result.match.names) for result in results]
    says = caption(what, results, cells=True, command=str(dataset.manifest["command"]))
    return luck_figure(results, names, dataset.question, says)


def _objectives(dataset: "Dataset", results: Sequence[PlayResult]) -> Figure:
    frame, axes = cells_frame(dataset, results)
    if len(results) < 2 or results[0].match.players == 1 or not same_luck(results):
        raise InputError(
            f"{dataset.path} has no plans that could win or score more over the same games",
            "take another chart",
        )
    return objectives_figure(frame, axes, dataset.question, _says(dataset, results, OBJECTIVES))


def _last_chips(dataset: "Dataset", results: Sequence[PlayResult]) -> Figure:
    frame = last_chips_frame(dataset, names_of(dataset, results))
    looked_at = int(frame["games"].min())
    what = (
        f"The ends of all pots of {looked_at:,} games of each cell, which are played again. "
        "Whiskers are 95 % intervals."
    )
    return last_chips_figure(frame, dataset.question, _says(dataset, results, what))


def _comebacks(dataset: "Dataset", results: Sequence[PlayResult]) -> Figure:
    if len(results) > MOST_LINES:
        raise InputError(
            f"{dataset.path} has {len(results)} cells: too many lines", "take another chart"
        )
    frame = comebacks_frame(dataset, names_of(dataset, results))
    what = "Whiskers are 95 % intervals. Several who are level count by their mean."
    players = results[0].match.players
    return comebacks_figure(frame, players, dataset.question, _says(dataset, results, what))


def _says(dataset: "Dataset", results: Sequence[PlayResult], what: str) -> str:
    command = str(dataset.manifest["command"])
    return caption(f"{subject(results)} {what}", results, cells=True, command=command)


#: Each is given a dataset and its results.
SPECIAL_CHARTS: dict[str, Callable[["Dataset", Sequence[PlayResult]], Figure]] = {
    "differences": _differences,
    "spread": _spread,
    "by_seat": _by_seat,
    "points_by_source": _points_by_source,
    "card_values": _card_values,
    "luck": _luck,
    "comebacks": _comebacks,
    "objectives": _objectives,
    "last_chips": _last_chips,
}
