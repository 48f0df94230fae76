"""How these tests run commands: in this process, or in one of their own where streams matter."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import quacks_sim
from quacks_sim.cli.main import main

ROOT = Path(quacks_sim.__file__).resolve().parent.parent


@dataclass(frozen=True)
class Done:
    """What a command has left."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """Its one JSON document; NaN and infinity are refused."""

        def refuse(constant: str) -> None:
            raise AssertionError(f"{constant} is no JSON")

        found: dict[str, Any] = json.loads(self.out, parse_constant=refuse)
        return found


Quacks = Callable[..., Done]


@pytest.fixture
def quacks(capsys: pytest.CaptureFixture[str]) -> Quacks:
    """Run a command in this process, where the kernel is loaded once."""

    def run(*arguments: object) -> Done:
        capsys.readouterr()
        code = main([str(each) for each in arguments])
        return Done(code, *capsys.readouterr())

    return run


@pytest.fixture(autouse=True, scope="session")
def warm_kernel() -> None:
    """Compile before the first test, so that no test is told of it or waits for it."""
    from quacks_sim import checking
    from quacks_sim.kernel import entries
    from quacks_sim.match import make_match
    from quacks_sim.solver import entries as solver

    entries.brew_block()
    make_match(["balanced", "yardstick", "safe"], books="green=2").prepare()
    whole = make_match(["balanced", "yardstick", "safe"])
    whole.prepare()
    whole.journal(0)
    checking.prepare()
    solver.prepare()


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep colours and widths of whoever runs the tests out, and files in a folder of their own."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "QUACKS_NO_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.chdir(tmp_path)


def command(*arguments: object) -> list[str]:
    """Return the command line of a process of its own."""
    return [sys.executable, "-m", "quacks_sim.cli.main", *map(str, arguments)]


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a process of its own."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": path, **more}


def process(*arguments: object, **more: str) -> Done:
    """Run a command in a process of its own, with pipes for all streams."""
    done = subprocess.run(
        command(*arguments), env=environment(**more), capture_output=True, text=True, timeout=120
    )
    return Done(done.returncode, done.stdout, done.stderr)
