"""Whether and how green chips of Sets 2 to 4 are used in step B. Answer 0 does nothing."""

from quacks_sim.kernel.views import GreenView
from quacks_sim.policies.facts import one_of
from quacks_sim.policies.params import Params
from quacks_sim.policies.registry import Parameter, policy


@policy(
    "green",
    Parameter("pay_until", 8, 0, 9, "Set 4: last round of paying a ruby for the droplet", True),
    Parameter("second", 0, 0, 1, "Set 2: 1 takes red and purple chips, 0 blue and yellow", True),
)
def use(view: GreenView, params: Params) -> int:
    """Use it: gain a chip, move the last chip, pay a ruby (not in round 9: it would be in vain).

    Of two chips the first or the second; the other one if that is not to be had.
    """
    if view.book == 4:
        return 1 if view.round <= params.pay_until else 0
    if view.book == 3:
        return 1 if view.new_space > view.space else 0
    return view.options - 1 if params.second > 0 else 1


@policy("green")
def never(view: GreenView, params: Params) -> int:
    """Do nothing."""
    return 0


@policy("green")
def random(view: GreenView, params: Params) -> int:
    """Do any of it or nothing, by lot."""
    return one_of(view, view.options)
