"""Looking ahead: what the policies called ``lookahead`` have in common.

White chips are counted exactly; all other chips in the bag are taken to move by their average, and
the worth of a space between two is interpolated. Of what chips do once they are placed only one
thing counts, that blue brings a further chip. :mod:`quacks_sim.solver` works everything out
exactly, but slowly.

What the end of a brew is worth is a table by fate and space, ``worth[INTACT, space]`` and
``worth[BUST, space]``: an array of its own beside the brew, because a tuple that holds an array
is slow to pass on.
"""

from typing import Any, NamedTuple

import numpy as np

from quacks_sim.kernel.annotations import Array
from quacks_sim.kernel.jit import compiled, inlined
from quacks_sim.kernel.state import BLUE_BOOK
from quacks_sim.policies.facts import move_of_kind
from quacks_sim.policies.registry import Parameter
from quacks_sim.rules.chips import B1, B2, B4, KIND_VALUE, W1, W2, W3, WHITE_VALUE
from quacks_sim.rules.tables import SPACE_COINS, SPACE_RUBY, SPACE_VICTORY_POINTS, SPOON

#: What the scoring space is worth, in points; parameters of every policy that looks ahead.
COINS = Parameter("coins", 0.2, 0, 5, "points that a coin is worth")
RUBIES = Parameter("rubies", 0.5, 0, 20, "points that a ruby is worth")
EXPLOSION = Parameter(
    "explosion", 0, -20, 50, "points that an explosion costs beyond the half of the space lost"
)
FLASK = Parameter("flask", 1, 0, 20, "points that a full flask is worth before round 9")
DEPTH = Parameter("depth", 3, 1, 3, "draws to look ahead", whole=True)


#: The rows of a table of worth.
INTACT, BUST = 0, 1


class Brew(NamedTuple):
    """A brew as far as it is looked at: the chips left, and the space.

    All fields are floats, so that the compiled code passes them in registers.
    """

    ones: float  #: white 1-chips in the bag
    twos: float
    threes: float
    others: float  #: all other chips in the bag
    step: float  #: by how much these move on average
    room: float  #: white total that still fits
    space: float  #: scoring space


@inlined
def linear_worth(coins: float, rubies: float, explosion: float) -> Array:
    """Return the table of worth in which each coin and each ruby is worth the same."""
    worth = np.empty((2, SPOON + 1))
    for space in range(SPOON + 1):
        points, paid = SPACE_VICTORY_POINTS[space] * 1.0, coins * SPACE_COINS[space]
        ruby = rubies * SPACE_RUBY[space]
        worth[INTACT, space] = points + paid + ruby
        # The better of points and coins (rule 6.D).
        worth[BUST, space] = max(points, paid) + ruby - explosion
    return worth


@inlined
def _worth_at(space: float, worth: Array) -> float:
    """Return what an intact pot at a scoring space is worth; between two spaces interpolated."""
    if space >= SPOON:
        return worth[INTACT, SPOON]
    below = int(space)
    low = worth[INTACT, below]
    return low + (space - below) * (worth[INTACT, below + 1] - low)


@inlined
def worth_of_stopping(brew: Any, worth: Array) -> float:
    """Return what it is worth to stop now."""
    return _worth_at(brew.space, worth)


@inlined
def _exploded_at(space: float, worth: Array) -> float:
    """Return what an exploded pot is worth."""
    return worth[BUST, min(int(space + 0.5), SPOON)]


@inlined
def _after(brew: Any, one: float, two: float, three: float, other: float, move: float) -> Brew:
    """Return the brew after a chip; the first four say which one, by a 1."""
    return Brew(
        brew.ones - one,
        brew.twos - two,
        brew.threes - three,
        brew.others - other,
        brew.step,
        brew.room - one - 2 * two - 3 * three,
        brew.space + move,
    )


@inlined
def _of_white(brew: Any, value: float) -> Brew:
    return _after(
        brew,
        1.0 if value == 1.0 else 0.0,
        1.0 if value == 2.0 else 0.0,
        1.0 if value == 3.0 else 0.0,
        0.0,
        value,
    )


@inlined
def _bust(brew: Any, worth: Array) -> float:
    """Return the sum over the chips that explode the pot of what is left then."""
    total = 0.0
    if brew.room < 1 and brew.ones > 0:
        total += brew.ones * _exploded_at(brew.space + 1.0, worth)
    if brew.room < 2 and brew.twos > 0:
        total += brew.twos * _exploded_at(brew.space + 2.0, worth)
    if brew.room < 3 and brew.threes > 0:
        total += brew.threes * _exploded_at(brew.space + 3.0, worth)
    return total


