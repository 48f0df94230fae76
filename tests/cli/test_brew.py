"""``quacks brew``."""

import csv
import io

import pytest

from tests.cli.conftest import Done, Quacks

KEYS = {
    *("command", "schema", "rounds", "seed", "bag", "policies", "rules"),
    *("explosion_rate", "scoring_space", "coins", "victory_points", "rubies", "chips_drawn"),
    *("space_counts", "elapsed_seconds", "rounds_per_second", "versions"),
}
MORE = {"start"}
ESTIMATE = {"mean", "sd", "standard_error", "ci95"}


def without_time(done: Done) -> dict[str, object]:
    return {
        name: value
        for name, value in done.document.items()
        if name not in ("elapsed_seconds", "rounds_per_second")
    }


def test_the_document_has_the_promised_keys(quacks: Quacks) -> None:
    done = quacks("brew", "--rounds", 2000, "--seed", 5, "--json")
    assert done.code == 0
    assert done.err == ""
    document = done.document
    assert document.keys() == KEYS | MORE
    assert (document["command"], document["schema"]) == ("brew", 1)
    assert (document["rounds"], document["seed"]) == (2000, 5)
    assert document["bag"] == "W1x4 W2x2 W3 O1 G1"
    assert document["policies"] == {
        "stop": "bust_risk:0.25",
        "flask": "never",
        "blue": "furthest_coloured",
        "yellow": "always",
    }
    assert len(document["space_counts"]) == 54
    assert sum(document["space_counts"]) == 2000
    for name in ("explosion_rate", "scoring_space", "coins", "victory_points", "rubies"):
        assert document[name].keys() == ESTIMATE
        low, high = document[name]["ci95"]
        assert low <= document[name]["mean"] <= high


def test_the_seed_decides_and_threads_do_not(quacks: Quacks) -> None:
    first, again, threads, other = (
        quacks("brew", "--rounds", 600_000, "--seed", seed, "--threads", threads, "--json")
        for seed, threads in ((1, 1), (1, 1), (1, 2), (2, 1))
    )
    assert without_time(first) == without_time(again) == without_time(threads)
    assert first.document["space_counts"] != other.document["space_counts"]


def test_seed_0_is_a_seed(quacks: Quacks) -> None:
    first, again = (quacks("brew", "--rounds", 500, "--seed", 0, "--json") for _ in range(2))
    assert first.document["seed"] == 0
    assert without_time(first) == without_time(again)


def test_a_chosen_seed_is_told_and_repeats_the_run(quacks: Quacks) -> None:
    first = quacks("brew", "--rounds", 500, "--json")
    second = quacks("brew", "--rounds", 500, "--json")
    assert first.document["seed"] != second.document["seed"]
    again = quacks("brew", "--rounds", 500, "--seed", first.document["seed"], "--json")
    assert without_time(again) == without_time(first)
    assert " seed " in quacks("brew", "--rounds", 500).out


@pytest.mark.parametrize(
    ("options", "name", "mean"),
    [
        (["--bag", "O1", "--stop", "never"], "chips_drawn", 1),
        (["--bag", "W3x3", "--stop", "never"], "explosion_rate", 1),
        (["--bag", "W3x3", "--stop", "never", "--limit", 9], "explosion_rate", 0),
        (["--bag", "W3x3", "--stop", "never", "--rule", "explosion_limit=9"], "explosion_rate", 0),
        (["--bag", "W1x9", "--stop", "white_sum:4"], "chips_drawn", 4),
        (["--bag", "W1x9", "--stop", "chips:2"], "chips_drawn", 2),
        (["--bag", "W1x9", "--stop", "safe"], "chips_drawn", 7),
        (["--bag", "W1x9", "--stop", "space:6"], "scoring_space", 6),
        (["--bag", "W1x9", "--stop", "space:6", "--start", 4], "chips_drawn", 1),
        (["--bag", "W3 Y1", "--stop", "never"], "chips_drawn", None),
    ],
)
def test_results_that_can_be_computed_by_hand(
    quacks: Quacks, options: list[object], name: str, mean: float | None
) -> None:
    document = quacks("brew", "--rounds", 300, "--seed", 1, "--json", *options).document
    if mean is None:
        assert 1 < document[name]["mean"] < 4
    else:
        assert document[name]["mean"] == mean


def test_a_share_of_none_has_an_interval(quacks: Quacks) -> None:
    rate = quacks("brew", "--rounds", 20, "--seed", 1, "--stop", "safe", "--json").document
    low, high = rate["explosion_rate"]["ci95"]
    assert low == 0
    assert 0.1 < high < 0.2


def test_a_single_brew_has_no_nan(quacks: Quacks) -> None:
    document = quacks("brew", "--rounds", 1, "--seed", 1, "--json").document
    assert document["coins"]["standard_error"] is None
    assert "± ?" in quacks("brew", "--rounds", 1, "--seed", 1).out


def test_a_person_is_shown_everything_that_matters(quacks: Quacks) -> None:
    done = quacks("brew", "--rounds", 10_000, "--seed", 3, "--rule", "explosion_limit=8")
    for words in ("explosions, %", "±", "10,000 brews", "seed 3", "explosion_limit=8", "brews/s"):
        assert words in done.out
    assert "scoring space   of brews" not in done.out
    more = quacks("brew", "--rounds", 10_000, "--seed", 3, "--verbose")
    assert "scoring space   of brews" in more.out
    quiet = quacks("brew", "--rounds", 10_000, "--seed", 3, "--verbose", "--quiet")
    assert "scoring space   of brews" not in quiet.out


def test_csv_and_markdown(quacks: Quacks) -> None:
    done = quacks("brew", "--rounds", 1000, "--seed", 3, "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(done.out))
    document = quacks("brew", "--rounds", 1000, "--seed", 3, "--json").document
    assert float(row["coins"]) == document["coins"]["mean"]
    assert row["seed"] == "3"
    text = quacks("brew", "--rounds", 1000, "--seed", 3, "--format", "md").out
    assert text.startswith("| a brew |")
    assert "| :--- | ---: |" in text


def test_books_change_a_brew(quacks: Quacks) -> None:
    options = ("brew", "--bag", "W1x4 W2x2 W3 O1 G1 R2x2 Y1 B1", "--rounds", 20000, "--seed", 1)
    spaces = {
        number: quacks(*options, "--set", number, "--json").document["scoring_space"]
        for number in (1, 2, 3, 4)
    }
    assert len({each["mean"] for each in spaces.values()}) == 4


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--bag", "W9"], "W9"),
        (["--bag", "W1x300"], "216"),
        (["--stop", "bust_rsk:0.2"], "did you mean bust_risk?"),
        (["--stop", "bust_risk:2"], "out of range"),
        (["--stop", "bust_risk:x"], "not a number"),
        (["--start", 53], "0 to 52"),
        (["--limit", 12], "explosion_limit"),
        (["--rounds", 0], "rounds is 0"),
        (["--rounds", -3], "rounds is -3"),
        (["--rounds", "1e13"], "whole number from 1"),
        (["--seed", -1], "seed is -1"),
        (["--seed", 2**63], "2^63"),
        (["--threads", 0], "threads is 0"),
        (["--books", "green=9"], "green"),
        (["--books", "gren=1"], "did you mean green?"),
        (["--set", 0], "sets 1, 2, 3, 4"),
    ],
)
def test_wrong_input_is_refused(quacks: Quacks, options: list[object], words: str) -> None:
    done = quacks("brew", *options)
    assert done.code == 2
    assert done.out == ""
    assert words in done.err
    assert len(done.err.splitlines()) == 2
