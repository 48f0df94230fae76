"""What a command prints: results on stdout in one of four formats, notes on stderr."""

import io
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TextIO

from quacks_sim.errors import InputError
from quacks_sim.printable import printable

FORMATS = ("table", "md", "csv", "json")

#: Letters that Markdown could take for something else; an underscore only at the end of a word,
#: and what would begin a heading, a list or a quotation.
_MARKS = re.compile(r"[\\`*\[\]<>|~$]|(?<!\w)_|_(?!\w)|&(?=[#\w]+;)|^[#+-]")

#: What a formula of a spreadsheet may begin with.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")

#: Where there is no terminal to ask, nothing is wrapped.
_WIDE = 200


@dataclass(frozen=True)
class Table:
    """A small table of text, the first column left, the others right aligned.

    Attributes
    ----------
    columns : sequence of str
        Headings.
    rows : sequence of sequence of str
    title : str
        Printed above.
    left : frozenset of int
        Columns that are left aligned.
    widest : mapping of int to int
        Columns that wrap what is longer, although there is room, and their most characters.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""
    left: frozenset[int] = field(default=frozenset({0}))
    widest: Mapping[int, int] = field(default_factory=dict)

    def to_markdown(self) -> str:
        """Return the table in Markdown."""
        marks = [":---" if number in self.left else "---:" for number in range(len(self.columns))]
        lines = [[_escaped(cell) for cell in row] for row in (self.columns, *self.rows)]
        text = ["| " + " | ".join(row) + " |" for row in (lines[0], marks, *lines[1:])]
        return "\n".join([f"**{_escaped(self.title)}**\n", *text] if self.title else text)

    def printed(self, stream: TextIO) -> "Table":
        """Return the table with its text as a stream shows it."""
        columns = [printable(name, stream) for name in self.columns]
        rows = [[printable(cell, stream) for cell in row] for row in self.rows]
        return replace(self, columns=columns, rows=rows, title=printable(self.title, stream))


@dataclass(frozen=True)
class Parts:
    """Words that belong together, joined by ``·`` and broken only between them."""

    items: Sequence[str]

    def lines(self, width: int) -> list[str]:
        """Return the lines that fit into `width` characters."""
        lines: list[str] = []
        for item in self.items:
            if lines and len(lines[-1]) + 3 + len(item) <= width:
                lines[-1] += f" · {item}"
            else:
                lines.append(item)
        return lines


@dataclass(frozen=True)
class Verbatim:
    """Text that must not be broken into lines: someone may save it as a file."""

    text: str


#: What a person is shown: tables, and lines of text between them.
Report = Sequence[Table | Parts | Verbatim | str]


@dataclass(frozen=True)
class Output:
    """How a command prints, as its options say.

    Attributes
    ----------
    format : {"table", "md", "csv", "json"}
    quiet : bool
        Only the result and errors.
    verbose : bool
        More detail; `quiet` wins.
    progress : bool
        Whether progress may be shown.
    """

    format: str = "table"
    quiet: bool = False
    verbose: bool = False
    progress: bool = True

    @classmethod
    def read(
        cls, *, format: str | None, json: bool, quiet: bool, verbose: bool, no_progress: bool
    ) -> "Output":
        """Return the output that the options ask for.

        Raises
        ------
        InputError
            If ``--json`` meets another format.
        """
        if json and format not in (None, "json"):
            raise InputError(
                f"--json and --format {format} exclude each other", "give only one of them"
            )
        return cls(
            "json" if json else format or "table",
            quiet,
            verbose and not quiet,
            not (quiet or no_progress),
        )

    def note(self, text: str) -> None:
        """Print a line for a person on stderr, unless only the result is wanted."""
        if not self.quiet:
            print(printable(text), file=sys.stderr, flush=True)

    def notes(self, texts: Sequence[str]) -> None:
        """Print what a person should know before the result, a line each."""
        for text in texts:
            self.note(f"note: {text}")

    def show(
        self,
        document: Callable[[], Mapping[str, Any]],
        report: Callable[[], Report],
        records: Callable[[], Sequence[Mapping[str, Any]]],
    ) -> None:
        """Print a result on stdout; only the form that is wanted is made.

        Parameters
        ----------
        document : callable
            Makes the JSON document.
        report : callable
            Makes what a person reads, for ``table`` and ``md``.
        records : callable
            Makes the rows of the CSV table, by column.
        """
        if self.format == "json":
            text = json_text(document())
        elif self.format == "csv":
            text = csv_text(records())
        elif self.format == "md":
            text = markdown_text(report())
        else:
            text = terminal_text(report(), sys.stdout)
        sys.stdout.write(text)
        sys.stdout.flush()


def json_text(document: Mapping[str, Any]) -> str:
    """Return a document as one line of JSON with sorted keys; NaN is refused."""
    return json.dumps(document, allow_nan=False, sort_keys=True) + "\n"


def csv_text(records: Sequence[Mapping[str, Any]]) -> str:
    """Return records as CSV; a list in a cell is written with spaces between its values.

    Text that a spreadsheet would take for a formula gets an apostrophe in front.
    """
    import csv

    text = io.StringIO()
    columns = list(dict.fromkeys(name for record in records for name in record))
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([_harmless(name) for name in columns])
    for record in records:
        writer.writerow([_flat(record.get(name, "")) for name in columns])
    return printable(text.getvalue())


def frame_records(frame: Any) -> list[dict[str, Any]]:
    """Return the rows of a data frame."""
    records: list[dict[str, Any]] = frame.to_dict("records")
    return records


def markdown_text(report: Report) -> str:
    """Return a report in Markdown."""
    blocks = []
    for part in report:
        if isinstance(part, Table):
            blocks.append(part.to_markdown())
        elif isinstance(part, Parts):
            blocks.append(_escaped(" · ".join(part.items)))
        elif isinstance(part, Verbatim):
            blocks.append(_fenced(part.text))
        elif part:
            blocks.append(_escaped(part))
    return printable("\n\n".join(blocks) + "\n")


def terminal_text(report: Report, stream: TextIO) -> str:
    """Return a report as it is printed on a stream, with colours only where they are wanted."""
    from rich.console import Console

    from quacks_sim.cli.layout import laid_out

    text = io.StringIO()
    width = terminal_width(stream)
    is_endless = not stream.isatty() and not os.environ.get("COLUMNS")
    colours = wants_colours(stream)
    console = Console(
        file=text,
        width=width,
        force_terminal=colours,
        color_system="auto" if colours else None,
        no_color=not colours,
        highlight=False,
    )
    for part in report:
        if isinstance(part, Table):
            table = part.printed(stream)
            if table.title:
                console.print(table.title, markup=False, style="bold")
            for piece in laid_out(table, width):
                console.print(piece)
        elif isinstance(part, Parts):
            for line in Parts([printable(item, stream) for item in part.items]).lines(width):
                console.print(line, markup=False, style="dim")
        elif isinstance(part, Verbatim):
            text.write(f"{printable(part.text)}\n")
        else:
            console.print(printable(part, stream), markup=False, soft_wrap=is_endless)
    lines = [line.rstrip() for line in text.getvalue().rstrip("\n").split("\n")]
    return "\n".join(lines) + "\n"


def is_terminal(stream: TextIO) -> bool:
    """Return whether a stream is a terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM", "") != "dumb"


