"""The yardstick in C plays the very games of the program, so that their speeds can be compared."""

import runpy
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quacks_sim as qs
from quacks_sim import benchmark
from quacks_sim.errors import InputError
from quacks_sim.kernel.state import ROUND_COLUMNS

SCRIPT = runpy.run_path(str(Path(__file__).parents[1] / "benchmarks" / "against_c.py"))

needs_a_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here")


@pytest.fixture(scope="module", params=SCRIPT["PROGRAMS"])
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    built: Path = SCRIPT["build"](request.param, tmp_path_factory.mktemp("yardstick"))
    return built


def numbers(document: dict[str, Any], name: str, *shape: int) -> np.ndarray[Any, np.dtype[Any]]:
    return np.array(document[name]).reshape(shape)


@needs_a_compiler
@pytest.mark.parametrize("seed", [1, 2**40 + 7])
def test_the_same_games_to_the_last_digit(program: Path, seed: int) -> None:
    games = 1201
    in_c = SCRIPT["run_c"](program, "game", games, seed)
    totals = benchmark.yardstick_match(seed).block(0, games).totals
    columns = [ROUND_COLUMNS.index(name) for name in in_c["columns"]]
    shape = (4, 9, len(columns))
    assert in_c["games"] == games
    assert (numbers(in_c, "sums", *shape) == totals.round_sums[:, :, columns]).all()
    assert (numbers(in_c, "squares", *shape) == totals.round_squares[:, :, columns]).all()
    assert (numbers(in_c, "bought", 4, 9, 18) == totals.bought).all()
    points, win_shares, explosions = totals.cluster_sums
    assert in_c["points"] == list(points)
    assert in_c["points_squares"] == list(np.diagonal(totals.products[0]))
    assert in_c["win_shares"] == list(win_shares)
    assert in_c["explosions"] == list(explosions)
    assert in_c["final_bag"] == list(totals.final_bag.sum(axis=1))
    # A column that the yardstick in C does not know is of no use in its games: −1, or 0.
    others = [each for each in range(len(ROUND_COLUMNS)) if each not in columns]
    assert (np.unique(totals.round_sums[:, :, others]) <= 0).all()


@needs_a_compiler
def test_the_same_brews_to_the_last_digit(program: Path) -> None:
    in_c = SCRIPT["run_c"](program, "brew", 50_000, 11)
    totals = qs.brew(stop=benchmark.BREW_STOP, rounds=50_000, seed=11).totals
    for name in ("space_counts", "exploded", "sums", "squares"):
        assert in_c[name] == list(getattr(totals, name)), name


def test_a_missing_compiler_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(InputError) as caught:
        SCRIPT["compiler"]()
    assert caught.value.cause.startswith("there is no C compiler 'no-such-compiler'")
    assert "\n" not in caught.value.cause + caught.value.cure


def test_a_ratio_has_an_interval() -> None:
    one = benchmark.Measurement("one", list, 100, "games", seconds=[1.0, 2.0, 1.0])
    one.cpu_seconds = one.seconds
    half = benchmark.Measurement("half", list, 100, "games", seconds=[2.0, 4.0, 3.0])
    half.cpu_seconds = half.seconds
    ratios = SCRIPT["compare"]({"play_1": one, "game_plain": half})
    assert [each["name"] for each in ratios] == [
        "whole games, program / plain C",
        "whole games, program / plain C, processor time",
    ]
    assert ratios[0]["turns"] == [2.0, 2.0, 3.0]
    assert (ratios[0]["ratio"], ratios[0]["low"], ratios[0]["high"]) == (2.0, 2.0, 3.0)
