"""``quacks advise`` by options, and a dialogue from a pipe."""

import io
from pathlib import Path

import pytest

from tests.cli.conftest import Quacks

KEYS = {
    *("command", "schema", "players", "round", "points", "rivals", "rubies", "droplet"),
    *("flask_full", "card", "bag", "pot", "start", "space", "scoring_space", "white_sum", "limit"),
    *("best", "advice", "values", "notes", "rules", "elapsed_seconds", "versions"),
}


def test_the_document_has_the_promised_keys(quacks: Quacks) -> None:
    options = ["--round", "4", "--points", "18", "--rivals", "22,15", "--pot", "W1 O1 W2"]
    options += ["--rubies", "3", "--droplet", "2", "--flask", "--card", "FB6", "--json"]
    done = quacks("advise", *options)
    assert (done.code, done.err) == (0, "")
    document = done.document
    assert document.keys() == KEYS
    assert (document["players"], document["rivals"], document["start"]) == (3, [22, 15], 4)
    assert document["space"] == 9  # FB6: the orange chip moves two
    (advice,) = document["advice"]
    assert document["best"] == advice["best"] == advice["options"][0]["name"]
    names = {each["name"] for each in advice["options"]}
    assert names == {"draw", "stop", "flask"}
    assert all(0 < each["chance_to_win"] < 1 for each in advice["options"])
    assert advice["chance_to_explode"] == 0


def test_a_person_is_told_what_to_do(quacks: Quacks) -> None:
    brew = quacks("advise", "--pot", "W2x2 W1 O1", "--no-flask").out
    for words in ("points more than", "draw another chip", "explodes the pot: 20.0%", "champion"):
        assert words in brew
    shop = quacks("advise", "--round", "4", "--coins", "12", "--rubies", "3").out
    assert shop.startswith("BUY ")
    assert "buy nothing" in shop
    assert "keep all rubies" in shop
    assert len(quacks("advise", "--coins", "30", "--verbose").out.splitlines()) > 40
    lines = quacks("advise", "--coins", "12", "--format", "csv").out.splitlines()
    assert lines[0] == "decision,option,words,value,chance_to_win,note"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--rivals", "many"], "no list of whole numbers"),
        (["--pot", "soup"], "not a chip of a bag"),
        (["--card", "FB77"], "no event card"),
        (["--values", "champoin", "--pot", "W1"], "no values"),
        (["--resume", "missing.json"], "cannot be read"),
        (["--json"], "a dialogue has no format json"),
    ],
)
def test_wrong_options_are_two_lines_and_exit_code_2(
    quacks: Quacks, options: list[str], words: str
) -> None:
    done = quacks("advise", *options)
    assert done.code == 2
    assert words in done.err


def talk(quacks: Quacks, monkeypatch: pytest.MonkeyPatch, lines: str, *options: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    done = quacks("advise", *options)
    assert done.code == 0
    return done.out


def test_a_dialogue_reads_a_pipe_without_prompts_and_colours(
    quacks: Quacks, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lines = "3\nRed,Blue\ngreen=3\nFB6\nw1\nsave game\nquit\n"
    out = talk(quacks, monkeypatch, lines)
    assert "> " not in out
    assert "\x1b" not in out
    assert "others Red 0, Blue 0" in out
    assert "to buy green counts by its price" in out
    assert (tmp_path / "game.json").is_file()
    again = talk(quacks, monkeypatch, "show\n", "--resume", "game.json")
    assert "◆  W1 ▸2" in again


def test_a_dialogue_may_begin_in_the_middle_of_a_game(
    quacks: Quacks, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ["--ask", "--round", "5", "--points", "20", "--rivals", "24", "--pot", "W1 O1"]
    out = talk(quacks, monkeypatch, "w2\nstop\n\n", *options)
    assert "Round 5 · 20 points · others 24" in out
    assert "white 3 of 7" in out
    assert "BUY" in out


def test_the_input_may_end_before_the_game_begins(
    quacks: Quacks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("3\n"))
    done = quacks("advise")
    assert done.code == 2
    assert "ended before the game began" in done.err
