"""Where the numbers of a chart come from, as its caption says it."""

from collections.abc import Sequence
from typing import Any

from quacks_sim.charts.words import plain, shown
from quacks_sim.results import PlayResult
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import decks_in_words
from quacks_sim.version import RULES_VERSION, __version__

VERSION = f"quacks_sim {__version__}, rules version {RULES_VERSION}."


def caption(
    what: str, results: Sequence[PlayResult], *, cells: bool = False, command: str = ""
) -> str:
    """Return the caption of a chart.

    Parameters
    ----------
    what : str
        What is shown, as sentences.
    results : sequence of PlayResult
        What it is drawn from.
    cells : bool
        Whether the numbers are those of each of several results, not of all together.
    command : str
        The command that makes the same numbers again, if there is one.

    Returns
    -------
    str
        What is shown, games, players, seed, rotation, changed rules, books and cards, and versions.
    """
    matches = [result.match for result in results]
    games = sorted({result.games for result in results})
    count = _many([f"{each:,}" for each in (games[0], games[-1])], " to ")
    per = f" for each of {len(results)} cells" if cells and len(results) > 1 else ""
    players = sorted({match.players for match in matches})
    if players == [1]:
        seats = "1 player (house rules for playing alone)"
    else:
        rotated = _many([_rotation(match.rotate) for match in matches], " or ")
        seats = f"{_many(players, ' or ')} players, {rotated}"
    seed = _many([match.seed for match in matches], ", ")
    rules = _rules(results)
    unit = "game" if count == "1" else "games"
    again = f" Made by: {plain(command)}" if command else ""
    return f"{what} {count} {unit}{per}, {seats}, seed {seed}. {rules}{VERSION}{again}"


def _rotation(rotate: bool) -> str:
    return "seats rotated" if rotate else "seats not rotated"


def _many(values: Sequence[Any], between: str) -> str:
    """Return different values in their order, the many ones shortened."""
    different = list(dict.fromkeys(str(each) for each in values))
    if len(different) > 4:
        different = [*different[:3], f"… ({len(different)} in all)"]
    return between.join(different)


def _short(value: Any) -> str:
    """Return the value of a rule; of a long list only where it begins and how long it is."""
    if isinstance(value, tuple) and len(value) > 8:
        return f"{shown(value[:3])},… ({len(value)} in all)"
    return shown(value) or "none"


def _rules(results: Sequence[PlayResult]) -> str:
    """Return ``"Rules: …. "`` for what is not default in any of the results, cards last."""
    changed: dict[str, list[str]] = {}
    plain_books = Books().sets()
    for result in results:
        books = result.match.books.sets()
        own = result.match.rules.changed() | {
            f"{colour} book": book for colour, book in books.items() if book != plain_books[colour]
        }
        for name in own:
            changed.setdefault(name, [])
    for result in results:
        books = {f"{colour} book": book for colour, book in result.match.books.sets().items()}
        everything = result.match.rules.model_dump() | books
        for name, values in changed.items():
            values.append(_short(everything[name]))
    said = [f"{name} = {_many(values, ' or ')}" for name, values in changed.items()]
    decks = decks_in_words((result.match.players, result.match.cards) for result in results)
    said += [_many(decks, " or ")] if decks else []
    return plain(f"Rules: {'; '.join(said)}. ") if said else ""
