"""What black, green and purple chips bring after brewing, by book. Rules 5.5 to 5.7; books.md.

:func:`black_reward` and :func:`points_by_number` are compiled into the kernel as they stand here.
"""

from collections.abc import Mapping
from typing import NamedTuple

from quacks_sim.rules.amounts import FB8_POINTS, FB11_RUBIES
from quacks_sim.rules.books import each_book
from quacks_sim.rules.chips import B1, B2, G1, K1, O1, P1, R1, Y1, Y4


class Reward(NamedTuple):
    """What something brings, or costs where a number is below 0."""

    points: int = 0
    rubies: int = 0
    droplet: int = 0
    chips: tuple[int, ...] = ()


#: Green: the alternatives that one chip among the last two offers, by its value. That of Set 1 is
#: no choice; that of Set 3 offers nothing by itself, it moves the last chip.
GREEN: Mapping[int, Mapping[int, tuple[Reward, ...]]] = each_book(
    __name__,
    "green",
    {
        1: dict.fromkeys((1, 2, 4), (Reward(rubies=1),)),
        2: {
            1: (Reward(chips=(O1,)),),
            2: (Reward(chips=(B1,)), Reward(chips=(R1,))),
            4: (Reward(chips=(Y1,)), Reward(chips=(P1,))),
        },
        3: dict.fromkeys((1, 2, 4), ()),
        4: dict.fromkeys((1, 2, 4), (Reward(rubies=-1, droplet=1),)),
    },
)

#: Purple: the reward of one, two and three chips, of which one tier is taken; empty where a book
#: does something else.
PURPLE: Mapping[int, tuple[Reward, ...]] = each_book(
    __name__,
    "purple",
    {
        1: (Reward(points=1), Reward(points=1, rubies=1), Reward(points=2, droplet=1)),
        2: (
            Reward(points=1, rubies=1, chips=(K1,)),
            Reward(points=3, droplet=1, chips=(G1, B2)),
            Reward(points=6, rubies=1, droplet=2, chips=(Y4,)),
        ),
        3: (),
        4: (),
    },
)

#: Books whose green chips pay without a question.
GREEN_PAYS = (1,)

#: More purple chips than these bring no higher tier.
MOST_TIERS = 3

#: Purple-2: the chips of a tier are given up for it.
PURPLE_GIVES_UP = 2

#: Purple-4: the value that grows and what it becomes, by tier.
PURPLE_4_GROWTH = ((1, 2), (2, 4), (1, 4))


def ruby_of_space(card: str | None) -> Reward:
    """Return what a ruby on the scoring space brings under the card of the round (FB8, FB11)."""
    more = Reward(
        points=FB8_POINTS if card == "FB8" else 0, rubies=FB11_RUBIES if card == "FB11" else 0
    )
    return more._replace(rubies=1 + more.rubies)


def points_by_number(number: int) -> int:
    """Return the points of a purple chip on a space with a number (purple-3)."""
    return min(number // 10, 3)


def black_reward(
    players: int, own: int, left: int, right: int, zeros_pay: bool, nobody_is_beaten: bool
) -> tuple[bool, bool]:
    """Return whether black moves the droplet, and whether it gives a ruby (rule 5.7).

    Parameters
    ----------
    players : int
    own, left, right : int
        Black chips in the own pot and in those of the neighbours, who at two seats are one.
    zeros_pay, nobody_is_beaten : bool
        The options ``black_zero_zero = droplet_each`` and ``solo_black = beats_zero``.
    """
    if players > 2:
        return own > left or own > right, own > left and own > right
    if players == 2:
        equal = own == left and (own > 0 or zeros_pay)
        return equal or own > left, own > left
    wins = own > 0 and nobody_is_beaten
    return wins, wins
