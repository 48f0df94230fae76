"""Strategies: a name and one policy with parameters for each decision point.

A strategy is read from a TOML file with one section for each decision point; a section that is
missing takes the default. Several sections of one decision point say in which rounds they hold. It
is checked completely when it is read.
"""

import hashlib
import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from quacks_sim import checked
from quacks_sim.choices import (
    ALL_ROUNDS,
    ByRound,
    Choice,
    Decided,
    Value,
    check_value,
    joined,
    policies_of,
    read_rounds,
    replaced,
    rounds_in_words,
)
from quacks_sim.errors import InputError, in_short, nearest
from quacks_sim.kernel.decisions import DECISION_NAMES
from quacks_sim.paths import seen_from, without_owner
from quacks_sim.plugins import (
    Allowed,
    PluginRefused,
    check_allowed,
    file_of,
    is_plugin,
    is_trusted,
    load_policy,
    read_allowed,
)
from quacks_sim.policies.registry import Policy, decision_point, find_policy
from quacks_sim.printable import printable
from quacks_sim.shipped import shipped_files
from quacks_sim.toml_file import read_toml
from quacks_sim.values import Values, load_values
from quacks_sim.written import refuse_two_meanings

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
    "droplet": {"policy": "worth"},
}

_NAME = re.compile(r"[^\s/\\+]+")

_KEYS = ("description", "values", *DECISION_NAMES)


