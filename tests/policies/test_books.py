"""Policies for the books of Sets 2 to 4 on views made by hand."""

from __future__ import annotations

import pytest

from quacks_sim.kernel import state
from quacks_sim.kernel.state import (
    DOUBLING,
    GREEN_BOOK,
    PURPLE_BOOK,
    RED_IN_POT,
)
from quacks_sim.policies import beside, facts, green, order, red, yellow
from quacks_sim.rules.chips import R2, W1, Y1, kind_index
from tests.policies.hand_made import (
    brewing,
    green_chip,
    keys,
    ordering,
    params,
    red_beside,
    table,
)


@pytest.mark.parametrize(
    ("green_book", "purple_book", "purple_first"),
    [(1, 2, True), (2, 2, True), (4, 1, True), (4, 2, True), (3, 1, False), (3, 2, False)]
    + [(number, purple, False) for number in (1, 2, 3, 4) for purple in (3, 4)],
)
def test_order_by_books(green_book: int, purple_book: int, purple_first: bool) -> None:
    view = ordering(table=table({GREEN_BOOK: green_book, PURPLE_BOOK: purple_book}))
    assert order.by_books(view, params()) == purple_first


def test_order_always_the_same_or_by_lot() -> None:
    assert not order.green_first(ordering(), params())
    assert order.purple_first(ordering(), params())
    taken = [order.random(ordering(chance_key=key), params()) for key in keys(1000)]
    assert abs(sum(taken) - 500) < 80


def test_green_use() -> None:
    chips = green_chip(2, ["B1", "R1"])
    assert green.use(chips, params(pay_until=8, second=0)) == 1
    assert green.use(chips, params(pay_until=8, second=1)) == 2
    assert green.use(green_chip(2, ["R1"]), params(pay_until=8, second=1)) == 1
    assert green.use(green_chip(3, space=10, new_space=13), params(pay_until=8, second=0)) == 1
    # Chips traded in for purple have left the scoring space ahead: nothing to be won.
    assert green.use(green_chip(3, space=10, new_space=10), params(pay_until=8, second=0)) == 0
    assert green.use(green_chip(4, round=8), params(pay_until=8, second=0)) == 1
    assert green.use(green_chip(4, round=9), params(pay_until=8, second=0)) == 0


def test_green_never_and_random() -> None:
    assert green.never(green_chip(4), params()) == 0
    chips = [green_chip(2, ["B1", "R1"], chance_key=key) for key in keys(1500)]
    taken = [green.random(view, params()) for view in chips]
    assert all(abs(taken.count(option) - 500) < 80 for option in range(3))


def test_beside_place() -> None:
    view = red_beside({"R1": True, "R4": True})
    # leave, place R1, bag R1, place R4, bag R4
    assert beside.place(view, params(from_round=1)) == 3
    assert beside.place(red_beside({"R1": True, "R4": True}, round=4), params(from_round=5)) == 0
    assert beside.place(red_beside({"R1": False, "R4": False}), params(from_round=1)) == 0


def test_beside_leave_bag_and_random() -> None:
    view = red_beside({"R1": True, "R4": True})
    assert beside.leave(view, params()) == 0
    assert beside.bag(view, params()) == 2
    assert beside.bag(red_beside({"R4": False}), params()) == 1
    taken = [
        beside.random(red_beside({"R1": True}, chance_key=key), params()) for key in keys(1500)
    ]
    assert all(abs(taken.count(option) - 500) < 80 for option in range(3))


def test_yellow_and_red_use_a_bonus() -> None:
    view = brewing(bonus=2)
    assert yellow.white_at_least(view, params(value=3))
    assert yellow.always(view, params())
    assert not yellow.never(view, params())
    assert red.always(view, params())


def test_move_of_the_next_chip() -> None:
    def move(kind: int, last: str = "", **columns: int) -> int:
        named = {getattr(state, name): value for name, value in columns.items()}
        return facts.move_of_kind(brewing(last=last, table=table(named)), kind)

    assert move(R2, RED_BOOK=1, ORANGES=3) == 4
    assert move(R2, RED_BOOK=2, ORANGES=3) == 0
    assert move(R2, "W3", RED_BOOK=3) == 5
    assert move(R2, "O1", RED_BOOK=3) == 2
    assert move(R2, RED_BOOK=4, ORANGES=3) == 2
    assert move(W1, RED_BOOK=4, PASSIVE=RED_IN_POT) == 2
    assert move(kind_index("W2"), RED_BOOK=4, PASSIVE=RED_IN_POT) == 2
    assert move(Y1, YELLOW_BOOK=4, YELLOWS_PLACED=1) == 3
    assert move(Y1, YELLOW_BOOK=4, YELLOWS_PLACED=3) == 1
    assert move(kind_index("G4"), PASSIVE=DOUBLING) == 8
