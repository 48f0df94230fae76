"""Stop policies on views made by hand."""

from __future__ import annotations

import pytest

from quacks_sim.kernel.state import BREWING, EXPLODED, LAST_SPACE, TOGETHER, VICTORY_POINTS
from quacks_sim.policies import stopping
from tests.policies.hand_made import brewing, keys, params, table

# White total 6, nine chips, three of which explode.
THIRD = brewing(white_sum=6)


def test_white_sum() -> None:
    assert not stopping.white_sum(brewing(white_sum=4), params(total=5))
    assert stopping.white_sum(brewing(white_sum=5), params(total=5))


def test_bust_risk_accepts_the_very_risk() -> None:
    assert not stopping.bust_risk(THIRD, params(max_risk=1 / 3))
    assert stopping.bust_risk(THIRD, params(max_risk=0.33))


def test_risk_at_least_does_not() -> None:
    assert stopping.risk_at_least(THIRD, params(risk=1 / 3))
    assert not stopping.risk_at_least(THIRD, params(risk=0.34))
    assert stopping.risk_at_least(brewing(white_sum=0), params(risk=0))


def test_safe() -> None:
    assert not stopping.safe(brewing(white_sum=4), params())
    assert stopping.safe(brewing(white_sum=5), params())


def test_space_and_chips() -> None:
    assert stopping.space(brewing(space=20), params(space=20))
    assert not stopping.space(brewing(space=19), params(space=20))
    assert stopping.chips(brewing(pot_size=4), params(chips=4))
    assert not stopping.chips(brewing(pot_size=4), params(chips=5))


def test_never() -> None:
    assert stopping.never(brewing(white_sum=7), params()) is False


def test_risk_by_margin() -> None:
    level = params(max_risk=0.30, shift=0.01, most_shift=0.10)
    behind = table({VICTORY_POINTS: 10}, {VICTORY_POINTS: 15})
    assert stopping.risk_by_margin(THIRD, level)
    # Five points behind: 0.35 is accepted, a third is less.
    assert not stopping.risk_by_margin(brewing(white_sum=6, table=behind), level)


def test_risk_by_margin_never_refuses_a_safe_draw() -> None:
    ahead = table({VICTORY_POINTS: 50}, {})
    assert not stopping.risk_by_margin(
        brewing(table=ahead), params(max_risk=0.05, shift=0.01, most_shift=0.1)
    )


def test_ruby_risk() -> None:
    # Space 9 has a ruby, space 10 has none.
    assert stopping.ruby_risk(brewing(white_sum=6, space=9), params(max_risk=0.5, ruby_risk=0.1))
    assert not stopping.ruby_risk(
        brewing(white_sum=6, space=10), params(max_risk=0.5, ruby_risk=0.1)
    )
    assert not stopping.ruby_risk(
        brewing(white_sum=4, space=9), params(max_risk=0.5, ruby_risk=0.1)
    )


def test_reach_for_die() -> None:
    ahead = brewing(white_sum=6, table=table({}, {LAST_SPACE: 15}))
    assert not stopping.reach_for_die(ahead, params(max_risk=0.25, die_risk=0.4))
    assert stopping.reach_for_die(THIRD, params(max_risk=0.25, die_risk=0.4))


def test_chase_compares_pots_only_where_all_brew_together() -> None:
    risks = params(max_risk=0.30, chase_risk=0.40, lead_risk=0.20)  # the risk is a third
    mine = {TOGETHER: 1, BREWING: 1}
    ahead, level = {LAST_SPACE: 15, BREWING: 1}, {BREWING: 1}

    def stops(*seats: dict[int, int], accepted: float = 1 / 3, players: int = 2) -> bool:
        view = brewing(white_sum=6, table=table(*seats), players=players)
        return bool(stopping.chase(view, params(max_risk=0.3, chase_risk=accepted, lead_risk=0.2)))

    # Behind an intact pot: a third is accepted if it is at most the risk of the chase.
    assert not stops(mine, ahead)
    assert stops(mine, ahead, accepted=0.33)
    # One after the other, alone, or with nobody ahead: the base risk.
    assert stops({BREWING: 1}, ahead)
    assert stops(mine, players=1)
    assert stops(mine, level)
    assert stops(mine, {**ahead, EXPLODED: 1})
    # Nobody can catch up: less than the base risk is enough to stop.
    ninth = brewing("W1x8 W3", white_sum=5)  # one of nine chips explodes
    assert not stopping.chase(ninth._replace(table=table(mine, level)), risks)
    assert not stopping.chase(
        ninth._replace(table=table(mine, {})), params(max_risk=0.3, chase_risk=0.4, lead_risk=0.12)
    )
    assert stopping.chase(
        ninth._replace(table=table(mine, {})), params(max_risk=0.3, chase_risk=0.4, lead_risk=0.11)
    )


def test_expected_gain_weighs_gain_and_loss() -> None:
    # Space 10, O1 and W3 left, white total 7: gain 0.1; half of the chips explode.
    # Before round 6 the 2 points are lost: 0.5 · 2 = 1. The draw pays below a factor of 0.1.
    view = brewing("O1 W3", white_sum=7, round=5)
    assert not stopping.expected_gain(view, params(factor=0.09, points_from=6))
    assert stopping.expected_gain(view, params(factor=0.11, points_from=6))


def test_expected_gain_loses_coins_in_later_rounds() -> None:
    # Space 6 (6 coins, 1 point): O1 gives a fifth of a coin more, gain 0.2 / 2 = 0.1.
    # Lost: the point, or 6 / 5 of coins; times 1/2 times the factor 0.19: 0.095 or 0.114.
    view = brewing("O1 W3", white_sum=7, space=6, round=5)
    assert not stopping.expected_gain(view, params(factor=0.19, points_from=6))
    assert stopping.expected_gain(view._replace(round=6), params(factor=0.19, points_from=6))


def test_expected_gain_never_refuses_a_safe_draw() -> None:
    # Spaces 15 and 16 are worth the same: nothing to gain, but nothing to lose either.
    assert not stopping.expected_gain(brewing("O1", space=15), params(factor=10, points_from=6))


def test_random_tosses_a_fair_coin() -> None:
    stops = sum(stopping.random(brewing(chance_key=key), params()) for key in keys(2000))
    assert stops == pytest.approx(1000, abs=100)  # standard deviation 22
