"""The recursion over all that can happen in a brew, with a memory. Rules 4 and 5, books.md.

Everything compiled is in this one file, because numba's cache looks at the file of an entry only.
"""

import numpy as np

from quacks_sim.kernel.annotations import Array, Record
from quacks_sim.kernel.jit import compiled, inlined, whole, wrapping
from quacks_sim.kernel.placement import red_bonus
from quacks_sim.rules.chips import KIND_COUNT
from quacks_sim.rules.tables import LAST_SPACE
from quacks_sim.solver.layout import (
    BAG_SHIFT,
    BLUE_1,
    BLUE_2,
    BLUE_ON_RUBY,
    DOUBLING_BIT,
    EXPLODED,
    FLASK_BIT,
    HAND_SHIFT,
    INTACT,
    LAST_GREEN,
    LAST_PURPLE,
    LAST_SHIFT,
    MOST_BLACKS,
    PROTECTED,
    PURPLE_3,
    RED_1,
    RED_2,
    RED_3,
    SECOND_SHIFT,
    SPACE_SHIFT,
    STIR_BIT,
    WINDOW_SHIFT,
    YELLOW_1,
    YELLOW_2,
    YELLOW_4,
)

#: Book green-3 and card FB1 look at exactly this white total.
_SEVEN = 7

#: Book yellow-4 moves this many yellow chips further; yellow-3 raises the limit again at the third.
_THREE = 3

#: Book blue-2 with the option cap_4.
_WIDEST_WINDOW = 4

_NO_STATE = -1


@inlined
def in_bag(problem: Record, bag: int, each: int) -> int:
    """Return the count in the field of a class."""
    return (bag >> problem.shift[each]) & problem.mask[each]


@inlined
def chips_in_bag(problem: Record, bag: int) -> float:
    """Return how many chips a bag holds."""
    chips = 0.0
    for each in range(problem.classes):
        chips += in_bag(problem, bag, each) * problem.share[each]
    return chips


@inlined
def pot_is_empty(problem: Record, bag: int) -> bool:
    """Return whether no chip lies in the pot; chips beside it do not (red-2)."""
    return bag & problem.placed_fields == problem.placed_full


@inlined
def white_sum(problem: Record, bag: int) -> int:
    """Return the white total in the pot when this bag is left."""
    left = in_bag(problem, bag, 0) + 2 * in_bag(problem, bag, 1) + 3 * in_bag(problem, bag, 2)
    return problem.white_total - left


@inlined
def yellows_in_pot(problem: Record, bag: int) -> int:
    """Return how many yellow chips lie in the pot, if any rule asks."""
    yellows = problem.yellow_total
    if yellows > 0:
        for each in range(problem.classes):
            yellows -= problem.is_yellow[each] * in_bag(problem, bag, each)
    return yellows


@inlined
def limit_now(problem: Record, bag: int) -> int:
    """Return the highest white total that does not explode (rule 4.5.1, yellow-3)."""
    if problem.limit_one_yellow == problem.limit:
        return problem.limit
    yellows = yellows_in_pot(problem, bag)
    if yellows == 0:
        return problem.limit
    return problem.limit_three_yellows if yellows >= _THREE else problem.limit_one_yellow


@inlined
def counted_in_pot(problem: Record, bag: int, each: int, total: int) -> int:
    """Return how many chips of a class lie in the pot; −1 is no class."""
    return total - in_bag(problem, bag, each) if each >= 0 else total


@inlined
def space_of(state: int) -> int:
    """Return the space of the last chip."""
    return (state >> SPACE_SHIFT) & 63


@inlined
def worth_of_place(
    problem: Record, bag: int, space: int, last: int, second: int, fate: int
) -> tuple[float, int]:
    """Return what the last space and the last two chips are worth, and the scoring space."""
    scoring = space + 1
    worth = problem.space_worth[fate, scoring]
    if LAST_GREEN < last < LAST_PURPLE:
        worth += problem.green_worth[last - LAST_GREEN]
    worth += problem.green_worth[second]
    if problem.green_moves and white_sum(problem, bag) == _SEVEN:
        steps = problem.green_total
        for each in range(problem.classes):
            steps -= problem.green_value[each] * in_bag(problem, bag, each)
        moved = min(space + steps, LAST_SPACE)
        further = problem.space_worth[fate, moved + 1]
        if last == LAST_PURPLE:
            # Purple may be resolved after the move (rule 6.B).
            gained = problem.purple_space_worth[moved] - problem.purple_space_worth[space]
            further += max(gained, 0.0)
        if further > worth:
            worth, scoring = further, moved + 1
    return worth, scoring


