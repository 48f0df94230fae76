"""Points or coins after an explosion (rule 6.D)."""

from quacks_sim.kernel.views import ExplosionView
from quacks_sim.policies.facts import own_chance
from quacks_sim.policies.params import Params
from quacks_sim.policies.registry import Parameter, policy
from quacks_sim.policies.valued import COINS, RATS, worth_of_point
from quacks_sim.rules.amounts import COINS_PER_POINT
from quacks_sim.rules.tables import ROUNDS


@policy("explosion", always=False)
def coins(view: ExplosionView, params: Params) -> bool:
    """Always take the coins."""
    return False


@policy("explosion", always=True)
def points(view: ExplosionView, params: Params) -> bool:
    """Always take the points."""
    return True


@policy("explosion", Parameter("round", 7, 1, 10, "first round of taking points", whole=True))
def points_from(view: ExplosionView, params: Params) -> bool:
    """Take coins before `round` and points from it on (10: never)."""
    return view.round >= params.round


@policy(
    "explosion",
    Parameter("coins_per_point", 3, 0, 35, "coins that are worth as much as a point"),
)
def worth_more(view: ExplosionView, params: Params) -> bool:
    """Take the points if they are worth more than the coins at `coins_per_point`.

    In round 9 five coins are a point (rule 8.3), whatever the parameter says.
    """
    if view.round == ROUNDS:
        return view.points >= view.coins // COINS_PER_POINT
    return view.points * params.coins_per_point >= view.coins


@policy("explosion", RATS, needs="values")
def learned(view: ExplosionView, params: Params) -> bool:
    """Take the points if they are worth more than what the coins buy, by learned values."""
    points = view.points * worth_of_point(view, params.learned, params.rats)
    return points >= params.learned[COINS + view.coins]


@policy("explosion")
def random(view: ExplosionView, params: Params) -> bool:
    """Toss a coin."""
    return own_chance(view) < 0.5
