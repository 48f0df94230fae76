"""Every wrong input is answered with a line of cause and a line of cure, and nothing changes."""

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Done, Quacks, process
from tests.faults import wrong_inputs as cases
from tests.faults.conftest import content_of
from tests.faults.wrong_inputs import ALL, Wrong

#: One of each kind.
SOME = [cases.COUNTS[5], cases.EXPERIMENTS[2], cases.BAGS[0], cases.DATASETS[0], cases.PLUGINS[0]]


def test_there_are_many_cases_and_no_two_are_the_same() -> None:
    keys = [(each.command, str(each.files), each.edit) for each in ALL]
    assert len(set(keys)) == len(keys) >= 120
    assert all(each.cause and each.cure for each in ALL)


def check(case: Wrong, done: Done) -> None:
    """Fail unless a command has ended as it should."""
    assert done.code == 2, done
    assert done.out == ""
    assert "Traceback" not in done.err
    cause, cure = done.err.splitlines()
    assert cause.startswith("error: ")
    assert case.cause in cause
    assert cure.startswith("  ")
    assert case.cure in cure


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.command[:60])
def test_wrong_input(case: Wrong, quacks: Quacks, tmp_path: Path, small_dataset: Path) -> None:
    if "data" in case.command or case.edit:
        shutil.copytree(small_dataset, tmp_path / "data")
    case.prepare(tmp_path)
    before = content_of(tmp_path)
    check(case, quacks(*case.arguments))
    assert content_of(tmp_path) == before


@pytest.mark.parametrize("case", SOME, ids=lambda case: case.command)
def test_wrong_input_of_a_process(case: Wrong, tmp_path: Path) -> None:
    case.prepare(tmp_path)
    before = content_of(tmp_path)
    check(case, process(*case.arguments, PYTHONDONTWRITEBYTECODE=""))
    assert content_of(tmp_path) == before
