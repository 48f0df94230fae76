"""Placement: what a chip does when it comes into the pot. Rules 4.3, 4.4, 5.1–5.4; books.md."""

from quacks_sim.kernel.annotations import Array, Journal, Record, Tape
from quacks_sim.kernel.asking import ask_yes, choose
from quacks_sim.kernel.bag import return_chip, take_chip
from quacks_sim.kernel.book_steps import OFFERED_BONUS, RESOLVE, TAKEN_BACK
from quacks_sim.kernel.card_steps import CHANCE_AGAIN
from quacks_sim.kernel.compiled_rules import bonus_by_oranges, bonus_when_doubled, passive_bonus
from quacks_sim.kernel.decisions import BLUE as DECIDE_BLUE
from quacks_sim.kernel.decisions import FLASK
from quacks_sim.kernel.decisions import RED as DECIDE_RED
from quacks_sim.kernel.decisions import YELLOW as DECIDE_YELLOW
from quacks_sim.kernel.jit import call_book, inlined, readonly, readonly_row, row, whole
from quacks_sim.kernel.journal import (
    BY_FLASK,
    BY_YELLOW,
    PLACE,
    RETURN,
    REVEAL,
    record,
)
from quacks_sim.kernel.state import (
    BAG_SIZE,
    BY_CARD,
    CHANCE_OFFERED,
    CHIPS_DRAWN,
    DECISION_COUNTER,
    DOUBLING,
    DOUBLING_VALUE,
    EXPLODED,
    FLASK_DECLINED,
    FLASK_FULL,
    FLASK_OFFERED,
    FLASK_READY,
    FLASK_USED,
    JUDGED,
    LAST_SPACE,
    ORANGES,
    PASSIVE,
    PLAYERS,
    POT_SIZE,
    PUMPKINS,
    RED_IN_POT,
    ROUND,
    START_SPACE,
    WHITE_LIMIT,
    WHITE_SUM,
)
from quacks_sim.kernel.views import BlueView, BrewView
from quacks_sim.rules.chips import (
    BLUE,
    KIND_COLOUR,
    KIND_VALUE,
    NO_KIND,
    O1,
    RED,
    W1,
    W2,
    W3,
    WHITE_VALUE,
    YELLOW,
)
from quacks_sim.rules.tables import LAST_SPACE as LAST_OF_POT


@inlined
def bust_chips(bag: Array, room: int) -> int:
    """Return how many white chips of a bag exceed the room left to the limit (rule 4.5.1)."""
    # Added up without branches: which of them counts is anybody's guess.
    return bag[W1] * whole(room < 1) + bag[W2] * whole(room < 2) + bag[W3] * whole(room < 3)


@inlined
def chips_that_explode(mine: Array, bag: Array) -> int:
    """Return how many chips of a bag would explode the pot now (rule 4.5.1, card FB3)."""
    room = mine[WHITE_LIMIT] - mine[WHITE_SUM]
    if mine[PASSIVE] & JUDGED and room < 0:
        return mine[BAG_SIZE]
    return bust_chips(bag, room)


@inlined
def specialist(table: Record, mine: Array) -> int:
    """Return the address of what places a chip that is not an ordinary one: a card, or a book."""
    return table.fortune if mine[PASSIVE] & BY_CARD else table.other_books


@inlined
def last_kind(table: Record, seat: int) -> int:
    """Return the kind of the last chip in the pot, or −1 (rule 0.3)."""
    size = table.seats[seat, POT_SIZE]
    return whole(table.pot_kinds[seat, size - 1]) if size > 0 else NO_KIND


@inlined
def brew_view(table: Record, seat: int, white_before: int, bonus: int) -> BrewView:
    """Return what a policy sees while brewing, and count the decision."""
    mine = row(table.seats, seat)
    bag = readonly_row(table.bag, seat)
    mine[DECISION_COUNTER] += 1
    return BrewView(
        seat,
        table.common[PLAYERS],
        table.common[ROUND],
        mine[LAST_SPACE] + 1,
        mine[WHITE_LIMIT],
        mine[WHITE_SUM],
        mine[BAG_SIZE],
        chips_that_explode(mine, bag),
        mine[POT_SIZE],
        last_kind(table, seat),
        white_before,
        bonus,
        table.keys[seat],
        mine[DECISION_COUNTER],
        bag,
        readonly(table.seats),
    )


@inlined
def red_bonus(oranges: int) -> int:
    """Return what a red chip of Set 1 moves beyond its value (rule 5.3)."""
    return bonus_by_oranges(oranges, 0, 0)