@dataclass(frozen=True, eq=False)
class Strategy:
    """A name and one policy for each decision point.

    Two strategies are equal if they have the same name and play alike, whatever is said of them.

    Attributes
    ----------
    name : str
        Without spaces, slashes or ``+``.
    choices : mapping of str to Choice or ByRound
        By decision point; all of them are there.
    description : str
        What it does and where it comes from.
    folder : Path or None
        Where the files of its own policies are looked for.
    values : Values or None
        What its policies called ``learned`` decide by.

    Examples
    --------
    >>> load_strategy("yardstick").with_params({"stop.max_risk": 0.3}).name
    'yardstick+stop.max_risk=0.3'
    """

    name: str
    choices: Mapping[str, Decided]
    description: str = ""
    folder: Path | None = None
    values: Values | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name:
            raise InputError(f"the name of a strategy is {in_short(self.name)}", "give a text")
        where = f"strategy {self.name}"
        checked.text(self.description, f"{where}: description", 'write "what it does"')
        made = "Strategy.from_dict and load_strategy make strategies"
        choices = checked.mapping(self.choices, f"{where}: choices", made)
        for decision in DECISION_NAMES:
            if not isinstance(choices.get(decision), Choice | ByRound):
                said = in_short(choices.get(decision))
                raise InputError(f"{where}: the choice of {decision} is {said}", made)
        if self.folder is not None:
            object.__setattr__(self, "folder", checked.path_of(self.folder, f"{where}: folder"))
        if self.values is not None:
            checked.instance(self.values, Values, f"{where}: values", "load_values reads them")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Strategy):
            return NotImplemented
        return (self.name, self.fingerprint) == (other.name, other.fingerprint)

    def __hash__(self) -> int:
        return hash((self.name, self.fingerprint))

    @classmethod
    def from_dict(
        cls,
        content: Mapping[str, Any],
        *,
        name: str,
        folder: Path | None = None,
        allow_plugins: Allowed = False,
    ) -> "Strategy":
        """Return the strategy that a mapping (the content of a TOML file) describes.

        Parameters
        ----------
        content : mapping
            ``description`` and sections by decision point, each with ``policy`` and parameters;
            or a list of sections, which also have ``rounds``.
        name : str
            The name of the strategy.
        folder : Path, optional
            Where files named in ``policy = "my_file.py:my_function"`` are looked for.
        allow_plugins : bool or collection of paths
            Whether such files may run: none but shipped ones, all, or these.

        Raises
        ------
        PluginRefused
            For code that may not run.
        InputError
            For unknown keys, policies and parameters, and for wrong types and ranges.
        """
        if not isinstance(name, str) or not _NAME.fullmatch(name) or printable(name) != name:
            raise InputError(
                f"{in_short(name)} cannot be the name of a strategy",
                "use a name without spaces, slashes, plus signs and control characters",
            )
        content = checked.mapping(content, f"strategy {name}", f"keys are {', '.join(_KEYS)}")
        for key in content:
            if key not in _KEYS:
                raise InputError(
                    f"strategy {name}: unknown key {in_short(key)}",
                    f"keys are {', '.join(_KEYS)}{nearest(key, _KEYS)}",
                )
        description = content.get("description", "")
        if not isinstance(description, str):
            raise InputError(
                f"strategy {name}: description is {in_short(description)}, not text",
                'write description = "what it does"',
            )
        check_allowed(f"strategy {name}", plugins_in(content), folder, allow_plugins)
        choices = {
            decision: _read_decided(
                content.get(decision, DEFAULTS[decision]), decision, f"strategy {name}", folder
            )
            for decision in DECISION_NAMES
        }
        values = _read_values(content.get("values"), f"strategy {name}", folder)
        made = cls(name, choices, description.strip(), folder, values)
        made._check_values()
        return made

    def _check_values(self) -> None:
        """Raise an :class:`InputError` if a policy needs values and there are none."""
        for policy in self.policies():
            if policy.needs == "values" and self.values is None:
                raise InputError(
                    f"strategy {self.name}: {policy.decision.name} policy {policy.name} needs"
                    " learned values",
                    'name them above all sections: values = "champion", or a file of quacks train',
                )

    def policies(self) -> list[Policy]:
        """Return the policies of all decision points."""
        return [each for decided in self.choices.values() for each in policies_of(decided)]

    def to_dict(self) -> dict[str, Any]:
        """Return the content of the TOML file that describes this strategy completely."""
        head = {"description": self.description} if self.description else {}
        if self.values is not None:
            head["values"] = self._name_of_values(self.values)
        return {**head, **{name: choice.plain() for name, choice in self.choices.items()}}

    def _name_of_values(self, values: Values) -> str:
        if values.is_shipped or values.path is None:
            return values.name
        folder = values.path.parent if self.folder is None else self.folder
        return seen_from(folder, values.path)

    def to_toml(self) -> str:
        """Return the text of a TOML file that describes this strategy completely."""
        import tomli_w

        return tomli_w.dumps(self.to_dict())

    def named(self, name: str) -> "Strategy":
        """Return the same strategy under another name."""
        return replace(self, name=name)

    def moved(self, folder: Path, name_of: Callable[[Path, Path], str] = seen_from) -> "Strategy":
        """Return the same strategy as a file in another folder describes it.

        Parameters
        ----------
        folder : Path
            Where its own policies are looked for from now on.
        name_of : callable
            Names a file, as it is seen from the folder.
        """

        def named(choice: Choice) -> Choice:
            if not is_plugin(choice.policy.name):
                return choice
            file = name_of(folder, file_of(choice.policy.name, self.folder))
            name = f"{file}:{choice.policy.name.rpartition(':')[2]}"
            return replace(choice, policy=replace(choice.policy, name=name))

        choices = {
            decision: joined([(rounds, named(choice)) for rounds, choice in decided.sections])
            for decision, decided in self.choices.items()
        }
        return replace(self, choices=choices, folder=folder)

    def with_params(
        self, changes: Mapping[str, Any], *, allow_plugins: Allowed = False
    ) -> "Strategy":
        """Return a copy in which some parameters or policies are changed.

        Parameters
        ----------
        changes : mapping
            ``"stop.max_risk": 0.3`` sets a parameter (a number, or nine of them),
            ``"stop.max_risk@3": 0.3`` sets it for round 3 only, ``"stop.max_risk@odd": 0.3`` for
            several rounds; ``"stop": "bust_risk:0.3"`` changes the policy, with its first parameter
            if wanted, and ``"stop@1-4": "safe"`` changes it for some rounds;
            ``"values": "champion"`` names other learned values.
        allow_plugins : bool or collection of paths
            As in :meth:`from_dict`.

        Raises
        ------
        InputError
            For a decision, policy, parameter, round or value that does not exist.
        """
        changes = checked.mapping(changes, "changes", 'write for example {"stop.max_risk": 0.3}')
        check_allowed(f"strategy {self.name}", plugins_in(changes), self.folder, allow_plugins)
        choices = dict(self.choices)
        name = self.name
        values = self.values
        for key, value in changes.items():
            if key == "values":
                values = _read_values(value, f"strategy {self.name}", None)
                name += f"+{key}={without_owner(_show(value))}"
                continue
            head, _, parameter = key.partition(".")
            decision, _, rounds = head.partition("@")
            decision_point(decision)
            if parameter:
                choices[decision] = _set_parameter(choices[decision], key, value)
            else:
                held = read_rounds(rounds, key) if "@" in head else ALL_ROUNDS
                new = parse_choice(decision, value, self.folder)
                choices[decision] = replaced(choices[decision], held, new)
            name += f"+{key}={without_owner(_show(value)) if is_plugin(value) else _show(value)}"
        made = replace(self, choices=choices, name=name, values=values)
        made._check_values()
        return made

    @property
    def plugins(self) -> list[Path]:
        """The files of Python that have to be allowed to run, each once."""
        named = [each.name for each in self.policies() if is_plugin(each.name)]
        files = dict.fromkeys(file_of(name, self.folder) for name in named)
        return [file for file in files if not is_trusted(file)]

    @cached_property
    def fingerprint(self) -> str:
        """A hash of everything that decides how this strategy plays (not of its name)."""
        content: dict[str, Any] = {name: _content(each) for name, each in self.choices.items()}
        if self.values is not None:
            content["values"] = self.values.fingerprint
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


