"""What may follow when a chip comes out of the bag. Rules 4.3–4.6 and 5; books.md."""

from quacks_sim.kernel.annotations import Array, Record
from quacks_sim.kernel.compiled_rules import (
    bonus_by_oranges,
    bonus_by_white_before,
    bonus_by_yellows,
    bonus_when_doubled,
)
from quacks_sim.kernel.compiled_rules import window_after as window_after_blue
from quacks_sim.kernel.jit import compiled, inlined
from quacks_sim.rules.tables import LAST_SPACE
from quacks_sim.solver.ending import worth_of_end
from quacks_sim.solver.layout import (
    BAG_SHIFT,
    BLUE_1,
    BLUE_2,
    BLUE_ON_RUBY,
    DOUBLING_BIT,
    EXPLODED,
    FLASK_BIT,
    HAND_SHIFT,
    LAST_GREEN,
    LAST_PURPLE,
    LAST_SHIFT,
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
from quacks_sim.solver.pot import (
    counted_in_pot,
    limit_now,
    pot_is_empty,
    space_of,
    white_sum,
    yellows_in_pot,
)

_NO_STATE = -1


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
        oranges = counted_in_pot(problem, bag, problem.orange_class, problem.orange_total)
        return bonus_by_oranges(oranges, 0, 0)
    if act == RED_3:
        last = (state >> LAST_SHIFT) & 7
        return bonus_by_white_before(0, last if last <= LAST_GREEN else 0, 0)
    if act == YELLOW_4:
        return bonus_by_yellows(0, 0, yellows_in_pot(problem, bag))
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
        value, whole = problem.value[each], problem.double_value_only == 0
        move = value + bonus_when_doubled(value, move - value, whole)
    return move


@inlined
def window_after(problem: Record, state: int, each: int) -> int:
    """Return how many chips blue-2 protects after this one."""
    before = (state >> WINDOW_SHIFT) & 7
    if problem.act[each] == RED_2 and problem.aside_is_ignored:
        return before
    window = max(before - 1, 0)
    if problem.act[each] == BLUE_2:
        window = window_after_blue(window, problem.value[each], problem.window_adds_up != 0)
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


def place_pot(
    problem: Record, state: int, pot: Array, options: Array, states: Array, gained: Array
) -> int:
    """Place the chips of a pot one after the other; return how many went in without explosion.

    Parameters
    ----------
    problem : record
        See :data:`quacks_sim.solver.layout.PROBLEM`.
    state : int
        That of the empty pot.
    pot : int64, shape (chips,)
        Classes, in the order of placement.
    options : int64, shape (chips,)
        Which of the options of :func:`outcomes` was taken with each chip; where there is no such
        option, the first: the chip with its bonus.
    states : int64, shape (chips + 1, 2), written
        The state after each chip, from that of the empty pot on; and the state to which the flask
        leads from there, −1 if it cannot be used.
    gained : float64, shape (chips + 1,), written
        What was gained on the way so far.
    """
    gained[0] = 0.0
    states[0, 0] = state
    states[0, 1] = _NO_STATE
    for number in range(pot.shape[0]):
        each = pot[number]
        count = outcomes(problem, states[number, 0], each, 0)
        if problem.following[0, 0] < 0:
            return number
        option = options[number] if options[number] < count else 0
        placed = problem.following[0, option]
        gained[number + 1] = gained[number] + problem.gains[0, option]
        states[number + 1, 0] = placed - (placed & (3 << HAND_SHIFT))
        by_flask = each < 3 and option == 0 and states[number, 0] & FLASK_BIT
        states[number + 1, 1] = problem.following[0, 1] if by_flask else _NO_STATE
    return pot.shape[0]
