"""The plan of a search: everything that decides what is played, checked before the first game."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quacks_sim import checked
from quacks_sim.errors import InputError, in_short, nearest
from quacks_sim.match import BooksGiven, Cards, RulesGiven, check_count, check_seed
from quacks_sim.plugins import Allowed
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import MOST_SEATS
from quacks_sim.strategy import Strategy, load_strategy
from quacks_sim.training.search import (
    FEWEST_CANDIDATES,
    MOST_CANDIDATES,
    default_candidates,
    load_cma,
)
from quacks_sim.training.space import Space, read_space
from quacks_sim.training.tables import Tables
from quacks_sim.version import RULES_VERSION, __version__
from quacks_sim.words import counted

OBJECTIVES = {"win_share": "win_share", "points": "victory_points"}

DEFAULT_GAMES = 2_000
DEFAULT_GENERATIONS = 40
DEFAULT_VERDICT_GAMES = 20_000
DEFAULT_SPREAD = 0.2

MOST_GENERATIONS = 10_000

#: Who may judge a result if nobody is named: the first two that are not rivals already.
_HOLDOUT = ("balanced", "cautious", "reckless", "edinburgh_red", "yardstick")
_HELD_OUT = 2


@dataclass(frozen=True)
class Plan:
    """A search that can be carried out.

    Attributes
    ----------
    space : Space
        What is varied, of which strategy.
    tables : Tables
        Where candidates are tried.
    holdout : tuple of Strategy
        Whom only the result meets.
    games : int
        Games of a candidate at each table in a generation, if it does not drop out.
    generations : int
        Most generations.
    budget : int or None
        After how many games of the search no generation begins any more.
    candidates : int
        Of a generation.
    spread : float
        Of the first generation, as a share of the ranges.
    verdict_games : int
        Games of each finalist and each table at the end.
    seed : int
    """

    space: Space
    tables: Tables
    holdout: tuple[Strategy, ...]
    games: int
    generations: int
    budget: int | None
    candidates: int
    spread: float
    verdict_games: int
    seed: int

    @property
    def start(self) -> Strategy:
        """The strategy from which the search starts."""
        return self.space.strategy

    @property
    def games_of_generation(self) -> int:
        """Games of a generation in which nobody drops out."""
        return (self.candidates + 1) * self.games * len(self.tables.rivals)

    @property
    def settings(self) -> dict[str, Any]:
        """Everything that decides what each generation plays."""
        tables = self.tables
        return {
            "seed": self.seed,
            "strategy": self.start.fingerprint,
            "vary": [
                [each.key, each.low, each.high, each.start, each.whole]
                for each in self.space.dimensions
            ],
            "against": [[each.fingerprint for each in rivals] for rivals in tables.rivals],
            "objective": tables.measure,
            "games": self.games,
            "candidates": self.candidates,
            "spread": self.spread,
            "rotate": tables.rotate,
            "rules": {name: str(value) for name, value in tables.rules.changed().items()},
            "books": tables.books.sets(),
            "cards": Deck.of_table(tables.cards, tables.players).text(),
            "version": f"{__version__}, rules {RULES_VERSION}",
            "cma": load_cma().__version__,
        }

    def prepare(self) -> None:
        """Compile what is needed, so that time can be taken without it."""
        for table in range(len(self.tables.rivals)):
            self.tables.match(table, self.start, self.seed).prepare()
        for each in self.holdout:
            rivals = [each] * (self.tables.players - 1)
            Tables((tuple(rivals),), self.tables.measure).match(0, self.start, 0).prepare()


def plan_tuning(
    strategy: "str | Path | Strategy",
    vary: Mapping[str, Any],
    *,
    against: "Sequence[str | Path | Strategy]" = (),
    players: int | None = None,
    holdout: "Sequence[str | Path | Strategy] | None" = None,
    objective: str | None = None,
    games: int | None = None,
    generations: int | None = None,
    budget: int | None = None,
    candidates: int | None = None,
    spread: float | None = None,
    verdict_games: int | None = None,
    seed: int,
    rotate: bool = True,
    rules: RulesGiven = None,
    books: BooksGiven = None,
    cards: Cards = None,
    allow_plugins: Allowed = False,
) -> Plan:
    """Return the plan of a search; see :func:`quacks_sim.training.tuning.tune`."""
    load_cma()
    seed = check_seed(seed)
    against = checked.items(
        against, "against", 'write for example against=["cautious"]', of="strategies"
    )
    start, *rivals = [
        load_strategy(each, allow_plugins=allow_plugins) for each in (strategy, *against)
    ]
    space = read_space(start, vary)
    seated = _seats(rivals, players)
    tables = Tables(
        seated,
        _measure(objective, 1 + len(seated[0])),
        RuleOptions.read(rules),
        Books.read(books),
        None if cards is None else Deck.read(cards),
        checked.switch(rotate, "rotate"),
        allow_plugins,
    )
    number = len(space.dimensions)
    plan = Plan(
        space,
        tables,
        _held_out(start, tables, holdout),
        check_count(DEFAULT_GAMES if games is None else games, "games"),
        check_count(
            DEFAULT_GENERATIONS if generations is None else generations,
            "generations",
            MOST_GENERATIONS,
        ),
        None if budget is None else check_count(budget, "budget"),
        default_candidates(number) if candidates is None else _read_candidates(candidates),
        DEFAULT_SPREAD if spread is None else _read_spread(spread),
        check_count(
            DEFAULT_VERDICT_GAMES if verdict_games is None else verdict_games, "verdict_games"
        ),
        seed,
    )
    _check_search(plan)
    for table in range(len(seated)):
        tables.match(table, start, seed)
    return plan


def _seats(rivals: Sequence[Strategy], players: int | None) -> tuple[tuple[Strategy, ...], ...]:
    """Return the rivals of each table: one table for all, or one for each with copies of it."""
    if players is None:
        if len(rivals) >= MOST_SEATS:
            raise InputError(
                f"{len(rivals)} rivals do not fit at one table",
                f"name up to {MOST_SEATS - 1}, or give players, for a table with each",
            )
        return (tuple(rivals),)
    cure = f"a table has 2 to {MOST_SEATS} seats"
    players = checked.whole(players, "players", 2, MOST_SEATS, cure=cure)
    if not rivals:
        raise InputError(f"a table of {players} has no rivals", "name one or more with against")
    return tuple((each,) * (players - 1) for each in rivals)


def _measure(objective: str | None, players: int) -> str:
    if objective is None:
        return "victory_points" if players == 1 else "win_share"
    if not isinstance(objective, str) or objective not in OBJECTIVES:
        close = nearest(objective, OBJECTIVES) if isinstance(objective, str) else ""
        raise InputError(
            f"there is no objective {in_short(objective)}",
            f"objectives are {', '.join(OBJECTIVES)}{close}",
        )
    if objective == "win_share" and players == 1:
        raise InputError(
            "whoever plays alone wins every game", "name rivals with against, or tune for points"
        )
    return OBJECTIVES[objective]


def _held_out(
    start: Strategy, tables: Tables, named: "Sequence[str | Path | Strategy] | None"
) -> tuple[Strategy, ...]:
    met = {each.fingerprint for rivals in tables.rivals for each in rivals}
    if named is None:
        known = [load_strategy(each) for each in _HOLDOUT] if tables.players > 1 else []
        left = [each for each in known if each.fingerprint not in {*met, start.fingerprint}]
        return tuple(left[:_HELD_OUT])
    named = checked.items(named, "holdout", 'write for example holdout=["cautious"]')
    if tables.players == 1 and named:
        raise InputError("whoever plays alone meets nobody", "leave holdout out, or name rivals")
    found = [load_strategy(each, allow_plugins=tables.allow_plugins) for each in named]
    for each in found:
        if each.fingerprint in met:
            raise InputError(
                f"{each.name} is both a rival of the search and held out",
                "hold out a strategy that the search does not meet",
            )
    return tuple(found)


def _read_candidates(candidates: object) -> int:
    cure = f"a generation has from {FEWEST_CANDIDATES} to {MOST_CANDIDATES:,}"
    return checked.whole(candidates, "candidates", FEWEST_CANDIDATES, MOST_CANDIDATES, cure=cure)


def _read_spread(spread: object) -> float:
    cure = "it is a share of the ranges, above 0 and up to 1"
    return checked.real(spread, "the spread", sys.float_info.min, 1, cure=cure)


def _check_search(plan: Plan) -> None:
    if plan.games < 2 * plan.tables.step:
        raise InputError(
            f"{counted(plan.games, 'game')} would tell nothing about a candidate",
            f"give at least {2 * plan.tables.step}; {DEFAULT_GAMES:,} are usual",
        )
    if plan.verdict_games < 2 * plan.tables.step:
        raise InputError(
            f"{counted(plan.verdict_games, 'game')} would be no verdict",
            f"give at least {2 * plan.tables.step}",
        )
