"""Droplet policies on views made by hand: the pot or the next test tube."""

from __future__ import annotations

import pytest

from quacks_sim.policies import droplet
from quacks_sim.rules.chips import NO_KIND
from tests.policies.hand_made import keys, params, stepping


@pytest.mark.parametrize(
    ("tube", "number", "into_tube"),
    [
        # A space further in each round left, at 0.4 points; a tube ahead of 1.
        (3, 4, True),  # tube 4 pays 2 points; 5 · 0.4 = 2
        (3, 3, False),  # 6 · 0.4 = 2.4
        (0, 7, False),  # a ruby is half a point; 2 · 0.4 = 0.8
        (0, 8, True),
        (4, 8, False),  # K1 moves 1 in half of the one round left: 0.2, the pot 0.4
        (10, 8, True),  # Y4: 0.8
        (11, 1, True),  # 4 points; 8 · 0.4 = 3.2
        (4, 9, True),  # no round is left
    ],
)
def test_worth_of_the_next_tube(tube: int, number: int, into_tube: bool) -> None:
    view = stepping(tube, round=number)
    assert bool(droplet.worth(view, params(space=0.4, drawn=0.5, ruby=0.5, ahead=1))) is into_tube


def test_worth_looks_at_the_tubes_behind_a_poor_one() -> None:
    # From tube 2 in round 7: B1 is worth 0.4, then come 2 points: 1.2 each; the pot 0.8.
    view = stepping(2, round=7)
    assert not droplet.worth(view, params(space=0.4, drawn=0.5, ruby=0.5, ahead=1))
    assert droplet.worth(view, params(space=0.4, drawn=0.5, ruby=0.5, ahead=2))


def test_worth_knows_a_chip_that_is_not_there() -> None:
    view = stepping(10, round=8)
    assert droplet.worth(view, params(space=0.4, drawn=0.5, ruby=0.5, ahead=1))
    assert not droplet.worth(
        view._replace(chip=NO_KIND), params(space=0.4, drawn=0.5, ruby=0.5, ahead=1)
    )


def test_pot_tube_and_from_a_round_on() -> None:
    view = stepping(round=5)
    assert droplet.pot(view, params()) is False
    assert droplet.tube(view, params()) is True
    assert droplet.tube_from(view, params(round=5))
    assert not droplet.tube_from(view, params(round=6))


def test_random_takes_both() -> None:
    view = stepping()
    assert {droplet.random(view._replace(chance_key=key), params()) for key in keys(30)} == {
        True,
        False,
    }
