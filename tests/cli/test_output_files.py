"""Charts and datasets: checked before the first game, never overwritten unasked."""

import os
from pathlib import Path

import pytest

from quacks_sim.experiment import load
from tests.cli.conftest import Quacks

PLAY = ("play", "yardstick", "safe", "--seed", 1)


def games_are_played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows whenever a block of games is played."""
    from quacks_sim.match import Match

    played: list[int] = []
    block = Match.block

    def counted(self: Match, first: int, last: int, level: str = "summary") -> object:
        played.append(last)
        return block(self, first, last, level)

    monkeypatch.setattr(Match, "block", counted)
    return played


@pytest.mark.parametrize("name", ["new/folder/chart.svg", "chart.png"])
def test_a_chart_is_written_into_a_new_folder(quacks: Quacks, name: str) -> None:
    done = quacks(*PLAY, "--games", 200, "--chart", name)
    assert done.code == 0
    assert Path(name).stat().st_size > 1000
    assert name in done.err
    assert name not in done.out


def test_a_chart_in_the_way_is_found_before_the_first_game(
    quacks: Quacks, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = games_are_played(monkeypatch)
    Path("here.svg").write_text("mine")
    done = quacks(*PLAY, "--games", 200, "--chart", "here.svg")
    assert done.code == 2
    assert "--overwrite" in done.err
    assert Path("here.svg").read_text() == "mine"
    assert played == []
    assert quacks(*PLAY, "--games", 200, "--chart", "here.svg", "--overwrite").code == 0
    assert Path("here.svg").read_text() != "mine"
    assert played


@pytest.mark.parametrize("target", ["file/chart.svg", "chart.txt"])
def test_a_chart_that_cannot_be_is_found_before_the_first_game(
    quacks: Quacks, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    played = games_are_played(monkeypatch)
    Path("file").write_text("in the way")
    done = quacks(*PLAY, "--games", 200, "--chart", target)
    assert done.code == 2
    assert played == []


def test_a_folder_without_permission_is_found_before_the_first_game(
    quacks: Quacks, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = games_are_played(monkeypatch)
    # Nobody can make a folder there, not even root.
    for options in (("--chart", "/proc/shut/chart.svg"), ("--out", "/proc/shut/data")):
        done = quacks(*PLAY, "--games", 200, *options)
        assert done.code == 2
        assert "shut" in done.err
    assert played == []


def test_the_first_games_of_many_are_the_few(quacks: Quacks) -> None:
    for games, folder in ((100, "few"), (1000, "many")):
        assert quacks(*PLAY, "--games", games, "--out", folder).code == 0
    few, many = load("few").games(), load("many").games()
    assert len(few) == 200
    assert len(many) == 2000
    assert few.equals(many.iloc[:200].reset_index(drop=True))


def test_threads_do_not_change_a_dataset(quacks: Quacks) -> None:
    for threads in (1, 2):
        quacks(*PLAY, "--games", 13_000, "--out", f"by{threads}", "--threads", threads)
    assert load("by1").games().equals(load("by2").games())


def test_a_dataset_gives_the_same_document(quacks: Quacks) -> None:
    plain = quacks(*PLAY, "--games", 600, "--json").document
    kept = quacks(*PLAY, "--games", 600, "--out", "kept", "--level", "rounds", "--json").document
    assert kept.keys() == plain.keys()
    assert kept["strategies"] == plain["strategies"]
    assert kept["pairs"] == plain["pairs"]
    assert load("kept").level == "rounds"
    assert len(load("kept").rounds()) == 600 * 2 * 9


def test_a_dataset_is_not_overwritten_unasked(quacks: Quacks) -> None:
    assert quacks(*PLAY, "--games", 200, "--out", "data").code == 0
    again = quacks(*PLAY, "--games", 200, "--out", "data")
    assert again.code == 0
    assert "0 games played" in again.err
    assert "games/s" not in again.out
    other = quacks(*PLAY, "--games", 300, "--out", "data")
    assert other.code == 2
    assert "--overwrite" in other.err
    assert load("data").games_per_cell == 200
    assert quacks(*PLAY, "--games", 300, "--out", "data", "--overwrite").code == 0
    assert len(load("data").games()) == 600


def test_a_dataset_without_a_seed_goes_on_with_its_own(quacks: Quacks) -> None:
    options = ("play", "yardstick", "safe", "--games", 200, "--out", "data", "--json")
    first, second = quacks(*options), quacks(*options)
    assert first.document["seed"] == second.document["seed"]


def test_a_folder_of_something_else_is_left_alone(quacks: Quacks) -> None:
    Path("mine").mkdir()
    Path("mine/letter.txt").write_text("dear")
    done = quacks(*PLAY, "--games", 200, "--out", "mine", "--overwrite")
    assert done.code == 2
    assert os.listdir("mine") == ["letter.txt"]
