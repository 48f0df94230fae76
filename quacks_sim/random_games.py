"""Random games: any policies with any parameters, under any rule options and books."""

from functools import cache
from random import Random
from typing import Any

from quacks_sim.choices import ALL_ROUNDS, Choice, Decided, Value, replaced
from quacks_sim.kernel.decisions import DECISION_NAMES
from quacks_sim.match import Match
from quacks_sim.policies.registry import Parameter, Policy, find_policy, shipped_policies
from quacks_sim.rules.books import BOOK_SETS, WHOLE_SETS, Books
from quacks_sim.rules.cards import CARD_IDS, NO_CARD, Deck
from quacks_sim.rules.options import RuleOptions, option_range, option_values
from quacks_sim.rules.tables import MOST_SEATS, ROUNDS
from quacks_sim.strategy import Strategy
from quacks_sim.values import load_values


def random_match(seed: int, number: int, *, random_rules: bool = True) -> Match:
    """Return the match of a random game; the game to be played is `number`.

    Parameters
    ----------
    seed : int
        Seed of the random games.
    number : int
        Number of the game.
    random_rules : bool
        Whether rule options, books and event cards are by lot, too; otherwise all options are at
        their defaults, the books those of Set 1, and several players have all cards.

    Returns
    -------
    Match
        One to four strategies, at every decision a policy by lot (the one that answers by lot among
        them) with parameters from anywhere in their ranges.
    """
    chance = Random(f"{seed} {number}")
    players = chance.randint(1, MOST_SEATS)
    strategies = tuple(_random_strategy(chance, seat) for seat in range(players))
    rotate = chance.random() < 0.5
    rules = random_rule_options(chance) if random_rules else RuleOptions()
    books = random_books(chance) if random_rules else Books()
    cards = random_deck(chance) if random_rules else Deck.of_players(players)
    return Match(strategies, rules, books, seed, rotate, cards)


def random_deck(chance: Random) -> Deck:
    """Return event cards by lot: none, all, some of them, and now and then fixed rounds."""
    kind = chance.random()
    if kind < 0.2:
        return Deck.none()
    few = chance.sample(CARD_IDS, chance.randint(1, 12))
    allowed = CARD_IDS if kind < 0.6 else tuple(few)
    if kind < 0.8:
        return Deck(allowed)
    rounds = chance.sample(range(1, ROUNDS + 1), chance.randint(1, ROUNDS))
    cards = chance.sample(CARD_IDS, len(rounds))
    fixed = tuple(
        (number, NO_CARD if chance.random() < 0.2 else card)
        for number, card in zip(rounds, cards, strict=True)
    )
    return Deck(allowed, fixed)


def random_books(chance: Random) -> Books:
    """Return books by lot: those of Set 1, those of any one set, or a mixture."""
    kind = chance.random()
    if kind < 0.2:
        return Books()
    if kind < 0.4:
        return Books.of_set(chance.choice(WHOLE_SETS))
    return Books(**{colour: chance.choice(sets) for colour, sets in BOOK_SETS.items()})


def random_rule_options(chance: Random) -> RuleOptions:
    """Return rule options by lot: each one differs from its default now and then."""
    values: dict[str, Any] = {}
    # From games with one odd option to games in which nothing is as usual.
    share = chance.choice((0.1, 0.3, 0.7))
    for name in RuleOptions.model_fields:
        choices = option_values(name)
        if choices and chance.random() < share:
            values[name] = chance.choice(choices)
    if values.get("rats_above_50") == "own_table":
        tails = chance.sample(range(150), chance.randint(1, 90))
        values["rat_tails"] = tuple(sorted(tails))
    for name in RuleOptions.model_fields:
        bounds = option_range(name)
        if bounds and chance.random() < share:
            values[name] = chance.randint(*bounds)
    return RuleOptions(**values)


def _random_strategy(chance: Random, seat: int) -> Strategy:
    choices = {name: _random_decided(chance, name) for name in DECISION_NAMES}
    return Strategy(f"random_{seat + 1}", choices, values=load_values("champion"))


def _random_decided(chance: Random, decision: str) -> Decided:
    """Return a policy by lot, now and then another one in some of the rounds."""
    first = _random_choice(chance, decision)
    if chance.random() < 0.9:
        return first
    rounds = sorted(chance.sample(ALL_ROUNDS, chance.randint(1, len(ALL_ROUNDS) - 1)))
    return replaced(first, rounds, _random_choice(chance, decision))


def _random_choice(chance: Random, decision: str) -> Choice:
    policy = chance.choice(_policies(decision))
    # Most stop policies with any parameters stop at once or never; half of the pots shall be
    # such as people brew.
    if decision == "stop" and chance.random() < 0.5:
        return Choice(find_policy("stop", "bust_risk"), {"max_risk": chance.uniform(0.1, 0.7)})
    return Choice(policy, {each.name: _random_value(chance, each) for each in policy.parameters})


@cache
def _policies(decision: str) -> tuple[Policy, ...]:
    return tuple(shipped_policies(decision).values())


def _random_value(chance: Random, parameter: Parameter) -> Value:
    """Return a value from anywhere in the range, often an end or the default; or one a round."""

    def one() -> float:
        if chance.random() < 0.3:
            return chance.choice((parameter.low, parameter.high, parameter.default))
        value = chance.uniform(parameter.low, parameter.high)
        return float(round(value)) if parameter.whole else value

    return tuple(one() for _ in range(ROUNDS)) if chance.random() < 0.3 else one()
