"""Options that several commands share, their help, and how their text is read."""

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quacks_sim.cli import completion
from quacks_sim.cli.output import Output
from quacks_sim.errors import InputError, in_short
from quacks_sim.written import read_whole, refuse_two_meanings

if TYPE_CHECKING:
    from quacks_sim.plugins import Allowed


class Format(StrEnum):
    """The formats of a result."""

    TABLE = "table"
    MD = "md"
    CSV = "csv"
    JSON = "json"


class RowFormat(StrEnum):
    """The formats of the files with rows that a dataset keeps."""

    PARQUET = "parquet"
    ARROW = "arrow"


class AnyFormat(StrEnum):
    """The formats of a result, and those of rows."""

    TABLE = Format.TABLE
    MD = Format.MD
    CSV = Format.CSV
    JSON = Format.JSON
    PARQUET = RowFormat.PARQUET
    ARROW = RowFormat.ARROW


def whole_number(text: str | int) -> int:
    """Read a whole number: ``100000``, ``100_000``, ``100,000`` or ``1e5``."""
    try:
        return text if isinstance(text, int) else read_whole(text)
    except InputError as error:
        raise _refused(error) from None


def whole_numbers(text: str, option: str) -> list[int]:
    """Read the whole numbers of an option, between commas or blanks."""
    try:
        return [read_whole(each) for each in text.replace(",", " ").split()]
    except InputError as error:
        message = f"{in_short(text)} is no list of whole numbers: {error.cause}"
        raise typer.BadParameter(message, param_hint=f"'{option}'") from None


def number(text: str | float) -> float:
    """Read a number."""
    try:
        if isinstance(text, str):
            refuse_two_meanings(text)
        return float(text)
    except InputError as error:
        raise _refused(error) from None
    except ValueError:
        close = f"; write {str(text).replace(',', '.')}" if _is_decimal_comma(str(text)) else ""
        raise typer.BadParameter(f"{in_short(text)} is not a number{close}") from None


def _refused(error: InputError) -> typer.BadParameter:
    return typer.BadParameter(f"{error.cause}; {error.cure}")


def _is_decimal_comma(text: str) -> bool:
    return text.count(",") == 1 and text.replace(",", "").isdecimal()


def path(text: str) -> Path:
    """Read the path of a file or folder."""
    from quacks_sim import checked

    try:
        return checked.path_of(text, "the name of a file or folder")
    except InputError as error:
        raise _refused(error) from None


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
        parser=path,
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


Plugin = Annotated[
    list[Path] | None,
    typer.Option(
        "--plugin",
        parser=path,
        metavar="FILE.py",
        show_default=False,
        help="A file of Python that a strategy may run; may be repeated.",
    ),
]
AllowPlugins = Annotated[
    bool,
    typer.Option("--allow-plugins", help="Let strategies run every file of Python that they name."),
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
#: The common option as commands have it that write datasets.
Formats = Annotated[
    list[AnyFormat] | None,
    typer.Option(
        "--format",
        "-f",
        metavar=f"<{'|'.join(AnyFormat)}>",
        show_default=False,
        help="Form of the result, and of the rows of the dataset: parquet opens everywhere, arrow "
        "is quicker to write. One of each may be given.  [default: table, parquet]",
    ),
]
Chart = Annotated[
    Path | None,
    typer.Option(
        "--chart",
        parser=path,
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
    """Give a command the options about output; it receives them as its argument ``output``.

    A command with an argument ``format`` writes a dataset: it receives in it the format of rows,
    None if none was given.
    """
    own = inspect.signature(function)
    common = dict(inspect.signature(_common).parameters)
    writes_rows = "format" in own.parameters
    if writes_rows:
        common["format"] = common["format"].replace(annotation=Formats)
        own = own.replace(
            parameters=[each for name, each in own.parameters.items() if name != "format"]
        )

    @functools.wraps(function)
    def command(**values: Any) -> None:
        chosen = {name: values.pop(name) for name in common if name != "debug"}
        values.pop("debug")  # read by the entry point, which handles errors
        if writes_rows:
            chosen["format"], values["format"] = _split_formats(chosen["format"] or [])
        function(**values, output=Output.read(**chosen))

    return with_parameters(command, own, "output", common.values())


def _split_formats(given: Sequence[AnyFormat]) -> tuple[Format | None, RowFormat | None]:
    """Return the format of the result and that of rows; of several the last one counts."""
    result, rows = None, None
    for each in given:
        if each in [*RowFormat]:
            rows = RowFormat(each)
        else:
            result = Format(each)
    return result, rows


def with_parameters(
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


def read_plugins(
    files: Sequence[Path] | None, everything: bool, strategies: Sequence[str] = ()
) -> "Allowed":
    """Return which files of Python may run: whoever names a file on the command line allows it.

    Parameters
    ----------
    files : sequence of Path or None
        Those of ``--plugin``.
    everything : bool
        Whether ``--allow-plugins`` is given.
    strategies : sequence of str
        Strategies as on the command line, which may name files in their changes.

    Raises
    ------
    InputError
        For a file that is not there, or a strategy that is none.
    """
    if everything:
        return True
    for file in files or ():
        if not file.is_file():
            raise InputError(f"there is no file {file}", "check the path given to --plugin")
    named = []
    if any(".py:" in each for each in strategies):
        from quacks_sim.strategy import plugins_named

        named = [path for each in strategies for path in plugins_named(each)]
    return [*(files or ()), *named]
