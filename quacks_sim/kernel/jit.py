"""How functions are compiled: the only place that knows numba's decorators and its cache.

Nothing compiles at import. Entries are compiled on first use and kept in a cache folder whose name
is a hash of every source file they are made of, because numba itself checks only the file of the
cached function: an edited helper in another module would go unnoticed.

``QUACKS_NO_CACHE=1`` turns the cache off; ``NUMBA_DISABLE_JIT=1`` runs everything as plain Python.
"""

import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import types
from numba.core.cgutils import if_unlikely, pointer_add, unpack_tuple
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from quacks_sim.kernel.kept import KeptCode, say_once
from quacks_sim.kernel.private import make_private, open_to_others, own_temporary

Function = TypeVar("Function", bound=Callable[..., Any])

_config: Any = numba.config

INTERPRETED = bool(_config.DISABLE_JIT)

#: Integer division by zero cannot happen in the kernel; this saves its checks.
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

#: Settings of numba (``NUMBA_BOUNDSCHECK`` …) that change the code that it makes.
_SETTINGS = ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "ENABLE_AVX", "LOOP_VECTORIZE")

#: What else is set for functions that only the kernel calls; see :mod:`quacks_sim.kernel.parts`.
PART_OPTIONS: dict[str, Any] = {}

#: The names of all entries that have been asked for.
entry_names: set[str] = set()

_KEPT_CACHES = 8

#: Our folder in the one that ``NUMBA_CACHE_DIR`` names, and the names of folders in it.
_OWN = "quacks_sim"
_HASH = re.compile("[0-9a-f]{16}")


def compiled(function: Function) -> Function:
    """Compile a function of the kernel as a function of its own, once for each type of argument.

    Numba by itself compiles it anew for each constant that it is called with.
    """
    dispatcher: Any = numba.njit(**_OPTIONS, **PART_OPTIONS)(function)
    if not INTERPRETED:
        for_constants = dispatcher.get_call_template

        def for_types(args: Any, kws: Any) -> Any:
            return for_constants(tuple(map(types.unliteral, args)), kws)

        dispatcher.get_call_template = for_types
    return dispatcher


def inlined(function: Function) -> Function:
    """Compile a small function of the kernel into each of its callers."""
    return numba.njit(forceinline=True, **_OPTIONS, **PART_OPTIONS)(function)


def wrapping(function: Function) -> Function:
    """Compile like :func:`inlined` what calculates modulo 2⁶⁴, where overflow is wanted.

    Interpreted, NumPy would warn of it.
    """
    return np.errstate(over="ignore")(function) if INTERPRETED else inlined(function)


def entry(function: Function, *, cached: bool = True, policy: bool = False) -> Any:
    """Compile a function that Python calls, and keep it in the cache folder.

    Parameters
    ----------
    function : callable
        A plain Python function.
    cached : bool
        False for code of a user, whose imports no hash covers.
    policy : bool
        True for a policy: dividing by zero raises in it as in plain Python.
    """
    entry_names.add(function.__qualname__)
    options = _OPTIONS | {"error_model": "python" if policy else "numpy"}
    dispatcher = numba.njit(**options)(function)
    kept = _kept_code(function) if cached else None
    if kept is not None:
        dispatcher._cache = kept
    return dispatcher


def is_kept(function: Function, arguments: tuple[Any, ...]) -> bool:
    """Return whether the cache folder holds an entry compiled for arguments of these types."""
    kept = _kept_code(function)
    return kept is not None and kept.holds(arguments)


def _kept_code(function: Function) -> KeptCode | None:
    folder = cache_folder()
    if folder is None or INTERPRETED:
        return None
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(folder)
    try:
        return KeptCode(function)
    except (RuntimeError, OSError):
        return None  # numba finds no place for the cache of this file
    finally:
        _config.CACHE_DIR = before


@inlined
def whole(number: Any) -> int:
    """Return a number as int64, whatever integer type it had (``int()`` keeps the type)."""
    return np.int64(number)  # type: ignore[return-value]


@inlined
def counted(number: int) -> int:
    """Return a number that is never negative as an index whose sign need not be looked at."""
    return np.uintp(number)  # type: ignore[return-value]


@cache
def cache_folder() -> Path | None:
    """Return the folder of the compiled code of these sources, None when there can be none.

    It belongs to the user, and nobody else can write there. Says once on stderr if the usual folder
    cannot be written, or by others, too; in that case a private one is taken.
    """
    if os.environ.get("QUACKS_NO_CACHE", "") not in ("", "0"):
        return None
    try:
        folder = _made(_cache_root())
        place = open_to_others(folder)
        if place is not None:
            say_once(f"{place} belongs to others, or they can write there")
            folder = _made(Path(own_temporary().name) / _OWN)
        folder.chmod(0o700)  # whatever rights the files in it have
        with tempfile.TemporaryFile(dir=folder):
            pass
        os.utime(folder)
    except (OSError, RuntimeError):
        say_once("no writable cache folder")
        return None
    with suppress(OSError):  # another process may be at the same
        _prune(folder.parent)
    return folder


def _made(root: Path) -> Path:
    folder = root.absolute() / source_hash()
    make_private(folder)
    return folder.resolve()


def cache_variables() -> dict[str, str]:
    """Return what another process must find in its environment to use the same cache folder."""
    is_own = own_temporary.cache_info().currsize > 0
    return {"NUMBA_CACHE_DIR": own_temporary().name} if is_own else {}


def _cache_root() -> Path:
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen) / _OWN
    from platformdirs import user_cache_path

    return user_cache_path("quacks_sim", appauthor=False) / "compiled"


