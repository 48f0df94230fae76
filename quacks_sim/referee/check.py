"""Checking a journal: replay its chance and choices and compare everything else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quacks_sim.referee.game import play_rounds
from quacks_sim.referee.illegal import (
    BadSetup,
    IllegalMove,
    InvariantBroken,
    rule_of_decision,
)
from quacks_sim.referee.setup import Setup
from quacks_sim.referee.table import Table
from quacks_sim.referee.tape import Event, JournalTape, Mismatch, TapeMisfit

# The rule behind each field; an event's name alone stands for all of its other fields.
RULES = {
    "round_start": "1.7",
    "white_added": "2.3",
    "card": "2.4",
    "rats": "3.1",
    "rats.start": "4.1.1",
    "draw": "4.2.2",
    "reveal": "5.2",
    "aside": "red-2",
    "place": "4.3.1",
    "place.bonus": "4.3.2",
    "place.white_sum": "0.4",
    "return": "4.6.2",
    "brew_end": "4.8.1",
    "brew_end.white_sum": "0.4",
    "brew_end.scoring_space": "4.8.2",
    "die": "6.A",
    "move": "green-3",
    "budget": "6.E",
    "purchase": "6.E.1",
    "ruby_spent": "6.F",
    "round_end": "7.2",
    "game_end": "8.4",
}
END_RULES = {"stopped": "4.2.3", "exploded": "4.5.1", "full": "4.7.2", "empty": "4.2.2"}
CAUSE_RULES = {
    "die": "6.A",
    "green": "5.5",
    "purple": "5.6",
    "black": "5.7",
    "rubies": "6.F",
    "final_coins": "8.3",
    "final_rubies": "8.3",
    "tube": "11.2",
    "flask": "4.6.2",
    "yellow": "5.4",
}


@dataclass(frozen=True)
class Disagreement:
    """The first place where a journal and the referee differ.

    Parameters
    ----------
    index : int
        Which event of the journal; -1 for its head.
    rule : str
        Number of the rule concerned, or the name of a card or book.
    field : str
        The field that differs; "event" when another event must stand here.
    journal : object
        What the journal says; None if it has nothing here.
    referee : object
        What the referee says; None if nothing may stand here.
    message : str
        One line for a reader.
    """

    index: int
    rule: str
    field: str
    journal: object
    referee: object
    message: str


def check(journal: Mapping[str, Any]) -> Disagreement | None:
    """Work out a game again and report the first disagreement with its journal.

    Parameters
    ----------
    journal : Mapping[str, Any]
        A journal as described in ``docs/journal.md``.

    Returns
    -------
    Disagreement | None
        None if every event is as the rules demand.
    """
    try:
        setup = Setup.from_journal(journal)
    except BadSetup as problem:
        return Disagreement(-1, "1", "head", None, None, str(problem))
    events = journal.get("events")
    if not isinstance(events, list):
        return Disagreement(-1, "1", "events", None, None, "the journal has no list of events")
    tape = JournalTape(events)
    try:
        play_rounds(Table(setup, tape, tape.accept))
    except Mismatch:
        return _differing(tape)
    except TapeMisfit as misfit:
        return _misfit(tape, misfit)
    except IllegalMove as move:
        return _report(tape, move.rule, "illegal", move.message)
    except InvariantBroken as broken:
        return _report(tape, broken.rule, "invariant", broken.message)
    if tape.position < len(events):
        return _report(tape, "8", "event", "the game is over, nothing more may happen")
    return None


def _found(tape: JournalTape) -> object:
    return tape.events[tape.position] if tape.position < len(tape.events) else None


def _report(tape: JournalTape, rule: str, field: str, message: str) -> Disagreement:
    return Disagreement(
        tape.position, rule, field, _found(tape), None, f"event {tape.position}: {message}"
    )


def _differing(tape: JournalTape) -> Disagreement:
    """Name the first field in which an event differs from the referee's."""
    found, expected = _found(tape), tape.expected or {}
    if not isinstance(found, dict) or found.get("event") != expected["event"]:
        return _another_event(tape, found, expected)
    for field in [*expected, *found]:
        there, here = found.get(field), expected.get(field)
        if there != here:
            break
    name = expected["event"]
    message = (
        f"event {tape.position}: {name} of seat {expected['seat']} in round {expected['round']}: "
        f"{field} is {there!r}, the referee says {here!r}"
    )
    return Disagreement(tape.position, rule_of_field(expected, field), field, there, here, message)


def _another_event(tape: JournalTape, found: object, expected: Event) -> Disagreement:
    there = found.get("event") if isinstance(found, dict) else found
    message = (
        f"event {tape.position}: {there!r} found, but {expected['event']} of seat "
        f"{expected['seat']} in round {expected['round']} must happen"
    )
    rule = _rule_of_surprise(found, rule_of_field(expected, ""), expected["event"])
    return Disagreement(tape.position, rule, "event", found, expected, message)


def _misfit(tape: JournalTape, misfit: TapeMisfit) -> Disagreement:
    found = _found(tape)
    rule = RULES.get(misfit.wanted, "4.2.1")
    if misfit.decision:
        rule = rule_of_decision(misfit.decision)
    rule = _rule_of_surprise(found, rule, misfit.wanted)
    message = f"event {tape.position}: {misfit}, but the journal has {found!r}"
    return Disagreement(
        tape.position, rule, "event", found, misfit.decision or misfit.wanted, message
    )


def _rule_of_surprise(found: object, rule: str, wanted: str) -> str:
    """Pick the telling rule when another event is found than the one that must happen.

    A decision that may not be taken now, an end of the brew or a reward that is not due says more
    than the event that was due; an end that is missing says most.
    """
    if not isinstance(found, dict):
        return rule
    name = found.get("event")
    if name == "choice" and found.get("decision") != "stop":
        return rule_of_decision(str(found.get("decision")))
    if wanted != "brew_end" and name == "brew_end":
        return rule_of_field(found, "")
    if wanted not in ("brew_end", "reward", "payment") and name in ("reward", "payment"):
        return rule_of_field(found, "")
    return rule


def rule_of_field(event: Event, field: str) -> str:
    """Name the rule behind a field of an event."""
    name = str(event.get("event"))
    if name == "choice":
        return rule_of_decision(str(event.get("decision")))
    if name == "brew_end" and field in ("", "reason"):
        return END_RULES.get(str(event.get("reason")), "4.8.1")
    if name in ("reward", "payment", "return"):
        cause = str(event.get("cause"))
        if cause == "space":
            return "6.C" if event.get("reward") == "ruby" else "6.D"
        return CAUSE_RULES.get(cause, cause)
    return RULES.get(f"{name}.{field}", RULES.get(name, name))
