"""Compiling in processes of their own: what they do for a run, and that it can do without them."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quacks_sim import compiling
from quacks_sim.compiling import Missing, compile_ahead, divided
from quacks_sim.kernel.jit import INTERPRETED
from quacks_sim.policies.registry import find_policy

PACKAGE = Path(compiling.__file__).parent

needs_a_compiler = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")

#: Prints a result, how many entries came from the cache folder, and how many entries there were.
BREW = """
import quacks_sim as qs
from quacks_sim.kernel import jit
made, entry = [], jit.entry
def noted(*arguments, **options):
    made.append(entry(*arguments, **options))
    return made[-1]
jit.entry = noted
result = qs.brew(stop="white_sum:5", rounds=1000, seed=1, books="green=2")
hits = sum(sum(each.stats.cache_hits.values()) for each in made)
print(result.explosion_rate.mean, int(result.totals.sums[0]), hits, len(made))
"""


def command(*wanted: str) -> list[str]:
    return [sys.executable, "-P", "-m", "quacks_sim.compile_process", *wanted]


@pytest.fixture
def nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Pretend so; return what processes have been started for, all of which fail."""
    started: list[list[str]] = []

    def start(wanted: list[str]) -> "subprocess.Popen[bytes]":
        started.append(wanted)
        return subprocess.Popen([sys.executable, "-c", "raise SystemExit(1)"], stdin=-1)

    monkeypatch.setattr(compiling, "_looked_for", set())
    monkeypatch.setattr(compiling, "is_entry_kept", lambda name, form: False)
    monkeypatch.setattr(compiling, "cache_folder", lambda: Path())
    monkeypatch.setattr(compiling, "INTERPRETED", False)
    monkeypatch.setattr(compiling, "usable_cores", lambda: 2)
    monkeypatch.setattr(compiling, "_start", start)
    return started


def test_the_longest_first_to_the_one_that_has_least() -> None:
    missing = [
        Missing(["a"], "", 1),
        Missing(["b/plain", "b/tape"], "", 4),
        Missing(["c"], "", 3),
        Missing(["d"], "", 2),
    ]
    assert divided(missing, 2) == [["b/plain", "b/tape", "a"], ["c", "d"]]
    assert divided(missing, 1) == [["b/plain", "b/tape", "c", "d", "a"]]
    assert divided(missing[:1], 2) == [["a"]]


@needs_a_compiler
def test_what_other_processes_compiled_is_the_same_and_read_from_the_folder(
    tmp_path: Path,
) -> None:
    def run(**environment: str) -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", BREW],
            env={"PYTHONPATH": str(PACKAGE.parent), **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.split()

    fresh = run(NUMBA_CACHE_DIR=str(tmp_path))
    assert fresh[2] == fresh[3] != "0", "something was compiled by the process itself"
    assert run(NUMBA_CACHE_DIR=str(tmp_path)) == fresh
    assert run(NUMBA_DISABLE_JIT="1", NUMBA_CACHE_DIR=str(tmp_path))[:2] == fresh[:2]


def test_forms_of_an_entry_and_policies_are_divided_once(
    nothing_is_kept: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(find_policy("stop", "safe")), "is_kept", False)
    policies = [find_policy("stop", "safe"), find_policy("stop", "bust_risk")] * 2
    for _ in range(2):
        compile_ahead(policies, ["game", "cards"], ["plain", "tape"])
    assert nothing_is_kept == [
        ["game/plain", "game/tape"],
        ["cards/plain", "cards/tape", "stop/safe", "stop/bust_risk"],
    ]


def test_little_is_compiled_here(nothing_is_kept: list[list[str]]) -> None:
    compile_ahead((), ["tubes"])
    assert nothing_is_kept == []


def test_without_another_process_all_is_compiled_here(
    nothing_is_kept: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(wanted: list[str]) -> Any:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(compiling, "_start", start)
    compile_ahead((), ["game"])


def test_no_process_without_a_folder_or_a_compiler(
    nothing_is_kept: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("INTERPRETED", True), ("cache_folder", lambda: None)):
        with monkeypatch.context() as patch:
            patch.setattr(compiling, name, value)
            compile_ahead((), ["game"])
    assert nothing_is_kept == []


def test_control_c_leaves_no_process(
    nothing_is_kept: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    children: list[subprocess.Popen[bytes]] = []

    class Interrupted(subprocess.Popen[bytes]):
        def wait(self, timeout: float | None = None) -> int:
            if not children:
                children.append(self)
                raise KeyboardInterrupt
            return super().wait(timeout)

    sleep = [sys.executable, "-c", "import time; time.sleep(60)"]
    monkeypatch.setattr(compiling, "_start", lambda wanted: Interrupted(sleep, stdin=-1))
    with pytest.raises(KeyboardInterrupt):
        compile_ahead((), ["game"])
    assert children[0].returncode is not None


@needs_a_compiler
@pytest.mark.parametrize("end", [subprocess.Popen.kill, subprocess.Popen.terminate])
def test_a_process_ends_with_the_one_that_started_it(
    end: Callable[[Any], None], tmp_path: Path
) -> None:
    code = (
        "import os, subprocess, sys, time\n"
        f"child = subprocess.Popen({command('game/plain')!r}, stdin=subprocess.PIPE)\n"
        "print(child.pid, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(PACKAGE.parent), "NUMBA_CACHE_DIR": str(tmp_path)},
        stdout=subprocess.PIPE,
    )
    assert parent.stdout
    parent.stdout.readline()
    end(parent)
    # The child holds the other end of the pipe of its own output, until it ends.
    assert parent.stdout.read() == b""
    assert not list(tmp_path.rglob("*.nbc"))


@needs_a_compiler
def test_a_process_that_has_compiled_ends_with_exit_status_0(tmp_path: Path) -> None:
    """Its input is still open then; what it has compiled is in the folder."""
    child = subprocess.Popen(
        command("stop/safe"),
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent), "NUMBA_CACHE_DIR": str(tmp_path)},
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        assert child.wait(120) == 0
        assert child.stderr
        assert b"Fatal" not in child.stderr.read()
    finally:
        child.kill()
        child.communicate()
    assert list(tmp_path.rglob("*safe*.nbc"))
