"""What pyproject.toml asks for: packages, the oldest version of each, the oldest Python."""

import tomllib
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).resolve().parents[2]

#: What a person may install with the program: all extras but the one for those who work on it.
_OWN_EXTRA = "dev"

#: Packages of that extra without which the chosen part of the suite does not run.
_TOOLS = ("pytest", "hypothesis", "pexpect", "choix")


def _content() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def _extra(name: str) -> list[str]:
    lines: list[str] = _content()["project"]["optional-dependencies"][name]
    return lines


def extras() -> list[str]:
    """Return the names of the extras that people install."""
    return [name for name in _content()["project"]["optional-dependencies"] if name != _OWN_EXTRA]


def requirements() -> list[Requirement]:
    """Return what the program needs, with all its extras."""
    lines = list(_content()["project"]["dependencies"])
    for name in extras():
        lines += _extra(name)
    return [Requirement(line) for line in lines]


def tools() -> list[Requirement]:
    """Return what is needed beyond that to build the program and to run the chosen tests."""
    builders = [Requirement(line) for line in _content()["build-system"]["requires"]]
    others = [Requirement(line) for line in _extra(_OWN_EXTRA)]
    return builders + [each for each in others if each.name in _TOOLS]


def floor(requirement: Requirement) -> str:
    """Return a requirement as pip reads it, with the oldest version that it allows.

    Raises
    ------
    ValueError
        If it does not say which version is the oldest.
    """
    oldest = [each.version for each in requirement.specifier if each.operator in (">=", "==", "~=")]
    if len(oldest) != 1:
        raise ValueError(f"{requirement} does not say which version is the oldest")
    extra = f"[{','.join(sorted(requirement.extras))}]" if requirement.extras else ""
    return f"{requirement.name}{extra}=={oldest[0]}"


def pythons() -> SpecifierSet:
    """Return which versions of Python are allowed."""
    return SpecifierSet(_content()["project"]["requires-python"])
