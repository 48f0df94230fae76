"""Ruby policies on views made by hand."""

from __future__ import annotations

from quacks_sim.kernel.state import DROPLET, TUBE
from quacks_sim.kernel.views import BUY_TUBE, FILL_FLASK, KEEP, MOVE_DROPLET, RubiesView
from quacks_sim.policies import rubies
from tests.policies.hand_made import keys, params, table, wishing


def test_keep() -> None:
    assert rubies.keep(wishing(8), params()) == KEEP


def test_droplet() -> None:
    assert rubies.droplet(wishing(2, round=8), params(until=8)) == MOVE_DROPLET
    assert rubies.droplet(wishing(2, round=8), params(until=7)) == KEEP
    assert rubies.droplet(wishing(2, droplet=False), params(until=8)) == KEEP


def test_droplet_to() -> None:
    at_five, at_six = table({DROPLET: 5}), table({DROPLET: 6})
    assert rubies.droplet_to(wishing(2, table=at_five), params(space=6, until=8)) == MOVE_DROPLET
    assert rubies.droplet_to(wishing(2, table=at_six), params(space=6, until=8)) == KEEP
    assert rubies.droplet_to(wishing(2, table=at_five, round=5), params(space=6, until=4)) == KEEP
    assert rubies.droplet_to(wishing(2, droplet=False), params(space=6, until=8)) == KEEP


def test_flask_first() -> None:
    assert rubies.flask_first(wishing(2), params(until=8, flask_until=8)) == FILL_FLASK
    assert (
        rubies.flask_first(wishing(2, flask=False), params(until=8, flask_until=8)) == MOVE_DROPLET
    )
    assert rubies.flask_first(wishing(2, round=4), params(until=8, flask_until=3)) == MOVE_DROPLET
    assert (
        rubies.flask_first(wishing(2, flask=False, round=4), params(until=3, flask_until=8)) == KEEP
    )
    assert (
        rubies.flask_first(wishing(2, flask=False, droplet=False), params(until=8, flask_until=8))
        == KEEP
    )


def test_droplet_first() -> None:
    assert rubies.droplet_first(wishing(2, round=6), params(until=6, flask_until=8)) == MOVE_DROPLET
    assert rubies.droplet_first(wishing(2, round=7), params(until=6, flask_until=8)) == FILL_FLASK
    assert (
        rubies.droplet_first(wishing(2, round=7, flask=False), params(until=6, flask_until=8))
        == KEEP
    )
    assert rubies.droplet_first(wishing(2, round=7), params(until=6, flask_until=6)) == KEEP
    assert (
        rubies.droplet_first(wishing(2, droplet=False), params(until=6, flask_until=8))
        == FILL_FLASK
    )


def test_random_takes_each_legal_answer_and_no_other() -> None:
    def taken(droplet: bool, flask: bool) -> set[int]:
        views = [wishing(2, droplet, flask, chance_key=key) for key in keys(200)]
        return {int(rubies.random(view, params())) for view in views}

    assert taken(True, True) == {KEEP, MOVE_DROPLET, FILL_FLASK}
    assert taken(True, False) == {KEEP, MOVE_DROPLET}
    assert taken(False, True) == {KEEP, FILL_FLASK}


def last_round(number: int, tube: int) -> RubiesView:
    """Return the view of a player with some rubies who may buy tubes in round 9."""
    return wishing(
        number, droplet=False, flask=False, can_buy_tube=1, round=9, table=table({TUBE: tube})
    )


def test_tubes_are_bought_only_if_they_bring_more_points_than_the_rubies() -> None:
    # Tubes 4 and 6 to 8 pay 2 2 - 3 points; the others on the way a chip, which is worth nothing.
    expected = {
        (2, 1): KEEP,  # a point for a point
        (2, 3): BUY_TUBE,  # two points for one
        (3, 2): KEEP,  # a chip; one more ruby is missing for the next tube
        (4, 2): KEEP,  # two points for two
        (4, 6): BUY_TUBE,  # three points for two
        (6, 2): KEEP,  # 0 + 2 + 0 for three
        (8, 4): BUY_TUBE,  # 0 + 2 + 0 + 3 for four
        (2, 11): BUY_TUBE,  # the last one
    }
    for (number, tube), answer in expected.items():
        view = last_round(number, tube)
        assert rubies.droplet(view, params(until=8)) == answer, (number, tube)
        assert rubies.droplet_to(view, params(space=6, until=8)) == answer
        assert rubies.flask_first(view, params(until=8, flask_until=8)) == answer
        assert rubies.droplet_first(view, params(until=8, flask_until=8)) == answer
        assert rubies.keep(view, params()) == KEEP


def test_random_may_buy_a_tube() -> None:
    view = last_round(2, 0)
    taken = {rubies.random(view._replace(chance_key=key), params()) for key in keys(50)}
    assert taken == {KEEP, BUY_TUBE}
