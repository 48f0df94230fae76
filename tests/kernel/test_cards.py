"""The event cards on the compiled kernel: rules 1.6, 2.4, 2.5, 4.4, 4.8.1 and each card.

A tape holds what is drawn and rolled for a card (chips as kinds, faces) and what is answered.
"""

from pathlib import Path

import numpy as np
import pytest

from quacks_sim.journal import record_game
from quacks_sim.kernel.state import (
    BAG_SIZE,
    BESIDE,
    CARD,
    COINS,
    DIE_ROLLS,
    DROPLET,
    END_REASON,
    EXPLODED,
    FLASK_FULL,
    LAST_SPACE,
    POINTS_CARD,
    POINTS_DIE,
    POINTS_GAINED,
    POT_SIZE,
    RATS,
    ROUND_COLUMNS,
    RUBIES,
    RUBIES_GAINED,
    RUBIES_SPENT,
    SCORING_SPACE,
    START_SPACE,
    STOPPED,
    VICTORY_POINTS,
    WHITE_LIMIT,
    WHITE_SUM,
)
from quacks_sim.match import Match, make_match
from quacks_sim.policies.registry import policy
from quacks_sim.rules.cards import CARD_IDS, FB2, FB5, FP6, WITHOUT_CARD
from quacks_sim.rules.chips import (
    B1,
    B2,
    G1,
    G2,
    G4,
    K1,
    KIND_COUNT,
    O1,
    P1,
    R1,
    R2,
    W1,
    W2,
    W3,
    Y1,
    Y2,
    kind_index,
)
from tests.kernel.games import of, with_policy
from tests.kernel.scripted import Illegal, Scene, brew

#: Answers of a brew: draw on, stop; leave a chip, put it back.
DRAW, STOP, NO, YES = 0, 1, 0, 1


def scene_of(players: int = 2, last: int = 3, books: str = "", **options: str) -> Scene:
    """Return a scene before the card of the round after `last` is turned up."""
    scene = Scene(players, books, card="FP1", **options)
    scene.begin_rounds(last)
    return scene


def owned(scene: Scene, seat: int, kind: int) -> int:
    return int(scene.table.owned[seat, kind])


# Which card


def cards_of(match: Match, games: int) -> list[list[int]]:
    rows = match.block(0, games, "rounds").round_rows
    cards = rows[:, ROUND_COLUMNS.index("card")].reshape(games, match.players, 9)
    assert (cards == cards[:, :1]).all(), "all seats share a card"
    return [list(map(int, each)) for each in cards[:, 0]]


@pytest.mark.rule("1.6")
def test_1_6_nine_cards_and_none_twice() -> None:
    games = cards_of(make_match(["random"] * 2, seed=3, rotate=False, cards="all"), 300)
    assert all(len(set(cards)) == 9 for cards in games)
    counts = np.bincount(np.ravel(games), minlength=len(CARD_IDS))
    # 2,700 of 24 kinds: 112.5 each, standard error 8.4 (drawn without repeats).
    assert counts.size == len(CARD_IDS)
    assert abs(counts - 112.5).max() < 4.5 * 8.4


@pytest.mark.rule("1.6")
def test_1_6_cards_are_a_function_of_seed_and_deal_alone() -> None:
    one = cards_of(make_match(["random"] * 3, seed=3, cards="all"), 12)
    other = cards_of(make_match(["yardstick"] * 3, seed=3, cards="all"), 12)
    assert one == other
    assert one[0] == one[1] == one[2] != one[3]
    assert one != cards_of(make_match(["random"] * 3, seed=4, cards="all"), 12)


@pytest.mark.rule("1.6")
def test_1_6_a_small_deck_is_used_up_and_fixed_rounds_are_kept() -> None:
    for cards in cards_of(make_match(["random"] * 2, cards="FP6,FB2,3=FB5,5=none"), 20):
        assert {*cards[:2]} == {FP6, FB2}
        assert cards[2:] == [FB5, *[WITHOUT_CARD] * 6]


@pytest.mark.rule("1.6")
def test_1_6_a_fixed_card_is_not_shuffled_in() -> None:
    for cards in cards_of(make_match(["random"] * 2, cards="all,9=FB5"), 100):
        assert cards[8] == FB5
        assert len(set(cards)) == 9


