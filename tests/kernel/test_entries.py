"""What is said of compiling: only what is compiled, and only if it takes long."""

import time
from typing import Any

import pytest

from quacks_sim.kernel import entries
from quacks_sim.kernel.jit import INTERPRETED


def test_reading_what_is_kept_is_no_compiling_however_long_it_takes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(entries, "_ANNOUNCED_AFTER_SECONDS", 0.01)
    with entries.announced("the game", is_kept=True):
        time.sleep(0.1)
    assert capsys.readouterr().err == ""
    with entries.announced("the game"):
        time.sleep(0.1)
    assert capsys.readouterr().err.startswith("compiling the game (first run only")


def test_compiling_in_a_moment_is_not_worth_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    with entries.announced("the game"):
        pass
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("is_kept", [True, False])
def test_an_entry_is_announced_unless_the_folder_holds_it(
    is_kept: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Slow:
        def compile(self, arguments: Any) -> None:
            time.sleep(0.1)

        def disable_compile(self) -> None:
            pass

    monkeypatch.setattr(entries, "_ANNOUNCED_AFTER_SECONDS", 0.01)
    monkeypatch.setattr(entries, "entry", lambda function: Slow())
    monkeypatch.setattr(entries, "is_entry_kept", lambda name, form: is_kept)
    entries._compile.__wrapped__("brew", "plain")
    assert bool(capsys.readouterr().err) != is_kept
