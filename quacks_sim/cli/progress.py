"""Progress on stderr, and Ctrl-C: a bar in a terminal, a line now and then elsewhere."""

import contextlib
import io
import os
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TypeVar

from quacks_sim.cli.failures import Interrupted
from quacks_sim.cli.output import Output, is_terminal
from quacks_sim.words import duration, whole

Result = TypeVar("Result")

_SECONDS_BETWEEN_LINES = 10.0


class Watch:
    """Shows the progress of a run, and turns Ctrl-C into an error that says what is kept.

    Parameters
    ----------
    output : Output
        Says whether to show anything.
    unit : str
        What is counted, ``"games"``.
    kept : str
        What an interrupted run leaves.
    resume : str
        How to go on.
    open_end : bool
        Whether the number wanted is only the most there can be.

    Attributes
    ----------
    stage : str
        What the run is at, shown beside the numbers.
    """

    def __init__(
        self, output: Output, unit: str, *, kept: str, resume: str, open_end: bool = False
    ) -> None:
        self._shown = output.progress
        self._unit = unit
        self._kept, self._resume = kept, resume
        self._open_end = open_end
        self.stage = ""
        self._done, self._wanted = 0, 0
        self._begun = self._told = time.monotonic()
        self._bar: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
        if kind is KeyboardInterrupt:
            after = f" after {whole(self._done)} of {whole(self._wanted)} {self._unit}"
            raise Interrupted(
                f"interrupted{after if self._done else ''}: {self._kept}", self._resume
            ) from None

    def __call__(self, done: int, wanted: int) -> None:
        """Tell how much is done."""
        self._done, self._wanted = done, wanted
        if not self._shown:
            return
        if is_terminal(sys.stderr) and not os.environ.get("NO_COLOR"):
            self._show_bar()
        elif time.monotonic() - self._told >= _SECONDS_BETWEEN_LINES:
            self._told = time.monotonic()
            print(self._line(), file=sys.stderr, flush=True)

    def _speed(self) -> float:
        return self._done / max(time.monotonic() - self._begun, 1e-9)

    def _words(self) -> str:
        speed = self._speed()
        words = f"{whole(speed)} {self._unit}/s, " if speed >= 1 else ""
        most = "at most " if self._open_end else ""
        stage = f", {self.stage}" if self.stage else ""
        return f"{words}{most}{duration((self._wanted - self._done) / speed)} left{stage}"

    def _line(self) -> str:
        share = f" ({self._done / self._wanted:.0%})"
        of = "at most " if self._open_end else ""
        return (
            f"{whole(self._done)} of {of}{whole(self._wanted)} {self._unit}{share}, {self._words()}"
        )

    def _show_bar(self) -> None:
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn

            self._bar = Progress(
                BarColumn(bar_width=24),
                TextColumn("{task.percentage:>3.0f} %"),
                TextColumn("{task.fields[words]}"),
                console=Console(stderr=True),
                transient=True,
            )
            self._bar.add_task("", total=self._wanted, words="")
            self._bar.start()
        task = self._bar.task_ids[0]
        self._bar.update(task, completed=self._done, words=f"{whole(self._done)} · {self._words()}")


def interruptible(work: Callable[[], Result], output: Output) -> Result:
    """Return what `work` returns, letting Ctrl-C through while it compiles.

    LLVM optimises for seconds without looking at signals; on a thread of its own it cannot hold
    the program up. With ``--quiet`` its notes are not shown.
    """
    outcome: list[Result | BaseException] = []

    def run() -> None:
        try:
            outcome.append(work())
        except BaseException as error:
            outcome.append(error)

    quiet = contextlib.redirect_stderr(io.StringIO()) if output.quiet else contextlib.nullcontext()
    thread = threading.Thread(target=run, daemon=True)
    try:
        with quiet:
            thread.start()
            while thread.is_alive():
                thread.join(0.2)
    except KeyboardInterrupt:
        raise Interrupted(
            "interrupted while compiling: nothing was kept", "the same command starts again"
        ) from None
    result = outcome[0]
    if isinstance(result, BaseException):
        raise result
    return result
