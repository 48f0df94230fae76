"""Purchase policies at markets made by hand.

Prices of Set 1: O1 3, G 4/8/14, B 5/10/19, R 6/10/16, Y 8/12/18, P1 9, K1 10.
"""

from __future__ import annotations

from typing import Any

import pytest

from quacks_sim.policies import buying
from quacks_sim.policies.params import SOLD_COLOURS, Params
from tests.policies.hand_made import basket_names, keys, market, params


def colours(other: float = 0, **chosen: float) -> Params:
    """Return a parameter for each colour, `other` if it is not named, then the rest."""
    return params(**dict.fromkeys(SOLD_COLOURS, other) | chosen)


def bought(policy: Any, view: Any, given: Any) -> str:
    return basket_names(view, policy(view, given))


@pytest.mark.parametrize(
    ("coins", "expected"),
    [
        (2, ""),
        (3, "O1"),
        (7, "O1 G1"),
        (8, "O1 B1"),  # G2 and Y1 cost 8 too; O1 B1 is listed before
        (9, "O1 R1"),  # G1 B1 and P1 cost 9 too
        (10, "G1 R1"),  # 10: G1 R1, then B2, R2, K1
    ],
)
def test_dearest_takes_the_first_listed_of_equal_prices(coins: int, expected: str) -> None:
    assert bought(buying.dearest, market(coins), params()) == expected


def test_dearest_at_a_full_purse() -> None:
    # 35 coins: B4 R4 cost 35.
    assert bought(buying.dearest, market(35), params()) == "B4 R4"


def test_sold_out_and_locked_kinds_are_passed_over() -> None:
    assert bought(buying.dearest, market(8, without=("O1",)), params()) == "G2"
    # Round 1: yellow and purple are not in play.
    locked = ("Y1", "Y2", "Y4", "P1", "G2", "O1")
    assert bought(buying.dearest, market(8, without=locked), params()) == "R1"
    everything = tuple(
        f"{letter}{value}"
        for letter in "OGBRYPK"
        for value in (1, 2, 4)
        if letter in "GBRY" or value == 1
    )
    view = market(35, without=everything)
    assert buying.dearest(view, params()) == view.nothing


def test_dearest_of_takes_two_chips_before_a_dearer_one() -> None:
    given = colours(orange=1, red=1, most_black=18, most_chips=2)
    # 16 coins: R4 costs 16, O1 R2 only 13.
    assert bought(buying.dearest_of, market(16), given) == "O1 R2"
    assert (
        bought(buying.dearest_of, market(16), colours(orange=1, red=1, most_black=18, most_chips=1))
        == "R4"
    )


def test_dearest_of_takes_one_chip_if_two_are_too_dear() -> None:
    assert (
        bought(buying.dearest_of, market(8), colours(orange=1, red=1, most_black=18, most_chips=2))
        == "R1"
    )
    assert (
        bought(buying.dearest_of, market(8), colours(yellow=1, most_black=18, most_chips=2)) == "Y1"
    )


def test_dearest_of_buys_nothing_else() -> None:
    assert (
        bought(buying.dearest_of, market(7), colours(yellow=1, most_black=18, most_chips=2)) == ""
    )
    assert bought(buying.dearest_of, market(35), colours(most_black=18, most_chips=2)) == ""


def test_dearest_of_minds_the_most_black() -> None:
    given = colours(orange=1, black=1, most_black=2, most_chips=2)
    assert bought(buying.dearest_of, market(13, bag="K1"), given) == "O1 K1"
    assert bought(buying.dearest_of, market(13, bag="K1x2"), given) == "O1"


def test_balanced_of_takes_what_is_owned_least() -> None:
    given = colours(orange=1, blue=1, red=1, most_black=18)
    # 12 coins: two chips of O, B, R. O1 twice owned, B thrice, R once: O R makes 3, B R 4.
    view = market(12, bag="O1x2 B1x2 B2 R1")
    assert bought(buying.balanced_of, view, given) == "O1 R1"
    view = market(12, bag="O1x4 B1 R1")
    assert bought(buying.balanced_of, view, given) == "B1 R1"


def test_balanced_of_then_takes_the_dearest() -> None:
    given = colours(orange=1, blue=1, most_black=18)
    assert bought(buying.balanced_of, market(13), given) == "O1 B2"
    # Only one chip is affordable: a blue one, of which none is owned.
    assert bought(buying.balanced_of, market(5), given) == "B1"


def test_balanced_of_minds_the_most_black() -> None:
    given = colours(orange=1, black=1, most_black=1)
    assert bought(buying.balanced_of, market(13, bag="O1x5"), given) == "O1 K1"
    assert bought(buying.balanced_of, market(13, bag="O1x5 K1"), given) == "O1"


def test_dearest_with_takes_the_dearest_of_those_with_most_wanted_colours() -> None:
    assert bought(buying.dearest_with, market(14), colours()) == basket_names(
        market(14), buying.dearest(market(14), params())
    )
    assert bought(buying.dearest_with, market(14), colours(black=1)) == "G1 K1"
    # Orange and black together, although G1 K1 is dearer.
    assert bought(buying.dearest_with, market(14), colours(black=1, orange=1)) == "O1 K1"
    # What is wanted but cannot be paid for is no reason to buy nothing.
    assert bought(buying.dearest_with, market(8), colours(black=1)) == "O1 B1"


