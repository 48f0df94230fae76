"""Policies for event cards on views made by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from quacks_sim.kernel.state import CARD, JUDGED, PASSIVE, PUMPKINS
from quacks_sim.policies import blue, facts, flask, fortune
from quacks_sim.rules.cards import FB2, FB3, FB6, FB7, FB10, FP1, FP3, FP6, FP9, FP11, FP13
from quacks_sim.rules.chips import G1, G2, K1, O1, P1, R1, W1, W2
from tests.policies.hand_made import brewing, defaults, event, keys, params, revealed, table

DEFAULTS = defaults(fortune.worth.policy)


def worth(*arguments: Any, **more: Any) -> int:
    return int(fortune.worth(event(*arguments, **more), DEFAULTS))


RUBIES = {"rubies": 3}
FOUR_POINTS = {"points": 4}


def test_worth_takes_rubies_early_and_chips_of_many_coins() -> None:
    assert worth(FP1, {"kind": G2}, {"kind": K1}, RUBIES, round=1) == 2
    assert worth(FP1, {"kind": G2}, {"kind": K1}, round=1) == 1
    # At the end rubies are half a point each, a chip hardly drawn.
    assert worth(FP1, {"kind": K1}, RUBIES, round=9) == 1


def test_worth_gets_rid_of_a_white_chip_early() -> None:
    assert worth(FP6, FOUR_POINTS, {"given": W1}, round=1) == 1
    assert worth(FP6, FOUR_POINTS, {"given": W1}, round=4) == 0


def test_worth_pays_for_a_chip_while_rounds_are_left() -> None:
    offers = ({}, {"kind": O1, "rubies": -1}, {"kind": R1, "rubies": -1})
    assert worth(FP3, *offers, round=1) == 2
    assert worth(FP3, *offers, round=9) == 0


def test_worth_lets_no_white_chip_grow() -> None:
    assert worth(FP13, {"kind": W2, "given": W1}, {}, round=2) == 1
    assert worth(FP13, {"kind": W2, "given": W1}, {"kind": G2, "given": G1}, {}, round=2) == 1


def test_worth_turns_rats_into_rubies_early() -> None:
    rats = [{"rubies": number, "space": 6 - number} for number in range(4)]
    assert worth(FP9, *rats, round=2, space=6) == 3
    # In round 9 half a point buys a little more than a space.
    assert (
        fortune.worth(event(FP9, *rats, round=9), params(coin=0.4, space=1, white=0.5, share=0.75))
        == 0
    )


def test_worth_of_a_droplet_falls_with_the_rounds() -> None:
    steps = {"droplet": 2, "space": 3}
    assert worth(FP11, steps, {"kind": P1}, round=3) == 0


def test_worth_of_a_chip_after_the_last_brew_is_nothing() -> None:
    assert worth(FB2, {"kind": G2}, {"kind": R1}, round=9) == 0


def test_worth_places_the_chip_that_reaches_furthest() -> None:
    drawn = [{"kind": O1, "space": 11}, {"kind": G2, "space": 12}, {"space": 10}]
    assert worth(FB7, *drawn, space=10) == 1
    assert worth(FB7, drawn[2], space=10) == 0


CONTINUE = {"space": 9}


@pytest.mark.parametrize(("white_sum", "restarts"), [(8, 1), (7, 1), (1, 0)])
def test_worth_starts_again_when_the_pot_is_nearly_exploded(white_sum: int, restarts: int) -> None:
    view = {"white_sum": white_sum, "space": 9, "pot_size": 5, "bag": "W1x2 G4x3"}
    assert worth(FB3, CONTINUE, {"space": 1}, **view) == restarts


def test_worth_stirs_well_when_the_bag_holds_enough() -> None:
    first_white = {"white_sum": 3, "space": 4, "last_kind": 2, "pot_size": 1}
    options = ({"space": 4}, {"space": 1})
    assert worth(FB10, *options, **first_white, bag="W1x4 W2x2 G2x6 B2x4") == 1
    assert worth(FB10, *options, **first_white, bag="O1x2") == 0


def test_points_and_first() -> None:
    view = event(FP6, {"given": W1}, FOUR_POINTS)
    assert (fortune.points(view, params()), fortune.first(view, params())) == (1, 0)
    drawn = event(FB7, {"space": 11}, {"space": 14}, {"space": 14}, {"space": 10})
    assert fortune.points(drawn, params()) == 1


def test_by_lot_all_options_come_up() -> None:
    taken = [fortune.random(event(FP6, {}, {}, {}, chance_key=key), params()) for key in keys(900)]
    assert np.bincount(taken).min() > 240


JUDGED_POT = {PASSIVE: JUDGED, CARD: FB3}


def test_a_pot_whose_next_chip_explodes_is_seen_as_such() -> None:
    judged = brewing(white_sum=8, table=table(JUDGED_POT), last="O1")
    assert facts.gain_of_next_chip(judged) == 0
    assert facts.gain_of_next_chip(brewing(white_sum=8, last="O1")) > 0
    # Back to 6: an ordinary risk again; back to 8: still every chip.
    assert facts.chance_without_last(brewing(white_sum=8, table=table(JUDGED_POT), last="W2")) < 1
    assert facts.chance_without_last(brewing(white_sum=9, table=table(JUDGED_POT), last="W1")) == 1
    chips = revealed({"G1": 12, "W1": 12}, white_sum=8, table=table(JUDGED_POT))
    assert blue.furthest_coloured(chips, params()) == blue.highest_coloured(chips, params()) == 2
    assert not flask.never(judged, params())


def test_pumpkins_move_further() -> None:
    party = table({PASSIVE: PUMPKINS, CARD: FB6})
    assert facts.move_of_kind(brewing(table=party), O1) == 2
    assert facts.move_of_kind(brewing(), O1) == 1