@inlined
def bonus_under(passive: int, kind: int, bonus: int) -> int:
    """Return a bonus with what the flags of the column PASSIVE add to it."""
    bonus += passive_bonus(kind, passive & RED_IN_POT != 0, passive & PUMPKINS != 0)
    if passive & (DOUBLING | DOUBLING_VALUE):
        bonus = bonus_when_doubled(KIND_VALUE[kind], bonus, passive & DOUBLING != 0)
    return bonus


@inlined
def next_to_start(rules: Record, mine: Array) -> int:
    """Return 1 if the next chip lies next to the start, whatever its move (an option), else 0."""
    return rules.options.first_chip_placement.always_adjacent & whole(mine[POT_SIZE] == 0)


@inlined
def reached_space(rules: Record, mine: Array, kind: int, bonus: int) -> int:
    """Return the space on which the next chip would lie (rules 4.3.1 and 4.7.1)."""
    move = KIND_VALUE[kind] + bonus
    if next_to_start(rules, mine):
        move = 1
    return min(mine[LAST_SPACE] + move, LAST_OF_POT)


@inlined
def bonus_of_red(table: Record, seat: int, journal: Journal, tape: Tape) -> int:
    """Return the bonus of a red chip of Set 1 that is placed now, if its owner wants it (5.3)."""
    bonus = red_bonus(table.seats[seat, ORANGES])
    if bonus > 0:
        view = brew_view(table, seat, 0, bonus)
        if not ask_yes(table, DECIDE_RED, seat, view, journal, tape):
            bonus = 0
    return bonus


@inlined
def place_chip(
    rules: Record, table: Record, seat: int, kind: int, bonus: int, journal: Journal
) -> None:
    """Put a chip into the pot; it may explode. Rules 4.3, 4.4 (steps 1 and 2), 4.5 and 5.3."""
    mine = row(table.seats, seat)
    space = reached_space(rules, mine, kind, bonus)
    place = mine[POT_SIZE]
    table.pot_kinds[seat, place] = kind
    table.pot_spaces[seat, place] = space
    mine[POT_SIZE] = place + 1
    mine[LAST_SPACE] = space
    mine[CHIPS_DRAWN] += 1
    mine[ORANGES] += whole(kind == O1)
    # Without branches on the colour, which no processor can foresee.
    mine[WHITE_SUM] += WHITE_VALUE[kind]
    # Only a white chip explodes a pot: a limit that has fallen (yellow-3) does not.
    white = whole(WHITE_VALUE[kind] > 0)
    exploded = white & whole(mine[WHITE_SUM] > mine[WHITE_LIMIT])
    may_return = white | rules.options.flask_target.any_chip
    mine[EXPLODED] = exploded
    mine[FLASK_READY] = mine[FLASK_FULL] & may_return & (1 - exploded)
    record(journal, table.common, PLACE, seat, kind, space, bonus, mine[WHITE_SUM])