@inlined
def worth_of_growing(problem: Record, bag: int, purples: int) -> float:
    """Return what the best change of a chip of the pot is worth (purple-4)."""
    best = 0.0
    for tier in range(min(purples, 3)):
        for colour in range(4):
            worth = problem.grow_worth[tier, colour]
            if worth > best:
                each = problem.grow_class[tier, colour]
                if counted_in_pot(problem, bag, each, problem.grow_total[tier, colour]) > 0:
                    best = worth
    return best


@compiled
def worth_of_end(problem: Record, state: int, fate: int) -> tuple[float, int]:
    """Return what it is worth to end a brew in this state, and the scoring space then."""
    bag = state >> BAG_SHIFT
    space = space_of(state)
    last = (state >> LAST_SHIFT) & 7
    second = (state >> SECOND_SHIFT) & 3
    worth, scoring = worth_of_place(problem, bag, space, last, second, fate)
    if problem.has_beside:
        worth, scoring = _with_beside(problem, bag, space, last, second, fate, worth, scoring)
    if state & FLASK_BIT:
        worth += problem.flask_worth
    if problem.white_seven_worth != 0 and white_sum(problem, bag) == _SEVEN:
        worth += problem.white_seven_worth
    purples = counted_in_pot(problem, bag, problem.purple_class, problem.purple_total)
    if purples > 0:
        worth += problem.purple_worth[min(purples, 3)] + worth_of_growing(problem, bag, purples)
    blacks = counted_in_pot(problem, bag, problem.black_class, problem.black_total)
    worth += problem.black_worth[min(blacks, MOST_BLACKS)]
    return worth, scoring


@inlined
def _with_beside(
    problem: Record,
    bag: int,
    space: int,
    last: int,
    second: int,
    fate: int,
    worth: float,
    scoring: int,
) -> tuple[float, int]:
    """Return the best end if red chips beside the pot may be placed after the last one (red-2)."""
    if space >= LAST_SPACE:
        return worth, scoring
    ones, twos, fours = (
        counted_in_pot(problem, bag, problem.beside_class[0], problem.beside_total[0]),
        counted_in_pot(problem, bag, problem.beside_class[1], problem.beside_total[1]),
        counted_in_pot(problem, bag, problem.beside_class[2], problem.beside_total[2]),
    )
    for one in range(ones + 1):
        for two in range(twos + 1):
            for four in range(fours + 1):
                placed = one + two + four
                if placed == 0:
                    continue
                reached = min(space + one + 2 * two + 4 * four, LAST_SPACE)
                # The placed chips are the last ones now.
                before = last - LAST_GREEN if placed == 1 and LAST_GREEN < last < LAST_PURPLE else 0
                better, there = worth_of_place(problem, bag, reached, 0, before, fate)
                if better > worth:
                    worth, scoring = better, there
    return worth, scoring


@inlined
def is_over(problem: Record, state: int) -> bool:
    """Return whether a brew ends by itself: empty bag or full pot (rules 4.2.2 and 4.7.2)."""
    bag = state >> BAG_SHIFT
    if bag == 0:
        return True
    if problem.draw_after_full or space_of(state) < LAST_SPACE:
        return False
    return not pot_is_empty(problem, bag)


@inlined
def tidy(problem: Record, state: int) -> int:
    """Return a state without what can no longer matter, so that equal futures meet."""
    bag = state >> BAG_SHIFT
    last = (state >> LAST_SHIFT) & 7
    if 0 < last <= LAST_GREEN and bag & problem.watching_fields == 0:
        state &= ~(7 << LAST_SHIFT)
    last = (state >> LAST_SHIFT) & 7
    if bag & problem.white_fields == 0 and not 0 < last <= LAST_GREEN:
        # No white chip is drawn any more: nothing can explode, no flask and no card is of use.
        state &= ~(STIR_BIT | 7 << WINDOW_SHIFT)
        if problem.flask_worth == 0:
            state &= ~FLASK_BIT
    return state


