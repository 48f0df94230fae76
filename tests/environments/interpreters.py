"""The Pythons of this machine that the program allows: the newest of each minor version."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from packaging.version import Version

from tests.environments.requirements import pythons

_ABOUT = (
    "import ensurepip, platform, sys, venv; "
    "print(platform.python_version(), sys.implementation.name, sys.executable)"
)


def interpreters() -> dict[Version, Path]:
    """Return a Python for each minor version that is allowed and here, oldest first.

    Those of pyenv and those on the path, CPython only, no release candidates.
    """
    found: dict[tuple[int, int], tuple[Version, Path]] = {}
    for candidate in _candidates():
        about = _about(candidate)
        if about is None or about[0].is_prerelease or about[0] not in pythons():
            continue
        minor = about[0].major, about[0].minor
        if minor not in found or about[0] > found[minor][0]:
            found[minor] = about
    return dict(found[minor] for minor in sorted(found))


def _candidates() -> Iterator[Path]:
    home = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from sorted(home.glob("versions/*/bin/python"))
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        if folder:
            yield from sorted(Path(folder).glob("python3.[0-9]*[0-9]"))


def _about(candidate: Path) -> tuple[Version, Path] | None:
    """Return version and place of an interpreter that can make environments, or None."""
    run = [str(candidate), "-c", _ABOUT]
    try:
        done = subprocess.run(run, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    version, name, place = [*done.stdout.split(maxsplit=2), "", "", ""][:3]
    if done.returncode or name != "cpython":
        return None
    return Version(version), Path(place.strip())
