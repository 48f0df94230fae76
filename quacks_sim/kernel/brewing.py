"""Brewing: the turn loop of rules 4.1, 4.2, 4.7, 4.8 and the stir of rule 8.1."""

from quacks_sim.kernel.annotations import Array, Journal, Record, Tape
from quacks_sim.kernel.asking import ask_yes
from quacks_sim.kernel.bag import take_chip
from quacks_sim.kernel.card_steps import POT_EXPLODED
from quacks_sim.kernel.decisions import STOP
from quacks_sim.kernel.jit import call_book, compiled, inlined, row
from quacks_sim.kernel.journal import BREW_END, DRAW, record
from quacks_sim.kernel.placement import brew_view, resolve_chip
from quacks_sim.kernel.quick_brewing import (
    UNFORESEEN,
    all_are_foreseen,
    draw_quickly,
    is_foreseen,
)
from quacks_sim.kernel.state import (
    BAG_SIZE,
    BREWING,
    CARD,
    CHANCE_COUNTER,
    EMPTY,
    END_REASON,
    EXPLODED,
    EXPLODED_POT,
    FULL,
    LAST_SPACE,
    OK,
    PASSIVE,
    PLAYERS,
    POT_SIZE,
    SCORING_SPACE,
    START_PLAYER,
    STATUS,
    STILL_BREWING,
    STOPPED,
    WHITE_SUM,
)
from quacks_sim.rules.cards import FB2
from quacks_sim.rules.chips import NO_KIND
from quacks_sim.rules.tables import LAST_SPACE as LAST_OF_POT


@inlined
def seat_in_turn(common: Array, turn: int) -> int:
    """Return the seat that is `turn` places after the start player (rule 0.5)."""
    seat = common[START_PLAYER] + turn
    return seat if seat < common[PLAYERS] else seat - common[PLAYERS]


@inlined
def end_brew(table: Record, seat: int, reason: int) -> None:
    """End a seat's brewing and fix its scoring space (rule 4.8.2)."""
    mine = row(table.seats, seat)
    mine[BREWING] = 0
    mine[END_REASON] = reason
    mine[SCORING_SPACE] = mine[LAST_SPACE] + 1


@inlined
def record_end(table: Record, seat: int, reason: int, journal: Journal) -> None:
    """Write the end of a seat's brewing into the journal."""
    mine = row(table.seats, seat)
    record(
        journal,
        table.common,
        BREW_END,
        seat,
        reason,
        mine[WHITE_SUM],
        mine[POT_SIZE],
        mine[LAST_SPACE] + 1,
    )


@inlined
def end_if_over(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """End a brew that ends by itself: exploded, full pot or empty bag (rules 4.4, 4.5.3, 4.7.2)."""
    mine = row(table.seats, seat)
    reason = STILL_BREWING
    if mine[EXPLODED]:
        reason = EXPLODED_POT
    elif (
        mine[LAST_SPACE] >= LAST_OF_POT
        and mine[POT_SIZE] > 0
        and not rules.options.draw_after_pot_full.yes
    ):
        reason = FULL
    elif mine[BAG_SIZE] == 0:
        reason = EMPTY
    if reason != STILL_BREWING:
        end_brew(table, seat, reason)
        record_end(table, seat, reason, journal)
        if (
            reason == EXPLODED_POT
            and rules.options.schadenfreude_timing.immediately
            and mine[CARD] == FB2
        ):
            call_book(table.fortune, POT_EXPLODED, rules, table, seat, 0, journal, tape)


@inlined
def decides_to_stop(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> int:
    """Ask a brewing seat whether it stops before its next draw (rule 4.2.1).

    The table does not show the answer yet: where all brew together, nobody may see it before all
    have answered.
    """
    if rules.options.may_stop_before_first_draw.no and table.seats[seat, CHANCE_COUNTER] == 0:
        return 0
    view = brew_view(table, seat, 0, 0)
    if not ask_yes(table, STOP, seat, view, journal, tape):
        return 0
    record_end(table, seat, STOPPED, journal)
    return 1


@inlined
def draw(table: Record, seat: int, journal: Journal, tape: Tape) -> int:
    """Draw a chip and return its kind (rule 4.2.2)."""
    kind = take_chip(table, seat, tape)
    record(journal, table.common, DRAW, seat, kind, table.seats[seat, BAG_SIZE])
    return kind


@inlined
def place(rules: Record, table: Record, seat: int, kind: int, journal: Journal, tape: Tape) -> None:
    """Place a drawn chip and carry out everything that follows from it (rule 4.4)."""
    resolve_chip(rules, table, seat, kind, journal, tape)
    end_if_over(rules, table, seat, journal, tape)


@inlined
def brew_alone(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Let one seat brew to the end (rules 4.2.1 and 4.2.3)."""
    mine = row(table.seats, seat)
    foreseen = is_foreseen(rules, table, seat)
    end_if_over(rules, table, seat, journal, tape)
    while mine[BREWING] and table.common[STATUS] == OK:
        if journal is None and tape is None and foreseen and not mine[PASSIVE] & UNFORESEEN:
            kind = draw_quickly(rules, table, seat)
            if kind == NO_KIND:
                return
        elif decides_to_stop(rules, table, seat, journal, tape):
            end_brew(table, seat, STOPPED)
            return
        else:
            kind = draw(table, seat, journal, tape)
        place(rules, table, seat, kind, journal, tape)


@compiled
def brew_in_turn(rules: Record, table: Record, journal: Journal, tape: Tape) -> None:
    """Let one seat after the other brew to the end, in turn order.

    The order matters only to a policy that looks at other pots (rule 4.2.4).
    """
    for turn in range(table.common[PLAYERS]):
        brew_alone(rules, table, seat_in_turn(table.common, turn), journal, tape)


@compiled
def brew_together(rules: Record, table: Record, journal: Journal, tape: Tape) -> None:
    """At each cue all seats commit themselves, then all of them draw (rules 8.1 and 11.1)."""
    players = table.common[PLAYERS]
    if journal is None and tape is None and all_are_foreseen(rules, table):
        brew_in_turn(rules, table, journal, tape)
        return
    for turn in range(players):
        end_if_over(rules, table, seat_in_turn(table.common, turn), journal, tape)
    brewing = players
    while brewing > 0 and table.common[STATUS] == OK:
        empty_hands = 0
        for turn in range(players):
            seat = seat_in_turn(table.common, turn)
            if table.seats[seat, BREWING]:
                empty_hands |= decides_to_stop(rules, table, seat, journal, tape) << seat
        for seat in range(players):
            if (empty_hands >> seat) & 1:
                end_brew(table, seat, STOPPED)
        brewing = 0
        for turn in range(players):
            seat = seat_in_turn(table.common, turn)
            if table.seats[seat, BREWING]:
                kind = draw(table, seat, journal, tape)
                place(rules, table, seat, kind, journal, tape)
                brewing += table.seats[seat, BREWING]
