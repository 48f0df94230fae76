"""Gaining and giving up: points, rubies, droplet steps and chips, each with its event."""

from quacks_sim.kernel.annotations import Array, Journal, Record, Tape
from quacks_sim.kernel.bag import in_supply, move_from_supply, move_to_supply
from quacks_sim.kernel.jit import call_book, compiled, inlined, row
from quacks_sim.kernel.journal import (
    CHIP_REWARD,
    DROPLET_REWARD,
    PAYMENT,
    POINTS_REWARD,
    REWARD,
    RUBY_REWARD,
    record,
)
from quacks_sim.kernel.state import (
    DROPLET,
    POT_SIZE,
    RUBIES,
    RUBIES_GAINED,
    RUBIES_LEFT,
    RUBIES_SPENT,
    STRONG,
    TUBE,
    VICTORY_POINTS,
)

#: What the test tubes are told instead of a number of steps: the next tube has been bought.
BOUGHT_TUBE = -1


@inlined
def gain_points(
    table: Record, seat: int, points: int, source: int, cause: int, journal: Journal
) -> None:
    """Add victory points; `source` is the column of the record that counts them."""
    if points > 0:
        mine = row(table.seats, seat)
        mine[VICTORY_POINTS] += points
        mine[source] += points
        record(
            journal,
            table.common,
            REWARD,
            seat,
            cause,
            POINTS_REWARD,
            points,
            -1,
            mine[VICTORY_POINTS],
        )


@inlined
def gain_rubies(
    rules: Record, table: Record, seat: int, wanted: int, cause: int, journal: Journal
) -> None:
    """Add rubies, as many as the supply holds (rule 1.4)."""
    rubies = min(wanted, table.common[RUBIES_LEFT])
    if rubies > 0:
        mine = row(table.seats, seat)
        mine[RUBIES] += rubies
        mine[RUBIES_GAINED] += rubies
        if rules.options.ruby_supply:
            table.common[RUBIES_LEFT] -= rubies
        record(journal, table.common, REWARD, seat, cause, RUBY_REWARD, rubies, -1, mine[RUBIES])


@inlined
def can_advance(rules: Record, mine: Array) -> bool:
    """Return whether a droplet step is possible, be it into a tube (rules 6.F and 11.2)."""
    return mine[DROPLET] < rules.options.droplet_cap or mine[TUBE] < rules.last_tube


@compiled
def _decide_steps(
    rules: Record, table: Record, seat: int, cause: int, journal: Journal, tape: Tape, steps: int
) -> None:
    """Let a seat decide where droplet steps go on the test-tube side."""
    call_book(table.test_tubes, steps, rules, table, seat, cause, journal, tape)


@inlined
def move_droplet(
    rules: Record,
    table: Record,
    seat: int,
    cause: int,
    journal: Journal,
    tape: Tape,
    steps: int = 1,
) -> None:
    """Advance the droplet, at most to the last space that it may reach (rule 0.6).

    On the test-tube side each step is a choice of its own (rule 11.2).
    """
    if rules.last_tube:
        _decide_steps(rules, table, seat, cause, journal, tape, steps)
        return
    mine = row(table.seats, seat)
    possible = min(steps, rules.options.droplet_cap - mine[DROPLET])
    if possible > 0:
        mine[DROPLET] += possible
        record(
            journal, table.common, REWARD, seat, cause, DROPLET_REWARD, possible, -1, mine[DROPLET]
        )


@compiled
def gain_chip(
    rules: Record, table: Record, seat: int, kind: int, cause: int, journal: Journal
) -> None:
    """Take a chip from the supply into the bag; without one there the gain is lost (books.md)."""
    if in_supply(rules, table, kind):
        move_from_supply(rules, table, seat, kind)
        owned = table.owned[seat, kind]
        record(journal, table.common, REWARD, seat, cause, CHIP_REWARD, 1, kind, owned)


@compiled
def pay_ruby(rules: Record, table: Record, seat: int, cause: int, journal: Journal) -> None:
    """Pay one ruby for a book or a card."""
    mine = row(table.seats, seat)
    mine[RUBIES] -= 1
    mine[RUBIES_SPENT] += 1
    if rules.options.ruby_supply:
        table.common[RUBIES_LEFT] += 1
    record(journal, table.common, PAYMENT, seat, cause, RUBY_REWARD, 1, -1, mine[RUBIES])


@compiled
def pay_chip(
    rules: Record, table: Record, seat: int, kind: int, cause: int, journal: Journal
) -> None:
    """Give a chip to the supply; where it lay is the caller's business."""
    move_to_supply(rules, table, seat, kind)
    owned = table.owned[seat, kind]
    record(journal, table.common, PAYMENT, seat, cause, CHIP_REWARD, 1, kind, owned)


@compiled
def pay_chip_of_pot(
    rules: Record, table: Record, seat: int, kind: int, cause: int, journal: Journal
) -> None:
    """Give the chip of a kind that was placed first from the pot to the supply.

    The others keep their spaces and the scoring space stays (rules 4.3.3 and 4.8.2).
    """
    mine = row(table.seats, seat)
    kinds, spaces = row(table.pot_kinds, seat), row(table.pot_spaces, seat)
    last = mine[POT_SIZE] - 1
    place = 0
    while place < last and kinds[place] != kind:
        place += 1
    if place + 1 == mine[STRONG]:
        mine[STRONG] = 0
    elif place + 1 < mine[STRONG]:
        mine[STRONG] -= 1
    for later in range(place, last):
        kinds[later] = kinds[later + 1]
        spaces[later] = spaces[later + 1]
    mine[POT_SIZE] = last
    pay_chip(rules, table, seat, kind, cause, journal)
