"""What books and cards do, in one line each."""

from quacks_sim.rules.books import BOOK_SETS, book_effects
from quacks_sim.rules.cards import CARDS, FB5


def test_every_book_has_a_line_and_nothing_else_has() -> None:
    books = [f"{colour}-{number}" for colour, sets in BOOK_SETS.items() for number in sets]
    assert set(book_effects()) == {"orange-1", "black-1", *books}


def test_lines_are_short_sentences() -> None:
    lines = {**book_effects(), **{card.id: card.effect for card in CARDS}}
    for what, line in lines.items():
        assert line.endswith("."), what
        assert len(line) <= 165, what
    assert len(set(lines.values())) == len(lines)


def test_lines_are_found_by_book_and_card() -> None:
    assert book_effects()["yellow-2"] == "The next chip moves twice as far."
    assert "white limit is 9" in CARDS[FB5].effect
