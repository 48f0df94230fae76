"""Options that several commands share, their help, and how their text is read."""

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import typer

from quacks_sim.cli import completion
from quacks_sim.cli.output import Output
from quacks_sim.errors import InputError


class Format(StrEnum):
    """The formats of a result."""

    TABLE = "table"
    MD = "md"
    CSV = "csv"
    JSON = "json"


def whole_number(text: str) -> int:
    """Read a whole number; ``1e6`` and ``1_000_000`` are ones, too."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        number = float(text)
    except ValueError:
        number = 0.5
    if not number.is_integer():
        raise typer.BadParameter(f"{text!r} is not a whole number")
    return int(number)


def number(text: str) -> float:
    """Read a number."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a number") from None


def count(*names: str, help: str) -> Any:
    """Return an option that takes a whole number."""
    return typer.Option(*names, metavar="N", parser=whole_number, show_default=False, help=help)


Strategies = Annotated[
    list[str],
    typer.Argument(
        metavar="STRATEGY",
        help="Shipped strategies or TOML files, each with changes if wanted: "
        "balanced+stop.max_risk=0.3",
        autocompletion=completion.strategies,
        show_default=False,
    ),
]
Games = Annotated[
    int | None,
    count(
        "--games",
        "-n",
        help="Games to play, all rotations counted.  [default: 100,000; 1 to 1e12]",
    ),
]
Seed = Annotated[
    int | None,
    count("--seed", "-s", help="Whole number from 0.  [default: one is chosen and printed]"),
]
Threads = Annotated[
    int | None,
    count("--threads", "-t", help="Never changes the result.  [default: all usable cores; from 1]"),
]
Rotate = Annotated[
    bool,
    typer.Option(
        "--rotate/--no-rotate",
        help="Deal each game once for every rotation of the seats.",
    ),
]
BooksOption = Annotated[
    str | None,
    typer.Option(
        "--books",
        metavar="TEXT",
        show_default=False,
        help="Ingredient books by colour, as green=3,blue=2.  [default: those of --set]",
    ),
]
SetOption = Annotated[
    int | None,
    count("--set", help="Set of the books that are not named, 1 to 4.  [default: 1]"),
]
CardsOption = Annotated[
    str | None,
    typer.Option(
        "--cards",
        metavar="TEXT",
        show_default=False,
        autocompletion=completion.cards,
        help="Event cards: all, none, or those named, as FP1,FB3; for single rounds 3=FB5 or "
        "3=none, as in all,3=FB5.  [default: all; none for a lone player]",
    ),
]
NoCards = Annotated[bool, typer.Option("--no-cards", help="The same as --cards none.")]
RulesFile = Annotated[
    Path | None,
    typer.Option(
        "--rules",
        metavar="FILE.toml",
        show_default=False,
        help="Rule options, one a line: explosion_limit = 8; also cards and a section [books].",
    ),
]
Rule = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="NAME=VALUE",
        show_default=False,
        autocompletion=completion.rules,
        help="One rule option; may be repeated, and wins over --rules (quacks rules lists them).",
    ),
]


class Levels(StrEnum):
    """What a dataset keeps."""

    SUMMARY = "summary"
    GAMES = "games"
    ROUNDS = "rounds"


Level = Annotated[
    Levels | None,
    typer.Option(
        "--level",
        show_default=False,
        help="What --out keeps: sums, a row a game and seat, or also a row a round.  "
        "[default: games]",
    ),
]
Chart = Annotated[
    Path | None,
    typer.Option(
        "--chart",
        metavar="FILE",
        show_default=False,
        help="Draw the result into a .png or .svg file.",
    ),
]
Overwrite = Annotated[
    bool, typer.Option("--overwrite", help="Replace output that is already there.")
]


def _common(
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print only the result and errors.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Print more detail.")] = False,
    no_progress: Annotated[bool, typer.Option("--no-progress", help="Show no progress.")] = False,
    format: Annotated[
        Format | None,
        typer.Option(
            "--format", "-f", show_default=False, help="Form of the result.  [default: table]"
        ),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document, and nothing else on stdout.")
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Print the traceback of an error, too.")
    ] = False,
) -> None:
    """Name the options about output that every command has."""


