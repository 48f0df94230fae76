"""The chart of seats: who wins from which place at the table."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from quacks_sim.batches import games_of_batches, sums_of_batches
from quacks_sim.charts.canvas import empty_picture, own_axes
from quacks_sim.charts.frames import MEASURES, check_columns, find_measure
from quacks_sim.charts.rows import draw_rows, rows_height
from quacks_sim.charts.words import literal
from quacks_sim.results import PlayResult
from quacks_sim.statistics import ClusterSums

MARKS = "Whiskers: 95 % intervals that hold for all seats at once (Bonferroni)."


def seats_frames(results: Sequence[PlayResult]) -> list[pd.DataFrame]:
    """Return for each table the share of games won from each seat, by whoever sits there.

    Many seats are looked at, and any may be lucky: the intervals are so wide that in 95 % of runs
    all of them together hold the truth (Bonferroni).

    Returns
    -------
    list of DataFrame
        ``seat`` (from 1, clockwise), ``games``, ``win_share`` with ``_low`` and ``_high``.
    """
    family = sum(result.match.players for result in results)
    frames = []
    for result in results:
        rows = []
        for seat in range(result.match.players):
            sums = sums_of_batches(result, seat, "win_share_of_seat")
            clusters = ClusterSums.of(sums, games_of_batches(result))
            found = clusters.share(critical=clusters.quantile(family))
            row = {"seat": seat + 1, "games": result.games, "win_share": found.mean}
            rows.append(row | {"win_share_low": found.low, "win_share_high": found.high})
        frames.append(pd.DataFrame(rows))
    return frames


def by_seat(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Draw the share of games won from each seat of one table, with the fair share.

    Parameters
    ----------
    frame : DataFrame
        One of :func:`seats_frames`.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    """
    measure = find_measure("win_share", MEASURES, frame)
    check_columns(frame, ["seat"])
    labels = [f"seat {seat}" for seat in frame["seat"]]
    ax = own_axes(ax, rows_height(labels), frame, MARKS)
    draw_rows(ax, frame, labels, measure, fair=1 / len(frame))
    return ax


def seats_figure(
    results: Sequence[PlayResult], names: Sequence[str], title: str, says: str
) -> Figure:
    """Return the figure of the first tables, a panel for each name; intervals hold for all."""
    frames = seats_frames(results)[: len(names)]
    heights = [rows_height(frame["seat"].tolist()) + 0.1 for frame in frames]
    figure = empty_picture(sum(heights), title, says)
    panels = figure.subplots(len(frames), 1, squeeze=False, height_ratios=heights)[:, 0]
    for panel, frame, name in zip(panels, frames, names, strict=True):
        by_seat(frame, panel)
        literal(panel.set_title(f"Share of games won: {name}", pad=20))
    return figure
