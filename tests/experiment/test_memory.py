"""The memory of a run does not grow with the number of its games."""

import runpy
from pathlib import Path

import pytest

MEASURE = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "memory.py"))["peak"]

#: The rows of so many more games would take 110 MB as the kernel keeps them.
FEW, MANY = 12_000, 72_000

#: What the peak of two equal runs may differ by: threads end in another order.
NOISE = 25_000_000


@pytest.mark.parametrize("level", ["summary", "rounds"])
def test_memory_does_not_grow_with_the_number_of_games(level: str) -> None:
    few, many = MEASURE(level, FEW), MEASURE(level, MANY)
    assert many < few + NOISE
    assert many < 400_000_000
