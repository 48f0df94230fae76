"""A game as a sequence of phases: what is asked next, and what follows from an answer."""

from dataclasses import replace

from quacks_sim.advice.after_brewing import (
    BesidePhase,
    DiePhase,
    NeighbourPhase,
    StrongChoicePhase,
    StrongPhase,
    TakenPhase,
)
from quacks_sim.advice.before_brewing import (
    CardPhase,
    DrawnPhase,
    OfferPhase,
    RatsPhase,
    StandingsPhase,
)
from quacks_sim.advice.chip_actions import BlackPhase, GreenPhase, PurplePhase
from quacks_sim.advice.gain import Gain
from quacks_sim.advice.options import Advice
from quacks_sim.advice.phase import Phase
from quacks_sim.advice.round_end import MarketPhase, OverPhase, RubiesPhase, ScoresPhase, closing
from quacks_sim.advice.situation import Situation
from quacks_sim.advice.terms import Terms, Values, terms_of
from quacks_sim.advice.while_brewing import (
    BlueChoicePhase,
    BluePhase,
    BrewPhase,
    SecondChancePhase,
    YellowPhase,
)
from quacks_sim.rules.books import FIRST_ROUND
from quacks_sim.rules.chips import W1
from quacks_sim.rules.tables import ROUNDS

#: In this round a white chip comes into every bag (rule 2.3).
WHITE_ROUND = 6

_IN_ORDER: tuple[Phase, ...] = (
    CardPhase(),
    DrawnPhase(),
    OfferPhase(),
    StandingsPhase(),
    RatsPhase(),
    BrewPhase(),
    StrongPhase(),
    BesidePhase(),
    NeighbourPhase(),
    DiePhase(),
    BlackPhase(),
    PurplePhase(),
    GreenPhase(),
    TakenPhase(),
    MarketPhase(),
    RubiesPhase(),
    ScoresPhase(),
)
_ORDER = tuple(phase.name for phase in _IN_ORDER)

#: Phases that come only out of another one, and after which that one's follower comes.
_WITHIN: dict[str, tuple[Phase, str]] = {
    "blue": (BluePhase(), "brew"),
    "blue choice": (BlueChoicePhase(), "brew"),
    "yellow": (YellowPhase(), "brew"),
    "second chance": (SecondChancePhase(), "brew"),
    "strong choice": (StrongChoicePhase(), "strong"),
    "over": (OverPhase(), "over"),
}

PHASES: dict[str, Phase] = {phase.name: phase for phase in _IN_ORDER} | {
    name: phase for name, (phase, _) in _WITHIN.items()
}

#: Phases in which the pot grows.
BREWING = ("brew", "blue", "blue choice", "yellow", "second chance")

#: Decisions whose values are all that this round still brings.
_TO_WIN = ("brew", "blue", "yellow", "second chance", "taken", "market")

#: What is decided in these phases is worth something in the brew to come.
_BEFORE_BREWING = _ORDER[: _ORDER.index("brew")]


def begin_round(situation: Situation, number: int) -> Situation:
    """Return the situation at the first question of a round (rules 2.1–2.4)."""
    fresh = situation.changed(
        round=number,
        card=None,
        rats=0,
        begun_at=None,
        rival_blacks=None,
        draws=(),
        protected=0,
        revealed=(),
        stopped=False,
        moved_to=None,
        placed_after=(),
        given_up=(),
        taken="",
        pending=(),
        phase=_ORDER[0],
    )
    for colour, first in FIRST_ROUND.items():
        if first == number:
            fresh = fresh.told(f"The {colour} book is out: {colour} can be bought from now on.")
    if number == WHITE_ROUND:
        fresh = fresh.gained(Gain(chips=(W1,)), f"Round {WHITE_ROUND}")
    return _enter_from(fresh, 0)


def answer(situation: Situation, text: str) -> Situation:
    """Return the situation after an answer to its question.

    Raises
    ------
    InputError
        For an answer that makes no sense.
    """
    phase = PHASES[situation.phase]
    after, done = phase.answer(situation.changed(news=()), text)
    if not done:
        return after
    if situation.phase == "scores":
        if situation.round == ROUNDS:
            return after.changed(phase="over").told(closing(after))
        return begin_round(after, situation.round + 1)
    order = _order(after)
    home = _WITHIN[after.phase][1] if after.phase in _WITHIN else after.phase
    return _enter_from(after, order.index(home) + 1)


def _order(situation: Situation) -> tuple[str, ...]:
    """Return the phases in the order that gains more (rule 6.B).

    Purple 1 and 2 may bring the ruby that green-4 wants, and trading purple chips in can only bring
    green ones among the last two. Purple-4 could take a green chip away, and green-3 moves a chip
    further before purple-3 scores it.
    """
    if situation.books.green != 3 and situation.books.purple <= 2:
        return _ORDER
    place = _ORDER.index("purple")
    return (*_ORDER[:place], "green", "purple", *_ORDER[place + 2 :])


def _enter_from(situation: Situation, place: int) -> Situation:
    for name in _order(situation)[place:]:
        situation, asks = PHASES[name].enter(situation.changed(phase=name))
        if asks:
            return situation
    raise AssertionError("the points of the others are always asked for")


def prompt(situation: Situation) -> str:
    """Return the question of a situation."""
    return PHASES[situation.phase].prompt(situation)


def advice_at(situation: Situation, values: Values, *, rivals_known: bool = True) -> Advice | None:
    """Return what to answer now; None where only facts are asked."""
    terms = terms_now(situation, values)
    advice = PHASES[situation.phase].advise(situation, terms)
    return with_chances(advice, situation, terms) if advice and rivals_known else advice


def with_chances(advice: Advice, situation: Situation, terms: Terms) -> Advice:
    """Return advice with the chance to win of each option, where values tell it.

    In the last round it depends on the pots of the others, which nobody types in.
    """
    if situation.round == ROUNDS or advice.decision not in _TO_WIN:
        return advice
    options = [
        each if each.value is None else replace(each, win=_chance(each.value, situation, terms))
        for each in advice.options
    ]
    return replace(advice, options=tuple(options))


def _chance(value: float, situation: Situation, terms: Terms) -> float:
    return terms.chance_to_win(situation.margin + value)


def terms_now(situation: Situation, values: Values) -> Terms:
    """Return what the end of the round is worth, or of the one before for what is yet to brew."""
    number = situation.round - (situation.phase in _BEFORE_BREWING)
    margin = situation.margin if situation.rivals else 0
    return terms_of(values, situation.players, number, situation.books, situation.rules, margin)
