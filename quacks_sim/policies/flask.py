"""When to use the flask. Asked as soon as a chip lies in the pot that may go back (rule 4.6)."""

from quacks_sim.kernel.views import BrewView
from quacks_sim.policies.ahead import (
    COINS,
    EXPLOSION,
    FLASK,
    RUBIES,
    best_in_the_end,
    best_with_flask,
    brew_of,
    linear_worth,
    with_white_back,
)
from quacks_sim.policies.facts import (
    chance_to_explode,
    chance_without_last,
    is_white,
    own_chance,
    risk_for_margin,
)
from quacks_sim.policies.params import Params
from quacks_sim.policies.registry import Parameter, policy
from quacks_sim.policies.valued import DIE, RATS, WIN_FROM, learned_worth, worth_of_flask
from quacks_sim.rules.chips import WHITE_VALUE
from quacks_sim.rules.tables import ROUNDS


@policy("flask", always=False)
def never(view: BrewView, params: Params) -> bool:
    """Never use the flask."""
    return False


@policy(
    "flask",
    Parameter("value", 3, 1, 3, "smallest white chip to put back", whole=True),
    looks_at="bag",
)
def white_at_least(view: BrewView, params: Params) -> bool:
    """Put back any white chip of `value` or more."""
    return is_white(view.last_kind) and WHITE_VALUE[view.last_kind] >= params.value


@policy(
    "flask",
    Parameter("risk", 0.25, 0, 1, "chance to explode above which to put a chip back"),
    Parameter("value", 1, 1, 3, "smallest white chip to put back", whole=True),
)
def risk_above(view: BrewView, params: Params) -> bool:
    """Put back a white chip of `value` or more when the chance to explode is greater than `risk`.

    Source: the chance threshold that the Edinburgh student project varies.
    """
    return (
        is_white(view.last_kind)
        and WHITE_VALUE[view.last_kind] >= params.value
        and chance_to_explode(view) > params.risk
    )


@policy(
    "flask",
    Parameter("value", 3, 1, 3, "smallest white chip to put back before round 9", whole=True),
    Parameter("max_risk", 0.25, 0, 1, "highest accepted chance to explode when level"),
    Parameter("shift", 0.01, -0.1, 0.1, "more risk for each point behind the best rival"),
    Parameter("most_shift", 0.10, 0, 1, "the shift never exceeds this"),
    needs="rivals",
)
def to_draw_on(view: BrewView, params: Params) -> bool:
    """Put back a white chip of `value` or more if that brings the risk back under the accepted one.

    In round 9 any white chip. The accepted risk is meant to be that of the stop policy
    `risk_by_margin`, so the brew goes on. Source: the bots of quacks-elixir.
    """
    if not is_white(view.last_kind):
        return False
    if view.round < ROUNDS and WHITE_VALUE[view.last_kind] < params.value:
        return False
    accepted = risk_for_margin(view, params.max_risk, params.shift, params.most_shift)
    return chance_to_explode(view) > accepted and chance_without_last(view) <= accepted


@policy("flask", COINS, RUBIES, EXPLOSION, FLASK)
def lookahead(view: BrewView, params: Params) -> bool:
    """Put a white chip back if best play is worth more then, the flask being worth `flask`.

    That it may still be used later in the brew counts, too; coloured chips are averaged.
    """
    if not is_white(view.last_kind):
        return False
    brew = brew_of(view)
    worth = linear_worth(params.coins, params.rubies, params.explosion)
    before = with_white_back(brew, view.last_kind, brew.space - WHITE_VALUE[view.last_kind])
    kept = params.flask if view.round < ROUNDS else 0.0
    return best_in_the_end(before, worth) > best_with_flask(brew, worth, kept)


@policy("flask", DIE, WIN_FROM, RATS, needs="values")
def learned(view: BrewView, params: Params) -> bool:
    """Put a white chip back if best play is worth more then, by learned values."""
    if not is_white(view.last_kind):
        return False
    brew = brew_of(view)
    before = with_white_back(brew, view.last_kind, brew.space - WHITE_VALUE[view.last_kind])
    worth = learned_worth(view, params.learned, params.die, params.win_from, params.rats)
    kept = worth_of_flask(view, params.learned, params.win_from)
    return best_in_the_end(before, worth) > best_with_flask(brew, worth, kept)


@policy("flask", Parameter("chance", 0.5, 0, 1, "how often a white chip goes back"))
def chance(view: BrewView, params: Params) -> bool:
    """Put back a white chip with a certain chance. Source: the Edinburgh student project."""
    return is_white(view.last_kind) and own_chance(view) < params.chance


@policy("flask")
def random(view: BrewView, params: Params) -> bool:
    """Toss a coin."""
    return own_chance(view) < 0.5
