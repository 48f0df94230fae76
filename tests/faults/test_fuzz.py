"""Whatever is read, nothing but an InputError comes out: text by lot, and files with changes."""

import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from quacks_sim.axes import combinations_of
from quacks_sim.cli.options import number, whole_number
from quacks_sim.cli.varied import read_axes as read_vary
from quacks_sim.errors import InputError
from quacks_sim.experiment import Experiment, load_experiment
from quacks_sim.experiment.form import what_is_wrong
from quacks_sim.experiment.manifest import ROW_FOLDERS
from quacks_sim.printable import printable
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import CARD_IDS, Deck
from quacks_sim.rules.chips import KINDS, parse_bag
from quacks_sim.rules.options import RuleOptions
from quacks_sim.shipped import shipped_files
from quacks_sim.strategy import Strategy, load_strategy, plugins_named
from quacks_sim.vary import read_axes

FUZZ = settings(
    max_examples=200,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)

#: Values that TOML and JSON can have, the odd ones first.
ODD = st.sampled_from(
    [
        float("nan"),
        float("inf"),
        -float("inf"),
        -1,
        0,
        2**63,
        10**400,
        True,
        "",
        "²",
        "nan",
        "p.py:f",
    ]
)
VALUES = st.recursive(
    ODD | st.integers() | st.floats() | st.text(max_size=8) | st.dates(),
    lambda inner: (
        st.lists(inner, max_size=10)
        | st.dictionaries(st.text(max_size=8) | st.sampled_from(["policy", "from", "to"]), inner)
    ),
    max_leaves=6,
)

STRATEGIES = [path.read_text(encoding="utf-8") for path in shipped_files("strategies").values()]
EXPERIMENTS = [path.read_text(encoding="utf-8") for path in shipped_files("experiments").values()]


def only_input_errors(read: Callable[..., Any], *arguments: Any) -> Any:
    """Return what is read; an InputError has to be two lines."""
    try:
        return read(*arguments)
    except InputError as error:
        told = error
    assert told.cause
    assert told.cure
    assert "\n" not in told.cure
    return None


