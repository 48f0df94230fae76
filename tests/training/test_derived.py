"""What follows from the worth of positions."""

import numpy as np
import pytest

from quacks_sim.kernel.ruleset import make_rules
from quacks_sim.policies.valued import VALUE_COUNT, VALUE_NAMES
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.chips import parse_bag
from quacks_sim.rules.options import RuleOptions
from quacks_sim.training import derived


def row(**numbers: float) -> np.ndarray:
    values = np.zeros(VALUE_COUNT)
    for name, value in numbers.items():
        values[VALUE_NAMES.index(name)] = value
    return values


def coins_of(values: np.ndarray, round_number: int, *bags: str) -> list[float]:
    rules = make_rules(RuleOptions(), Books(), Deck.none())
    counted = np.array([parse_bag(bag) for bag in bags])
    derived.add_worth_of_coins(values, rules, round_number, counted)
    return [float(values[VALUE_NAMES.index(f"coins_{coins}")]) for coins in range(36)]


def test_coins_are_worth_the_best_basket() -> None:
    # Orange costs 3, the blue 1-chip 5; no two of a colour at once (rule 6.E.2).
    worth = coins_of(row(O1=1.0, B1=2.5), 1, "W1x4")
    assert worth[:9] == [0, 0, 0, 1, 1, 2.5, 2.5, 2.5, 3.5]
    assert worth[35] == 3.5


def test_coins_are_averaged_over_bags() -> None:
    worth = coins_of(row(O1=1.0, orange_pairs=-1.0), 1, "W1x4", "W1x4 O1")
    # The second bag's next orange chip is worth 1 − 1 = 0.
    assert worth[3] == 0.5


def test_2_1_yellow_and_purple_come_later() -> None:
    values = row(Y1=3.0, P1=2.0)
    assert coins_of(values.copy(), 1, "W1")[20] == 0
    assert coins_of(values.copy(), 2, "W1")[20] == 3
    assert coins_of(values.copy(), 3, "W1")[20 + 5] == 5


def test_a_ruby_is_worth_half_a_droplet_step_now_or_later() -> None:
    table = np.stack([row(droplet=2.0, rubies=0.3)] * 8 + [derived.last_round()])
    derived.add_worth_of_rubies(table)
    gained = table[:, VALUE_NAMES.index("rubies_gained")]
    assert gained[0] == pytest.approx(1.0)
    # In round 8 now for a droplet step, or half a point at the end.
    assert gained[7] == pytest.approx(0.75)
    assert gained[8] == 0.5


def test_a_logistic_curve_is_found_again() -> None:
    places = np.arange(-20, 60) * 1.0
    share = 1 / (1 + np.exp((12.0 - places) / 4.0))
    middle, spread = derived.fit_logistic(places, 1e6 * share, 1e6 * (1 - share))
    assert (middle, spread) == pytest.approx((12.0, 4.0), rel=1e-3)


def test_where_one_answer_is_never_seen_the_curve_stays_finite() -> None:
    places = np.arange(10) * 1.0
    middle, spread = derived.fit_logistic(places, np.ones(10), np.zeros(10))
    assert np.isfinite([middle, spread]).all()
    assert middle < 0


def test_the_die_counts_exploded_pots_apart() -> None:
    counts = np.zeros(54, np.int64)
    counts[0] = 250
    counts[10:21] = [5, 15, 50, 95, 130, 160, 130, 95, 50, 15, 5]
    exploded, middle, spread = derived.fit_die(counts)
    assert exploded == 0.25
    # "No further than 15" holds for the half of them.
    assert middle == pytest.approx(14.5, abs=0.3)
    assert 0.5 < spread < 2


def test_prices_to_begin_with_fall_to_nothing() -> None:
    table = derived.by_price(Books())
    black = table[:, VALUE_NAMES.index("K1")]
    assert list(black) == sorted(black, reverse=True)
    assert black[8] == 0
