"""Numbers in words."""

from math import nan, sqrt

import pytest

from quacks_sim.comparisons import Comparison
from quacks_sim.statistics import Estimate
from quacks_sim.words import counted, decimals, duration, needed, short, with_errors


def estimate(mean: float, width: float) -> Estimate:
    return Estimate(mean, 1.0, width / 1.96, mean - width, mean + width)


def test_two_digits_of_the_uncertainty() -> None:
    assert with_errors([estimate(12.3456, 0.123)]) == ["12.35 ± 0.12"]
    assert with_errors([estimate(12.3456, 0.0123)]) == ["12.346 ± 0.012"]
    assert with_errors([estimate(1234.56, 45.0)]) == ["1235 ± 45"]
    assert with_errors([estimate(0.5, 0.0123)], 100) == ["50.0 ± 1.2"]


def test_a_column_has_the_same_decimals() -> None:
    assert with_errors([estimate(1, 0.31), estimate(20, 0.049)]) == ["1.00 ± 0.31", "20.00 ± 0.05"]


def test_an_interval_to_one_side_shows_its_ends() -> None:
    assert with_errors([Estimate(0.0, 0.0, 0.0, 0.0, 0.161)], 100) == ["0.0 (0.0–16.1)"]


def test_an_unknown_uncertainty_is_a_question_mark() -> None:
    assert with_errors([Estimate(3.0, nan, nan, nan, nan)]) == ["3.00 ± ?"]
    assert decimals([nan, 0.0]) == 2


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.04, "0.0 s"), (3.21, "3.2 s"), (42.4, "42 s"), (300, "5 min"), (7200, "2.0 h")],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_games_that_are_needed_for_a_difference() -> None:
    def compared(mean: float, error: float, games: int) -> Comparison:
        return Comparison(Estimate(mean, 1.0, error, mean - error, mean + error), games, 0.3, 0.3)

    # A difference of one standard error at 100 games needs (1.96 + 0.84)² times as many.
    one = compared(0.1, 0.1, 100)
    assert needed(one) == "about 790 games would resolve it"
    assert needed(compared(-0.1, 0.1, 100)) == needed(one)
    assert "no feasible" in needed(compared(0.0, 0.1, 100))
    assert "no feasible" in needed(compared(1e-9, 0.1, 100))
    assert needed(compared(0.1, 0.1 / sqrt(2), 200)) == needed(one)


def test_short_values() -> None:
    assert [short(each) for each in (0.1, 7, "keep", True)] == ["0.1", "7", "keep", "True"]


def test_one_thing_is_singular() -> None:
    assert [counted(number, "point") for number in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert counted(1, "ruby") == "1 ruby"
    assert counted(2, "ruby") == "2 rubies"
    assert counted(3, "day") == "3 days"
    assert counted(12_000, "game") == "12,000 games"
    assert counted(2, "W1", "W1") == "2 W1"
