"""The chart of a game of one's own: the course of points, what each pot was worth, the risks."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from quacks_sim.charts.canvas import empty_picture, finished, own_axes
from quacks_sim.charts.frames import check_columns
from quacks_sim.charts.legends import LINE, legend_above, legend_lines
from quacks_sim.charts.provenance import VERSION
from quacks_sim.charts.scales import axis_range, scale_axis
from quacks_sim.charts.style import (
    BLUE,
    DASHES,
    FAINT,
    INK,
    LINE_COLOURS,
    MARKERS,
    PALE,
    SKY,
    SOFT,
    VERMILION,
    dress,
    styled,
)
from quacks_sim.charts.words import literal, shown
from quacks_sim.errors import InputError
from quacks_sim.rules.chips import KINDS
from quacks_sim.rules.tables import ROUNDS

if TYPE_CHECKING:
    from quacks_sim.advice.luck import Luck

#: Shares of the brews that a band holds: 5 to 95 %, 25 to 75 %, and the middle.
QUANTILES = {"low": 0.05, "quarter": 0.25, "middle": 0.5, "three_quarters": 0.75, "high": 0.95}

#: What became of a chance to explode.
DRAWN, EXPLODED, STOPPED = "drawn", "exploded", "stopped"

_LOOKS = {
    DRAWN: (SKY, SKY, "you drew, and the pot held"),
    EXPLODED: (VERMILION, VERMILION, "you drew, and it exploded"),
    STOPPED: ("white", SOFT, "you stopped, or used the flask"),
}

#: Draws of a brew that are told apart by a gap from those of the next.
_GAP = 1.5

_SAYS = (
    "Pots: what each was worth in points to come (dots), against all that its bag could have "
    "brought under best play: half of the brews lie in the blue bands, 90 % in the grey ones, the "
    "line is the middle; above: the share of such brews that are less lucky. Risks: the chance "
    "that the next chip explodes the pot, before each draw and when brewing was stopped."
)


def standings_frame(luck: "Luck") -> pd.DataFrame:
    """Return the points of all players at the end of each round that was finished.

    Returns
    -------
    DataFrame
        ``round``, ``player`` (``"you"`` and the names of the others), ``points``.
    """
    rows = [
        (step.before.round, player, points)
        for step in luck.steps
        if step.before.phase == "scores" and not step.is_correction
        for player, points in [
            ("you", step.before.points),
            *((step.before.name_of(each), own) for each, own in enumerate(step.after.rivals)),
        ]
    ]
    return pd.DataFrame(rows, columns=["round", "player", "points"])


def pots_frame(luck: "Luck") -> pd.DataFrame:
    """Return what each pot was worth, and what its bag could have brought.

    Returns
    -------
    DataFrame
        ``round``, ``scoring_space``, ``exploded``, ``brought``, ``luckier_than``, and the columns
        of :data:`QUANTILES`.
    """
    rows = [
        {
            "round": brew.round,
            "scoring_space": brew.end.scoring_space,
            "exploded": brew.end.pot.exploded,
            "brought": brew.brought,
            "luckier_than": brew.luckier_than,
            **{name: brew.quantile(share) for name, share in QUANTILES.items()},
        }
        for brew in luck.brews
    ]
    columns = ["round", "scoring_space", "exploded", "brought", "luckier_than", *QUANTILES]
    return pd.DataFrame(rows, columns=columns)


def risks_frame(luck: "Luck") -> pd.DataFrame:
    """Return the chance to explode at each decision to draw or not.

    Returns
    -------
    DataFrame
        ``round``, ``chip`` (the one drawn, ``""`` if none was), ``chance``, ``outcome``: one of
        ``"drawn"``, ``"exploded"`` and ``"stopped"``.
    """
    rows = []
    for step in luck.steps:
        if step.before.phase != "brew" or step.is_correction:
            continue
        chip = step.answer.upper() if step.answer.upper() in KINDS else ""
        burst = bool(chip) and step.after.pot.exploded
        outcome = EXPLODED if burst else DRAWN if chip else STOPPED
        rows.append((step.before.round, chip, step.before.chance_to_explode, outcome))
    return pd.DataFrame(rows, columns=["round", "chip", "chance", "outcome"])


@styled
def course_of_points(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Draw the points of all players by round; `frame` is as of :func:`standings_frame`."""
    check_columns(frame, ["round", "player", "points"])
    ax = own_axes(ax, 2.6, frame, "Points at the end of each round.")
    dress(ax, "y")
    for number, name in enumerate(frame["player"].drop_duplicates()):
        own = frame[frame["player"] == name]
        ax.plot(
            own["round"], own["points"], color=LINE_COLOURS[number], marker=MARKERS[number],
            linestyle=DASHES[number % 4], label=shown(name), zorder=4 - number / 10,
            linewidth=2.4 if number == 0 else 1.5,
        )  # fmt: skip
    scale_axis(ax, "y", axis_range([*frame["points"]], from_zero=True), percent=False, label="")
    _round_axis(ax)
    literal(ax.set_title("Points at the end of each round"))
    legend_above(ax)
    return ax


