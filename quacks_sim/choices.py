"""What a strategy does at one decision point: one policy, or different ones by round."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from quacks_sim import checked
from quacks_sim.errors import InputError, in_short
from quacks_sim.policies.registry import Policy
from quacks_sim.rules.tables import ROUNDS
from quacks_sim.words import counted

#: A parameter: one number, or one for each of the nine rounds.
Value = float | tuple[float, ...]

ALL_ROUNDS = tuple(range(1, ROUNDS + 1))

#: Rounds that have a name.
_NAMED = {"odd": ALL_ROUNDS[::2], "even": ALL_ROUNDS[1::2], "all": ALL_ROUNDS}

#: More digits than two are no round, and a long range of them.
_NUMBER = re.compile("[0-9]{1,2}")

_EXAMPLE = 'write one round or several: 3, "1-4", "1,4,7", "odd" or "even"'


@dataclass(frozen=True)
class Choice:
    """What a strategy does at one decision point: a policy and the values of its parameters."""

    policy: Policy
    values: Mapping[str, Value]

    @property
    def sections(self) -> tuple[tuple[tuple[int, ...], "Choice"], ...]:
        """The rounds for which it is made, and itself."""
        return ((ALL_ROUNDS, self),)

    def at(self, number: int) -> "Choice":
        """Return what is done in a round: the same in all of them."""
        return self

    def by_round(self) -> list[list[float]]:
        """Return the parameters of each round, in the order of the policy's parameters."""
        columns = [each_round(self.values[each.name]) for each in self.policy.parameters]
        return [[column[number] for column in columns] for number in range(ROUNDS)]

    def plain(self) -> dict[str, Any]:
        """Return the section of the TOML file that says the same."""
        values = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self.values.items()
        }
        return {"policy": self.policy.name, **values}

    def with_value(self, name: str, value: Value, rounds: Sequence[int] = ALL_ROUNDS) -> "Choice":
        """Return a copy in which a parameter has another value in some rounds.

        Raises
        ------
        InputError
            If the policy has no such parameter, or for a value out of its range.
        """
        where = f"{self.policy.decision.name}.{name}"
        checked = check_value(self.policy, name, value, where)
        if len(rounds) < ROUNDS:
            before, after = each_round(self.values[name]), each_round(checked)
            checked = tuple(
                after[number - 1] if number in rounds else before[number - 1]
                for number in ALL_ROUNDS
            )
        return Choice(self.policy, {**self.values, name: checked})


@dataclass(frozen=True)
class ByRound:
    """What a strategy does at one decision point if its policy changes with the round.

    Attributes
    ----------
    sections : tuple of (rounds, Choice)
        Each with the rounds in which it holds; together they name each of the nine rounds once.
    """

    sections: tuple[tuple[tuple[int, ...], Choice], ...]

    def at(self, number: int) -> Choice:
        """Return what is done in a round."""
        return next(choice for rounds, choice in self.sections if number in rounds)

    def plain(self) -> list[dict[str, Any]]:
        """Return the sections of the TOML file that say the same."""
        return [
            {"rounds": rounds_in_words(rounds), **choice.plain()}
            for rounds, choice in self.sections
        ]

    def with_value(self, name: str, value: Value, rounds: Sequence[int] = ALL_ROUNDS) -> "ByRound":
        """Return a copy in which a parameter has another value in some rounds.

        For all rounds it is set wherever there is such a parameter; for others it must be there.

        Raises
        ------
        InputError
            If the policies have no such parameter, or for a value out of its range.
        """
        wanted = set(rounds)
        everywhere = len(wanted) == ROUNDS
        sections, changed = [], False
        for held, choice in self.sections:
            if wanted & set(held) and (not everywhere or name in choice.values):
                # A part that is named whole keeps one number.
                part = ALL_ROUNDS if wanted >= set(held) else rounds
                sections.append((held, choice.with_value(name, value, part)))
                changed = True
            else:
                sections.append((held, choice))
        if not changed:  # tells which parameters there are
            self.sections[0][1].policy.parameter(name)
        return ByRound(tuple(sections))


#: What a strategy does at one decision point.
Decided = Choice | ByRound


def policies_of(decided: Decided) -> list[Policy]:
    """Return the policies of a decision point, each once."""
    return list({id(each.policy): each.policy for _, each in decided.sections}.values())


def joined(sections: Sequence[tuple[Sequence[int], Choice]]) -> Decided:
    """Return what some sections say together; one that holds in all rounds is a plain choice."""
    kept = [(tuple(sorted(rounds)), choice) for rounds, choice in sections if rounds]
    kept.sort(key=lambda section: section[0])
    return kept[0][1] if len(kept) == 1 else ByRound(tuple(kept))


def replaced(decided: Decided, rounds: Sequence[int], new: Choice) -> Decided:
    """Return a copy in which something else is done in some rounds."""
    left = [
        (tuple(number for number in held if number not in rounds), choice)
        for held, choice in decided.sections
    ]
    return joined([*left, (tuple(rounds), new)])


def read_rounds(value: object, where: str) -> tuple[int, ...]:
    """Read rounds from a number, a list of them, or text such as ``"1-4"`` and ``"odd"``.

    Raises
    ------
    InputError
        If these are no rounds 1 … 9.
    """
    items = value if isinstance(value, list | tuple) else _as_text(value).split(",")
    found: set[int] = set()
    for item in items:
        text = _as_text(item).strip()
        first, dash, last = text.partition("-")
        if text in _NAMED:
            found.update(_NAMED[text])
        elif _NUMBER.fullmatch(first) and (_NUMBER.fullmatch(last) or not dash):
            found.update(range(int(first), int(last or first) + 1))
        else:
            raise InputError(f"{where}: {in_short(text)} names no rounds", _EXAMPLE)
    if not found or not found <= set(ALL_ROUNDS):
        raise InputError(f"{where}: {in_short(value)} names no rounds from 1 to {ROUNDS}", _EXAMPLE)
    return tuple(sorted(found))


def _as_text(rounds: object) -> str:
    """Return text as it is and a whole number as it is written; nothing else names rounds."""
    if isinstance(rounds, str):
        return rounds
    return str(rounds) if checked.is_whole(rounds) and 0 <= rounds < 100 else in_short(rounds)


def rounds_in_words(rounds: Sequence[int]) -> str:
    """Return rounds as :func:`read_rounds` reads them: ``"odd"``, ``"1-4"``, ``"1,5-9"``."""
    for name, numbers in _NAMED.items():
        if tuple(rounds) == numbers:
            return name
    runs: list[list[int]] = []
    for number in rounds:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def check_value(policy: Policy, name: str, value: object, where: str) -> Value:
    """Return the value of a parameter, one number or nine.

    Raises
    ------
    InputError
        If there is no such parameter, or the value is wrong.
    """
    parameter = policy.parameter(name)
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, list | tuple):
        return parameter.check(value, where)
    if len(value) != ROUNDS:
        raise InputError(
            f"{where} has {counted(len(value), 'value')}, not {ROUNDS}",
            f"write one number, or a list of {ROUNDS}, one for each round",
        )
    return tuple(
        parameter.check(each, f"{where} of round {number}") for number, each in enumerate(value, 1)
    )


def each_round(value: Value) -> tuple[float, ...]:
    """Return the nine values of a parameter."""
    return value if isinstance(value, tuple) else (value,) * ROUNDS
