"""The search itself: CMA-ES, asked for candidates and told in which order they came out.

Covariance matrix adaptation draws candidates from a normal distribution and moves it, and shapes
it, after those that did best (N. Hansen, *The CMA Evolution Strategy: A Tutorial*,
arXiv:1604.00772). It heeds nothing but their order, so whatever can put candidates in an order can
be searched.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import log
from typing import Any

import numpy as np

from quacks_sim.errors import InputError
from quacks_sim.training.space import Dimension

#: Below this a distribution has no shape that could be learned.
FEWEST_CANDIDATES = 6
MOST_CANDIDATES = 1_000


def load_cma() -> Any:
    """Return the module ``cma``.

    Raises
    ------
    InputError
        If it is not installed.
    """
    try:
        import cma
    except ImportError:
        raise InputError(
            "tuning needs the package cma, which is not installed",
            "pip install 'quacks-sim[tune]'",
        ) from None
    return cma


def default_candidates(dimensions: int) -> int:
    """Return how many candidates a generation has: Hansen's 4 + 3 ln n, and 4 more for noise."""
    return 8 + int(3 * log(dimensions))


class Search:
    """A search for the values that come out first.

    The same dimensions, seed and orders give the same candidates, whoever else draws random
    numbers; so a search goes on from its orders alone.

    Parameters
    ----------
    dimensions : sequence of Dimension
        What is searched for.
    candidates : int
        How many values are tried in a generation.
    spread : float
        Standard deviation of the first generation, as a share of each range.
    seed : int
    """

    def __init__(
        self, dimensions: Sequence[Dimension], *, candidates: int, spread: float, seed: int
    ) -> None:
        self._dimensions = tuple(dimensions)
        self._luck = np.random.RandomState(np.random.MT19937(np.random.SeedSequence(seed)))
        self._asked: list[Any] = []
        # CMA-ES needs two dimensions: the second one of a lone parameter means nothing.
        padded = [*self._dimensions, Dimension("", 0, 1, 0.5)][: max(len(self._dimensions), 2)]
        # Each whole number has a whole step of its own, also those at the ends.
        margins = [0.499 if each.whole else 0.0 for each in padded]
        lows = [each.low - margin for each, margin in zip(padded, margins, strict=True)]
        highs = [each.high + margin for each, margin in zip(padded, margins, strict=True)]
        with self._own_luck():
            self._strategy = load_cma().CMAEvolutionStrategy(
                [each.start for each in padded],
                1.0,
                {
                    "CMA_stds": [
                        spread * (high - low) for low, high in zip(lows, highs, strict=True)
                    ],
                    "bounds": [lows, highs],
                    "integer_variables": [n for n, each in enumerate(padded) if each.whole],
                    "popsize": candidates,
                    "seed": np.nan,  # it draws from where :meth:`_own_luck` lets it
                    "signals_filename": "",
                    "verbose": -9,
                    "verb_log": 0,
                },
            )

    def ask(self) -> list[tuple[float, ...]]:
        """Return the values of the candidates of the next generation."""
        with self._own_luck():
            self._asked = self._strategy.ask()
        return [self._values(each) for each in self._asked]

    def tell(self, order: Sequence[int]) -> None:
        """Tell how the candidates of the last :meth:`ask` came out.

        Parameters
        ----------
        order : sequence of int
            Their numbers, the best first.
        """
        places = np.argsort(np.asarray(order, dtype=np.int64))
        with self._own_luck():
            self._strategy.tell(self._asked, [float(each) for each in places])

    @property
    def mean(self) -> tuple[float, ...]:
        """The middle of the distribution, which is where the search believes the best to be."""
        return self._values(self._strategy.result.xfavorite)

    @property
    def spread(self) -> float:
        """How wide the distribution still is, as a share of the ranges; 1 at the start."""
        return float(self._strategy.sigma)

    def _values(self, numbers: Any) -> tuple[float, ...]:
        pairs = zip(self._dimensions, numbers, strict=False)
        return tuple(each.value(float(number)) for each, number in pairs)

    @contextmanager
    def _own_luck(self) -> Iterator[None]:
        """Let cma, which draws from numpy's common generator, draw from one of its own."""
        common = np.random.get_state()  # noqa: NPY002
        np.random.set_state(self._luck.get_state())  # noqa: NPY002
        try:
            yield
        finally:
            self._luck.set_state(np.random.get_state())  # noqa: NPY002
            np.random.set_state(common)  # noqa: NPY002
