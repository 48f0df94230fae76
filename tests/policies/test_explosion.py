"""Policies after an explosion, on views made by hand. True takes the points."""

from __future__ import annotations

import pytest

from quacks_sim.policies import explosion
from tests.policies.hand_made import exploded, keys, params


def test_coins_and_points() -> None:
    assert explosion.coins(exploded(9, 1), params()) is False
    assert explosion.points(exploded(0, 35), params()) is True


def test_points_from() -> None:
    assert not explosion.points_from(exploded(3, 15, 6), params(round=7))
    assert explosion.points_from(exploded(3, 15, 7), params(round=7))
    assert not explosion.points_from(exploded(3, 15, 9), params(round=10))


def test_worth_more() -> None:
    # 3 points against 15 coins: even at 5 coins a point.
    assert explosion.worth_more(exploded(3, 15), params(coins_per_point=5))
    assert not explosion.worth_more(exploded(3, 15), params(coins_per_point=4.9))


def test_worth_more_in_round_9_goes_by_the_rule() -> None:
    # 19 coins are 3 points, 20 are 4.
    assert explosion.worth_more(exploded(3, 19, 9), params(coins_per_point=0))
    assert not explosion.worth_more(exploded(3, 20, 9), params(coins_per_point=35))


def test_random() -> None:
    taken = sum(explosion.random(exploded(1, 6, chance_key=key), params()) for key in keys(2000))
    assert taken == pytest.approx(1000, abs=100)
