"""A match: strategies at a table under fixed rules, ready to play any block of its games."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim import checked
from quacks_sim.commands import play_command
from quacks_sim.compiling import compile_ahead
from quacks_sim.errors import InputError, SimulationError
from quacks_sim.failures import failure_of_policy
from quacks_sim.kernel import entries
from quacks_sim.kernel.block import GAME_COLUMNS, TOTALS
from quacks_sim.kernel.decisions import DECISIONS
from quacks_sim.kernel.journal import new_journal
from quacks_sim.kernel.ruleset import make_rules
from quacks_sim.kernel.state import (
    MOST_PARAMETERS,
    RECORD_COLUMNS,
    TABLE,
    new_record,
)
from quacks_sim.notes import check_sense, notes_on
from quacks_sim.plugins import Allowed
from quacks_sim.policies.registry import Policy
from quacks_sim.policies.valued import VALUE_COUNT
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import MOST_SEATS, ROUNDS
from quacks_sim.strategy import Strategy, load_strategy

#: How much of a run is kept besides its totals: nothing, a row a seat and game, or also a row a
#: round.
LEVELS = ("summary", "games", "rounds")

MOST_GAMES = 10**12

#: What :meth:`RuleOptions.read` and :meth:`Books.read` understand; None leaves all at its default.
RulesGiven = RuleOptions | Mapping[str, Any] | None
BooksGiven = Books | str | int | Mapping[str, int] | None

#: What :meth:`Deck.read` understands; None is the default of the number of seats.
Cards = Deck | str | Iterable[str] | Mapping[int, str] | None


@dataclass(frozen=True)
class BlockResult:
    """The games `first` … `last` − 1 of a match.

    Attributes
    ----------
    totals : record
        Sums, see :data:`quacks_sim.kernel.block.TOTALS`.
    game_rows : ndarray of int16, shape (games × players, columns)
        Game by game and seat by seat; empty unless wanted. Columns lie together in memory.
    round_rows : ndarray of int16, shape (games × players × 9, columns)
        Game by game, seat by seat, round by round; empty unless wanted. Likewise by column.
    """

    first: int
    last: int
    totals: Any
    game_rows: NDArray[np.int16]
    round_rows: NDArray[np.int16]


@dataclass(frozen=True)
class Match:
    """Strategies at a table, and everything that decides the result of each of its games.

    With `rotate`, game g is rotation g mod players of deal g // players: strategy i sits at seat
    (i + g) mod players, and the games of one deal meet the same luck, seat by seat.
    """

    strategies: tuple[Strategy, ...]
    rules: RuleOptions
    books: Books
    seed: int
    rotate: bool = True
    cards: Deck = field(default_factory=Deck.none)

    @property
    def players(self) -> int:
        """Number of seats, 1–4."""
        return len(self.strategies)

    @property
    def rotations(self) -> int:
        """Games of one deal: the number of seats if they rotate, else 1."""
        return self.players if self.rotate else 1

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the strategies, told apart by ``#2`` where one sits at the table twice."""
        return told_apart([strategy.name for strategy in self.strategies])

    @cached_property
    def _fingerprints(self) -> tuple[str, ...]:
        return tuple(strategy.fingerprint for strategy in self.strategies)

    def are_same(self, first: int, second: int) -> bool:
        """Return whether two seats hold the same strategy, whatever it is called."""
        return self._fingerprints[first] == self._fingerprints[second]

    def are_level(self, first: int, second: int) -> bool:
        """Return whether two strategies must be level over the rotations of each deal.

        They are if moving all by as many seats as the two are apart changes nothing: then each
        plays, in one rotation or another, the very games of the other.
        """
        moved = [(first - second + place) % self.players for place in range(self.players)]
        return self.rotations == self.players and all(
            map(self.are_same, range(self.players), moved)
        )

    @property
    def is_of_equals(self) -> bool:
        """Whether all seats hold the same strategy and rotate: each wins exactly its fair share."""
        return all(self.are_level(0, other) for other in range(self.players))

    @cached_property
    def rules_record(self) -> Any:
        """The rules as the kernel reads them."""
        return make_rules(self.rules, self.books, self.cards)

    @cached_property
    def _table(self) -> Any:
        return seat_policies(self.strategies)

    @cached_property
    def notes(self) -> list[str]:
        """What of the strategies can do nothing by these rules and books, in a line each."""
        return notes_on(self.strategies, self.rules, self.books, cards=not self.cards.is_empty)

    def seats(self, games: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the strategy at each seat in some games; shape (games, players)."""
        rotation = games % self.rotations
        return (np.arange(self.players)[None, :] - rotation[:, None]) % self.players

    def new_table(self) -> Any:
        """Return a table of the kernel with the policies of the strategies."""
        return self._table.copy()

    @cached_property
    def _prepared(self) -> set[str]:
        return set()

    def prepare(self, form: str = "plain") -> None:
        """Compile what is needed, so that time can be taken without it.

        Parameters
        ----------
        form : {"plain", "journal", "tape"}
            As for :func:`quacks_sim.kernel.entries.play_block`.
        """
        if form in self._prepared:
            return
        policies = [policy for each in self.strategies for policy in each.policies()]
        needed = ["game", *entries.additions(self.rules_record)]
        compile_ahead(policies, needed, [form])
        entries.play_block(form)
        entries.add_to_table(self.rules_record, self._table, form)
        self._prepared.add(form)

    def block(self, first: int, last: int, level: str = "summary") -> BlockResult:
        """Play the games `first` … `last` − 1.

        Parameters
        ----------
        first, last : int
            `first` must be the first game of a deal.
        level : {"summary", "games", "rounds"}
            Which rows to keep.

        Raises
        ------
        SimulationError
            If a policy raises an exception or makes an illegal choice; the error names policy, game
            and seed.
        """
        seats = (last - first) * self.players
        rows = seats if level != "summary" else 0
        result = BlockResult(
            first,
            last,
            new_record(TOTALS),
            _rows(rows, len(GAME_COLUMNS)),
            _rows(rows * ROUNDS if level == "rounds" else 0, RECORD_COLUMNS),
        )
        self._play(result, "plain", None, None)
        return result

    def journal(self, game: int, tape: NDArray[np.int64] | None = None) -> NDArray[np.int32]:
        """Play one game and return the rows of its journal.

        Parameters
        ----------
        game : int
            Number of the game, from 0.
        tape : ndarray of int64, optional
            Chance and choices to play by instead of the game's own; it is read from its second
            number on, and its first one is moved forward.

        Returns
        -------
        ndarray of int32, shape (events, 8)
            See :mod:`quacks_sim.kernel.journal`.

        Raises
        ------
        SimulationError
            If a policy raises or breaks the rules, or the tape does not fit the game.
        """
        journal = new_journal()
        form = "journal" if tape is None else "tape"
        self._play(_empty_result(game), form, journal, tape)
        return journal[1 : journal[0, 0] + 1]

    @cached_property
    def baskets(self) -> dict[tuple[int, int], int]:
        """The index of each basket of the market, by its two kinds (−1 for none)."""
        rules = self.rules_record
        return {
            (int(rules.basket_first[index]), int(rules.basket_second[index])): index
            for index in range(int(rules.nothing) + 1)
        }

    def _play(
        self,
        result: BlockResult,
        form: str,
        journal: NDArray[np.int32] | None,
        tape: NDArray[np.int64] | None,
    ) -> None:
        self.prepare(form)
        table = self.new_table()
        play = entries.play_block(form)
        try:
            failed = play(
                self.rules_record,
                table,
                result.totals,
                result.game_rows.T,
                result.round_rows.T,
                self.seed,
                result.first,
                result.last,
                self.players,
                self.rotations,
                journal,
                tape,
            )
        except Exception as error:
            raise self.failure(table, error) from error
        if failed >= 0:
            raise self.failure(table)

    def failure(self, table: Any, error: Exception | None = None) -> SimulationError:
        """Return the error that names the policy that failed, and the game."""
        return failure_of_policy(table, self.strategies, self.seed, self.command, error)

    def command(self, game: int) -> str:
        """Return the command that plays up to one game of this match again."""
        return play_command(self, game + 1)


def _empty_result(game: int) -> BlockResult:
    no_games, no_rounds = _rows(0, len(GAME_COLUMNS)), _rows(0, RECORD_COLUMNS)
    return BlockResult(game, game + 1, new_record(TOTALS), no_games, no_rounds)


def _rows(count: int, columns: int) -> NDArray[np.int16]:
    return np.empty((count, columns), np.int16, order="F")


def make_match(
    strategies: "Sequence[str | Path | Strategy]",
    *,
    rules: RulesGiven = None,
    books: BooksGiven = None,
    cards: Cards = None,
    seed: int = 0,
    rotate: bool = True,
    allow_plugins: Allowed = False,
) -> Match:
    """Return a match after checking everything that a user may have got wrong.

    The arguments are those of :func:`quacks_sim.play`.

    Raises
    ------
    InputError
        For a wrong number of strategies, a strategy that does not exist or cannot do anything, a
        wrong seed, or cards that do not exist or need rivals who are not there.
    """
    strategies = checked.items(strategies, "strategies", 'write for example ["balanced", "safe"]')
    if not 1 <= len(strategies) <= MOST_SEATS:
        raise InputError(
            f"{len(strategies)} strategies cannot sit at one table",
            "name one to four strategies, one for each seat",
        )
    match = Match(
        tuple(load_strategy(each, allow_plugins=allow_plugins) for each in strategies),
        RuleOptions.read(rules),
        Books.read(books),
        check_seed(seed),
        checked.switch(rotate, "rotate"),
        Deck.of_table(cards, len(strategies)),
    )
    for strategy in match.strategies:
        check_sense(strategy)
        for policy in strategy.policies():
            if not policy.shipped:
                _ = policy.address  # compiles, and refuses one that breaks its contract
    return match


def check_seed(seed: object) -> int:
    """Return a seed, or raise an :class:`InputError` if it is not a whole number 0 … 2⁶³ − 1."""
    cure = "it is a whole number from 0 to 2^63 - 1"
    return checked.whole(seed, "the seed", 0, 2**63 - 1, cure=cure)


def check_count(count: object, what: str, most: int = MOST_GAMES) -> int:
    """Return a number of games or rounds, or raise an :class:`InputError` if it is out of range."""
    return checked.whole(count, what, 1, most)


def check_level(level: object) -> str:
    """Return a level, or raise an :class:`InputError` if there is none of that name."""
    return checked.one_of(level, "the level", LEVELS)


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names with ``#2``, ``#3`` … added where one comes again."""
    seen: dict[str, int] = {}
    result = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        result.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return tuple(result)


def how_foreseen(strategy: Strategy) -> int:
    """Return 1 if the kernel can know beforehand when a strategy stops and uses its flask, else 0.

    2 if it also looks at no other pot while it brews, 3 if neither for the sake of event cards.
    """

    def policies(*decisions: str) -> list[Policy]:
        return [
            choice.policy
            for decision in decisions
            for _, choice in strategy.choices[decision].sections
        ]

    if not all(policy.is_foreseen for policy in policies("stop", "flask")):
        return 0
    if any(policy.sees_rivals for policy in policies("blue", "red", "yellow")):
        return 1
    return 2 if any(policy.sees_rivals for policy in policies("card")) else 3


def at_the_start(learned: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return values of the ends of rounds as they are at the starts: those of the round before.

    Event cards are asked about at the start of a round. For the first one there is nothing better
    than its own end.
    """
    return np.concatenate([learned[:1], learned[:-1]])


def seat_policies(strategies: Sequence[Strategy]) -> Any:
    """Return a table record with the policies and parameters of up to four strategies."""
    table = new_record(TABLE)
    policies, parameters = table.policies, table.parameters
    for index, strategy in enumerate(strategies):
        for decision, point in enumerate(DECISIONS):
            for rounds, choice in strategy.choices[point.name].sections:
                count = len(choice.policy.parameters)
                if count > MOST_PARAMETERS:
                    raise InputError(
                        f"policy {choice.policy.name} has {count} parameters",
                        f"a policy may have up to {MOST_PARAMETERS}",
                    )
                values = choice.by_round()
                for number in rounds:
                    policies[decision, index, number - 1] = choice.policy.address
                    parameters[number - 1, decision, index, :count] = values[number - 1]
            if strategy.values is not None:
                learned = strategy.values.table(len(strategies))
                parameters[:, decision, index, MOST_PARAMETERS:][:, :VALUE_COUNT] = (
                    at_the_start(learned) if point.name == "card" else learned
                )
        table.foreseen[index] = how_foreseen(strategy)
        blue = [choice.policy for _, choice in strategy.choices["blue"].sections]
        table.blue_by_view[index] = all(policy.looks_at == "view" for policy in blue)
    return table
