"""The compiled entries: each block function plain, with a journal, or with a journal and a tape.

The plain form is compiled without any trace of the others. Each is compiled on first use (or read
from the cache); compiling is announced on stderr if it takes long.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

from numba import typeof, types

from quacks_sim.kernel import block, tubes
from quacks_sim.kernel import fortune as cards
from quacks_sim.kernel import other_books as books
from quacks_sim.kernel.jit import INTERPRETED, address_of, entry, is_kept
from quacks_sim.kernel.ruleset import RULES
from quacks_sim.kernel.state import TABLE, new_record

_ANNOUNCED_AFTER_SECONDS = 1.5
_compiling = threading.Lock()


class Entry(NamedTuple):
    """One function that Python calls, or the kernel by its address.

    Attributes
    ----------
    function : callable
    arguments : callable
        Returns the types of its arguments, all but journal and tape.
    words : str
        What it is called in a note.
    seconds : int
        What compiling it costs, roughly; only its proportion to others matters.
    """

    function: Callable[..., Any]
    arguments: Callable[[], tuple[Any, ...]]
    words: str
    seconds: int


def _of_play() -> tuple[Any, ...]:
    rows = types.Array(types.int16, 2, "C")
    totals = typeof(new_record(block.TOTALS))
    return *_records(), totals, rows, rows, *[types.int64] * 5


def _of_brew() -> tuple[Any, ...]:
    bag = types.Array(types.int64, 1, "C", readonly=True)
    return *_records(), typeof(new_record(block.BREW_TOTALS)), bag, *[types.int64] * 4


def _of_step() -> tuple[Any, ...]:
    return types.int64, *_records(), types.int64, types.int64


def _records() -> tuple[Any, Any]:
    return typeof(new_record(RULES)), typeof(new_record(TABLE))


ENTRIES = {
    "game": Entry(block.play_block, _of_play, "the game", 15),
    "brew": Entry(block.brew_block, _of_brew, "the brew", 5),
    "books": Entry(books.other_books, _of_step, "the books of other sets", 6),
    "cards": Entry(cards.fortune, _of_step, "the event cards", 6),
    "tubes": Entry(tubes.droplet_steps, _of_step, "the test tubes", 1),
}

FORMS = ("plain", "journal", "tape")


@contextmanager
def announced(what: str, is_kept: bool = False) -> Iterator[None]:
    """Say on stderr that something is being compiled, if it takes longer than a moment.

    What is kept is only read from the cache folder: on a busy machine that takes long, too, but is
    no compiling.
    """
    if is_kept:
        yield
        return
    message = f"compiling {what} (first run only; kept for the next one) …\n"
    timer = threading.Timer(_ANNOUNCED_AFTER_SECONDS, sys.stderr.write, [message])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def play_block(form: str = "plain") -> Any:
    """Return the entry that plays blocks of games; see :func:`quacks_sim.kernel.block.play_block`.

    Parameters
    ----------
    form : {"plain", "journal", "tape"}
        Whether the argument ``journal``, or also ``tape``, is an array instead of None.
    """
    return _with_additions(compiled_entry("game", form), form)


def brew_block(form: str = "plain") -> Any:
    """Return the entry that repeats a brew; see :func:`quacks_sim.kernel.block.brew_block`."""
    return _with_additions(compiled_entry("brew", form), form)


def additions(rules: Any) -> list[str]:
    """Return the names of the entries that games of these rules call by their address."""
    needed = {
        "books": (rules.books != 1).any(),
        "cards": rules.has_cards,
        "tubes": rules.last_tube,
    }
    return [name for name, is_needed in needed.items() if is_needed]


def add_to_table(rules: Any, table: Any, form: str = "plain") -> None:
    """Compile what only some games need, if this is one of them, and tell the table where it is."""
    found = {name: address_of(compiled_entry(name, form)) for name in additions(rules)}
    table.other_books = found.get("books", 0)
    table.fortune = found.get("cards", 0)
    table.test_tubes = found.get("tubes", 0)


def _with_additions(compiled: Any, form: str) -> Any:
    """Return a block function that first sees to other books, event cards and test tubes."""

    def run(rules: Any, table: Any, *arguments: Any) -> int:
        add_to_table(rules, table, form)
        return int(compiled(rules, table, *arguments))

    return run


def compiled_entry(name: str, form: str = "plain") -> Any:
    """Return one of the entries, compiled now or before."""
    with _compiling:
        return _compile(name, form)


def is_entry_kept(name: str, form: str) -> bool:
    """Return whether the cache folder holds an entry, so that it need not be compiled."""
    return is_kept(ENTRIES[name].function, _arguments(name, form))


def _arguments(name: str, form: str) -> tuple[Any, ...]:
    journal = types.none if form == "plain" else types.Array(types.int32, 2, "C")
    tape = types.Array(types.int64, 1, "C") if form == "tape" else types.none
    return *ENTRIES[name].arguments(), journal, tape


@cache
def _compile(name: str, form: str) -> Any:
    entry_of_name = ENTRIES[name]
    if INTERPRETED:
        return entry_of_name.function
    compiled = entry(entry_of_name.function)
    with announced(entry_of_name.words, is_entry_kept(name, form)):
        compiled.compile(_arguments(name, form))
    compiled.disable_compile()
    return compiled
