"""What blue, red and yellow chips of Sets 2 to 4 do while brewing. See ``books.md``.

The kernel enters these functions only for chips of such books, through
:mod:`quacks_sim.kernel.other_books`.
"""

from quacks_sim.kernel.annotations import Array, Journal, Record, Tape
from quacks_sim.kernel.aside import put_beside
from quacks_sim.kernel.asking import ask_yes
from quacks_sim.kernel.book_steps import ACTS, LIES_BESIDE
from quacks_sim.kernel.decisions import RED as DECIDE_RED
from quacks_sim.kernel.decisions import YELLOW as DECIDE_YELLOW
from quacks_sim.kernel.gains import gain_points, gain_rubies
from quacks_sim.kernel.jit import compiled, inlined, row, whole
from quacks_sim.kernel.journal import BY_BLUE_3, BY_BLUE_4
from quacks_sim.kernel.placement import brew_view, last_kind, next_to_start, place_chip, red_bonus
from quacks_sim.kernel.state import (
    CARD,
    CHANCE_COUNTER,
    DOUBLING,
    EXPLODED,
    LAST_SPACE,
    ORANGES,
    PASSIVE,
    POINTS_BLUE,
    POT_SIZE,
    PROTECTED_UNTIL,
    PUMPKINS,
    RED_IN_POT,
    SECOND_CHANCE,
    WHITE_LIMIT,
    YELLOWS_PLACED,
)
from quacks_sim.rules.cards import FB3
from quacks_sim.rules.chips import (
    BLUE,
    KIND_COLOUR,
    KIND_VALUE,
    O1,
    RED,
    W1,
    WHITE_VALUE,
    YELLOW,
)
from quacks_sim.rules.tables import LAST_SPACE as LAST_OF_POT
from quacks_sim.rules.tables import SPACE_RUBY

#: Book yellow-3: the limit with one or two, and with three or more yellow chips in the pot.
LIMIT_ONE_YELLOW, LIMIT_THREE_YELLOWS = 8, 9
MANY_YELLOWS = 3

#: Book yellow-4: so many yellow chips of a round move further.
YELLOWS_WITH_BONUS = 3

#: Book blue-2 with the option cap_4: chips that are protected at most.
WIDEST_WINDOW = 4


@inlined
def own_bonus(rules: Record, table: Record, seat: int, colour: int) -> int:
    """Return the bonus that a chip's own book offers to its move (red-1, red-3, yellow-4)."""
    mine = row(table.seats, seat)
    bonus = 0
    if next_to_start(rules, mine):
        return bonus
    if colour == RED:
        if rules.books[RED] == 1:
            bonus = red_bonus(mine[ORANGES])
        elif rules.books[RED] == 3 and mine[POT_SIZE] > 0:
            bonus = whole(WHITE_VALUE[last_kind(table, seat)])
    elif colour == YELLOW and rules.books[YELLOW] == 4:
        placed = mine[YELLOWS_PLACED]
        bonus = whole(placed + 1 if placed < YELLOWS_WITH_BONUS else 0)
    return bonus


@inlined
def with_passive(rules: Record, mine: Array, kind: int, own: int) -> int:
    """Return a bonus with what comes by itself: red-4 and FB6, then doubled by yellow-2."""
    if next_to_start(rules, mine):
        return 0
    bonus = own
    if kind == W1 and mine[PASSIVE] & RED_IN_POT:
        bonus += 1
    if kind == O1 and mine[PASSIVE] & PUMPKINS:
        bonus += 1
    if mine[PASSIVE] & DOUBLING:
        bonus += KIND_VALUE[kind] + (0 if rules.options.yellow_s2_scope.value_only else bonus)
    return whole(bonus)


@inlined
def offered_bonus(rules: Record, table: Record, seat: int, kind: int) -> int:
    """Return the whole bonus that a chip could have if it were placed now."""
    own = own_bonus(rules, table, seat, KIND_COLOUR[kind])
    return with_passive(rules, row(table.seats, seat), kind, own)


@inlined
def bonus_of_move(
    rules: Record, table: Record, seat: int, kind: int, journal: Journal, tape: Tape
) -> int:
    """Return the bonus of a chip that is placed now: its own is asked for, a doubling is spent."""
    mine = row(table.seats, seat)
    colour = KIND_COLOUR[kind]
    bonus = own_bonus(rules, table, seat, colour)
    if bonus > 0:
        view = brew_view(table, seat, 0, bonus)
        decision = DECIDE_RED if colour == RED else DECIDE_YELLOW
        if not ask_yes(table, decision, seat, view, journal, tape, rules.books[colour]):
            bonus = 0
    if colour == YELLOW:
        mine[YELLOWS_PLACED] += 1
    bonus = with_passive(rules, mine, kind, bonus)
    mine[PASSIVE] &= ~DOUBLING
    return bonus


