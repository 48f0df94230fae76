"""Random games with random books, options and policies: the referee agrees on every number."""

from quacks_sim.checking import check_game, random_match
from quacks_sim.rules.books import BOOK_SETS, Books

GAMES = range(80)


def test_the_referee_agrees_on_games_with_any_books() -> None:
    results = [check_game(2024, number) for number in GAMES]
    assert [finding for each in results for finding in each.findings] == []
    seen = {kind for each in results for kind in each.kinds}
    books = {f"book {colour}={number}" for colour, sets in BOOK_SETS.items() for number in sets}
    assert books <= seen
    asked = {"choice order purple", "choice green move", "choice green pay", "choice beside leave"}
    assert {*asked, "aside", "move", "payment", "return red-2"} <= seen


def test_without_random_rules_all_books_are_of_set_1() -> None:
    for number in GAMES:
        assert random_match(2024, number, random_rules=False).books == Books()
