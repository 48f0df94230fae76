"""Files in TOML, as strategies, experiments and rule options are written."""

import tomllib
from pathlib import Path
from typing import Any

from quacks_sim.errors import InputError


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file.

    Raises
    ------
    InputError
        If it cannot be read, is not UTF-8, or is no TOML.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path} cannot be read: {error}", "check the file: it must be text in UTF-8"
        ) from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {error}", "check the file") from None
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not valid TOML: {error}", "correct that line") from None
