"""``quacks run`` on a cluster: options, refusals, and Ctrl-C."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from quacks_sim.cli.main import main
from quacks_sim.experiment import load, run_experiment
from tests.cluster.conftest import EXPERIMENT, PATIENCE, ROOT, Cluster, files_of, wait_until


@pytest.fixture
def experiment(tmp_path: Path) -> Path:
    file = tmp_path / "when.toml"
    file.write_text(EXPERIMENT.format(games=9_000, level="games"), encoding="utf-8")
    return file


@pytest.fixture
def long_one(tmp_path: Path) -> Path:
    """Minutes of work, in shards of the size that people have."""
    file = tmp_path / "long.toml"
    file.write_text(EXPERIMENT.format(games=6_000_000, level="rounds"), encoding="utf-8")
    return file


def start(*arguments: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "quacks_sim.cli.main", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def shards_of(out: Path) -> list[object]:
    return load(out).manifest["shards"] if (out / "manifest.json").is_file() else []


def test_a_run_on_a_scheduler(
    tmp_path: Path,
    shared_cluster: Cluster,
    experiment: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "out"
    command = ["run", str(experiment), "--scheduler", shared_cluster.address, "-o", str(out)]
    assert main([*command, "--quiet"]) == 0
    shown = capsys.readouterr()
    assert "When should one stop?" in shown.out
    assert shown.err == ""
    run_experiment(str(experiment), tmp_path / "local")
    assert files_of(out) == files_of(tmp_path / "local")


def test_no_scheduler_is_two_lines(
    tmp_path: Path, experiment: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:  # bound, but nobody listens
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        code = main(["run", str(experiment), "--scheduler", address, "-o", str(tmp_path / "out")])
    cause, cure = capsys.readouterr().err.splitlines()
    assert code == 2
    assert cause.startswith(f"error: no scheduler answers at {address}")
    assert "dask scheduler" in cure
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--scheduler", "nonsense://here"], "no scheduler answers at nonsense://here"),
        (["--scheduler", "tcp://127.0.0.1:1", "--workers", "2"], "either a scheduler or workers"),
        (["--scheduler", "tcp://127.0.0.1:1", "--threads", "2"], "threads says nothing"),
        (["--workers", "0"], "workers is 0"),
    ],
)
def test_wrong_options(
    tmp_path: Path,
    experiment: Path,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    words: str,
) -> None:
    assert main(["run", str(experiment), "-q", "-o", str(tmp_path / "out"), *options]) == 2
    cause, cure = capsys.readouterr().err.splitlines()
    assert words in cause
    assert cure.strip()
    assert not (tmp_path / "out").exists()


def test_without_dask_it_says_what_to_install(
    tmp_path: Path,
    experiment: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    command = ["run", str(experiment), "--scheduler", "tcp://127.0.0.1:1"]
    assert main([*command, "-o", str(tmp_path / "out")]) == 2
    assert "pip install 'quacks-sim[cluster]'" in capsys.readouterr().err


def test_ctrl_c_cancels_what_is_under_way(
    tmp_path: Path, shared_cluster: Cluster, long_one: Path
) -> None:
    out = tmp_path / "out"
    process = start("run", long_one, "--scheduler", shared_cluster.address, "--out", out)
    try:
        wait_until(lambda: shards_of(out), "the first shards")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "interrupted" in err
    assert "finished parts are kept" in err
    assert "Traceback" not in err
    wait_until(lambda: not shared_cluster.running(), "the workers to stop")
    assert shards_of(out)
    assert load(out).damaged() == []


def test_workers_of_this_machine_end_with_ctrl_c(tmp_path: Path, long_one: Path) -> None:
    out = tmp_path / "out"
    process = start("run", long_one, "--workers", 2, "--out", out)
    try:
        wait_until(lambda: shards_of(out), "the first shards")
        children = psutil.Process(process.pid).children(recursive=True)
        assert len(children) >= 2
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        _, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "finished parts are kept" in err
    assert "Traceback" not in err
    _, alive = psutil.wait_procs(children, timeout=PATIENCE)
    assert not alive
    assert load(out).damaged() == []


def test_workers_of_this_machine_end_with_the_run(tmp_path: Path, experiment: Path) -> None:
    out = tmp_path / "out"
    command = ("run", experiment, "--workers", 2, "--out", out, "--quiet", "--json")
    process = start(*command)
    seen: set[psutil.Process] = set()
    deadline = time.monotonic() + PATIENCE
    try:
        while process.poll() is None and time.monotonic() < deadline:
            seen.update(psutil.Process(process.pid).children(recursive=True))
            time.sleep(0.05)
        out_text, err = process.communicate(timeout=1)
    finally:
        process.kill()
    assert (process.returncode, err) == (0, "")
    assert '"games_played": 18000' in out_text
    assert len(seen) >= 2
    _, alive = psutil.wait_procs(seen, timeout=PATIENCE)
    assert not alive
