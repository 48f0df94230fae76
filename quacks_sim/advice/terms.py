"""What the end of a round is worth in points to come: the one unit of all advice."""

import os
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from quacks_sim.errors import InputError, in_short
from quacks_sim.rules.amounts import COINS_PER_POINT, RUBIES_PER_POINT
from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import COLOURS, KIND_COLOUR, KIND_COUNT, KINDS
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import ROUNDS
from quacks_sim.solver.worth import MOST_COINS, Worth

#: A kind that was seen less often in training is marked.
SELDOM = 500


class Terms(Protocol):
    """What is carried out of a round; see :class:`quacks_sim.values.RoundValues`."""

    @property
    def coins(self) -> NDArray[np.float64]:
        """Worth of 0–35 coins; shape (36,)."""

    @property
    def point(self) -> float:
        """Worth of a point of this round, once rat tails have done their work."""

    @property
    def ruby(self) -> float:
        """Worth of one more ruby before rubies are spent."""

    @property
    def ruby_kept(self) -> float:
        """Worth of a ruby that is not spent in this round."""

    @property
    def droplet(self) -> float:
        """Worth of one more droplet step."""

    @property
    def flask(self) -> float:
        """Worth of a full flask."""

    @property
    def seen(self) -> NDArray[np.int64]:
        """How often each kind was owned in training; shape (18,)."""

    def gain(self, owned: NDArray[np.int64], kinds: list[int]) -> float:
        """Return the points gained by adding chips of these kinds to those owned."""

    def worth(self, owned: NDArray[np.int64]) -> Worth:
        """Return the worth of the end of a brew in this round."""

    def chance_to_win(self, lead: float) -> float:
        """Return the chance to win, given the lead before the round and what the pot is worth."""


class Values(Protocol):
    """Learned values of a position; see :class:`quacks_sim.values.Values`."""

    def at(self, players: int, round_number: int, margin: float, /) -> Terms:
        """Return what the end of a round is worth to who is so many points ahead."""

    def players_for(self, players: int, /) -> int:
        """Return the number of players whose values are taken for a number of players."""


@dataclass(frozen=True)
class LastRound:
    """The end of the game: five coins or two rubies are a point (rule 8.3)."""

    point: float = 1.0
    ruby: float = 1 / RUBIES_PER_POINT
    ruby_kept: float = 1 / RUBIES_PER_POINT
    droplet: float = 0.0
    flask: float = 0.0

    @property
    def coins(self) -> NDArray[np.float64]:
        """Worth of 0–35 coins, rounded down."""
        return (np.arange(MOST_COINS + 1) // COINS_PER_POINT).astype(np.float64)

    @property
    def seen(self) -> NDArray[np.int64]:
        """Rules need no training."""
        return np.full(KIND_COUNT, SELDOM)

    def gain(self, owned: NDArray[np.int64], kinds: list[int]) -> float:
        """Return 0: chips are worthless now."""
        return 0.0

    def worth(self, owned: NDArray[np.int64]) -> Worth:
        """Return the worth of the end of the last brew."""
        return Worth(points=1.0, coins=self.coins.tolist(), rubies=self.ruby)

    def chance_to_win(self, lead: float) -> float:
        """Return whether the game is won."""
        return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


class ByPrice:
    """Learned values where some books are of other sets: their chips are worth what they cost.

    Parameters
    ----------
    learned : Terms
    books : Books
    rules : RuleOptions
    """

    def __init__(self, learned: Terms, books: Books, rules: RuleOptions) -> None:
        self._learned = learned
        self._prices = {kind: books.price(kind, rules) for kind in unlearned(books)}
        self.coins = learned.coins
        self.point = learned.point
        self.ruby = learned.ruby
        self.ruby_kept = learned.ruby_kept
        self.droplet = learned.droplet
        self.flask = learned.flask
        self.seen = learned.seen

    def gain(self, owned: NDArray[np.int64], kinds: list[int]) -> float:
        """Return what chips are worth; those of unlearned books as much as their price buys."""
        known = owned.copy()
        known[list(self._prices)] = 0
        learned = self._learned.gain(known, [kind for kind in kinds if kind not in self._prices])
        by_price = sum(float(self.coins[self._prices[k]]) for k in kinds if k in self._prices)
        return learned + by_price

    def worth(self, owned: NDArray[np.int64]) -> Worth:
        """Return the worth of the end of a brew."""
        chips = {kind: self.gain(owned, [index]) for index, kind in enumerate(KINDS)}
        return self._learned.worth(owned).changed(chips=chips)

    def chance_to_win(self, lead: float) -> float:
        """Return the chance to win so many points ahead."""
        return self._learned.chance_to_win(lead)


def unlearned(books: Books) -> frozenset[int]:
    """Return the kinds whose book is not that of Set 1."""
    sets = books.sets()
    return frozenset(
        kind for kind in range(KIND_COUNT) if sets.get(COLOURS[KIND_COLOUR[kind]], 1) != 1
    )


def terms_of(
    values: Values, players: int, round: int, books: Books, rules: RuleOptions, margin: float = 0.0
) -> Terms:
    """Return what the end of a round is worth, under the books in play.

    `margin` are the own points less those of the best rival.
    """
    if round >= ROUNDS:
        return LastRound()
    terms = values.at(players, max(round, 1), margin)
    return ByPrice(terms, books, rules) if unlearned(books) else terms


def brew_worth(terms: Terms, owned: NDArray[np.int64], rules: RuleOptions) -> Worth:
    """Return the worth of the end of a brew, for the solver."""
    worth = terms.worth(owned)
    both = isinstance(terms, LastRound) and rules.final_conversion_exploded == "both"
    return worth.changed(after_explosion="both") if both else worth


def values_by(values: "str | os.PathLike[str] | Values") -> Values:
    """Return learned values by their name, from a file, or as they are.

    Raises
    ------
    InputError
        If there are no such values.
    """
    from quacks_sim.values import load_values

    if isinstance(values, str | os.PathLike):
        return load_values(values)
    if not (hasattr(values, "players_for") and hasattr(values, "at")):
        raise InputError(
            f"{in_short(values)} are no values", "name shipped ones or a file, or give Values"
        )
    return values
