"""Two runs, searches or trainings cannot write the same, and a killed one leaves no lock."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import Quacks, environment
from tests.faults.conftest import SMALL, content_of

#: A command that waits for ever before its first game, after it has taken its place.
HOLDER = """
import functools, importlib, sys, time
from quacks_sim.cli.main import main

def wait(*arguments, **more):
    print("begun", flush=True)
    time.sleep(600)

module, path = sys.argv[1].split(":")
*inside, name = path.split(".")
owner = functools.reduce(getattr, inside, importlib.import_module(module))
setattr(owner, name, wait)
main(sys.argv[2:])
"""


@contextmanager
def held(place: str, *arguments: object) -> Iterator[None]:
    """Let a command wait where it calls a function; at the end it is killed."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, place, *map(str, arguments)],
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout
        assert holder.stdout.readline() == "begun\n"
        yield
    finally:
        holder.kill()
        holder.communicate()


def test_the_second_run_is_refused_until_the_first_is_killed(
    quacks: Quacks, tmp_path: Path
) -> None:
    with held("quacks_sim.experiment.run:_Run.play", *SMALL, "--out", "data"):
        before = content_of(tmp_path / "data")
        for more in ((), ("--overwrite",)):
            done = quacks(*SMALL, "--out", "data", *more)
            assert done.code == 2
            cause, cure = done.err.splitlines()
            assert cause == "error: another run is writing into data"
            assert cure == "  wait for it, or name another folder"
        assert content_of(tmp_path / "data") == before
    assert quacks(*SMALL, "--out", "data").code == 0


SEARCH = ("tune", "pushing", "--vary", "stop", "--against", "safe", "--games", 100)
SEARCH = (*SEARCH, "--generations", 1, "--seed", 5, "-o", "mine.toml")
TRAINING = ("train", "champion", "--players", 2, "--games", 100, "--iterations", 1)
TRAINING = (*TRAINING, "-o", "mine.values.csv")


@pytest.mark.parametrize(
    ("place", "command", "what"),
    [
        ("quacks_sim.training.tuning:_search", SEARCH, "search"),
        ("quacks_sim.training.train:iterate", TRAINING, "training"),
    ],
)
def test_the_second_of_its_kind_is_refused_until_the_first_is_killed(
    quacks: Quacks, tmp_path: Path, place: str, command: tuple[object, ...], what: str
) -> None:
    with held(place, *command):
        for more in ((), ("--overwrite",)):
            done = quacks(*command, *more)
            assert done.code == 2
            cause, cure = done.err.splitlines()
            assert cause == f"error: another {what} is writing {command[-1]}"
            assert cure == "  wait for it, or name another file with -o"
    assert quacks(*command).code == 0
    assert not list(tmp_path.glob(".*"))
