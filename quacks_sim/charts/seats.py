"""The chart of seats: who wins from which place at the table."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from quacks_sim.charts.canvas import empty_picture, own_axes
from quacks_sim.charts.frames import MEASURES, check_columns, find_measure
from quacks_sim.charts.rows import draw_rows, rows_height
from quacks_sim.charts.words import literal
from quacks_sim.kernel.round_end import TWELFTHS
from quacks_sim.results import PlayResult
from quacks_sim.statistics import share_estimate


def seats_frame(result: PlayResult) -> pd.DataFrame:
    """Return the share of games won from each seat, by whoever sits there.

    Where seats rotate, the games of a deal are alike and count as one.

    Returns
    -------
    DataFrame
        ``seat`` (from 1, clockwise), ``games``, ``win_share`` with ``_low`` and ``_high``.
    """
    players = result.match.players
    deals = max(result.games // result.match.rotations, 1)
    shares = result.totals.seat_shares[:, :players].sum(axis=0) / TWELFTHS / result.games
    rows = []
    for seat, share in enumerate(shares, 1):
        found = share_estimate(deals, float(share) * deals)
        row = {"seat": seat, "games": result.games, "win_share": found.mean}
        rows.append(row | {"win_share_low": found.low, "win_share_high": found.high})
    return pd.DataFrame(rows)


def by_seat(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Draw the share of games won from each seat of one table, with the fair share.

    Parameters
    ----------
    frame : DataFrame
        As of :func:`seats_frame`.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    """
    measure = find_measure("win_share", MEASURES, frame)
    check_columns(frame, ["seat"])
    labels = [f"seat {seat}" for seat in frame["seat"]]
    ax = own_axes(ax, rows_height(labels), frame, "Whiskers: 95 % intervals.")
    draw_rows(ax, frame, labels, measure, fair=1 / len(frame))
    return ax


def seats_figure(
    results: Sequence[PlayResult], names: Sequence[str], title: str, says: str
) -> Figure:
    """Return the figure of several tables, a panel each."""
    frames = [seats_frame(result) for result in results]
    heights = [rows_height(frame["seat"].tolist()) + 0.1 for frame in frames]
    figure = empty_picture(sum(heights), title, says)
    panels = figure.subplots(len(frames), 1, squeeze=False, height_ratios=heights)[:, 0]
    for panel, frame, name in zip(panels, frames, names, strict=True):
        by_seat(frame, panel)
        literal(panel.set_title(f"Share of games won: {name}", pad=20))
    return figure
