"""Charts of a search: what each generation brought, and where the numbers went."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from quacks_sim import checked
from quacks_sim.charts.canvas import empty_picture, finished, own_axes
from quacks_sim.charts.frames import check_columns, check_result
from quacks_sim.charts.legends import LINE, legend_above, legend_lines
from quacks_sim.charts.provenance import VERSION
from quacks_sim.charts.style import (
    BLUE,
    DASHES,
    LINE_COLOURS,
    MARKERS,
    MOST_LINES,
    SOFT,
    VERMILION,
    dress,
    styled,
)
from quacks_sim.charts.words import literal, plain, shown
from quacks_sim.errors import InputError, in_short
from quacks_sim.rules.cards import Deck, decks_in_words
from quacks_sim.training.result import TuneResult, tables_in_words
from quacks_sim.training.verdict import Judged
from quacks_sim.words import counted, rules_in_words

#: By measure: what a gain is multiplied by, and its unit.
_UNITS = {"win_share": (100, "percentage points of wins"), "victory_points": (1, "points a game")}

_GAIN = ["gain", "gain_low", "gain_high"]


@styled
def gains(
    frame: pd.DataFrame,
    ax: Axes | None = None,
    *,
    measure: str = "win_share",
    verdict: Judged | None = None,
) -> Axes:
    """Draw what the candidates of each generation brought more than the start, the best in colour.

    Parameters
    ----------
    frame : DataFrame
        As of :attr:`quacks_sim.training.result.TuneResult.history`.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    measure : {"win_share", "victory_points"}
        What counted.
    verdict : Judged, optional
        What the found strategy brought in new games, drawn behind the last generation.
    """
    check_columns(frame, ["generation", "place", *_GAIN])
    checked.one_of(measure, "the measure", list(_UNITS))
    if verdict is not None:
        checked.instance(verdict, Judged, "the verdict", "verdict.judged of tune() holds some")
    scale, unit = _UNITS[measure]
    ax = own_axes(ax, 3.2, frame, "Whiskers: 95 % intervals, in the games of the search.")
    dress(ax, "y")
    known = frame[frame["gain"].notna()]
    best = known[known["place"] == 1]
    others = known[known["place"] > 1]
    ax.scatter(
        others["generation"], others["gain"] * scale, s=9, color=SOFT, alpha=0.45, linewidths=0,
        label="other candidates", zorder=2,
    )  # fmt: skip
    mean, low, high = (best[name].to_numpy(float) * scale for name in _GAIN)
    ax.errorbar(
        best["generation"].to_numpy(float), mean, yerr=np.vstack([mean - low, high - mean]),
        color=BLUE, marker="o", markersize=4, linewidth=1.2, elinewidth=1, capsize=2,
        label="best of its generation", zorder=3,
    )  # fmt: skip
    last = int(frame["generation"].max())
    if verdict is not None:
        found = verdict.comparison.difference
        ax.errorbar(
            [last + 1], [found.mean * scale], yerr=[[found.half_width * scale]], color=VERMILION,
            marker="D", markersize=6, elinewidth=1.4, capsize=3, linestyle="none",
            label="what was found, in new games", zorder=4,
        )  # fmt: skip
    ax.axhline(0, color=SOFT, linestyle=(0, (4, 3)), linewidth=1.1, zorder=1)
    _generations(ax, last + (verdict is not None))
    ax.set_ylabel(unit)
    literal(ax.set_title("More than the start"))
    legend_above(ax)
    return ax


@styled
def searched_values(
    frame: pd.DataFrame,
    ranges: dict[str, tuple[float, float]],
    ax: Axes | None = None,
    *,
    room: int = 0,
) -> Axes:
    """Draw where in their ranges the numbers of the best candidates lay.

    Parameters
    ----------
    frame : DataFrame
        As of :attr:`quacks_sim.training.result.TuneResult.history`.
    ranges : dict of str to tuple of float
        Ends of the range of each number, by its column; of more than seven numbers the mean
        distance from the last best candidate is drawn instead.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    room : int
        Generations for which there is room behind the last one.
    """
    ranges = _read_ranges(ranges)
    check_columns(frame, ["generation", "place", *ranges])
    room = checked.whole(room, "room", 0, 1_000)
    ax = own_axes(ax, 2.6, frame, "The best candidate of each generation.")
    dress(ax, "y")
    best = frame[frame["place"] == 1]
    places = {
        name: (best[name].to_numpy(float) - low) / (high - low)
        for name, (low, high) in ranges.items()
    }
    generation = best["generation"].to_numpy(float)
    if len(places) > MOST_LINES:
        inside = np.array(list(places.values()))
        away = np.abs(inside - inside[:, -1:]).mean(axis=0)
        ax.plot(generation, away, color=BLUE, marker="o", markersize=4, linewidth=1.2)
        literal(ax.set_title(f"How far {len(places)} numbers were from the last best ones"))
        ax.set_ylabel("part of their ranges, mean")
    else:
        for number, (name, inside) in enumerate(places.items()):
            low, high = ranges[name]
            ax.plot(
                generation, inside, color=LINE_COLOURS[number], marker=MARKERS[number],
                markersize=4, linestyle=DASHES[number % 4], linewidth=1.2,
                label=f"{shown(name)} ({low:g} to {high:g})",
            )  # fmt: skip
        literal(ax.set_title("Where the best lay in its ranges"))
        ax.set_ylabel("low end 0, high end 1")
        ax.set_ylim(-0.05, 1.05)
        legend_above(ax)
    _generations(ax, int(frame["generation"].max()) + room)
    return ax


def _read_ranges(ranges: object) -> dict[str, tuple[float, float]]:
    cure = 'give the ends of each range, as {"stop.max_risk": (0.1, 0.6)}'
    known = checked.mapping(ranges, "ranges", cure)
    for name, ends in known.items():
        given = checked.items(ends, f"the range of {name}", cure)
        if len(given) != 2 or not all(map(checked.is_number, given)) or not given[0] < given[1]:
            raise InputError(f"the range of {name} is {in_short(ends)}", cure)
        known[name] = (float(given[0]), float(given[1]))
    return known


def _generations(ax: Axes, last: int) -> None:
    """Give the axis of generations its whole numbers."""
    ax.set_xlim(0.4, last + 0.6)
    places = MaxNLocator(10, integer=True).tick_values(1, last)
    ax.set_xticks([each for each in places if 1 <= each <= last])
    ax.set_xlabel("generation")


@styled
def figure_of_tuning(result: TuneResult) -> Figure:
    """Return the figure of a search: what generations brought above, where numbers went below.

    Parameters
    ----------
    result : TuneResult
        Of :func:`quacks_sim.training.tune`.
    """
    check_result(result, TuneResult, "tune")
    tables, verdict = result.plan.tables, result.verdict
    ranges = {each.key: (each.low, each.high) for each in result.plan.space.dimensions}
    judged = verdict.judged[0]
    title = f"{shown(result.start.name)} tuned {tables_in_words(judged)}"
    legend = LINE * legend_lines(list(ranges)) if len(ranges) <= MOST_LINES else 0.0
    decks = decks_in_words([(tables.players, Deck.of_table(tables.cards, tables.players))])
    rules = rules_in_words(tables.rules, tables.books, decks)
    players = counted(tables.players, "player")
    caption = (
        "Whiskers: 95 % intervals, those of generations in the games of the search, where the best "
        "of many looks better than it is; the verdict in games that the search never saw. "
        f"{counted(result.games, 'game')}, {players}, seed {result.plan.seed}. "
        + "".join(f"{each}. " for each in rules if each != "default rules")
        + f"{VERSION} Made by: {result.command}"
    )
    figure = empty_picture(6.6 + legend, title, plain(caption))
    upper, lower = figure.subplots(2, 1, height_ratios=[3.4, 2.6 + legend])
    gains(result.history, upper, measure=tables.measure, verdict=judged)
    searched_values(result.history, ranges, lower, room=1)
    return finished(figure)
