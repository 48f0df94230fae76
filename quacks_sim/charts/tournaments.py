"""The chart of a tournament: ratings with intervals, and each strategy against each other."""

from collections.abc import Collection

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm
from matplotlib.figure import Figure

from quacks_sim import checked
from quacks_sim.charts.canvas import empty_picture, finished, own_axes
from quacks_sim.charts.frames import RATING, check_result
from quacks_sim.charts.heat import MOST_LABELLED_COLUMNS, colour_bar, readable_on
from quacks_sim.charts.provenance import caption
from quacks_sim.charts.rows import draw_rows, rows_height
from quacks_sim.charts.style import BLUE, FAINT, VERMILION, dress, styled
from quacks_sim.charts.words import label_lines, literal, number_text, shown, text_inches
from quacks_sim.errors import InputError, in_short
from quacks_sim.rankings import TournamentResult
from quacks_sim.rules.tables import MOST_SEATS

_TITLE = "Share of games won by the row, at tables where the column sat, too"

#: Less than the fair share, the fair share, more than it.
_COLOURS = LinearSegmentedColormap.from_list("fair", [VERMILION, "#f7f7f7", BLUE])


@styled
def win_matrix(
    matrix: pd.DataFrame,
    ax: Axes | None = None,
    *,
    players: int = 2,
    unresolved: Collection[tuple[str, str]] = (),
) -> Axes:
    """Draw how often each strategy wins against each other; colours part at the fair share.

    Parameters
    ----------
    matrix : DataFrame
        A row and a column a strategy, as of :attr:`TournamentResult.matrix`; NaN stays empty.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    players : int
        Seats at a table, which the fair share depends on.
    unresolved : collection of pairs of str
        Pairs of which it is not resolved who wins more: their cells have a dot.

    Returns
    -------
    Axes
    """
    checked.instance(matrix, pd.DataFrame, "the matrix", "TournamentResult.matrix is one")
    if matrix.empty:
        raise InputError("the matrix has no strategies", "TournamentResult.matrix has some")
    cure = f"a table has 2 to {MOST_SEATS} seats"
    players = checked.whole(players, "players", 2, MOST_SEATS, cure=cure)
    unresolved = _pairs(unresolved)
    names = [shown(name) for name in matrix.index]
    frame = matrix.rename_axis("strategy").reset_index()
    ax = own_axes(ax, matrix_height(len(names)), frame, "Dots: not resolved who wins more.")
    shares = matrix.to_numpy(dtype=float)
    fair = 1 / players
    reach = np.nanmax(np.abs(shares - fair), initial=0.01)
    scale = TwoSlopeNorm(fair, max(fair - reach, 0.0), min(fair + reach, 1.0))
    mesh = ax.pcolormesh(
        np.ma.masked_invalid(shares), cmap=_COLOURS, norm=scale, edgecolors="white", linewidth=1
    )
    ax.set_facecolor(FAINT)
    ax.invert_yaxis()
    _name_both(ax, names)
    dress(ax)
    ax.tick_params(length=0)
    ax.spines[["left", "bottom"]].set_visible(False)
    doubtful = {frozenset(map(shown, pair)) for pair in unresolved}
    for (row, column), share in np.ndenumerate(shares):
        if np.isnan(share):
            continue
        colour = readable_on(mesh.to_rgba(share))
        if len(names) <= MOST_LABELLED_COLUMNS:
            ax.text(
                column + 0.5, row + 0.5, f"{share * 100:.1f}",
                ha="center", va="center", size=9, color=colour,
            )  # fmt: skip
        if frozenset((names[row], names[column])) in doubtful:
            ax.plot(column + 0.9, row + 0.15, "o", ms=3, color=colour, mew=0, gid="unresolved")
    colour_bar(ax, mesh, "games won", percent=True)
    literal(ax.set_title(_TITLE))
    return ax


def _pairs(unresolved: object) -> list[tuple[str, str]]:
    cure = 'give pairs of strategies, as [("balanced", "safe")]'
    pairs = checked.items(unresolved, "unresolved", cure)
    if not all(isinstance(each, list | tuple) and len(each) == 2 for each in pairs):
        raise InputError(f"unresolved is {in_short(pairs)}, not a list of pairs", cure)
    return [(str(first), str(second)) for first, second in pairs]


def _name_both(ax: Axes, names: list[str]) -> None:
    texts = [label_lines(name, 18) for name in names]
    # Names wider than their columns stand upright.
    upright = max(text_inches(each, 9.5) for each in texts) > 6.2 / len(names)
    ax.set_xticks(np.arange(len(names)) + 0.5, texts, rotation=90 if upright else 0)
    ax.set_yticks(np.arange(len(names)) + 0.5, texts)
    literal([*ax.get_xticklabels(), *ax.get_yticklabels()])


def matrix_height(count: int) -> float:
    """Return the inches that a matrix of so many strategies needs."""
    return 1.6 + 0.38 * max(count, 4)


@styled
def figure_of_tournament(result: TournamentResult, *, command: str = "") -> Figure:
    """Return the figure of a tournament: ratings above, each against each other below.

    Parameters
    ----------
    result : TournamentResult
    command : str, optional
        What makes the same tournament again, for the caption.
    """
    check_result(result, TournamentResult, "tournament")
    checked.text(command, "the command", "give it as text, or leave it out")
    frame = result.to_frame()
    names = frame["strategy"].tolist()
    what = (
        "Ratings: 400 points more are ten times the strength, their mean is 0; whiskers and ± are "
        "95 % intervals. Ring: the best; filled dots: not resolved from it. Below, a dot: not "
        "resolved who of the two wins more. A game shared by k players counts 1/k for each."
    )
    heights = [rows_height(names), matrix_height(len(names))]
    says = caption(what, result.results, cells=True, command=command)
    figure = empty_picture(sum(heights) + 0.2, _title(result), says)
    upper, lower = figure.subplots(2, 1, height_ratios=heights)
    draw_rows(upper, frame, names, RATING, best=0)
    unresolved = [(each.first, each.second) for each in result.pairs if each.is_open]
    win_matrix(result.matrix, lower, players=result.players, unresolved=unresolved)
    return finished(figure)


def _title(result: TournamentResult) -> str:
    first = result.entrants[0]
    if result.unresolved:
        return f"Not resolved who is best: {', '.join([shown(first.name), *result.unresolved])}"
    rating = number_text(first.rating.mean, first.rating.half_width)
    return f"{shown(first.name)} is rated highest, at {rating} points"
