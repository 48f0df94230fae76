"""The recursion over all that can happen in a brew, with a memory. Rules 4 and 5, books.md."""

import numpy as np

from quacks_sim.kernel.annotations import Array, Record
from quacks_sim.kernel.jit import compiled, inlined, whole, wrapping
from quacks_sim.rules.chips import KIND_COUNT
from quacks_sim.solver.ending import worth_of_end
from quacks_sim.solver.layout import BAG_SHIFT, HAND_SHIFT, INTACT
from quacks_sim.solver.placing import outcomes
from quacks_sim.solver.pot import chips_in_bag, in_bag, is_over

_NO_STATE = -1


@wrapping
def mixed(state: int) -> int:
    """Return a number from 0 in which every bit of a state has a part."""
    return whole(np.uint64(state) * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(20))


@inlined
def place_in_memory(memory: Array, state: int) -> int:
    """Return where a state lies in a memory, or would lie."""
    size = memory.shape[0]
    place = mixed(state) & (size - 1)
    while memory[place, 0] != _NO_STATE and memory[place, 0] != state:
        place = (place + 1) & (size - 1)
    return place


@inlined
def remember(problem: Record, memory: Array, state: int, value: float) -> None:
    """Keep the value of a state, if there is room for it."""
    place = place_in_memory(memory, state)
    if memory[place, 0] == state:
        return
    if problem.states >= problem.most_states:
        problem.is_full = 1
        return
    memory[place, 0] = state
    # Beside its state, so that a look at both costs one trip to memory.
    memory[place, 1] = np.float64(value).view(np.int64)
    problem.states += 1


@inlined
def value_at_once(problem: Record, memory: Array, state: int) -> tuple[bool, float]:
    """Return whether the value of a state is known without looking further, and that value."""
    if state & (3 << HAND_SHIFT) == 0 and is_over(problem, state):
        worth, _ = worth_of_end(problem, state, INTACT)
        return True, worth
    place = place_in_memory(memory, state)
    if memory[place, 0] == state:
        return True, np.int64(memory[place, 1]).view(np.float64)
    return False, 0.0


@inlined
def best_first(problem: Record, bag: int, order: Array, depth: int) -> int:
    """Sort the classes in a bag by their value, the best first; return how many there are."""
    found = 0
    for each in range(problem.classes):
        if in_bag(problem, bag, each) * problem.share[each] > 0:
            place = found
            while place > 0 and problem.after[depth, order[place - 1]] < problem.after[depth, each]:
                order[place] = order[place - 1]
                place -= 1
            order[place] = each
            found += 1
    return found


@inlined
def chance_of_none(missing: float, chips: float, hand: int) -> float:
    """Return the chance that none of `missing` chips is among those revealed from `chips`."""
    chance = 1.0
    for drawn in range(hand):
        if chips - drawn > 0.5:
            chance *= max(chips - missing - drawn, 0.0) / (chips - drawn)
    return chance


@inlined
def revealed_chips(state: int) -> int:
    """Return how many chips a blue one reveals in this state, 0 if none does."""
    hand = (state >> HAND_SHIFT) & 3
    return 4 if hand == 3 else hand


@compiled
def value_of_reveal(problem: Record, state: int, none: float, depth: int) -> float:
    """Return the value of choosing the best of the revealed chips, or none worth `none` (5.2).

    The best class that is among them counts: its chance is that no better one is, less the chance
    that it is not there either.
    """
    bag = state >> BAG_SHIFT
    chips = chips_in_bag(problem, bag)
    hand = revealed_chips(state)
    order = np.empty(KIND_COUNT, np.int64)
    found = best_first(problem, bag, order, depth)
    value, missing, chance = 0.0, 0.0, 1.0
    for place in range(found):
        each = order[place]
        if problem.after[depth, each] <= none:
            break
        missing += in_bag(problem, bag, each) * problem.share[each]
        without = chance_of_none(missing, chips, hand)
        value += (chance - without) * problem.after[depth, each]
        chance = without
    return value + chance * none


@inlined
def value_of_choice(problem: Record, memory: Array, state: int, draw: float, depth: int) -> float:
    """Return the value of a state whose draw is worth `draw`, and keep it.

    Once the memory is full the result means nothing; ``problem.is_full`` says so.
    """
    hand = state & (3 << HAND_SHIFT)
    value, _ = worth_of_end(problem, state - hand, INTACT)
    if not is_over(problem, state):
        value = max(value, draw)
        remember(problem, memory, state - hand, value)
    if hand:
        value = value_of_reveal(problem, state, value, depth)
        remember(problem, memory, state, value)
    return value


