"""Whether purple is resolved before green in step B (rule 6.B; not asked if both are of Set 1)."""

from quacks_sim.kernel.state import GREEN_BOOK, PURPLE_BOOK
from quacks_sim.kernel.views import OrderView
from quacks_sim.policies.facts import own_chance
from quacks_sim.policies.params import Params
from quacks_sim.policies.registry import policy


@policy("order")
def by_books(view: OrderView, params: Params) -> bool:
    """Take the order that gains more: purple first with purple of Sets 1 and 2, unless green is 3.

    Purple 1 and 2 may bring the ruby that green 4 wants, and trading purple chips in can only bring
    green ones among the last two. Purple 4 could take a green chip away; green 3 moves a purple one
    further before purple 3 scores it.
    """
    return view.table[view.seat, PURPLE_BOOK] <= 2 and view.table[view.seat, GREEN_BOOK] != 3


@policy("order", always=False)
def green_first(view: OrderView, params: Params) -> bool:
    """Resolve green first."""
    return False


@policy("order", always=True)
def purple_first(view: OrderView, params: Params) -> bool:
    """Resolve purple first."""
    return True


@policy("order")
def random(view: OrderView, params: Params) -> bool:
    """Toss a coin."""
    return own_chance(view) < 0.5
