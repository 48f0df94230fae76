"""Command lines that play something again: strategies, rules, books, cards, rotation, seed.

What is shown here and now names files where they lie. What is kept in a file for others names them
by :func:`quacks_sim.paths.without_owner`.
"""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quacks_sim.choices import Choice, rounds_in_words
from quacks_sim.errors import QuacksError
from quacks_sim.paths import without_owner
from quacks_sim.plugins import file_of, is_plugin
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import ROUNDS
from quacks_sim.shipped import shipped_files
from quacks_sim.strategy import Strategy, load_strategy

if TYPE_CHECKING:
    from quacks_sim.match import Match

#: How the path of a file is told.
Told = Callable[[Path], str]


def play_command(match: "Match", games: int, told: Told = str) -> str:
    """Return the ``quacks play`` that plays the first games of a match.

    A strategy that was made in Python and lies in no file is named, but cannot be found by it.
    """
    words = ["quacks", "play", *(_named(each, told) for each in match.strategies)]
    return shlex.join([*words, *_table_options(match, told), "--games", str(games)])


def _table_options(match: "Match", told: Told) -> list[str]:
    """Return the options for rules, cards, rotation and seed."""
    words = rules_options(match.rules, match.books)
    if match.cards != Deck.of_players(match.players):
        words += ["--cards", match.cards.text()]
    if not match.rotate:
        words.append("--no-rotate")
    words += plugin_options(match.strategies, told)
    return [*words, "--seed", str(match.seed)]


def tournament_command(
    match: "Match", strategies: Sequence[Strategy], games: int, tables: int | None
) -> str:
    """Return the ``quacks tournament`` whose tables are played as a match is, to be kept."""
    words = ["quacks", "tournament", *(_named(each, without_owner) for each in strategies)]
    words += ["--players", str(match.players)]
    words += [] if tables is None else ["--tables", str(tables)]
    return shlex.join([*words, *_table_options(match, without_owner), "--games", str(games)])


def tune_command(
    match: "Match",
    tables: Sequence[Sequence[Strategy]],
    holdout: Sequence[Strategy],
    options: Sequence[str],
) -> str:
    """Return the ``quacks tune`` whose tables are played as a match is, with some options.

    Parameters
    ----------
    match : Match
        Of the start, who sits first, at the first table.
    tables : sequence of sequence of Strategy
        The rivals of each table.
    holdout : sequence of Strategy
        Whom only the result meets.
    options : sequence of str
        What is said about the search itself.
    """
    words = ["quacks", "tune", _named(match.strategies[0], without_owner)]
    rivals = tables[0] if len(tables) == 1 else [each[0] for each in tables]
    for each in rivals:
        words += ["--against", _named(each, without_owner)]
    words += [] if len(tables) == 1 else ["--players", str(match.players)]
    if match.players > 1:
        for name in [_named(each, without_owner) for each in holdout] or ["none"]:
            words += ["--holdout", name]
    return shlex.join([*words, *options, *_table_options(match, without_owner)])


def plugin_options(strategies: Iterable[Strategy], told: Told) -> list[str]:
    """Return the options that allow the plug-ins of some strategies to run."""
    files = dict.fromkeys(told(file) for each in strategies for file in each.plugins)
    return [word for file in files for word in ("--plugin", file)]


def brew_command(
    options: Mapping[str, Any], rules: RuleOptions, books: Books, seed: int, rounds: int
) -> str:
    """Return the ``quacks brew`` with some options by name that brews so many rounds."""
    words = ["quacks", "brew"]
    for name, value in options.items():
        words += [f"--{name}", str(value)]
    words += rules_options(rules, books)
    return shlex.join([*words, "--seed", str(seed), "--rounds", str(rounds)])


def rules_options(rules: RuleOptions, books: Books) -> list[str]:
    """Return the options for rules and books that are not the default."""
    words = []
    for name, value in rules.changed().items():
        words += ["--rule", f"{name}={_text(value)}"]
    plain = Books().sets()
    other = [f"{colour}={each}" for colour, each in books.sets().items() if each != plain[colour]]
    return [*words, "--books", ",".join(other)] if other else words


def _text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def _named(strategy: Strategy, told: Told) -> str:
    """Return what names a strategy on a command line: shipped name or file, and what is changed."""
    base = strategy.name.partition("+")[0]
    known = base
    if strategy.folder is not None and base not in shipped_files("strategies"):
        file = strategy.folder / f"{base}.toml"
        base, known = told(file), str(file)
    try:
        found = load_strategy(known, allow_plugins=strategy.plugins)
    except QuacksError:
        return strategy.name
    return "+".join([base, *_changes(found, strategy, told)])


def _changes(before: Strategy, after: Strategy, told: Told) -> list[str]:
    """Return what :meth:`Strategy.with_params` has to change to get from one to the other."""
    changes: list[str] = []
    for decision, decided in after.choices.items():
        have = before.choices[decision]
        if isinstance(decided, Choice) and isinstance(have, Choice):
            changes += _changed_choice(decision, have, decided)
        elif decided.plain() != have.plain():
            for rounds, choice in decided.sections:
                changes += _section(decision, rounds, choice)
    changes = [_told_change(each, after.folder, told) for each in changes]
    return changes + _values(before, after, told)


def _told_change(change: str, folder: Path | None, told: Told) -> str:
    """Return a change that names a plug-in by its path, if it has one; else as it is."""
    decision, _, name = change.partition("=")
    if not is_plugin(name) or not Path(name).is_absolute():
        return change
    return f"{decision}={told(file_of(name, folder))}:{name.rpartition(':')[2]}"


def _values(before: Strategy, after: Strategy, told: Told) -> list[str]:
    """Return what gives a strategy other learned values, if it has some."""
    values = after.values
    if values is None or (before.values and before.values.fingerprint == values.fingerprint):
        return []
    is_named = values.is_shipped or values.path is None
    return [f"values={values.name if is_named or values.path is None else told(values.path)}"]


def _changed_choice(decision: str, have: Choice, choice: Choice) -> list[str]:
    changes = []
    values = dict(have.values)
    if choice.policy.name != have.policy.name:
        changes.append(f"{decision}={choice.policy.name}")
        values = {each.name: each.default for each in choice.policy.parameters}
    changes += [
        f"{decision}.{name}={_text(value)}"
        for name, value in choice.values.items()
        if value != values[name]
    ]
    return changes


def _section(decision: str, rounds: Sequence[int], choice: Choice) -> list[str]:
    """Return what sets policy and parameters in some rounds."""
    at = "" if len(rounds) == ROUNDS else f"@{rounds_in_words(rounds)}"
    changes = [f"{decision}{at}={choice.policy.name}"]
    for name, value in choice.values.items():
        if not isinstance(value, tuple):
            changes.append(f"{decision}.{name}{at}={_text(value)}")
        elif at:
            changes += [f"{decision}.{name}@{each}={value[each - 1]}" for each in rounds]
        else:
            changes.append(f"{decision}.{name}={_text(value)}")
    return changes
