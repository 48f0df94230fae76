"""Files of a dataset: written under a temporary name, then renamed, so that none is half there."""

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from quacks_sim.errors import InputError

_TEMPORARY = ".tmp"
_TRIAL = "writable"


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
    temporary = path.with_name(path.name + _TEMPORARY)
    try:
        with open(temporary, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def make_folder(folder: Path) -> None:
    """Make a folder, and try out whether files can be written there.

    Raises
    ------
    InputError
        If that is not possible.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_file(folder / f"{_TRIAL}{_TEMPORARY}", b"")
        (folder / f"{_TRIAL}{_TEMPORARY}").unlink()
    except OSError as error:
        raise InputError(
            f"{folder} cannot be written: {error.strerror or error}",
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
    try:
        import fcntl
    except ImportError:  # not on Windows
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(
                f"another run is writing into {folder}",
                "wait for it, or name another folder",
            ) from None
        except OSError:
            pass  # a file system without locks
        yield
    finally:
        os.close(handle)


def keep_only(folder: Path, names: set[str]) -> None:
    """Remove everything in a folder but the files of these names, and an empty folder itself."""
    if not folder.is_dir():
        return
    for path in list(folder.iterdir()):
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name not in names:
            path.unlink()
    if not names:
        folder.rmdir()


def is_leftover(name: str) -> bool:
    """Return whether a run that was killed at its very beginning may have left a file so named."""
    return name.startswith((_TRIAL, "manifest.json")) and name.endswith(_TEMPORARY)


def remove_temporary(folder: Path) -> None:
    """Remove what a killed run left in the folder itself."""
    for path in folder.glob(f"*{_TEMPORARY}"):
        path.unlink()
