"""Every rule option changes a result of the compiled kernel. Rule 12, and the house mode."""

import pytest

from quacks_sim.kernel.state import (
    COINS,
    DIE_ROLLS,
    DROPLET,
    EXPLODED,
    POINTS_PURPLE,
    POINTS_SPACE,
    RATS,
    RUBIES,
    RUBIES_GAINED,
    RUBIES_LEFT,
    SCORING_SPACE,
    VICTORY_POINTS,
)
from quacks_sim.rules.chips import KINDS, O1
from quacks_sim.rules.options import RuleOptions, option_values
from tests.kernel import test_card_options
from tests.kernel.games import journals, match_of, of
from tests.kernel.scripted import Illegal, Scene
from tests.kernel.test_brewing import brewed
from tests.rules_index import examples_by_option

pytestmark = pytest.mark.rule("12")


def begun(players: int, *spaces: int, round_number: int = 1, **options: object) -> Scene:
    """Return a scene in a round, with intact pots without chips that end on some spaces."""
    scene = Scene(players, **options)
    scene.begin_rounds(round_number)
    for seat, space in enumerate(spaces):
        scene[seat, SCORING_SPACE] = space
    return scene


def test_every_option_has_a_test() -> None:
    names = {*globals(), *vars(test_card_options)}
    tests = {name.removeprefix("test_option_") for name in names if "test_option_" in name}
    # Those of variants: test_tubes and test_synchronized.
    variants = {"pot_side", "synchronized", "tube_purchase_round_9"}
    assert tests | variants | set(examples_by_option()) == set(RuleOptions.model_fields)
    assert not tests & variants


def values(name: str) -> tuple[int | str, ...]:
    """Return all values of an option, so that a new one does not go untested."""
    return option_values(name)


@pytest.mark.parametrize("rubies", values("starting_rubies"))
def test_option_starting_rubies(rubies: int) -> None:
    assert Scene(2, starting_rubies=rubies)[1, RUBIES] == rubies


@pytest.mark.parametrize(("target", "pot"), [("white_only", "W1@1,O1@2"), ("any_chip", "W1@1")])
def test_option_flask_target(target: str, pot: str) -> None:
    tape = "W1 O1 flask stop"
    if target == "white_only":
        with pytest.raises(Illegal):
            brewed(tape, flask_target=target)
        tape = "W1 O1 stop"
    assert brewed(tape, flask_target=target).pot() == pot


@pytest.mark.parametrize(
    ("placement", "pot"), [("by_value", "W3@5,W2@7"), ("always_adjacent", "W3@3,W2@5")]
)
def test_option_first_chip_placement(placement: str, pot: str) -> None:
    assert brewed("W3 W2 stop", start=2, first_chip_placement=placement).pot() == pot


def test_option_may_stop_before_first_draw() -> None:
    assert brewed("stop", may_stop_before_first_draw="yes").pot() == ""
    with pytest.raises(Illegal):
        brewed("stop", may_stop_before_first_draw="no")
    assert brewed("W1 stop", may_stop_before_first_draw="no").pot() == "W1@1"


def test_a_flask_that_empties_the_pot_does_not_force_another_draw() -> None:
    scene = brewed("W1 flask stop", may_stop_before_first_draw="no")
    assert scene.pot() == ""


def test_option_min_purchases() -> None:
    for least in values("min_purchases"):
        scene = begun(1, min_purchases=least)
        scene[0, COINS] = 2  # too little for anything
        scene.shop(0, scene.basket(""))
        scene[0, COINS] = 3  # enough for an orange chip
        if least:
            with pytest.raises(Illegal):
                scene.shop(0, scene.basket(""))
        else:
            scene.shop(0, scene.basket(""))
        scene = begun(1, min_purchases=least)
        scene[0, COINS] = 3
        scene.sell_out("O1")
        scene.shop(0, scene.basket(""))  # nothing affordable is left


@pytest.mark.rule("8.3")
def test_option_final_conversion_exploded() -> None:
    for value, answers, points in (("choose", [0], 3), ("choose", [1], 4), ("both", [], 7)):
        scene = begun(1, 18, round_number=9, final_conversion_exploded=value)
        scene[0, EXPLODED] = 1
        scene.evaluate(answers)
        scene.finish()
        assert scene[0, VICTORY_POINTS] == points
    # In the rounds before, the choice is as ever.
    scene = begun(1, 18, round_number=8, final_conversion_exploded="both")
    scene[0, EXPLODED] = 1
    scene.evaluate([1])
    assert (scene[0, VICTORY_POINTS], scene[0, COINS]) == (4, 0)


@pytest.mark.rule("4.7.2")
def test_option_draw_after_pot_full() -> None:
    assert brewed("G4", start=50, draw_after_pot_full="no").pot() == "G4@52"
    with pytest.raises(Illegal):
        brewed("G4 O1 stop", start=50, draw_after_pot_full="no")
    assert brewed("G4 O1 stop", start=50, draw_after_pot_full="yes").pot() == "G4@52,O1@52"


