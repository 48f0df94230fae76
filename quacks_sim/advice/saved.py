"""Dialogues in files: the game as it began and every entry, so that undo works after resuming."""

import json
from pathlib import Path
from typing import Any

from quacks_sim import checked
from quacks_sim.advice.dialogue import Dialogue
from quacks_sim.advice.pot import Draw
from quacks_sim.advice.situation import Placed, Situation
from quacks_sim.advice.terms import Values
from quacks_sim.bounded import check_bounds
from quacks_sim.errors import InputError, in_short
from quacks_sim.result_files import check_result_path, write_result
from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import KINDS, kind_index
from quacks_sim.rules.options import RuleOptions
from quacks_sim.version import __version__

SCHEMA = 1
_WHAT = "quacks advise"
_CURE = "give a file that 'save' has written in a dialogue of quacks advise"
_LISTS = ("names", "rivals", "owned", "rival_blacks", "pending", "news")
_KINDS = ("revealed", "kept", "given_up")


def situation_to_dict(situation: Situation) -> dict[str, Any]:
    """Return a situation as a document."""
    document = {name: getattr(situation, name) for name in Situation.__dataclass_fields__}
    document["books"] = situation.books.sets()
    document["rules"] = situation.rules.changed()
    document["draws"] = [[KINDS[draw.kind], draw.choice] for draw in situation.draws]
    document["placed_after"] = [
        [KINDS[chip.kind], chip.space, chip.pays] for chip in situation.placed_after
    ]
    for name in _KINDS:
        document[name] = [KINDS[kind] for kind in document[name]]
    return {name: list(v) if isinstance(v, tuple) else v for name, v in document.items()}


def situation_from_dict(document: dict[str, Any]) -> Situation:
    """Return the situation of a document."""
    values = dict(document)
    values["books"] = Books.read(values["books"])
    values["rules"] = RuleOptions.read(values["rules"])
    values["draws"] = tuple(Draw(kind_index(kind), choice) for kind, choice in values["draws"])
    values["placed_after"] = tuple(
        Placed(kind_index(kind), space, pays) for kind, space, pays in values["placed_after"]
    )
    for name in _KINDS:
        values[name] = tuple(kind_index(kind) for kind in values[name])
    for name in _LISTS:
        values[name] = None if values[name] is None else tuple(values[name])
    return Situation(**values)


def save(dialogue: Dialogue, path: str | Path, *, overwrite: bool = False) -> Path:
    """Write a dialogue into a file, whole or not at all.

    Raises
    ------
    InputError
        If the file is there already, or cannot be written.
    """
    checked = check_result_path(path, "game", (".json",), overwrite=overwrite)
    document = {
        "what": _WHAT,
        "schema": SCHEMA,
        "version": __version__,
        "values": getattr(dialogue.values, "name", None),
        "first": situation_to_dict(dialogue.first),
        "entries": dialogue.entries,
        "now": situation_to_dict(dialogue.situation),
    }
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    write_result(checked, lambda part: part.write_text(text, encoding="utf-8"))
    return checked


def is_saved_game(path: str | Path) -> bool:
    """Return whether a file holds a dialogue, by what it says of itself."""
    try:
        _read(_file_of(path))
    except InputError:
        return False
    return True


def advised_by(path: str | Path) -> str | None:
    """Return the name of the values by which a saved dialogue advised, None if it is not noted.

    Raises
    ------
    InputError
        If there is no such file, or it holds no dialogue.
    """
    name = _read(_file_of(path)).get("values")
    return name if isinstance(name, str) else None


def resume(path: str | Path, values: Values) -> Dialogue:
    """Return the dialogue of a file, at the point where it was saved.

    Raises
    ------
    InputError
        If there is no such file, or it holds no dialogue that makes sense.
    """
    file = _file_of(path)
    document = _read(file)
    if document.get("schema") != SCHEMA:
        raise InputError(
            f"{file} has schema {in_short(document.get('schema'))}, this program knows {SCHEMA}",
            "resume it with the version that saved it",
        )
    try:
        dialogue = Dialogue(situation_from_dict(document["first"]), values)
        for entry in document["entries"]:
            dialogue.enter(str(entry))
        now = situation_from_dict(document["now"])
    except InputError as error:
        raise InputError(f"{file} makes no sense: {error.cause}", _CURE) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InputError(f"{file} is damaged", _CURE) from None
    if dialogue.situation != now:
        raise InputError(
            f"{file} leads to another situation here than where it was saved",
            f"it was saved by version {document.get('version')}, this is {__version__}",
        )
    return dialogue


def _file_of(path: str | Path) -> Path:
    return checked.path_of(path, "the file of the game")


def _read(file: Path) -> dict[str, Any]:
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
        check_bounds(document)
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror or error}", _CURE) from None
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise InputError(f"{file} is no saved dialogue", _CURE) from None
    if not isinstance(document, dict) or document.get("what") != _WHAT:
        raise InputError(f"{file} is no saved dialogue", _CURE)
    return document
