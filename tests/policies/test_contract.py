"""The contract check: every shipped policy keeps it, and each way to break it is found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quacks_sim.errors import PolicyError, SimulationError
from quacks_sim.kernel.decisions import DECISION_NAMES
from quacks_sim.kernel.state import POT_SIZE, VICTORY_POINTS
from quacks_sim.policies import Parameter, policy
from quacks_sim.policies.params import SOLD_COLOURS
from quacks_sim.policies.registry import Policy, shipped_policies
from quacks_sim.simulate import play
from quacks_sim.strategy import Strategy
from quacks_sim.testing import check_policy

SHIPPED = [each for name in DECISION_NAMES for each in shipped_policies(name).values()]


@pytest.mark.parametrize("shipped", SHIPPED, ids=lambda each: f"{each.decision.name}-{each.name}")
def test_every_shipped_policy_keeps_the_contract(shipped: Policy) -> None:
    assert check_policy(shipped, games=200) >= 50


@pytest.mark.parametrize("decision", DECISION_NAMES)
def test_every_decision_has_a_random_policy(decision: str) -> None:
    assert "random" in shipped_policies(decision)


def broken(function: Any) -> str:
    """Return the error that the check finds; it has one line of cause and one of cure."""
    with pytest.raises(PolicyError) as caught:
        check_policy(function)
    assert str(caught.value).count("\n") == 1
    return str(caught.value)


def test_a_function_that_is_no_policy() -> None:
    assert "is not a policy" in broken(broken)


def test_no_docstring() -> None:
    @policy("stop")
    def silent(view, params):  # type: ignore[no-untyped-def]
        return True

    assert "no docstring" in broken(silent)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ([Parameter("x", 2, 0, 1, "x")], "default 2, which is not from 0 to 1"),
        ([Parameter("x", 0, 0, 1, "x"), Parameter("x", 0, 0, 1, "x")], "is there twice"),
        ([Parameter("max risk", 0, 0, 1, "x")], "cannot be a key"),
        ([Parameter("policy", 0, 0, 1, "x")], "cannot be a key"),
        ([Parameter("x", 0, 0, 1, "")], "no meaning"),
        ([Parameter("x", 0, 0, float("inf"), "x")], "not finite"),
        ([Parameter("x", 0.5, 0, 1, "x", whole=True)], "is whole, but"),
        ([Parameter(f"x{i}", 0, 0, 1, "x") for i in range(17)], "17 parameters"),
    ],
)
def test_parameters_that_make_no_sense(parameters: list[Parameter], message: str) -> None:
    @policy("stop", *parameters)
    def stop(view, params):  # type: ignore[no-untyped-def]
        """Stop."""
        return True

    assert message in broken(stop)


def test_what_does_not_compile_is_refused() -> None:
    @policy("stop")
    def stop(view, params):  # type: ignore[no-untyped-def]
        """Stop."""
        return 1

    assert "a whole number, not True or False" in broken(stop)


def illegal_purchase(view, params):  # type: ignore[no-untyped-def]
    """Buy the dearest basket, affordable or not."""
    return 0


def illegal_skip(view, params):  # type: ignore[no-untyped-def]
    """Buy nothing, whether that is legal or not."""
    return view.nothing


def illegal_sold_out(view, params):  # type: ignore[no-untyped-def]
    """Buy the dearest basket, in play or not."""
    return view.first


def illegal_blue(view, params):  # type: ignore[no-untyped-def]
    """Place a chip that is not there."""
    return view.options


def illegal_purple(view, params):  # type: ignore[no-untyped-def]
    """Always take the third tier."""
    return 2


def illegal_option(view, params):  # type: ignore[no-untyped-def]
    """Take an option that is not there."""
    return view.options


def illegal_rubies(view, params):  # type: ignore[no-untyped-def]
    """Always fill the flask."""
    return 2


@pytest.mark.parametrize(
    ("decision", "function"),
    [
        ("purchase", illegal_purchase),
        ("purchase", illegal_skip),
        ("purchase", illegal_sold_out),
        ("blue", illegal_blue),
        ("purple", illegal_purple),
        ("rubies", illegal_rubies),
        ("green", illegal_option),
        ("beside", illegal_option),
    ],
)
def test_illegal_answers(decision: str, function: Callable[..., Any]) -> None:
    assert "is not legal" in broken(policy(decision)(function))


def test_an_answer_that_is_legal_only_at_the_default() -> None:
    @policy("purple", Parameter("tier", 1, 1, 3, "tier", whole=True))
    def fixed(view, params):  # type: ignore[no-untyped-def]
        """Take a fixed tier, open or not."""
        return int(params.tier) - 1

    assert "is not legal" in broken(fixed)


def test_chance_of_its_own_making() -> None:
    @policy("stop")
    def gamble(view, params):  # type: ignore[no-untyped-def]
        """Toss a coin that is not the policy's own."""
        return np.random.random() < 0.5  # noqa: NPY002

    assert "and then" in broken(gamble)


