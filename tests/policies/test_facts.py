"""Facts that policies work out, against numbers worked out by hand."""

from __future__ import annotations

import pytest

from quacks_sim.kernel.state import (
    DOUBLING,
    DOUBLING_VALUE,
    EXPLODED,
    LAST_SPACE,
    ORANGES,
    PASSIVE,
    PUMPKINS,
    RED_BOOK,
    RED_IN_POT,
    VICTORY_POINTS,
    YELLOW_BOOK,
    YELLOWS_PLACED,
)
from quacks_sim.policies import facts
from quacks_sim.rules.chips import KINDS
from tests.kernel.scripted import Scene
from tests.policies.hand_made import brewing, keys, table
from tests.worked_examples import parse_case


def test_chance_to_explode_counts_the_chips_that_exceed_the_limit() -> None:
    # White total 5: a 3 explodes, a 2 does not; 1 of 9 chips.
    assert facts.chance_to_explode(brewing(white_sum=5)) == pytest.approx(1 / 9)
    # White total 6: W2, W2 and W3 explode.
    assert facts.chance_to_explode(brewing(white_sum=6)) == pytest.approx(3 / 9)


def test_an_empty_bag_cannot_explode() -> None:
    assert facts.chance_to_explode(brewing("", white_sum=7)) == 0


def test_chance_without_the_last_chip() -> None:
    # Total 7 with a W3 last: back at 4 with a bag of W1 W2 W3 + W3; only more than 3 explodes.
    assert facts.chance_without_last(brewing("W1 W2 W3", white_sum=7, last="W3")) == 0
    # Total 7 with a W1 last: back at 6 with W1 W2 W3 + W1; the 2 and the 3 explode, 2 of 4.
    view = brewing("W1 W2 W3", white_sum=7, last="W1")
    assert facts.chance_without_last(view) == pytest.approx(2 / 4)


def test_is_white() -> None:
    assert facts.is_white(0)
    assert not facts.is_white(3)
    assert not facts.is_white(-1)


def test_best_rival_is_never_oneself() -> None:
    points = table({VICTORY_POINTS: 30}, {VICTORY_POINTS: 12}, {VICTORY_POINTS: 17})
    view = brewing(table=points, players=3)
    assert facts.best_rival_points(view) == 17
    assert facts.own_points(view) == 30
    assert facts.best_rival_points(brewing(table=points, players=3, seat=2)) == 30


def test_a_lone_player_is_level_with_nobody() -> None:
    view = brewing(table=table({VICTORY_POINTS: 8}, {VICTORY_POINTS: 50}), players=1)
    assert facts.best_rival_points(view) == 8


@pytest.mark.parametrize(
    ("own", "rival", "round_number", "expected"),
    [
        (10, 10, 3, 0.25),
        (10, 15, 3, 0.30),  # five behind, a hundredth each
        (15, 10, 3, 0.20),
        (10, 15, 9, 0.35),  # round 9 counts twice
        (10, 40, 3, 0.35),  # never more than a tenth
        (40, 10, 9, 0.15),
    ],
)
def test_risk_for_margin(own: int, rival: int, round_number: int, expected: float) -> None:
    points = table({VICTORY_POINTS: own}, {VICTORY_POINTS: rival})
    view = brewing(table=points, round=round_number)
    assert facts.risk_for_margin(view, 0.25, 0.01, 0.10) == pytest.approx(expected)


def test_a_rival_is_ahead_only_with_an_intact_pot_that_is_further() -> None:
    # The own scoring space is 10; a last chip on 9 scores 10 as well.
    assert not facts.rival_is_ahead(brewing(table=table({}, {LAST_SPACE: 9})))
    assert facts.rival_is_ahead(brewing(table=table({}, {LAST_SPACE: 10})))
    assert not facts.rival_is_ahead(brewing(table=table({}, {LAST_SPACE: 10, EXPLODED: 1})))
    assert not facts.rival_is_ahead(brewing(table=table({LAST_SPACE: 30}, {})))


def test_worth_of_a_space() -> None:
    # Space 10 prints 10 coins and 2 points; the spoon 35 and 15.
    assert facts.worth_of_space(10) == pytest.approx(4)
    assert facts.worth_of_space(53) == pytest.approx(22)


