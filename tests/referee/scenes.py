"""Scenes for the tests: tables set up by hand and tapes that answer from a script."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from quacks_sim.referee import Options, Setup
from quacks_sim.referee.brewing import brew_one_by_one, draw, return_white, use_flask
from quacks_sim.referee.end_of_brewing import end_of_brewing
from quacks_sim.referee.illegal import IllegalMove
from quacks_sim.referee.table import Placed, Seat, Table
from tests.worked_examples import Case, Item, names

FIRST_BOOKS = {"green": 1, "blue": 1, "red": 1, "yellow": 1, "purple": 1}


class Answers:
    """A tape whose answers are given beforehand; it must be used up exactly.

    ``choices`` are pairs of decision and option.
    """

    def __init__(
        self,
        choices: Iterable[tuple[str, str]] = (),
        draws: Iterable[str] = (),
        reveals: Iterable[str] = (),
        faces: Iterable[int] = (),
        baskets: Iterable[Sequence[str]] = (),
        cards: Iterable[str] = (),
    ) -> None:
        self.choices = list(choices)
        self.draws = list(draws)
        self.reveals = list(reveals)
        self.faces = list(faces)
        self.baskets = list(baskets)
        self.cards = list(cards)

    def card(self, left: Sequence[str]) -> str:
        return self.cards.pop(0)

    def draw(self, seat: int, bag: Mapping[str, int]) -> str:
        return self.draws.pop(0)

    def reveal(self, seat: int, bag: Mapping[str, int]) -> str:
        return self.reveals.pop(0)

    def die(self, seat: int, faces: int) -> int:
        return self.faces.pop(0)

    def choose(self, seat: int, decision: str, options: Sequence[str]) -> int:
        assert self.choices, f"{decision} asked: {options}"
        expected, option = self.choices.pop(0)
        assert decision == expected, f"{decision} asked, {expected} expected"
        assert option in options, f"{option} not among {options}"
        return options.index(option)

    def purchase(self, seat: int, coins: int, offers: Mapping[str, int], least: int) -> list[str]:
        return list(self.baskets.pop(0))

    def used_up(self) -> bool:
        return not (
            self.choices or self.draws or self.reveals or self.faces or self.baskets or self.cards
        )


class Scene:
    """A table with its events, opened in the middle of a game."""

    def __init__(
        self,
        tape: Any,
        players: int = 2,
        round_number: int = 4,
        card: str = "",
        books: Mapping[str, int] | None = None,
        options: Mapping[str, object] | None = None,
        test_tubes: bool = False,
        cards: bool = False,
        start_player: int = 0,
    ) -> None:
        self.events: list[dict[str, Any]] = []
        setup = Setup(
            players=players,
            books=FIRST_BOOKS | dict(books or {}),
            options=Options.from_mapping(options or {}),
            test_tubes=test_tubes,
            cards=cards,
            start_player=start_player,
        )
        self.tape = tape
        self.table = Table(setup, tape, self.events.append)
        self.table.round = round_number
        self.table.card = card
        self.seats = self.table.seats

    def fill_bag(self, seat: int, chips: Iterable[str]) -> None:
        """Replace the content of a bag."""
        player = self.seats[seat]
        for kind, count in player.bag.items():
            for _ in range(count):
                self.table.to_supply_from_bag(player, kind)
        for kind in chips:
            self.table.to_bag_from_supply(player, kind)

    def fill_pot(self, seat: int, chips: Iterable[str], state: str = "stopped") -> None:
        """Put chips such as ``G1@5`` into a pot whose brewing is over."""
        player = self.seats[seat]
        player.pot = []
        for text in chips:
            kind, _, space = text.partition("@")
            self.table.to_bag_from_supply(player, kind)
            self.table.to_hand(player, kind, "")
            player.hand.remove(kind)
            player.pot.append(Placed(kind, int(space)))
            player.white_sum += int(kind[1]) if kind[0] == "W" else 0
        player.ended = state
        player.scoring_space = player.last_space() + 1

    def sell_out(self, *kinds: str) -> None:
        """Let no chip of these kinds be left in the supply, all of them being with seat 0."""
        for kind in kinds:
            for _ in range(self.table.supply[kind]):
                self.table.to_bag_from_supply(self.seats[0], kind)

    def rewards(self, cause: str = "") -> list[tuple[int, str, int]]:
        """List what was gained: seat, reward or kind of chip, amount."""
        return [
            (event["seat"], event.get("chip", event["reward"]), event["amount"])
            for event in self.events
            if event["event"] == "reward" and cause in ("", event["cause"])
        ]

    def payments(self) -> list[tuple[int, str, int]]:
        """List what was given up: seat, payment or kind of chip, what is left of it."""
        return [
            (event["seat"], event.get("chip", event["payment"]), event["total"])
            for event in self.events
            if event["event"] == "payment"
        ]

    def options_of(self, decision: str) -> list[list[str]]:
        """List the options that were offered, one list for each time of asking."""
        return [
            event["options"]
            for event in self.events
            if event["event"] == "choice" and event["decision"] == decision
        ]

    def named(self, name: str) -> list[dict[str, Any]]:
        """List the events of one name."""
        return [event for event in self.events if event["event"] == name]


class BrewScript:
    """A tape that reads the notation of the worked examples."""

    def __init__(self, items: Iterable[Item]) -> None:
        self.items = list(items)
        self.current = Item("")
        self.reveals: list[str] = []
        self.chosen: Item | None = None
        self.returned = True
        self.scene: Scene | None = None

    def _next_is(self, what: str) -> bool:
        if self.items and self.items[0].what == what:
            self.items.pop(0)
            return True
        return False

    def _start(self, item: Item) -> None:
        self.current = item
        self.reveals = list(item.revealed)
        self.chosen = item.chosen
        self.returned = item.action != "!"

    def draw(self, seat: int, bag: Mapping[str, int]) -> str:
        self._start(self.items.pop(0))
        return self.current.chip

    def reveal(self, seat: int, bag: Mapping[str, int]) -> str:
        if not self.reveals and self.items and self.items[0].what == "strong":
            self._start(self.items.pop(0))
        return self.reveals.pop(0)

    def choose(self, seat: int, decision: str, options: Sequence[str]) -> int:
        return options.index(self._answer(decision, options))

    def _answer(self, decision: str, options: Sequence[str]) -> str:
        if decision == "stop":
            return self._stop_or_draw()
        if decision in ("red", "yellow") and "bonus" in options:
            assert decision[0].upper() == self.current.chip[0]
            return "plain" if self.current.action == "~" else "bonus"
        if decision == "yellow":
            wanted = not self.returned
            self.returned = True
            return "return" if wanted else "keep"
        if decision in ("blue", "FB7"):
            chosen = self.chosen
            if chosen is None:
                return "none"
            self._start(chosen)
            return chosen.chip
        if decision == "order":
            return "green"
        if decision == "beside":
            return "leave"
        if decision == "green":
            return options[-1]
        words = {"flask": "flask", "FB3": "restart", "FB10": "back"}
        return options[1] if self._next_is(words[decision]) else options[0]

    def _stop_or_draw(self) -> str:
        if self._next_is("stop"):
            return "stop"
        self.refuse_leftovers()
        return "draw"

    def refuse_leftovers(self) -> None:
        """Try what the script wants although nobody has asked for it."""
        assert self.scene is not None
        seat = self.scene.seats[0]
        if not self.returned:
            return_white(self.scene.table, seat)
        if not self.items:
            assert seat.ended, "the script is too short"
        elif self.items[0].what == "flask":
            use_flask(self.scene.table, seat)
        elif self.items[0].what == "back":
            raise IllegalMove("FB10", "only the first white chip may go back")
        elif self.items[0].what == "chip" and seat.ended:
            draw(self.scene.table, seat)


def all_chips(items: Iterable[Item]) -> list[str]:
    """List every chip that a script names, revealed ones included."""
    chips = []
    for item in items:
        if item.chip:
            chips.append(item.chip)
        chips.extend(item.revealed)
        if item.chosen:
            chips.extend(all_chips([item.chosen]))
    return chips


def brew(case: Case) -> tuple[Scene, Seat]:
    """Brew one pot as a case wants it, alone at the table, up to the evaluation."""
    script = BrewScript(case.tape)
    scene = Scene(
        script,
        players=1,
        round_number=case.number("round", 4),
        card=case.parameters.get("card", ""),
        books=case.books,
        options=case.options,
    )
    script.scene = scene
    seat = scene.seats[0]
    if "bag" in case.parameters:
        scene.fill_bag(0, names(case.parameters["bag"]))
    else:
        scene.fill_bag(0, [*all_chips(case.tape), "O1", "O1", "O1"])
    seat.start = case.number("start")
    seat.flask_full = case.parameters.get("flask") != "empty"
    brew_one_by_one(scene.table)
    if script.items and script.items[0].what != "strong":
        script.refuse_leftovers()
    end_of_brewing(scene.table)
    assert not script.items
    return scene, seat
