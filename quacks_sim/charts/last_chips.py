"""The chart of green chips at the end of the pot: rubies, if more of the last chips counted.

A green chip of Set 1 brings a ruby if it is among the last two chips of the pot (rule 5.5). House
rules let the last three count. Which chips lie last is read in the journals of games played again,
so the answer is that of the very same pots: nobody plays differently because of the house rule.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from quacks_sim.charts.canvas import empty_picture, own_axes
from quacks_sim.charts.frames import Measure, check_columns, find_measure, means
from quacks_sim.charts.legends import LINE, legend_above, legend_lines
from quacks_sim.charts.scales import axis_range, scale_axis
from quacks_sim.charts.style import (
    DASHES,
    LINE_COLOURS,
    MARKERS,
    MOST_LINES,
    SOFT,
    dress,
    styled,
)
from quacks_sim.charts.words import literal, shown
from quacks_sim.errors import InputError
from quacks_sim.kernel.journal import BREW_END, PLACE, RETURN, ROUND_END
from quacks_sim.rules.chips import GREEN, KIND_COLOUR
from quacks_sim.statistics import ClusterSums

if TYPE_CHECKING:
    from quacks_sim.experiment.dataset import Dataset
    from quacks_sim.match import Match

#: Games of each cell that are played again, each in a millisecond or two.
MOST_GAMES = 1_200

#: So many of the last chips are looked at; by the rule two count.
LAST, BY_THE_RULE = 5, 2

_GREEN = frozenset(np.flatnonzero(KIND_COLOUR == GREEN).tolist())

MEASURE = Measure("rubies", "Rubies that green chips bring", "rubies a game", False)


def last_chips_frame(dataset: "Dataset", names: Sequence[str]) -> pd.DataFrame:
    """Return how many rubies green chips would bring if so many of the last chips counted.

    Parameters
    ----------
    dataset : Dataset
        Of games with the green book of Set 1; at most 1,200 games of each cell are looked at.
    names : sequence of str
        What its cells are called.

    Returns
    -------
    DataFrame
        ``cell`` (its name), ``last`` (1–5), ``games``; ``placed``, green chips in a player's pots
        at their ends, a game; ``rubies`` a game with ``_low`` and ``_high``, 95 % intervals with
        the games of a deal as one observation. All of the strategy that sits first.

    Raises
    ------
    InputError
        For another green book.
    """
    parts = []
    for cell, name in enumerate(names):
        match = dataset.match(cell)
        if match.books.green != 1:
            raise InputError(
                f"{dataset.path} has green chips of Set {match.books.green}",
                "only those of Set 1 bring a ruby for each of the last two: take another chart",
            )
        games = min(dataset.games_per_cell, MOST_GAMES) // match.rotations * match.rotations
        counts = green_counts(match, games)
        found = [
            ClusterSums.of_games(counts[:, last], match.rotations).estimate()
            for last in range(LAST)
        ]
        frame = pd.DataFrame({"cell": name, "last": range(1, LAST + 1), "games": games})
        frame["placed"] = counts[:, LAST].mean()
        ends = [(each.mean, each.low, each.high) for each in found]
        frame[["rubies", "rubies_low", "rubies_high"]] = ends
        parts.append(frame)
    return pd.concat(parts, ignore_index=True)


def green_counts(match: "Match", games: int) -> NDArray[np.float64]:
    """Return for each game the green chips among the last 1 to 5 of the first strategy's pots.

    Shape (games, 6): the last column counts all green chips of the pots.
    """
    late_pays = match.rules.strong_ingredient_deferred == "counted"
    seats = match.seats(np.arange(games))
    counts = np.zeros((games, LAST + 1))
    for game in range(games):
        seat = int(np.flatnonzero(seats[game] == 0)[0])
        for pot in pots_of(match.journal(game), seat):
            green = [kind in _GREEN and (late_pays or not late) for kind, late in reversed(pot)]
            counts[game] += [sum(green[:last]) for last in range(1, LAST + 1)] + [sum(green)]
    return counts


def pots_of(rows: NDArray[np.int32], seat: int) -> Iterator[list[tuple[int, bool]]]:
    """Yield the pot of a seat at the end of each round, its chips in the order of placement.

    Each is its kind, and whether it was placed after the brew (card FB7).

    Parameters
    ----------
    rows : ndarray of int32, shape (events, 8)
        A journal, see :mod:`quacks_sim.kernel.journal`.
    seat : int
        Whose pots.
    """
    pot: list[tuple[int, bool]] = []
    over = False
    for code, _, _, kind in rows[rows[:, 2] == seat, :4].tolist():
        if code == PLACE:
            pot.append((kind, over))
        elif code == RETURN:  # of the chips of this kind the one that was placed last
            kinds = [each for each, _ in pot]
            del pot[len(pot) - 1 - kinds[::-1].index(kind)]
        elif code == BREW_END:
            over = True
        elif code == ROUND_END:
            yield pot
            pot, over = [], False


@styled
def last_chips(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Draw how many rubies green chips bring by how many of the last chips count, a line a cell.

    Parameters
    ----------
    frame : DataFrame
        As of :func:`last_chips_frame`.
    ax : Axes, optional
        Where to draw; a new figure if not given.

    Raises
    ------
    InputError
        For more than seven cells.
    """
    wanted = find_measure(MEASURE.name, {MEASURE.name: MEASURE}, frame)
    check_columns(frame, ["cell", "last"])
    names = frame["cell"].drop_duplicates().tolist()
    if len(names) > MOST_LINES:
        raise InputError(f"{len(names)} cells are too many lines", f"choose up to {MOST_LINES}")
    ax = own_axes(ax, 3.4, frame, "Whiskers: 95 % intervals.")
    dress(ax, "y")
    for number, name in enumerate(names):
        own = frame[frame["cell"] == name]
        mean, low, high = means(own, wanted)
        ax.errorbar(
            own["last"].to_numpy(dtype=float), mean, yerr=np.vstack([mean - low, high - mean]),
            color=LINE_COLOURS[number], marker=MARKERS[number], linestyle=DASHES[number % 4],
            capsize=2.5, elinewidth=1.2, label=shown(name), zorder=3 + number / 10,
        )  # fmt: skip
    limits = axis_range([*frame["rubies_low"], *frame["rubies_high"]], from_zero=True)
    scale_axis(ax, "y", limits, percent=False, label=wanted.unit)
    ax.axvline(BY_THE_RULE, color=SOFT, linestyle=(0, (4, 3)), linewidth=1.1, zorder=1)
    ax.set_xticks(range(1, LAST + 1))
    ax.set_xlabel(f"how many of the last chips count (by the rules {BY_THE_RULE})")
    literal(ax.set_title(wanted.title))
    if len(names) > 1:
        legend_above(ax)
    return ax


def last_chips_figure(frame: pd.DataFrame, title: str, says: str) -> Figure:
    """Return the figure of green chips at the end of the pot."""
    names = [shown(name) for name in frame["cell"].drop_duplicates()]
    legend = LINE * legend_lines(names) if len(names) > 1 else 0
    figure = empty_picture(3.6 + legend, title, says)
    last_chips(frame, figure.subplots())
    return figure
