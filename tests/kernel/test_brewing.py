"""Brewing, evaluation and the market on the compiled kernel, where worked examples are silent.

Rules 4 to 7.
"""

import pytest

from quacks_sim.kernel.bag import ASKED_CHIP
from quacks_sim.kernel.decisions import EXPLOSION, FLASK, STOP
from quacks_sim.kernel.state import (
    BAG_SIZE,
    COINS,
    COINS_AFTER_EXPLOSION,
    COINS_SPENT,
    DIE_ROLLS,
    DROPLET,
    EMPTY,
    END_REASON,
    EXPLODED,
    FLASK_FULL,
    POINTS_SPACE,
    POT_SIZE,
    RUBIES,
    RUBIES_GAINED,
    RUBIES_SPENT,
    SCORING_SPACE,
    START_SPACE,
    STOPPED,
    VICTORY_POINTS,
)
from quacks_sim.rules.chips import KINDS, parse_bag
from quacks_sim.rules.tables import SPACE_COINS, SPACE_VICTORY_POINTS
from tests.kernel.games import journals, match_of, of
from tests.kernel.scripted import Illegal, Scene, brew, evaluate
from tests.worked_examples import parse_item


def brewed(
    tape: str,
    start: int = 0,
    bag: str = "",
    players: int = 1,
    books: str = "",
    **options: object,
) -> Scene:
    """Return a scene in which seat 0 has brewed a tape."""
    scene = Scene(players, books, **options)
    scene.ready(0, start, parse_bag(bag).tolist() if bag else None)
    scene.brew(0, tuple(parse_item(text) for text in tape.split()))
    return scene


@pytest.mark.rule("4.2.1", "4.8.2")
@pytest.mark.parametrize("start", [0, 4, 52])
def test_an_empty_pot_scores_the_space_after_the_start(start: int) -> None:
    scene = brewed("stop", start)
    assert scene[0, END_REASON] == STOPPED
    assert scene[0, POT_SIZE] == 0
    assert scene[0, SCORING_SPACE] == start + 1
    scene.evaluate([1])
    assert scene[0, COINS] == SPACE_COINS[start + 1]
    assert scene[0, POINTS_SPACE] == SPACE_VICTORY_POINTS[start + 1]


@pytest.mark.rule("4.2.2")
def test_an_empty_bag_ends_the_brew_without_a_question() -> None:
    scene = brewed("O1 G1", bag="O1 G1")
    assert scene[0, END_REASON] == EMPTY
    assert scene[0, EXPLODED] == 0
    assert scene[0, BAG_SIZE] == 0


@pytest.mark.rule("4.2.2")
def test_a_bag_that_is_empty_from_the_start_ends_the_brew_at_once() -> None:
    scene = Scene(1)
    scene.ready(0, 3, [0] * len(KINDS))
    scene.brew(0, ())
    assert scene[0, END_REASON] == EMPTY
    assert scene[0, SCORING_SPACE] == 4


@pytest.mark.rule("4.3.1", "4.7.1")
def test_a_chip_that_would_pass_52_lies_on_52() -> None:
    scene = brewed("O1 G4", start=49)
    assert scene.pot() == "O1@50,G4@52"
    assert scene[0, SCORING_SPACE] == 53


@pytest.mark.rule("4.4", "4.5.3")
def test_an_explosion_ends_the_chain_before_the_flask_is_offered() -> None:
    scene = brewed("W3 W3 B2(W3,O1|W3)")
    assert scene[0, EXPLODED] == 1
    assert scene[0, FLASK_FULL] == 1


@pytest.mark.rule("4.4", "4.6.1")
def test_the_flask_is_offered_right_after_the_actions_and_only_once() -> None:
    scene = Scene(1)
    scene.ready(0, 0)
    chips, stops, flasks = iter(["W1", "W2", "W3"]), iter([0, 0, 0, 1]), iter([0, 1])
    asked: list[int] = []

    def answer(what: int) -> int:
        asked.append(what)
        if what == ASKED_CHIP:
            return KINDS.index(next(chips))
        return next(stops) if what == 4 * STOP else next(flasks)

    scene.answered(brew, 0, answer=answer)
    # The flask is kept for W1, used for W2, and gone when W3 comes.
    stop, flask = 4 * STOP, 4 * FLASK
    assert asked == [*[stop, ASKED_CHIP, flask] * 2, stop, ASKED_CHIP, stop]
    assert scene.pot() == "W1@1,W3@4"


