"""The chart of what each event card is worth in each round."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm
from matplotlib.figure import Figure

from quacks_sim.batches import against
from quacks_sim.charts.canvas import empty_picture, own_axes
from quacks_sim.charts.heat import colour_bar, readable_on
from quacks_sim.charts.style import BLUE, VERMILION, dress, styled
from quacks_sim.charts.words import label_lines, literal
from quacks_sim.errors import InputError
from quacks_sim.results import PlayResult
from quacks_sim.rules.cards import CARDS, NO_CARD

#: Without what stands in brackets behind some of them.
_NAMES = {card.id: card.name.partition(" (")[0] for card in CARDS}

#: Fewer points than without a card, as many, more.
_COLOURS = LinearSegmentedColormap.from_list("worth", [VERMILION, "#f7f7f7", BLUE])


def card_values_frame(results: Sequence[PlayResult]) -> pd.DataFrame:
    """Return what a single card adds to the final points of a player, in each round.

    Parameters
    ----------
    results : sequence of PlayResult
        One without any card, and others with one card in one round and otherwise none, all over
        the same games.

    Returns
    -------
    DataFrame
        ``card``, ``name``, ``round``, ``games``; ``victory_points`` (mean of all seats), its ends
        ``_low`` and ``_high`` (95 % interval), and whether it is ``_resolved`` (Holm's correction
        for all of them). Cards in the order of their mean, the best first.

    Raises
    ------
    InputError
        If there is no result without cards, or none with a single one.
    """
    base = next((place for place, each in enumerate(results) if each.match.cards.is_empty), None)
    found: list[tuple[int, int, str]] = []
    for place, result in enumerate(results):
        fixed = [each for each in result.match.cards.fixed if each[1] != NO_CARD]
        if len(fixed) == 1 and not result.match.cards.allowed:
            found.append((place, *fixed[0]))
    if base is None or not found:
        raise InputError(
            "the worth of cards needs cells with one card in one round, and one without cards",
            "vary cards = { every_card_in = [1, 5, 9] }",
        )
    order = [base, *(place for place, _, _ in found)]
    own = [results[place] for place in order]
    compared = against(own, [0] * len(own), "victory_points", everyone=True)[1:]
    frame = pd.DataFrame(
        {
            "card": card,
            "name": _NAMES[card],
            "round": number,
            "games": results[place].games,
            "victory_points": each.difference.mean,
            "victory_points_low": each.difference.low,
            "victory_points_high": each.difference.high,
            "victory_points_resolved": each.resolved,
        }
        for (place, number, card), each in zip(found, compared, strict=True)
    )
    means = frame.groupby("card")["victory_points"].transform("mean")
    order_of = frame.assign(mean=means).sort_values(
        ["mean", "card", "round"], ascending=[False, True, True], kind="stable"
    )
    return order_of.drop(columns="mean").reset_index(drop=True)


@styled
def card_values(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Draw a map of cards and rounds: what the card is worth to a player, in points.

    Parameters
    ----------
    frame : DataFrame
        As of :func:`card_values_frame`; rows follow its order.
    ax : Axes, optional
        Where to draw; a new figure if not given.
    """
    cards = list(dict.fromkeys(frame["card"]))
    rounds = sorted(set(frame["round"]))
    ax = own_axes(ax, map_height(frame), frame, "In brackets: not resolved from 0.")
    grid = np.full((len(cards), len(rounds)), np.nan)
    for card, number, worth in zip(
        frame["card"], frame["round"], frame["victory_points"], strict=True
    ):
        grid[cards.index(card), rounds.index(number)] = worth
    reach = max(float(np.nanmax(np.abs(grid))), 0.01)
    scale = TwoSlopeNorm(0.0, -reach, reach)
    mesh = ax.pcolormesh(
        np.ma.masked_invalid(grid), cmap=_COLOURS, norm=scale, edgecolors="white", linewidth=1
    )
    ax.invert_yaxis()
    resolved = {
        (card, number): bool(known)
        for card, number, known in zip(
            frame["card"], frame["round"], frame["victory_points_resolved"], strict=True
        )
    }
    for (row, column), worth in np.ndenumerate(grid):
        if np.isnan(worth):
            continue
        text = f"{worth:+.2f}".replace("-", "\N{MINUS SIGN}")
        if not resolved[cards[row], rounds[column]]:
            text = f"({text})"
        ax.text(
            column + 0.5, row + 0.5, text, ha="center", va="center", size=8.5,
            color=readable_on(mesh.to_rgba(worth)),
        )  # fmt: skip
    names = [label_lines(f"{card} {_NAMES.get(card, '')}", 40) for card in cards]
    ax.set_yticks(np.arange(len(cards)) + 0.5, names)
    ax.set_xticks(np.arange(len(rounds)) + 0.5, [str(number) for number in rounds])
    ax.set_xlabel("round in which the card is turned up")
    dress(ax)
    ax.tick_params(length=0)
    ax.spines[["left", "bottom"]].set_visible(False)
    colour_bar(ax, mesh, "victory points at the end, mean of all seats", percent=False)
    literal([*ax.get_yticklabels(), ax.set_title("Points that the card adds to each player")])
    return ax


def map_height(frame: pd.DataFrame) -> float:
    """Return the inches that the map needs."""
    return 1.0 + 0.27 * max(frame["card"].nunique(), 10)


def card_values_figure(results: Sequence[PlayResult], title: str, says: str) -> Figure:
    """Return the figure of what each card is worth."""
    frame = card_values_frame(results)
    figure = empty_picture(map_height(frame), title, says)
    card_values(frame, figure.subplots())
    return figure
