"""Ruby policies on views made by hand."""

from __future__ import annotations

from quacks_sim.kernel.state import DROPLET
from quacks_sim.kernel.views import FILL_FLASK, KEEP, MOVE_DROPLET
from quacks_sim.policies import rubies
from tests.policies.hand_made import keys, params, table, wishing


def test_keep() -> None:
    assert rubies.keep(wishing(8), params()) == KEEP


def test_droplet() -> None:
    assert rubies.droplet(wishing(2, round=8), params(8)) == MOVE_DROPLET
    assert rubies.droplet(wishing(2, round=8), params(7)) == KEEP
    assert rubies.droplet(wishing(2, droplet=False), params(8)) == KEEP


def test_droplet_to() -> None:
    at_five, at_six = table({DROPLET: 5}), table({DROPLET: 6})
    assert rubies.droplet_to(wishing(2, table=at_five), params(6, 8)) == MOVE_DROPLET
    assert rubies.droplet_to(wishing(2, table=at_six), params(6, 8)) == KEEP
    assert rubies.droplet_to(wishing(2, table=at_five, round=5), params(6, 4)) == KEEP
    assert rubies.droplet_to(wishing(2, droplet=False), params(6, 8)) == KEEP


def test_flask_first() -> None:
    assert rubies.flask_first(wishing(2), params(8, 8)) == FILL_FLASK
    assert rubies.flask_first(wishing(2, flask=False), params(8, 8)) == MOVE_DROPLET
    assert rubies.flask_first(wishing(2, round=4), params(8, 3)) == MOVE_DROPLET
    assert rubies.flask_first(wishing(2, flask=False, round=4), params(3, 8)) == KEEP
    assert rubies.flask_first(wishing(2, flask=False, droplet=False), params(8, 8)) == KEEP


def test_droplet_first() -> None:
    assert rubies.droplet_first(wishing(2, round=6), params(6, 8)) == MOVE_DROPLET
    assert rubies.droplet_first(wishing(2, round=7), params(6, 8)) == FILL_FLASK
    assert rubies.droplet_first(wishing(2, round=7, flask=False), params(6, 8)) == KEEP
    assert rubies.droplet_first(wishing(2, round=7), params(6, 6)) == KEEP
    assert rubies.droplet_first(wishing(2, droplet=False), params(6, 8)) == FILL_FLASK


def test_random_takes_each_legal_answer_and_no_other() -> None:
    def taken(droplet: bool, flask: bool) -> set[int]:
        views = [wishing(2, droplet, flask, chance_key=key) for key in keys(200)]
        return {int(rubies.random(view, params())) for view in views}

    assert taken(True, True) == {KEEP, MOVE_DROPLET, FILL_FLASK}
    assert taken(True, False) == {KEEP, MOVE_DROPLET}
    assert taken(False, True) == {KEEP, FILL_FLASK}
