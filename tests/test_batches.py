"""Comparisons between tables that met the same luck."""

from math import sqrt

import numpy as np
import pytest

import quacks_sim as qs
from quacks_sim.batches import against_best, games_of_batches, same_luck, sums_of_batches
from quacks_sim.cells import estimates_frame
from quacks_sim.kernel.block import BATCHES, GAME_COLUMNS
from quacks_sim.match import make_match
from quacks_sim.results import PlayResult
from quacks_sim.simulate import play_match

POINTS, SHARE = GAME_COLUMNS.index("victory_points"), GAME_COLUMNS.index("win_share_twelfths")


@pytest.mark.parametrize(("seats", "rotate"), [(2, True), (3, True), (4, False), (1, True)])
def test_batches_are_the_deals_of_their_games(seats: int, rotate: bool) -> None:
    # More deals than batches, and a last deal that is not complete.
    match = make_match(["yardstick", "safe", "pushing", "careful"][:seats], seed=4, rotate=rotate)
    games = match.rotations * (BATCHES + 40) + (match.rotations > 1)
    block = match.block(0, games, "games")
    result = PlayResult(match, block.totals, games)
    numbers = np.arange(games)
    batch = numbers // match.rotations % BATCHES
    assert np.array_equal(games_of_batches(result), np.bincount(batch, minlength=BATCHES))
    rows = block.game_rows.reshape(games, seats, -1).astype(np.int64)
    order = match.seats(numbers)
    for strategy in range(seats):
        own = rows[order == strategy]
        for measure, column, unit in (("victory_points", POINTS, 1), ("win_share", SHARE, 12)):
            expected = np.bincount(batch, own[:, column] / unit, BATCHES)
            assert sums_of_batches(result, strategy, measure) == pytest.approx(expected)


def test_batches_do_not_depend_on_blocks() -> None:
    match = make_match(["yardstick", "safe"], seed=4)
    whole = match.block(0, 3_000).totals.batch_sums
    parts = [match.block(first, first + 600).totals.batch_sums for first in range(0, 3_000, 600)]
    assert np.array_equal(whole, sum(parts))


def test_cells_of_a_sweep_play_the_same_games() -> None:
    vary = {"stop.max_risk": [0.25, 0.3]}
    result = qs.sweep("yardstick", vary, against=["balanced"], games=3_000, seed=6)
    assert same_luck(result.results)
    alone = qs.play("yardstick+stop.max_risk=0.3", "balanced", games=3_000, seed=6)
    assert result.results[1].totals == alone.totals
    # The same draws while they decide alike: the difference is steadier than what is compared.
    (other,) = (
        each for number, each in enumerate(result.standing.comparisons) if number != result.best
    )
    errors = [each.strategies[0].win_share.standard_error for each in result.results]
    assert other.difference.standard_error < 0.85 * sqrt(errors[0] ** 2 + errors[1] ** 2)


def test_paired_differences_are_those_of_the_deals() -> None:
    cells = [
        play_match(make_match([name, "balanced"], seed=6), 600, threads=1)
        for name in ("yardstick", "yardstick+stop.max_risk=0.5")
    ]
    rows = []
    for cell in cells:
        block = cell.match.block(0, 600, "games")
        own = cell.match.seats(np.arange(600)) == 0
        rows.append(block.game_rows.reshape(600, 2, -1)[own][:, SHARE] / 12)
    deals = (rows[1] - rows[0]).reshape(300, 2).mean(axis=1)
    best, other = against_best(cells, "win_share", 0)
    assert other.difference.mean == pytest.approx(deals.mean())
    assert other.difference.standard_error == pytest.approx(deals.std(ddof=1) / sqrt(300))
    assert (best.difference.mean, best.resolved) == (0, False)
    assert other.family == 1


def test_intervals_of_paired_differences_cover_the_truth() -> None:
    # The truth from a long run; 600 short ones of 60 deals: 95 % ± 3 times 0.9 points.
    names = ("yardstick", "yardstick+stop.max_risk=0.35")
    matches = [make_match([name, "balanced"], seed=1) for name in names]
    truth = [play_match(each, 120_000, threads=2).strategies[0].win_share.mean for each in matches]
    covered = 0
    for repeat in range(600):
        first = 120_000 + repeat * 120
        cells = []
        for match in matches:
            block = match.block(first, first + 120)
            # Batches are counted from the first deal on: these sixty lie somewhere in the ring.
            cells.append(np.roll(block.totals.batch_sums, -(first // 2 % BATCHES), axis=0))
        results = []
        for match, sums in zip(matches, cells, strict=True):
            result = play_match(match, 120, threads=1)
            result.totals.batch_sums[...] = sums
            results.append(result)
        found = against_best(results, "win_share", 0)[1].difference
        covered += found.low <= truth[1] - truth[0] <= found.high
    assert abs(covered / 600 - 0.95) <= 3 * 0.009


def test_the_best_of_equals_stays_among_those_not_resolved() -> None:
    # Twelve cells that are equally good. Whichever looks best, a given one must not be called
    # worse in more than 1 of 20 runs; with 400 runs the share has a standard error of 1.1 points.
    generator = np.random.default_rng(8)
    match = make_match(["yardstick", "safe"], seed=1)
    lost = 0
    for _ in range(400):
        cells = []
        for _ in range(12):
            result = PlayResult(match, match.block(0, 2).totals, 2 * BATCHES)
            result.totals.batch_sums[:, 1, 0] = generator.integers(0, 25, BATCHES)
            cells.append(result)
        best = max(range(12), key=lambda each: cells[each].totals.batch_sums[:, 1, 0].sum())
        lost += against_best(cells, "win_share", best)[0].resolved
    assert lost / 400 <= 0.05 + 3 * 0.011


def test_frames_of_other_luck_have_no_paired_columns() -> None:
    cells = [qs.play("yardstick", "safe", games=200, seed=seed) for seed in (1, 2)]
    assert "win_share_to_best" not in estimates_frame(cells)
    same = estimates_frame([cells[0], cells[0]])
    assert same["win_share_to_best"].tolist() == [0, 0]
    assert same["win_share_near_best"].tolist() == [True, True]
