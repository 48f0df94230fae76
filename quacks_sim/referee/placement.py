"""Where a chip lands and whether it blows up the pot (rules 4.3, 4.5 and the moves of books)."""

from __future__ import annotations

from collections.abc import Callable

from quacks_sim.referee.box import LAST_SPACE, VALUE, WHITE_VALUE
from quacks_sim.referee.table import Placed, Seat, Table

HIGHER_LIMIT_ONE_YELLOW = 8
HIGHER_LIMIT_THREE_YELLOWS = 9
LIMIT_OF_LUXURY = 9


def limit(table: Table, seat: Seat) -> int:
    """White total that a pot still bears (rules 0.4 and 4.5.1; yellow-3, card FB5).

    Raised limits do not add up: the highest one counts.
    """
    highest: int = table.options.explosion_limit
    if table.card == "FB5":
        highest = max(highest, LIMIT_OF_LUXURY)
    if table.book["Y"] == 3:
        yellows = sum(1 for chip in seat.pot if chip.kind[0] == "Y")
        if yellows >= 3:
            highest = max(highest, HIGHER_LIMIT_THREE_YELLOWS)
        elif yellows >= 1:
            highest = max(highest, HIGHER_LIMIT_ONE_YELLOW)
    return highest


def own_bonus(table: Table, seat: Seat, kind: str) -> int:
    """Bonus that the chip's own book offers to this placement (red-1, red-3, yellow-4)."""
    if kind[0] == "R":
        return RED_BONUS[table.book["R"]](seat)
    return YELLOW_BONUS[table.book["Y"]](seat) if kind[0] == "Y" else 0


def _no_bonus(seat: Seat) -> int:
    return 0


def _orange_bonus(seat: Seat) -> int:
    """Count orange chips, not their values, before the red is placed (rule 5.3)."""
    oranges = sum(1 for chip in seat.pot if chip.kind == "O1")
    if oranges >= 3:
        return 2
    return 1 if oranges else 0


def _white_bonus(seat: Seat) -> int:
    """Value of the white chip right before the red one (red-3)."""
    return WHITE_VALUE[seat.pot[-1].kind] if seat.pot else 0


def _yellow_bonus(seat: Seat) -> int:
    """Bonus of the first three yellow chips of a round (yellow-4)."""
    return seat.yellows_placed + 1 if seat.yellows_placed < 3 else 0


RED_BONUS: dict[int, Callable[[Seat], int]] = {
    1: _orange_bonus,
    2: _no_bonus,
    3: _white_bonus,
    4: _no_bonus,
}
YELLOW_BONUS: dict[int, Callable[[Seat], int]] = {
    1: _no_bonus,
    2: _no_bonus,
    3: _no_bonus,
    4: _yellow_bonus,
}


def passive_bonus(table: Table, seat: Seat, kind: str) -> int:
    """Bonus that comes by itself: card FB6 for orange, red-4 for white 1-chips."""
    if kind == "O1" and table.card == "FB6":
        return 1
    if kind == "W1" and table.book["R"] == 4:
        return 1 if any(chip.kind[0] == "R" for chip in seat.pot) else 0
    return 0


def bonus_of_move(table: Table, seat: Seat, kind: str) -> int:
    """Ask for the chip's own bonus, add the others and double where yellow-2 says so (rule 4.3.2).

    Returns
    -------
    int
        The part of the move beyond the printed value.
    """
    bonus = own_bonus(table, seat, kind)
    if bonus:
        decision = "red" if kind[0] == "R" else "yellow"
        if table.ask(seat, decision, ["plain", "bonus"]) == "plain":
            bonus = 0
    bonus += passive_bonus(table, seat, kind)
    if seat.doubling:
        doubled = VALUE[kind]
        if table.options.yellow_s2_scope == "whole_move":
            doubled += bonus
        bonus += doubled
    return bonus


def put_on_track(table: Table, seat: Seat, kind: str) -> None:
    """Put a chip from the hand on its space (rules 4.3.1 to 4.3.3 and 4.7.1)."""
    if not seat.pot and table.options.first_chip_placement == "always_adjacent":
        bonus = 0
        move = 1
    else:
        bonus = bonus_of_move(table, seat, kind)
        move = VALUE[kind] + bonus
    seat.doubling = False
    if kind[0] == "Y":
        seat.yellows_placed += 1
    put_down(table, seat, kind, min(seat.last_space() + move, LAST_SPACE), bonus)


def put_down(
    table: Table, seat: Seat, kind: str, space: int, bonus: int = 0, strong: bool = False
) -> None:
    """Lay a chip from the hand on a space and write it down."""
    seat.hand.remove(kind)
    seat.pot.append(Placed(kind, space, strong))
    seat.white_sum += WHITE_VALUE[kind]
    seat.fresh = True
    table.emit("place", seat.index, chip=kind, space=space, bonus=bonus, white_sum=seat.white_sum)
