"""Which option of an event card to take (rule 2.4; see CardView for the options of each card)."""

from typing import Any

from quacks_sim.kernel.jit import inlined
from quacks_sim.kernel.views import CardView
from quacks_sim.policies.facts import one_of, worth_of_space
from quacks_sim.policies.params import Params
from quacks_sim.policies.registry import Parameter, policy
from quacks_sim.policies.valued import BREWED, worth_of_option
from quacks_sim.rules.amounts import RUBIES_PER_POINT
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import FB2, FB3, FB7, FB10, FP9
from quacks_sim.rules.chips import KIND_COLOUR, KIND_COUNT, KIND_VALUE, WHITE, WHITE_VALUE, frozen
from quacks_sim.rules.tables import ROUNDS, SPOON

#: What the market asks for each kind in the books of Set 1, 0 for white.
_COINS = frozen([Books().price(kind) for kind in range(KIND_COUNT)])


@inlined
def worth_of_chip(kind: int, left: Any, coin: Any, white: Any) -> float:
    """Return what a chip is worth, in points, that helps in so many more rounds."""
    if kind < 0:
        return 0.0
    if KIND_COLOUR[kind] == WHITE:
        return -white * left * KIND_VALUE[kind]
    return coin * _COINS[kind] * left / ROUNDS


@inlined
def reached(space: int, room: Any, values: Any, whites: Any, share: Any) -> int:
    """Return the scoring space that a brew may end on, from what its bag holds in values.

    Until its whites fill a share of the room, a bag brings as much as it holds for each white.
    """
    further = values
    if whites > 0:
        further = min(further, share * max(room, 0) * values / whites)
    return min(space + int(further), SPOON)


@inlined
def values_in_bag(view: Any) -> tuple[int, int]:
    """Return the values of all chips of the bag and of its white ones, where FB3 or FB10 asks."""
    values, whites = 0, 0
    if view.card == FB3 or view.card == FB10:
        for kind in range(KIND_COUNT):
            values += view.bag[kind] * KIND_VALUE[kind]
            whites += view.bag[kind] * WHITE_VALUE[kind]
    return values, whites


@inlined
def worth_of_brew(view: Any, option: int, values: int, whites: int, share: Any) -> float:
    """Return what a brew is worth if it goes on after an option of FB3 or FB10, in points."""
    total = view.white_sum
    if option == 1:
        # The chips that go back are in the bag again: all of the pot, or its first white one.
        gone = WHITE_VALUE[view.last_kind] if view.card == FB10 else total
        values += view.space - view.option_space[option]
        whites += gone
        total -= gone
    space = view.option_space[option]
    return worth_of_space(reached(space, view.limit - total, values, whites, share))


@inlined
def worth_in_brew(
    view: Any, option: int, values: int, whites: int, per_space: Any, share: Any
) -> float:
    """Return what an option of FB3, FB7, FB10 or FP9 does to the brew of this round, in points."""
    if view.card == FB3 or view.card == FB10:
        return worth_of_brew(view, option, values, whites, share)
    if view.card == FB7:
        return worth_of_space(view.option_space[option])
    return per_space * view.option_space[option] if view.card == FP9 else 0.0


_SPACE = Parameter("space", 0.45, 0, 2, "points for a space further in a round")
_SHARE = Parameter("share", 0.75, 0, 2, "FB3, FB10: share of the white limit that a brew fills")


@policy(
    "card",
    Parameter("coin", 0.4, 0, 2, "points for a coin's worth of chips in round 1, falling evenly"),
    _SPACE,
    Parameter("white", 0.5, 0, 5, "points lost to each value of white in the bag, by round left"),
    _SHARE,
    looks_at="pot",
)
def worth(view: CardView, params: Params) -> int:
    """Take what is worth most for the rounds that are left; of equal options the first.

    Chips are worth their price, a droplet step a space in each round, a ruby half a droplet step of
    the later rounds, or half a point at the end. FB7 and FP9 look at the space, FB3 and FB10 at how
    far the brew may go.
    """
    later = ROUNDS - view.round
    # A chip of FB2 comes after the brew.
    left = later if view.card == FB2 else later + 1
    ruby = max(params.space * later, 1.0) / RUBIES_PER_POINT
    values, whites = values_in_bag(view)
    best, best_worth = 0, -1e9
    for option in range(view.options):
        points = view.option_points[option] + ruby * view.option_rubies[option]
        points += params.space * left * view.option_droplet[option]
        points += worth_in_brew(view, option, values, whites, params.space, params.share)
        if view.card not in BREWED:
            points += worth_of_chip(view.option_kind[option], left, params.coin, params.white)
            points -= worth_of_chip(view.option_given[option], left, params.coin, params.white)
        if points > best_worth:
            best, best_worth = option, points
    return best


@policy("card", _SPACE, _SHARE, needs="values")
def learned(view: CardView, params: Params) -> int:
    """Take what is worth most by learned values; of equal options the first.

    FB7 and FP9 look at the space, FB3 and FB10 at how far the brew may go, like `worth`.
    """
    values, whites = values_in_bag(view)
    best, best_worth = 0, -1e9
    for option in range(view.options):
        points = worth_of_option(view, option, params.learned)
        points += worth_in_brew(view, option, values, whites, params.space, params.share)
        if points > best_worth:
            best, best_worth = option, points
    return best


@policy("card", looks_at="pot")
def points(view: CardView, params: Params) -> int:
    """Take the most victory points, else what lies furthest on the pot; of equal ones the first."""
    best = 0
    for option in range(1, view.options):
        more = view.option_points[option] - view.option_points[best]
        if more > 0 or (more == 0 and view.option_space[option] > view.option_space[best]):
            best = option
    return best


@policy("card", looks_at="pot")
def first(view: CardView, params: Params) -> int:
    """Take the first option: no exchange, no rat given up, no second chance."""
    return 0


@policy("card", looks_at="pot")
def random(view: CardView, params: Params) -> int:
    """Take any option, by lot."""
    return one_of(view, view.options)
