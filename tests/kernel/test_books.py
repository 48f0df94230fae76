"""The ingredient books of Sets 2 to 4 on the compiled kernel, where worked examples are silent.

``books.md``; rules 4.4 to 4.8, 6.B and 11.4.
"""

import pytest

from quacks_sim.kernel import state
from quacks_sim.kernel.state import (
    AVAILABLE,
    BAG_SIZE,
    BESIDE,
    COINS,
    DECISION_COUNTER,
    DIE_ROLLS,
    DROPLET,
    END_REASON,
    EXPLODED,
    EXPLODED_POT,
    LAST_SPACE,
    POINTS_BLUE,
    POINTS_PURPLE,
    POINTS_SPACE,
    POT_SIZE,
    RUBIES,
    RUBIES_GAINED,
    RUBIES_SPENT,
    SCORING_SPACE,
    STOPPED,
    VICTORY_POINTS,
    WHITE_LIMIT,
)
from quacks_sim.rules.chips import kind_index
from tests.kernel.games import journals, match_of, of
from tests.kernel.scripted import Illegal, Scene
from tests.kernel.test_brewing import brewed

BOOKS = [f"{colour}={number}" for colour in ("green", "blue", "red", "yellow", "purple")
         for number in (2, 3, 4)]  # fmt: skip

#: Answers that a tape may hold: the die gives a point; nothing or the first thing.
POINT, NO, YES = 1, 0, 1


def potful(chips: str, books: str, players: int = 1, **columns: int) -> Scene:
    """Return a scene in round 3 with chips as ``G1@4`` in the pot of seat 0; the brew is over."""
    scene = Scene(players, books)
    scene.begin_rounds(3)
    for place, chip in enumerate(chips.split()):
        name, _, space = chip.partition("@")
        scene.table.pot_kinds[0, place] = kind_index(name)
        scene.table.pot_spaces[0, place] = int(space or place + 1)
        # Chips come from the supply: what lies in the pot is owned.
        scene.table.owned[0, kind_index(name)] += 1
        scene.table.supply[kind_index(name)] -= 1
        scene[0, POT_SIZE] = place + 1
        scene[0, LAST_SPACE] = int(space or place + 1)
    scene[0, SCORING_SPACE] = scene[0, LAST_SPACE] + 1
    for seat in range(1, players):
        scene[seat, SCORING_SPACE] = 1
    for name, value in columns.items():
        scene[0, getattr(state, name)] = value
    return scene


def owned(scene: Scene, chip: str, seat: int = 0) -> int:
    return int(scene.table.owned[seat, kind_index(chip)])


@pytest.mark.rule("11.4")
@pytest.mark.parametrize("book", BOOKS)
def test_every_book_changes_whole_games(book: str) -> None:
    plain, other = (
        list(journals(match_of("balanced", "yardstick", books=books), 6)) for books in ("", book)
    )
    assert [of(events, "game_end") for events in plain] != [
        of(events, "game_end") for events in other
    ]


@pytest.mark.rule("6.B")
def test_green_2_gives_a_chip_by_the_value_of_each_green_one() -> None:
    scene = potful("O1 G2 G4", "green=2")
    scene.evaluate([POINT, 2, 1])  # R1 for the green 2, Y1 for the green 4
    assert (owned(scene, "R1"), owned(scene, "Y1"), owned(scene, "B1")) == (1, 1, 0)
    scene = potful("O1 G2 G4", "green=2")
    scene.evaluate([POINT, NO, 2])
    assert (owned(scene, "R1"), owned(scene, "B1"), owned(scene, "P1")) == (0, 0, 1)


@pytest.mark.rule("6.B")
def test_green_2_offers_only_what_the_supply_holds() -> None:
    scene = potful("G2", "green=2")
    scene.sell_out("B1")
    with pytest.raises(AssertionError):
        scene.evaluate([POINT, 2])  # the second of two chips, but there is only R1
    scene = potful("G2", "green=2")
    scene.sell_out("B1,R1")
    scene.evaluate([POINT])


@pytest.mark.rule("6.B", "4.8.2")
def test_green_3_moves_the_last_chip_up_to_the_last_space() -> None:
    scene = potful("W3@45 W2@47 W2@48 G1@49 G4@50", "green=3", WHITE_SUM=7)
    scene.evaluate([POINT, YES])
    assert scene.pot().endswith("G4@52")
    assert (scene[0, SCORING_SPACE], scene[0, COINS], scene[0, POINTS_SPACE]) == (53, 35, 15)


