"""Reads the worked examples of the rule book, without judging them.

The notation is explained in ``worked_examples.md`` next to this file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

DOCUMENT = Path(__file__).with_name("worked_examples.md")


@dataclass(frozen=True)
class Item:
    """One item of a tape.

    ``what`` is ``chip`` or the item's own word (``flask``, ``stop``, ``restart``, ``back``,
    ``strong``). A chip may use (``!``) or decline (``~``) its action, or reveal chips and choose
    one of them, which may act in turn; ``strong`` reveals and chooses as well.
    """

    what: str
    chip: str = ""
    action: str = ""
    revealed: tuple[str, ...] = ()
    chosen: Item | None = None


@dataclass(frozen=True)
class Case:
    """One worked example: its inputs and the exact results.

    In each mapping a word that stands alone, such as ``illegal`` or the name of a seat, is found
    under ``word``.
    """

    id: str
    kind: str
    parameters: Mapping[str, str]
    tape: tuple[Item, ...]
    seats: tuple[Mapping[str, str], ...]
    wants: tuple[Mapping[str, str], ...]

    @property
    def illegal(self) -> bool:
        """Whether the last item of the case is not allowed."""
        return self.wants[0].get("word") == "illegal"

    @property
    def want(self) -> Mapping[str, str]:
        """The first line of results; most cases have only one."""
        return self.wants[0]

    @property
    def books(self) -> dict[str, int]:
        """Books of the case by colour; colours left out are of Set 1."""
        named = [book.split("-") for book in names(self.parameters.get("books", ""))]
        return {colour: int(number) for colour, number in named}

    @property
    def options(self) -> dict[str, str]:
        """Rule options that differ from the defaults."""
        pairs = [pair.split(":") for pair in names(self.parameters.get("option", ""))]
        return dict(pairs)

    def number(self, name: str, default: int = 0) -> int:
        """Read a parameter as a number."""
        return int(self.parameters.get(name, default))

    def numbers(self, name: str) -> list[int]:
        """Read a parameter as a list of numbers."""
        return [int(number) for number in names(self.parameters[name])]


def names(text: str) -> list[str]:
    """Split a list at its commas; an empty text is an empty list."""
    return text.split(",") if text else []


@cache
def worked_examples() -> tuple[Case, ...]:
    """Read all cases of the document, in their order."""
    blocks = re.findall(r"```case\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    return tuple(parse_case(block) for block in blocks)


def parse_case(block: str) -> Case:
    """Read one case: its first line, then tape, seats and results."""
    first, *lines = block.strip().splitlines()
    id_, kind, *parameters = first.split()
    tape: tuple[Item, ...] = ()
    seats: list[Mapping[str, str]] = []
    wants: list[Mapping[str, str]] = []
    for line in lines:
        label, _, rest = line.partition(":")
        if label == "tape":
            tape = tuple(parse_item(text) for text in rest.split())
        elif label == "seat":
            seats.append(_mapping(rest.split()))
        elif label == "want":
            wants.append(_mapping(rest.split()))
        else:
            raise ValueError(f"{id_}: unknown line {line!r}")
    return Case(id_, kind, _mapping(parameters), tape, tuple(seats), tuple(wants))


def parse_item(text: str) -> Item:
    """Read one item of a tape, such as ``W2``, ``Y1!``, ``B2(W3,O1|O1)`` or ``flask``."""
    match = re.fullmatch(r"(\w+)([!~]?)(?:\((.*)\))?", text)
    if match is None:
        raise ValueError(f"unknown item {text!r}")
    name, action, inside = match.groups()
    is_chip = re.fullmatch(r"[WOGBRYPK]\d", name) is not None
    revealed: tuple[str, ...] = ()
    chosen = None
    if inside is not None:
        shown, _, choice = inside.partition("|")
        revealed = tuple(names(shown))
        chosen = None if choice == "-" else parse_item(choice)
    return Item("chip" if is_chip else name, name if is_chip else "", action, revealed, chosen)


def _mapping(words: list[str]) -> dict[str, str]:
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if equals:
            found[name] = value
        else:
            found["word"] = name
    return found
