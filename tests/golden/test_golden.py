"""Kept games are played again from their chance and choices, and compared line by line."""

from pathlib import Path

import pytest

from quacks_sim.kernel.decisions import DECISION_NAMES
from quacks_sim.kernel.journal import CAUSES, EVENTS, REWARDS
from quacks_sim.kernel.state import END_REASONS
from quacks_sim.referee import check
from quacks_sim.rules.cards import CARD_IDS, CARDS, NO_CARD
from tests.golden.cases import CASES, FOLDER
from tests.golden.lines import event_of, line_of, played_again, read

FILES = sorted(FOLDER.glob("*.txt"))

#: Cards that only change how something else goes: nothing names them as its cause.
SILENT = {"FP7", "FB4", "FB5", "FB6", "FB7"}
#: No brew of Set 1 without cards ends with an empty bag: the white chips of the starting bag alone
#: are worth more than the highest limit, so the pot explodes before.
NEVER = {"brewing", "empty"}


def first_difference(kept: list[str], played: list[str], name: str) -> str:
    """Return where two lists of lines differ, in words; an empty text if nowhere."""
    # The head is line 1.
    for number, (one, other) in enumerate(zip(kept, played, strict=False), 2):
        if one != other:
            return f"{name} line {number}: kept {one!r}, played {other!r}"
    if len(kept) != len(played):
        return f"{name} has {len(kept)} events, played are {len(played)}"
    return ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_kept_game_is_played_again(path: Path) -> None:
    journal, lines = read(path)
    difference = first_difference(lines, played_again(journal), path.name)
    assert not difference, difference


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_referee_agrees_with_kept_game(path: Path) -> None:
    journal, _ = read(path)
    disagreement = check(journal)
    assert disagreement is None, disagreement


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_file_is_short_and_written_in_one_way(path: Path) -> None:
    _, lines = read(path)
    assert path.stat().st_size < 20_000
    assert [line_of(event_of(line)) for line in lines] == lines


def test_every_case_has_a_file() -> None:
    assert len(CASES) == 20
    assert sorted(case.path for case in CASES) == FILES, "python -m tests.golden.regenerate"


def test_everything_that_can_happen_is_kept() -> None:
    events = [event for path in FILES for event in read(path)[0]["events"]]
    assert {event["event"] for event in events} == set(EVENTS)
    decisions = {event["decision"] for event in events if event["event"] == "choice"}
    # A purchase is an event of its own.
    choices = {card.id for card in CARDS if card.is_choice}
    assert decisions == (set(DECISION_NAMES) - {"purchase", "card"}) | choices
    cards = {event["card"] for event in events if event["event"] == "card"}
    assert cards == {*CARD_IDS, NO_CARD}
    rewards = [event for event in events if event["event"] == "reward"]
    causes = {event["cause"] for event in events if "cause" in event}
    assert causes == set(CAUSES) - SILENT
    assert {event["reward"] for event in rewards} == set(REWARDS)
    reasons = {event["reason"] for event in events if "reason" in event}
    assert reasons == set(END_REASONS) - NEVER
    assert {event["win_share"] for event in events if "win_share" in event} >= {0, 6, 12}
    assert {read(path)[0]["players"] for path in FILES} == {1, 2, 3, 4}


def test_difference_names_the_line() -> None:
    kept = ["1 0 round_start", "1 0 rats 0 0"]
    assert first_difference(kept, kept, "a.txt") == ""
    wrong = first_difference(kept, ["1 0 round_start", "1 0 rats 0 1"], "a.txt")
    assert wrong == "a.txt line 3: kept '1 0 rats 0 0', played '1 0 rats 0 1'"
    assert first_difference(kept, kept[:1], "a.txt") == "a.txt has 2 events, played are 1"


@pytest.mark.parametrize(("line", "digit"), [("place", 1), ("reward", 1), ("round_end", 3)])
def test_changed_number_is_noticed(line: str, digit: int) -> None:
    journal, lines = read(FOLDER / "duel.txt")
    index = next(number for number, each in enumerate(lines) if each.split()[2] == line)
    cells = lines[index].split()
    place = [number for number, cell in enumerate(cells) if number > 2 and cell.isdigit()][
        digit - 1
    ]
    cells[place] = str(int(cells[place]) + 1)
    lines[index] = " ".join(cells)
    difference = first_difference(lines, played_again(journal), "duel.txt")
    assert difference.startswith(f"duel.txt line {index + 2}: ")
