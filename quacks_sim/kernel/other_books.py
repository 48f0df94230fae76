"""The books of Sets 2 to 4: one entry for all that they do, which the kernel calls by its address.

So a game of Set 1 neither compiles nor enters any of it, and a change of books compiles nothing
anew. The address travels in the table; see :func:`quacks_sim.kernel.entries.other_books`.
"""

from quacks_sim.kernel.annotations import Journal, Record, Tape
from quacks_sim.kernel.aside import use_red_chips
from quacks_sim.kernel.book_steps import (
    ACT,
    AFTER_BREWING,
    OFFERED_BONUS,
    PLACE,
    RESOLVE,
    STEP_B,
)
from quacks_sim.kernel.moves import (
    act_when_placed,
    look_at_pot,
    offered_bonus,
    place_special,
    resolve_special,
)
from quacks_sim.kernel.step_b import resolve_other_books


def other_books(
    step: int,
    rules: Record,
    table: Record,
    seat: int,
    kind: int,
    journal: Journal,
    tape: Tape,
) -> int:
    """Carry out one step of the books of Sets 2 to 4.

    Parameters
    ----------
    step : int
        Which one; see :mod:`quacks_sim.kernel.book_steps`.
    seat, kind : int
        Whose step it is and which chip it is about, where that matters.

    Returns
    -------
    int
        For OFFERED_BONUS the bonus, for RESOLVE whether all actions are over, for PLACE whether the
        chip lies beside the pot, else 0.
    """
    if step == RESOLVE:
        return resolve_special(rules, table, seat, kind, journal, tape)
    if step == OFFERED_BONUS:
        return offered_bonus(rules, table, seat, kind)
    if step == PLACE:
        return place_special(rules, table, seat, kind, journal, tape)
    if step == ACT:
        act_when_placed(rules, table, seat, kind, journal)
    elif step == AFTER_BREWING:
        use_red_chips(table, journal, tape)
    elif step == STEP_B:
        resolve_other_books(rules, table, seat, journal, tape)
    else:  # taken back into the bag
        look_at_pot(rules, table, seat)
    return 0
