"""The traps of rule 13: mistakes that programs of this game have made, one test for each."""

from __future__ import annotations

import pytest

from quacks_sim.referee import IllegalMove, RandomTape, Setup, play
from quacks_sim.referee.actions import resolve_pots
from quacks_sim.referee.box import TRACK
from quacks_sim.referee.evaluation import evaluate, points_of_space, rollers, ruby_of_space
from quacks_sim.referee.game import open_round
from quacks_sim.referee.market import final_conversion, price_of_basket
from quacks_sim.referee.rats import rat_step
from tests.referee.scenes import Answers, Scene, brew
from tests.worked_examples import parse_case


def brewed(tape: str, start: int = 0, more: str = "") -> tuple[str, int, str]:
    """Brew a pot: chips with their spaces, scoring space, how it ended."""
    _, seat = brew(parse_case(f"T brew start={start} {more}\ntape: {tape}"))
    pot = " ".join(f"{chip.kind}@{chip.space}" for chip in seat.pot)
    return pot, seat.scoring_space, seat.ended


def test_13_1_seven_is_safe_and_eight_explodes() -> None:
    assert brewed("W3 W2 W2 stop") == ("W3@3 W2@5 W2@7", 8, "stopped")
    assert brewed("W3 W2 W3") == ("W3@3 W2@5 W3@8", 9, "exploded")


def test_13_2_scoring_space_is_one_beyond_the_last_chip() -> None:
    # The last chip lies on 15 (15 coins, no ruby); the space beyond it shows a ruby.
    _, scoring_space, _ = brewed("G4 G4 G4 W3 stop")
    assert scoring_space == 16
    assert TRACK[scoring_space] == (15, 3, 1)


def test_13_3_red_counts_orange_chips_that_lie_there_already() -> None:
    assert brewed("O1 O1 R1 O1 R2 stop")[0] == "O1@1 O1@2 R1@4 O1@5 R2@9"


def test_13_4_yellow_keeps_its_space() -> None:
    assert brewed("W3 Y1! O1 stop")[0] == "Y1@4 O1@5"


def test_13_5_green_alone_and_two_greens() -> None:
    scene = Scene(Answers(), players=2)
    scene.fill_pot(0, ["G1@1"])
    scene.fill_pot(1, ["O1@1", "G4@5", "G2@7"])
    resolve_pots(scene.table)
    assert scene.rewards("green") == [(0, "ruby", 1), (1, "ruby", 2)]


def test_13_6_rubies_of_the_track_lie_where_they_are_printed() -> None:
    rubies = [index for index, space in enumerate(TRACK) if space.ruby]
    assert rubies == [5, 9, 13, 16, 20, 24, 28, 30, 34, 36, 40, 42, 46, 50, 52]
    scene = Scene(Answers(), players=3)
    for index, space in enumerate((4, 5, 6)):
        scene.seats[index].scoring_space = space
        ruby_of_space(scene.table, scene.seats[index])
    assert scene.rewards() == [(1, "ruby", 1)]


def test_13_7_white_comes_in_round_6_and_purple_in_round_3() -> None:
    journal = play(Setup(players=2), RandomTape(4))
    whites = [event["round"] for event in journal["events"] if event["event"] == "white_added"]
    assert whites == [6, 6]
    scene = Scene(Answers(), players=2)
    for round_number, price in ((2, None), (3, 9)):
        scene.table.round = round_number
        if price is None:
            with pytest.raises(IllegalMove, match=r"6\.E\.1"):
                price_of_basket(scene.table, ["P1"], 35)
        else:
            assert price_of_basket(scene.table, ["P1"], 35) == price


def test_13_8_no_flask_after_the_explosion() -> None:
    with pytest.raises(IllegalMove) as refusal:
        brewed("W3 W3 W2 flask")
    assert refusal.value.rule == "4.6.1"


