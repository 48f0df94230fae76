"""Steps A, C and D of the evaluation, and the order of all its steps (rule 6)."""

from __future__ import annotations

from quacks_sim.referee.actions import resolve_pots
from quacks_sim.referee.box import TRACK
from quacks_sim.referee.gains import gain_flask, gain_outcome, gain_points, gain_rubies
from quacks_sim.referee.market import final_conversion, shop, spend_on_droplet_and_flask
from quacks_sim.referee.table import Seat, Table

LAST_ROUND = 9


def evaluate(table: Table) -> None:
    """Go through the steps; each is over for all seats before the next begins (rule 6)."""
    bonus_die(table)
    resolve_pots(table)
    for seat in table.turn_order:
        ruby_of_space(table, seat)
    for seat in table.turn_order:
        points_of_space(table, seat)
    if table.round < LAST_ROUND:
        for seat in table.turn_order:
            if seat.shops:
                shop(table, seat)
    if table.card == "FB9":
        for seat in table.turn_order:
            gain_flask(table, seat, "FB9")
    for seat in table.turn_order:
        spend_on_droplet_and_flask(table, seat)
    if table.round == LAST_ROUND:
        for seat in table.turn_order:
            final_conversion(table, seat)


def rollers(table: Table) -> list[Seat]:
    """List who rolls: the intact pots that reach farthest, by space index (rule 6.A)."""
    if len(table.seats) == 1 and table.options.solo_die == "never":
        return []
    intact = [seat for seat in table.turn_order if seat.intact()]
    farthest = max((seat.scoring_space for seat in intact), default=0)
    return [seat for seat in intact if seat.scoring_space == farthest]


def bonus_die(table: Table) -> None:
    """Roll the bonus die, twice each under card FB4 (rule 6.A)."""
    times = 2 if table.card == "FB4" else 1
    for seat in rollers(table):
        for _ in range(times):
            gain_outcome(table, seat, "die", table.roll(seat))


def ruby_of_space(table: Table, seat: Seat) -> None:
    """Pay the ruby of the scoring space, exploded or not (rule 6.C; cards FB8 and FB11)."""
    if not TRACK[seat.scoring_space].ruby:
        return
    gain_rubies(table, seat, "space", 1)
    if table.card == "FB8":
        gain_points(table, seat, "FB8", 2)
    elif table.card == "FB11":
        gain_rubies(table, seat, "FB11", 1)


def points_of_space(table: Table, seat: Seat) -> None:
    """Pay the points of the scoring space, or let an exploded player choose (rule 6.D)."""
    takes_points = seat.shops = True
    both = table.round == LAST_ROUND and table.options.final_conversion_exploded == "both"
    if not seat.intact() and not seat.protected and not both:
        takes_points = table.ask(seat, "explosion", ["coins", "points"]) == "points"
        seat.shops = not takes_points
    if takes_points:
        gain_points(table, seat, "space", TRACK[seat.scoring_space].victory_points)
