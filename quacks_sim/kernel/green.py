"""Green chips in step B, by the book in play. Rule 5.5; green-1 to green-4."""

from quacks_sim.kernel.annotations import Journal, Record, Tape
from quacks_sim.kernel.asking import choose
from quacks_sim.kernel.bag import in_supply
from quacks_sim.kernel.compiled_rules import by_number
from quacks_sim.kernel.decisions import GREEN as DECIDE_GREEN
from quacks_sim.kernel.gains import can_advance, gain_chip, gain_rubies, move_droplet, pay_ruby
from quacks_sim.kernel.jit import inlined, readonly, readonly_row, row, whole
from quacks_sim.kernel.journal import BY_GREEN, MOVE, by_book, record
from quacks_sim.kernel.state import (
    DECISION_COUNTER,
    LAST_SPACE,
    PLAYERS,
    POT_SIZE,
    ROUND,
    RUBIES,
    SCORING_SPACE,
    STRONG,
    WHITE_SUM,
)
from quacks_sim.kernel.views import GreenView
from quacks_sim.rules.amounts import GREEN_3_WHITE_SUM, LAST_CHIPS
from quacks_sim.rules.books import each_book
from quacks_sim.rules.chips import GREEN, KIND_COLOUR, KIND_VALUE, NO_KIND, frozen
from quacks_sim.rules.rewards import GREEN as REWARDS
from quacks_sim.rules.tables import LAST_SPACE as LAST_OF_POT

BY_GREEN_2, BY_GREEN_3, BY_GREEN_4 = (by_book("green", number) for number in (2, 3, 4))


def _offered_by_green_2(place: int) -> list[int]:
    """Return one of the chips that green-2 offers, by the value of the green one; −1 for none."""
    offered = [
        [kind for reward in REWARDS[2].get(value, ()) for kind in reward.chips]
        for value in range(1 + max(REWARDS[2]))
    ]
    return [kinds[place] if place < len(kinds) else NO_KIND for kinds in offered]


_FIRST_OFFERED, _SECOND_OFFERED = (frozen(_offered_by_green_2(place)) for place in range(2))


@inlined
def is_paying_green(table: Record, seat: int, place: int) -> bool:
    """Return whether a chip of a pot is green and pays its owner (card FB7)."""
    return (
        KIND_COLOUR[table.pot_kinds[seat, place]] == GREEN
        and place + 1 != table.seats[seat, STRONG]
    )


@inlined
def last_greens(table: Record, seat: int) -> int:
    """Return how many of the last two chips in the pot are green and pay (rule 5.5)."""
    size = table.seats[seat, POT_SIZE]
    greens = 0
    for place in range(max(size - LAST_CHIPS, 0), size):
        if is_paying_green(table, seat, place):
            greens += 1
    return greens


@inlined
def act_green_1(rules: Record, table: Record, seat: int, journal: Journal) -> None:
    """Pay a ruby for each green chip among the last two (rule 5.5)."""
    gain_rubies(rules, table, seat, last_greens(table, seat), BY_GREEN, journal)


