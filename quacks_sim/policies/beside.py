"""What to do, after brewing, with the red chips beside the pot (red-2)."""

from quacks_sim.kernel.views import BesideView
from quacks_sim.policies.facts import one_of
from quacks_sim.policies.params import Params
from quacks_sim.policies.registry import Parameter, policy
from quacks_sim.rules.chips import KIND_VALUE


@policy(
    "beside",
    Parameter("from_round", 1, 1, 9, "first round of placing them; before, they stay", True),
)
def place(view: BesideView, params: Params) -> int:
    """Place the biggest first, from a round on; what finds no room in the pot stays beside it."""
    best, best_value = 0, 0
    if view.round >= params.from_round:
        for option in range(1, view.options):
            value = KIND_VALUE[view.option_kind[option]]
            if view.option_place[option] == 1 and value > best_value:
                best, best_value = option, value
    return best


@policy("beside")
def leave(view: BesideView, params: Params) -> int:
    """Leave them beside the pot."""
    return 0


@policy("beside")
def bag(view: BesideView, params: Params) -> int:
    """Put all of them into the bag."""
    for option in range(1, view.options):
        if view.option_place[option] == 0:
            return option
    return 0


@policy("beside")
def random(view: BesideView, params: Params) -> int:
    """Place, bag or leave them, by lot."""
    return one_of(view, view.options)
