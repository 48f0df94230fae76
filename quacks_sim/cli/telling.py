"""The telling of a game as text for a terminal: wrapped, and with coloured chips if wanted."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TextIO

from quacks_sim.cli.output import wants_colours
from quacks_sim.printable import printable
from quacks_sim.replay import chosen, tell, wrapped
from quacks_sim.replay.lines import BETWEEN, CHIP, Line

#: Colours of the chips, by letter.
_CHIPS = {
    "W": "black on white",
    "O": "black on dark_orange",
    "G": "black on green3",
    "B": "white on blue",
    "R": "white on red3",
    "Y": "black on yellow",
    "P": "white on purple",
    "K": "bold white on grey30",
}
_ROLES = {
    "title": "bold",
    "round": "bold cyan",
    "seat": "bold",
    "bad": "red",
    "why": "dim",
    "win": "bold green",
}


def told_text(
    journal: Mapping[str, Any],
    width: int,
    why: bool,
    number: int | None,
    seat: int | None,
    stream: TextIO | None = None,
) -> str:
    """Return a game in words as text.

    Parameters
    ----------
    journal : mapping
        A journal.
    width : int
        Most characters of a line.
    why : bool
        Whether to tell what the policies saw.
    number, seat : int or None
        The only round and the only seat to tell.
    stream : text stream, optional
        Where it will be printed: with escape codes and in the letters that are wanted there.
    """
    return text_of(chosen(tell(journal, width=width, reasons=why), number, seat), width, stream)


def text_of(lines: Sequence[Line], width: int, stream: TextIO | None = None) -> str:
    """Return lines as text, broken to a width, with escape codes if a stream wants them."""
    shown = [replace(line, text=_printable(line.text, stream)) for line in lines]
    pieces = [(line, text) for line in shown for text in wrapped(line, width)]
    if stream is None or not wants_colours(stream):
        return "".join(f"{text}\n" for _, text in pieces)
    return _coloured(pieces)


def _printable(text: str, stream: TextIO | None) -> str:
    # The dots say where a line may be broken; their ASCII form is as wide.
    return BETWEEN.join(printable(each, stream) for each in text.split(BETWEEN))


def _coloured(pieces: list[tuple[Line, str]]) -> str:
    from rich.console import Console
    from rich.text import Text

    file = io.StringIO()
    # Lines are broken already.
    console = Console(file=file, width=1000, force_terminal=True, highlight=False)
    for line, words in pieces:
        text = Text(words, style=_ROLES.get(line.role, ""), no_wrap=True)
        for found in CHIP.finditer(words):
            text.stylize(f"not bold not dim {_CHIPS[found[0][0]]}", *found.span())
        console.print(text, soft_wrap=True)
    return file.getvalue()
