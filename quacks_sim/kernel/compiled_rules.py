"""Plain functions of :mod:`quacks_sim.rules`, compiled; and how entries become one function."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.kernel.jit import inlined
from quacks_sim.rules import moves, rewards
from quacks_sim.rules.chips import RED, YELLOW, frozen


def by_number(entries: Mapping[int, Callable[..., Any]]) -> Callable[..., Any]:
    """Return a compiled function that calls the entry of its first argument with all others.

    Parameters
    ----------
    entries : mapping of int to callable
        Compiled functions of the same arguments, by number: that of a book, or of a card.

    Returns
    -------
    callable
        A chain of comparisons, which the compiler resolves as if it were written out. A number
        without an entry raises an IndexError; :func:`quacks_sim.rules.books.each_book` sees to it
        that no book lacks one.
    """
    last, *others = reversed(list(entries.items()))
    chain = _end_of_chain(*last)
    for number, act in others:
        chain = _link(number, act, chain)
    return chain


def _end_of_chain(number: int, act: Callable[..., Any]) -> Callable[..., Any]:
    @inlined
    def act_or_fail(wanted: int, *arguments: Any) -> Any:
        if wanted != number:
            raise IndexError("there is no entry of this number")
        return act(*arguments)

    return act_or_fail


def _link(number: int, act: Callable[..., Any], chain: Callable[..., Any]) -> Callable[..., Any]:
    @inlined
    def act_or_pass_on(wanted: int, *arguments: Any) -> Any:
        if wanted == number:
            return act(*arguments)
        return chain(wanted, *arguments)

    return act_or_pass_on


def array_by_number(entries: Mapping[int, int]) -> NDArray[np.int64]:
    """Return the entries as a read-only array by number, 0 where there is none."""
    return frozen([entries.get(number, 0) for number in range(1 + max(entries))])


bonus_by_oranges = inlined(moves.bonus_by_oranges)
bonus_by_white_before = inlined(moves.bonus_by_white_before)
bonus_by_yellows = inlined(moves.bonus_by_yellows)
passive_bonus = inlined(moves.passive_bonus)
bonus_when_doubled = inlined(moves.bonus_when_doubled)
window_after = inlined(moves.window_after)
raised_limit = inlined(moves.raised_limit)
points_by_number = inlined(rewards.points_by_number)
black_reward = inlined(rewards.black_reward)

_bonus_of_red, _bonus_of_yellow = (
    by_number({number: inlined(bonus) for number, bonus in moves.OWN_BONUS[colour].items()})
    for colour in ("red", "yellow")
)


@inlined
def own_bonus(
    colour: int, red_book: int, yellow_book: int, oranges: int, white_before: int, yellows: int
) -> int:
    """Return what a chip's own book offers to its move (red-1, red-3, yellow-4).

    Parameters
    ----------
    colour, red_book, yellow_book : int
        Of the chip, and the sets of the two books that move chips further.
    oranges, white_before, yellows : int
        Orange chips in the pot, the value of the last one if it is white, and yellow chips placed
        in this round.
    """
    if colour == RED:
        return _bonus_of_red(red_book, oranges, white_before, yellows)
    if colour == YELLOW:
        return _bonus_of_yellow(yellow_book, oranges, white_before, yellows)
    return 0
