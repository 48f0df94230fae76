"""What would fail silently is refused: with file, line, cause, cure and the expected header."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from quacks_sim.errors import InputError, PolicyError
from quacks_sim.policies import Parameter, inlined, policy

HEADER = "(view, params):`, reads a "


def refused(function: Callable[..., Any]) -> tuple[str, str]:
    """Return cause and cure of the refusal of a policy."""
    with pytest.raises(PolicyError) as caught:
        _ = function.policy.compiled  # type: ignore[attr-defined]
    assert "\n" not in caught.value.cause
    assert "\n" not in caught.value.cure
    assert __file__ in caught.value.cause
    assert f"`def {function.__name__}{HEADER}" in caught.value.cure
    return caught.value.cause, caught.value.cure


def line_of(cause: str) -> int:
    return int(cause.removeprefix(f"{__file__}:").partition(":")[0])


def test_a_float_for_an_index() -> None:
    @policy("purchase")
    def half(view, params):  # type: ignore[no-untyped-def]
        return view.nothing / 2

    cause, cure = refused(half)
    assert "returns float64" in cause
    assert cure.startswith("wrap the result in int(…)")


def test_a_bool_for_an_index() -> None:
    @policy("purchase")
    def rich(view, params):  # type: ignore[no-untyped-def]
        return view.coins > 10

    assert "returns True or False, not a whole number" in refused(rich)[0]


def test_a_whole_number_for_yes_or_no() -> None:
    @policy("stop")
    def whites(view, params):  # type: ignore[no-untyped-def]
        return view.white_sum

    cause, cure = refused(whites)
    assert "returns int64, a whole number, not True or False" in cause
    assert "> 0" in cure


def test_a_float_for_yes_or_no() -> None:
    @policy("stop", Parameter("risk", 0, 0, 1, "a number"))
    def risk(view, params):  # type: ignore[no-untyped-def]
        return params.risk

    assert "not True or False" in refused(risk)[0]


def test_no_return_at_all() -> None:
    @policy("stop")
    def silent(view, params):  # type: ignore[no-untyped-def]
        _ = view.space > 3

    assert "returns nothing, not" in refused(silent)[0]


def test_a_missing_return() -> None:
    @policy("stop")  # noqa: RET503
    def undecided(view, params):  # type: ignore[no-untyped-def]
        if view.space > 3:
            return True

    cause, cure = refused(undecided)
    assert "returns nothing on some way" in cause
    assert "every branch" in cure


def write_bag(view, params):  # type: ignore[no-untyped-def]
    view.bag[0] = 3
    return True


def write_table(view, params):  # type: ignore[no-untyped-def]
    view.table[0, 1] += 3
    return True


@pytest.mark.parametrize("function", [write_bag, write_table])
def test_writing_to_an_array(function: Callable[..., Any]) -> None:
    cause, _ = refused(policy("stop")(function))
    assert "writes to an array" in cause
    assert line_of(cause) == function.__code__.co_firstlineno + 1


MAX_RISK = Parameter("max_risk", 0.25, 0, 1, "a chance")


def test_a_parameter_that_is_not_declared() -> None:
    @policy("stop", MAX_RISK)
    def misspelt(view, params):  # type: ignore[no-untyped-def]
        return view.space > params.max_rsk

    cause, cure = refused(misspelt)
    assert "it has no parameter 'max_rsk'; did you mean max_risk?" in cause
    assert line_of(cause) == misspelt.__code__.co_firstlineno + 2
    assert cure.startswith("its parameters: max_risk; declare others in @policy(…)")


def test_learned_values_that_are_not_needed() -> None:
    @policy("stop", MAX_RISK)
    def greedy(view, params):  # type: ignore[no-untyped-def]
        return view.space > params.learned[0]

    assert "it has no parameter 'learned'" in refused(greedy)[0]


def by_number(view, params):  # type: ignore[no-untyped-def]
    return view.space > params[0]


def set_by_number(view, params):  # type: ignore[no-untyped-def]
    params[0] = 3
    return True


@pytest.mark.parametrize("function", [by_number, set_by_number])
def test_a_parameter_by_its_number(function: Callable[..., Any]) -> None:
    cause, cure = refused(policy("stop", MAX_RISK)(function))
    assert "a parameter by its number" in cause
    assert cure.startswith("read it by its name: params.max_risk")
    assert line_of(cause) == function.__code__.co_firstlineno + 1


def test_setting_a_parameter() -> None:
    @policy("stop", MAX_RISK)
    def mover(view, params):  # type: ignore[no-untyped-def]
        params.max_risk = 0.3
        return True

    assert "it sets params.max_risk: params cannot be changed" in refused(mover)[0]


def test_setting_a_field() -> None:
    @policy("stop")
    def mover(view, params):  # type: ignore[no-untyped-def]
        view.space = 3
        return True

    assert "sets BrewView.space" in refused(mover)[0]


def test_a_field_that_the_view_has_not() -> None:
    @policy("stop")
    def misspelt(view, params):  # type: ignore[no-untyped-def]
        limit = view.limit
        return view.whitesum > limit

    cause, cure = refused(misspelt)
    assert "a BrewView has no field 'whitesum'; did you mean white_sum?" in cause
    assert line_of(cause) == misspelt.__code__.co_firstlineno + 3
    assert "white_sum, bag_size, bust_chips" in cure


def test_a_field_that_a_helper_misses_is_named_where_the_helper_is() -> None:
    @inlined
    def rich(view):  # type: ignore[no-untyped-def]
        return view.cash > 10

    @policy("explosion")
    def helped(view, params):  # type: ignore[no-untyped-def]
        return rich(view)

    cause, _ = refused(helped)
    assert "an ExplosionView has no field 'cash'" in cause.replace("a Expl", "an Expl")
    assert line_of(cause) < helped.__code__.co_firstlineno


def test_a_helper_that_is_not_compiled() -> None:
    @policy("stop")
    def helped(view, params):  # type: ignore[no-untyped-def]
        return line_of(view) > 3

    cause, cure = refused(helped)
    assert "'line_of', which is not compiled" in cause
    assert "@inlined" in cure


def test_a_name_that_is_not_defined() -> None:
    @policy("stop")
    def misspelt(view, params):  # type: ignore[no-untyped-def]
        return veiw.space > 3  # type: ignore[name-defined] # noqa: F821

    assert "'veiw' is not defined" in refused(misspelt)[0]


def test_an_operation_without_meaning() -> None:
    @policy("stop")
    def text(view, params):  # type: ignore[no-untyped-def]
        return view.space < "a"

    assert "cannot compile lt(" in refused(text)[0]


def other_names(v, p):  # type: ignore[no-untyped-def]
    return True


def one_more(view, params, more):  # type: ignore[no-untyped-def]
    return True


def a_default(view, params=None):  # type: ignore[no-untyped-def]
    return True


def by_name(view, *, params):  # type: ignore[no-untyped-def]
    return True


@pytest.mark.parametrize("function", [other_names, one_more, a_default, by_name])
def test_another_header(function: Callable[..., Any]) -> None:
    cause, _ = refused(policy("stop")(function))
    assert f"its header is {function.__name__}(" in cause


def test_a_generator() -> None:
    @policy("stop")
    def lazy(view, params):  # type: ignore[no-untyped-def]
        yield view.space > 3

    assert "generator" in refused(lazy)[0]


def test_an_unknown_decision() -> None:
    with pytest.raises(InputError, match="did you mean stop"):
        policy("stopp")


@pytest.mark.parametrize(
    ("value", "message"),
    [(True, "not a number"), ("1", "not a number"), (2, "out of range"), (0.5, "not a whole")],
)
def test_a_parameter_out_of_its_range(value: object, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        Parameter("x", 0, 0, 1, "something", whole=True).check(value, "stop.x")
    assert caught.value.cause.startswith("stop.x is")
