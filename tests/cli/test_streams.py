"""Streams, colours, progress, interrupts: commands in processes of their own."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from quacks_sim.experiment import load
from tests.cli.conftest import Done, command, environment, process

ESCAPE = "\x1b"
LONG = ("play", "yardstick", "yardstick", "--games", "1e9", "--seed", 1)


def in_terminal(
    *arguments: object, stdout: bool = True, stderr: bool = True, wait: float = 60, **more: str
) -> Done:
    """Run a command whose stdout or stderr is a terminal; what it is not goes to a pipe."""
    import pty

    ends = {name: pty.openpty() for name, wanted in (("out", stdout), ("err", stderr)) if wanted}
    child = subprocess.Popen(
        command(*arguments),
        env=environment(**more),
        stdout=ends["out"][1] if stdout else subprocess.PIPE,
        stderr=ends["err"][1] if stderr else subprocess.PIPE,
    )
    texts = {}
    for name, (reader, writer) in ends.items():
        os.close(writer)
        texts[name] = b""
        while True:
            try:
                part = os.read(reader, 4096)
            except OSError:  # the other end is closed
                part = b""
            if not part:
                break
            texts[name] += part
        os.close(reader)
    for name, stream in (("out", child.stdout), ("err", child.stderr)):
        if stream:
            texts[name] = stream.read()
            stream.close()
    code = child.wait(wait)
    return Done(code, texts["out"].decode(), texts["err"].decode())


def test_a_pipe_gets_no_escape_codes() -> None:
    for arguments in (("rules", "show", "track"), ("--help",), ("play", "-h"), ("ply",)):
        done = process(*arguments)
        assert done.out + done.err
        assert ESCAPE not in done.out + done.err


def test_a_terminal_gets_colours_unless_told_otherwise() -> None:
    rules = ("rules", "show", "track")
    assert ESCAPE in in_terminal(*rules, stderr=False).out
    assert ESCAPE not in in_terminal(*rules, stderr=False, NO_COLOR="1").out
    assert ESCAPE not in in_terminal(*rules, stderr=False, TERM="dumb").out
    assert ESCAPE not in in_terminal("--help", stderr=False, NO_COLOR="1").out
    assert ESCAPE in process(*rules, FORCE_COLOR="1").out
    assert ESCAPE not in process(*rules, FORCE_COLOR="1", NO_COLOR="1").out


def test_notes_stay_out_of_the_document() -> None:
    done = process(
        *("play", "yardstick", "safe", "--games", 200, "--seed", 1),
        *("--chart", "x.svg", "--json", "--verbose"),
    )
    assert "chart: x.svg" in done.err
    assert done.document["games"] == 200
    assert done.out.count("\n") == 1


def test_a_log_file_gets_no_bar() -> None:
    done = process("play", "yardstick", "safe", "--games", 20_000, "--seed", 1)
    assert done.code == 0
    assert "\r" not in done.err
    assert ESCAPE not in done.err
    assert "left" not in done.err


def test_a_terminal_on_stderr_gets_a_bar_even_if_stdout_is_a_file() -> None:
    play = ("play", "yardstick", "safe", "--games", 60_000, "--seed", 1, "--json")
    done = in_terminal(*play, stdout=False)
    assert re.search(r"games/s, .* left", done.err)
    assert done.document["games"] == 60_000
    for silent in ("--no-progress", "--quiet"):
        quiet = in_terminal(*play, silent, stdout=False)
        assert "left" not in quiet.err
        assert quiet.document["strategies"] == done.document["strategies"]


def test_lines_of_progress_come_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from quacks_sim.cli import progress
    from quacks_sim.cli.output import Output

    for seconds, lines in ((0.0, 2), (1000.0, 0)):
        monkeypatch.setattr(progress, "_SECONDS_BETWEEN_LINES", seconds)
        with progress.Watch(Output(), "games", kept="", resume="") as watch:
            watch(100, 400)
            watch(200, 400)
        text = capsys.readouterr().err
        assert len(text.splitlines()) == lines
        assert ("200 of 400 games (50%)" in text) == bool(lines)


def interrupted(
    *arguments: object, after: float = 0.5, until: Path | None = None
) -> tuple[Done, float]:
    """Press Ctrl-C so many seconds after a file is there; return also how long the end took."""
    child = subprocess.Popen(
        command(*arguments),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while until is not None and not until.exists() and child.poll() is None:
        time.sleep(0.05)
    time.sleep(after)
    begun = time.monotonic()
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    return Done(child.returncode, out, err), time.monotonic() - begun


def test_control_c_ends_a_run_soon_and_says_what_is_kept() -> None:
    done, seconds = interrupted(*LONG, after=3)
    assert done.code == 130
    assert seconds < 2
    assert done.out == ""
    cause, cure = done.err.splitlines()[-2:]
    assert cause.startswith("error: interrupted")
    assert "nothing was kept" in cause
    assert "--seed 1" in cure or "same command" in cure
    assert "Traceback" not in done.err


def test_control_c_with_json_is_a_document() -> None:
    done, _ = interrupted(*LONG, "--json", after=3)
    assert done.code == 130
    assert "interrupted" in done.document["error"]["cause"]


def test_an_interrupted_dataset_goes_on_to_the_same_end() -> None:
    play = ("play", "yardstick", "safe", "--seed", 1, "--level", "games")
    games = ("--games", 150_000)
    done, _ = interrupted(*play, *games, "--out", "broken", until=Path("broken/manifest.json"))
    assert done.code == 130, "the run was over before it could be interrupted"
    assert "broken" in done.err
    assert not [path for path in Path("broken").rglob("*") if path.name.endswith(".tmp")]
    assert process(*play, *games, "--out", "broken").code == 0
    assert process(*play, *games, "--out", "whole").code == 0
    assert load("broken").games().equals(load("whole").games())


def test_a_reader_that_has_seen_enough() -> None:
    line = f"{sys.executable} -m quacks_sim.cli.main strategies show balanced | head -1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line], env=environment(), capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    child = subprocess.Popen(
        command("rules", "--json"),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout
    assert child.stderr
    child.stdout.close()
    assert child.stderr.read() == ""
    assert child.wait(30) == 0


def test_a_traceback_only_with_debug() -> None:
    for arguments in (("play", "balancd"), ("ply",)):
        plain = process(*arguments)
        assert plain.code == 2
        assert "Traceback" not in plain.err
        assert len(plain.err.splitlines()) == 2
    told = process("play", "balancd", "--debug")
    assert told.code == 2
    assert "Traceback" in told.err
    assert told.err.splitlines()[-2].startswith("error: there is no strategy")
    assert told.out == ""


def test_quiet_hides_notes_of_compiling_and_control_c_gets_through(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from quacks_sim.cli.failures import Interrupted
    from quacks_sim.cli.output import Output
    from quacks_sim.cli.progress import interruptible

    def compiling() -> int:
        print("compiling", file=sys.stderr)
        return 7

    assert interruptible(compiling, Output()) == 7
    assert capsys.readouterr().err == "compiling\n"
    assert interruptible(compiling, Output(quiet=True)) == 7
    assert capsys.readouterr().err == ""
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(Interrupted, match="nothing was kept"):
        interruptible(lambda: time.sleep(3), Output())
    assert time.monotonic() - begun < 2


def test_what_nobody_expected_is_one_line_and_a_hint() -> None:
    code = (
        "import sys\nfrom quacks_sim.cli import versions\n"
        "def fail(): raise ZeroDivisionError('at the wrong time')\n"
        "versions.all_versions = fail\n"
        "from quacks_sim.cli.main import main\nsys.exit(main(sys.argv[1:]))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code, "version", *more],
            env=environment(),
            capture_output=True,
            text=True,
        )
        for more in ([], ["--debug"])
    ]
    assert [each.returncode for each in runs] == [1, 1]
    first, second = runs[0].stderr.splitlines()
    assert first == "error: ZeroDivisionError: at the wrong time"
    assert "--debug" in second
    assert "Traceback" in runs[1].stderr


def test_quiet_prints_only_the_result() -> None:
    play = ("play", "yardstick", "safe", "--games", 200, "--seed", 1, "--chart", "x.svg")
    done = process(*play, "--quiet", "--verbose")
    assert done.code == 0
    assert done.err == ""
    assert "yardstick" in done.out
    again = process(*play, "--quiet")
    assert again.code == 2
    assert again.err.startswith("error: ")


GAME = ("replay", "balanced", "safe", "--seed", 1, "--game", 3)


def test_an_old_code_page_gets_words_of_its_own() -> None:
    for arguments in (
        ("rules", "show", "solo_rats"),
        ("solve", "--pot", "W2 W1", "--verbose"),
        ("advise", "--pot", "W1 O1"),
        ("play", "balanced", "safe", "--games", 200, "--seed", 1),
        ("strategies", "policies"),
        ("ply",),
    ):
        done = process(*arguments, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
        text = done.out + done.err
        assert text.isascii(), arguments
        assert "?" not in text.replace("did you mean play?", ""), arguments
    assert "0 ... 23" in process("rules", "show", "solo_rats", PYTHONIOENCODING="ascii").out


def test_a_pot_in_ascii_tells_droplet_gap_and_scoring_space_apart() -> None:
    told = process(*GAME, PYTHONIOENCODING="ascii").out
    assert "* droplet  o rat stone  . empty space  > scoring space" in told
    assert told.isascii()
    assert "?" not in told
    shown = process(*GAME, PYTHONIOENCODING="utf-8").out
    pots = [line for line in shown.splitlines() if re.search(r"\d ◆ .*▸\d+$", line)]
    assert len(pots) > 10
    forms = str.maketrans({"◆": "*", "◇": "o", "·": ".", "▸": ">"})
    assert all(pot.translate(forms) in told for pot in pots)


def test_a_dialogue_and_its_pot_in_ascii() -> None:
    done = subprocess.run(
        command("advise", "--players", 2, "--no-cards"),
        env=environment(PYTHONIOENCODING="ascii", NO_COLOR="1"),
        input="w1 o1 w2\nquit\n",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert "*  W1 O1 .  W2 >5" in done.stdout or "*  W1 O1 W2" in done.stdout
    assert done.stdout.isascii()


def test_a_document_in_ascii_is_the_same_document() -> None:
    plain = process(*GAME, "--json", PYTHONIOENCODING="ascii").document
    assert plain == process(*GAME, "--json", PYTHONIOENCODING="utf-8").document


def test_help_pages_are_plain_ascii() -> None:
    # Typer writes UTF-8 to a stream that says it knows only ASCII.
    import typer

    from quacks_sim.cli.main import app

    def pages(made: object, path: str) -> Iterator[str]:
        context = made.make_context(path, [], resilient_parsing=True)  # type: ignore[attr-defined]
        yield made.get_help(context)  # type: ignore[attr-defined]
        for name, inner in getattr(made, "commands", {}).items():
            yield from pages(inner, name)

    found = list(pages(typer.main.get_command(app), "quacks"))
    assert len(found) > 20
    assert all(page.isascii() for page in found)
