"""An example of policies of your own: a player who goes for the spaces with a ruby.

``ruby_hunter.toml`` beside this file uses them. Check yours with
``quacks_sim.testing.check_policy``; docs/policies.md tells how to write one.
"""

from quacks_sim.policies import Parameter, chance_to_explode, inlined, policy
from quacks_sim.rules.chips import KIND_COLOUR, WHITE
from quacks_sim.rules.tables import SPACE_RUBY, SPOON


@inlined
def ruby_within(space, reach):  # type: ignore[no-untyped-def]
    """Return whether one of the next `reach` spaces has a ruby."""
    for ahead in range(1, reach + 1):
        if space + ahead <= SPOON and SPACE_RUBY[space + ahead]:
            return True
    return False


@policy(
    "stop",
    Parameter("on_ruby", 0.10, 0, 1, "highest accepted chance to explode on a ruby space"),
    Parameter("near_ruby", 0.40, 0, 1, "the same while a ruby space is within reach"),
    Parameter("elsewhere", 0.25, 0, 1, "the same otherwise"),
    Parameter("reach", 1, 0, 8, "spaces that count as within reach", whole=True),
)
def stop_on_rubies(view, params):  # type: ignore[no-untyped-def]
    """Stop early on a space with a ruby, but draw on while the next one is within reach."""
    if SPACE_RUBY[view.space]:
        risk = params.on_ruby
    elif ruby_within(view.space, int(params.reach)):
        risk = params.near_ruby
    else:
        risk = params.elsewhere
    return chance_to_explode(view) > risk


@policy("blue")
def land_on_ruby(view, params):  # type: ignore[no-untyped-def]
    """Place the coloured chip that leads to a ruby space, else the one that moves furthest.

    The scoring space is the one after the chip.
    """
    best, best_score = view.options - 1, 0
    for option in range(view.options - 1):
        if KIND_COLOUR[view.option_kind[option]] != WHITE:
            reached = view.option_space[option]
            score = 1 + reached + 100 * SPACE_RUBY[reached + 1]
            if score > best_score:
                best, best_score = option, score
    return best
