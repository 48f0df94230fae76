"""A game at a table in words: what was drawn, advised and done."""

from quacks_sim.advice.dialogue import Dialogue
from quacks_sim.advice.telling import tell_game
from quacks_sim.replay.lines import chosen
from tests.advice.own_games import before_a_brew, evening
from tests.advice.standin import StandIn

TOLD = """\
A game at your table, advised by quacks advise
  you · Red · Blue
  default rules
  ◆ droplet  ◇ rat stone  · empty space  ▸ scoring space

Round 1 · 0 points · others Red 0, Blue 0 · 1 ruby · droplet 0 · flask full
  bag: W1x4 W2x2 W3 O1 G1
  FB6 Pumpkin Patch Party
  You start on space 0.
  You draw W1 O1 W2 W2
  You put W2 back with the flask · advised: draw, 0.97 points more
  You draw W1
  You stop · advised: draw, 4.97 points more
   0 ◆  W1 ·  O1 ·  W2 W1 ▸7
  white 4 of 7 · space 7: 7 coins, 1 point · bag: W1x2 W2 W3 G1
  Bonus die: 1 point
  Space 7: 1 point
  You buy B1 · advised: buy O1 G1, 1.34 points more
  You have 2 points; Red: 4, Blue: 6

Round 2 · 2 points · others Red 4, Blue 6 · 1 ruby · droplet 0 · flask empty
  The yellow book is out: yellow can be bought from now on.
  bag: W1x4 W2x2 W3 O1 G1 B1
  1 rat tail: you start on space 1.
  You draw B1
  B1 reveals G1
  You place G1
   0 ◆  ◇  B1 G1 ▸4
  white 0 of 7 · space 4: 4 coins · bag: W1x4 W2x2 W3 O1
  Here the game was saved.
"""


def text(dialogue: Dialogue, *, reasons: bool = False) -> str:
    return "".join(f"{line.text}\n" for line in tell_game(dialogue, reasons=reasons))


def test_the_game_of_the_document_is_told() -> None:
    assert text(evening()) == TOLD


def test_the_reasons_are_what_the_options_were_worth() -> None:
    lines = text(evening(), reasons=True).splitlines()
    place = lines.index("  You put W2 back with the flask · advised: draw, 0.97 points more")
    assert lines[place - 1] == (
        "    draw 11.31, flask 10.34, stop 6.97; the next chip explodes the pot: 20% → flask"
    )
    assert "    o1 g1 +4.32, b1 +2.98, r1 +2.67, g1 +2.41, o1 +1.94, none +0.00 → b1" in lines
    assert "    g1 7.56, none 7.39 → g1" in lines


def test_a_round_can_be_chosen() -> None:
    lines = chosen(tell_game(evening()), 2, None)
    told = [line.text for line in lines]
    assert told[0] == "A game at your table, advised by quacks advise"
    assert not any("Round 1" in each or "Bonus die" in each for each in told)
    assert "  You place G1" in told


def test_the_end_and_an_explosion_are_told() -> None:
    start = before_a_brew("W3x3", round=9, droplet=4)
    dialogue = Dialogue(start, StandIn())
    for entry in ("w3 w3", "set points 3", "w3", "coins", "2"):
        dialogue.enter(entry)
    lines = text(dialogue).splitlines()
    assert "  You draw W3 W3" in lines
    assert "  Set points: 3" in lines
    boom = lines.index("  BOOM! White total 9, the limit is 7.")
    assert lines[boom - 3 : boom - 1] == [
        "  You draw W3 · advised: stop, 1.00 points more",
        "   4 ◆  ·  ·  W3 ·  ·  W3 ·  ·  W3 ▸14",
    ]
    assert lines[-1].startswith("  You win with ")
    assert "saved" not in lines[-1]
