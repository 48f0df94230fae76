"""A small experiment of many small files, played in processes that can be killed.

The helper process loads everything once and forks for each run, so that a run costs no start.
"""

import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from quacks_sim.experiment import Experiment, run_experiment
from quacks_sim.experiment import files as files_module
from quacks_sim.experiment import plan as plan_module
from quacks_sim.experiment import run as run_module

GAMES = 240
ROOT = Path(__file__).parents[2]


def experiment(**changes: Any) -> Experiment:
    """Return two cells of 240 games each, in shards of 24 games."""
    content: dict[str, Any] = {
        "question": "When should one stop?",
        "tables": [["yardstick", "safe"]],
        "vary": {"stop.max_risk": [0.1, 0.3]},
        "games": GAMES,
        "seed": 5,
        "level": "rounds",
    }
    return Experiment.from_dict({**content, **changes})


def make_small(seconds_between_manifests: float) -> None:
    """Cut runs of this process into small shards and blocks."""
    plan_module.GAMES_PER_SHARD = {"summary": 48, "games": 24, "rounds": 24}
    run_module.GAMES_PER_BLOCK = 12
    run_module.SECONDS_BETWEEN_MANIFESTS = seconds_between_manifests


def play(folder: Path, threads: int = 2, **more: Any) -> None:
    """Play the experiment, a little slower than it could be."""
    run_experiment(
        experiment(),
        folder,
        threads=threads,
        progress=lambda done, wanted: time.sleep(0.002),
        **more,
    )


def killed_at_step(step: int) -> None:
    """Have this process killed at the n-th step of writing: a half file, a rename, and after it."""
    left = [step]
    replace = os.replace

    def count() -> None:
        left[0] -= 1
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def counted(source: Any, target: Any) -> None:
        count()
        replace(source, target)
        count()

    files_module.os.replace = counted  # type: ignore[assignment]
    plain = Path.open

    def opened(self: Path, mode: str = "r", *arguments: Any, **more: Any) -> Any:
        file = plain(self, mode, *arguments, **more)
        if mode == "wb":
            file.write(b"PAR1 half of a file")
            file.flush()
            count()
            file.seek(0)
            file.truncate()
        return file

    Path.open = opened  # type: ignore[assignment, method-assign]


def in_child(work: Callable[[], None], kill_after: float | None = None) -> int:
    """Run work in a forked process, kill it after some seconds, and return how it ended.

    Returns
    -------
    int
        As the return code of a subprocess: 0, or minus the signal.
    """
    child = os.fork()
    if not child:
        code = 1
        try:
            work()
            code = 0
        except BaseException:
            traceback.print_exc()
            raise
        finally:
            os._exit(code)
    if kill_after is not None:
        time.sleep(kill_after)
        os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def helper(name: str, *arguments: object, **more: Any) -> str:
    """Run a function of a module of these tests in a process of its own, return what it prints."""
    module, _, function = name.rpartition(".")
    code = f"import sys; from {module} import {function}; {function}(*sys.argv[1:])"
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        **more,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
