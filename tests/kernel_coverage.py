"""How much of the kernel the tests run: ``python -m tests.kernel_coverage`` prints the lines.

The kernel's tests run as plain Python, where coverage.py sees every line; then one brew is compiled
anew, and a policy in a process that only compiles, for the lines that only a compiler reads. Fails
below 95 %.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

LEAST = 95

_COMPILES_ONLY = ("-m", "quacks_sim.compile_process", "stop/safe")
_COMPILED = "tests/statistical/test_draws.py::test_chance_of_policies_changes_no_draw"


def _coverage(folder: str, *arguments: str, **environment: str) -> int:
    command = [sys.executable, "-m", "coverage", *arguments]
    settings = {**os.environ, "COVERAGE_FILE": str(Path(folder) / "data"), **environment}
    # A process that only compiles ends when its standard input does.
    with subprocess.Popen(command, env=settings, stdin=subprocess.PIPE) as child:
        return child.wait()


def _run(folder: str, *arguments: str, **environment: str) -> int:
    run = ("run", "--parallel-mode", "--source=quacks_sim.kernel")
    return _coverage(folder, *run, *arguments, **environment)


def _tests(folder: str, *tests: str, **environment: str) -> int:
    return _run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, **environment)


def main() -> int:
    """Run the tests and print the report; return the exit code."""
    plain = {"NUMBA_DISABLE_JIT": "1"}
    with tempfile.TemporaryDirectory() as folder:
        failed = _tests(folder, "tests/kernel", **plain)
        failed |= _tests(folder, "tests/statistical", "-m", "interpreted", **plain)
        failed |= _tests(folder, _COMPILED, QUACKS_NO_CACHE="1")
        failed |= _run(folder, *_COMPILES_ONLY, NUMBA_CACHE_DIR=folder)
        _coverage(folder, "combine", "--quiet")
        short = _coverage(folder, "report", "--show-missing", f"--fail-under={LEAST}")
    return failed or short


if __name__ == "__main__":
    raise SystemExit(main())
