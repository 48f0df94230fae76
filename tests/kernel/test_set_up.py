"""Set-up, supply, the order of the rounds and rats on the compiled kernel. Rules 1 to 3."""

from collections import Counter

import pytest

from quacks_sim.kernel.state import (
    COINS,
    DIE_ROLLS,
    DROPLET,
    EXPLODED,
    FLASK_FULL,
    OWNED_SIZE,
    POT_SIZE,
    RATS,
    ROUND,
    RUBIES,
    RUBIES_GAINED,
    RUBIES_LEFT,
    SCORING_SPACE,
    START_PLAYER,
    START_SPACE,
    VICTORY_POINTS,
)
from quacks_sim.rules.chips import K1, KIND_VALUE, KINDS, O1, P1, W1, W2, W3, WHITE_VALUE, Y1, Y4
from quacks_sim.rules.tables import BOX_COUNT
from tests.kernel.games import journals, match_of, of
from tests.kernel.scripted import Illegal, Scene

ORANGE_FACE, RUBY_FACE, DROPLET_FACE = 6, 4, 5


def set_pots(scene: Scene, spaces: list[int]) -> None:
    """Give each seat an intact pot without chips that ends on a scoring space."""
    for seat, space in enumerate(spaces):
        scene[seat, SCORING_SPACE] = space


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_player_begins_with_a_ruby_a_full_flask_and_nothing_else(players: int) -> None:
    scene = Scene(players)
    for seat in range(players):
        columns = (RUBIES, FLASK_FULL, DROPLET, VICTORY_POINTS, POT_SIZE)
        assert [scene[seat, column] for column in columns] == [1, 1, 0, 0, 0]


@pytest.mark.rule("1.2")
def test_the_starting_bag_holds_nine_chips_and_eleven_white() -> None:
    scene = Scene(2)
    for seat in (0, 1):
        assert scene.bag(seat) == ["W1"] * 4 + ["W2"] * 2 + ["W3", "O1", "G1"]
        assert int((scene.table.bag[seat] * WHITE_VALUE).sum()) == 11
        assert scene[seat, OWNED_SIZE] == 9


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_supply_is_the_box_without_the_starting_bags(players: int) -> None:
    scene = Scene(players)
    owned = scene.table.owned[:players].sum(axis=0)
    assert (scene.table.supply + owned == BOX_COUNT).all()
    assert int(BOX_COUNT.sum()) == 216
    assert int(owned.sum()) == 9 * players


@pytest.mark.rule("1.3", "6.E.1")
def test_an_earlier_player_buys_the_last_chip() -> None:
    scene = Scene(2)
    scene.begin_round(1)
    scene.leave_in_supply("G1", 1)
    for seat in (0, 1):
        scene[seat, COINS] = 4
    scene.shop(0, scene.basket("G1"))
    assert scene.table.supply[KINDS.index("G1")] == 0
    assert not scene.available("G1")
    assert scene.table.owned[0, KINDS.index("G1")] == 2
    with pytest.raises(Illegal):
        scene.shop(1, scene.basket("G1"))


@pytest.mark.rule("6.E", "1.7")
def test_shopping_goes_round_from_the_start_player() -> None:
    # Seat 1 starts round 2, so the last green chip is gone when seat 0 shops.
    scene = Scene(2)
    scene.begin_rounds(2)
    assert scene.table.common[START_PLAYER] == 1
    scene.leave_in_supply("G1", 1)
    for seat in (0, 1):
        scene[seat, COINS] = 4
        scene[seat, RUBIES] = 0
    with pytest.raises(Illegal):
        scene.visit_market([scene.basket("G1"), scene.basket("G1")])
    assert scene.table.owned[1, KINDS.index("G1")] == 2
    assert scene.table.owned[0, KINDS.index("G1")] == 1


@pytest.mark.rule("6.A", "1.3")
@pytest.mark.parametrize(("left", "gained"), [(2, [1, 1]), (1, [1, 0]), (0, [0, 0])])
def test_the_orange_chip_of_the_die_is_lost_when_the_supply_has_none(
    left: int, gained: list[int]
) -> None:
    scene = Scene(2)
    scene.begin_round(1)
    set_pots(scene, [10, 10])
    scene.leave_in_supply("O1", left)
    if left == 0:
        scene.sell_out("O1")
    scene.evaluate([ORANGE_FACE, ORANGE_FACE])
    assert [scene[seat, DIE_ROLLS] for seat in (0, 1)] == [1, 1]
    assert [int(scene.table.owned[seat, O1]) - 1 for seat in (0, 1)] == gained
    assert scene.table.supply[O1] == max(left - 2, 0)


