"""Whole games for tests: strategies with a policy of the test's own, and their journals by name."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from quacks_sim.journal import record_game
from quacks_sim.kernel.jit import INTERPRETED
from quacks_sim.match import Cards, Match, make_match
from quacks_sim.rules.options import RuleOptions
from quacks_sim.strategy import Choice, Strategy, load_strategy

Event = dict[str, Any]

#: A game takes a second where the kernel is plain Python and its lines are counted.
_INTERPRETED_GAMES = 6


def few(games: int) -> int:
    """Return how many games to play: some where the kernel is plain Python, else `games`."""
    return min(games, _INTERPRETED_GAMES) if INTERPRETED else games


def with_policy(function: Callable[..., Any], base: str | Strategy = "yardstick") -> Strategy:
    """Return a strategy in which one decision is taken by a policy of the test."""
    policy = function.policy  # type: ignore[attr-defined]
    strategy = load_strategy(base)
    choices = {**strategy.choices, policy.decision.name: Choice(policy, {})}
    return replace(strategy, choices=choices, name=f"{strategy.name}_{policy.name}")


def match_of(
    *strategies: Any,
    seed: int = 0,
    rotate: bool = False,
    books: str = "",
    cards: Cards = "none",
    **options: Any,
) -> Match:
    """Return a match under some rule options, with some books, and without cards by default."""
    rules = RuleOptions.read(options)
    return make_match(strategies, rules=rules, books=books, cards=cards, seed=seed, rotate=rotate)


def journals(match: Match, games: int) -> Iterator[list[Event]]:
    """Yield the events of the first games of a match."""
    for game in range(games):
        yield record_game(match, game)["events"]


def of(events: list[Event], name: str, **fields: Any) -> list[Event]:
    """Return the events of one name in which some fields have these values."""
    wanted = {"event": name, **fields}
    return [event for event in events if wanted.items() <= event.items()]
