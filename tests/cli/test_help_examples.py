"""The examples in every help page work as they stand, here with few games."""

import re
import shlex
from pathlib import Path

import pytest

import quacks_sim as qs
from quacks_sim.shipped import shipped_files
from tests.advice.own_games import saved_evening
from tests.cli.conftest import Quacks
from tests.cli.documents import SHORT, command_of, options_of, without_target
from tests.cli.test_entry import PAGES

#: Commands that are read only: they measure for minutes.
READ_ONLY = ("bench",)

#: Options with which a command needs other machines; tests/cluster has them.
ELSEWHERE = "--scheduler"

EXPERIMENT = """question = "Which risk?"
tables = [["yardstick", "safe"]]
games = 24

[vary]
"stop.max_risk" = [0.1, 0.3]
"""

POLICIES = """from quacks_sim.policies import policy


@policy("stop")
def ten_chips(view, params):
    \"\"\"Stop with ten chips in the pot.\"\"\"
    return view.pot_size >= 10
"""


def examples(text: str) -> list[str]:
    """Return the examples of a help page; lines that are indented further go on."""
    (found,) = re.findall(r"^  Examples:\n((?:    .*\n)+)", text, re.MULTILINE)
    return re.sub(r"\n {5,}", " ", found).strip().splitlines()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the datasets of which the examples speak."""
    folder = tmp_path_factory.mktemp("out")
    for name in ("demo", "points_or_coins", "rats", "rubies"):
        qs.run_experiment(name, folder / name, games=24)
    return folder


@pytest.fixture
def desk(played: Path, tmp_path: Path) -> Path:
    """Put a reader into a folder with files of the names that the examples have."""
    (tmp_path / "out").mkdir()
    for dataset in played.iterdir():
        (tmp_path / "out" / dataset.name).symlink_to(dataset)
    (tmp_path / "experiments").mkdir()
    (tmp_path / "experiments" / "mine.toml").write_text(EXPERIMENT)
    balanced = shipped_files("strategies")["balanced"].read_text()
    for name in ("mine.toml", "my_strategy.toml"):
        (tmp_path / name).write_text(balanced)
    (tmp_path / "my_policies.py").write_text(POLICIES)
    (tmp_path / "evening.json").write_text(saved_evening(), encoding="utf-8")
    (tmp_path / "house.toml").write_text("explosion_limit = 8\n")
    return tmp_path


@pytest.mark.parametrize("page", [(), *PAGES], ids=" ".join)
def test_the_examples_of_a_help_page_work(
    page: tuple[str, ...], desk: Path, quacks: Quacks
) -> None:
    for line in examples(quacks(*page, "--help").out):
        program, *words = shlex.split(line)
        assert program == "quacks"
        command, left = command_of(words)
        assert command.name != "quacks"
        assert {each for each in left if each.startswith("-")} <= options_of(command), line
        if words[0] in READ_ONLY or ELSEWHERE in words:
            continue
        arguments, target = without_target(words)
        arguments = ["rubies" if each == "NAME" else each for each in arguments]
        if arguments[0] == "run":  # not into a dataset that other examples read
            arguments += ["--out", "out/again", "--overwrite"]
        elif arguments[0] in ("chart", "report") or {"--out", "-o"} & set(arguments):
            arguments.append("--overwrite")
        short = [] if "--only" in arguments else SHORT.get(arguments[0], [])
        done = quacks(*arguments, *short)
        assert done.code == 0, (line, done.err)
        if target:
            (desk / target).write_text(done.out, encoding="utf-8")
