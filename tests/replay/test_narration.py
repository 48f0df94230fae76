"""A game made by hand, told in exact words."""

from copy import deepcopy
from itertools import pairwise
from typing import Any

import pytest

from quacks_sim.replay import Line, chosen, tell, wrapped
from quacks_sim.replay.standings import who_won
from tests.golden.lines import event_of
from tests.replay.hand_made import journal

TOLD = """\
Game 3 of seed 7
  seat 0 anna · seat 1 bert
  default rules
  ◆ droplet  ◇ rat stone  · empty space  ▸ scoring space

Round 1 · anna is start player

  anna starts on space 0
    stops with an empty pot · space 1: 1 coin
     0 ◆  ▸1

  bert starts on space 0
    1  W3 →  3  white 3  flask: W3 goes back into the bag, white 0
    2  G1 →  1
    stops · space 2: 2 coins
     0 ◆  G1 ▸2

  evaluation
    bert  rolls the die, face 5: droplet to 1
          green: 1 ruby, now 2
    anna  1 coin: buys nothing
    bert  2 coins: buys B2 and R1 for 16
          pays 2 rubies (0 left): the flask is full again

  after round 1  points  rubies  droplet  flask  bag
  anna                0       1        0   full    9
  bert                0       0        1   full   11

Round 2 · bert is start player · anna and bert lead with 0

  bert starts on space 1
    1  O1 →  2
    2  B2 →  4           reveals R1 W2, takes R1
       R1 →  6           1 space further for orange
    stops · space 7: 7 coins, 1 point
     1 ◆  O1 ·  B2 ·  R1 ▸7

  anna starts on space 2: droplet 0 and 2 rats
    1  W3 →  5  white 3
    2  W2 →  7  white 5
    3  W2 →  9  white 7
    4  W1 → 10  white 8  EXPLODES
    the pot explodes · space 11: 11 coins, 2 points
     0 ◆  ·  ◇  ·  ·  W3 ·  W2 ·  W2 W1 ▸11

  evaluation
    bert  rolls the die, face 1: 1 point, now 1
    anna  after the explosion takes 2 points, not 11 coins
          space 11: 2 points, now 2
    bert  7 coins: buys G1 for 4

  after round 2  points  rubies  droplet  flask  bag
  anna                2       1        0   full    9
  bert                1       0        1   full   12

The end
  strategy  points  last space  win share
  bert          30          22          1
  anna          30          20          0

  bert and anna tie at 30 points; bert wins by the last pot: space 22, anna 20."""


def told(journal: dict[str, Any], **options: Any) -> list[str]:
    return [line.text for line in tell(journal, width=80, **options)]


def test_the_game_is_told_in_these_words() -> None:
    assert "\n".join(told(journal())) == TOLD


def test_a_journal_is_not_changed_by_telling_it() -> None:
    given = journal()
    before = deepcopy(given)
    tell(given, reasons=True)
    assert given == before


def test_one_round_and_one_seat_can_be_told() -> None:
    lines = tell(journal(), width=80)
    second = [line.text for line in chosen(lines, 2, None)]
    assert "Round 2 · bert is start player · anna and bert lead with 0" in second
    assert not any("Round 1" in text or "The end" in text for text in second)
    anna = [line.text for line in chosen(lines, 2, 0)]
    assert "  anna starts on space 2: droplet 0 and 2 rats" in anna
    assert not any("bert starts" in text for text in anna)
    assert all(one or other for one, other in pairwise(anna))


def test_rules_that_are_not_the_default_are_told() -> None:
    given = journal() | {"rules": {"explosion_limit": 9, "solo_rats": 2}}
    assert told(given)[2] == "  explosion_limit = 9 · solo_rats = 2"
    # The limit decides what explodes.
    assert not any("EXPLODES" in text for text in told(given))


