"""Which files are ours: those half written by their names; and links, which are nobody's to follow.

What a user has put beside our files stays as it is, and so does whatever a symbolic link leads to.
"""

import os
import re
import secrets
import stat
from pathlib import Path
from typing import Literal

from quacks_sim.errors import InputError

_TEMPORARY = re.compile(r"\.(.+)\.[0-9a-f]{8}\.quacks\.tmp", re.DOTALL)

Kind = Literal["nothing", "file", "folder", "link", "other"]


def temporary_beside(path: Path) -> Path:
    """Return a new name beside a file, under which it is written until it is whole.

    It is hidden, so that whoever reads all files of a folder passes it over.
    """
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}.quacks.tmp")


def name_of_temporary(name: str) -> str | None:
    """Return the name that a file was to get when it is whole, None for a name that is not ours."""
    found = _TEMPORARY.fullmatch(name)
    return found and found[1]


def kind_of(path: Path) -> Kind:
    """Return what lies at a path; a link is a link, wherever it leads.

    A path at a URL, which has the methods of a :class:`~pathlib.Path`, does as well.

    Raises
    ------
    OSError
        If that cannot be seen.
    """
    if not isinstance(path, Path):
        return "file" if path.is_file() else "folder" if path.is_dir() else "nothing"
    try:
        found = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return "nothing"
    if stat.S_ISLNK(found.st_mode) or _is_junction(found):
        return "link"
    if stat.S_ISREG(found.st_mode):
        return "file"
    return "folder" if stat.S_ISDIR(found.st_mode) else "other"


def _is_junction(found: os.stat_result) -> bool:
    """Return whether it is what Windows has instead of a link to a folder."""
    tag = getattr(found, "st_reparse_tag", 0)
    return bool(tag) and tag == getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", 0)


def check_replaceable(path: Path) -> None:
    """Raise an error unless a file can be written at a path without touching anything else.

    Raises
    ------
    InputError
        If a symbolic link, a folder or a device lies there.
    """
    kind = kind_of(path)
    if kind == "link":
        raise InputError(
            f"{path} is a symbolic link, and nothing is written through one",
            "remove the link, or name the file that it leads to",
        )
    if kind not in ("file", "nothing"):
        what = "a folder" if kind == "folder" else "no file"
        raise InputError(f"{path} is {what}", "move it away, or take another name")


def remove_file(path: Path) -> None:
    """Remove a file if there is one; what is no file, or lies in a folder that is a link, stays."""
    if kind_of(path) == "file" and kind_of(path.parent) != "link":
        path.unlink(missing_ok=True)  # a worker that nobody waits for may remove it, too
