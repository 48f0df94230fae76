"""The charts of a page, as SVG that stands inside HTML."""

import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure

from quacks_sim.charts.datasets import figure_of_dataset
from quacks_sim.charts.heat import LOW_TO_HIGH
from quacks_sim.charts.style import styled

if TYPE_CHECKING:
    from quacks_sim.experiment import Dataset

#: After the chart that answers the question; those that do not fit a dataset are left out.
_MORE = {
    1: ("win_shares", "by_round", "bought"),
    2: ("points", "by_round", "bought"),
}


@dataclass(frozen=True)
class Picture:
    """A chart of a page.

    Attributes
    ----------
    title, caption : str
        What it says above and below, for those who cannot see it.
    svg : str
        Its drawing; all ids begin with a prefix of its own.
    by_brightness : bool
        Whether what is bright in it is high, so that it must not be turned over on a dark page.
    """

    title: str
    caption: str
    svg: str
    by_brightness: bool


def pictures_of(dataset: "Dataset") -> list[Picture]:
    """Return the chart that answers the question of a dataset, then some more."""
    wanted = dataset.manifest["experiment"].get("chart")
    more = _MORE[min(len(dataset.cells), 2)]
    names = [None, *(name for name in more if name != (wanted or more[0]))]
    return [
        picture(figure_of_dataset(dataset, name), f"chart{number}-")
        for number, name in enumerate(names, 1)
    ]


@styled
def picture(figure: Figure, prefix: str) -> Picture:
    """Return a figure as a picture of a page; `prefix` keeps its ids apart from those of others."""
    words = {str(text.get_gid()): str(text.get_label()) for text in figure.texts}
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    svg = file.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = _own_ids(svg, prefix)
    # The page sets the size; the drawing keeps its shape by its view box.
    svg = re.sub(r'^<svg([^>]*?) width="[^"]*"', r"<svg\1", svg)
    svg = re.sub(r'^<svg([^>]*?) height="[^"]*"', r"<svg\1", svg)
    maps = [each for ax in figure.axes for each in ax.collections if isinstance(each, QuadMesh)]
    by_brightness = any(each.get_cmap().name == LOW_TO_HIGH for each in maps)
    return Picture(words.get("title", ""), words.get("caption", ""), svg.strip(), by_brightness)


def _own_ids(svg: str, prefix: str) -> str:
    """Return a drawing with a prefix before each id that it uses, and without the others."""
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg))

    def own(found: re.Match[str]) -> str:
        return f' id="{prefix}{found[1]}"' if found[1] in used else ""

    svg = re.sub(r' id="([^"]*)"', own, svg)
    return re.sub(r'(href="#|url\(#)', rf"\g<1>{prefix}", svg)
