"""The journal: what happened, as rows of numbers, and the tape: what chance should bring.

Both are optional arguments of every phase. Where they are None the compiler removes every trace of
them, so a run without a journal pays nothing for it. ``docs/journal.md`` describes the events.
"""

import numpy as np
from numpy.typing import NDArray

from quacks_sim.kernel.annotations import Array, Journal
from quacks_sim.kernel.jit import inlined
from quacks_sim.kernel.state import JOURNAL_FULL, OK, ROUND, STATUS
from quacks_sim.rules.books import BOOK_SETS
from quacks_sim.rules.cards import CARD_IDS

EVENTS = (
    "round_start",
    "white_added",
    "card",
    "rats",
    "choice",
    "draw",
    "reveal",
    "place",
    "return",
    "brew_end",
    "die",
    "reward",
    "budget",
    "purchase",
    "ruby_spent",
    "round_end",
    "game_end",
    "payment",
    "aside",
    "move",
)
(
    ROUND_START,
    WHITE_ADDED,
    CARD,
    RAT_COUNT,
    CHOICE,
    DRAW,
    REVEAL,
    PLACE,
    RETURN,
    BREW_END,
    DIE_FACE,
    REWARD,
    BUDGET,
    PURCHASED,
    RUBY_SPENT,
    ROUND_END,
    GAME_END,
    PAYMENT,
    ASIDE,
    MOVE,
) = range(len(EVENTS))

_CAUSES = (
    "die",
    "green",
    "purple",
    "black",
    "space",
    "rubies",
    "final_coins",
    "final_rubies",
    "flask",
    "yellow",
    "blue-3",
    "blue-4",
    "green-2",
    "green-3",
    "green-4",
    "purple-2",
    "purple-3",
    "purple-4",
    "red-2",
    "tube",
)
#: What brings something or takes it. Policies see the number of a cause, so these keep theirs, and
#: books of further sets come at the end.
CAUSES = (
    *_CAUSES,
    *CARD_IDS,
    *(f"{colour}-{number}" for colour, sets in BOOK_SETS.items() for number in sets if number > 4),
)
(
    BY_DIE,
    BY_GREEN,
    BY_PURPLE,
    BY_BLACK,
    BY_SPACE,
    BY_RUBIES,
    BY_FINAL_COINS,
    BY_FINAL_RUBIES,
    BY_FLASK,
    BY_YELLOW,
) = range(10)
BY_TUBE = CAUSES.index("tube")


def by_book(colour: str, number: int) -> int:
    """Return the cause of what a book brings."""
    return CAUSES.index(f"{colour}-{number}")


#: That of card 0; the others follow by number.
BY_CARD_0 = CAUSES.index(CARD_IDS[0])

REWARDS = ("victory_points", "ruby", "droplet", "chip", "flask", "tube")
(
    POINTS_REWARD,
    RUBY_REWARD,
    DROPLET_REWARD,
    CHIP_REWARD,
    FLASK_REWARD,
    TUBE_REWARD,
) = range(len(REWARDS))

#: Columns of a row: event, round, seat and five numbers whose meaning the event decides.
JOURNAL_COLUMNS = 8


def new_journal(capacity: int = 8192) -> NDArray[np.int32]:
    """Return an empty journal; its first row holds the number of events."""
    return np.zeros((capacity, JOURNAL_COLUMNS), np.int32)


@inlined
def record(
    journal: Journal,
    common: Array,
    event: int,
    seat: int,
    a: int = 0,
    b: int = 0,
    c: int = 0,
    d: int = 0,
    e: int = 0,
) -> None:
    """Append an event to the journal, if there is one."""
    if journal is not None:
        count = journal[0, 0] + 1
        if count < journal.shape[0]:
            journal[0, 0] = count
            journal[count, 0] = event
            journal[count, 1] = common[ROUND]
            journal[count, 2] = seat
            journal[count, 3] = a
            journal[count, 4] = b
            journal[count, 5] = c
            journal[count, 6] = d
            journal[count, 7] = e
        elif common[STATUS] == OK:
            common[STATUS] = JOURNAL_FULL
