"""Whether a red chip uses the bonus that orange chips give it (rule 5.3)."""

from quacks_sim.policies.facts import own_chance
from quacks_sim.policies.registry import policy


@policy("red", always=True)
def always(view, params):  # type: ignore[no-untyped-def]
    """Use the bonus."""
    return True


@policy("red", always=False)
def never(view, params):  # type: ignore[no-untyped-def]
    """Move the printed value only."""
    return False


@policy("red")
def random(view, params):  # type: ignore[no-untyped-def]
    """Toss a coin."""
    return own_chance(view) < 0.5
