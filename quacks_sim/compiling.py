"""Compiling for a fresh installation: in two processes at once, which do nothing else.

Numba compiles on one core. So what the cache folder does not hold yet is divided between processes
(:mod:`quacks_sim.compile_process`), and read from the folder when they are done. Whatever goes
wrong with them is no error: what is still missing then is compiled here, as without them.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from quacks_sim.blocks import usable_cores
from quacks_sim.kernel.entries import ENTRIES, announced, is_entry_kept
from quacks_sim.kernel.jit import INTERPRETED, cache_folder, cache_variables
from quacks_sim.policies.registry import Policy

MOST_PROCESSES = 2

#: What costs less is compiled here: starting a process takes as long.
_LEAST_SECONDS = 2

_SECONDS_OF_POLICY = 0.5

_compiling = threading.Lock()

#: What has been looked for in the cache folder: that is done once in a process.
_looked_for: set[tuple[str, str]] = set()


class Missing(NamedTuple):
    """What one process has to do: a policy, or an entry in all forms that are missing.

    Forms share a file in the cache folder, which two processes must not write at once.
    """

    wanted: list[str]
    words: str
    seconds: float


def compile_ahead(
    policies: Iterable[Policy] = (), entries: Iterable[str] = (), forms: Iterable[str] = ("plain",)
) -> None:
    """Compile what is not kept yet, if there is a folder to keep it in.

    Parameters
    ----------
    policies : iterable of Policy
        Those of users are left alone: they are never kept.
    entries : iterable of str
        Names in :data:`quacks_sim.kernel.entries.ENTRIES`.
    forms : iterable of str
        The forms of these entries.
    """
    if INTERPRETED or cache_folder() is None:
        return
    with _compiling:
        missing = [*_missing_entries(entries, list(forms)), *_missing_policies(policies)]
        if sum(each.seconds for each in missing) >= _LEAST_SECONDS:
            with announced(_in_words(missing)):
                _compile_in_processes(missing)


def _is_new(one: str, other: str) -> bool:
    is_new = (one, other) not in _looked_for
    _looked_for.add((one, other))
    return is_new


def _missing_entries(names: Iterable[str], forms: list[str]) -> Iterable[Missing]:
    for name in names:
        entry = ENTRIES[name]
        new = [form for form in forms if _is_new(name, form) and not is_entry_kept(name, form)]
        if new:
            yield Missing([f"{name}/{form}" for form in new], entry.words, entry.seconds * len(new))


def _missing_policies(policies: Iterable[Policy]) -> Iterable[Missing]:
    for policy in policies:
        decision = policy.decision.name
        if policy.shipped and _is_new(decision, policy.name) and not policy.is_kept:
            yield Missing([f"{decision}/{policy.name}"], "policies", _SECONDS_OF_POLICY)


def _in_words(missing: list[Missing]) -> str:
    words = list(dict.fromkeys(each.words for each in missing))
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def divided(missing: list[Missing], processes: int) -> list[list[str]]:
    """Return what each process shall compile: the longest first, to the one that has least."""
    shares: list[list[str]] = [[] for _ in range(processes)]
    seconds = [0.0] * processes
    for each in sorted(missing, key=lambda each: -each.seconds):
        least = seconds.index(min(seconds))
        shares[least] += each.wanted
        seconds[least] += each.seconds
    return [share for share in shares if share]


def _compile_in_processes(missing: list[Missing]) -> None:
    with ExitStack() as ends:
        started = []
        for share in divided(missing, min(MOST_PROCESSES, usable_cores())):
            try:
                child = _start(share)
            except OSError:  # no process, or no memory for it
                continue
            ends.callback(_end, child)
            started.append(child)
        for child in started:
            child.wait()


def _start(wanted: list[str]) -> "subprocess.Popen[bytes]":
    folder = str(Path(__file__).resolve().parent.parent)
    path = os.pathsep.join(filter(None, (folder, os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "quacks_sim.compile_process", *wanted],
        env={**os.environ, "PYTHONPATH": path, **cache_variables()},
        stdin=subprocess.PIPE,  # its end tells the process that this one is no more
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _end(child: "subprocess.Popen[bytes]") -> None:
    """End a process, which may still be at it: the user has had enough."""
    child.kill()
    child.wait()
    if child.stdin:
        child.stdin.close()
