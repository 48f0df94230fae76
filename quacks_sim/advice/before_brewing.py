"""What comes before a brew: the event card, its offer, and the rats. Rules 2.1–2.5 and 3."""

from quacks_sim.advice.cards import (
    CHANGES_SCORES,
    FACTS,
    QUESTIONS,
    REVEALS,
    at_once,
    card_options,
)
from quacks_sim.advice.gain import Gain
from quacks_sim.advice.options import Advice, Option
from quacks_sim.advice.phase import Choice, Moved, Phase
from quacks_sim.advice.pot import UNTIL_THE_FIFTH, Draw
from quacks_sim.advice.rats import tails_between
from quacks_sim.advice.situation import Situation, counts_of, read_kinds, read_numbers
from quacks_sim.advice.terms import Terms
from quacks_sim.errors import InputError, nearest
from quacks_sim.rules.cards import CARDS, NO_CARD
from quacks_sim.rules.chips import KINDS
from quacks_sim.words import counted

#: What is typed instead of a card; an empty answer is one, too.
_WITHOUT = ("", NO_CARD, "no", "-")


class CardPhase(Phase):
    """Which event card was turned up (rule 2.4)."""

    name = "card"

    def enter(self, situation: Situation) -> Moved:
        """Ask only if cards are played."""
        return situation.changed(card=None), situation.with_cards

    def prompt(self, situation: Situation) -> str:
        """Ask for the card."""
        return "Event card (FP1–FP13, FB1–FB11, part of its name, or Enter for none)"

    def answer(self, situation: Situation, text: str) -> Moved:
        """Take a card by its id or a part of its name."""
        if text.strip().lower() in _WITHOUT:
            return situation, True
        card = find_card(text)
        name = next(each.name for each in CARDS if each.id == card)
        after = situation.changed(card=card).told(f"{card} {name}")
        return after.gained(at_once(after), card if at_once(after) != Gain() else ""), True


def find_card(text: str) -> str:
    """Return the id of the card that a text names: an id, or a part of one of its names."""
    wanted = text.strip().lower()
    for card in CARDS:
        if card.id.lower() == wanted:
            return card.id
    found = [
        card.id
        for card in CARDS
        if wanted in " / ".join((card.name, card.german_name, card.other_name)).lower()
    ]
    if len(found) == 1 and len(wanted) > 2:
        return found[0]
    ids = [card.id for card in CARDS]
    cause = f"{text.strip()!r} names no event card"
    if found:
        cause = f"{text.strip()!r} could be {', '.join(found[:4])}"
    raise InputError(cause, f"quacks rules show cards lists them{nearest(text.upper(), ids)}")


class DrawnPhase(Phase):
    """Which chips a purple card has shown (FP13)."""

    name = "drawn"

    def enter(self, situation: Situation) -> Moved:
        """Ask only with such a card."""
        return situation, situation.card in REVEALS

    def prompt(self, situation: Situation) -> str:
        """Ask for the chips."""
        return f"Which {counted(_hand(situation), 'chip')} did you draw?"

    def answer(self, situation: Situation, text: str) -> Moved:
        """Take the chips note."""
        return situation.changed(revealed=read_hand(situation, text, _hand(situation))), True


def _hand(situation: Situation) -> int:
    return min(REVEALS.get(situation.card or "", 0), int(situation.bag.sum()))


def read_hand(situation: Situation, text: str, size: int) -> tuple[int, ...]:
    """Return revealed chips, which must be in the bag and of the right number."""
    kinds = read_kinds(text)
    missing = counts_of(kinds) - situation.bag
    for kind in dict.fromkeys(kinds):
        if missing[kind] > 0:
            raise InputError(
                f"there are not so many {KINDS[kind]} in the bag",
                f"the bag holds {situation.bag_text() or 'nothing'}",
            )
    if len(kinds) != size:
        raise InputError(
            f"{counted(len(kinds), 'chip')}, but {size} should be shown",
            "type all of them, as: w1 o1 g1",
        )
    return tuple(kinds)


