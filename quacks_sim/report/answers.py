"""The answer to an experiment's question, in sentences made from its numbers and intervals."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING

import pandas as pd

from quacks_sim.axes import IN_ROUND
from quacks_sim.cells import estimates_frame
from quacks_sim.charts.cell_names import cell_names, cells_frame
from quacks_sim.charts.frames import MEASURES, best_position, near_best
from quacks_sim.charts.words import TABLE, axis_text, estimate_text, setting, shown
from quacks_sim.rankings import TournamentResult
from quacks_sim.report.special_answers import SPECIAL_ANSWERS
from quacks_sim.report.words import Answer
from quacks_sim.results import PlayResult
from quacks_sim.words import compared, equals

if TYPE_CHECKING:
    from quacks_sim.experiment import Dataset

#: Cells that are named one by one; of more only the number is told.
_MOST_NAMED = 6

#: Axes that nobody chooses: of each value the best of the other axis is the answer.
_NO_CHOICE = (TABLE, IN_ROUND)

#: Values of an axis for which the best of the other axis is told.
_MOST_LINES = 12


def answer_of(dataset: "Dataset") -> Answer:
    """Return the answer of a dataset in words.

    Parameters
    ----------
    dataset : Dataset
        Of a complete run. Of several cells the strategy that sits first is judged, whose parameters
        are varied: by its share of games won, alone at the table by its points. Charts that answer
        one kind of question have answers of their own.

    Raises
    ------
    InputError
        If the run is not complete, or a file is missing.
    """
    from quacks_sim.experiment.dataset import check_dataset

    check_dataset(dataset)
    results = dataset.results()
    chart = dataset.manifest["experiment"].get("chart")
    if chart == "tournament":
        return _of_tournament(TournamentResult(results))
    if chart in SPECIAL_ANSWERS:
        return SPECIAL_ANSWERS[chart](dataset, results)
    if len(results) == 1:
        return _of_match(results[0])
    frame, axes = cells_frame(dataset, results)
    solo = max(result.match.players for result in results) == 1
    measure = "victory_points" if solo else "win_share"
    if len(axes) != 2:
        return _of_cells(frame, axes, measure)
    first, second, lines = _lines(frame, axes, measure, results)
    remarks = tuple(_remark(first, second, line) for line in lines)
    if lines and second in _NO_CHOICE:
        return Answer(_of_lines(first, second, lines), remarks)
    answer = _of_cells(frame, axes, measure)
    return replace(answer, remarks=(*answer.remarks, *remarks))


def _of_tournament(result: TournamentResult) -> Answer:
    best, *others = result.entrants
    rating = estimate_text(best.rating.mean, best.rating.low, best.rating.high)
    remarks = tuple(f"{compared(pair)}." for pair in result.pairs if best.name == pair.first)
    if result.unresolved:
        names = _listed([best.name, *result.unresolved])
        return Answer(
            f"It is not resolved who is best: {names}. The highest rating so far is that of "
            f"{shown(best.name)}, {rating}.",
            remarks,
        )
    return Answer(f"{shown(best.name)} is rated highest of {len(others) + 1}: {rating}.", remarks)


def _of_match(result: PlayResult) -> Answer:
    frame = result.to_frame()
    if result.match.players == 1:
        return Answer(
            f"{_name(frame, 0)} alone ends with {_estimate(frame, 0, 'victory_points')} victory "
            "points on average."
        )
    if result.match.is_of_equals:
        return Answer(f"This is {equals(result.match.players)}.")
    best = best_position(frame, "win_share")
    name, share = result.match.names[best], _estimate(frame, best, "win_share")
    pairs = [pair for pair in result.pairs if name in (pair.first, pair.second)]
    open_ones = [
        pair.second if pair.first == name else pair.first for pair in pairs if pair.is_open
    ]
    # Those of the best one; the table of pairs has all.
    remarks = tuple(f"{compared(pair)}." for pair in pairs)
    if open_ones:
        names = _listed([name, *open_ones])
        return Answer(
            f"It is not resolved who wins most often: {names}. The highest share so far is that of "
            f"{shown(name)}, {share} of games.",
            remarks,
        )
    return Answer(f"{shown(name)} wins most often: {share} of games.", remarks)


def _of_cells(frame: pd.DataFrame, axes: Sequence[str], measure: str) -> Answer:
    names = cell_names(frame, axes)
    unit = MEASURES[measure].unit
    best = best_position(frame, measure)
    near = [place for place, is_near in enumerate(near_best(frame, measure)) if is_near]
    others = [place for place in near if place != best]
    remarks = []
    if len(others) == len(frame) - 1:
        sentence = (
            f"No difference is resolved between the {len(frame)} cells; the highest value so far "
            f"is that of {_of(names[best], axes)}: {_estimate(frame, best, measure)} {unit}."
        )
    else:
        sentence = (
            f"Best of {len(frame)}: {_of(names[best], axes)}, with "
            f"{_estimate(frame, best, measure)} {unit}."
        )
        if others:
            told = _listed([names[place] for place in others])
            remarks.append(
                f"Not resolved from the best: {told}."
                if len(others) <= _MOST_NAMED
                else f"Not resolved from the best: {len(others)} others."
            )
        else:
            remarks.append("No other cell reaches it: the difference is resolved.")
        worst = int(frame[measure].to_numpy(dtype=float).argmin())
        remarks.append(
            f"The other end: {_of(names[worst], axes)}, with "
            f"{_estimate(frame, worst, measure)} {unit}."
        )
    return Answer(sentence, tuple(remarks))


@dataclass(frozen=True)
class _Line:
    """What is best among the cells with one value of an axis: the labels of the other one."""

    value: str
    best: str
    near: frozenset[str]
    estimate: str


def _lines(
    frame: pd.DataFrame, axes: Sequence[str], measure: str, results: Sequence[PlayResult]
) -> tuple[str, str, list[_Line]]:
    """Return which axis is judged, of which other one each value is a line, and these lines.

    A table or a round is no choice, so these are lines; else the axis with fewer values is. Of very
    many lines none are returned.
    """
    first, second = sorted(axes, key=lambda axis: (axis in _NO_CHOICE, -_count(frame, axis)))
    values = list(dict.fromkeys(map(shown, frame[second])))
    lines = []
    for value in values if 1 < len(values) <= _MOST_LINES else ():
        places = [place for place, each in enumerate(frame[second]) if shown(each) == value]
        # Paired with the best of the line, not with that of all cells.
        line = estimates_frame([results[place] for place in places])
        line[first] = [shown(frame[first].iloc[place]) for place in places]
        best = best_position(line, measure)
        near = frozenset(line[first][near_best(line, measure)])
        lines.append(_Line(value, line[first][best], near, _estimate(line, best, measure)))
    return first, second, lines


def _of_lines(first: str, second: str, lines: Sequence[_Line]) -> str:
    """Return the answer where each line is a question of its own: a table, or a round."""
    judged = axis_text(first)
    if second == IN_ROUND:
        told = "; ".join(f"{line.best} in round {line.value}" for line in lines)
        return f"The best {judged}: {told}."
    common = frozenset.intersection(*(line.near for line in lines))
    if common:
        named = [label for label in dict.fromkeys(line.best for line in lines) if label in common]
        named += sorted(common - set(named))
        return (
            f"At every table {judged} {_listed(named[:_MOST_NAMED])} is best, or not resolved from "
            "the best."
        )
    told = "; ".join(f"{line.best} {line.value}" for line in lines)
    return f"No {judged} is best, or not resolved from the best, at every table: {told}."


def _remark(first: str, second: str, line: _Line) -> str:
    open_ones = sorted(line.near - {line.best}, key=_by_size)
    also = (
        f" (not resolved from it: {_listed(open_ones)})"
        if 0 < len(open_ones) <= _MOST_NAMED
        else f" ({len(open_ones)} others are not resolved from it)"
        if open_ones
        else ""
    )
    best = f"{setting(first, line.best)}, {line.estimate}{also}"
    return f"{_where(second, line.value)}: best is {best}."


def _by_size(label: str) -> tuple[float, str]:
    try:
        return float(label), label
    except ValueError:
        return inf, label


def _where(axis: str, value: str) -> str:
    """Return the value of an axis as the beginning of a sentence."""
    return value[0].upper() + value[1:] if axis == TABLE else f"With {setting(axis, value)}"


def _count(frame: pd.DataFrame, axis: str) -> int:
    return len(set(map(shown, frame[axis])))


def _of(name: str, axes: Sequence[str]) -> str:
    return setting(axes[0], name) if len(axes) == 1 else name


def _name(frame: pd.DataFrame, row: int) -> str:
    return shown(frame["strategy"].iloc[row])


def _estimate(frame: pd.DataFrame, row: int, measure: str) -> str:
    mean, low, high = (float(frame[f"{measure}{end}"].iloc[row]) for end in ("", "_low", "_high"))
    return estimate_text(mean, low, high, percent=MEASURES[measure].percent)


def _listed(names: Sequence[str]) -> str:
    *most, last = [shown(name) for name in names]
    if any("," in name for name in (*most, last)):
        return "; ".join((*most, last))
    return f"{', '.join(most)} and {last}" if most else last
