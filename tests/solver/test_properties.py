"""What must hold for every solution: more is never worse, and no policy does better."""

import numpy as np
import pytest

from quacks_sim.brew_result import BrewResult
from quacks_sim.errors import InputError
from quacks_sim.rules.chips import KIND_COUNT, format_bag
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import SPACE_COINS, SPACE_VICTORY_POINTS
from quacks_sim.simulate import brew
from quacks_sim.solver.solve import solve
from quacks_sim.solver.worth import Worth

BAGS = [
    "W1x4 W2x2 W3 O1 G1",
    "W1x4 W2x2 W3 O1x2 R1 R2 Y1",
    "W1x4 W2x2 W3 O1 G1 B1 B2 G2",
]


def random_bags(count: int) -> list[str]:
    luck = np.random.default_rng(3)
    bags = []
    for _ in range(count):
        bag = np.zeros(KIND_COUNT, np.int64)
        bag[:3] = luck.integers(1, 4, 3)
        for kind in luck.choice(np.arange(3, KIND_COUNT), luck.integers(1, 5)):
            bag[kind] += 1
        bags.append(format_bag(bag))
    return bags


def value(bag: str, **more: object) -> float:
    return solve(bag, **more).value  # type: ignore[arg-type]


def mean_worth(result: BrewResult, coins: float, rubies: float) -> tuple[float, float]:
    """The mean worth of brews, and a bound of its standard error."""
    intact = result.totals.space_counts - result.totals.exploded
    points, paid = SPACE_VICTORY_POINTS * 1.0, coins * SPACE_COINS
    worth = np.array([points + paid, np.maximum(points, paid)])
    counts = np.array([intact, result.totals.exploded])
    mean = (worth * counts).sum() / result.rounds
    spread = np.sqrt((worth**2 * counts).sum() / result.rounds - mean**2)
    error = spread / np.sqrt(result.rounds) + rubies * result.rubies.standard_error
    return float(mean + rubies * result.rubies.mean), float(error)


@pytest.mark.parametrize("bag", BAGS)
@pytest.mark.parametrize(
    "policies",
    [
        {"stop": "safe"},
        {"stop": "white_sum:5"},
        {"stop": "bust_risk:0.2", "flask": "white_at_least:2"},
        {"stop": "bust_risk:0.4", "yellow": "never", "blue": "highest_coloured"},
        {"stop": "chips:5", "flask": "white_at_least:1", "blue": "none"},
        {"stop": "lookahead"},
        {"stop": "lookahead", "flask": "lookahead", "blue": "lookahead", "yellow": "lookahead"},
    ],
)
def test_no_policy_does_better(bag: str, policies: dict[str, str]) -> None:
    result = brew(bag, rounds=60_000, seed=9, **policies)  # type: ignore[arg-type]
    mean, error = mean_worth(result, 0.2, 0.5)
    assert mean <= value(bag, flask="flask" in policies) + 4 * error


def test_the_policies_that_look_ahead_come_close() -> None:
    for bag in BAGS:
        mean, error = mean_worth(brew(bag, stop="lookahead", rounds=60_000, seed=9), 0.2, 0.5)
        assert mean >= value(bag, flask=False) - 0.12 - 4 * error


@pytest.mark.parametrize("bag", random_bags(12))
def test_more_worth_never_lowers_the_value(bag: str) -> None:
    base = Worth(points=1, coins=0.2, rubies=0.5, droplet=0.5)
    before = value(bag, worth=base, rival_blacks=[1])
    for name in ("points", "coins", "rubies", "droplet", "flask", "space"):
        more = base.changed(**{name: getattr(base, name) + 0.3})
        assert value(bag, worth=more, rival_blacks=[1]) >= before - 1e-9
    assert value(bag, worth=base.changed(explosion=1.0), rival_blacks=[1]) <= before + 1e-9


@pytest.mark.parametrize("bag", random_bags(12))
def test_more_options_never_lower_the_value(bag: str) -> None:
    assert value(bag, flask=True) >= value(bag, flask=False) - 1e-9
    limits = [
        value(bag, rules=RuleOptions.read({"explosion_limit": limit})) for limit in range(5, 10)
    ]
    assert (np.diff(limits) >= -1e-9).all()
    assert value(bag, card="FB10") >= value(bag) - 1e-9
    found = solve(bag)
    assert found.value >= found.stop
    assert found.value >= found.draw


def test_worth_is_linear_in_its_unit() -> None:
    for bag in BAGS:
        once = value(bag, worth="points=1,coins=0.3,rubies=0.7,droplet=1")
        thrice = value(bag, worth="points=3,coins=0.9,rubies=2.1,droplet=3")
        assert thrice == pytest.approx(3 * once)


def test_pooling_comes_close() -> None:
    for bag in [*BAGS, "W1x4 W2x2 W3 O1x3 G1 B1 B2 R1 R2 Y1"]:
        exact, pooled = solve(bag, pooled=False), solve(bag, pooled=True)
        assert exact.is_exact
        assert not pooled.is_exact
        assert pooled.value == pytest.approx(exact.value, abs=0.03)
        assert pooled.chance_to_explode_now == exact.chance_to_explode_now


def test_too_many_states_are_pooled_or_refused() -> None:
    bag = "W1x4 W2x2 W3 O1x3 G1x2 B1 B2 R1x2 R2 Y1"
    few = solve(bag, most_states=300_000)
    assert not few.is_exact
    with pytest.raises(InputError, match="more than 300,000 states"):
        solve(bag, most_states=300_000, pooled=False)
    with pytest.raises(InputError, match="more than 1,000 states"):
        solve(bag, most_states=1000)


def test_a_table_of_coins_is_that_of_a_factor() -> None:
    table = Worth(points=1, coins=[0.2 * coins for coins in range(36)])
    assert value(BAGS[0], worth=table) == pytest.approx(value(BAGS[0], worth="points,coins=0.2"))


def test_6_a_the_chance_of_the_die_is_worth_its_faces() -> None:
    # Every end is intact: what the roll is worth is added once.
    sure = Worth(points=1, rubies=1, droplet=1, die=1.0, chips={"O1": 1})
    without = sure.changed(die=0.0)
    rolled = value("O1x2", worth=sure) - value("O1x2", worth=without)
    assert rolled == pytest.approx((1 + 1 + 2 + 1 + 1 + 1) / 6)
    twice = value("O1x2", worth=sure, card="FB4") - value("O1x2", worth=without)
    assert twice == pytest.approx(2 * rolled)
    by_space = sure.changed(die=[0.0] * 53 + [1.0])
    assert value("O1x2", worth=by_space) == value("O1x2", worth=without)
