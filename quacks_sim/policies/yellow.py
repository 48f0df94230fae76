"""Whether a yellow chip puts back the white chip just before it (rule 5.4)."""

from quacks_sim.policies.registry import policy


@policy("yellow", always=True)
def always(view, params):  # type: ignore[no-untyped-def]
    """Put the white chip back."""
    return True


@policy("yellow", always=False)
def never(view, params):  # type: ignore[no-untyped-def]
    """Keep the white chip in the pot."""
    return False
