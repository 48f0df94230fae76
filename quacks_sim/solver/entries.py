"""The compiled entries of the recursion, each compiled on first use or read from the cache."""

import threading
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from numba import typeof, types

from quacks_sim.kernel.entries import announced
from quacks_sim.kernel.jit import INTERPRETED, entry, is_kept
from quacks_sim.kernel.state import new_record
from quacks_sim.solver import forward, placing, recursion
from quacks_sim.solver.layout import PROBLEM

Function = TypeVar("Function", bound=Callable[..., Any])

_compiling = threading.Lock()
_type_of: Any = typeof

_WHOLES = types.Array(types.int64, 1, "C")
_PAIRS = types.Array(types.int64, 2, "C")
_NUMBERS = types.Array(types.float64, 1, "C")
_TABLE = types.Array(types.float64, 2, "C")
_CUBE = types.Array(types.float64, 3, "C")

_ARGUMENTS: dict[Callable[..., Any], tuple[Any, ...]] = {
    placing.place_pot: (types.int64, _WHOLES, _WHOLES, _PAIRS, _NUMBERS),
    recursion.solve_root: (_PAIRS, types.int64, types.int64, _NUMBERS),
    recursion.rehash: (_PAIRS, _PAIRS),
    forward.follow: (
        *(_PAIRS, types.int64, types.boolean),
        *(_PAIRS, _NUMBERS, _PAIRS, _WHOLES),
        *(_TABLE, _CUBE, _TABLE),
        *(_PAIRS, _WHOLES),
    ),
}


def compiled_entry(function: Function) -> Function:
    """Return the compiled form of an entry."""
    with _compiling:
        return _compile(function)


def prepare() -> None:
    """Compile all of them now."""
    with _compiling:
        for function in _ARGUMENTS:
            _compile(function)


@cache
def _compile(function: Any) -> Any:
    if INTERPRETED:
        return function
    compiled = entry(function)
    arguments = (_type_of(new_record(PROBLEM)), *_ARGUMENTS[function])
    with announced("the solver", is_kept(function, arguments)):
        compiled.compile(arguments)
    compiled.disable_compile()
    return compiled
