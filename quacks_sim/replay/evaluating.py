"""The evaluation in words: die, chips, rubies, points or coins, purchases, standings."""

from collections.abc import Iterator, Mapping
from typing import Any

from quacks_sim.replay.fortune import choice_in_words, draws_in_words, is_of_card
from quacks_sim.replay.lines import Line, gain_in_words, listed
from quacks_sim.replay.table import Table
from quacks_sim.rules.amounts import RUBIES_FOR_A_THING
from quacks_sim.rules.tables import SPACE_COINS, SPACE_VICTORY_POINTS
from quacks_sim.words import counted

_PRICE = f"{RUBIES_FOR_A_THING} rubies"

_CAUSES = {
    "space": "space",
    "green": "green",
    "purple": "purple",
    "black": "black",
    "final_coins": "coins left",
    "final_rubies": "rubies left",
}


class Evaluating:
    """Tells what follows the brews of a round.

    Parameters
    ----------
    table : Table
        Its state is that before each event told.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._face: Mapping[str, Any] | None = None
        self._coins = 0
        self._last: int | None = None
        self._spent = ""
        self._drawn: list[str] = []
        self._drawing = 0
        width = max(len(name) for name in table.names)
        self._name_width = min(width, 28)

    def tell(self, event: Mapping[str, Any]) -> Iterator[Line]:
        """Tell one event; the table is as it was before it."""
        step = getattr(self, f"_{event['event']}", None)
        # Where the step of a droplet goes is decided before the roll is told (rule 11.2).
        if event["event"] != "reward" and event.get("decision") != "droplet":
            yield from self.close()
        if self._drawn and (event["event"] != "reveal" or event["seat"] != self._drawing):
            yield from self._close_draws(event)
        if step is None:
            fields = {k: v for k, v in event.items() if k not in ("event", "round", "seat")}
            told = ", ".join(f"{name} {value}" for name, value in fields.items())
            yield self._line(event, f"{event['event']}: {told}")
        else:
            yield from step(event)

    def why(self, event: Mapping[str, Any], text: str) -> Iterator[Line]:
        """Tell what a policy saw."""
        if self._face is not None and event.get("decision") == "droplet":
            face, self._face = self._face, None
            yield self._line(face, f"rolls the die, face {face['face']}: a droplet step")
        yield from self.close()
        yield self._line(event, text, "why")

    def close(self) -> Iterator[Line]:
        """Tell a roll of the die that brought nothing."""
        if self._face is not None:
            face, self._face = self._face, None
            text = f"rolls the die, face {face['face']}: nothing to be had"
            yield self._line(face, text)

    def _close_draws(self, event: Mapping[str, Any]) -> Iterator[Line]:
        """Tell which chips a seat has drawn for a card."""
        drawn, self._drawn = self._drawn, []
        before = {**event, "seat": self._drawing}
        yield self._line(before, f"{self._table.card}: {draws_in_words(self._table.card, drawn)}")

    def _line(self, event: Mapping[str, Any], text: str, role: str = "plain") -> Line:
        seat = event["seat"]
        # A name stands once for all that a seat does in a row.
        name = "" if seat == self._last else self._table.names[seat]
        self._last = seat
        head = f"    {name[: self._name_width]:<{self._name_width}}  "
        return Line(head + text, role, event["round"], seat, hang=len(head) + 2)

    def _reveal(self, event: Mapping[str, Any]) -> Iterator[Line]:
        self._drawing = event["seat"]
        self._drawn.append(event["chip"])
        return iter(())

    def _die(self, event: Mapping[str, Any]) -> Iterator[Line]:
        self._face = event
        return iter(())

    def _reward(self, event: Mapping[str, Any]) -> Iterator[Line]:
        cause, gained = event["cause"], gain_in_words(event)
        face = self._face
        of_die = cause in ("die", "FP12")
        if face is not None and (not of_die or face["seat"] != event["seat"]):
            yield from self.close()
            face = None
        if face is not None:
            self._face = None
            yield self._line(event, f"rolls the die, face {face['face']}: {gained}")
        elif cause == "rubies":
            yield self._line(event, f"pays {_PRICE}{self._spent}: {gained}")
        elif cause == "tube":
            yield self._line(event, f"tube {self._table.seats[event['seat']].tube}: {gained}")
        elif cause == "space":
            space = self._table.seats[event["seat"]].scoring_space
            yield self._line(event, f"space {space}: {gained}")
        else:
            yield self._line(event, f"{_CAUSES.get(cause, cause)}: {gained}")

    def _choice(self, event: Mapping[str, Any]) -> Iterator[Line]:
        decision, taken = event["decision"], event["options"][event["choice"]]
        mine = self._table.seats[event["seat"]]
        if decision == "explosion":
            coins = counted(int(SPACE_COINS[mine.scoring_space]), "coin")
            points = counted(int(SPACE_VICTORY_POINTS[mine.scoring_space]), "point")
            both = (coins, points) if taken == "coins" else (points, coins)
            yield self._line(event, f"after the explosion takes {both[0]}, not {both[1]}")
        elif (
            decision == "purple"
            and event["options"][0] == "1"
            and event["choice"] < len(event["options"]) - 1
        ):
            yield self._line(event, f"purple: takes tier {taken} of {len(event['options'])}")
        elif is_of_card(event) and choice_in_words(event):
            yield self._line(event, f"{decision}: {choice_in_words(event)}")

    def _place(self, event: Mapping[str, Any]) -> Iterator[Line]:
        where = "" if self._table.seats[event["seat"]].hand else " from beside the pot"
        card = "FB7: " if not where else ""
        yield self._line(event, f"{card}places {event['chip']}{where} on {event['space']}")

    def _return(self, event: Mapping[str, Any]) -> Iterator[Line]:
        yield self._line(event, f"puts {event['chip']} from beside the pot into the bag")

    def _payment(self, event: Mapping[str, Any]) -> Iterator[Line]:
        what = "a ruby" if event["payment"] == "ruby" else event["chip"]
        yield self._line(event, f"{event['cause']}: gives {what}, now {event['total']}")

    def _move(self, event: Mapping[str, Any]) -> Iterator[Line]:
        text = f"{event['cause']}: {event['chip']} moves on to {event['space']}"
        yield self._line(event, text)

    def _budget(self, event: Mapping[str, Any]) -> Iterator[Line]:
        self._coins = event["coins"]
        return iter(())

    def _purchase(self, event: Mapping[str, Any]) -> Iterator[Line]:
        coins = counted(self._coins, "coin")
        if event["chips"]:
            yield self._line(event, f"{coins}: buys {listed(event['chips'])} for {event['price']}")
        else:
            yield self._line(event, f"{coins}: buys nothing")

    def _ruby_spent(self, event: Mapping[str, Any]) -> Iterator[Line]:
        self._spent = f" ({event['rubies']} left)"
        if event["on"] == "flask":
            yield self._line(event, f"pays {_PRICE}{self._spent}: the flask is full again")
