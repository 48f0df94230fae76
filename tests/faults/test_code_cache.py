"""Compiled code on a disk that is damaged, full or not there: it works, with one note at most."""

import importlib.util
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from quacks_sim.kernel import jit, kept
from tests.cli.conftest import command, environment

SOURCE = "def double(number):\n    return number * 2 + {}\n"


@pytest.fixture
def function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Any]]:
    """Return what compiles a function, or takes it from a cache folder in tmp_path."""
    path = tmp_path / "doubling.py"
    path.write_text(SOURCE.format(1), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("doubling", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(jit, "cache_folder", lambda: tmp_path / "cache")
    (tmp_path / "cache").mkdir()
    kept.say_once.cache_clear()

    def compiled() -> Any:
        made = jit.entry(module.double)
        assert made(20) == 41
        return made

    yield compiled
    kept.say_once.cache_clear()


def files(folder: Path) -> dict[str, Path]:
    """Return the index and the code of the one function in a cache."""
    return {path.suffix: path for path in folder.rglob("*.nb?")}


def hits(made: Any) -> int:
    return sum(made.stats.cache_hits.values())


def test_compiled_code_is_taken_from_its_file(function: Callable[[], Any], tmp_path: Path) -> None:
    assert hits(function()) == 0
    assert set(files(tmp_path / "cache")) == {".nbi", ".nbc"}
    assert hits(function()) == 1


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", ["truncated", "empty", "flipped", "text", "folder"])
def test_a_damaged_file_is_made_again(
    damage: str,
    suffix: str,
    function: Callable[[], Any],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    function()
    path = files(tmp_path / "cache")[suffix]
    content = bytearray(path.read_bytes())
    if damage == "truncated":
        path.write_bytes(content[: len(content) // 2])
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "flipped":
        content[-len(content) // 3] ^= 16
        path.write_bytes(content)
    elif damage == "text":
        path.write_text("no code at all")
    else:
        path.unlink()
        path.mkdir()
    function()
    assert len(capsys.readouterr().err.splitlines()) <= 1
    if damage != "folder":
        assert hits(function()) == 1, "it has not been written anew"


def test_a_full_disk_is_one_note(
    function: Callable[[], Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(self: object, path: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept._CheckedFiles, "_open_for_write", full)
    function()
    function()
    (note,) = capsys.readouterr().err.splitlines()
    assert note.startswith("note: the cache folder cannot be written (No space left on device)")


def test_a_brew_with_truncated_code(tmp_path: Path) -> None:
    """Of the smallest policy, so that little has to be compiled."""
    source = jit.cache_folder()
    assert source is not None
    root = tmp_path / "cache" / "quacks_sim" / "compiled" / source.name
    shutil.copytree(source, root)
    damaged = [path for path in root.rglob("stopping.safe-*") if path.suffix in (".nbi", ".nbc")]
    assert damaged or not list(root.rglob("stopping.*"))
    for path in damaged:
        path.write_bytes(path.read_bytes()[:50])
    brews = [
        subprocess.run(
            command("brew", "--stop", "safe", "--rounds", 1000, "--seed", 1, "--format", "csv"),
            env=environment(**more),
            capture_output=True,
            text=True,
            timeout=300,
        )
        for more in ({"XDG_CACHE_HOME": str(tmp_path / "cache")}, {})
    ]
    assert [each.returncode for each in brews] == [0, 0]
    assert brews[0].stdout == brews[1].stdout
    assert "Traceback" not in brews[0].stderr


NOWHERE = "/proc/nowhere"


def test_without_a_cache_folder(tmp_path: Path) -> None:
    done = subprocess.run(
        command("brew", "--stop", "safe", "--rounds", 1000, "--seed", 1),
        env=environment(XDG_CACHE_HOME=NOWHERE, NUMBA_CACHE_DIR=""),
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    (note,) = [line for line in done.stderr.splitlines() if not line.startswith("compiling ")]
    assert note.startswith("note: no writable cache folder")


@pytest.mark.parametrize("home", [None, NOWHERE], ids=["none", "not there"])
def test_without_a_home_a_chart_is_drawn_in_silence(home: str | None, tmp_path: Path) -> None:
    """Interpreted, because compiling everything anew takes half a minute."""
    there = {**environment(NUMBA_DISABLE_JIT="1", NUMBA_CACHE_DIR=str(tmp_path)), "HOME": home}
    there.pop("XDG_CACHE_HOME", None)
    done = subprocess.run(
        command("play", "yardstick", "--games", 2, "--seed", 1, "--chart", "x.png", "--json"),
        env={name: value for name, value in there.items() if value is not None},
        capture_output=True,
        text=True,
        timeout=300,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == "chart: x.png\n"
    assert (tmp_path / "x.png").stat().st_size > 1000
