"""Between brewing and evaluation: cards FB1, FB2 and FB7, then red chips of Set 2 (rule 4.8.1)."""

from __future__ import annotations

from quacks_sim.referee import box
from quacks_sim.referee.box import LAST_SPACE, VALUE
from quacks_sim.referee.gains import gain_chip, gain_droplet
from quacks_sim.referee.placement import put_down
from quacks_sim.referee.second_chance import bag_from_beside
from quacks_sim.referee.table import Seat, Table

PERFECT_WHITE_SUM = 7
STRONG_DRAWS = 5


def end_of_brewing(table: Table) -> None:
    """Resolve the card of the round, then the red chips beside the pots (rule 4.8.1)."""
    for seat in table.turn_order:
        if table.card == "FB1" and seat.white_sum == PERFECT_WHITE_SUM:
            gain_droplet(table, seat, "FB1", 1)
        elif table.card == "FB2" and table.options.schadenfreude_timing == "end_of_brewing":
            rival = table.seats[seat.index - 1]
            if not rival.intact():
                gloat(table, seat)
        elif table.card == "FB7":
            strong_ingredient(table, seat)
    if table.book["R"] == 2:
        for seat in table.turn_order:
            use_red_chips(table, seat)


def sized_chips(table: Table, value: int) -> list[str]:
    """List the chips of one value that may be picked freely: never white (rule F3)."""
    kinds = [letter + str(value) for letter in box.SIZED_LETTERS]
    return [kind for kind in kinds if table.obtainable(kind)]


def gloat(table: Table, seat: Seat) -> None:
    """Give a 2-chip to the left neighbour of an exploded pot (card FB2)."""
    # A lone player has no neighbour to gloat over.
    if len(table.seats) == 1:
        return
    kinds = sized_chips(table, 2)
    if kinds:
        gain_chip(table, seat, "FB2", table.ask(seat, "FB2", kinds))


def strong_ingredient(table: Table, seat: Seat) -> None:
    """Draw up to five chips and place one, by its value only and without danger (card FB7)."""
    if not seat.intact() or seat.pot_is_full():
        return
    revealed = table.reveal(seat, STRONG_DRAWS, "FB7")
    if not revealed:
        return
    chosen = table.ask(seat, "FB7", [*revealed, "none"])
    if chosen != "none":
        revealed.remove(chosen)
    for kind in revealed:
        table.to_bag_from_hand(seat, kind)
    if chosen != "none":
        add_chip(table, seat, chosen, strong=True)


def add_chip(table: Table, seat: Seat, kind: str, strong: bool = False) -> None:
    """Place a chip after the last one by its printed value; the scoring space follows it."""
    space = min(seat.last_space() + VALUE[kind], LAST_SPACE)
    put_down(table, seat, kind, space, strong=strong)
    seat.scoring_space = space + 1


def use_red_chips(table: Table, seat: Seat) -> None:
    """Place, bag or leave each red chip beside the pot, in any order (red-2)."""
    seat.beside += seat.beside_now
    seat.beside_now.clear()
    waiting = list(seat.beside)
    while waiting:
        options = ["leave"]
        for kind in box.KINDS:
            if kind in waiting:
                if not seat.pot_is_full():
                    options.append(f"place {kind}")
                options.append(f"bag {kind}")
        answer = table.ask(seat, "beside", options)
        if answer == "leave":
            return
        what, kind = answer.split()
        waiting.remove(kind)
        if what == "bag":
            bag_from_beside(table, seat, seat.beside, kind, "red-2")
        else:
            seat.beside.remove(kind)
            seat.hand.append(kind)
            add_chip(table, seat, kind)
