"""What a state says: the chips in the bag, and so the pot. Rules 4.2.2, 4.5.1 and 4.7.2."""

from quacks_sim.kernel.annotations import Record
from quacks_sim.kernel.jit import inlined
from quacks_sim.rules.tables import LAST_SPACE
from quacks_sim.solver.layout import BAG_SHIFT, MOST_YELLOWS, SPACE_SHIFT


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
    if problem.limit_by_yellows[MOST_YELLOWS] == problem.limit:
        return problem.limit
    return problem.limit_by_yellows[min(yellows_in_pot(problem, bag), MOST_YELLOWS)]


@inlined
def counted_in_pot(problem: Record, bag: int, each: int, total: int) -> int:
    """Return how many chips of a class lie in the pot; −1 is no class."""
    return total - in_bag(problem, bag, each) if each >= 0 else total


@inlined
def space_of(state: int) -> int:
    """Return the space of the last chip."""
    return (state >> SPACE_SHIFT) & 63


@inlined
def is_over(problem: Record, state: int) -> bool:
    """Return whether a brew ends by itself: empty bag or full pot (rules 4.2.2 and 4.7.2)."""
    bag = state >> BAG_SHIFT
    if bag == 0:
        return True
    if problem.draw_after_full or space_of(state) < LAST_SPACE:
        return False
    return not pot_is_empty(problem, bag)
