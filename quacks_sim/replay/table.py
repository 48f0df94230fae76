"""The table as the journal leaves it, event by event: bags, pots, stones and scores."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from quacks_sim.rules.amounts import FB3_CHIPS
from quacks_sim.rules.chips import KINDS
from quacks_sim.rules.moves import limit_under_card, raised_limit
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import BOX_COUNT, STARTING_BAG

_STARTING_BAG = {kind: int(n) for kind, n in zip(KINDS, STARTING_BAG, strict=True) if n}
#: A limit that no pot reaches: that of card FB3.
NO_LIMIT = 99

_BOX = {kind: int(n) for kind, n in zip(KINDS, BOX_COUNT, strict=True)}


def _goes_on(event: Mapping[str, Any]) -> bool:
    """Return whether chips that have been revealed are still in the hand at an event."""
    return event["event"] == "reveal" or event.get("decision") in ("blue", "FB7")


@dataclass
class Seat:
    """What one seat has.

    Attributes
    ----------
    bag : Counter
        Chips in the bag now, by kind.
    owned : Counter
        All chips, wherever they lie.
    pot : list of (kind, space)
        In placement order.
    revealed : list of str
        Chips looked at, before the choice among them.
    hand : str
        The chip about to be placed, if there is one.
    beside : list of str
        Red chips beside the pot (red-2).
    chance : str
        Card FB3: ``open`` while fewer than five chips have lain in the pot, which is protected;
        ``next`` while the placement after them is to be judged; otherwise ``over``.
    """

    bag: Counter[str] = field(default_factory=lambda: Counter(_STARTING_BAG))
    owned: Counter[str] = field(default_factory=lambda: Counter(_STARTING_BAG))
    pot: list[tuple[str, int]] = field(default_factory=list)
    revealed: list[str] = field(default_factory=list)
    hand: str = ""
    beside: list[str] = field(default_factory=list)
    start: int = 0
    rats: int = 0
    droplet: int = 0
    tube: int = 0
    rubies: int = 1
    points: int = 0
    flask_full: bool = True
    exploded: bool = False
    ended: bool = False
    chance: str = "over"
    yellows_placed: int = 0
    scoring_space: int = 1

    @property
    def bag_size(self) -> int:
        """Chips in the bag."""
        return sum(self.bag.values())

    @property
    def white_sum(self) -> int:
        """White total in the pot."""
        return sum(int(kind[1]) for kind, _ in self.pot if kind[0] == "W")

    @property
    def last_space(self) -> int:
        """Space of the last chip, or the start space."""
        return self.pot[-1][1] if self.pot else self.start


class Table:
    """The seats of a game, led through its events.

    Parameters
    ----------
    journal : mapping
        A journal as described in ``docs/journal.md``.

    Attributes
    ----------
    seats : list of Seat
    names : tuple of str
        Strategies by seat.
    rules, books : mapping
        Rule options by name, and the set of each colour's book.
    card : str
        The event card of the round, empty without one.
    has_test_tubes : bool
        Whether the pots lie on their test-tube side (rule 11.2).
    """

    def __init__(self, journal: Mapping[str, Any]) -> None:
        self.rules: Mapping[str, Any] = journal["rules"]
        self.players = int(journal["players"])
        self.has_test_tubes = bool(journal.get("test_tubes", False))
        self.books: Mapping[str, int] = journal["books"]
        self.names = tuple(str(name) for name in journal["strategies"])
        rubies = int(self.rules.get("starting_rubies", 1))
        self.seats = [Seat(rubies=rubies) for _ in range(self.players)]
        self.card = ""

    def apply(self, event: Mapping[str, Any]) -> None:
        """Carry out one event."""
        for index, seat in enumerate(self.seats):
            if seat.revealed and (index != event["seat"] or not _goes_on(event)):
                # Chips drawn for a card go back without an event of their own (rule F7).
                seat.bag.update(seat.revealed)
                seat.revealed = []
        step = getattr(self, f"_{event['event']}", None)
        if step is not None:
            step(self.seats[event["seat"]], event)

    def limit(self, seat: Seat) -> int:
        """Return the highest white total that does not explode a pot (rule 4.5.1).

        Yellow-3 and the cards FB5 and FB3 change it.
        """
        if seat.chance == "open":
            return NO_LIMIT
        usual = RuleOptions().explosion_limit
        limit = limit_under_card(int(self.rules.get("explosion_limit", usual)), self.card)
        yellows = sum(kind[0] == "Y" for kind, _ in seat.pot)
        return raised_limit(limit, yellows) if self.books["yellow"] == 3 else limit

    def explodes(self, seat: Seat, kind: str, white_sum: int) -> bool:
        """Return whether a chip that brings a pot to a white total explodes it."""
        judged = kind[0] == "W" or seat.chance == "next"
        return judged and white_sum > self.limit(seat)

    def supply(self, kind: str) -> int:
        """Return how many chips of a kind are left in the supply; many without a limit."""
        if self.rules.get("chip_supply", "limited") != "limited":
            return 1_000_000
        return _BOX[kind] - sum(seat.owned[kind] for seat in self.seats)

    def _white_added(self, seat: Seat, event: Mapping[str, Any]) -> None:
        seat.owned[event["chip"]] += 1
        seat.bag[event["chip"]] += 1

    def _round_start(self, seat: Seat, event: Mapping[str, Any]) -> None:
        self.card = ""

    def _card(self, seat: Seat, event: Mapping[str, Any]) -> None:
        self.card = event["card"]

    def _rats(self, seat: Seat, event: Mapping[str, Any]) -> None:
        seat.rats, seat.start = event["rats"], event["start"]
        seat.pot, seat.exploded, seat.yellows_placed = [], False, 0
        seat.ended = False
        protects = self.rules.get("second_chance_explosion", "protected") == "protected"
        seat.chance = "open" if self.card == "FB3" and protects else "over"

    def _draw(self, seat: Seat, event: Mapping[str, Any]) -> None:
        seat.hand = event["chip"]
        seat.bag[event["chip"]] -= 1

    def _reveal(self, seat: Seat, event: Mapping[str, Any]) -> None:
        seat.bag[event["chip"]] -= 1
        seat.revealed.append(event["chip"])

    def _choice(self, seat: Seat, event: Mapping[str, Any]) -> None:
        if seat.revealed and event["decision"] in ("blue", "FB7"):
            for index, kind in enumerate(seat.revealed):
                if index != event["choice"]:
                    seat.bag[kind] += 1
            chosen = event["options"][event["choice"]]
            seat.hand = "" if chosen == "none" else chosen
            seat.revealed = []

    def _place(self, seat: Seat, event: Mapping[str, Any]) -> None:
        if seat.ended:
            if not seat.hand:
                seat.beside.remove(event["chip"])
            seat.scoring_space = event["space"] + 1
        seat.hand = ""
        seat.pot.append((event["chip"], event["space"]))
        if seat.chance == "next":
            seat.chance = "over"
        elif seat.chance == "open" and len(seat.pot) == FB3_CHIPS:
            seat.chance = "next"
        seat.yellows_placed += event["chip"][0] == "Y"

    def _aside(self, seat: Seat, event: Mapping[str, Any]) -> None:
        seat.hand = ""
        seat.beside.append(event["chip"])

    def _move(self, seat: Seat, event: Mapping[str, Any]) -> None:
        seat.pot[-1] = (event["chip"], event["space"])
        seat.scoring_space = max(seat.scoring_space, event["space"] + 1)

    def _return(self, seat: Seat, event: Mapping[str, Any]) -> None:
        if event["cause"] == "red-2":
            seat.beside.remove(event["chip"])
            seat.bag[event["chip"]] += 1
            return
        if event["cause"] == "FB3":
            if seat.pot:
                del seat.pot[0]
            else:
                seat.beside.remove(event["chip"])
            seat.bag[event["chip"]] += 1
            seat.chance, seat.yellows_placed = "over", 0
            return
        place = max(index for index, (kind, _) in enumerate(seat.pot) if kind == event["chip"])
        if event["cause"] == "yellow":
            place = len(seat.pot) - 2
        kind, _ = seat.pot.pop(place)
        seat.bag[kind] += 1
        if event["cause"] == "flask":
            seat.flask_full = False

    def _brew_end(self, seat: Seat, event: Mapping[str, Any]) -> None:
        seat.exploded = event["reason"] == "exploded"
        seat.ended = True
        seat.scoring_space = event["scoring_space"]

    def _reward(self, seat: Seat, event: Mapping[str, Any]) -> None:
        reward, total = event["reward"], event["total"]
        if reward == "victory_points":
            seat.points = total
        elif reward == "ruby":
            seat.rubies = total
        elif reward == "droplet":
            seat.droplet = total
        elif reward == "tube":
            seat.tube = total
        elif reward == "chip":
            seat.owned[event["chip"]] += event["amount"]
            seat.bag[event["chip"]] += event["amount"]
        elif reward == "flask":
            seat.flask_full = True

    def _payment(self, seat: Seat, event: Mapping[str, Any]) -> None:
        if event["payment"] == "ruby":
            seat.rubies = event["total"]
        else:
            seat.owned[event["chip"]] -= event["amount"]
            if event["cause"].startswith("purple"):
                kinds = [kind for kind, _ in seat.pot]
                del seat.pot[kinds.index(event["chip"])]
            else:
                seat.bag[event["chip"]] -= event["amount"]

    def _purchase(self, seat: Seat, event: Mapping[str, Any]) -> None:
        seat.owned.update(event["chips"])

    def _ruby_spent(self, seat: Seat, event: Mapping[str, Any]) -> None:
        seat.rubies = event["rubies"]
        seat.flask_full = seat.flask_full or event["on"] == "flask"

    def _round_end(self, seat: Seat, event: Mapping[str, Any]) -> None:
        seat.points, seat.rubies = event["victory_points"], event["rubies"]
        seat.droplet, seat.flask_full = event["droplet"], bool(event["flask_full"])
        seat.pot = []
        seat.bag = Counter(seat.owned) - Counter(seat.beside)