def with_output(function: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options about output; it receives them as its argument ``output``."""
    own = inspect.signature(function)
    common = inspect.signature(_common).parameters

    @functools.wraps(function)
    def command(**values: Any) -> None:
        chosen = {name: values.pop(name) for name in common if name != "debug"}
        values.pop("debug")  # read by the entry point, which handles errors
        function(**values, output=Output.read(**chosen))

    return _with_parameters(command, own, "output", common.values())


def _with_parameters(
    command: Callable[..., None],
    own: inspect.Signature,
    replaced: str,
    options: Iterable[inspect.Parameter],
) -> Callable[..., None]:
    """Show a command to typer with options in the place of one of its arguments."""
    parameters = [each for name, each in own.parameters.items() if name != replaced]
    parameters += options
    command.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return command


@dataclass(frozen=True)
class RulesOptions:
    """The options about rule options and books, as they were given."""

    books: BooksOption = None
    book_set: SetOption = None
    rules: RulesFile = None
    rule: Rule = None

    def given(self) -> list[str]:
        """Return the names of the options that were given."""
        return [
            {"book_set": "--set"}.get(each.name, f"--{each.name.replace('_', '-')}")
            for each in fields(self)
            if getattr(self, each.name) not in (None, [], False)
        ]

    def read(self, **options: Any) -> dict[str, Any]:
        """Return what is to be played, by the names of the arguments of :func:`quacks_sim.play`.

        Where options contradict each other, ``--rule`` wins over ``--rules``, and what is named
        over ``--set``.

        Parameters
        ----------
        **options
            Rule options of an option of their own; None is left out.

        Raises
        ------
        InputError
            For a file that cannot be read, and for unknown options and values.
        """
        from quacks_sim.rules.books import Books
        from quacks_sim.rules.options import RuleOptions

        values = dict(self.in_file)
        values.pop("cards", None)
        in_file = values.pop("books", {})
        for change in self.rule or ():
            name, equals, value = change.partition("=")
            if not equals:
                raise InputError(
                    f"--rule {change} gives no value", "write for example --rule explosion_limit=8"
                )
            values[name.strip()] = value.strip()
        values |= {name: value for name, value in options.items() if value is not None}
        named = in_file if self.books is None else self.books
        others = 1 if self.book_set is None else self.book_set
        return {"rules": RuleOptions.read(values), "books": Books.read(named, others=others)}

    @cached_property
    def in_file(self) -> dict[str, Any]:
        """The content of the file of ``--rules``."""
        return _rules_of_file(self.rules) if self.rules else {}


@dataclass(frozen=True)
class TableOptions(RulesOptions):
    """The same for whole games, with event cards."""

    cards: CardsOption = None
    no_cards: NoCards = False

    def read(self, **options: Any) -> dict[str, Any]:
        """Return what is to be played; ``--cards`` wins over the file of ``--rules``."""
        from quacks_sim.rules.cards import Deck

        if self.no_cards and self.cards is not None:
            raise InputError("--cards and --no-cards exclude each other", "give only one of them")
        chosen = "none" if self.no_cards else self.cards
        cards = self.in_file.get("cards") if chosen is None else chosen
        deck = None if cards is None else Deck.read(cards)
        return {**super().read(**options), "cards": deck}


def with_table(function: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of the class of its argument ``table``, which holds them."""
    own = inspect.signature(function)
    group = own.parameters["table"].annotation
    options = inspect.signature(group).parameters

    @functools.wraps(function)
    def command(**values: Any) -> None:
        chosen = {name: values.pop(name) for name in options}
        function(**values, table=group(**chosen))

    return _with_parameters(command, own, "table", options.values())


def _rules_of_file(file: Path) -> dict[str, Any]:
    import tomllib

    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"there is no file {file}", "check the path given to --rules") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}", "check the file") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{file} is not valid TOML: {error}", "correct that line") from None
    if not isinstance(values.get("books", {}), Mapping):
        raise InputError(f"{file}: books is no section", "write [books] and below it green = 1")
    return values
