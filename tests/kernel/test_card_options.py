"""Every rule option of an event card changes a result of the compiled kernel. Rule 12."""

import pytest

from quacks_sim.kernel.state import (
    DROPLET,
    END_REASON,
    EXPLODED,
    EXPLODED_POT,
    POINTS_CARD,
    RATS,
    RUBIES,
    RUBIES_GAINED,
    SCORING_SPACE,
    START_SPACE,
    VICTORY_POINTS,
)
from quacks_sim.rules.chips import B1, G1, G2, K1, O1, P1, W1, W2, W3
from tests.kernel.test_cards import DRAW, NO, STOP, YES, brewed, owned, scene_of, strong


@pytest.mark.rule("2.3")
@pytest.mark.parametrize(("timing", "options"), [("before_event", 2), ("after_event", 1)])
def test_option_round6_white(timing: str, options: int) -> None:
    scene = scene_of(1, 5, round6_white=timing)
    for _ in range(4):
        scene.table.owned[0, W1] -= 1
    scene.table.bag[0, W1] = 0
    # With the extra W1 in the bag there is a choice to answer.
    answers = (NO,) if options == 2 else ()
    scene.begin_round(6, "FP6", answers)
    assert scene[0, POINTS_CARD] == 4


@pytest.mark.rule("FP3", "12")
def test_option_wheel_and_deal_orange() -> None:
    scene = scene_of(1, 1, wheel_and_deal_orange="forbidden")
    scene.begin_round(2, "FP3", (1,))
    assert (owned(scene, 0, O1), owned(scene, 0, G1)) == (1, 2)


@pytest.mark.rule("FP9", "12")
def test_option_good_start_amount() -> None:
    scene = scene_of(2, 1, good_start_amount="all_or_nothing")
    scene[0, VICTORY_POINTS] = 8
    scene.begin_round(2, "FP9", (1,))
    assert (scene[1, RATS], scene[1, RUBIES]) == (0, 4)


@pytest.mark.rule("FP10", "12")
def test_option_rats_friends_rats_after() -> None:
    scene = scene_of(2, 1, rats_friends_rats_after="used_up")
    scene[0, VICTORY_POINTS] = 10
    scene.begin_round(2, "FP10", (4, 0))
    assert (scene[1, RATS], scene[1, START_SPACE]) == (0, 0)
    scene.begin_round(3)
    assert scene[1, RATS] == 2, "only in the round of the card"


@pytest.mark.rule("FP11", "12")
def test_option_choose_wisely_early_purple() -> None:
    scene = scene_of(1, 1, choose_wisely_early_purple="yes")
    scene.begin_round(2, "FP11", (YES,))
    assert owned(scene, 0, P1) == 1


@pytest.mark.rule("FP13", "12")
def test_option_flea_market_white() -> None:
    scene = scene_of(1, 1, flea_market_white="yes")
    scene.begin_round(2, "FP13", (W1, W2, W3, O1, 1))
    assert [owned(scene, 0, kind) for kind in (W1, W2, W3)] == [4, 1, 2]


@pytest.mark.rule("FB2", "12")
def test_option_schadenfreude_timing() -> None:
    tape = [DRAW, W3, NO, DRAW, W3, NO, DRAW, W2]
    scene = brewed("FB2", [*tape, 0], players=2, schadenfreude_timing="immediately")
    assert scene[0, END_REASON] == EXPLODED_POT
    assert owned(scene, 1, G2) == 1
    scene.after_brewing([])
    assert owned(scene, 1, G2) == 1, "not twice"


@pytest.mark.rule("FB3", "12")
@pytest.mark.parametrize(
    ("reading", "asked", "pot"), [("rescue", [YES, STOP], ""), ("none", [], "W3@3,W3@6,W2@8")]
)
def test_option_second_chance_explosion(reading: str, asked: list[int], pot: str) -> None:
    tape = [DRAW, W3, NO, DRAW, W3, NO, DRAW, W2, *asked]
    scene = brewed("FB3", tape, second_chance_explosion=reading)
    assert (scene.pot(), scene[0, EXPLODED]) == (pot, int(not asked))


@pytest.mark.rule("FB3", "12")
@pytest.mark.parametrize("timing", ["before_action", "after_action"])
def test_option_second_chance_timing(timing: str) -> None:
    four = [DRAW, O1] * 4
    restart, action = [YES], [O1, 1]  # a B1 reveals an O1, nothing is placed
    fifth = [DRAW, B1, *(restart if timing == "before_action" else action + restart)]
    scene = brewed("FB3", [*four, *fifth, STOP], second_chance_timing=timing)
    assert scene.pot() == ""


@pytest.mark.rule("FB7", "6.B", "12")
@pytest.mark.parametrize(("reading", "paid"), [("suppressed", 0), ("counted", 1)])
def test_option_strong_ingredient_deferred(reading: str, paid: int) -> None:
    green = strong("O1", G2, strong_ingredient_deferred=reading)
    assert green[0, SCORING_SPACE] == 4
    green.evaluate([1, 0])
    # Space 4 has no ruby.
    assert green[0, RUBIES_GAINED] == paid
    purple = strong("O1", P1, strong_ingredient_deferred=reading)
    purple.evaluate([4, 0])
    assert purple[0, VICTORY_POINTS] == paid
    black = strong("O1", K1, strong_ingredient_deferred=reading)
    black.evaluate([1, 0])
    assert black[0, DROPLET] == paid
