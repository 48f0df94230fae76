"""Ratings: against another implementation of the model, by hand, and their intervals."""

from itertools import combinations
from math import log

import choix
import numpy as np
import pytest
from numpy.typing import NDArray

from quacks_sim.ratings import EVEN_GAMES, fit_strengths, resampled_strengths


def every_table(count: int, players: int) -> NDArray[np.int64]:
    return np.array(list(combinations(range(count), players)))


def played(
    strengths: NDArray[np.float64],
    tables: NDArray[np.int64],
    seed: int,
    *,
    games: int = 400,
    batches: int = 1,
) -> NDArray[np.float64]:
    """Wins of games that go by the model: shape (batches, tables, players)."""
    generator = np.random.default_rng(seed)
    chances = np.exp(strengths)[tables]
    chances /= chances.sum(axis=1, keepdims=True)
    wins = [generator.multinomial(games // batches, each, batches) for each in chances]
    return np.moveaxis(np.array(wins, float), 1, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_strengths_are_those_of_choix(players: int) -> None:
    tables = every_table(6, players)
    wins = played(np.linspace(-1, 1, 6), tables, players, games=40)
    # choix takes single games, so the part of a game that is added has to be made whole there.
    scale = round(players / EVEN_GAMES)
    games = []
    for table, won in zip(tables, wins[0], strict=True):
        for seat, count in enumerate(won):
            losers = np.delete(table, seat)
            games += [(int(table[seat]), losers)] * int(count * scale + 1)
    expected = choix.ilsr_top1(6, games, alpha=0.0)
    (found,) = fit_strengths(tables, wins, 6)
    assert found == pytest.approx(expected - expected.mean(), abs=1e-4)


def test_two_strategies_differ_by_the_odds() -> None:
    (found,) = fit_strengths(np.array([[0, 1]]), np.array([[[30.0, 10.0]]]), 2)
    assert found[0] - found[1] == pytest.approx(log(30.25 / 10.25))
    assert found.sum() == pytest.approx(0)


def test_who_never_wins_has_a_rating_too() -> None:
    tables = every_table(4, 2)
    wins = np.array([[[1e6, 0.0]] * len(tables)])
    (found,) = fit_strengths(tables, wins, 4)
    assert np.isfinite(found).all()
    assert (np.diff(found) < -10).all()


def test_several_samples_are_fitted_as_one_by_one() -> None:
    tables = every_table(5, 3)
    wins = np.concatenate([played(np.zeros(5), tables, seed) for seed in range(4)])
    together = fit_strengths(tables, wins, 5)
    alone = [fit_strengths(tables, each[None], 5)[0] for each in wins]
    assert together == pytest.approx(np.array(alone), abs=1e-8)


def test_intervals_of_ratings_cover_the_truth() -> None:
    # 200 tournaments of 5 strategies: 1,000 intervals, their cover has a standard error of about a
    # point (0.7 if they were independent).
    true = np.array([-0.8, -0.3, 0.0, 0.3, 0.8])
    tables = every_table(5, 2)
    covered = []
    for seed in range(200):
        wins = played(true, tables, seed, batches=100)
        samples = resampled_strengths(tables, wins, 5, samples=200, seed=seed)
        low, high = np.percentile(samples, [2.5, 97.5], axis=0)
        covered.append((low <= true) & (true <= high))
    assert np.mean(covered) == pytest.approx(0.95, abs=0.03)


def test_the_bootstrap_keeps_what_deals_have_in_common() -> None:
    # All tables win and lose together in a batch: much less is known than by as many single games.
    tables = every_table(3, 2)
    generator = np.random.default_rng(2)
    first = generator.binomial(4, 0.5, 200).astype(float)
    apart = generator.binomial(4, 0.5, (200, 3)).astype(float)
    together = np.repeat(first[:, None], 3, axis=1)
    spread = []
    for won in (apart, together):
        wins = np.stack([won, 4 - won], axis=2)
        samples = resampled_strengths(tables, wins, 3, samples=400, seed=1)
        spread.append((samples[:, 0] - samples[:, 2]).std())
    # The difference of 0 and 2 sums three tables: their errors add up, or nearly cancel for 0-1-2.
    assert spread[1] > 1.3 * spread[0]
    again = resampled_strengths(tables, wins, 3, samples=400, seed=1)
    assert np.array_equal(again, samples)
