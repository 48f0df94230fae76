"""When to use the flask. Asked as soon as a chip lies in the pot that may go back (rule 4.6)."""

from quacks_sim.policies.registry import Parameter, policy
from quacks_sim.rules.chips import KIND_COLOUR, KIND_VALUE, WHITE


@policy("flask", always=False)
def never(view, params):  # type: ignore[no-untyped-def]
    """Never use the flask."""
    return False


@policy("flask", Parameter("value", 3, 1, 3, "smallest white chip to put back", whole=True))
def white_at_least(view, params):  # type: ignore[no-untyped-def]
    """Put back any white chip of `value` or more."""
    return KIND_COLOUR[view.last_kind] == WHITE and KIND_VALUE[view.last_kind] >= params[0]
