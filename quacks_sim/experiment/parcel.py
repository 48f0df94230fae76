"""A match as text, so that it can travel: policies of a user's own go along as source."""

import hashlib
import io
import json
import tempfile
import threading
from collections.abc import Mapping
from contextlib import redirect_stderr
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from quacks_sim.choices import Choice, joined
from quacks_sim.errors import SimulationError
from quacks_sim.match import Match
from quacks_sim.policies.registry import Policy, find_policy
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.options import RuleOptions
from quacks_sim.strategy import Strategy, parse_choice
from quacks_sim.values import Values

#: Cells come one after the other, so a few matches are enough to unpack each only once.
_KEPT_MATCHES = 8

_unpacking = threading.Lock()


@dataclass(frozen=True)
class _Unpacked(Match):
    """A match far from the files of its strategies, which knows what names them at home."""

    again: str = ""

    def command(self, game: int) -> str:
        return f"{self.again} {game + 1}"


def pack(match: Match) -> str:
    """Return everything that decides the games of a match, as JSON."""
    document = {
        "strategies": [_strategy_to_dict(each) for each in match.strategies],
        "rules": match.rules.model_dump(mode="json"),
        "books": match.books.sets(),
        "seed": match.seed,
        "rotate": match.rotate,
        "cards": match.cards.text(),
        "again": match.command(0).rpartition(" ")[0],
    }
    return json.dumps(document)


def unpack(text: str) -> Match:
    """Return the match that was packed, compiled and ready to play.

    Raises
    ------
    InputError
        If a policy of a user's own cannot be imported or compiled here.
    SimulationError
        If a strategy would not play here as it does where it was packed.
    """
    # The threads of a worker begin together, and each would compile. Its notes would come to the
    # same terminal once from each worker.
    with _unpacking, redirect_stderr(io.StringIO()):
        return _unpacked(text)


@lru_cache(_KEPT_MATCHES)
def _unpacked(text: str) -> Match:
    document = json.loads(text)
    match = _Unpacked(
        tuple(_strategy(each) for each in document["strategies"]),
        RuleOptions.model_validate(document["rules"]),
        Books.read(document["books"]),
        document["seed"],
        document["rotate"],
        Deck.read(document["cards"]),
        document["again"],
    )
    match.prepare()
    return match


def _strategy_to_dict(strategy: Strategy) -> dict[str, Any]:
    return {
        "name": strategy.name,
        "fingerprint": strategy.fingerprint,
        "values": None if strategy.values is None else strategy.values.text(),
        "choices": {
            decision: [
                {
                    "rounds": list(rounds),
                    "policy": choice.policy.name,
                    "values": dict(choice.values),
                    "own": None if choice.policy.shipped else _source(choice.policy),
                }
                for rounds, choice in decided.sections
            ]
            for decision, decided in strategy.choices.items()
        },
    }


def _source(policy: Policy) -> dict[str, str]:
    stem = Path(policy.function.__code__.co_filename).stem
    return {
        "function": policy.function.__name__,
        "file": f"{stem if stem.isidentifier() else 'policy'}.py",
        "text": policy.module_source,
    }


def _strategy(known: Mapping[str, Any]) -> Strategy:
    choices = {
        decision: joined([(each["rounds"], _choice(decision, each)) for each in sections])
        for decision, sections in known["choices"].items()
    }
    values = known["values"] and Values.parse(known["values"], name=known["name"])
    strategy = Strategy(known["name"], choices, values=values)
    if strategy.fingerprint != known["fingerprint"]:
        raise SimulationError(
            f"the strategy {strategy.name} has another fingerprint on a worker",
            "please report this with the strategy's file",
        )
    return strategy


def _choice(decision: str, known: Mapping[str, Any]) -> Choice:
    values = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in known["values"].items()
    }
    return Choice(_policy(decision, known["policy"], known["own"]), values)


def _policy(decision: str, name: str, own: Mapping[str, str] | None) -> Policy:
    if own is None:
        return find_policy(decision, name)
    return _own_policy(decision, name, own["function"], own["file"], own["text"])


@cache
def _own_policy(decision: str, name: str, function: str, file: str, text: str) -> Policy:
    folder = Path(_folder().name) / hashlib.sha256(text.encode()).hexdigest()[:16]
    folder.mkdir(exist_ok=True)
    (folder / file).write_text(text, encoding="utf-8")
    # The name is a part of the fingerprint, and what an error of the policy is told by.
    return replace(parse_choice(decision, f"{file}:{function}", folder).policy, name=name)


@cache
def _folder() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="quacks-policies-")
