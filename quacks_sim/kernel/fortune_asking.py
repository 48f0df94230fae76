"""What an event card offers, and asking a seat for its choice. Rules 2.4 and F1 to F4."""

from quacks_sim.kernel.annotations import Journal, Record, Tape
from quacks_sim.kernel.asking import choose
from quacks_sim.kernel.bag import place_on_tape, take_from
from quacks_sim.kernel.decisions import CARD as DECIDE_CARD
from quacks_sim.kernel.jit import compiled, inlined, readonly, readonly_row, row
from quacks_sim.kernel.journal import BY_CARD_0, REVEAL, record
from quacks_sim.kernel.placement import chips_that_explode, last_kind
from quacks_sim.kernel.random import CARD_DRAWS, random_below
from quacks_sim.kernel.state import (
    AVAILABLE,
    BAG_SIZE,
    CARD,
    DECISION_COUNTER,
    LAST_SPACE,
    PLAYERS,
    POT_SIZE,
    RATS,
    ROUND,
    RUBIES,
    WHITE_LIMIT,
    WHITE_SUM,
)
from quacks_sim.kernel.views import CardView
from quacks_sim.rules.chips import G2, G4, NO_KIND

#: Rows of ``table.offers``.
OF_KIND, OF_GIVEN, OF_POINTS, OF_RUBIES, OF_DROPLET, OF_SPACE = range(6)


@inlined
def by_card(card: int) -> int:
    """Return the cause of what a card brings."""
    return BY_CARD_0 + card


@compiled
def offer(
    table: Record, seat: int, option: int, points: int, rubies: int, droplet: int, further: int
) -> int:
    """Write down an option without chips; return how many options there are then.

    `further` is how much further the scoring space will be.
    """
    table.offers[OF_KIND, option] = NO_KIND
    table.offers[OF_GIVEN, option] = NO_KIND
    table.offers[OF_POINTS, option] = points
    table.offers[OF_RUBIES, option] = rubies
    table.offers[OF_DROPLET, option] = droplet
    table.offers[OF_SPACE, option] = table.seats[seat, LAST_SPACE] + 1 + further
    return option + 1


@compiled
def offer_chip(
    table: Record, seat: int, option: int, kind: int, given: int, rubies: int, further: int
) -> int:
    """Write down an option that brings a chip, or takes one; −1 for none of them."""
    options = offer(table, seat, option, 0, rubies, 0, further)
    table.offers[OF_KIND, option] = kind
    table.offers[OF_GIVEN, option] = given
    return options


@inlined
def can_be_had(table: Record, kind: int) -> bool:
    """Return whether the book of a kind is out and the supply holds one (rule F3)."""
    return (table.common[AVAILABLE] >> kind) & 1 == 1


@compiled
def offer_sized(table: Record, seat: int, first: int, option: int, rubies: int) -> tuple[int, int]:
    """Offer green, blue, red and yellow chips of one value, the green one being `first`.

    Returns how many options there are then, and four bits that say which of these are among them.
    """
    listed = 0
    for colour in range(4):
        kind = first + 3 * colour
        if can_be_had(table, kind):
            option = offer_chip(table, seat, option, kind, NO_KIND, rubies, 0)
            listed |= 1 << colour
    return option, listed


#: The green chips with which the lists of 2-chips and of 4-chips begin.
FIRST_2_CHIP, FIRST_4_CHIP = G2, G4


@compiled
def ask_card(
    table: Record, seat: int, options: int, listed: int, journal: Journal, tape: Tape
) -> int:
    """Return which of the options written down a seat takes; a single one is not asked about.

    `listed` tells the journal which options these are (:mod:`quacks_sim.journal`).
    """
    if options == 1:
        return 0
    mine = row(table.seats, seat)
    bag = readonly_row(table.bag, seat)
    mine[DECISION_COUNTER] += 1
    view = CardView(
        seat,
        table.common[PLAYERS],
        table.common[ROUND],
        mine[CARD],
        options,
        mine[LAST_SPACE] + 1,
        mine[WHITE_LIMIT],
        mine[WHITE_SUM],
        mine[BAG_SIZE],
        chips_that_explode(mine, bag),
        mine[POT_SIZE],
        last_kind(table, seat),
        mine[RUBIES],
        mine[RATS],
        table.keys[seat],
        mine[DECISION_COUNTER],
        bag,
        readonly(table.seats),
        readonly_row(table.offers, OF_KIND),
        readonly_row(table.offers, OF_GIVEN),
        readonly_row(table.offers, OF_POINTS),
        readonly_row(table.offers, OF_RUBIES),
        readonly_row(table.offers, OF_DROPLET),
        readonly_row(table.offers, OF_SPACE),
    )
    return choose(table, DECIDE_CARD, seat, view, options, journal, tape, listed, mine[CARD])


@compiled
def draw_for_card(table: Record, seat: int, number: int, journal: Journal, tape: Tape) -> int:
    """Take a chip from the bag to be looked at, the `number`-th for this card; return its kind."""
    if tape is None:
        size = table.seats[seat, BAG_SIZE]
        place = random_below(table.keys[seat], CARD_DRAWS, number, size)
    else:
        place = place_on_tape(table, seat, tape)
    kind = take_from(table, seat, place)
    record(journal, table.common, REVEAL, seat, kind)
    return kind
