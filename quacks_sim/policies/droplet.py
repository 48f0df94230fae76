"""Whether a droplet step goes into a test tube or on in the pot (rule 11.2)."""

from quacks_sim.kernel.views import DropletView
from quacks_sim.policies.facts import own_chance, worth_of_tubes
from quacks_sim.policies.params import Params
from quacks_sim.policies.registry import Parameter, policy
from quacks_sim.rules.tables import ROUNDS


@policy(
    "droplet",
    Parameter("space", 0.4, 0, 5, "points that a space further is worth in each round left"),
    Parameter("drawn", 0.5, 0, 1, "share of the rounds in which a chip of the bag is drawn"),
    Parameter("ruby", 0.5, 0, 5, "points that a ruby is worth"),
    Parameter("ahead", 3, 1, 12, "tubes to look ahead", whole=True),
)
def worth(view: DropletView, params: Params) -> bool:
    """Take what is worth more: the next tube now, or a space further in all rounds left.

    A chip moves the pot by its value in the rounds in which it is drawn. The tube counts as the
    best average of the tubes up to `ahead`, for a poor one may stand before good ones. In round 9
    it is the tube, since no round is left.
    """
    in_pot = params.space * (ROUNDS - view.round)
    return worth_of_tubes(view, params.space * params.drawn, params.ruby, params.ahead) >= in_pot


@policy("droplet", always=False)
def pot(view: DropletView, params: Params) -> bool:
    """Always move the droplet of the pot."""
    return False


@policy("droplet", always=True)
def tube(view: DropletView, params: Params) -> bool:
    """Always move into the next tube."""
    return True


@policy("droplet", Parameter("round", 6, 1, 9, "first round of taking tubes", whole=True))
def tube_from(view: DropletView, params: Params) -> bool:
    """Move the droplet of the pot before `round`, into the next tube from it on."""
    return view.round >= params.round


@policy("droplet")
def random(view: DropletView, params: Params) -> bool:
    """Toss a coin."""
    return own_chance(view) < 0.5