@inlined
def take_next_class(problem: Record, depth: int) -> bool:
    """Turn to the next class of chips in the bag of a depth; return False after the last one."""
    state = problem.state[depth]
    each = problem.each[depth] + 1
    while each < problem.classes:
        if in_bag(problem, state >> BAG_SHIFT, each) * problem.share[each] > 0:
            problem.each[depth] = each
            problem.count[depth] = outcomes(problem, state, each, depth)
            problem.option[depth] = 0
            problem.after[depth, each] = -np.inf
            return True
        each += 1
    return False


@inlined
def begin_drawing(problem: Record, state: int, depth: int) -> None:
    """Begin to work out a draw at a depth, with the first class of chips in the bag."""
    problem.state[depth] = state
    problem.each[depth] = -1
    problem.total[depth] = 0.0
    problem.chips[depth] = 0.0
    take_next_class(problem, depth)


@inlined
def end_option(problem: Record, value: float, depth: int) -> None:
    """Take note of the value of the option that is being looked at."""
    each = problem.each[depth]
    value += problem.gains[depth, problem.option[depth]]
    problem.after[depth, each] = max(problem.after[depth, each], value)
    problem.option[depth] += 1


@compiled
def value_of_drawing(problem: Record, memory: Array, state: int, base: int) -> float:
    """Return the value of a draw; row `base` of ``problem.after`` is that of each class of chips.

    A recursion with a stack of its own, a row for each depth: compiled code that calls itself does
    not survive numba's cache. Once the memory is full the result means nothing.
    """
    depth = base
    begin_drawing(problem, state - (state & (3 << HAND_SHIFT)), depth)
    while True:
        if problem.option[depth] < problem.count[depth]:
            following = problem.following[depth, problem.option[depth]]
            value = 0.0
            if following >= 0:
                known, value = value_at_once(problem, memory, following)
                if not known:
                    depth += 1
                    begin_drawing(problem, following, depth)
                    continue
            end_option(problem, value, depth)
            continue
        each = problem.each[depth]
        bag = problem.state[depth] >> BAG_SHIFT
        count = in_bag(problem, bag, each) * problem.share[each]
        problem.total[depth] += count * problem.after[depth, each]
        problem.chips[depth] += count
        if take_next_class(problem, depth):
            continue
        draw = problem.total[depth] / problem.chips[depth]
        if depth == base:
            return draw
        value = value_of_choice(problem, memory, problem.state[depth], draw, depth)
        if problem.is_full:
            return 0.0
        depth -= 1
        end_option(problem, value, depth)


@compiled
def value_of(problem: Record, memory: Array, state: int, depth: int) -> float:
    """Return the value of a state under best play: before a decision to stop or draw, or a reveal.

    Once the memory is full the result means nothing.
    """
    known, value = value_at_once(problem, memory, state)
    if known:
        return value
    draw = value_of_drawing(problem, memory, state, depth)
    return value_of_choice(problem, memory, state, draw, depth)


@compiled
def best_outcome(
    problem: Record, memory: Array, state: int, each: int, depth: int
) -> tuple[float, int]:
    """Return the value of the best of what may follow when a chip is placed, and which it is."""
    count = outcomes(problem, state, each, depth)
    best, which = -np.inf, 0
    for option in range(count):
        value = problem.gains[depth, option]
        if problem.following[depth, option] >= 0:
            value += value_of(problem, memory, problem.following[depth, option], depth + 1)
        if value > best:
            best, which = value, option
    return best, which


def solve_root(
    problem: Record,
    memory: Array,
    state: int,
    before: int,
    answers: Array,
) -> bool:
    """Work out stopping, drawing and using the flask now; return whether the memory sufficed.

    Parameters
    ----------
    problem : record
        See :data:`quacks_sim.solver.layout.PROBLEM`. Row 0 of its field ``after`` is left with the
        value of each class of chips.
    memory : int64, shape (2ⁿ, 2)
        States, −1 for a free place, and the bits of their values.
    state : int
        The state to solve.
    before : int
        The state to which the flask leads, −1 if it cannot be used.
    answers : float64, shape (3,), written
        Values of stopping, of drawing and of the flask.
    """
    answers[0], _ = worth_of_end(problem, state, INTACT)
    answers[1] = -np.inf
    answers[2] = -np.inf
    if before >= 0:
        answers[2] = value_of(problem, memory, before, 1)
    if not is_over(problem, state):
        answers[1] = value_of_drawing(problem, memory, state, 0)
    return problem.is_full == 0


def rehash(problem: Record, memory: Array, larger: Array) -> None:
    """Move a memory into a larger one, which is all at −1."""
    for place in range(memory.shape[0]):
        if memory[place, 0] != _NO_STATE:
            there = place_in_memory(larger, memory[place, 0])
            larger[there, 0] = memory[place, 0]
            larger[there, 1] = memory[place, 1]
