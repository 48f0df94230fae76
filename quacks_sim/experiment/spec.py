"""Experiments, read from TOML: a question, and the tables, values and games that answer it."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    InstanceOf,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from quacks_sim import checked
from quacks_sim.axes import Axis, Label
from quacks_sim.errors import InputError, in_short, nearest
from quacks_sim.experiment.claims import Claim, read_claim
from quacks_sim.experiment.formats import DEFAULT_FORMAT, FORMATS, check_format
from quacks_sim.match import LEVELS, MOST_GAMES
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import MOST_SEATS
from quacks_sim.shipped import shipped_files
from quacks_sim.strategy import Strategy
from quacks_sim.toml_file import read_toml
from quacks_sim.vary import read_axes

Level = Literal["summary", "games", "rounds"]
Chart = Literal[
    "win_shares",
    "sweep",
    "heat_map",
    "points",
    "by_round",
    "bought",
    "tournament",
    "differences",
    "spread",
    "by_seat",
    "points_by_source",
    "card_values",
    "luck",
    "comebacks",
    "objectives",
    "last_chips",
]

Seat = Annotated[str | InstanceOf[Strategy], Field(union_mode="left_to_right")]


def _read_vary(value: Any) -> Any:
    return read_axes(value) if isinstance(value, Mapping) else value


def _read_rules(value: Any) -> Any:
    return RuleOptions.read(value)


def _read_books(value: Any) -> Any:
    return Books.read(value)


def _read_claims(value: Any) -> Any:
    if not isinstance(value, list | tuple):
        raise InputError(
            f"claims are {in_short(value)}, not a list", "write [[claims]] before each of them"
        )
    return tuple(read_claim(each) for each in value)


def _read_cards(value: Any) -> Any:
    return None if value is None else Deck.read(value)


class Experiment(BaseModel):
    """A question to the simulator, complete and checked.

    Raises
    ------
    pydantic.ValidationError
        For a wrong value; :meth:`from_dict` and :func:`load_experiment` give an
        :class:`InputError` instead.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: str = Field("unnamed", description="the name of its file")
    folder: InstanceOf[Path] | None = Field(
        None, description="where files of strategies are looked for"
    )

    question: str = Field(min_length=1, description="the question in words")
    description: str = Field("", description="where it comes from, and how to read the answer")
    tables: tuple[tuple[Seat, ...], ...] = Field(
        description='lists of one to four strategies, as in [["yardstick", "balanced"]]'
    )
    vary: Annotated[tuple[InstanceOf[Axis], ...], BeforeValidator(_read_vary)] = Field(
        (), description="a section with what is varied of the first strategy of each table"
    )
    rules: Annotated[InstanceOf[RuleOptions], BeforeValidator(_read_rules)] = Field(
        RuleOptions.read({}), description="a section with rule options by name"
    )
    books: Annotated[InstanceOf[Books], BeforeValidator(_read_books)] = Field(
        Books(), description="a section with the set of each colour's book"
    )
    cards: Annotated[InstanceOf[Deck] | None, BeforeValidator(_read_cards)] = Field(
        None,
        description='event cards: "all", "none", a list, or with single rounds "all,3=FB5"; '
        "without it all, and none for a lone player",
    )
    games: int = Field(
        100_000, ge=1, le=MOST_GAMES, description="games of each cell, a whole number from 1"
    )
    seed: int | None = Field(
        None, ge=0, lt=2**63, description="a whole number from 0; without it one is chosen"
    )
    rotate: bool = Field(True, description="true or false: whether strategies change seats")
    level: Level = Field("summary", description=f"one of {', '.join(LEVELS)}")
    format: Annotated[str, AfterValidator(check_format)] = Field(
        DEFAULT_FORMAT, description=f"one of {', '.join(FORMATS)}"
    )
    chart: Chart | None = Field(
        None, description=f"the chart that answers, one of {', '.join(get_args(Chart))}"
    )
    base: int | float | str | None = Field(
        None, description="the value of an axis with which the other values are compared"
    )
    claims: Annotated[tuple[InstanceOf[Claim], ...], BeforeValidator(_read_claims)] = Field(
        (), description="sections with what others claim, each with claim and source"
    )

    @field_validator("base")
    @classmethod
    def _check_base(cls, base: Any, known: ValidationInfo) -> Any:
        _check_labels("base", () if base is None else (base,), known)
        return base

    @field_validator("claims")
    @classmethod
    def _check_claims(cls, claims: Any, known: ValidationInfo) -> Any:
        _check_labels("a claim", [label for claim in claims for label in claim.labels], known)
        return claims

    @field_validator("tables", mode="before")
    @classmethod
    def _check_tables(cls, tables: Any) -> Any:
        if not isinstance(tables, list | tuple):
            raise InputError(f"tables is {in_short(tables)}, not a list of tables", _TABLES)
        if not tables:
            raise InputError("there are no tables", _TABLES)
        for number, table in enumerate(tables, 1):
            if not isinstance(table, list | tuple):
                raise InputError(
                    f"table {number} is {in_short(table)}, not a list of strategies", _TABLES
                )
            if not 1 <= len(table) <= MOST_SEATS:
                raise InputError(
                    f"table {number} has {len(table)} strategies",
                    "one to four strategies sit at a table",
                )
        return tuple(tuple(table) for table in tables)

    @property
    def source(self) -> str:
        """What names this experiment on a command line."""
        if self.path in (None, shipped_files("experiments").get(self.name)):
            return self.name
        return str(self.path)

    @property
    def path(self) -> Path | None:
        """Its file, None if it comes from none."""
        return None if self.folder is None else self.folder / f"{self.name}.toml"

    @classmethod
    def from_dict(
        cls, content: Mapping[str, Any], *, name: str = "unnamed", folder: Path | None = None
    ) -> Self:
        """Return the experiment that a mapping (the content of a TOML file) describes.

        Parameters
        ----------
        content : mapping
            The keys of an experiment's file; see ``docs/data.md``.
        name : str
            What it is called.
        folder : Path, optional
            Where files of strategies are looked for; the working folder if not given.

        Raises
        ------
        InputError
            For an unknown key or a wrong value.
        """
        content = checked.mapping(content, "an experiment", f"keys are {', '.join(FILE_KEYS)}")
        checked.text(name, "the name of an experiment", "give it as text")
        if folder is not None:
            folder = checked.path_of(folder, "the folder of an experiment")
        for key in content:
            if key not in FILE_KEYS:
                raise InputError(
                    f"experiment {name}: unknown key {in_short(key)}",
                    f"keys are {', '.join(FILE_KEYS)}{nearest(key, FILE_KEYS)}",
                )
        try:
            return cls(name=name, folder=folder, **content)
        except ValidationError as error:
            raise _one_line(error, name) from None


