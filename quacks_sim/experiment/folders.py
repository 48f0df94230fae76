"""Where a dataset lies: a folder of this machine, or a URL of a place that fsspec knows."""

import os
import re
import sys
from pathlib import Path
from typing import TypeGuard
from urllib.parse import urlsplit
from urllib.request import url2pathname

from quacks_sim import checked
from quacks_sim.errors import InputError

#: A command line that reads a URL as a path makes one slash of two.
_URL = re.compile(r"([a-z][a-z0-9+.-]+):/+(.*)", re.DOTALL)

#: Where a file is there at once and whole when it is put, and renaming would copy it.
_OBJECT_STORES = frozenset(
    ("s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "adl", "oss", "memory")
)


def as_folder(out: "str | os.PathLike[str]") -> Path:
    """Return the folder of a dataset.

    Parameters
    ----------
    out : str or path-like
        A path, a ``file:///`` URL, or a URL of a place for which fsspec has a back end
        (``s3://bucket/name``). The last is no :class:`~pathlib.Path`, but has the same methods.

    Raises
    ------
    InputError
        For nothing, and for a URL that cannot be used, or whose back end is not installed.
    """
    upath = sys.modules.get("upath")  # without it nobody can have such a path
    if upath is not None and isinstance(out, upath.UPath):
        out = str(out)
    named = checked.path_of(out, "the folder")
    found = _URL.fullmatch(os.fspath(out))
    if found is None:
        return named
    scheme, rest = found.groups()
    if scheme == "file":
        return Path(url2pathname(urlsplit(f"file:///{rest}").path))
    url = f"{scheme}://{rest}"
    try:
        from upath import UPath

        folder = UPath(url)
        folder.fs.invalidate_cache()  # what other processes have written since
        folder.exists()  # whether the place answers
    except ImportError as error:
        needs = getattr(error, "name", None) in ("upath", "fsspec")
        raise InputError(
            f"{url} cannot be used: {error}",
            "pip install 'quacks-sim[cluster]'" if needs else "install that with pip",
        ) from None
    except Exception as error:  # each back end has its own
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(
            f"{url} cannot be used: {reason}",
            "name a folder, or a URL that fsspec knows and that you may use",
        ) from None
    return folder  # type: ignore[return-value]


def is_local(folder: object) -> TypeGuard[Path]:
    """Return whether a folder or file is one of this machine's file system."""
    return isinstance(folder, Path)


def puts_at_once(path: object) -> bool:
    """Return whether a file is put there as a whole, so that no temporary name is needed."""
    return not is_local(path) and getattr(path, "protocol", "") in _OBJECT_STORES


def file_of(folder: Path, name: str) -> Path:
    """Return where to put a file about a dataset: into it, or here if it lies at a URL."""
    return folder / name if is_local(folder) else Path(name)
