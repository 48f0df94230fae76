"""``quacks bench``."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from quacks_sim import benchmark
from tests.cli.conftest import ROOT, Quacks, environment


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    speeds = benchmark.speed_measurements(brews=1000, games=600)
    monkeypatch.setattr(benchmark, "speed_measurements", lambda **_: speeds)
    starts = benchmark.start_measurements()[:2]
    monkeypatch.setattr(benchmark, "start_measurements", lambda: starts)


@pytest.mark.usefixtures("small")
def test_the_document_has_every_repeat(quacks: Quacks) -> None:
    done = quacks("bench", "--quick", "--json")
    assert (done.code, done.err) == (0, "")
    document = done.document
    assert (document["command"], document["schema"], document["quick"]) == ("bench", 1, True)
    units = {each["unit"] for each in document["speeds"]}
    assert units == {"brews", "games"}
    for each in document["speeds"]:
        assert len(each["seconds"]) == 3
        assert each["median_rate"] == pytest.approx(each["size"] / sorted(each["seconds"])[1])
    assert {"processor", "cores", "system", "load"} == document["machine"].keys()
    assert {"python", "numpy", "numba", "quacks_sim"} <= document["versions"].keys()


@pytest.mark.usefixtures("small")
def test_a_person_is_shown_medians(quacks: Quacks) -> None:
    done = quacks("bench", "--quick")
    assert "yardstick on four seats" in done.out
    assert "games/s" in done.out
    assert "import quacks_sim" in done.out


def test_repeats_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    measurements = [
        benchmark.Measurement(name, lambda name=name: order.append(name), 1, "games")
        for name in "ab"
    ]
    monkeypatch.setattr(benchmark, "speed_measurements", lambda **_: measurements)
    monkeypatch.setattr(benchmark, "start_measurements", list)
    told: list[tuple[int, int]] = []
    benchmark.run(quick=True, progress=lambda done, wanted: told.append((done, wanted)))
    assert order == ["a", "b"] * 4  # the first ones only warm up
    assert told[-1] == (6, 6)


def test_the_script_writes_a_file_and_overwrites_none(tmp_path: Path) -> None:
    script = ROOT / "benchmarks" / "run.py"
    if not script.is_file():
        pytest.skip("not in the source tree")
    target = tmp_path / "new" / "speed.json"
    line = [sys.executable, str(script), str(target), "--quick"]
    first = subprocess.run(line, env=environment(), capture_output=True, text=True)
    assert first.returncode == 0, first.stderr
    assert json.loads(target.read_text())["command"] == "bench"
    assert subprocess.run(line, env=environment(), capture_output=True).returncode == 2
