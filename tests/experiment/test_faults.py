"""What a killed process leaves behind, and how much memory a long run takes."""

import signal
import subprocess
import sys
import textwrap
import time
import tracemalloc
from pathlib import Path

import pyarrow.parquet as pq

from quacks_sim.experiment import load, run_experiment
from quacks_sim.own_files import temporary_beside
from tests.experiment.conftest import content_of, make

SLOW_RUN = textwrap.dedent(
    """
    import sys, time
    from quacks_sim.experiment import plan, run
    from tests.experiment.conftest import SHARD, make

    plan.GAMES_PER_SHARD = SHARD
    run.GAMES_PER_BLOCK = 24
    run.SECONDS_BETWEEN_MANIFESTS = 0.0
    run.run_experiment(
        make(), sys.argv[1], threads=2, progress=lambda done, wanted: time.sleep(0.05)
    )
    """
)


def test_a_killed_run_leaves_no_half_file_and_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "data"
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW_RUN, str(out)], cwd=Path(__file__).parents[2]
    )
    try:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and process.poll() is None:
            if len(list(out.glob("games/*.parquet"))) >= 3:
                break
            time.sleep(0.005)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == -signal.SIGKILL
    for path in out.glob("games/*.parquet"):
        pq.read_table(path)
    kept = len(load(out).manifest["shards"])
    assert kept >= 1
    # As if it had been killed in the middle of a file.
    shard = out / "games" / "cell-00001-game-000000000240.parquet"
    temporary_beside(shard).write_bytes(b"PAR1 half")
    dataset = run_experiment(make(), out)
    assert dataset.complete
    assert 0 < dataset.played < 600
    run_experiment(make(), tmp_path / "whole")
    assert content_of(out) == content_of(tmp_path / "whole")


def peak_of(games: int, out: Path) -> int:
    tracemalloc.start()
    try:
        run_experiment(make(level="rounds", vary={}, games=games), out, threads=2)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_games(tmp_path: Path) -> None:
    peak_of(60, tmp_path / "warm")
    few, many = peak_of(600, tmp_path / "few"), peak_of(6_000, tmp_path / "many")
    # Rows of 5,400 more games would be 5 MB; an entry of the manifest for each shard is less.
    assert many - few < 1_000_000, f"{few} bytes, then {many}"
