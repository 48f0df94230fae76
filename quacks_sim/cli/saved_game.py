"""Games that ``quacks advise`` has saved: how other commands read and tell them."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from quacks_sim.cli.output import Output, Verbatim, terminal_width
from quacks_sim.errors import InputError

if TYPE_CHECKING:
    from quacks_sim.advice.dialogue import Dialogue

#: As wide as a telling ever is, and in Markdown.
_WIDEST, _WIDE = 160, 100


def own_game(path: Path, seat: int | None, values: str | None) -> "Dialogue":
    """Return the game in a file, saved by ``quacks advise`` or a journal, as a dialogue.

    Raises
    ------
    InputError
        If it is neither, or does not go with the options.
    """
    from quacks_sim.advice.luck import dialogue_of
    from quacks_sim.advice.saved import is_saved_game
    from quacks_sim.replay.journals import blamed_on, read_journal

    if is_saved_game(path):
        if seat is not None:
            raise InputError(
                "--seat does not belong here: a saved game knows one seat only", "leave --seat out"
            )
        return dialogue_of(path, values=values)
    try:
        journal = read_journal(path)
    except InputError as error:
        if not path.is_file():
            raise
        raise InputError(f"{path} is neither a saved game nor a journal", error.cure) from None
    with blamed_on(path):
        return dialogue_of(journal, seat or 0, values)


def tell_saved(
    output: Output, path: Path, values: str | None, why: bool, number: int | None
) -> None:
    """Tell a saved game in words, round by round, or only one round of it."""
    from quacks_sim.advice.telling import tell_game
    from quacks_sim.cli.telling import text_of
    from quacks_sim.replay import chosen

    dialogue = own_game(path, None, values)

    def told(width: int, stream: TextIO | None = None) -> str:
        lines = tell_game(dialogue, width=width, reasons=why)
        return text_of(chosen(lines, number, None), width, stream)

    if output.format == "table":
        width = min(terminal_width(sys.stdout), _WIDEST)
        sys.stdout.write(told(width, sys.stdout))
        sys.stdout.flush()
        return
    output.show(
        lambda: _document(dialogue, path, number),
        lambda: [Verbatim(told(_WIDE).rstrip())],
        lambda: _document(dialogue, path, number)["steps"],
    )


def _document(dialogue: "Dialogue", path: Path, number: int | None) -> dict[str, Any]:
    from quacks_sim.advice.recorded import decision_of, steps_of
    from quacks_sim.results import SCHEMA, rules_to_dict, versions
    from quacks_sim.rules.cards import Deck

    now = dialogue.situation
    steps = []
    for step in steps_of(dialogue):
        if number not in (None, step.before.round):
            continue
        decision = decision_of(step, dialogue.values)
        steps.append(
            {
                "round": step.before.round,
                "asked": step.before.phase,
                "answer": step.answer,
                "advised": decision.advice.best.name if decision else None,
                "taken": decision.taken.name if decision else None,
                "cost": decision.cost if decision else None,
                "points": step.after.points,
                "rubies": step.after.rubies,
                "droplet": step.after.droplet,
                "rivals": list(step.after.rivals),
                "news": list(step.after.news),
            }
        )
    return {
        "command": "replay",
        "schema": SCHEMA,
        "saved": str(path),
        "players": now.players,
        "names": list(now.names),
        "over": now.phase == "over",
        "steps": steps,
        "values": getattr(dialogue.values, "name", "values"),
        "rules": rules_to_dict(now.rules, now.books, Deck.none()),
        "versions": versions(),
    }