@pytest.mark.rule("4.6.3")
def test_the_flask_stays_empty_until_it_is_filled() -> None:
    scene = Scene(1)
    scene.begin_round(1)
    scene[0, FLASK_FULL] = 0
    scene[0, RUBIES] = 2
    scene.begin_round(2)
    assert scene[0, FLASK_FULL] == 0
    scene.spend_rubies(0, [2])
    assert scene[0, FLASK_FULL] == 1
    assert (scene[0, RUBIES], scene[0, RUBIES_SPENT]) == (0, 2)


@pytest.mark.rule("4.2.3", "4.2.4")
def test_in_rounds_1_to_8_each_seat_brews_to_its_end_in_turn_order() -> None:
    (events,) = journals(match_of("balanced", "safe", "yardstick"), 1)
    for number in range(1, 9):
        start = of(events, "round_start", round=number)[0]["seat"]
        drawn = [event["seat"] for event in of(events, "draw", round=number)]
        order = [(start + turn) % 3 for turn in range(3)]
        assert drawn == sorted(drawn, key=order.index)
        ended = [event["seat"] for event in of(events, "brew_end", round=number)]
        assert ended == order


@pytest.mark.rule("4.3.3", "10.3")
def test_spaces_of_chips_that_went_back_stay_empty() -> None:
    scene = brewed("W3 W2 flask O1 W1 Y1! stop")
    # W2 went back from 5: the orange chip counts from 3; W1 went back from 5: yellow stays on 6.
    assert scene.pot() == "W3@3,O1@4,Y1@6"


@pytest.mark.rule("4.6.2", "5.4")
def test_after_yellow_the_flask_goes_back_to_the_space_of_the_yellow_chip() -> None:
    scene = brewed("W3 Y1! W2 flask O1 stop")
    assert scene.pot() == "Y1@4,O1@5"


@pytest.mark.rule("4.6.2")
def test_the_flask_takes_an_orange_chip_back_with_its_count() -> None:
    scene = brewed("O1 flask R1 stop", flask_target="any_chip")
    assert scene.pot() == "R1@1"


@pytest.mark.rule("5.2")
def test_blue_reveals_as_many_chips_as_its_value() -> None:
    for blue, revealed in (("B1", "W1"), ("B2", "W1,W1"), ("B4", "W1,W1,W1,W1")):
        scene = brewed(f"{blue}({revealed}|-) stop", bag=f"{blue} W1x6")
        assert scene.bag() == ["W1"] * 6
        with pytest.raises(Illegal):
            brewed(f"{blue}({revealed},W1|-) stop", bag=f"{blue} W1x6")


@pytest.mark.rule("5.2.4")
def test_a_white_chip_chosen_by_blue_may_be_returned_by_the_next_yellow() -> None:
    scene = brewed("B1(W3|W3) Y1! stop")
    assert scene.pot() == "B1@1,Y1@5"


@pytest.mark.rule("5.3")
@pytest.mark.parametrize(("oranges", "space"), [(0, 1), (1, 3), (2, 4), (3, 6), (4, 7)])
def test_red_moves_further_behind_one_and_behind_three_orange_chips(
    oranges: int, space: int
) -> None:
    scene = brewed("O1 " * oranges + "R1 stop")
    assert scene.pot().split(",")[-1] == f"R1@{space}"


@pytest.mark.rule("5.4", "5.4.1")
@pytest.mark.parametrize("white", ["W1", "W2", "W3"])
@pytest.mark.parametrize("yellow", ["Y1", "Y2", "Y4"])
def test_yellow_returns_a_white_chip_of_any_value_and_keeps_its_space(
    white: str, yellow: str
) -> None:
    scene = brewed(f"O1 {white} {yellow}! stop")
    assert scene.pot() == f"O1@1,{yellow}@{1 + int(white[1]) + int(yellow[1])}"


def evaluated(pots: list[str], spaces: list[int], tape: list[int]) -> Scene:
    """Return a scene after steps A to D with these chips in the pots."""
    scene = Scene(len(pots))
    scene.begin_round(1)
    for seat, (pot, space) in enumerate(zip(pots, spaces, strict=True)):
        scene.put_in_pot(seat, pot)
        scene[seat, SCORING_SPACE] = space
    scene.evaluate(tape)
    return scene


