"""The tables of the box (rule 14)."""

from quacks_sim.rules.chips import kind_index
from quacks_sim.rules.tables import (
    BOX_COUNT,
    RAT_TAILS_FIRST_LAP,
    SPACE_COINS,
    SPACE_RUBY,
    SPACE_VICTORY_POINTS,
    STARTING_BAG,
    prices,
    read_table,
)


def test_1_2_starting_bag() -> None:
    assert STARTING_BAG.sum() == 9
    assert STARTING_BAG[kind_index("W3")] == 1


def test_1_3_supply() -> None:
    assert BOX_COUNT.sum() == 216
    assert BOX_COUNT[kind_index("K1")] == 18
    # Rule 10.4: four starting bags and four extra whites use up all white chips.
    assert [int(BOX_COUNT[kind] - 4 * STARTING_BAG[kind]) for kind in range(3)] == [4, 0, 0]


def test_0_1_pot_track() -> None:
    assert len(SPACE_COINS) == 54
    assert (SPACE_COINS[53], SPACE_VICTORY_POINTS[53], SPACE_RUBY[53]) == (35, 15, 0)
    assert (SPACE_COINS[15], SPACE_COINS[16]) == (15, 15)
    assert SPACE_RUBY.sum() == 15
    assert [space for space in range(20) if SPACE_RUBY[space]] == [5, 9, 13, 16]
    assert SPACE_RUBY[52] == 1


def test_3_2_rat_tails() -> None:
    assert RAT_TAILS_FIRST_LAP[:5] == (1, 4, 7, 10, 12)
    assert len(RAT_TAILS_FIRST_LAP) == 23


def test_6_e_1_prices() -> None:
    assert prices()["orange", 1, 1] == 3
    assert prices()["green", 3, 4] == 21
    assert len(prices()) == len(read_table("prices")) == 54


def test_the_die() -> None:
    assert [row["outcome"] for row in read_table("bonus_die")] == [
        *["victory_points"] * 3,
        "ruby",
        "droplet",
        "chip_orange_1",
    ]
