"""The state of a game: seats with their chips and scores, the supply, and the journal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from quacks_sim.referee import box
from quacks_sim.referee.illegal import IllegalMove, rule_of_decision
from quacks_sim.referee.invariants import Watch
from quacks_sim.referee.setup import Setup
from quacks_sim.referee.tape import Event, Tape


class Placed(NamedTuple):
    """A chip in a pot; ``strong`` marks the one that card FB7 has put there."""

    kind: str
    space: int
    strong: bool = False


def _no_chips() -> dict[str, int]:
    return dict.fromkeys(box.KINDS, 0)


@dataclass(slots=True)
class Seat:
    """One player: what stays over rounds first, then what belongs to the round's brew."""

    index: int
    victory_points: int = 0
    rubies: int = 0
    droplet: int = 0
    tube: int = 0
    flask_full: bool = True
    bag: dict[str, int] = field(default_factory=_no_chips)
    bag_size: int = 0
    # All chips of the player, wherever they are: the book-keeping side of rule 10.1.
    owned: dict[str, int] = field(default_factory=_no_chips)
    beside: list[str] = field(default_factory=list)

    rats: int = 0
    rats_used_up: bool = False
    start: int = 0
    pot: list[Placed] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    beside_now: list[str] = field(default_factory=list)
    white_sum: int = 0
    ended: str = ""
    has_drawn: bool = False
    # Rule 4.6.1: the last chip of the pot was placed last, and nothing was drawn after it.
    fresh: bool = False
    doubling: bool = False
    window: int = 0
    shielded: bool = False
    protected: bool = False
    yellows_placed: int = 0
    first_white_placed: bool = False
    second_chance: str = "over"
    scoring_space: int = 0
    shops: bool = False

    def last_space(self) -> int:
        """Space from which the next chip moves (rule 4.3.1)."""
        return self.pot[-1].space if self.pot else self.start

    def pot_is_full(self) -> bool:
        """Whether the last chip lies on the last space (rule 4.7.1)."""
        return bool(self.pot) and self.pot[-1].space == box.LAST_SPACE

    def intact(self) -> bool:
        """Whether the pot has not exploded (rule 4.5)."""
        return self.ended != "exploded"

    def forget_brew(self) -> None:
        """Clear what chips have done to this brew: a new round, or a restart by card FB3."""
        self.white_sum = 0
        self.fresh = False
        self.doubling = False
        self.window = 0
        self.shielded = False
        self.yellows_placed = 0


