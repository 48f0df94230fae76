"""Measure a cluster of this machine against threads: ``python benchmarks/cluster.py FILE.json``.

The same experiment is played by threads of one process and by worker processes, of which each has
one thread. Both take turns, so that a machine that is busy for a while hits both. What counts is
the ratio of their speeds; on a busy machine that of the processor time says more. The start of
the cluster is measured apart.
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


def seconds_of(experiment: Experiment, client: Client, **how: Any) -> tuple[float, float]:
    """Play an experiment into a new folder; return seconds by the clock and of processors."""
    with tempfile.TemporaryDirectory() as folder:
        begun, spent = time.perf_counter(), processor_seconds(client)
        run_experiment(experiment, folder, **how)
        return time.perf_counter() - begun, processor_seconds(client) - spent


def processor_seconds(client: Client) -> float:
    """Return what this process, with the scheduler in it, and all workers have spent."""
    return time.process_time() + sum(client.run(time.process_time).values())


def ratio(seconds: dict[str, list[tuple[float, float]]], which: int) -> float:
    """Return the median of how much faster workers were than threads in the same turn."""
    turns = zip(seconds["threads"], seconds["workers"], strict=True)
    return statistics.median(threads[which] / workers[which] for threads, workers in turns)


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
        first = seconds_of(experiment_of("summary", 6_000 * workers), client, scheduler=client)
        found: dict[str, Any] = {"start": started, "first_orders": first[0], "levels": {}}
        for level, games in GAMES.items():
            experiment = experiment_of(level, int(games * share) // 6_000 * 6_000)
            ways = {"threads": {"threads": workers}, "workers": {"scheduler": client}}
            seconds: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}
            for _ in range(repeats):
                for way, how in ways.items():
                    seconds[way].append(seconds_of(experiment, client, **how))
            clock, processor = ratio(seconds, 0), ratio(seconds, 1)
            found["levels"][level] = {
                "games": experiment.games,
                "seconds": seconds,
                "ratio": clock,
                "processor_ratio": processor,
            }
            print(
                f"{workers} workers, {level}: {clock:.2f} by the clock,"
                f" {processor:.2f} of processor time",
                file=sys.stderr,
                flush=True,
            )
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