@pytest.mark.rule("5.5")
@pytest.mark.parametrize(
    ("pot", "rubies"),
    [("G4", 1), ("G1 G4", 2), ("G1 G2 G4", 2), ("G1 O1", 1), ("O1 G2", 1), ("G1 O1 W1", 0)],
)
def test_green_gives_a_ruby_for_each_green_chip_among_the_last_two(pot: str, rubies: int) -> None:
    assert evaluated([pot], [1], [1])[0, RUBIES_GAINED] == rubies


@pytest.mark.rule("5.7.1", "5.7.3")
@pytest.mark.parametrize(
    ("pots", "droplets", "rubies"),
    [
        (["O1", "O1"], [0, 0], [0, 0]),
        (["K1", "K1"], [1, 1], [0, 0]),
        (["K1 K1", "K1"], [1, 0], [1, 0]),
        (["O1", "K1"], [0, 1], [0, 1]),
    ],
)
def test_black_with_two_players(pots: list[str], droplets: list[int], rubies: list[int]) -> None:
    scene = evaluated(pots, [2, 1], [1])
    assert [scene[seat, DROPLET] for seat in (0, 1)] == droplets
    assert [scene[seat, RUBIES_GAINED] for seat in (0, 1)] == rubies


@pytest.mark.rule("5.7.2")
def test_black_with_four_players_ignores_the_opposite_seat() -> None:
    scene = evaluated(["K1", "O1", "K1 K1 K1", "O1"], [2, 1, 1, 1], [1])
    assert [scene[seat, DROPLET] for seat in range(4)] == [1, 0, 1, 0]
    assert [scene[seat, RUBIES_GAINED] for seat in range(4)] == [1, 0, 1, 0]


@pytest.mark.rule("5.7.2")
def test_black_with_three_players_more_than_one_neighbour_is_a_droplet_only() -> None:
    scene = evaluated(["K1", "K1 K1", "O1"], [2, 1, 1], [1])
    assert [scene[seat, DROPLET] for seat in range(3)] == [1, 1, 0]
    assert [scene[seat, RUBIES_GAINED] for seat in range(3)] == [0, 1, 0]


@pytest.mark.rule("6.A", "4.7.3")
def test_every_intact_pot_on_the_spoon_rolls_the_die_once() -> None:
    scene = evaluated(["O1", "O1", "O1"], [53, 53, 20], [3, 3])
    assert [scene[seat, DIE_ROLLS] for seat in range(3)] == [1, 1, 0]


@pytest.mark.rule("6.A")
def test_nobody_rolls_when_all_pots_exploded() -> None:
    scene = Scene(2)
    scene.begin_round(1)
    for seat in (0, 1):
        scene[seat, SCORING_SPACE], scene[seat, EXPLODED] = 10, 1
    scene.evaluate([1, 1])
    assert [scene[seat, DIE_ROLLS] for seat in (0, 1)] == [0, 0]


@pytest.mark.rule("6.B", "4.5.4", "5.7.3")
def test_a_pot_that_exploded_keeps_its_chip_actions() -> None:
    scene = Scene(2)
    scene.begin_round(1)
    scene.put_in_pot(0, "K1 P1 G1 W1")
    scene.put_in_pot(1, "O1")
    scene[0, SCORING_SPACE], scene[0, EXPLODED], scene[1, SCORING_SPACE] = 10, 1, 1
    scene.evaluate([1, 0])
    assert scene[0, DROPLET] == 1  # black
    assert scene[0, RUBIES_GAINED] == 2  # black and green
    assert scene[0, VICTORY_POINTS] == 1  # purple


@pytest.mark.rule("6.D", "4.5.4")
@pytest.mark.parametrize(("answer", "points", "coins"), [(0, 0, 15), (1, 3, 0)])
def test_after_an_explosion_there_are_points_or_coins(answer: int, points: int, coins: int) -> None:
    scene = Scene(1)
    scene.begin_round(1)
    scene[0, SCORING_SPACE], scene[0, EXPLODED] = 15, 1
    scene.evaluate([answer])
    assert (scene[0, VICTORY_POINTS], scene[0, COINS]) == (points, coins)
    assert scene[0, COINS_AFTER_EXPLOSION] == 1 - answer
    budgets = [] if answer else [scene.basket("")]
    scene.visit_market(budgets)


