"""Bags and supply: owning chips, filling the bag, taking a chip out of it."""

from quacks_sim.kernel.annotations import Record, Tape
from quacks_sim.kernel.jit import compiled, inlined, row, whole
from quacks_sim.kernel.random import DRAWS, random_below
from quacks_sim.kernel.state import (
    AVAILABLE,
    BAD_TAPE,
    BAG_SIZE,
    BESIDE,
    BLACKS_OWNED,
    CHANCE_COUNTER,
    DECIDING,
    OK,
    OWNED_SIZE,
    ROUND,
    STATUS,
    STATUS_SEAT,
)
from quacks_sim.rules.chips import K1, R1

#: Nearly all bags hold no more.
FEW_CHIPS = 48


@inlined
def own_chip(table: Record, seat: int, kind: int) -> None:
    """Add a chip to what a seat owns; it is in the bag from the next filling on."""
    mine = row(table.seats, seat)
    chips = row(table.owned_chips, seat)
    place = mine[OWNED_SIZE]
    while place > 0 and chips[place - 1] > kind:
        chips[place] = chips[place - 1]
        place -= 1
    chips[place] = kind
    mine[OWNED_SIZE] += 1
    mine[BLACKS_OWNED] += whole(kind == K1)
    table.owned[seat, kind] += 1


@inlined
def disown_chip(table: Record, seat: int, kind: int) -> None:
    """Take a chip from what a seat owns; it is missing from the next filling of the bag on."""
    mine = row(table.seats, seat)
    chips = row(table.owned_chips, seat)
    last = mine[OWNED_SIZE] - 1
    place = 0
    while place < last and chips[place] != kind:
        place += 1
    for later in range(place, last):
        chips[later] = chips[later + 1]
    mine[OWNED_SIZE] = last
    mine[BLACKS_OWNED] -= whole(kind == K1)
    table.owned[seat, kind] -= 1


@inlined
def in_supply(rules: Record, table: Record, kind: int) -> bool:
    """Return whether the supply holds a chip of a kind (rule 1.3), its book in play or not."""
    return table.supply[kind] > 0 or not rules.options.chip_supply.limited


@inlined
def move_from_supply(rules: Record, table: Record, seat: int, kind: int) -> None:
    """Move a chip that is in the supply to a seat."""
    if rules.options.chip_supply.limited:
        table.supply[kind] -= 1
        if table.supply[kind] == 0:
            table.common[AVAILABLE] &= ~(1 << kind)
    own_chip(table, seat, kind)


@inlined
def take_from_supply(rules: Record, table: Record, seat: int, kind: int) -> bool:
    """Move a chip from the supply to a seat and return True, or False if it is not available.

    Rules 1.3, 1.5: a chip must be in the supply and its book in play.
    """
    if (table.common[AVAILABLE] >> kind) & 1 == 0:
        return False
    move_from_supply(rules, table, seat, kind)
    return True


@inlined
def move_to_supply(rules: Record, table: Record, seat: int, kind: int) -> None:
    """Move a chip of a seat to the supply, from where it can be had again (rule 1.3)."""
    disown_chip(table, seat, kind)
    if rules.options.chip_supply.limited:
        table.supply[kind] += 1
        table.common[AVAILABLE] |= rules.entering[table.common[ROUND]] & (1 << kind)


@inlined
def fill_bag(table: Record, seat: int) -> None:
    """Put every chip of a seat into its bag, except those beside the pot (rule 7.2, red-2)."""
    mine = row(table.seats, seat)
    owned = row(table.owned, seat)
    bag = row(table.bag, seat)
    for kind in range(owned.shape[0]):
        bag[kind] = owned[kind]
    owned_chips = row(table.owned_chips, seat)
    chips = row(table.bag_chips, seat)
    # Kinds in their fixed order: equal bags meet equal luck, however they came about.
    if mine[OWNED_SIZE] <= FEW_CHIPS:
        # A number of chips that the compiler knows is copied at once.
        for place in range(FEW_CHIPS):
            chips[place] = owned_chips[place]
    else:
        for place in range(mine[OWNED_SIZE]):
            chips[place] = owned_chips[place]
    mine[BAG_SIZE] = mine[OWNED_SIZE]
    if mine[BESIDE] > 0:
        _leave_beside(table, seat)


@compiled
def _leave_beside(table: Record, seat: int) -> None:
    """Take the red chips beside the pot out of a full bag again (red-2)."""
    bag = row(table.bag, seat)
    for size in range(table.beside.shape[1]):
        bag[R1 + size] -= table.beside[seat, size]
    chips = row(table.bag_chips, seat)
    place = 0
    for kind in range(bag.shape[0]):
        for _ in range(bag[kind]):
            chips[place] = kind
            place += 1
    table.seats[seat, BAG_SIZE] = place


@inlined
def take_chip(table: Record, seat: int, tape: Tape) -> int:
    """Take one chip at random out of a bag that is not empty; return its kind (rule 4.2.2)."""
    mine = row(table.seats, seat)
    if tape is None:
        place = random_below(table.keys[seat], DRAWS, mine[CHANCE_COUNTER], mine[BAG_SIZE])
    else:
        place = place_on_tape(table, seat, tape)
    mine[CHANCE_COUNTER] += 1
    return take_from(table, seat, place)


@inlined
def take_from(table: Record, seat: int, place: int) -> int:
    """Take the chip at a place of the list out of the bag; return its kind."""
    mine = row(table.seats, seat)
    chips = row(table.bag_chips, seat)
    last = mine[BAG_SIZE] - 1
    kind = whole(chips[place])
    chips[place] = chips[last]
    chips[last] = kind
    mine[BAG_SIZE] = last
    table.bag[seat, kind] -= 1
    return kind


@inlined
def return_chip(table: Record, seat: int, kind: int) -> None:
    """Put a chip of the pot back into the bag."""
    mine = row(table.seats, seat)
    table.bag_chips[seat, mine[BAG_SIZE]] = kind
    mine[BAG_SIZE] += 1
    table.bag[seat, kind] += 1


#: What the tape was asked for last if it was no decision (see ``DECIDING``).
ASKED_CHIP, ASKED_DIE, ASKED_CARD = -1, -2, -3


@inlined
def next_on_tape(table: Record, seat: int, tape: Tape, asked: int) -> int:
    """Return the next number of the tape; ``tape[0]`` is the place of the last one.

    What is asked for is noted, so that a tape can be written while the game goes on.
    """
    if table.common[STATUS] != OK:
        return 0
    table.common[DECIDING] = asked
    place = tape[0] + 1
    if place >= tape.shape[0]:
        table.common[STATUS] = BAD_TAPE
        table.common[STATUS_SEAT] = seat
        return 0
    tape[0] = place
    return tape[place]


@inlined
def place_on_tape(table: Record, seat: int, tape: Tape) -> int:
    """Return the place in the bag of the chip that the tape wants to be taken."""
    wanted = next_on_tape(table, seat, tape, ASKED_CHIP)
    for place in range(table.seats[seat, BAG_SIZE]):
        if table.bag_chips[seat, place] == wanted:
            return place
    table.common[STATUS] = BAD_TAPE
    table.common[STATUS_SEAT] = seat
    return 0
