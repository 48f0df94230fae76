"""What to buy (rule 6.E). The answer is the index of a basket of the market."""

from quacks_sim.kernel.jit import inlined
from quacks_sim.policies.registry import policy


@inlined
def is_legal(view, basket):  # type: ignore[no-untyped-def]
    """Return whether all kinds of an affordable basket are in play and in the supply."""
    return view.basket_kinds[basket] & ~view.available == 0


@policy("purchase")
def dearest(view, params):  # type: ignore[no-untyped-def]
    """Buy the dearest affordable basket; of equal prices the first listed."""
    for basket in range(view.first, view.nothing):
        if is_legal(view, basket):
            return basket
    return view.nothing
