"""Ridge regression in batches, its strength chosen by cross-validation.

Only the sums of products of the features are kept, for each of a few folds, so that any number of
positions fits into memory and the order of the batches does not matter to more than the last digit.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

#: Strengths of the ridge that are tried, as shares of the features' own variance.
STRENGTHS = (1e-5, 1e-4, 1e-3, 1e-2)

FOLDS = 5


@dataclass
class Moments:
    """Sums over positions: of the features' products, and of their products with the target.

    Attributes
    ----------
    products : ndarray of float64, shape (FOLDS, features, features)
    targets : ndarray of float64, shape (FOLDS, features)
    squares : ndarray of float64, shape (FOLDS,)
        Of the targets.
    counts : ndarray of int64, shape (FOLDS,)
    """

    features: int
    products: NDArray[np.float64] = field(init=False)
    targets: NDArray[np.float64] = field(init=False)
    squares: NDArray[np.float64] = field(init=False)
    counts: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.products = np.zeros((FOLDS, self.features, self.features))
        self.targets = np.zeros((FOLDS, self.features))
        self.squares = np.zeros(FOLDS)
        self.counts = np.zeros(FOLDS, np.int64)

    def add(
        self, features: NDArray[np.float64], target: NDArray[np.float64], fold: NDArray[np.int64]
    ) -> None:
        """Add positions: features of shape (n, features), targets and folds of shape (n,)."""
        for number in range(FOLDS):
            chosen = fold == number
            rows, values = features[chosen], target[chosen]
            self.products[number] += rows.T @ rows
            self.targets[number] += rows.T @ values
            self.squares[number] += values @ values
            self.counts[number] += len(values)


@dataclass(frozen=True)
class Fit:
    """Weights of features.

    Attributes
    ----------
    weights : ndarray of float64, shape (features,)
    explained : float
        Share of the target's variance that they explain in positions that they were not fitted to.
    strength : float
        Of the ridge.
    """

    weights: NDArray[np.float64]
    explained: float
    strength: float


def fit(moments: Moments, prior: NDArray[np.float64]) -> Fit:
    """Return the weights that cross-validation likes best.

    Parameters
    ----------
    moments : Moments
        The first feature is constant and not held back.
    prior : ndarray of float64, shape (features,)
        To where the weights are drawn of which the positions say little.
    """
    best = (-np.inf, STRENGTHS[0])
    for strength in STRENGTHS:
        best = max(best, (_explained(moments, prior, strength), strength))
    weights = _solve(moments.products.sum(axis=0), moments.targets.sum(axis=0), prior, best[1])
    return Fit(weights, float(best[0]), best[1])


def _explained(moments: Moments, prior: NDArray[np.float64], strength: float) -> float:
    """Return the share of the variance that is explained in the fold left out, over all folds."""
    error, total = 0.0, 0.0
    for fold in range(FOLDS):
        others = np.arange(FOLDS) != fold
        weights = _solve(
            moments.products[others].sum(axis=0),
            moments.targets[others].sum(axis=0),
            prior,
            strength,
        )
        products, targets = moments.products[fold], moments.targets[fold]
        error += moments.squares[fold] - 2 * weights @ targets + weights @ products @ weights
        # The first feature is 1, so the first target is the sum.
        total += moments.squares[fold] - targets[0] ** 2 / max(moments.counts[fold], 1)
    return 1 - error / total if total > 0 else 0.0


def _solve(
    products: NDArray[np.float64],
    targets: NDArray[np.float64],
    prior: NDArray[np.float64],
    strength: float,
) -> NDArray[np.float64]:
    """Return ridge weights; each is held back by the variance of its feature, and a little more."""
    count = products[0, 0]
    means = products[0] / max(count, 1.0)
    variances = np.diag(products) / max(count, 1.0) - means**2
    penalty = count * (strength * np.maximum(variances, 0.0) + 1e-4)
    penalty[0] = 0.0
    return np.asarray(
        np.linalg.solve(products + np.diag(penalty), targets + penalty * prior), np.float64
    )
