"""The cells of a sweep or an experiment side by side: which is best, and which may be as good."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from quacks_sim.batches import against_best, same_luck
from quacks_sim.comparisons import Comparison
from quacks_sim.results import SCHEMA, PlayResult, rules_to_dict, versions

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Standing:
    """The best of several cells that played the same games, and what is not resolved from it.

    Attributes
    ----------
    measure : {"win_share", "victory_points"}
        What decides: the win share of the strategy that sits first; alone at the table, its points.
    best : int
        Index of the best cell; ties go by points, then the first one.
    comparisons : tuple of Comparison
        For each cell its difference to the best one, paired over the same games and corrected by
        Holm for all of them; see :func:`quacks_sim.batches.against_best`.
    """

    measure: str
    best: int
    comparisons: tuple[Comparison, ...]

    @classmethod
    def of(cls, results: Sequence[PlayResult]) -> Self:
        """Return the standing of results that played the same games."""
        measure = "victory_points" if results[0].match.players == 1 else "win_share"
        firsts = [result.strategies[0] for result in results]
        best = max(
            range(len(results)),
            key=lambda each: (
                getattr(firsts[each], measure).mean,
                firsts[each].victory_points.mean,
            ),
        )
        return cls(measure, best, against_best(results, measure, best))

    @property
    def unresolved(self) -> list[int]:
        """Indices of the cells, besides the best one, of which nothing says that they are worse."""
        return [
            number
            for number, each in enumerate(self.comparisons)
            if number != self.best and not each.resolved
        ]

    def to_dict(self, cells: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Return what the JSON output says of the best cell; `cells` are the values of each."""
        return {
            "measure": self.measure,
            "best": dict(cells[self.best]),
            "not_resolved_from_best": [dict(cells[each]) for each in self.unresolved],
        }

    def cell_to_dict(self, number: int) -> dict[str, Any]:
        """Return what the JSON output says of one cell, compared with the best one."""
        found = self.comparisons[number]
        return {"difference": found.difference.to_dict(), **found.to_dict()}


def estimates_frame(results: Sequence[PlayResult]) -> "pd.DataFrame":
    """Return one row for each of several results, with the estimates of its first strategy.

    If all played the same games, ``win_share_to_best`` and ``victory_points_to_best`` are the
    differences to the best row, with ``_low`` and ``_high``; ``win_share_near_best`` and
    ``victory_points_near_best`` tell the rows that are not resolved from it.
    """
    import pandas as pd

    frame = pd.DataFrame([result.to_frame().iloc[0].to_dict() for result in results])
    if not same_luck(results):
        return frame
    for measure in ("win_share", "victory_points"):
        ranked = frame.sort_values([measure, "victory_points"], ascending=False, kind="stable")
        best = int(ranked.index[0])
        found = against_best(results, measure, best)
        name = f"{measure}_to_best"
        frame[name] = [each.difference.mean for each in found]
        frame[f"{name}_low"] = [each.difference.low for each in found]
        frame[f"{name}_high"] = [each.difference.high for each in found]
        frame[f"{measure}_near_best"] = [not each.resolved for each in found]
    return frame


@dataclass(frozen=True)
class SweepResult:
    """The same table for each value of one or two parameters of a strategy.

    Attributes
    ----------
    strategy : str
        The strategy whose parameters were varied; it sits first.
    axes : mapping of str to sequence
        The parameters and the values tried.
    cells : list of dict
        The values of each cell, the second axis running fastest.
    results : list of PlayResult
        In the order of the cells.
    """

    strategy: str
    axes: Mapping[str, Sequence[Any]]
    cells: list[dict[str, Any]]
    results: list[PlayResult]
    elapsed_seconds: float

    @cached_property
    def standing(self) -> Standing:
        """Which cell is best, and which are not resolved from it."""
        return Standing.of(self.results)

    @property
    def best(self) -> int:
        """Index of the best cell."""
        return self.standing.best

    def to_frame(self) -> "pd.DataFrame":
        """Return one row a cell: the values of the axes and the results of the varied strategy.

        See :func:`estimates_frame`.
        """
        frame = estimates_frame(self.results)
        for place, name in enumerate(self.axes):
            frame.insert(place, name, [cell[name] for cell in self.cells])
        return frame

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``quacks sweep --json``."""
        first = self.results[0]
        return {
            "command": "sweep",
            "schema": SCHEMA,
            "strategy": self.strategy,
            "against": list(first.match.names[1:]),
            "games": first.games,
            "seed": first.match.seed,
            "rotated": first.match.rotate,
            "rules": rules_to_dict(first.match.rules, first.match.books, first.match.cards),
            "axes": {name: list(values) for name, values in self.axes.items()},
            **self.standing.to_dict(self.cells),
            "cells": [
                {
                    "values": cell,
                    **result.strategies[0].to_dict(),
                    "against_best": self.standing.cell_to_dict(number),
                }
                for number, (cell, result) in enumerate(zip(self.cells, self.results, strict=True))
            ],
            "elapsed_seconds": self.elapsed_seconds,
            "versions": versions(),
        }
