"""Strategies: a name and one policy with parameters for each decision point.

A strategy is read from a TOML file with one section for each decision point; a section that is
missing takes the default. It is checked completely when it is read.
"""

import hashlib
import importlib.util
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from quacks_sim.errors import InputError, PolicyError, nearest
from quacks_sim.kernel.decisions import DECISION_NAMES
from quacks_sim.policies.registry import Policy, decision_point, find_policy
from quacks_sim.rules.tables import ROUNDS
from quacks_sim.shipped import shipped_files

#: A parameter: one number, or one for each of the nine rounds.
Value = float | tuple[float, ...]

DEFAULTS: dict[str, dict[str, Any]] = {
    "stop": {"policy": "bust_risk", "max_risk": 0.25},
    "flask": {"policy": "white_at_least", "value": 3},
    "blue": {"policy": "furthest_coloured"},
    "red": {"policy": "always"},
    "yellow": {"policy": "always"},
    "purple": {"policy": "highest"},
    "explosion": {"policy": "points_from", "round": 7},
    "purchase": {"policy": "dearest"},
    "rubies": {"policy": "droplet"},
    "order": {"policy": "by_books"},
    "green": {"policy": "use"},
    "beside": {"policy": "place"},
    "card": {"policy": "worth"},
}

_NAME = re.compile(r"[^\s/\\+]+")


@dataclass(frozen=True)
class Choice:
    """What a strategy does at one decision point: a policy and the values of its parameters."""

    policy: Policy
    values: Mapping[str, Value]

    def by_round(self) -> list[list[float]]:
        """Return the parameters of each round, in the order of the policy's parameters."""
        columns = [_each_round(self.values[each.name]) for each in self.policy.parameters]
        return [[column[number] for column in columns] for number in range(ROUNDS)]

    def plain(self) -> dict[str, Any]:
        """Return the section of the TOML file that says the same."""
        values = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self.values.items()
        }
        return {"policy": self.policy.name, **values}


