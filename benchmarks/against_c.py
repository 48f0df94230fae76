"""Measure the program against the same game in C: ``python benchmarks/against_c.py [FILE.json]``.

Builds the two yardsticks in C, lets the program and them take turns at the same games and brews,
and prints how many times as fast the program is, with 95 % intervals; also what a second thread and
rows on the disk do. ``make bench`` runs it. The compiler is ``cc``, or what the variable ``CC``
names.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from quacks_sim import benchmark
from quacks_sim.benchmark import SEED, Measurement
from quacks_sim.errors import InputError
from quacks_sim.results import versions

SOURCES = Path(__file__).with_name("yardstick")

#: The game as one would write it first, and as fast as we could.
PROGRAMS = ("plain", "tuned")

FLAGS = ("-O3", "-march=native", "-std=c11")

RESAMPLES = 4000


def compiler() -> str:
    """Return the C compiler.

    Raises
    ------
    InputError
        If there is none.
    """
    wanted = os.environ.get("CC", "cc")
    found = shutil.which(wanted)
    if found is None:
        raise InputError(
            f"there is no C compiler {wanted!r}, so nothing to compare with",
            "install one, or name it: CC=clang make bench (quacks bench needs none)",
        )
    return found


def build(name: str, folder: Path) -> Path:
    """Compile a yardstick into a folder and return the program.

    Raises
    ------
    InputError
        If there is no compiler, or it fails.
    """
    program = folder / name
    command = [compiler(), *FLAGS, "-o", str(program), str(SOURCES / f"{name}.c")]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        reason = (done.stderr.strip() or "no reason given").partition("\n")[0]
        raise InputError(f"the C compiler failed: {reason}", "try another one, e.g. CC=gcc")
    return program


def run_c(program: Path, what: str, count: int, seed: int = SEED) -> dict[str, Any]:
    """Let the yardstick in C play and return what it prints."""
    command = [str(program), what, str(seed), str(count)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    document: dict[str, Any] = json.loads(done.stdout)
    return document


@dataclass
class InC(Measurement):
    """A measurement of the C program, which takes its own time: starting it does not count."""

    program: Path = field(default_factory=Path)
    what: str = ""

    def repeat(self) -> None:
        """Time it once more."""
        document = run_c(self.program, self.what, self.size)
        self.seconds.append(document["seconds"])
        self.cpu_seconds.append(document["cpu_seconds"])


def measurements(folder: Path, *, brews: int, games: int) -> dict[str, Measurement]:
    """Return what takes turns, by short names."""
    programs = {name: build(name, folder) for name in PROGRAMS}
    own = {
        each.key: each
        for each in benchmark.speed_measurements(brews=brews, games=games, folder=folder)
    }

    def in_c(name: str, what: str, words: str, size: int) -> InC:
        program = programs[name]
        work: Callable[[], object] = lambda: run_c(program, what, size)  # noqa: E731
        return InC(f"{words} in {name} C", work, size, f"{what}s", program=program, what=what)

    return own | {
        f"{what}_{name}": in_c(name, what, words, size)
        for what, words, size in (
            ("brew", "the same brew", brews),
            ("game", "the same games", games),
        )
        for name in PROGRAMS
    }


#: What is compared: a name, the measurement, the one it is compared with, and by which seconds.
COMPARED = (
    ("whole games, program / plain C", "play_1", "game_plain", "seconds"),
    ("whole games, program / plain C, processor time", "play_1", "game_plain", "cpu_seconds"),
    ("whole games, program / tuned C", "play_1", "game_tuned", "seconds"),
    ("whole games, program / tuned C, processor time", "play_1", "game_tuned", "cpu_seconds"),
    ("brews, program / plain C", "brew_1", "brew_plain", "seconds"),
    ("brews, program / plain C, processor time", "brew_1", "brew_plain", "cpu_seconds"),
    ("brews, program / tuned C", "brew_1", "brew_tuned", "seconds"),
    ("brews, program / tuned C, processor time", "brew_1", "brew_tuned", "cpu_seconds"),
    ("whole games, two threads / one", "play_2", "play_1", "seconds"),
    ("brews, two threads / one", "brew_2", "brew_1", "seconds"),
    *(
        (f"{rows} / only sums{words}", one, "summary_parquet", kind)
        for rows, one in (
            ("rows of games", "games_parquet"),
            ("rows of rounds", "rounds_parquet"),
            ("rows of rounds as Arrow", "rounds_arrow"),
        )
        for words, kind in (("", "seconds"), (", processor time", "cpu_seconds"))
    ),
)


def compare(measured: dict[str, Measurement]) -> list[dict[str, Any]]:
    """Return the ratios of speeds: the median over turns and a 95 % bootstrap interval."""
    chance = np.random.default_rng(SEED)
    found = []
    for name, one, other, kind in COMPARED:
        if not {one, other} <= measured.keys():
            continue
        fast, slow = measured[one], measured[other]
        rate = fast.size / np.array(getattr(fast, kind))
        ratios = rate / (slow.size / np.array(getattr(slow, kind)))
        again = chance.choice(ratios, (RESAMPLES, len(ratios)))
        low, high = np.percentile(np.median(again, axis=1), [2.5, 97.5])
        found.append(
            {
                "name": name,
                "ratio": float(np.median(ratios)),
                "low": float(low),
                "high": float(high),
                "turns": [float(ratio) for ratio in ratios],
            }
        )
    return found


def measure(*, quick: bool) -> dict[str, Any]:
    """Build, take turns, and return the document that is printed and written."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measured = measurements(
            folder,
            brews=1_000_000 if quick else 5_000_000,
            games=12_000 if quick else 60_000,
        )
        turns = 5 if quick else 9
        for each in measured.values():  # compiles, and fills the caches of the processor
            each.work()
        for turn in range(turns):
            print(f"turn {turn + 1} of {turns}", file=sys.stderr)
            for each in measured.values():
                each.repeat()
    return {
        "command": "against_c",
        "quick": quick,
        "speeds": [each.to_dict() for each in measured.values()],
        "ratios": compare(measured),
        "compiler": _first_line([compiler(), "--version"]),
        "flags": " ".join(FLAGS),
        "machine": benchmark.machine(),
        "versions": versions(),
    }


