"""Values that a caller hands over, checked: numbers, switches, paths, names and lists.

Every public function takes its arguments through these, so that a wrong one is answered with an
:class:`InputError` that names it. NumPy's numbers and switches count as Python's, and a path may be
anything that :func:`os.fspath` knows; a switch is never taken for a number, nor the other way.
"""

import errno
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from numbers import Integral, Real
from pathlib import Path
from typing import Any, TypeGuard, TypeVar

import numpy as np

from quacks_sim.errors import InputError, in_short, nearest

Kind = TypeVar("Kind")

_TOO_LONG = (errno.ENAMETOOLONG, errno.ELOOP)


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number of any kind: True and False are none."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def whole(
    value: object, what: str, low: int = 0, high: int | None = None, *, cure: str = ""
) -> int:
    """Return a whole number as an int.

    Parameters
    ----------
    value : object
        What the caller gave.
    what : str
        What it is, as the cause begins: ``"games"``.
    low, high : int
        The range, both ends included; without `high` there is no greatest one.
    cure : str, optional
        What to do instead, if the range does not say it.

    Raises
    ------
    InputError
        If it is no whole number of that range.
    """
    if is_whole(value):
        number = int(value)
        if low <= number and (high is None or number <= high):
            return number
    if not cure:
        cure = f"of at least {low:,}" if high is None else f"from {low:,} to {high:,}"
        cure = f"it is a whole number {cure}"
    raise InputError(f"{what} is {in_short(_plain(value))}", cure)


def real(value: object, what: str, low: float, high: float, *, cure: str = "") -> float:
    """Return a number of a range.

    Parameters
    ----------
    value, what, cure
        As in :func:`whole`.
    low, high : float
        The range, both ends included; NaN lies in none.

    Raises
    ------
    InputError
        If it is no number of that range.
    """
    if is_number(value) and low <= value <= high:
        return number(value, what, "")
    shown = in_short(_plain(value)) + ("" if is_number(value) else ", not a number")
    raise InputError(f"{what} is {shown}", cure or f"it is a number from {low:g} to {high:g}")


def is_number(value: object) -> TypeGuard[int | float]:
    """Return whether a value is a number of any kind, NaN too: True and False are none."""
    return isinstance(value, Real) and not isinstance(value, bool)


def number(value: object, what: str, cure: str) -> int | float:
    """Return any number, as an int if it is one, else as a float.

    Raises
    ------
    InputError
        If it is none.
    """
    if is_number(value):
        return int(value) if isinstance(value, Integral) else float(value)
    raise InputError(f"{what} is {in_short(value)}, not a number", cure)


def switch(value: object, what: str) -> bool:
    """Return a switch as a bool: nothing but True and False are taken, never a word or a number.

    Raises
    ------
    InputError
        For anything else.
    """
    if isinstance(value, bool | np.bool_):
        return bool(value)
    raise InputError(
        f"{what} is {in_short(value)}, not a switch", f"{what} is either True or False"
    )


def text(value: object, what: str, cure: str) -> str:
    """Return a text, which may be empty.

    Raises
    ------
    InputError
        For anything else.
    """
    if isinstance(value, str):
        return str(value)
    raise InputError(f"{what} is {in_short(value)}, not text", cure)


def one_of(value: object, what: str, names: Sequence[str]) -> str:
    """Return one of some names.

    Raises
    ------
    InputError
        For anything else.
    """
    if isinstance(value, str) and value in names:
        return str(value)
    close = nearest(value, names) if isinstance(value, str) else ""
    raise InputError(f"{what} is {in_short(value)}", f"it is one of {', '.join(names)}{close}")


def path_of(value: object, what: str) -> Path:
    """Return the path of a file or folder, given as text or as any object that has a path.

    ``~`` is the user's own folder.

    Raises
    ------
    InputError
        For anything else, for an empty text, for a path that no file can have, and for ``~`` where
        there is no home.
    """
    named = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(named, str):
        raise InputError(f"{what} is {in_short(value)}, not a path", "give a path as text or Path")
    if not named.strip():
        raise InputError(f"{what} is empty, not a path", "name a file or folder; . is this folder")
    try:
        os.lstat(named)
    except ValueError as error:
        raise InputError(f"{what} is {in_short(named)}: {error}", "check the path") from None
    except OSError as error:
        if error.errno in _TOO_LONG:
            cause = f"{what} is {in_short(named)}: {error.strerror}"
            raise InputError(cause, "check the path") from None
    try:
        return (value if isinstance(value, Path) else Path(named)).expanduser()
    except RuntimeError as error:
        raise InputError(f"{what} is {in_short(named)}: {error}", "write it in full") from None


def items(value: object, what: str, cure: str, *, of: str = "") -> list[Any]:
    """Return the items of a list, tuple, array or the like; a lone text is none.

    Raises
    ------
    InputError
        For anything else; `cure` says what to write.
    """
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping):
        try:
            return list(value)
        except TypeError:  # an array without an axis
            pass
    raise InputError(f"{what} is {in_short(value)}, not a list{of and f' of {of}'}", cure)


def mapping(value: object, what: str, cure: str) -> dict[str, Any]:
    """Return a mapping of names.

    Raises
    ------
    InputError
        For anything else; `cure` says what to write.
    """
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return dict(value)
    raise InputError(f"{what} is {in_short(value)}, not a mapping of names", cure)


def instance(value: object, kind: type[Kind], what: str, cure: str) -> Kind:
    """Return an object of a class.

    Raises
    ------
    InputError
        For anything else; `cure` says where such an object comes from.
    """
    if isinstance(value, kind):
        return value
    raise InputError(f"{what} is {in_short(value)}, not a {kind.__name__}", cure)


def callback(value: object, what: str) -> Callable[..., Any] | None:
    """Return a function that is told something, or None.

    Raises
    ------
    InputError
        For anything else.
    """
    if value is None or callable(value):
        return value
    raise InputError(
        f"{what} is {in_short(value)}, not a function", "give a function, or leave it out"
    )


def _plain(value: object) -> object:
    """Return a number of NumPy as Python's, so that a message shows it as it was written."""
    return value.item() if isinstance(value, np.generic) else value
