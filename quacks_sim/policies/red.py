"""Whether a red chip uses its bonus (rule 5.3; Set 3: of the white chip before it)."""

from quacks_sim.kernel.views import BrewView
from quacks_sim.policies.facts import own_chance
from quacks_sim.policies.params import Params
from quacks_sim.policies.registry import policy


@policy("red", always=True)
def always(view: BrewView, params: Params) -> bool:
    """Use the bonus."""
    return True


@policy("red", always=False)
def never(view: BrewView, params: Params) -> bool:
    """Move the printed value only."""
    return False


@policy("red", looks_at="pot")
def random(view: BrewView, params: Params) -> bool:
    """Toss a coin."""
    return own_chance(view) < 0.5
