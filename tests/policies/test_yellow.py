"""Policies for yellow chips on views made by hand."""

from __future__ import annotations

import pytest

from quacks_sim.policies import yellow
from tests.policies.hand_made import brewing, keys, params


def test_always_and_never() -> None:
    assert yellow.always(brewing(), params()) is True
    assert yellow.never(brewing(), params()) is False


def test_random() -> None:
    yes = sum(yellow.random(brewing(chance_key=key), params()) for key in keys(2000))
    assert yes == pytest.approx(1000, abs=100)  # standard deviation 22


def test_white_at_least() -> None:
    assert yellow.white_at_least(brewing(white_before=2), params(value=2))
    assert not yellow.white_at_least(brewing(white_before=1), params(value=2))