@cache
def source_hash() -> str:
    """Return a hash of what is compiled and how: sources, tables, versions, numba's settings."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    # Numba's own key of a cached function knows nothing of these.
    digest.update(repr([getattr(_config, name, None) for name in _SETTINGS]).encode())
    for folder in ("rules", "kernel", "policies", "solver"):
        for path in sorted((package / folder).rglob("*")):
            if path.suffix in (".py", ".csv"):
                digest.update(path.relative_to(package).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _prune(root: Path) -> None:
    # In a folder that a user names, there may be anything else.
    own = [path for path in root.iterdir() if _HASH.fullmatch(path.name) and path.is_dir()]
    folders = sorted(own, key=lambda path: path.stat().st_mtime, reverse=True)
    for folder in folders[_KEPT_CACHES:]:
        shutil.rmtree(folder, ignore_errors=True)


def _row_type(array: types.Array, readonly: bool) -> types.Array:
    return types.Array(array.dtype, array.ndim - 1, "C", readonly=readonly)


def _row_code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    source_type, _ = signature.args
    source = make_array(source_type)(context, builder, args[0])
    shape = unpack_tuple(builder, source.shape)
    strides = unpack_tuple(builder, source.strides)
    data = pointer_add(
        builder, source.data, builder.mul(args[1], strides[0]), return_type=source.data.type
    )
    target = make_array(signature.return_type)(context, builder)
    populate_array(
        target,
        data=data,
        shape=shape[1:],
        strides=strides[1:],
        itemsize=source.itemsize,
        meminfo=None,
    )
    return target._getvalue()


@intrinsic
def _row(typingctx: Any, array: Any, index: Any) -> Any:
    return _row_type(array, not array.mutable)(array, types.intp), _row_code


@intrinsic
def _readonly_row(typingctx: Any, array: Any, index: Any) -> Any:
    return _row_type(array, True)(array, types.intp), _row_code


def _borrow_code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    source = make_array(signature.args[0])(context, builder, args[0])
    target = make_array(signature.return_type)(context, builder)
    populate_array(
        target,
        data=source.data,
        shape=source.shape,
        strides=source.strides,
        itemsize=source.itemsize,
        meminfo=None,
    )
    return target._getvalue()


@intrinsic
def _readonly(typingctx: Any, array: Any) -> Any:
    return types.Array(array.dtype, array.ndim, "C", readonly=True)(array), _borrow_code


def _interpreted_row(array: Any, index: int) -> Any:
    return array[index]


def _interpreted_readonly_row(array: Any, index: int) -> Any:
    return _interpreted_readonly(array[index])


def _interpreted_readonly(array: Any) -> Any:
    borrowed = array.view()
    borrowed.setflags(write=False)
    return borrowed


def _call_code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    address, *values = args
    result, kinds = signature.return_type, signature.args[1:]
    convention = context.call_conv
    pointer = builder.inttoptr(address, convention.get_function_type(result, kinds).as_pointer())
    status, value = convention.call_function(builder, pointer, result, kinds, values)
    with if_unlikely(builder, status.is_error):
        convention.return_status_propagate(builder, status)
    return value


@intrinsic
def _call_for_yes(typingctx: Any, address: Any, view: Any, params: Any) -> Any:
    return types.boolean(types.int64, view, params), _call_code


@intrinsic
def _call_for_index(typingctx: Any, address: Any, view: Any, params: Any) -> Any:
    return types.int64(types.int64, view, params), _call_code


@intrinsic
def _call_book(
    typingctx: Any, address: Any, step: Any, rules: Any, table: Any, seat: Any, kind: Any,
    journal: Any, tape: Any,
) -> Any:  # fmt: skip
    whole_number = types.int64
    kinds = (whole_number, rules, table, whole_number, whole_number, journal, tape)
    return types.int64(whole_number, *kinds), _call_code


#: Two addresses are no functions: they stand for answers that are always the same (see asking.py).
_interpreted_functions: list[Any] = [None, None]


def _interpreted_call(address: int, *arguments: Any) -> Any:
    return _interpreted_functions[address](*arguments)


def address_of(function: Any) -> int:
    """Return where the kernel finds a compiled function; it stays valid while `function` lives."""
    if INTERPRETED:
        _interpreted_functions.append(function)
        return len(_interpreted_functions) - 1
    (overload,) = function.overloads.values()
    address: int = overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name)
    return address


#: ``row(array, i)`` is ``array[i]`` of a C-contiguous array as a *borrowed* array: it does not keep
#: its memory alive and so costs no reference counting (slicing in the loop doubles the cost of a
#: decision). The arrays of a table outlive every call. ``readonly_row`` may not be written to, and
#: ``readonly`` is a whole array that may not.
row: Any = _interpreted_row if INTERPRETED else _row
readonly_row: Any = _interpreted_readonly_row if INTERPRETED else _readonly_row
readonly: Any = _interpreted_readonly if INTERPRETED else _readonly

#: ``call_for_yes(address, view, params)`` calls a policy by its address; an exception in it is
#: passed on. A policy's address travels in the table, so that no entry is compiled anew for a new
#: policy.
call_for_yes: Any = _interpreted_call if INTERPRETED else _call_for_yes
call_for_index: Any = _interpreted_call if INTERPRETED else _call_for_index

#: ``call_book(address, step, rules, table, seat, kind, journal, tape)`` calls what the books of
#: other sets (:mod:`quacks_sim.kernel.other_books`) and event cards
#: (:mod:`quacks_sim.kernel.fortune`) do in the same way.
call_book: Any = _interpreted_call if INTERPRETED else _call_book
