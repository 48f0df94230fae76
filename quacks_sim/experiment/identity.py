"""Whether two runs would give the same numbers: a hash of what decides them, and what differs."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

_MISSING = object()

#: Differences that one line shows.
_SHOWN = 6

#: What a hash stands for, after its old and new value.
_MEANINGS = {
    "fingerprint": " (its policies, or the source of a plug-in)",
    "rules_hash": " (rules or policies of another version of the program)",
}


@cache
def rules_hash() -> str:
    """Return a hash of the sources that decide a game: rules, tables, kernel and shipped policies.

    Unlike :func:`quacks_sim.kernel.jit.source_hash` it does not change with Python or numba, on
    which no result depends.
    """
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for folder in ("rules", "kernel", "policies"):
        for path in sorted((package / folder).rglob("*")):
            if path.suffix in (".py", ".csv"):
                digest.update(path.relative_to(package).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def comparable(plan: Mapping[str, Any]) -> dict[str, Any]:
    """Return a plan in the order in which differences tell most, without what decides no number."""
    strategies = [
        {
            "name": each["name"],
            **{key: value for key, value in each["content"].items() if key != "description"},
            "fingerprint": each["fingerprint"],
        }
        for each in plan["strategies"]
    ]
    cells = [
        {**cell, "strategies": [strategies[each]["name"] for each in cell["strategies"]]}
        for cell in plan["cells"]
    ]
    head = {key: value for key, value in plan.items() if key not in ("cells", "strategies")}
    return {**head, "cells": cells, "strategies": strategies}


def identity(plan: Mapping[str, Any]) -> str:
    """Return a hash of everything in a plan that decides its dataset.

    Strategies count by name and fingerprint: the same policies can be written in several ways.
    """
    strategies = [(each["name"], each["fingerprint"]) for each in plan["strategies"]]
    text = json.dumps({**plan, "strategies": strategies}, sort_keys=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def difference(have: Mapping[str, Any], want: Mapping[str, Any]) -> str:
    """Return in one line how two plans differ, field by field: ``games 300 → 400; seed 5 → 6``.

    Parameters
    ----------
    have, want : mapping
        Plans: the one in the folder, and the one that is wanted.
    """
    found = list(_differences(comparable(have), comparable(want), ""))
    more = f"; and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return "; ".join(found[:_SHOWN]) + more


def _differences(have: Any, want: Any, where: str) -> Iterator[str]:
    if have == want:
        return
    if isinstance(have, Mapping) and isinstance(want, Mapping):
        for key in dict.fromkeys([*want, *have]):
            inner = f"{where}.{key}" if where else str(key)
            yield from _differences(have.get(key, _MISSING), want.get(key, _MISSING), inner)
    elif isinstance(have, list) and isinstance(want, list) and len(have) == len(want):
        for number, (one, other) in enumerate(zip(have, want, strict=True)):
            yield from _differences(one, other, f"{where}[{number}]")
    else:
        meaning = _MEANINGS.get(where.rpartition(".")[2], "")
        yield f"{where} {_show(have)} → {_show(want)}{meaning}"


def _show(value: Any) -> str:
    if value is _MISSING:
        return "missing"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"