@pytest.mark.rule("6.B")
@pytest.mark.parametrize("white_sum", [6, 8])
def test_green_3_needs_exactly_seven(white_sum: int) -> None:
    scene = potful("G1@9", "green=3", WHITE_SUM=white_sum)
    scene.evaluate([POINT])
    assert scene[0, SCORING_SPACE] == 10


@pytest.mark.rule("6.B")
def test_green_3_may_be_declined_and_the_die_is_over_by_then() -> None:
    scene = potful("G1@9", "green=3", players=2, WHITE_SUM=7)
    scene[1, SCORING_SPACE] = 10
    scene.evaluate([POINT, POINT, YES])  # both roll: seat 0 moves only in step B
    assert [scene[seat, DIE_ROLLS] for seat in (0, 1)] == [1, 1]
    assert scene[0, SCORING_SPACE] == 11
    scene = potful("G1@9", "green=3", WHITE_SUM=7)
    scene.evaluate([POINT, NO])
    assert scene[0, SCORING_SPACE] == 10


@pytest.mark.rule("6.B")
def test_green_4_pays_a_ruby_for_a_droplet_step() -> None:
    scene = potful("G1 G2", "green=4", RUBIES=2)
    scene.evaluate([POINT, YES, YES])
    assert (scene[0, RUBIES], scene[0, DROPLET], scene[0, RUBIES_SPENT]) == (0, 2, 2)
    scene = potful("G1 G2", "green=4", RUBIES=1)
    scene.evaluate([POINT, YES])  # nothing is left to pay for the second one
    assert (scene[0, RUBIES], scene[0, DROPLET]) == (0, 1)
    scene = potful("G1 G2", "green=4", RUBIES=0)
    scene.evaluate([POINT])


@pytest.mark.rule("6.B")
def test_a_ruby_of_purple_can_be_paid_for_green_4_in_the_right_order() -> None:
    scene = potful("P1@9 G1@10", "green=4,purple=2", RUBIES=0)
    scene.evaluate([POINT, 1, 1, YES])  # purple first, one chip traded in, its ruby paid
    assert (scene[0, RUBIES], scene[0, DROPLET], scene[0, RUBIES_GAINED]) == (0, 1, 1)
    scene = potful("P1@9 G1@10", "green=4,purple=2", RUBIES=0)
    scene.evaluate([POINT, 0, 1])  # green first: there is no ruby to pay
    assert (scene[0, RUBIES], scene[0, DROPLET]) == (1, 0)


@pytest.mark.rule("4.5.4", "6.D")
def test_blue_2_protects_points_and_coins_but_not_the_die() -> None:
    scene = brewed("W3 W3 B2 W2", books="blue=2")
    assert scene[0, END_REASON] == EXPLODED_POT
    scene.evaluate([])  # no die, no question
    assert scene[0, COINS] > 0
    assert scene[0, POINTS_SPACE] > 0
    assert scene[0, DIE_ROLLS] == 0


@pytest.mark.rule("4.5.4")
def test_a_chip_that_the_flask_took_back_has_used_up_its_protection() -> None:
    scene = brewed("W3 W3 B1 W1 flask W2", books="blue=2")
    scene.evaluate([NO])
    assert scene[0, POINTS_SPACE] == 0


@pytest.mark.rule("4.4")
def test_blue_3_and_4_gain_by_the_space_under_the_chip() -> None:
    assert brewed("B2 stop", start=3, books="blue=3")[0, RUBIES_GAINED] == 1
    assert brewed("B2 stop", start=4, books="blue=3")[0, RUBIES_GAINED] == 0
    scene = brewed("B2 stop", start=3, books="blue=4")
    assert (scene[0, VICTORY_POINTS], scene[0, POINTS_BLUE]) == (2, 2)
    # The last space has a ruby, and what is gained stays gained.
    assert brewed("B4", start=50, books="blue=4")[0, VICTORY_POINTS] == 4
    scene = brewed("B2 flask stop", start=3, books="blue=3", flask_target="any_chip")
    assert (scene.pot(), scene[0, RUBIES_GAINED]) == ("", 1)


@pytest.mark.rule("4.8.1")
def test_red_2_lies_beside_the_pot_until_it_is_placed() -> None:
    scene = brewed("W2 R4 R1 O1 stop", bag="W2x2 R4 R1x2 O1", books="red=2")
    assert scene.pot() == "W2@2,O1@3"
    assert (scene[0, BESIDE], scene.bag()) == (2, ["W2", "R1"])
    # Options: leave, place R1, bag R1, place R4, bag R4.
    scene.use_red_chips([3, 1])
    assert scene.pot() == "W2@2,O1@3,R4@7,R1@8"
    assert (scene[0, SCORING_SPACE], scene[0, BESIDE]) == (9, 0)