@pytest.mark.rule("1.4")
def test_rubies_are_without_limit() -> None:
    scene = Scene(2)
    scene.begin_round(1)
    set_pots(scene, [5, 5])  # a space with a ruby
    for seat in (0, 1):
        scene[seat, RUBIES] = 30
    scene.evaluate([RUBY_FACE, RUBY_FACE])
    assert [scene[seat, RUBIES] for seat in (0, 1)] == [32, 32]


@pytest.mark.rule("1.5", "2.1")
def test_yellow_enters_in_round_2_and_purple_in_round_3() -> None:
    scene = Scene(2)
    seen = []
    for number in range(1, 10):
        scene.begin_round(number)
        seen.append([scene.available(chip) for chip in ("Y1", "Y2", "Y4", "P1")])
    assert seen[0] == [False] * 4
    assert seen[1] == [True, True, True, False]
    assert seen[2:] == [[True] * 4] * 7


@pytest.mark.rule("1.5")
def test_the_other_books_are_open_from_round_1() -> None:
    scene = Scene(2)
    scene.begin_round(1)
    open_now = {chip for chip in KINDS if scene.available(chip) and chip[0] != "W"}
    assert open_now == {"O1", "G1", "G2", "G4", "B1", "B2", "B4", "R1", "R2", "R4", "K1"}


@pytest.mark.rule("1.5")
def test_a_chip_that_is_sold_out_stays_so_when_books_enter() -> None:
    scene = Scene(2)
    scene.begin_round(1)
    scene.sell_out("O1")
    scene.begin_round(2)
    assert not scene.available("O1")
    assert scene.available("Y1")


@pytest.mark.rule("1.7")
def test_the_first_start_player_is_seat_0_unless_it_is_drawn_by_lot() -> None:
    first = [events[0]["seat"] for events in journals(match_of(*["safe"] * 4), 4)]
    assert first == [0] * 4
    by_lot = match_of(*["safe"] * 4, start_player="random", seed=3)
    counts = Counter(events[0]["seat"] for events in journals(by_lot, 40))
    assert set(counts) == {0, 1, 2, 3}
    assert max(counts.values()) <= 10 + 4 * (40 * 3 / 16) ** 0.5


@pytest.mark.rule("1.7")
def test_the_start_player_moves_on_by_one_seat_each_round() -> None:
    for players in (1, 2, 3, 4):
        match = match_of(*["safe"] * players, start_player="random", seed=1)
        for events in journals(match, 3):
            readers = [event["seat"] for event in of(events, "round_start")]
            assert readers == [(readers[0] + number) % players for number in range(9)]


@pytest.mark.rule("2.2")
def test_flask_rubies_droplet_and_points_carry_over() -> None:
    scene = Scene(2)
    scene.begin_round(1)
    scene[0, FLASK_FULL] = 0
    scene[0, RUBIES], scene[0, DROPLET], scene[0, VICTORY_POINTS] = 5, 7, 11
    scene.begin_round(2)
    assert [scene[0, each] for each in (FLASK_FULL, RUBIES, DROPLET, VICTORY_POINTS)] == [
        0,
        5,
        7,
        11,
    ]


@pytest.mark.rule("2.3", "10.4")
def test_round_6_brings_each_player_one_white_chip_once() -> None:
    scene = Scene(4)
    sizes = []
    for number in range(1, 10):
        scene.begin_round(number)
        sizes.append([len(scene.bag(seat)) for seat in range(4)])
    assert sizes == [[9] * 4] * 5 + [[10] * 4] * 4
    assert scene.table.owned[:4, W1].tolist() == [5] * 4
    # With four players all white chips are out now.
    assert [int(scene.table.supply[kind]) for kind in (W1, W2, W3)] == [0, 0, 0]


@pytest.mark.rule("2.3")
def test_the_white_chip_of_round_6_can_be_drawn_in_round_6() -> None:
    for events in journals(match_of("safe", "balanced"), 2):
        added = [events.index(event) for event in of(events, "white_added")]
        first_draw = events.index(of(events, "draw", round=6)[0])
        assert len(added) == 2
        assert max(added) < first_draw
        before, after = (
            of(events, "round_end", round=number, seat=0)[0]["bag_size"] for number in (5, 6)
        )
        bought = len(of(events, "purchase", round=6, seat=0)[0]["chips"])
        die = len(of(events, "reward", round=6, seat=0, reward="chip"))
        assert after == before + 1 + bought + die


@pytest.mark.rule("2.5", "3.1")
def test_round_1_has_no_rats_and_later_rounds_have() -> None:
    scene = Scene(2)
    scene[0, VICTORY_POINTS] = 12
    scene.begin_round(1)
    assert [scene[seat, RATS] for seat in (0, 1)] == [0, 0]
    scene.begin_round(2)
    assert [scene[seat, RATS] for seat in (0, 1)] == [0, 4]


