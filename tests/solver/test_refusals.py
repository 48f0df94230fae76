"""What cannot be solved is refused in two lines, before anything is worked out."""

from typing import Any

import pytest

from quacks_sim.errors import InputError
from quacks_sim.rules.options import RuleOptions
from quacks_sim.solver.solve import solve
from quacks_sim.solver.worth import Worth


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"bag": "O1", "pot": "W3x3"}, "has exploded"),
        ({"pot": "K1"}, "starting bag has no K1"),
        ({"pot": "X1"}, "no chip is called"),
        ({"pot": "soup"}, "not a chip of a bag"),
        ({"pot": [25]}, "no kinds"),
        ({"bag": "W1x200", "pot": "O1x20"}, "whole box only 216"),
        ({"start": 53}, "0 to 52"),
        ({"pot": "O1", "space": 60}, "space 60"),
        ({"pot": "O1", "start": 4, "space": 3}, "from the start space, 4"),
        ({"card": "FB3"}, "FB3 is not solved"),
        ({"card": "fb7"}, "FB7 is not solved"),
        ({"card": "FB99"}, "no event card"),
        ({"rival_blacks": [1, 2, 3]}, "neighbours"),
        ({"rival_blacks": [-1]}, "a number is -1"),
        ({"worth": "pionts"}, "did you mean points?"),
        ({"worth": "points=x"}, "not a number"),
        ({"worth": ""}, "no worth"),
        ({"worth": {"points": True}}, "not a number"),
        ({"worth": "after_explosion=point"}, "did you mean points?"),
        ({"worth": "die=2"}, "not a chance"),
        ({"worth": {"coins": [1, 2]}}, "no table of 36"),
        ({"most_states": 10}, "most_states is 10"),
        ({"books": "green=7"}, "green"),
        ({"rules": RuleOptions(flask_target="any_chip")}, "any chip"),
        ({"books": "red=2", "rules": RuleOptions(red_s2_aside="ignored")}, "beside the pot"),
    ],
)
def test_wrong_input_is_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words) as found:
        solve(**arguments)
    assert found.value.cause
    assert found.value.cure
    assert "\n" not in found.value.cause + found.value.cure


def test_an_empty_flask_needs_no_target() -> None:
    any_chip = RuleOptions(flask_target="any_chip")
    assert solve(rules=any_chip, flask=False).value == solve(flask=False).value


def test_an_empty_bag_can_only_stop() -> None:
    solution = solve("", pot="O1 W1", flask=False)
    assert solution.best == "stop"
    assert solution.values_of_chips == {}
    assert solution.chance_to_explode == 0
    assert solution.to_dict()["draw"] is None


def test_4_6_an_empty_bag_may_be_refilled_by_the_flask() -> None:
    solution = solve("", pot="O1 W3 W3", worth="coins,rubies=9")
    assert solution.flask is not None
    assert solution.flask > float("-inf")


def test_4_2_1_the_first_draw_may_be_forced() -> None:
    forced = RuleOptions(may_stop_before_first_draw="no")
    # Scoring space 5 has a ruby, that after one chip has none.
    assert solve("W3x3", start=4, worth="rubies", flask=False).best == "stop"
    solution = solve("W3x3", start=4, worth="rubies", flask=False, rules=forced)
    assert solution.best == "draw"
    assert solution.value == solution.draw < solution.stop
    assert solution.scoring_space[5] == 0


def test_worth_is_read_from_text() -> None:
    worth = Worth.read("points, coins=0.4 o1=2,after_explosion=coins")
    assert (worth.points, worth.coins, worth.rubies) == (1, 0.4, 0)
    assert worth.chips == {"O1": 2.0}
    assert Worth.read(worth.text()) == worth
    assert Worth.read(worth) is worth
    assert Worth.read(None).text() == "points=1,coins=0.2,rubies=0.5"


def test_the_space_may_be_given_when_a_chip_was_put_back() -> None:
    moved = solve("W1x3", pot="Y1", space=6, flask=False)
    assert moved.position.space == 6
    assert moved.stop == solve("W1x3", pot="Y1", start=5, flask=False).stop