@inlined
def own_bonus(problem: Record, state: int, act: int, is_first: bool) -> int:
    """Return by how much a chip's own book lets it move further (red-1, red-3, yellow-4)."""
    if is_first and problem.first_adjacent:
        return 0
    bag = state >> BAG_SHIFT
    if act == RED_1:
        return red_bonus(counted_in_pot(problem, bag, problem.orange_class, problem.orange_total))
    if act == RED_3:
        last = (state >> LAST_SHIFT) & 7
        return last if last <= LAST_GREEN else 0
    if act == YELLOW_4:
        placed = yellows_in_pot(problem, bag)
        return placed + 1 if placed < _THREE else 0
    return 0


@inlined
def whole_move(problem: Record, state: int, each: int, bonus: int, is_first: bool) -> int:
    """Return how far a chip moves: value, bonus, red-4, then the doubling of yellow-2."""
    if is_first and problem.first_adjacent:
        return 1
    move = problem.move[each] + bonus
    if problem.red_passive and each == 0:
        bag = state >> BAG_SHIFT
        if bag & problem.red_fields != problem.red_full:
            move += 1
    if state & DOUBLING_BIT:
        move += problem.value[each] if problem.double_value_only else move
    return move


@inlined
def window_after(problem: Record, state: int, each: int) -> int:
    """Return how many chips blue-2 protects after this one."""
    window = max(((state >> WINDOW_SHIFT) & 7) - 1, 0)
    if problem.act[each] == BLUE_2:
        value = problem.value[each]
        window = (
            min(window + value, _WIDEST_WINDOW) if problem.window_adds_up else max(window, value)
        )
    return window


@compiled
def outcomes(problem: Record, state: int, each: int, depth: int) -> int:
    """Write down what may follow when a chip comes out of the bag; return how many options.

    The player chooses among them. Row `depth` of ``problem.following`` has a state for each, or an
    end as −1 − (4 × scoring space + fate); that of ``problem.gains`` what is gained on the way to
    it, for an end its whole worth.
    """
    bag = state >> BAG_SHIFT
    act = problem.act[each]
    left = bag - (1 << problem.shift[each])
    window = window_after(problem, state, each)
    kept = state & (FLASK_BIT | STIR_BIT)
    if act == RED_2:
        pot = state & ((1 << BAG_SHIFT) - 1) & ~(7 << WINDOW_SHIFT)
        problem.following[depth, 0] = tidy(
            problem, left << BAG_SHIFT | pot | window << WINDOW_SHIFT
        )
        problem.gains[depth, 0] = 0.0
        return 1
    last = (state >> LAST_SHIFT) & 7
    second = last - LAST_GREEN if LAST_GREEN < last < LAST_PURPLE else 0
    is_first = pot_is_empty(problem, bag)
    bonus = own_bonus(problem, state, act, is_first)
    white = each + 1 if each < 3 else 0
    count = 0
    # With the bonus, and if there is one also without: every action may be declined (rule 5).
    for use in range(2 if bonus > 0 else 1):
        move = whole_move(problem, state, each, bonus if use == 0 else 0, is_first)
        space = min(space_of(state) + move, LAST_SPACE)
        placed = left << BAG_SHIFT | space << SPACE_SHIFT | window << WINDOW_SHIFT | kept
        placed |= second << SECOND_SHIFT
        placed |= (white if white else problem.last[each]) << LAST_SHIFT
        if white:
            placed &= ~STIR_BIT
            if white_sum(problem, left) > limit_now(problem, left):
                fate = PROTECTED if (state >> WINDOW_SHIFT) & 7 else EXPLODED
                worth, scoring = worth_of_end(problem, placed, fate)
                problem.following[depth, count] = -1 - (4 * scoring + fate)
                problem.gains[depth, count] = worth
                count += 1
                continue
        gain = 0.0
        if act == BLUE_ON_RUBY and problem.is_ruby_space[space]:
            gain = problem.ruby_space_worth[each]
        elif act == PURPLE_3:
            gain = problem.purple_space_worth[space]
        elif act == YELLOW_2 and space < LAST_SPACE:
            placed |= DOUBLING_BIT
        elif act == BLUE_1 and left != 0 and (space < LAST_SPACE or problem.blue_on_last_space):
            value = problem.value[each]
            placed |= (3 if value == 4 else value) << HAND_SHIFT
        problem.following[depth, count] = tidy(problem, placed)
        problem.gains[depth, count] = gain
        count += 1
        if act == YELLOW_1 and 0 < last <= LAST_GREEN:
            # The white chip before goes back; the one before that comes before yellow now.
            returned = (1 << problem.shift[last - 1]) << BAG_SHIFT
            kept_second = state & (3 << SECOND_SHIFT)
            closed = (placed & ~(3 << SECOND_SHIFT) | kept_second) + returned
            problem.following[depth, count] = tidy(problem, closed)
            problem.gains[depth, count] = gain
            count += 1
        if white:
            # Back to where it was before this chip; what it has used up stays used up.
            before = state & ~(DOUBLING_BIT | 7 << WINDOW_SHIFT | 3 << HAND_SHIFT)
            before |= window << WINDOW_SHIFT
            if state & FLASK_BIT:
                problem.following[depth, count] = tidy(problem, before & ~(FLASK_BIT | STIR_BIT))
                problem.gains[depth, count] = gain
                count += 1
            if state & STIR_BIT:
                problem.following[depth, count] = tidy(problem, before & ~STIR_BIT)
                problem.gains[depth, count] = gain
                count += 1
    return count


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