@pytest.mark.rule("5.2.5")
def test_option_blue_on_last_space() -> None:
    assert brewed("B2", start=50, blue_on_last_space="forfeited").pot() == "B2@52"
    scene = brewed("B2(O1,W1|O1)", start=50, blue_on_last_space="performed")
    assert scene.pot() == "B2@52,O1@52"


@pytest.mark.parametrize(("value", "droplet"), [("nothing", 0), ("droplet_each", 1)])
def test_option_black_zero_zero(value: str, droplet: int) -> None:
    scene = begun(2, 1, 2, black_zero_zero=value)
    scene.evaluate([1])
    assert [scene[seat, DROPLET] for seat in (0, 1)] == [droplet] * 2
    # With three players it is about being more, never about being equal.
    scene = begun(3, 1, 2, 3, black_zero_zero=value)
    scene.evaluate([1])
    assert [scene[seat, DROPLET] for seat in range(3)] == [0, 0, 0]


FACES = {
    "double_1vp": ["1 VP", "1 VP", "2 VP", "ruby", "droplet", "O1"],
    "double_ruby": ["1 VP", "2 VP", "ruby", "ruby", "droplet", "O1"],
    "five_faces": ["1 VP", "2 VP", "ruby", "droplet", "O1"],
}


@pytest.mark.parametrize("value", values("bonus_die_faces"))
def test_option_bonus_die_faces(value: str) -> None:
    gained = []
    for face in range(1, int(begun(1, bonus_die_faces=value).rules.die_faces) + 1):
        scene = begun(1, 1, bonus_die_faces=value)
        scene.evaluate([face])
        gains = {
            f"{scene[0, VICTORY_POINTS]} VP": scene[0, VICTORY_POINTS],
            "ruby": scene[0, RUBIES_GAINED],
            "droplet": scene[0, DROPLET],
            "O1": scene.table.owned[0, O1] - 1,
        }
        (gain,) = [name for name, count in gains.items() if count]
        gained.append(gain)
    assert gained == FACES[value]


@pytest.mark.rule("1.3")
def test_option_chip_supply() -> None:
    for value in values("chip_supply"):
        scene = begun(2, chip_supply=value)
        scene.leave_in_supply("G1", 1)
        scene[0, COINS] = scene[1, COINS] = 4
        scene.shop(0, scene.basket("G1"))
        if value == "limited":
            with pytest.raises(Illegal):
                scene.shop(1, scene.basket("G1"))
        else:
            scene.shop(1, scene.basket("G1"))
            assert scene.table.owned[1, KINDS.index("G1")] == 2


@pytest.mark.rule("1.4")
def test_option_ruby_supply() -> None:
    for value, gained in (("unlimited", [2, 2]), (20, [2, 1])):
        scene = begun(2, 5, 5, ruby_supply=value)
        if value == 20:
            assert scene.table.common[RUBIES_LEFT] == 18
            scene.table.common[RUBIES_LEFT] = 3
        scene.evaluate([4, 4])  # the ruby of the die comes before the ruby of the space
        assert [scene[seat, RUBIES_GAINED] for seat in (0, 1)] == gained
        scene.spend_rubies(0, [1])
        if value == 20:
            assert scene.table.common[RUBIES_LEFT] == 2


@pytest.mark.parametrize("cap", values("droplet_cap"))
def test_option_droplet_cap(cap: int) -> None:
    scene = begun(1, 1, droplet_cap=cap)
    scene[0, DROPLET], scene[0, RUBIES] = cap - 1, 4
    scene.spend_rubies(0, [1])
    assert (scene[0, DROPLET], scene[0, RUBIES]) == (cap, 2)
    scene.evaluate([5])
    assert scene[0, DROPLET] == cap


def rats(scores: list[int], **options: object) -> list[int]:
    scene = Scene(len(scores), **options)
    for seat, score in enumerate(scores):
        scene[seat, VICTORY_POINTS] = score
    scene.begin_round(2)
    return [scene[seat, RATS] for seat in range(len(scores))]


@pytest.mark.rule("3.2")
def test_option_rats_above_50() -> None:
    assert rats([51, 68], rats_above_50="loop") == [7, 0]
    assert rats([51, 68], rats_above_50="none") == [0, 0]
    assert rats([39, 68], rats_above_50="none") == [5, 0]


@pytest.mark.rule("3.2")
def test_option_rat_tails() -> None:
    own = {"rats_above_50": "own_table", "rat_tails": "5,60"}
    assert rats([0, 68], **own) == [2, 0]
    assert rats([5, 6], **own) == [1, 0]
    assert rats([6, 60], **own) == [0, 0]


