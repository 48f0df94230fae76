"""What is written can be read again: bags and strategies."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quacks_sim.checking import random_match
from quacks_sim.choices import Choice
from quacks_sim.errors import InputError
from quacks_sim.policies.registry import Parameter
from quacks_sim.rules.chips import KIND_COUNT, KINDS, format_bag, parse_bag
from quacks_sim.strategy import Strategy, load_strategy

TEXTS = settings(deadline=None, derandomize=True, max_examples=100)

BAGS = st.lists(st.integers(0, 12), min_size=KIND_COUNT, max_size=KIND_COUNT)
STRATEGIES = st.builds(
    lambda seed, number: random_match(seed, number).strategies[0],
    st.integers(0, 2**31),
    st.integers(0, 1_000),
)


@TEXTS
@given(BAGS)
def test_a_bag_that_is_written_can_be_read(counts: list[int]) -> None:
    assert parse_bag(format_bag(counts)).tolist() == counts


@TEXTS
@given(BAGS, st.randoms(use_true_random=False))
def test_a_bag_can_be_written_in_any_order_and_chip_by_chip(
    counts: list[int], chance: object
) -> None:
    chips = [KINDS[kind] for kind, count in enumerate(counts) for _ in range(count)]
    chance.shuffle(chips)  # type: ignore[attr-defined]
    if len(chips) <= 216:
        assert parse_bag(" ".join(chips)).tolist() == counts
        assert parse_bag(",".join(chips).lower()).tolist() == counts
    else:
        with pytest.raises(InputError):
            parse_bag(" ".join(chips))


@TEXTS
@given(st.text(max_size=12))
def test_any_other_text_is_refused_or_a_bag(text: str) -> None:
    try:
        counts = parse_bag(text)
    except InputError:
        return
    assert parse_bag(format_bag(counts)).tolist() == counts.tolist()


def read_again(strategy: Strategy) -> Strategy:
    """Write a strategy to a file and read it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{strategy.name}.toml"
        path.write_text(strategy.to_toml(), encoding="utf-8")
        return load_strategy(path)


@TEXTS
@given(STRATEGIES)
def test_a_strategy_that_is_written_can_be_read(strategy: Strategy) -> None:
    again = read_again(strategy)
    assert again.name == strategy.name
    assert again.fingerprint == strategy.fingerprint
    assert again.to_dict() == strategy.to_dict()


def _value(parameter: Parameter) -> st.SearchStrategy[float]:
    if parameter.whole:
        return st.integers(int(parameter.low), int(parameter.high)).map(float)
    return st.floats(parameter.low, parameter.high)


@TEXTS
@given(STRATEGIES, st.data())
def test_a_changed_parameter_is_the_only_change(strategy: Strategy, data: st.DataObject) -> None:
    keys = [
        (decision, parameter)
        for decision, choice in strategy.choices.items()
        if isinstance(choice, Choice)
        for parameter in choice.policy.parameters
    ]
    if not keys:
        return
    decision, parameter = data.draw(st.sampled_from(keys))
    value = data.draw(_value(parameter))
    key = f"{decision}.{parameter.name}"
    changed = strategy.with_params({key: value})
    before = strategy.choices[decision].by_round()
    after = changed.choices[decision].by_round()
    place = strategy.choices[decision].policy.parameters.index(parameter)
    for old, new in zip(before, after, strict=True):
        assert new[place] == value
        assert [*new[:place], *new[place + 1 :]] == [*old[:place], *old[place + 1 :]]
    assert (changed.fingerprint == strategy.fingerprint) == (before == after)
    others = set(strategy.choices) - {decision}
    assert all(changed.choices[each] == strategy.choices[each] for each in others)
    back = changed.with_params({key: strategy.choices[decision].values[parameter.name]})
    assert back.fingerprint == strategy.fingerprint


@TEXTS
@given(STRATEGIES, st.integers(1, 9), st.floats(0, 1))
def test_a_parameter_can_be_changed_for_one_round(
    strategy: Strategy, number: int, risk: float
) -> None:
    with_risk = strategy.with_params({"stop": "bust_risk:0.5"})
    changed = with_risk.with_params({f"stop.max_risk@{number}": risk})
    values = [values[0] for values in changed.choices["stop"].by_round()]
    assert values[number - 1] == risk
    assert values[: number - 1] + values[number:] == [0.5] * 8
    assert read_again(changed.named("changed")).fingerprint == changed.fingerprint
