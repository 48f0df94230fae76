"""Red chips beside the pot: what becomes of them after brewing. Book red-2, rule 4.8.1."""

from quacks_sim.kernel.annotations import Array, Journal, Record, Tape
from quacks_sim.kernel.asking import choose
from quacks_sim.kernel.bag import return_chip
from quacks_sim.kernel.decisions import BESIDE as DECIDE_BESIDE
from quacks_sim.kernel.jit import inlined, readonly, readonly_row, row
from quacks_sim.kernel.journal import ASIDE, PLACE, RETURN, by_book, record
from quacks_sim.kernel.state import (
    BAG_SIZE,
    BESIDE,
    BESIDE_NOW,
    CHANCE_COUNTER,
    CHIPS_DRAWN,
    DECISION_COUNTER,
    EXPLODED,
    FLASK_DECLINED,
    FLASK_OFFERED,
    FLASK_READY,
    LAST_SPACE,
    PLAYERS,
    POT_SIZE,
    PROTECTED_UNTIL,
    ROUND,
    SCORING_SPACE,
    START_PLAYER,
    WHITE_SUM,
)
from quacks_sim.kernel.views import BesideView
from quacks_sim.rules.chips import KIND_VALUE, NO_KIND, R1
from quacks_sim.rules.tables import LAST_SPACE as LAST_OF_POT

BY_RED_2 = by_book("red", 2)

#: R1, R2 and R4 are kinds in a row.
SIZES = 3


@inlined
def put_beside(rules: Record, table: Record, seat: int, kind: int, journal: Journal) -> None:
    """Put a drawn red chip beside the pot, where it counts for nothing yet."""
    mine = row(table.seats, seat)
    if rules.options.red_s2_aside.ignored:
        leave_as_it_was(mine)
    table.beside[seat, kind - R1] += 1
    table.beside_now[seat, mine[BESIDE_NOW]] = kind
    mine[BESIDE] += 1
    mine[BESIDE_NOW] += 1
    mine[CHIPS_DRAWN] += 1
    record(journal, table.common, ASIDE, seat, kind, mine[BESIDE])


@inlined
def leave_as_it_was(mine: Array) -> None:
    """Undo what drawing a chip does: a window stays as wide (blue-2), the flask may still come.

    A chip that blue of Set 1 has revealed ends no time for the flask, and there is no window then.
    """
    if mine[CHANCE_COUNTER] <= mine[PROTECTED_UNTIL]:
        mine[PROTECTED_UNTIL] += 1
    if mine[FLASK_READY] & FLASK_DECLINED:
        mine[FLASK_READY] = FLASK_OFFERED


@inlined
def use_red_chips(table: Record, journal: Journal, tape: Tape) -> None:
    """Let every seat in turn order, exploded or not, decide on the red chips beside its pot."""
    players = table.common[PLAYERS]
    for turn in range(players):
        seat = (table.common[START_PLAYER] + turn) % players
        if table.seats[seat, BESIDE] > 0:
            decide_beside(table, seat, journal, tape)


@inlined
def decide_beside(table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Ask a seat again and again until no chip is undecided or all others shall stay."""
    # A chip that is to stay is not asked about again, so the undecided ones are those still there.
    mine = row(table.seats, seat)
    while mine[BESIDE] > 0:
        options, listed = _list_options(table, seat)
        mine[DECISION_COUNTER] += 1
        view = BesideView(
            seat,
            table.common[PLAYERS],
            table.common[ROUND],
            options,
            mine[SCORING_SPACE],
            mine[EXPLODED],
            table.keys[seat],
            mine[DECISION_COUNTER],
            readonly_row(table.bag, seat),
            readonly(table.seats),
            readonly_row(table.options, 0),
            readonly_row(table.options, 1),
        )
        choice = choose(table, DECIDE_BESIDE, seat, view, options, journal, tape, listed, 2)
        if choice == 0:
            return
        kind = table.options[0, choice]
        table.beside[seat, kind - R1] -= 1
        mine[BESIDE] -= 1
        if table.options[1, choice]:
            _place(table, seat, kind, journal)
        else:
            return_chip(table, seat, kind)
            record(
                journal,
                table.common,
                RETURN,
                seat,
                kind,
                BY_RED_2,
                mine[WHITE_SUM],
                mine[BAG_SIZE],
            )


@inlined
def _list_options(table: Record, seat: int) -> tuple[int, int]:
    """Write down the options; return how many, and a bit for each: place R1, bag R1, place R2 …"""
    mine = row(table.seats, seat)
    full = mine[POT_SIZE] > 0 and mine[LAST_SPACE] >= LAST_OF_POT
    table.options[0, 0] = NO_KIND
    table.options[1, 0] = 0
    options, listed = 1, 0
    for size in range(SIZES):
        if table.beside[seat, size] > 0:
            for into_bag in range(1 if full else 0, 2):
                table.options[0, options] = R1 + size
                table.options[1, options] = 1 - into_bag
                options += 1
                listed |= 1 << (2 * size + into_bag)
    return options, listed


@inlined
def _place(table: Record, seat: int, kind: int, journal: Journal) -> None:
    """Place a chip after the last one by its printed value; the scoring space follows it."""
    mine = row(table.seats, seat)
    place = mine[POT_SIZE]
    space = min(mine[LAST_SPACE] + KIND_VALUE[kind], LAST_OF_POT)
    table.pot_kinds[seat, place] = kind
    table.pot_spaces[seat, place] = space
    mine[POT_SIZE] = place + 1
    mine[LAST_SPACE] = space
    mine[SCORING_SPACE] = space + 1
    record(journal, table.common, PLACE, seat, kind, space, 0, mine[WHITE_SUM])
