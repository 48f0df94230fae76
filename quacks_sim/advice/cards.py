"""What event cards ask a player when they are turned up. Source: the cards FP1–FP13 and FB2."""

from collections.abc import Callable

from quacks_sim.advice.gain import Gain
from quacks_sim.advice.gains import chip_option, sized_kinds
from quacks_sim.advice.options import Option
from quacks_sim.advice.rats import tails_between
from quacks_sim.advice.situation import Situation
from quacks_sim.rules.amounts import (
    FP1_RUBIES,
    FP6_POINTS,
    FP9_MOST_RATS,
    FP11_STEPS,
    FP13_DRAWS,
)
from quacks_sim.rules.cards import CARD_IDS
from quacks_sim.rules.chips import B1, B2, G1, K1, KINDS, O1, P1, R1, W1, Y1
from quacks_sim.rules.entries import check_entries
from quacks_sim.rules.tables import die_faces

#: What is no choice, but told: who got what.
FACTS = ("FP4", "FP8", "FP12")

#: Cards after which the points of the others may have changed, before rats are counted (rule 2.5).
CHANGES_SCORES = ("FP6", "FP10", "FP12")

#: Cards that show chips of the bag first.
REVEALS = {"FP13": FP13_DRAWS}

QUESTIONS = {
    "FP1": "What do you take?",
    "FP3": "Do you buy a chip for a ruby?",
    "FP4": "Do you get the ruby, having the fewest?",
    "FP6": "Four points, or a W1 out of your bag?",
    "FP8": "Was your sum the lowest (b2), or not (ruby)?",
    "FP9": "How many rat tails do you give up for a ruby each?",
    "FP10": "What do you take?",
    "FP11": "What do you take?",
    "FP12": "What did you roll?",
    "FP13": "Which of the drawn chips do you exchange?",
}

#: The faces of the bonus die that differ (rule 6.A), as they are typed.
DIE = {
    **{
        str(amount): Gain(points=amount)
        for outcome, amount in die_faces("five_faces")
        if outcome == "victory_points"
    },
    "ruby": Gain(rubies=1),
    "droplet": Gain(droplet=1),
    "o1": Gain(chips=(O1,)),
}


def card_options(situation: Situation) -> list[Option]:
    """Return what the card of the round offers, or may have brought; empty if it asks nothing."""
    offered = _OFFERS.get(situation.card or "")
    return offered(situation) if offered else []


def at_once(situation: Situation) -> Gain:
    """Return what a card brings without a question."""
    if situation.card == "FP2":
        return Gain(droplet=1)
    if situation.card == "FP5" and situation.points <= min(situation.rivals):
        return Gain(chips=(G1,))
    return Gain()


def larger(kind: int, situation: Situation) -> int | None:
    """Return the next larger chip of a colour that may grow, or None (card FP13)."""
    colour, value = KINDS[kind][0], int(KINDS[kind][1])
    if colour == "W" and situation.rules.flea_market_white == "yes" and value < 3:
        return kind + 1
    return kind + 1 if colour in "GBRY" and value < 4 else None


def _choose_one(situation: Situation) -> list[Option]:
    chips = [chip_option(kind) for kind in (K1, *sized_kinds(situation, 2))]
    return [*chips, Option("rubies", gain=Gain(rubies=FP1_RUBIES))]


def _wheel_and_deal(situation: Situation) -> list[Option]:
    if not situation.rubies:
        return []
    kinds = [O1, G1, B1, R1, *([Y1] if situation.is_out[0] else [])]
    if situation.rules.wheel_and_deal_orange == "forbidden":
        kinds.remove(O1)
    return [Option("none"), *(chip_option(kind, rubies=-1) for kind in kinds)]


def _charity(situation: Situation) -> list[Option]:
    return [Option("yes", gain=Gain(rubies=1)), Option("no")]


def _just_in_time(situation: Situation) -> list[Option]:
    points = Option("points", gain=Gain(points=FP6_POINTS))
    if not situation.owned[W1]:
        return [points]
    return [points, Option("w1", "a W1 leaves the bag for good", gain=Gain(lost=(W1,)))]


def _less_is_more(situation: Situation) -> list[Option]:
    return [chip_option(B2), Option("ruby", gain=Gain(rubies=1))]


def _good_start(situation: Situation) -> list[Option]:
    most = min(situation.rats, FP9_MOST_RATS)
    amounts = range(most + 1)
    if situation.rules.good_start_amount == "all_or_nothing":
        amounts = range(0, most + 1, max(most, 1))
    return [Option(str(each), gain=Gain(rubies=each, rats=-each)) for each in amounts]


def _rats_are_friends(situation: Situation) -> list[Option]:
    tails = tails_between(situation.rules, situation.points, max(situation.rivals))
    points = Option("points", gain=Gain(points=tails if situation.round > 1 else 0))
    return [points, *(chip_option(kind) for kind in sized_kinds(situation, 4))]


def _choose_wisely(situation: Situation) -> list[Option]:
    droplet = Option("droplet", gain=Gain(droplet=FP11_STEPS))
    early = situation.rules.choose_wisely_early_purple == "yes"
    return [droplet, chip_option(P1)] if situation.is_out[1] or early else [droplet]


def _roll(situation: Situation) -> list[Option]:
    return [Option(face, gain=gain) for face, gain in DIE.items()]


def _opportunity(situation: Situation) -> list[Option]:
    options = []
    for kind in dict.fromkeys(situation.revealed):
        grown = larger(kind, situation)
        if grown is not None:
            words = f"{KINDS[kind]} becomes {KINDS[grown]}"
            options.append(
                Option(KINDS[kind].lower(), words, gain=Gain(chips=(grown,), lost=(kind,)))
            )
    if not options:
        return [chip_option(G1)]
    return [*options, Option("none")]


def two_chips(situation: Situation) -> list[Option]:
    """Return what card FB2 offers to the left neighbour of an exploded pot."""
    return [Option("none"), *(chip_option(kind) for kind in sized_kinds(situation, 2))]


_OFFERS: dict[str, Callable[[Situation], list[Option]]] = {
    "FP1": _choose_one,
    "FP3": _wheel_and_deal,
    "FP4": _charity,
    "FP6": _just_in_time,
    "FP8": _less_is_more,
    "FP9": _good_start,
    "FP10": _rats_are_friends,
    "FP11": _choose_wisely,
    "FP12": _roll,
    "FP13": _opportunity,
}

#: The others bring something without a question, change the brew or its end (see the phases), or
#: are told by the numbers that are asked anyway, as rats that count twice.
_ELSEWHERE = (
    *("FP2", "FP5", "FP7"),
    *("FB1", "FB2", "FB3", "FB4", "FB5", "FB6", "FB7", "FB8", "FB9", "FB10", "FB11"),
)
check_entries(__name__, (card for card in CARD_IDS if card not in (*_OFFERS, *_ELSEWHERE)))
