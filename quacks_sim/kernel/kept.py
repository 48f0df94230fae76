"""Compiled code in files: what is damaged is compiled anew, what cannot be written is not kept.

Numba itself fails on a truncated file, would run code with a flipped bit, and ends the run when
the disk is full. Here each file begins with a digest of its content, and no fault is more than a
reason to compile once more.
"""

import hashlib
import pickle
import sys
from functools import cache
from typing import Any

from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.registry import cpu_target

_DIGEST_BYTES = hashlib.sha256().digest_size


@cache
def say_once(what: str) -> None:
    """Print a note on stderr, once in a process."""
    print(
        f"note: {what}, so the kernel is compiled anew in every run"
        " (XDG_CACHE_HOME names another place)",
        file=sys.stderr,
    )


class _CheckedFiles(IndexDataCacheFile):
    """The files of one function; a damaged one is as good as none."""

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except Exception:  # whatever unpickling makes of a damaged file
            return {}

    def _save_data(self, name: str, data: Any) -> None:
        content = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(hashlib.sha256(content).digest())
            file.write(content)

    def _load_data(self, name: str) -> Any:
        with open(self._data_path(name), "rb") as file:
            digest, content = file.read(_DIGEST_BYTES), file.read()
        if hashlib.sha256(content).digest() != digest:
            raise OSError(f"{name} is damaged")  # which the caller takes for a missing file
        return pickle.loads(content)


class KeptCode(FunctionCache):
    """What numba asks for compiled code, and gives it to.

    Raises
    ------
    RuntimeError
        If numba finds no place for the files of this function.
    """

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        files = self._cache_file
        self._cache_file = _CheckedFiles(
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=files._source_stamp,
        )

    def holds(self, signature: Any) -> bool:
        """Return whether there is compiled code for arguments of these types, damaged or not."""
        codegen = cpu_target.target_context.codegen()
        return self._index_key(signature, codegen) in self._cache_file._load_index()

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep compiled code, if the disk has room for it."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            say_once(f"the cache folder cannot be written ({error.strerror or error})")
