"""Strategies: reading, checking, changing, writing."""

import shlex
from pathlib import Path

import pytest

from quacks_sim.commands import play_command
from quacks_sim.errors import InputError, PolicyError
from quacks_sim.kernel.decisions import DECISION_NAMES
from quacks_sim.match import make_match
from quacks_sim.strategy import Strategy, load_strategy, parse_choice, shipped_strategies

CAPS = [0.6, 0.55, 0.5, 0.45, 0.3, 0.25, 0.15, 0.15, 0.1]

PLUGIN = '''
from quacks_sim.policies import Parameter, policy

@policy("stop", Parameter("chips", 5, 1, 30, "chips in the pot", whole=True))
def by_chips(view, params):
    """Stop once a number of chips lies in the pot."""
    return view.pot_size >= params.chips

def plain(view, params):
    """Stop at three chips."""
    return view.pot_size >= 3
'''


def test_the_yardstick_is_what_its_description_promises() -> None:
    yardstick = load_strategy("yardstick")
    stop = yardstick.choices["stop"]
    assert stop.policy.name == "bust_risk"
    assert [values[0] for values in stop.by_round()] == CAPS
    assert yardstick.choices["purchase"].policy.name == "dearest"
    assert yardstick.choices["explosion"].values == {"round": 7}


def test_missing_sections_take_the_defaults() -> None:
    strategy = Strategy.from_dict({}, name="plain")
    assert strategy.choices["stop"].plain() == {"policy": "bust_risk", "max_risk": 0.25}
    assert tuple(strategy.choices) == DECISION_NAMES


def test_changes() -> None:
    base = Strategy.from_dict({"stop": {"policy": "bust_risk", "max_risk": CAPS}}, name="base")
    changed = base.with_params({"stop.max_risk": 0.3, "rubies": "keep", "flask": "never"})
    assert changed.choices["stop"].values == {"max_risk": 0.3}
    assert changed.choices["rubies"].policy.name == "keep"
    assert changed.name == "base+stop.max_risk=0.3+rubies=keep+flask=never"
    third = base.with_params({"stop.max_risk@3": 0.9}).choices["stop"].values["max_risk"]
    assert third == (0.6, 0.55, 0.9, 0.45, 0.3, 0.25, 0.15, 0.15, 0.1)
    assert base.choices["stop"].values["max_risk"] == tuple(CAPS)


def test_changes_in_the_name() -> None:
    changed = load_strategy("yardstick+stop.max_risk=0.3+explosion=points_from:5+rubies=keep")
    assert changed.choices["stop"].values["max_risk"] == 0.3
    assert changed.choices["explosion"].values["round"] == 5
    assert changed.choices["rubies"].policy.name == "keep"


@pytest.mark.parametrize("name", shipped_strategies())
def test_writing_and_reading_again_changes_nothing(name: str, tmp_path: Path) -> None:
    strategy = load_strategy(name)
    if any(not policy.shipped for policy in strategy.policies()):
        assert strategy.folder is not None
        path = strategy.folder / f"{name}.toml"  # its own policies lie beside it
    else:
        path = tmp_path / f"{name}.toml"
        path.write_text(strategy.to_toml(), encoding="utf-8")
    again = load_strategy(path)
    assert again.to_dict() == strategy.to_dict()
    assert again.fingerprint == strategy.fingerprint


def test_the_fingerprint_is_of_the_play_and_not_of_the_name() -> None:
    base = Strategy.from_dict({}, name="a")
    assert base.named("b").fingerprint == base.fingerprint
    assert base.with_params({"stop.max_risk": 0.26}).fingerprint != base.fingerprint


