"""Folders into which nobody but the user can put anything: from elsewhere no code is loaded.

Compiled code runs as it comes from its file. Whoever could write that file, or put another folder
in its place, could run anything in the name of the user who plays.
"""

import os
import stat
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def make_private(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for the user alone.

    Raises
    ------
    OSError
        If that is not possible.
    """
    for each in reversed([folder, *folder.parents]):
        if not each.is_dir():
            with suppress(FileExistsError):  # another process may be at the same
                os.mkdir(each, 0o700)


def open_to_others(folder: Path) -> Path | None:
    """Return through which folder others could put code into a folder, None if they cannot.

    Parameters
    ----------
    folder : Path
        A resolved path, of a folder that is there. It must belong to the user, and those above it
        to the user or to root. None of them may be written by others; folders above it may if they
        are sticky, as ``/tmp`` is: nobody can replace there what belongs to somebody else.

    Raises
    ------
    OSError
        If one of them cannot be looked at.
    """
    if not hasattr(os, "geteuid"):  # on Windows, where profiles are closed to others
        return None
    for place in (folder, *folder.parents):
        found = place.stat()
        above = place != folder
        if above and _PACKAGE.is_relative_to(place):
            break  # who can write there can change this program itself
        owners = (os.geteuid(), 0) if above else (os.geteuid(),)
        sticky = above and found.st_mode & stat.S_ISVTX
        if found.st_uid not in owners or (_others_write(found) and not sticky):
            return place
    return None


def _others_write(found: os.stat_result) -> bool:
    if found.st_mode & stat.S_IWOTH:
        return True
    return bool(found.st_mode & stat.S_IWGRP) and not _is_of_one(found.st_gid)


@cache
def _is_of_one(group: int) -> bool:
    """Return whether the user alone is in a group, as many systems give one to each user."""
    import grp
    import pwd

    try:
        user, known = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except KeyError:  # a number without a name
        return False
    return (known.gr_gid, known.gr_name) == (user.pw_gid, user.pw_name) and not (
        set(known.gr_mem) - {user.pw_name}
    )


@cache
def own_temporary() -> "tempfile.TemporaryDirectory[str]":
    """Return a private folder that goes with this process."""
    return tempfile.TemporaryDirectory(prefix="quacks-code-")
