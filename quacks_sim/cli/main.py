"""The entry of ``quacks``: the commands, what they have in common, and how they fail."""

import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer

from quacks_sim.cli import (
    advise,
    bench,
    brew,
    chart,
    check,
    completion,
    experiments,
    find,
    luck,
    play,
    replay,
    report,
    rules,
    run,
    solve,
    strategies,
    sweep,
    tournament,
    train,
    tune,
    versions,
)
from quacks_sim.cli.failures import report as report_failure
from quacks_sim.printable import SPELLED_OUT

_HELP = """Play The Quacks of Quedlinburg millions of times: what does a strategy achieve?

\b
Examples:
  quacks play balanced cautious
  quacks play balanced balanced+stop.max_risk=0.3 --until 0.2
  quacks brew --bag "W1x4 W2x2 W3 O1 G1" --stop bust_risk:0.3
  quacks solve --pot "W2x2 W1 O1" --worth points,coins=0.4
  quacks advise --pot "W2x2 W1 O1" --points 9 --rivals 12,7
  quacks sweep yardstick --vary stop.max_risk=0.1:0.6:0.05 --against safe
  quacks tournament balanced cautious safe pushing careful
  quacks tune balanced --vary stop --against cautious -o mine.toml
  quacks strategies
"""

_EPILOG = """\b
Exit codes: 0 done, 1 the run failed, 2 wrong usage or input, 130 interrupted.
Results go to stdout, all else to stderr; NO_COLOR and FORCE_COLOR are heeded.
Every command has -h; --debug shows the traceback of an error.
"""

app = typer.Typer(
    name="quacks",
    help=_HELP,
    epilog=_EPILOG,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    suggest_commands=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", "-V", help="Print the version; with --verbose those of all."),
    ] = False,
) -> None:
    """Handle the options before a command; ``--version`` never comes so far."""


for module in (
    brew,
    solve,
    advise,
    play,
    sweep,
    tournament,
    train,
    tune,
    run,
    chart,
    replay,
    luck,
    report,
    find,
    check,
    strategies,
    rules,
    experiments,
    bench,
    versions,
):
    module.add_to(app)


#: Imports and compiled code make some 250,000 objects. To go through them again and again takes 6 %
#: of the time to the first game.
OBJECTS_OF_THE_START = 400_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``quacks`` and return its exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        The command line after the program's name; that of the process if not given.
    """
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    _open_streams()
    # Where its fonts are kept is nobody's business; that there is no place for them neither.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    try:
        with _ended_like_ctrl_c(), _garbage_looked_for_rarely():
            return _run(arguments)
    except BaseException as error:
        return report_failure(error, arguments)


def _open_streams() -> None:
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the shell; what is printed must not go elsewhere
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):  # an old code page must not end a run
            stream.reconfigure(errors=SPELLED_OUT)


@contextmanager
def _ended_like_ctrl_c() -> Iterator[None]:
    """Let SIGTERM end a command as Ctrl-C does, unless whoever started it says otherwise."""
    ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    )
    if ours:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


@contextmanager
def _garbage_looked_for_rarely() -> Iterator[None]:
    """Let Python look for cycles less often: all that is made while a command starts stays."""
    before = gc.get_threshold()
    gc.set_threshold(OBJECTS_OF_THE_START, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _run(arguments: list[str]) -> int:
    try:
        if "--version" in arguments or arguments[:1] == ["-V"]:
            versions.show(verbose=bool({"--verbose", "-v"}.intersection(arguments)))
            code = 0
        else:
            if completion.OPTIONS.intersection(arguments[:1]):
                completion.check_shell()
            command = typer.main.get_command(app)
            result = command.main(
                args=arguments or ["--help"], prog_name="quacks", standalone_mode=False
            )
            code = result if isinstance(result, int) else 0
        sys.stdout.flush()
    except SystemExit as error:  # so end the completion of a shell, and typer at a broken pipe
        if isinstance(error.__context__, BrokenPipeError):
            return report_failure(error.__context__, arguments)
        return error.code if isinstance(error.code, int) else 0
    if code == 130:
        return report_failure(KeyboardInterrupt(), arguments)
    return code


if __name__ == "__main__":
    sys.exit(main())
