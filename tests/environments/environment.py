"""An environment: a Python with packages of its own, in which commands and tests are run."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.environments.commands import Command
from tests.environments.requirements import ROOT, extras, requirements

_VERSIONS = (
    "import sys; from importlib.metadata import version; "
    "print(*(version(name) for name in sys.argv[1:]))"
)
_NO_NOTICE = "--disable-pip-version-check"


class Failed(Exception):
    """A step that did not end well, with the last of what it said."""


@dataclass(frozen=True)
class Environment:
    """Where packages, compiled code and results of its own lie.

    Attributes
    ----------
    name : str
        What it is called in a table.
    python : Path
        The interpreter that it is made from; of the main environment, its own.
    folder : Path
        What it may write to.
    asked : sequence of str
        Packages as pip reads them, beside the program itself.
    main : bool
        Whether this is the environment that runs all this, which is there already.
    """

    name: str
    python: Path
    folder: Path
    asked: Sequence[str] = ()
    main: bool = False

    @property
    def _programs(self) -> Path:
        return Path(sys.executable).parent if self.main else self.folder / "venv" / "bin"

    @property
    def work(self) -> Path:
        """Where its commands are run."""
        return self.folder / "work"

    def install(self) -> None:
        """Make it, with the program and the packages asked for.

        Raises
        ------
        Failed
            If they cannot be installed together.
        """
        self.work.mkdir(parents=True, exist_ok=True)
        if self.main:
            return
        self._run([str(self.python), "-m", "venv", str(self._programs.parent)])
        # What builds the program is installed before it, so that it is the version asked for, too.
        program = f"{ROOT}[{','.join(extras())}]"
        for words in (self.asked, ["--no-build-isolation", program, *self.asked]):
            pip = [str(self._programs / "python"), "-m", "pip", "install", "--quiet", _NO_NOTICE]
            self._run([*pip, *words], warnings="default")

    def versions(self) -> dict[str, str]:
        """Return the version of each package that the program asks for, by name."""
        names = [each.name for each in requirements()]
        found = self._run([str(self._programs / "python"), "-c", _VERSIONS, *names]).split()
        return dict(zip(names, found, strict=True))

    def python_version(self) -> str:
        """Return the version of its Python."""
        return self._run([str(self._programs / "python"), "--version"]).split()[1]

    def quacks(self, command: Command) -> str:
        """Run a command, return what it prints.

        Raises
        ------
        Failed
            If it fails, warns, or does not write what it should.
        """
        printed = self._run([str(self._programs / "quacks"), *command.words])
        if command.writes and not (self.work / command.writes).exists():
            raise Failed(f"{command.writes} was not written")
        return printed

    def tests(self, tests: Sequence[str]) -> int:
        """Run a part of the suite, return how many tests passed.

        Raises
        ------
        Failed
            If one fails.
        """
        pytest = [str(self._programs / "python"), "-m", "pytest", "-p", "no:cacheprovider", *tests]
        passed = re.search(r"^(\d+) passed in", self._run(pytest, at=ROOT), re.MULTILINE)
        if passed is None:
            raise Failed("not all tests were run")
        return int(passed[1])

    def _run(self, words: Sequence[str], at: Path | None = None, warnings: str = "error") -> str:
        done = subprocess.run(
            words,
            cwd=at or self.work,
            env={**self._settings(), "PYTHONWARNINGS": warnings},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            said = f"{done.stdout}\n{done.stderr}".strip().splitlines()
            raise Failed("\n".join(said[-12:]))
        return done.stdout

    def _settings(self) -> dict[str, str]:
        """Return variables under which nothing compiled is shared.

        The main environment keeps what it has compiled already.
        """
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("NUMBA_", "QUACKS_", "PYTHON", "VIRTUAL_ENV"))
        }
        cache = {} if self.main else {"XDG_CACHE_HOME": str(self.folder / "cache")}
        return {**kept, **cache, "COLUMNS": "100"}
