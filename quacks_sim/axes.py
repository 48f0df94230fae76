"""Axes of a sweep or an experiment: labels, and the changes of a strategy that they stand for."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from quacks_sim.errors import InputError
from quacks_sim.plugins import Allowed, PluginRefused
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.options import RuleOptions
from quacks_sim.strategy import Strategy

#: What is varied of the table, not of a strategy: deck of event cards, books, rule options.
CARDS, BOOKS, RULES = "cards", "books", "rules"
_OF_TABLE = (CARDS, BOOKS, RULES)

#: The learned values of the strategy.
VALUES = "values"

#: An axis of rounds, and what a change ends in that holds in such a round only.
IN_ROUND = "in_round"
AT_ROUND = f"@{IN_ROUND}"

Label = int | float | str


@dataclass(frozen=True)
class Axis:
    """One thing that is varied.

    Attributes
    ----------
    name : str
        A parameter (``stop.max_risk``), a decision (``rubies``), ``cards``, or a name of one's own.
    labels : tuple
        What the values are called: numbers as they are, everything else as text.
    changes : tuple of mapping
        For each label the changes that :meth:`Strategy.with_params` makes; under ``cards`` the
        :class:`Deck` to play with, under ``books`` the sets of some colours, under ``rules``
        options by name, under ``in_round`` the round of changes that end in ``@in_round``.
    """

    name: str
    labels: tuple[Label, ...]
    changes: tuple[Mapping[str, Any], ...]


def combinations_of(axes: Sequence[Axis]) -> Iterator[tuple[dict[str, Label], list[Any]]]:
    """Yield the labels and the changes of every combination, the last axis running fastest."""
    for choice in product(*(range(len(axis.labels)) for axis in axes)):
        pairs = list(zip(axes, choice, strict=True))
        yield (
            {axis.name: axis.labels[each] for axis, each in pairs},
            [axis.changes[each] for axis, each in pairs],
        )


def changed(
    strategy: Strategy,
    labels: Mapping[str, Label],
    changes: Sequence[Mapping[str, Any]],
    *,
    allow_plugins: Allowed = False,
) -> Strategy:
    """Return a strategy with the changes of one combination, under its own name.

    Raises
    ------
    InputError
        For a parameter or a value that does not exist; it names the axis and the label.
    """
    new = strategy
    number = next((each[IN_ROUND] for each in changes if IN_ROUND in each), 0)
    for (axis, label), each in zip(labels.items(), changes, strict=True):
        own = {
            key.replace(AT_ROUND, f"@{number}"): value
            for key, value in each.items()
            if key not in (*_OF_TABLE, IN_ROUND)
        }
        try:
            new = new.with_params(own, allow_plugins=allow_plugins)
        except PluginRefused:
            raise
        except InputError as error:
            raise type(error)(f"[vary] {axis} = {label}: {error.cause}", error.cure) from None
    # The values of the axes tell cells apart, so the name need not.
    return new.named(strategy.name)


def conditions_of(
    changes: Sequence[Mapping[str, Any]],
    *,
    rules: RuleOptions | None,
    books: "Books | str | None",
    cards: Deck | None,
) -> dict[str, Any]:
    """Return rules, books and cards of one combination: those of its axes, or else those given.

    Colours and options that no axis names are those given, too.
    """
    for each in changes:
        if RULES in each:
            known = {} if rules is None else rules.changed()
            rules = RuleOptions.read({**known, **each[RULES]})
        if BOOKS in each:
            books = Books.read(each[BOOKS], others=Books.read(books))
        cards = each.get(CARDS, cards)
    return {"rules": rules, "books": books, "cards": cards}
