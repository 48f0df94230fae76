"""Parameters by name: the same numbers for plain and for compiled policies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from quacks_sim.kernel.state import MOST_PARAMETERS, MOST_VALUES
from quacks_sim.policies import Parameter, policy
from quacks_sim.policies.params import SOLD_COLOURS, Params
from tests.policies.hand_made import brewing

NUMBERS = np.arange(MOST_PARAMETERS + MOST_VALUES, dtype=np.float64)


def parameters(*names: str) -> list[Parameter]:
    return [Parameter(name, 0, 0, 1000, name) for name in names]


def answers(function: Any) -> tuple[bool, bool]:
    """Return the answer of the plain and of the compiled function to the same numbers."""
    mine = function.policy
    return mine.function(brewing(), mine.params(NUMBERS)), mine.answer(brewing(), NUMBERS)


def test_each_name_is_the_number_at_its_place() -> None:
    # Names that arrays have, too, are names like others.
    @policy("stop", *parameters("first", "size", "max", "T"))
    def sums(view, params):  # type: ignore[no-untyped-def]
        return params.first == 0 and params.size == 1 and params.max == 2 and params.T == 3

    assert answers(sums) == (True, True)


def test_by_colour_has_a_number_for_each_colour_that_is_sold() -> None:
    @policy("stop", *parameters("before", *SOLD_COLOURS))
    def colours(view, params):  # type: ignore[no-untyped-def]
        of = params.by_colour
        return of.size == 7 and of[0] == params.orange and of[6] == params.black == 7

    assert answers(colours) == (True, True)


def test_learned_values_lie_behind_the_parameters() -> None:
    @policy("stop", *parameters("one"), needs="values")
    def knows(view, params):  # type: ignore[no-untyped-def]
        return params.learned[0] == 16 and params.learned.size == 88

    assert answers(knows) == (True, True)


def test_plain_parameters_refuse_what_is_not_declared() -> None:
    params = Params(("max_risk",), np.array([0.25]))
    assert params.max_risk == 0.25
    for name in ("max_rsk", "learned", "by_colour", "0"):
        with pytest.raises(AttributeError, match="no parameter"):
            getattr(params, name)
    assert repr(params) == "Params(max_risk=0.25)"


def test_plain_parameters_cannot_be_changed() -> None:
    params = Params(("one",), np.array([1.0]))
    with pytest.raises(AttributeError):
        params.one = 2.0
