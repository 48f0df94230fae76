"""The chart of comebacks: how often those who lead, and those who are last, win in the end."""

from collections.abc import Sequence
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
from quacks_sim.kernel.round_end import TWELFTHS
from quacks_sim.rules.tables import ROUNDS
from quacks_sim.statistics import ClusterSums, Estimate

if TYPE_CHECKING:
    from quacks_sim.experiment.dataset import Dataset

PLACES = {
    each.name: each
    for each in (
        Measure("leader", "Games won by who leads after the round", "games won", True),
        Measure("last", "Games won by who is last after the round", "games won", True),
    )
}


def comebacks_frame(dataset: "Dataset", names: Sequence[str]) -> pd.DataFrame:
    """Return how often the leader and the last one after each round win the game.

    Several who are level count together, each by its share.

    Parameters
    ----------
    dataset : Dataset
        With the rows of rounds.
    names : sequence of str
        What its cells are called.

    Returns
    -------
    DataFrame
        ``cell`` (its name), ``round`` (1–8), ``games``, and ``leader`` and ``last``, each with
        ``_low`` and ``_high``. Games of one deal count as one observation.

    Raises
    ------
    InputError
        If the dataset has no rows of rounds.
    """
    parts = []
    for cell, name in enumerate(names):
        match = dataset.match(cell)
        shape = (-1, match.players, ROUNDS)
        points = dataset.rounds(["victory_points"], cell).to_numpy().reshape(shape)
        shares = dataset.games(["win_share_twelfths"], cell).to_numpy().reshape(shape[:2])
        frame = pd.DataFrame({"cell": name, "round": range(1, ROUNDS), "games": len(points)})
        for place, found in wins_by_place(points, shares / TWELFTHS, match.rotations).items():
            ends = [(each.mean, each.low, each.high) for each in found]
            frame[[place, f"{place}_low", f"{place}_high"]] = ends
        parts.append(frame)
    return pd.concat(parts, ignore_index=True)


def wins_by_place(
    points: NDArray[np.int16], shares: NDArray[np.float64], rotations: int
) -> dict[str, list[Estimate]]:
    """Return how often the leader and the last one after each round but the last win the game.

    Parameters
    ----------
    points : ndarray of int16, shape (games, seats, 9)
        After each round.
    shares : ndarray of float64, shape (games, seats)
        Win shares.
    rotations : int
        Games of a deal.

    Returns
    -------
    dict
        By place, ``leader`` or ``last``: an estimate for each of the rounds 1 to 8.
    """
    found = {}
    for place, extreme in (("leader", points.max(axis=1)), ("last", points.min(axis=1))):
        there = points == extreme[:, None, :]
        won = (there * shares[:, :, None]).sum(axis=1) / there.sum(axis=1)
        found[place] = [
            ClusterSums.of_games(won[:, number], rotations).share() for number in range(ROUNDS - 1)
        ]
    return found


@styled
def comebacks(
    frame: pd.DataFrame,
    ax: Axes | None = None,
    *,
    place: str = "last",
    players: int = 4,
    legend: bool = True,
) -> Axes:
    """Draw how often those in one place after each round win in the end, a line for each cell.

    Parameters
    ----------
    frame : DataFrame
        As of :func:`comebacks_frame`.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    place : {"leader", "last"}
        Whose wins.
    players : int
        Seats at a table, for the line at the fair share.
    legend : bool
        Whether to say which line is whose.
    """
    wanted = find_measure(place, PLACES, frame)
    check_columns(frame, ["cell", "round"])
    names = frame["cell"].drop_duplicates().tolist()
    if len(names) > MOST_LINES:
        raise InputError(f"{len(names)} cells are too many lines", f"choose up to {MOST_LINES}")
    ax = own_axes(ax, 3.2, frame, "Whiskers: 95 % intervals.")
    dress(ax, "y")
    for number, name in enumerate(names):
        own = frame[frame["cell"] == name]
        mean, low, high = means(own, wanted)
        ax.errorbar(
            own["round"].to_numpy(dtype=float), mean, yerr=np.vstack([mean - low, high - mean]),
            color=LINE_COLOURS[number], marker=MARKERS[number], linestyle=DASHES[number % 4],
            capsize=2.5, elinewidth=1.2, label=shown(name), zorder=3 + number / 10,
        )  # fmt: skip
    ends = [*frame[f"{place}_low"], *frame[f"{place}_high"], 1 / players]
    limits = axis_range(ends, from_zero=True)
    scale_axis(ax, "y", limits, percent=True, label=wanted.unit)
    ax.axhline(1 / players, color=SOFT, linestyle=(0, (4, 3)), linewidth=1.1, zorder=1)
    ax.set_xticks(range(1, ROUNDS))
    ax.set_xlabel("round")
    literal(ax.set_title(wanted.title))
    if legend and len(names) > 1:
        legend_above(ax)
    return ax


def comebacks_figure(frame: pd.DataFrame, players: int, title: str, says: str) -> Figure:
    """Return the figure of comebacks: the last one above, the leader below."""
    names = [shown(name) for name in frame["cell"].drop_duplicates()]
    legend = LINE * legend_lines(names) if len(names) > 1 else 0
    figure = empty_picture(6.0 + legend, title, says)
    upper, lower = figure.subplots(2, 1, height_ratios=[3 + legend, 3])
    comebacks(frame, upper, place="last", players=players)
    comebacks(frame, lower, place="leader", players=players, legend=False)
    return figure