def test_the_brews_before_a_card_are_those_without_it() -> None:
    """Chips drawn for a card have a chance of their own: the draws of the brew do not shift."""
    players = ["yardstick+stop=never"] * 3
    without = record_game(make_match(players, seed=5, rotate=False), 0)["events"]
    for card in ("FP4", "FP8", "FB1", "FB11"):
        match = make_match(players, seed=5, rotate=False, cards=f"1={card}")
        with_card = record_game(match, 0)["events"]
        # A seat that wins a chip has another bag.
        winners = {each["seat"] for each in of(with_card, "reward", round=1, chip="B2")}
        (seat, *_) = {0, 1, 2} - winners
        draws = [
            [each["chip"] for each in of(events, "draw", round=1, seat=seat)]
            for events in (without, with_card)
        ]
        assert draws[0] == draws[1]


def test_a_policy_sees_the_card() -> None:
    seen: list[bool] = []

    @policy("rubies")
    def only_in_round_three(view, params):  # type: ignore[no-untyped-def]
        """Move the droplet in the round of card FB5."""
        return 1 if view.table[0, CARD] == FB5 and view.table[1, CARD] == FB5 else 0

    match = make_match([with_policy(only_in_round_three)] * 2, cards="3=FB5", rotate=False)
    for game in range(10):
        events = record_game(match, game)["events"]
        seen += [each["round"] == 3 for each in of(events, "ruby_spent")]
    assert seen
    assert all(seen)


# Purple cards


@pytest.mark.rule("FP1")
@pytest.mark.parametrize(
    ("round_number", "chips"), [(1, [K1, G2, B2, R2]), (2, [K1, G2, B2, R2, Y2])]
)
def test_fp1_one_chip_or_three_rubies(round_number: int, chips: list[int]) -> None:
    for answer, kind in enumerate(chips):
        scene = scene_of(1, round_number - 1)
        before = owned(scene, 0, kind)
        scene.begin_round(round_number, "FP1", (answer,))
        assert owned(scene, 0, kind) == before + 1
        assert scene.table.bag[0, kind] == before + 1, "in the bag of this round (rule F2)"
    scene = scene_of(1, round_number - 1)
    scene.begin_round(round_number, "FP1", (len(chips),))
    assert (scene[0, RUBIES], scene[0, BAG_SIZE]) == (4, 9)
    with pytest.raises(Illegal):
        scene_of(1, round_number - 1).begin_round(round_number, "FP1", (len(chips) + 1,))


@pytest.mark.rule("FP1")
def test_fp1_the_last_chip_goes_to_the_earlier_seat() -> None:
    scene = scene_of(2, 1)
    scene.leave_in_supply("K1", 1)
    # Seat 1 starts round 2.
    scene.begin_round(2, "FP1", (0, 0))
    assert (owned(scene, 1, K1), owned(scene, 0, K1), owned(scene, 0, G2)) == (1, 0, 1)


@pytest.mark.rule("FP2")
def test_fp2_the_droplet_moves_the_start_of_this_round() -> None:
    scene = scene_of(2, 1)
    scene.begin_round(2, "FP2")
    assert [scene[seat, DROPLET] for seat in (0, 1)] == [1, 1]
    assert [scene[seat, START_SPACE] for seat in (0, 1)] == [1, 1]


@pytest.mark.rule("FP3")
def test_fp3_a_ruby_for_a_1_chip() -> None:
    for answer, kind in enumerate([O1, G1, B1, R1, Y1], start=1):
        scene = scene_of(1, 1)
        scene.begin_round(2, "FP3", (answer,))
        assert scene[0, RUBIES] == 0
        assert scene[0, RUBIES_SPENT] == 1
        assert scene.table.bag[0, kind] == (2 if kind in (O1, G1) else 1)
    scene = scene_of(1, 1)
    scene.begin_round(2, "FP3", (NO,))
    assert (scene[0, RUBIES], scene[0, BAG_SIZE]) == (1, 9)
    scene = scene_of(1, 1)
    scene[0, RUBIES] = 0
    scene.begin_round(2, "FP3")  # not asked


