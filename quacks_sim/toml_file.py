"""Files in TOML, as strategies, experiments and rule options are written."""

import re
import tomllib
from pathlib import Path
from typing import Any

from quacks_sim.bounded import MOST_LEVELS, check_bounds
from quacks_sim.errors import InputError

#: The longest shipped file has a fiftieth of this.
MOST_BYTES = 500_000

_LONG_KEY = re.compile(rf"""(?:[\w"'-]{{1,80}}[ \t]*\.[ \t]*){{{MOST_LEVELS}}}""")


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file.

    Raises
    ------
    InputError
        If it cannot be read, is not UTF-8, is no TOML, or is larger or nests deeper than any file
        that somebody writes.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"it has more than {MOST_BYTES:,} bytes")
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path} cannot be read: {error}", "check the file: it must be text in UTF-8"
        ) from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {error}", "check the file") from None
    if _LONG_KEY.search(text):  # takes the parser minutes
        raise InputError(
            f"{path} is not valid TOML: it has a key of very many parts", "correct that line"
        )
    try:
        content = tomllib.loads(text)
        check_bounds(content)
    except RecursionError:
        raise InputError(
            f"{path} is not valid TOML: it nests more than {MOST_LEVELS} times", "correct that line"
        ) from None
    except ValueError as error:
        raise InputError(f"{path} is not valid TOML: {error}", "correct that line") from None
    return content
