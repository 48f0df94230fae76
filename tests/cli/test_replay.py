"""``quacks replay``."""

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from quacks_sim.experiment import record_match
from quacks_sim.journal import record_game
from quacks_sim.match import make_match
from tests.cli.conftest import Quacks, command, environment

GAME = ("replay", "balanced", "cautious", "--seed", 7, "--game", 3)


def test_the_document_is_the_journal(quacks: Quacks) -> None:
    done = quacks(*GAME, "--json")
    assert (done.code, done.err) == (0, "")
    match = make_match(["balanced", "cautious"], seed=7)
    assert done.document == json.loads(json.dumps(record_game(match, 3)))


def test_the_game_is_told(quacks: Quacks) -> None:
    done = quacks(*GAME)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[:3] == [
        "Game 3 of seed 7",
        "  seat 0 cautious · seat 1 balanced",
        "  default rules",
    ]
    for number in range(1, 10):
        assert any(line.startswith(f"Round {number} · ") for line in lines)
    assert lines[-1].endswith(".")
    assert " wins with " in lines[-1]
    assert "\x1b" not in done.out


def test_rotation_and_rules_are_those_of_play(quacks: Quacks) -> None:
    done = quacks(*GAME, "--no-rotate", "--rule", "explosion_limit=8", "--round", 1)
    assert done.out.splitlines()[1:3] == [
        "  seat 0 balanced · seat 1 cautious",
        "  explosion_limit = 8",
    ]


def test_parts_of_a_game(quacks: Quacks) -> None:
    done = quacks(*GAME, "--round", 4, "--seat", 1, "--why")
    rounds = [line for line in done.out.splitlines() if line.startswith("Round ")]
    assert len(rounds) == 1
    assert "  balanced starts on " in done.out
    assert "  cautious starts on " not in done.out
    assert "stop? no risk (" in done.out
    assert "buy? " in done.out


def test_the_referee_reads_it(quacks: Quacks, tmp_path: Path) -> None:
    done = quacks(*GAME, "--check")
    assert done.code == 0
    assert done.out.startswith("the referee agrees on game 3 of seed 7: ")
    file = tmp_path / "game.json"
    file.write_text(quacks(*GAME, "--json").out, encoding="utf-8")
    assert quacks("replay", file, "--check").code == 0
    assert quacks("replay", file).out == quacks(*GAME).out
    document = json.loads(file.read_text(encoding="utf-8"))
    event = next(each for each in document["events"] if each["event"] == "brew_end")
    event["scoring_space"] += 1
    file.write_text(json.dumps(document), encoding="utf-8")
    wrong = quacks("replay", file, "--check")
    assert wrong.code == 1
    assert "rule 4.8.2, field scoring_space" in wrong.out
    assert f"  journal: {event['scoring_space']}\n" in wrong.out
    assert f"  referee: {event['scoring_space'] - 1}\n" in wrong.out
    told = quacks("replay", file, "--check", "--json")
    assert (told.code, told.document["agrees"], told.document["rule"]) == (1, False, "4.8.2")


def test_a_random_game(quacks: Quacks) -> None:
    done = quacks("replay", "--random", "--seed", 3, "--game", 5)
    assert done.code == 0
    assert "random_1" in done.out
    assert quacks("replay", "--random", "--seed", 3, "--game", 5, "--check").code == 0
    assert quacks("replay", "balanced", "--random").code == 2


def test_a_game_of_a_dataset(quacks: Quacks, tmp_path: Path) -> None:
    match = make_match(["balanced", "cautious"], seed=7)
    record_match(match, 20, tmp_path / "out", level="games")
    assert quacks("replay", tmp_path / "out", "--game", 3).out == quacks(*GAME).out
    assert quacks("replay", tmp_path / "out" / "manifest.json", "--game", 3, "--check").code == 0
    found = quacks("find", tmp_path / "out", "most victory_points", "--top", 1, "--json").document
    assert quacks(*found["found"][0]["replay"].split()[1:], "--round", 9).code == 0
    of_rules = (("--rule", "explosion_limit=8"), ("--cards", "all"), ("--no-cards",))
    for wrong in (("--game", 20), ("--cell", 1), ("--seed", 3), *of_rules):
        assert quacks("replay", tmp_path / "out", *wrong).code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nobody",),
        ("balanced", "--game", -1),
        ("balanced", "--round", 0),
        ("balanced", "--round", 10),
        ("balanced", "--seat", 4),
        ("balanced", "--seat", 1),
        ("balanced", "--cell", 1),
        ("nothing.json",),
        ("pyproject.json", "--seed", 1),
        ("--random", "--rule", "explosion_limit=8"),
        ("--random", "--no-cards"),
        ("balanced", "--cards", "FB55"),
        ("balanced", "cautious", "--cards", "all", "--no-cards"),
    ],
)
def test_wrong_usage(quacks: Quacks, arguments: tuple[object, ...]) -> None:
    done = quacks("replay", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert len(done.err.splitlines()) == 2


def test_a_file_that_is_no_journal(quacks: Quacks, tmp_path: Path) -> None:
    for content in ("{", "[]", "{}"):
        (tmp_path / "no.json").write_text(content, encoding="utf-8")
        done = quacks("replay", tmp_path / "no.json")
        assert done.code == 2
        assert "quacks replay … --json writes one" in done.err


def test_other_formats(quacks: Quacks) -> None:
    markdown = quacks(*GAME, "--format", "md").out
    assert markdown.startswith("```\nGame 3 of seed 7\n")
    assert markdown.endswith("\n```\n")
    rows = quacks(*GAME, "--format", "csv").out.splitlines()
    assert rows[0].startswith("event,round,seat")
    assert len(rows) == len(quacks(*GAME, "--json").document["events"]) + 1


@pytest.mark.parametrize(("more", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_chips_are_coloured_in_a_terminal(more: dict[str, str], coloured: bool) -> None:
    master, slave = pty.openpty()
    run = subprocess.Popen(
        command(*GAME, "--round", 1), stdout=slave, stderr=subprocess.PIPE, env=environment(**more)
    )
    os.close(slave)
    text = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        text += piece
    run.communicate()
    os.close(master)
    assert run.returncode == 0
    assert (b"\x1b[" in text) == coloured
    assert b"W1" in text
