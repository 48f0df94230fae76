"""How lucky a brew was: what it brought, against everything that its bag could have brought.

What is drawn and what is decided add up: what a brew brought, less what it brings on average under
best play, is the luck of its draws less what its decisions have cost. So luck is
``brought − expected + cost``, and the sum over all chips of what the position was worth with the
chip less what it was worth before. Its mean is zero whoever plays, and however.

In that sum the worth of a position may be an approximation: as long as what it was worth before a
draw is the mean over all chips that could have come, luck stays zero on average. So it is told for
bags that are too large to be solved exactly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.advice.brew_values import UNSOLVED, nearly_empty, solution_of, values_of
from quacks_sim.advice.phases import BREWING, terms_now
from quacks_sim.advice.recorded import Step
from quacks_sim.advice.situation import Situation
from quacks_sim.advice.terms import Values, brew_worth
from quacks_sim.rules.chips import KINDS, kind_index
from quacks_sim.solver.solution import Solution
from quacks_sim.solver.solve import TooManyStates
from quacks_sim.solver.worth import Worth

#: States for an exact answer; nobody waits at the table now.
MOST_STATES = 1_000_000
#: Beyond, coloured chips are pooled, which needs fewer.
_MOST_STATES_POOLED = 4_000_000

#: Points by which two brews may differ and still be told to be worth the same.
_SAME = 1e-4


@dataclass(frozen=True)
class Brew:
    """A brew that was finished, and how lucky it was.

    Worths are points to come, as in all advice.

    Attributes
    ----------
    start, end : Situation
        At its first question, and once it was over.
    worths, chances : float64, shape (worths,)
        What this brew may be worth under best play, ascending, and the chances.
    brought : float
        What it was worth in the end.
    luck : float
        Points that the draws have brought beyond expectation, whatever was decided.
    cost : float
        What its decisions have cost against what was advised.
    is_exact : bool
        False if coloured chips had to be pooled, for `worths` and for what a chip is worth.
    """

    start: Situation
    end: Situation
    worths: NDArray[np.float64]
    chances: NDArray[np.float64]
    brought: float
    luck: float
    cost: float
    is_exact: bool

    @property
    def round(self) -> int:
        """The round, 1–9."""
        return self.start.round

    @property
    def expected(self) -> float:
        """What the brew is worth on average under best play."""
        return self.brought + self.cost - self.luck

    @property
    def above_expectation(self) -> float:
        """What it brought beyond that."""
        return self.luck - self.cost

    @property
    def differences(self) -> NDArray[np.float64]:
        """What `worths` are beyond their mean; shape (worths,)."""
        return self.worths - self.worths @ self.chances

    @property
    def luckier_than(self) -> float:
        """The share of players with this bag, all playing best, who are less lucky, 0–1.

        Those who are as lucky count half.
        """
        apart = self.differences - self.luck
        less = float(self.chances[apart < -_SAME].sum())
        same = float(self.chances[np.abs(apart) <= _SAME].sum())
        return min(less + same / 2, 1.0)

    def quantile(self, share: float) -> float:
        """Return the least worth that so many brews under best play do not surpass."""
        place = int(np.searchsorted(np.cumsum(self.chances), share - 1e-12))
        return self.expected + float(self.differences[min(place, len(self.worths) - 1)])

    def to_dict(self) -> dict[str, Any]:
        """Return the brew for a JSON document."""
        end = self.end
        return {
            "round": self.round,
            "bag": self.start.bag_text(),
            "card": self.start.card,
            "drawn": [[KINDS[draw.kind], draw.choice] for draw in end.draws],
            "drawn_before": len(self.start.draws),
            "scoring_space": end.scoring_space,
            "white_sum": end.pot.white_sum,
            "exploded": end.pot.exploded,
            "expected": self.expected,
            "brought": self.brought,
            "above_expectation": self.above_expectation,
            "cost": self.cost,
            "luck": self.luck,
            "luckier_than": self.luckier_than,
            "exact": self.is_exact,
        }


@dataclass(frozen=True)
class Unjudged:
    """A brew whose luck cannot be told, and why."""

    round: int
    why: str


def brews_of(steps: Sequence[Step]) -> list[list[Step]]:
    """Return the steps of each brew; after a correction of the round it begins anew."""
    brews: list[list[Step]] = []
    going = False
    for step in steps:
        if step.before.phase not in BREWING:
            going = False
            continue
        if step.is_correction and len(step.after.draws) < len(step.before.draws):
            if going:
                brews.pop()
            going = False
            continue
        if not going:
            brews.append([])
        brews[-1].append(step)
        going = True
    return brews


def judged_brew(
    steps: Sequence[Step], cost: float, values: Values, most_states: int = MOST_STATES
) -> Brew | Unjudged:
    """Return how lucky a brew was.

    Parameters
    ----------
    steps : sequence of Step
        Its steps.
    cost : float
        What its decisions have cost.
    values : Values
        Learned values.
    most_states : int
        How many states may be kept for an exact answer.
    """
    start, end = _start_and_end(steps)
    if steps[-1].after.phase in BREWING:
        return Unjudged(start.round, "it is not over yet")
    if start.card == "FB3":
        return Unjudged(start.round, "with card FB3 the first five chips cannot explode the pot")
    if start.moved_to is not None:
        return Unjudged(start.round, "where its first chips lie was given, not how they came there")
    worth = brew_worth(terms_now(start, values), start.owned_counts, start.rules)
    try:
        found = _solved(start, worth, most_states)
    except TooManyStates:
        return Unjudged(start.round, "its bag is too large")
    brought = _worth_of_end(end, worth) - found.gained
    course = found.course
    luck = brought - float(course.worths @ course.chances) + cost
    if not found.is_exact:
        luck = luck_of_chips(steps, values)
    return Brew(start, end, course.worths, course.chances, brought, luck, cost, found.is_exact)


def luck_of_chips(steps: Sequence[Step], values: Values) -> float:
    """Return the luck of a brew as the sum over its chips, and over what blue chips revealed."""
    luck = 0.0
    for step in steps:
        if step.is_draw:
            drawn = values_of(step.before, terms_now(step.before, values))
            luck += drawn.after[kind_index(step.answer)] - drawn.draw
        elif step.before.phase == "blue" and not step.is_correction:
            luck += _luck_of_reveal(step, values)
    return luck


def _luck_of_reveal(step: Step, values: Values) -> float:
    """Return what the best of the revealed chips is worth, beyond the mean over all hands."""
    found = values_of(step.before, terms_now(step.before, values))
    hand = step.after.revealed
    best = max(found.best, *(found.after[kind] for kind in hand))
    left = step.before.bag
    chips, missing, chance, mean = int(left.sum()), 0, 1.0, 0.0
    for kind in sorted(found.after, key=lambda each: -found.after[each]):
        if found.after[kind] <= found.best:
            break
        missing += int(left[kind])
        without = comb(chips - missing, len(hand)) / comb(chips, len(hand))
        mean += (chance - without) * found.after[kind]
        chance = without
    return best - mean - chance * found.best


def is_without_card(card: str | None) -> bool:
    """Return whether the luck of a brew leaves the card of its round out."""
    return card in UNSOLVED


def _start_and_end(steps: Sequence[Step]) -> tuple[Situation, Situation]:
    """Return the brew at its first question and once it is over, with all that was corrected.

    A correction tells what was so from the start of the brew on.
    """
    first, last = steps[0].before, steps[-1].before
    draws = steps[-1].after.draws
    start = last.changed(
        phase="brew",
        draws=first.draws,
        begun_at=last.start,
        moved_to=first.moved_to,
        flask=last.flask or any(draw.choice == "flask" for draw in last.draws[len(first.draws) :]),
        points=last.points - last.pot.points + first.pot.points,
        rubies=last.rubies - last.pot.rubies + first.pot.rubies,
        revealed=(),
        stopped=False,
        news=(),
    )
    return start, start.changed(draws=draws, stopped=True)


def _solved(start: Situation, worth: Worth, most_states: int) -> Solution:
    try:
        return solution_of(start, worth, False, most_states)
    except TooManyStates:
        return solution_of(start, worth, True, max(most_states, _MOST_STATES_POOLED))


def _worth_of_end(end: Situation, worth: Worth) -> float:
    """Return what a brew was worth, with all that it gained on the way."""
    left = nearly_empty(end)
    if not end.pot.exploded:
        stopped = solution_of(left, worth, False, MOST_STATES)
        return stopped.stop + stopped.gained
    *before, last = end.draws
    risked = solution_of(left.changed(draws=tuple(before)), worth, False, MOST_STATES)
    return risked.values_of_chips[KINDS[last.kind]] + risked.gained
