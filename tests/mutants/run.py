"""Running mutants: each one in a copy of the package and a process of its own."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.brewing import BREWING
from tests.mutants.cards import CARDS
from tests.mutants.mutant import Mutant, apply, copy_package
from tests.mutants.table import TABLE
from tests.mutants.variants import VARIANTS

MUTANTS = (*BREWING, *TABLE, *CARDS, *VARIANTS)

SEED = 1
GAMES = 400
SECONDS = 240


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant (or, without one, of the kernel as it is)."""

    mutant: Mutant | None
    caught: bool
    by: str
    message: str


def run(mutant: Mutant | None, games: int = GAMES) -> Verdict:
    """Let the checks look at a mutant, or at the unchanged kernel if there is none."""
    with tempfile.TemporaryDirectory(prefix="mutant_") as name:
        folder = Path(name)
        copy_package(folder)
        if mutant is not None:
            apply(mutant, folder)
            if mutant.tests:
                return _by_tests(mutant, folder)
        return _by_referee(mutant, folder, games)


def run_all(mutants: Sequence[Mutant | None], processes: int = 2) -> Iterator[Verdict]:
    """Yield the verdicts on some mutants, in their order."""
    with ThreadPoolExecutor(processes) as pool:
        yield from pool.map(run, mutants)


def _environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return {**kept, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(folder), "COLUMNS": "100"}


def _by_referee(mutant: Mutant | None, folder: Path, games: int) -> Verdict:
    program = Path(__file__).with_name("play.py")
    command = [sys.executable, str(program), str(SEED), "0", str(games)]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=_environment(folder),
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return Verdict(mutant, True, "time", f"no end within {SECONDS} seconds")
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1]
        return Verdict(mutant, mutant is not None, "crash", last)
    found = json.loads(done.stdout)
    if found["game"] is None:
        return Verdict(mutant, False, "nobody", f"{found['games']} games without a disagreement")
    return Verdict(mutant, True, f"{found['rule']}, game {found['game']}", found["message"])


def _by_tests(mutant: Mutant, folder: Path) -> Verdict:
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *mutant.tests.split()],
        cwd=folder,
        env=_environment(folder),
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    if done.returncode == 1 and failed:
        test = failed[0].partition("::")[2].partition(" - ")[0]
        return Verdict(mutant, True, "test", test)
    return Verdict(mutant, False, "nobody", (done.stdout or done.stderr).strip()[-200:])
