"""``quacks advise`` in a real terminal: types answers, reads what the screen shows."""

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pexpect

from tests.cli.conftest import ROOT

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]")
_PROMPT = "> "
#: A cold compile of the solver on a busy machine.
_PATIENCE = 300


class Terminal:
    """A dialogue in a pseudo-terminal of 80 columns.

    Parameters
    ----------
    *arguments : str
        Those of ``quacks advise``.
    folder : Path
        Where it runs.
    **environment : str
        Variables beside those of this process.
    """

    def __init__(self, *arguments: str, folder: Path, environment: dict[str, str]) -> None:
        self.screen = ""
        self.raw = ""
        self._child = pexpect.spawn(
            sys.executable,
            ["-m", "quacks_sim.cli.main", "advise", *arguments],
            cwd=str(folder),
            env={**environment, "PYTHONPATH": str(ROOT), "LINES": "50", "COLUMNS": "80"},
            dimensions=(50, 80),
            encoding="utf-8",
            timeout=_PATIENCE,
        )

    def __enter__(self) -> Self:
        self.read()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._child.close(force=True)

    def read(self) -> str:
        """Return what is shown up to the next prompt, without escape codes."""
        self._child.expect_exact(f"\n{_PROMPT}")
        return self._shown(f"{self._child.before}\n{_PROMPT}")

    def type(self, text: str) -> str:
        """Type an answer and return what it brings up."""
        self._child.sendline(text)
        return self.read()

    def ends(self, text: str = "") -> tuple[str, int | None]:
        """Type the last answer; return what is shown then, and the exit code."""
        if text:
            self._child.sendline(text)
        return self._until_the_end()

    def interrupt(self) -> tuple[str, int | None]:
        """Press Ctrl-C; return what is shown then, and the exit code."""
        self._child.sendintr()
        return self._until_the_end()

    def hang_up(self) -> tuple[str, int | None]:
        """Press Ctrl-D; return what is shown then, and the exit code."""
        self._child.sendeof()
        return self._until_the_end()

    def _until_the_end(self) -> tuple[str, int | None]:
        self._child.expect(pexpect.EOF)
        shown = self._shown(self._child.before)
        self._child.close()
        return shown, self._child.exitstatus

    def _shown(self, raw: str) -> str:
        self.raw += raw
        text = _ESCAPES.sub("", raw.replace("\r\n", "\n").replace("\r", ""))
        self.screen += text
        return text


def transcript(
    answers: Iterable[str], arguments: Sequence[str], folder: Path, environment: dict[str, str]
) -> str:
    """Return what a terminal shows of a whole dialogue."""
    with Terminal(*arguments, folder=folder, environment=environment) as terminal:
        *most, last = answers
        for answer in most:
            terminal.type(answer)
        terminal.ends(last)
        lines = [line.rstrip() for line in terminal.screen.splitlines()]
        return "\n".join(line for line in lines if not line.startswith("compiling")) + "\n"
