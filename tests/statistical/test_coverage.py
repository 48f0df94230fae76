"""Every kind of interval that the program prints holds the truth in 95 % of runs.

A short version of ``benchmarks/coverage.py``, whose table is in docs/statistics.md. In 250 runs a
share of 95 % has a standard error of 1.4 points. Seeds are fixed, so a failure is a fault.
"""

import runpy
from dataclasses import replace
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

SCRIPT = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "coverage.py"))
CASES: list[Any] = [case for case in SCRIPT["CASES"] if case.share == 1]
REPETITIONS = 250
ERROR = sqrt(0.95 * 0.05 / REPETITIONS)

#: Bounds that are wider by design, and shares so near 0 or 1 that few outcomes are possible.
WIDER = ("within the bound", "near", "seldom")


@pytest.mark.parametrize("case", CASES, ids=[case.what for case in CASES])
def test_intervals_hold_the_truth(case: Any) -> None:
    shorter = replace(case, truth=min(case.truth, 30_000))
    for found in SCRIPT["coverage_of"](shorter, REPETITIONS):
        # The intervals of a kind are alike, and more or less correlated.
        assert found.mean >= 0.95 - 3 * ERROR, found.kind
        if not any(word in found.kind for word in WIDER):
            assert found.mean <= 0.95 + 3 * ERROR, found.kind
