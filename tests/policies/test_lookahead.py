"""The policies that look ahead: exact where nothing is averaged, and sensible where it is.

If all coloured chips move one space and do nothing else, no average is taken: then the look to the
end is best play, and so is a look three draws ahead into a bag of three chips.
"""

from __future__ import annotations

import pytest

from quacks_sim.policies import blue, flask, stopping, yellow
from quacks_sim.policies.ahead import (
    best_in_the_end,
    best_of_one,
    best_of_three,
    best_of_two,
    best_with_flask,
    brew_of,
    linear_worth,
    worth_of_stopping,
)
from quacks_sim.solver.solve import solve
from tests.policies.hand_made import brewing, params, revealed

WORTH = {"points": 1.0, "coins": 0.2, "rubies": 0.5}
TABLE = linear_worth(0.2, 0.5, 0.0)

#: What lies in the pot and what is left in the bag.
BREWS = [
    ("W2x2 O1", "W1x3 W2 W3 O1"),
    ("W3 W2 O1x2", "W1x4 W2 W3 O1x4"),
    ("W1x3 W2x2", "W1 W3 O1x8"),
    ("W3x2", "W1x2 W3 O1x5"),
    ("W2x3", "W1 O1"),
    ("W2x3", "W2 W1 O1"),
    ("W3 W2", "W3x2 O1"),
]


def view_of(pot: str, bag: str, **more: int):  # type: ignore[no-untyped-def]
    position = solve(bag, pot=pot, flask=False, start=6).position
    return brewing(bag, position.white_sum, space=position.space + 1, **more)


@pytest.mark.parametrize(("pot", "bag"), BREWS)
def test_the_look_to_the_end_is_best_play(pot: str, bag: str) -> None:
    solution = solve(bag, pot=pot, flask=False, start=6, worth=WORTH)
    brew = brew_of(view_of(pot, bag))
    assert worth_of_stopping(brew, TABLE) == pytest.approx(solution.stop)
    assert best_in_the_end(brew, TABLE) == pytest.approx(solution.value)


@pytest.mark.parametrize("kept", [0.0, 0.6])
@pytest.mark.parametrize(("pot", "bag"), BREWS)
def test_so_it_is_with_a_full_flask(pot: str, bag: str, kept: float) -> None:
    solution = solve(bag, pot=pot, flask=True, start=6, worth=WORTH | {"flask": kept})
    brew = brew_of(view_of(pot, bag))
    # Whether the flask takes back the chip that lies there already is another question.
    assert best_with_flask(brew, TABLE, kept) == pytest.approx(max(solution.stop, solution.draw))


@pytest.mark.parametrize(("pot", "bag"), BREWS)
def test_a_further_look_sees_no_less(pot: str, bag: str) -> None:
    brew = brew_of(view_of(pot, bag))
    looks = [
        look(brew, TABLE) for look in (worth_of_stopping, best_of_one, best_of_two, best_of_three)
    ]
    looks.append(best_in_the_end(brew, TABLE))
    assert looks == sorted(looks)
    if brew.ones + brew.twos + brew.threes + brew.others <= 3:
        assert best_of_three(brew, TABLE) == pytest.approx(best_in_the_end(brew, TABLE))


def test_a_draw_that_cannot_explode_is_never_refused() -> None:
    assert not stopping.lookahead(
        brewing("W1x3", 4), params(coins=0, rubies=0, explosion=50, depth=1)
    )


def test_stop_weighs_gain_and_loss() -> None:
    # Of four chips one explodes; scoring space 20 is worth 3 or 4 points, 17 coins and a ruby.
    view = brewing("W3 O1x3", 5, space=20)
    assert stopping.lookahead(view, params(coins=0.2, rubies=0.5, explosion=0, depth=3))
    # Without the ruby and far from the spoon there is little to lose: coins are kept anyway.
    assert not stopping.lookahead(
        brewing("W3 O1x9", 5, space=2), params(coins=0.2, rubies=0, explosion=0, depth=3)
    )
    # An explosion that costs much stops that, too.
    assert stopping.lookahead(
        brewing("W3 O1x9", 5, space=2), params(coins=0.2, rubies=0, explosion=30, depth=3)
    )


def test_the_flask_is_used_where_it_pays() -> None:
    view = brewing("W3x2 O1x2", 7, last="W3", space=10, round=3)
    assert flask.lookahead(view, params(coins=0.2, rubies=0.5, explosion=5, flask=0))
    assert not flask.lookahead(view, params(coins=0.2, rubies=0.5, explosion=5, flask=20))
    # In the last round a full flask is worth nothing.
    assert flask.lookahead(
        view._replace(round=9), params(coins=0.2, rubies=0.5, explosion=5, flask=20)
    )
    assert not flask.lookahead(
        brewing(last="O1"), params(coins=0.2, rubies=0.5, explosion=0, flask=0)
    )


def test_yellow_puts_back_what_endangers_the_pot() -> None:
    view = brewing("W3 O1x6", 6, last="Y1", white_before=3)
    assert yellow.lookahead(view, params(coins=0.2, rubies=0.5, explosion=0))
    # Of the book of Set 4 it is asked whether to move further.
    assert yellow.lookahead(brewing(bonus=1), params(coins=0.2, rubies=0.5, explosion=0))


def test_blue_places_the_best_and_no_white_that_explodes() -> None:
    assert (
        blue.lookahead(
            revealed({"G2": 11, "R2": 12, "W1": 10}), params(coins=0.2, rubies=0.5, explosion=0)
        )
        == 1
    )
    assert (
        blue.lookahead(
            revealed({"W3": 12}, white_sum=6), params(coins=0.2, rubies=0.5, explosion=0)
        )
        == 1
    )
    assert blue.lookahead(revealed({}), params(coins=0.2, rubies=0.5, explosion=0)) == 0
