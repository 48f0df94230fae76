"""Whether a yellow chip puts back the white chip just before it (rule 5.4).

With the book of Set 4 the question is another one: whether it moves further.
"""

from typing import Any

from quacks_sim.kernel.annotations import Array
from quacks_sim.kernel.jit import inlined
from quacks_sim.kernel.views import BrewView
from quacks_sim.policies.ahead import (
    COINS,
    EXPLOSION,
    RUBIES,
    best_in_the_end,
    brew_of,
    linear_worth,
    with_white_back,
)
from quacks_sim.policies.facts import own_chance
from quacks_sim.policies.params import Params
from quacks_sim.policies.registry import Parameter, policy
from quacks_sim.policies.valued import DIE, RATS, WIN_FROM, learned_worth
from quacks_sim.rules.chips import W1


@policy("yellow", always=True)
def always(view: BrewView, params: Params) -> bool:
    """Put the white chip back. Set 4: move further."""
    return True


@policy("yellow", always=False)
def never(view: BrewView, params: Params) -> bool:
    """Keep the white chip in the pot. Set 4: move the printed value only."""
    return False


@policy(
    "yellow",
    Parameter("value", 2, 1, 3, "smallest white chip to put back", whole=True),
    looks_at="pot",
)
def white_at_least(view: BrewView, params: Params) -> bool:
    """Put back a white chip of `value` or more. Set 4: move further."""
    return view.bonus > 0 or view.white_before >= params.value


@inlined
def is_worth_more_without(view: Any, worth: Array) -> bool:
    """Return whether best play to the end is worth more without the white chip before."""
    brew = brew_of(view)
    without = with_white_back(brew, W1 + view.white_before - 1, brew.space)
    return best_in_the_end(without, worth) > best_in_the_end(brew, worth)


@policy("yellow", COINS, RUBIES, EXPLOSION)
def lookahead(view: BrewView, params: Params) -> bool:
    """Put the white chip back if best play is worth more then. Set 4: move further."""
    if view.white_before == 0:
        return True
    return is_worth_more_without(view, linear_worth(params.coins, params.rubies, params.explosion))


@policy("yellow", DIE, WIN_FROM, RATS, needs="values")
def learned(view: BrewView, params: Params) -> bool:
    """Put the white chip back if best play is worth more then, by learned values.

    Set 4: move further.
    """
    if view.white_before == 0:
        return True
    return is_worth_more_without(
        view, learned_worth(view, params.learned, params.die, params.win_from, params.rats)
    )


@policy("yellow", looks_at="pot")
def random(view: BrewView, params: Params) -> bool:
    """Toss a coin."""
    return own_chance(view) < 0.5
