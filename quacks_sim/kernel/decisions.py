"""Decision points: the moments at which the rules let a player choose.

For each one: its view, and whether the answer is yes/no or an index. A compiled policy is a
function ``policy(view, params)`` of exactly that signature; ``params`` lies in memory as a
read-only float64 array with the parameters of the policy in this round.
"""

from typing import Any, NamedTuple

from numba import types

from quacks_sim.kernel.views import (
    BesideView,
    BlueView,
    BrewView,
    CardView,
    DropletView,
    ExplosionView,
    GreenView,
    OrderView,
    PurchaseView,
    PurpleView,
    RubiesView,
    view_type,
)

(
    STOP,
    FLASK,
    BLUE,
    RED,
    YELLOW,
    PURPLE,
    EXPLOSION,
    PURCHASE,
    RUBIES,
    ORDER,
    GREEN,
    BESIDE,
    CARD,
    DROPLET,
) = range(14)


class Decision(NamedTuple):
    """One decision point."""

    name: str
    view: type
    yes_or_no: bool
    asks: str


DECISIONS = (
    Decision("stop", BrewView, True, "stop drawing? (before every draw)"),
    Decision("flask", BrewView, True, "put the white chip just placed back with the flask?"),
    Decision("blue", BlueView, False, "which of the chips revealed by blue to place, or none?"),
    Decision("red", BrewView, True, "use the bonus of the red chip about to be placed?"),
    Decision(
        "yellow",
        BrewView,
        True,
        "put back the white chip before a yellow one (set 4: move further)?",
    ),
    Decision("purple", PurpleView, False, "which tier of the purple reward to take, or none?"),
    Decision("explosion", ExplosionView, True, "after an explosion: the points, not the coins?"),
    Decision("purchase", PurchaseView, False, "which basket of chips to buy?"),
    Decision("rubies", RubiesView, False, "keep the rubies, move the droplet or fill the flask?"),
    Decision("order", OrderView, True, "resolve purple chips before green ones?"),
    Decision("green", GreenView, False, "use what a green chip of sets 2 to 4 offers?"),
    Decision("beside", BesideView, False, "what to do with red chips beside the pot (set 2)?"),
    Decision("card", CardView, False, "which option of an event card to take?"),
    Decision("droplet", DropletView, True, "test tubes: a droplet step into the next tube?"),
)
DECISION_NAMES = tuple(decision.name for decision in DECISIONS)


#: ``params`` as the kernel passes it.
BARE_PARAMS = types.Array(types.float64, 1, "C", readonly=True)


def policy_signature(decision: Decision, params: Any = BARE_PARAMS) -> Any:
    """Return the numba signature ``result(view, params)`` of a decision point's policies.

    `params` is a type that lies in memory as :data:`BARE_PARAMS` does.
    """
    result = types.boolean if decision.yes_or_no else types.int64
    return result(view_type(decision.view), params)
