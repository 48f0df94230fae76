"""Ingredient books: which book of each colour is in play, and the prices that follow.

Each colour's book may come from another set (rule 11.4). Source: rule 1.5, ``prices.csv``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Self, TypeVar

from quacks_sim import checked
from quacks_sim.errors import InputError, in_short, nearest
from quacks_sim.rules.chips import COLOURS, KIND_COLOUR, KIND_COUNT, KIND_VALUE, WHITE
from quacks_sim.rules.entries import check_entries
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import prices, read_table

Entry = TypeVar("Entry")

#: The first round in which a colour can be bought; the others from round 1. Rules 1.5, 2.1.
FIRST_ROUND = {"yellow": 2, "purple": 3}


def _sets_with(colour: str) -> tuple[int, ...]:
    return tuple(sorted({number for name, number, _ in prices() if name == colour}))


#: The colours that have several books, and the sets of each one's books. Source: ``prices.csv``.
BOOK_SETS = {
    colour: sets for colour in COLOURS if colour != "white" and len(sets := _sets_with(colour)) > 1
}

#: The sets of any book, and those that have a book of each colour.
ALL_SETS = tuple(sorted({number for sets in BOOK_SETS.values() for number in sets}))
WHOLE_SETS = tuple(n for n in ALL_SETS if all(n in sets for sets in BOOK_SETS.values()))


def each_book(room: str, colour: str, entries: Mapping[int, Entry]) -> Mapping[int, Entry]:
    """Return a room's entries for the books of a colour, by set, if each book has one.

    Raises
    ------
    NotImplementedError
        If one is missing, so that a new book is not played as another one.
    """
    missing = [number for number in BOOK_SETS[colour] if number not in entries]
    check_entries(room, (f"{colour}-{number}" for number in missing))
    return entries


@dataclass(frozen=True, slots=True)
class Books:
    """The set, 1 … 4, of the book in play for each colour that has several."""

    green: int = 1
    blue: int = 1
    red: int = 1
    yellow: int = 1
    purple: int = 1

    def __post_init__(self) -> None:
        for colour, book in self.sets().items():
            if not checked.is_whole(book) or book not in BOOK_SETS[colour]:
                played = ", ".join(str(each) for each in BOOK_SETS[colour])
                raise InputError(
                    f"there is no book {colour} = {in_short(book)}",
                    f"{colour} has books of the sets {played}",
                )
            object.__setattr__(self, colour, int(book))

    @classmethod
    def of_set(cls, number: int) -> Self:
        """Return the books of one set for all colours; see :data:`WHOLE_SETS`.

        Raises
        ------
        InputError
            If there is no such set.
        """
        return cls(*[number] * len(fields(cls)))

    @classmethod
    def read(
        cls,
        books: "str | int | Mapping[str, int] | Books | None",
        *,
        others: "int | Books" = 1,
    ) -> "Self | Books":
        """Return the books written as ``"green=3,blue=2"``, as a mapping, or as they are.

        Parameters
        ----------
        books : str, int, mapping, Books or None
            The set of each colour's book; a number is the set of all of them. None names no colour.
        others : int or Books
            The set of the colours that are not named, or the books that these have.

        Raises
        ------
        InputError
            For an unknown colour or set.
        """
        if isinstance(books, Books):
            return books
        known = others.sets() if isinstance(others, Books) else cls.of_set(others).sets()
        return cls(**{**known, **cls.named_in(books)})

    @classmethod
    def named_in(cls, books: "str | int | Mapping[str, int] | Books | None") -> dict[str, int]:
        """Return the sets of those colours that are named, by colour; see :meth:`read`.

        Raises
        ------
        InputError
            For an unknown colour or set.
        """
        cure = "write for example green=3,blue=2, or the number of a set"
        if books is None:
            return {}
        if isinstance(books, Books):
            return books.sets()
        if checked.is_whole(books):
            return cls.of_set(books).sets()
        if isinstance(books, str):
            pairs = [item.partition("=") for item in books.replace(",", " ").split()]
            books = {colour: _number(text) for colour, _, text in pairs}
        named = checked.mapping(books, "the choice of books", cure)
        names = [field.name for field in fields(cls)]
        for colour in named:
            if colour not in names:
                raise InputError(
                    f"there is no choice of books for {in_short(colour)}",
                    f"{cure}{nearest(colour, names)}",
                )
        whole = cls(**named)
        return {colour: getattr(whole, colour) for colour in named}

    def sets(self) -> dict[str, int]:
        """Return the set of each colour's book, by colour."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def price(self, kind: int, options: RuleOptions | None = None) -> int:
        """Return the price of a kind in coins, 0 for white, which is never sold (rule 6.E.2).

        Two prices are options of the rules (rule 12); without `options` they are the default.
        """
        if KIND_COLOUR[kind] == WHITE:
            return 0
        options = options or RuleOptions()
        colour, value = COLOURS[KIND_COLOUR[kind]], int(KIND_VALUE[kind])
        number = self.sets().get(colour, 1)
        printed = prices()[colour, number, value]
        return int(getattr(options, f"price_{colour}_s{number}_{value}", printed))


def _number(text: str) -> Any:
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else text


@cache
def book_effects() -> dict[str, str]:
    """Return what each book does, in one line, by book: ``"green-1"``. Source: ``books.csv``."""
    return {row["book"]: row["effect"] for row in read_table("books")}


def first_round(kind: int) -> int:
    """Return the first round in which a kind can be bought or gained, 1 … 3 (rule 2.1)."""
    return FIRST_ROUND.get(COLOURS[KIND_COLOUR[kind]], 1)


def sold_kinds() -> list[int]:
    """Return the kinds that the market sells, in the fixed order of kinds."""
    return [kind for kind in range(KIND_COUNT) if KIND_COLOUR[kind] != WHITE]
