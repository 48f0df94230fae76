"""Files of a dataset: written under a temporary name, then renamed, so that none is half there.

Several machines may write the same file at a time, so each has a temporary name of its own.
"""

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from quacks_sim.errors import InputError
from quacks_sim.experiment.folders import is_local, puts_at_once
from quacks_sim.locks import try_lock

_TEMPORARY = ".tmp"


def sha256(content: bytes | memoryview) -> str:
    """Return the SHA-256 of some bytes in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def write_file(path: Path, content: bytes | memoryview) -> None:
    """Write a file at once: whoever looks sees the old file or the new one, and never a part.

    Raises
    ------
    OSError
        If it cannot be written; the old file then is as it was.
    """
    if puts_at_once(path):
        path.write_bytes(bytes(content))
        return
    temporary = path.with_name(f"{path.name}.{uuid4().hex[:8]}{_TEMPORARY}")
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


def is_leftover(path: Path) -> bool:
    """Return whether a killed run may have left a file in a folder that is no dataset yet."""
    return path.name.endswith(_TEMPORARY) and path.name.startswith(("manifest.json.", "writable."))


def make_folder(folder: Path) -> None:
    """Make a folder, and try out whether files can be written there.

    Raises
    ------
    InputError
        If that is not possible.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_file(folder / f"writable{_TEMPORARY}", b"")
        (folder / f"writable{_TEMPORARY}").unlink()
    except Exception as error:  # back ends of fsspec raise far more than OSError
        raise InputError(
            f"{folder} cannot be written: {getattr(error, 'strerror', None) or error}",
            "name a folder in which you may write",
        ) from None


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


def keep_only(folder: Path, names: set[str]) -> None:
    """Remove everything in a folder but the files of these names, and an empty folder itself."""
    if not folder.is_dir():
        return
    for path in list(folder.iterdir()):
        if path.is_dir():
            _remove_folder(path)
        elif path.name not in names:
            path.unlink(missing_ok=True)  # a worker that nobody waits for may remove it, too
    if not names:
        _remove_folder(folder)


def _remove_folder(folder: Path) -> None:
    if is_local(folder):
        shutil.rmtree(folder)
    elif folder.is_dir():  # an object store has no empty folders
        folder.fs.rm(folder.path, recursive=True)  # type: ignore[attr-defined]


def remove_temporary(folder: Path) -> None:
    """Remove what a killed run left in the folder itself."""
    for path in folder.glob(f"*{_TEMPORARY}"):
        path.unlink()
