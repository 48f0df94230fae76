"""Which of the chips revealed by a blue chip to place (rule 5.2)."""

from quacks_sim.policies.registry import policy
from quacks_sim.rules.chips import KIND_COLOUR, WHITE


@policy("blue")
def furthest_coloured(view, params):  # type: ignore[no-untyped-def]
    """Place the coloured chip that moves furthest, bonus included; none if all are white.

    Of chips that move equally far, the first in the order of kinds.
    """
    best = view.options - 1
    best_space, best_kind = -1, 99
    for option in range(view.options - 1):
        kind = view.option_kind[option]
        reached = view.option_space[option]
        if KIND_COLOUR[kind] != WHITE and (
            reached > best_space or (reached == best_space and kind < best_kind)
        ):
            best, best_space, best_kind = option, reached, kind
    return best


@policy("blue")
def none(view, params):  # type: ignore[no-untyped-def]
    """Place none of them."""
    return view.options - 1
