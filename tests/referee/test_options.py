"""Each rule option of section 12 changes what it says, and so do variants and house options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from quacks_sim.referee import IllegalMove, Options, RandomTape, Setup, play
from quacks_sim.referee.actions import resolve_pots
from quacks_sim.referee.box import TRACK
from quacks_sim.referee.brewing import brew_by_cues, brew_one_by_one
from quacks_sim.referee.cards import turn_up_card
from quacks_sim.referee.end_of_brewing import end_of_brewing
from quacks_sim.referee.evaluation import evaluate, rollers
from quacks_sim.referee.gains import gain_droplet, gain_rubies
from quacks_sim.referee.game import open_round
from quacks_sim.referee.market import shop, spend_on_droplet_and_flask
from quacks_sim.referee.rats import rat_step, tails_between
from tests.referee.scenes import Answers, Scene, brew
from tests.referee.test_books import step_b
from tests.worked_examples import parse_case


def brewed(option: str, tape: str, start: int = 0, more: str = "") -> tuple[str, int, str]:
    given = f"option={option}" if option else ""
    _, seat = brew(parse_case(f"T brew start={start} {given} {more}\ntape: {tape}"))
    pot = " ".join(f"{chip.kind}@{chip.space}" for chip in seat.pot)
    return pot, seat.scoring_space, seat.ended


def carded(
    card: str,
    choices: Iterable[tuple[str, str]],
    players: int = 2,
    round_number: int = 4,
    reveals: Iterable[str] = (),
    **options: object,
) -> Scene:
    tape = Answers(choices, cards=[card], reveals=reveals)
    return Scene(tape, players, round_number, options=options)


@pytest.mark.parametrize("rubies", [0, 1, 2])
def test_starting_rubies(rubies: int) -> None:
    scene = Scene(Answers(), options={"starting_rubies": str(rubies)})
    assert [seat.rubies for seat in scene.seats] == [rubies, rubies]


def test_flask_target() -> None:
    assert brewed("flask_target:any_chip", "G2 flask stop")[0] == ""
    with pytest.raises(IllegalMove):
        brewed("", "G2 flask stop")


def test_first_chip_placement() -> None:
    option = "first_chip_placement:always_adjacent"
    assert brewed(option, "W3 O1 W2 stop", start=4)[0] == "W3@5 O1@6 W2@8"
    assert brewed("", "W3 O1 W2 stop", start=4)[0] == "W3@7 O1@8 W2@10"


def test_may_stop_before_first_draw() -> None:
    tape = Answers([("stop", "stop")], draws=["O1"])
    scene = Scene(tape, players=1, options={"may_stop_before_first_draw": "no"})
    brew_one_by_one(scene.table)
    assert [event["event"] for event in scene.events] == ["draw", "place", "choice", "brew_end"]


def test_min_purchases() -> None:
    for least, refused in ((0, False), (1, True)):
        scene = Scene(Answers(baskets=[[]]), options={"min_purchases": least})
        scene.seats[0].scoring_space = 3
        if refused:
            with pytest.raises(IllegalMove, match=r"6\.E\.1"):
                shop(scene.table, scene.seats[0])
        else:
            shop(scene.table, scene.seats[0])
    poor = Scene(Answers(baskets=[[]]), options={"min_purchases": 1})
    poor.seats[0].scoring_space = 2
    shop(poor.table, poor.seats[0])
    assert poor.named("purchase")[0]["price"] == 0


@pytest.mark.parametrize(("thing", "full", "droplet"), [("flask", True, 0), ("droplet", False, 1)])
def test_two_rubies_buy_one_thing(thing: str, full: bool, droplet: int) -> None:
    scene = Scene(Answers([("rubies", thing)]))
    seat = scene.seats[0]
    seat.rubies = 3
    seat.flask_full = False
    spend_on_droplet_and_flask(scene.table, seat)
    assert (seat.flask_full, seat.droplet, seat.rubies) == (full, droplet, 1)
    assert [(event["on"], event["rubies"]) for event in scene.named("ruby_spent")] == [(thing, 1)]


def test_final_conversion_exploded() -> None:
    for value, choices, points in (
        ("choose", [("explosion", "points")], 3),
        ("choose", [("explosion", "coins")], 3),
        ("both", [], 6),
    ):
        tape = Answers(choices)
        options = {"final_conversion_exploded": value}
        scene = Scene(tape, players=1, round_number=9, options=options)
        scene.fill_pot(0, ["W3@14"], "exploded")
        scene.seats[0].rubies = 1
        evaluate(scene.table)
        assert scene.seats[0].victory_points == points
        assert tape.used_up()


def test_draw_after_pot_full() -> None:
    assert brewed("draw_after_pot_full:yes", "W3 O1 stop", 50) == ("W3@52 O1@52", 53, "stopped")
    assert brewed("", "W3", 50) == ("W3@52", 53, "full")


def test_blue_on_last_space() -> None:
    option = "blue_on_last_space:performed"
    assert brewed(option, "B2(O1,W1|O1)", 50) == ("B2@52 O1@52", 53, "full")
    assert brewed("", "B2", 50) == ("B2@52", 53, "full")


def test_black_zero_zero() -> None:
    for value, rewards in (
        ("nothing", []),
        ("droplet_each", [(0, "droplet", 1), (1, "droplet", 1)]),
    ):
        scene = Scene(Answers(), options={"black_zero_zero": value})
        resolve_pots(scene.table)
        assert scene.rewards() == rewards


@pytest.mark.parametrize(
    ("value", "faces"),
    [
        ("double_1vp", ["1", "1", "2", "ruby", "droplet", "O1"]),
        ("double_ruby", ["1", "2", "ruby", "ruby", "droplet", "O1"]),
        ("five_faces", ["1", "2", "ruby", "droplet", "O1"]),
    ],
)
def test_bonus_die_faces(value: str, faces: list[str]) -> None:
    scene = Scene(Answers(), options={"bonus_die_faces": value})
    found = [
        face.chip or (str(face.amount) if face.reward == "victory_points" else face.reward)
        for face in scene.table.die
    ]
    assert found == faces


def test_chip_supply() -> None:
    for value, chips in (("limited", ["G1"]), ("unlimited", ["R4", "G1"])):
        scene = Scene(Answers(), options={"chip_supply": value})
        scene.sell_out("R4")
        assert [kind for kind in ("R4", "G1") if scene.table.obtainable(kind)] == chips


def test_ruby_supply() -> None:
    for value, gained in (("20", 4), ("unlimited", 9)):
        scene = Scene(Answers(), players=2, options={"ruby_supply": value})
        gain_rubies(scene.table, scene.seats[0], "die", 14)
        gain_rubies(scene.table, scene.seats[1], "die", 9)
        assert scene.rewards() == [(0, "ruby", 14), (1, "ruby", gained)]


def test_droplet_cap() -> None:
    for cap in (51, 52):
        scene = Scene(Answers(), options={"droplet_cap": cap})
        scene.seats[0].droplet = 50
        gain_droplet(scene.table, scene.seats[0], "die", 3)
        assert scene.rewards() == [(0, "droplet", cap - 50)]


@pytest.mark.parametrize(
    ("rules", "rats"),
    [
        ({}, 12),
        ({"rats_above_50": "none"}, 5),
        ({"rats_above_50": "own_table", "rat_tails": [39, 60, 61, 68, 70]}, 3),
    ],
)
def test_rats_above_50(rules: dict[str, object], rats: int) -> None:
    # First lap from 39 on: tails after 40, 42, 44, 46 and 48; second lap to 66: seven more.
    assert tails_between(Options.from_mapping(rules), 39, 68) == rats


@pytest.mark.parametrize("limit", [5, 6, 7, 8, 9])
def test_explosion_limit(limit: int) -> None:
    whites = ["W1"] * limit
    option = f"explosion_limit:{limit}"
    assert brewed(option, " ".join([*whites, "stop"]))[2] == "stopped"
    assert brewed(option, " ".join([*whites, "W1"]))[2] == "exploded"


def test_round6_white() -> None:
    for value, order in (
        ("before_event", ["round_start", "white_added", "card"]),
        ("after_event", ["round_start", "card", "white_added"]),
    ):
        options = {"round6_white": value}
        scene = Scene(Answers(cards=["FB1"]), options=options, cards=True)
        open_round(scene.table, 6)
        assert list(dict.fromkeys(event["event"] for event in scene.events)) == order


def test_price_green_s3_4_and_price_blue_s4_4() -> None:
    books = {"green": 3, "blue": 4}
    for rules, prices in (
        ({}, (21, 20)),
        ({"price_green_s3_4": 18, "price_blue_s4_4": "19"}, (18, 19)),
    ):
        table = Scene(Answers(), books=books, options=rules).table
        assert (table.prices["G4"], table.prices["B4"]) == prices


def test_purple_s3_space() -> None:
    # Spaces 20 and 30 show 17 and 22 coins.
    pot = ["P1@20", "P1@30"]
    by_index = step_b(pot, options={"purple_s3_space": "index"}, purple=3)
    assert by_index.rewards() == [(0, "victory_points", 5)]
    far = step_b(["P1@45"], options={"purple_s3_space": "index"}, purple=3)
    assert far.rewards() == [(0, "victory_points", 3)]
    assert step_b(pot, purple=3).rewards() == [(0, "victory_points", 3)]


def test_yellow_s2_scope() -> None:
    tape, more = "O1 Y1 R2 stop", "books=yellow-2"
    assert brewed("yellow_s2_scope:value_only", tape, more=more)[0] == "O1@1 Y1@2 R2@7"
    assert brewed("", tape, more=more)[0] == "O1@1 Y1@2 R2@8"


def test_green_s2_locked_books() -> None:
    rules = {"green_s2_locked_books": "allowed"}
    scene = step_b(["G4@4"], [("green", "P1")], round_number=1, options=rules, green=2)
    assert scene.options_of("green") == [["none", "Y1", "P1"]]
    assert step_b(["G4@4"], round_number=1, green=2).events == []


def test_blue_s2_window() -> None:
    # B2, B2: one unit is left when the second one comes; together three chips, or else two.
    for option, protected in (("blue_s2_window:cap_4", True), ("", False)):
        given = f"option={option}" if option else ""
        case = parse_case(f"T brew start=0 books=blue-2 {given}\ntape: B2 B2 W3 W3 W2")
        assert brew(case)[1].protected is protected
    # Seven units would be left after the second B4, but four are the most.
    more = "books=blue-2 option=blue_s2_window:cap_4"
    for tape, protected in (("B4 B4 O1 W3 W3 W2", True), ("B4 B4 O1 O1 W3 W3 W2", False)):
        assert brew(parse_case(f"T brew start=0 {more}\ntape: {tape}"))[1].protected is protected


def test_second_chance_explosion() -> None:
    tape = "W3 W3 W2 O1 O1 stop"
    protected = brewed("", tape, more="card=FB3")
    assert protected == ("W3@3 W3@6 W2@8 O1@9 O1@10", 11, "stopped")
    none = brewed("second_chance_explosion:none", "W3 W3 W2", more="card=FB3")
    assert none == ("W3@3 W3@6 W2@8", 9, "exploded")
    rescue = "second_chance_explosion:rescue"
    assert brewed(rescue, "W3 W3 W2", more="card=FB3") == none
    undone = brewed(rescue, "W3 W3 W2 restart O1 stop", more="card=FB3")
    assert undone == ("O1@1", 2, "stopped")
    # The right is gone after the fifth chip, and there is none under "none".
    for value, tape, asked in (("rescue", "O1 O1 O1 O1 O1 W3 W3 W2", 1), ("none", "W3 W3 W2", 0)):
        option = f"second_chance_explosion:{value}"
        case = parse_case(f"T brew start=0 card=FB3 option={option}\ntape: {tape}")
        scene, seat = brew(case)
        assert seat.ended == "exploded"
        assert len(scene.options_of("FB3")) == asked


def test_second_chance_timing() -> None:
    tape = "O1 O1 O1 O1 B1(W1|W1) restart stop"
    option = "second_chance_timing:after_action"
    assert brewed(option, tape, more="card=FB3") == ("", 1, "stopped")
    scene, _ = brew(parse_case(f"T brew start=0 card=FB3 option={option}\ntape: {tape}"))
    returned = [event["chip"] for event in scene.named("return")]
    assert returned == ["O1", "O1", "O1", "O1", "B1", "W1"]


def test_strong_ingredient_deferred() -> None:
    for value, rubies in (("suppressed", 1), ("counted", 2)):
        case = parse_case(
            f"T brew start=0 card=FB7 option=strong_ingredient_deferred:{value}\n"
            "tape: G1 stop strong(G2,O1,O1,O1,W1|G2)"
        )
        scene, _ = brew(case)
        resolve_pots(scene.table)
        assert scene.rewards("green") == [(0, "ruby", rubies)]


def test_schadenfreude_timing() -> None:
    for value, order in (
        ("end_of_brewing", ["brew_end", "brew_end", "reward"]),
        ("immediately", ["brew_end", "reward", "brew_end"]),
    ):
        tape = Answers(
            [("stop", "draw")] * 2 + [("stop", "stop"), ("FB2", "G2")],
            draws=["W3", "W3"],
        )
        if value == "immediately":
            tape.choices = [*tape.choices[:2], tape.choices[3], tape.choices[2]]
        options = {"schadenfreude_timing": value, "explosion_limit": 5}
        scene = Scene(tape, players=2, card="FB2", options=options)
        scene.fill_bag(0, ["W3", "W3", "O1"])
        scene.seats[0].flask_full = False
        brew_one_by_one(scene.table)
        end_of_brewing(scene.table)
        names = [event["event"] for event in scene.events]
        assert [name for name in names if name in ("brew_end", "reward")] == order
        assert scene.rewards() == [(1, "G2", 1)]


def test_wheel_and_deal_orange() -> None:
    choices = [("FP3", "none")] * 2
    scene = carded("FP3", choices, wheel_and_deal_orange="forbidden")
    turn_up_card(scene.table)
    assert scene.options_of("FP3")[0] == ["none", "G1", "B1", "R1", "Y1"]


def test_good_start_amount() -> None:
    scene = carded("FP9", [("FP9", "2")], good_start_amount="all_or_nothing")
    scene.seats[0].victory_points = 16
    scene.seats[1].victory_points = 20
    turn_up_card(scene.table)
    rat_step(scene.table)
    assert scene.options_of("FP9") == [["0", "2"]]


def test_rats_friends_rats_after() -> None:
    for value, rats in (("kept", [1, 0]), ("used_up", [0, 0])):
        choices = [("FP10", "points"), ("FP10", "R4")]
        scene = carded("FP10", choices, rats_friends_rats_after=value)
        scene.seats[0].victory_points = 16
        scene.seats[1].victory_points = 20
        turn_up_card(scene.table)
        rat_step(scene.table)
        assert [event["rats"] for event in scene.named("rats")] == rats


def test_choose_wisely_early_purple() -> None:
    choices = [("FP11", "P1"), ("FP11", "droplet")]
    scene = carded("FP11", choices, round_number=1, choose_wisely_early_purple="yes")
    turn_up_card(scene.table)
    assert scene.rewards() == [(0, "P1", 1), (1, "droplet", 2)]


def test_flea_market_white() -> None:
    scene = carded(
        "FP13", [("FP13", "W1")], players=1, reveals=["W1", "W2", "O1"], flea_market_white="yes"
    )
    scene.fill_bag(0, ["W1", "W2", "O1"])
    turn_up_card(scene.table)
    assert scene.options_of("FP13") == [["W1", "W2", "none"]]
    assert (scene.payments(), scene.rewards()) == ([(0, "W1", 0)], [(0, "W2", 1)])


def test_tube_purchase_round_9() -> None:
    for value, choices, points in (
        ("no", [], 2),
        ("yes", [("rubies", "tube"), ("rubies", "tube"), ("rubies", "keep")], 2),
    ):
        tape = Answers(choices)
        options = {"tube_purchase_round_9": value, "solo_die": "never"}
        scene = Scene(tape, players=1, round_number=9, options=options, test_tubes=True)
        scene.fill_pot(0, [])
        scene.seats[0].rubies = 5
        evaluate(scene.table)
        # Bought: tube 1 pays a ruby, tube 2 a point; 2 of 5 + 1 rubies are left for a point.
        assert scene.seats[0].victory_points == points
        assert scene.seats[0].tube == (2 if value == "yes" else 0)
        assert tape.used_up()


def test_test_tubes() -> None:
    choices = [("droplet", "tube"), ("droplet", "pot"), ("droplet", "tube")]
    scene = Scene(Answers(choices), players=1, test_tubes=True)
    seat = scene.seats[0]
    seat.tube = 3
    gain_droplet(scene.table, seat, "FP11", 2)
    gain_droplet(scene.table, seat, "rubies", 1)
    assert scene.rewards() == [
        (0, "tube", 1),
        (0, "victory_points", 2),
        (0, "droplet", 1),
        (0, "tube", 1),
        (0, "K1", 1),
    ]
    assert (seat.droplet, seat.tube) == (1, 5)
    rat_step(scene.table)
    assert scene.named("rats")[0]["start"] == 1


def test_tube_step_is_not_asked_when_the_droplet_is_at_its_cap() -> None:
    scene = Scene(Answers(), players=1, test_tubes=True)
    scene.seats[0].droplet = 52
    gain_droplet(scene.table, scene.seats[0], "die", 1)
    assert scene.rewards() == [(0, "tube", 1), (0, "ruby", 1)]


def test_test_tubes_end_after_the_twelfth() -> None:
    scene = Scene(Answers([("droplet", "tube")]), players=1, test_tubes=True)
    seat = scene.seats[0]
    seat.tube = 11
    gain_droplet(scene.table, seat, "FP11", 2)
    assert scene.rewards("tube") == [(0, "victory_points", 4)]
    assert (seat.droplet, seat.tube) == (1, 12)


def test_synchronized_brewing() -> None:
    def first_stops(journal: dict[str, Any]) -> list[int]:
        events = journal["events"]
        until = next(i for i, event in enumerate(events) if event["event"] == "draw")
        return [event["seat"] for event in events[:until] if event["event"] == "choice"]

    assert first_stops(play(Setup(players=3, synchronized=True), RandomTape(1))) == [0, 1, 2]
    assert first_stops(play(Setup(players=3), RandomTape(1))) == [0]


def test_round_9_is_brewed_by_cues() -> None:
    choices = [("stop", "draw"), ("stop", "draw"), ("stop", "stop"), ("stop", "draw")]
    tape = Answers([*choices, ("stop", "stop")], draws=["O1", "G1", "O1"])
    scene = Scene(tape, players=2, round_number=9)
    scene.fill_bag(1, ["G1", "O1", "O1"])
    brew_by_cues(scene.table)
    told = [(event["event"], event["seat"]) for event in scene.events]
    cue = [("choice", 0), ("choice", 1), ("draw", 0), ("place", 0), ("draw", 1), ("place", 1)]
    assert told[:6] == cue
    assert told[6:] == [
        ("choice", 0),
        ("brew_end", 0),
        ("choice", 1),
        ("draw", 1),
        ("place", 1),
        ("choice", 1),
        ("brew_end", 1),
    ]


def test_solo_rats() -> None:
    journal = play(Setup(players=1, options=Options(solo_rats=2)), RandomTape(3))
    rats = [event["rats"] for event in journal["events"] if event["event"] == "rats"]
    assert rats == [0, 2, 2, 2, 2, 2, 2, 2, 2]


def test_solo_black() -> None:
    for value, rewards in (("beats_zero", [(0, "ruby", 1), (0, "droplet", 1)]), ("nothing", [])):
        assert step_b(["K1@1"], options={"solo_black": value}).rewards() == rewards


def test_solo_die() -> None:
    for value, state, seats in (
        ("when_intact", "stopped", [0]),
        ("when_intact", "exploded", []),
        ("never", "stopped", []),
    ):
        scene = Scene(Answers(), players=1, options={"solo_die": value})
        scene.fill_pot(0, ["O1@1"], state)
        assert [seat.index for seat in rollers(scene.table)] == seats


def test_options_are_written_and_read_back() -> None:
    options = Options.from_mapping(
        {"rats_above_50": "own_table", "rat_tails": [9, 3], "droplet_cap": "51"}
    )
    assert Options.from_mapping(options.as_mapping()) == options
    assert options.rat_tails == (3, 9)
    assert TRACK[options.droplet_cap].coins == 33