def rats(scores: list[int], **options: object) -> list[int]:
    scene = Scene(len(scores), **options)
    for seat, score in enumerate(scores):
        scene[seat, VICTORY_POINTS] = score
    scene.begin_round(2)
    return [scene[seat, RATS] for seat in range(len(scores))]


@pytest.mark.rule("3.2", "3.5", "9.1")
def test_rat_tails_begin_again_with_each_lap() -> None:
    assert rats([49, 51]) == [0, 0]  # no tail between 49 and 51
    assert rats([51, 52]) == [1, 0]  # one after 51
    assert rats([48, 51]) == [1, 0]  # one after 48
    assert rats([39, 68]) == [12, 0]
    assert rats([51, 68]) == [7, 0]
    assert rats([0, 104]) == [23 + 23 + 1, 0]  # two whole laps and the tail after 101


@pytest.mark.rule("3.3")
def test_leaders_get_no_rats_also_when_they_are_tied() -> None:
    assert rats([30, 30, 29]) == [0, 0, 0]  # no tail after 29
    assert rats([30, 30, 28]) == [0, 0, 1]
    assert rats([30, 30, 0, 0]) == [0, 0, 13, 13]


@pytest.mark.rule("2.6", "3.4", "7.2")
def test_the_rat_stone_lasts_one_round() -> None:
    scene = Scene(2)
    scene[0, VICTORY_POINTS] = 12
    scene.begin_round(2)
    assert scene[1, START_SPACE] == 4
    scene[1, VICTORY_POINTS] = 12
    scene.begin_round(3)
    assert scene[1, START_SPACE] == 0
    assert scene[1, DROPLET] == 0


@pytest.mark.rule("4.1.1")
def test_the_start_space_is_at_most_52() -> None:
    scene = Scene(2)
    scene[0, VICTORY_POINTS] = 12
    for droplet, start in ((47, 51), (48, 52), (49, 52), (52, 52)):
        scene[1, DROPLET] = droplet
        scene.begin_round(2)
        assert scene[1, START_SPACE] == start


@pytest.mark.rule("6.E.2", "10.2")
def test_white_is_never_sold() -> None:
    scene = Scene(1)
    for basket in range(scene.rules.nothing + 1):
        kinds = int(scene.rules.basket_kinds[basket])
        assert kinds & (1 << W1 | 1 << W2 | 1 << W3) == 0
    with pytest.raises(Illegal, match="no basket"):
        scene.basket("W1")


@pytest.mark.rule("6.E.1")
def test_every_basket_is_there_once_and_none_has_two_chips_of_a_colour() -> None:
    scene = Scene(1)
    first, second = scene.rules.basket_first, scene.rules.basket_second
    count = int(scene.rules.nothing) + 1
    baskets = [(int(first[each]), int(second[each])) for each in range(count)]
    assert len(set(baskets)) == count
    colours = {"O": 1, "G": 3, "B": 3, "R": 3, "Y": 3, "P": 1, "K": 1}
    pairs = sum(
        colours[one] * colours[other] for one in colours for other in colours if one < other
    )
    assert count == 1 + 15 + pairs
    assert all(KINDS[one][0] != KINDS[other][0] for one, other in baskets if other >= 0)
    assert KIND_VALUE[Y4] == 4
    assert (Y1, P1) in baskets
    assert (O1, K1) in baskets


@pytest.mark.rule("6.A", "4.8.2")
def test_a_droplet_from_the_die_does_not_move_the_scoring_space() -> None:
    scene = Scene(1)
    scene.begin_round(1)
    set_pots(scene, [6])
    scene.evaluate([DROPLET_FACE])
    assert scene[0, DROPLET] == 1
    assert scene[0, SCORING_SPACE] == 6
    assert scene[0, COINS] == 6
    assert scene[0, VICTORY_POINTS] == 1


@pytest.mark.rule("6.C", "4.5.4")
def test_a_pot_that_exploded_keeps_the_ruby_of_its_space() -> None:
    scene = Scene(1)
    scene.begin_round(1)
    set_pots(scene, [5])
    scene[0, EXPLODED] = 1
    scene.evaluate([0])
    assert scene[0, RUBIES_GAINED] == 1
    assert scene[0, DIE_ROLLS] == 0


@pytest.mark.rule("1.4", "12")
def test_twenty_rubies_are_shared_by_the_table() -> None:
    scene = Scene(2, ruby_supply=20)
    scene.begin_round(1)
    assert scene.table.common[RUBIES_LEFT] == 18
    scene.table.common[RUBIES_LEFT] = 1
    set_pots(scene, [5, 5])
    scene.evaluate([1, 1])
    assert [scene[seat, RUBIES] for seat in (0, 1)] == [2, 1]
    assert scene.table.common[RUBIES_LEFT] == 0
    scene.spend_rubies(0, [1])
    assert scene.table.common[RUBIES_LEFT] == 2
    assert scene.table.common[ROUND] == 1
