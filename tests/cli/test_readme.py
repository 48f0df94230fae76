"""What the README tells a person to type works as it stands, here with few games."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Quacks

README = (ROOT / "README.md").read_text(encoding="utf-8")

#: What makes a command short, by its name.
SHORT = {
    "play": ["--games", "24"],
    "sweep": ["--games", "24"],
    "tournament": ["--games", "24"],
    "tune": ["--games", "24", "--generations", "2", "--verdict-games", "24"],
    "run": ["--games", "24"],
    "brew": ["--rounds", "240"],
}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def commands() -> Iterator[list[str]]:
    """Yield the arguments of each command of the README, in order."""
    for block in blocks("sh"):
        for line in block.splitlines():
            if line.startswith("quacks "):
                yield shlex.split(line, comments=True)[1:]
    for text in re.findall(r"\| `quacks ([^`]+)` \|", README):
        yield shlex.split(text)


def test_the_readme_has_commands() -> None:
    assert len(list(commands())) >= 15


def test_the_commands_of_the_readme_work(
    quacks: Quacks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (mine,) = (block for block in blocks("toml") if block.startswith("# mine.toml"))
    (tmp_path / "mine.toml").write_text(mine, encoding="utf-8")
    seen = []
    for arguments in commands():
        if arguments in seen or (arguments[0] == "run" and Path("out", arguments[1]).exists()):
            continue
        seen.append(arguments)
        done = quacks(*arguments, *SHORT.get(arguments[0], []))
        assert done.code == 0, (arguments, done.err)
        assert done.out
