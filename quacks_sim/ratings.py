"""Ratings: one number a strategy that explains who wins at which table.

The model is Luce's: a strategy of strength s wins a table with the chance s divided by the sum of
the strengths of all who sit there. For two seats it is that of Bradley and Terry, for more the
first place of Plackett and Luce (Luce, *Individual Choice Behavior*, 1959; Hunter, *MM algorithms
for generalized Bradley-Terry models*, Annals of Statistics 32, 2004). Only the wins at each table
matter, so they are added up first; the library choix fits the same model from single games, one
Python tuple each, and the tests compare with it.
"""

from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Rating points, as of chess: 400 more are ten times the strength.
POINTS = 400 / log(10)

#: Games that are added to each table, shared evenly: a strategy that never wins has a rating, too.
EVEN_GAMES = 0.5

_MOST_STEP, _PRECISION, _MOST_STEPS = 1.0, 1e-9, 200

#: Numbers that are held at once while samples are fitted.
_MOST_NUMBERS = 4_000_000


def fit_strengths(
    tables: NDArray[np.int64], wins: NDArray[np.float64], count: int
) -> NDArray[np.float64]:
    """Return the most likely strengths, for each of several samples of wins.

    Parameters
    ----------
    tables : ndarray of int64, shape (tables, players)
        Who sits there, 0 … `count` − 1. Tables have to connect all strategies.
    wins : ndarray, shape (samples, tables, players)
        Games won by each of them; a shared win is a part of one.
    count : int
        How many strategies there are.

    Returns
    -------
    ndarray, shape (samples, count)
        Logarithms of the strengths, with a mean of 0.
    """
    samples, players = len(wins), tables.shape[1]
    wins = wins + EVEN_GAMES / players
    games = wins.sum(axis=2, keepdims=True)
    by_strategy = _collector(tables, count)
    by_pair = _collector(tables[:, :, None] * count + tables[:, None, :], count * count)
    won = wins.reshape(samples, -1) @ by_strategy
    strengths = np.zeros((samples, count))
    # Newton's method on a concave likelihood; steps are kept short while it is far away.
    for _ in range(_MOST_STEPS):
        chances = np.exp(strengths[:, tables])
        chances /= chances.sum(axis=2, keepdims=True)
        expected = chances * games
        gradient = won - expected.reshape(samples, -1) @ by_strategy
        spread = expected[:, :, :, None] * (np.eye(players) - chances[:, :, None, :])
        curvature = (spread.reshape(samples, -1) @ by_pair).reshape(samples, count, count)
        # Only differences of strengths are decided: one more term fixes their mean.
        step = np.linalg.solve(curvature + 1 / count, gradient[:, :, None])[:, :, 0]
        largest = np.abs(step).max(axis=1, keepdims=True)
        strengths += step * np.minimum(1, _MOST_STEP / np.maximum(largest, _PRECISION))
        if largest.max() < _PRECISION:
            break
    centred: NDArray[np.float64] = strengths - strengths.mean(axis=1, keepdims=True)
    return centred


def _collector(places: NDArray[np.int64], count: int) -> Any:
    """Return the sparse matrix that adds up numbers by their place, 0 … `count` − 1."""
    from scipy.sparse import csr_array

    flat = places.ravel()
    ones = np.ones(len(flat))
    return csr_array((ones, (np.arange(len(flat)), flat)), shape=(len(flat), count))


def resampled_strengths(
    tables: NDArray[np.int64],
    wins: NDArray[np.float64],
    count: int,
    *,
    samples: int,
    seed: int,
) -> NDArray[np.float64]:
    """Return strengths of runs that might as well have been: a cluster bootstrap over deals.

    Parameters
    ----------
    tables, count
        As in :func:`fit_strengths`.
    wins : ndarray, shape (batches, tables, players)
        Games won in each batch of deals. A batch is drawn as a whole, for all tables, because all
        of them met its luck.
    samples : int
        How many runs.
    seed : int
        Of the drawing.

    Returns
    -------
    ndarray, shape (samples, count)
    """
    batches = len(wins)
    generator = np.random.default_rng(seed)
    drawn = generator.multinomial(batches, np.full(batches, 1 / batches), samples)
    flat = wins.reshape(batches, -1)
    at_once = max(_MOST_NUMBERS // max(flat.shape[1] * wins.shape[2], count * count), 1)
    parts = [
        fit_strengths(tables, (part @ flat).reshape(-1, *wins.shape[1:]), count)
        for part in np.split(drawn, range(at_once, samples, at_once))
    ]
    return np.concatenate(parts)
