"""What the section ``[vary]`` of an experiment, or a sweep, may hold: how axes are read."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from quacks_sim import checked
from quacks_sim.axes import AT_ROUND, BOOKS, CARDS, IN_ROUND, RULES, VALUES, Axis, Label
from quacks_sim.errors import InputError, in_short, nearest
from quacks_sim.kernel.decisions import DECISION_NAMES
from quacks_sim.paths import without_owner
from quacks_sim.plugins import is_plugin
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import CARD_IDS, NO_CARD, Deck
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import ROUNDS

_EVERY_CARD = "every_card_in"

MOST_AXES = 2
MOST_VALUES = 10_000

#: Nothing in the game is as large as this.
_MOST = 1e12

_RANGE = ("from", "to", "step")
_SUBSETS = "every_subset_of"

#: Columns of the frames of a dataset, which an axis may not be called.
_TAKEN = ("cell", "table", "strategies", "strategy", "games", "game", "seat", "round")

_EXAMPLE = 'write for example "stop.max_risk" = { from = 0.1, to = 0.6, step = 0.05 }'


def read_axes(vary: Mapping[str, Any]) -> tuple[Axis, ...]:
    """Return the axes that the section ``[vary]`` of an experiment describes.

    Parameters
    ----------
    vary : mapping
        ``"stop.max_risk"``, ``"stop.max_risk@odd"`` or ``"rubies"`` with a
        list of values or ``{from, to, step}``; ``cards`` with a list of decks, with named ones, or
        with ``every_card_in`` some rounds; ``books`` with a list of sets, or of books by colour;
        ``"rules.explosion_limit"`` with values of that option; ``in_round`` with rounds,
        beside another axis such as ``"stop.max_risk@in_round"``; or a name of one's own with named
        sets of changes, or with ``every_subset_of`` named changes.

    Raises
    ------
    InputError
        For anything that is none of these, for equal labels, and for more than two axes.
    """
    axes = tuple(_read_axis(name, value) for name, value in _flat(vary))
    if len(axes) > MOST_AXES:
        names = ", ".join(axis.name for axis in axes)
        raise InputError(f"[vary] has {len(axes)} axes: {names}", "vary one or two things at once")
    wants_round = any(
        key.endswith(AT_ROUND) for axis in axes for each in axis.changes for key in each
    )
    if wants_round != any(axis.name == IN_ROUND for axis in axes):
        raise InputError(
            f"[vary] an axis {IN_ROUND} and changes that end in {AT_ROUND} go together",
            f'write for example {IN_ROUND} = [1, 2] and "stop.max_risk{AT_ROUND}" = [0.2, 0.3]',
        )
    return axes


def _flat(section: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    # TOML reads stop.max_risk without quotes as a table in a table: both ways mean the same.
    for key, value in section.items():
        parted = isinstance(value, Mapping) and (
            key in DECISION_NAMES or _names_options(key, value)
        )
        if parted and not set(value) & set(_RANGE):
            yield from ((f"{key}.{name}", each) for name, each in value.items())
        else:
            yield key, value


def _read_axis(name: str, value: Any) -> Axis:
    decision = name.partition(".")[0].partition("@")[0]
    if name == CARDS:
        axis = _axis_of_decks(value)
    elif name == BOOKS:
        axis = _axis_of_books(value)
    elif name == IN_ROUND:
        axis = _axis_of_rounds(value)
    elif decision == RULES and name != RULES:
        axis = _axis_of_rules(name, value)
    elif decision in DECISION_NAMES or name == VALUES:
        axis = _axis_of_values(name, _values(name, value))
    elif isinstance(value, Mapping) and not set(value) & set(_RANGE):
        axis = _axis_of_sets(name, value)
    else:
        raise InputError(
            f"[vary] {name}: there is no decision {in_short(decision)}",
            f"decisions are {', '.join(DECISION_NAMES)}; the table has {CARDS}, {BOOKS} and "
            f"{RULES}.NAME{nearest(decision, (*DECISION_NAMES, CARDS, BOOKS, RULES, IN_ROUND))}",
        )
    for number, label in enumerate(axis.labels):
        if label in axis.labels[:number]:
            raise InputError(f"[vary] {name} has {in_short(label)} twice", "name each value once")
    return axis


def _axis_of_values(name: str, values: Sequence[Any]) -> Axis:
    return Axis(
        name,
        tuple(_label(value) for value in values),
        tuple({name: value} for value in values),
    )


def _axis_of_decks(decks: Any) -> Axis:
    if isinstance(decks, Mapping):
        named = _each_card(decks[_EVERY_CARD]) if set(decks) == {_EVERY_CARD} else dict(decks)
    else:
        values = _values(CARDS, decks)
        named = {_label(deck): deck for deck in values}
        if len(named) < len(values):
            raise InputError(f"[vary] {CARDS} names a deck twice", "name each value once")
    return Axis(CARDS, tuple(named), tuple({CARDS: _deck(CARDS, each)} for each in named.values()))


def _each_card(rounds: Any) -> dict[str, str]:
    """Return a deck without cards, then for each round and card one with just this card."""
    numbers = [each[IN_ROUND] for each in _axis_of_rounds(rounds).changes]
    fixed = (f"{number}={card}" for number in numbers for card in CARD_IDS)
    return {NO_CARD: NO_CARD} | {deck: deck for deck in fixed}


def _axis_of_books(sets: Any) -> Axis:
    values = _values(BOOKS, sets)
    books = tuple({BOOKS: _books(BOOKS, each)} for each in values)
    return Axis(BOOKS, tuple(_label(each) for each in values), books)


def _names_options(key: str, value: Mapping[str, Any]) -> bool:
    """Return whether an axis is one of rule options: one may be called so and be anything else."""
    names = RuleOptions.model_fields
    return key == RULES and any(
        name in names or not isinstance(each, Mapping) for name, each in value.items()
    )


def _axis_of_rules(name: str, values: Any) -> Axis:
    option = name.partition(".")[2]
    labels = _values(name, values)
    changes = tuple({RULES: _rules(name, {option: each})} for each in labels)
    return Axis(name, tuple(_label(each[RULES][option]) for each in changes), changes)


def _books(where: str, books: Any) -> dict[str, int]:
    try:
        return Books.named_in(books)
    except InputError as error:
        raise InputError(f"[vary] {where}: {error.cause}", error.cure) from None


def _axis_of_rounds(rounds: Any) -> Axis:
    numbers = _values(IN_ROUND, rounds)
    for each in numbers:
        if not checked.is_whole(each) or not 1 <= each <= ROUNDS:
            raise InputError(
                f"[vary] {IN_ROUND}: there is no round {in_short(each)}",
                f"rounds are 1 to {ROUNDS}",
            )
    return Axis(IN_ROUND, tuple(numbers), tuple({IN_ROUND: each} for each in numbers))


def _deck(where: str, deck: Any) -> Deck:
    try:
        return Deck.read(deck)
    except InputError as error:
        raise InputError(f"[vary] {where}: {error.cause}", error.cure) from None


def _axis_of_sets(name: str, sets: Mapping[str, Any]) -> Axis:
    if name in _TAKEN:
        raise InputError(
            f"[vary] an axis cannot be called {in_short(name)}",
            "datasets have a column of that name: choose another name",
        )
    if set(sets) == {_SUBSETS} and isinstance(sets[_SUBSETS], Mapping):
        sets = _subsets(name, sets[_SUBSETS])
    if not sets:
        raise InputError(f"[vary] {name} has no values", "name at least one set of changes")
    return Axis(name, _names(sets), tuple(_changes(name, *each) for each in sets.items()))


def _names(sets: Mapping[str, Any]) -> tuple[Label, ...]:
    """Return the names of sets of changes; as numbers if all of them are whole numbers."""
    if all(name.isdigit() for name in sets):
        return tuple(int(name) for name in sets)
    return tuple(sets)


def _subsets(name: str, parts: Mapping[str, Any]) -> dict[str, Any]:
    if 2 ** len(parts) > MOST_VALUES:
        raise InputError(
            f"[vary] {name} has every subset of {len(parts)} changes", "up to 13 are possible"
        )
    changes = {label: _changes(name, label, part) for label, part in parts.items()}
    subsets: dict[str, Any] = {}
    for size in range(1, len(parts) + 1):
        for labels in combinations(parts, size):
            merged: dict[str, Any] = {}
            for label in labels:
                merged |= changes[label]
            subsets["+".join(labels)] = merged
    return subsets


def _changes(name: str, label: str, changes: Any) -> dict[str, Any]:
    if not isinstance(changes, Mapping):
        raise InputError(
            f"[vary] {name}: {label} is {in_short(changes)}, not a set of changes",
            'write for example two_chips = { "purchase.most_chips" = 2 }',
        )
    read = dict(_flat({key: each for key, each in changes.items() if key != RULES}))
    rules = changes.get(RULES, {})
    if not isinstance(rules, Mapping):
        raise InputError(
            f"[vary] {name}: rules are {in_short(rules)}, not options by name",
            'write for example rules = { chip_supply = "unlimited" }',
        )
    known = {key.partition(".")[2]: key for key in read if key.startswith(f"{RULES}.")}
    rules = {**rules, **{option: read.pop(key) for option, key in known.items()}}
    if CARDS in read:
        read[CARDS] = _deck(name, read[CARDS])
    if BOOKS in read:
        read[BOOKS] = _books(name, read[BOOKS])
    if rules:
        read[RULES] = _rules(name, rules)
    return read


def _rules(where: str, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return options that are named; also those at their default, for the table may have others."""
    try:
        known = RuleOptions.read(rules)
        return {name: getattr(known, name) for name in rules}
    except InputError as error:
        raise InputError(f"[vary] {where}: {error.cause}", error.cure) from None


