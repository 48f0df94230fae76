"""Which tier of the purple reward to take (rule 5.6; Sets 2 and 4: or none)."""

from typing import Any

from quacks_sim.kernel.annotations import Array
from quacks_sim.kernel.jit import inlined
from quacks_sim.kernel.state import PURPLE_BOOK
from quacks_sim.kernel.views import PurpleView
from quacks_sim.policies.facts import one_of
from quacks_sim.policies.params import Params
from quacks_sim.policies.registry import Parameter, policy
from quacks_sim.policies.valued import DROPLET, RUBIES_GAINED, worth_of_point
from quacks_sim.rules.chips import frozen
from quacks_sim.rules.rewards import PURPLE

_POINTS, _RUBIES, _STEPS = (
    frozen([getattr(reward, name) for reward in PURPLE[1]])
    for name in ("points", "rubies", "droplet")
)


@policy("purple")
def highest(view: PurpleView, params: Params) -> int:
    """Take the highest tier that is possible.

    Set 4: of the chips of that tier the last in the order of kinds.
    """
    return view.options - 1


@policy("purple", Parameter("tier", 2, 1, 3, "highest tier to take", whole=True))
def at_most(view: PurpleView, params: Params) -> int:
    """Take the highest possible tier up to `tier`: the second may be worth more than the third."""
    choice = 0
    for option in range(view.options):
        if view.option_tier[option] <= params.tier:
            choice = option
    return choice


@inlined
def worth_of_tier(view: Any, learned: Array, tier: int) -> float:
    """Return what a tier of Set 1 is worth, the lowest being 0, by learned values."""
    worth = _POINTS[tier] * worth_of_point(view, learned)
    return worth + _RUBIES[tier] * learned[RUBIES_GAINED] + _STEPS[tier] * learned[DROPLET]


@policy("purple", needs="values")
def learned(view: PurpleView, params: Params) -> int:
    """Take the tier that is worth most, by learned values. Sets 2 and 4: the highest one.

    Set 1: a point; a point and a ruby; two points and a droplet step (rule 5.6).
    """
    if view.table[view.seat, PURPLE_BOOK] != 1 or view.options == 1:
        return view.options - 1
    learned = params.learned
    best, most = 0, worth_of_tier(view, learned, 0)
    if worth_of_tier(view, learned, 1) > most:
        best, most = 1, worth_of_tier(view, learned, 1)
    if view.options > 2 and worth_of_tier(view, learned, 2) >= most:
        best = 2
    return best


@policy("purple")
def lowest(view: PurpleView, params: Params) -> int:
    """Take the lowest tier. Sets 2 and 4: do nothing."""
    return 0


@policy("purple")
def random(view: PurpleView, params: Params) -> int:
    """Take any of the options, by lot."""
    return one_of(view, view.options)
