"""Confidence sequences: they cover at every look together, and usual intervals would not.

Streams are made up by NumPy with a fixed seed. With 2,000 of them a share of 5 % has a standard
error of 0.5 points.
"""

from math import exp, isclose, log, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from quacks_sim.anytime import Anytime
from quacks_sim.statistics import normal_quantile, share_estimate

STREAMS, LENGTH = 2_000, 4_000
LOOKS = np.unique(np.geomspace(50, LENGTH, 60).astype(int))
ERROR = sqrt(0.05 * 0.95 / STREAMS)


def missed(stream: NDArray[np.float64], truth: float, critical: list[float]) -> float:
    """Return the share of streams whose interval misses the truth at one look or more."""
    sums, squares = stream.cumsum(axis=1), (stream**2).cumsum(axis=1)
    off = np.zeros(len(stream), bool)
    for look, reach in zip(LOOKS, critical, strict=True):
        mean = sums[:, look - 1] / look
        variance = (squares[:, look - 1] - look * mean**2) / (look - 1)
        off |= np.abs(mean - truth) > reach * np.sqrt(variance / look)
    return float(off.mean())


def streams(kind: str) -> tuple[NDArray[np.float64], float]:
    generator = np.random.default_rng(20261129)
    if kind == "normal":
        return generator.normal(0.3, 2.0, (STREAMS, LENGTH)), 0.3
    if kind == "wins":
        return (generator.random((STREAMS, LENGTH)) < 0.25).astype(float), 0.25
    # A deal at two rotated seats: 0, 1/2 or 1, mostly 1/2.
    return generator.choice([0.0, 0.5, 1.0], (STREAMS, LENGTH), p=[0.1, 0.7, 0.2]), 0.55


@pytest.mark.parametrize("kind", ["normal", "wins", "deals"])
@pytest.mark.parametrize("expected", [400, 4_000, 40_000])
def test_sequences_cover_at_all_looks_together(kind: str, expected: float) -> None:
    stream, truth = streams(kind)
    sequence = Anytime(expected)
    rate = missed(stream, truth, [sequence.critical(int(look)) for look in LOOKS])
    assert rate <= 0.05 + 3 * ERROR


def test_usual_intervals_do_not() -> None:
    # Looking sixty times, one misses the truth in far more than 1 of 20 runs.
    stream, truth = streams("wins")
    assert missed(stream, truth, [normal_quantile()] * len(LOOKS)) > 0.2


def test_a_run_that_ends_when_it_is_precise_covers_the_truth() -> None:
    # As `until` does it: a share with Wilson's interval, stopped when that is narrow enough.
    stream, truth = streams("wins")
    wanted = 0.05
    sequence = Anytime.to_reach(wanted, 2, 1)
    hits = stream.cumsum(axis=1)
    covered = []
    for own in hits:
        for look in LOOKS:
            found = share_estimate(int(look), own[look - 1], critical=sequence.critical(int(look)))
            if found.half_width <= wanted:
                covered.append(found.low <= truth <= found.high)
                break
    assert len(covered) == STREAMS  # all were precise enough before the end
    assert np.mean(covered) >= 0.95 - 3 * ERROR


def test_the_boundary_is_that_of_the_paper() -> None:
    # Written as there: the half width for a standard deviation of 1, and its parameter.
    alpha, expected = 0.05, 1_000
    rho = sqrt((-2 * log(alpha) + log(-2 * log(alpha) + 1)) / expected)
    for time in (1, 10, 1_000, 100_000):
        inner = time * rho**2 + 1
        half = sqrt(2 * inner / (time**2 * rho**2) * log(sqrt(inner) / alpha))
        assert Anytime(expected).critical(time) / sqrt(time) == pytest.approx(half)


def test_it_is_narrowest_where_the_run_is_expected_to_end() -> None:
    tuned = [Anytime(1_000 * factor).critical(1_000) for factor in (0.25, 0.5, 1, 2, 4)]
    assert min(tuned) == tuned[2] == pytest.approx(3.035, abs=0.001)
    assert max(tuned) / tuned[2] < 1.08


def test_what_is_expected_is_about_what_is_needed() -> None:
    # Two seats without rotation: independent games with the spread of a coin.
    sequence = Anytime.to_reach(0.01, 2, 1)
    games = sequence.expected
    half = sequence.critical(round(games)) * 0.5 / sqrt(games)
    assert half == pytest.approx(0.01, rel=1e-3)
    assert isclose(Anytime.to_reach(0.01, 4, 4).expected, games * 3 / 16)


def test_p_values_say_the_same_as_the_intervals() -> None:
    sequence = Anytime(500)
    for clusters in (20, 500, 30_000):
        edge = sequence.critical(clusters)
        assert sequence.p_value(edge, clusters) == pytest.approx(0.05)
        assert sequence.p_value(edge * 1.01, clusters) < 0.05
    assert sequence.p_value(0.0, 100) == 1
    assert sequence.p_value(10.0, 10**9) > exp(-50)  # later looks weigh less
