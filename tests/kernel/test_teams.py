"""Policies that change with the round: a teaching team swaps after each round. Rule 11.3."""

import numpy as np
import pytest

from quacks_sim.choices import Choice, replaced
from quacks_sim.errors import SimulationError
from quacks_sim.policies.registry import policy
from quacks_sim.strategy import Strategy, load_strategy
from tests.kernel.games import few, journals, match_of, of

pytestmark = pytest.mark.rule("11.3")

TEAM = Strategy.from_dict(
    {
        "stop": [
            {"rounds": "odd", "policy": "chips", "chips": 1},
            {"rounds": "even", "policy": "chips", "chips": [3] * 5 + [2] * 4},
        ],
        "flask": "never",
        "purchase": [{"rounds": "1-3", "policy": "nothing"}, {"policy": "dearest"}],
    },
    name="team",
)


def test_the_members_of_a_team_take_turns() -> None:
    for events in journals(match_of(TEAM, "yardstick"), 4):
        for number in range(1, 10):
            drawn = len(of(events, "draw", round=number, seat=0))
            expected = 1 if number % 2 else (3 if number < 6 else 2)
            assert drawn == expected
        bought = {e["round"] for e in of(events, "purchase", seat=0) if e["chips"]}
        assert not bought & {1, 2, 3}
        assert bought & {4, 5, 6, 7, 8}


def test_to_everybody_else_a_team_is_one_player() -> None:
    # A team of twins is the strategy that either of them would be.
    twins = Strategy.from_dict(
        {
            **load_strategy("yardstick").to_dict(),
            "stop": [
                {"rounds": rounds, "policy": "bust_risk", "max_risk": 0.3}
                for rounds in ("odd", "even")
            ],
        },
        name="twins",
    )
    one = match_of("yardstick+stop.max_risk=0.3", "balanced").block(0, few(30), "rounds")
    two = match_of(twins, "balanced").block(0, few(30), "rounds")
    assert np.array_equal(one.round_rows, two.round_rows)


@policy("rubies")
def buys_the_sky(view, params):  # type: ignore[no-untyped-def]
    """Want what is not sold."""
    return 7


def test_the_policy_of_that_round_is_named_if_it_breaks_the_rules() -> None:
    wrong = replaced(
        load_strategy("random").choices["rubies"], (2, 4, 6), Choice(buys_the_sky.policy, {})
    )
    strategy = load_strategy("random+stop=chips:6")
    broken = Strategy("broken", {**strategy.choices, "rubies": wrong})
    with pytest.raises(SimulationError, match="buys_the_sky"):
        match_of(broken, "safe").block(0, 200)
