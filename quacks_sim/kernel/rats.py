"""Rat tails between a seat and the leader. Rule 3."""

from quacks_sim.kernel.annotations import Record
from quacks_sim.kernel.jit import inlined
from quacks_sim.kernel.ruleset import HIGHEST_SCORE
from quacks_sim.kernel.state import PLAYERS, ROUND, VICTORY_POINTS
from quacks_sim.rules.tables import MOST_SEATS


@inlined
def leader_points(table: Record) -> int:
    """Return the highest score of the table."""
    points = 0
    # A loop of fixed length is unrolled; one over the players would gather vectors, which is slow.
    for seat in range(MOST_SEATS):
        if seat < table.common[PLAYERS]:
            points = max(points, table.seats[seat, VICTORY_POINTS])
    return points


@inlined
def count_rats(rules: Record, table: Record, seat: int, leader: int) -> int:
    """Return the rat tails between a seat and the leader's points (rules 3.1 and 3.3)."""
    if table.common[ROUND] == 1:
        return 0
    if table.common[PLAYERS] == 1:
        return rules.options.solo_rats
    own = min(table.seats[seat, VICTORY_POINTS], HIGHEST_SCORE)
    return rules.tails_below[min(leader, HIGHEST_SCORE)] - rules.tails_below[own]
