"""Whole figures: a title in plain words, panels, and a caption with the provenance."""

from collections.abc import Callable, Iterable, Sequence
from math import sqrt

import pandas as pd
from matplotlib.figure import Figure

from quacks_sim.cells import SweepResult
from quacks_sim.charts.canvas import empty_picture, finished
from quacks_sim.charts.frames import (
    MEASURES,
    check_result,
    near_text,
    points_frame,
    purchases_frame,
    ranked,
    rounds_frame,
)
from quacks_sim.charts.heat import heat_map, map_height
from quacks_sim.charts.legends import LINE, legend_lines
from quacks_sim.charts.provenance import caption
from quacks_sim.charts.rounds import by_round, chip_patches, most_bought, purchases
from quacks_sim.charts.rows import abridged, draw_rows, rows_height, win_shares
from quacks_sim.charts.scales import numbers
from quacks_sim.charts.spread import distribution, spread_height
from quacks_sim.charts.style import SOFT, styled
from quacks_sim.charts.sweeps import swept, swept_lines
from quacks_sim.charts.words import number_text, shown
from quacks_sim.errors import InputError, in_short, nearest
from quacks_sim.results import PlayResult
from quacks_sim.statistics import t_quantile

WON = "A game shared by k players counts 1/k for each."
MARKS = "95 % intervals. Ring: the best value."

#: Makes a caption of what is shown.
Says = Callable[[str], str]


@styled
def figure_of_play(result: PlayResult, chart: str | None = None) -> Figure:
    """Return the figure of a match.

    Parameters
    ----------
    result : PlayResult
        What was played; one strategy alone has no win share, only points.
    chart : {"win_shares", "points", "by_round", "bought"}, optional
        Win shares with the distribution of final points (if not given); the distribution alone;
        explosions and points by round; chips bought by round.

    Raises
    ------
    InputError
        For a chart that does not exist.
    """
    check_result(result, PlayResult, "play")
    check_chart_name(chart, PLAY_CHARTS)
    return finished(PLAY_CHARTS[chart or "win_shares"](result, "", ""))


def check_chart_name(chart: str | None, known: Iterable[str]) -> None:
    """Raise an :class:`InputError` for a chart that is not among those known."""
    names = list(known)
    if chart is not None and (not isinstance(chart, str) or chart not in names):
        close = nearest(chart, names) if isinstance(chart, str) else ""
        raise InputError(
            f"there is no chart {in_short(chart)}", f"charts are {', '.join(names)}{close}"
        )


def _win_figure(result: PlayResult, title: str, command: str) -> Figure:
    if result.match.players == 1:
        return _points_figure(result, title, command)
    frame = result.to_frame()
    order = ranked(frame, "win_share")["strategy"].tolist()
    what = f"{WON} Whiskers and ± are 95 % intervals. Vertical lines below: mean points."
    heights = [rows_height(order) + 0.25, spread_height(len(order))]
    says = caption(what, [result], command=command)
    figure = empty_picture(sum(heights), title or play_title(result), says)
    upper, lower = figure.subplots(2, 1, height_ratios=heights)
    win_shares(frame, upper, players=result.match.players)
    distribution(_counts_in_order(result, order), lower, means=frame)
    return figure


def _points_figure(result: PlayResult, title: str, command: str) -> Figure:
    frame = result.to_frame()
    order = ranked(frame, "victory_points")["strategy"].tolist()
    what = "Vertical lines: mean points; ± is the 95 % interval."
    says = caption(what, [result], command=command)
    if not title and len(order) > 1:
        title = "Final victory points"
    figure = empty_picture(spread_height(len(order)), title or play_title(result), says)
    distribution(_counts_in_order(result, order), figure.subplots(), means=frame)
    return figure


def _counts_in_order(result: PlayResult, order: Sequence[str]) -> pd.DataFrame:
    counts = points_frame(result)
    return pd.concat([counts[counts["strategy"] == name] for name in order], ignore_index=True)


