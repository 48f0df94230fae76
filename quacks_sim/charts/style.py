"""How every chart looks: one light design, applied to what a chart draws and to nothing else."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

import matplotlib
from matplotlib.axes import Axes

from quacks_sim.charts.fonts import FAMILIES

INK = "#222222"
SOFT = "#666666"
FAINT = "#d9d9d9"
PALE = "#c9dcea"

#: Okabe and Ito's colours, told apart by colour-blind readers; their yellow is too pale for lines.
BLUE, VERMILION, GREEN, PINK, SKY, ORANGE, BLACK = LINE_COLOURS = (
    *("#0072b2", "#d55e00", "#009e73", "#cc79a7"),
    *("#56b4e9", "#e69f00", "#000000"),
)
MOST_LINES = len(LINE_COLOURS)

#: Beside the colour, so that lines stay apart in grey.
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1.5, 1.2)), (0, (6, 1.5, 1.5, 1.5)))

#: Fill, hatching and letter of the chips of each colour that is sold, in the order of the books.
CHIPS: dict[str, tuple[str, str, str]] = {
    "orange": ("#f2a23a", "", "O"),
    "green": ("#4f9d69", "//", "G"),
    "blue": ("#3b7fc4", "", "B"),
    "red": ("#c23b34", "\\\\", "R"),
    "yellow": ("#f4dd52", "", "Y"),
    "purple": ("#8e5ba6", "..", "P"),
    "black": ("#2b2b2b", "", "K"),
}

#: Everything that a reader's own matplotlib settings could change.
STYLE: dict[str, Any] = {
    "font.family": FAMILIES,
    "font.size": 9.5,
    "font.weight": "normal",
    "text.color": INK,
    "text.usetex": False,
    "text.parse_math": False,
    "figure.dpi": 100,
    "figure.facecolor": "white",
    "figure.edgecolor": "white",
    "figure.autolayout": False,
    "axes.facecolor": "white",
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.labelsize": 9.5,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.linewidth": 0.8,
    "axes.unicode_minus": True,
    "axes.axisbelow": True,
    "axes.grid": False,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "lines.linewidth": 1.8,
    "lines.markersize": 5.5,
    "patch.linewidth": 0.8,
    "hatch.color": "white",
    "hatch.linewidth": 0.9,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "savefig.dpi": "figure",
    "savefig.bbox": None,
    "savefig.facecolor": "auto",
    "savefig.edgecolor": "auto",
    "savefig.transparent": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "quacks_sim",
    "svg.id": None,
}

Given = ParamSpec("Given")
Made = TypeVar("Made")


def styled(function: Callable[Given, Made]) -> Callable[Given, Made]:
    """Return the function, drawing in this style; the reader's own settings come back after it."""

    @wraps(function)
    def inside(*args: Given.args, **kwargs: Given.kwargs) -> Made:
        with matplotlib.rc_context(cast(Any, STYLE)):
            return function(*args, **kwargs)

    return inside


def dress(ax: Axes, grid: str = "") -> None:
    """Take away what is not needed from axes, wherever they come from; `grid` is "", "x" or "y"."""
    ax.spines[["top", "right"]].set_visible(False)
    for spine in ax.spines.values():
        spine.set(color=SOFT, linewidth=0.8)
    ax.tick_params(length=3, color=SOFT, labelcolor=INK, labelsize=9)
    ax.set_axisbelow(True)
    if grid:
        ax.grid(visible=True, axis="x" if grid == "x" else "y", color=FAINT, linewidth=0.7)
