"""``python -m tests.environments floors`` or ``pythons``: the program with other packages.

``floors`` installs the oldest version of every package that pyproject.toml allows, with the oldest
Python that is here; ``pythons`` the newest versions, with every Python that is here. Each plays the
same commands, with warnings as errors, and has to find what this environment finds.
"""

import argparse
import shutil
import sys
from pathlib import Path

from tests.environments.environment import Environment
from tests.environments.interpreters import interpreters
from tests.environments.requirements import ROOT, floor, requirements, tools
from tests.environments.trial import Trial, table


def floors(folder: Path) -> list[Environment]:
    """Return the environment of the oldest versions."""
    oldest = [floor(each) for each in requirements() + tools()]
    python = next(iter(interpreters().values()))
    return [Environment("oldest", python, folder / "oldest", oldest)]


def pythons(folder: Path) -> list[Environment]:
    """Return an environment of the newest versions for each Python."""
    asked = [str(each) for each in tools()]
    return [
        Environment("newest", python, folder / f"{version.major}.{version.minor}", asked)
        for version, python in interpreters().items()
    ]


KINDS = {"floors": floors, "pythons": pythons}


def main() -> int:
    """Try what is asked for and print the table; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.environments", description=__doc__)
    parser.add_argument("which", choices=KINDS)
    parser.add_argument("--keep", action="store_true", help="leave what was installed and written")
    given = parser.parse_args()
    folder = ROOT / "out" / "environments" / given.which
    shutil.rmtree(folder, ignore_errors=True)
    try:
        here = Trial(Environment("here", Path(sys.executable), folder / "here", main=True))
        here.run()
        trials = [Trial(each) for each in KINDS[given.which](folder)]
        for trial in trials:
            trial.run(here)
    finally:
        if not given.keep:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"\n{table(trials)}")
    return 0 if here.good and trials and all(trial.good for trial in trials) else 1


if __name__ == "__main__":
    sys.exit(main())