class ToldStrategy(Strategy):
    """A strategy of which only the name and the fingerprint are known, for telling what it did.

    The numbers of a dataset need no more, even if the files of its policies are gone.
    """

    def __init__(self, name: str, description: str, fingerprint: str) -> None:
        for field, value in (("name", name), ("choices", {}), ("description", description)):
            object.__setattr__(self, field, value)
        self.__dict__["fingerprint"] = fingerprint


def load_strategy(
    strategy: "str | os.PathLike[str] | Strategy", *, allow_plugins: Allowed = False
) -> Strategy:
    """Return a strategy by name, from a file, or as it is.

    Parameters
    ----------
    strategy : str, Path or Strategy
        The name of a shipped strategy, or the path of a TOML file; ``+`` changes it, as in
        ``balanced+stop.max_risk=0.3+rubies=keep`` (see :meth:`Strategy.with_params`).
    allow_plugins : bool or collection of paths
        Whether the files of Python that it names may run: none but shipped ones, all, or these.

    Raises
    ------
    PluginRefused
        For code that may not run.
    InputError
        If there is no such strategy, or if its file is wrong.
    """
    allow_plugins = read_allowed(allow_plugins)
    if isinstance(strategy, Strategy):
        return strategy
    if not isinstance(strategy, str | os.PathLike):
        raise InputError(
            f"{in_short(strategy)} is no strategy",
            "name a shipped one or a file, or give a Strategy; each of several by itself",
        )
    text, *changes = os.fspath(strategy).split("+")
    found = _read_file(_find_file(text), allow_plugins)
    read = dict(_read_change(change) for change in changes)
    return found.with_params(read, allow_plugins=allow_plugins) if read else found


