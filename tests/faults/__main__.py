"""``python -m tests.faults``: run the tests of faults, and print what was tried in a table."""

import importlib
import sys
from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).parent


class Results:
    """Counts tests and seconds by file, as pytest reports them, and remembers which failed."""

    def __init__(self) -> None:
        self.passed: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        self.names: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a phase of a test."""
        name = Path(report.nodeid.partition("::")[0]).stem
        self.seconds[name] += report.duration  # type: ignore[assignment]
        if report.failed:
            self.failed[name] += 1
            self.names.append(report.nodeid)
        elif report.when == "call":
            self.passed[name] += 1

    def table(self) -> str:
        """Return a line for each file: what it is about, tests, seconds; then what failed."""
        lines = [f"{'fault':<76}{'passed':>8}{'failed':>8}{'seconds':>9}"]
        for name in sorted({*self.passed, *self.failed}):
            about = (importlib.import_module(f"tests.faults.{name}").__doc__ or "").strip()
            about = about.partition("\n")[0].partition(":")[0].partition(";")[0].rstrip(".")[:75]
            counts = f"{self.passed[name]:>8}{self.failed[name]:>8}{self.seconds[name]:>9.1f}"
            lines.append(f"{about:<76}{counts}")
        return "\n".join(lines + [f"failed: {name}" for name in self.names])


if __name__ == "__main__":
    results = Results()
    code = pytest.main(
        [str(HERE), "-n", "0", "-q", "--no-header", "--no-summary", *sys.argv[1:]],
        plugins=[results],
    )
    print(f"\n{results.table()}")
    sys.exit(code)
