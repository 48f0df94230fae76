"""The form of a manifest: what is read from a file is checked completely before it is used."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from quacks_sim.errors import InputError
from quacks_sim.experiment.formats import DEFAULT_FORMAT, FORMATS, check_format
from quacks_sim.match import MOST_GAMES
from quacks_sim.rules.books import Books
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import MOST_SEATS

_GAMES = Field(ge=1, le=MOST_GAMES)
_COUNT = Field(ge=0)
#: A name inside the folder: a manifest from elsewhere must not lead anywhere else.
_FILE_NAME = rf"^(games|rounds|totals)/[\w-]+\.({'|'.join(FORMATS)})$"
_FILE = Field(pattern=_FILE_NAME)


class _Part(BaseModel):
    # More keys than are known may come from another version; schema says whether it can be read.
    model_config = ConfigDict(strict=True, extra="allow")


class _Entry(_Part):
    file: str = _FILE
    bytes: int = _COUNT
    sha256: str


class _Shard(_Part):
    cell: int = _COUNT
    first: int = _COUNT
    last: int = _GAMES
    games: _Entry | None = None
    rounds: _Entry | None = None


class _Totals(_Entry):
    cell: int = _COUNT
    games: int = _GAMES


class _Claim(_Part):
    claim: str
    source: str


class _Words(_Part):
    name: str
    question: str
    description: str
    chart: str | None
    base: int | float | str | None = None
    claims: list[_Claim] = []


class _Strategy(_Part):
    name: str = Field(min_length=1)
    fingerprint: str
    content: dict[str, Any]
    folder: str | None = None


class _Cell(_Part):
    cell: int = _COUNT
    table: int = _COUNT
    values: dict[str, int | float | str]
    strategies: list[int] = Field(min_length=1, max_length=MOST_SEATS)
    rules: dict[str, Any] | None = None


class _Plan(_Part):
    level: Literal["summary", "games", "rounds"]
    #: Datasets of earlier versions say nothing of it.
    format: Annotated[str, AfterValidator(check_format)] = DEFAULT_FORMAT
    games: int = _GAMES
    shard_games: int = _GAMES
    seed: int = Field(ge=0, lt=2**63)
    rotate: bool
    rules: dict[str, Any]
    axes: dict[str, list[int | float | str]]
    strategies: list[_Strategy]
    cells: list[_Cell] = Field(min_length=1)


class _Form(_Part):
    complete: bool
    experiment: _Words
    plan: _Plan
    identity: str
    shards: list[_Shard]
    totals: list[_Totals]
    command: str
    run: dict[str, Any]


def is_file_name(name: str) -> bool:
    """Return whether a manifest may list a file of this name."""
    return re.fullmatch(_FILE_NAME, name) is not None


def what_is_wrong(manifest: dict[str, Any], kinds: Mapping[str, Sequence[str]]) -> str | None:
    """Return in one line what is wrong with the content of a manifest, None if it is as it was.

    Parameters
    ----------
    manifest : dict
        Of the schema that this version reads.
    kinds : mapping of str to sequence of str
        The kinds of rows that a shard has, by level.
    """
    try:
        form = _Form.model_validate(manifest)
    except ValidationError as error:
        first = error.errors()[0]
        return f"{'.'.join(str(each) for each in first['loc'])}: {first['msg']}"
    plan = form.plan
    cells = range(len(plan.cells))
    for number, cell in enumerate(plan.cells):
        if cell.cell != number or not all(
            0 <= each < len(plan.strategies) for each in cell.strategies
        ):
            return f"plan.cells.{number} does not fit the others or the strategies"
        if set(cell.values) != set(plan.axes):
            return f"plan.cells.{number} does not have the axes of the plan"
    for name, entries in (("shards", form.shards), ("totals", form.totals)):
        if any(entry.cell not in cells for entry in entries):
            return f"{name} name a cell that is not there"
    for shard in form.shards:
        if any(getattr(shard, kind) is None for kind in kinds[plan.level]):
            return f"shards: cell {shard.cell}, game {shard.first} lacks a file"
    own = [("plan", plan.rules)]
    own += [
        (f"plan.cells.{each.cell}", each.rules) for each in plan.cells if each.rules is not None
    ]
    return next(filter(None, (_wrong_rules(*each) for each in own)), None)


def _wrong_rules(where: str, rules: dict[str, Any]) -> str | None:
    known = {name: value for name, value in rules.items() if name in RuleOptions.model_fields}
    books = rules.get("books")
    if not isinstance(books, dict):
        return f"{where}.rules.books is not there"
    try:
        RuleOptions.read(known)
        Books.read(books)
    except InputError as error:
        return f"{where}.rules: {error.cause}"
    return None
