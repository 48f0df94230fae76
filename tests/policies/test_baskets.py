"""Facts about baskets, at markets made by hand."""

from __future__ import annotations

import pytest

from quacks_sim.policies import baskets
from quacks_sim.policies.params import SOLD_COLOURS
from quacks_sim.rules.chips import COLOURS, G1, K1, KIND_COLOUR, O1, R2
from tests.policies.hand_made import RULES, basket_names, market, params


def basket_of(*kinds: int) -> int:
    """Return the index of the basket of these kinds."""
    mask = sum(1 << kind for kind in kinds)
    (found,) = [basket for basket in range(RULES.nothing + 1) if RULES.basket_kinds[basket] == mask]
    return found


def test_colours_have_their_parameters_in_the_order_of_colours() -> None:
    assert (*("orange", "green", "blue", "red", "yellow", "purple", "black"),) == SOLD_COLOURS
    given = params(**dict(zip(SOLD_COLOURS, range(1, 8), strict=True)))
    for kind in (O1, G1, R2, K1):
        name = COLOURS[KIND_COLOUR[kind]]
        expected = 1 + SOLD_COLOURS.index(name)
        assert baskets.colour_parameter(kind, given) == expected


def test_size_and_contents() -> None:
    view = market(20)
    assert baskets.basket_size(view, view.nothing) == 0
    assert baskets.basket_size(view, basket_of(R2)) == 1
    assert baskets.basket_size(view, basket_of(O1, R2)) == 2
    assert baskets.contains(view, basket_of(O1, K1), K1)
    assert not baskets.contains(view, basket_of(O1, R2), K1)


def test_all_chosen() -> None:
    view, orange_and_red = (
        market(20),
        params(**dict.fromkeys(SOLD_COLOURS, 0) | {"orange": 1, "red": 1}),
    )
    assert baskets.all_chosen(view, basket_of(O1, R2), orange_and_red)
    assert baskets.all_chosen(view, basket_of(R2), orange_and_red)
    assert not baskets.all_chosen(view, basket_of(O1, K1), orange_and_red)
    assert not baskets.all_chosen(view, basket_of(G1, R2), orange_and_red)


def test_owned_of_colour_adds_up_the_values() -> None:
    view = market(20, bag="G1x2 G4 B1")
    assert baskets.owned_of_colour(view, G1) == 3
    assert baskets.owned_of_colour(view, K1) == 0


@pytest.mark.parametrize(("may_skip", "expected"), [(1, ""), (0, "G1")])
def test_nothing_if_legal(may_skip: int, expected: str) -> None:
    view = market(20, without=("O1",), may_skip=may_skip)
    assert basket_names(view, baskets.nothing_if_legal(view)) == expected


def test_a_sold_out_basket_is_not_legal() -> None:
    view = market(20, without=("R2",))
    assert not baskets.is_legal(view, basket_of(O1, R2))
    assert baskets.is_legal(view, basket_of(O1, K1))
