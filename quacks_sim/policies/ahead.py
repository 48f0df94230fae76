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
from quacks_sim.kernel.compiled_rules import array_by_number
from quacks_sim.kernel.jit import compiled, inlined
from quacks_sim.kernel.state import BLUE_BOOK, GREEN_BOOK, YELLOW_BOOK
from quacks_sim.policies.facts import is_white, move_of_kind
from quacks_sim.policies.registry import Parameter
from quacks_sim.rules.chips import (
    B1,
    B2,
    B4,
    BLUE,
    G1,
    G2,
    G4,
    GREEN,
    K1,
    KIND_COLOUR,
    KIND_VALUE,
    P1,
    W1,
    W2,
    W3,
    WHITE_VALUE,
    YELLOW,
)
from quacks_sim.rules.rewards import GREEN as GREEN_REWARDS
from quacks_sim.rules.tables import SPACE_COINS, SPACE_RUBY, SPACE_VICTORY_POINTS, SPOON

#: What the scoring space is worth, in points; parameters of every policy that looks ahead.
COINS = Parameter("coins", 0.2, 0, 5, "points that a coin is worth")
RUBIES = Parameter("rubies", 0.5, 0, 20, "points that a ruby is worth")
EXPLOSION = Parameter(
    "explosion", 0, -20, 50, "points that an explosion costs beyond the half of the space lost"
)
FLASK = Parameter("flask", 1, 0, 20, "points that a full flask is worth before round 9")
DEPTH = Parameter(
    "depth", 4, 1, 4, "draws to look ahead; 4 looks to the end, the next chip as it is", whole=True
)

#: By book: the rubies that each green chip among the last two pays for nothing.
RUBIES_OF_GREEN = array_by_number(
    {
        number: max(0, *(reward.rubies for reward in by_value[1]), 0)
        for number, by_value in GREEN_REWARDS.items()
    }
)

#: The depth that looks to the end of the brew.
TO_THE_END = 4


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
    bonus: float  #: what each of these brings besides its move, on average
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
        brew.bonus,
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
        total += brew.others * (_worth_at(brew.space + brew.step, worth) + brew.bonus)
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
        after = _after(brew, 0.0, 0.0, 0.0, 1.0, brew.step)
        total += brew.others * (best_of_one(after, worth) + brew.bonus)
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
        after = _after(brew, 0.0, 0.0, 0.0, 1.0, brew.step)
        total += brew.others * (best_of_two(after, worth) + brew.bonus)
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
                            total += here.others * (
                                values[full, one, two, three, other + 1] + brew.bonus
                            )
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
        0.0,
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


class Extras(NamedTuple):
    """What chips bring besides their move, and how the brew goes on: what a look ahead may know."""

    ruby: float  #: worth of a ruby that a green chip pays as one of the last two (green-1)
    purple: float  #: worth of a purple chip, besides its move
    black: float  #: worth of a black chip
    flask: int  #: 1 for a full flask, which is worth `kept` if it still is at the end
    kept: float


@inlined
def only_greens(view: Any, ruby: Any) -> Extras:
    """Return what a look ahead knows if only the rubies of green chips count, an empty flask."""
    rubies = RUBIES_OF_GREEN[view.table[view.seat, GREEN_BOOK]]
    return Extras(ruby * 1.0 * rubies, 0.0, 0.0, 0, 0.0)


@inlined
def bonus_of_kind(kind: int, extras: Any) -> float:
    """Return what a chip brings besides its move, whatever follows."""
    if kind == P1:
        return extras.purple
    return extras.black if kind == K1 else 0.0


@inlined
def with_bonus(view: Any, brew: Any, extras: Any) -> Brew:
    """Return a brew whose coloured chips bring on average what they do besides their moves."""
    bonus = view.bag[P1] * extras.purple + view.bag[K1] * extras.black
    return Brew(
        brew.ones,
        brew.twos,
        brew.threes,
        brew.others,
        brew.step,
        bonus / brew.others if brew.others > 0 else 0.0,
        brew.room,
        brew.space,
    )


@inlined
def _is_green(kind: int) -> float:
    return 1.0 if kind >= 0 and KIND_COLOUR[kind] == GREEN else 0.0


@inlined
def _share_of_greens(view: Any, brew: Any) -> float:
    chips = _chips(brew)
    return (view.bag[G1] + view.bag[G2] + view.bag[G4]) / chips if chips > 0 else 0.0


