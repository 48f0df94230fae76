"""The dialogue of docs/advise.md: ``python -m tests.advice.document --write`` writes it anew."""

import os
import re
import sys
import tempfile
from pathlib import Path

from tests.advice.evening import transcript
from tests.cli.conftest import ROOT

DOCUMENT = ROOT / "docs/advise.md"

#: What is typed in the dialogue of the document.
ANSWERS = (
    *("3", "Red Blue", "", "FB6", "w1 o1 w2", "w2", "flask", "w1", "stop", "1", "b1", "4 6"),
    *("", "b1", "g1", "g1", "save evening.json", "quit"),
)

_SHOWN = re.compile(r"(<!-- the dialogue: .* -->\n```text\n)(.*?)(```\n<!-- end -->)", re.DOTALL)


def shown() -> str:
    """Return the dialogue as the document shows it."""
    found = _SHOWN.search(DOCUMENT.read_text(encoding="utf-8"))
    assert found is not None
    return found[2]


def held() -> str:
    """Hold the dialogue in a terminal and return what it shows."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NO_COLOR": "1", "TERM": "xterm-256color"}
        text = transcript(ANSWERS, (), Path(folder), environment)
    return f"$ quacks advise\n{text}"


def write() -> None:
    """Write the dialogue into the document."""
    text = held()
    page = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(_SHOWN.sub(lambda m: f"{m[1]}{text}{m[3]}", page), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    else:
        sys.stdout.write(held())