def plugins_named(strategy: str) -> list[Path]:
    """Return the files of Python that the changes in ``balanced+stop=mine.py:f`` name.

    Raises
    ------
    InputError
        If there is no such strategy, or for a change that is none.
    """
    text, *changes = strategy.split("+")
    named = plugins_in(dict(_read_change(change) for change in changes))
    return [file_of(name, _find_file(text).parent) for _, name in named]


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
            f"{decision} is {in_short(text)}, not a policy", "write a policy as NAME or NAME:X"
        )
    if is_plugin(text):
        policy = _find_policy(decision, text, folder)
        return Choice(policy, {each.name: each.default for each in policy.parameters})
    name, _, value = text.partition(":")
    policy = find_policy(decision, name)
    values: dict[str, Value] = {each.name: each.default for each in policy.parameters}
    if value:
        if not policy.parameters:
            raise InputError(
                f"the {decision} policy {in_short(name)} takes no value, but got {in_short(value)}",
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
        if checked.path_of(text, "the file of a strategy").is_file():
            return path
        raise InputError(
            f"there is no strategy file {text}",
            f"check the path, or use a shipped strategy{nearest(path.stem, shipped)}",
        )
    raise InputError(
        f"there is no strategy {in_short(text)}",
        f"quacks strategies lists them; a file is named with .toml{nearest(text, shipped)}",
    )


def _read_file(path: Path, allow_plugins: Allowed) -> Strategy:
    content = read_toml(path)
    try:
        return Strategy.from_dict(
            content, name=path.stem, folder=path.parent, allow_plugins=allow_plugins
        )
    except PluginRefused as error:
        raise PluginRefused(path.name, error.named, error.folder) from None
    except InputError as error:
        raise type(error)(f"{path.name}: {error.cause}", error.cure) from None


def _read_decided(section: object, decision: str, where: str, folder: Path | None) -> Decided:
    """Read one section, or the list of those that hold in different rounds."""
    if not isinstance(section, list):
        return _read_choice(section, decision, where, folder)
    sections: list[tuple[tuple[int, ...], Choice]] = []
    open_section: Choice | None = None
    for each in section:
        if not isinstance(each, Mapping):
            raise InputError(
                f"{where}: {decision} is {in_short(each)}, not a section", f"write [[{decision}]] …"
            )
        rest = {name: value for name, value in each.items() if name != "rounds"}
        choice = _read_choice(rest, decision, where, folder)
        if "rounds" in each:
            sections.append((read_rounds(each["rounds"], f"{where}: {decision}.rounds"), choice))
        elif open_section is None:
            open_section = choice
        else:
            raise InputError(
                f"{where}: two sections [[{decision}]] name no rounds",
                'add rounds = "odd" or such; one alone may do without and takes what is left',
            )
    named = [number for rounds, _ in sections for number in rounds]
    _check_rounds(named, decision, where, is_complete=open_section is not None)
    if open_section is not None:
        left = tuple(number for number in ALL_ROUNDS if number not in named)
        sections.append((left, open_section))
    return joined(sections)


def _check_rounds(named: list[int], decision: str, where: str, *, is_complete: bool) -> None:
    """Raise an :class:`InputError` unless some sections name each round once."""
    twice = sorted({number for number in named if named.count(number) > 1})
    if twice:
        raise InputError(
            f"{where}: two sections [[{decision}]] name round {rounds_in_words(twice)}",
            "name each round once",
        )
    missing = [number for number in ALL_ROUNDS if number not in named]
    if missing and not is_complete:
        raise InputError(
            f"{where}: no section [[{decision}]] is for round {rounds_in_words(missing)}",
            "add them to a section, or leave rounds out of one section: it takes what is left",
        )
    if is_complete and not missing:
        raise InputError(
            f"{where}: a section [[{decision}]] without rounds has none left",
            "name fewer rounds in the others, or leave it out",
        )


def _read_choice(section: object, decision: str, where: str, folder: Path | None) -> Choice:
    if isinstance(section, str):
        return parse_choice(decision, section, folder)
    if not isinstance(section, Mapping):
        raise InputError(
            f"{where}: {decision} is {in_short(section)}, not a section",
            f'write [{decision}] and below it policy = "…"',
        )
    if "policy" not in section:
        raise InputError(
            f"{where}: section [{decision}] names no policy",
            f'add policy = "{DEFAULTS[decision]["policy"]}" or another one',
        )
    if "rounds" in section:
        raise InputError(
            f"{where}: the only section [{decision}] holds in all rounds",
            f"write [[{decision}]] before each of several sections with rounds",
        )
    policy = _find_policy(decision, section["policy"], folder)
    values: dict[str, Value] = {each.name: each.default for each in policy.parameters}
    for name, value in section.items():
        if name != "policy":
            values[name] = check_value(policy, name, value, f"{where}: {decision}.{name}")
    return Choice(policy, values)


def _set_parameter(decided: Decided, key: str, value: Any) -> Decided:
    """Set a parameter named as ``stop.max_risk``, ``stop.max_risk@3`` or ``stop.max_risk@odd``."""
    before, _, after = key.partition(".")
    name, at, rounds = after.partition("@")
    if "@" in before:
        raise InputError(
            f"{key} names rounds before the parameter",
            f"write {before.partition('@')[0]}.{name}@{before.partition('@')[2]}",
        )
    if not at:
        return decided.with_value(name, value)
    if isinstance(value, list | tuple):
        raise InputError(
            f"{key} takes one value, not {len(value)}",
            f"give one number; 9 of them only without @{rounds}",
        )
    return decided.with_value(name, value, read_rounds(rounds, key))


def _content(decided: Decided) -> list[Any]:
    """Return everything that decides how a strategy plays at one decision point."""
    if isinstance(decided, ByRound):
        return [[list(rounds), *_played(choice, rounds)] for rounds, choice in decided.sections]
    return _played(decided, ALL_ROUNDS)


def _played(choice: Choice, rounds: Sequence[int]) -> list[Any]:
    values = choice.by_round()
    name = choice.policy.name
    return [
        Path(name).name if is_plugin(name) else name,  # wherever its file lies
        [[float(value) for value in values[number - 1]] for number in rounds],
        None if choice.policy.shipped else choice.policy.module_source,
    ]


def _read_values(named: object, where: str, folder: Path | None) -> Values | None:
    if named is None:
        return None
    if not isinstance(named, str) or not named:
        raise InputError(
            f"{where}: values is {in_short(named)}, not a name",
            'write values = "champion", or the name of a file of quacks train',
        )
    return load_values(named, folder)


def _find_policy(decision: str, name: object, folder: Path | None) -> Policy:
    if not isinstance(name, str):
        raise InputError(
            f"the {decision} policy is {in_short(name)}, not a name",
            f'write policy = "{DEFAULTS[decision]["policy"]}" or another one',
        )
    if is_plugin(name):
        return load_policy(decision, name, folder)
    return find_policy(decision, name)


def plugins_in(sections: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return decision and name of each plug-in that the content of a strategy, or changes, name."""
    found = []
    for key, section in sections.items():
        if key.partition("@")[0] in DECISION_NAMES:
            for part in section if isinstance(section, list | tuple) else [section]:
                name = part.get("policy") if isinstance(part, Mapping) else part
                if is_plugin(name):
                    found.append((key, str(name)))
    return found


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
    refuse_two_meanings(text)
    try:
        number = float(text)
    except ValueError:
        return text  # the check of the parameter says that this is no number
    return int(number) if number.is_integer() else number


def _show(value: object) -> str:
    if isinstance(value, list | tuple):
        return ",".join(_show(each) for each in value)
    return f"{value:g}" if isinstance(value, int | float) else str(value)