class Table:
    """A game in progress.

    Parameters
    ----------
    setup : Setup
        What was agreed before the game.
    tape : Tape
        Where chance and choices come from.
    sink : Callable[[Event], None]
        Where the events go, one by one.
    """

    def __init__(self, setup: Setup, tape: Tape, sink: Callable[[Event], None]) -> None:
        self.setup = setup
        self.options = setup.options
        self.tape = tape
        self.round = 0
        self.card = ""
        self.cards_used: list[str] = []
        self.supply_is_endless = self.options.chip_supply == "unlimited"
        self.supply = dict(box.BOX)
        self.ruby_stock: int | None = (
            None if self.options.ruby_supply == "unlimited" else int(self.options.ruby_supply)
        )
        self.book = {"O": 1, "K": 1} | {
            box.COLOUR_LETTERS[colour]: book for colour, book in setup.books.items()
        }
        self.prices = self._price_list()
        self.die = box.die_faces(self.options.bonus_die_faces)
        self.seats = [Seat(index) for index in range(setup.players)]
        self.turn_order = self.seats
        self.watch = Watch(self)
        self._sink = sink
        self._deal()

    def _price_list(self) -> dict[str, int]:
        """List what each kind costs in the books in play (rules 1.5 and 6.E.1)."""
        prices = {
            kind: box.PRICES[kind[0], self.book[kind[0]], box.VALUE[kind]]
            for kind in box.KINDS
            if kind[0] != "W"
        }
        if self.book["G"] == 3:
            prices["G4"] = self.options.price_green_s3_4
        if self.book["B"] == 4:
            prices["B4"] = self.options.price_blue_s4_4
        return prices

    def _deal(self) -> None:
        """Hand out the starting bags and rubies (rules 1.1 to 1.4)."""
        for seat in self.seats:
            for kind, count in box.STARTING_BAG.items():
                seat.bag[kind] += count
                seat.owned[kind] += count
                seat.bag_size += count
                self.supply[kind] -= count
            seat.rubies = self.options.starting_rubies
            if self.ruby_stock is not None:
                self.ruby_stock -= seat.rubies

    def emit(self, event: str, seat: int, **details: object) -> None:
        """Write one event; the invariants of rule 10 must hold after it."""
        record: Event = {"event": event, "round": self.round, "seat": seat, **details}
        self._sink(record)
        self.watch.after(record)

    def ask(self, seat: Seat, decision: str, options: list[str]) -> str:
        """Let the player decide; a single legal answer is not asked."""
        if len(options) == 1:
            return options[0]
        choice = self.tape.choose(seat.index, decision, options)
        if not 0 <= choice < len(options):
            raise IllegalMove(
                rule_of_decision(decision), f"{decision}: there is no option {choice}"
            )
        self.emit("choice", seat.index, decision=decision, options=options, choice=choice)
        return options[choice]

    def in_supply(self, kind: str) -> bool:
        """Whether the supply still holds a chip of the kind (rule 1.3)."""
        return self.supply_is_endless or self.supply[kind] > 0

    def book_is_out(self, letter: str) -> bool:
        """Whether the colour's book is in play (rules 1.5 and 2.1)."""
        return not (letter == "Y" and self.round < 2) and not (letter == "P" and self.round < 3)

    def obtainable(self, kind: str) -> bool:
        """Whether a chip of the kind may be had now: book out and chip there (rule F3)."""
        return self.book_is_out(kind[0]) and self.in_supply(kind)

    def to_bag_from_supply(self, seat: Seat, kind: str) -> None:
        """Move a chip from the supply into a bag."""
        if not self.in_supply(kind):
            raise IllegalMove("1.3", f"the supply holds no {kind}")
        self.supply[kind] -= 1
        seat.owned[kind] += 1
        seat.bag[kind] += 1
        seat.bag_size += 1

    def to_supply_from_bag(self, seat: Seat, kind: str) -> None:
        """Move a chip from a bag into the supply."""
        seat.bag[kind] -= 1
        seat.bag_size -= 1
        seat.owned[kind] -= 1
        self.supply[kind] += 1

    def to_supply_from_pot(self, seat: Seat, kind: str) -> None:
        """Move the chip of the kind that was placed first from a pot into the supply."""
        at = next(i for i, chip in enumerate(seat.pot) if chip.kind == kind)
        del seat.pot[at]
        seat.owned[kind] -= 1
        self.supply[kind] += 1

    def to_hand(self, seat: Seat, kind: str, rule: str) -> None:
        """Take a chip out of the bag; it is in the hand until it is placed or put back."""
        if seat.bag.get(kind, 0) < 1:
            raise IllegalMove(rule, f"no {kind} in the bag of seat {seat.index}")
        seat.bag[kind] -= 1
        seat.bag_size -= 1
        seat.hand.append(kind)

    def to_bag_from_hand(self, seat: Seat, kind: str) -> None:
        """Put a chip from the hand back into the bag."""
        seat.hand.remove(kind)
        seat.bag[kind] += 1
        seat.bag_size += 1

    def to_bag_from_pot(self, seat: Seat, at: int, cause: str) -> None:
        """Put the chip at a position of the pot back into the bag; its space is empty again."""
        kind = seat.pot.pop(at).kind
        seat.white_sum -= box.WHITE_VALUE[kind]
        seat.bag[kind] += 1
        seat.bag_size += 1
        self.emit(
            "return",
            seat.index,
            chip=kind,
            cause=cause,
            white_sum=seat.white_sum,
            bag_size=seat.bag_size,
        )

    def reveal(self, seat: Seat, count: int, rule: str) -> list[str]:
        """Take up to ``count`` chips from the bag to be looked at (rules 5.2.3 and F7)."""
        revealed = []
        for _ in range(min(count, seat.bag_size)):
            kind = self.tape.reveal(seat.index, seat.bag)
            self.to_hand(seat, kind, rule)
            self.emit("reveal", seat.index, chip=kind)
            revealed.append(kind)
        return revealed

    def roll(self, seat: Seat) -> box.Outcome:
        """Roll the bonus die (rule 6.A)."""
        face = self.tape.die(seat.index, len(self.die))
        if not 1 <= face <= len(self.die):
            raise IllegalMove("6.A", f"the die has no face {face}")
        self.emit("die", seat.index, face=face)
        return self.die[face - 1]
