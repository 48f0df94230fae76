"""Measure a cluster of this machine against threads: ``python benchmarks/cluster.py FILE.json``.

The same experiment is played by threads of one process and by worker processes, of which each has
one thread. Both take turns, so that a machine that is busy for a while hits both. What counts is
the ratio of their speeds; the start of the cluster is measured apart.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from distributed import Client, LocalCluster

from quacks_sim.experiment import Experiment, prepare_experiment, run_experiment
from quacks_sim.results import versions

GAMES = {"summary": 1_200_000, "games": 960_000, "rounds": 240_000}


def experiment_of(level: str, games: int) -> Experiment:
    """Return an experiment of one cell, with four seats."""
    return Experiment.from_dict(
        {"question": "How fast?", "tables": [["yardstick"] * 4], "games": games, "level": level}
        | {"seed": 1, "cards": "none"}
    )


def seconds_of(experiment: Experiment, **how: Any) -> float:
    """Play an experiment into a folder of its own; return how long it took."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        run_experiment(experiment, folder, **how)
        return time.perf_counter() - begun


def measure(workers: int, repeats: int, share: float) -> dict[str, Any]:
    """Return the seconds of each repeat on so many threads and on so many workers."""
    begun = time.perf_counter()
    with (
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            memory_limit=0,
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        started = time.perf_counter() - begun
        first = seconds_of(experiment_of("summary", 6_000 * workers), scheduler=client)
        found: dict[str, Any] = {"start": started, "first_orders": first, "levels": {}}
        for level, games in GAMES.items():
            experiment = experiment_of(level, int(games * share) // 6_000 * 6_000)
            ways = {"threads": {"threads": workers}, "workers": {"scheduler": client}}
            seconds: dict[str, list[float]] = {way: [] for way in ways}
            for _ in range(repeats):
                for way, how in ways.items():
                    seconds[way].append(seconds_of(experiment, **how))
            ratios = [a / b for a, b in zip(seconds["threads"], seconds["workers"], strict=True)]
            found["levels"][level] = {
                "games": experiment.games,
                "seconds": seconds,
                "ratio": statistics.median(ratios),
            }
            print(f"{workers} workers, {level}: {statistics.median(ratios):.2f}", file=sys.stderr)
    return found


def main() -> int:
    """Measure, write, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="where to write the result")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--share", type=float, default=1.0, help="of the games; 0.2 for a look")
    options = parser.parse_args()
    prepare_experiment(experiment_of("summary", 1))
    document = {
        "machine": {"cores": os.cpu_count(), "load": os.getloadavg()[0]},
        "versions": versions(),
        "workers": {
            str(count): measure(count, options.repeats, options.share) for count in options.workers
        },
    }
    document["machine"]["load_after"] = os.getloadavg()[0]
    options.file.parent.mkdir(parents=True, exist_ok=True)
    options.file.write_text(json.dumps(document, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
