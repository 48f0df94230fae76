"""Measure this machine and write the result as JSON: ``python benchmarks/run.py FILE.json``.

The same measurements as ``quacks bench``, with every repeat, in a file of its own.
"""

import argparse
import json
import sys
from pathlib import Path

from quacks_sim import benchmark


def main() -> int:
    """Measure, write, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="where to write the result")
    parser.add_argument("--quick", action="store_true", help="fewer repeats, no compiling anew")
    parser.add_argument("--overwrite", action="store_true", help="replace a file that is there")
    options = parser.parse_args()
    if options.file.exists() and not options.overwrite:
        print(f"error: {options.file} is already there\n  add --overwrite", file=sys.stderr)
        return 2
    options.file.parent.mkdir(parents=True, exist_ok=True)
    document = benchmark.run(
        quick=options.quick,
        progress=lambda done, wanted: print(f"{done} of {wanted}", file=sys.stderr),
    )
    options.file.write_text(json.dumps(document, indent=1, allow_nan=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
