"""What is varied: ``--vary WHAT=VALUES``, read into what :func:`quacks_sim.sweep` takes.

Everything that the section ``[vary]`` of an experiment knows can be written in one text: values
stand between commas, what belongs to one value is joined by ``+``.
"""

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from quacks_sim.errors import InputError, in_short
from quacks_sim.written import refuse_two_meanings

_MOST_VALUES = 1_000
_MOST_DIGITS = 300
_EXAMPLE = "write for example --vary stop.max_risk=0.1:0.6:0.05 or --vary rubies=keep,droplet"

#: Axes of the table, and what their values may be made of; see :mod:`quacks_sim.vary`.
_CARDS, _BOOKS, _RULES, _ROUNDS = "cards", "books", "rules.", "in_round"

_SET = re.compile("[0-9]{1,2}")

_EVERY_CARD, _EVERY_SUBSET = "every_card_in", "every_subset_of"


def read_axes(texts: Sequence[str]) -> dict[str, Any]:
    """Read what is varied from ``WHAT=VALUES``.

    Returns
    -------
    dict
        By axis a list of values, or sets of changes by their text.

    Raises
    ------
    InputError
        For a text of another form, a range that is none, a value or axis that comes twice.
    """
    axes: dict[str, Any] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        if not equals or not name or not values:
            raise InputError(f"--vary {in_short(text)} is not WHAT=VALUES", _EXAMPLE)
        if name in axes:
            raise InputError(f"--vary {name} comes twice", "list all its values at once")
        axes[name] = _axis(name, values)
    return axes


def _axis(name: str, text: str) -> Any:
    kind, equals, rest = text.partition("=")
    if name == _CARDS and kind == _EVERY_CARD and equals:
        return {_EVERY_CARD: _rounds(rest)}
    if name in (_CARDS, _BOOKS):
        return _once(name, [_joined(part) for part in _parts(text)])
    if name == _ROUNDS:
        return _rounds(text)
    if kind == _EVERY_SUBSET and equals:
        return {_EVERY_SUBSET: {part: _changes(name, part) for part in _parts(rest)}}
    if equals:
        return {part: _changes(name, part) for part in _once(name, _parts(text))}
    return _once(name, _values(name, text))


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _joined(text: str) -> Any:
    """Read a deck or books, as ``all+3=FB5`` or ``green=3+blue=2``; a number is a set."""
    return int(text) if _SET.fullmatch(text) else text.replace("+", ",")


def _rounds(text: str) -> list[int]:
    from quacks_sim.choices import read_rounds

    return list(read_rounds(text, f"--vary {_ROUNDS}"))


def _once(name: str, values: list[Any]) -> list[Any]:
    for place, value in enumerate(values):
        if value in values[:place]:
            raise InputError(f"--vary {name} has {value} twice", "name each value once")
    return values


def _values(name: str, text: str) -> list[Any]:
    if "." not in name or name.startswith(_RULES):
        return [_joined(part) if name == _BOOKS else part for part in _parts(text)]
    values: list[int | float | tuple[int | float, ...]] = []
    for part in _parts(text):
        if "/" in part:
            values.append(tuple(read_number(name, each) for each in part.split("/")))
        else:
            values += _range(name, part) if ":" in part else [read_number(name, part)]
    return values


def _changes(name: str, text: str) -> dict[str, Any]:
    """Read a set of changes, as ``purchase.red=2+rubies=keep``."""
    changes: dict[str, Any] = {}
    for part in text.split("+"):
        key, equals, value = part.partition("=")
        if not key or not equals or not value:
            raise InputError(
                f"--vary {name}: {in_short(part)} is no change of a strategy",
                f"write for example --vary {name}=purchase.red=0,purchase.red=2+rubies=keep",
            )
        (changes[key],) = _values(key, value)
    return changes


def _range(name: str, text: str) -> list[int | float]:
    bounds = [_decimal(name, part) for part in text.split(":")]
    if len(bounds) == 2:
        if any(_is_fraction(each) for each in bounds):
            raise InputError(f"--vary {name}={text} has no step", f"give one: {text}:0.05")
        bounds.append(Decimal(1))
    if len(bounds) != 3 or not bounds[2]:
        raise InputError(f"--vary {name}={in_short(text)} is not first:last:step", _EXAMPLE)
    first, last, step = bounds
    steps = (last - first) / step
    if steps < 0:
        raise InputError(
            f"--vary {name}={text} has no values: {step} does not lead from {first} to {last}",
            "turn the sign of the step, or change first and last",
        )
    if steps >= _MOST_VALUES:
        raise InputError(
            f"--vary {name}={in_short(text)} has more than {_MOST_VALUES:,} values",
            "take a larger step",
        )
    # Decimal numbers, so that 0.1:0.3:0.1 is 0.1, 0.2, 0.3 and ends where it says.
    return [_plain(first + step * number) for number in range(int(steps) + 1)]


def read_number(name: str, text: str, cure: str = _EXAMPLE) -> int | float:
    """Return the number that a text is.

    Raises
    ------
    InputError
        If it is none, or could mean two; `name` says of what.
    """
    return _plain(_decimal(name, text, cure))


def _decimal(name: str, text: str, cure: str = _EXAMPLE) -> Decimal:
    refuse_two_meanings(text)
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal("nan")
    # A number of a million digits is none that anybody means.
    if not value.is_finite() or (value and abs(value.adjusted()) > _MOST_DIGITS):
        raise InputError(f"--vary {name}: {in_short(text)} is not a number", cure)
    return value


def _is_fraction(value: Decimal) -> bool:
    return value != value.to_integral_value()


def _plain(value: Decimal) -> int | float:
    return float(value) if _is_fraction(value) else int(value)
