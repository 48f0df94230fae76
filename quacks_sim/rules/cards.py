"""Event cards: the 24 of the box, and which of them a game may turn up. Rules 1.6 and 2.4."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeVar

from quacks_sim import checked
from quacks_sim.errors import InputError, in_short, nearest
from quacks_sim.rules.entries import check_entries
from quacks_sim.rules.tables import ROUNDS, read_table

Entry = TypeVar("Entry")


class Card(NamedTuple):
    """One event card; source: ``fortune_cards.csv``."""

    id: str  #: ``FP1`` … ``FP13`` (purple) or ``FB1`` … ``FB11`` (blue)
    number: int  #: its number in kernel and datasets, which it keeps whatever cards are added
    colour: str
    name: str
    german_name: str
    other_name: str
    moment: str
    is_choice: bool
    needs_rivals: bool  #: compares players, or feeds on rats or neighbours
    in_short: str  #: what it does, in a few words
    effect: str  #: what it does, in a line


CARDS = tuple(
    Card(
        row["id"],
        int(row["number"]),
        row["colour"],
        row["name_en"],
        row["name_de"],
        row["name_alt"],
        row["moment"],
        row["player_choice"] == "choice",
        row["needs_rivals"] == "yes",
        row["in_short"],
        row["effect"],
    )
    for row in sorted(read_table("fortune_cards"), key=lambda row: int(row["number"]))
)
if [card.number for card in CARDS] != list(range(len(CARDS))):
    raise ValueError("fortune_cards.csv: numbers go from 0 without a gap")

#: All cards by number, which is what the kernel and policies call them.
CARD_IDS = tuple(card.id for card in CARDS)


def number_of(card: str) -> int:
    """Return the number of a card."""
    return CARD_IDS.index(card)


FP1, FP2, FP3, FP4, FP5, FP6, FP7, FP8, FP9, FP10, FP11, FP12, FP13 = (
    number_of(f"FP{each}") for each in range(1, 14)
)
FB1, FB2, FB3, FB4, FB5, FB6, FB7, FB8, FB9, FB10, FB11 = (
    number_of(f"FB{each}") for each in range(1, 12)
)


def cards_at(moment: str) -> tuple[int, ...]:
    """Return the numbers of the cards that act at a moment: ``"step_C"`` and so on."""
    return tuple(card.number for card in CARDS if card.moment == moment)


def each_card(room: str, entries: Mapping[int, Entry]) -> Mapping[int, Entry]:
    """Return a room's entries for the cards, by number, if each card has one.

    Raises
    ------
    NotImplementedError
        If one is missing.
    """
    check_entries(room, (card.id for card in CARDS if card.number not in entries))
    return entries


#: Their word for a round without a card.
WITHOUT_CARD = -1

#: How a round without a card is written.
NO_CARD = "none"

#: Cards that compare players, or feed on rats or neighbours: they leave the deck of a lone player.
RIVAL_CARDS = tuple(card.id for card in CARDS if card.needs_rivals)

_CURE = "write all, none, a list such as FP1,FB3, and for single rounds 3=FB5 or 3=none"


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of a game: one is turned up in each round, and none comes twice (rule 1.6).

    Attributes
    ----------
    allowed : tuple of str
        The cards that are shuffled, in the order of the box. When fewer than nine are left for the
        rounds, the last rounds have none.
    fixed : tuple of (int, str)
        Rounds whose card is not by lot, rising: the round, 1–9, and its card or ``"none"``. These
        cards are not shuffled in.
    """

    allowed: tuple[str, ...] = CARD_IDS
    fixed: tuple[tuple[int, str], ...] = ()

    def __post_init__(self) -> None:
        allowed = [_checked_card(each) for each in checked.items(self.allowed, "the deck", _CURE)]
        fixed = [_checked_round(each) for each in checked.items(self.fixed, "fixed rounds", _CURE)]
        wanted = [card for _, card in fixed if card != NO_CARD]
        for names, what in ((allowed, "in the deck"), (wanted, "in fixed rounds")):
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice:
                raise InputError(
                    f"card {twice} is {what} twice", "each card exists once (rule 1.6)"
                )
        if len({number for number, _ in fixed}) < len(fixed):
            raise InputError("a round has two fixed cards", "give each round one card")
        object.__setattr__(self, "allowed", tuple(sorted(allowed, key=CARD_IDS.index)))
        object.__setattr__(self, "fixed", tuple(sorted(fixed)))

    @classmethod
    def none(cls) -> Self:
        """Return the deck of a game without cards."""
        return cls(())

    @classmethod
    def of_players(cls, players: int) -> "Deck":
        """Return the deck that a game has by default: all cards, and none for a lone player."""
        return cls() if players > 1 else cls.none()

    @classmethod
    def read(cls, cards: "str | Iterable[str] | Mapping[int, str] | Deck") -> "Deck":
        """Return the deck written as text, as a list of cards, or as a mapping of rounds to cards.

        Parameters
        ----------
        cards : str, iterable of str, mapping or Deck
            ``"all"``, ``"none"`` or cards by name, and single rounds as ``3=FB5`` or ``3=none``,
            separated by commas; rounds alone leave all others without a card, as does a mapping.

        Raises
        ------
        InputError
            For an unknown card or round, or a card that comes twice.
        """
        if isinstance(cards, Deck):
            return cards
        if isinstance(cards, Mapping):
            return cls((), tuple(_fixed(each, card) for each, card in cards.items()))
        if isinstance(cards, str):
            items = cards.replace(",", " ").split()
        else:
            items = checked.items(cards, "the choice of cards", _CURE)
        if not items and isinstance(cards, str):
            raise InputError("the choice of cards is empty", _CURE)
        allowed: list[str] = []
        fixed: list[tuple[int, str]] = []
        for item in items:
            if not isinstance(item, str):
                raise _no_card(item)
            before, equals, card = item.partition("=")
            if equals:
                fixed.append(_fixed(before, card))
            elif item.lower() == "all":
                allowed += CARD_IDS
            elif item.lower() != NO_CARD:
                allowed.append(_spelled(item))
        return cls(tuple(allowed), tuple(fixed))

    @classmethod
    def of_table(
        cls, cards: "str | Iterable[str] | Mapping[int, str] | Deck | None", players: int
    ) -> "Deck":
        """Return the deck of a table: that of :meth:`read`, or the default if it is None.

        A lone player never meets a card that needs rivals: those are left out.

        Raises
        ------
        InputError
            As :meth:`read`, and if such a card is fixed for a round of a lone player.
        """
        deck = cls.of_players(players) if cards is None else cls.read(cards)
        if players > 1:
            return deck
        for number, card in deck.fixed:
            if card in RIVAL_CARDS:
                raise InputError(
                    f"card {card} in round {number} needs rivals, but a lone player has none",
                    f"fix another card, or leave {number}={card} out",
                )
        return deck.without_rivals()

    @property
    def is_empty(self) -> bool:
        """Whether no round of a game has a card."""
        return not self.allowed and all(card == NO_CARD for _, card in self.fixed)

    def without_rivals(self) -> "Deck":
        """Return the same deck without the cards that need rivals, for a lone player."""
        return Deck(
            tuple(card for card in self.allowed if card not in RIVAL_CARDS),
            tuple((number, card) for number, card in self.fixed if card not in RIVAL_CARDS),
        )

    def text(self) -> str:
        """Return the deck as text that :meth:`read` understands."""
        shuffled = "all" if self.allowed == CARD_IDS else ",".join(self.allowed) or NO_CARD
        return ",".join([shuffled, *(f"{number}={card}" for number, card in self.fixed)])

    def in_words(self) -> str:
        """Return the deck in a few words: ``"all cards"``, ``"no cards"`` or ``"cards: …"``."""
        if self == Deck():
            return "all cards"
        if self.is_empty:
            return "no cards"
        missing = [card for card in CARD_IDS if card not in self.allowed]
        if not missing or len(missing) > len(self.allowed):
            return f"cards: {self.text()}"
        fixed = "".join(f",{number}={card}" for number, card in self.fixed)
        return f"cards: all but {','.join(missing)}{fixed}"


