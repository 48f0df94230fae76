"""The test-tube side on the compiled kernel. Rule 11.2."""

from itertools import pairwise

import numpy as np
import pytest

from quacks_sim.journal import record_game
from quacks_sim.kernel.state import (
    DROPLET,
    EXPLODED,
    POINTS_TUBE,
    ROUND_COLUMNS,
    RUBIES,
    SCORING_SPACE,
    START_SPACE,
    TUBE,
    VICTORY_POINTS,
)
from quacks_sim.policies.registry import policy
from quacks_sim.referee import check
from quacks_sim.rules.chips import kind_index
from quacks_sim.rules.tables import STARTING_BAG
from tests.kernel.games import Event, few, journals, match_of, of, with_policy
from tests.kernel.scripted import Illegal, Scene

pytestmark = pytest.mark.rule("11.2")

POT, TUBES = 0, 1
DIE_DROPLET = 5

#: What the tubes 1 to 12 pay: points, a ruby or a chip.
PAYS = ("ruby", 1, "B1", 2, "K1", 2, "R2", 3, "P1", 3, "Y4", 4)


def scene_of(players: int = 1, **options: str) -> Scene:
    """Return a table in round 1 whose lone pot rolls the die."""
    scene = Scene(players, pot_side="test_tubes", **options)
    scene.begin_round(1)
    for seat in range(players):
        scene[seat, SCORING_SPACE] = 1
    return scene


def owned(scene: Scene, chip: str) -> int:
    kind = kind_index(chip)
    return int(scene.table.owned[0, kind]) - int(STARTING_BAG[kind])


@pytest.mark.parametrize(("tube", "pays"), list(enumerate(PAYS, 1)))
def test_every_tube_pays_what_it_shows(tube: int, pays: str | int) -> None:
    scene = scene_of()
    scene[0, TUBE] = tube - 1
    scene.evaluate([DIE_DROPLET, TUBES])
    assert (scene[0, TUBE], scene[0, DROPLET]) == (tube, 0)
    points = pays if isinstance(pays, int) else 0
    assert (scene[0, VICTORY_POINTS], scene[0, POINTS_TUBE]) == (points, points)
    assert scene[0, RUBIES] == (2 if pays == "ruby" else 1)
    chips = {chip: owned(scene, chip) for chip in ("B1", "K1", "R2", "P1", "Y4")}
    assert chips == {chip: int(chip == pays) for chip in chips}


def test_a_step_may_stay_in_the_pot() -> None:
    scene = scene_of()
    scene.evaluate([DIE_DROPLET, POT])
    assert (scene[0, TUBE], scene[0, DROPLET], scene[0, RUBIES]) == (0, 1, 1)


def test_a_chip_that_the_supply_lacks_is_lost() -> None:
    scene = scene_of()
    scene[0, TUBE] = 2
    scene.sell_out("B1")
    scene.evaluate([DIE_DROPLET, TUBES])
    assert (scene[0, TUBE], owned(scene, "B1")) == (3, 0)


@pytest.mark.parametrize(
    ("droplet", "tube", "after"), [(0, 12, (1, 12)), (52, 0, (52, 1)), (52, 12, (52, 12))]
)
def test_nobody_is_asked_where_one_way_is_closed(
    droplet: int, tube: int, after: tuple[int, int]
) -> None:
    scene = scene_of()
    scene[0, DROPLET], scene[0, TUBE] = droplet, tube
    scene.evaluate([DIE_DROPLET])
    assert (scene[0, DROPLET], scene[0, TUBE]) == after


def test_two_steps_are_two_choices() -> None:
    # Purple-2: three chips bring six points, a ruby, two steps and a Y4.
    for answers, after in (((POT, TUBES), (1, 1)), ((TUBES, TUBES), (0, 2))):
        scene = scene_of(books="purple=2")
        scene.put_in_pot(0, "P1 P1 P1")
        scene[0, EXPLODED] = 1
        scene.evaluate([3, *answers, 0])
        assert (scene[0, DROPLET], scene[0, TUBE]) == after


def test_a_trade_without_a_step_enters_no_tube() -> None:
    # Purple-2: one chip brings a point, a ruby and a K1.
    scene = scene_of(books="purple=2")
    scene.put_in_pot(0, "P1 P1 P1")
    scene[0, EXPLODED] = 1
    scene.evaluate([1, 0])
    assert (scene[0, DROPLET], scene[0, TUBE]) == (0, 0)


def test_black_purple_and_green_4_move_into_tubes_too() -> None:
    scene = scene_of(books="green=4")
    scene[0, EXPLODED] = 1
    scene.put_in_pot(0, "K1 P1 P1 P1 O1 G1")
    # Black of a lone player; green before purple: pay a ruby for a step; tier 3; coins.
    scene.evaluate([TUBES, 0, 1, TUBES, 2, TUBES, 0])
    assert (scene[0, DROPLET], scene[0, TUBE]) == (0, 3)