@st.composite
def changed_text(draw: st.DrawFn, texts: list[str]) -> str:
    """Return a valid file in which some characters are lost, doubled or replaced."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 12))
        new = draw(
            st.text(max_size=6) | st.sampled_from(["nan", "inf", "-1", "[", "]", '"', "= ", "\n"])
        )
        text = text[:place] + new + text[place + length :]
    return text


@st.composite
def changed_content(draw: st.DrawFn, texts: list[str]) -> dict[str, Any]:
    """Return the content of a valid file in which some values are others, or at other places."""
    content = tomllib.loads(draw(st.sampled_from(texts)))
    for _ in range(draw(st.integers(1, 3))):
        section: dict[str, Any] = content
        while True:
            key = draw(st.sampled_from([*section, "policy", "new"]))
            inner = section.get(key)
            if isinstance(inner, dict) and inner and draw(st.booleans()):
                section = inner
                continue
            break
        if draw(st.booleans()):
            section[key] = draw(VALUES)
        else:
            section.pop(key, None)
    return content


def strategy_of(content: dict[str, Any]) -> Any:
    return Strategy.from_dict(content, name="fuzzed")


def experiment_of(content: dict[str, Any]) -> Any:
    experiment = Experiment.from_dict(content)
    for _, (_, changes) in zip(range(20), combinations_of(experiment.vary), strict=False):
        for change in changes:
            only_input_errors(load_strategy("safe").with_params, change)
    return experiment


@FUZZ
@given(changed_content(STRATEGIES))
def test_content_of_strategies(content: dict[str, Any]) -> None:
    found = only_input_errors(strategy_of, content)
    if found is not None:
        # What is taken can be written and read again.
        assert strategy_of(tomllib.loads(found.to_toml())).fingerprint == found.fingerprint


@FUZZ
@given(changed_content(EXPERIMENTS))
def test_content_of_experiments(content: dict[str, Any]) -> None:
    only_input_errors(experiment_of, content)


@FUZZ
@given(changed_text(STRATEGIES) | st.text())
def test_text_of_strategies(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzzed.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    only_input_errors(load_strategy, path)


@FUZZ
@given(changed_text(EXPERIMENTS) | st.text())
def test_text_of_experiments(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzzed.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    only_input_errors(load_experiment, path)


@FUZZ
@given(st.binary(max_size=200))
def test_bytes_of_any_kind(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzzed.toml"
    path.write_bytes(content)
    only_input_errors(load_strategy, path)
    only_input_errors(load_experiment, path)


PARTS = st.sampled_from(
    ["balanced", "safe", "+", "=", "stop", ".", "max_risk", "@", "3", ":", "nan", "1e999", ",", "²"]
)


@FUZZ
@given(st.text() | st.lists(PARTS, max_size=12).map("".join).map("safe+".__add__))
def test_strategies_with_changes(text: str) -> None:
    only_input_errors(load_strategy, text)
    only_input_errors(plugins_named, text)


BAG = st.lists(
    st.sampled_from([*KINDS, "x", "×", "*", " ", ",", "0", "4", "9" * 5000, "²", "٣", "w1", "-"]),
    max_size=12,
).map("".join)


@FUZZ
@given(st.text() | BAG)
@example("W1x" + "9" * 5000)
@example("W1x0004")
def test_bags(text: str) -> None:
    bag = only_input_errors(parse_bag, text)
    if bag is not None:
        assert bag.sum() <= 216
        assert (bag >= 0).all()


CARD_WORDS = st.lists(
    st.sampled_from(
        [*CARD_IDS, "all", "none", "=", ",", " ", "3", "10", "0", "²", "9" * 5000, "fp1"]
    ),
    max_size=10,
).map("".join)


@FUZZ
@given(
    st.text()
    | CARD_WORDS
    | VALUES
    | st.dictionaries(VALUES.filter(lambda each: not isinstance(each, list | dict)), VALUES)
)
@example({1: "FB5", 2: "none"})
def test_decks(cards: Any) -> None:
    deck = only_input_errors(Deck.read, cards)
    if deck is not None:
        assert Deck.read(deck.text()) == deck


@FUZZ
@given(
    st.text()
    | st.dictionaries(st.sampled_from(["green", "blue", "gren"]), VALUES)
    | st.lists(st.sampled_from(["green", "=", "3", ",", "²", "9" * 5000, " "])).map("".join)
)
def test_books(books: Any) -> None:
    only_input_errors(Books.read, books)


@FUZZ
@given(st.dictionaries(st.sampled_from([*RuleOptions.model_fields, "rule"]), VALUES, max_size=4))
def test_rule_options(values: dict[str, Any]) -> None:
    only_input_errors(RuleOptions.read, values)


@FUZZ
@given(st.dictionaries(st.sampled_from(["stop", "stop.max_risk", "plan", "cell"]), VALUES))
def test_axes_of_experiments(vary: dict[str, Any]) -> None:
    only_input_errors(read_axes, vary)


NUMBER = st.sampled_from(["stop.max_risk", "=", ":", ",", "1", "1e99999999", "nan", "-", "0.1"])


@FUZZ
@given(st.text() | st.lists(NUMBER, max_size=9).map("".join).map("stop.max_risk=".__add__))
@example("stop.max_risk=1e999999999")
@example("stop.max_risk=0:1:1e-999999999")
def test_axes_on_the_command_line(text: str) -> None:
    only_input_errors(read_vary, [text])


@FUZZ
@given(st.text() | st.sampled_from(["1e400", "9" * 5000, "nan", "-inf", "1_0", "²", "0x1", " 1"]))
def test_numbers_on_the_command_line(text: str) -> None:
    import typer

    for read in (whole_number, number):
        with suppress(typer.BadParameter):
            assert isinstance(read(text), int | float)


@FUZZ
@given(
    st.dictionaries(
        st.sampled_from(["plan", "shards", "totals", "identity", "experiment", "run"]), VALUES
    )
)
def test_manifests(manifest: dict[str, Any]) -> None:
    wrong = what_is_wrong(manifest, ROW_FOLDERS)
    assert wrong
    assert "\n" not in wrong


@FUZZ
@given(st.text())
def test_printable_text_stays_so(text: str) -> None:
    assert printable(printable(text)) == printable(text)
    assert len(printable(text)) == len(text)


def test_the_files_that_are_changed_are_there() -> None:
    assert len(STRATEGIES) > 15
    assert len(EXPERIMENTS) > 3
    assert not Path("p.py").exists()
