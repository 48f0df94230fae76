"""Simulated frequencies against exact probabilities, for bags with every colour."""

from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest
from scipy.stats import chi2

import quacks_sim as qs
from tests.statistical.enumeration import Brew, Outcomes, Player, mean, outcomes

STARTING_BAG = "W1x4 W2x2 W3 O1 G1"
ROUNDS = 400_000

#: Wider than chance would have it in one of 10,000 looks; seeds are fixed, so a failure is a fault.
STANDARD_ERRORS = 4.0


def white_sum(total: int) -> Callable[[Brew], bool]:
    return lambda brew: brew.white >= total


def bust_risk(risk: float) -> Callable[[Brew], bool]:
    return lambda brew: brew.bust_chance(7) > risk


def space(number: int) -> Callable[[Brew], bool]:
    return lambda brew: brew.last + 1 >= number


def never(_: Brew) -> bool:
    return False


def test_the_enumeration_knows_published_values() -> None:
    exact = outcomes(STARTING_BAG, Player(bust_risk(0.2)))
    assert sum(exact.values()) == pytest.approx(1, abs=1e-12)
    assert float(mean(exact, lambda end: end[1])) == pytest.approx(0.084127, abs=5e-7)
    assert float(mean(exact, lambda end: end[0])) == pytest.approx(8.365079, abs=5e-7)
    exact = outcomes(STARTING_BAG, Player(white_sum(5)))
    assert mean(exact, lambda end: end[1]) == 0
    assert float(mean(exact, lambda end: end[0])) == pytest.approx(7.342857, abs=5e-7)
    assert float(mean(exact, lambda end: end[2])) == pytest.approx(0.222222, abs=5e-7)


CASES = [
    ("starting bag, bust_risk 0.2", STARTING_BAG, "bust_risk:0.2", bust_risk(0.2), {}),
    ("starting bag, white_sum 5", STARTING_BAG, "white_sum:5", white_sum(5), {}),
    ("starting bag, white_sum 7", STARTING_BAG, "white_sum:7", white_sum(7), {}),
    ("starting bag, safe", STARTING_BAG, "safe", bust_risk(0), {}),
    ("starting bag, space 10", STARTING_BAG, "space:10", space(10), {}),
    ("starting bag, never", STARTING_BAG, "never", never, {}),
    ("round 6", "W1x5 W2x2 W3 O1x2 G1 R1", "bust_risk:0.3", bust_risk(0.3), {"start": 5}),
    ("flask", STARTING_BAG, "bust_risk:0.3", bust_risk(0.3), {"flask": 3}),
    ("flask from 1", STARTING_BAG, "never", never, {"flask": 1}),
    ("blue chain", "W1x3 W2x2 W3 B1x2 B2 O1", "bust_risk:0.25", bust_risk(0.25), {}),
    ("blue 4, short bag", "W1x2 W3 B4 B2 G2 R1", "bust_risk:0.3", bust_risk(0.3), {}),
    ("blue declined", "W1x3 W2 W3 B2x2 O1", "white_sum:6", white_sum(6), {"blue": False}),
    ("red and orange", "W1x2 W2 W3 O1x3 R1 R2", "bust_risk:0.3", bust_risk(0.3), {}),
    ("yellow", "W1x3 W2x2 W3 Y1 Y2 G1", "bust_risk:0.3", bust_risk(0.3), {}),
    ("yellow kept", "W1x3 W2x2 W3 Y1 Y2", "never", never, {"yellow": False}),
    ("yellow and flask", "W1x2 W2 W3x2 Y1 Y4 O1", "bust_risk:0.4", bust_risk(0.4), {"flask": 2}),
    ("all colours", "W1 W2 W3x2 O1 G1 B2 R1 Y1 P1 K1", "bust_risk:0.3", bust_risk(0.3), {}),
    ("all colours, flask", "W2 W3x2 O1 G2 B1 R2 Y1 P1 K1", "never", never, {"flask": 3}),
    ("the end of the pot", "W1x2 W2 W3 G4 B4 R4 O1", "never", never, {"start": 44}),
]


@pytest.mark.parametrize(
    ("bag", "policy", "stop", "more"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_frequencies_agree_with_exact_probabilities(
    bag: str, policy: str, stop: Callable[[Brew], bool], more: dict[str, int]
) -> None:
    player = Player(
        stop,
        flask_from=more.get("flask", 9),
        blue=more.get("blue", True),
        yellow=more.get("yellow", True),
    )
    exact = outcomes(bag, player, more.get("start", 0))
    result = qs.brew(
        bag,
        stop=policy,
        flask=f"white_at_least:{more['flask']}" if "flask" in more else "never",
        blue="furthest_coloured" if more.get("blue", True) else "none",
        yellow="always" if more.get("yellow", True) else "never",
        start=more.get("start", 0),
        rounds=ROUNDS,
        seed=20_240,
    )
    assert sum(exact.values()) == pytest.approx(1, abs=1e-12)
    _within(result.explosion_rate.mean, exact, lambda end: end[1])
    _within(result.scoring_space.mean, exact, lambda end: end[0])
    _within(result.rubies.mean, exact, lambda end: end[2])
    _spaces_fit(result.space_counts, exact)


def _within(simulated: float, exact: Outcomes, of: Callable[[tuple[int, bool, int]], int]) -> None:
    expected = float(mean(exact, of))
    variance = float(mean(exact, lambda end: of(end) ** 2)) - expected**2
    assert abs(simulated - expected) <= STANDARD_ERRORS * sqrt(max(variance, 0) / ROUNDS) + 1e-12


def _spaces_fit(counts: np.ndarray, exact: Outcomes) -> None:
    """The whole distribution of scoring spaces, by a chi-square test; rare ones put together."""
    expected = np.zeros(len(counts))
    for end, chance in exact.items():
        expected[end[0]] += float(chance) * ROUNDS
    assert counts[expected == 0].sum() == 0
    common = expected >= 10
    rare = ~common & (expected > 0)
    observed = np.append(counts[common], counts[rare].sum())
    wanted = np.append(expected[common], expected[rare].sum())
    observed, wanted = observed[wanted > 0], wanted[wanted > 0]
    statistic = ((observed - wanted) ** 2 / wanted).sum()
    assert chi2.sf(statistic, max(len(wanted) - 1, 1)) > 1e-4
