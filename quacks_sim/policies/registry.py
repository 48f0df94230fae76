"""Policies: the decorator that makes one, their parameters, and the registry by decision point."""

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from quacks_sim import checked
from quacks_sim.errors import InputError, PolicyError, in_short, nearest
from quacks_sim.kernel.asking import ALWAYS_NO, ALWAYS_YES
from quacks_sim.kernel.decisions import DECISION_NAMES, DECISIONS, Decision, policy_signature
from quacks_sim.kernel.entries import announced
from quacks_sim.kernel.jit import INTERPRETED, address_of, entry, is_kept
from quacks_sim.policies.params import Params, ParamsType
from quacks_sim.policies.refusals import (
    reason_of_error,
    reason_of_header,
    reason_of_result,
    refusal,
)

#: The modules of shipped policies, one for each decision point.
MODULES = (
    "stopping",
    "flask",
    "blue",
    "red",
    "yellow",
    "purple",
    "explosion",
    "buying",
    "rubies",
    "order",
    "green",
    "beside",
    "fortune",
    "droplet",
)


#: What a policy may need, and what its answer may depend on; see :func:`policy`.
_NEEDS = ("", "rivals", "cues", "colours", "values")
_LOOKS_AT = ("bag", "view", "pot", "table")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number of a policy that a strategy may set, once or for each round."""

    name: str
    default: float
    low: float
    high: float
    meaning: str
    whole: bool = False  # only whole numbers

    def __post_init__(self) -> None:
        how = "write Parameter(name, default, low, high, meaning)"
        checked.text(self.name, "the name of a parameter", how)
        checked.text(self.meaning, "the meaning of a parameter", how)
        checked.switch(self.whole, "whole")
        for name in ("default", "low", "high"):
            value = checked.number(getattr(self, name), f"{self.name}: {name}", how)
            object.__setattr__(self, name, value)

    def check(self, value: object, where: str) -> float:
        """Return `value` as a float, or raise an :class:`InputError` that names `where`."""
        if not checked.is_number(value):
            raise InputError(
                f"{where} is {in_short(value)}, not a number",
                f"it is a number from {self.range} (or a list of 9, one for each round)",
            )
        if not self.low <= value <= self.high:
            raise InputError(
                f"{where} is {in_short(value)}, out of range", f"it goes from {self.range}"
            )
        if self.whole and value != int(value):
            raise InputError(
                f"{where} is {value}, not a whole number", f"it is a whole number from {self.range}"
            )
        return float(value)

    @property
    def range(self) -> str:
        """The range in words, ``"0 to 1"``."""
        return f"{self.low:g} to {self.high:g}"


@dataclass(frozen=True)
class Policy:
    """One rule for one decision point, with its parameters.

    Attributes
    ----------
    name : str
        The function's name; for a user's own policy ``FILE.py:FUNCTION``.
    decision : Decision
        The decision point at which it may be used.
    parameters : tuple of Parameter
        Which the function reads by name: ``params.max_risk``.
    function : callable
        The plain Python function ``function(view, params)``.
    shipped : bool
        Whether it belongs to the program.
    always : bool or None
        The answer of a policy that always gives the same one; the kernel then need not call it.
    needs : str
        What it needs to be of any use: ``"rivals"``, ``"cues"`` (rivals who brew at the same time),
        ``"colours"`` (a parameter above 0 for one of the colours to buy); mostly nothing.
    looks_at : {"bag", "view", "pot", "table"}
        What its answer depends on, see :func:`policy`.
    """

    name: str
    decision: Decision
    parameters: tuple[Parameter, ...]
    function: Callable[..., Any]
    shipped: bool
    always: bool | None = None
    needs: str = ""
    looks_at: str = "table"

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    @property
    def source(self) -> str:
        """The source text of the function."""
        return inspect.getsource(self.function)

    @cached_property
    def module_source(self) -> str:
        """The text of the file that the function comes from, when it was first asked for."""
        path = Path(self.function.__code__.co_filename)
        return path.read_text(encoding="utf-8") if path.is_file() else self.source

    def parameter(self, name: str) -> Parameter:
        """Return a parameter by name.

        Raises
        ------
        InputError
            If the policy has no such parameter.
        """
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        names = self.names
        raise InputError(
            f"the {self.decision.name} policy {self.name!r} has no parameter {in_short(name)}",
            f"its parameters: {', '.join(names) or 'none'}{nearest(name, names)}",
        )

    @property
    def is_foreseen(self) -> bool:
        """Whether the kernel can know its answers beforehand."""
        return self.looks_at == "bag" or self.always is not None

    @property
    def sees_rivals(self) -> bool:
        """Whether its answer may depend on what rivals have done."""
        return self.looks_at == "table" and self.always is None

    @property
    def is_kept(self) -> bool:
        """Whether it need not be compiled: it lies in the cache folder, or is never called."""
        return self.always is not None or is_kept(self.function, self.signature.args)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters, in their order."""
        return tuple(parameter.name for parameter in self.parameters)

    @property
    def signature(self) -> Any:
        """The signature for which it is compiled, with its parameters by name."""
        params = ParamsType(self.names, self.needs == "values")
        return policy_signature(self.decision, params)

    def params(self, numbers: NDArray[np.float64]) -> Params:
        """Return an array as the kernel passes it, as the ``params`` of the plain function."""
        return Params(self.names, numbers, self.needs == "values")

    def answer(self, view: Any, numbers: NDArray[np.float64]) -> Any:
        """Return what the compiled function answers to a view, with an array as the kernel's."""
        return self.compiled(view, numbers if INTERPRETED else self.params(numbers))

    def _interpreted(self, view: Any, numbers: NDArray[np.float64]) -> Any:
        return self.function(view, self.params(numbers))

    @cached_property
    def compiled(self) -> Any:
        """The compiled function, of exactly the signature of its decision point.

        Raises
        ------
        PolicyError
            If the function does not keep the contract: naming file, line and the expected header.
        """
        wrong = reason_of_header(self.function)
        if wrong is not None:
            raise refusal(self.function, self.decision, wrong)
        if INTERPRETED:
            return self._interpreted
        signature = self.signature
        dispatcher = entry(self.function, cached=self.shipped, policy=True)
        try:
            with announced(f"policy {self.name}", self.shipped and self.is_kept):
                dispatcher.compile(signature.args)
        except Exception as error:  # numba raises far more than its own errors
            wrong = reason_of_error(self.decision, self.names, error)
            raise refusal(self.function, self.decision, wrong) from None
        dispatcher.disable_compile()
        found = types.unliteral(dispatcher.nopython_signatures[0].return_type)
        if found != signature.return_type:
            wrong = reason_of_result(self.decision, found)
            raise refusal(self.function, self.decision, wrong)
        return dispatcher

    @cached_property
    def address(self) -> int:
        """What the kernel needs to call this policy."""
        if self.always is not None:
            return ALWAYS_YES if self.always else ALWAYS_NO
        return address_of(self.compiled)


