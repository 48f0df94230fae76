"""The compiled entries: each block function plain, with a journal, or with a journal and a tape.

The plain form is compiled without any trace of the others. Each is compiled on first use (or read
from the cache), and announced on stderr if that takes long.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from numba import typeof, types

from quacks_sim.kernel import block, tubes
from quacks_sim.kernel import fortune as cards
from quacks_sim.kernel import other_books as books
from quacks_sim.kernel.jit import INTERPRETED, address_of, entry
from quacks_sim.kernel.ruleset import LAST_TUBE, RULES
from quacks_sim.kernel.state import TABLE, new_record

_ANNOUNCED_AFTER_SECONDS = 1.5
_compiling = threading.Lock()


@contextmanager
def announced(what: str) -> Iterator[None]:
    """Say on stderr that something is being compiled, if it takes longer than a moment."""
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
    with _compiling:
        return _compiled_play(form)


def other_books(form: str = "plain") -> int:
    """Return the address of what the books of Sets 2 to 4 do, for the field of the table.

    Parameters
    ----------
    form : {"plain", "journal", "tape"}
        As for :func:`play_block`.
    """
    with _compiling:
        return address_of(_compiled_books(form))


def fortune(form: str = "plain") -> int:
    """Return the address of what event cards do, for the field of the table.

    Parameters
    ----------
    form : {"plain", "journal", "tape"}
        As for :func:`play_block`.
    """
    with _compiling:
        return address_of(_compiled_fortune(form))


def droplet_steps(form: str = "plain") -> int:
    """Return the address of what a droplet step does on the test-tube side, for the table.

    Parameters
    ----------
    form : {"plain", "journal", "tape"}
        As for :func:`play_block`.
    """
    with _compiling:
        return address_of(_compiled_tubes(form))


def add_to_table(rules: Any, table: Any, form: str = "plain") -> None:
    """Compile what only some games need, if this is one of them, and tell the table where it is."""
    table.other_books = other_books(form) if (rules.books != 1).any() else 0
    table.fortune = fortune(form) if rules.has_cards else 0
    table.test_tubes = droplet_steps(form) if rules.options[LAST_TUBE] else 0


def _with_additions(compiled: Any, form: str) -> Any:
    """Return a block function that first sees to other books, event cards and test tubes."""

    def run(rules: Any, table: Any, *arguments: Any) -> int:
        add_to_table(rules, table, form)
        return int(compiled(rules, table, *arguments))

    return run


def brew_block(form: str = "plain") -> Any:
    """Return the entry that repeats a brew; see :func:`quacks_sim.kernel.block.brew_block`."""
    with _compiling:
        return _compiled_brew(form)


@cache
def _compiled_play(form: str) -> Any:
    rows = types.Array(types.int16, 2, "C")
    arguments = (
        typeof(new_record(RULES)),
        typeof(new_record(TABLE)),
        typeof(new_record(block.TOTALS)),
        rows,
        rows,
        *[types.int64] * 5,
        *_told(form),
    )
    return _with_additions(_compile(block.play_block, arguments, "the game"), form)


@cache
def _compiled_books(form: str) -> Any:
    return _compile(books.other_books, _of_step(form), "the books of other sets")


@cache
def _compiled_fortune(form: str) -> Any:
    return _compile(cards.fortune, _of_step(form), "the event cards")


@cache
def _compiled_tubes(form: str) -> Any:
    return _compile(tubes.droplet_steps, _of_step(form), "the test tubes")


def _of_step(form: str) -> tuple[Any, ...]:
    return (
        types.int64,
        typeof(new_record(RULES)),
        typeof(new_record(TABLE)),
        types.int64,
        types.int64,
        *_told(form),
    )


@cache
def _compiled_brew(form: str) -> Any:
    arguments = (
        typeof(new_record(RULES)),
        typeof(new_record(TABLE)),
        typeof(new_record(block.BREW_TOTALS)),
        types.Array(types.int64, 1, "C", readonly=True),
        *[types.int64] * 4,
        *_told(form),
    )
    return _with_additions(_compile(block.brew_block, arguments, "the brew"), form)


def _told(form: str) -> tuple[Any, Any]:
    journal = types.none if form == "plain" else types.Array(types.int32, 2, "C")
    tape = types.Array(types.int64, 1, "C") if form == "tape" else types.none
    return journal, tape


def _compile(function: Any, arguments: tuple[Any, ...], what: str) -> Any:
    if INTERPRETED:
        return function
    compiled = entry(function)
    with announced(what):
        compiled.compile(arguments)
    compiled.disable_compile()
    return compiled