@pytest.mark.rule("FP4")
def test_fp4_all_who_have_fewest_rubies_get_one() -> None:
    scene = scene_of(4, 1)
    for seat, rubies in enumerate((2, 0, 1, 0)):
        scene[seat, RUBIES] = rubies
    scene.begin_round(2, "FP4")
    assert [scene[seat, RUBIES] for seat in range(4)] == [2, 1, 1, 1]


@pytest.mark.rule("FP5")
def test_fp5_all_who_have_fewest_points_get_a_green_chip() -> None:
    scene = scene_of(3, 1)
    for seat, points in enumerate((0, 7, 0)):
        scene[seat, VICTORY_POINTS] = points
    scene.begin_round(2, "FP5")
    assert [owned(scene, seat, G1) for seat in range(3)] == [2, 1, 2]


@pytest.mark.rule("FP6", "2.5")
def test_fp6_points_count_for_the_rats_of_this_round() -> None:
    scene = scene_of(2, 1)
    scene.begin_round(2, "FP6", (NO, YES))  # seat 1 begins
    assert [scene[seat, VICTORY_POINTS] for seat in (0, 1)] == [0, 4]
    assert [scene[seat, POINTS_CARD] for seat in (0, 1)] == [0, 4]
    # A tail after 1.
    assert [scene[seat, RATS] for seat in (0, 1)] == [1, 0]


@pytest.mark.rule("FP6")
def test_fp6_the_white_chip_leaves_for_the_supply() -> None:
    scene = scene_of(1, 1)
    left = int(scene.table.supply[W1])
    scene.begin_round(2, "FP6", (YES,))
    assert (owned(scene, 0, W1), scene[0, BAG_SIZE]) == (3, 8)
    assert scene.table.supply[W1] == left + 1


@pytest.mark.rule("FP6", "7.2")
def test_fp6_the_white_chip_leaves_a_bag_that_is_not_whole() -> None:
    scene = Scene(1, "red=2", card="FP1")
    scene.begin_rounds(1)
    bag = [0] * KIND_COUNT
    bag[W1], bag[R1] = 2, 1
    scene.table.beside[0, 0], scene[0, BESIDE] = 1, 1
    scene.ready(0, 0, bag)
    assert scene.bag() == ["W1", "W1"]
    scene.begin_round(2, "FP6", (YES,))
    assert (scene.bag(), scene[0, BAG_SIZE]) == (["W1"], 1)


@pytest.mark.rule("FP7", "2.5")
def test_fp7_rats_are_doubled() -> None:
    scene = scene_of(2, 1)
    scene[0, VICTORY_POINTS] = 8
    scene.begin_round(2, "FP7")
    assert [scene[seat, RATS] for seat in (0, 1)] == [0, 6]
    assert scene[1, START_SPACE] == 6


@pytest.mark.rule("FP8")
def test_fp8_the_lowest_sum_wins_the_blue_chip() -> None:
    scene = scene_of(2, 1)
    low, high = (W1, W1, W1, W1, O1), (W1, W1, W1, W1, W2)
    scene.begin_round(2, "FP8", (*high, *low))  # seat 1 first
    assert [owned(scene, seat, B2) for seat in (0, 1)] == [1, 0]
    assert [scene[seat, RUBIES] for seat in (0, 1)] == [1, 2]
    assert [scene[seat, BAG_SIZE] for seat in (0, 1)] == [10, 9]


@pytest.mark.rule("FP8")
def test_fp8_a_tie_and_an_empty_supply() -> None:
    same = (W1, W1, W1, W1, O1)
    scene = scene_of(2, 1)
    scene.begin_round(2, "FP8", (*same, *same))
    assert [owned(scene, seat, B2) for seat in (0, 1)] == [1, 1]
    scene = scene_of(2, 1)
    scene.sell_out("B2")
    scene.begin_round(2, "FP8", (*same, *same))
    assert [owned(scene, seat, B2) for seat in (0, 1)] == [0, 0]
    assert [scene[seat, RUBIES] for seat in (0, 1)] == [1, 1]


@pytest.mark.rule("FP9", "2.5")
def test_fp9_rats_become_rubies() -> None:
    scene = scene_of(2, 1)
    scene[0, VICTORY_POINTS] = 8
    scene.begin_round(2, "FP9", (2,))  # the leader is not asked
    assert (scene[1, RATS], scene[1, RUBIES], scene[1, START_SPACE]) == (1, 3, 1)