WRONG = [
    ({"stopp": {}}, "stop"),
    ({"stop": {"policy": "bust_rsk"}}, "bust_risk"),
    ({"stop": {"policy": "bust_risk", "max_rsk": 0.3}}, "max_risk"),
    ({"stop": {"policy": "bust_risk", "max_risk": 1.3}}, "0 to 1"),
    ({"stop": {"policy": "bust_risk", "max_risk": "high"}}, "not a number"),
    ({"stop": {"policy": "bust_risk", "max_risk": True}}, "not a number"),
    ({"stop": {"policy": "bust_risk", "max_risk": [0.1, 0.2]}}, "9"),
    ({"stop": {"policy": "bust_risk", "max_risk": [*CAPS[:8], 2]}}, "round 9"),
    ({"stop": {"policy": "white_sum", "total": 4.5}}, "whole number"),
    ({"stop": {"max_risk": 0.3}}, "policy"),
    ({"stop": {"policy": 7}}, "not a name"),
    ({"stop": 0.3}, "policy"),
    ({"description": 7}, "description"),
    ({"stop": {"policy": "missing.py:f"}}, "missing.py"),
    ({"explosion": "coins:3"}, "takes no value"),
]


@pytest.mark.parametrize(("content", "telling"), WRONG, ids=[each[1] for each in WRONG])
def test_a_wrong_strategy_is_named_with_its_cure(content: dict[str, object], telling: str) -> None:
    with pytest.raises(InputError) as error:
        Strategy.from_dict(content, name="mine")
    assert telling in str(error.value)
    assert len(str(error.value).splitlines()) == 2


@pytest.mark.parametrize(
    ("text", "telling"),
    [
        ("balancd", "balanced"),
        ("none.toml", "none.toml"),
        ("yardstick+stop", "is not a change"),
        ("yardstick+stopp.max_risk=1", "stop"),
        ("yardstick+stop.max_risk=high", "not a number"),
        ("yardstick+stop.max_risk@10=0.2", "names no rounds"),
        ("yardstick+stop.max_risk@2=0.1,0.2", "9"),
    ],
)
def test_a_strategy_that_does_not_exist(text: str, telling: str) -> None:
    with pytest.raises(InputError, match=telling):
        load_strategy(text)


