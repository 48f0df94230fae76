"""The luck of a game as a player would say it."""

import pytest

from quacks_sim.advice.dialogue import Dialogue
from quacks_sim.advice.luck import luck
from quacks_sim.advice.luck_words import deed, done, moment_in_words, percent, points, summary
from quacks_sim.advice.situation import Situation
from tests.advice.own_games import before_a_brew, evening
from tests.advice.standin import StandIn


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.624, "62 %"),
        (0.0, "0 %"),
        (1.0, "100 %"),
        (0.004, "less than 1 %"),
        (0.996, "more than 99 %"),
        (0.011, "1 %"),
    ],
)
def test_shares(share: float, words: str) -> None:
    assert percent(share) == words


def test_points_are_counted() -> None:
    assert [points(number) for number in (3.14, 1.04, 0.96, 0.0)] == [
        *("3.1 points", "1.0 point", "1.0 point", "0.0 points")
    ]


@pytest.mark.parametrize(
    ("bag", "entries", "words"),
    [
        ("W1x4 O1x4", ["w1", "stop"], ("stopping in round 5", "W1, white 1", "stop")),
        ("W3x3", ["w3 w3", "w3"], ("drawing on in round 5", "W3 W3, white 6", "draw")),
        (
            "W3 O1x4",
            ["set flask full", "w3", "flask"],
            ("using the flask in round 5", "W3, white 3", "use the flask"),
        ),
        (
            "W1x4 O1 G1",
            ["w1 o1 w1 w1 w1 g1", "", "none"],
            ("the purchase in round 5", "7 coins", "buy nothing"),
        ),
        (
            "W3x3 B1",
            ["b1", "w3", "none", "w3 w3 w3", "points"],
            ("taking points after the explosion in round 5", "B1 W3 W3 W3, white 9", "take points"),
        ),
    ],
)
def test_decisions(bag: str, entries: list[str], words: tuple[str, str, str]) -> None:
    dialogue = Dialogue(before_a_brew(bag), StandIn())
    for entry in entries:
        dialogue.enter(entry)
    worst = luck(dialogue).worst[0]
    assert (deed(worst), moment_in_words(worst), done(worst, worst.taken)) == words


def test_the_sentence() -> None:
    told = summary(luck(evening()))
    assert told.startswith("So far you were luckier than ")
    assert told.endswith(
        " of players with this bag; your decisions cost 7.3 points, most of it stopping in round 1."
    )
    begun = Dialogue.of_game(Situation(players=2, rivals=(0,)), StandIn())
    assert summary(luck(begun)) == "No brew can be judged yet; nothing has been decided yet."
