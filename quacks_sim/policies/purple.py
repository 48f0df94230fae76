"""Which tier of the purple reward to take (rule 5.6)."""

from quacks_sim.kernel.annotations import Parameters
from quacks_sim.kernel.views import PurpleView
from quacks_sim.policies.facts import one_of
from quacks_sim.policies.registry import Parameter, policy


@policy("purple")
def highest(view: PurpleView, params: Parameters) -> int:
    """Take the highest tier that is open."""
    return view.tiers - 1


@policy("purple", Parameter("tier", 2, 1, 3, "highest tier to take", whole=True))
def at_most(view: PurpleView, params: Parameters) -> int:
    """Take the highest open tier up to `tier`: the second is worth a ruby instead of a droplet."""
    return min(view.tiers, int(params[0])) - 1


@policy("purple")
def random(view: PurpleView, params: Parameters) -> int:
    """Take any open tier, by lot."""
    return one_of(view, view.tiers)
