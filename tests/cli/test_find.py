"""``quacks find``."""

from pathlib import Path

import pytest

from quacks_sim.experiment import record_match
from quacks_sim.match import make_match
from tests.cli.conftest import Quacks


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("find") / "out"
    record_match(make_match(["balanced", "cautious"], seed=7), 60, path, level="games")
    return path


def test_a_table_and_the_command_that_replays_the_first(quacks: Quacks, folder: Path) -> None:
    done = quacks("find", folder, "most victory_points", "--top", 2)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].split() == ["game", "seat", "strategy", "what"]
    game = lines[2].split()[0]
    assert f"replay the first: quacks replay {folder} --game {game}" in lines
    assert lines[-1] == f"{folder} · most victory_points · 2 of 120 shown"


def test_the_document(quacks: Quacks, folder: Path) -> None:
    done = quacks("find", folder, "closest finish", "--strategy", "cautious", "--json")
    document = done.document
    assert (document["command"], document["schema"]) == ("find", 1)
    assert document["rows"] == len(document["found"]) or len(document["found"]) == 10
    assert {each["strategy"] for each in document["found"]} <= {"cautious"}
    assert all(each["replay"].startswith("quacks replay ") for each in document["found"])


def test_nothing_found(quacks: Quacks, folder: Path) -> None:
    done = quacks("find", folder, "victory_points > 999")
    assert (done.code, done.out) == (0, f"no game of {folder} fits 'victory_points > 999'\n")
    assert quacks("find", folder, "victory_points > 999", "--json").document["found"] == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("what happened",), "biggest comeback"),
        (("biggest comeback",), "needs rows of rounds"),
        (("closest finish", "--top", 0), "--top is 0"),
        (("closest finish", "--strategy", "nobody"), "balanced, cautious"),
    ],
)
def test_wrong_questions(
    quacks: Quacks, folder: Path, arguments: tuple[object, ...], words: str
) -> None:
    done = quacks("find", folder, *arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
