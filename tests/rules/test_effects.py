"""What books and cards do, in one line each."""

from quacks_sim.rules.books import BOOK_SETS
from quacks_sim.rules.cards import CARD_IDS
from quacks_sim.rules.effects import book_effect, card_effect, effects


def test_every_book_and_every_card_has_a_line_and_nothing_else_has() -> None:
    books = [f"{colour}-{number}" for colour, sets in BOOK_SETS.items() for number in sets]
    assert set(effects()) == {"orange-1", "black-1", *books, *CARD_IDS}


def test_lines_are_short_sentences() -> None:
    for what, line in effects().items():
        assert line.endswith("."), what
        assert len(line) <= 165, what
    assert len(set(effects().values())) == len(effects())


def test_lines_are_found_by_book_and_card() -> None:
    assert book_effect("yellow", 2) == "The next chip moves twice as far."
    assert "white limit is 9" in card_effect("FB5")
