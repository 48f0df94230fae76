"""``quacks advise`` as a person uses it: a dialogue in a real terminal, over two rounds."""

import os
import re
from pathlib import Path

import pytest

from tests.advice.document import held, shown
from tests.advice.evening import Terminal


@pytest.fixture
def here(tmp_path: Path) -> dict[str, str]:
    """Return the environment of the dialogues: no colours unless a test wants them."""
    return {**os.environ, "NO_COLOR": "1", "TERM": "xterm-256color"}


def test_two_rounds_with_blue_an_explosion_undo_save_and_resume(
    tmp_path: Path, here: dict[str, str]
) -> None:
    with Terminal(folder=tmp_path, environment=here) as terminal:
        assert "How many players" in terminal.screen
        assert "no number of players" in terminal.type("7")
        terminal.type("3")
        terminal.type("Red Blue")
        first = terminal.type("")
        assert (
            "Round 1 · 0 points · others Red 0, Blue 0 · 1 ruby · droplet 0 · flask full" in first
        )
        assert "Event card" in first
        assert "◆  ▸1" in terminal.type("")
        shown = terminal.type("w1 O1")
        assert "◆  W1 O1 ▸3" in shown
        assert re.search(r"DRAW · \d+\.\d\d points more than stop", shown)
        assert "the next chip explodes the pot: 0%" in shown
        assert "no chip is called 'x9'" in terminal.type("x9")
        assert "Taken back: w1 O1" in terminal.type("undo")
        terminal.type("w1 o1 w2 w2")
        assert "W2 is back in the bag." in terminal.type("flask")
        assert "the flask cannot be used now" in terminal.type("flask")
        terminal.type("w2")
        assert "white 6 of 7" in terminal.type("w1")
        boom = terminal.type("w3")
        assert "BOOM! White total 9, the limit is 7." in boom
        assert "points or coins?" in boom
        shop = terminal.type("coins")
        assert "You have 11 coins" in shop
        assert len(re.findall(r"^    \w.* coins$", shop, re.MULTILINE)) == 8
        assert "it costs 19, you have 11" in terminal.type("b4")
        assert "Bought for 10 coins: B2" in terminal.type("b2")
        second = terminal.type("4 6")
        assert "The yellow book is out" in second
        assert "Round 2 · 0 points · others Red 4, Blue 6 · 1 ruby" in second
        begun = terminal.type("FB10")
        assert "FB10 Well Stirred" in begun
        assert "2 rat tails: you start on space 2." in begun
        assert "B2 reveals 2 chips: which?" in terminal.type("b2")
        placing = terminal.type("w3 g1")
        assert re.search(r"PLACE (G1|W3|NONE) · ", placing)
        assert re.search(r"g1 +\d+\.\d\d +to win +\d+% +to space 5", placing)
        assert "B2 G1 ▸6" in terminal.type("g1")
        assert "back (card FB10)" in terminal.type("w1")
        assert "W1 is back in the bag." in terminal.type("back")
        saved = terminal.type("save evening")
        assert "quacks advise --resume evening.json" in saved
        terminal.type("w2")
        left, code = terminal.ends("quit")
        assert "Not saved. The answers were" in left
        assert "Happy brewing!" in left
        assert code == 0
    with Terminal("--resume", "evening.json", folder=tmp_path, environment=here) as terminal:
        assert "Round 2" in terminal.screen
        assert "B2 G1 ▸6" in terminal.screen
        assert "Taken back: back" in terminal.type("undo")
        assert "Bonus die" in terminal.type("stop")
        assert "Saved" in terminal.type("save")
        (tmp_path / "other.json").write_text("mine")
        assert "already there" in terminal.type("save other.json")
        _, code = terminal.ends("quit")
        assert code == 0


def test_ctrl_c_and_the_end_of_the_input(tmp_path: Path, here: dict[str, str]) -> None:
    arguments = ("--players", "2", "--no-cards")
    with Terminal(*arguments, folder=tmp_path, environment=here) as terminal:
        terminal.type("w1")
        shown, code = terminal.interrupt()
        assert "interrupted" in shown
        assert "save FILE.json" in shown
        assert code == 130
    with Terminal(*arguments, folder=tmp_path, environment=here) as terminal:
        terminal.type("w1")
        shown, code = terminal.hang_up()
        assert "Not saved" in shown
        assert code == 0


def test_colours_only_where_they_are_wanted(tmp_path: Path, here: dict[str, str]) -> None:
    arguments = ("--players", "2", "--no-cards")
    with Terminal(*arguments, folder=tmp_path, environment=here) as terminal:
        terminal.type("w1")
        assert "\x1b[1;32m" not in terminal.raw
    coloured = {name: value for name, value in here.items() if name != "NO_COLOR"}
    with Terminal(*arguments, folder=tmp_path, environment=coloured) as terminal:
        terminal.type("w1")
        assert "\x1b[1;32m" in terminal.raw
        assert all(len(line) <= 80 for line in terminal.screen.splitlines())


def test_the_dialogue_of_the_document_goes_on_as_it_is_printed() -> None:
    """Values are those of the day on which it was written; all else must still be so."""

    def lasting(text: str) -> list[str]:
        lines = [line for line in text.splitlines() if not line.startswith("    ")]
        return [
            line for line in lines if " points more than " not in line and "as good" not in line
        ]

    assert lasting(held()) == lasting(shown())