def play_title(result: PlayResult) -> str:
    """Return who wins most often, if that is beyond doubt."""
    names = result.match.names
    if len(names) == 1:
        points = result.strategies[0].victory_points
        mean = number_text(points.mean, points.half_width)
        return f"{shown(names[0])} alone ends with {mean} victory points on average"
    if result.match.is_of_equals:
        return f"A table of equals: {shown(names[0])} in every seat, and seats rotate"
    shares = [each.win_share for each in result.strategies]
    best = max(range(len(names)), key=lambda each: shares[each].mean)
    doubtful = [
        pair.second if pair.first == names[best] else pair.first
        for pair in result.pairs
        if names[best] in (pair.first, pair.second) and pair.is_open
    ]
    if doubtful:
        return f"Not resolved who wins most often: {', '.join([names[best], *doubtful])}"
    share = number_text(shares[best].mean, shares[best].half_width, percent=True)
    return f"{shown(names[best])} wins most often: {share} of games"


def _rounds_figure(result: PlayResult, title: str, command: str) -> Figure:
    alone = f": {shown(result.match.names[0])}" if result.match.players == 1 else ""
    title = title or f"Explosions and victory points round by round{alone}"
    return rounds_panels(
        rounds_frame(result), title, lambda what: caption(what, [result], command=command)
    )


def rounds_panels(frame: pd.DataFrame, title: str, says: Says) -> Figure:
    """Return explosions above points by round, a line for each strategy of the frame."""
    what = "Means by round; whiskers are 95 % intervals."
    names = [shown(name) for name in frame["strategy"].drop_duplicates()]
    legend = LINE * legend_lines(names) if len(names) > 1 else 0
    figure = empty_picture(6.0 + legend, title, says(what))
    upper, lower = figure.subplots(2, 1, height_ratios=[3 + legend, 3])
    by_round(frame, upper)
    by_round(frame, lower, measure="points_gained", legend=False)
    return figure


def _bought_figure(result: PlayResult, title: str, command: str) -> Figure:
    return bought_panels(
        purchases_frame(result),
        title or "What is bought, round by round",
        lambda what: caption(what, [result], command=command),
        deals=result.games // result.match.rotations,
    )


def widest_of_purchases(deals: int) -> float:
    """Return how far a 95 % interval of chips bought in a round reaches at most.

    Up to two chips a round spread by at most 1, and the games of a deal may all be alike.
    """
    return t_quantile(deals - 1) / sqrt(deals)


