"""The options about rules, books and event cards, declared once for all commands."""

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from quacks_sim.cli.options import (
    BooksOption,
    CardsOption,
    NoCards,
    Rule,
    RulesFile,
    SetOption,
    with_parameters,
)
from quacks_sim.errors import InputError


@dataclass(frozen=True)
class RulesOptions:
    """The options about rule options and books, as they were given."""

    books: BooksOption = None
    book_set: SetOption = None
    rules: RulesFile = None
    rule: Rule = None

    def given(self) -> list[str]:
        """Return the names of the options that were given."""
        return [
            {"book_set": "--set"}.get(each.name, f"--{each.name.replace('_', '-')}")
            for each in fields(self)
            if getattr(self, each.name) not in (None, [], False)
        ]

    def read(self, **options: Any) -> dict[str, Any]:
        """Return what is to be played, by the names of the arguments of :func:`quacks_sim.play`.

        Where options contradict each other, ``--rule`` wins over ``--rules``, and what is named
        over ``--set``.

        Parameters
        ----------
        **options
            Rule options of an option of their own; None is left out.

        Raises
        ------
        InputError
            For a file that cannot be read, and for unknown options and values.
        """
        from quacks_sim.rules.books import Books
        from quacks_sim.rules.options import RuleOptions

        values = dict(self.in_file)
        values.pop("cards", None)
        in_file = values.pop("books", {})
        for change in self.rule or ():
            name, equals, value = change.partition("=")
            if not equals:
                raise InputError(
                    f"--rule {change} gives no value", "write for example --rule explosion_limit=8"
                )
            values[name.strip()] = value.strip()
        values |= {name: value for name, value in options.items() if value is not None}
        named = in_file if self.books is None else self.books
        others = 1 if self.book_set is None else self.book_set
        return {"rules": RuleOptions.read(values), "books": Books.read(named, others=others)}

    @cached_property
    def in_file(self) -> dict[str, Any]:
        """The content of the file of ``--rules``."""
        return _rules_of_file(self.rules) if self.rules else {}


@dataclass(frozen=True)
class TableOptions(RulesOptions):
    """The same for whole games, with event cards."""

    cards: CardsOption = None
    no_cards: NoCards = False

    def read(self, **options: Any) -> dict[str, Any]:
        """Return what is to be played; ``--cards`` wins over the file of ``--rules``."""
        from quacks_sim.rules.cards import Deck

        if self.no_cards and self.cards is not None:
            raise InputError("--cards and --no-cards exclude each other", "give only one of them")
        chosen = "none" if self.no_cards else self.cards
        cards = self.in_file.get("cards") if chosen is None else chosen
        deck = None if cards is None else Deck.read(cards)
        return {**super().read(**options), "cards": deck}


def with_table(function: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of the class of its argument ``table``, which holds them."""
    own = inspect.signature(function)
    group = own.parameters["table"].annotation
    options = inspect.signature(group).parameters

    @functools.wraps(function)
    def command(**values: Any) -> None:
        chosen = {name: values.pop(name) for name in options}
        function(**values, table=group(**chosen))

    return with_parameters(command, own, "table", options.values())


def _rules_of_file(file: Path) -> dict[str, Any]:
    from quacks_sim.toml_file import read_toml

    if not file.exists():
        raise InputError(f"there is no file {file}", "check the path given to --rules")
    values = read_toml(file)
    if not isinstance(values.get("books", {}), Mapping):
        raise InputError(f"{file}: books is no section", "write [books] and below it green = 1")
    return values
