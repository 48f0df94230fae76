"""When to stop drawing. Asked before every draw, also the first (rule 4.2.1)."""

from quacks_sim.kernel.state import FLASK_FULL
from quacks_sim.kernel.views import BrewView
from quacks_sim.policies.ahead import (
    COINS,
    DEPTH,
    EXPLOSION,
    RUBIES,
    TO_THE_END,
    best_ahead,
    best_of_one,
    brew_of,
    linear_worth,
    only_greens,
    with_bonus,
    worth_of_drawing,
    worth_of_ending,
    worth_of_stopping,
)
from quacks_sim.policies.facts import (
    chance_to_explode,
    gain_of_next_chip,
    own_chance,
    risk_for_margin,
    rival_is_ahead,
    rivals_are_done,
    sees_rivals,
)
from quacks_sim.policies.params import Params
from quacks_sim.policies.registry import Parameter, policy
from quacks_sim.policies.valued import DIE, RATS, WIN_FROM, learned_extras, learned_worth
from quacks_sim.rules.amounts import COINS_PER_POINT
from quacks_sim.rules.tables import SPACE_COINS, SPACE_RUBY, SPACE_VICTORY_POINTS


@policy("stop", Parameter("total", 5, 0, 10, "white total from which on to stop", whole=True))
def white_sum(view: BrewView, params: Params) -> bool:
    """Stop as soon as the white chips in the pot total at least `total`."""
    return view.white_sum >= params.total


@policy(
    "stop", Parameter("max_risk", 0.25, 0, 1, "highest accepted chance to explode"), looks_at="bag"
)
def bust_risk(view: BrewView, params: Params) -> bool:
    """Stop when the chance that the next chip explodes the pot is greater than `max_risk`."""
    return chance_to_explode(view) > params.max_risk


@policy("stop", Parameter("risk", 0.25, 0, 1, "chance to explode at which to stop"), looks_at="bag")
def risk_at_least(view: BrewView, params: Params) -> bool:
    """Stop when the chance that the next chip explodes the pot is at least `risk`.

    Unlike `bust_risk` it also stops when the chance is just that: at 0 it never draws.
    Source: the bots of tylorlilley.
    """
    return chance_to_explode(view) >= params.risk


@policy("stop", looks_at="bag")
def safe(view: BrewView, params: Params) -> bool:
    """Stop when the next chip could explode the pot."""
    return view.bust_chips > 0


@policy("stop", Parameter("space", 20, 1, 53, "scoring space to reach", whole=True))
def space(view: BrewView, params: Params) -> bool:
    """Stop once the scoring space is at least `space`."""
    return view.space >= params.space


@policy("stop", Parameter("chips", 7, 0, 60, "chips in the pot", whole=True))
def chips(view: BrewView, params: Params) -> bool:
    """Stop once `chips` chips lie in the pot."""
    return view.pot_size >= params.chips


@policy("stop", always=False)
def never(view: BrewView, params: Params) -> bool:
    """Draw until the pot explodes, the bag is empty or the pot is full."""
    return False


@policy(
    "stop",
    Parameter("max_risk", 0.25, 0, 1, "highest accepted chance to explode when level"),
    Parameter("shift", 0.01, -0.1, 0.1, "more risk for each point behind the best rival"),
    Parameter("most_shift", 0.10, 0, 1, "the shift never exceeds this"),
    needs="rivals",
)
def risk_by_margin(view: BrewView, params: Params) -> bool:
    """Accept more risk when behind the best rival and less when ahead.

    A draw that cannot explode is never refused. Source: the bots of quacks-elixir, whose shift
    counts twice in round 9.
    """
    if view.bust_chips == 0:
        return False
    return chance_to_explode(view) > risk_for_margin(
        view, params.max_risk, params.shift, params.most_shift
    )


@policy(
    "stop",
    Parameter("max_risk", 0.25, 0, 1, "highest accepted chance to explode"),
    Parameter("ruby_risk", 0.10, 0, 1, "the same while the scoring space has a ruby"),
)
def ruby_risk(view: BrewView, params: Params) -> bool:
    """Accept `max_risk`, but only `ruby_risk` while the scoring space has a ruby."""
    risk = params.ruby_risk if SPACE_RUBY[view.space] else params.max_risk
    return chance_to_explode(view) > risk


