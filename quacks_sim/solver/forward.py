"""What best play leads to: the chances of all ends and decisions, passed on from state to state."""

import numpy as np

from quacks_sim.kernel.annotations import Array, Record
from quacks_sim.kernel.jit import compiled, inlined, whole
from quacks_sim.rules.chips import KIND_COUNT
from quacks_sim.solver.ending import worth_of_end
from quacks_sim.solver.layout import (
    BAG_SHIFT,
    FLASK_BIT,
    HAND_SHIFT,
    INTACT,
    STIR_BIT,
)
from quacks_sim.solver.pot import (
    chips_in_bag,
    in_bag,
    is_over,
    space_of,
    white_sum,
)
from quacks_sim.solver.recursion import (
    best_first,
    best_outcome,
    chance_of_none,
    mixed,
    revealed_chips,
)

#: Worths are told apart by a millionth.
MILLION = 1_000_000
_ALL_BITS = (1 << 62) - 1
_NOTHING = -1


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
def in_millionths(worth: float) -> int:
    """Return a worth as a whole number, so that the same one reached on two ways is one."""
    return whole(np.round(worth * MILLION))


@inlined
def place_of_way(seen: Array, state: int, gained: int) -> int:
    """Return where a state, reached with a gain, lies among those seen, or would lie."""
    size = seen.shape[0]
    place = (mixed(state) + mixed(gained & _ALL_BITS)) & (size - 1)
    while seen[place, 2] >= 0 and (seen[place, 0] != state or seen[place, 1] != gained):
        place = (place + 1) & (size - 1)
    return place


@inlined
def add_worth(worths: Array, counts: Array, worth: int, chance: float) -> None:
    """Add the chance that a brew is worth so many millionths in the end."""
    size = worths.shape[0]
    place = mixed(worth & _ALL_BITS) & (size - 1)
    while worths[place, 1] != _NOTHING and worths[place, 0] != worth:
        place = (place + 1) & (size - 1)
    if worths[place, 1] == _NOTHING:
        counts[1] += 1
        worths[place, 0] = worth
    else:
        chance += np.int64(worths[place, 1]).view(np.float64)
    worths[place, 1] = np.float64(chance).view(np.int64)


@inlined
def pass_on(
    problem: Record,
    following: int,
    gained: int,
    chance: float,
    seen: Array,
    chances: Array,
    links: Array,
    heads: Array,
    ends: Array,
    worths: Array,
    counts: Array,
) -> None:
    """Add the chance of reaching a state, or an end, with what was gained on the way to it."""
    if following < 0:
        code = -1 - following
        ends[code & 3, code >> 2] += chance
        add_worth(worths, counts, gained, chance)
        return
    if following & (3 << HAND_SHIFT) == 0 and is_over(problem, following):
        worth, scoring = worth_of_end(problem, following, INTACT)
        ends[INTACT, scoring] += chance
        add_worth(worths, counts, gained + in_millionths(worth), chance)
        return
    place = place_of_way(seen, following, gained)
    if seen[place, 2] >= 0:
        chances[seen[place, 2]] += chance
        return
    count = counts[0]
    if count == links.shape[0]:
        return
    counts[0] += 1
    seen[place, 0] = following
    seen[place, 1] = gained
    seen[place, 2] = count
    chances[count] = chance
    rank = rank_of(problem, following)
    links[count, 0] = following
    links[count, 1] = gained
    links[count, 2] = heads[rank]
    heads[rank] = count


@inlined
def is_full(links: Array, worths: Array, counts: Array) -> bool:
    """Return whether there is no room for another state, or for all worths of one more draw."""
    return counts[0] == links.shape[0] or 2 * (counts[1] + 2 * KIND_COUNT) > worths.shape[0]


@compiled
def choose_outcomes(
    problem: Record, memory: Array, state: int, chosen: Array, gains: Array, flasks: Array
) -> float:
    """Write down what follows each class of chips under best play; return the value of a draw.

    ``chosen`` has a state or an end by class, ``gains`` what is gained with it; ``flasks`` by class
    0 if the flask may not take the chip back, 1 if it may, 2 if it does. Row 0 of ``problem.after``
    has the values.
    """
    bag = state >> BAG_SHIFT
    total, chips = 0.0, 0.0
    for each in range(problem.classes):
        count = in_bag(problem, bag, each) * problem.share[each]
        if count > 0:
            value, option = best_outcome(problem, memory, state, each, 1)
            problem.after[0, each] = value
            chosen[each] = problem.following[1, option]
            gains[each] = in_millionths(problem.gains[1, option])
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
    worths: Array,
    counts: Array,
) -> bool:
    """Follow best play forward and add up what becomes of a brew; return whether room sufficed.

    Parameters
    ----------
    problem, memory
        As for :func:`solve_root`, which must have run.
    root : int
        Where to begin.
    is_forced : bool
        Whether the first decision is to draw, whatever it is worth.
    seen, chances, links, heads : arrays
        Room to work in: a memory of states, each with what was gained on the way to it (in
        millionths), and lists of them by rank; −1 is no entry. Without gains on the way there are
        no more than the states kept and the root.
    ends : float64, shape (3, 54), written
        Chances of the ends, by fate and scoring space.
    decisions : float64, shape (2, 10, 54), written
        Chances of stopping and of drawing on, by white total and scoring space.
    flask : float64, shape (2, 4), written
        How often the flask may put a white chip back, and does, by the chip's value.
    worths : int64, shape (2ⁿ, 2), written
        Millionths that a brew is worth in the end, and the bits of their chances; all −1 before.
    counts : int64, shape (2,), written
        How many states were seen, and how many worths.
    """
    pass_on(problem, root, 0, 1.0, seen, chances, links, heads, ends, worths, counts)
    order = np.empty(KIND_COUNT, np.int64)
    chosen = np.empty(KIND_COUNT, np.int64)
    gains = np.empty(KIND_COUNT, np.int64)
    flasks = np.empty(KIND_COUNT, np.int64)
    for rank in range(heads.shape[0] - 1, -1, -1):
        entry = heads[rank]
        while entry >= 0:
            if is_full(links, worths, counts):
                return False
            state = links[entry, 0]
            gained = links[entry, 1]
            chance = chances[entry]
            entry = links[entry, 2]
            hand = revealed_chips(state)
            resting = state - (state & (3 << HAND_SHIFT))
            bag = state >> BAG_SHIFT
            stop, scoring = worth_of_end(problem, resting, INTACT)
            over = is_over(problem, state)
            draw = choose_outcomes(problem, memory, resting, chosen, gains, flasks)
            if hand == 0:
                draws = draw > stop or (is_forced and state == root)
                total = white_sum(problem, bag)
                decisions[1 if draws else 0, total, space_of(state) + 1] += chance
                if not draws:
                    ends[INTACT, scoring] += chance
                    add_worth(worths, counts, gained + in_millionths(stop), chance)
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
                pass_on(
                    problem, chosen[each], gained + gains[each], chance * share,
                    seen, chances, links, heads, ends, worths, counts,
                )  # fmt: skip
            if hand and left_over > 0:
                pass_on(
                    problem, resting, gained, chance * left_over,
                    seen, chances, links, heads, ends, worths, counts,
                )  # fmt: skip
    return not is_full(links, worths, counts)
