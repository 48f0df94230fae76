"""How a command fails: one line of cause, one of cure, and the exit code."""

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from itertools import pairwise
from typing import TextIO

from quacks_sim.cli.output import json_text
from quacks_sim.errors import QuacksError, nearest
from quacks_sim.printable import printable

FAILED, USAGE, INTERRUPTED = 1, 2, 130


class Interrupted(QuacksError):
    """A run that Ctrl-C ended (exit code 130): it says what is kept and how to go on."""

    exit_code = INTERRUPTED


class AfterResult(QuacksError):
    """Something that failed when the result had been printed already: a chart of it."""


def report(error: BaseException, arguments: Sequence[str]) -> int:
    """Print an error as the options on the command line ask for, and return its exit code.

    Parameters
    ----------
    error : BaseException
        What ended the command.
    arguments : sequence of str
        The command line: errors of usage come before its options are known.
    """
    if isinstance(error, BrokenPipeError):
        return _quiet_pipe()
    cause, cure, code = _told(error)
    if "--debug" in arguments:
        print(printable("".join(traceback.format_exception(error))), file=sys.stderr)
    if _wants_json(arguments) and not isinstance(error, AfterResult):
        _print_json(cause, cure)
    print(printable(f"error: {cause}"), file=sys.stderr)
    if cure:
        print(printable(f"  {cure}"), file=sys.stderr)
    _give_up_on_full_streams()
    return code


def _told(error: BaseException) -> tuple[str, str, int]:
    if isinstance(error, QuacksError):
        return _line(error.cause), _line(error.cure), error.exit_code
    if isinstance(error, KeyboardInterrupt):
        return "interrupted", "nothing was kept; the same command starts again", INTERRUPTED
    if hasattr(error, "format_message"):  # typer's own errors, wherever its version keeps them
        return *_usage(error), USAGE
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    cure = "this was not expected: --debug shows where it happened, for a bug report"
    if isinstance(error, OSError) and error.errno in (errno.ENAMETOOLONG, errno.ELOOP):
        return _line(str(error)), "check the path", USAGE
    if isinstance(error, OSError):
        what, cure = str(error), "check the path and its permissions; --debug shows more"
    return _line(what), cure, FAILED


def _usage(error: BaseException) -> tuple[str, str]:
    message = _line(str(error.format_message())).removesuffix(".").replace("Value error, ", "")  # type: ignore[attr-defined]
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "quacks"
    cure = f"{command} --help shows examples and all options"
    option = getattr(error, "option_name", None)
    if option and message.startswith("No such option"):
        known = {
            name
            for each in (context.command.get_params(context) if context else ())
            for name in (*each.opts, *each.secondary_opts)
            if name.startswith("-")
        }
        message, cure = f"there is no option {option}", cure + nearest(option, known)
    elif message.startswith("No such command") and context:
        name = message.split("'")[1]
        message = f"there is no command {name}"
        cure = f"{command} --help lists them" + nearest(name, context.command.commands)
    return message[:1].lower() + message[1:], cure


def _line(text: str) -> str:
    return " ".join(text.split())


def _wants_json(arguments: Sequence[str]) -> bool:
    follows = [f"{one}={two}" for one, two in pairwise(arguments)]
    wanted = {"--json", "--format=json", "-f=json", "-fjson"}
    return bool(wanted.intersection((*arguments, *follows)))


def _print_json(cause: str, cure: str) -> None:
    try:
        sys.stdout.write(json_text({"schema": 1, "error": {"cause": cause, "cure": cure}}))
        sys.stdout.flush()
    except BrokenPipeError:
        _quiet_pipe()


def _quiet_pipe() -> int:
    # Whoever read the output has seen enough.
    _forget(sys.stdout)
    return 0


def _give_up_on_full_streams() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            _forget(stream)


def _forget(stream: TextIO) -> None:
    # What is still buffered must not fail once more at the exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