@pytest.mark.rule("4.5.1")
@pytest.mark.parametrize("limit", values("explosion_limit"))
def test_option_explosion_limit(limit: int) -> None:
    safe = "W1 " * (limit - 2) + "W2"
    assert brewed(safe + " stop", explosion_limit=limit)[0, EXPLODED] == 0
    assert brewed(safe.replace("W2", "W3"), explosion_limit=limit)[0, EXPLODED] == 1


@pytest.mark.rule("6.E.1")
def test_option_price_green_s3_4() -> None:
    for price in values("price_green_s3_4"):
        scene = Scene(1, "green=3", price_green_s3_4=price)
        assert scene.rules.basket_price[scene.basket("G4")] == price


@pytest.mark.rule("6.E.1")
def test_option_price_blue_s4_4() -> None:
    for price in values("price_blue_s4_4"):
        scene = Scene(1, "blue=4", price_blue_s4_4=price)
        assert scene.rules.basket_price[scene.basket("B4")] == price


@pytest.mark.parametrize(("value", "points"), [("printed_number", 1), ("index", 2)])
def test_option_purple_s3_space(value: str, points: int) -> None:
    scene = brewed("P1 stop", start=19, books="purple=3", purple_s3_space=value)
    scene.evaluate([1])
    assert scene[0, POINTS_PURPLE] == points


@pytest.mark.parametrize(("value", "space"), [("whole_move", 6), ("value_only", 5)])
def test_option_yellow_s2_scope(value: str, space: int) -> None:
    scene = brewed("O1 Y1 R1 stop", books="yellow=2", yellow_s2_scope=value)
    assert scene.pot() == f"O1@1,Y1@2,R1@{space}"


@pytest.mark.rule("1.5")
def test_option_green_s2_locked_books() -> None:
    for value in values("green_s2_locked_books"):
        scene = Scene(1, "green=2", green_s2_locked_books=value)
        scene.begin_round(1)
        scene.put_in_pot(0, "G4")
        scene[0, SCORING_SPACE] = 5
        scene.evaluate([1, 1] if value == "allowed" else [1])
        assert scene.table.owned[0, KINDS.index("Y1")] == (value == "allowed")


@pytest.mark.parametrize(("value", "protected"), [("max", False), ("cap_4", True)])
def test_option_blue_s2_window(value: str, protected: bool) -> None:
    # Two of the blue 4 are left when blue 2 comes; the pot explodes by the fourth chip after it.
    scene = brewed("B4 W1 B2 O1 W3 W3 W3", books="blue=2", blue_s2_window=value)
    scene.evaluate([] if protected else [0])
    assert (scene[0, POINTS_SPACE] > 0) == protected


@pytest.mark.rule("1.7")
def test_option_start_player() -> None:
    for value, first in (("first_seat", {0}), ("random", {0, 1})):
        match = match_of("safe", "safe", start_player=value, seed=4)
        assert {events[0]["seat"] for events in journals(match, 8)} == first


@pytest.mark.rule("3.1")
def test_option_solo_rats() -> None:
    for tails in (0, 3):
        scene = Scene(1, solo_rats=tails)
        assert scene[0, VICTORY_POINTS] == 0
        scene.begin_round(1)
        assert scene[0, RATS] == 0
        scene.begin_round(2)
        assert scene[0, RATS] == tails


@pytest.mark.rule("5.7.3")
@pytest.mark.parametrize(("value", "gain"), [("beats_zero", 1), ("nothing", 0)])
def test_option_solo_black(value: str, gain: int) -> None:
    scene = begun(1, 1, solo_black=value)
    scene.put_in_pot(0, "K1 O1 O1")
    scene.evaluate([1])
    assert (scene[0, DROPLET], scene[0, RUBIES_GAINED]) == (gain, gain)
    scene = begun(1, 1, solo_black=value)
    scene.evaluate([1])
    assert (scene[0, DROPLET], scene[0, RUBIES_GAINED]) == (0, 0)


@pytest.mark.rule("6.A")
@pytest.mark.parametrize(("value", "rolls"), [("when_intact", 1), ("never", 0)])
def test_option_solo_die(value: str, rolls: int) -> None:
    scene = begun(1, 1, solo_die=value)
    scene.evaluate([1] * rolls)
    assert scene[0, DIE_ROLLS] == rolls
    # With a rival at the table the option means nothing.
    scene = begun(2, 1, 2, solo_die=value)
    scene.evaluate([1])
    assert scene[1, DIE_ROLLS] == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [("starting_rubies", 2), ("explosion_limit", 5), ("bonus_die_faces", "double_ruby")],
)
def test_an_option_reaches_whole_games(name: str, value: object) -> None:
    plain, changed = (
        [of(events, "game_end") for events in journals(match_of("safe", "balanced", **options), 3)]
        for options in ({}, {name: value})
    )
    assert plain != changed
