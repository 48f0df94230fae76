"""What policies saw, with numbers worked out by hand."""

from collections import Counter

import pytest

from quacks_sim.journal import record_game
from quacks_sim.match import make_match
from quacks_sim.replay import tell
from quacks_sim.replay.table import Table
from quacks_sim.replay.why import affordable, bust_chips, risk_in_words, why
from tests.replay.hand_made import journal


def test_chance_to_explode() -> None:
    bag = Counter({"W1": 2, "W2": 1, "W3": 1, "O1": 1})
    # White 5 of 7: only W3 makes 8.
    assert bust_chips(bag, 5, 7) == 1
    assert risk_in_words(bag, 5, 7) == "risk 20 % (1 of 5 chips)"
    assert risk_in_words(bag, 7, 7) == "risk 80 % (4 of 5 chips)"
    assert risk_in_words(bag, 4, 7) == "no risk (5 chips)"
    assert risk_in_words(Counter(), 4, 7) == "the bag is empty"


def seen() -> list[str]:
    """Return what is told of all decisions of the game made by hand."""
    game = journal()
    table = Table(game)
    found = []
    for event in game["events"]:
        if event["event"] in ("choice", "purchase"):
            found.append(f"{event['round']} {event['seat']} {why(table, event)}")
        table.apply(event)
    return found


@pytest.mark.parametrize(
    "words",
    [
        # Nine chips, white 0: nothing can explode.
        "1 0 stop? no risk (9 chips), white 0 of 7, space 1 → stop",
        "1 1 flask? keep W3: no risk (8 chips), white 3 | put it back: no risk (9 chips), "
        "white 0 → use",
        "1 1 rubies? 2 rubies, droplet 1, flask empty: keep | droplet | flask → flask",
        # Space 4 and the value, for red with one orange chip one more.
        "2 1 blue? R1 to 6 | W2 to 6 | none, white 0 of 7 → R1",
        "2 1 red? R1 to 5 | 1 space further to 6 → bonus",
        # Drawn are W3 W2 W2: four W1 are left among six chips.
        "2 0 stop? risk 67 % (4 of 6 chips), white 7 of 7, space 10 → draw",
        "2 0 flask? keep W2: risk 67 % (4 of 6 chips), white 7 | put it back: no risk (7 chips), "
        "white 5 → keep",
        "2 0 explosion? 11 coins | 2 points → points",
        # Yellow comes in round 2, but its 1-chip costs 8; two chips cost more than 7.
        "2 1 buy? 7 coins: R1 6, B1 5, G1 4, O1 3 → G1",
    ],
)
def test_what_lay_before_a_policy(words: str) -> None:
    assert words in seen()


def test_a_chip_out_of_supply_or_not_in_play_is_no_option() -> None:
    table = Table(journal())
    books = journal()["books"]
    assert "Y1 8" not in affordable(table, 1, 9, books)
    assert "Y1 8" in affordable(table, 2, 9, books)
    table.seats[0].owned["G1"] += 1000
    assert "G1 4" not in affordable(table, 2, 9, books)


def test_reasons_are_told_before_what_follows() -> None:
    lines = [line.text for line in tell(journal(), width=80, reasons=True)]
    place = lines.index("    1  W3 →  5  white 3")
    assert lines[place - 1] == "       stop? no risk (9 chips), white 0 of 7, space 3 → draw"
    assert lines[place + 1].startswith("       flask? keep W3: ")


@pytest.mark.parametrize("game", range(6))
def test_risk_and_bag_are_those_of_the_journal(game: int) -> None:
    """The state worked out from events fits all that the journal itself says of it."""
    match = make_match(["random", "green_collector", "yardstick"], cards="none", seed=3)
    recorded = record_game(match, game)
    table = Table(recorded)
    for event in recorded["events"]:
        table.apply(event)
        seat = table.seats[event["seat"]]
        if "bag_size" in event:
            assert seat.bag_size == event["bag_size"], event
        if "white_sum" in event:
            assert seat.white_sum == event["white_sum"], event
        if event["event"] == "brew_end":
            assert len(seat.pot) == event["chips"]
            assert seat.last_space + 1 == event["scoring_space"]


def test_landings_follow_the_books_in_play() -> None:
    game = journal()
    table = Table({**game, "books": {**game["books"], "yellow": 4, "red": 4}})
    seat = table.seats[0]
    seat.pot, seat.yellows_placed = [("R1", 1), ("B2", 3)], 2
    asked = {"event": "choice", "seat": 0, "decision": "blue", "options": ["Y2", "W1", "none"]}
    # The third yellow chip of a round moves 3 further, and red-4 a W1 one further.
    assert "Y2 to 8 | W1 to 5" in why(table, {**asked, "choice": 2})
    seat.yellows_placed = 3
    assert "Y2 to 5 | W1 to 5" in why(table, {**asked, "choice": 2})
