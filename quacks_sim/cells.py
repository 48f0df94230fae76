"""The cells of a sweep or an experiment side by side: which is best, and which may be as good."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from quacks_sim.batches import against_best, same_luck
from quacks_sim.comparisons import Comparison
from quacks_sim.results import SCHEMA, PlayResult, rules_to_dict, versions

if TYPE_CHECKING:
    import pandas as pd


def best_of(results: Sequence[PlayResult]) -> int:
    """Return the index of the result whose first strategy has the highest win share.

    Ties, and strategies alone at the table, go by points; then the first one.
    """
    solo = results[0].match.players == 1
    firsts = [result.strategies[0] for result in results]
    return max(
        range(len(results)),
        key=lambda each: (
            0.0 if solo else firsts[each].win_share.mean,
            firsts[each].victory_points.mean,
        ),
    )


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

    @property
    def measure(self) -> str:
        """What decides which cell is best: the win share; alone at the table, the points."""
        return "victory_points" if self.results[0].match.players == 1 else "win_share"

    @cached_property
    def best(self) -> int:
        """Index of the cell that is best by :attr:`measure`; ties by points."""
        return best_of(self.results)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """For each cell its difference to the best one, paired over the same games.

        Corrected by Holm for all of them; see :func:`quacks_sim.batches.against_best`.
        """
        return against_best(self.results, self.measure, self.best)

    @property
    def unresolved(self) -> list[int]:
        """Indices of the cells, besides the best one, of which none says that they are worse."""
        return [
            number
            for number, each in enumerate(self.comparisons)
            if number != self.best and not each.resolved
        ]

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
            "measure": self.measure,
            "best": self.cells[self.best],
            "not_resolved_from_best": [self.cells[each] for each in self.unresolved],
            "cells": [
                {
                    "values": cell,
                    **result.strategies[0].to_dict(),
                    "against_best": {"difference": each.difference.to_dict(), **each.to_dict()},
                }
                for cell, result, each in zip(
                    self.cells, self.results, self.comparisons, strict=True
                )
            ],
            "elapsed_seconds": self.elapsed_seconds,
            "versions": versions(),
        }