def place_pot(problem: Record, state: int, pot: Array, states: Array) -> int:
    """Place the chips of a pot one after the other; return how many went in without explosion.

    Every bonus is used, and no white chip goes back.

    Parameters
    ----------
    problem : record
        See :data:`quacks_sim.solver.layout.PROBLEM`.
    state : int
        That of the empty pot.
    pot : int64, shape (chips,)
        Classes, in the order of placement.
    states : int64, shape (chips + 1, 2), written
        The state after each chip, from that of the empty pot on; and the state to which the flask
        leads from there, −1 if it cannot be used.
    """
    states[0, 0] = state
    states[0, 1] = _NO_STATE
    for number in range(pot.shape[0]):
        each = pot[number]
        outcomes(problem, states[number, 0], each, 0)
        if problem.following[0, 0] < 0:
            return number
        placed = problem.following[0, 0]
        states[number + 1, 0] = placed - (placed & (3 << HAND_SHIFT))
        by_flask = each < 3 and states[number, 0] & FLASK_BIT
        states[number + 1, 1] = problem.following[0, 1] if by_flask else _NO_STATE
    return pot.shape[0]


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


def rehash(memory: Array, larger: Array) -> None:
    """Move a memory into a larger one, which is all at −1."""
    for place in range(memory.shape[0]):
        if memory[place, 0] != _NO_STATE:
            there = place_in_memory(larger, memory[place, 0])
            larger[there, 0] = memory[place, 0]
            larger[there, 1] = memory[place, 1]


@inlined
def rank_of(problem: Record, state: int) -> int:
    """Return a number that falls with every step of a brew."""
    bag = state >> BAG_SHIFT
    whites = in_bag(problem, bag, 0) + in_bag(problem, bag, 1) + in_bag(problem, bag, 2)
    chips = 2 * whole(np.round(chips_in_bag(problem, bag))) - whites
    chips += 1 if state & FLASK_BIT else 0
    chips += 1 if state & STIR_BIT else 0
    return 2 * chips + (1 if state & (3 << HAND_SHIFT) else 0)


@inlined
def pass_on(
    problem: Record,
    following: int,
    chance: float,
    seen: Array,
    chances: Array,
    links: Array,
    heads: Array,
    ends: Array,
) -> None:
    """Add the chance of reaching a state or an end."""
    if following < 0:
        code = -1 - following
        ends[code & 3, code >> 2] += chance
        return
    if following & (3 << HAND_SHIFT) == 0 and is_over(problem, following):
        _, scoring = worth_of_end(problem, following, INTACT)
        ends[INTACT, scoring] += chance
        return
    place = place_in_memory(seen, following)
    if seen[place, 0] == following:
        chances[seen[place, 1]] += chance
        return
    count = heads[heads.shape[0] - 1]
    heads[heads.shape[0] - 1] = count + 1
    seen[place, 0] = following
    seen[place, 1] = count
    chances[count] = chance
    rank = rank_of(problem, following)
    links[count, 0] = following
    links[count, 1] = heads[rank]
    heads[rank] = count