@policy(
    "stop",
    Parameter("max_risk", 0.25, 0, 1, "highest accepted chance to explode"),
    Parameter("die_risk", 0.40, 0, 1, "the same while an intact pot of a rival is further"),
    needs="rivals",
)
def reach_for_die(view: BrewView, params: Params) -> bool:
    """Accept `max_risk`, but `die_risk` while a rival would win the bonus die.

    In rounds 1–8 only the rivals who brewed before can be ahead.
    """
    risk = params.die_risk if rival_is_ahead(view) else params.max_risk
    return chance_to_explode(view) > risk


@policy(
    "stop",
    Parameter("max_risk", 0.25, 0, 1, "highest accepted chance to explode"),
    Parameter("chase_risk", 0.45, 0, 1, "the same while an intact pot of a rival is further"),
    Parameter("lead_risk", 0.15, 0, 1, "the same once nobody can catch up any more"),
    needs="cues",
)
def chase(view: BrewView, params: Params) -> bool:
    """Draw on while an intact pot of a rival is further, and play safe once nobody can catch up.

    It compares pots only where all brew together: in round 9, and in every round of synchronized
    brewing (option `synchronized`). In all other rounds, and alone at the table, it accepts
    `max_risk`. Nobody can catch up when all rivals have ended and no intact pot of theirs is
    further.
    """
    risk = params.max_risk
    if sees_rivals(view):
        if rival_is_ahead(view):
            risk = params.chase_risk
        elif rivals_are_done(view):
            risk = params.lead_risk
    return chance_to_explode(view) > risk


@policy(
    "stop",
    Parameter("factor", 0.5, 0, 10, "weight of the possible loss"),
    Parameter("points_from", 6, 1, 10, "first round of taking points after an explosion", True),
)
def expected_gain(view: BrewView, params: Params) -> bool:
    """Draw while the next chip's expected gain exceeds `factor` times the expected loss.

    Gain and loss are points and a fifth of the coins. Lost in an explosion is what is not taken
    then: the points before round `points_from`, the coins from it on. A draw that cannot explode
    is never refused. Source: the policy bundles of the Edinburgh student project.
    """
    if view.bust_chips == 0:
        return False
    lost = SPACE_VICTORY_POINTS[view.space] * 1.0
    if view.round >= params.points_from:
        lost = SPACE_COINS[view.space] / COINS_PER_POINT
    return gain_of_next_chip(view) <= params.factor * chance_to_explode(view) * lost


@policy("stop", COINS, RUBIES, EXPLOSION, DEPTH)
def lookahead(view: BrewView, params: Params) -> bool:
    """Stop unless drawing is worth more, the white chips in the bag counted, others averaged.

    With a `depth` of 4 the next chip is looked at as it is, and the brew from there on to its end;
    else up to 3 draws, all averaged. A draw that cannot explode is never refused, one that must
    explode never taken. How close it comes to best play is measured in docs/solver.md.
    """
    if view.bust_chips == 0:
        return False
    if view.bust_chips == view.bag_size:
        return True
    brew = brew_of(view)
    worth = linear_worth(params.coins, params.rubies, params.explosion)
    stop = worth_of_stopping(brew, worth)
    if params.depth < TO_THE_END:
        if best_of_one(brew, worth) > stop:
            return False
        return best_ahead(brew, worth, params.depth) <= stop
    extras = only_greens(view, params.rubies)
    return worth_of_drawing(view, brew, worth, extras) <= worth_of_ending(view, brew, worth, extras)


@policy("stop", DIE, WIN_FROM, RATS, needs="values")
def learned(view: BrewView, params: Params) -> bool:
    """Stop unless best play to the end of the brew is worth more, by learned values.

    White chips are counted exactly, all others are averaged; that the flask may still be used
    counts, too. A draw that cannot explode is never refused.
    """
    if view.bust_chips == 0:
        return False
    if view.bust_chips == view.bag_size:
        return True
    brew = brew_of(view)
    worth = learned_worth(view, params.learned, params.die, params.win_from, params.rats)
    extras = learned_extras(
        view, params.learned, params.win_from, view.table[view.seat, FLASK_FULL]
    )
    brew = with_bonus(view, brew, extras)
    return worth_of_drawing(view, brew, worth, extras) <= worth_of_ending(view, brew, worth, extras)


@policy("stop")
def random(view: BrewView, params: Params) -> bool:
    """Toss a coin before every draw."""
    return own_chance(view) < 0.5
