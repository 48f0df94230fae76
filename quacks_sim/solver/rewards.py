"""What black, purple and green chips in the own pot are worth. Rules 5.5–5.7 and 6.B; books.md."""

import numpy as np
from numpy.typing import NDArray

from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import KINDS, P1
from quacks_sim.rules.rewards import (
    GREEN,
    GREEN_PAYS,
    PURPLE,
    PURPLE_4_GROWTH,
    PURPLE_GIVES_UP,
    Reward,
    black_reward,
)
from quacks_sim.solver import layout
from quacks_sim.solver.rules import Rules
from quacks_sim.solver.worth import Worth


def black_worths(worth: Worth, rules: Rules) -> NDArray[np.float64]:
    """Return what black chips in the own pot are worth, by their number (rule 5.7)."""
    table = np.zeros(layout.MOST_BLACKS + 1)
    rivals = rules.rival_blacks
    if rivals is None:
        return table
    left, right = [*rivals, *rivals, 0, 0][:2]  # at two seats they are one
    for own in range(len(table)):
        droplet, ruby = black_reward(
            len(rivals) + 1,
            own,
            left,
            right,
            rules.options.black_zero_zero == "droplet_each",
            rules.options.solo_black == "beats_zero",
        )
        table[own] = droplet * worth.droplet + ruby * worth.rubies
    return table


def worth_of_reward(reward: Reward, worth: Worth) -> float:
    """Return what a reward is worth."""
    chips = worth.of_chips()
    amounts = reward.points * worth.points + reward.rubies * worth.rubies
    gained = amounts + reward.droplet * worth.droplet
    return float(gained + sum(chips[kind] for kind in reward.chips))


def purple_worths(worth: Worth, rules: Rules) -> NDArray[np.float64]:
    """Return what the best tier of so many purple chips is worth (rule 5.6, purple-2)."""
    table = np.zeros(4)
    book = rules.books.purple
    gives_up = worth.of_chips()[P1] if book == PURPLE_GIVES_UP else 0.0
    gained = [
        worth_of_reward(reward, worth) - tier * gives_up
        for tier, reward in enumerate(PURPLE[book], start=1)
    ]
    for tier in range(1, len(gained) + 1):
        options = gained[:tier] + ([0.0] if book == PURPLE_GIVES_UP else [])
        table[tier] = max(options)
    return table


def green_worths(worth: Worth, books: Books) -> NDArray[np.float64]:
    """Return what a green chip among the last two is worth, by the code of its value.

    The book of Set 4 takes a ruby for a droplet step; two rubies are taken to be at hand.
    """
    table = np.zeros(4)
    for code, value in enumerate((1, 2, 4), start=1):
        offered = [worth_of_reward(reward, worth) for reward in GREEN[books.green][value]]
        table[code] = max(offered if books.green in GREEN_PAYS else [*offered, 0.0])
    return table


def growing_worths(worth: Worth, books: Books) -> dict[tuple[int, int], tuple[int, float]]:
    """Return the kinds that purple-4 may change for a gain, by tier and colour."""
    if books.purple != 4:
        return {}
    chips = worth.of_chips()
    found = {}
    for tier, (old, new) in enumerate(PURPLE_4_GROWTH):
        for colour, letter in enumerate("GBRY"):
            kind, grown = KINDS.index(f"{letter}{old}"), KINDS.index(f"{letter}{new}")
            gain = float(chips[grown] - chips[kind])
            if gain > 0:
                found[tier, colour] = kind, gain
    return found
