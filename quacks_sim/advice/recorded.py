"""What was entered in a dialogue, step by step, and what each decision among it has cost."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from quacks_sim.advice.brew_values import alike
from quacks_sim.advice.brewing import with_choice
from quacks_sim.advice.dialogue import Dialogue, entered, is_correction
from quacks_sim.advice.options import Advice, Option
from quacks_sim.advice.phases import advice_at, terms_now
from quacks_sim.advice.situation import Situation
from quacks_sim.advice.terms import Values
from quacks_sim.errors import InputError
from quacks_sim.rules.chips import KINDS

#: Smaller differences come from adding up in another order.
_NOTHING = 1e-9

#: What a decision is about, by its name; that of a brew depends on what could be done.
_ABOUT = {
    "blue": "blue chips",
    "yellow": "yellow chips",
    "beside": "red chips",
    "purple": "purple chips",
    "green": "green chips",
    "taken": "points or coins",
    "market": "purchases",
    "rubies": "rubies",
}
_ABOUT_OPTIONS = {"flask": "the flask", "decline": "bonuses of a move", "back": "event cards"}
DRAWING, CARDS = "drawing and stopping", "event cards"


@dataclass(frozen=True)
class Step:
    """An answer or a correction, and the situations before and after it.

    Of several chips that were typed at once each is a step.
    """

    before: Situation
    answer: str
    after: Situation

    @property
    def is_correction(self) -> bool:
        """Whether it is no answer but a correction."""
        return is_correction(self.answer)

    @property
    def is_draw(self) -> bool:
        """Whether it is a chip that was drawn."""
        return self.before.phase == "brew" and self.answer.upper() in KINDS


def steps_of(dialogue: Dialogue) -> Iterator[Step]:
    """Yield what was entered, in its order."""
    now = dialogue.first
    for entry in dialogue.entries:
        for answer in _answers(now, entry):
            after = entered(now, answer)
            yield Step(now, answer, after)
            now = after


def _answers(now: Situation, entry: str) -> Sequence[str]:
    if now.phase != "brew" or is_correction(entry):
        return [entry]
    return entry.lower().replace(",", " ").split()


@dataclass(frozen=True)
class Decision:
    """A decision that was advised on.

    Attributes
    ----------
    situation : Situation
        In which it was made.
    advice : Advice
        What the options were worth.
    taken : Option
        What was done. Its value is None if that is not known.
    """

    situation: Situation
    advice: Advice
    taken: Option

    @property
    def round(self) -> int:
        """The round, 1–9."""
        return self.situation.round

    @property
    def cost(self) -> float | None:
        """Points to come that it has cost against what was advised; None if that is not known."""
        best, taken = self.advice.best.value, self.taken.value
        if best is None or taken is None:
            return None
        return best - taken if best - taken > _NOTHING else 0.0

    @property
    def about(self) -> str:
        """What kind of decision it is, in a few words."""
        if self.advice.decision != "brew":
            return _ABOUT.get(self.advice.decision, CARDS)
        for name, about in _ABOUT_OPTIONS.items():
            if name in (self.taken.name, self.advice.best.name):
                return about
        return DRAWING

    def to_dict(self) -> dict[str, Any]:
        """Return the decision for a JSON document."""
        situation = self.situation
        return {
            "round": self.round,
            "about": self.about,
            "pot": [KINDS[kind] for kind in situation.pot.kinds],
            "white_sum": situation.pot.white_sum,
            "scoring_space": situation.scoring_space,
            "taken": self.taken.name,
            "cost": self.cost,
            "advice": self.advice.to_dict(),
        }


def decision_of(step: Step, values: Values) -> Decision | None:
    """Return the decision of a step; None if it only tells a fact, or nothing else could be done.

    Parameters
    ----------
    step : Step
    values : Values
        Those by which the dialogue advised.
    """
    if step.is_correction:
        return None
    advice = advice_at(step.before, values)
    if advice is None:
        return None
    taken = _taken(step, advice, values)
    # Without a chip of card FB2 nobody at the right has exploded: nothing was offered.
    offered = taken.name != "none" or advice.decision != "neighbour"
    is_forced = len(advice.options) == 1 and taken.name == advice.best.name
    return Decision(step.before, advice, taken) if offered and not is_forced else None


def _taken(step: Step, advice: Advice, values: Values) -> Option:
    """Return the option that an answer stands for: the one that leads to the same situation."""
    if step.is_draw:
        return advice.named("draw") or Option("draw", "draw another chip")
    for option in advice.options:
        with suppress(InputError):
            if entered(step.before, option.name) == step.after:
                return option
    if step.answer == "decline":
        terms = terms_now(step.before, values)
        _, declined = alike(step.before, with_choice(step.before, "declined"), terms)
        return Option("decline", "move without the bonus", declined.best)
    return Option(step.answer.strip().lower())
