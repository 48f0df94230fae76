"""Event cards in words: what a card does, and what a seat chose."""

from collections.abc import Mapping
from typing import Any

from quacks_sim.replay.lines import listed
from quacks_sim.rules.cards import CARD_IDS, CARDS
from quacks_sim.rules.effects import check_entries
from quacks_sim.words import counted

#: What each card does, for the line that turns it up.
_EFFECTS = {
    "FP1": "each takes K1, a 2-chip or 3 rubies",
    "FP2": "every droplet moves one space",
    "FP3": "each may pay a ruby for a 1-chip",
    "FP4": "a ruby for whoever has the fewest",
    "FP5": "a G1 for whoever has the fewest points",
    "FP6": "each takes 4 points or gets rid of a W1",
    "FP7": "rats count twice",
    "FP8": "each draws five chips; the lowest sum wins a B2, the others a ruby",
    "FP9": "each may give up to 3 rats for as many rubies",
    "FP10": "each takes a 4-chip or a point for each rat tail",
    "FP11": "each moves the droplet two spaces or takes a P1",
    "FP12": "everybody rolls the die",
    "FP13": "each draws four chips and may exchange one for the next bigger one",
    "FB1": "a white total of exactly 7 moves the droplet",
    "FB2": "whose right neighbour explodes takes a 2-chip",
    "FB3": "at the fifth chip each may start again",
    "FB4": "the die is rolled twice",
    "FB5": "pots explode only above 9",
    "FB6": "orange chips move one space further",
    "FB7": "intact pots draw up to five more chips and may place one",
    "FB8": "a ruby space pays 2 points, too",
    "FB9": "all flasks are filled",
    "FB10": "the first white chip may go back",
    "FB11": "a ruby space pays a second ruby",
}
check_entries(__name__, (card for card in CARD_IDS if card not in _EFFECTS))
_NAMES = {card.id: card.name for card in CARDS}

#: Choices after which nothing else tells what was chosen.
_DECLINED = {
    ("FP3", "none"): "pays for no chip",
    ("FP9", "0"): "gives up no rat",
    ("FP13", "none"): "exchanges none of them",
    ("FB7", "none"): "places none of them",
}


def card_in_words(card: str) -> str:
    """Return the line for a card that is turned up: name and effect."""
    if card not in CARD_IDS:
        return "no event card"
    return f"event {card}, {_NAMES[card]}: {_EFFECTS[card]}"


def is_of_card(event: Mapping[str, Any]) -> bool:
    """Return whether an event is a card's: a decision of it, or something that it causes."""
    return event.get("decision", event.get("cause")) in CARD_IDS


def choice_in_words(event: Mapping[str, Any]) -> str:
    """Return what was chosen under a card, empty if the next event tells it."""
    return _DECLINED.get((event["decision"], event["options"][event["choice"]]), "")


def draws_in_words(card: str, kinds: list[str]) -> str:
    """Return which chips were drawn for a card, for FP8 with their sum."""
    total = f", {sum(int(kind[1]) for kind in kinds)} in all" if card == "FP8" else ""
    return f"draws {listed(kinds)}{total}"


def option_in_words(card: str, option: str, count: int) -> str:
    """Return an option of a card as ``--why`` lists it; `count` is what the option is about."""
    return {
        ("FP1", "rubies"): "3 rubies",
        ("FP6", "points"): "4 points",
        ("FP6", "white"): "a W1 less",
        ("FP11", "droplet"): "droplet 2 further",
        ("FP10", "points"): "points for tails",
        ("FB3", "continue"): "go on",
        ("FB3", "restart"): f"start again from {count}",
    }.get((card, option)) or (counted(int(option), "rat") if option.isdigit() else option)