@pytest.mark.rule("FP10")
def test_fp10_a_4_chip_or_a_point_for_each_tail() -> None:
    scene = scene_of(2, 1)
    scene[0, VICTORY_POINTS] = 10
    scene.begin_round(2, "FP10", (4, 0))
    # Tails after 1, 4, 7; then 3 points against 10 leave two.
    assert (scene[1, VICTORY_POINTS], scene[1, POINTS_CARD], scene[1, RATS]) == (3, 3, 2)
    assert owned(scene, 0, G4) == 1


@pytest.mark.rule("FP11")
def test_fp11_droplet_or_purple() -> None:
    scene = scene_of(1, 2)
    scene.begin_round(3, "FP11", (YES,))
    assert (owned(scene, 0, P1), scene[0, DROPLET]) == (1, 0)
    scene = scene_of(1, 2)
    scene.begin_round(3, "FP11", (NO,))
    assert (owned(scene, 0, P1), scene[0, START_SPACE]) == (0, 2)
    scene = scene_of(1, 1)
    scene.begin_round(2, "FP11")  # not asked: the purple book is not out
    assert scene[0, DROPLET] == 2


@pytest.mark.rule("FP12")
def test_fp12_everybody_rolls() -> None:
    scene = scene_of(2, 1)
    scene.begin_round(2, "FP12", (3, 6))  # seat 1: two points; seat 0: an orange chip
    assert [scene[seat, POINTS_CARD] for seat in (0, 1)] == [0, 2]
    assert [scene[seat, POINTS_DIE] for seat in (0, 1)] == [0, 0]
    assert [scene[seat, DIE_ROLLS] for seat in (0, 1)] == [1, 1]
    assert scene.table.bag[0, O1] == 2


@pytest.mark.rule("FP13")
def test_fp13_a_chip_grows() -> None:
    scene = scene_of(1, 1)
    scene.begin_round(2, "FP13", (W1, G1, O1, W2, 0))
    assert (owned(scene, 0, G1), owned(scene, 0, G2), scene[0, BAG_SIZE]) == (0, 1, 9)
    assert scene.bag() == ["W1", "W1", "W1", "W1", "W2", "W2", "W3", "O1", "G2"]
    scene = scene_of(1, 1)
    scene.begin_round(2, "FP13", (W1, G1, O1, W2, 1))
    assert (owned(scene, 0, G1), owned(scene, 0, G2)) == (1, 0)
    scene = scene_of(1, 1)
    scene.begin_round(2, "FP13", (W1, W1, O1, W2))  # nothing grows
    assert owned(scene, 0, G1) == 2


# Blue cards


def brewed(card: str, tape: list[int], start: int = 0, players: int = 1, **more: str) -> Scene:
    """Return a scene in which seat 0 has brewed by a tape under a card."""
    scene = Scene(players, more.pop("books", ""), card=card, **more)
    scene.begin_round(1)
    scene.lay(card)
    scene.ready(0, start)
    assert scene.run(brew, 0, tape=tape), "the tape is too short"
    return scene


@pytest.mark.rule("FB1", "4.8.1")
@pytest.mark.parametrize(("last", "droplet"), [(W1, 1), (O1, 0)])
def test_fb1_exactly_seven_moves_the_droplet(last: int, droplet: int) -> None:
    scene = brewed(
        "FB1", [DRAW, W3, NO, DRAW, W3, NO, DRAW, last, *([NO] if last == W1 else []), STOP]
    )
    scene.after_brewing([])
    assert scene[0, DROPLET] == droplet
    assert scene[0, SCORING_SPACE] == scene[0, LAST_SPACE] + 1


@pytest.mark.rule("FB2", "4.8.1")
def test_fb2_the_left_neighbour_of_an_exploded_pot_takes_a_chip() -> None:
    scene = Scene(3, card="FB2")
    scene.begin_round(1)
    scene.lay("FB2")
    scene[1, EXPLODED] = 1
    scene[2, EXPLODED] = 1
    scene.after_brewing([1, 2])  # seat 0 is the neighbour of seat 2, seat 2 of seat 1
    assert [owned(scene, seat, B2) for seat in range(3)] == [1, 0, 0]
    assert [owned(scene, seat, R2) for seat in range(3)] == [0, 0, 1]


