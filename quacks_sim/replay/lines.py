"""Lines of a telling: text with a role, broken to a width with a hanging indent."""

import re
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from quacks_sim.words import counted

#: What a line is, from which whoever prints it takes its colour.
ROLES = ("plain", "title", "round", "seat", "pot", "bad", "why", "win")

#: A chip in a text, as ``W3``.
CHIP = re.compile(r"\b[WOGBRYPK][1-4]\b")

BETWEEN = " · "
#: What stands between two of these belongs together.
_APART = re.compile(rf"(?<=\S)({BETWEEN}| {{2,}})(?=\S)")
#: A space at which no line is broken.
_FIRM = "\u00a0"


@dataclass(frozen=True)
class Line:
    """A line of a telling.

    Attributes
    ----------
    text : str
        Without a line break.
    role : str
        One of :data:`ROLES`.
    round : int
        Round of the game, 0 before the first one, 10 after the last.
    seat : int or None
        Whose line it is, None for the whole table.
    hang : int
        Indent of what does not fit into the width.
    """

    text: str
    role: str = "plain"
    round: int = 0
    seat: int | None = None
    hang: int = 4


def wrapped(line: Line, width: int) -> list[str]:
    """Return the text of a line in pieces of at most `width` characters."""
    if len(line.text) <= width or line.role == "pot":
        return [line.text]
    indent = len(line.text) - len(line.text.lstrip())
    room = width - line.hang - len(BETWEEN)
    text = line.text[:indent] + "".join(
        _firm(each, room) for each in _APART.split(line.text[indent:])
    )
    pieces = textwrap.wrap(
        text,
        width,
        subsequent_indent=" " * min(line.hang, width // 2),
        break_on_hyphens=False,
    )
    return [each.replace(_FIRM, " ") for each in pieces]


def _firm(part: str, room: int) -> str:
    if part == BETWEEN:
        return f"{_FIRM}· "
    return part if part.isspace() or len(part) > room else part.replace(" ", _FIRM)


def chosen(lines: Iterable[Line], number: int | None, seat: int | None) -> list[Line]:
    """Return the lines of one round and one seat, with what concerns the whole table.

    Parameters
    ----------
    lines : iterable of Line
    number : int, optional
        The round to keep; the title always stays, the end only without a choice of rounds.
    seat : int, optional
        The seat to keep.
    """
    kept = [
        line
        for line in lines
        if (number is None or line.round in (0, number))
        and (seat is None or line.seat is None or line.seat == seat)
    ]
    # What was between two blank lines may be gone.
    return [
        line
        for index, line in enumerate(kept)
        if line.text or (index > 0 and kept[index - 1].text and index < len(kept) - 1)
    ]


def listed(items: Iterable[str]) -> str:
    """Return items as ``"a, b and c"``."""
    *most, last = list(items) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def gain_in_words(event: Mapping[str, Any]) -> str:
    """Return what a reward is: ``"2 points, now 14"``."""
    reward, amount, total = event["reward"], event["amount"], event["total"]
    if reward == "victory_points":
        return f"{counted(amount, 'point')}, now {total}"
    if reward == "ruby":
        return f"{counted(amount, 'ruby')}, now {total}"
    if reward == "tube":
        return f"into tube {total}"
    if reward == "droplet":
        return f"droplet to {total}"
    if reward == "chip":
        return f"{counted(amount, event['chip'], event['chip'])} into the bag, now {total}"
    if reward == "flask":
        return "the flask is full again"
    return f"{reward} {amount}, now {total}"
