"""Asking a player: a policy by its address, or a tape of answers."""

from typing import Any

from quacks_sim.kernel.annotations import Array, Journal, Record, Tape
from quacks_sim.kernel.bag import next_on_tape
from quacks_sim.kernel.jit import call_for_index, call_for_yes, inlined, readonly_row, row
from quacks_sim.kernel.journal import CHOICE, record
from quacks_sim.kernel.state import (
    DECIDING,
    ILLEGAL_CHOICE,
    ROUND,
    STATUS,
    STATUS_DECISION,
    STATUS_SEAT,
    STRATEGY,
)
from quacks_sim.rules.tables import MOST_SEATS

#: Addresses of policies whose answer is always the same: they need not be called.
ALWAYS_NO, ALWAYS_YES = 0, 1


@inlined
def illegal(common: Array, seat: int, decision: int) -> None:
    """Note that a policy chose what the rules do not allow."""
    common[STATUS] = ILLEGAL_CHOICE
    common[STATUS_SEAT] = seat
    common[STATUS_DECISION] = decision


@inlined
def policy_of(table: Record, decision: int, strategy: int) -> int:
    """Return the address of a strategy's policy for a decision in this round."""
    # As rows, which ask of no index whether it counts from the end.
    address = row(row(row(table.policies, decision), strategy), table.common[ROUND] - 1)
    return address[()]


@inlined
def parameters_of(table: Record, decision: int, strategy: int) -> int:
    """Return the parameters of a strategy's policy for a decision in this round."""
    of_round = row(table.parameters, table.common[ROUND] - 1)
    return readonly_row(row(of_round, decision), strategy)


@inlined
def ask_yes(
    table: Record,
    decision: int,
    seat: int,
    view: Any,
    journal: Journal,
    tape: Tape,
    book: int = 1,
) -> bool:
    """Return the answer, yes or no, of a seat to a decision; `book` is noted in the journal."""
    asked = MOST_SEATS * decision + seat
    if tape is None:
        # So that an exception in a policy can be laid at its door.
        table.common[DECIDING] = asked
        strategy = table.seats[seat, STRATEGY]
        address = policy_of(table, decision, strategy)
        if address in (ALWAYS_NO, ALWAYS_YES):
            answer = address == ALWAYS_YES
        else:
            answer = call_for_yes(address, view, parameters_of(table, decision, strategy))
    else:
        answer = next_on_tape(table, seat, tape, asked) != 0
    record(journal, table.common, CHOICE, seat, decision, 2, 1 if answer else 0, 0, book)
    return answer


@inlined
def ask_index(table: Record, decision: int, seat: int, view: Any, tape: Tape) -> int:
    """Return the unchecked answer, an index, of a seat to a decision."""
    asked = MOST_SEATS * decision + seat
    if tape is None:
        table.common[DECIDING] = asked
        strategy = table.seats[seat, STRATEGY]
        address = policy_of(table, decision, strategy)
        answer = call_for_index(address, view, parameters_of(table, decision, strategy))
    else:
        answer = next_on_tape(table, seat, tape, asked)
    return answer


@inlined
def choose(
    table: Record,
    decision: int,
    seat: int,
    view: Any,
    options: int,
    journal: Journal,
    tape: Tape,
    listed: int = 0,
    book: int = 1,
) -> int:
    """Return which of the options 0 … options − 1 a seat chooses.

    For the journal, `listed` says which options these are: a bit mask whose meaning depends on the
    decision and on the `book` (see :mod:`quacks_sim.journal`).
    """
    choice = ask_index(table, decision, seat, view, tape)
    if choice < 0 or choice >= options:
        illegal(table.common, seat, decision)
        choice = options - 1
    record(journal, table.common, CHOICE, seat, decision, options, choice, listed, book)
    return choice
