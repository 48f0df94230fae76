"""Comparisons: intervals, p-values, Holm's correction, and the games that are needed."""

from math import isnan, nan

import numpy as np
import pytest

from quacks_sim.anytime import Anytime
from quacks_sim.comparisons import Comparison, compare, holm
from quacks_sim.statistics import ClusterSums, Estimate

ONES = np.ones


def made(p_value: float, mean: float = 1.0) -> Comparison:
    return Comparison(Estimate(mean, 1.0, 0.1, mean - 0.2, mean + 0.2), 100, p_value, p_value)


def compared(differences: list[float], **options: bool) -> Comparison:
    sums = ClusterSums.of(np.array(differences), ONES(len(differences), np.int64))
    return compare(sums, len(differences), **options)


def test_holm_by_hand() -> None:
    # 0.01 × 4, then 0.02 × 3, then 0.03 × 2 is not below the one before, then 0.8 × 1.
    found = holm([made(0.03), made(0.01), made(0.8), made(0.02)])
    assert [each.adjusted for each in found] == pytest.approx([0.06, 0.04, 0.8, 0.06])
    assert [each.resolved for each in found] == [False, True, False, False]
    assert {each.family for each in found} == {4}
    assert [each.p_value for each in found] == [0.03, 0.01, 0.8, 0.02]


def test_a_comparison_alone_is_not_corrected() -> None:
    (alone,) = holm([made(0.04)])
    assert alone.adjusted == 0.04
    assert alone.resolved
    assert holm([]) == []


def test_what_is_not_known_counts_as_not_resolved() -> None:
    unknown, known = holm([made(nan), made(0.001)])
    assert unknown.adjusted == 1
    assert known.adjusted == 0.002
    assert unknown.to_dict()["p_value"] is None


def test_p_value_and_interval_agree() -> None:
    # Student's test of five differences, by hand: mean 2, standard error √(2.5 / 5).
    found = compared([0.0, 1.0, 2.0, 3.0, 4.0])
    assert found.difference.mean == 2
    assert found.difference.standard_error == pytest.approx(0.5**0.5)
    assert found.p_value == pytest.approx(0.0474, abs=1e-4)
    assert found.difference.low == pytest.approx(2 - 2.776445 * 0.5**0.5, abs=1e-6)
    assert found.resolved
    assert not compared([-1.0, 1.0, 2.0, 3.0, 4.0]).resolved


@pytest.mark.parametrize("clusters", [3, 200, 20_000])
def test_they_agree_at_the_edge(clusters: int) -> None:
    generator = np.random.default_rng(3)
    noise = generator.normal(size=clusters)
    sums = ClusterSums.of(noise, ONES(clusters, np.int64))
    edge = sums.estimate(1.0)
    for shift, resolved in ((edge.half_width * 1.001, True), (edge.half_width * 0.999, False)):
        found = compared(list(noise - noise.mean() + shift))
        assert (found.p_value <= 0.05) is resolved
        assert found.resolved is resolved


def test_no_spread_at_all() -> None:
    level = compared([0.0] * 50)
    assert (level.p_value, level.resolved, level.games_to_resolve) == (1, False, None)
    alone = compared([1.0])
    assert isnan(alone.p_value)
    assert not alone.resolved
    assert alone.games_to_resolve is None


def test_being_level_in_every_deal_is_no_certainty() -> None:
    found = compared([0.0] * 50, shares=True)
    assert (found.p_value, found.resolved, found.difference.mean) == (1, False, 0)
    rare = 3.8415 / (50 + 3.8415)  # Wilson: z² / (n + z²)
    assert (found.difference.low, found.difference.high) == pytest.approx((-rare, rare), abs=1e-4)


def test_winning_every_game_of_a_few_is_no_certainty() -> None:
    four, ten = (compared([-1.0] * count, shares=True) for count in (4, 10))
    assert (four.p_value, four.resolved) == (0.125, False)
    assert ten.p_value == pytest.approx(2 / 1024)
    assert ten.resolved
    assert ten.difference.low == -1
    assert -0.6 < ten.difference.high < 0


def test_the_games_that_resolve_a_difference_do_so_in_four_of_five_runs() -> None:
    # 2,000 runs of so many differences: the share has a standard error of 0.9 points.
    true, spread = 0.1, 1.0
    pilot = Comparison(Estimate(true, spread, spread / 10, -1, 1), 100, 0.3, 0.3)
    games = pilot.games_to_resolve
    assert games == 785
    generator = np.random.default_rng(11)
    runs = generator.normal(true, spread, (2_000, games))
    resolved = np.mean([compared(list(run)).resolved for run in runs])
    assert abs(resolved - 0.8) < 3 * 0.009


def test_more_comparisons_need_more_games() -> None:
    alone = made(0.5, 0.01)
    among_six = holm([made(0.5, 0.01)] * 6)[0]
    assert alone.games_to_resolve is not None
    assert among_six.games_to_resolve is not None
    assert among_six.games_to_resolve / alone.games_to_resolve == pytest.approx(1.542, abs=0.001)


def test_looks_make_a_comparison_more_careful() -> None:
    values = np.random.default_rng(5).normal(0.0, 1.0, 2_000)
    values += 2.5 / 2_000**0.5 - values.mean()  # two and a half standard errors
    sums = ClusterSums.of(values, ONES(2_000, np.int64))
    once, watched = compare(sums, 2_000), compare(sums, 2_000, Anytime(2_000))
    assert once.resolved
    assert not watched.resolved
    assert watched.difference.half_width > 1.5 * once.difference.half_width
    assert watched.p_value > once.p_value
    assert watched.games_to_resolve is not None
    assert once.games_to_resolve is not None
    assert watched.games_to_resolve > once.games_to_resolve