@dataclass(frozen=True)
class Strategy:
    """A name and one policy for each decision point.

    Attributes
    ----------
    name : str
        Without spaces, slashes or ``+``.
    choices : mapping of str to Choice
        By decision point; all of them are there.
    description : str
        What it does and where it comes from.
    folder : Path or None
        Where the files of its own policies are looked for.

    Examples
    --------
    >>> load_strategy("yardstick").with_params({"stop.max_risk": 0.3}).name
    'yardstick+stop.max_risk=0.3'
    """

    name: str
    choices: Mapping[str, Choice]
    description: str = ""
    folder: Path | None = None

    @classmethod
    def from_dict(
        cls, content: Mapping[str, Any], *, name: str, folder: Path | None = None
    ) -> "Strategy":
        """Return the strategy that a mapping (the content of a TOML file) describes.

        Parameters
        ----------
        content : mapping
            ``description`` and sections by decision point, each with ``policy`` and parameters.
        name : str
            The name of the strategy.
        folder : Path, optional
            Where files named in ``policy = "my_file.py:my_function"`` are looked for.

        Raises
        ------
        InputError
            For unknown keys, policies and parameters, and for wrong types and ranges.
        """
        if _NAME.fullmatch(name) is None:
            raise InputError(
                f"{name!r} cannot be the name of a strategy",
                "use a name without spaces, slashes and plus signs",
            )
        known = ("description", *DECISION_NAMES)
        for key in content:
            if key not in known:
                raise InputError(
                    f"strategy {name}: unknown key {key!r}",
                    f"keys are {', '.join(known)}{nearest(key, known)}",
                )
        description = content.get("description", "")
        if not isinstance(description, str):
            raise InputError(
                f"strategy {name}: description is {description!r}, not text",
                'write description = "what it does"',
            )
        choices = {
            decision: _read_choice(
                content.get(decision, DEFAULTS[decision]), decision, f"strategy {name}", folder
            )
            for decision in DECISION_NAMES
        }
        return cls(name, choices, description.strip(), folder)

    def to_dict(self) -> dict[str, Any]:
        """Return the content of the TOML file that describes this strategy completely."""
        head = {"description": self.description} if self.description else {}
        return {**head, **{name: choice.plain() for name, choice in self.choices.items()}}

    def to_toml(self) -> str:
        """Return the text of a TOML file that describes this strategy completely."""
        import tomli_w

        return tomli_w.dumps(self.to_dict())

    def named(self, name: str) -> "Strategy":
        """Return the same strategy under another name."""
        return replace(self, name=name)

    def with_params(self, changes: Mapping[str, Any]) -> "Strategy":
        """Return a copy in which some parameters or policies are changed.

        Parameters
        ----------
        changes : mapping
            ``"stop.max_risk": 0.3`` sets a parameter (a number, or nine of them),
            ``"stop.max_risk@3": 0.3`` sets it for round 3 only and ``"stop.max_risk@1-3": 0.3`` for
            rounds 1 to 3, and ``"stop": "bust_risk:0.3"`` changes the policy, with its first
            parameter if wanted.

        Raises
        ------
        InputError
            For a decision, policy, parameter, round or value that does not exist.
        """
        choices = dict(self.choices)
        name = self.name
        for key, value in changes.items():
            decision, _, parameter = key.partition(".")
            decision_point(decision)
            if parameter:
                choices[decision] = _set_parameter(choices[decision], parameter, value)
            else:
                choices[decision] = parse_choice(decision, value, self.folder)
            name += f"+{key}={_show(value)}"
        return replace(self, choices=choices, name=name)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of everything that decides how this strategy plays (not of its name)."""
        content = {
            name: [
                choice.policy.name,
                [[float(value) for value in values] for values in choice.by_round()],
                None if choice.policy.shipped else choice.policy.module_source,
            ]
            for name, choice in self.choices.items()
        }
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def load_strategy(strategy: "str | Path | Strategy") -> Strategy:
    """Return a strategy by name, from a file, or as it is.

    Parameters
    ----------
    strategy : str, Path or Strategy
        The name of a shipped strategy, or the path of a TOML file; ``+`` changes it, as in
        ``balanced+stop.max_risk=0.3+rubies=keep`` (see :meth:`Strategy.with_params`).

    Raises
    ------
    InputError
        If there is no such strategy, or if its file is wrong.
    """
    if isinstance(strategy, Strategy):
        return strategy
    text, *changes = str(strategy).split("+")
    found = _read_file(_find_file(text))
    return found.with_params(dict(_read_change(change) for change in changes)) if changes else found


def shipped_strategies() -> list[str]:
    """Return the names of all shipped strategies, sorted."""
    return sorted(shipped_files("strategies"))


def parse_choice(decision: str, text: object, folder: Path | None = None) -> Choice:
    """Read a policy from ``"NAME"`` or ``"NAME:X"``, where X is its first parameter.

    Raises
    ------
    InputError
        If there is no such policy, or the value is wrong.
    """
    if not isinstance(text, str) or not text:
        raise InputError(
            f"{decision} is {text!r}, not a policy", "write a policy as NAME or NAME:X"
        )
    if ".py:" in text:
        policy = _find_policy(decision, text, folder)
        return Choice(policy, {each.name: each.default for each in policy.parameters})
    name, _, value = text.partition(":")
    policy = find_policy(decision, name)
    values: dict[str, Value] = {each.name: each.default for each in policy.parameters}
    if value:
        if not policy.parameters:
            raise InputError(
                f"the {decision} policy {name!r} takes no value, but got {value!r}",
                f"write just {name}",
            )
        first = policy.parameters[0]
        values[first.name] = first.check(_number(value), f"{decision} {name}:{value}")
    return Choice(policy, values)


def _find_file(text: str) -> Path:
    shipped = shipped_files("strategies")
    if text in shipped:
        return shipped[text]
    path = Path(text)
    if path.suffix == ".toml":
        if path.is_file():
            return path
        raise InputError(
            f"there is no strategy file {text}",
            f"check the path, or use a shipped strategy{nearest(path.stem, shipped)}",
        )
    raise InputError(
        f"there is no strategy {text!r}",
        f"quacks strategies lists them; a file is named with .toml{nearest(text, shipped)}",
    )


def _read_file(path: Path) -> Strategy:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is not valid TOML: {error}", "correct that line") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}", "check the file") from None
    try:
        return Strategy.from_dict(content, name=path.stem, folder=path.parent)
    except InputError as error:
        raise type(error)(f"{path.name}: {error.cause}", error.cure) from None


def _read_choice(section: object, decision: str, where: str, folder: Path | None) -> Choice:
    if isinstance(section, str):
        return parse_choice(decision, section, folder)
    if not isinstance(section, Mapping):
        raise InputError(
            f"{where}: {decision} is {section!r}, not a section",
            f'write [{decision}] and below it policy = "…"',
        )
    if "policy" not in section:
        raise InputError(
            f"{where}: section [{decision}] names no policy",
            f'add policy = "{DEFAULTS[decision]["policy"]}" or another one',
        )
    policy = _find_policy(decision, section["policy"], folder)
    values: dict[str, Value] = {each.name: each.default for each in policy.parameters}
    for name, value in section.items():
        if name != "policy":
            values[name] = _check_value(policy, name, value, f"{where}: {decision}.{name}")
    return Choice(policy, values)


def _check_value(policy: Policy, name: str, value: object, where: str) -> Value:
    parameter = policy.parameter(name)
    if not isinstance(value, list | tuple):
        return parameter.check(value, where)
    if len(value) != ROUNDS:
        raise InputError(
            f"{where} has {len(value)} values, not {ROUNDS}",
            f"write one number, or a list of {ROUNDS}, one for each round",
        )
    return tuple(
        parameter.check(each, f"{where} of round {number}") for number, each in enumerate(value, 1)
    )


def _set_parameter(choice: Choice, parameter: str, value: object) -> Choice:
    name, at, rounds = parameter.partition("@")
    where = f"{choice.policy.decision.name}.{parameter}"
    checked = _check_value(choice.policy, name, value, where)
    if at:
        first, last = _rounds(rounds)
        if not 1 <= first <= last <= ROUNDS or isinstance(checked, tuple):
            example = f"{choice.policy.decision.name}.{name}"
            raise InputError(
                f"{where} does not name one value of some rounds",
                f"write for example {example}@3 or {example}@1-3 with one number",
            )
        before = _each_round(choice.values[name])
        checked = (*before[: first - 1], *[checked] * (last - first + 1), *before[last:])
    return Choice(choice.policy, {**choice.values, name: checked})


def _rounds(text: str) -> tuple[int, int]:
    """Read ``"3"`` or ``"1-3"``; anything else gives 0 and 0, which are no rounds."""
    first, dash, last = text.partition("-")
    ends = (first, last if dash else first)
    return (int(ends[0]), int(ends[1])) if all(each.isdecimal() for each in ends) else (0, 0)


def _find_policy(decision: str, name: object, folder: Path | None) -> Policy:
    if not isinstance(name, str):
        raise InputError(
            f"the {decision} policy is {name!r}, not a name",
            f'write policy = "{DEFAULTS[decision]["policy"]}" or another one',
        )
    if ".py:" not in name:
        return find_policy(decision, name)
    file, _, function = name.rpartition(":")
    path = (folder or Path()) / file
    if not path.is_file():
        raise InputError(
            f"there is no file {path} for the {decision} policy {name!r}",
            "its path is relative to the strategy's file",
        )
    made = _own_policy(_import_file(path), function, decision, path)
    return replace(made, name=name)


def _own_policy(module: ModuleType, function: str, decision: str, path: Path) -> Policy:
    found = getattr(module, function, None)
    if found is None:
        names = [name for name, each in vars(module).items() if hasattr(each, "policy")]
        raise InputError(
            f"{path} has no function {function!r}",
            f"its policies are: {', '.join(names) or 'none'}{nearest(function, names)}",
        )
    if not callable(found):
        raise InputError(f"{path}: {function} is not a function", "name a function of the file")
    made: Policy = getattr(found, "policy", None) or Policy(
        function, decision_point(decision), (), found, shipped=False
    )
    if made.decision.name != decision:
        raise PolicyError(
            f"{path}: {function} is a policy for {made.decision.name}, not for {decision}",
            f"name it in section [{made.decision.name}], or mark it with @policy({decision!r})",
        )
    return made


def _import_file(path: Path) -> ModuleType:
    # Policies of a user are compiled in every run, so nothing stale can be served from a cache.
    digest = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:8]
    spec = importlib.util.spec_from_file_location(f"quacks_plugin_{path.stem}_{digest}", path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path} cannot be imported", "a policy's file is named NAME.py")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise PolicyError(
            f"{path} cannot be imported: {type(error).__name__}: {error}", "correct the file"
        ) from error
    return module


def _read_change(text: str) -> tuple[str, object]:
    key, equals, value = text.partition("=")
    if not key or not equals or not value:
        raise InputError(
            f"+{text} is not a change of a strategy",
            "write for example +stop.max_risk=0.3 or +rubies=keep",
        )
    if "." not in key:
        return key, value
    numbers = [_number(each) for each in value.split(",")]
    return key, numbers[0] if len(numbers) == 1 else numbers


def _number(text: str) -> float | str:
    try:
        number = float(text)
    except ValueError:
        return text  # the check of the parameter says that this is no number
    return int(number) if number.is_integer() else number


def _each_round(value: Value) -> tuple[float, ...]:
    return value if isinstance(value, tuple) else (value,) * ROUNDS


def _show(value: object) -> str:
    if isinstance(value, list | tuple):
        return ",".join(_show(each) for each in value)
    return f"{value:g}" if isinstance(value, int | float) else str(value)
