"""Features and what policies make of their weights must be the same sum."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quacks_sim.policies.valued import FEATURES, VALUE_COUNT, bag_worth
from quacks_sim.rules.chips import K1, KIND_COUNT, parse_bag
from quacks_sim.training.features import features_of, margins_of, neighbours_of
from quacks_sim.training.positions import AT_DROPLET, AT_POINTS, AT_RUBIES, POSITION_COLUMNS

_OF_THE_BAG = [
    place
    for place, name in enumerate(FEATURES)
    if name not in ("base", "droplet", "rubies", "flask", "behind", "ahead", "rival_blacks")
]


def seats(*bags: str) -> np.ndarray:
    """Return the positions of one game whose seats own these bags."""
    positions = np.zeros((1, len(bags), POSITION_COLUMNS), np.int16)
    for seat, bag in enumerate(bags):
        positions[0, seat, :KIND_COUNT] = parse_bag(bag)
    return positions


@settings(deadline=None)
@given(st.integers(0, 10**6))
def test_features_times_weights_are_what_policies_see(seed: int) -> None:
    chance = np.random.default_rng(seed)
    positions = np.zeros((1, 3, POSITION_COLUMNS), np.int16)
    positions[0, :, :KIND_COUNT] = chance.integers(0, 4, (3, KIND_COUNT))
    row = chance.normal(size=VALUE_COUNT)
    features = features_of(positions)[0]
    blacks = (positions[0, 1, K1] + positions[0, 2, K1]) / 2
    expected = features[0, _OF_THE_BAG] @ row[_OF_THE_BAG]
    owned = positions[0, 0, :KIND_COUNT].astype(np.int64)
    assert bag_worth(owned, blacks, row) == pytest.approx(expected)


def test_counts_and_pairs() -> None:
    features = dict(
        zip(FEATURES, features_of(seats("W1x4 O1x3 R1x2 K1", "W1 K1x3"))[0, 0], strict=True)
    )
    assert (features["base"], features["W1"], features["O1"]) == (1, 4, 3)
    assert (features["orange_pairs"], features["red_pairs"], features["black_pairs"]) == (3, 1, 0)
    assert features["orange_red"] == 6
    assert features["coloured_pairs"] == 15
    # At a table of two both neighbours are the same rival.
    assert (features["rival_blacks"], features["black_rivals"]) == (3, 3)


def test_margins_and_what_is_carried_over() -> None:
    positions = seats("W1", "W1", "W1")
    positions[0, :, AT_POINTS] = [10, 40, 25]
    positions[0, :, AT_DROPLET] = [1, 2, 3]
    positions[0, :, AT_RUBIES] = [0, 1, 5]
    assert margins_of(positions[:, :, AT_POINTS])[0].tolist() == [-30, 15, -15]
    found = features_of(positions)[0]
    named = {name: found[:, place].tolist() for place, name in enumerate(FEATURES)}
    assert (named["behind"], named["ahead"]) == ([25, 0, 15], [0, 15, 0])
    assert (named["droplet"], named["rubies"]) == ([1, 2, 3], [0, 1, 5])


def test_a_lone_player_has_no_rivals() -> None:
    found = features_of(seats("W1 K1"))[0, 0]
    named = dict(zip(FEATURES, found, strict=True))
    assert (named["behind"], named["ahead"], named["rival_blacks"]) == (0, 0, 0)
    assert neighbours_of(np.array([[4.0]])).tolist() == [[0.0]]
