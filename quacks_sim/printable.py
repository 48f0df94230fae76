"""Words on a terminal: what it would obey, or has no letter for, is shown as something else.

Names, questions and descriptions come from files, which may come from anywhere; and not every
terminal knows every letter. Each symbol of the program has an ASCII form of its own here, because a
question mark would say the same of a droplet and of an empty space.
"""

import codecs
import re
import unicodedata
from typing import TextIO

#: Controls but tab and newline, marks that turn the direction of text, and halves of characters.
_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)

#: What stands for a symbol where the code page lacks it. Those of a pot are one character wide.
ASCII_FORMS = {
    "◆": "*",  # the droplet
    "◇": "o",  # the rat stone
    "·": ".",  # an empty space of a pot, and between two facts
    "▸": ">",  # the scoring space
    "◀": "<",
    "→": "->",
    "█": "#",
    "±": "+/-",
    "×": "x",
    "−": "-",
    "–": "-",
    "—": "--",
    "…": "...",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≈": "~",
    "─": "-",
    "━": "=",
    "╸": "=",
    "╺": "=",
    "│": "|",
    "•": "*",
    "\N{NO-BREAK SPACE}": " ",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{REPLACEMENT CHARACTER}": "?",
}

#: How a stream is told to print what its encoding lacks in the ASCII form.
SPELLED_OUT = "spelled-out"


def printable(text: str, stream: TextIO | None = None) -> str:
    """Return text with a replacement character for everything that a terminal would obey.

    Parameters
    ----------
    text : str
    stream : text stream, optional
        Where the text will be printed: what its encoding lacks is spelled out, so that the length
        of the text is that on the terminal. Without it a stream does so itself when it is printed.
    """
    safe = _OBEYED.sub("\N{REPLACEMENT CHARACTER}", text)
    encoding = getattr(stream, "encoding", None)
    return safe.encode(encoding, SPELLED_OUT).decode(encoding) if encoding else safe


def in_ascii(text: str) -> str:
    """Return the ASCII form of text: symbols by the table, letters without their accents.

    What has none is written by its number, as ``\\u5f20``: two names stay two.
    """
    return "".join(map(_form, text))


def _form(letter: str) -> str:
    if letter in ASCII_FORMS:
        return ASCII_FORMS[letter]
    if unicodedata.category(letter).startswith("L"):
        plain = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
        if plain:
            return plain
    return letter.encode("ascii", "backslashreplace").decode()


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return in_ascii(error.object[error.start : error.end]), error.end


codecs.register_error(SPELLED_OUT, _in_ascii)
