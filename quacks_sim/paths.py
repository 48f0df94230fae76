"""Paths as they stand in files that others may read: nothing tells whose they are."""

import os
from pathlib import Path


def without_owner(path: "str | Path") -> str:
    """Return a path as it is told to others: as it was named, or relative to here, or its name.

    Who plays, and where their files lie, is nobody's business: nothing absolute is told, and
    nothing that leads through the user's own folder. A URL stays as it is.
    """
    if "://" in str(path):
        return str(path)
    path = Path(path)
    if path.is_absolute():
        here = Path.cwd()
        path = path.relative_to(here) if path.is_relative_to(here) else Path(path.name)
    return path.name if _leads_home(path) else path.as_posix()


def seen_from(folder: Path, path: Path) -> str:
    """Return a path as it stands in a file of a folder, so that it is found again from there.

    Relative to the folder, with slashes; only on another drive of Windows it stays absolute.
    """
    try:
        return Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()
    except ValueError:
        return path.resolve().as_posix()


def told_from(folder: Path, path: Path) -> str:
    """Return a path as :func:`seen_from` does, or its name if that would tell whose it is."""
    seen = seen_from(folder, path)
    return path.name if Path(seen).is_absolute() or _leads_home(Path(seen)) else seen


def _leads_home(path: Path) -> bool:
    """Return whether a relative path leads up, and down again through the user's own folder."""
    try:
        home = Path.home().name
    except RuntimeError:
        return False
    return bool(home) and ".." in path.parts and home in path.parts