#: Five chips with a white total of 8, then the answer to FB3.
TOO_WHITE = [DRAW, W3, NO, DRAW, W2, NO, DRAW, W2, NO, DRAW, W1, NO, DRAW, O1]


@pytest.mark.rule("FB3", "4.5.1")
def test_fb3_a_protected_pot_may_be_kept() -> None:
    scene = brewed("FB3", [*TOO_WHITE, NO, STOP])
    assert (scene[0, END_REASON], scene[0, WHITE_SUM], scene[0, POT_SIZE]) == (STOPPED, 8, 5)


@pytest.mark.rule("FB3", "4.5.1")
def test_fb3_after_the_chance_any_chip_explodes() -> None:
    scene = brewed("FB3", [*TOO_WHITE, NO, DRAW, G1])
    assert scene[0, EXPLODED] == 1


@pytest.mark.rule("FB3")
def test_fb3_the_second_attempt_is_an_ordinary_one() -> None:
    again = [DRAW, W3, NO, DRAW, W3, NO, DRAW, W2]
    scene = brewed("FB3", [*TOO_WHITE, YES, *again], start=2)
    assert (scene.pot(), scene[0, EXPLODED]) == ("W3@5,W3@8,W2@10", 1)


@pytest.mark.rule("FB3")
def test_fb3_five_chips_must_lie_there() -> None:
    # The flask takes one back: the fifth draw is the fourth chip, nothing is asked.
    whites = [DRAW, W1, YES, DRAW, O1, DRAW, O1, DRAW, O1, DRAW, O1]
    scene = brewed("FB3", [*whites, STOP])
    assert scene[0, POT_SIZE] == 4
    assert scene[0, WHITE_LIMIT] > 7


@pytest.mark.rule("FB3")
def test_fb3_red_chips_beside_the_pot_go_back_in_their_order() -> None:
    scene = Scene(1, "red=2", card="FB3")
    scene.ready(0, 0)
    size = scene[0, BAG_SIZE]
    tape = [DRAW, R2, DRAW, R1, *[DRAW, O1] * 5, YES, STOP]
    assert scene.run(brew, 0, tape=tape)
    assert scene[0, BAG_SIZE] == size
    assert scene.table.beside[0].sum() == 0


@pytest.mark.rule("FB4", "6.A")
def test_fb4_two_rolls() -> None:
    scene = Scene(2, card="FB4")
    scene.begin_round(1, "FB4")
    for seat in (0, 1):
        scene[seat, SCORING_SPACE] = 1 + seat
    scene.evaluate([3, 1])
    assert [scene[seat, POINTS_DIE] for seat in (0, 1)] == [0, 3]
    assert [scene[seat, DIE_ROLLS] for seat in (0, 1)] == [0, 2]


@pytest.mark.rule("FB5", "4.5.1")
@pytest.mark.parametrize(("books", "yellows"), [("", 0), ("yellow=3", 1), ("yellow=3", 3)])
def test_fb5_nine_is_safe_and_yellow_adds_nothing(books: str, yellows: int) -> None:
    tape = [*[DRAW, Y1] * yellows, *[DRAW, W3, NO] * 3, STOP]
    scene = brewed("FB5", tape, books=books)
    assert (scene[0, WHITE_SUM], scene[0, EXPLODED], scene[0, WHITE_LIMIT]) == (9, 0, 9)


@pytest.mark.rule("FB6", "4.3.2")
def test_fb6_orange_moves_two_also_through_blue() -> None:
    scene = brewed("FB6", [DRAW, B1, O1, 0, DRAW, O1, STOP])
    assert scene.pot() == "B1@1,O1@3,O1@5"
    scene = brewed("FB6", [DRAW, O1, STOP], first_chip_placement="always_adjacent")
    assert scene.pot() == "O1@1"
    scene = brewed("FB6", [DRAW, Y1, DRAW, O1, STOP], books="yellow=2")
    assert scene.pot() == "Y1@1,O1@5"


