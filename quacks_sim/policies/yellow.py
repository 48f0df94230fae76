"""Whether a yellow chip puts back the white chip just before it (rule 5.4).

With the book of Set 4 the question is another one: whether it moves further.
"""

from quacks_sim.kernel.annotations import Parameters
from quacks_sim.kernel.views import BrewView
from quacks_sim.policies.facts import own_chance
from quacks_sim.policies.registry import Parameter, policy


@policy("yellow", always=True)
def always(view: BrewView, params: Parameters) -> bool:
    """Put the white chip back. Set 4: move further."""
    return True


@policy("yellow", always=False)
def never(view: BrewView, params: Parameters) -> bool:
    """Keep the white chip in the pot. Set 4: move the printed value only."""
    return False


@policy(
    "yellow",
    Parameter("value", 2, 1, 3, "smallest white chip to put back", whole=True),
    looks_at="pot",
)
def white_at_least(view: BrewView, params: Parameters) -> bool:
    """Put back a white chip of `value` or more. Set 4: move further."""
    return view.bonus > 0 or view.white_before >= params[0]


@policy("yellow", looks_at="pot")
def random(view: BrewView, params: Parameters) -> bool:
    """Toss a coin."""
    return own_chance(view) < 0.5