def test_reading_beyond_an_array() -> None:
    @policy("stop", *(Parameter(colour, 0, 0, 1, colour) for colour in SOLD_COLOURS))
    def greedy(view, params):  # type: ignore[no-untyped-def]
        """Read the number of a colour that is not there."""
        return params.by_colour[7] > 0

    assert "IndexError" in broken(greedy)


def test_dividing_by_zero() -> None:
    @policy("stop", Parameter("x", 1, 0, 1, "divisor"))
    def divide(view, params):  # type: ignore[no-untyped-def]
        """Divide by the number of chips in the pot."""
        return view.white_sum // view.pot_size > 2

    assert "ZeroDivisionError" in broken(divide)


def test_true_among_indexes() -> None:
    @policy("rubies")
    def mixed(view, params):  # type: ignore[no-untyped-def]
        """Answer True where 1 is meant."""
        if view.can_move_droplet:
            return True
        return 0

    assert "of another type" in broken(mixed)


def test_a_wrong_promise_to_answer_alike() -> None:
    @policy("stop", always=False)
    def late(view, params):  # type: ignore[no-untyped-def]
        """Stop late, but claim never to."""
        return view.space > 15

    assert "is marked always=False" in broken(late)


def test_a_wrong_promise_of_what_is_looked_at() -> None:
    @policy("stop", looks_at="bag")
    def far(view, params):  # type: ignore[no-untyped-def]
        """Stop far out, but claim to look into the bag only."""
        return view.space > 15

    @policy("yellow", looks_at="pot")
    def envious(view, params):  # type: ignore[no-untyped-def]
        """Put the chip back if the next seat is not in the lead, but claim not to see it."""
        return view.table[(view.seat + 1) % view.players, VICTORY_POINTS] < 3

    @policy("blue", looks_at="view")
    def crowded(view, params):  # type: ignore[no-untyped-def]
        """Place none into a pot of more than three chips, but claim not to look at the table."""
        return view.options - 1 if view.table[view.seat, POT_SIZE] > 3 else 0

    assert "looks at more than it is marked with, looks_at='bag'" in broken(far)
    assert "looks at more than it is marked with, looks_at='view'" in broken(crowded)
    assert "looks at more than it is marked with, looks_at='pot'" in broken(envious)


def test_dividing_by_zero_in_a_policy_ends_the_run_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def divide(view, params):\n    return 1 / (view.pot_size - 2) > 5\n", encoding="utf-8"
    )
    content = {"stop": {"policy": "mine.py:divide"}}
    strategy = Strategy.from_dict(
        content, name="divider", folder=tmp_path, allow_plugins=[tmp_path / "mine.py"]
    )
    with pytest.raises(SimulationError, match=r"mine\.py:divide' of divider raised ZeroDivision"):
        play(strategy, games=10, seed=1)