def test_gain_of_the_next_chip() -> None:
    # From space 10 (worth 4): O1 to 11 (11 coins, 2 points: 4.2), W3 explodes, 1 chip of 2.
    assert facts.gain_of_next_chip(brewing("O1 W3", white_sum=7)) == pytest.approx(0.2 / 2)
    # W2 to 12 (12 coins, 2 points: 4.4); W3 to 13 (13 coins, 2 points: 4.6).
    assert facts.gain_of_next_chip(brewing("W2 W3", white_sum=0)) == pytest.approx(1.0 / 2)


@pytest.mark.parametrize(("oranges", "space"), [(0, 11), (1, 12), (2, 12), (3, 13)])
def test_gain_includes_the_bonus_of_red(oranges: int, space: int) -> None:
    view = brewing("R1", table=table({ORANGES: oranges}))
    worth = {11: 4.2, 12: 4.4, 13: 4.6}
    assert facts.gain_of_next_chip(view) == pytest.approx(worth[space] - 4)


def test_gain_ends_at_the_spoon() -> None:
    # From space 52 (33 coins, 14 points: 20.6) a G4 reaches the spoon, worth 22.
    assert facts.gain_of_next_chip(brewing("G4", space=52)) == pytest.approx(1.4)


def test_own_chance_is_uniform_and_belongs_to_the_decision() -> None:
    numbers = [facts.own_chance(brewing(chance_key=key)) for key in keys(4000)]
    assert min(numbers) >= 0
    assert max(numbers) < 1
    # Mean 1/2, standard error 1 / sqrt(12 · 4000) = 0.0046.
    assert abs(sum(numbers) / 4000 - 0.5) < 0.02
    assert facts.own_chance(brewing(decision=1)) != facts.own_chance(brewing(decision=2))


def test_one_of_takes_each_option_alike() -> None:
    taken = [facts.one_of(brewing(chance_key=key), 3) for key in keys(3000)]
    assert set(taken) == {0, 1, 2}
    # 1000 each, standard deviation 25.8.
    assert all(abs(taken.count(option) - 1000) < 120 for option in range(3))


@pytest.mark.parametrize(
    ("kind", "columns", "last", "move"),
    [
        ("R2", {ORANGES: 3}, "", 4),
        ("R2", {RED_BOOK: 2, ORANGES: 3}, "", 0),  # it is put beside the pot
        ("R2", {RED_BOOK: 3}, "W3", 5),
        ("R2", {RED_BOOK: 4, ORANGES: 3}, "W3", 2),
        ("Y2", {YELLOW_BOOK: 4, YELLOWS_PLACED: 2}, "", 5),
        ("Y2", {YELLOW_BOOK: 4, YELLOWS_PLACED: 3}, "", 2),
        ("W1", {RED_BOOK: 4, PASSIVE: RED_IN_POT}, "", 2),
        ("O1", {PASSIVE: PUMPKINS}, "", 2),
        # Yellow-2 doubles a move with its bonuses, or by an option its printed value alone.
        ("R2", {ORANGES: 3, PASSIVE: DOUBLING}, "", 8),
        ("R2", {ORANGES: 3, PASSIVE: DOUBLING_VALUE}, "", 6),
    ],
)
def test_move_of_kind(kind: str, columns: dict[int, int], last: str, move: int) -> None:
    view = brewing(last=last or "G1", table=table(columns))
    assert facts.move_of_kind(view, KINDS.index(kind)) == move


@pytest.mark.parametrize(("scope", "move"), [("whole_move", 6), ("value_only", 5)])
def test_move_of_kind_follows_yellow_s2_scope(scope: str, move: int) -> None:
    scene = Scene(books="yellow=2", yellow_s2_scope=scope)
    scene.ready(0, 0)
    scene.brew(0, parse_case("T brew\ntape: O1 Y1 R2 stop").tape)
    # What the kernel did with the red chip, O1@1 Y1@2 R2@…, is what a policy sees before it.
    assert scene.pot() == f"O1@1,Y1@2,R2@{2 + move}"
    before = Scene(books="yellow=2", yellow_s2_scope=scope)
    before.ready(0, 0)
    before.brew(0, parse_case("T brew\ntape: O1 Y1 stop").tape)
    view = brewing(last="Y1", table=before.table.seats)
    assert facts.move_of_kind(view, KINDS.index("R2")) == move
