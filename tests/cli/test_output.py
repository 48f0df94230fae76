"""The forms of a result."""

import csv
import io
from typing import Any

import pytest

from quacks_sim.cli.output import csv_text
from tests.cli.conftest import Quacks


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+stop", "'+stop"),
        ("-x", "'-x"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'�=1"),
        ("a=1", "a=1"),
        ("safe+stop.max_risk=0.3", "safe+stop.max_risk=0.3"),
        ("", ""),
        (-0.5, "-0.5"),
        (-3, "-3"),
        (None, ""),
        ([-1, 2], "-1 2"),
        (("=a", "b"), "'=a b"),
        (["a", "=b"], "a =b"),
    ],
)
def test_no_text_of_a_csv_file_is_a_formula(value: Any, written: str) -> None:
    head, row = csv.reader(io.StringIO(csv_text([{"name": value, "games": 1}])))
    assert head == ["name", "games"]
    assert row == [written, "1"]


def test_headings_are_no_formulas_either_and_gaps_are_empty() -> None:
    text = csv_text([{"=axis": 1, "b": -1.5}, {"b": 2, "c": "x"}])
    assert text == "'=axis,b,c\n1,-1.5,\n,2,x\n"


def test_a_strategy_whose_name_begins_like_a_formula(quacks: Quacks) -> None:
    with open("=A1.toml", "w", encoding="utf-8") as file:
        file.write('stop = "safe"\n')
    done = quacks("play", "=A1.toml", "safe", "--games", 4, "--seed", 1, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [row["strategy"] for row in rows] == ["'=A1", "safe"]
