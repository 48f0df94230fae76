"""What each ingredient book and each event card does, in one line. Source: ``effects.csv``.

What a book or card does stands as an entry in every module that has to know; none may be missing.
"""

from collections.abc import Iterable
from functools import cache

from quacks_sim.rules.tables import read_table


@cache
def effects() -> dict[str, str]:
    """Return the line of each book, as ``"green-1"``, and of each event card, as ``"FP1"``."""
    return {row["what"]: row["effect"] for row in read_table("effects")}


def check_entries(room: str, missing: Iterable[str]) -> None:
    """Raise if a module of the program has no entry for some books or cards that the box holds.

    Raises
    ------
    NotImplementedError
        With the module, and what it lacks.
    """
    names = ", ".join(missing)
    if names:
        raise NotImplementedError(f"{room} has no entry for {names}")


def book_effect(colour: str, number: int) -> str:
    """Return what the book of a colour in a set does."""
    return effects()[f"{colour}-{number}"]


def card_effect(card: str) -> str:
    """Return what an event card does."""
    return effects()[card]