@inlined
def usual_limit(rules: Record, mine: Array) -> int:
    """Return the white limit of a pot without yellow chips (rule 4.5.1, cards FB3 and FB5)."""
    if mine[CARD] == FB3 and not mine[PASSIVE] & SECOND_CHANCE:
        return rules.options.explosion_limit  # protected no more
    return rules.card_limit[mine[CARD] + 1]


@compiled
def look_at_pot(rules: Record, table: Record, seat: int) -> None:
    """Set what the colours in a pot change for its next chips: red-4 and yellow-3."""
    mine = row(table.seats, seat)
    reds, yellows = 0, 0
    for place in range(mine[POT_SIZE]):
        colour = KIND_COLOUR[table.pot_kinds[seat, place]]
        reds += whole(colour == RED)
        yellows += whole(colour == YELLOW)
    if rules.books[RED] == 4:
        mine[PASSIVE] = (mine[PASSIVE] & ~RED_IN_POT) | (RED_IN_POT if reds > 0 else 0)
    limit = usual_limit(rules, mine)
    if rules.books[YELLOW] == 3 and yellows > 0:
        raised = LIMIT_THREE_YELLOWS if yellows >= MANY_YELLOWS else LIMIT_ONE_YELLOW
        # The highest limit applies; limits do not add up.
        limit = max(limit, raised)
    mine[WHITE_LIMIT] = limit


@inlined
def act_blue_of_other_book(
    rules: Record, table: Record, seat: int, value: int, journal: Journal
) -> None:
    """Protect the next chips, or gain by the space under the chip: blue-2, blue-3, blue-4."""
    mine = row(table.seats, seat)
    if rules.books[BLUE] == 2:
        # Nothing is revealed in this book: what was taken from the bag has been drawn.
        drawn = mine[CHANCE_COUNTER]
        left = max(mine[PROTECTED_UNTIL] - drawn, 0)
        window = max(left, value)
        if rules.options.blue_s2_window.cap_4:
            window = min(left + value, WIDEST_WINDOW)
        mine[PROTECTED_UNTIL] = drawn + window
    elif SPACE_RUBY[mine[LAST_SPACE]]:
        if rules.books[BLUE] == 3:
            gain_rubies(rules, table, seat, 1, BY_BLUE_3, journal)
        else:
            gain_points(table, seat, value, POINTS_BLUE, BY_BLUE_4, journal)


@compiled
def act_when_placed(rules: Record, table: Record, seat: int, kind: int, journal: Journal) -> None:
    """Carry out what a chip of another set does right after its placement (rule 4.4, step 4)."""
    if rules.special[kind] != ACTS:
        return
    mine = row(table.seats, seat)
    colour = KIND_COLOUR[kind]
    if colour == BLUE:
        act_blue_of_other_book(rules, table, seat, whole(KIND_VALUE[kind]), journal)
    elif colour == YELLOW and rules.books[YELLOW] == 2:
        # On the last space nothing is left to move further (rule 4.7.2).
        if mine[LAST_SPACE] < LAST_OF_POT:
            mine[PASSIVE] |= DOUBLING
    else:
        look_at_pot(rules, table, seat)


@compiled
def place_special(
    rules: Record, table: Record, seat: int, kind: int, journal: Journal, tape: Tape
) -> int:
    """Put a chip beside the pot and return 1, or place it, where it may explode, and return 0."""
    if rules.special[kind] == LIES_BESIDE:
        put_beside(rules, table, seat, kind, journal)
        return 1
    bonus = bonus_of_move(rules, table, seat, kind, journal, tape)
    place_chip(rules, table, seat, kind, bonus, journal)
    return 0


@inlined
def resolve_special(
    rules: Record, table: Record, seat: int, kind: int, journal: Journal, tape: Tape
) -> int:
    """Put a chip beside the pot, or place it and let it act; it may explode (rule 4.4).

    Returns 1 if no action is left to be carried out, 0 if it is that of a book of Set 1.
    """
    beside = place_special(rules, table, seat, kind, journal, tape)
    if not beside and not table.seats[seat, EXPLODED]:
        act_when_placed(rules, table, seat, kind, journal)
    return 1 if rules.special[kind] else 0
