"""How to spend rubies (rule 6.F). Asked until the answer is to keep them.

With the option ``tube_purchase_round_9`` they buy tubes in round 9 (rule 11.2). The policies that
spend rubies on the droplet then buy tubes as long as these bring more points than the rubies.
"""

import numpy as np

from quacks_sim.kernel.jit import inlined
from quacks_sim.kernel.state import DROPLET as DROPLET_COLUMN
from quacks_sim.kernel.views import BUY_TUBE, FILL_FLASK, KEEP, MOVE_DROPLET, RubiesView
from quacks_sim.policies.facts import one_of, own_chance, tubes_pay
from quacks_sim.policies.params import Params
from quacks_sim.policies.registry import Parameter, policy
from quacks_sim.policies.valued import DROPLET, EXPLORE, FLASK, RUBIES
from quacks_sim.rules.amounts import RUBIES_FOR_A_THING


@inlined
def at_last(view: RubiesView) -> int:
    """Buy the next tube if that is possible and pays (round 9), else keep the rubies."""
    return BUY_TUBE if view.can_buy_tube and tubes_pay(view) else KEEP


@policy("rubies")
def keep(view: RubiesView, params: Params) -> int:
    """Keep all rubies; two are worth a point at the end (rule 8.3)."""
    return KEEP


@inlined
def wish_by_lot(view: RubiesView, chance: float) -> int:
    """Return one of keeping, droplet and flask by a number in [0, 1); kept if it cannot be had."""
    wish = int(chance * (FILL_FLASK + 1))
    if wish == MOVE_DROPLET and not view.can_move_droplet:
        wish = KEEP
    if wish == FILL_FLASK and not view.can_fill_flask:
        wish = KEEP
    return wish


@policy("rubies", EXPLORE, needs="values")
def learned(view: RubiesView, params: Params) -> int:
    """Move the droplet, fill the flask or keep the rubies: what is worth most by learned values."""
    if view.can_buy_tube:
        return at_last(view)
    chance = own_chance(view)
    if chance < params.explore:
        return wish_by_lot(view, chance / params.explore)
    droplet = params.learned[DROPLET] if view.can_move_droplet else -np.inf
    flask = params.learned[FLASK] if view.can_fill_flask else -np.inf
    if max(droplet, flask) <= RUBIES_FOR_A_THING * params.learned[RUBIES]:
        return KEEP
    return MOVE_DROPLET if droplet >= flask else FILL_FLASK


@policy("rubies", Parameter("until", 8, 0, 8, "last round of moving the droplet", whole=True))
def droplet(view: RubiesView, params: Params) -> int:
    """Move the droplet as long as the rubies last, up to round `until`."""
    if view.can_move_droplet and view.round <= params.until:
        return MOVE_DROPLET
    return at_last(view)


@policy(
    "rubies",
    Parameter("space", 6, 0, 52, "space up to which the droplet is moved", whole=True),
    Parameter("until", 8, 0, 8, "last round of moving the droplet", whole=True),
)
def droplet_to(view: RubiesView, params: Params) -> int:
    """Move the droplet up to a certain space, up to round `until`.

    Source: the Edinburgh student project, whose cap is 6.
    """
    if (
        view.can_move_droplet
        and view.round <= params.until
        and view.table[view.seat, DROPLET_COLUMN] < params.space
    ):
        return MOVE_DROPLET
    return at_last(view)


@policy(
    "rubies",
    Parameter("until", 8, 0, 8, "last round of moving the droplet", whole=True),
    Parameter("flask_until", 8, 0, 8, "last round of filling the flask", whole=True),
)
def flask_first(view: RubiesView, params: Params) -> int:
    """Fill an empty flask, then move the droplet, up to a round for each."""
    if view.can_fill_flask and view.round <= params.flask_until:
        return FILL_FLASK
    if view.can_move_droplet and view.round <= params.until:
        return MOVE_DROPLET
    return at_last(view)


@policy(
    "rubies",
    Parameter("until", 8, 0, 8, "last round of moving the droplet", whole=True),
    Parameter("flask_until", 8, 0, 8, "last round of filling the flask", whole=True),
)
def droplet_first(view: RubiesView, params: Params) -> int:
    """Move the droplet, then fill an empty flask, up to a round for each.

    The flask is filled from the first round in which the droplet is not moved any more.
    """
    if view.can_move_droplet and view.round <= params.until:
        return MOVE_DROPLET
    if view.can_fill_flask and view.round <= params.flask_until:
        return FILL_FLASK
    return at_last(view)


@policy("rubies")
def random(view: RubiesView, params: Params) -> int:
    """Keep them, or buy any of what they can buy, by lot."""
    things = view.can_move_droplet + view.can_fill_flask + view.can_buy_tube
    choice = one_of(view, 1 + things)
    if choice == 1 and view.can_buy_tube:
        return BUY_TUBE
    if choice == 1 and not view.can_move_droplet:
        return FILL_FLASK
    return choice
