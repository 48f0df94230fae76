"""Flask policies on views made by hand."""

from __future__ import annotations

import pytest

from quacks_sim.policies import flask
from tests.policies.hand_made import brewing, keys, params


def test_never() -> None:
    assert flask.never(brewing(last="W3"), params()) is False


def test_white_at_least() -> None:
    assert flask.white_at_least(brewing(last="W2"), params(value=2))
    assert not flask.white_at_least(brewing(last="W1"), params(value=2))
    assert not flask.white_at_least(brewing(last="G4"), params(value=2))


def test_risk_above() -> None:
    view = brewing(white_sum=6, last="W2")  # a third
    assert flask.risk_above(view, params(risk=0.3, value=1))
    assert not flask.risk_above(view, params(risk=0.34, value=1))
    assert not flask.risk_above(view, params(risk=0.3, value=3))
    assert not flask.risk_above(brewing(white_sum=6, last="O1"), params(risk=0.3, value=1))


def test_to_draw_on_needs_a_risk_above_the_accepted_one_that_falls_under_it() -> None:
    # Total 7 of W1 W2 W3 left: everything explodes. Without the W3: total 4, nothing does.
    view = brewing("W1 W2 W3", white_sum=7, last="W3")
    assert flask.to_draw_on(view, params(value=3, max_risk=0.25, shift=0.01, most_shift=0.1))
    # The risk is accepted anyway.
    assert not flask.to_draw_on(view, params(value=3, max_risk=1.0, shift=0.01, most_shift=0.1))
    # Without a W1: total 6, two of four explode, which is too much.
    last_one = brewing("W1 W2 W3", white_sum=7, last="W1")
    assert not flask.to_draw_on(
        last_one, params(value=1, max_risk=0.25, shift=0.01, most_shift=0.1)
    )
    assert flask.to_draw_on(last_one, params(value=1, max_risk=0.5, shift=0.01, most_shift=0.1))


def test_to_draw_on_spares_small_chips_before_round_9() -> None:
    view = brewing("W1 W3 O1x8", white_sum=7, last="W2")
    # Risk 2 of 10; without the W2 (total 5) only the W3 explodes, 1 of 11.
    assert not flask.to_draw_on(view, params(value=3, max_risk=0.15, shift=0.01, most_shift=0.1))
    assert flask.to_draw_on(view, params(value=2, max_risk=0.15, shift=0.01, most_shift=0.1))
    assert flask.to_draw_on(
        view._replace(round=9), params(value=3, max_risk=0.15, shift=0.01, most_shift=0.1)
    )


def test_to_draw_on_leaves_coloured_chips() -> None:
    view = brewing("W1 W2 W3", white_sum=7, last="O1", round=9)
    assert not flask.to_draw_on(view, params(value=1, max_risk=0.25, shift=0.01, most_shift=0.1))


def test_chance() -> None:
    used = sum(
        flask.chance(brewing(last="W1", chance_key=key), params(chance=0.3)) for key in keys(2000)
    )
    assert used == pytest.approx(600, abs=90)  # standard deviation 20.5
    assert not flask.chance(brewing(last="O1"), params(chance=1))
    assert not flask.chance(brewing(last="W1"), params(chance=0))


def test_random() -> None:
    used = sum(flask.random(brewing(last="W1", chance_key=key), params()) for key in keys(2000))
    assert used == pytest.approx(1000, abs=100)
