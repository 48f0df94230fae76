"""Purple policies on views made by hand. The answer is an index from the lowest tier."""

from __future__ import annotations

from quacks_sim.policies import purple as policies
from tests.policies.hand_made import keys, params, purple


def test_highest() -> None:
    assert policies.highest(purple(2), params()) == 1
    assert policies.highest(purple(3), params()) == 2


def test_at_most() -> None:
    assert policies.at_most(purple(3), params(tier=2)) == 1
    assert policies.at_most(purple(2), params(tier=3)) == 1
    assert policies.at_most(purple(3), params(tier=1)) == 0


def test_other_books() -> None:
    # Set 2: nothing, or a tier. Set 4: nothing, two changes of tier 1, one of tier 3.
    assert policies.highest(purple(2, [0, 1, 2]), params()) == 2
    assert policies.at_most(purple(3, [0, 1, 2, 3]), params(tier=2)) == 2
    assert policies.at_most(purple(3, [0, 1, 1, 3]), params(tier=2)) == 2
    assert policies.at_most(purple(3, [0, 3]), params(tier=2)) == 0
    assert policies.lowest(purple(3, [0, 1, 2, 3]), params()) == 0


def test_random() -> None:
    taken = [policies.random(purple(3, chance_key=key), params()) for key in keys(1500)]
    assert all(abs(taken.count(tier) - 500) < 80 for tier in range(3))
