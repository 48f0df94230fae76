"""What is agreed before a game: seats, books, cards, options and variants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from quacks_sim.referee.box import BOOK_COLOURS, BOOK_SETS
from quacks_sim.referee.illegal import BadSetup
from quacks_sim.referee.options import Options

SCHEMA = 1


def _first_books() -> dict[str, int]:
    return dict.fromkeys(BOOK_COLOURS, 1)


@dataclass(frozen=True)
class Setup:
    """One game to be played (rules 1 and 11).

    Parameters
    ----------
    players : int
        Seats, 1 to 4 (one seat is a house game).
    start_player : int
        Start player of round 1 (rule 1.7).
    books : dict[str, int]
        Set of the book of each of the five colours (rule 1.5).
    cards : bool
        Whether event cards are used (rule 2.4).
    options : Options
        The switches of section 12.
    test_tubes : bool
        Whether the pots lie on their test-tube side (rule 11.2).
    synchronized : bool
        Whether all nine rounds are stirred together (rule 11.1).
    seed, game, strategies
        Labels of the journal that mean nothing to the rules.
    """

    players: int = 4
    start_player: int = 0
    books: dict[str, int] = field(default_factory=_first_books)
    cards: bool = False
    options: Options = field(default_factory=Options)
    test_tubes: bool = False
    synchronized: bool = False
    seed: int = 0
    game: int = 0
    strategies: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.players <= 4:
            raise BadSetup(f"{self.players} players cannot sit at this table")
        if not 0 <= self.start_player < self.players:
            raise BadSetup(f"there is no seat {self.start_player}")
        if set(self.books) != set(BOOK_COLOURS):
            raise BadSetup("exactly one book for each of the five colours is needed")
        for colour, book in self.books.items():
            if book not in BOOK_SETS[colour]:
                raise BadSetup(f"there is no book {colour}-{book}")

    @classmethod
    def from_journal(cls, journal: Mapping[str, object]) -> Setup:
        """Read the head of a journal; a missing variant is switched off.

        Raises
        ------
        BadSetup
            If the head is incomplete or impossible.
        """
        if journal.get("schema") != SCHEMA:
            raise BadSetup(f"unknown schema {journal.get('schema')!r}")
        rules = journal.get("rules", {})
        books = journal.get("books", _first_books())
        if not isinstance(rules, Mapping) or not isinstance(books, Mapping):
            raise BadSetup("rules and books must be given by name")
        return cls(
            players=_whole(journal, "players"),
            start_player=_whole(journal, "start_player"),
            books=dict(books),
            cards=bool(journal.get("cards", False)),
            options=Options.from_mapping(rules),
            test_tubes=bool(journal.get("test_tubes", False)),
            synchronized=bool(journal.get("synchronized", False)),
        )

    def head(self) -> dict[str, object]:
        """Write the head of a journal."""
        return {
            "schema": SCHEMA,
            "players": self.players,
            "seed": self.seed,
            "game": self.game,
            "start_player": self.start_player,
            "strategies": list(self.strategies) or ["referee"] * self.players,
            "rules": self.options.as_mapping(),
            "books": dict(self.books),
            "cards": self.cards,
            "test_tubes": self.test_tubes,
            "synchronized": self.synchronized,
        }


def _whole(journal: Mapping[str, object], name: str) -> int:
    value = journal.get(name)
    if not isinstance(value, int):
        raise BadSetup(f"{name} must be a whole number")
    return value
