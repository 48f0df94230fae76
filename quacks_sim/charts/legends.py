"""Legends above axes, between them and their title, where they hide no numbers."""

from matplotlib.axes import Axes

from quacks_sim.charts.words import literal

#: Points from line to line of a legend.
_LINE = 14.5


def legend_above(ax: Axes, columns: int) -> None:
    """Say above the axes which line is whose, and move the title of the axes above that."""
    made = ax.legend(
        loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, borderaxespad=0.2,
        handlelength=3.2, columnspacing=1.5,
    )  # fmt: skip
    texts = made.get_texts()
    literal(texts)
    # Entries run down the columns, so that those of a row lie `rows` apart.
    rows = -(-len(texts) // columns)
    lines = sum(
        max(text.get_text().count("\n") + 1 for text in texts[row::rows]) for row in range(rows)
    )
    literal(ax.set_title(ax.get_title(loc="left"), loc="left", pad=10 + _LINE * lines))
