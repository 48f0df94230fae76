"""The compiled entries of the recursion, each compiled on first use or read from the cache."""

import threading
from functools import cache
from typing import Any

from numba import typeof, types

from quacks_sim.kernel.entries import announced
from quacks_sim.kernel.jit import INTERPRETED, entry
from quacks_sim.kernel.state import new_record
from quacks_sim.solver import recursion
from quacks_sim.solver.layout import PROBLEM

_compiling = threading.Lock()
_type_of: Any = typeof

_WHOLES = types.Array(types.int64, 1, "C")
_PAIRS = types.Array(types.int64, 2, "C")
_NUMBERS = types.Array(types.float64, 1, "C")
_TABLE = types.Array(types.float64, 2, "C")
_CUBE = types.Array(types.float64, 3, "C")

_ARGUMENTS = {
    "place_pot": (types.int64, _WHOLES, _PAIRS),
    "solve_root": (_PAIRS, types.int64, types.int64, _NUMBERS),
    "follow": (
        *(_PAIRS, types.int64, types.boolean),
        *(_PAIRS, _NUMBERS, _PAIRS, _WHOLES),
        *(_TABLE, _CUBE, _TABLE),
    ),
    "rehash": (_PAIRS, _PAIRS),
}


def compiled_entry(name: str) -> Any:
    """Return an entry of :mod:`quacks_sim.solver.recursion` by name."""
    with _compiling:
        return _compile(name)


@cache
def _compile(name: str) -> Any:
    function = getattr(recursion, name)
    if INTERPRETED:
        return function
    arguments = _ARGUMENTS[name]
    if name != "rehash":
        arguments = (_type_of(new_record(PROBLEM)), *arguments)
    compiled = entry(function)
    with announced("the solver"):
        compiled.compile(arguments)
    compiled.disable_compile()
    return compiled
