"""Chips and bags as text (rule 0.2)."""

import numpy as np
import pytest

from quacks_sim.errors import InputError
from quacks_sim.rules.chips import (
    KIND_COLOUR,
    KIND_VALUE,
    KINDS,
    WHITE,
    WHITE_VALUE,
    format_bag,
    kind_index,
    parse_bag,
)
from quacks_sim.rules.tables import STARTING_BAG


def test_kinds_and_their_values() -> None:
    assert len(KINDS) == 18
    assert [KINDS[kind] for kind in range(4)] == ["W1", "W2", "W3", "O1"]
    assert KIND_VALUE[kind_index("G4")] == 4
    assert WHITE_VALUE[KIND_COLOUR != WHITE].sum() == 0
    assert WHITE_VALUE[:3].tolist() == [1, 2, 3]


def test_the_starting_bag_as_text() -> None:
    assert format_bag(STARTING_BAG) == "W1x4 W2x2 W3 O1 G1"
    assert np.array_equal(parse_bag("W1x4 W2x2 W3 O1 G1"), STARTING_BAG)
    assert np.array_equal(parse_bag("g1, o1, W3 W2 W2 w1×4"), STARTING_BAG)
    assert parse_bag("").sum() == 0


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("W4", "W4"),
        ("W1y4", "W1y4"),
        ("W1x", "W1x"),
        ("hello", "hello"),
        ("W1x-1", "W1x-1"),
        ("O1x300", "216"),
        ("W1x99999999999999999999", "216"),
    ],
)
def test_a_wrong_bag_is_named(text: str, cause: str) -> None:
    with pytest.raises(InputError) as error:
        parse_bag(text)
    assert cause in error.value.cause
    assert error.value.cure
    assert "\n" not in error.value.cause


def test_the_tables_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        KIND_VALUE[0] = 9
