"""A game in the words of a player: pure functions from a journal to lines."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from quacks_sim.replay.brewing import Brewing
from quacks_sim.replay.evaluating import Evaluating
from quacks_sim.replay.fortune import card_in_words, is_of_card
from quacks_sim.replay.lines import Line, listed
from quacks_sim.replay.pot import LEGEND
from quacks_sim.replay.standings import final_table, standings
from quacks_sim.replay.table import Table
from quacks_sim.replay.why import why
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import ROUNDS

_BREW_EVENTS = frozenset({"draw", "reveal", "place", "aside", "return", "reward", "brew_end"})
_BREW_DECISIONS = frozenset({"stop", "flask", "blue", "red", "yellow", "FB3", "FB10"})


def tell(journal: Mapping[str, Any], *, width: int = 100, reasons: bool = False) -> list[Line]:
    """Return a game in words, round by round and seat by seat.

    Parameters
    ----------
    journal : mapping
        A journal as described in ``docs/journal.md``.
    width : int
        Most characters of the line of a pot or a table; other lines are broken by whoever prints
        them.
    reasons : bool
        Whether to add what each policy saw at each decision.

    Returns
    -------
    list of Line
    """
    table = Table(journal)
    lines = list(title(journal))
    events: Sequence[Mapping[str, Any]] = journal["events"]
    for number, own in groupby(events, key=lambda each: int(each["round"])):
        told = list(own)
        ends = [each for each in told if each["event"] == "game_end"]
        together = table.players > 1 and (number == ROUNDS or bool(journal.get("synchronized")))
        lines += _round(table, number, told[: len(told) - len(ends)], width, reasons, together)
        if ends:
            lines += final_table(ends, table.names, width)
    return lines


def title(journal: Mapping[str, Any]) -> Iterator[Line]:
    """Yield what is played: the game, who sits where, and rules that are not the default."""
    yield Line(f"Game {journal['game']} of seed {journal['seed']}", "title")
    seats = [f"seat {seat} {name}" for seat, name in enumerate(journal["strategies"])]
    yield Line(f"  {' · '.join(seats)}", hang=2)
    changed = RuleOptions.read(journal["rules"]).changed()
    rules = [f"{name} = {_plain(value)}" for name, value in changed.items()]
    variants = {"test_tubes": "test tubes", "synchronized": "synchronized brewing"}
    rules = [words for name, words in variants.items() if journal.get(name)] + rules
    yield Line(f"  {' · '.join(rules) or 'default rules'}", hang=2)
    yield Line(f"  {LEGEND}", "why", hang=2)


def _plain(value: object) -> str:
    return " ".join(str(each) for each in value) if isinstance(value, tuple) else str(value)


def _round(
    table: Table,
    number: int,
    events: Sequence[Mapping[str, Any]],
    width: int,
    reasons: bool,
    together: bool,
) -> Iterator[Line]:
    brewing = Brewing(table, width, together=together, reasons=reasons)
    evaluating, besides = Evaluating(table), Evaluating(table)
    brewed = False
    turned_up = False
    ready: set[int] = set()
    ended: set[int] = set()
    for event in events:
        name, seat = event["event"], event["seat"]
        # Red chips from beside the pot are placed when all brews are over (red-2).
        brews = seat not in ended
        if name == "brew_end":
            ended.add(seat)
        if name == "round_start":
            yield from _heading(table, event, together)
        elif name == "white_added":
            text = f"  {table.names[seat]} adds a white {event['chip']} to the bag"
            yield Line(text, round=number, seat=seat)
        elif name == "card":
            turned_up = True
            yield Line(f"  {card_in_words(event['card'])}", round=number)
        elif name == "rats":
            yield from besides.close()
            table.apply(event)
            ready.add(seat)
            if together:
                yield from brewing.begin(number, seat)
            continue
        elif name != "round_end" and (
            (turned_up and len(ready) < table.players)
            or (is_of_card(event) and table.card == "FB2" and len(ended) < table.players)
        ):
            # A card that is carried out at once, or while others still brew.
            if reasons and name == "choice":
                yield from besides.why(event, why(table, event))
            yield from besides.tell(event)
        elif brews and (name in _BREW_EVENTS or event.get("decision") in _BREW_DECISIONS):
            yield from brewing.begin(number, seat)
            if reasons and name == "choice":
                yield from brewing.why(event, why(table, event))
            if event.get("decision") != "stop":
                yield from brewing.tell(event)
        elif name != "round_end":
            if not brewed:
                brewed = True
                yield Line("", round=number)
                yield Line("  evaluation", "seat", number)
            if reasons and name in ("choice", "purchase"):
                yield from evaluating.why(event, why(table, event))
            yield from evaluating.tell(event)
        table.apply(event)
    yield from evaluating.close()
    tubes = [seat.tube for seat in table.seats] if table.has_test_tubes else []
    ends = [each for each in events if each["event"] == "round_end"]
    yield from standings(ends, table.names, number, width, tubes)


def _heading(table: Table, event: Mapping[str, Any], together: bool) -> Iterator[Line]:
    number = event["round"]
    first = table.names[event["seat"]]
    text = f"Round {number}" + (f" · {first} is start player" if table.players > 1 else "")
    points = max(seat.points for seat in table.seats)
    if number > 1 and table.players > 1:
        leaders = [
            name
            for name, seat in zip(table.names, table.seats, strict=True)
            if seat.points == points
        ]
        verb = "leads" if len(leaders) == 1 else "lead"
        text += f" · {listed(leaders)} {verb} with {points}"
    if together:
        text += " · all brew together"
    yield Line("", round=number)
    yield Line(text, "round", number)
