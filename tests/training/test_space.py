"""What a search may vary of a strategy."""

import pytest

from quacks_sim import InputError, load_strategy
from quacks_sim.training.space import Dimension, read_space


def test_a_parameter_alone_has_its_own_range_and_the_start_of_the_strategy() -> None:
    space = read_space(load_strategy("yardstick+stop.max_risk=0.3"), {"stop.max_risk": None})
    (found,) = space.dimensions
    assert (found.key, found.low, found.high, found.whole) == ("stop.max_risk", 0, 1, False)
    assert space.start == (0.3,)


def test_each_round_by_itself_starts_from_the_value_of_the_round() -> None:
    space = read_space(load_strategy("balanced"), {"stop.max_risk@each": (0, 0.8)})
    assert [each.key for each in space.dimensions] == [f"stop.max_risk@{n}" for n in range(1, 10)]
    assert space.start == (0.60, 0.55, 0.50, 0.45, 0.30, 0.25, 0.15, 0.15, 0.10)


def test_some_rounds_share_a_number() -> None:
    space = read_space(load_strategy("balanced"), {"stop.max_risk@7-8": (0.1, 0.4)})
    assert space.start == (0.15,)
    new = space.strategy_at([0.2])
    assert new.name == "balanced"
    assert new.choices["stop"].values["max_risk"] == (
        0.6,
        0.55,
        0.5,
        0.45,
        0.3,
        0.25,
        0.2,
        0.2,
        0.1,
    )


def test_a_decision_stands_for_all_its_parameters() -> None:
    space = read_space(load_strategy("balanced"), {"purchase": None})
    assert len(space.dimensions) == 16
    whole = [each.key for each in space.dimensions if each.whole]
    assert whole == ["purchase.most_black", "purchase.purple_from"]


def test_a_decision_stands_for_every_round_where_values_change() -> None:
    space = read_space(load_strategy("balanced"), {"stop": None})
    keys = [each.key for each in space.dimensions]
    assert keys == [f"stop.max_risk@{n}" for n in range(1, 10)] + ["stop.shift", "stop.most_shift"]


def test_where_policies_change_with_the_round_only_their_rounds_count() -> None:
    start = load_strategy("safe+stop@5-9=bust_risk:0.3")
    space = read_space(start, {"stop.max_risk@each": None})
    assert [each.key for each in space.dimensions] == [f"stop.max_risk@{n}" for n in range(5, 10)]
    assert space.strategy_at([0.1, 0.2, 0.3, 0.4, 0.5]).choices["stop"].at(1).policy.name == "safe"


def test_the_start_is_the_strategy_itself() -> None:
    start = load_strategy("balanced")
    space = read_space(start, {"purchase": None, "stop.max_risk@each": None, "rubies": None})
    assert space.strategy_at(space.start).fingerprint == start.fingerprint


@pytest.mark.parametrize(
    ("number", "value"), [(2.5, 3), (2.49, 2), (0.6, 1), (0.2, 1), (3.499, 3), (9, 3)]
)
def test_whole_numbers_are_rounded_and_kept_in_the_range(number: float, value: int) -> None:
    assert Dimension("flask.value", 1, 3, 2, whole=True).value(number) == value


@pytest.mark.parametrize(
    ("number", "value"), [(0.123456789, 0.1235), (-1, 0.05), (2, 0.6), (0.05, 0.05)]
)
def test_values_have_few_digits_and_stay_in_the_range(number: float, value: float) -> None:
    assert Dimension("stop.max_risk", 0.05, 0.6, 0.3).value(number) == value


@pytest.mark.parametrize(
    ("strategy", "vary", "cause", "cure"),
    [
        ("balanced", {}, "nothing is varied", "vary a parameter"),
        ("balanced", {"stopp": None}, "no decision 'stopp'", "did you mean stop?"),
        ("balanced", {"stop.max_rsk": None}, "no parameter 'max_rsk'", "did you mean max_risk?"),
        ("balanced", {"stop@3.max_risk": None}, "rounds before the parameter", "stop.max_risk@1-3"),
        ("balanced", {"stop.max_risk@0": None}, "names no rounds", "one round or several"),
        ("balanced", {"stop.max_risk@x": None}, "names no rounds", "one round or several"),
        ("balanced", {"stop.max_risk": None}, "8 values in balanced", "stop.max_risk@each"),
        ("yardstick", {"stop.max_risk": (0.6, 0.1)}, "from 0.6 to 0.1", "the lower end first"),
        ("yardstick", {"stop.max_risk": (0.3, 0.3)}, "from 0.3 to 0.3", "the lower end first"),
        ("yardstick", {"stop.max_risk": (0, 2)}, "2, out of range", "0 to 1"),
        ("pushing", {"stop.max_risk": (0.9, 1)}, "outside of 0.9 to 1", "widen the range"),
        ("yardstick", {"stop.max_risk": 0.3}, "not two numbers", "its lowest and its highest"),
        ("yardstick", {"stop.max_risk": ("a", 1)}, "not a number", "0 to 1"),
        ("balanced", {"purchase.most_black": (0.5, 3)}, "not a whole number", "0 to 18"),
        ("balanced", {"purchase": (0, 3)}, "16 parameters", "purchase.orange"),
        ("safe", {"stop": None}, "safe has no parameters", "another decision"),
        (
            "balanced",
            {"stop.max_risk@3": None, "stop.max_risk@each": None},
            "vary the same number, stop.max_risk@3",
            "only once",
        ),
        ("balanced", {"rubies.until": None, "rubies": None}, "the same number", "only once"),
    ],
)
def test_what_cannot_be_varied_is_refused(
    strategy: str, vary: dict[str, object], cause: str, cure: str
) -> None:
    with pytest.raises(InputError) as caught:
        read_space(load_strategy(strategy), vary)
    assert cause in caught.value.cause
    assert cure in caught.value.cure
