"""Tables on narrow terminals: no word is broken, and no line is longer than the terminal.

What does not fit loses its wide gaps first, then heads and text are broken between words and bars
become shorter. Where that is not enough, columns of numbers follow each other in groups, and all
else becomes a block of lines for each row.
"""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from math import ceil
from typing import TYPE_CHECKING, Any

from rich import box
from rich.cells import cell_len
from rich.table import Table as RichTable
from rich.text import Text

if TYPE_CHECKING:
    from quacks_sim.cli.output import Table

BAR = "█"

#: Blanks between columns where there is room, and where there is little.
_GAP, _NARROW_GAP = 3, 2
_LEAST_BAR = 6
#: Groups with fewer columns of numbers, and more groups, are harder to read than blocks.
_LEAST_NUMBERS = 2
_MOST_GROUPS = 3


def laid_out(table: "Table", width: int) -> Iterator[Any]:
    """Yield what rich prints for a table: tables of some of its columns, or lines of text.

    Parameters
    ----------
    table : Table
        With text as it will be printed.
    width : int
        Most characters of a line.
    """
    places = list(range(len(table.columns)))
    if _fits(table, places, width):
        yield _rich_table(table, places, width)
        return
    for number, part in enumerate(_side_by_side(table)):
        if number:
            yield Text("")
        places = list(range(len(part.columns)))
        groups = [places] if _fits(part, places, width) else _groups(part, width)
        for group in groups:
            if group is not groups[0]:
                yield Text("")
            yield _rich_table(part, group, width)
        if not groups:
            yield from _blocks(part, width)


def _side_by_side(table: "Table") -> Iterator["Table"]:
    """Yield the tables that a column without any text keeps apart."""
    places = range(len(table.columns))
    ends = [place for place in places if not any((table.columns[place], *_cells(table, place)))]
    for first, end in pairwise((-1, *ends, len(table.columns))):
        left = frozenset(each - first - 1 for each in table.left)
        rows = [row[first + 1 : end] for row in table.rows]
        yield replace(
            table,
            columns=table.columns[first + 1 : end],
            rows=[row for row in rows if any(row)],
            left=left,
            widest={place - first - 1: most for place, most in table.widest.items()},
        )


def _fits(table: "Table", places: Sequence[int], width: int) -> bool:
    return _total([_least(table, place) for place in places], _NARROW_GAP) <= width


def _groups(table: "Table", width: int) -> list[list[int]]:
    """Return the columns of each table that fits, the first one in all; none if blocks are better.

    What has no head belongs to the column before.
    """
    if any(" " in cell for place in table.left - {0} for cell in _cells(table, place)):
        return []  # text
    units: list[list[int]] = []
    for place in range(1, len(table.columns)):
        if units and not table.columns[place]:
            units[-1].append(place)
        else:
            units.append([place])
    for most in range(len(units), _LEAST_NUMBERS - 1, -1):
        count = ceil(len(units) / most)
        size = ceil(len(units) / count)
        groups = [[0, *chain(*units[first : first + size])] for first in range(0, len(units), size)]
        if count <= _MOST_GROUPS and all(_fits(table, group, width) for group in groups):
            return groups
    return []


def _total(widths: Sequence[int], gap: int) -> int:
    return sum(widths) + gap * (len(widths) - 1)


def _cells(table: "Table", place: int) -> list[str]:
    return [row[place] for row in table.rows]


def _is_of_bars(cells: Sequence[str]) -> bool:
    return set("".join(cells)) == {BAR}


def _least(table: "Table", place: int) -> int:
    """Return the width at which no word of a column is broken, and no number at all."""
    head = _longest_word(table.columns[place])
    cells = _cells(table, place)
    if _is_of_bars(cells):
        return max(head, _LEAST_BAR)
    measure = _longest_word if place in table.left else cell_len
    return max([head, *map(measure, cells)])


def _longest_word(text: str) -> int:
    return max(map(cell_len, text.split()), default=0)


def _widths(table: "Table", places: Sequence[int], room: int) -> list[int]:
    """Return widths that fill no more than the room: the widest column gives way first."""
    least = [_least(table, place) for place in places]
    widths = []
    for place, smallest in zip(places, least, strict=True):
        lines = [line for text in (table.columns[place], *_cells(table, place))
                 for line in text.split("\n")]  # fmt: skip
        whole = max(map(cell_len, lines))
        widths.append(max(min(whole, table.widest.get(place, whole)), smallest))
    while sum(widths) > room:
        place = max(range(len(places)), key=lambda each: (widths[each] - least[each], each))
        if widths[place] <= least[place]:
            break
        widths[place] -= 1
    return widths


def _rich_table(table: "Table", places: Sequence[int], width: int) -> RichTable:
    gap = _GAP
    widths = _widths(table, places, width - gap * (len(places) - 1))
    if _total(widths, gap) > width or any(
        each < cell_len(table.columns[place]) for each, place in zip(widths, places, strict=True)
    ):
        gap = _NARROW_GAP
        widths = _widths(table, places, width - gap * (len(places) - 1))
    made = RichTable(
        box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, gap - 2, 0, 1), show_edge=False
    )
    for place, column_width in zip(places, widths, strict=True):
        justify: Any = "left" if place in table.left else "right"
        head = Text(table.columns[place])
        made.add_column(head, justify=justify, overflow="fold", width=column_width)
    columns = [
        _as_wide_as(column_width, _cells(table, place))
        for place, column_width in zip(places, widths, strict=True)
    ]
    for row in zip(*columns, strict=True):
        made.add_row(*map(Text, row))
    return made


def _as_wide_as(width: int, cells: Sequence[str]) -> Sequence[str]:
    """Return bars that are not longer, still in proportion; all else as it is."""
    longest = max(map(len, cells), default=0)
    if longest <= width or not _is_of_bars(cells):
        return cells
    return [BAR * round(len(cell) * width / longest) for cell in cells]


def _blocks(table: "Table", width: int) -> Iterator[Text]:
    """Yield a line for each cell, below the first one of its row."""
    heads = table.columns[1:]
    labels = max(map(cell_len, heads), default=0)
    numbers = max(
        (cell_len(cell) for row in table.rows for cell in row[1:]),
        default=0,
    )
    for row in table.rows:
        title = ": ".join(filter(None, (table.columns[0], row[0])))
        for line in _wrapped(title, width, ""):
            yield Text(line, style="bold")
        for place, (head, cell) in enumerate(zip(heads, row[1:], strict=True), 1):
            if not cell:
                continue
            if 2 + labels + 2 + numbers <= width:
                number = cell if place in table.left else _right(cell, numbers)
                yield Text(f"  {head}{' ' * (labels - cell_len(head))}  {number}")
            else:
                text = ": ".join(filter(None, (head, cell)))
                yield from map(Text, _wrapped(text, width, "  "))


def _right(cell: str, width: int) -> str:
    return " " * (width - cell_len(cell)) + cell


def _wrapped(text: str, width: int, indent: str) -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_on_hyphens=False,
    )
