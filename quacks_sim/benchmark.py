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

from quacks_sim.blocks import GAMES_PER_BLOCK, in_order, pieces, usable_cores
from quacks_sim.match import Match, make_match
from quacks_sim.results import SCHEMA, versions
from quacks_sim.simulate import Progress, brew

BREW_STOP = "bust_risk:0.2"
YARDSTICK = "yardstick"
#: Speeds are compared with those of programs, and of versions of this one, that know no cards.
CARDS = "none"
SEED = 1

_COMPILE = (
    "import time; begun = time.perf_counter()\n"
    "from quacks_sim.kernel import entries\n"
    "from quacks_sim.match import make_match\n"
    f"make_match([{YARDSTICK!r}] * 4, cards={CARDS!r}).prepare(); entries.brew_block()\n"
    "print(time.perf_counter() - begun)"
)
_FIRST_GAME = (
    "from quacks_sim.simulate import play\n"
    f"play({YARDSTICK!r}, {YARDSTICK!r}, games=2, cards={CARDS!r})"
)
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
    seconds : list of float
        The time of each repeat.
    """

    name: str
    work: Callable[[], object]
    size: int = 0
    unit: str = ""
    threads: int = 1
    seconds: list[float] = field(default_factory=list)

    def repeat(self) -> None:
        """Time it once more."""
        begun = time.perf_counter()
        self.work()
        self.seconds.append(time.perf_counter() - begun)

    def to_dict(self) -> dict[str, Any]:
        """Return the measurement as the JSON output has it."""
        document: dict[str, Any] = {"name": self.name, "seconds": self.seconds}
        if not self.size:
            return document | {"median": statistics.median(self.seconds)}
        rate = self.size / statistics.median(self.seconds)
        return document | {
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
    speeds = speed_measurements(
        brews=1_000_000 if quick else 5_000_000, games=18_000 if quick else 60_000
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


def speed_measurements(*, brews: int, games: int) -> list[Measurement]:
    """Return what has a speed: brews and games, on one thread and on two, and with rows kept."""
    match = make_match([YARDSTICK] * 4, cards=CARDS, seed=SEED)
    several = sorted({1, min(2, usable_cores())})
    found = [
        Measurement(
            f"brew: starting bag, {BREW_STOP}", _brews(brews, threads), brews, "brews", threads
        )
        for threads in several
    ]
    found += [
        Measurement(
            f"play: {YARDSTICK} on four seats, no cards",
            _games(match, games, threads, "summary"),
            games,
            "games",
            threads,
        )
        for threads in several
    ]
    found += [
        Measurement(
            f"play, keeping rows of {level}", _games(match, games, 1, level), games, "games", 1
        )
        for level in ("games", "rounds")
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
    """Return the seconds it takes to compile game, brew and yardstick without a cache."""
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


def _games(match: Match, games: int, threads: int, level: str) -> Callable[[], object]:
    def work() -> None:
        match.prepare()
        bounds = pieces(0, games, GAMES_PER_BLOCK)
        for _ in in_order(lambda first, last: match.block(first, last, level), bounds, threads):
            pass

    return work


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
