"""What the end of a brew is worth, by its last state. Rules 5.5–5.7 and 6; books.md."""

from quacks_sim.kernel.annotations import Record
from quacks_sim.kernel.jit import compiled, inlined
from quacks_sim.rules.amounts import FB1_WHITE_SUM, GREEN_3_WHITE_SUM
from quacks_sim.rules.tables import LAST_SPACE
from quacks_sim.solver.layout import (
    BAG_SHIFT,
    FLASK_BIT,
    LAST_GREEN,
    LAST_PURPLE,
    LAST_SHIFT,
    MOST_BLACKS,
    SECOND_SHIFT,
)
from quacks_sim.solver.pot import (
    counted_in_pot,
    in_bag,
    space_of,
    white_sum,
)


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
    if problem.green_moves and white_sum(problem, bag) == GREEN_3_WHITE_SUM:
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
    if problem.white_seven_worth != 0 and white_sum(problem, bag) == FB1_WHITE_SUM:
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