@pytest.mark.rule("7.2")
def test_red_2_stays_beside_the_pot_over_rounds_or_goes_into_the_bag() -> None:
    scene = brewed("R4 R1 O1 stop", bag="W2 R4 R1 O1", books="red=2")
    scene.use_red_chips([2, NO])  # R1 into the bag, R4 stays
    assert scene.bag() == ["W2", "R1"]
    scene.end_round()
    assert (scene[0, BESIDE], scene.bag(), scene[0, BAG_SIZE]) == (1, ["W2", "O1", "R1"], 3)
    scene.begin_round(2)
    assert scene[0, BESIDE] == 1
    assert owned(scene, "R4") == 1


@pytest.mark.rule("4.8.1")
def test_red_2_can_be_placed_after_an_explosion_but_not_in_a_full_pot() -> None:
    scene = brewed("R2 W3 W3 W2", books="red=2")
    scene.use_red_chips([1])
    assert (scene.pot(), scene[0, EXPLODED]) == ("W3@3,W3@6,W2@8,R2@10", 1)
    assert scene[0, SCORING_SPACE] == 11
    scene = brewed("R2 G4", start=48, books="red=2")
    with pytest.raises(Illegal):
        scene.use_red_chips([2])
    scene = brewed("R2 G4", start=48, books="red=2")
    scene.use_red_chips([1])  # the only thing to do with it is the bag
    assert scene[0, BESIDE] == 0


@pytest.mark.rule("4.6.1")
def test_red_2_ends_the_time_for_the_flask() -> None:
    with pytest.raises(Illegal):
        brewed("W2 R1 flask stop", books="red=2")


@pytest.mark.rule("4.3.2")
def test_red_3_reads_the_chip_that_is_still_before_it() -> None:
    assert brewed("W3 R1 stop", books="red=3").pot() == "W3@3,R1@7"
    assert brewed("W3 R1~ stop", books="red=3").pot() == "W3@3,R1@4"
    assert brewed("O1 W3 flask R1 stop", books="red=3").pot() == "O1@1,R1@2"
    assert brewed("R1 stop", books="red=3").pot() == "R1@1"


@pytest.mark.rule("4.3.2")
def test_red_4_needs_a_red_chip_that_is_still_in_the_pot() -> None:
    assert brewed("R1 R1 W1 stop", books="red=4").pot() == "R1@1,R1@2,W1@4"
    scene = brewed("R1 flask W1 stop", books="red=4", flask_target="any_chip")
    assert scene.pot() == "W1@1"


@pytest.mark.rule("4.3.2", "4.7.2")
def test_yellow_2_doubles_the_next_chip_only() -> None:
    assert brewed("Y1 G2 G2 stop", books="yellow=2").pot() == "Y1@1,G2@5,G2@7"
    # Taken back by the flask, the doubled chip has spent it.
    assert brewed("Y1 W2 flask G2 stop", books="yellow=2").pot() == "Y1@1,G2@3"
    # Beside the pot nothing is spent.
    assert brewed("Y1 R1 G2 stop", books="yellow=2,red=2").pot() == "Y1@1,G2@5"
    scene = brewed("Y1 G2 stop", start=51, books="yellow=2", draw_after_pot_full="yes")
    assert scene.pot() == "Y1@52,G2@52"


@pytest.mark.rule("4.3.1")
def test_a_first_chip_next_to_the_start_has_no_bonus() -> None:
    scene = brewed("Y4 G2 stop", books="yellow=4", first_chip_placement="always_adjacent")
    assert scene.pot() == "Y4@1,G2@3"
    scene = brewed(
        "Y1 flask G4 G1 stop",
        books="yellow=2",
        first_chip_placement="always_adjacent",
        flask_target="any_chip",
    )
    assert scene.pot() == "G4@1,G1@2"


@pytest.mark.rule("4.5.1")
def test_yellow_3_raises_the_limit_and_the_highest_one_applies() -> None:
    assert brewed("Y1 Y1 Y1 W3 W3 W3 stop", books="yellow=3")[0, WHITE_LIMIT] == 9
    assert brewed("Y1 stop", books="yellow=3", explosion_limit=9)[0, WHITE_LIMIT] == 9
    assert brewed("Y1 Y1 stop", books="yellow=3")[0, WHITE_LIMIT] == 8
    assert brewed("stop", books="yellow=3")[0, WHITE_LIMIT] == 7


