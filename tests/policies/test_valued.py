"""The policies called ``learned`` on views made by hand, with values made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from quacks_sim.kernel.state import (
    BLACKS_OWNED,
    BREWING,
    EXPLODED,
    FLASK_FULL,
    LAST_SPACE,
    VICTORY_POINTS,
)
from quacks_sim.kernel.views import FILL_FLASK, KEEP, MOVE_DROPLET
from quacks_sim.policies import (
    blue,
    buying,
    explosion,
    flask,
    fortune,
    purple,
    rubies,
    stopping,
    yellow,
)
from quacks_sim.policies.ahead import BUST, INTACT, brew_of, worth_of_ending
from quacks_sim.policies.params import Params
from quacks_sim.policies.valued import learned_extras, learned_worth, loss_of_chip
from quacks_sim.rules.cards import FP1, FP6, FP11
from quacks_sim.rules.chips import K1, O1, P1, W1, kind_index
from quacks_sim.rules.tables import SPACE_COINS, SPACE_RUBY, SPACE_VICTORY_POINTS
from tests.policies.hand_made import (
    basket_names,
    brewing,
    event,
    exploded,
    keys,
    market,
    revealed,
    table,
    valued,
    wishing,
)
from tests.policies.hand_made import purple as purple_view


def bought(coins: int, params: Params, **more: object) -> str:
    view = market(coins, **more)  # type: ignore[arg-type]
    return basket_names(view, buying.learned(view, params))


def test_purchase_takes_the_basket_of_the_highest_sum() -> None:
    values = {"O1": 1.0, "G1": 1.2, "B1": 1.9, "R4": 2.5}
    assert bought(9, valued({"explore": 0}, **values)) == "G1 B1"
    assert bought(9, valued({"explore": 0}, **values, coloured_pairs=-2.0)) == ""
    assert bought(3, valued({"explore": 0}, **values)) == "O1"
    assert bought(2, valued({"explore": 0}, **values)) == ""


def test_purchase_counts_pairs_with_what_is_owned_and_with_each_other() -> None:
    params = valued({"explore": 0}, O1=1.0, R1=0.9, G1=0.1, orange_pairs=-0.5)
    # The third orange chip pairs with two others: 1 − 2 × 0.5 = 0.
    assert bought(6, params, bag="W1x4 O1x2") == "R1"
    # Orange with red, red with the orange chip that is owned: 0.1 + 0.1 + 0.6.
    together = valued({"explore": 0}, O1=0.1, R1=0.1, G1=0.5, B1=0.2, orange_red=0.3)
    assert bought(9, together, bag="W1x4 O1") == "O1 R1"


def test_purchase_of_black_depends_on_the_neighbours() -> None:
    params = valued({"explore": 0}, K1=2.0, G1=0.5, black_rivals=-1.0)
    others = ("O1", "B1", "B2", "G2", "R1", "R2", "Y1", "Y2", "P1")
    assert bought(10, params, bag="W1x4", without=others) == "K1"
    rivals = table({}, {BLACKS_OWNED: 2})
    assert bought(10, params, bag="W1x4", without=others, table=rivals) == "G1"


def test_purchase_by_lot_takes_every_basket() -> None:
    params = valued({"explore": 1.0}, O1=9.0)
    taken = {bought(5, params, chance_key=key) for key in keys(400)}
    assert taken == {"", "O1", "G1", "B1"}


def test_what_must_be_bought_is_bought() -> None:
    assert bought(3, valued({"explore": 0}, O1=-1.0), may_skip=0) == "O1"


def test_rubies_go_where_they_are_worth_most() -> None:
    assert rubies.learned(wishing(2), valued({"explore": 0}, droplet=2, flask=1)) == MOVE_DROPLET
    assert rubies.learned(wishing(2), valued({"explore": 0}, droplet=1, flask=2)) == FILL_FLASK
    assert (
        rubies.learned(wishing(2, flask=False), valued({"explore": 0}, droplet=1, flask=2))
        == MOVE_DROPLET
    )
    assert (
        rubies.learned(wishing(2), valued({"explore": 0}, droplet=1, flask=1, rubies=0.6)) == KEEP
    )
    nothing = wishing(2, droplet=False, flask=False)
    assert rubies.learned(nothing, valued({"explore": 0}, droplet=1, flask=1)) == KEEP


def test_rubies_by_lot_are_spent_on_what_can_be_had() -> None:
    view = wishing(2, flask=False)
    taken = {
        rubies.learned(view._replace(chance_key=key), valued({"explore": 1.0}, droplet=-1))
        for key in keys(100)
    }
    assert taken == {KEEP, MOVE_DROPLET}


def test_points_or_what_the_coins_buy() -> None:
    assert explosion.learned(exploded(5, 14), valued({"rats": 1}, coins_14=4.9))
    assert not explosion.learned(exploded(5, 14), valued({"rats": 1}, coins_14=5.1))


def test_3_who_is_behind_has_rats_and_who_is_ahead_gives_them() -> None:
    params = valued({"rats": 1}, coins_14=2.9, behind=0.5, ahead=-0.3)
    behind = table({VICTORY_POINTS: 20}, {VICTORY_POINTS: 30})
    # Five points are worth 2.5 to who is behind, 3.5 to who is not, 5 if rats are left out.
    assert not explosion.learned(exploded(5, 14, table=behind), params)
    assert explosion.learned(exploded(5, 14), params)
    without = valued({"rats": 0}, coins_14=2.9, behind=0.5, ahead=-0.3)
    assert explosion.learned(exploded(5, 14, table=behind), without)


def test_5_6_purple_weighs_a_ruby_and_a_droplet_step() -> None:
    assert purple.learned(purple_view(3), valued(droplet=0.5, rubies_gained=0.5)) == 2
    assert purple.learned(purple_view(3), valued(droplet=0.1, rubies_gained=1.5)) == 1
    assert purple.learned(purple_view(2), valued(droplet=9, rubies_gained=0.5)) == 1


def test_cards_are_weighed_in_points() -> None:
    # FP1: a black chip, or three rubies.
    options = ({"kind": K1}, {"rubies": 3})
    assert (
        fortune.learned(
            event(FP1, *options), valued({"space": 0, "share": 0}, K1=2, rubies_gained=1)
        )
        == 1
    )
    assert (
        fortune.learned(
            event(FP1, *options), valued({"space": 0, "share": 0}, K1=4, rubies_gained=1)
        )
        == 0
    )
    # FP6: points, or a white chip given up: the one given up is worth less than nothing.
    options = ({"points": 4}, {"given": W1})
    assert fortune.learned(event(FP6, *options), valued({"space": 0, "share": 0}, W1=-3)) == 0
    assert fortune.learned(event(FP6, *options), valued({"space": 0, "share": 0}, W1=-5)) == 1
    # FP11: droplet steps, or a purple chip.
    options = ({"droplet": 2}, {"kind": P1})
    assert (
        fortune.learned(event(FP11, *options), valued({"space": 0, "share": 0}, droplet=1, P1=1.9))
        == 0
    )


def test_the_last_chip_of_several_is_given_up() -> None:
    view = event(FP6, {"given": O1}, bag="W1x4 O1x3 G1")
    # With three orange chips the third has two pairs of orange and three of coloured chips.
    learned = valued(O1=1.0, orange_pairs=-0.2, coloured_pairs=0.1).learned
    assert loss_of_chip(view, O1, learned) == pytest.approx(1 - 0.4 + 0.3)


def test_the_worth_of_an_end_is_points_coins_and_rubies() -> None:
    view = brewing(space=3, players=1, table=table())
    worth = learned_worth(
        view,
        valued(**{f"coins_{c}": 0.5 * c for c in range(36)}, rubies_gained=2.0).learned,
        1.0,
        9,
        1,
    )
    for space in (3, 15, 33, 53):
        points, coins = SPACE_VICTORY_POINTS[space], 0.5 * SPACE_COINS[space]
        ruby = 2.0 * SPACE_RUBY[space]
        assert worth[INTACT, space] == pytest.approx(points + coins + ruby)
        assert worth[BUST, space] == pytest.approx(max(points, coins) + ruby)


def test_6_a_the_die_goes_to_the_furthest_intact_pot() -> None:
    learned = valued(die_exploded=0.5, die_middle=14.0, die_spread=0.05).learned

    def die_at(space: int, rival: dict[int, int]) -> float:
        view = brewing(space=3, players=2, table=table({}, rival))
        return float(
            learned_worth(view, learned, 1.0, 9, 1)[INTACT, space]
            - learned_worth(view, learned, 0.0, 9, 1)[INTACT, space]
        )

    # Two faces of a point and one of two; rubies, droplet and orange are worth nothing here.
    whole = 4 / 6
    ended = {BREWING: 0, LAST_SPACE: 19}
    assert [die_at(space, ended) for space in (19, 20)] == [0, pytest.approx(whole)]
    assert die_at(5, ended | {EXPLODED: 1}) == pytest.approx(whole)
    # A rival who has not begun yet explodes half of the time, and gets to 14 otherwise.
    waiting = {BREWING: 1, LAST_SPACE: 4}
    assert die_at(13, waiting) == pytest.approx(whole / 2)
    assert die_at(15, waiting) == pytest.approx(whole)


def test_8_3_in_round_9_the_chance_to_win_counts() -> None:
    params = valued(
        {"die": 1, "win_from": 9, "rats": 1},
        **{f"coins_{c}": c // 5 for c in range(36)},
        win_spread=0.1,
    )
    behind = table({VICTORY_POINTS: 50}, {VICTORY_POINTS: 70, LAST_SPACE: 20})
    ahead = table({VICTORY_POINTS: 90}, {VICTORY_POINTS: 70, LAST_SPACE: 20})
    view = {"bag": "W1x2 W3x2 O1x6", "white_sum": 5, "space": 22, "round": 9, "players": 2}
    # Two of ten chips explode. Who is far ahead has nothing to gain, who is behind nothing to lose.
    assert stopping.learned(brewing(**view, table=ahead), params)
    assert not stopping.learned(brewing(**view, table=behind), params)


def test_stop_never_refuses_what_cannot_explode() -> None:
    assert not stopping.learned(brewing("W1x3", 4), valued({"die": 1, "win_from": 9, "rats": 1}))
    assert stopping.learned(brewing("W3x3", 5), valued({"die": 1, "win_from": 9, "rats": 1}))


def test_5_7_a_black_chip_is_worth_drawing_for() -> None:
    learned = valued(droplet=2.0, rubies_gained=1.0).learned
    extras = learned_extras(brewing("W1 K1", players=2), learned, 10, 0)
    # Nobody has one: a droplet step and a ruby.
    assert extras.black == pytest.approx(3.0)
    rival = table({}, {BLACKS_OWNED: 1})
    extras = learned_extras(brewing("W1 K1", players=2, table=rival), learned, 10, 0)
    assert extras.black == pytest.approx(2.5)
    both = table({}, {BLACKS_OWNED: 1}, {}, {BLACKS_OWNED: 1})
    extras = learned_extras(brewing("W1 K1", players=4, table=both), learned, 10, 0)
    assert extras.black == pytest.approx(2 * 0.75 + 1 * 0.25)
    risky = {"white_sum": 6, "space": 12, "players": 2}
    coins = {f"coins_{c}": 0.5 * c for c in range(36)}
    assert stopping.learned(
        brewing("W2x2 W3 K1", **risky), valued({"die": 1, "win_from": 10, "rats": 1}, **coins)
    )
    assert not stopping.learned(
        brewing("W2x2 W3 K1", **risky),
        valued({"die": 1, "win_from": 10, "rats": 1}, **coins, droplet=40),
    )


def test_5_1_a_green_chip_at_the_end_is_worth_its_ruby() -> None:
    learned = valued(rubies_gained=3.0).learned
    worth = np.zeros((2, 54))

    def ending(last: str, bag: str = "W1x3 O1") -> float:
        view = brewing(bag, last=last)
        extras = learned_extras(view, learned, 10, 0)
        return float(worth_of_ending(view, brew_of(view), worth, extras))

    assert ending("G1") - ending("O1") == pytest.approx(3.0)
    # The chip before the last one is as often green as one in the bag.
    assert ending("O1", "W1x2 G1 G2") == pytest.approx(1.5)


def test_flask_and_yellow_weigh_what_comes_after() -> None:
    params = valued(
        {"die": 1, "win_from": 10, "rats": 1}, **{f"coins_{c}": 0.5 * c for c in range(36)}
    )
    full = table({FLASK_FULL: 1})
    risky = brewing("W1x2 W2x2 O1x4", 7, last="W3", space=9, table=full)
    assert flask.learned(risky, params)
    assert not flask.learned(risky, valued({"die": 1, "win_from": 10, "rats": 1}, flask=50.0))
    assert not flask.learned(risky._replace(last_kind=O1), params)
    assert yellow.learned(brewing("W1x2 W3x2 O1x3", 6, white_before=3, space=9), params)
    assert yellow.learned(brewing(bonus=1), params)


def test_blue_places_the_best_chip() -> None:
    params = valued(
        {"die": 1, "win_from": 10, "rats": 1}, **{f"coins_{c}": 0.5 * c for c in range(36)}
    )
    view = revealed({"G2": 12, "B4": 14, "W1": 11})
    assert view.option_kind[blue.learned(view, params)] == kind_index("B4")
    assert blue.learned(revealed({"W3": 13}, white_sum=6), params) == 1