@inlined
def _bust_chips(brew: Any) -> float:
    """Return how many chips explode the pot."""
    chips = brew.ones if brew.room < 1 else 0.0
    chips += brew.twos if brew.room < 2 else 0.0
    chips += brew.threes if brew.room < 3 else 0.0
    return chips


@inlined
def _chips(brew: Any) -> float:
    return brew.ones + brew.twos + brew.threes + brew.others


@compiled
def best_of_one(brew: Brew, worth: Array) -> float:
    """Return the better of stopping and of one draw before it."""
    stop = worth_of_stopping(brew, worth)
    chips = _chips(brew)
    if chips < 0.5:
        return stop
    total = _bust(brew, worth)
    if brew.others > 0:
        total += brew.others * _worth_at(brew.space + brew.step, worth)
    if brew.room >= 1 and brew.ones > 0:
        total += brew.ones * _worth_at(brew.space + 1.0, worth)
    if brew.room >= 2 and brew.twos > 0:
        total += brew.twos * _worth_at(brew.space + 2.0, worth)
    if brew.room >= 3 and brew.threes > 0:
        total += brew.threes * _worth_at(brew.space + 3.0, worth)
    return max(stop, total / chips)


@compiled
def best_of_two(brew: Brew, worth: Array) -> float:
    """Return the better of stopping and of up to two draws before it."""
    stop = worth_of_stopping(brew, worth)
    chips = _chips(brew)
    if chips < 0.5:
        return stop
    total = _bust(brew, worth)
    if brew.others > 0:
        total += brew.others * best_of_one(_after(brew, 0.0, 0.0, 0.0, 1.0, brew.step), worth)
    if brew.room >= 1 and brew.ones > 0:
        total += brew.ones * best_of_one(_of_white(brew, 1.0), worth)
    if brew.room >= 2 and brew.twos > 0:
        total += brew.twos * best_of_one(_of_white(brew, 2.0), worth)
    if brew.room >= 3 and brew.threes > 0:
        total += brew.threes * best_of_one(_of_white(brew, 3.0), worth)
    return max(stop, total / chips)


@compiled
def best_of_three(brew: Brew, worth: Array) -> float:
    """Return the better of stopping and of up to three draws before it."""
    stop = worth_of_stopping(brew, worth)
    chips = _chips(brew)
    if chips < 0.5:
        return stop
    total = _bust(brew, worth)
    if brew.others > 0:
        total += brew.others * best_of_two(_after(brew, 0.0, 0.0, 0.0, 1.0, brew.step), worth)
    if brew.room >= 1 and brew.ones > 0:
        total += brew.ones * best_of_two(_of_white(brew, 1.0), worth)
    if brew.room >= 2 and brew.twos > 0:
        total += brew.twos * best_of_two(_of_white(brew, 2.0), worth)
    if brew.room >= 3 and brew.threes > 0:
        total += brew.threes * best_of_two(_of_white(brew, 3.0), worth)
    return max(stop, total / chips)


@inlined
def best_ahead(brew: Any, worth: Array, depth: float) -> float:
    """Return the better of stopping and of up to `depth` draws before it, 1 to 3."""
    if depth >= 3:
        return best_of_three(brew, worth)
    return best_of_two(brew, worth) if depth >= 2 else best_of_one(brew, worth)