@pytest.mark.rule("4.5.1")
def test_a_limit_that_falls_explodes_no_pot_by_itself() -> None:
    tape = "W3 W3 Y1 W2 {} stop"
    scene = brewed("W3 W2 W2 Y1 flask O1 stop", books="yellow=3", flask_target="any_chip")
    assert scene[0, WHITE_LIMIT] == 7
    assert brewed(tape.format("O1"), books="yellow=3")[0, END_REASON] == STOPPED


@pytest.mark.rule("4.3.2")
def test_yellow_4_counts_yellow_chips_that_declined_or_left() -> None:
    assert brewed("Y1~ Y1 stop", books="yellow=4").pot() == "Y1@1,Y1@4"
    scene = brewed("Y1 flask Y1 stop", books="yellow=4", flask_target="any_chip")
    assert scene.pot() == "Y1@3"


@pytest.mark.rule("6.B", "1.3")
def test_purple_2_trades_chips_in_for_the_supply() -> None:
    scene = potful("P1@7 O1@8 P1@9 P1@10", "purple=2")
    scene.sell_out("P1")
    scene.evaluate([POINT, 3])
    assert (scene[0, VICTORY_POINTS], scene[0, POINTS_PURPLE]) == (1 + 6 + 2, 6)
    assert (scene[0, DROPLET], scene[0, RUBIES_GAINED]) == (2, 1)
    assert (owned(scene, "P1"), owned(scene, "Y4")) == (0, 1)
    # Three purple chips can be bought again; the scoring space has not changed.
    assert scene.table.supply[kind_index("P1")] == 3
    assert scene.available("P1")
    assert (scene.pot(), scene[0, SCORING_SPACE]) == ("O1@8", 11)


@pytest.mark.rule("6.B")
def test_purple_2_pays_the_rest_when_a_chip_is_missing() -> None:
    scene = potful("P1 P1", "purple=2")
    scene.sell_out("G1")
    scene.evaluate([POINT, 2])
    assert (owned(scene, "B2"), scene[0, POINTS_PURPLE], scene[0, DROPLET]) == (1, 3, 1)
    scene = potful("P1 P1", "purple=2")
    scene.evaluate([POINT, NO])
    assert (owned(scene, "P1"), scene[0, POINTS_PURPLE]) == (2, 0)


@pytest.mark.rule("6.B")
def test_purple_3_reads_the_number_of_each_space() -> None:
    scene = potful("P1@9 P1@10 P1@20 P1@45", "purple=3")
    scene.evaluate([POINT])
    assert scene[0, POINTS_PURPLE] == 0 + 1 + 1 + 3


@pytest.mark.rule("6.B", "1.3")
def test_purple_4_changes_a_chip_for_a_bigger_one() -> None:
    scene = potful("P1@7 B1@8 R2@9", "purple=4")
    scene.evaluate([POINT, 1])  # one purple: only a 1-chip for a 2-chip
    assert (owned(scene, "B1"), owned(scene, "B2")) == (0, 1)
    assert (scene.pot(), scene[0, SCORING_SPACE]) == ("P1@7,R2@9", 10)
    # Three purples: B1 B2, R2 R4, B1 B4.
    scene = potful("P1 P1 P1 B1 R2", "purple=4")
    scene.evaluate([POINT, 3])
    assert (owned(scene, "B1"), owned(scene, "B4"), owned(scene, "R2")) == (0, 1, 1)
    scene = potful("P1 P1 P1 B1 R2", "purple=4")
    scene.evaluate([POINT, 2])
    assert (owned(scene, "R2"), owned(scene, "R4")) == (0, 1)


@pytest.mark.rule("6.B", "1.3")
def test_purple_4_needs_the_bigger_chip_in_the_supply() -> None:
    scene = potful("P1 B1", "purple=4")
    scene.sell_out("B2")
    scene.evaluate([POINT])  # nothing to ask
    scene = potful("P1 B1", "purple=4")
    scene.sell_out("B1")
    assert not int(scene.table.common[AVAILABLE]) >> kind_index("B1") & 1
    scene.evaluate([POINT, 1])
    assert scene.available("B1")


@pytest.mark.rule("6.B")
def test_the_order_is_asked_only_where_it_can_matter() -> None:
    # A tape that is too short, or not used up, fails in the scene.
    scene = potful("P1 G1", "")
    scene.evaluate([POINT])
    assert scene[0, DECISION_COUNTER] == 0
    scene = potful("P1 O1", "green=2")
    scene.evaluate([POINT])
    assert scene[0, DECISION_COUNTER] == 0
    scene = potful("G1@8 P1@9", "purple=3")
    scene.evaluate([POINT, YES])
    assert scene[0, DECISION_COUNTER] == 1
