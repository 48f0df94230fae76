"""Blue policies on views made by hand. Options are numbered in the order of revealing."""

from __future__ import annotations

from quacks_sim.policies import blue
from tests.policies.hand_made import keys, params, revealed


def test_furthest_coloured_counts_the_bonus() -> None:
    # R1 moves 3 with its bonus, G2 moves 2.
    assert blue.furthest_coloured(revealed({"G2": 11, "R1": 12, "W3": 13}), params()) == 1


def test_furthest_coloured_of_equals_is_the_first_kind() -> None:
    assert blue.furthest_coloured(revealed({"Y2": 11, "G2": 11, "B2": 11}), params()) == 1


def test_furthest_coloured_places_no_white_chip() -> None:
    assert blue.furthest_coloured(revealed({"W1": 10, "W2": 11}), params()) == 2


def test_highest_coloured_looks_at_the_value_only() -> None:
    assert blue.highest_coloured(revealed({"G2": 11, "R1": 12, "W3": 13}), params()) == 0
    assert blue.highest_coloured(revealed({"Y2": 11, "B2": 11}), params()) == 1


def test_highest_coloured_takes_the_smallest_safe_white_chip() -> None:
    # White total 5: a 3 explodes, a 2 does not.
    assert blue.highest_coloured(revealed({"W3": 12, "W2": 11}, white_sum=5), params()) == 1
    view = revealed({"W2": 11, "W1": 10, "W3": 12}, white_sum=4)
    assert blue.highest_coloured(view, params()) == 1


def test_highest_coloured_places_none_if_all_explode() -> None:
    assert blue.highest_coloured(revealed({"W3": 12, "W2": 11}, white_sum=6), params()) == 2
    assert blue.highest_coloured(revealed({}), params()) == 0


def test_none() -> None:
    assert blue.none(revealed({"O1": 10, "G4": 14}), params()) == 2


def test_random_takes_each_option() -> None:
    chips = {"O1": 10, "G4": 14}
    taken = [blue.random(revealed(chips, chance_key=key), params()) for key in keys(1500)]
    # 500 each, standard deviation 18.
    assert all(abs(taken.count(option) - 500) < 80 for option in range(3))
