"""Errors that a user can cause: one line of cause, one line of cure."""

import difflib
from collections.abc import Iterable


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
        super().__init__(cause)
        self.cause = cause
        self.cure = cure

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
