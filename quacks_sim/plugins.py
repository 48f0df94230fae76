"""Plug-ins: policies of one's own in files of Python, which run only where somebody allowed it.

A strategy, an experiment or a dataset may come from anywhere, and importing a file of Python runs
it. So the files beside the shipped strategies are trusted, and every other one must be allowed:
by its name, or all of them at once.
"""

import hashlib
import importlib.util
import os
from collections.abc import Collection, Sequence
from dataclasses import replace
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import numpy as np

from quacks_sim import checked
from quacks_sim.errors import InputError, PolicyError, in_short, nearest
from quacks_sim.policies.registry import Policy, decision_point
from quacks_sim.printable import printable
from quacks_sim.shipped import shipped_folder

#: What may run besides shipped files: nothing, everything, or these files.
Allowed = bool | Collection[str | os.PathLike[str]]

_MARK = ".py:"


class PluginRefused(InputError):
    """Code that nobody has allowed to run."""

    def __init__(self, where: str, named: Sequence[tuple[str, str]], folder: Path | None) -> None:
        files = list(dict.fromkeys(str(file_of(name, folder)) for _, name in named))
        uses = ", ".join(f"{decision} = {in_short(name)}" for decision, name in named)
        super().__init__(
            f"{where}: it would run Python code: {', '.join(files)} ({uses})",
            "read it first; then allow it with "
            f"{' '.join(f'--plugin {file}' for file in files)}, or all with --allow-plugins "
            "(in Python: allow_plugins=True)",
        )
        self.named, self.folder = tuple(named), folder


def is_plugin(name: object) -> bool:
    """Return whether the name of a policy is ``FILE.py:FUNCTION``."""
    return isinstance(name, str) and _MARK in name


def file_of(name: str, folder: Path | None) -> Path:
    """Return the file that ``FILE.py:FUNCTION`` names, relative to a strategy's folder."""
    return (folder or Path()) / name.rpartition(":")[0]


def check_allowed(
    where: str, named: Sequence[tuple[str, str]], folder: Path | None, allowed: Allowed
) -> None:
    """Raise an error unless all plug-ins may run.

    Parameters
    ----------
    where : str
        What names them, for the message.
    named : sequence of (str, str)
        Decision and policy, ``"FILE.py:FUNCTION"``.
    folder : Path or None
        Where the files are looked for.
    allowed : bool or collection of paths
        See :data:`Allowed`.

    Raises
    ------
    PluginRefused
        Naming every file that would have run.
    """
    allowed = read_allowed(allowed)
    if allowed is True:
        return
    files = {file.resolve() for file in allowed or ()}
    refused = [
        (decision, name)
        for decision, name in named
        if file_of(name, folder).resolve() not in files and not is_trusted(file_of(name, folder))
    ]
    if refused:
        raise PluginRefused(where, refused, folder)


def read_allowed(allowed: object) -> bool | list[Path]:
    """Return which plug-ins may run, checked.

    Raises
    ------
    InputError
        For anything but True, False and a list of paths; one path alone is none, for whoever
        writes it may well mean something else.
    """
    if isinstance(allowed, bool | np.bool_):
        return bool(allowed)
    cure = "allow all with True, none with False, or files by name, as ['mine.py']"
    if allowed is None or isinstance(allowed, str | os.PathLike):
        raise InputError(f"allow_plugins is {in_short(allowed)}, not a list", cure)
    files = checked.items(allowed, "allow_plugins", cure)
    return [checked.path_of(each, "a file of allow_plugins") for each in files]


def is_trusted(file: Path) -> bool:
    """Return whether a file comes with the program."""
    return file.resolve().is_relative_to(shipped_folder("strategies").resolve())


def load_policy(decision: str, name: str, folder: Path | None) -> Policy:
    """Import a plug-in and return its policy; whether it may run has been checked before.

    Raises
    ------
    InputError
        If there is no such file or function.
    PolicyError
        If the file cannot be imported, or the function belongs to another decision.
    """
    path = file_of(name, folder)
    if printable(name) != name:
        raise InputError(f"{in_short(name)} cannot be the name of a policy", "rename the file")
    if not path.is_file():
        raise InputError(
            f"there is no file {path} for the {decision} policy {in_short(name)}",
            "its path is relative to the strategy's file",
        )
    made = _own_policy(_import_file(path), name.rpartition(":")[2], decision, path)
    return replace(made, name=name)


def _own_policy(module: ModuleType, function: str, decision: str, path: Path) -> Policy:
    found = getattr(module, function, None)
    if found is None:
        names = [name for name, each in vars(module).items() if hasattr(each, "policy")]
        raise InputError(
            f"{path} has no function {in_short(function)}",
            f"its policies are: {', '.join(names) or 'none'}{nearest(function, names)}",
        )
    if not callable(found):
        raise InputError(f"{path}: {function} is not a function", "name a function of the file")
    made: Policy = getattr(found, "policy", None) or Policy(
        function, decision_point(decision), (), found, shipped=False
    )
    if made.decision.name != decision:
        raise PolicyError(
            f"{path}: {function} is a policy for {made.decision.name}, not for {decision}",
            f"name it in section [{made.decision.name}], or mark it with @policy({decision!r})",
        )
    return made


def _import_file(path: Path) -> ModuleType:
    # Policies of a user are compiled in every run, and Python's own cache is not asked either: it
    # takes a file that was edited within a second for the old one.
    digest = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:8]
    loader = SourceFileLoader(f"quacks_plugin_{path.stem}_{digest}", str(path))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    try:
        exec(loader.source_to_code(loader.get_data(str(path)), str(path)), vars(module))
    except (Exception, SystemExit) as error:
        raise PolicyError(
            f"{path} cannot be imported: {type(error).__name__}: {error}", "correct the file"
        ) from error
    return module
