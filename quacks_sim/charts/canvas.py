"""Figures without a display: title above, caption below, panels between, and nothing clipped."""

import io

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from quacks_sim import checked
from quacks_sim.charts.provenance import VERSION
from quacks_sim.charts.style import INK, SOFT
from quacks_sim.charts.words import literal, plain, wrapped

#: Inches; at 100 dots an inch a figure is 900 pixels wide.
WIDTH = 9.0
MARGIN = 0.15

TITLE_SIZE, CAPTION_SIZE = 13.0, 8.0
_LEADING = 1.35
_GAP = 0.1


class Picture(Figure):
    """A figure that draws itself into memory, whatever backend is set; a notebook shows it."""

    def _repr_png_(self) -> bytes:
        content = io.BytesIO()
        self.savefig(content, format="png")
        return content.getvalue()


def empty_picture(body: float, title: str, caption: str) -> Figure:
    """Return a figure whose panels have `body` inches of height between title and caption.

    Parameters
    ----------
    body : float
        Inches between title and caption.
    title, caption : str
        Wrapped to the width of the figure, which grows in height as they need.
    """
    title, caption = plain(title), plain(caption)
    room = (WIDTH - 2 * MARGIN) * 0.98  # other renderers' letters are a little wider
    head = wrapped(title, room, TITLE_SIZE, bold=True) if title else []
    foot = wrapped(caption, room, CAPTION_SIZE) if caption else []
    above = MARGIN + (len(head) * TITLE_SIZE * _LEADING / 72 + _GAP if head else 0)
    below = MARGIN + (len(foot) * CAPTION_SIZE * _LEADING / 72 + _GAP if foot else 0)
    height = body + above + below
    figure = Picture(figsize=(WIDTH, height), dpi=100)
    FigureCanvasAgg(figure)
    left = MARGIN / WIDTH
    figure.set_layout_engine(
        ConstrainedLayoutEngine(
            rect=(left, below / height, 1 - 2 * left, body / height),
            w_pad=0.03,
            h_pad=0.03,
            wspace=0.03,
            hspace=0.05,
        )
    )
    literal(
        [
            figure.text(
                left,
                1 - MARGIN / height,
                "\n".join(head),
                size=TITLE_SIZE,
                weight="bold",
                color=INK,
                va="top",
                linespacing=_LEADING,
                gid="title",
                label=title,
            ),
            figure.text(
                left,
                MARGIN / height,
                "\n".join(foot),
                size=CAPTION_SIZE,
                color=SOFT,
                va="bottom",
                linespacing=_LEADING,
                gid="caption",
                label=caption,
            ),
        ]
    )
    return figure


def finished(figure: Figure) -> Figure:
    """Return the figure with its panels laid out, the same for every kind of file."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for ax in figure.axes:
        # The solver of the layout is not the same to the last bit in every run.
        left, bottom, width, height = (round(float(each), 5) for each in ax.get_position().bounds)
        ax.set_position((left, bottom, width, height))
        ax.set_in_layout(True)
    return figure


def own_axes(ax: Axes | None, body: float, frame: pd.DataFrame, says: str) -> Axes:
    """Return the axes given, or new ones in a figure that says what its marks mean.

    The caption is ``frame.attrs["caption"]`` if there is one, else what the frame itself can tell.
    """
    if ax is not None:
        return checked.instance(ax, Axes, "ax", "give axes of matplotlib, or leave it out")
    caption = frame.attrs.get("caption")
    if caption is None:
        games = f" {_games(frame)} games." if "games" in frame else ""
        caption = f"{says}{games} {VERSION}"
    return empty_picture(body, "", str(caption)).subplots()


def _games(frame: pd.DataFrame) -> str:
    low, high = int(frame["games"].min()), int(frame["games"].max())
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
