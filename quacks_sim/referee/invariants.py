"""The invariants of rule 10, watched after every event.

Only what an event can have touched is counted again, so that watching stays cheap; at the end of
a round every chip is counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quacks_sim.referee import box
from quacks_sim.referee.illegal import InvariantBroken
from quacks_sim.referee.tape import Event

if TYPE_CHECKING:
    from quacks_sim.referee.table import Seat, Table

# Events by which white chips come to the players or leave them (rules 2.3 and 10.2).
WHITES_MOVED = {"white_added": 1, "reward": 1, "payment": -1}


class Watch:
    """Looks at a table after each event.

    Parameters
    ----------
    table : Table
        The table to watch.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        seats = table.setup.players
        self._points = [0] * seats
        self._droplets = [0] * seats
        self._whites = (
            sum(count for kind, count in box.STARTING_BAG.items() if kind[0] == "W") * seats
        )
        # Spaces repeat on 52 when the pot may be overfilled (rule 10.3 holds under the defaults).
        self._spaces_increase = (
            table.options.draw_after_pot_full == "no"
            and table.options.blue_on_last_space == "forfeited"
        )

    def after(self, event: Event) -> None:
        """Check what the event has touched.

        Raises
        ------
        InvariantBroken
            If points or droplet fall, rubies are negative, or chips appear or vanish.
        """
        seat = self.table.seats[event["seat"]]
        index = seat.index
        if seat.victory_points < self._points[index] or seat.droplet < self._droplets[index]:
            raise InvariantBroken("10.3", f"points or droplet of seat {index} have fallen")
        self._points[index] = seat.victory_points
        self._droplets[index] = seat.droplet
        if seat.rubies < 0 or seat.droplet > self.table.options.droplet_cap:
            raise InvariantBroken("10.3", f"rubies or droplet of seat {index} out of bounds")
        name = event["event"]
        if "chip" in event:
            self._count(seat, event["chip"])
            if name == "place":
                self._check_pot(seat)
            elif event["chip"][0] == "W" and name in WHITES_MOVED:
                self._whites += WHITES_MOVED[name]
        elif name == "brew_end":
            if not 1 <= seat.scoring_space <= box.SPOON:
                raise InvariantBroken("10.3", f"no scoring space {seat.scoring_space}")
        elif name == "round_end" and index == self.table.turn_order[-1].index:
            self._count_everything()

    def _check_pot(self, seat: Seat) -> None:
        pot = seat.pot
        if self._spaces_increase and len(pot) > 1 and pot[-1].space <= pot[-2].space:
            raise InvariantBroken("10.3", f"chips of seat {seat.index} do not move on")

    def _count(self, seat: Seat, kind: str) -> None:
        """Count the chips of one kind (rule 10.1): first the seat's, then the whole box."""
        there = seat.bag[kind] + seat.hand.count(kind)
        for chip in seat.pot:
            if chip.kind == kind:
                there += 1
        if seat.beside or seat.beside_now:
            there += seat.beside.count(kind) + seat.beside_now.count(kind)
        if there != seat.owned[kind] or seat.bag[kind] < 0:
            raise InvariantBroken("10.1", f"{kind} of seat {seat.index}: {there} found")
        table = self.table
        total = table.supply[kind]
        for other in table.seats:
            total += other.owned[kind]
        if total != box.BOX[kind]:
            raise InvariantBroken("10.1", f"{total} {kind} in the game")
        if table.supply[kind] < 0 and not table.supply_is_endless:
            raise InvariantBroken("10.1", f"the supply of {kind} is overdrawn")

    def _count_everything(self) -> None:
        table = self.table
        for seat in table.seats:
            if seat.bag_size != sum(seat.bag.values()):
                raise InvariantBroken("10.1", f"the bag of seat {seat.index} is miscounted")
            for kind in box.KINDS:
                self._count(seat, kind)
        owned = sum(
            seat.owned[kind] for seat in table.seats for kind in box.KINDS if kind[0] == "W"
        )
        if owned != self._whites:
            raise InvariantBroken("10.4", f"the players own {owned} white chips")
        if table.ruby_stock is not None:
            held = sum(seat.rubies for seat in table.seats)
            if held + table.ruby_stock != int(table.options.ruby_supply):
                raise InvariantBroken("1.4", "rubies have appeared or vanished")
