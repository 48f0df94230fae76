"""Ctrl-C and SIGTERM end a command soon, keep what is finished, and leave no process behind."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from quacks_sim.experiment import load
from tests.cli.conftest import command, environment

#: Ending takes well under a second; this only allows for a machine that is busy with other things.
SOON = 20.0

EXPERIMENT = """
question = "When should one stop?"
tables = [["yardstick", "safe"]]
games = 100000000
seed = 5
level = "games"
"""


def wait_for(what: Callable[[], object], child: "subprocess.Popen[str]") -> None:
    """Wait until something is so; fail if the process ends before."""
    deadline = time.monotonic() + 240
    while not what():
        assert child.poll() is None, f"ended by itself: {child.communicate()}"
        assert time.monotonic() < deadline, "it did not begin"
        time.sleep(0.05)


def children_of(process: int) -> set[int]:
    """Return the numbers of all processes below a process."""
    parents = {}
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                fields = (path / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has just ended
                continue
            if fields[0] != "Z":
                parents[int(path.name)] = int(fields[1])
    found: set[int] = set()
    while True:
        more = {each for each, parent in parents.items() if parent in {process, *found}} - found
        if not more:
            return found
        found |= more


def is_alive(process: int) -> bool:
    try:
        stat = (Path("/proc") / str(process) / "stat").read_text()
        return stat.rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def all_ended(processes: set[int]) -> bool:
    deadline = time.monotonic() + SOON
    while time.monotonic() < deadline:
        if not any(is_alive(each) for each in processes):
            return True
        time.sleep(0.05)
    return False


@contextmanager
def started(*arguments: object) -> Iterator["subprocess.Popen[str]"]:
    """Start a command as the leader of a group of processes, as a shell does."""
    child = subprocess.Popen(
        command(*arguments),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    below: set[int] = set()
    try:
        yield child
    finally:
        below = children_of(child.pid)
        child.kill()
        child.communicate()
        for each in below:
            if is_alive(each):
                os.kill(each, signal.SIGKILL)


def ended(child: "subprocess.Popen[str]", number: signal.Signals, group: bool = False) -> str:
    """Send a signal and return what is said on stderr; nothing may be left."""
    below = children_of(child.pid)
    begun = time.monotonic()
    if group:
        os.killpg(child.pid, number)
    else:
        child.send_signal(number)
    out, err = child.communicate(timeout=120)
    assert time.monotonic() - begun < SOON
    assert child.returncode == 130, err
    assert out == ""
    assert "Traceback" not in err
    assert all_ended(below)
    return err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_finished_generations_are_kept(number: signal.Signals, tmp_path: Path) -> None:
    record = tmp_path / "mine.tune.json"
    search = ("tune", "pushing", "--vary", "stop", "--against", "safe", "--seed", 5)
    with started(*search, "--games", 400, "--generations", 5000, "-o", "mine.toml") as child:
        wait_for(record.exists, child)
        err = ended(child, number)
    cause, cure = err.splitlines()[-2:]
    assert cause.startswith("error: interrupted after ")
    assert "finished generations are kept" in cause
    assert "same command with --seed 5 goes on" in cure
    assert len(json.loads(record.read_text(encoding="utf-8"))["generations"]) >= 1
    assert [each.name for each in tmp_path.iterdir()] == ["mine.tune.json"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("name", ["run", "play"])
def test_finished_blocks_are_kept(name: str, number: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "e.toml").write_text(EXPERIMENT, encoding="utf-8")
    commands = {
        "run": ("run", "e.toml", "--out", "data"),
        "play": ("play", "yardstick", "safe", "--games", "1e8", "--seed", 5, "--out", "data"),
    }

    def shards() -> int:
        path = tmp_path / "data" / "manifest.json"
        return len(load(path).manifest["shards"]) if path.exists() else 0

    with started(*commands[name]) as child:
        wait_for(lambda: shards() >= 1, child)
        known = shards()
        err = ended(child, number)
    cause, cure = err.splitlines()[-2:]
    assert cause.startswith("error: interrupted after ")
    assert "finished parts are kept in data" in cause
    assert "same command" in cure
    assert not list(tmp_path.rglob("*.tmp"))
    dataset = load(tmp_path / "data")
    assert shards() >= known
    assert dataset.damaged() == []
    assert not dataset.complete


CHECK = ("check", "--games", "1e6", "--seed", 3, "--threads", 2)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_check_takes_its_processes_with_it(number: signal.Signals) -> None:
    with started(*CHECK) as child:
        wait_for(lambda: len(children_of(child.pid)) >= 3, child)  # two, and who cleans up
        # As a terminal does: the whole group is told.
        err = ended(child, number, group=number == signal.SIGINT)
    cause, cure = err.splitlines()[-2:]
    assert cause.startswith("error: interrupted")
    assert "--seed 3 checks the same games" in cure


def test_a_check_that_is_killed_leaves_no_process() -> None:
    with started(*CHECK) as child:
        wait_for(lambda: len(children_of(child.pid)) >= 3, child)
        below = children_of(child.pid)
        child.kill()
        child.communicate()
        assert child.returncode == -signal.SIGKILL
        assert all_ended(below)


def test_a_signal_with_json_is_a_document(tmp_path: Path) -> None:
    play = ("play", "yardstick", "safe", "--games", "1e8", "--out", "data", "--json")
    with started(*play) as child:
        wait_for((tmp_path / "data" / "manifest.json").exists, child)
        child.send_signal(signal.SIGTERM)
        out, _ = child.communicate(timeout=120)
    assert child.returncode == 130
    assert "interrupted" in json.loads(out)["error"]["cause"]
