"""README and docs as tests read them: their blocks, and the commands in blocks and in the text."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from quacks_sim.cli.main import app
from tests.cli.conftest import ROOT

#: Languages of blocks: sh, python and toml are tried; the others have tests of their own, or show
#: something.
LANGUAGES = {"sh", "python", "toml", "json", "dockerfile", "r", "text"}

#: What makes a command short, by its name.
SHORT = {
    "play": ["--games", "24"],
    "sweep": ["--games", "24"],
    "tournament": ["--games", "24"],
    "tune": ["--games", "24", "--generations", "2", "--verdict-games", "24"],
    "train": ["--games", "100", "--iterations", "1"],
    "run": ["--games", "24"],
    "brew": ["--rounds", "240"],
    "check": ["--games", "12"],
}

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`]+)`")
_NAMED = re.compile(r"# (\S+\.\w+)")


@dataclass(frozen=True)
class Block:
    """A fenced block of a document."""

    language: str
    text: str

    @property
    def file(self) -> str | None:
        """The name that its first line gives it, as ``# mine.toml``."""
        found = _NAMED.match(self.text)
        return found[1] if found else None


@dataclass(frozen=True)
class Document:
    """A page that tells people what to type."""

    path: Path

    @property
    def name(self) -> str:
        """Its name from the root of the project."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def text(self) -> str:
        """All of it."""
        return self.path.read_text(encoding="utf-8")

    def blocks(self, *languages: str) -> list[Block]:
        """Return its blocks, in order; of some languages or of all."""
        found = [Block(*each) for each in _BLOCK.findall(self.text)]
        return [each for each in found if not languages or each.language in languages]

    def lines(self) -> Iterator[list[str]]:
        """Yield the command lines of its shell blocks as words, comments left out."""
        for block in self.blocks("sh"):
            for line in block.text.splitlines():
                words = shlex.split(line, comments=True)
                if words:
                    yield words

    def rows(self, program: str) -> Iterator[list[str]]:
        """Yield the commands of a program that are the last column of its tables."""
        for text in re.findall(rf"\| `({program} [^`]+)` \|$", self.text, re.MULTILINE):
            yield shlex.split(text)

    def spans(self) -> Iterator[str]:
        """Yield what stands between backticks in its text, each as one line."""
        for text in _SPAN.findall(_BLOCK.sub("", self.text)):
            yield " ".join(text.split())

    def commands(self, program: str) -> Iterator[list[str]]:
        """Yield the words of each command in its text that begins with a program's name."""
        for span in self.spans():
            if span.startswith(f"{program} "):
                yield shlex.split(span)


DOCUMENTS = [
    Document(path)
    for path in (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), ROOT / "benchmarks/README.md")
]


def without_target(arguments: list[str]) -> tuple[list[str], str | None]:
    """Return a command without its ``> FILE``, and the file."""
    if ">" not in arguments:
        return arguments, None
    place = arguments.index(">")
    return arguments[:place], arguments[place + 1]


def command_of(arguments: list[str]) -> tuple[Any, list[str]]:
    """Return a command of ``quacks`` by its words, and what is left of them."""
    command = typer.main.get_command(app)
    while arguments and arguments[0] in below(command):
        command, arguments = below(command)[arguments[0]], arguments[1:]
    return command, arguments


def below(command: Any) -> dict[str, Any]:
    """Return the commands below a command, by name."""
    return getattr(command, "commands", {})


def options_of(command: Any) -> set[str]:
    """Return the names of a command's options."""
    options = [each for each in command.params if each.param_type_name == "option"]
    return {name for each in options for name in each.opts + each.secondary_opts} | {"--help"}
