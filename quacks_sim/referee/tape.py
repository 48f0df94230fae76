"""Tapes: where chance and choices come from. Everything else the referee works out itself."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from quacks_sim.referee.illegal import IllegalMove, rule_of_decision

Event = dict[str, Any]


class Tape(Protocol):
    """What the referee asks for."""

    def card(self, left: Sequence[str]) -> str:
        """Turn up one of the event cards that are left."""
        ...

    def draw(self, seat: int, bag: Mapping[str, int]) -> str:
        """Draw a chip from the bag to be placed."""
        ...

    def reveal(self, seat: int, bag: Mapping[str, int]) -> str:
        """Draw a chip from the bag to be looked at."""
        ...

    def die(self, seat: int, faces: int) -> int:
        """Roll the bonus die: a face from 1 on."""
        ...

    def choose(self, seat: int, decision: str, options: Sequence[str]) -> int:
        """Take one of the options, by index."""
        ...

    def purchase(self, seat: int, coins: int, offers: Mapping[str, int], least: int) -> list[str]:
        """Buy up to two chips; ``offers`` holds the affordable kinds with their prices."""
        ...


class TapeMisfit(Exception):
    """A journal that holds something else than what is asked for.

    Parameters
    ----------
    wanted : str
        Name of the event that must stand here.
    decision : str
        The decision that is asked for, if it is one.
    """

    def __init__(self, wanted: str, decision: str = "") -> None:
        super().__init__(f"{decision or wanted} expected")
        self.wanted = wanted
        self.decision = decision


class RandomTape:
    """Chance and a random legal option at every decision.

    Parameters
    ----------
    seed : int
        Seed of the random numbers.
    draw_share : float
        How often "draw" is taken when "stop" is the other option; even odds would leave the
        pots nearly empty.
    """

    def __init__(self, seed: int, draw_share: float = 0.85) -> None:
        self._random = random.Random(seed)
        self._draw_share = draw_share

    def card(self, left: Sequence[str]) -> str:
        """Turn up any card that is left."""
        return self._random.choice(left)

    def draw(self, seat: int, bag: Mapping[str, int]) -> str:
        """Draw every chip of the bag with the same chance (rule 4.2.2)."""
        ticket = self._random.randrange(sum(bag.values()))
        for kind, count in bag.items():
            ticket -= count
            if ticket < 0:
                return kind
        raise IllegalMove("4.2.2", "the bag is empty")

    def reveal(self, seat: int, bag: Mapping[str, int]) -> str:
        """Reveal every chip of the bag with the same chance."""
        return self.draw(seat, bag)

    def die(self, seat: int, faces: int) -> int:
        """Roll a fair die."""
        return self._random.randint(1, faces)

    def choose(self, seat: int, decision: str, options: Sequence[str]) -> int:
        """Take a random option."""
        if decision == "stop":
            return 0 if self._random.random() < self._draw_share else 1
        return self._random.randrange(len(options))

    def purchase(self, seat: int, coins: int, offers: Mapping[str, int], least: int) -> list[str]:
        """Buy a random legal basket."""
        basket: list[str] = []
        for _ in range(self._random.randint(least, 2)):
            spent = sum(offers[kind] for kind in basket)
            colours = {kind[0] for kind in basket}
            buyable = [
                kind
                for kind, price in offers.items()
                if spent + price <= coins and kind[0] not in colours
            ]
            if buyable:
                basket.append(self._random.choice(buyable))
        return basket


class JournalTape:
    """Reads chance and choices from the events of a journal and compares every other event.

    Parameters
    ----------
    events : Sequence[Event]
        The events of the journal.
    """

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.position = 0
        self.expected: Event | None = None

    def _next(self, wanted: str, seat: int, decision: str = "") -> Event:
        if self.position < len(self.events):
            event = self.events[self.position]
            if isinstance(event, dict) and event.get("event") == wanted:
                if event.get("seat") != seat and wanted != "card":
                    raise TapeMisfit(wanted, decision)
                return event
        raise TapeMisfit(wanted, decision)

    def accept(self, event: Event) -> None:
        """Compare what the referee says must have happened with the journal.

        Raises
        ------
        Mismatch
            If the journal says something else here.
        """
        position = self.position
        if position >= len(self.events) or self.events[position] != event:
            self.expected = event
            raise Mismatch
        self.position = position + 1

    def card(self, left: Sequence[str]) -> str:
        """Read the card of the round."""
        return str(self._next("card", -1).get("card"))

    def draw(self, seat: int, bag: Mapping[str, int]) -> str:
        """Read the chip drawn."""
        return str(self._next("draw", seat).get("chip"))

    def reveal(self, seat: int, bag: Mapping[str, int]) -> str:
        """Read the chip revealed."""
        return str(self._next("reveal", seat).get("chip"))

    def die(self, seat: int, faces: int) -> int:
        """Read the face rolled."""
        return _whole_number(self._next("die", seat).get("face"), "6.A")

    def choose(self, seat: int, decision: str, options: Sequence[str]) -> int:
        """Read the option taken."""
        event = self._next("choice", seat, decision)
        if event.get("decision") != decision:
            raise TapeMisfit("choice", decision)
        return _whole_number(event.get("choice"), rule_of_decision(decision))

    def purchase(self, seat: int, coins: int, offers: Mapping[str, int], least: int) -> list[str]:
        """Read the chips bought."""
        chips = self._next("purchase", seat).get("chips")
        if not isinstance(chips, list):
            raise IllegalMove("6.E.1", "a purchase is a list of chips")
        return [str(kind) for kind in chips]


class Mismatch(Exception):
    """The journal and the referee tell different events."""


def _whole_number(value: object, rule: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise IllegalMove(rule, f"{value!r} is not a whole number")
    return value
