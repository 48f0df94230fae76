"""Read datasets with the oldest readers that can: ``python -m tests.readers``.

Installs each into an environment of its own in a temporary folder (a few minutes, from the package
index), lets it read rows of games and rounds, and compares the checksums of all columns with those
of the program itself. Exits with 1 if one differs. ``make readers`` runs it.
"""

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from quacks_sim.experiment import Dataset, record_match
from quacks_sim.experiment.formats import FORMATS
from quacks_sim.match import make_match
from tests.readers import reading

GAMES = 6_120  # two files of rows of rounds
STRATEGIES = ("yardstick", "balanced", "pushing", "careful")

#: By library: what is installed. Old libraries need a NumPy and a pandas of their time.
OLDEST = {
    "duckdb": ("duckdb==1.0.0", "pyarrow==14.0.1", "numpy<2"),
    "polars": ("polars==1.0.0",),
    "pandas": ("pyarrow==14.0.1", "pandas<2.2", "numpy<2"),
    "fastparquet": ("fastparquet==2022.12.0", "pandas<2.1", "numpy<2"),
}


def datasets(folder: Path) -> dict[str, Dataset]:
    """Return the same games as a dataset of each format."""
    match = make_match(STRATEGIES, seed=1)
    return {
        format: record_match(match, GAMES, folder / format, level="rounds", format=format)
        for format in FORMATS
    }


def environment(folder: Path, packages: tuple[str, ...]) -> Path:
    """Return the Python of a new environment with some packages."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    quiet = ("--quiet", "--disable-pip-version-check", "--only-binary", ":all:")
    subprocess.run([python, "-m", "pip", "install", *quiet, *packages], check=True)
    return python


def differing(python: Path, library: str, dataset: Dataset) -> list[str]:
    """Return what a reader reads otherwise, or why it reads nothing."""
    command = [python, reading.__file__, library, dataset.format, dataset.path]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return [done.stderr.strip().rpartition("\n")[2]]
    found = json.loads(done.stdout)
    wrong = []
    for kind in reading.KINDS:
        expected = reading.checksums(reading.of_frame(getattr(dataset, kind)()))
        if list(found[kind]) != list(expected):
            wrong.append(f"{kind}: other columns")
        wrong += [f"{kind}.{name}" for name in expected if found[kind].get(name) != expected[name]]
    return wrong


def main() -> int:
    """Install, read, and print a table; return the exit code."""
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        written = datasets(Path(name) / "data")
        print(f"{'reader':24} {'format':8} values")
        for library, packages in OLDEST.items():
            python = environment(Path(name) / library, packages)
            for format in (each for own, each in reading.READERS if own == library):
                wrong = differing(python, library, written[format])
                failed += bool(wrong)
                said = ", ".join(wrong) or "as they were written"
                print(f"{packages[0]:24} {format:8} {said}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
