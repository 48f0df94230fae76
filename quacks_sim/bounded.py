"""Documents from anywhere, TOML or JSON: no deeper and with no larger numbers than the program has.

What nests a thousand times, or is a number of a million digits, was not written by a person; it
would only break whatever walks through it or prints it.
"""

from collections.abc import Mapping
from typing import Any

#: The files of this program nest up to six times.
MOST_LEVELS = 32

#: Beyond these a number is not even worth a message of its own.
_MOST_BITS = 256


def check_bounds(document: Any) -> None:
    """Raise an error for what no file of this program has.

    Raises
    ------
    ValueError
        For nesting beyond :data:`MOST_LEVELS`, and for whole numbers of some 80 digits and more.
    """
    level = [document]
    for _ in range(MOST_LEVELS):
        below: list[Any] = []
        for each in level:
            if isinstance(each, Mapping):
                below += each.values()
            elif isinstance(each, list):
                below += each
            elif isinstance(each, int) and each.bit_length() > _MOST_BITS:
                raise ValueError(f"a number of {each.bit_length()} bits is in no game")
        level = below
        if not level:
            return
    raise ValueError(f"it nests more than {MOST_LEVELS} times")
