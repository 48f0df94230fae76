"""The solver against trying everything, on bags of a few chips and all books."""

import numpy as np
import pytest

from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import KINDS
from quacks_sim.rules.options import RuleOptions
from quacks_sim.solver.solution import Solution
from quacks_sim.solver.solve import solve
from quacks_sim.solver.worth import Worth
from tests.solver.naive import Brew, Table, chips_of

CHIPS = {"O1": 1.5, "B1": 0.4, "R1": 0.9, "Y1": 2.0, "P1": 0.7, "K1": 1.1, "G1": 0.3}
CHIPS |= {"B2": 1.2, "Y4": 3.0, "G2": 1.0, "R2": 2.2, "R4": 3.5, "B4": 2.0, "G4": 1.4, "Y2": 2.1}
WORTH = {"points": 1.0, "coins": 0.3, "rubies": 0.8, "droplet": 1.7, "flask": 0.25}

OPTIONS = {
    "adjacent": ("first_chip_placement", "always_adjacent"),
    "draw_after_full": ("draw_after_pot_full", "yes"),
    "value_only": ("yellow_s2_scope", "value_only"),
    "cap_4": ("blue_s2_window", "cap_4"),
    "by_index": ("purple_s3_space", "index"),
}


def both(bag: str, *, flask: bool = False, start: int = 0, **settings: object) -> None:
    """Compare stopping and drawing of the solver with those of the enumeration."""
    table = Table(**{**WORTH, "chips": CHIPS, **settings})  # type: ignore[arg-type]
    brew = Brew(chips_of(bag), start, flask=flask, may_stir=table.card == "FB10")
    solution = of_solver(table, bag, flask=flask, start=start)
    assert solution.is_exact
    assert solution.stop == pytest.approx(table.value_of_end(brew), abs=1e-9)
    assert solution.draw == pytest.approx(table.value_of_drawing(brew), abs=1e-9)


def of_solver(table: Table, bag: str, **more: object) -> Solution:
    options = {name: value for key, (name, value) in OPTIONS.items() if getattr(table, key)}
    return solve(
        bag,
        worth=Worth(
            points=table.points,
            coins=table.coins,
            rubies=table.rubies,
            droplet=table.droplet,
            flask=table.flask,
            chips=table.chips,
        ),
        rules=RuleOptions.read(options | {"explosion_limit": table.limit}),
        books=Books.read(table.books),
        card=table.card or None,
        rival_blacks=table.rival_blacks,
        **more,  # type: ignore[arg-type]
    )


SET_1 = [
    "W1x2 W2 W3 O1 G1",
    "W3x3 O1 R2 R1",
    "W3x2 W2 Y1 G1 Y2",
    "W3x2 W2 B2 G1 R1",
    "W3x3 B1 B4 Y1",
    "W2x2 W3x2 B1 Y4 O1",
    "W3x3 O1x3 R4",
    "W3x2 W1 P1x3",
    "W3x2 W1 K1x2 G2",
    "W3 W2x2 G1 G4 Y2",
    "W1 B4 B2 W3x2 Y1",
]


@pytest.mark.parametrize("flask", [False, True])
@pytest.mark.parametrize("bag", SET_1)
def test_set_1(bag: str, flask: bool) -> None:
    both(bag, flask=flask, rival_blacks=(1,))


@pytest.mark.parametrize("limit", [5, 6, 8, 9])
def test_4_5_1_the_limit_is_an_option(limit: int) -> None:
    both("W1x2 W2x2 W3 B2 Y1", limit=limit)


@pytest.mark.parametrize("start", [37, 46, 49, 52])
@pytest.mark.parametrize("full", [False, True])
def test_4_7_the_pot_may_be_full(start: int, full: bool) -> None:
    both("W1 W3x2 B2 Y1 R2", start=start, flask=True, draw_after_full=full)


BOOKS = [
    ("W3x2 W2 G1 G2 O1", {"green": 2}),
    ("W3x2 W1 G1 G4 P1", {"green": 3}),
    ("W3x2 W1 G2 P1x2", {"green": 3, "purple": 3}),
    ("W3x2 W1 G1x2 P1", {"green": 4}),
    ("W3x3 W1 B2 G1", {"blue": 2}),
    ("W3x3 B2 B1 B4", {"blue": 2}),
    ("W3x2 B2 B1 O1 G4", {"blue": 3}),
    ("W3x2 B2 B1 O1 G4", {"blue": 4}),
    ("W3x2 W2 R1 R2 G1", {"red": 2}),
    ("W3x2 R1x2 R4 B2", {"red": 2}),
    ("W3x2 W1 W2 R1 R4", {"red": 3}),
    ("W3 W2 Y1 R2x2", {"red": 3}),
    ("W1x3 W3 R1 R2", {"red": 4}),
    ("W1x2 W3 R1 Y1 B2", {"red": 4}),
    ("W3x2 Y1 Y2 R1 O1", {"yellow": 2}),
    ("W3x2 W1 Y1 B2 R2", {"yellow": 2}),
    ("W3x3 Y1x2 Y2", {"yellow": 3}),
    ("W3x3 Y1x3", {"yellow": 3}),
    ("W3x2 W2 Y1x2 Y2", {"yellow": 4}),
    ("W3x2 P1x3 G1", {"purple": 2}),
    ("W3x2 P1x3 G4", {"purple": 3}),
    ("W3x2 P1x2 G1 R2 B1", {"purple": 4}),
    ("W3x2 P1x3 Y1 R1", {"purple": 4, "yellow": 4}),
    ("W3x2 W1 Y1 R2 B2", {"yellow": 2, "red": 4, "blue": 2}),
    ("W3x2 W2 Y2 R1 G1 P1", dict.fromkeys(("green", "blue", "red", "yellow", "purple"), 3)),
    ("W3x2 W1 Y2 R1 B1 P1", dict.fromkeys(("green", "blue", "red", "yellow", "purple"), 2)),
    ("W3x2 W1 Y2 R1 B1 P1", dict.fromkeys(("green", "blue", "red", "yellow", "purple"), 4)),
]


@pytest.mark.parametrize("flask", [False, True])
@pytest.mark.parametrize(("bag", "books"), BOOKS)
def test_books_of_other_sets(bag: str, books: dict[str, int], flask: bool) -> None:
    both(bag, books=books, flask=flask, start=7)


@pytest.mark.parametrize("option", OPTIONS)
def test_options_of_other_sets(option: str) -> None:
    books = {"yellow": 2, "blue": 2, "purple": 3}
    both("W3x2 W1 Y1 B2 B1 P1", books=books, start=14, **{option: True})


@pytest.mark.parametrize("card", ["FB1", "FB5", "FB6", "FB8", "FB9", "FB10", "FB11"])
def test_cards_that_change_a_brew(card: str) -> None:
    both("W3x2 W1 O1x2 R1 Y1", card=card, flask=True, start=3)


def test_random_bags_of_random_books() -> None:
    luck = np.random.default_rng(5)
    for _ in range(40):
        count = luck.integers(3, 7)
        chips = [*luck.choice(KINDS[:3], 2), *luck.choice(KINDS, count - 2)]
        books = {
            colour: int(luck.integers(1, 5))
            for colour in ("green", "blue", "red", "yellow", "purple")
        }
        both(
            " ".join(chips),
            books=books,
            flask=bool(luck.integers(2)),
            start=int(luck.integers(0, 45)),
            limit=int(luck.integers(5, 9)),
            rival_blacks=[None, (), (0,), (1, 0)][luck.integers(4)],
        )
