"""A process that fills the cache folder: ``python -m quacks_sim.compile_process WHAT …``.

Started by :mod:`quacks_sim.compiling`. WHAT is ``game/plain``, or another entry of the kernel and
its form, or ``stop/bust_risk``, a decision and a shipped policy. It ends when its standard input
does: with the process that has started it, however that may have ended.
"""

import os
import sys
import threading

_STANDARD_INPUT = 0


def end_with_parent() -> None:
    """Wait for the end of the standard input, and end this process whatever it is doing.

    The system is asked, not ``sys.stdin``: who waits in that holds its lock, over which Python
    would stumble (SIGABRT) when this process comes to its own end.
    """
    while os.read(_STANDARD_INPUT, 1):
        pass
    os._exit(1)


def main(wanted: list[str]) -> None:
    """Compile entries and policies, and keep them in the cache folder."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    # Before everything else of the kernel, which is marked by its decorators as it is imported.
    from quacks_sim.kernel.parts import compile_only, optimise_parts

    compile_only()
    from quacks_sim.kernel.entries import ENTRIES, compiled_entry
    from quacks_sim.policies.registry import find_policy

    pairs = [each.split("/") for each in wanted]
    for name, form in (pair for pair in pairs if pair[0] in ENTRIES):
        compiled_entry(name, form)
    optimise_parts()
    for decision, name in (pair for pair in pairs if pair[0] not in ENTRIES):
        _ = find_policy(decision, name).compiled


if __name__ == "__main__":
    main(sys.argv[1:])
