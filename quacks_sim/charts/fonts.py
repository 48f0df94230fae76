"""The fonts of charts: the one that comes with matplotlib, and others for letters that it lacks.

A strategy may have a Chinese name or one with a picture in it. Where a font for it is installed the
name is drawn; elsewhere each letter is a box that shows its script, from a font of matplotlib's.
"""

from dataclasses import replace
from pathlib import Path

import matplotlib
from matplotlib.font_manager import FontEntry, fontManager, weight_dict

#: Of systems that people have; what is not installed is passed over.
_FOR_OTHER_SCRIPTS = (
    *("Noto Sans CJK JP", "Noto Sans CJK SC", "Hiragino Sans", "Yu Gothic", "Microsoft YaHei"),
    *("Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans Symbols 2", "Noto Emoji"),
    *("Segoe UI Emoji", "Arial Unicode MS"),
)


def _families() -> list[str]:
    """Return the families of a chart in the order in which a letter is looked for."""
    found = ["DejaVu Sans"]
    for name in (*_FOR_OTHER_SCRIPTS, _last_resort()):
        entries = [each for each in fontManager.ttflist if each.name == name]
        if entries:
            _complete(entries)
            found.append(name)
    return found


def _last_resort() -> str:
    """Return the name of the font that has a box for every letter; only newer ones list it."""
    path = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "LastResortHE-Regular.ttf"
    if path.is_file() and not any(Path(each.fname) == path for each in fontManager.ttflist):
        fontManager.addfont(path)
    return next((each.name for each in fontManager.ttflist if Path(each.fname) == path), "")


def _complete(entries: list[FontEntry]) -> None:
    """Have a family serve for plain and bold text; matplotlib logs every weight it lacks."""
    there = {
        weight_dict[each.weight] if isinstance(each.weight, str) else each.weight
        for each in entries
    }
    for weight in {weight_dict["normal"], weight_dict["bold"]} - there:
        fontManager.ttflist.append(replace(entries[0], weight=weight))


FAMILIES = _families()