def test_a_file_that_is_no_toml(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text("[stop\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"broken\.toml is not valid TOML"):
        load_strategy(path)


def test_own_policies(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PLUGIN, encoding="utf-8")
    content = {"stop": {"policy": "mine.py:by_chips", "chips": 4}, "flask": {"policy": "never"}}
    strategy = Strategy.from_dict(content, name="mine", folder=tmp_path, allow_plugins=True)
    assert strategy.choices["stop"].values == {"chips": 4}
    assert not strategy.choices["stop"].policy.shipped
    before = strategy.fingerprint
    (tmp_path / "mine.py").write_text(PLUGIN.replace(">= 3", ">= 4"), encoding="utf-8")
    again = Strategy.from_dict(content, name="mine", folder=tmp_path, allow_plugins=True)
    assert again.fingerprint != before
    undecorated = parse_choice("stop", "mine.py:plain", tmp_path)
    assert undecorated.policy.parameters == ()


@pytest.mark.parametrize(
    ("decision", "policy", "telling"),
    [
        ("stop", "mine.py:by_chip", "by_chips"),
        ("flask", "mine.py:by_chips", "policy for stop"),
        ("stop", "broken.py:f", "ZeroDivisionError"),
    ],
)
def test_own_policies_that_are_wrong(
    decision: str, policy: str, telling: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(PLUGIN, encoding="utf-8")
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    with pytest.raises((InputError, PolicyError), match=telling):
        parse_choice(decision, policy, tmp_path)


TEAM = {
    "stop": [
        {"rounds": "odd", "policy": "bust_risk", "max_risk": 0.3},
        {"rounds": [2, 4], "policy": "white_sum", "total": 5},
        {"policy": "safe"},
    ]
}


@pytest.mark.rule("11.3")
def test_a_decision_may_have_other_policies_in_other_rounds() -> None:
    stop = Strategy.from_dict(TEAM, name="team").choices["stop"]
    names = [stop.at(number).policy.name for number in range(1, 10)]
    odd, early, late = "bust_risk", "white_sum", "safe"
    assert names == [odd, early, odd, early, odd, late, odd, late, odd]
    # One section that holds everywhere is a plain one.
    plain = Strategy.from_dict({"stop": [{"policy": "safe"}]}, name="plain")
    assert plain.fingerprint == Strategy.from_dict({"stop": "safe"}, name="plain").fingerprint


def test_sections_are_written_as_they_can_be_read(tmp_path: Path) -> None:
    team = Strategy.from_dict(TEAM, name="team").with_params({"stop.max_risk@3": 0.5})
    path = tmp_path / "team.toml"
    path.write_text(team.to_toml(), encoding="utf-8")
    again = load_strategy(path)
    assert again.to_dict() == team.to_dict()
    assert again.fingerprint == team.fingerprint
    assert [each["rounds"] for each in team.to_dict()["stop"]] == ["odd", "2,4", "6,8"]


def test_changes_of_some_rounds() -> None:
    team = Strategy.from_dict(TEAM, name="team")
    everywhere = team.with_params({"stop.max_risk": 0.4}).choices["stop"]
    assert everywhere.at(9).values == {"max_risk": 0.4}
    assert everywhere.at(2).values == {"total": 5}
    one = team.with_params({"stop.total@4": 4})
    assert one.choices["stop"].at(4).by_round()[1:4:2] == [[5], [4]]
    new = team.with_params({"stop@8-9": "chips:3"}).choices["stop"]
    names = [new.at(number).policy.name for number in (6, 7, 8, 9)]
    assert names == ["safe", "bust_risk", "chips", "chips"]
    assert load_strategy("yardstick+stop@even=never").choices["stop"].at(2).policy.name == "never"


def test_the_command_that_plays_it_again_names_the_rounds() -> None:
    names = ["teaching_team+stop.max_risk@3=0.5", "yardstick+stop@2-4=safe"]
    match = make_match(names, seed=1, cards="none")
    words = shlex.split(play_command(match, 3))
    again = [load_strategy(word) for word in words[2:4]]
    assert [each.fingerprint for each in again] == [each.fingerprint for each in match.strategies]


@pytest.mark.parametrize(
    ("sections", "telling"),
    [
        ([{"rounds": "1-5", "policy": "safe"}, {"rounds": "5-9", "policy": "never"}], "round 5"),
        ([{"rounds": "1-5", "policy": "safe"}], "no section [[stop]] is for round 6-9"),
        ([{"policy": "safe"}, {"policy": "never"}], "name no rounds"),
        ([{"rounds": "all", "policy": "safe"}, {"policy": "never"}], "has none left"),
        ([{"rounds": "1-10", "policy": "safe"}], "1 to 9"),
        ([{"rounds": "some", "policy": "safe"}], "'some' names no rounds"),
        (["safe"], "not a section"),
        ([], "no section [[stop]] is for round"),
        ({"rounds": "odd", "policy": "safe"}, "the only section"),
    ],
)
def test_wrong_sections_are_named_with_their_cure(sections: object, telling: str) -> None:
    with pytest.raises(InputError) as error:
        Strategy.from_dict({"stop": sections}, name="mine")
    assert telling in error.value.cause
    assert len(str(error.value).splitlines()) == 2


@pytest.mark.parametrize(
    ("change", "telling"),
    [
        ({"stop.max_risk@even": 0.3}, "no parameter 'max_risk'"),
        ({"stop.foo": 0.3}, "no parameter 'foo'"),
        ({"stop@odd.max_risk": 0.3}, "names rounds before the parameter"),
        ({"stop@0": "safe"}, "names no rounds"),
    ],
)
def test_changes_of_rounds_that_are_wrong(change: dict[str, object], telling: str) -> None:
    with pytest.raises(InputError, match=telling):
        Strategy.from_dict(TEAM, name="team").with_params(change)
