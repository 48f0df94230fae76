"""Journals from files, which may say anything: their form is checked before they are used."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from quacks_sim.bounded import check_bounds
from quacks_sim.errors import InputError
from quacks_sim.rules.tables import MOST_SEATS

_CURE = "quacks replay … --json writes one"

#: What a journal says before its events.
_HEAD = {
    "players": int,
    "seed": int,
    "game": int,
    "start_player": int,
    "strategies": list,
    "rules": dict,
    "books": dict,
    "events": list,
}


def read_journal(path: Path) -> dict[str, Any]:
    """Return the journal in a file.

    Raises
    ------
    InputError
        If there is no such file, or if it is no journal by its form.
    """
    try:
        journal = json.loads(path.read_text(encoding="utf-8"))
        check_bounds(journal)
    except FileNotFoundError:
        raise InputError(f"there is no file {path}", "check the path of the journal") from None
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path} cannot be read: {error}", _CURE) from None
    check_journal(journal, str(path))
    return journal  # type: ignore[no-any-return]


def check_journal(journal: object, said: str) -> None:
    """Raise an error about what is `said` if it is no journal by its form.

    Raises
    ------
    InputError
        With the first thing that is wrong.
    """
    if not isinstance(journal, dict):
        raise InputError(f"{said} is not a journal", _CURE)
    for name, wanted in _HEAD.items():
        if type(journal.get(name)) is not wanted:
            raise InputError(f"{said} is not a journal: {name} is no {wanted.__name__}", _CURE)
    if not 1 <= journal["players"] == len(journal["strategies"]) <= MOST_SEATS:
        raise InputError(f"{said} is not a journal: it has other players than seats", _CURE)
    named = all(isinstance(each, str) for each in journal["strategies"])
    if not named or not all(_is_event(each) for each in journal["events"]):
        raise InputError(f"{said} is not a journal: it has names or events that are none", _CURE)


def _is_event(event: object) -> bool:
    return (
        isinstance(event, dict)
        and isinstance(event.get("event"), str)
        and all(type(event.get(name)) is int for name in ("round", "seat"))
    )


@contextmanager
def blamed_on(said: str | Path) -> Iterator[None]:
    """Turn what goes wrong with a journal from a file into a fault of that file."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, InputError):
            raise
        what = f"{type(error).__name__}: {error}"
        raise InputError(f"{said} is not a journal: {what}", _CURE) from error
