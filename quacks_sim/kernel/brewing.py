"""Brewing: the turn loop of rules 4.1, 4.2, 4.7, 4.8 and the stir of rule 8.1."""

from quacks_sim.kernel.asking import ask_yes
from quacks_sim.kernel.bag import take_chip
from quacks_sim.kernel.decisions import STOP
from quacks_sim.kernel.jit import inlined, row
from quacks_sim.kernel.journal import BREW_END, DRAW, record
from quacks_sim.kernel.placement import brew_view, resolve_chip
from quacks_sim.kernel.ruleset import DRAW_AFTER_FULL, MUST_DRAW_ONCE
from quacks_sim.kernel.state import (
    BAG_SIZE,
    BREWING,
    CHANCE_COUNTER,
    DRAWING,
    EMPTY,
    END_REASON,
    EXPLODED,
    EXPLODED_POT,
    FULL,
    LAST_SPACE,
    PLAYERS,
    POT_SIZE,
    ROUND,
    SCORING_SPACE,
    START_PLAYER,
    STATUS,
    STOPPED,
    WHITE_SUM,
)
from quacks_sim.rules.tables import LAST_SPACE as LAST_OF_POT
from quacks_sim.rules.tables import ROUNDS


@inlined
def seat_in_turn(common, turn):  # type: ignore[no-untyped-def]
    """Return the seat that is `turn` places after the start player (rule 0.5)."""
    seat = common[START_PLAYER] + turn
    return seat if seat < common[PLAYERS] else seat - common[PLAYERS]


@inlined
def end_brew(table, seat, reason, journal):  # type: ignore[no-untyped-def]
    """End a seat's brewing and fix its scoring space (rule 4.8.2)."""
    mine = row(table.seats, seat)
    mine[BREWING] = 0
    mine[END_REASON] = reason
    mine[SCORING_SPACE] = mine[LAST_SPACE] + 1
    record(
        journal,
        table.common,
        BREW_END,
        seat,
        reason,
        mine[WHITE_SUM],
        mine[POT_SIZE],
        mine[SCORING_SPACE],
    )


@inlined
def end_if_over(rules, table, seat, journal):  # type: ignore[no-untyped-def]
    """End a brew that ends by itself: exploded, full pot or empty bag (rules 4.4, 4.5.3, 4.7.2)."""
    mine = row(table.seats, seat)
    if mine[EXPLODED]:
        end_brew(table, seat, EXPLODED_POT, journal)
    elif (
        mine[LAST_SPACE] >= LAST_OF_POT
        and mine[POT_SIZE] > 0
        and not rules.options[DRAW_AFTER_FULL]
    ):
        end_brew(table, seat, FULL, journal)
    elif mine[BAG_SIZE] == 0:
        end_brew(table, seat, EMPTY, journal)


@inlined
def decide_stop(rules, table, seat, journal, tape):  # type: ignore[no-untyped-def]
    """Ask a brewing seat whether it stops before its next draw (rule 4.2.1)."""
    mine = row(table.seats, seat)
    if rules.options[MUST_DRAW_ONCE] and mine[CHANCE_COUNTER] == 0:
        mine[DRAWING] = 1
        return
    view = brew_view(rules, table, seat, 0)
    stops = ask_yes(table, STOP, seat, view, journal, tape)
    mine[DRAWING] = 0 if stops else 1
    if stops:
        end_brew(table, seat, STOPPED, journal)


@inlined
def brew(rules, table, journal, tape):  # type: ignore[no-untyped-def]
    """Let all seats brew to the end.

    Rounds 1–8: one seat after the other, in turn order (rule 4.2.4: the order matters only to a policy
    that looks at other pots). Round 9: at each cue all seats that are still brewing commit themselves,
    then all draws are carried out (rule 8.1).
    """
    players = table.common[PLAYERS]
    together = players if table.common[ROUND] == ROUNDS else 1
    for group in range(0, players, together):
        for turn in range(group, group + together):
            end_if_over(rules, table, seat_in_turn(table.common, turn), journal)
        brewing = together
        while brewing > 0 and table.common[STATUS] == 0:
            for turn in range(group, group + together):
                seat = seat_in_turn(table.common, turn)
                if table.seats[seat, BREWING]:
                    decide_stop(rules, table, seat, journal, tape)
            brewing = 0
            for turn in range(group, group + together):
                seat = seat_in_turn(table.common, turn)
                mine = row(table.seats, seat)
                if mine[BREWING] and mine[DRAWING]:
                    kind = take_chip(table, seat, tape)
                    record(journal, table.common, DRAW, seat, kind, mine[BAG_SIZE])
                    resolve_chip(rules, table, seat, kind, journal, tape)
                    end_if_over(rules, table, seat, journal)
                brewing += mine[BREWING]
