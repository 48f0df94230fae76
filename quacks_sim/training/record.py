"""The record of a search: every candidate that was tried, in a file from which it can go on."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from quacks_sim.errors import InputError
from quacks_sim.own_files import check_replaceable
from quacks_sim.result_files import write_result

SCHEMA = 1


class Candidate(BaseModel):
    """A candidate of a generation.

    Attributes
    ----------
    values : tuple of float
        One for each dimension.
    games : int
        How many it played, at all tables; 0 if it cannot be played.
    gain, low, high : float or None
        What it brought more than the start over the same games, with the 95 % interval.
    dropped : bool
        Whether it dropped out of the race.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    values: tuple[float, ...]
    games: int
    gain: float | None = None
    low: float | None = None
    high: float | None = None
    dropped: bool = False


class Generation(BaseModel):
    """A generation: its candidates, and in which order they came out.

    Attributes
    ----------
    candidates : tuple of Candidate
    order : tuple of int
        Their numbers from 0, the best first.
    games : int
        All games played, those of the start with them.
    saved : int
        Games that the race did not have to play.
    seconds : float
    spread : float
        How wide the distribution was afterwards, 1 at the start.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    candidates: tuple[Candidate, ...]
    order: tuple[int, ...]
    games: int
    saved: int
    seconds: float
    spread: float


class _Content(BaseModel):
    model_config = ConfigDict(extra="forbid")

    tune: int
    settings: dict[str, Any]
    generations: list[Generation]


def read_record(path: Path, settings: Mapping[str, Any]) -> list[Generation]:
    """Return the generations in a record, none if there is no file.

    Parameters
    ----------
    path : Path
    settings : mapping
        Everything that decides what the search plays.

    Raises
    ------
    InputError
        For a file that is no record, or one of another search.
    """
    if not path.exists():
        return []
    content = _read(path)
    wanted = json.loads(json.dumps(settings))
    other = [name for name, value in wanted.items() if content.settings.get(name) != value]
    if other:
        raise InputError(
            f"{path} is the record of another search: {', '.join(other)} differ",
            "give the same options, or another name, or --overwrite",
        )
    return content.generations


def seed_in_record(path: Path) -> int | None:
    """Return the seed of the search that a record is of; None if there is no file."""
    if not path.exists():
        return None
    seed = _read(path).settings.get("seed")
    return seed if isinstance(seed, int) else None


def write_record(path: Path, settings: Mapping[str, Any], generations: list[Generation]) -> None:
    """Write a record: the whole file or nothing.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    content = _Content(tune=SCHEMA, settings=dict(settings), generations=generations)
    text = content.model_dump_json(indent=1) + "\n"
    write_result(path, lambda part: part.write_text(text, encoding="utf-8"))


def forget_record(path: Path) -> None:
    """Remove a record, of whatever search and version, if there is one.

    Raises
    ------
    InputError
        If a file of another kind, or a link, has its name.
    """
    check_replaceable(path)
    if not path.exists():
        return
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or not {"tune", "settings", "generations"} <= set(content):
        raise InputError(
            f"{path} is in the way: it is no record of a search",
            "move it away, or take another name",
        )
    path.unlink()


def _read(path: Path) -> _Content:
    try:
        content = _Content.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it has another content"
        raise InputError(
            f"{path} is no record of a search: {reason}", "restore it, or move it away"
        ) from None
    if content.tune != SCHEMA:
        raise InputError(
            f"{path} is of schema {content.tune}, not {SCHEMA}",
            "go on with the version that wrote it, or start with --overwrite",
        )
    return content