@inlined
def worth_of_ending(view: Any, brew: Any, worth: Array, extras: Any) -> float:
    """Return what it is worth to stop now, the rubies of green chips and the flask counted.

    The view shows the last chip; the one before is green as often as a chip in the bag.
    """
    greens = _is_green(view.last_kind) + _share_of_greens(view, brew)
    return worth_of_stopping(brew, worth) + extras.ruby * greens + extras.flask * extras.kept


@inlined
def worth_of_drawing(view: Any, brew: Any, worth: Array, extras: Any) -> float:
    """Return the value of drawing: the next chip as it is, the rest of the brew averaged.

    Parameters
    ----------
    view : BrewView
    brew : Brew
        What the view shows, see :func:`with_bonus`.
    worth : ndarray of float64, shape (2, 54)
    extras : Extras
    """
    before, share = _is_green(view.last_kind), _share_of_greens(view, brew)
    # An exploded pot pays its green chips, too (rule 4.5.4).
    explosion = extras.kept * extras.flask + extras.ruby * before
    total = _bust(brew, worth) + explosion * _bust_chips(brew)
    for value in (1.0, 2.0, 3.0):
        count = brew.ones if value == 1.0 else (brew.twos if value == 2.0 else brew.threes)
        if count > 0 and brew.room >= value:
            after = _of_white(brew, value)
            total += count * _best_from(after, worth, extras, before, share)
    for kind in range(W3 + 1, view.bag.shape[0]):
        if view.bag[kind] > 0:
            after = _after_kind(view, brew, kind)
            greens = before + _is_green(kind)
            best = _best_from(after, worth, extras, greens, share)
            total += view.bag[kind] * (best + bonus_of_kind(kind, extras))
    return total / _chips(brew)


@inlined
def _best_from(brew: Any, worth: Array, extras: Any, greens: float, share: float) -> float:
    """Return the value of best play after a chip, with so many green ones among the last two."""
    stop = worth_of_stopping(brew, worth) + extras.kept * extras.flask + extras.ruby * greens
    if extras.flask == 1:
        on = best_with_flask(brew, worth, extras.kept)
    else:
        on = best_in_the_end(brew, worth)
    return max(stop, on + extras.ruby * 2.0 * share)


@inlined
def _after_kind(view: Any, brew: Any, kind: int) -> Brew:
    """Return the brew after a coloured chip; the others left move as all did on average."""
    after = _after(brew, 0.0, 0.0, 0.0, 1.0, move_of_kind(view, kind) * 1.0)
    colour, book = KIND_COLOUR[kind], view.table[view.seat, YELLOW_BOOK]
    if colour == YELLOW and book == 1 and is_white(view.last_kind):
        # It may put the white chip before it back (rule 5.4).
        return with_white_back(after, view.last_kind, after.space)
    if colour == BLUE and view.table[view.seat, BLUE_BOOK] == 1:
        # One of the chips that it reveals is coloured, if any is (rule 5.2).
        share = 1.0 - after.others / max(_chips(after), 1.0)
        return moved_to(after, after.space + (1.0 - share ** KIND_VALUE[kind]) * after.step)
    return after


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
def value_of_none(view: Any, brew: Any, worth: Array, extras: Any) -> float:
    """Return the value of placing none of the revealed chips; `brew` has them in the bag."""
    return _best_from(brew, worth, extras, 0.0, _share_of_greens(view, brew))


@inlined
def value_of_revealed(view: Any, option: int, brew: Any, worth: Array, extras: Any) -> float:
    """Return the value of placing a chip that blue reveals; `brew` has it still in the bag."""
    kind = view.option_kind[option]
    value = WHITE_VALUE[kind] * 1.0
    there = moved_to(brew, view.option_space[option] + 1.0)
    if value > brew.room:
        return _exploded_at(there.space, worth)
    if value > 0:
        after = _of_white(moved_to(there, there.space - value), value)
    else:
        after = _after(there, 0.0, 0.0, 0.0, 1.0, 0.0)
    best = _best_from(after, worth, extras, _is_green(kind), _share_of_greens(view, brew))
    return best + bonus_of_kind(kind, extras)


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
        0.0,
        (view.limit - view.white_sum) * 1.0,
        view.space * 1.0,
    )


@inlined
def moved_to(brew: Any, space: float) -> Brew:
    """Return a brew whose scoring space is another one."""
    return _after(brew, 0.0, 0.0, 0.0, 0.0, space - brew.space)
