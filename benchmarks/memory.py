"""Measure the memory of long runs: ``python benchmarks/memory.py [--quick]``.

Each run is a process of its own, because the peak of a process never falls. The peak must not grow
with the number of games, whatever is kept of them.
"""

import argparse
import subprocess
import sys

#: What is run: words, level, games, and the fewer games of a quick look.
RUNS = (
    ("one block", "summary", 6_000, 6_000),
    ("sums only", "summary", 10_000_000, 300_000),
    ("rows of games", "games", 100_000, 60_000),
    ("rows of games", "games", 400_000, 240_000),
    ("rows of rounds", "rounds", 100_000, 24_000),
    ("rows of rounds", "rounds", 400_000, 96_000),
)

_CODE = """
import re, resource, sys, tempfile
from pathlib import Path
from quacks_sim.benchmark import yardstick_match
from quacks_sim.experiment import record_match
level, games, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with tempfile.TemporaryDirectory() as folder:
    record_match(yardstick_match(1), games, folder, level=level, threads=threads)
status = Path("/proc/self/status")
if status.exists():  # on Linux ru_maxrss is at least what the parent process had
    print(1024 * int(re.search(r"VmHWM:\\s*(\\d+)", status.read_text())[1]))
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(peak * (1 if sys.platform == "darwin" else 1024))
"""


def peak(level: str, games: int, threads: int = 2) -> int:
    """Return the peak memory in bytes of a process that plays so many games of yardsticks."""
    command = [sys.executable, "-c", _CODE, level, str(games), str(threads)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer games")
    quick = parser.parse_args().quick
    print(f"{'kept':16} {'games':>12} {'peak':>10}")
    for words, level, many, few in RUNS:
        games = few if quick else many
        print(f"{words:16} {games:12,} {peak(level, games) / 1e6:7,.0f} MB", flush=True)


if __name__ == "__main__":
    main()
