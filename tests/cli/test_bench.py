"""``quacks bench``."""

import json
import runpy
from pathlib import Path

import pytest

from quacks_sim import benchmark
from tests.cli.conftest import ROOT, Quacks


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    speeds = benchmark.speed_measurements(brews=1000, games=600, folder=tmp_path / "rows")
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
        assert len(each["seconds"]) == len(each["cpu_seconds"]) == 3
        assert each["median_rate"] == pytest.approx(each["size"] / sorted(each["seconds"])[1])
    assert {"processor", "cores", "system", "load"} == document["machine"].keys()
    assert {"python", "numpy", "numba", "quacks_sim"} <= document["versions"].keys()


@pytest.mark.usefixtures("small")
def test_a_person_is_shown_medians(quacks: Quacks) -> None:
    done = quacks("bench", "--quick")
    assert "yardstick on four seats, no cards" in done.out
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


@pytest.mark.usefixtures("small")
def test_the_script_writes_a_file_and_overwrites_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = ROOT / "benchmarks" / "run.py"
    target = tmp_path / "new" / "speed.json"
    main = runpy.run_path(str(script))["main"]
    monkeypatch.setattr("sys.argv", ["run.py", str(target), "--quick"])
    assert main() == 0
    written = target.read_text()
    assert json.loads(written)["command"] == "bench"
    assert main() == 2
    assert target.read_text() == written