@inlined
def green_1(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Pay the rubies of Set 1 where another book is not of it."""
    act_green_1(rules, table, seat, journal)


@inlined
def green_2(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Offer chips for each green one among the last two."""
    mine = row(table.seats, seat)
    for place in range(max(mine[POT_SIZE] - LAST_CHIPS, 0), mine[POT_SIZE]):
        if is_paying_green(table, seat, place):
            value = KIND_VALUE[table.pot_kinds[seat, place]]
            options, listed = _offer_chips(rules, table, value)
            choice = _ask(
                table, seat, 2, options, value, mine[SCORING_SPACE], journal, tape, listed
            )
            if choice > 0:
                kind = whole(table.options[0, choice])
                gain_chip(rules, table, seat, kind, BY_GREEN_2, journal)


@inlined
def green_3(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Offer to move the last chip on by the values of all green ones, at a white total of 7."""
    mine = row(table.seats, seat)
    last = mine[POT_SIZE] - 1
    if last < 0:
        return
    steps = _steps_of_all_greens(table, seat)
    space = min(table.pot_spaces[seat, last] + steps, LAST_OF_POT)
    # Chips traded in for purple may have left the scoring space ahead of the last chip.
    new_space = max(mine[SCORING_SPACE], space + 1) if steps > 0 else mine[SCORING_SPACE]
    options = 2 if steps > 0 else 1
    table.options[0, 1] = NO_KIND
    if _ask(table, seat, 3, options, steps, new_space, journal, tape) > 0:
        table.pot_spaces[seat, last] = space
        mine[LAST_SPACE] = space
        mine[SCORING_SPACE] = new_space
        record(journal, table.common, MOVE, seat, table.pot_kinds[seat, last], BY_GREEN_3, space)


@inlined
def green_4(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Offer a droplet step for a ruby, for each green chip among the last two."""
    mine = row(table.seats, seat)
    for place in range(max(mine[POT_SIZE] - LAST_CHIPS, 0), mine[POT_SIZE]):
        if is_paying_green(table, seat, place):
            value = KIND_VALUE[table.pot_kinds[seat, place]]
            options = 2 if mine[RUBIES] > 0 and can_advance(rules, mine) else 1
            table.options[0, 1] = NO_KIND
            if _ask(table, seat, 4, options, value, mine[SCORING_SPACE], journal, tape) > 0:
                pay_ruby(rules, table, seat, BY_GREEN_4, journal)
                move_droplet(rules, table, seat, BY_GREEN_4, journal, tape)


act_green = by_number(
    each_book(__name__, "green", {1: green_1, 2: green_2, 3: green_3, 4: green_4})
)


@inlined
def _ask(
    table: Record, seat: int, book: int, options: int, value: int, new_space: int,
    journal: Journal, tape: Tape, listed: int = 0,
) -> int:  # fmt: skip
    """Return which option a seat takes; 0, nothing, if there is no other."""
    if options == 1:
        return 0
    table.options[0, 0] = NO_KIND
    mine = row(table.seats, seat)
    mine[DECISION_COUNTER] += 1
    view = GreenView(
        seat,
        table.common[PLAYERS],
        table.common[ROUND],
        book,
        options,
        value,
        mine[SCORING_SPACE],
        new_space,
        mine[RUBIES],
        table.keys[seat],
        mine[DECISION_COUNTER],
        readonly_row(table.owned, seat),
        readonly(table.seats),
        readonly_row(table.options, 0),
    )
    return choose(table, DECIDE_GREEN, seat, view, options, journal, tape, listed, book)


@inlined
def _offer_chips(rules: Record, table: Record, value: int) -> tuple[int, int]:
    """Write down the chips to be had for a green one (green-2); return how many options, a mask."""
    in_play = rules.entering[table.common[ROUND]]
    options, listed = 1, 0
    for kind in (_FIRST_OFFERED[value], _SECOND_OFFERED[value]):
        if kind != NO_KIND:
            out = (in_play >> kind) & 1 == 1 or rules.options.green_s2_locked_books.allowed != 0
            if out and in_supply(rules, table, kind):
                table.options[0, options] = kind
                options += 1
                listed |= 1 << kind
    return options, listed


@inlined
def _steps_of_all_greens(table: Record, seat: int) -> int:
    """Return the values of all green chips of a pot, 0 if its last chip may not move (green-3)."""
    mine = row(table.seats, seat)
    last = mine[POT_SIZE] - 1
    steps = 0
    if mine[WHITE_SUM] == GREEN_3_WHITE_SUM and table.pot_spaces[seat, last] < LAST_OF_POT:
        for place in range(last + 1):
            if is_paying_green(table, seat, place):
                steps += KIND_VALUE[table.pot_kinds[seat, place]]
    return steps
