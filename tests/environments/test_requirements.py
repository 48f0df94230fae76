"""Which packages and Pythons are tried follows from pyproject.toml alone."""

import sys

import pytest
from packaging.requirements import Requirement

from tests.environments.interpreters import interpreters
from tests.environments.requirements import extras, floor, requirements, tools


@pytest.mark.parametrize(
    ("line", "pinned"),
    [
        ("numpy>=2.1", "numpy==2.1"),
        ("numba<0.69,>=0.61", "numba==0.61"),
        ("fsspec[s3]>=2024.10", "fsspec[s3]==2024.10"),
        ("typer~=0.26", "typer==0.26"),
    ],
)
def test_the_floor_is_the_oldest_version_allowed(line: str, pinned: str) -> None:
    assert floor(Requirement(line)) == pinned


@pytest.mark.parametrize("line", ["numpy", "numpy<3"])
def test_a_requirement_without_a_floor_is_an_error(line: str) -> None:
    with pytest.raises(ValueError, match="does not say"):
        floor(Requirement(line))


def test_every_package_has_a_floor() -> None:
    pinned = {floor(each).partition("==")[0] for each in requirements() + tools()}
    assert {"numpy", "numba", "distributed", "cma", "hatchling", "pytest"} <= pinned
    assert {"cluster", "tune"} <= set(extras())


def test_this_python_is_among_those_found() -> None:
    minors = {(version.major, version.minor) for version in interpreters()}
    assert sys.version_info[:2] in minors
    assert min(minors) >= (3, 11)