def bought_panels(frame: pd.DataFrame, title: str, says: Says, *, deals: int) -> Figure:
    """Return a panel of purchases for each strategy of the frame; `deals` are independent."""
    names = frame["strategy"].drop_duplicates().tolist()
    what = "Mean number of chips bought in each round of a game, by colour"
    if deals >= 10:
        what += f"; 95 % intervals are within ± {widest_of_purchases(deals):.2g} chips"
    rows, columns = (len(names) + 1) // 2, min(len(names), 2)
    figure = empty_picture(2.7 * rows + 0.4, title, says(f"{what}."))
    grid = figure.add_gridspec(rows + 1, columns, height_ratios=[0.08, *[1] * rows])
    key = figure.add_subplot(grid[0, :])
    key.set_axis_off()
    key.legend(
        handles=chip_patches(frame), loc="upper left", borderaxespad=0, ncols=7, handlelength=1.6,
        columnspacing=1.3,
    )  # fmt: skip
    for place, name in enumerate(names):
        panel = figure.add_subplot(grid[1 + place // columns, place % columns])
        purchases(frame, panel, strategy=name, legend=False, most=most_bought(frame))
    return figure


#: Each is given a result, a title (empty for one of its own), and the command of the result.
PLAY_CHARTS: dict[str, Callable[[PlayResult, str, str], Figure]] = {
    "win_shares": _win_figure,
    "points": _points_figure,
    "by_round": _rounds_figure,
    "bought": _bought_figure,
}


@styled
def figure_of_sweep(result: SweepResult) -> Figure:
    """Return the figure of a sweep: win share and points by value, or a heat map of two axes.

    Parameters
    ----------
    result : SweepResult
        One axis gives two panels (alone at the table only points), two axes give a heat map.
    """
    check_result(result, SweepResult, "sweep")
    first = result.results[0].match
    rivals = ", ".join(shown(name) for name in first.names[1:])
    against = f" against {rivals}" if rivals else ", playing alone"
    axes = list(result.axes)
    what = "points" if first.players == 1 else "games won"
    title = f"{shown(result.strategy)}{against}: {what} by {' and '.join(axes)}"
    return finished(cells_figure(result.to_frame(), axes, result.results, title))


def cells_figure(
    frame: pd.DataFrame,
    axes: Sequence[str],
    results: Sequence[PlayResult],
    title: str,
    *,
    command: str = "",
    lines: bool = False,
    measures: Sequence[str] = (),
    subject: str = "",
) -> Figure:
    """Return the figure of the cells of one or two axes, a row of the frame each.

    Parameters
    ----------
    axes : sequence of str
        Columns of the frame; two of them give a heat map, or with `lines` a line for each value of
        the second.
    results : sequence of PlayResult
        Those of the cells.
    measures : sequence of str, optional
        What is drawn; win share (unless alone at the table) and points if not given.
    subject : str, optional
        A sentence that begins the caption.
    """
    players = max(result.match.players for result in results)
    measures = measures or ["win_share", "victory_points"][players == 1 :]

    def says(what: str) -> str:
        parts = [subject, WON if "win_share" in measures else "", what]
        what = " ".join(part for part in parts if part)
        return caption(what, results, cells=True, command=command)

    if len(axes) == 2 and lines:
        what = "Bands and ± are 95 % intervals. Rings: the best value of each line."
        count = len(set(map(shown, frame[axes[1]])))
        figure = empty_picture(3.4 + LINE * count, title, says(what))
        panel = figure.subplots()
        alike = len({result.match.players for result in results}) == 1
        swept_lines(
            frame, axes[0], axes[1], panel, measure=measures[0], players=players if alike else None
        )
        return figure
    if len(axes) == 2:
        what = f"Frame: the best cell. {near_text(frame, measures[0], 'Dots', 'cell')}"
        figure = empty_picture(map_height(frame, axes) + 0.2, title, says(what))
        heat_map(frame, axes, figure.subplots(), measure=measures[0])
        return figure
    if numbers(frame[axes[0]].tolist()) is None:
        return _named_figure(frame, axes[0], measures, players, title, says)
    dots = near_text(frame, measures[0], "Filled dots", "value")
    figure = empty_picture(3.1 * len(measures), title, says(f"Bands and ± are {MARKS} {dots}"))
    panels = figure.subplots(len(measures), 1, squeeze=False)[:, 0]
    for panel, measure in zip(panels, measures, strict=True):
        swept(frame, axes[0], panel, measure=measure, players=players)
    return figure


def _named_figure(
    frame: pd.DataFrame,
    axis: str,
    measures: Sequence[str],
    players: int,
    title: str,
    says: Says,
) -> Figure:
    """Return the figure of values that are no numbers: rows, ranked by the first measure."""
    rows, left_out = abridged(ranked(frame, measures[0]))
    few = f" Only the first 20 and the last 5 of {len(frame)} values are shown." if left_out else ""
    labels = rows[axis].tolist()
    dots = near_text(frame, measures[0], "Filled blue dots", "value")
    what = f"Whiskers and ± are {MARKS} {dots}{few}"
    figure = empty_picture(rows_height(labels) + 0.2, title, says(what))
    panels = figure.subplots(1, len(measures), squeeze=False)[0]
    swept(frame, axis, panels[0], measure=measures[0], players=players)
    for panel, name in zip(panels[1:], measures[1:], strict=True):
        # The same rows in the same order, so that a name is written once.
        draw_rows(panel, rows, labels, MEASURES[name], left_out=left_out, named=False, colour=SOFT)
    return figure
