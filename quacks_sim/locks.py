"""Locks that keep two processes from the same work; one that is killed leaves none."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from quacks_sim.errors import InputError


def try_lock(handle: int) -> bool:
    """Lock an open file or folder; return whether nobody else has locked it.

    Always true where there are no locks: on Windows, and on some network disks.
    """
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


@contextmanager
def only_one(path: Path | None, what: str) -> Iterator[None]:
    """Keep other processes from making the same result meanwhile.

    Parameters
    ----------
    path : Path, optional
        Of the result; its folder can be written. A hidden file beside it is locked, because the
        result itself is replaced again and again. Nothing is locked without one.
    what : str
        What makes it, ``"search"``.

    Raises
    ------
    InputError
        If another process is at it, or something that is no lock has the name of one.
    """
    if path is None:
        yield
        return
    lock = path.with_name(f".{path.name}.quacks.lock")
    handle = _opened(lock)
    try:
        if not try_lock(handle) or not _is_there(lock, handle):
            raise InputError(
                f"another {what} is writing {path}", "wait for it, or name another file with -o"
            )
        try:
            yield
        finally:
            with suppress(OSError):  # Windows removes no open file
                lock.unlink()
    finally:
        os.close(handle)


def _opened(lock: Path) -> int:
    """Open a lock, or make one; it is an empty file, and never one that a link leads to."""
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
        if os.fstat(handle).st_size:
            os.close(handle)
            raise OSError("it is no lock")
    except OSError as error:
        raise InputError(
            f"{lock} is in the way: {error.strerror or error}",
            "move it away, or name another file with -o",
        ) from None
    return handle


def _is_there(lock: Path, handle: int) -> bool:
    """Return whether the file is still that of the handle: who had it may just have removed it."""
    try:
        return os.path.samestat(lock.stat(), os.fstat(handle))
    except OSError:
        return False
