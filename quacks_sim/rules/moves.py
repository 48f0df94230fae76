"""How far a chip moves and what a pot bears, by the books in play. Rules 4.3, 4.5, 5.3; books.md.

Plain functions of whole numbers: the kernel, policies and the solver compile them as they stand
here (:mod:`quacks_sim.kernel.compiled_rules`), advice and replay call them.
"""

from collections.abc import Mapping

from quacks_sim.rules.amounts import FB5_LIMIT
from quacks_sim.rules.books import each_book
from quacks_sim.rules.chips import COLOURS, KIND_COLOUR, O1, W1


def no_bonus(oranges: int, white_before: int, yellows: int) -> int:
    """Return 0: the book moves no chip further."""
    return 0


def bonus_by_oranges(oranges: int, white_before: int, yellows: int) -> int:
    """Return the bonus of red-1: by the orange chips in the pot (rule 5.3)."""
    if oranges == 0:
        return 0
    return 1 if oranges < 3 else 2


def bonus_by_white_before(oranges: int, white_before: int, yellows: int) -> int:
    """Return the bonus of red-3: the value of the white chip right before it, 0 for another one."""
    return white_before


def bonus_by_yellows(oranges: int, white_before: int, yellows: int) -> int:
    """Return the bonus of yellow-4: by the yellow chips placed before it in this round."""
    return yellows + 1 if yellows < 3 else 0


#: What a chip's own book offers to its move, which may be declined; other colours offer nothing.
OWN_BONUS = {
    "red": each_book(
        __name__,
        "red",
        {1: bonus_by_oranges, 2: no_bonus, 3: bonus_by_white_before, 4: no_bonus},
    ),
    "yellow": each_book(
        __name__, "yellow", {1: no_bonus, 2: no_bonus, 3: no_bonus, 4: bonus_by_yellows}
    ),
}


def own_bonus(
    kind: int, books: Mapping[str, int], oranges: int, white_before: int, yellows: int
) -> int:
    """Return what a chip's own book offers to its move.

    Parameters
    ----------
    kind : int
    books : mapping of str to int
        The set of each colour's book.
    oranges, white_before, yellows : int
        Orange chips in the pot, the value of the last one if it is white, and yellow chips placed
        in this round.
    """
    colour = COLOURS[KIND_COLOUR[kind]]
    if colour not in OWN_BONUS:
        return 0
    return OWN_BONUS[colour][books[colour]](oranges, white_before, yellows)


def passive_bonus(kind: int, red_4: bool, pumpkins: bool) -> int:
    """Return what comes to a move by itself.

    Parameters
    ----------
    kind : int
    red_4 : bool
        Whether a red chip of Set 4 lies in the pot.
    pumpkins : bool
        Whether card FB6 lies on the table.
    """
    if kind == W1 and red_4:
        return 1
    return 1 if kind == O1 and pumpkins else 0


def bonus_when_doubled(value: int, bonus: int, whole_move: bool) -> int:
    """Return the bonus of a chip that yellow-2 doubles: its whole move, or its value alone."""
    return value + 2 * bonus if whole_move else value + bonus


def window_after(left: int, value: int, adds_up: bool) -> int:
    """Return how many chips blue-2 protects after one of its chips, so many being left before."""
    return min(left + value, 4) if adds_up else max(left, value)


def raised_limit(limit: int, yellows: int) -> int:
    """Return the white limit of a pot with so many yellow chips (yellow-3); the highest counts."""
    if yellows == 0:
        return limit
    return max(limit, 9 if yellows >= 3 else 8)


def limit_under_card(limit: int, card: str | None) -> int:
    """Return the white limit under the card of the round (FB5), yellow chips apart."""
    return max(limit, FB5_LIMIT) if card == "FB5" else limit
