"""What black, purple and green chips in the own pot are worth. Rules 5.5–5.7 and 6.B; books.md."""

import numpy as np
from numpy.typing import NDArray

from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import B1, B2, G1, K1, O1, P1, R1, Y1, Y4
from quacks_sim.solver import layout
from quacks_sim.solver.rules import Rules
from quacks_sim.solver.worth import Worth

#: Books purple-1 and purple-2: points, rubies, droplet steps and chips of each tier.
_TIERS_1: tuple[tuple[int, int, int, tuple[int, ...]], ...] = (
    (1, 0, 0, ()),
    (1, 1, 0, ()),
    (2, 0, 1, ()),
)
_TIERS_2: tuple[tuple[int, int, int, tuple[int, ...]], ...] = (
    (1, 1, 0, (K1,)),
    (3, 0, 1, (G1, B2)),
    (6, 1, 2, (Y4,)),
)


def black_worths(worth: Worth, rules: Rules) -> NDArray[np.float64]:
    """Return what black chips in the own pot are worth, by their number (rule 5.7)."""
    table = np.zeros(layout.MOST_BLACKS + 1)
    rivals = rules.rival_blacks
    if rivals is None:
        return table
    for own in range(len(table)):
        beaten = sum(own > each for each in rivals)
        if len(rivals) == 2:
            droplet, ruby = beaten > 0, beaten == 2
        elif len(rivals) == 1:
            counts = own > 0 or rules.options.black_zero_zero == "droplet_each"
            droplet, ruby = own >= rivals[0] and counts, beaten == 1
        else:
            droplet = ruby = own > 0 and rules.options.solo_black == "beats_zero"
        table[own] = droplet * worth.droplet + ruby * worth.rubies
    return table


def purple_worths(worth: Worth, rules: Rules) -> NDArray[np.float64]:
    """Return what the best tier of so many purple chips is worth (rule 5.6, purple-2)."""
    table = np.zeros(4)
    book = rules.books.purple
    if book not in (1, 2):
        return table
    chips = worth.of_chips()
    gained = [
        points * worth.points
        + rubies * worth.rubies
        + steps * worth.droplet
        + sum(chips[kind] for kind in kinds)
        - (tier * chips[P1] if book == 2 else 0)
        for tier, (points, rubies, steps, kinds) in enumerate(
            _TIERS_1 if book == 1 else _TIERS_2, start=1
        )
    ]
    for tier in range(1, 4):
        options = gained[:tier] + ([0.0] if book == 2 else [])
        table[tier] = max(options)
    return table


def green_worths(worth: Worth, books: Books) -> NDArray[np.float64]:
    """Return what a green chip among the last two is worth, by the code of its value.

    The book of Set 4 takes a ruby for a droplet step; two rubies are taken to be at hand.
    """
    table = np.zeros(4)
    chips = worth.of_chips()
    if books.green == 1:
        table[1:] = worth.rubies
    elif books.green == 2:
        gains = (chips[O1], max(chips[B1], chips[R1]), max(chips[Y1], chips[P1]))
        table[1:] = np.maximum(gains, 0.0)
    elif books.green == 4:
        table[1:] = max(worth.droplet - worth.rubies, 0.0)
    return table


def growing_worths(worth: Worth, books: Books) -> dict[tuple[int, int], tuple[int, float]]:
    """Return the kinds that purple-4 may change for a gain, by tier and colour."""
    if books.purple != 4:
        return {}
    chips = worth.of_chips()
    found = {}
    for tier, (offset, grows) in enumerate(((0, 1), (1, 1), (0, 2))):
        for colour in range(4):
            kind = G1 + 3 * colour + offset
            gain = float(chips[kind + grows] - chips[kind])
            if gain > 0:
                found[tier, colour] = kind, gain
    return found
