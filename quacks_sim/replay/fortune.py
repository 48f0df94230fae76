"""Event cards in words: what a card does, and what a seat chose."""

from collections.abc import Mapping
from typing import Any

from quacks_sim.replay.lines import listed
from quacks_sim.rules.cards import CARD_IDS, CARDS, number_of
from quacks_sim.words import counted

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
    turned_up = CARDS[number_of(card)]
    return f"event {card}, {turned_up.name}: {turned_up.in_short}"


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
