"""Pots in which a chip went back, or moved without its bonus."""

import pytest

from quacks_sim.errors import InputError
from quacks_sim.solver.solve import solve


def test_a_chip_that_the_flask_took_back_is_as_if_it_had_not_come() -> None:
    bag = "W1x3 W2x2 W3 O1 G1"
    gone = solve(bag, pot="W1 W2", choices=["", "flask"])
    never = solve(bag, pot="W1", flask=False)
    assert (gone.stop, gone.draw, gone.flask) == (never.stop, never.draw, None)
    assert gone.position.flask is False
    assert (gone.position.space, gone.position.white_sum) == (1, 1)


def test_yellow_that_put_a_white_chip_back_stays_on_its_space() -> None:
    found = solve("W1x2 W2 O1", pot="W2 Y1", choices=["", "returned"], flask=False)
    by_space = solve("W1x2 W2 O1", pot="Y1", space=3, flask=False)
    assert found.position.space == 3
    assert (found.stop, found.draw) == (by_space.stop, by_space.draw)


def test_a_bonus_may_have_been_declined() -> None:
    taken = solve("W1", pot="O1 R1", flask=False)
    declined = solve("W1", pot="O1 R1", choices=["", "declined"], flask=False)
    assert (taken.position.space, declined.position.space) == (3, 2)


def test_the_doubling_of_yellow_2_is_spent_by_a_chip_that_went_back() -> None:
    found = solve("W2 O1", pot="Y1 W2", choices=["", "flask"], books="yellow=2")
    # O1 moves 1 only: from space 1 to 2, scoring space 3.
    only_orange = found.values_of_chips["O1"]
    armed = solve("W2 O1", pot="Y1", books="yellow=2", flask=False).values_of_chips["O1"]
    assert only_orange < armed


def test_the_right_of_card_fb10_is_used_up() -> None:
    found = solve("W1 W2 O1", pot="W2", choices=["card"], card="FB10", flask=False)
    plain = solve("W1 W2 O1", flask=False)
    assert (found.stop, found.draw) == (plain.stop, plain.draw)
    assert solve("W1 W2 O1", pot="W2", choices=["card"], card="FB10").position.flask is True


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"pot": "W1", "choices": ["", "flask"]}, "2 choices for a pot of 1"),
        ({"pot": "O1", "choices": ["flask"]}, "O1 offers no choice 'flask'"),
        ({"pot": "W1", "choices": ["flusk"]}, "no choice 'flusk'"),
        ({"bag": "W1", "pot": "W1", "choices": ["flask"], "flask": False}, "cannot take W1 back"),
        ({"bag": "W1", "pot": "Y1", "choices": ["returned"]}, "cannot put a chip back"),
    ],
)
def test_choices_that_were_not_there_are_refused(arguments: dict, words: str) -> None:
    with pytest.raises(InputError, match=words):
        solve(**arguments)
