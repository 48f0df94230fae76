"""Brewing in words: each draw, where it lands, and what happens then."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from quacks_sim.replay.lines import Line, gain_in_words
from quacks_sim.replay.pot import pot_lines, space_in_words
from quacks_sim.replay.table import Seat, Table
from quacks_sim.words import counted

_ENDS = {
    "stopped": "stops",
    "exploded": "the pot explodes",
    "full": "the pot is full",
    "empty": "the bag is empty",
}


@dataclass
class _Placement:
    """A placement whose line is still being written."""

    draw: str
    text: str
    white: str
    notes: list[str] = field(default_factory=list)


class Brewing:
    """Tells the brews of a round.

    Parameters
    ----------
    table : Table
        Its state is that before each event told.
    width : int
        Most characters of a line of a pot.
    together : bool
        Whether the seats draw in turn, so that each line needs a name.
    reasons : bool
        Whether each decision is told by :meth:`why`, so that its outcome need not be.
    """

    def __init__(self, table: Table, width: int, *, together: bool, reasons: bool = False) -> None:
        self._table = table
        self._width = width
        self._together = together
        self._reasons = reasons
        self._draws = [0] * table.players
        self._open: dict[int, _Placement] = {}
        self._drawn: dict[int, str] = {}
        self._declined: set[int] = set()
        self._begun: set[int] = set()
        self._cue = ""
        self._name_width = min(max(len(name) for name in table.names), 28)

    def begin(self, number: int, seat: int) -> Iterator[Line]:
        """Tell where a seat starts, before its first event."""
        if seat in self._begun:
            return
        self._begun.add(seat)
        if not self._together:
            yield Line("", round=number, seat=seat)
        mine = self._table.seats[seat]
        text = f"{self._table.names[seat]} starts on space {mine.start}"
        if mine.rats:
            rats = counted(mine.rats, "rat")
            capped = "" if mine.droplet + mine.rats == mine.start else ", but not beyond 52"
            text += f": droplet {mine.droplet} and {rats}{capped}"
        yield Line(f"  {text}", "seat", number, seat)

    def tell(self, event: Mapping[str, Any]) -> Iterator[Line]:
        """Tell one event of brewing; the table is as it was before it."""
        yield from self._close_others(event)
        step = getattr(self, f"_{event['event']}")
        yield from step(event)

    def why(self, event: Mapping[str, Any], text: str) -> Iterator[Line]:
        """Tell what a policy saw, after the line of the placement before it."""
        number, seat = event["round"], event["seat"]
        yield from self._close_others(event)
        yield from self.close(number, seat)
        head = f"       {self._name(seat)}"
        yield Line(head + text, "why", number, seat, hang=len(head) + 2)

    def _close_others(self, event: Mapping[str, Any]) -> Iterator[Line]:
        for seat in [each for each in self._open if each != event["seat"]]:
            yield from self.close(event["round"], seat)

    def close(self, number: int, seat: int) -> Iterator[Line]:
        """Finish the line of the placement that is being told."""
        placed = self._open.pop(seat, None)
        if placed is not None:
            # Where all draw together, the number of the cue stands once.
            draw = "" if self._together and placed.draw == self._cue else placed.draw
            self._cue = placed.draw or self._cue
            head = f"{draw:>5}  {self._name(seat)}{placed.text:<9}{placed.white:<9}"
            text = (head + "; ".join(placed.notes)).rstrip()
            yield Line(text, round=number, seat=seat, hang=len(head))

    def _name(self, seat: int) -> str:
        if not self._together:
            return ""
        return f"{self._table.names[seat][: self._name_width]:<{self._name_width}}  "

    def _note(self, event: Mapping[str, Any], text: str) -> Iterator[Line]:
        seat = event["seat"]
        placed = self._open.get(seat)
        if placed is not None:
            placed.notes.append(text)
        else:
            yield Line(f"       {self._name(seat)}{text}", round=event["round"], seat=seat, hang=7)

    def _draw(self, event: Mapping[str, Any]) -> Iterator[Line]:
        seat = event["seat"]
        yield from self.close(event["round"], seat)
        self._draws[seat] += 1
        self._drawn[seat] = str(self._draws[seat])

    def _reveal(self, event: Mapping[str, Any]) -> Iterator[Line]:
        return iter(())

    def _choice(self, event: Mapping[str, Any]) -> Iterator[Line]:
        seat, decision = event["seat"], event["decision"]
        taken = event["options"][event["choice"]]
        if taken == "plain":
            self._declined.add(seat)
        elif taken == "restart":
            yield from self._note(event, "FB3: starts again, all chips go back into the bag")
        elif self._reasons:
            return
        elif taken == "continue":
            yield from self._note(event, "FB3: goes on")
        elif decision == "FB10" and taken == "keep":
            yield from self._note(event, "FB10: leaves it in the pot")
        elif decision == "blue":
            seen = " ".join(event["options"][:-1])
            yield from self._note(event, f"reveals {seen}, takes {taken}")
        elif decision == "yellow" and taken == "keep":
            kind, _ = self._table.seats[seat].pot[-2]
            yield from self._note(event, f"leaves {kind} in the pot")

    def _place(self, event: Mapping[str, Any]) -> Iterator[Line]:
        seat, kind, white = event["seat"], event["chip"], event["white_sum"]
        yield from self.close(event["round"], seat)
        text = f"{kind} → {event['space']:>2}"
        total = f"white {white}" if kind[0] == "W" else ""
        placed = _Placement(self._drawn.pop(seat, ""), text, total)
        if event["bonus"] > 0:
            why = " for orange" if kind[0] == "R" and self._table.books["red"] == 1 else ""
            placed.notes.append(f"{counted(event['bonus'], 'space')} further{why}")
        if seat in self._declined:
            self._declined.discard(seat)
            placed.notes.append("without its bonus")
        if self._table.explodes(self._table.seats[seat], kind, white):
            placed.notes.append("EXPLODES")
        self._open[seat] = placed

    def _aside(self, event: Mapping[str, Any]) -> Iterator[Line]:
        seat, kind = event["seat"], event["chip"]
        yield from self.close(event["round"], seat)
        self._open[seat] = _Placement(self._drawn.pop(seat, ""), kind, "", ["beside the pot"])

    def _reward(self, event: Mapping[str, Any]) -> Iterator[Line]:
        yield from self._note(event, f"{event['cause']}: {gain_in_words(event)}")

    def _return(self, event: Mapping[str, Any]) -> Iterator[Line]:
        if event["cause"] == "FB3":
            return  # told at its choice
        how = {"flask": "flask: ", "yellow": ""}.get(event["cause"], f"{event['cause']}: ")
        white = f", white {event['white_sum']}" if event["chip"][0] == "W" else ""
        yield from self._note(event, f"{how}{event['chip']} goes back into the bag{white}")

    def _brew_end(self, event: Mapping[str, Any]) -> Iterator[Line]:
        number, seat = event["round"], event["seat"]
        yield from self.close(number, seat)
        mine = self._table.seats[seat]
        space = event["scoring_space"]
        who = f"{self._table.names[seat]}: " if self._together else ""
        how = _ENDS[event["reason"]]
        if event["reason"] == "stopped" and not mine.pot:
            how = "stops with an empty pot"
        text = f"    {who}{how} · space {space}: {space_in_words(space)}"
        yield Line(text, "bad" if event["reason"] == "exploded" else "plain", number, seat)
        yield from pot_told(mine, number, seat, self._width)


def pot_told(mine: Seat, number: int, seat: int, width: int) -> Iterator[Line]:
    """Yield the lines of a seat's pot."""
    for text in pot_lines(mine.pot, mine.droplet, mine.start, width):
        yield Line(text, "pot", number, seat)