def test_dearest_with_never_buys_a_refused_colour() -> None:
    assert bought(buying.dearest_with, market(14), colours(black=1, green=-1)) == "O1 K1"
    assert bought(buying.dearest_with, market(3), colours(orange=-1)) == ""
    assert bought(buying.dearest_with, market(35), colours(other=-1)) == ""


def test_priority_goes_by_rank_and_then_by_price() -> None:
    given = colours(other=1, black=5, blue=3, most_black=18)
    # 15 coins: K1 with the next rank, B1; R1 for 16 would be dearer but is not affordable anyway.
    assert bought(buying.priority, market(15), given) == "B1 K1"
    # 14 coins: K1 with another colour of rank 1: G1 costs 4, O1 only 3.
    assert bought(buying.priority, market(14), given) == "G1 K1"
    # Rank 0 is never bought.
    assert bought(buying.priority, market(14), colours(orange=1, most_black=18)) == "O1"


def test_priority_minds_the_most_black() -> None:
    given = colours(other=1, black=5, most_black=1)
    assert bought(buying.priority, market(10), given) == "K1"
    assert bought(buying.priority, market(10, bag="K1"), given) == "G1 R1"


def weights(**changes: float) -> Any:
    """Return parameters of `weighted` with all colours alike and everything else off."""
    standard = dict.fromkeys(SOLD_COLOURS, 1.0) | {
        "value_1": 1.0,
        "value_2": 1.0,
        "value_4": 1.0,
        "growth": 0.0,
        "two_chips": 0.0,
        "most_black": 18.0,
        "purple_from": 1.0,
        "penalty": 0.0,
        "late_yellow": 0.0,
    }
    return params(**standard | changes)


def test_weighted_adds_colour_times_value() -> None:
    # 14 coins. G4: 0.8 · 3.2 = 2.56. Two chips of value 1 or 2: G1 B2 gives 0.8 + 1.7 = 2.5,
    # G1 R2 the same, O1 B2 1.0 + 1.7 = 2.7.
    given = weights(green=0.8, value_2=1.7, value_4=3.2)
    assert bought(buying.weighted, market(14), given) == "O1 B2"
    # With a malus for two chips the G4 is best.
    assert (
        bought(
            buying.weighted,
            market(14),
            weights(green=0.8, value_2=1.7, value_4=3.2, two_chips=-0.2),
        )
        == "G4"
    )


def test_weighted_values_grow_with_the_rounds() -> None:
    # Round 8: G4 1 + 0.05 · 8 · 3 = 2.2, O1 G2 0.5 + 1 + 0.05 · 8 = 1.9; round 3: 1.45 and 1.65.
    given = weights(growth=0.05, orange=0.5, blue=0, red=0, yellow=0, purple=0, black=0)
    assert bought(buying.weighted, market(14, round=8), given) == "G4"
    assert bought(buying.weighted, market(14, round=3), given) == "O1 G2"


def test_weighted_penalties() -> None:
    only = {"orange": 0.0, "green": 0.0, "blue": 0.0, "red": 0.0, "yellow": 0.0}
    purple = weights(**only, black=0, purple_from=4, penalty=2)
    assert bought(buying.weighted, market(9, round=3), purple) == ""
    assert bought(buying.weighted, market(9, round=4), purple) == "P1"
    assert bought(buying.weighted, market(9, round=8), purple) == ""
    black = weights(**only, purple=0, most_black=1, penalty=2)
    assert bought(buying.weighted, market(10, bag="O1"), black) == "K1"
    assert bought(buying.weighted, market(10, bag="O1 K1"), black) == ""
    yellow = weights(**{**only, "yellow": 1.0}, purple=0, black=0, late_yellow=1)
    assert bought(buying.weighted, market(8, round=6), yellow) == "Y1"
    assert bought(buying.weighted, market(8, round=7), yellow) == ""


def test_weighted_of_equal_scores_takes_the_dearest() -> None:
    assert bought(buying.weighted, market(10), weights(two_chips=-5)) == "B2"


@pytest.mark.parametrize("policy", [buying.dearest_of, buying.balanced_of, buying.priority])
def test_where_nothing_is_not_allowed_the_cheapest_is_bought(policy: Any) -> None:
    given = colours(most_black=18, most_chips=2)
    assert bought(policy, market(20, may_skip=0), given) == "O1"
    # Without orange: G1, the only basket for 4 coins.
    assert bought(policy, market(20, may_skip=0, without=("O1",)), given) == "G1"


def test_nothing() -> None:
    assert bought(buying.nothing, market(20), params()) == ""
    assert bought(buying.nothing, market(20, may_skip=0), params()) == "O1"
    assert bought(buying.nothing, market(4, may_skip=0, without=("O1",)), params()) == "G1"


def test_random_takes_each_legal_basket_alike() -> None:
    # 7 coins without orange: R1, B1, G1 or nothing.
    view = market(7, without=("O1",))
    taken = [bought(buying.random, view._replace(chance_key=k), params()) for k in keys(2000)]
    assert set(taken) == {"R1", "B1", "G1", ""}
    assert all(abs(taken.count(name) - 500) < 80 for name in set(taken))  # deviation 19


def test_random_buys_where_nothing_is_not_allowed() -> None:
    view = market(7, without=("O1",), may_skip=0)
    taken = {bought(buying.random, view._replace(chance_key=key), params()) for key in keys(300)}
    assert taken == {"R1", "B1", "G1"}
