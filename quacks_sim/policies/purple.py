"""Which tier of the purple reward to take (rule 5.6; Sets 2 and 4: or none)."""

from quacks_sim.kernel.state import PURPLE_BOOK
from quacks_sim.kernel.views import PurpleView
from quacks_sim.policies.facts import one_of
from quacks_sim.policies.params import Params
from quacks_sim.policies.registry import Parameter, policy
from quacks_sim.policies.valued import DROPLET, RUBIES_GAINED, worth_of_point


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


@policy("purple", needs="values")
def learned(view: PurpleView, params: Params) -> int:
    """Take the tier that is worth most, by learned values. Sets 2 and 4: the highest one.

    Set 1: a point; a point and a ruby; two points and a droplet step (rule 5.6).
    """
    if view.table[view.seat, PURPLE_BOOK] != 1 or view.options == 1:
        return view.options - 1
    point = worth_of_point(view, params.learned)
    best, most = 0, point
    if point + params.learned[RUBIES_GAINED] > most:
        best, most = 1, point + params.learned[RUBIES_GAINED]
    if view.options > 2 and 2.0 * point + params.learned[DROPLET] >= most:
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
