"""``quacks tournament``."""

import csv
import io
from pathlib import Path

import pytest

from tests.cli.conftest import Done, Quacks

CUP = ("tournament", "balanced", "safe", "pushing", "--games", 200, "--seed", 1)
KEYS = {
    *("command", "schema", "players", "games", "tables", "seed", "rotated", "rules"),
    *("strategies", "not_resolved_from_best", "pairs", "win_share_matrix"),
    *("elapsed_seconds", "versions"),
}


def without_time(done: Done) -> dict[str, object]:
    return {name: value for name, value in done.document.items() if name != "elapsed_seconds"}


def test_the_document(quacks: Quacks) -> None:
    done = quacks(*CUP, "--json")
    assert (done.code, done.err) == (0, "")
    document = done.document
    assert document.keys() == KEYS
    assert [document[name] for name in ("players", "games", "seed", "rotated")] == [2, 200, 1, True]
    assert document["tables"] == [
        ["balanced", "safe"],
        ["balanced", "pushing"],
        ["safe", "pushing"],
    ]
    assert document["strategies"][0]["name"] == "balanced"
    assert {each["rank"] for each in document["strategies"]} == {1, 2, 3}
    played = quacks("play", "balanced", "safe", "--games", 200, "--seed", 1, "--json").document
    share = played["strategies"][0]["win_share"]["mean"]
    assert document["win_share_matrix"]["balanced"]["safe"] == pytest.approx(share)
    assert len(document["pairs"]) == 3


def test_what_cannot_matter_is_told_once(quacks: Quacks) -> None:
    done = quacks("tournament", "balanced+beside=bag", *CUP[2:])
    assert done.err.count("note: ") == 1
    assert "balanced+beside=bag: beside policy bag is never asked" in done.err


def test_a_person_is_shown_ranking_and_matrix(quacks: Quacks) -> None:
    done = quacks(*CUP)
    assert "rated highest: balanced; all others are lower beyond doubt" in done.out
    assert "win share of the row where the column sat, too" in done.out
    assert "3 tables · 200 games a table · 2 players · seed 1" in done.out
    assert "balanced beats safe by" in quacks(*CUP, "-v").out
    level = quacks("tournament", "yardstick", "yardstick", "safe", "--games", 100, "--seed", 1)
    assert "not resolved from yardstick" in level.out
    assert "50.0" in level.out  # without a dot: it is no question who of the two wins more
    assert "50.0·" not in level.out


def test_csv_and_markdown(quacks: Quacks) -> None:
    rows = list(csv.DictReader(io.StringIO(quacks(*CUP, "--format", "csv").out)))
    assert [row["rank"] for row in rows] == ["1", "2", "3"]
    assert float(rows[0]["rating_low"]) < float(rows[0]["rating"])
    assert "| 1 | balanced |" in quacks(*CUP, "--format", "md").out


def test_tables_of_four_and_a_choice_of_tables(quacks: Quacks) -> None:
    names = ("balanced", "safe", "pushing", "careful", "yardstick")
    options = ("--games", 80, "--seed", 3, "--json")
    four = quacks("tournament", *names, "--players", 4, *options).document
    assert [len(table) for table in four["tables"]] == [4] * 5
    some = quacks("tournament", *names, "--tables", 6, *options)
    assert len(some.document["tables"]) == 6
    again = quacks("tournament", *names, "--tables", 6, *options, "--threads", 1)
    assert without_time(some) == without_time(again)


def test_a_chart_and_a_dataset(quacks: Quacks) -> None:
    done = quacks(*CUP, "--out", "cup", "--chart", "new/cup.svg")
    assert done.code == 0
    assert Path("new/cup.svg").read_text().startswith("<?xml")
    # The same command finds everything there, also without the seed.
    again = quacks(*CUP[:-2], "--out", "cup", "--json")
    assert again.document["pairs"] == quacks(*CUP, "--json").document["pairs"]
    assert quacks("chart", "cup", "-o", "again.svg").code == 0
    assert "rated highest" in Path("again.svg").read_text()
    other = quacks(*CUP[:-2], "--seed", 2, "--out", "cup")
    assert other.code == 2
    assert "holds another run" in other.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["safe"], "name at least 2"),
        (["safe", "pushing", "--players", 3], "name at least 3"),
        (["safe", "pushing", "--players", 5], "2 to 4 seats"),
        (["safe", "pushin"], "did you mean pushing?"),
        (["safe", "pushing", "balanced", "--tables", 1], "at least 2 tables"),
        (["safe", "pushing", "--games", 0], "games is 0"),
        (["safe", "pushing", "--threads", 0], "threads is 0"),
        (["safe", "pushing", "--level", "rounds"], "add --out"),
        (["safe", "pushing", "--format", "arrow"], "add --out"),
        (["safe", "pushing", "--chart", "x.pdf"], ".png or .svg"),
    ],
)
def test_wrong_input_is_refused(quacks: Quacks, arguments: list[object], words: str) -> None:
    done = quacks("tournament", *arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert len(done.err.splitlines()) == 2


def test_help_has_examples(quacks: Quacks) -> None:
    assert "quacks tournament balanced cautious safe" in quacks("tournament", "--help").out
