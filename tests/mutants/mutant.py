"""What a mutant is, and how its copy of the package is made."""

import shutil
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "quacks_sim"


@dataclass(frozen=True)
class Mutant:
    """One broken rule of the kernel.

    Attributes
    ----------
    name : str
        A short name without spaces.
    file : str
        The file that is changed, within the package.
    old, new : str
        The text that stands there exactly once, and what takes its place.
    rule : str
        Number of the rule that is broken.
    words : str
        What the mutant does.
    trap : str
        Number of the trap in the list of traps (rule 13), if it is one.
    tests : str
        Tests that catch what no journal can show; the referee catches all others.
    """

    name: str
    file: str
    old: str
    new: str
    rule: str
    words: str
    trap: str = ""
    tests: str = ""

    def occurrences(self, package: Path = PACKAGE) -> int:
        """Return how often the text stands in its file."""
        return (package / self.file).read_text(encoding="utf-8").count(self.old)


def copy_package(folder: Path) -> None:
    """Copy package, strategies and tests to a folder in which everything can be run."""
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("quacks_sim", "strategies", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)


def apply(mutant: Mutant, folder: Path) -> None:
    """Break the rule in a copy of the package.

    Raises
    ------
    ValueError
        If the text does not stand there exactly once.
    """
    count = mutant.occurrences(folder / "quacks_sim")
    if count != 1:
        raise ValueError(f"{mutant.name}: its text stands {count} times in {mutant.file}")
    path = folder / "quacks_sim" / mutant.file
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
