"""The books of Sets 1 to 4 in scenes that the worked examples do not show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from quacks_sim.referee import IllegalMove
from quacks_sim.referee.actions import resolve_pots
from quacks_sim.referee.brewing import brew_one_by_one
from quacks_sim.referee.end_of_brewing import end_of_brewing
from quacks_sim.referee.evaluation import evaluate
from tests.referee.scenes import Answers, Scene, brew
from tests.worked_examples import parse_case


def pot_of(more: str, tape: str, start: int = 0) -> str:
    _, seat = brew(parse_case(f"T brew start={start} {more}\ntape: {tape}"))
    return " ".join(f"{chip.kind}@{chip.space}" for chip in seat.pot)


def ending_of(more: str, tape: str, start: int = 0) -> tuple[int, str, bool]:
    _, seat = brew(parse_case(f"T brew start={start} {more}\ntape: {tape}"))
    return seat.white_sum, seat.ended, seat.protected


def step_b(
    pot: Iterable[str],
    choices: Iterable[tuple[str, str]] = (),
    rubies: int = 1,
    round_number: int = 4,
    options: Mapping[str, object] | None = None,
    sold_out: Iterable[str] = (),
    **books: int,
) -> Scene:
    """Resolve one pot in step B."""
    tape = Answers(choices)
    scene = Scene(tape, players=1, round_number=round_number, books=books, options=options)
    scene.fill_pot(0, pot)
    scene.sell_out(*sold_out)
    scene.seats[0].rubies = rubies
    resolve_pots(scene.table)
    assert tape.used_up()
    return scene


PRICES = [
    ("green", 1, "4/8/14"),
    ("green", 2, "6/11/18"),
    ("green", 3, "6/11/21"),
    ("green", 4, "4/8/14"),
    ("blue", 1, "5/10/19"),
    ("blue", 2, "5/10/19"),
    ("blue", 3, "4/8/14"),
    ("blue", 4, "5/10/20"),
    ("red", 1, "6/10/16"),
    ("red", 2, "4/8/14"),
    ("red", 3, "5/9/15"),
    ("red", 4, "7/11/17"),
    ("yellow", 1, "8/12/18"),
    ("yellow", 2, "9/13/19"),
    ("yellow", 3, "8/12/18"),
    ("yellow", 4, "8/12/18"),
    ("purple", 1, "9"),
    ("purple", 2, "12"),
    ("purple", 3, "10"),
    ("purple", 4, "11"),
]


@pytest.mark.parametrize(("colour", "book", "prices"), PRICES)
def test_price_of_book(colour: str, book: int, prices: str) -> None:
    scene = Scene(Answers(), books={colour: book})
    found = scene.table.prices
    wanted = dict(zip((1, 2, 4), prices.split("/"), strict=False))
    for value, price in wanted.items():
        assert found[f"{colour[0].upper()}{value}"] == int(price)
    assert (found["O1"], found["K1"]) == (3, 10)
    assert "W1" not in found


def test_green_2_chips_by_value() -> None:
    scene = step_b(["O1@1", "G2@3", "G4@7"], [("green", "R1"), ("green", "P1")], green=2)
    assert scene.options_of("green") == [["none", "B1", "R1"], ["none", "Y1", "P1"]]
    assert scene.rewards() == [(0, "R1", 1), (0, "P1", 1)]
    scene = step_b(["G1@1"], [("green", "none")], green=2)
    assert scene.rewards() == []


def test_green_2_books_that_are_not_out_and_sold_out_chips() -> None:
    scene = step_b(["G4@4", "G1@5"], [("green", "Y1")], round_number=2, sold_out=["O1"], green=2)
    assert scene.options_of("green") == [["none", "Y1"]]


def test_green_3_moves_any_last_chip_only_at_seven() -> None:
    scene = step_b(["G4@4", "W3@7", "W3@10", "W1@11"], [("green", "move")], green=3)
    assert scene.named("move") == [
        {
            "event": "move",
            "round": 4,
            "seat": 0,
            "chip": "W1",
            "cause": "green-3",
            "space": 15,
        }
    ]
    assert scene.seats[0].scoring_space == 16
    assert step_b(["G4@4", "W3@7", "W3@10"], green=3).events == []
    scene = step_b(["W3@3", "W3@6", "W1@7", "G4@50"], [("green", "move")], green=3)
    assert scene.seats[0].scoring_space == 53


def test_green_3_before_or_after_purple_3() -> None:
    pot = ["G2@8", "W3@11", "W3@14", "W1@15", "P1@18"]
    # Space 18 shows 16 coins; moved on by two, space 20 shows 17: one point either way.
    order = [("order", "purple"), ("green", "move")]
    assert step_b(pot, order, green=3, purple=3).rewards() == [(0, "victory_points", 1)]
    pot[-1] = "P1@24"
    # Space 24 shows 19, space 26 shows 20.
    order = [("order", "green"), ("green", "move")]
    assert step_b(pot, order, green=3, purple=3).rewards() == [(0, "victory_points", 2)]
    order = [("order", "purple"), ("green", "move")]
    assert step_b(pot, order, green=3, purple=3).rewards() == [(0, "victory_points", 1)]


def test_green_4_pays_with_a_ruby_of_the_same_step() -> None:
    scene = step_b(["K1@1", "G1@2", "G4@6"], [("green", "pay")], rubies=0, green=4)
    assert scene.rewards() == [(0, "ruby", 1), (0, "droplet", 1), (0, "droplet", 1)]
    assert scene.payments() == [(0, "ruby", 0)]
    scene = step_b(["G1@2", "G4@6"], [("green", "keep"), ("green", "pay")], rubies=2, green=4)
    assert scene.seats[0].droplet == 1


def test_blue_2_window_is_the_better_one_and_shrinks_with_each_draw() -> None:
    more = "books=blue-2"
    # B4, W1, B2: two chips stay protected; the third one after them does not.
    assert ending_of(more, "B4 W1 B2 W3 W2 O1 W2")[1:] == ("exploded", False)
    assert ending_of(more, "B4 W1 B2 W3 W3 W1")[1:] == ("exploded", False)
    assert ending_of(more, "W2 W2 B4 W1 B2 W2 W1")[1:] == ("exploded", True)


def test_blue_2_flasked_chip_uses_up_its_unit() -> None:
    assert ending_of("books=blue-2", "W3 W3 B2 W1 flask W2")[1:] == ("exploded", True)
    assert ending_of("books=blue-2", "W3 W3 B1 W1 flask W2")[1:] == ("exploded", False)


def test_blue_2_protected_pot_gets_points_and_coins_but_no_die() -> None:
    tape = Answers([("rubies", "keep")], baskets=[["O1"]])
    scene = Scene(tape, players=1, books={"blue": 2})
    scene.fill_pot(0, ["W3@15"], "exploded")
    scene.seats[0].protected = True
    evaluate(scene.table)
    assert scene.rewards() == [(0, "ruby", 1), (0, "victory_points", 3)]
    assert [event["coins"] for event in scene.named("budget")] == [15]
    assert tape.used_up()


def test_blue_3_and_blue_4_on_the_last_space() -> None:
    for book, reward in ((3, (0, "ruby", 1)), (4, (0, "victory_points", 2))):
        scene, _ = brew(parse_case(f"T brew start=50 books=blue-{book}\ntape: B2"))
        assert scene.rewards() == [reward]


def test_red_2_waits_beside_the_pot() -> None:
    tape = Answers(
        [
            *[("stop", "draw")] * 4,
            ("stop", "stop"),
            ("beside", "place R2"),
            ("beside", "bag R1"),
            ("beside", "leave"),
        ],
        draws=["R4", "W1", "R1", "R2"],
    )
    scene = Scene(tape, players=1, books={"red": 2})
    scene.fill_bag(0, ["R4", "W1", "R1", "R2", "O1"])
    seat = scene.seats[0]
    seat.flask_full = False
    brew_one_by_one(scene.table)
    assert [event["beside"] for event in scene.named("aside")] == [1, 2, 3]
    assert seat.scoring_space == 2
    end_of_brewing(scene.table)
    assert [(chip.kind, chip.space) for chip in seat.pot] == [("W1", 1), ("R2", 3)]
    assert (seat.beside, seat.scoring_space, seat.bag_size) == (["R4"], 4, 2)
    assert tape.used_up()


def test_red_2_chip_drawn_ends_the_chance_for_the_flask() -> None:
    with pytest.raises(IllegalMove) as refusal:
        pot_of("books=red-2", "W1 R1 flask")
    assert refusal.value.rule == "4.6.1"


def test_red_2_after_an_explosion_and_on_a_full_pot() -> None:
    tape = Answers([("beside", "place R4")])
    scene = Scene(tape, players=2, books={"red": 2})
    scene.fill_pot(0, ["W3@49"], "exploded")
    scene.seats[0].beside_now = ["R4", "R1"]
    for kind in ("R4", "R1"):
        scene.table.to_bag_from_supply(scene.seats[0], kind)
        scene.table.to_hand(scene.seats[0], kind, "")
    scene.seats[0].hand.clear()
    tape.choices.append(("beside", "leave"))
    end_of_brewing(scene.table)
    assert scene.seats[0].scoring_space == 53
    assert scene.options_of("beside") == [
        ["leave", "place R1", "bag R1", "place R4", "bag R4"],
        ["leave", "bag R1"],
    ]


def test_red_3_white_before_it_must_still_lie_there() -> None:
    more = "books=red-3"
    assert pot_of(more, "W3 flask R1 stop") == "R1@1"
    assert pot_of(more, "W1 W2 flask R1 R1 stop") == "W1@1 R1@3 R1@4"
    assert pot_of(more, "W3 R2~ stop") == "W3@3 R2@5"


def test_red_4_more_reds_add_nothing() -> None:
    assert pot_of("books=red-4", "R1 R1 W1 W3 stop") == "R1@1 R1@2 W1@4 W3@7"


def test_yellow_2_flasked_chip_spends_the_doubling() -> None:
    assert pot_of("books=yellow-2", "Y1 W2 flask O1 stop") == "Y1@1 O1@2"
    assert pot_of("books=yellow-2,red-4", "R1 Y1 W1 stop") == "R1@1 Y1@2 W1@6"


def test_yellow_3_limits_by_number_of_chips() -> None:
    more = "books=yellow-3"
    assert ending_of(more, "Y4 Y4 W3 W3 W2 stop")[:2] == (8, "stopped")
    assert ending_of(more, "Y1 Y1 Y1 W3 W3 W3 stop")[:2] == (9, "stopped")
    assert ending_of(more, "Y1 Y1 Y1 W3 W3 W3 W1")[:2] == (10, "exploded")


def test_yellow_4_declined_bonus_still_counts() -> None:
    assert pot_of("books=yellow-4", "Y1~ Y1 stop") == "Y1@1 Y1@4"


def test_purple_2_trades_for_each_tier() -> None:
    pot = ["P1@1", "P1@2", "P1@3", "P1@4"]
    one = step_b(pot, [("purple", "1")], purple=2)
    assert one.rewards() == [(0, "victory_points", 1), (0, "ruby", 1), (0, "K1", 1)]
    assert len(one.seats[0].pot) == 3
    two = step_b(pot, [("purple", "2")], purple=2)
    assert two.rewards() == [
        (0, "victory_points", 3),
        (0, "droplet", 1),
        (0, "G1", 1),
        (0, "B2", 1),
    ]
    three = step_b(pot, [("purple", "3")], purple=2, sold_out=["Y4"])
    assert three.rewards() == [(0, "victory_points", 6), (0, "ruby", 1), (0, "droplet", 2)]
    assert three.payments() == [(0, "P1", 3), (0, "P1", 2), (0, "P1", 1)]
    assert [event["amount"] for event in three.named("payment")] == [1, 1, 1]
    assert three.table.supply["P1"] == 14
    none = step_b(pot, [("purple", "none")], purple=2)
    assert none.rewards() == []
    assert none.options_of("purple") == [["none", "1", "2", "3"]]


def test_purple_2_keeps_the_scoring_space_and_bares_the_greens() -> None:
    pot = ["G1@1", "G2@3", "P1@4"]
    scene = step_b(pot, [("order", "purple"), ("purple", "1")], purple=2)
    assert scene.rewards("green") == [(0, "ruby", 2)]
    assert scene.seats[0].scoring_space == 5
    scene = step_b(pot, [("order", "green"), ("purple", "1")], purple=2)
    assert scene.rewards("green") == [(0, "ruby", 1)]


def test_order_is_not_asked_where_it_cannot_matter() -> None:
    assert step_b(["G1@1", "P1@2"]).options_of("order") == []
    assert step_b(["G1@1", "O1@2"], [("green", "none")], green=2).options_of("order") == []


def test_purple_3_by_the_printed_number() -> None:
    # Space 9 shows 9, space 25 shows 20, space 29 shows 22, space 46 shows 30.
    scene = step_b(["P1@9", "P1@25", "P1@29", "P1@46"], purple=3)
    assert scene.rewards() == [(0, "victory_points", 7)]


def test_purple_4_tiers() -> None:
    pot = ["G1@1", "R2@3", "O1@4", "P1@5"]
    scene = step_b(pot, [("order", "green"), ("purple", "G1 G2")], purple=4)
    assert scene.options_of("purple") == [["none", "G1 G2"]]
    assert (scene.payments(), scene.rewards()) == ([(0, "G1", 1)], [(0, "G2", 1)])
    pot = ["G1@1", "R2@3", "P1@5", "P1@6", "P1@7"]
    scene = step_b(pot, [("order", "green"), ("purple", "G1 G4")], purple=4, sold_out=["G2"])
    assert scene.options_of("purple") == [["none", "R2 R4", "G1 G4"]]
    assert scene.seats[0].scoring_space == 8


def test_effects_last_for_one_round() -> None:
    tape = Answers(
        [("stop", "draw"), ("stop", "stop")] * 2,
        draws=["Y1", "O1"],
    )
    scene = Scene(tape, players=1, books={"yellow": 2})
    scene.fill_bag(0, ["Y1", "O1", "O1"])
    brew_one_by_one(scene.table)
    scene.seats[0].pot.clear()
    brew_one_by_one(scene.table)
    assert [event["space"] for event in scene.named("place")] == [1, 1]