@inlined
def remove_last(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> int:
    """Take the last chip out of the pot and put it into the bag (rule 4.6.2)."""
    mine = row(table.seats, seat)
    place = mine[POT_SIZE] - 1
    kind = whole(table.pot_kinds[seat, place])
    mine[POT_SIZE] = place
    mine[LAST_SPACE] = table.pot_spaces[seat, place - 1] if place > 0 else mine[START_SPACE]
    mine[ORANGES] -= whole(kind == O1)
    mine[WHITE_SUM] -= WHITE_VALUE[kind]
    return_chip(table, seat, kind)
    if rules.special[kind]:
        call_book(table.other_books, TAKEN_BACK, rules, table, seat, kind, journal, tape)
    return kind


@inlined
def ask_blue(
    table: Record,
    seat: int,
    revealed: int,
    space: int,
    white_sum: int,
    bag_size: int,
    decision: int,
    journal: Journal,
    tape: Tape,
) -> int:
    """Return which of the revealed chips a seat places, or their number for none (rule 5.2).

    `space` is that of the last chip in the pot; the chips stand in ``table.options``.
    """
    table.options[0, revealed] = NO_KIND
    table.options[1, revealed] = space
    view = BlueView(
        seat,
        table.common[PLAYERS],
        table.common[ROUND],
        space + 1,
        table.seats[seat, WHITE_LIMIT],
        white_sum,
        bag_size,
        revealed + 1,
        table.keys[seat],
        decision,
        readonly_row(table.bag, seat),
        readonly(table.seats),
        readonly_row(table.options, 0),
        readonly_row(table.options, 1),
    )
    return choose(table, DECIDE_BLUE, seat, view, revealed + 1, journal, tape)


@inlined
def act_blue(
    rules: Record, table: Record, seat: int, kind: int, journal: Journal, tape: Tape
) -> int:
    """Reveal chips from the bag and return the kind that is placed next, or −1. Rule 5.2."""
    mine = row(table.seats, seat)
    if mine[LAST_SPACE] >= LAST_OF_POT and not rules.options.blue_on_last_space.performed:
        return NO_KIND
    count = min(whole(KIND_VALUE[kind]), mine[BAG_SIZE])
    if count == 0:
        return NO_KIND
    for place in range(count):
        revealed = take_chip(table, seat, tape)
        bonus = red_bonus(mine[ORANGES]) if KIND_COLOUR[revealed] == RED else 0
        if rules.special[revealed] | mine[PASSIVE]:
            address = specialist(table, mine)
            bonus = call_book(address, OFFERED_BONUS, rules, table, seat, revealed, journal, tape)
        table.options[0, place] = revealed
        table.options[1, place] = reached_space(rules, mine, revealed, bonus)
        record(journal, table.common, REVEAL, seat, revealed)
    mine[DECISION_COUNTER] += 1
    space, whites, decision = mine[LAST_SPACE], mine[WHITE_SUM], mine[DECISION_COUNTER]
    choice = ask_blue(table, seat, count, space, whites, mine[BAG_SIZE], decision, journal, tape)
    chosen = NO_KIND
    for place in range(count):
        if place == choice:
            chosen = whole(table.options[0, place])
        else:
            return_chip(table, seat, table.options[0, place])
    return chosen


@inlined
def act_yellow(table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Offer to put back the white chip right before the yellow one in the pot. Rule 5.4."""
    mine = row(table.seats, seat)
    place = mine[POT_SIZE] - 2
    if place < 0:
        return
    kind = whole(table.pot_kinds[seat, place])
    if WHITE_VALUE[kind] == 0:
        return
    view = brew_view(table, seat, WHITE_VALUE[kind], 0)
    if ask_yes(table, DECIDE_YELLOW, seat, view, journal, tape):
        # Yellow keeps its space; only the order in the pot closes up (rule 4.3.3).
        table.pot_kinds[seat, place] = table.pot_kinds[seat, place + 1]
        table.pot_spaces[seat, place] = table.pot_spaces[seat, place + 1]
        mine[POT_SIZE] -= 1
        mine[WHITE_SUM] -= WHITE_VALUE[kind]
        return_chip(table, seat, kind)
        record(
            journal, table.common, RETURN, seat, kind, BY_YELLOW, mine[WHITE_SUM], mine[BAG_SIZE]
        )


@inlined
def offer_flask(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Offer the flask for the chip just placed, if the rules allow it. Rule 4.6."""
    mine = row(table.seats, seat)
    offered = mine[FLASK_READY] & (FLASK_OFFERED | CHANCE_OFFERED)
    if not offered:
        return
    mine[FLASK_READY] = 0
    if offered & CHANCE_OFFERED:
        address = table.fortune
        starts_again = call_book(address, CHANCE_AGAIN, rules, table, seat, 0, journal, tape)
        if starts_again or not offered & FLASK_OFFERED:
            return
    view = brew_view(table, seat, 0, 0)
    if ask_yes(table, FLASK, seat, view, journal, tape):
        kind = remove_last(rules, table, seat, journal, tape)
        mine[FLASK_FULL] = 0
        mine[FLASK_USED] = 1
        record(journal, table.common, RETURN, seat, kind, BY_FLASK, mine[WHITE_SUM], mine[BAG_SIZE])
    else:
        mine[FLASK_READY] = FLASK_DECLINED


@inlined
def resolve_chip(
    rules: Record, table: Record, seat: int, drawn: int, journal: Journal, tape: Tape
) -> None:
    """Place a drawn chip and everything that follows from it. Rules 4.4 and 5.2.1."""
    mine = row(table.seats, seat)
    kind = drawn
    while kind != NO_KIND:
        if rules.special[kind] | mine[PASSIVE]:
            address = specialist(table, mine)
            is_over = call_book(address, RESOLVE, rules, table, seat, kind, journal, tape)
            if mine[EXPLODED]:
                return
            if is_over:
                break
        else:
            bonus = 0
            if KIND_COLOUR[kind] == RED:
                bonus = bonus_of_red(table, seat, journal, tape)
            place_chip(rules, table, seat, kind, bonus, journal)
            if mine[EXPLODED]:
                return
        colour = KIND_COLOUR[kind]
        if colour == BLUE:
            kind = act_blue(rules, table, seat, kind, journal, tape)
        else:
            if colour == YELLOW:
                act_yellow(table, seat, journal, tape)
            kind = NO_KIND
    offer_flask(rules, table, seat, journal, tape)
