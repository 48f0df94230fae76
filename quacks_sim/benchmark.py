"""What ``quacks bench`` measures: brewing, playing, compiling and starting."""

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quacks_sim.blocks import usable_cores
from quacks_sim.experiment.run import record_match
from quacks_sim.match import Match, make_match
from quacks_sim.results import SCHEMA, versions
from quacks_sim.simulate import Progress, brew, play_match

BREW_STOP = "bust_risk:0.2"
YARDSTICK = "yardstick"
#: Speeds are compared with those of programs, and of versions of this one, that know no cards.
CARDS = "none"
SEED = 1

#: What a dataset keeps, by level and format.
DATASETS = {
    ("summary", "parquet"): "only sums",
    ("games", "parquet"): "a row a game and seat",
    ("rounds", "parquet"): "a row a round, too",
    ("rounds", "arrow"): "a row a round, too, as Arrow",
}

_COMPILE = (
    "import time; begun = time.perf_counter()\n"
    "from quacks_sim.simulate import play\n"
    f"play(*[{YARDSTICK!r}] * 4, games=4)\n"
    "print(time.perf_counter() - begun)"
)
_FIRST_GAME = f"from quacks_sim.simulate import play\nplay({YARDSTICK!r}, {YARDSTICK!r}, games=2)"
_HELP = "import sys; from quacks_sim.cli.main import main; sys.exit(main(['--help']))"


@dataclass
class Measurement:
    """One thing that is timed again and again.

    Attributes
    ----------
    name : str
    work : callable
        Does it once.
    size : int
        How many units that are; 0 if only the time matters.
    unit : str
    threads : int
    key : str
        A short name.
    seconds, cpu_seconds : list of float
        The time of each repeat, and what the processor spent on it in all threads.
    """

    name: str
    work: Callable[[], object]
    size: int = 0
    unit: str = ""
    threads: int = 1
    key: str = ""
    seconds: list[float] = field(default_factory=list)
    cpu_seconds: list[float] = field(default_factory=list)

    def repeat(self) -> None:
        """Time it once more."""
        begun, begun_cpu = time.perf_counter(), time.process_time()
        self.work()
        self.seconds.append(time.perf_counter() - begun)
        self.cpu_seconds.append(time.process_time() - begun_cpu)

    def to_dict(self) -> dict[str, Any]:
        """Return the measurement as the JSON output has it."""
        document: dict[str, Any] = {"name": self.name, "seconds": self.seconds}
        if not self.size:
            return document | {"median": statistics.median(self.seconds)}
        rate = self.size / statistics.median(self.seconds)
        return document | {
            "cpu_seconds": self.cpu_seconds,
            "size": self.size,
            "unit": self.unit,
            "threads": self.threads,
            "median_rate": rate,
        }


def run(*, quick: bool = False, progress: Progress | None = None) -> dict[str, Any]:
    """Measure everything, and return the document of ``quacks bench --json``.

    Parameters
    ----------
    quick : bool
        Smaller pieces, fewer repeats, and no compiling anew.
    progress : callable, optional
        Called with (measurements done, measurements wanted).
    """
    with tempfile.TemporaryDirectory() as folder:
        return _measured(quick, progress, Path(folder))


def _measured(quick: bool, progress: Progress | None, folder: Path) -> dict[str, Any]:
    speeds = speed_measurements(
        brews=1_000_000 if quick else 5_000_000, games=18_000 if quick else 60_000, folder=folder
    )
    starts = start_measurements()
    repeats = 3 if quick else 5
    wanted = repeats * (len(speeds) + len(starts)) + (0 if quick else 1)
    done = 0
    for each in (*speeds, *starts):  # compiles, and fills the caches of the processor
        each.work()
    # In turns, so that a machine that slows down or is busy for a while hits all alike.
    for _ in range(repeats):
        for each in (*speeds, *starts):
            each.repeat()
            done += 1
            if progress:
                progress(done, wanted)
    times = [each.to_dict() for each in starts]
    if not quick:
        seconds = cold_compile()
        times.append({"name": "compiling anew", "seconds": [seconds], "median": seconds})
        if progress:
            progress(wanted, wanted)
    return {
        "command": "bench",
        "schema": SCHEMA,
        "quick": quick,
        "speeds": [each.to_dict() for each in speeds],
        "times": times,
        "machine": machine(),
        "versions": versions(),
    }


def yardstick_match(seed: int) -> Match:
    """Return the measure of this project: four yardsticks, books of Set 1, no event cards."""
    return make_match([YARDSTICK] * 4, cards=CARDS, seed=seed)


def speed_measurements(*, brews: int, games: int, folder: Path) -> list[Measurement]:
    """Return what has a speed: brews and games, on one thread and on two, and with rows written.

    Parameters
    ----------
    brews, games : int
        How many of each.
    folder : Path
        Where datasets may be written.
    """
    match = yardstick_match(SEED)
    several = sorted({1, min(2, usable_cores())})
    found = [
        Measurement(
            f"brew: starting bag, {BREW_STOP}",
            _brews(brews, threads),
            brews,
            "brews",
            threads,
            f"brew_{threads}",
        )
        for threads in several
    ]
    found += [
        Measurement(
            f"play: {YARDSTICK} on four seats, no cards",
            _games(match, games, threads),
            games,
            "games",
            threads,
            f"play_{threads}",
        )
        for threads in several
    ]
    found += [
        Measurement(
            f"dataset on disk: {kept}",
            _dataset(match, games, folder, level, format),
            games,
            "games",
            key=f"{level}_{format}",
        )
        for (level, format), kept in DATASETS.items()
    ]
    return found


def start_measurements() -> list[Measurement]:
    """Return what a user waits for, each in a process of its own."""
    return [
        Measurement("starting python", lambda: _python("pass")),
        Measurement("import quacks_sim", lambda: _python("import quacks_sim")),
        Measurement("quacks --help", lambda: _python(_HELP)),
        Measurement("first game, compiled before", lambda: _python(_FIRST_GAME)),
    ]


def cold_compile() -> float:
    """Return the seconds of the first match, with event cards, of a fresh installation."""
    with tempfile.TemporaryDirectory() as folder:
        return float(_python(_COMPILE, NUMBA_CACHE_DIR=folder))


def machine() -> dict[str, Any]:
    """Return what machine this is, and how busy it is."""
    return {
        "processor": _processor(),
        "cores": usable_cores(),
        "system": platform.platform(terse=True),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    }


def _brews(count: int, threads: int) -> Callable[[], object]:
    return lambda: brew(stop=BREW_STOP, rounds=count, seed=SEED, threads=threads)


def _games(match: Match, games: int, threads: int) -> Callable[[], object]:
    return lambda: play_match(match, games, threads=threads)


def _dataset(
    match: Match, games: int, folder: Path, level: str, format: str
) -> Callable[[], object]:
    return lambda: record_match(
        match,
        games,
        folder / f"{level}-{format}",
        level=level,
        format=format,
        threads=1,
        overwrite=True,
    )


def _python(code: str, **environment: str) -> str:
    folder = Path(__file__).resolve().parent.parent
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line]
    return names[0] if names else platform.processor() or platform.machine()
