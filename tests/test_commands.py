"""Commands that play something again name everything that decides it."""

import shlex
from pathlib import Path

import pytest

from quacks_sim.commands import brew_command
from quacks_sim.match import make_match
from quacks_sim.rules.books import Books
from quacks_sim.rules.options import RuleOptions
from quacks_sim.strategy import Strategy, load_strategy


def test_a_match_of_defaults_needs_few_words() -> None:
    command = make_match(["balanced", "safe"], seed=7).command(3)
    assert command == "quacks play balanced safe --seed 7 --games 4"
    assert make_match(["safe"]).command(0) == "quacks play safe --seed 0 --games 1"


def test_whatever_is_not_the_default_is_named() -> None:
    tails = {"rats_above_50": "own_table", "rat_tails": (1, 4)}
    rules = RuleOptions.read({"explosion_limit": 8, **tails})
    match = make_match(
        ["balanced", "safe"], rules=rules, books="green=3,red=2", cards="all,3=FB5", rotate=False
    )
    assert match.command(9) == (
        "quacks play balanced safe --rule rats_above_50=own_table --rule rat_tails=1,4 "
        "--rule explosion_limit=8 --books green=3,red=2 --cards all,3=FB5 --no-rotate "
        "--seed 0 --games 10"
    )
    assert " --cards none " in make_match(["balanced", "safe"], cards="none").command(0)
    assert " --cards FB5 " in make_match(["safe"], cards="FB5").command(0)


@pytest.mark.parametrize(
    "changes",
    [
        {"stop.max_risk": 0.35, "rubies": "keep"},
        {"stop.max_risk@3": 0.35},
        {"stop": "white_sum:5", "flask.value": 2},
    ],
)
def test_what_a_strategy_changes_is_named_also_under_the_old_name(
    changes: dict[str, object],
) -> None:
    changed = load_strategy("yardstick").with_params(changes).named("yardstick")
    command = make_match([changed, "safe"]).command(0)
    assert load_strategy(shlex.split(command)[2]).fingerprint == changed.fingerprint


def test_a_strategy_of_ones_own_is_named_by_its_file(tmp_path: Path) -> None:
    folder = tmp_path / "für jörg"
    folder.mkdir()
    (folder / "mine.toml").write_text('stop = "bust_risk:0.3"\n', encoding="utf-8")
    mine = load_strategy(f"{folder / 'mine.toml'}+rubies=keep")
    named = shlex.split(make_match([mine, "safe"]).command(0))[2]
    assert named == f"{folder / 'mine.toml'}+rubies=keep"
    assert load_strategy(named).fingerprint == mine.fingerprint


def test_a_strategy_from_python_is_named() -> None:
    made = Strategy.from_dict({"stop": "safe"}, name="my_own")
    assert shlex.split(make_match([made]).command(0))[2] == "my_own"


def test_a_brew() -> None:
    options = {"bag": "W1x4 O1", "stop": "white_sum:5", "start": 3}
    rules = RuleOptions(explosion_limit=9)
    assert brew_command(options, rules, Books(yellow=2), 5, 8) == (
        "quacks brew --bag 'W1x4 O1' --stop white_sum:5 --start 3 --rule explosion_limit=9 "
        "--books yellow=2 --seed 5 --rounds 8"
    )