@compiled
def _play_out(brew: Brew, worth: Array, flasks: int, kept: float) -> float:
    """Return the value of best play to the end of the brew.

    With 2 `flasks` the flask is full, which is worth `kept` at the end; with 1 it is empty.
    """
    # Less than none once the limit has fallen (yellow-3), or was lifted before (card FB3).
    room, others = max(int(brew.room), 0), int(brew.others)
    ones = min(int(brew.ones), room)
    twos = min(int(brew.twos), room // 2)
    threes = min(int(brew.threes), room // 3)
    # By how many of each have been drawn: those with more of them are worked out first.
    values = np.empty((flasks, ones + 2, twos + 2, threes + 2, others + 2))
    for other in range(others, -1, -1):
        for three in range(threes, -1, -1):
            for two in range(twos, -1, -1):
                for one in range(ones, -1, -1):
                    drawn = one + 2 * two + 3 * three
                    if drawn > room:
                        continue
                    here = _after(brew, one, two, three, other, drawn + other * brew.step)
                    stop, bust = worth_of_stopping(here, worth), _bust(here, worth)
                    chips = _chips(here)
                    # A white chip that the flask takes back leaves all as it was before.
                    back = -np.inf
                    for full in range(flasks):
                        # An explosion leaves the flask as it is.
                        total = bust + kept * full * _bust_chips(here)
                        if here.others > 0:
                            total += here.others * values[full, one, two, three, other + 1]
                        if here.room >= 1 and here.ones > 0:
                            value = values[full, one + 1, two, three, other]
                            total += here.ones * max(value, back)
                        if here.room >= 2 and here.twos > 0:
                            value = values[full, one, two + 1, three, other]
                            total += here.twos * max(value, back)
                        if here.room >= 3 and here.threes > 0:
                            value = values[full, one, two, three + 1, other]
                            total += here.threes * max(value, back)
                        best = stop + kept * full
                        if chips > 0.5:
                            best = max(best, total / chips)
                        values[full, one, two, three, other] = best
                        back = best
    return values[flasks - 1, 0, 0, 0, 0]


@inlined
def best_in_the_end(brew: Any, worth: Array) -> float:
    """Return the value of best play to the end of the brew, with an empty flask."""
    return _play_out(brew, worth, 1, 0.0)


@inlined
def best_with_flask(brew: Any, worth: Array, kept: float) -> float:
    """Return the same with a full flask, which is worth `kept` if it still is at the end."""
    return _play_out(brew, worth, 2, kept)


@inlined
def brew_of(view: Any) -> Brew:
    """Return the brew that a view shows."""
    others, moves = 0.0, 0.0
    for kind in range(W3 + 1, view.bag.shape[0]):
        if view.bag[kind] > 0:
            others += view.bag[kind]
            moves += view.bag[kind] * move_of_kind(view, kind)
    if others > 0 and view.table[view.seat, BLUE_BOOK] == 1:
        moves += _moves_of_revealed(view, others, moves / others)
    return Brew(
        view.bag[W1] * 1.0,
        view.bag[W2] * 1.0,
        view.bag[W3] * 1.0,
        others,
        moves / others if others > 0 else 0.0,
        (view.limit - view.white_sum) * 1.0,
        view.space * 1.0,
    )


@inlined
def _moves_of_revealed(view: Any, others: float, step: float) -> float:
    """Return how much further blue chips bring a pot: a coloured chip, if they reveal one (5.2)."""
    share = 1.0 - others / view.bag_size
    found = view.bag[B1] * (1.0 - share)
    found += view.bag[B2] * (1.0 - share**2)
    found += view.bag[B4] * (1.0 - share**4)
    return found * step


@inlined
def with_white_back(brew: Any, kind: int, space: float) -> Brew:
    """Return a brew after a white chip went back into the bag, the scoring space being `space`."""
    value = WHITE_VALUE[kind] * 1.0
    back = _after(
        brew,
        -1.0 if value == 1.0 else 0.0,
        -1.0 if value == 2.0 else 0.0,
        -1.0 if value == 3.0 else 0.0,
        0.0,
        0.0,
    )
    return moved_to(back, space)


@inlined
def value_of_revealed(view: Any, option: int, brew: Any, worth: Array) -> float:
    """Return the value of placing a chip that blue reveals; `brew` has it still in the bag."""
    kind = view.option_kind[option]
    value = WHITE_VALUE[kind] * 1.0
    there = moved_to(brew, view.option_space[option] + 1.0)
    if value > brew.room:
        return _exploded_at(there.space, worth)
    if value > 0:
        return best_in_the_end(_of_white(moved_to(there, there.space - value), value), worth)
    return best_in_the_end(_after(there, 0.0, 0.0, 0.0, 1.0, 0.0), worth)


@inlined
def brew_of_blue(view: Any) -> Brew:
    """Return the brew while a blue chip reveals others, all of these back in the bag."""
    ones, twos, threes = view.bag[W1] * 1.0, view.bag[W2] * 1.0, view.bag[W3] * 1.0
    others, moves = 0.0, 0.0
    for kind in range(W3 + 1, view.bag.shape[0]):
        others += view.bag[kind]
        moves += view.bag[kind] * KIND_VALUE[kind]
    for option in range(view.options - 1):
        kind = view.option_kind[option]
        ones += 1.0 if kind == W1 else 0.0
        twos += 1.0 if kind == W2 else 0.0
        threes += 1.0 if kind == W3 else 0.0
        others += 1.0 if kind > W3 else 0.0
        moves += KIND_VALUE[kind] if kind > W3 else 0.0
    return Brew(
        ones,
        twos,
        threes,
        others,
        moves / others if others > 0 else 0.0,
        (view.limit - view.white_sum) * 1.0,
        view.space * 1.0,
    )


@inlined
def moved_to(brew: Any, space: float) -> Brew:
    """Return a brew whose scoring space is another one."""
    return _after(brew, 0.0, 0.0, 0.0, 0.0, space - brew.space)
