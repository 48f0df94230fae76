"""The tables of columns in ``docs/data.md``: ``python -m`` this module makes them anew in files."""

import re
import sys
from pathlib import Path

from quacks_sim.experiment.columns import COLUMNS, markdown


def renewed(text: str) -> str:
    """Return the text with each table between its markers made anew.

    Raises
    ------
    ValueError
        If a marker is missing.
    """
    for kind in COLUMNS:
        begin, end = f"<!-- columns of {kind} -->", "<!-- end of columns -->"
        pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
        if len(pattern.findall(text)) != 1:
            raise ValueError(f"the text has not exactly one {begin} … {end}")
        table = f"{begin}\n{markdown(kind)}\n{end}"
        text = pattern.sub(lambda _, table=table: table, text)  # type: ignore[misc]
    return text


def main(arguments: list[str]) -> None:
    """Renew the files named."""
    for name in arguments:
        path = Path(name)
        path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
