"""Answers to the charts that answer one kind of question each; a small function for each of them.

Each is given the frame that its chart draws, so that words and picture cannot differ.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pandas as pd

from quacks_sim.charts.bases import Differences
from quacks_sim.charts.cards import card_values_frame
from quacks_sim.charts.cell_names import cells_frame, counted
from quacks_sim.charts.comebacks import comebacks_frame
from quacks_sim.charts.frames import best_position, near_best
from quacks_sim.charts.last_chips import BY_THE_RULE, last_chips_frame
from quacks_sim.charts.luck import luck_frame
from quacks_sim.charts.seats import seats_frames
from quacks_sim.charts.sources import SOURCES, sources_frame
from quacks_sim.charts.special import differences_of, names_of
from quacks_sim.charts.wildness import spread_frame
from quacks_sim.charts.words import (
    TABLE,
    axis_text,
    change_text,
    estimate_text,
    number_text,
    setting,
    shown,
)
from quacks_sim.report.words import Answer
from quacks_sim.results import PlayResult

if TYPE_CHECKING:
    from quacks_sim.experiment import Dataset

#: Rows that are told one by one; of more only the ends.
_MOST_TOLD = 12

#: The round after which the answer tells how often the last one still wins.
_MIDDLE = 5


def of_differences(found: Differences) -> Answer:
    """Tell what adds most and what costs most, compared with the base, and all rows if few."""
    frame = found.frame.sort_values("victory_points", ascending=False, kind="stable")
    frame = frame.reset_index(drop=True)
    names = [
        ", ".join(_named(axis, value) for axis, value in zip(found.axes, row, strict=True))
        for row in frame[found.axes].itertuples(index=False, name=None)
    ]
    resolved = frame["victory_points_resolved"].tolist()
    last = len(frame) - 1
    parts = []
    if resolved[0] and frame["victory_points"].iloc[0] > 0:
        parts.append(f"{names[0]} adds most: {_change(frame, 0)} victory points")
    if resolved[last] and frame["victory_points"].iloc[last] < 0:
        parts.append(f"{names[last]} costs most: {_change(frame, last)} victory points")
    if not parts:
        parts.append(f"no difference in points is resolved ({len(frame)} were looked at)")
    remarks = _line_by_line(found) if len(found.axes) == 2 else []
    if len(found.axes) == 1 and len(frame) <= _MOST_TOLD:
        remarks = [
            f"{names[row]}: {_change(frame, row)} victory points, "
            f"{_change(frame, row, 'win_share')} percentage points of games won"
            f"{'' if resolved[row] else ' (points: not resolved)'}."
            for row in frame.index
        ]
    return Answer(f"Compared with {found.base}: {'; '.join(parts)}.", tuple(remarks))


def _line_by_line(found: Differences) -> list[str]:
    """Return a remark for each value of the axis with fewer values: points along the other."""
    frame = found.frame
    counts = {axis: frame[axis].map(shown).nunique() for axis in found.axes}
    lines, across = sorted(found.axes, key=lambda axis: counts[axis])
    if counts[across] > _MOST_TOLD or counts[lines] > _MOST_TOLD:
        return []
    remarks = []
    for value in dict.fromkeys(map(shown, frame[lines])):
        rows = [row for row, each in enumerate(frame[lines]) if shown(each) == value]
        told = [
            f"{shown(frame[across].iloc[row])}: {_change(frame, row)}"
            f"{'' if frame['victory_points_resolved'].iloc[row] else ' (not resolved)'}"
            for row in rows
        ]
        name = value if lines == TABLE else _named(lines, frame[lines].iloc[rows[0]])
        remarks.append(f"{name}, victory points by {axis_text(across)}: {', '.join(told)}.")
    return remarks


def _named(axis: str, value: object) -> str:
    return shown(value) if isinstance(value, str) else setting(axis, value)


def _change(frame: pd.DataFrame, row: int, measure: str = "victory_points") -> str:
    mean, low, high = (float(frame[f"{measure}{end}"].iloc[row]) for end in ("", "_low", "_high"))
    return change_text(mean, low, high)


def of_spread(frame: pd.DataFrame, names: Sequence[str]) -> Answer:
    """Tell which cell has the highest mean, the widest spread and the most explosions."""
    parts = [
        f"the {what} is that of {_highest(frame, names, measure, unit, percent=percent)}"
        for measure, what, unit, percent in (
            ("victory_points", "highest mean", "victory points", False),
            ("victory_points_spread", "widest spread (sd)", "victory points", False),
            ("explosion_rate", "highest explosion rate", "of rounds", True),
        )
    ]
    remarks = [
        f"{name}: {_estimate(frame, row, 'victory_points')} victory points, spread "
        f"{_estimate(frame, row, 'victory_points_spread')}, explodes in "
        f"{_estimate(frame, row, 'explosion_rate', percent=True)} of rounds."
        for row, name in enumerate(names[:_MOST_TOLD])
    ]
    sentence = "; ".join(parts)
    return Answer(f"{sentence[0].upper()}{sentence[1:]}.", tuple(remarks))


def _highest(
    frame: pd.DataFrame, names: Sequence[str], measure: str, unit: str, *, percent: bool
) -> str:
    """Return the cell with the highest value, and how many others are not resolved from it."""
    best = best_position(frame, measure)
    near = int(near_best(frame, measure).sum()) - 1
    also = f" (not resolved from it: {near} of {len(frame) - 1} others)" if near else ""
    return f"{names[best]}, {_estimate(frame, best, measure, percent=percent)} {unit}{also}"


def of_seats(frames: Sequence[pd.DataFrame], names: Sequence[str]) -> Answer:
    """Tell for each table whether any seat is resolved from the fair share."""
    told = []
    for frame, name in zip(frames, names, strict=True):
        fair = 1 / len(frame)
        off = [
            row
            for row in range(len(frame))
            if frame["win_share_low"].iloc[row] > fair or frame["win_share_high"].iloc[row] < fair
        ]
        shares = ", ".join(
            f"seat {frame['seat'].iloc[row]} {_estimate(frame, row, 'win_share', percent=True)}"
            for row in off or range(len(frame))
        )
        fairly = f"the fair share of {number_text(fair, percent=True)}"
        verdict = "no seat is resolved from"
        if off:
            verdict = "differs from" if len(off) == 1 else "differ from"
        told.append(f"{name}: {shares} {verdict} {fairly}" if off else
                    f"{name}: {verdict} {fairly} ({shares})")  # fmt: skip
    count = sum(map(len, frames))
    return Answer(
        f"{'. '.join(told)}.",
        (f"These {count} intervals hold at once: in 95 % of runs none of them misses.",),
    )


def of_sources(frames: Sequence[pd.DataFrame], names: Sequence[str]) -> Answer:
    """Tell how much of all points the last rounds bring, and which kind of income most."""
    told = []
    for frame, name in zip(frames, names, strict=True):
        used = [source for source in SOURCES if source in frame]
        by_round = frame.set_index("round")[used].sum(axis=1)
        by_source = frame[used].sum()
        total = float(by_round.sum())
        ninth, eighth = float(by_round.iloc[-1]), float(by_round.iloc[-2])
        largest = str(by_source.idxmax())
        told.append(
            f"{name}: round 9 brings {ninth:.1f} of {total:.1f} victory points "
            f"({number_text(ninth / total, percent=True)}), round 8 {eighth:.1f}; "
            f"the largest income is that of the {SOURCES[largest]} "
            f"({number_text(float(by_source.max()) / total, percent=True)})"
        )
    return Answer(f"{'. '.join(told)}.")


def of_cards(frame: pd.DataFrame) -> Answer:
    """Tell which card in which round adds most and least, and what cards are worth on average."""
    best, worst = (
        int(each) for each in (frame["victory_points"].argmax(), frame["victory_points"].argmin())
    )
    resolved = int(frame["victory_points_resolved"].sum())
    named = frame["card"] + " " + frame["name"]
    means = frame["victory_points"].groupby(named, sort=False).mean()
    means = means.sort_values(ascending=False)
    ordered = [f"{name} {mean:+.1f}".replace("-", "\N{MINUS SIGN}") for name, mean in means.items()]
    return Answer(
        f"The card that adds most to a player's points is {_card(frame, best)}; the one that adds "
        f"least, or costs most, is {_card(frame, worst)}.",
        (
            f"{resolved} of {len(frame)} values are resolved from 0.",
            f"Means over the rounds looked at, from the top: {', '.join(ordered[:4])}; from the "
            f"bottom: {', '.join(ordered[::-1][:4])}.",
        ),
    )


def _card(frame: pd.DataFrame, row: int) -> str:
    line = frame.iloc[row]
    return f"{line['card']} {line['name']} in round {line['round']}, {_change(frame, row)}"


def of_luck(frame: pd.DataFrame) -> Answer:
    """Tell for each table which share of the variance is due to the strategy."""
    told = [
        f"among {frame['table'].iloc[row]} the strategy decides "
        f"{_estimate(frame, row, 'skill_of_points', percent=True)} of the variance of final points "
        f"and {_estimate(frame, row, 'skill_of_wins', percent=True)} of that of wins"
        for row in range(len(frame))
    ]
    return Answer(
        f"How much is not luck depends on who plays: {'; '.join(told)}. The rest is luck."
    )


def of_comebacks(frame: pd.DataFrame) -> Answer:
    """Tell how often those who are last, and those who lead, in the middle win in the end."""
    rows = [row for row in range(len(frame)) if frame["round"].iloc[row] == _MIDDLE]
    told = [
        f"{frame['cell'].iloc[row]}: the last one wins "
        f"{_estimate(frame, row, 'last', percent=True)}, the leader "
        f"{_estimate(frame, row, 'leader', percent=True)}"
        for row in rows
    ]
    return Answer(f"Of who stands where after round {_MIDDLE}: {'; '.join(told)}.")


def of_last_chips(frame: pd.DataFrame) -> Answer:
    """Tell how many rubies green chips bring by the rule, and what a third chip would add."""
    told, remarks = [], []
    for name in frame["cell"].drop_duplicates():
        own = frame[frame["cell"] == name].reset_index(drop=True)
        now, then = (own.index[own["last"] == last][0] for last in (BY_THE_RULE, BY_THE_RULE + 1))
        placed, rubies, more = own["placed"][now], own["rubies"][now], own["rubies"][then]
        told.append(
            f"{name}: {_estimate(own, now, 'rubies')}, with the last three "
            f"{_estimate(own, then, 'rubies')}"
        )
        if rubies:
            remarks.append(
                f"{name}: {placed:.1f} green chips lie in the pots of a game; "
                f"{number_text(rubies / placed, percent=True)} of them are among the last two, "
                f"{number_text(more / placed, percent=True)} among the last three "
                f"(+{number_text(more / rubies - 1, percent=True)} rubies)."
            )
    return Answer(
        f"Rubies a game from green chips among the last two: {'; '.join(told)}.", tuple(remarks)
    )


def of_objectives(frame: pd.DataFrame, names: Sequence[str]) -> Answer:
    """Tell who wins most often and who scores most, and what each gives up for it."""
    winner, scorer = (best_position(frame, each) for each in ("win_share", "victory_points"))
    told = [
        f"{names[row]}, {_estimate(frame, row, 'win_share', percent=True)} of games and "
        f"{_estimate(frame, row, 'victory_points')} victory points"
        for row in (winner, scorer)
    ]
    if winner == scorer:
        return Answer(f"The plan that wins most often is also the one that scores most: {told[0]}.")
    mean, low, high = (100 * each for each in _to_best(frame, scorer, "win_share"))
    wins = change_text(-mean, -high, -low)
    points = change_text(*_to_best(frame, winner, "victory_points"))
    both = int((near_best(frame, "win_share") & near_best(frame, "victory_points")).sum())
    return Answer(
        f"Most often wins {told[0]}; most points has {told[1]}.",
        (
            f"Playing to win: {wins} percentage points of games won, {points} victory points, "
            "compared with the plan that scores most, over the same games.",
            f"It is not resolved that to win and to score ask for different plans: {both} of "
            f"{len(frame)} may be best at both."
            if both
            else "No plan may be best at both: to win is not the same as to score.",
        ),
    )


def _to_best(frame: pd.DataFrame, row: int, measure: str) -> tuple[float, float, float]:
    """Return the difference of a row to the best one, with its interval."""
    mean, low, high = (
        float(frame[f"{measure}_to_best{end}"].iloc[row]) for end in ("", "_low", "_high")
    )
    return mean, low, high


def _estimate(frame: pd.DataFrame, row: int, measure: str, *, percent: bool = False) -> str:
    mean, low, high = (float(frame[f"{measure}{end}"].iloc[row]) for end in ("", "_low", "_high"))
    return estimate_text(mean, low, high, percent=percent)


#: Each is given a dataset and its results.
SPECIAL_ANSWERS: dict[str, Callable[["Dataset", Sequence[PlayResult]], Answer]] = {
    "differences": lambda dataset, results: of_differences(differences_of(dataset, results)),
    "spread": lambda dataset, results: of_spread(spread_frame(results), names_of(dataset, results)),
    "by_seat": lambda dataset, results: of_seats(seats_frames(results), names_of(dataset, results)),
    "points_by_source": lambda dataset, results: of_sources(
        [sources_frame(each) for each in results], names_of(dataset, results)
    ),
    "card_values": lambda dataset, results: of_cards(card_values_frame(results)),
    "luck": lambda dataset, results: of_luck(
        luck_frame(results, [counted(each.match.names) for each in results])
    ),
    "comebacks": lambda dataset, results: of_comebacks(
        comebacks_frame(dataset, names_of(dataset, results))
    ),
    "objectives": lambda dataset, results: of_objectives(
        cells_frame(dataset, results)[0], names_of(dataset, results)
    ),
    "last_chips": lambda dataset, results: of_last_chips(
        last_chips_frame(dataset, names_of(dataset, results))
    ),
}
