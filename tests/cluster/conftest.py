"""Real schedulers and workers of Dask on the loopback address, and experiments that last a moment.

Every process is killed at the end of the test or module that started it, whatever happens.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

import quacks_sim
from quacks_sim.experiment import Experiment, prepare_experiment
from quacks_sim.experiment import plan as plan_module
from quacks_sim.experiment import run as run_module

ROOT = Path(quacks_sim.__file__).resolve().parent.parent

#: A machine under load takes its time; nobody waits so long on a quiet one.
PATIENCE = 90.0

SHARD = {"summary": 12_000, "games": 3_000, "rounds": 1_200}

EXPERIMENT = """question = "When should one stop?"
tables = [["yardstick", "safe"]]
games = {games}
seed = 5
level = "{level}"
cards = "none"

[vary]
"stop.max_risk" = [0.1, 0.3]
"""


def make(games: int = 9_000, level: str = "games", **changes: Any) -> Experiment:
    """Return an experiment of two cells."""
    content: dict[str, Any] = {
        "question": "When should one stop?",
        "tables": [["yardstick", "safe"]],
        "vary": {"stop.max_risk": [0.1, 0.3]},
        "games": games,
        "seed": 5,
        "level": level,
        "cards": "none",  # one entry less to compile
    }
    return Experiment.from_dict({**content, **changes})


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all files of a dataset, its manifest with them."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def wait_until(holds: Callable[[], Any], what: str) -> None:
    """Wait until something holds, but not for ever."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        time.sleep(0.1)


@contextmanager
def process_of(*command: object, log: Path) -> "Iterator[subprocess.Popen[bytes]]":
    """Run a command; it is killed at the end, if it has not come to its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with open(log, "wb") as file:
        process = subprocess.Popen(
            [sys.executable, *map(str, command)],
            cwd=log.parent,
            env=environment,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait(PATIENCE)


class Cluster:
    """A scheduler on a free port of the loopback address, and workers as they are wanted."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        self._started = 0
        file = folder / "scheduler.json"
        self.scheduler = self._start(
            "distributed.cli.dask_scheduler",
            *("--host", "127.0.0.1", "--port", 0, "--dashboard-address", "127.0.0.1:0"),
            *("--scheduler-file", file),
        )
        wait_until(lambda: file.is_file() and file.stat().st_size, "a scheduler")
        self.address = str(json.loads(file.read_text(encoding="utf-8"))["address"])
        assert self.address.startswith("tcp://127.0.0.1:")
        self.client = stack.enter_context(
            Client(self.address, timeout=PATIENCE, set_as_default=False)
        )

    def _start(self, module: str, *arguments: object) -> "subprocess.Popen[bytes]":
        self._started += 1
        log = self._folder / f"{self._started}.log"
        return self._stack.enter_context(process_of("-m", module, *arguments, log=log))

    def add_worker(self, *arguments: object) -> "subprocess.Popen[bytes]":
        """Start a worker of one thread, and return its process when the scheduler knows it."""
        name = f"worker-{self._started}"
        process = self._start(
            "distributed.cli.dask_worker",
            self.address,
            *("--host", "127.0.0.1", "--no-nanny", "--nthreads", 1, "--memory-limit", 0),
            *("--death-timeout", 60),  # should the tests be killed before they can clean up
            *(
                "--dashboard-address",
                "127.0.0.1:0",
                "--name",
                name,
                "--local-directory",
                self._folder / name,
            ),
            *arguments,
        )
        wait_until(lambda: name in self.names() or process.poll() is not None, name)
        assert process.poll() is None, f"{name} has ended"
        return process

    def names(self) -> set[str]:
        """Return the names of the workers that the scheduler knows."""
        workers = self.client.run_on_scheduler(
            lambda dask_scheduler: [str(each.name) for each in dask_scheduler.workers.values()]
        )
        return set(workers)

    def running(self) -> int:
        """Return how many tasks the workers are at."""
        counts = self.client.run(lambda dask_worker: dask_worker.state.executing_count)
        return sum(counts.values())


@contextmanager
def cluster_in(folder: Path) -> Iterator[Cluster]:
    """Start a scheduler; everything ends with the context."""
    with ExitStack() as stack:
        yield Cluster(folder, stack)


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler without workers, for one test."""
    with cluster_in(tmp_path_factory.mktemp("cluster")) as found:
        yield found


@pytest.fixture(scope="session")
def shared_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler with two workers, for tests that leave them as they are."""
    with cluster_in(tmp_path_factory.mktemp("shared")) as found:
        found.add_worker()
        found.add_worker()
        yield found


@pytest.fixture(autouse=True, scope="session")
def _warm_kernel() -> None:
    """Compile once, so that every process finds it in the cache."""
    prepare_experiment(make())


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan_module, "GAMES_PER_SHARD", SHARD)
    monkeypatch.setattr(run_module, "GAMES_PER_BLOCK", 600)
