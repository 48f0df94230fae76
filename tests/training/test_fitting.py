"""Ridge regression: it finds weights that are there, and keeps the prior where nothing is said."""

import numpy as np
import pytest

from quacks_sim.training.fitting import FOLDS, Moments, fit


def moments_of(noise: float, positions: int = 4000) -> tuple[Moments, np.ndarray]:
    """Return the moments of features of which the last one is never seen, and the true weights."""
    chance = np.random.default_rng(5)
    features = np.column_stack(
        [np.ones(positions), chance.poisson(2, (positions, 3)), np.zeros(positions)]
    )
    weights = np.array([10.0, 1.5, -0.5, 0.0, 7.0])
    target = features @ weights + noise * chance.normal(size=positions)
    moments = Moments(features.shape[1])
    folds = np.arange(positions) % FOLDS
    for start in range(0, positions, 1000):
        part = slice(start, start + 1000)
        moments.add(features[part], target[part], folds[part])
    return moments, weights


def test_weights_are_found_and_the_prior_is_kept_where_nothing_is_seen() -> None:
    moments, weights = moments_of(noise=2.0)
    prior = np.array([0.0, 0.0, 0.0, 0.0, 3.0])
    found = fit(moments, prior)
    # The standard error of a weight is noise / (deviation × √n) = 2 / (1.41 × 63) = 0.022.
    assert found.weights[1:4] == pytest.approx(weights[1:4], abs=0.1)
    assert found.weights[4] == pytest.approx(3.0)
    # Variance of the signal: 2 (2.25 + 0.25) = 5; of the noise: 4.
    assert found.explained == pytest.approx(5 / 9, abs=0.04)


def test_without_noise_all_is_explained() -> None:
    moments, _ = moments_of(noise=0.0)
    assert fit(moments, np.zeros(5)).explained == pytest.approx(1.0, abs=1e-3)


def test_nothing_to_learn_is_held_back_most() -> None:
    chance = np.random.default_rng(1)
    features = np.column_stack([np.ones(60), chance.normal(size=(60, 20))])
    moments = Moments(21)
    moments.add(features, chance.normal(size=60), np.arange(60) % FOLDS)
    assert fit(moments, np.zeros(21)).strength == 1e-2
