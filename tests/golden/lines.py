"""The file of a kept game: a line for the head, then lines of ``round seat event fields``."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.journal import events as events_of
from quacks_sim.match import Match
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import CARD_IDS, NO_CARD, WITHOUT_CARD, Deck
from quacks_sim.rules.chips import KINDS, NO_KIND
from quacks_sim.rules.options import RuleOptions
from quacks_sim.strategy import load_strategy

#: The fields of each event, in the order of the line. Those of rewards may lack the chip.
FIELDS: dict[str, tuple[str, ...]] = {
    "round_start": (),
    "white_added": ("chip",),
    "card": ("card",),
    "rats": ("rats", "start"),
    "choice": ("decision", "options", "choice"),
    "draw": ("chip", "bag_size"),
    "reveal": ("chip",),
    "place": ("chip", "space", "bonus", "white_sum"),
    "return": ("chip", "cause", "white_sum", "bag_size"),
    "brew_end": ("reason", "white_sum", "chips", "scoring_space"),
    "die": ("face",),
    "reward": ("cause", "reward", "amount", "chip", "total"),
    "budget": ("coins",),
    "purchase": ("chips", "price"),
    "ruby_spent": ("on", "rubies"),
    "round_end": ("victory_points", "rubies", "droplet", "flask_full", "bag_size"),
    "game_end": ("victory_points", "scoring_space", "win_share"),
    "payment": ("cause", "payment", "amount", "chip", "total"),
    "aside": ("chip", "beside"),
    "move": ("chip", "cause", "space"),
}
_LISTS = {("choice", "options"), ("purchase", "chips")}
_RUBY_ANSWERS = ("keep", "droplet", "flask", "tube")


def line_of(event: Mapping[str, Any]) -> str:
    """Write an event as a line."""
    name = event["event"]
    fields = [_cell(event.get(field)) for field in FIELDS[name]]
    return " ".join([str(event["round"]), str(event["seat"]), name, *fields])


def _cell(value: object) -> str:
    if value is None or value == []:
        return "-"
    # An option may be of several words.
    return "|".join(value).replace(" ", "_") if isinstance(value, list) else str(value)


def event_of(line: str) -> dict[str, Any]:
    """Read an event from a line."""
    number, seat, name, *cells = line.split()
    event: dict[str, Any] = {"event": name, "round": int(number), "seat": int(seat)}
    for field, cell in zip(FIELDS[name], cells, strict=True):
        if (name, field) in _LISTS:
            event[field] = [] if cell == "-" else cell.replace("_", " ").split("|")
        elif cell != "-":
            event[field] = int(cell) if cell.isdigit() else cell
    return event


def head_of(journal: Mapping[str, Any]) -> str:
    """Write the head of a journal as a line: only rules that are not the default."""
    rules = RuleOptions.read(journal["rules"]).changed()
    head = {name: value for name, value in journal.items() if name != "events"}
    return json.dumps({**head, "rules": rules})


def read(path: Path) -> tuple[dict[str, Any], list[str]]:
    """Return the journal in a file, and its lines of events as they are."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    return {**json.loads(head), "events": [event_of(line) for line in lines]}, lines


def played_again(journal: Mapping[str, Any]) -> list[str]:
    """Return the lines that the kernel gives for the chance and the choices of a journal.

    Who sits at the table does not matter: nobody is asked, and nothing is drawn by lot.
    """
    nobody = tuple(load_strategy("safe") for _ in range(journal["players"]))
    books = Books.read(journal["books"])
    variants = {
        "pot_side": "test_tubes" if journal.get("test_tubes") else "droplet",
        "synchronized": "yes" if journal.get("synchronized") else "no",
    }
    rules = RuleOptions.read({**journal["rules"], **variants})
    # The tape says which cards are turned up.
    deck = Deck() if journal["cards"] else Deck.none()
    match = Match(nobody, rules, books, 0, rotate=False, cards=deck)
    return [line_of(event) for event in events_of(match.journal(0, tape_of(match, journal)))]


def tape_of(match: Match, journal: Mapping[str, Any]) -> NDArray[np.int64]:
    """Return the kernel's tape of the chance and the choices in a journal's events."""
    tape = [0]
    for event in journal["events"]:
        match event["event"]:
            case "draw" | "reveal":
                tape.append(KINDS.index(event["chip"]))
            case "card":
                tape.append((NO_CARD, *CARD_IDS).index(event["card"]) + WITHOUT_CARD)
            case "die":
                tape.append(event["face"])
            case "choice" if event["decision"] == "rubies":
                tape.append(_RUBY_ANSWERS.index(event["options"][event["choice"]]))
            case "choice":
                tape.append(event["choice"])
            case "purchase":
                kinds = [KINDS.index(chip) for chip in event["chips"]]
                first, second, *_ = *kinds, NO_KIND, NO_KIND
                tape.append(match.baskets[first, second])
    return np.array(tape, dtype=np.int64)
