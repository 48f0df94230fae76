"""Errors that a user can cause: one line of cause, one line of cure."""

import difflib
import re
import reprlib
from collections.abc import Iterable
from typing import Any

#: Longer causes and cures are cut: nobody reads them, and a terminal scrolls away under them.
_MOST_CHARACTERS = 1_000

_LINE_ENDS = re.compile(r"\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\s*")


class QuacksError(Exception):
    """An error to be shown to a person without a traceback.

    Parameters
    ----------
    cause : str
        One line that says what is wrong, with the offending value.
    cure : str
        One line that says what to do instead.
    """

    exit_code = 1

    def __init__(self, cause: str, cure: str = "") -> None:
        self.cause = _one_line(cause)
        self.cure = _one_line(cure)
        super().__init__(self.cause)

    def __str__(self) -> str:
        return f"{self.cause}\n{self.cure}" if self.cure else self.cause


class InputError(QuacksError, ValueError):
    """Wrong usage or wrong input (exit code 2): nothing has been run."""

    exit_code = 2


class PolicyError(InputError):
    """A policy that does not keep its contract."""


class SimulationError(QuacksError, RuntimeError):
    """A run that failed (exit code 1): it names policy, game and seed."""


def nearest(name: str, valid: Iterable[str]) -> str:
    """Return ``"; did you mean X?"`` for the valid name nearest to `name`, or an empty string."""
    matches = difflib.get_close_matches(name, list(valid), n=1, cutoff=0.5)
    return f"; did you mean {matches[0]}?" if matches else ""


def in_short(value: object) -> str:
    """Return a value of a caller, or of a file, as an error message shows it: short, in one line.

    Whatever the value is, this neither fails nor takes long.
    """
    return _cut(_one_line(_SHORT.repr(value)), _SHORT.maxother)


class _Short(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = 100
        self.maxlevel = 3

    def repr_int(self, x: int, level: int) -> str:
        # Python refuses to write more than 4,300 digits, and nobody counts more than these.
        digits = int(x.bit_length() * 0.30103) + 1
        return repr(x) if digits <= 40 else f"a number of some {digits:,} digits"

    def repr_instance(self, x: Any, level: int) -> str:
        try:
            return repr(x)
        except Exception:  # what an object says of itself is its own code
            return f"an object of the class {type(x).__name__}"


_SHORT = _Short()


def _one_line(text: str) -> str:
    return _cut(_LINE_ENDS.sub(" ", text), _MOST_CHARACTERS)


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    half = (most - 3) // 2
    return f"{text[:half]}...{text[-half:]}"
