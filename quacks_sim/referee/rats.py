"""Rat tails and the start space (rules 3 and 4.1)."""

from __future__ import annotations

from bisect import bisect_left

from quacks_sim.referee.box import FIRST_LAP_TAILS, LAP, LAST_SPACE
from quacks_sim.referee.gains import gain_rubies
from quacks_sim.referee.options import Options
from quacks_sim.referee.table import Seat, Table

MOST_RATS_GIVEN_UP = 3


def tails_between(options: Options, low: int, high: int) -> int:
    """Count the tails t with low <= t < high (rules 3.1 and 3.2, option ``rats_above_50``)."""
    return max(_tails_below(options, high) - _tails_below(options, low), 0)


def _tails_below(options: Options, score: int) -> int:
    if options.rats_above_50 == "own_table":
        return bisect_left(options.rat_tails, score)
    if options.rats_above_50 == "none":
        return bisect_left(FIRST_LAP_TAILS, score)
    laps, rest = divmod(score, LAP)
    return laps * len(FIRST_LAP_TAILS) + bisect_left(FIRST_LAP_TAILS, rest)


def count_rats(table: Table, seat: Seat) -> int:
    """Count the seat's tails behind the leader; nobody has rats in round 1 (rules 3.1, 3.3)."""
    if table.round == 1:
        return 0
    if len(table.seats) == 1:
        return table.options.solo_rats
    leader = max(other.victory_points for other in table.seats)
    return tails_between(table.options, seat.victory_points, leader)


def rat_step(table: Table) -> None:
    """Set every rat stone after the event (rules 2.5, 3.4 and 4.1.1; cards FP7, FP9, FP10)."""
    for seat in table.turn_order:
        seat.rats = 0 if seat.rats_used_up else count_rats(table, seat)
        seat.rats_used_up = False
        if table.card == "FP7":
            seat.rats *= 2
        elif table.card == "FP9":
            give_up_rats(table, seat)
        seat.start = min(seat.droplet + seat.rats, LAST_SPACE)
        table.emit("rats", seat.index, rats=seat.rats, start=seat.start)


def give_up_rats(table: Table, seat: Seat) -> None:
    """Exchange rat steps for rubies (card FP9, option ``good_start_amount``)."""
    most = min(seat.rats, MOST_RATS_GIVEN_UP)
    amounts = list(range(most + 1))
    if table.options.good_start_amount == "all_or_nothing":
        amounts = sorted({0, most})
    given_up = int(table.ask(seat, "FP9", [str(amount) for amount in amounts]))
    seat.rats -= given_up
    gain_rubies(table, seat, "FP9", given_up)
