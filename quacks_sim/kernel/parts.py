"""Entries without code for their parts: half the work, for a process that only compiles.

Numba makes of each function a library of its own. It optimises it, translates it into machine code
and wraps it so that Python can call it; and then optimises it again in each library that calls it.
Here this is done for entries alone. What they are made of is only linked into them, so Python
must not call it: :mod:`quacks_sim.compile_process` does nothing but fill the cache folder.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target

from quacks_sim.kernel import jit


class _Library(JITCodeLibrary):
    """The compiled form of a function: whole if it is an entry, else only to be linked."""

    optimises_parts = False

    def _is_entry(self) -> bool:
        return self.name in jit.entry_names

    def _optimize_final_module(self) -> None:
        if self._is_entry() or self.optimises_parts:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        if self._is_entry():
            super()._finalize_final_module()
        else:
            self._finalize_dynamic_globals()
            self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return the address of a function, 0 for a part."""
        return super().get_pointer_to_function(name) if self._is_entry() else 0


def compile_only() -> None:
    """Make code for entries alone from now on.

    To be called before any module is imported that marks functions with the decorators of
    :mod:`quacks_sim.kernel.jit`.
    """
    jit.PART_OPTIONS.update(no_cpython_wrapper=True, no_cfunc_wrapper=True)
    codegen: Any = cpu_target.target_context.codegen()
    codegen._library_class = _Library
    tell = codegen.set_env

    def set_env(name: str, environment: Any) -> None:
        """Tell a function its environment; a part has none."""
        if codegen._engine.get_global_value_address(name):
            tell(name, environment)

    codegen.set_env = set_env


def optimise_parts() -> None:
    """Optimise parts by themselves as well from now on: policies that look ahead are quicker so."""
    _Library.optimises_parts = True
