"""Why a function is no policy: the compiler's answer in one line of cause and one of cure."""

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from numba import types

from quacks_sim.errors import PolicyError, nearest
from quacks_sim.kernel.decisions import Decision

_PLACE = re.compile(r" at (\S.*?) \((\d+)\)$", re.MULTILINE)
_NO_FIELD = re.compile(r"Unknown attribute '(\w+)' of type (\w+)\(")
_FIELD_WRITTEN = re.compile(r"No definition for lowering (\w+)\(.*\)\.(\w+) = ")
_PARAMS_BY_NUMBER = re.compile(r"\b(?:static_)?(?:get|set)item\(Params\(|Params\(.*\)\[")
_NO_OPERATION = re.compile(r"found for signature:\s*>>> (.+)")
_NOT_COMPILED = re.compile(r"Untyped global name '(\w+)'")
_NOISE = (
    *("Failed in", "During:", "File ", "No implementation", ">>>", "There", "- Of which"),
    *("Overload", "Operator Overload", "With argument", "No match", "Rejected", "raised from"),
)
_LONGEST_REASON = 160


@dataclass(frozen=True, slots=True)
class Reason:
    """What is wrong with a policy, what to do about it, and where (`path` and `line`) if known."""

    cause: str
    cure: str = ""
    path: str = ""
    line: int = 0


def answer_of(decision: Decision) -> str:
    """Return in words what a policy for a decision point returns."""
    return "True or False" if decision.yes_or_no else "a whole number (an index)"


def expected_header(decision: Decision, name: str) -> str:
    """Return in words what the header of a policy of that name must be."""
    return (
        f"a {decision.name} policy is `def {name}(view, params):`, reads a "
        f"{decision.view.__name__} and returns {answer_of(decision)}"
    )


def refusal(function: Callable[..., Any], decision: Decision, reason: Reason) -> PolicyError:
    """Return the error that says why a function is not accepted: file, line, expected header."""
    name = getattr(function, "__name__", type(function).__name__)
    code = getattr(function, "__code__", None)  # something else that can be called has none
    path = reason.path or (code.co_filename if code else "?")
    line = reason.line or (code.co_firstlineno if code else 0)
    cure = expected_header(decision, name)
    return PolicyError(
        f"{path}:{line}: policy {name}: {reason.cause}",
        f"{reason.cure}; {cure}" if reason.cure else cure,
    )


def reason_of_header(function: Callable[..., Any]) -> Reason | None:
    """Return what is wrong with a function's header, None if it is as expected."""
    if not inspect.isfunction(function):
        return Reason("it is not a plain function", "write it with def")
    if inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function):
        return Reason("it is a generator or a coroutine", "use return, not yield or await")
    signature = inspect.signature(function)
    parameters = list(signature.parameters.values())
    header = f"its header is {function.__name__}{signature}"
    if [each.name for each in parameters] != ["view", "params"]:
        return Reason(header)
    if any(each.default is not inspect.Parameter.empty for each in parameters):
        return Reason(header, "defaults belong into @policy(..., Parameter(name, default, …))")
    if any(each.kind is not inspect.Parameter.POSITIONAL_OR_KEYWORD for each in parameters):
        return Reason(header)
    return None


def reason_of_result(decision: Decision, found: Any) -> Reason:
    """Return what is wrong with a compiled function that returns the type `found`."""
    wanted = answer_of(decision)
    if isinstance(found, types.NoneType):
        return Reason(f"it returns nothing, not {wanted}", "add a return")
    if isinstance(found, types.Optional):
        return Reason(
            f"it returns nothing on some way through it, not {wanted}",
            "end every branch with a return",
        )
    if isinstance(found, types.Float):
        cure = "write a comparison" if decision.yes_or_no else "wrap the result in int(…)"
        return Reason(f"it returns {found}, a number with a fraction, not {wanted}", cure)
    if isinstance(found, types.Boolean):
        return Reason(f"it returns True or False, not {wanted}", "return the index of an option")
    if isinstance(found, types.Integer):
        cure = "write a comparison, such as `… > 0`" if decision.yes_or_no else "use int(…)"
        return Reason(f"it returns {found}, a whole number, not {wanted}", cure)
    return Reason(f"it returns {found}, not {wanted}")


def reason_of_error(decision: Decision, parameters: Sequence[str], error: Exception) -> Reason:
    """Return what the compiler's error means for the author of a policy with these parameters."""
    text = str(error)
    path, line = _place(text, error)
    cause, cure = _cause_and_cure(decision, parameters, text)
    return Reason(cause, cure, path, line)


def _place(text: str, error: Exception) -> tuple[str, int]:
    """Return file and line of the innermost place that an error of numba names."""
    match = _PLACE.search(text)
    if match:
        return match[1], int(match[2])
    location = getattr(error, "loc", None)
    return (location.filename, location.line) if location is not None else ("", 0)


def _cause_and_cure(decision: Decision, parameters: Sequence[str], text: str) -> tuple[str, str]:
    view = decision.view
    fields: tuple[str, ...] = view._fields  # type: ignore[attr-defined]
    if "Cannot modify readonly array" in text:
        return (
            "it writes to an array of the view or of params, which are read-only",
            "keep what you work out in numbers of your own",
        )
    if match := _FIELD_WRITTEN.search(text):
        if match[1] == "Params":
            return f"it sets params.{match[2]}: params cannot be changed", "use a name of your own"
        return f"it sets {match[1]}.{match[2]}: a view cannot be changed", "use a name of your own"
    match = _NO_FIELD.search(text)
    if match and match[2] == view.__name__:
        return (
            f"a {view.__name__} has no field {match[1]!r}{nearest(match[1], fields)}",
            f"its fields: {', '.join(fields)}",
        )
    if match and match[2] == "Params":
        return (
            f"it has no parameter {match[1]!r}{nearest(match[1], parameters)}",
            f"its parameters: {', '.join(parameters) or 'none'}; declare others in @policy(…)",
        )
    if _PARAMS_BY_NUMBER.search(text):
        known = f"params.{parameters[0]}" if parameters else "params.name"
        return "it reads or sets a parameter by its number", f"read it by its name: {known}"
    if match := _NOT_COMPILED.search(text):
        return (
            f"it uses {match[1]!r}, which is not compiled",
            "mark a helper function with @inlined (from quacks_sim.policies import inlined)",
        )
    if match := _NO_OPERATION.search(text):
        return f"numba cannot compile {_shortened(match[1])}", "use numbers and whole arrays only"
    return _first_telling_line(text), ""


def _first_telling_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(_NOISE)]
    return _shortened((telling or lines or ["it does not compile"])[0])


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_REASON else text[:_LONGEST_REASON] + " …"