@compiled
def choose_outcomes(
    problem: Record, memory: Array, state: int, chosen: Array, flasks: Array
) -> float:
    """Write down what follows each class of chips under best play; return the value of a draw.

    ``chosen`` has a state or an end by class; ``flasks`` by class 0 if the flask may not take the
    chip back, 1 if it may, 2 if it does. Row 0 of ``problem.after`` has the values.
    """
    bag = state >> BAG_SHIFT
    total, chips = 0.0, 0.0
    for each in range(problem.classes):
        count = in_bag(problem, bag, each) * problem.share[each]
        if count > 0:
            value, option = best_outcome(problem, memory, state, each, 1)
            problem.after[0, each] = value
            chosen[each] = problem.following[1, option]
            # The flask is the option right after that of keeping a white chip.
            offered = each < 3 and state & FLASK_BIT and problem.following[1, 0] >= 0
            flasks[each] = (2 if option == 1 else 1) if offered else 0
            total += count * value
            chips += count
    return total / chips


def follow(
    problem: Record,
    memory: Array,
    root: int,
    is_forced: bool,
    seen: Array,
    chances: Array,
    links: Array,
    heads: Array,
    ends: Array,
    decisions: Array,
    flask: Array,
) -> None:
    """Follow best play forward and add up what becomes of a brew.

    Parameters
    ----------
    problem, memory
        As for :func:`solve_root`, which must have run.
    root : int
        Where to begin.
    is_forced : bool
        Whether the first decision is to draw, whatever it is worth.
    seen, chances, links, heads : arrays
        Room to work in, enough for all states kept and the root: a memory of states, and lists of
        them by rank; −1 is no entry. The last entry of `heads` counts states.
    ends : float64, shape (3, 54), written
        Chances of the ends, by fate and scoring space.
    decisions : float64, shape (2, 10, 54), written
        Chances of stopping and of drawing on, by white total and scoring space.
    flask : float64, shape (2, 4), written
        How often the flask may put a white chip back, and does, by the chip's value.
    """
    pass_on(problem, root, 1.0, seen, chances, links, heads, ends)
    order = np.empty(KIND_COUNT, np.int64)
    chosen = np.empty(KIND_COUNT, np.int64)
    flasks = np.empty(KIND_COUNT, np.int64)
    for rank in range(heads.shape[0] - 2, -1, -1):
        entry = heads[rank]
        while entry >= 0:
            state = links[entry, 0]
            chance = chances[entry]
            entry = links[entry, 1]
            hand = revealed_chips(state)
            resting = state - (state & (3 << HAND_SHIFT))
            bag = state >> BAG_SHIFT
            stop, scoring = worth_of_end(problem, resting, INTACT)
            over = is_over(problem, state)
            draw = choose_outcomes(problem, memory, resting, chosen, flasks)
            if hand == 0:
                draws = draw > stop or (is_forced and state == root)
                total = white_sum(problem, bag)
                decisions[1 if draws else 0, total, space_of(state) + 1] += chance
                if not draws:
                    ends[INTACT, scoring] += chance
                    continue
            none = stop if over else max(stop, draw)
            chips = chips_in_bag(problem, bag)
            found = best_first(problem, bag, order, 0)
            missing, left_over = 0.0, 1.0
            for place in range(found):
                each = order[place]
                count = in_bag(problem, bag, each) * problem.share[each]
                share = count / chips
                if hand:
                    if problem.after[0, each] <= none:
                        break
                    missing += count
                    without = chance_of_none(missing, chips, hand)
                    share = left_over - without
                    left_over = without
                if flasks[each] > 0:
                    flask[0, each + 1] += chance * share
                    flask[1, each + 1] += chance * share * (flasks[each] - 1)
                pass_on(problem, chosen[each], chance * share, seen, chances, links, heads, ends)
            if hand and left_over > 0:
                pass_on(problem, resting, chance * left_over, seen, chances, links, heads, ends)
