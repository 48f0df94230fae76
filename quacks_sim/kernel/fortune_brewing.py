"""Cards that change a placement: FB3, FB6 and FB10. Rules 4.4 and 4.5.

While a flag of the column PASSIVE says so, every chip is placed here instead of in
:mod:`quacks_sim.kernel.placement`; what a card changes once is over as soon as it has happened.
"""

from quacks_sim.kernel.annotations import Array, Journal, Record, Tape
from quacks_sim.kernel.bag import return_chip
from quacks_sim.kernel.book_steps import ACT, OFFERED_BONUS, PLACE, TAKEN_BACK
from quacks_sim.kernel.fortune_asking import ask_card, by_card, offer
from quacks_sim.kernel.jit import call_book, compiled, inlined, row, whole
from quacks_sim.kernel.journal import RETURN, record
from quacks_sim.kernel.placement import (
    bonus_of_red,
    bonus_under,
    next_to_start,
    place_chip,
    red_bonus,
    remove_last,
)
from quacks_sim.kernel.state import (
    BAG_SIZE,
    BESIDE,
    BESIDE_NOW,
    BY_BOOKS,
    CHANCE_OFFERED,
    CHANCE_WAITS,
    EXPLODED,
    FLASK_READY,
    JUDGED,
    LAST_SPACE,
    ORANGES,
    PASSIVE,
    POT_SIZE,
    PROTECTED_UNTIL,
    SECOND_CHANCE,
    START_SPACE,
    WELL_STIRRED,
    WHITE_LIMIT,
    WHITE_SUM,
    YELLOWS_PLACED,
)
from quacks_sim.rules.amounts import FB3_CHIPS
from quacks_sim.rules.cards import FB3, FB10
from quacks_sim.rules.chips import KIND_COLOUR, R1, RED, WHITE_VALUE, YELLOW


@inlined
def is_special(rules: Record, mine: Array, kind: int) -> bool:
    """Return whether a book of another set has a say in the placement of a chip."""
    return rules.special[kind] | (mine[PASSIVE] & BY_BOOKS) != 0


@inlined
def bonus_of_pumpkin(rules: Record, mine: Array, kind: int) -> int:
    """Return what an orange chip moves beyond its value (FB6)."""
    return 0 if next_to_start(rules, mine) else bonus_under(mine[PASSIVE], kind, 0)


@inlined
def bonus_offered(
    rules: Record, table: Record, seat: int, kind: int, journal: Journal, tape: Tape
) -> int:
    """Return the bonus that a chip could have if it were placed now."""
    mine = row(table.seats, seat)
    if is_special(rules, mine, kind):
        address = table.other_books
        return call_book(address, OFFERED_BONUS, rules, table, seat, kind, journal, tape)
    if KIND_COLOUR[kind] == RED:
        return red_bonus(mine[ORANGES])
    return bonus_of_pumpkin(rules, mine, kind)


@inlined
def place(rules: Record, table: Record, seat: int, kind: int, journal: Journal, tape: Tape) -> int:
    """Put a chip into the pot, or return 1 if it lies beside the pot."""
    mine = row(table.seats, seat)
    if is_special(rules, mine, kind):
        return call_book(table.other_books, PLACE, rules, table, seat, kind, journal, tape)
    bonus = 0
    if KIND_COLOUR[kind] == RED:
        bonus = bonus_of_red(table, seat, journal, tape)
    else:
        bonus = bonus_of_pumpkin(rules, mine, kind)
    place_chip(rules, table, seat, kind, bonus, journal)
    return 0


