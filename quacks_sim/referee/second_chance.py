"""Card FB3: the fifth chip of a pot lets its owner start again.

A seat's ``second_chance`` is "open" until five chips lie in the pot, "next" while the placement
after them is still to be judged, and "over" otherwise.
"""

from __future__ import annotations

from quacks_sim.referee.table import Seat, Table

CHIPS_NEEDED = 5


def protects(table: Table, seat: Seat) -> bool:
    """Whether the first five placements cannot explode (option ``second_chance_explosion``)."""
    return seat.second_chance == "open" and table.options.second_chance_explosion == "protected"


def checks_any_colour(seat: Seat) -> bool:
    """Whether this placement is the one after the fifth chip, judged whatever its colour is."""
    if seat.second_chance == "next":
        seat.second_chance = "over"
        return True
    return False


def fifth_chip(table: Table, seat: Seat) -> bool:
    """Whether five chips now lie in the pot for the first time."""
    if len(seat.pot) != CHIPS_NEEDED:
        return False
    protected = table.options.second_chance_explosion == "protected"
    seat.second_chance = "next" if protected else "over"
    return True


def undoes_explosion(table: Table, seat: Seat) -> bool:
    """Offer the restart to a pot that exploded among its first five chips (reading "rescue")."""
    if seat.second_chance != "open" or table.options.second_chance_explosion != "rescue":
        return False
    return restarts(table, seat)


def restarts(table: Table, seat: Seat) -> bool:
    """Ask whether to start again and, if so, put everything drawn this round back.

    Chips put beside the pot this round go back as well; the flask and all gains stay as they are.
    """
    if table.ask(seat, "FB3", ["continue", "restart"]) == "continue":
        return False
    seat.second_chance = "over"
    while seat.pot:
        table.to_bag_from_pot(seat, 0, "FB3")
    while seat.beside_now:
        bag_from_beside(table, seat, seat.beside_now, seat.beside_now[0], "FB3")
    seat.forget_brew()
    return True


def bag_from_beside(table: Table, seat: Seat, where: list[str], kind: str, cause: str) -> None:
    """Put a chip from beside the pot into the bag (red-2)."""
    where.remove(kind)
    seat.bag[kind] += 1
    seat.bag_size += 1
    table.emit(
        "return",
        seat.index,
        chip=kind,
        cause=cause,
        white_sum=seat.white_sum,
        bag_size=seat.bag_size,
    )
