"""Facts that several policies work out from a view; compiled into them."""

from quacks_sim.kernel.jit import inlined
from quacks_sim.kernel.random import POLICIES, random_unit
from quacks_sim.kernel.state import VICTORY_POINTS


@inlined
def chance_to_explode(view):  # type: ignore[no-untyped-def]
    """Return the chance that the next chip explodes the pot, 0–1 (0 for an empty bag)."""
    if view.bag_size == 0:
        return 0.0
    return view.bust_chips / view.bag_size


@inlined
def own_chance(view):  # type: ignore[no-untyped-def]
    """Return a uniform number in [0, 1) that belongs to this decision alone.

    It comes from a stream of its own: a policy that uses chance changes no draw of the game.
    """
    return random_unit(view.chance_key, POLICIES, view.decision)


@inlined
def own_points(view):  # type: ignore[no-untyped-def]
    """Return the own victory points."""
    return view.table[view.seat, VICTORY_POINTS]


@inlined
def best_rival_points(view):  # type: ignore[no-untyped-def]
    """Return the victory points of the best rival; the own ones for a lone player."""
    best = -1
    for seat in range(view.players):
        if seat != view.seat:
            best = max(best, view.table[seat, VICTORY_POINTS])
    return best if best >= 0 else own_points(view)
