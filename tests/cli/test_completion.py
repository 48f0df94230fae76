"""Completion where the shell is not known."""

import pytest
import shellingham

from quacks_sim.cli.completion import OPTIONS
from tests.cli.conftest import Quacks, process


@pytest.mark.parametrize("option", sorted(OPTIONS))
def test_without_a_shell_it_says_what_to_do(
    option: str, quacks: Quacks, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> tuple[str, str]:
        raise shellingham.ShellDetectionFailure

    monkeypatch.setattr(shellingham, "detect_shell", fail)
    done = quacks(option)
    assert (done.code, done.out) == (2, "")
    assert "no shell has started quacks" in done.err
    assert "_QUACKS_COMPLETE=source_bash quacks" in done.err


def test_a_shell_without_completion_is_named(
    quacks: Quacks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shellingham, "detect_shell", lambda: ("tcsh", "/bin/tcsh"))
    done = quacks("--show-completion")
    assert (done.code, done.out) == (2, "")
    assert "no completion for the shell tcsh" in done.err


def test_a_known_shell_gets_its_completion(quacks: Quacks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shellingham, "detect_shell", lambda: ("bash", "/bin/bash"))
    done = quacks("--show-completion")
    assert done.code == 0
    assert "complete -o default -F _quacks_completion quacks" in done.out


def test_what_the_message_advises_prints_the_completion() -> None:
    done = process(_QUACKS_COMPLETE="source_zsh")
    assert done.code == 0
    assert "#compdef quacks" in done.out