FILE_KEYS = tuple(key for key in Experiment.model_fields if key not in ("name", "folder"))

_TABLES = 'write for example tables = [["yardstick", "balanced"]]'


def _check_labels(where: str, named: Iterable[Label], known: ValidationInfo) -> None:
    """Raise an :class:`InputError` unless these are values of axes that have been read."""
    labels = [label for axis in known.data.get("vary", ()) for label in axis.labels]
    for label in named:
        if label not in labels:
            listed = ", ".join(str(each) for each in labels[:12]) or "none, for nothing is varied"
            raise InputError(
                f"{where} names {in_short(label)}, no value of an axis",
                f"values are {listed}{nearest(str(label), [str(each) for each in labels])}",
            )


def load_experiment(experiment: "str | os.PathLike[str] | Experiment") -> Experiment:
    """Return an experiment by name, from a file, or as it is.

    Parameters
    ----------
    experiment : str, Path or Experiment
        The name of a shipped experiment, or the path of a TOML file.

    Raises
    ------
    InputError
        If there is no such experiment, or if its file is wrong.
    """
    if isinstance(experiment, Experiment):
        return experiment
    if not isinstance(experiment, str | os.PathLike):
        raise InputError(
            f"{in_short(experiment)} is no experiment",
            "name a shipped one or a file, or give an Experiment",
        )
    path = _find_file(os.fspath(experiment))
    content = read_toml(path)
    return Experiment.from_dict(content, name=path.stem, folder=path.parent)


def shipped_experiments() -> list[str]:
    """Return the names of all shipped experiments, sorted."""
    return sorted(shipped_files("experiments"))


def _find_file(text: str) -> Path:
    shipped = shipped_files("experiments")
    if text in shipped:
        return shipped[text]
    path = Path(text)
    if path.suffix == ".toml" and checked.path_of(text, "the experiment").is_file():
        return path
    if path.suffix == ".toml":
        raise InputError(
            f"there is no experiment file {text}",
            f"check the path, or use a shipped experiment{nearest(path.stem, shipped)}",
        )
    raise InputError(
        f"there is no experiment {in_short(text)}",
        f"quacks experiments lists them; a file is named with .toml{nearest(text, shipped)}",
    )


def _one_line(error: ValidationError, name: str) -> InputError:
    first = error.errors()[0]
    key = str(first["loc"][0]) if first["loc"] else ""
    inner = first.get("ctx", {}).get("error")
    if isinstance(inner, InputError):
        return InputError(f"experiment {name}: {inner.cause}", inner.cure)
    if first["type"] == "missing":
        cause = f"it has no {key}"
    else:
        cause = f"{key} is {in_short(first['input'])}: {first['msg'].removeprefix('Value error, ')}"
    cure = f"{key}: {Experiment.model_fields[key].description}"
    choices = get_args(Chart) if key == "chart" else LEVELS if key == "level" else ()
    return InputError(
        f"experiment {name}: {cause}", cure + nearest(str(first.get("input")), choices)
    )
