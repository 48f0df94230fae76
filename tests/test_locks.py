"""One process at a time makes a result."""

import os
from pathlib import Path

import pytest

from quacks_sim.errors import InputError
from quacks_sim.locks import only_one, try_lock


def test_the_second_is_refused_until_the_first_is_done(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    with only_one(path, "search"):
        with pytest.raises(InputError) as caught, only_one(path, "search"):
            pass
        assert caught.value.cause == f"another search is writing {path}"
        assert "name another file" in caught.value.cure
        with only_one(tmp_path / "other.toml", "search"):
            pass
    with only_one(path, "search"):
        pass
    assert not list(tmp_path.iterdir())


def test_a_failure_leaves_no_lock(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), only_one(tmp_path / "mine.toml", "search"):
        raise ZeroDivisionError
    assert not list(tmp_path.iterdir())


def test_a_lock_file_that_was_left_behind_locks_nothing(tmp_path: Path) -> None:
    (tmp_path / ".mine.toml.quacks.lock").touch()
    with only_one(tmp_path / "mine.toml", "search"):
        pass
    assert not list(tmp_path.iterdir())


def test_a_lock_that_was_just_removed_is_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def removed_before(handle: int) -> bool:
        (tmp_path / ".mine.toml.quacks.lock").unlink()
        return try_lock(handle)

    monkeypatch.setattr("quacks_sim.locks.try_lock", removed_before)
    with pytest.raises(InputError), only_one(tmp_path / "mine.toml", "search"):
        pass


def test_without_a_result_nothing_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with only_one(None, "search"), only_one(None, "search"):
        assert not list(tmp_path.iterdir())


def test_a_folder_is_locked_once(tmp_path: Path) -> None:
    one, other = os.open(tmp_path, os.O_RDONLY), os.open(tmp_path, os.O_RDONLY)
    try:
        assert try_lock(one)
        assert not try_lock(other)
    finally:
        os.close(one)
        os.close(other)