def test_two_rubies_buy_a_tube_even_with_the_droplet_at_its_cap() -> None:
    scene = scene_of()
    scene[0, RUBIES] = 2
    scene.spend_rubies(0, [1, TUBES])
    assert (scene[0, TUBE], scene[0, RUBIES]) == (1, 1)
    scene = scene_of()
    scene[0, RUBIES], scene[0, DROPLET], scene[0, TUBE] = 2, 52, 1
    scene.spend_rubies(0, [1])
    assert (scene[0, TUBE], scene[0, RUBIES], scene[0, VICTORY_POINTS]) == (2, 0, 1)
    scene[0, RUBIES], scene[0, TUBE] = 2, 12
    scene.spend_rubies(0, [])
    assert scene[0, RUBIES] == 2


def test_tubes_move_no_start() -> None:
    scene = scene_of()
    scene[0, TUBE], scene[0, DROPLET] = 5, 3
    scene.begin_round(2)
    assert scene[0, START_SPACE] == 3


def test_round_9_sells_tubes_only_with_the_option() -> None:
    for value, answers, tube in (("no", [], 0), ("yes", [3, 3, 0], 2)):
        scene = scene_of(tube_purchase_round_9=value)
        scene.begin_rounds(9)
        scene[0, RUBIES] = 5
        scene.spend_rubies(0, answers)
        # Tube 1 pays a ruby, tube 2 a point.
        assert scene[0, TUBE] == tube
        assert scene[0, RUBIES] == (5 if value == "no" else 2)


@pytest.mark.parametrize("answer", [1, 2])
def test_round_9_sells_nothing_else(answer: int) -> None:
    scene = scene_of(tube_purchase_round_9="yes")
    scene.begin_rounds(9)
    scene[0, RUBIES] = 5
    with pytest.raises(Illegal):
        scene.spend_rubies(0, [answer])


def test_round_9_comes_before_the_conversion() -> None:
    match = match_of(
        *["random+stop=chips:5"] * 2, pot_side="test_tubes", tube_purchase_round_9="yes"
    )
    bought = 0
    for events in journals(match, 20):
        final = [event["event"] for event in events if event["round"] == 9]
        sold = of(events, "ruby_spent", round=9)
        bought += len(sold)
        assert {event["on"] for event in sold} <= {"tube"}
        causes = [e.get("cause") for e in events if e["round"] == 9 and e["event"] == "reward"]
        converted = [i for i, cause in enumerate(causes) if str(cause).startswith("final")]
        rubies = [i for i, cause in enumerate(causes) if cause == "rubies"]
        assert not converted or not rubies or max(rubies) < min(converted)
        assert "budget" not in final
    assert bought > 3


@policy("droplet")
def pays_points(view, params):  # type: ignore[no-untyped-def]
    """Take the tubes that pay points, and those whose chip is there; see that all fields fit."""
    fits = view.tube == view.table[view.seat, TUBE] and view.droplet == view.table[view.seat, 0]
    return view.points > 0 or view.chip >= 0 or (fits and view.rubies > 1)


def steps_of(events: list[Event]) -> list[tuple[Event, int]]:
    """Return each choice of a tube or the pot, with the tube that it was about."""
    tubes = {0: 0, 1: 0}
    found = []
    for event in events:
        if event["event"] == "choice" and event["decision"] == "droplet":
            found.append((event, tubes[event["seat"]] + 1))
        elif event.get("reward") == "tube":
            tubes[event["seat"]] = event["total"]
    return found


def test_a_policy_sees_what_the_next_tube_pays() -> None:
    # Tube 1 pays a ruby: it is never taken by this policy, but by lot until it is behind.
    player = with_policy(pays_points)
    others = with_policy(pays_points).with_params({"droplet@1-2": "tube"})
    seen = set()
    for events in journals(match_of(player, others, pot_side="test_tubes"), 6):
        for event, tube in steps_of(events):
            taken = event["options"][event["choice"]]
            if event["seat"] == 0 or event["round"] > 2:
                assert taken == ("pot" if tube == 1 else "tube")
                seen.add(tube)
            else:
                assert taken == "tube"
    assert len(seen) > 3


def test_the_points_of_tubes_are_among_those_of_the_round() -> None:
    match = match_of(*["yardstick+droplet=tube"] * 2, pot_side="test_tubes")
    rows = match.block(0, 40, "rounds").round_rows
    column = {name: rows[:, place].astype(int) for place, name in enumerate(ROUND_COLUMNS)}
    parts = ("space", "die", "blue", "purple", "tube", "final")
    assert (sum(column[f"points_{part}"] for part in parts) == column["points_gained"]).all()
    assert column["points_tube"].sum() > 40
    for tubes in column["tube"].reshape(-1, 9):
        assert all(before <= after for before, after in pairwise(tubes))
    assert column["droplet"].max() == 0


def test_the_other_side_is_as_ever() -> None:
    plain = match_of("yardstick", "balanced").block(0, few(30), "rounds").round_rows
    pots = match_of("yardstick+droplet=pot", "balanced+droplet=pot", pot_side="test_tubes")
    # Who never enters a tube plays the same game.
    assert np.array_equal(pots.block(0, few(30), "rounds").round_rows, plain)
    assert plain[:, ROUND_COLUMNS.index("tube")].max() == 0


def test_the_referee_agrees() -> None:
    match = match_of(
        *["random+stop=chips:6"] * 3, pot_side="test_tubes", tube_purchase_round_9="yes"
    )
    for game in range(10):
        assert check(record_game(match, game)) is None
