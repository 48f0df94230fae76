"""Files of a dataset: written under a temporary name, then renamed, so that none is half there.

Several machines may write the same file at a time, so each has a temporary name of its own.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from quacks_sim.errors import InputError
from quacks_sim.experiment.folders import is_local, puts_at_once
from quacks_sim.locks import try_lock
from quacks_sim.own_files import check_replaceable, kind_of, temporary_beside


def sha256(content: bytes | memoryview) -> str:
    """Return the SHA-256 of some bytes in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def write_file(path: Path, content: bytes | memoryview) -> None:
    """Write a file at once: whoever looks sees the old file or the new one, and never a part.

    Raises
    ------
    InputError
        If it, or the folder in which it lies, is a symbolic link.
    OSError
        If it cannot be written; the old file then is as it was.
    """
    if puts_at_once(path):
        path.write_bytes(bytes(content))
        return
    _check_place(path)
    temporary = temporary_beside(path)
    try:
        with temporary.open("wb") as file:
            file.write(content)
        if is_local(path):
            os.replace(temporary, path)
        else:
            temporary.fs.mv(temporary.path, path.path)  # type: ignore[attr-defined]
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _check_place(path: Path) -> None:
    check_replaceable(path)
    if kind_of(path.parent) == "link":
        raise InputError(
            f"{path.parent} is a symbolic link, which no run follows",
            "move it away, or name another folder",
        )


def keep_room(path: Path, size: int) -> Path | None:
    """Occupy some bytes beside a file, so that it can be written once the disk is full.

    Returns
    -------
    Path or None
        What to remove then; a next run takes it for a half-written file. None where there is no
        room, or where files do not lie on a disk of this machine.
    """
    if not is_local(path):
        return None
    room = temporary_beside(path)
    try:
        room.write_bytes(bytes(size))
    except OSError:
        with suppress(OSError):
            room.unlink()
        return None
    return room


def make_folder(folder: Path) -> list[Path]:
    """Make a folder, and try out whether files can be written there.

    Returns
    -------
    list of Path
        The folders that were not there before, the innermost first.

    Raises
    ------
    InputError
        If that is not possible; then nothing was made.
    """
    made: list[Path] = []
    try:
        if is_local(folder):
            made += [each for each in (folder, *folder.parents) if not each.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        _try_to_write(folder)
    except Exception as error:  # back ends of fsspec raise far more than OSError
        remove_empty(made)
        raise InputError(
            f"{folder} cannot be written: {getattr(error, 'strerror', None) or error}",
            "name a folder in which you may write",
        ) from None
    return made


def _try_to_write(folder: Path) -> None:
    attempt = temporary_beside(folder / "writable")
    attempt.write_bytes(b"")
    attempt.unlink()


def remove_empty(folders: list[Path]) -> None:
    """Remove folders in which there is nothing; others stay."""
    for folder in folders:
        if is_local(folder):
            with suppress(OSError):
                folder.rmdir()
        elif folder.is_dir() and not any(folder.iterdir()):
            folder.fs.rm(folder.path, recursive=True)  # type: ignore[attr-defined]


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other runs out of a folder, where the system can do that; a killed run leaves no lock.

    Raises
    ------
    InputError
        If another run is writing there.
    """
    if not is_local(folder):
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        if not try_lock(handle):
            raise InputError(
                f"another run is writing into {folder}",
                "wait for it, or name another folder",
            )
        yield
    finally:
        os.close(handle)