class OfferPhase(Choice):
    """What a purple card offers, or has brought."""

    name = "offer"

    def options(self, situation: Situation) -> list[Option]:
        """Return the offer; that of FP9 waits for the rats."""
        return [] if situation.card == "FP9" else card_options(situation)

    def title(self, situation: Situation) -> str:
        """Name the card."""
        return situation.card or ""

    def prompt(self, situation: Situation) -> str:
        """Ask as the card does."""
        card = situation.card or ""
        return f"{card}: {QUESTIONS.get(card, '')}"

    def take(self, situation: Situation, option: Option) -> Situation:
        """Return the situation after the choice; drawn chips go back."""
        return super().take(situation, option).changed(revealed=())

    def advise(self, situation: Situation, terms: Terms) -> Advice | None:
        """Return the options, unless the card only asks what happened."""
        return None if situation.card in FACTS else super().advise(situation, terms)


class StandingsPhase(Phase):
    """The points of the others, where a card may have changed them before the rats."""

    name = "standings"

    def enter(self, situation: Situation) -> Moved:
        """Ask only after such a card, and if rats are counted."""
        return situation, situation.card in CHANGES_SCORES and situation.round > 1

    def prompt(self, situation: Situation) -> str:
        """Ask for the points."""
        return ask_points(situation)

    def answer(self, situation: Situation, text: str) -> Moved:
        """Take them."""
        return situation.changed(rivals=read_points(situation, text)), True


def ask_points(situation: Situation) -> str:
    """Return the question for the points of the others."""
    names = ", ".join(situation.name_of(each) for each in range(len(situation.rivals)))
    return f"Points of {names} now"


def read_points(situation: Situation, text: str) -> tuple[int, ...]:
    """Return the points of the others, which never fall (rule 9.1)."""
    points = read_numbers(text, "points")
    if len(points) != len(situation.rivals):
        raise InputError(
            f"{counted(len(points), 'number')} for "
            f"{counted(len(situation.rivals), 'other player')}",
            "type the points of each, clockwise from your left: 22 15",
        )
    for before, after in zip(situation.rivals, points, strict=True):
        if after < before:
            raise InputError(
                f"points never fall: {after} after {before}",
                "check the numbers; 'set rivals …' corrects earlier ones",
            )
    return points


class RatsPhase(Phase):
    """Rat tails up to the leader (rule 3), and those given up for rubies (FP9)."""

    name = "rats"

    def enter(self, situation: Situation) -> Moved:
        """Count the tails; only FP9 asks."""
        rats = 0
        if situation.round > 1:
            rats = tails_between(situation.rules, situation.points, max(situation.rivals))
        rats *= 2 if situation.card == "FP7" else 1
        after = situation.changed(rats=rats)
        return after, after.card == "FP9" and rats > 0

    def prompt(self, situation: Situation) -> str:
        """Ask how many are given up."""
        return f"You have {situation.rats}. {QUESTIONS['FP9']}"

    def advise(self, situation: Situation, terms: Terms) -> Advice | None:
        """Return what rats and rubies are worth."""
        return _GiveUp().advise(situation, terms)

    def answer(self, situation: Situation, text: str) -> Moved:
        """Give them up."""
        return _GiveUp().answer(situation, text)


class _GiveUp(Choice):
    name = "rats"
    why = "FP9"

    def options(self, situation: Situation) -> list[Option]:
        return card_options(situation)


def begun_brew(situation: Situation) -> Situation:
    """Return the situation at the first draw of a round."""
    rats, start = situation.rats, situation.start
    if rats:
        where = f"{counted(rats, 'rat tail')}: you start on space {start}."
    else:
        where = f"You start on space {start}."
    return situation.changed(
        begun_at=start,
        draws=tuple(Draw(kind) for kind in situation.kept),
        protected=UNTIL_THE_FIFTH if situation.card == "FB3" else 0,
    ).told(where)