def report(document: dict[str, Any]) -> str:
    """Return the document as text."""
    lines = [f"{'what':48} {'a second':>12}  {'of processor time':>18}"]
    for each in document["speeds"]:
        threads = f", {each['threads']} threads" if each["threads"] > 1 else ""
        cpu = each["size"] / float(np.median(each["cpu_seconds"]))
        lines.append(f"{each['name'] + threads:48} {each['median_rate']:12,.0f}  {cpu:18,.0f}")
    lines += ["", f"{'times as fast':48} {'median':>12}  95 % interval"]
    for each in document["ratios"]:
        lines.append(
            f"{each['name']:48} {each['ratio']:12.2f}  {each['low']:.2f} – {each['high']:.2f}"
        )
    machine = document["machine"]
    lines += [
        "",
        f"{machine['processor']} · {machine['cores']} usable cores · load {machine['load']}",
        f"{document['compiler']}, {document['flags']}",
    ]
    return "\n".join(lines)


def _first_line(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True).stdout.partition("\n")[0]


def main() -> int:
    """Measure, print, write if a file is named, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, nargs="?", help="where to write every turn as JSON")
    parser.add_argument("--quick", action="store_true", help="fewer turns of less")
    options = parser.parse_args()
    try:
        document = measure(quick=options.quick)
    except InputError as error:
        print(f"error: {error.cause}\n  {error.cure}", file=sys.stderr)
        return 2
    print(report(document))
    if options.file is not None:
        options.file.parent.mkdir(parents=True, exist_ok=True)
        options.file.write_text(json.dumps(document, indent=1, allow_nan=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
