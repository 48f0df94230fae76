"""What blue, red and yellow chips of Sets 2 to 4 do while brewing. See ``books.md``.

The kernel enters these functions only for chips of such books, through
:mod:`quacks_sim.kernel.other_books`.
"""

from quacks_sim.kernel.annotations import Array, Journal, Record, Tape
from quacks_sim.kernel.aside import put_beside
from quacks_sim.kernel.asking import ask_yes
from quacks_sim.kernel.book_steps import LIES_BESIDE
from quacks_sim.kernel.compiled_rules import by_number, own_bonus, raised_limit, window_after
from quacks_sim.kernel.decisions import RED as DECIDE_RED
from quacks_sim.kernel.decisions import YELLOW as DECIDE_YELLOW
from quacks_sim.kernel.gains import gain_points, gain_rubies
from quacks_sim.kernel.jit import compiled, inlined, row, whole
from quacks_sim.kernel.journal import by_book
from quacks_sim.kernel.placement import (
    bonus_under,
    brew_view,
    last_kind,
    next_to_start,
    place_chip,
)
from quacks_sim.kernel.state import (
    CARD,
    CHANCE_COUNTER,
    DOUBLING,
    DOUBLING_VALUE,
    EXPLODED,
    LAST_SPACE,
    ORANGES,
    PASSIVE,
    POINTS_BLUE,
    POT_SIZE,
    PROTECTED_UNTIL,
    RED_IN_POT,
    SECOND_CHANCE,
    WHITE_LIMIT,
    YELLOWS_PLACED,
)
from quacks_sim.rules.books import each_book
from quacks_sim.rules.cards import FB3
from quacks_sim.rules.chips import (
    BLUE,
    KIND_COLOUR,
    KIND_VALUE,
    NO_KIND,
    RED,
    WHITE_VALUE,
    YELLOW,
)
from quacks_sim.rules.tables import LAST_SPACE as LAST_OF_POT
from quacks_sim.rules.tables import SPACE_RUBY

BY_BLUE_3, BY_BLUE_4 = by_book("blue", 3), by_book("blue", 4)


@inlined
def bonus_of_book(rules: Record, table: Record, seat: int, colour: int) -> int:
    """Return the bonus that a chip's own book offers to its move now."""
    mine = row(table.seats, seat)
    if next_to_start(rules, mine):
        return 0
    before = last_kind(table, seat)
    white = whole(WHITE_VALUE[before]) if before != NO_KIND else 0
    red_book, yellow_book = rules.books[RED], rules.books[YELLOW]
    return own_bonus(colour, red_book, yellow_book, mine[ORANGES], white, mine[YELLOWS_PLACED])


@inlined
def with_passive(rules: Record, mine: Array, kind: int, own: int) -> int:
    """Return a bonus with what comes by itself: red-4 and FB6, then doubled by yellow-2."""
    if next_to_start(rules, mine):
        return 0
    return whole(bonus_under(mine[PASSIVE], kind, own))


@inlined
def offered_bonus(rules: Record, table: Record, seat: int, kind: int) -> int:
    """Return the whole bonus that a chip could have if it were placed now."""
    own = bonus_of_book(rules, table, seat, KIND_COLOUR[kind])
    return with_passive(rules, row(table.seats, seat), kind, own)


@inlined
def bonus_of_move(
    rules: Record, table: Record, seat: int, kind: int, journal: Journal, tape: Tape
) -> int:
    """Return the bonus of a chip that is placed now: its own is asked for, a doubling is spent."""
    mine = row(table.seats, seat)
    colour = KIND_COLOUR[kind]
    bonus = bonus_of_book(rules, table, seat, colour)
    if bonus > 0:
        view = brew_view(table, seat, 0, bonus)
        decision = DECIDE_RED if colour == RED else DECIDE_YELLOW
        if not ask_yes(table, decision, seat, view, journal, tape, rules.books[colour]):
            bonus = 0
    if colour == YELLOW:
        mine[YELLOWS_PLACED] += 1
    bonus = with_passive(rules, mine, kind, bonus)
    mine[PASSIVE] &= ~(DOUBLING | DOUBLING_VALUE)
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
    mine[WHITE_LIMIT] = raised_limit(limit, yellows) if rules.books[YELLOW] == 3 else limit


@inlined
def act_not(rules: Record, table: Record, seat: int, kind: int, journal: Journal) -> None:
    """Do nothing: the action of Set 1 is carried out elsewhere, or the book has none."""


@inlined
def protect_next(rules: Record, table: Record, seat: int, kind: int, journal: Journal) -> None:
    """Protect as many of the next chips as the value (blue-2)."""
    mine = row(table.seats, seat)
    # Nothing is revealed in this book: what was taken from the bag has been drawn.
    drawn = mine[CHANCE_COUNTER]
    left = max(mine[PROTECTED_UNTIL] - drawn, 0)
    adds_up = rules.options.blue_s2_window.cap_4 != 0
    mine[PROTECTED_UNTIL] = drawn + window_after(left, KIND_VALUE[kind], adds_up)


@inlined
def gain_ruby_below(rules: Record, table: Record, seat: int, kind: int, journal: Journal) -> None:
    """Gain a ruby on a space with one (blue-3)."""
    if SPACE_RUBY[table.seats[seat, LAST_SPACE]]:
        gain_rubies(rules, table, seat, 1, BY_BLUE_3, journal)


@inlined
def gain_points_below(rules: Record, table: Record, seat: int, kind: int, journal: Journal) -> None:
    """Gain the value in points on a space with a ruby (blue-4)."""
    if SPACE_RUBY[table.seats[seat, LAST_SPACE]]:
        gain_points(table, seat, whole(KIND_VALUE[kind]), POINTS_BLUE, BY_BLUE_4, journal)


@inlined
def look_when_placed(rules: Record, table: Record, seat: int, kind: int, journal: Journal) -> None:
    """Let the chip change what its pot bears, or how white chips move (red-4, yellow-3)."""
    look_at_pot(rules, table, seat)


@inlined
def double_next(rules: Record, table: Record, seat: int, kind: int, journal: Journal) -> None:
    """Let the next chip move twice as far (yellow-2)."""
    mine = row(table.seats, seat)
    # On the last space nothing is left to move further (rule 4.7.2).
    if mine[LAST_SPACE] < LAST_OF_POT:
        value_only = rules.options.yellow_s2_scope.value_only != 0
        mine[PASSIVE] |= DOUBLING_VALUE if value_only else DOUBLING


_act_of_blue = by_number(
    each_book(
        __name__, "blue", {1: act_not, 2: protect_next, 3: gain_ruby_below, 4: gain_points_below}
    )
)
_act_of_red = by_number(
    each_book(__name__, "red", {1: act_not, 2: act_not, 3: act_not, 4: look_when_placed})
)
_act_of_yellow = by_number(
    each_book(__name__, "yellow", {1: act_not, 2: double_next, 3: look_when_placed, 4: act_not})
)


@compiled
def act_when_placed(rules: Record, table: Record, seat: int, kind: int, journal: Journal) -> None:
    """Carry out what a chip of another set does right after its placement (rule 4.4, step 4)."""
    colour = KIND_COLOUR[kind]
    if colour == BLUE:
        _act_of_blue(rules.books[BLUE], rules, table, seat, kind, journal)
    elif colour == RED:
        _act_of_red(rules.books[RED], rules, table, seat, kind, journal)
    elif colour == YELLOW:
        _act_of_yellow(rules.books[YELLOW], rules, table, seat, kind, journal)


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
