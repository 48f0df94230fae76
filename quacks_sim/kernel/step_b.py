"""Step B if the book of green or purple is not of Set 1, in the order that the seat chooses (6.B).

Set 1 is resolved by small functions compiled into the loop; a game of Set 1 never enters this one.
"""

from quacks_sim.kernel.annotations import Journal, Record, Tape
from quacks_sim.kernel.asking import ask_yes
from quacks_sim.kernel.decisions import ORDER
from quacks_sim.kernel.green import act_green
from quacks_sim.kernel.jit import inlined, readonly, readonly_row, row, whole
from quacks_sim.kernel.pot import count_in_pot
from quacks_sim.kernel.purple import act_purple
from quacks_sim.kernel.state import (
    DECISION_COUNTER,
    PLAYERS,
    POT_SIZE,
    ROUND,
    RUBIES,
    SCORING_SPACE,
)
from quacks_sim.kernel.views import OrderView
from quacks_sim.rules.chips import GREEN, KIND_COLOUR, P1, PURPLE


@inlined
def resolve_other_books(
    rules: Record, table: Record, seat: int, journal: Journal, tape: Tape
) -> None:
    """Resolve green and purple chips of a seat, purple first if it wants."""
    mine = row(table.seats, seat)
    purple_first = False
    greens = 0
    for place in range(mine[POT_SIZE]):
        greens += whole(KIND_COLOUR[table.pot_kinds[seat, place]] == GREEN)
    if greens > 0 and count_in_pot(table, seat, P1) > 0:
        mine[DECISION_COUNTER] += 1
        view = OrderView(
            seat,
            table.common[PLAYERS],
            table.common[ROUND],
            mine[SCORING_SPACE],
            mine[RUBIES],
            table.keys[seat],
            mine[DECISION_COUNTER],
            readonly_row(table.owned, seat),
            readonly(table.seats),
        )
        purple_first = ask_yes(table, ORDER, seat, view, journal, tape)
    for step in range(2):
        if purple_first == (step == 0):
            act_purple(rules.books[PURPLE], rules, table, seat, journal, tape)
        else:
            act_green(rules.books[GREEN], rules, table, seat, journal, tape)