def decks_in_words(tables: Iterable[tuple[int, Deck]]) -> list[str]:
    """Return the decks of some tables in words, each once; none if every table has its default.

    Parameters
    ----------
    tables : iterable of (int, Deck)
        The number of seats, and the deck.
    """
    known = list(tables)
    if all(deck == Deck.of_players(players) for players, deck in known):
        return []
    return list(dict.fromkeys(deck.in_words() for _, deck in known))


def _fixed(number: object, card: object) -> tuple[int, str]:
    """Read a round and its card, as text names them."""
    if isinstance(number, str) and re.fullmatch("[0-9]{1,9}", number):
        number = int(number)
    if isinstance(number, str):
        raise InputError(f"there is no round {in_short(number)}", _CURE)
    return _checked_round((number, _spelled(card) if isinstance(card, str) else card))


def _spelled(card: str) -> str:
    return NO_CARD if card.lower() == NO_CARD else card.upper()


def _checked_round(pair: object) -> tuple[int, str]:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        raise InputError(f"a fixed round is {in_short(pair)}, not a round and its card", _CURE)
    number, card = pair
    if not checked.is_whole(number) or not 1 <= number <= ROUNDS:
        raise InputError(f"there is no round {in_short(number)}", f"rounds are 1 to {ROUNDS}")
    return int(number), NO_CARD if isinstance(card, str) and card == NO_CARD else _checked_card(
        card
    )


def _checked_card(card: object) -> str:
    if isinstance(card, str) and card in CARD_IDS:
        return str(card)
    raise _no_card(card)


def _no_card(card: object) -> InputError:
    close = nearest(card, CARD_IDS) if isinstance(card, str) else ""
    return InputError(f"there is no event card {in_short(card)}", f"{_CURE}{close}")
