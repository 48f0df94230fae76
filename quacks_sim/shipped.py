"""Where the shipped strategies and experiments lie: inside the wheel, or beside the package."""

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def shipped_folder(kind: str) -> Path:
    """Return the folder of the shipped files of a kind, ``"strategies"`` or ``"experiments"``."""
    inside = _PACKAGE / "shipped" / kind
    return inside if inside.is_dir() else _PACKAGE.parent / kind


@cache
def shipped_files(kind: str) -> dict[str, Path]:
    """Return the shipped TOML files of a kind, by name."""
    paths = sorted(shipped_folder(kind).rglob("*.toml"))
    return {path.stem: path for path in paths}
