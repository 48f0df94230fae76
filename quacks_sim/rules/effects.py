"""What each ingredient book and each event card does, in one line. Source: ``effects.csv``."""

from functools import cache

from quacks_sim.rules.tables import read_table


@cache
def effects() -> dict[str, str]:
    """Return the line of each book, as ``"green-1"``, and of each event card, as ``"FP1"``."""
    return {row["what"]: row["effect"] for row in read_table("effects")}


def book_effect(colour: str, number: int) -> str:
    """Return what the book of a colour in a set does."""
    return effects()[f"{colour}-{number}"]


def card_effect(card: str) -> str:
    """Return what an event card does."""
    return effects()[card]
