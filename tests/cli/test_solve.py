"""``quacks solve``."""

import csv
import io

import pytest

from tests.cli.conftest import Quacks

KEYS = {
    *("command", "schema", "bag", "pot", "start", "space", "white_sum", "limit", "flask_full"),
    *("card", "rival_blacks", "rules", "worth", "best", "value", "stop", "draw", "flask"),
    *("after_drawing", "chance_to_explode_now", "chance_to_explode", "ends", "decisions"),
    *("flask_offered", "flask_used", "states", "exact", "elapsed_seconds", "versions"),
}


def test_the_document_has_the_promised_keys(quacks: Quacks) -> None:
    done = quacks("solve", "--pot", "W2x2 W1 O1", "--no-flask", "--json")
    assert done.code == 0
    assert done.err == ""
    document = done.document
    assert document.keys() == KEYS
    assert (document["command"], document["schema"]) == ("solve", 1)
    assert document["bag"] == "W1x3 W3 G1"
    assert document["pot"] == ["W2", "W2", "W1", "O1"]
    assert (document["space"], document["white_sum"], document["limit"]) == (6, 5, 7)
    assert document["chance_to_explode_now"] == 0.2
    assert document["best"] == "draw"
    assert document["value"] == document["draw"] > document["stop"] == 2.4
    assert document["flask"] is None
    assert document["exact"] is True
    assert list(document["after_drawing"]) == ["G1", "W1", "W3"]
    assert document["chance_to_explode"] == pytest.approx(sum(document["ends"]["exploded"]))
    assert sum(sum(each) for each in document["ends"].values()) == pytest.approx(1)


def test_a_person_is_shown_everything_that_matters(quacks: Quacks) -> None:
    done = quacks("solve", "--pot", "O1 W2 W2", "--worth", "points=1,coins=0.3")
    for words in (
        *("draw, then play best", "stop now", "with the flask", "◀ best"),
        *("the next chip explodes the pot", "scoring space on average", "+ draw, · stop"),
        *("flask full", "worth points=1,coins=0.3", "states", "could be used"),
    ):
        assert words in done.out
    assert "of brews   exploded" not in done.out
    more = quacks("solve", "--pot", "O1 W2 W2", "--verbose").out
    assert "of brews   exploded" in more
    assert "next chip   chance" in more


def test_the_map_has_each_mark_at_its_space(quacks: Quacks) -> None:
    # Three spaces, one decision on each: draw at 1 and 2, where no explosion is possible.
    out = quacks("solve", "--bag", "W1x3", "--worth", "coins", "--no-flask").out
    assert "0          0%   +" in out
    assert "1          0%    +" in out
    assert "2          0%     +" in out


def test_nothing_is_left_to_draw(quacks: Quacks) -> None:
    done = quacks("solve", "--bag", "", "--pot", "O1 W1", "--no-flask")
    assert done.code == 0
    assert "stop now" in done.out
    assert "draw" not in done.out


def test_pooling_is_told(quacks: Quacks) -> None:
    bag = "W1x3 W2x2 W3 O1 G1 B1 R2 Y1"
    assert "approximate" not in quacks("solve", "--bag", bag).out
    assert "approximate: coloured chips are pooled" in quacks("solve", "-b", bag, "--pooled").out


def test_csv_and_markdown(quacks: Quacks) -> None:
    done = quacks("solve", "--pot", "W2x2 O1", "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(done.out))
    document = quacks("solve", "--pot", "W2x2 O1", "--json").document
    assert float(row["value"]) == document["value"]
    assert row["best"] == document["best"]
    assert quacks("solve", "--format", "md").out.startswith("| now | worth |  |\n| :--- | ---: |")


def test_black_counts_only_with_rivals(quacks: Quacks) -> None:
    options = ("solve", "--bag", "K1x2 W3x2", "--worth", "rubies", "--json")
    alone = quacks(*options).document
    against = quacks(*options, "--rival-blacks", "1").document
    between = quacks(*options, "--rival-blacks", "0,3").document
    assert against["value"] > alone["value"]
    assert between["value"] < against["value"]
    assert between["rival_blacks"] == [0, 3]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--bag", "W9"], "W9"),
        (["--bag", "O1", "--pot", "W3x3"], "exploded"),
        (["--pot", "O1x9"], "--bag"),
        (["--worth", "pionts"], "did you mean points?"),
        (["--worth", "coins=much"], "not a number"),
        (["--start", 53], "0 to 52"),
        (["--space", 99], "space 99"),
        (["--limit", 12], "explosion_limit"),
        (["--card", "FB3"], "FB3 is not solved"),
        (["--card", "XY1"], "no event card"),
        (["--rival-blacks", "many"], "whole numbers"),
        (["--states", 3], "from 1000"),
        (["--rule", "flask_target=any_chip"], "--no-flask"),
    ],
)
def test_wrong_input_is_refused(quacks: Quacks, options: list[object], words: str) -> None:
    done = quacks("solve", *options)
    assert done.code == 2
    assert done.out == ""
    assert words in done.err
    assert len(done.err.splitlines()) == 2