@pytest.mark.rule("6.E.2", "7.2")
def test_what_is_bought_can_be_drawn_from_the_next_round_on() -> None:
    scene = Scene(1)
    scene.begin_round(1)
    scene[0, COINS] = 9
    scene.shop(0, scene.basket("O1,G1"))
    assert scene[0, COINS_SPENT] == 7
    assert len(scene.bag()) == 9
    scene.end_round()
    assert scene.bag() == ["W1"] * 4 + ["W2"] * 2 + ["W3", "O1", "O1", "G1", "G1"]


@pytest.mark.rule("6.E.2")
def test_coins_that_are_left_over_are_lost() -> None:
    scene = Scene(1)
    scene.begin_round(1)
    scene[0, COINS] = 35
    scene.shop(0, scene.basket(""))
    scene.end_round()
    scene.begin_round(2)
    assert scene[0, COINS] == 0


@pytest.mark.rule("6.F")
def test_rubies_may_be_spent_several_times_in_one_round() -> None:
    scene = Scene(1)
    scene.begin_round(1)
    scene[0, RUBIES], scene[0, FLASK_FULL] = 7, 0
    scene.spend_rubies(0, [1, 2, 1])
    assert (scene[0, RUBIES], scene[0, DROPLET], scene[0, FLASK_FULL]) == (1, 2, 1)


@pytest.mark.rule("6.F")
def test_a_full_flask_cannot_be_filled() -> None:
    scene = Scene(1)
    scene.begin_round(1)
    scene[0, RUBIES] = 2
    with pytest.raises(Illegal):
        scene.spend_rubies(0, [2])


@pytest.mark.rule("6.F")
def test_the_droplet_stops_at_52() -> None:
    scene = Scene(1)
    scene.begin_round(1)
    scene[0, RUBIES], scene[0, DROPLET] = 4, 51
    scene.spend_rubies(0, [1])  # asks once only: then nothing is left to buy
    assert (scene[0, RUBIES], scene[0, DROPLET]) == (2, 52)
    scene.begin_round(2)
    assert scene[0, START_SPACE] == 52


@pytest.mark.rule("0.6")
def test_a_droplet_advance_moves_the_start_of_the_next_round() -> None:
    scene = Scene(1)
    scene.begin_round(1)
    scene[0, RUBIES] = 2
    scene.spend_rubies(0, [1])
    assert scene[0, START_SPACE] == 0
    scene.begin_round(2)
    assert scene[0, START_SPACE] == 1


@pytest.mark.rule("7.2")
def test_all_chips_go_back_into_the_bag_also_the_one_that_exploded() -> None:
    scene = brewed("W3 W3 W2")
    before = int(scene.table.owned[0].sum())
    scene.end_round()
    assert scene[0, BAG_SIZE] == before
    assert (scene.table.bag[0] == scene.table.owned[0]).all()


@pytest.mark.rule("2.7", "2.8", "6.A", "6.B", "6.C", "6.D", "6.E", "6.F", "7.2")
def test_the_steps_of_a_round_follow_each_other_for_the_whole_table() -> None:
    steps = {"die": 0, "green": 1, "purple": 1, "black": 1, "space": 2, "points": 3}
    for events in journals(match_of("random", "balanced", "pushing", seed=5), 3):
        for number in range(1, 9):
            seen = []
            for event in events:
                if event["round"] != number:
                    continue
                if event["event"] == "reward" and event["cause"] in steps:
                    is_points = event["cause"] == "space" and event["reward"] != "ruby"
                    seen.append(3 if is_points else steps[event["cause"]])
                elif event["event"] in ("budget", "purchase"):
                    seen.append(4)
                elif event["event"] == "ruby_spent":
                    seen.append(5)
                elif event["event"] == "round_end":
                    seen.append(6)
            assert seen == sorted(seen)
            assert {4, 6} <= set(seen)


@pytest.mark.rule("6.D")
def test_the_explosion_is_asked_in_step_d() -> None:
    scene = Scene(1)
    scene.begin_round(1)
    scene[0, SCORING_SPACE], scene[0, EXPLODED] = 15, 1
    asked: list[int] = []

    def answer(what: int) -> int:
        asked.append(what)
        return 1

    scene.answered(evaluate, answer=answer)
    assert asked == [4 * EXPLOSION]
