"""Which of the chips revealed by a blue chip to place (rule 5.2)."""

from typing import Any

from quacks_sim.kernel.annotations import Array
from quacks_sim.kernel.jit import inlined
from quacks_sim.kernel.views import BlueView
from quacks_sim.policies.ahead import (
    COINS,
    EXPLOSION,
    RUBIES,
    brew_of_blue,
    linear_worth,
    only_greens,
    value_of_none,
    value_of_revealed,
    with_bonus,
)
from quacks_sim.policies.facts import every_chip_explodes, one_of
from quacks_sim.policies.params import Params
from quacks_sim.policies.registry import policy
from quacks_sim.policies.valued import DIE, RATS, WIN_FROM, learned_extras, learned_worth
from quacks_sim.rules.chips import KIND_COLOUR, KIND_VALUE, WHITE, WHITE_VALUE


@policy("blue", looks_at="view")
def furthest_coloured(view: BlueView, params: Params) -> int:
    """Place the coloured chip that moves furthest, bonus included; none if all are white.

    Of chips that move equally far, the first in the order of kinds. None if any explodes (FB3).
    """
    best = view.options - 1
    if every_chip_explodes(view):
        return best
    best_space, best_kind = -1, 99
    for option in range(view.options - 1):
        kind = view.option_kind[option]
        reached = view.option_space[option]
        if KIND_COLOUR[kind] != WHITE and (
            reached > best_space or (reached == best_space and kind < best_kind)
        ):
            best, best_space, best_kind = option, reached, kind
    return best


@inlined
def smallest_safe_white(view: Any) -> int:
    """Return the smallest white chip that does not explode the pot, or the option "none"."""
    best, best_value = view.options - 1, view.limit - view.white_sum + 1
    for option in range(view.options - 1):
        value = WHITE_VALUE[view.option_kind[option]]
        if 0 < value < best_value:
            best, best_value = option, value
    return best


@policy("blue", looks_at="view")
def highest_coloured(view: BlueView, params: Params) -> int:
    """Place the coloured chip of the highest value, else a white one that is safe, else none.

    Of equal values, the first in the order of kinds; of white chips the smallest. Source: the bots
    of quacks-elixir.
    """
    if every_chip_explodes(view):
        return view.options - 1
    best, best_value, best_kind = -1, 0, 99
    for option in range(view.options - 1):
        kind = view.option_kind[option]
        value = KIND_VALUE[kind]
        if KIND_COLOUR[kind] != WHITE and (
            value > best_value or (value == best_value and kind < best_kind)
        ):
            best, best_value, best_kind = option, value, kind
    return best if best >= 0 else smallest_safe_white(view)


@inlined
def best_of_revealed(view: Any, worth: Array, extras: Any) -> int:
    """Return the option after which best play to the end is worth most."""
    brew = with_bonus(view, brew_of_blue(view), extras)
    best, most = view.options - 1, value_of_none(view, brew, worth, extras)
    for option in range(view.options - 1):
        value = value_of_revealed(view, option, brew, worth, extras)
        if value > most:
            best, most = option, value
    return best


@policy("blue", COINS, RUBIES, EXPLOSION)
def lookahead(view: BlueView, params: Params) -> int:
    """Place the chip after which best play is worth most, or none if that is worth more."""
    worth = linear_worth(params.coins, params.rubies, params.explosion)
    return best_of_revealed(view, worth, only_greens(view, params.rubies))


@policy("blue", DIE, WIN_FROM, RATS, needs="values")
def learned(view: BlueView, params: Params) -> int:
    """Place the chip after which best play is worth most, or none, by learned values."""
    worth = learned_worth(view, params.learned, params.die, params.win_from, params.rats)
    return best_of_revealed(view, worth, learned_extras(view, params.learned, params.win_from, 0))


@policy("blue", looks_at="view")
def none(view: BlueView, params: Params) -> int:
    """Place none of them."""
    return view.options - 1


@policy("blue", looks_at="view")
def random(view: BlueView, params: Params) -> int:
    """Place any of them or none, by lot; a white chip may explode the pot."""
    return one_of(view, view.options)
