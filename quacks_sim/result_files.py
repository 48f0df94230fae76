"""Files of results for a person, charts and pages: whole or not at all, nothing lost unasked."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from quacks_sim import checked
from quacks_sim.errors import InputError, in_short
from quacks_sim.own_files import check_replaceable, temporary_beside


def check_result_path(
    path: "str | os.PathLike[str]", what: str, suffixes: Sequence[str], *, overwrite: bool = False
) -> Path:
    """Return the path of a result that can be written, after making its folder.

    Parameters
    ----------
    path : str or Path
        Ends in one of the suffixes.
    what : str
        What it will be, ``"chart"``.
    suffixes : sequence of str
        As ``".png"``, the usual one first.
    overwrite : bool
        Whether a file that is there may be replaced.

    Raises
    ------
    InputError
        For another suffix, for a file that is there, for a link, and for a folder that cannot be
        made.
    """
    path = checked.path_of(path, f"the file of the {what}")
    overwrite = checked.switch(overwrite, "overwrite")
    if path.suffix.lower() not in suffixes:
        raise InputError(
            f"a {what} cannot be written as {in_short(path.name)}",
            f"name a file that ends in {' or '.join(suffixes)}",
        )
    if path.is_dir():
        raise InputError(
            f"{path} is a folder", f"name a file in it, for example {what}{suffixes[0]}"
        )
    check_replaceable(path)
    if path.exists() and not overwrite:
        raise InputError(f"{path} is already there", "take another name, or --overwrite")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"the folder of {path} cannot be made: {error.strerror}", "take another place"
        ) from None
    if not os.access(path.parent, os.W_OK):
        raise InputError(f"{path.parent} cannot be written", "name a folder in which you may write")
    return path


def write_result(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file under another name, then give it its own.

    Parameters
    ----------
    path : Path
        Where it shall lie.
    write : callable
        Writes it to the path that it is given.

    Raises
    ------
    InputError
        If it cannot be written there, or a link is there.
    """
    part = temporary_beside(path)
    try:
        check_replaceable(path)
        write(part)
        os.replace(part, path)
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror or error}", "take another place"
        ) from None
    finally:
        part.unlink(missing_ok=True)
