"""What of a strategy cannot matter at a table: told before the games are played.

A policy that cannot do anything anywhere is an error. What does nothing in this game only is a
note, for it may be meant for another one.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from quacks_sim.choices import Choice, policies_of, rounds_in_words
from quacks_sim.errors import InputError
from quacks_sim.rules.books import FIRST_ROUND, Books
from quacks_sim.rules.chips import COLOURS
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import ROUNDS
from quacks_sim.strategy import DEFAULTS, Strategy, parse_choice

#: Decisions that only some games ask: whether this one does, and what brings them up.
_ASKED: dict[str, tuple[Callable[[RuleOptions, Books], bool], str]] = {
    "blue": (lambda rules, books: books.blue == 1, "with blue of Set 1"),
    "red": (lambda rules, books: books.red in (1, 3), "with red of Set 1 or 3"),
    "yellow": (lambda rules, books: books.yellow in (1, 4), "with yellow of Set 1 or 4"),
    "purple": (lambda rules, books: books.purple != 3, "with purple of Set 1, 2 or 4"),
    "order": (
        lambda rules, books: (books.green, books.purple) != (1, 1),
        "unless green and purple are both of Set 1",
    ),
    "green": (lambda rules, books: books.green != 1, "with green of Set 2, 3 or 4"),
    "beside": (lambda rules, books: books.red == 2, "with red of Set 2"),
    "droplet": (
        lambda rules, books: rules.pot_side == "test_tubes",
        "on the test-tube side: --rule pot_side=test_tubes",
    ),
}

#: Those that plain games of Set 1 never ask.
_BROUGHT_UP = ("order", "green", "beside", "droplet")


def check_sense(strategy: Strategy) -> None:
    """Raise an :class:`InputError` for a policy that could not do anything in any game.

    That is one that buys the colours it is told to, and is told none that is for sale in its rounds
    (rules 2.1 and 8.3: purple from round 3 on, nothing in round 9).
    """
    for rounds, choice in strategy.choices["purchase"].sections:
        shopping = [number for number in rounds if number < ROUNDS]
        wanted = [number for number in shopping if _colours(choice, number)]
        if choice.policy.needs == "colours" and shopping and not wanted:
            when = "" if len(rounds) == ROUNDS else f" in round {rounds_in_words(shopping)}"
            raise InputError(
                f"strategy {strategy.name}: purchase policy {choice.policy.name} chooses no colour"
                f" that is for sale{when}, so it never buys",
                "choose one, for example purchase.red = 1, or take the policy nothing",
            )


def _colours(choice: Choice, number: int) -> list[str]:
    """Return the colours that a purchase policy buys in a round, of those that are for sale."""
    names = [parameter.name for parameter in choice.policy.parameters]
    values = dict(zip(names, choice.by_round()[number - 1], strict=True))
    return [
        colour
        for colour in COLOURS
        if values.get(colour, 0) > 0
        and FIRST_ROUND.get(colour, 1) <= number
        and not (colour == "black" and values.get("most_black", 1) == 0)
    ]


def notes_on(
    strategies: Sequence[Strategy],
    rules: RuleOptions,
    books: Books,
    *,
    players: int | None = None,
    cards: bool = True,
    every: bool = False,
) -> list[str]:
    """Return in a line each what can do nothing in games by these rules and books.

    Parameters
    ----------
    strategies : sequence of Strategy
        Those at the table; each is looked at once.
    players : int, optional
        How many play, if not just these.
    cards : bool
        Whether event cards are turned up.
    every : bool
        Whether to tell also what a book of another set leaves out of the decisions of Set 1. It is
        seldom news: most strategies are made for Set 1 and can be played with any book.
    """
    count = len(strategies) if players is None else players
    found: dict[str, None] = {}
    for strategy in strategies:
        found |= dict.fromkeys(_notes_on(strategy, rules, books, count, every))
        if not cards and strategy.choices["card"].plain() != _default("card"):
            names = " and ".join(each.name for each in policies_of(strategy.choices["card"]))
            found[f"{strategy.name}: card policy {names} is never asked without event cards"] = None
    if rules.tube_purchase_round_9 == "yes" and rules.pot_side != "test_tubes":
        found["tube_purchase_round_9 changes nothing without pot_side=test_tubes"] = None
    return list(found)


def gathered(notes: Sequence[Sequence[str]]) -> list[str]:
    """Return the notes on several cells, each once; those not on all of them say on how many."""
    counts = Counter(text for own in notes for text in own)
    several = len(notes)
    return [
        text if count == several else f"{text} (in {count} of {several} cells)"
        for text, count in counts.items()
    ]


def _notes_on(
    strategy: Strategy, rules: RuleOptions, books: Books, players: int, every: bool
) -> Iterator[str]:
    values = strategy.values
    if values is not None and values.books not in (None, books):
        yield (
            f"{strategy.name}: its values were learned with other books;"
            " quacks train learns those of these books"
        )
    for decision, decided in strategy.choices.items():
        names = " and ".join(policy.name for policy in policies_of(decided))
        named = f"{strategy.name}: {decision} policy {names}"
        asked, when = _ASKED.get(decision, (None, ""))
        if asked is not None and not asked(rules, books):
            # What every strategy has by default has not been asked for by anybody.
            if (every or decision in _BROUGHT_UP) and decided.plain() != _default(decision):
                yield f"{named} is never asked; it would be {when}"
            continue
        for rounds, choice in decided.sections:
            policy = choice.policy
            named = f"{strategy.name}: {decision} policy {policy.name}"
            if policy.needs in ("rivals", "cues") and players == 1:
                yield f"{named} looks at rivals, and there are none"
            elif policy.needs == "cues" and rules.synchronized == "no" and set(rounds) != {ROUNDS}:
                yield (
                    f"{named} compares pots in round {ROUNDS} only; in all rounds with"
                    " --rule synchronized=yes"
                )


def _default(decision: str) -> object:
    section = DEFAULTS[decision]
    choice = parse_choice(decision, section["policy"])
    for name, value in section.items():
        if name != "policy":
            choice = choice.with_value(name, value)
    return choice.plain()
