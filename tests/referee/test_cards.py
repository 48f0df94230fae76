"""Each of the 24 event cards in a scene of its own (rules F1 to F9 and the card's own text)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from quacks_sim.referee import IllegalMove, RandomTape, Setup, play
from quacks_sim.referee.actions import resolve_pots
from quacks_sim.referee.box import CARDS
from quacks_sim.referee.brewing import brew_one_by_one
from quacks_sim.referee.cards import turn_up_card
from quacks_sim.referee.end_of_brewing import end_of_brewing
from quacks_sim.referee.evaluation import bonus_die, evaluate, ruby_of_space
from quacks_sim.referee.rats import rat_step
from tests.referee.scenes import Answers, Scene, brew
from tests.worked_examples import Case, parse_case


def turned_up(
    card: str,
    choices: Iterable[tuple[str, str]] = (),
    players: int = 3,
    round_number: int = 4,
    options: Mapping[str, object] | None = None,
    reveals: Iterable[str] = (),
    faces: Iterable[int] = (),
) -> Scene:
    """Set a scene in which a card lies on top of the deck."""
    tape = Answers(choices, cards=[card], reveals=reveals, faces=faces)
    return Scene(tape, players, round_number, options=options)


def brew_case(more: str, tape: str) -> Case:
    return parse_case(f"T brew start=0 {more}\ntape: {tape}")


def brew_alone(more: str, tape: str) -> tuple[str, int, str]:
    """Brew a pot: its chips, its white total, how it ended."""
    _, seat = brew(brew_case(more, tape))
    pot = " ".join(f"{chip.kind}@{chip.space}" for chip in seat.pot)
    return pot, seat.white_sum, seat.ended


def test_fp1_one_of_three() -> None:
    scene = turned_up("FP1", [("FP1", "K1"), ("FP1", "Y2"), ("FP1", "rubies")])
    turn_up_card(scene.table)
    assert scene.rewards("FP1") == [(0, "K1", 1), (1, "Y2", 1), (2, "ruby", 3)]
    assert scene.options_of("FP1")[0] == ["K1", "G2", "B2", "R2", "Y2", "rubies"]
    assert scene.seats[1].bag["Y2"] == 1
    assert scene.tape.used_up()


def test_fp1_yellow_and_sold_out_chips_are_no_choice() -> None:
    scene = turned_up("FP1", [("FP1", "rubies")] * 2, players=2, round_number=1)
    scene.sell_out("K1", "R2")
    turn_up_card(scene.table)
    assert scene.options_of("FP1") == [["G2", "B2", "rubies"]] * 2


def test_fp2_droplet_moves_the_start_of_this_round() -> None:
    scene = turned_up("FP2", players=2, round_number=1)
    turn_up_card(scene.table)
    rat_step(scene.table)
    assert scene.rewards("FP2") == [(0, "droplet", 1), (1, "droplet", 1)]
    assert [event["start"] for event in scene.named("rats")] == [1, 1]


def test_fp3_ruby_for_a_small_chip() -> None:
    scene = turned_up("FP3", [("FP3", "O1"), ("FP3", "none")])
    scene.seats[0].rubies = 2
    scene.seats[2].rubies = 0
    turn_up_card(scene.table)
    assert scene.options_of("FP3")[0] == ["none", "O1", "G1", "B1", "R1", "Y1"]
    assert scene.payments() == [(0, "ruby", 1)]
    assert scene.named("payment")[0]["amount"] == 1
    assert scene.rewards("FP3") == [(0, "O1", 1)]
    assert [seat.rubies for seat in scene.seats] == [1, 1, 0]


def test_fp4_fewest_rubies_compared_before_paying() -> None:
    scene = turned_up("FP4", players=4)
    for seat, rubies in zip(scene.seats, (2, 1, 2, 1), strict=True):
        seat.rubies = rubies
    turn_up_card(scene.table)
    assert scene.rewards("FP4") == [(1, "ruby", 1), (3, "ruby", 1)]


def test_fp5_fewest_points_while_green_lasts() -> None:
    scene = turned_up("FP5")
    for _ in range(scene.table.supply["G1"] - 1):
        scene.table.to_bag_from_supply(scene.seats[1], "G1")
    scene.seats[1].victory_points = 6
    turn_up_card(scene.table)
    assert scene.rewards("FP5") == [(0, "G1", 1)]


def test_fp6_points_or_one_white_for_good() -> None:
    scene = turned_up("FP6", [("FP6", "white"), ("FP6", "points")])
    scene.fill_bag(2, ["O1", "W2"])
    before = scene.table.supply["W1"]
    turn_up_card(scene.table)
    assert scene.payments() == [(0, "W1", 3)]
    assert scene.rewards("FP6") == [(1, "victory_points", 4), (2, "victory_points", 4)]
    assert scene.table.supply["W1"] == before + 1


def test_fp7_rats_are_doubled() -> None:
    scene = turned_up("FP7")
    for seat, points in zip(scene.seats, (20, 19, 16), strict=True):
        seat.victory_points = points
    scene.seats[2].droplet = 3
    turn_up_card(scene.table)
    rat_step(scene.table)
    found = [(event["rats"], event["start"]) for event in scene.named("rats")]
    assert found == [(0, 0), (0, 0), (4, 7)]


def test_fp8_lowest_sum_gets_blue_and_the_others_a_ruby() -> None:
    reveals = ["W1", "W1", "W1", "W2", "O1", "W3", "W2", "G1", "O1", "W1", "W1", "W2"]
    scene = turned_up("FP8", reveals=reveals)
    scene.fill_bag(2, ["W1", "W2"])
    turn_up_card(scene.table)
    assert scene.rewards("FP8") == [(0, "ruby", 1), (1, "ruby", 1), (2, "B2", 1)]
    assert [seat.bag_size for seat in scene.seats] == [9, 9, 3]


def test_fp8_tie_and_sold_out_blue() -> None:
    scene = turned_up("FP8", players=2, reveals=["W1", "W2", "O1"])
    scene.fill_bag(0, ["W1", "W2"])
    scene.fill_bag(1, ["O1"])
    for _ in range(scene.table.supply["B2"]):
        scene.table.to_bag_from_supply(scene.seats[0], "B2")
    scene.tape.reveals = ["B2"] * 5 + ["O1"]
    turn_up_card(scene.table)
    assert scene.rewards("FP8") == [(0, "ruby", 1)]


def test_fp9_rats_for_rubies() -> None:
    scene = turned_up("FP9", [("FP9", "3"), ("FP9", "1")])
    for seat, points in zip(scene.seats, (0, 16, 20), strict=True):
        seat.victory_points = points
    turn_up_card(scene.table)
    rat_step(scene.table)
    assert scene.options_of("FP9") == [["0", "1", "2", "3"], ["0", "1", "2"]]
    assert [event["rats"] for event in scene.named("rats")] == [5, 1, 0]
    assert scene.rewards("FP9") == [(0, "ruby", 3), (1, "ruby", 1)]


def test_fp10_tails_are_a_snapshot_and_the_rats_are_counted_anew() -> None:
    choices = [("FP10", "points"), ("FP10", "points"), ("FP10", "G4")]
    scene = turned_up("FP10", choices)
    for seat, points in zip(scene.seats, (16, 0, 20), strict=True):
        seat.victory_points = points
    turn_up_card(scene.table)
    rat_step(scene.table)
    assert scene.options_of("FP10")[0] == ["G4", "B4", "R4", "Y4", "points"]
    # 16 and 18 below 20; eight tails from 0 on; after that 18 and 8 points are left behind.
    assert scene.rewards("FP10") == [
        (0, "victory_points", 2),
        (1, "victory_points", 8),
        (2, "G4", 1),
    ]
    assert [event["rats"] for event in scene.named("rats")] == [1, 5, 0]


def test_fp10_is_worth_nothing_in_round_1() -> None:
    scene = turned_up("FP10", [("FP10", "points"), ("FP10", "B4")], players=2, round_number=1)
    turn_up_card(scene.table)
    assert scene.rewards("FP10") == [(1, "B4", 1)]


def test_fp11_two_steps_or_purple() -> None:
    scene = turned_up("FP11", [("FP11", "P1"), ("FP11", "droplet")], players=2)
    turn_up_card(scene.table)
    assert scene.rewards("FP11") == [(0, "P1", 1), (1, "droplet", 2)]


def test_fp11_no_purple_before_round_3() -> None:
    scene = turned_up("FP11", players=2, round_number=2)
    turn_up_card(scene.table)
    assert scene.rewards("FP11") == [(0, "droplet", 2), (1, "droplet", 2)]
    assert scene.options_of("FP11") == []


def test_fp12_everybody_rolls() -> None:
    scene = turned_up("FP12", faces=[3, 6, 5])
    turn_up_card(scene.table)
    assert scene.rewards("FP12") == [(0, "victory_points", 2), (1, "O1", 1), (2, "droplet", 1)]


def test_fp13_one_chip_grows() -> None:
    scene = turned_up("FP13", [("FP13", "G1")], players=1, reveals=["W1", "G1", "G4", "R2"])
    scene.fill_bag(0, ["W1", "G1", "G4", "R2", "O1"])
    turn_up_card(scene.table)
    assert scene.options_of("FP13") == [["G1", "R2", "none"]]
    assert scene.payments() == [(0, "G1", 0)]
    assert scene.rewards("FP13") == [(0, "G2", 1)]
    assert scene.seats[0].bag_size == 5


def test_fp13_green_only_when_nothing_can_grow() -> None:
    scene = turned_up("FP13", [("FP13", "none")], players=2, reveals=["W1", "O1", "G4", "W2", "B1"])
    scene.fill_bag(0, ["W1", "O1", "G4", "W2"])
    scene.fill_bag(1, ["B1"])
    turn_up_card(scene.table)
    assert scene.rewards("FP13") == [(0, "G1", 1)]


def test_fb1_white_total_of_seven_moves_the_droplet() -> None:
    scene = Scene(Answers(), players=3, card="FB1")
    for index, whites in enumerate((["W2@2", "W2@4", "W3@7"], ["W1@1"] * 6, [])):
        scene.fill_pot(index, whites)
    end_of_brewing(scene.table)
    assert scene.rewards("FB1") == [(0, "droplet", 1)]


def test_fb2_left_neighbours_of_exploded_pots_take_a_chip() -> None:
    tape = Answers([("FB2", "R2"), ("FB2", "Y2")])
    scene = Scene(tape, players=4, card="FB2")
    for index, state in enumerate(("stopped", "exploded", "exploded", "full")):
        scene.fill_pot(index, ["W1@1"], state)
    end_of_brewing(scene.table)
    assert scene.rewards("FB2") == [(2, "R2", 1), (3, "Y2", 1)]


def test_fb2_two_players_pay_each_other_and_the_last_seat_the_first() -> None:
    tape = Answers([("FB2", "G2"), ("FB2", "B2")])
    scene = Scene(tape, players=2, round_number=1, card="FB2")
    for index in (0, 1):
        scene.fill_pot(index, ["W1@1"], "exploded")
    end_of_brewing(scene.table)
    assert scene.options_of("FB2") == [["G2", "B2", "R2"]] * 2
    assert scene.rewards("FB2") == [(0, "G2", 1), (1, "B2", 1)]


def test_fb3_stopping_early_leaves_the_pot_intact() -> None:
    assert brew_alone("card=FB3", "W3 W3 W2 W1 stop") == ("W3@3 W3@6 W2@8 W1@9", 9, "stopped")


def test_fb3_no_protection_after_the_restart_or_after_the_sixth_chip() -> None:
    assert brew_alone("card=FB3", "O1 O1 O1 O1 O1 restart W3 W3 W2")[2] == "exploded"
    assert brew_alone("card=FB3", "O1 O1 O1 O1 W3 O1 W3 W2")[1:] == (8, "exploded")


def test_fb3_a_chip_taken_back_reduces_the_count() -> None:
    pot, white, _ = brew_alone("card=FB3", "W1 flask O1 O1 O1 O1 W2 restart W1 stop")
    assert (pot, white) == ("W1@1", 1)


def test_fb3_decision_comes_before_the_action_of_the_fifth_chip() -> None:
    scene, _ = brew(brew_case("card=FB3 books=blue-4", "G4 O1 O1 O1 B2 restart O1 stop"))
    assert scene.rewards("blue-4") == []
    scene, _ = brew(brew_case("card=FB3 books=blue-4", "G4 O1 O1 O1 B2 stop"))
    assert scene.rewards("blue-4") == [(0, "victory_points", 2)]


def test_fb3_restart_forgets_limits_and_bags_red_chips_of_this_round_only() -> None:
    tape = Answers(
        [("stop", "draw")] * 6 + [("FB3", "restart"), ("stop", "stop"), ("beside", "leave")],
        draws=["R1", "Y1", "O1", "O1", "O1", "O1"],
    )
    scene = Scene(tape, players=1, card="FB3", books={"red": 2, "yellow": 3})
    scene.fill_bag(0, ["R1", "Y1", "O1", "O1", "O1", "O1", "R4"])
    seat = scene.seats[0]
    scene.table.to_hand(seat, "R4", "")
    seat.hand.clear()
    seat.beside.append("R4")
    brew_one_by_one(scene.table)
    end_of_brewing(scene.table)
    returned = [event["chip"] for event in scene.named("return")]
    assert returned == ["Y1", "O1", "O1", "O1", "O1", "R1"]
    assert seat.beside == ["R4"]
    assert seat.bag_size == 6
    assert tape.used_up()


def test_fb4_rollers_roll_twice() -> None:
    scene = Scene(Answers(faces=[1, 4, 3, 5]), players=3, card="FB4")
    for index, space in enumerate((9, 9, 3)):
        scene.fill_pot(index, [f"W1@{space}"])
    bonus_die(scene.table)
    assert scene.rewards("die") == [
        (0, "victory_points", 1),
        (0, "ruby", 1),
        (1, "victory_points", 2),
        (1, "droplet", 1),
    ]


def test_fb5_does_not_add_to_yellow_3() -> None:
    more = "card=FB5 books=yellow-3"
    assert brew_alone(more, "Y1 Y1 Y1 W3 W3 W3 stop")[1:] == (9, "stopped")
    assert brew_alone(more, "Y1 W3 W3 W3 W1")[1:] == (10, "exploded")


def test_fb6_orange_through_blue_moves_two() -> None:
    assert brew_alone("card=FB6", "B1(O1|O1) O1 R1 stop")[0] == "B1@1 O1@3 O1@5 R1@7"


def test_fb7_placed_chip_has_no_action_and_pays_no_bonus() -> None:
    scene, seat = brew(brew_case("card=FB7", "O1 O1 O1 stop strong(R4,W1,G2,K1,O1|R4)"))
    assert [chip.space for chip in seat.pot] == [1, 2, 3, 7]
    assert scene.named("place")[-1]["bonus"] == 0
    assert seat.scoring_space == 8
    scene, seat = brew(brew_case("card=FB7", "G1 stop strong(G2,O1,O1,O1,W1|G2)"))
    resolve_pots(scene.table)
    # The green 1 is next to last and pays, the strong green 2 does not.
    assert scene.rewards("green") == [(0, "ruby", 1)]


def test_fb7_from_the_start_space_and_not_on_a_full_or_exploded_pot() -> None:
    scene, seat = brew(brew_case("card=FB7 bag=O1,G1", "stop strong(O1,G1|O1)"))
    assert (seat.pot[0].space, seat.scoring_space) == (1, 2)
    scene = Scene(Answers(), players=2, card="FB7")
    scene.fill_pot(0, ["W3@52"], "full")
    scene.fill_pot(1, ["W3@9"], "exploded")
    end_of_brewing(scene.table)
    assert scene.events == []


def test_fb7_rivals_compare_with_the_black_chip_in_the_pot() -> None:
    tape = Answers([("FB7", "K1"), ("FB7", "none")], reveals=["K1", "O1"])
    scene = Scene(tape, players=2, card="FB7")
    scene.fill_bag(0, ["K1"])
    scene.fill_bag(1, ["O1"])
    scene.fill_pot(0, [])
    scene.fill_pot(1, ["K1@1"])
    end_of_brewing(scene.table)
    resolve_pots(scene.table)
    # Seat 0 owns no black chip that pays; for seat 1 it is one against one.
    assert scene.rewards("black") == [(1, "droplet", 1)]


def test_fb8_points_on_a_ruby_space_beside_the_choice() -> None:
    tape = Answers([("explosion", "coins"), ("rubies", "keep")], baskets=[[]])
    scene = Scene(tape, players=1, card="FB8")
    scene.fill_pot(0, ["W3@8"], "exploded")
    evaluate(scene.table)
    assert scene.rewards() == [(0, "ruby", 1), (0, "victory_points", 2)]


def test_fb9_flasks_are_full_before_rubies_are_spent() -> None:
    tape = Answers([("rubies", "keep")] * 2, faces=[1, 1], baskets=[[], []])
    scene = Scene(tape, players=2, card="FB9")
    for index in (0, 1):
        scene.fill_pot(index, ["O1@1"])
        scene.seats[index].rubies = 2
    scene.seats[1].flask_full = False
    evaluate(scene.table)
    assert scene.rewards("FB9") == [(1, "flask", 1)]
    assert scene.named("reward")[-1]["total"] == 1
    assert scene.options_of("rubies") == [["keep", "droplet"]] * 2


def test_fb10_revealed_whites_do_not_count_and_the_right_is_used_once() -> None:
    pot, white, _ = brew_alone("card=FB10", "B1(W3|-) W2 back W1 stop")
    assert (pot, white) == ("B1@1 W1@2", 1)
    with pytest.raises(IllegalMove) as refusal:
        brew_alone("card=FB10", "W1 flask W2 back")
    assert refusal.value.rule == "FB10"


def test_fb10_lays_no_earlier_chip_open_to_the_flask() -> None:
    with pytest.raises(IllegalMove) as refusal:
        brew_alone("card=FB10 option=flask_target:any_chip", "O1 W2 back flask")
    assert refusal.value.rule == "4.6.1"


def test_fb11_second_ruby_on_a_ruby_space() -> None:
    scene = Scene(Answers(), players=2, card="FB11")
    scene.fill_pot(0, ["W1@4"], "exploded")
    scene.fill_pot(1, ["W1@5"])
    for seat in scene.seats:
        ruby_of_space(scene.table, seat)
    assert scene.rewards() == [(0, "ruby", 1), (0, "ruby", 1)]


def test_nine_cards_without_return() -> None:
    journal = play(Setup(players=3, cards=True), RandomTape(2))
    cards = [event["card"] for event in journal["events"] if event["event"] == "card"]
    assert len(cards) == len(set(cards)) == 9
    assert set(cards) <= set(CARDS)
    scene = Scene(Answers(cards=["FP2", "FP2"]), players=2)
    turn_up_card(scene.table)
    with pytest.raises(IllegalMove) as refusal:
        turn_up_card(scene.table)
    assert refusal.value.rule == "1.6"
