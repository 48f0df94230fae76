"""Settings of numba change the code that it makes: each has compiled code of its own."""

import os
import subprocess
import sys

import pytest

HASH = "from quacks_sim.kernel.jit import source_hash; print(source_hash())"

OUT_OF_BOUNDS = """
import numba, numpy as np
from quacks_sim.kernel.jit import entry, row
def read(array, place):
    return row(array, 1)[place]
numbers = np.arange(6).reshape(2, 3)
print(entry(read, cached=False)(numbers, 2))
try:
    print(entry(read, cached=False)(numbers, 99) * 0)
except IndexError:
    print("out of bounds")
"""


def said(program: str, **settings: str) -> list[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**kept, **settings},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split("\n")[:-1]


@pytest.mark.parametrize("settings", [{"NUMBA_BOUNDSCHECK": "1"}, {"NUMBA_OPT": "1"}], ids=str)
def test_code_made_under_other_settings_is_not_taken_from_the_cache(
    settings: dict[str, str],
) -> None:
    assert said(HASH) == said(HASH)
    assert said(HASH) != said(HASH, **settings)


def test_rows_are_checked_for_their_bounds_if_that_is_wanted() -> None:
    assert said(OUT_OF_BOUNDS, NUMBA_BOUNDSCHECK="1") == ["5", "out of bounds"]
    assert said(OUT_OF_BOUNDS, NUMBA_DISABLE_JIT="1") == ["5", "out of bounds"]


def test_interpreted_arithmetic_modulo_2_64_does_not_warn() -> None:
    program = (
        "import warnings; warnings.simplefilter('error')\n"
        "from quacks_sim.kernel.random import game_key, random_below, seat_key\n"
        "key = seat_key(game_key(2**63 - 1, 10**12), 3, 9)\n"
        "print(random_below(key, 4, 10**6, 9))"
    )
    assert len(said(program, NUMBA_DISABLE_JIT="1")) == 1
