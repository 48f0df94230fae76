"""Legends above axes, between them and their title, where they hide no numbers."""

from matplotlib.axes import Axes

from quacks_sim.charts.words import label_lines, literal

#: Inches from line to line.
LINE = 0.2

#: Letters of an entry: up to so many in two columns, and in one.
_NARROW, _WIDE = 50, 105


def legend_lines(labels: list[str]) -> int:
    """Return how many lines a legend with these labels takes."""
    columns, texts = _arranged(labels)
    rows = -(-len(texts) // columns)
    # Entries run down the columns, so that those of a row lie `rows` apart.
    return sum(max(text.count("\n") + 1 for text in texts[row::rows]) for row in range(rows))


def legend_above(ax: Axes) -> None:
    """Say above the axes which line is whose, and move the title of the axes above that."""
    handles, labels = ax.get_legend_handles_labels()
    columns, texts = _arranged([str(label) for label in labels])
    made = ax.legend(
        handles, texts, loc="lower left", bbox_to_anchor=(0, 1), ncols=columns,
        borderaxespad=0.2, handlelength=3.2, columnspacing=1.5,
    )  # fmt: skip
    literal(made.get_texts())
    pad = 10 + 72 * LINE * legend_lines([str(label) for label in labels])
    literal(ax.set_title(ax.get_title(loc="left"), loc="left", pad=pad))


def _arranged(labels: list[str]) -> tuple[int, list[str]]:
    """Return the number of columns, and the labels broken to their width."""
    columns = 2 if len(labels) > 1 and max(map(len, labels)) <= _NARROW else 1
    width = _NARROW if columns == 2 else _WIDE
    return columns, [label_lines(label, width) for label in labels]
