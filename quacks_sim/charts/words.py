"""The words and numbers in a chart: nothing is read as mathematics, nothing runs out of place."""

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.textpath import text_to_path

from quacks_sim.axes import IN_ROUND
from quacks_sim.charts.fonts import FAMILIES
from quacks_sim.printable import printable

#: Not allowed in XML, and nothing to be seen in a picture either.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")

#: A line may be broken after these within a word.
_BREAKS = re.compile(r"(?<=[+_\-,=:/ ])|(?<=\.)(?!\d)")

LONGEST_LABEL = 96

#: The column that tells tables apart.
TABLE = "table"


def plain(text: object) -> str:
    """Return text that every backend can write."""
    return printable(_UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", str(text)))


def literal(texts: Text | Iterable[Text]) -> None:
    """Have texts shown as they are: ``$`` is a letter, not the beginning of a formula."""
    for text in [texts] if isinstance(texts, Text) else texts:
        text.set_parse_math(False)


def shown(value: Any) -> str:
    """Return the value of an axis as text."""
    if isinstance(value, list | tuple):
        return ",".join(shown(each) for each in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {shown(each)}" for name, each in value.items())
    if isinstance(value, float):
        return f"{value:g}"
    return plain(value)


def setting(axis: str, value: Any) -> str:
    """Return the value of an axis with its name; that of a table says itself what it is."""
    return shown(value) if axis == TABLE else f"{axis_text(axis)} {shown(value)}"


def axis_text(axis: object) -> str:
    """Return the name of an axis as a person says it."""
    return shown(axis).replace(f"@{IN_ROUND}", " in the round").replace(IN_ROUND, "round")


def label_lines(name: object, width: int = 30) -> str:
    """Return a name broken into lines of at most `width` letters, after punctuation if it has any.

    A very long one loses its middle.
    """
    text = shown(name)
    if len(text) > LONGEST_LABEL:
        half = LONGEST_LABEL // 2 - 1
        text = f"{text[:half]} … {text[-half:]}"
    return "\n".join(_broken(text, lambda line: len(line) <= width))


@cache
def text_inches(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide the widest line of a text is."""
    font = FontProperties(family=FAMILIES, size=size, weight="bold" if bold else "normal")
    measure = text_to_path.get_text_width_height_descent
    return max(float(measure(line, font, False)[0]) / 72 for line in text.split("\n"))


def wrapped(text: str, inches: float, size: float, *, bold: bool = False) -> list[str]:
    """Return text in lines that are at most so wide, by the measures of the font."""

    def fits(line: str) -> bool:
        return text_inches(line, size, bold=bold) <= inches

    return [line.rstrip() for line in _broken(text, fits)]


def _broken(text: str, fits: Callable[[str], bool]) -> list[str]:
    lines = [""]
    for piece in _pieces(text, fits):
        if lines[-1] and not fits((lines[-1] + piece).rstrip()):
            lines.append("")
        lines[-1] += piece
    return lines


def _pieces(text: str, fits: Callable[[str], bool]) -> list[str]:
    """Return words whole, and those wider than a line in parts."""
    pieces: list[str] = []
    for word in re.findall(r"\S+(?: %)?\s*|\s+", text):
        if fits(word.rstrip()):
            pieces.append(word)
            continue
        for part in _BREAKS.split(word):
            while part and not fits(part):
                ends = range(2, len(part) + 1)
                length = 1 + bisect_left(ends, True, key=lambda end: not fits(part[:end]))
                pieces.append(part[:length])
                part = part[length:]
            pieces.append(part)
    return pieces


def decimals(half_width: float, least: int) -> int:
    """Return how many decimals a number with this uncertainty deserves."""
    if not math.isfinite(half_width) or half_width <= 0:
        return least
    return min(max(least, math.ceil(-math.log10(half_width))), 4)


def number_text(value: float, half_width: float = math.nan, *, percent: bool = False) -> str:
    """Return a number with the decimals that it deserves, and its unit if it is a share."""
    scale = 100 if percent else 1
    places = decimals(half_width * scale, 1)
    return f"{value * scale:.{places}f}" + ("\N{NO-BREAK SPACE}%" if percent else "")


def estimate_text(mean: float, low: float, high: float, *, percent: bool = False) -> str:
    """Return a number with its interval: ``59.5 % ± 0.6``, or ``0.0 % (0.0–16.1)``.

    A share without an interval is known exactly; another number was the same in every game.
    """
    half = (high - low) / 2
    text = number_text(mean, half, percent=percent)
    if not math.isfinite(half):
        return text
    if not half:
        return f"{text} {'exactly' if percent else 'always'}"
    scale = 100 if percent else 1
    places = decimals(half * scale, 1)
    if abs((high + low) / 2 - mean) > 0.2 * half:  # ± would tell a lie
        return f"{text} ({low * scale:.{places}f}–{high * scale:.{places}f})"
    return f"{text} ± {half * scale:.{places}f}"


def fair_text(fair: float) -> str:
    """Return the words at the line of the fair share."""
    return f"fair share {fair * 100:.3g}\N{NO-BREAK SPACE}%"


def percent_text(value: float, _: object = None) -> str:
    """Return a tick of an axis of shares."""
    return f"{value * 100:.6g}\N{NO-BREAK SPACE}%"


def change_text(mean: float, low: float, high: float) -> str:
    """Return a difference with its sign and its interval: ``+1.23 ± 0.10``."""
    half = (high - low) / 2
    text = f"{mean:+.{decimals(half, 1)}f}".replace("-", "\N{MINUS SIGN}")
    return f"{text} ± {half:.{decimals(half, 1)}f}" if math.isfinite(half) else text