def strong(chips: str, kind: int, books: str = "", **options: str) -> Scene:
    """Return a scene in round 3 in which card FB7 puts a chip after those of a pot."""
    scene = Scene(2, books, card="FB7", **options)
    scene.begin_rounds(3)
    scene.lay("FB7")
    for seat in (0, 1):
        scene[seat, EXPLODED] = seat
    for place, name in enumerate(chips.split()):
        scene.table.pot_kinds[0, place] = kind_index(name)
        scene.table.pot_spaces[0, place] = place + 1
        scene[0, POT_SIZE] = scene[0, LAST_SPACE] = place + 1
    # What lies in a bag or a pot is owned.
    scene.table.owned[0, kind] = 1
    scene.table.bag_chips[0, 0] = kind
    scene.table.bag[0] = 0
    scene.table.bag[0, kind] = 1
    scene[0, BAG_SIZE] = 1
    scene[0, SCORING_SPACE] = scene[0, LAST_SPACE] + 1
    scene[1, SCORING_SPACE] = 1
    scene.after_brewing([kind, 0])
    return scene


@pytest.mark.rule("FB7", "6.B")
def test_fb7_rivals_compare_with_the_black_chip_that_pays_nothing() -> None:
    scene = strong("O1", K1)
    scene.table.pot_kinds[1, 0] = K1
    scene.table.owned[1, K1] = 1
    scene[1, POT_SIZE] = 1
    scene.evaluate([1, 0])
    # One against one: a droplet for seat 1 (rule 5.7.1), nothing for seat 0.
    assert [scene[seat, DROPLET] for seat in (0, 1)] == [0, 1]
    assert [scene[seat, RUBIES_GAINED] for seat in (0, 1)] == [0, 0]


@pytest.mark.rule("FB7", "4.8.1")
def test_fb7_only_intact_pots_that_are_not_full() -> None:
    scene = Scene(3, card="FB7")
    scene.begin_round(1)
    scene.lay("FB7")
    scene[0, EXPLODED] = 1
    scene[1, POT_SIZE], scene[1, LAST_SPACE] = 1, 52
    scene.after_brewing([W3, W2, W2, W1, W1, 0])
    assert [scene[seat, LAST_SPACE] for seat in range(3)] == [0, 52, 3]
    assert (scene[2, SCORING_SPACE], scene[2, WHITE_SUM], scene[2, EXPLODED]) == (4, 3, 0)


@pytest.mark.rule("FB8", "6.C")
def test_fb8_and_fb11_a_ruby_space_pays_more() -> None:
    for card, points, rubies in (("FB8", 2, 1), ("FB11", 0, 2), ("FB1", 0, 1)):
        scene = Scene(1, card=card, solo_die="never")
        scene.begin_round(1, card)
        scene[0, SCORING_SPACE], scene[0, EXPLODED] = 5, 1
        scene.evaluate([0])
        assert (scene[0, POINTS_CARD], scene[0, RUBIES_GAINED]) == (points, rubies)
        scene.end_round()
        assert scene[0, POINTS_GAINED] == scene[0, VICTORY_POINTS] == points


@pytest.mark.rule("FB9", "7.1")
def test_fb9_flasks_are_filled_before_rubies_are_spent() -> None:
    scene = Scene(2, card="FB9")
    scene.begin_round(1, "FB9")
    scene[0, FLASK_FULL] = 0
    scene[0, RUBIES] = 2
    for seat in (0, 1):
        scene[seat, COINS] = 1
    nothing = int(scene.rules.nothing)
    scene.visit_market([nothing, nothing, 0])
    assert [scene[seat, FLASK_FULL] for seat in (0, 1)] == [1, 1]
    assert scene[0, RUBIES] == 2


@pytest.mark.rule("FB10", "4.4")
def test_fb10_only_the_first_white_and_without_the_flask() -> None:
    scene = brewed("FB10", [DRAW, W3, YES, DRAW, W2, NO, DRAW, W1, NO, STOP])
    assert (scene.pot(), scene.flask()) == ("W2@2,W1@3", "full")
    # Taken back by the flask, the first white has used up the right.
    scene = brewed("FB10", [DRAW, W3, NO, YES, DRAW, W2, STOP])
    assert (scene.pot(), scene.flask()) == ("W2@2", "empty")


@pytest.mark.rule("FB10")
def test_fb10_a_white_chip_that_is_only_revealed_does_not_count() -> None:
    scene = brewed("FB10", [DRAW, B1, W3, 1, DRAW, W2, YES, STOP])
    assert scene.pot() == "B1@1"


def test_every_card_has_a_test_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert all(f'"{card}"' in text for card in CARD_IDS)
