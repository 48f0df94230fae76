"""The tables of a page: each cell a text to read and a value to sort by."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from numbers import Real
from typing import TYPE_CHECKING

from quacks_sim.charts.cell_names import table_names
from quacks_sim.charts.words import TABLE, estimate_text, shown
from quacks_sim.rankings import TournamentResult
from quacks_sim.results import PlayResult
from quacks_sim.statistics import Estimate

if TYPE_CHECKING:
    from quacks_sim.experiment import Dataset


@dataclass(frozen=True)
class Entry:
    """One cell of a table.

    Attributes
    ----------
    text : str
        What is read.
    value : float or None
        By what it is sorted; None sorts by the text.
    """

    text: str
    value: float | None = None


@dataclass(frozen=True)
class PageTable:
    """A table that can be sorted by each of its columns."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Entry]]


def tables_of(dataset: "Dataset", results: Sequence[PlayResult]) -> list[PageTable]:
    """Return the tables of a dataset: strategies, and of a single cell or a tournament pairs."""
    if dataset.manifest["experiment"].get("chart") == "tournament":
        cup = TournamentResult(results)
        return [_ranking(cup), _pairs(cup)]
    tables = [_strategies(dataset, results)]
    if len(results) == 1 and results[0].pairs:
        tables.append(_pairs(results[0]))
    return tables


def _strategies(dataset: "Dataset", results: Sequence[PlayResult]) -> PageTable:
    several = len(results) > 1
    cells = dataset.cells
    axes = list(dataset.axes)
    tables = table_names(results) if several and cells["table"].nunique() > 1 else []
    rows = []
    for number, result in enumerate(results):
        settings = [_setting(cells[axis][number]) for axis in axes]
        settings += [Entry(tables[number])] if tables else []
        # Of several cells, the strategy that varies; the others are in the data.
        for each in result.strategies[: 1 if several else None]:
            name = [] if axes and not tables else [Entry(shown(each.name))]
            alone = result.match.players == 1
            rows.append(
                [
                    *settings,
                    *name,
                    Entry("") if alone else _estimate(each.win_share, percent=True),
                    _estimate(each.victory_points),
                    _estimate(each.explosion_rate, percent=True),
                    Entry(f"{each.games:,}", each.games),
                ]
            )
    heads = [shown(axis) for axis in axes] + ([TABLE] if tables else [])
    heads += [] if axes and not tables else ["strategy"]
    return PageTable(
        "Results of the strategy that varies" if several and axes else "Results",
        [*heads, "games won", "victory points", "rounds that explode", "games"],
        rows,
    )


def _ranking(result: TournamentResult) -> PageTable:
    rows = [
        [
            Entry(str(each.rank), each.rank),
            Entry(shown(each.name)),
            _estimate(each.rating),
            _estimate(each.win_share, percent=True),
            _estimate(each.victory_points),
            Entry(f"{each.games:,}", each.games),
        ]
        for each in result.entrants
    ]
    columns = ["rank", "strategy", "rating", "games won", "victory points", "games"]
    return PageTable("Ranking", columns, rows)


def _pairs(result: PlayResult | TournamentResult) -> PageTable:
    rows = [
        [
            Entry(shown(pair.first)),
            Entry(shown(pair.second)),
            _estimate(pair.win_share_difference, percent=True),
            _estimate(pair.victory_point_difference),
            Entry("same strategy" if pair.same else "not resolved" if pair.is_open else "yes"),
        ]
        for pair in result.pairs
    ]
    return PageTable(
        "Differences over the same games and the same luck",
        ["first", "second", "games won, first − second", "victory points", "resolved"],
        rows,
    )


def _setting(value: object) -> Entry:
    # Numbers of a frame are no Python numbers.
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    return Entry(shown(value), float(value) if is_number else None)  # type: ignore[arg-type]


def _estimate(estimate: Estimate, *, percent: bool = False) -> Entry:
    text = estimate_text(estimate.mean, estimate.low, estimate.high, percent=percent)
    return Entry(text, estimate.mean if isfinite(estimate.mean) else None)
