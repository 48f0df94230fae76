"""Numbers as people write them, on a command line or in a list: read, or refused with the reason.

Thousands may be divided by ``_`` or ``,``, and ``1e6`` is a million. A point divides thousands in
half of the world and begins decimals in the other half: so ``1.000`` is refused, for it could mean
one or a thousand, and whoever guesses wrong plays one game.
"""

import re
from decimal import Decimal

from quacks_sim.errors import InputError, in_short

_WHOLE = re.compile(r"[+-]?[0-9]{1,40}(_[0-9]{1,40})*")
_WITH_COMMAS = re.compile(r"[+-]?[0-9]{1,3}(,[0-9]{3})+")
_WITH_POWER = re.compile(r"[+-]?[0-9]{1,20}(\.[0-9]{1,20})?[eE]\+?[0-9]{1,2}")
_TWO_MEANINGS = re.compile(r"[+-]?[1-9][0-9]{0,2}(\.[0-9]{3})+")

#: Nobody means a number of more digits.
_MOST_DIGITS = 40


def read_whole(text: str) -> int:
    """Return a whole number: ``100000``, ``100_000``, ``100,000`` or ``1e5``.

    Raises
    ------
    InputError
        For anything else; also for a number that could mean two.
    """
    given = text.strip()
    refuse_two_meanings(given)
    if _WHOLE.fullmatch(given) or _WITH_COMMAS.fullmatch(given):
        digits = given.replace("_", "").replace(",", "")
        if len(digits) <= _MOST_DIGITS:
            return int(digits)
    if _WITH_POWER.fullmatch(given):
        number = Decimal(given)
        if number == number.to_integral_value():
            return int(number)
    raise InputError(
        f"{in_short(text)} is not a whole number", "write for example 100000, 100_000 or 100,000"
    )


def refuse_two_meanings(text: str) -> None:
    """Raise an :class:`InputError` for a number such as ``1.000``.

    Raises
    ------
    InputError
        If its point may begin decimals as well as divide thousands.
    """
    if not _TWO_MEANINGS.fullmatch(text.strip()):
        return
    thousands = text.strip().replace(".", "")
    parts = text.strip().split(".")
    one = f"{parts[0]}.{parts[1].rstrip('0')}".rstrip(".") if len(parts) == 2 else ""
    raise InputError(
        f"{text.strip()!r} could mean {one + ' or ' if one else ''}{thousands}",
        f"write {one + ' or ' if one else ''}{thousands}",
    )