def test_round_9_is_told_cue_by_cue() -> None:
    given = journal()
    lines = """
    9 0 round_start
    9 0 rats 0 0
    9 1 rats 0 0
    9 0 choice stop draw|stop 0
    9 1 choice stop draw|stop 0
    9 0 draw W1 8
    9 0 place W1 1 0 1
    9 0 choice flask keep|use 0
    9 1 draw W2 8
    9 1 place W2 2 0 2
    9 0 choice stop draw|stop 0
    9 1 choice stop draw|stop 1
    9 1 brew_end stopped 2 1 3
    9 0 draw O1 7
    9 0 place O1 2 0 1
    9 0 choice stop draw|stop 1
    9 0 brew_end stopped 1 2 3
    9 0 reward final_rubies victory_points 1 - 1
    """
    given["events"] = [event_of(line) for line in lines.strip().splitlines()]
    assert told(given)[6:] == [
        "  anna starts on space 0",
        "  bert starts on space 0",
        "    1  anna  W1 →  1  white 1",
        "       bert  W2 →  2  white 2",
        "    bert: stops · space 3: 3 coins",
        "     0 ◆  ·  W2 ▸3",
        "    2  anna  O1 →  2",
        "    anna: stops · space 3: 3 coins",
        "     0 ◆  W1 O1 ▸3",
        "",
        "  evaluation",
        "    anna  rubies left: 1 point, now 1",
    ]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("0 0 round_start\n0 0 white_added W1", "  anna adds a white W1 to the bag"),
        ("0 0 die 4\n0 0 budget 3", "    anna  rolls the die, face 4: nothing to be had"),
        (
            "0 0 brew_end stopped 0 0 1\n0 0 die 4\n0 0 reward die ruby 1 - 2",
            "    anna  rolls the die, face 4: 1 ruby, now 2",
        ),
        (
            "0 0 brew_end stopped 0 0 1\n0 0 reward die chip 1 O1 2",
            "    anna  die: 1 O1 into the bag, now 2",
        ),
        (
            "0 0 choice purple 1|2|3 1\n0 0 reward purple ruby 1 - 2",
            "    anna  purple: takes tier 2 of 3",
        ),
        (
            "0 0 brew_end stopped 0 0 1\n0 0 reward black droplet 1 - 4",
            "    anna  black: droplet to 4",
        ),
        ("0 0 budget 9\n0 0 purchase O1 3", "    anna  9 coins: buys O1 for 3"),
    ],
)
def test_single_events_have_their_words(lines: str, words: str) -> None:
    given = journal()
    given["events"] = [event_of(line) for line in lines.splitlines()]
    assert words in told(given)


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        ([(40, 20, 0), (45, 9, 12)], "bert wins with 45 points, 5 ahead of anna."),
        (
            [(40, 20, 6), (40, 20, 6)],
            "anna and bert share the win: 40 points and space 20 each.",
        ),
        (
            [(40, 19, 0), (40, 20, 12)],
            "bert and anna tie at 40 points; bert wins by the last pot: space 20, anna 19.",
        ),
        (
            [(40, 20, 6), (40, 19, 0), (40, 20, 6)],
            "anna, cora and bert tie at 40 points; anna and cora share the win on space 20, "
            "ahead of bert 19.",
        ),
        (
            [(41, 20, 12), (40, 19, 0), (40, 25, 0)],
            "anna wins with 41 points, 1 ahead of cora and bert.",
        ),
        ([(1, 20, 12)], "anna ends with 1 point."),
    ],
)
def test_who_won_and_why(ends: list[tuple[int, int, int]], words: str) -> None:
    events = [
        {"seat": seat, "victory_points": points, "scoring_space": space, "win_share": share}
        for seat, (points, space, share) in enumerate(ends)
    ]
    assert who_won(events, ["anna", "bert", "cora"]) == words


def test_long_lines_break_with_a_hanging_indent() -> None:
    line = Line("    bert  one two three four five", hang=10)
    assert wrapped(line, 22) == ["    bert  one two", "          three four", "          five"]
    pot = Line("    0 ◆ W1 W1 W1", "pot")
    assert wrapped(pot, 8) == [pot.text]
    seats = Line("  seat 0 anna · seat 1 bert · seat 2 cora", hang=2)
    assert wrapped(seats, 32) == ["  seat 0 anna · seat 1 bert ·", "  seat 2 cora"]


TUBES = """
1 0 round_start
1 0 rats 0 0
1 0 choice stop draw|stop 1
1 0 brew_end stopped 0 0 1
1 0 die 5
1 0 choice droplet pot|tube 1
1 0 reward die tube 1 - 1
1 0 reward tube ruby 1 - 2
1 0 choice rubies keep|droplet 1
1 0 ruby_spent droplet 0
1 0 choice droplet pot|tube 1
1 0 reward rubies tube 1 - 2
1 0 reward tube victory_points 1 - 1
1 0 round_end 1 0 0 1 9
"""


def in_tubes() -> dict[str, Any]:
    game = journal()
    events = [event_of(line) for line in TUBES.strip().splitlines()]
    return {**game, "players": 1, "strategies": ["anna"], "test_tubes": True, "events": events}


@pytest.mark.rule("11.2")
def test_steps_into_tubes_are_told() -> None:
    lines = told(in_tubes())
    assert "  test tubes" in lines
    assert "    anna  rolls the die, face 5: into tube 1" in lines
    assert "          tube 1: 1 ruby, now 2" in lines
    assert "          pays 2 rubies (0 left): into tube 2" in lines
    assert "          tube 2: 1 point, now 1" in lines
    assert "  after round 1  points  rubies  droplet  tube  flask  bag" in lines
    assert "  anna                1       0        0     2   full    9" in lines


@pytest.mark.rule("11.2")
def test_reasons_name_both_ways_of_a_step() -> None:
    lines = told(in_tubes(), reasons=True)
    assert "    anna  rolls the die, face 5: a droplet step" in lines
    assert "          droplet? pot to 1 | tube 1: 1 ruby → tube" in lines
    assert "          droplet? pot to 1 | tube 2: 1 point → tube" in lines


@pytest.mark.rule("11.1")
def test_synchronized_rounds_are_told_cue_by_cue() -> None:
    lines = told({**journal(), "synchronized": True})
    assert "  synchronized brewing" in lines
    assert "Round 1 · anna is start player · all brew together" in lines
