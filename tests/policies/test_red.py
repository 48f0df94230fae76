"""Policies for red chips on views made by hand."""

from __future__ import annotations

import pytest

from quacks_sim.policies import red
from tests.policies.hand_made import brewing, keys, params


def test_always_and_never() -> None:
    assert red.always(brewing(), params()) is True
    assert red.never(brewing(), params()) is False


def test_random() -> None:
    yes = sum(red.random(brewing(chance_key=key), params()) for key in keys(2000))
    assert yes == pytest.approx(1000, abs=100)  # standard deviation 22
