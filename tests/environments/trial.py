"""Trying an environment: it is made, plays commands, runs tests, is compared with the main one."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.environments.commands import COMMANDS, TESTS, Command
from tests.environments.comparing import printed_differs, written_differs
from tests.environments.environment import Environment, Failed


@dataclass
class Trial:
    """What became of an environment.

    Attributes
    ----------
    environment : Environment
        What was tried.
    python : str
        The version of its Python; nothing if it could not be made.
    versions : dict of str to str
        The versions of its packages.
    printed : dict of Command to str
        What commands printed that passed.
    tests : int
        How many tests passed; 0 if one failed.
    differing : list of Command
        Those that found something else than in the main environment.
    failed : int
        How many steps failed.
    """

    environment: Environment
    python: str = ""
    versions: dict[str, str] = field(default_factory=dict)
    printed: dict[Command, str] = field(default_factory=dict)
    tests: int = 0
    differing: list[Command] = field(default_factory=list)
    failed: int = 0

    @property
    def good(self) -> bool:
        """Whether everything passed and was found equal."""
        return not self.failed and not self.differing

    def run(self, main: "Trial | None" = None) -> None:
        """Make the environment, run commands and tests in it, say each step in a line.

        Parameters
        ----------
        main : Trial, optional
            With what results are compared; that one needs no tests, since the suite is run there.
        """
        if not self._step("install", self._install):
            return
        for command in COMMANDS:
            self._step(command.name, lambda command=command: self._play(command, main))  # type: ignore[misc]
        if main is not None:
            self._step("tests", self._test)

    def _step(self, name: str, work: Callable[[], str]) -> bool:
        begun = time.perf_counter()
        try:
            said = work()
        except Failed as failure:
            self.failed += 1
            said = "FAILED\n    " + str(failure).replace("\n", "\n    ")
            return False
        finally:
            seconds = time.perf_counter() - begun
            print(
                f"{self.environment.folder.name:<8} {name:<32} {seconds:6.1f} s  {said}", flush=True
            )
        return True

    def _install(self) -> str:
        self.environment.install()
        self.python = self.environment.python_version()
        self.versions = self.environment.versions()
        return f"Python {self.python}"

    def _play(self, command: Command, main: "Trial | None") -> str:
        self.printed[command] = self.environment.quacks(command)
        if main is None or command not in main.printed:
            return ""
        where = printed_differs(main.printed[command], self.printed[command])
        if not where and command.equal:
            folders = main.environment.work, self.environment.work
            where = written_differs(*(folder / command.writes for folder in folders))
        if where:
            self.differing.append(command)
        return f"DIFFERS: {where}" if where else "equal"

    def _test(self) -> str:
        self.tests = self.environment.tests(TESTS)
        return f"{self.tests} passed"

    def row(self) -> list[str]:
        """Return its line of the table."""
        results = ", ".join(command.name for command in self.differing) or "equal"
        return [
            f"{self.environment.name}, Python {self.python}",
            ", ".join(f"{name} {version}" for name, version in self.versions.items()),
            f"{len(self.printed)} of {len(COMMANDS)}",
            str(self.tests or "failed"),
            results if self.printed else "none",
        ]


def table(trials: list[Trial]) -> str:
    """Return the rows of environments as a table in Markdown, as docs/trust.md has it."""
    head = ["environment", "packages", "commands passed", "tests passed", "results"]
    lines = [head, ["---"] * len(head), *(trial.row() for trial in trials)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
