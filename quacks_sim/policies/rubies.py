"""How to spend rubies (rule 6.F). Asked until the answer is to keep them."""

from quacks_sim.kernel.views import KEEP, MOVE_DROPLET
from quacks_sim.policies.registry import Parameter, policy


@policy("rubies")
def keep(view, params):  # type: ignore[no-untyped-def]
    """Keep all rubies; two are worth a point at the end (rule 8.3)."""
    return KEEP


@policy("rubies", Parameter("until", 8, 0, 8, "last round of moving the droplet", whole=True))
def droplet(view, params):  # type: ignore[no-untyped-def]
    """Move the droplet as long as the rubies last, up to round `until`."""
    if view.can_move_droplet and view.round <= params[0]:
        return MOVE_DROPLET
    return KEEP