def _values(name: str, value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        return _range(name, value)
    values = checked.items(value, f"[vary] {name}", _EXAMPLE, of="values")
    if not values:
        raise InputError(f"[vary] {name} is empty, not a list of values", _EXAMPLE)
    # The numbers of an array are no Python numbers.
    return [each.item() if isinstance(each, np.generic) else each for each in values]


def _range(name: str, bounds: Mapping[str, Any]) -> list[int | float]:
    for key in bounds:
        if key not in _RANGE:
            raise InputError(
                f"[vary] {name}: unknown key {in_short(key)}",
                f"a range has from, to and step{nearest(key, _RANGE)}",
            )
    numbers = [bounds.get(key) for key in _RANGE]
    if not all(checked.is_number(each) for each in numbers):
        raise InputError(f"[vary] {name}: a range needs from, to and step as numbers", _EXAMPLE)
    first, last, step = (checked.number(each, name, _EXAMPLE) for each in numbers)
    known = all(-_MOST <= each <= _MOST for each in (first, last, step))
    if not known or not step > 0 or not last >= first or (last - first) / step >= MOST_VALUES:
        raise InputError(
            f"[vary] {name}: from {in_short(first)} to {in_short(last)} in steps of "
            f"{in_short(step)} is no range of values",
            f"go upwards, in at most {MOST_VALUES} steps above 0",
        )
    count = int((last - first) / step + 1e-9) + 1
    if all(isinstance(each, int) for each in (first, step)):
        return [first + number * step for number in range(count)]
    return [round(first + number * step, 12) for number in range(count)]


def _label(value: Any) -> Label:
    if isinstance(value, list | tuple):
        return ",".join(str(_label(each)) for each in value)
    if isinstance(value, Mapping):
        return ",".join(f"{name}={_label(each)}" for name, each in value.items())
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    return without_owner(value) if is_plugin(value) else str(value)
