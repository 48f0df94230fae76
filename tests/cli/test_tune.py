"""``quacks tune``."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from quacks_sim.cli.tune import read_ranges
from quacks_sim.errors import InputError
from quacks_sim.strategy import load_strategy
from tests.cli.conftest import Quacks

TUNE = (
    *("tune", "balanced", "--vary", "stop.max_risk@each=0:0.8", "--against", "safe"),
    *("--games", 48, "--generations", 2, "--candidates", 6, "--verdict-games", 60, "--seed", 1),
)
KEYS = {
    *("command", "schema", "strategy", "against", "objective", "seed", "rotated", "rules", "games"),
    *("saved", "parameters", "verdict", "found", "generations", "elapsed_seconds"),
    *("games_per_second", "versions"),
}


def test_ranges_are_read() -> None:
    texts = ["stop.max_risk=0.05:0.6", "purchase", "flask.value@3=1:3", "stop.shift=-0.1:0.1"]
    assert read_ranges(texts) == {
        "stop.max_risk": (0.05, 0.6),
        "purchase": None,
        "flask.value@3": (1, 3),
        "stop.shift": (-0.1, 0.1),
    }


@pytest.mark.parametrize(
    "texts",
    [
        *(["stop.max_risk=0.1"], ["stop.max_risk="], ["=0:1"], ["a=0:1:2"], ["a=x:1"]),
        *(["a=0:nan"], ["a=0:1e999999"], ["purchase", "purchase"], [""]),
    ],
)
def test_what_is_no_range_is_refused(texts: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        read_ranges(texts)
    assert caught.value.cure


def test_the_document(quacks: Quacks) -> None:
    done = quacks(*TUNE, "--json", "--cards", "3=FB5")
    assert (done.code, done.err) == (0, "")
    document = done.document
    assert document.keys() == KEYS
    assert document["against"] == [["safe"]]
    assert [each["name"] for each in document["parameters"]][:2] == [
        "stop.max_risk@1",
        "stop.max_risk@2",
    ]
    assert len(document["generations"]) == 2
    assert [each["what"] for each in document["verdict"]["judged"]] == [
        "search",
        "held out",
        "held out",
        "start",
    ]
    assert document["found"]["stop"]["max_risk"] == [
        each["found"] for each in document["parameters"]
    ]


def test_the_table_says_start_found_and_verdict(quacks: Quacks) -> None:
    done = quacks(*TUNE, "--verbose")
    assert done.code == 0
    assert re.search(r"stop\.max_risk@1 +0\.6 +0\.\d+ +0 to 0\.8", done.out)
    assert "held out: against cautious" in done.out
    assert "generation  " in done.out
    assert "racing spared" in done.out
    assert "seed 1" in done.out
    assert "the start" in done.out


def test_the_rows_are_the_candidates(quacks: Quacks) -> None:
    done = quacks(*TUNE, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert len(rows) == 2 * 6
    assert {"generation", "place", "gain", "stop.max_risk@9"} <= rows[0].keys()


def test_the_strategy_is_written_and_can_be_played(quacks: Quacks) -> None:
    done = quacks(*TUNE, "--out", "out/mine.toml")
    assert done.code == 0
    assert "strategy: out/mine.toml" in done.err
    assert quacks("play", "out/mine.toml", "safe", "--games", 20).code == 0
    again = quacks(*TUNE, "--out", "out/mine.toml")
    assert again.code == 2
    assert "already there" in again.err
    assert quacks(*TUNE, "--out", "out/mine.toml", "--overwrite", "--quiet").err == ""


def test_the_command_in_the_file_finds_the_same(quacks: Quacks) -> None:
    quacks(*TUNE, "--out", "mine.toml")
    lines = Path("mine.toml").read_text(encoding="utf-8").splitlines()
    (line,) = (each for each in lines if each.startswith("# quacks tune "))
    done = quacks(*line.removeprefix("# quacks ").split(), "--out", "again.toml")
    assert done.code == 0
    assert load_strategy("again.toml").fingerprint == load_strategy("mine.toml").fingerprint
    assert Path("again.toml").read_text(encoding="utf-8").splitlines() == lines


def test_an_interrupted_search_takes_its_seed_from_the_record(quacks: Quacks) -> None:
    without_seed = TUNE[:-2]
    quacks(*without_seed, "--out", "mine.toml", "--quiet")
    first = Path("mine.toml").read_bytes()
    record = json.loads(Path("mine.tune.json").read_text(encoding="utf-8"))
    record["generations"].pop()
    Path("mine.tune.json").write_text(json.dumps(record), encoding="utf-8")
    Path("mine.toml").unlink()
    assert quacks(*without_seed, "--out", "mine.toml").code == 0
    assert Path("mine.toml").read_bytes() == first


def test_nobody_need_be_held_out(quacks: Quacks) -> None:
    done = quacks(*TUNE, "--holdout", "none", "--json")
    judged = done.document["verdict"]["judged"]
    assert [each["what"] for each in judged] == ["search", "start"]


def test_a_chart_of_the_search(quacks: Quacks, tmp_path: Path) -> None:
    done = quacks(*TUNE, "--chart", "search.svg")
    assert done.code == 0
    assert "chart: search.svg" in done.err
    assert "balanced tuned against safe" in (tmp_path / "search.svg").read_text(encoding="utf-8")
    again = quacks(*TUNE, "--chart", "search.svg")
    assert again.code == 2
    assert again.err.startswith("error: search.svg is already there")


def test_a_chart_that_cannot_be_written_is_found_before_the_search(quacks: Quacks) -> None:
    done = quacks(*TUNE, "--generations", 100_000, "--chart", "search.txt")
    assert done.code == 2
    assert "search.txt" in done.err.splitlines()[0]
