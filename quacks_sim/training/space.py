"""What a search may change of a strategy: parameters, each with its range."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any

from quacks_sim import checked
from quacks_sim.choices import (
    ALL_ROUNDS,
    Decided,
    each_round,
    policies_of,
    read_rounds,
)
from quacks_sim.errors import InputError, in_short
from quacks_sim.plugins import Allowed
from quacks_sim.policies.registry import Parameter, decision_point
from quacks_sim.strategy import Strategy

#: After ``@``: a value of its own for each of the nine rounds.
EACH = "each"

_EXAMPLE = "write for example stop.max_risk, stop.max_risk@1-3 or stop.max_risk@each"

#: Values are played, and written down, in this many steps of their range or more.
_STEPS = 1_000


@dataclass(frozen=True)
class Dimension:
    """One number that is searched for.

    Attributes
    ----------
    key : str
        The parameter, and its rounds if not all, as :meth:`Strategy.with_params` names it.
    low, high : float
        Ends of the range, both included.
    start : float
        The value of the strategy from which the search starts.
    whole : bool
        Whether only whole numbers are possible.
    """

    key: str
    low: float
    high: float
    start: float
    whole: bool = False

    def value(self, number: float) -> float:
        """Return the value that is played for a number: in the range, whole or of few digits."""
        inside = min(max(number, self.low), self.high)
        if self.whole:
            return float(floor(inside + 0.5))
        digits = max(ceil(log10(_STEPS / (self.high - self.low))), 0)
        return min(max(round(inside, digits), self.low), self.high)


@dataclass(frozen=True)
class Space:
    """All numbers that are searched for, and the strategy that they belong to."""

    strategy: Strategy
    dimensions: tuple[Dimension, ...]

    @property
    def start(self) -> tuple[float, ...]:
        """The values of the strategy from which the search starts."""
        return tuple(each.start for each in self.dimensions)

    def strategy_at(self, values: Sequence[float], *, allow_plugins: Allowed = False) -> Strategy:
        """Return the strategy with these values, one for each dimension, under its own name."""
        pairs = zip(self.dimensions, values, strict=True)
        changes = {each.key: value for each, value in pairs}
        changed = self.strategy.with_params(changes, allow_plugins=allow_plugins)
        return changed.named(self.strategy.name)


def read_space(strategy: Strategy, vary: Mapping[str, Any]) -> Space:
    """Return the space that is searched.

    Parameters
    ----------
    strategy : Strategy
        From which the search starts.
    vary : mapping
        Parameters (``"stop.max_risk"``, ``"stop.max_risk@1-3"``, ``"stop.max_risk@each"``) with the
        two ends of their range, or None for all values that are possible; or a decision
        (``"purchase"``) with None, for all numbers that it has.

    Raises
    ------
    InputError
        For a parameter that the strategy does not have, for a range that is none or leaves out the
        value of the strategy, and for a number that would be varied twice.
    """
    vary = checked.mapping(vary, "vary", 'write for example {"stop.max_risk": (0.1, 0.6)}')
    if not vary:
        raise InputError("nothing is varied", "vary a parameter, for example stop.max_risk")
    dimensions: list[Dimension] = []
    taken: dict[tuple[str, str, int], str] = {}
    for name, bounds in vary.items():
        for key, rounds in _keys(strategy, name, bounds):
            dimensions.append(_dimension(strategy, key, rounds, bounds))
            decision, parameter = key.partition("@")[0].split(".")
            for number in rounds:
                before = taken.setdefault((decision, parameter, number), name)
                if before != name:
                    raise InputError(
                        f"{before} and {name} vary the same number, {key}", "vary each only once"
                    )
    return Space(strategy, tuple(dimensions))


def _keys(strategy: Strategy, name: str, bounds: Any) -> list[tuple[str, tuple[int, ...]]]:
    """Return the parameters that a name stands for, each with its rounds."""
    decision, dot, rest = name.partition(".")
    if "@" in decision:
        raise InputError(f"{name} names rounds before the parameter", _EXAMPLE)
    decision_point(decision)
    decided = strategy.choices[decision]
    if not dot:
        return _keys_of_decision(name, decided, bounds)
    parameter, at, text = rest.partition("@")
    held = _rounds_with(decided, parameter)
    if at and text == EACH:
        return [(f"{decision}.{parameter}@{number}", (number,)) for number in held]
    rounds = read_rounds(text, name) if at else held
    for number in rounds:
        decided.at(number).policy.parameter(parameter)
    return [(name, rounds)]


def _keys_of_decision(
    decision: str, decided: Decided, bounds: Any
) -> list[tuple[str, tuple[int, ...]]]:
    names = dict.fromkeys(
        parameter.name for policy in policies_of(decided) for parameter in policy.parameters
    )
    if not names:
        policies = " and ".join(each.name for each in policies_of(decided))
        raise InputError(
            f"the {decision} policy {policies} has no parameters", "vary another decision"
        )
    if bounds is not None:
        raise InputError(
            f"{decision} is a decision with {len(names)} parameters, and has no range",
            f"leave the range out, or name one of them: {decision}.{next(iter(names))}",
        )
    keys: list[tuple[str, tuple[int, ...]]] = []
    for name in names:
        rounds = _rounds_with(decided, name)
        if len(_values(decided, name, rounds)) > 1:
            keys += [(f"{decision}.{name}@{number}", (number,)) for number in rounds]
        else:
            keys.append((f"{decision}.{name}", rounds))
    return keys


def _values(decided: Decided, parameter: str, rounds: Sequence[int]) -> set[float]:
    """Return all values that a parameter has in some rounds."""
    return {each_round(decided.at(number).values[parameter])[number - 1] for number in rounds}


def _rounds_with(decided: Decided, parameter: str) -> tuple[int, ...]:
    """Return the rounds in which there is such a parameter."""
    found = [number for number in ALL_ROUNDS if parameter in decided.at(number).values]
    if not found:  # tells which parameters there are
        decided.at(1).policy.parameter(parameter)
    return tuple(found)


def _dimension(strategy: Strategy, key: str, rounds: Sequence[int], bounds: Any) -> Dimension:
    decision, name = key.partition("@")[0].split(".")
    decided = strategy.choices[decision]
    parameters = [decided.at(number).policy.parameter(name) for number in rounds]
    low, high = _bounds(key, parameters, bounds)
    values = _values(decided, name, rounds)
    if len(values) > 1:
        raise InputError(
            f"{key} has {len(values)} values in {strategy.name}, by round: no one to start from",
            f"vary {decision}.{name}@{EACH}, or start from "
            f"{strategy.name}+{key}={sum(values) / len(values):g}",
        )
    (start,) = values
    if not low <= start <= high:
        raise InputError(
            f"{key} is {start:g} in {strategy.name}, outside of {low:g} to {high:g}",
            f"widen the range, or start from {strategy.name}+{key}={(low + high) / 2:g}",
        )
    return Dimension(key, low, high, start, any(each.whole for each in parameters))


def _bounds(key: str, parameters: Sequence[Parameter], bounds: Any) -> tuple[float, float]:
    if bounds is None:
        return max(each.low for each in parameters), min(each.high for each in parameters)
    if not isinstance(bounds, list | tuple) or len(bounds) != 2:
        raise InputError(
            f"the range of {key} is {in_short(bounds)}, not two numbers",
            "name its lowest and its highest value",
        )
    for parameter in parameters:
        low, high = (parameter.check(each, f"the range of {key}: {key}") for each in bounds)
    if low >= high:
        raise InputError(
            f"the range of {key} goes from {low:g} to {high:g}",
            "name the lower end first, and a higher one after it",
        )
    return low, high