@inlined
def look_again(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Set the white limit of a pot that is not protected (any more), yellow chips included."""
    mine = row(table.seats, seat)
    mine[WHITE_LIMIT] = rules.options.explosion_limit
    if rules.books[YELLOW] == 3:
        call_book(table.other_books, TAKEN_BACK, rules, table, seat, 0, journal, tape)


@compiled
def resolve_under_card(
    rules: Record, table: Record, seat: int, kind: int, journal: Journal, tape: Tape
) -> int:
    """Place a chip and carry out what the card makes of it; the pot may explode (rule 4.4).

    Returns 1 if no action is left to be carried out, 0 if it is that of a book of Set 1.
    """
    mine = row(table.seats, seat)
    before = mine[PASSIVE]
    if place(rules, table, seat, kind, journal, tape):
        return 1
    if before & JUDGED:
        judge(rules, table, seat, journal, tape)
    if mine[EXPLODED]:
        if before & SECOND_CHANCE and rules.options.second_chance_explosion.rescue:
            second_chance(rules, table, seat, journal, tape)
        return 1
    if before & WELL_STIRRED and WHITE_VALUE[kind] > 0:
        stir_well(rules, table, seat, journal, tape)
    if before & SECOND_CHANCE and mine[POT_SIZE] == FB3_CHIPS:
        mine[PASSIVE] &= ~SECOND_CHANCE
        if rules.options.second_chance_explosion.protected:
            mine[PASSIVE] |= JUDGED
            look_again(rules, table, seat, journal, tape)
        if rules.options.second_chance_timing.after_action:
            mine[PASSIVE] |= CHANCE_WAITS
        elif second_chance(rules, table, seat, journal, tape):
            return 1
    if mine[PASSIVE] & CHANCE_WAITS:
        mine[FLASK_READY] |= CHANCE_OFFERED
    if rules.special[kind]:
        call_book(table.other_books, ACT, rules, table, seat, kind, journal, tape)
        return 1
    return 0


@inlined
def judge(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Explode the pot if its white total is too high, whatever chip was placed last (FB3)."""
    mine = row(table.seats, seat)
    mine[PASSIVE] &= ~JUDGED
    look_again(rules, table, seat, journal, tape)
    if mine[WHITE_SUM] > mine[WHITE_LIMIT]:
        mine[EXPLODED] = 1
        mine[FLASK_READY] = 0


@inlined
def stir_well(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Offer the first white chip of the round back to the bag (FB10)."""
    mine = row(table.seats, seat)
    mine[PASSIVE] &= ~WELL_STIRRED
    place = mine[POT_SIZE] - 1
    before = whole(table.pot_spaces[seat, place - 1]) if place > 0 else mine[START_SPACE]
    offer(table, seat, 0, 0, 0, 0, 0)
    offer(table, seat, 1, 0, 0, 0, before - mine[LAST_SPACE])
    if ask_card(table, seat, 2, 0b11, journal, tape):
        kind = remove_last(rules, table, seat, journal, tape)
        # The chip before was placed earlier, so the flask is not for it (rule 4.6.1).
        mine[FLASK_READY] = 0
        whites, size = mine[WHITE_SUM], mine[BAG_SIZE]
        record(journal, table.common, RETURN, seat, kind, by_card(FB10), whites, size)


@compiled
def second_chance(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> int:
    """Ask whether to start again, and do so; return whether the seat wanted it (FB3)."""
    mine = row(table.seats, seat)
    mine[PASSIVE] &= ~CHANCE_WAITS
    offer(table, seat, 0, 0, 0, 0, 0)
    offer(table, seat, 1, 0, 0, 0, mine[START_SPACE] - mine[LAST_SPACE])
    if not ask_card(table, seat, 2, 0b11, journal, tape):
        return 0
    for place in range(mine[POT_SIZE]):
        give_back(table, seat, whole(table.pot_kinds[seat, place]), journal)
    for place in range(mine[BESIDE_NOW]):
        kind = whole(table.beside_now[seat, place])
        table.beside[seat, kind - R1] -= 1
        mine[BESIDE] -= 1
        give_back(table, seat, kind, journal)
    # Flask and gains stay as they are.
    mine[POT_SIZE] = 0
    mine[BESIDE_NOW] = 0
    mine[LAST_SPACE] = mine[START_SPACE]
    mine[ORANGES] = 0
    mine[PASSIVE] = 0
    mine[WHITE_LIMIT] = rules.options.explosion_limit
    mine[YELLOWS_PLACED] = 0
    mine[PROTECTED_UNTIL] = 0
    mine[FLASK_READY] = 0
    mine[EXPLODED] = 0
    return 1


@inlined
def give_back(table: Record, seat: int, kind: int, journal: Journal) -> None:
    """Put a chip back into the bag."""
    mine = row(table.seats, seat)
    mine[WHITE_SUM] -= WHITE_VALUE[kind]
    return_chip(table, seat, kind)
    whites, size = mine[WHITE_SUM], mine[BAG_SIZE]
    record(journal, table.common, RETURN, seat, kind, by_card(FB3), whites, size)
