"""Whether two environments have found the same: what commands printed, and what they wrote."""

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

#: What may differ: how long it took, and with which versions.
_OF_THE_RUN = re.compile(r"(elapsed_seconds|\w+_per_second|seconds|versions|threads)$")

#: P-values and ends of intervals: each library works out tails of distributions in its own way.
_OF_TAILS = re.compile(r"(p_value\w*|ci95\w*(\[\d\])?|low|high)$")
_LAST_DIGITS = 1e-9


def printed_differs(one: str, other: str) -> str:
    """Return where two outputs of a command first differ; nothing if they are equal.

    JSON is compared number by number, anything else letter by letter.
    """
    try:
        documents = json.loads(one), json.loads(other)
    except ValueError:
        return "" if one == other else _first_line(one, other)
    return next(differences(*documents), "")


def differences(one: Any, other: Any, place: str = "") -> Iterator[str]:
    """Yield the places at which two JSON documents differ, with both values."""
    if _OF_THE_RUN.search(place):
        return
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted({*one, *other}):
            yield from differences(one.get(name), other.get(name), f"{place}.{name}".lstrip("."))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other, strict=True)):
            yield from differences(*pair, f"{place}[{number}]")
    elif one != other and not _same_but_for_last_digits(one, other, place):
        yield f"{place}: {one!r}, {other!r}"[:200]


def _same_but_for_last_digits(one: Any, other: Any, place: str) -> bool:
    numbers = isinstance(one, float) and isinstance(other, float)
    return (
        numbers
        and _OF_TAILS.search(place) is not None
        and math.isclose(one, other, rel_tol=_LAST_DIGITS)
    )


def written_differs(one: Path, other: Path) -> str:
    """Return where two files or datasets first differ; nothing if they are equal.

    Parquet is compared by its rows, since each pyarrow signs its files; other files of a dataset
    tell of the run and are left out.
    """
    if one.is_file():
        return _first_line(one.read_text(encoding="utf-8"), other.read_text(encoding="utf-8"))
    names = [sorted(each.relative_to(side).as_posix() for each in side.rglob("*.parquet"))
             for side in (one, other)]  # fmt: skip
    if names[0] != names[1] or not names[0]:
        return f"files {names[0]}, {names[1]}"
    for name in names[0]:
        if not pq.read_table(one / name).equals(pq.read_table(other / name)):
            return f"rows of {name}"
    return ""


def _first_line(one: str, other: str) -> str:
    pairs = zip(_lines(one), _lines(other), strict=False)
    for number, (here, there) in enumerate(pairs, 1):
        if here != there:
            return f"line {number}: {here!r}, {there!r}"[:200]
    return "" if len(_lines(one)) == len(_lines(other)) else "one has more lines"


def _lines(text: str) -> list[str]:
    return text.splitlines()