_registry: dict[str, dict[str, Policy]] = {name: {} for name in DECISION_NAMES}


def policy(
    decision: str,
    *parameters: Parameter,
    always: bool | None = None,
    needs: str = "",
    looks_at: str = "table",
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Mark a function ``function(view, params)`` as a policy for a decision point.

    Parameters
    ----------
    decision : str
        Name of the decision point, e.g. ``"stop"``.
    *parameters : Parameter
        Which the function reads by name: ``params.chips`` in the example. A policy with one for
        each colour that is sold may also read ``params.by_colour[colour - 1]``, one that needs
        learned values ``params.learned``.
    always : bool, optional
        For a policy that answers every question alike: its answer, so that it need not be asked.
    needs : {"", "rivals", "cues", "colours"}
        What it needs to be of any use, so that a game without it can say so; see :class:`Policy`.
    looks_at : {"bag", "view", "pot", "table"}
        What the answer depends on besides the parameters, so that the kernel can be quick: "table"
        is anything; "pot" is nothing of the rivals; "view" is nothing of ``table`` but the column
        PASSIVE of the own row; "bag" is nothing but ``bag_size`` and ``bust_chips`` for ``stop``,
        which stops with more bust chips if it stops with fewer, and nothing but ``last_kind`` for
        ``flask``.

    Returns
    -------
    callable
        The function itself, unchanged, so that it can be called as plain Python.

    Raises
    ------
    InputError
        If there is no such decision point.

    Examples
    --------
    >>> from quacks_sim.policies import Parameter, policy
    >>> @policy("stop", Parameter("chips", 5, 1, 30, "chips in the pot", whole=True))
    ... def five_chips(view, params):
    ...     '''Stop once a number of chips lies in the pot.'''
    ...     return view.pot_size >= params.chips
    """
    point = decision_point(decision)
    for each in parameters:
        checked.instance(each, Parameter, "a parameter of a policy", "give it as Parameter(…)")
    if always is not None:
        always = checked.switch(always, "always")
    checked.one_of(needs, "needs", _NEEDS)
    checked.one_of(looks_at, "looks_at", _LOOKS_AT)

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        if not inspect.isfunction(function):
            raise PolicyError(
                f"{in_short(function)} is not a function, and so no policy",
                "write @policy(decision) above a function of view and params",
            )
        shipped = function.__module__.startswith("quacks_sim.policies.")
        made = Policy(
            function.__name__, point, parameters, function, shipped, always, needs, looks_at
        )
        function.policy = made  # type: ignore[attr-defined]
        if shipped:
            _registry[decision][made.name] = made
        return function

    return register


def decision_point(name: str) -> Decision:
    """Return a decision point by name.

    Raises
    ------
    InputError
        If there is none of that name.
    """
    if not isinstance(name, str) or name not in DECISION_NAMES:
        close = nearest(name, DECISION_NAMES) if isinstance(name, str) else ""
        raise InputError(
            f"there is no decision {in_short(name)}",
            f"decisions are {', '.join(DECISION_NAMES)}{close}",
        )
    return DECISIONS[DECISION_NAMES.index(name)]


@cache
def _load_shipped() -> None:
    for module in MODULES:
        importlib.import_module(f"quacks_sim.policies.{module}")


def shipped_policies(decision: str) -> dict[str, Policy]:
    """Return the shipped policies of a decision point, by name."""
    _load_shipped()
    return dict(_registry[decision_point(decision).name])


def find_policy(decision: str, name: str) -> Policy:
    """Return the shipped policy of that name for a decision point.

    Raises
    ------
    InputError
        If there is none.
    """
    policies = shipped_policies(decision)
    if name not in policies:
        raise InputError(
            f"there is no {decision} policy {in_short(name)}",
            f"{decision} policies are {', '.join(policies)}{nearest(name, policies)}",
        )
    return policies[name]