@styled
def worth_of_pots(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Draw what each pot was worth among all that it could have been; see :func:`pots_frame`."""
    check_columns(frame, ["round", "brought", "luckier_than", *QUANTILES])
    ax = own_axes(ax, 2.8, frame, _SAYS)
    dress(ax, "y")
    rounds = frame["round"].to_numpy(dtype=float)
    for low, high, colour, wide in (
        ("low", "high", FAINT, 0.5),
        ("quarter", "three_quarters", PALE, 0.5),
    ):
        bottom, top = frame[low].to_numpy(dtype=float), frame[high].to_numpy(dtype=float)
        ax.bar(rounds, top - bottom, bottom=bottom, width=wide, color=colour, zorder=2)
    ax.hlines(frame["middle"], rounds - 0.25, rounds + 0.25, color=SOFT, linewidth=1.2, zorder=3)
    for burst, colour, marker in ((False, BLUE, "o"), (True, VERMILION, "X")):
        own = frame[frame["exploded"] == burst]
        ax.plot(own["round"], own["brought"], marker, color=colour, markersize=7, zorder=4)
    tops = frame[["high", "brought"]].max(axis=1)
    for place, top, share in zip(rounds, tops, frame["luckier_than"], strict=True):
        text = ax.annotate(
            f"{share:.0%}".replace("%", " %"), (place, top), (0, 6), textcoords="offset points",
            ha="center", size=8.5, color=INK,
        )  # fmt: skip
        literal(text)
    ends = [*frame["brought"], *frame["high"], *frame["low"]]
    limits = axis_range(ends, from_zero=True)
    scale_axis(ax, "y", limits, percent=False, label="points to come", room=0.14)
    _round_axis(ax)
    spaces = dict(zip(frame["round"], frame["scoring_space"], strict=True))
    ax.set_xticks(
        range(1, ROUNDS + 1),
        [f"{n}\nspace {spaces[n]}" if n in spaces else str(n) for n in range(1, ROUNDS + 1)],
    )
    literal(ax.set_title("What each pot was worth, and the space it reached (× exploded)"))
    return ax


@styled
def risks_taken(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Draw the chance to explode at each draw; `frame` is as of :func:`risks_frame`."""
    check_columns(frame, ["round", "chance", "outcome"])
    ax = own_axes(ax, 2.6, frame, _SAYS)
    dress(ax, "y")
    begun = frame["round"].diff().fillna(0) != 0
    places = np.arange(len(frame)) + _GAP * begun.cumsum().to_numpy()
    for outcome, (fill, edge, label) in _LOOKS.items():
        own = (frame["outcome"] == outcome).to_numpy()
        if own.any():
            ax.bar(
                places[own], frame["chance"][own], width=0.8, color=fill, edgecolor=edge,
                zorder=3, label=label,
            )  # fmt: skip
            # Where there is no risk, a dot says that there was a draw.
            safe = own & (frame["chance"] == 0).to_numpy()
            ax.plot(places[safe], np.zeros(safe.sum()), ".", color=edge, markersize=3, zorder=3)
    limits = axis_range([*frame["chance"]], from_zero=True)
    scale_axis(ax, "y", limits, percent=True, label="")
    numbers = frame["round"].drop_duplicates().tolist()
    middles = [float(places[(frame["round"] == each).to_numpy()].mean()) for each in numbers]
    ax.set_xticks(middles, [str(each) for each in numbers])
    ax.tick_params(axis="x", length=0)
    ax.set_xlabel("round, draw by draw")
    literal(ax.set_title("Chance that the next chip explodes the pot"))
    handles = [
        Patch(facecolor=fill, edgecolor=edge, label=label)
        for outcome, (fill, edge, label) in _LOOKS.items()
        if (frame["outcome"] == outcome).any()
    ]
    ax.legend(handles=handles, loc="lower left", bbox_to_anchor=(0, 1), ncols=3, borderaxespad=0.2)
    literal(ax.set_title(ax.get_title(loc="left"), loc="left", pad=10 + 72 * LINE))
    return ax


def _round_axis(ax: Axes) -> None:
    ax.set_xticks(range(1, ROUNDS + 1))
    ax.set_xlim(0.5, ROUNDS + 0.5)
    ax.set_xlabel("round")


@styled
def figure_of_game(luck: "Luck") -> Figure:
    """Return the figure of a game of one's own: points, pots and risks, round by round.

    Parameters
    ----------
    luck : Luck
        Of a game that may have been saved before its end: what there is not yet is left out.

    Raises
    ------
    InputError
        If nothing has been drawn yet.
    """
    from quacks_sim.advice.luck_words import summary

    standings, pots, risks = standings_frame(luck), pots_frame(luck), risks_frame(luck)
    if risks.empty:
        raise InputError("nothing has been drawn in this game yet", "draw it once a brew has begun")
    panels: list[tuple[pd.DataFrame, Callable[[pd.DataFrame, Axes], Axes], float]] = [
        (standings, course_of_points, 2.0 + LINE * legend_lines(_players(standings))),
        (pots, worth_of_pots, 2.6),
        (risks, risks_taken, 2.3),
    ]
    panels = [panel for panel in panels if not panel[0].empty]
    heights = [height for *_, height in panels]
    figure = empty_picture(sum(heights), summary(luck), f"{_SAYS} {VERSION}")
    axes = figure.subplots(len(panels), 1, height_ratios=heights, squeeze=False)[:, 0]
    for (frame, draw, _), ax in zip(panels, axes, strict=True):
        draw(frame, ax)
    return finished(figure)


def _players(standings: pd.DataFrame) -> list[str]:
    return standings["player"].drop_duplicates().tolist() or ["you"]
