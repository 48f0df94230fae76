"""The test-tube side of the pots: each droplet step is a choice, and a tube pays. Rule 11.2.

One entry, which the kernel calls by its address like :mod:`quacks_sim.kernel.other_books`: a game
on the droplet side neither compiles nor enters it.
"""

from quacks_sim.kernel.annotations import Journal, Record, Tape
from quacks_sim.kernel.asking import ask_yes
from quacks_sim.kernel.bag import in_supply, return_chip
from quacks_sim.kernel.decisions import DROPLET as DECIDE_DROPLET
from quacks_sim.kernel.gains import BOUGHT_TUBE, gain_chip, gain_points, gain_rubies
from quacks_sim.kernel.jit import inlined, readonly, readonly_row, row, whole
from quacks_sim.kernel.journal import BY_TUBE, DROPLET_REWARD, REWARD, TUBE_REWARD, record
from quacks_sim.kernel.state import (
    DECISION_COUNTER,
    DROPLET,
    PLAYERS,
    POINTS_TUBE,
    ROUND,
    TUBE,
)
from quacks_sim.kernel.views import DropletView
from quacks_sim.rules.chips import NO_KIND
from quacks_sim.rules.tables import TUBE_CHIP, TUBE_POINTS, TUBE_RUBIES


def droplet_steps(
    steps: int,
    rules: Record,
    table: Record,
    seat: int,
    cause: int,
    journal: Journal,
    tape: Tape,
) -> int:
    """Take droplet steps one by one, each in the pot or in the tubes as the seat decides.

    Parameters
    ----------
    steps : int
        How many; BOUGHT_TUBE enters the next tube without a question (round 9).
    seat, cause : int
        Whose steps they are, and what brings them.

    Returns
    -------
    int
        Always 0.
    """
    if steps == BOUGHT_TUBE:
        enter_tube(rules, table, seat, cause, journal)
    mine = row(table.seats, seat)
    for _ in range(steps):
        in_pot = mine[DROPLET] < rules.options.droplet_cap
        in_tubes = mine[TUBE] < rules.last_tube
        if in_pot and in_tubes:
            in_tubes = wants_tube(rules, table, seat, cause, journal, tape)
        if in_tubes:
            enter_tube(rules, table, seat, cause, journal)
        elif in_pot:
            mine[DROPLET] += 1
            total = mine[DROPLET]
            record(journal, table.common, REWARD, seat, cause, DROPLET_REWARD, 1, NO_KIND, total)
    return 0


@inlined
def wants_tube(
    rules: Record, table: Record, seat: int, cause: int, journal: Journal, tape: Tape
) -> bool:
    """Ask whether a step goes into the next tube rather than on in the pot."""
    mine = row(table.seats, seat)
    mine[DECISION_COUNTER] += 1
    following = mine[TUBE] + 1
    chip = whole(TUBE_CHIP[following])
    if chip != NO_KIND and not in_supply(rules, table, chip):
        chip = NO_KIND
    view = DropletView(
        seat,
        table.common[PLAYERS],
        table.common[ROUND],
        cause,
        mine[DROPLET],
        mine[TUBE],
        TUBE_POINTS[following],
        TUBE_RUBIES[following],
        chip,
        table.keys[seat],
        mine[DECISION_COUNTER],
        readonly_row(table.owned, seat),
        readonly(table.seats),
    )
    return ask_yes(table, DECIDE_DROPLET, seat, view, journal, tape)


@inlined
def enter_tube(rules: Record, table: Record, seat: int, cause: int, journal: Journal) -> None:
    """Move the droplet of the tubes on and pay what the tube shows, if it is to be had."""
    mine = row(table.seats, seat)
    mine[TUBE] += 1
    tube = mine[TUBE]
    record(journal, table.common, REWARD, seat, cause, TUBE_REWARD, 1, NO_KIND, tube)
    gain_points(table, seat, TUBE_POINTS[tube], POINTS_TUBE, BY_TUBE, journal)
    gain_rubies(rules, table, seat, TUBE_RUBIES[tube], BY_TUBE, journal)
    chip = whole(TUBE_CHIP[tube])
    if chip != NO_KIND and in_supply(rules, table, chip):
        gain_chip(rules, table, seat, chip, BY_TUBE, journal)
        # At once: after brewing (card FB1) the bag may still be counted (red-2).
        return_chip(table, seat, chip)
