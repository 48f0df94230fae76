"""Every wrong input is answered with a line of cause and a line of cure, and nothing changes."""

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Quacks
from tests.faults.conftest import content_of
from tests.faults.wrong_inputs import ALL, Wrong


def test_there_are_many_cases_and_no_two_are_the_same() -> None:
    keys = [(each.command, str(each.files), each.cause) for each in ALL]
    assert len(set(keys)) == len(keys) >= 120
    assert all(each.cause and each.cure for each in ALL)


def answer_of(case: Wrong, folder: Path, small: Path) -> None:
    """Prepare the folder of a case."""
    if "data" in case.command or case.edit:
        shutil.copytree(small, folder / "data")
    case.prepare(folder)


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.command[:60])
def test_wrong_input(case: Wrong, quacks: Quacks, tmp_path: Path, small_dataset: Path) -> None:
    answer_of(case, tmp_path, small_dataset)
    before = content_of(tmp_path)
    done = quacks(*case.arguments)
    assert done.code == 2, done
    assert done.out == ""
    assert "Traceback" not in done.err
    cause, cure = done.err.splitlines()
    assert cause.startswith("error: ")
    assert case.cause in cause
    assert cure.startswith("  ")
    assert case.cure in cure
    assert content_of(tmp_path) == before