def test_13_9_blue_4_reveals_four_and_a_chosen_blue_acts() -> None:
    case = parse_case("T brew start=0\ntape: B4(W1,W2,W3,B2|B2(O1,G1|G1)) stop")
    scene, seat = brew(case)
    assert [event["chip"] for event in scene.named("reveal")] == [
        "W1",
        "W2",
        "W3",
        "B2",
        "O1",
        "G1",
    ]
    assert [(chip.kind, chip.space) for chip in seat.pot] == [("B4", 4), ("B2", 6), ("G1", 7)]


def test_13_10_die_tie_goes_by_space_not_by_coins() -> None:
    scene = Scene(Answers(), players=2)
    scene.fill_pot(0, ["W1@14"])
    scene.fill_pot(1, ["W1@15"])
    assert TRACK[15].coins == TRACK[16].coins == 15
    assert [seat.index for seat in rollers(scene.table)] == [1]


@pytest.mark.parametrize(("choice", "points", "budgets"), [("coins", 0, [19]), ("points", 5, [])])
def test_13_11_exploded_player_gets_points_or_coins_and_the_ruby(
    choice: str, points: int, budgets: list[int]
) -> None:
    choices = [("explosion", choice), ("rubies", "keep")]
    tape = Answers(choices, faces=[5], baskets=[[]] * (1 + len(budgets)))
    scene = Scene(tape, players=2)
    scene.fill_pot(0, ["W3@23"], state="exploded")
    scene.fill_pot(1, ["W1@1"])
    evaluate(scene.table)
    assert scene.seats[0].victory_points == points
    assert [event["coins"] for event in scene.named("budget")] == [*budgets, 2]
    assert scene.rewards("space")[0] == (0, "ruby", 1)
    assert tape.used_up()


def test_13_12_white_is_not_sold() -> None:
    scene = Scene(Answers())
    with pytest.raises(IllegalMove) as refusal:
        price_of_basket(scene.table, ["W1"], 35)
    assert refusal.value.rule == "6.E.2"


def test_13_13_rats_are_counted_after_the_event_and_never_for_the_leader() -> None:
    # Seat 0 takes the lead by the card, 9 to 8; seat 2 is behind the tails after 4 and 7.
    choices = [("FP6", "points"), ("FP6", "white"), ("FP6", "white")]
    scene = Scene(Answers(choices, cards=["FP6"]), players=3, cards=True, start_player=2)
    for seat, points in zip(scene.seats, (5, 8, 4), strict=True):
        seat.victory_points = points
    open_round(scene.table, 2)
    rat_step(scene.table)
    assert [(event["seat"], event["rats"]) for event in scene.named("rats")] == [
        (0, 0),
        (1, 0),
        (2, 2),
    ]


def test_13_14_coins_and_rubies_are_converted_apart() -> None:
    # 4 coins and 1 ruby are nothing; 5 coins and 3 rubies are two points.
    scene = Scene(Answers(), players=2, round_number=9)
    for seat, space, rubies in zip(scene.seats, (4, 5), (1, 3), strict=True):
        seat.scoring_space = space
        seat.rubies = rubies
        seat.shops = True
        final_conversion(scene.table, seat)
    assert [seat.victory_points for seat in scene.seats] == [0, 2]


def test_13_15_purple_tiers_are_not_added_up() -> None:
    scene = Scene(Answers([("purple", "3")]), players=2)
    scene.fill_pot(0, ["P1@1", "P1@2", "P1@3", "P1@4"])
    resolve_pots(scene.table)
    assert scene.rewards() == [(0, "victory_points", 2), (0, "droplet", 1)]


def test_13_16_track_is_read_by_space_not_by_coins() -> None:
    # Space 20 shows 17 coins, 4 points and a ruby; space 17 would give 3 points and none.
    scene = Scene(Answers(), players=2)
    scene.fill_pot(0, ["W1@19"])
    ruby_of_space(scene.table, scene.seats[0])
    points_of_space(scene.table, scene.seats[0])
    assert scene.rewards("space") == [(0, "ruby", 1), (0, "victory_points", 4)]
