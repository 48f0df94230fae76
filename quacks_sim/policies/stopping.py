"""When to stop drawing. Asked before every draw, also the first (rule 4.2.1)."""

from quacks_sim.policies.facts import best_rival_points, chance_to_explode, own_points
from quacks_sim.policies.registry import Parameter, policy


@policy("stop", Parameter("total", 5, 0, 10, "white total from which on to stop", whole=True))
def white_sum(view, params):  # type: ignore[no-untyped-def]
    """Stop as soon as the white chips in the pot total at least `total`."""
    return view.white_sum >= params[0]


@policy("stop", Parameter("max_risk", 0.25, 0, 1, "highest accepted chance to explode"))
def bust_risk(view, params):  # type: ignore[no-untyped-def]
    """Stop when the chance that the next chip explodes the pot is greater than `max_risk`."""
    return chance_to_explode(view) > params[0]


@policy("stop")
def safe(view, params):  # type: ignore[no-untyped-def]
    """Stop when the next chip could explode the pot."""
    return view.bust_chips > 0


@policy("stop", Parameter("space", 20, 1, 53, "scoring space to reach", whole=True))
def space(view, params):  # type: ignore[no-untyped-def]
    """Stop once the scoring space is at least `space`."""
    return view.space >= params[0]


@policy("stop", Parameter("chips", 7, 0, 60, "chips in the pot", whole=True))
def chips(view, params):  # type: ignore[no-untyped-def]
    """Stop once `chips` chips lie in the pot."""
    return view.pot_size >= params[0]


@policy("stop", always=False)
def never(view, params):  # type: ignore[no-untyped-def]
    """Draw until the pot explodes, the bag is empty or the pot is full."""
    return False


@policy(
    "stop",
    Parameter("max_risk", 0.25, 0, 1, "highest accepted chance to explode when level"),
    Parameter("shift", 0.01, -0.1, 0.1, "more risk for each point behind the best rival"),
    Parameter("most_shift", 0.10, 0, 1, "the shift never exceeds this"),
)
def risk_by_margin(view, params):  # type: ignore[no-untyped-def]
    """Accept more risk when behind the best rival and less when ahead.

    Source: the bots of quacks-elixir, whose shift counts twice in round 9.
    """
    if view.bust_chips == 0:
        return False
    weight = params[1] * (2.0 if view.round == 9 else 1.0)
    shift = weight * (best_rival_points(view) - own_points(view))
    shift = min(max(shift, -params[2]), params[2])
    return chance_to_explode(view) > params[0] + shift
