"""Words of others on a terminal: what a terminal would obey is shown as a mark instead.

Names, questions and descriptions come from files, which may come from anywhere.
"""

import re

#: Controls but tab and newline, marks that turn the direction of text, and halves of characters.
_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def printable(text: str) -> str:
    """Return text with a replacement character for everything that a terminal would obey."""
    return _OBEYED.sub("\N{REPLACEMENT CHARACTER}", text)