def wants_colours(stream: TextIO) -> bool:
    """Return whether colours may go to a stream: NO_COLOR, then FORCE_COLOR, then the terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return is_terminal(stream)


def terminal_width(stream: TextIO) -> int:
    """Return how wide lines may be: COLUMNS, the width of the terminal, or very wide."""
    return shutil.get_terminal_size((_WIDE, 24)).columns if stream.isatty() else _columns()


def _columns() -> int:
    text = os.environ.get("COLUMNS", "")
    return int(text) if re.fullmatch("[1-9][0-9]{0,4}", text) else _WIDE


def _escaped(text: str) -> str:
    """Return text as Markdown that shows it letter by letter, in one line."""
    return _MARKS.sub(r"\\\g<0>", " ".join(text.split("\n")))


def _fenced(text: str) -> str:
    longest = max((len(each) for each in re.findall("`+", text)), default=0)
    fence = "`" * max(longest + 1, 3)
    return f"{fence}\n{text}\n{fence}"


def _flat(value: object) -> object:
    if isinstance(value, list | tuple):
        text = " ".join(str(each) for each in value)
        return _harmless(text) if any(isinstance(each, str) for each in value) else text
    return _harmless(value) if isinstance(value, str) else value


def _harmless(text: str) -> str:
    """Return text that no spreadsheet takes for a formula; names may come from anywhere."""
    return f"'{text}" if text.startswith(_FORMULA) else text
