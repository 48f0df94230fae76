"""Draws, die and the chance of policies are uniform; games know nothing of each other.

Seeds are fixed and bounds come from the distribution of the statistic, so a failure is a fault.
"""

from math import sqrt

import numba
import numpy as np
import pytest
from scipy.stats import chi2

import quacks_sim as qs
from quacks_sim.kernel.bag import fill_bag, own_chip, take_chip
from quacks_sim.kernel.journal import DIE_FACE
from quacks_sim.kernel.random import game_key, seat_key
from quacks_sim.kernel.state import CHANCE_COUNTER, SCORING_SPACE, TABLE, VICTORY_POINTS
from quacks_sim.kernel.views import BrewView
from quacks_sim.match import Match, make_match
from quacks_sim.policies.facts import one_of, own_chance
from quacks_sim.rules.chips import KIND_COUNT
from quacks_sim.rules.options import RuleOptions
from tests.policies.hand_made import brewing

#: Wider than chance would have it in one of 10,000 looks.
STANDARD_ERRORS = 4.0
RARE = 1e-4

INTERPRETED = bool(numba.config.DISABLE_JIT)
BAGS = 300 if INTERPRETED else 30_000


@numba.njit
def _empty_bags(table, bags, new_seeds):  # type: ignore[no-untyped-def]
    """Draw bags with one chip of each kind to the last; return the kinds in the order drawn."""
    drawn = np.empty((bags, KIND_COUNT), np.int64)
    for kind in range(KIND_COUNT):
        own_chip(table, 0, kind)
    for number in range(bags):
        game = number // 36
        key = game_key(number if new_seeds else 5, 0 if new_seeds else game)
        place = 0 if new_seeds else number % 36
        table.keys[0] = seat_key(key, place % 4, 1 + place // 4)
        table.seats[0, CHANCE_COUNTER] = 0
        fill_bag(table, 0)
        for turn in range(KIND_COUNT):
            drawn[number, turn] = take_chip(table, 0, None)
    return drawn


@numba.njit
def _key(seed, game, seat, round_number):  # type: ignore[no-untyped-def]
    return seat_key(game_key(seed, game), seat, round_number)


def view_of(seed: int, game: int, decision: int) -> BrewView:
    """Return a view with the chance of a seat in some game."""
    return brewing(chance_key=np.uint64(_key(seed, game, 1, 2)), decision=decision)


def drawn(new_seeds: bool) -> np.ndarray:
    table = np.zeros(1, TABLE).view(np.recarray)[0]
    return _empty_bags(table, BAGS, new_seeds)


@pytest.fixture(scope="module", params=["games, seats and rounds", "neighbouring seeds"])
def bags(request: pytest.FixtureRequest) -> np.ndarray:
    return drawn(request.param == "neighbouring seeds")


@pytest.mark.interpreted
@pytest.mark.rule("4.2.2")
def test_every_chip_comes_at_every_turn_with_the_same_chance(bags: np.ndarray) -> None:
    assert (np.sort(bags, axis=1) == np.arange(KIND_COUNT)).all()
    counts = np.zeros((KIND_COUNT, KIND_COUNT))
    np.add.at(counts, (np.arange(KIND_COUNT)[None, :], bags), 1)
    expected = BAGS / KIND_COUNT
    # Rows and columns add up to BAGS, which shrinks the statistic of random orders by this factor.
    statistic = ((counts - expected) ** 2 / expected).sum() * (KIND_COUNT - 1) / KIND_COUNT
    assert RARE < chi2.sf(statistic, (KIND_COUNT - 1) ** 2) < 1 - RARE


def test_the_first_two_chips_are_drawn_independently(bags: np.ndarray) -> None:
    counts = np.bincount(bags[:, 0] * KIND_COUNT + bags[:, 1], minlength=KIND_COUNT**2)
    possible = ~np.eye(KIND_COUNT, dtype=bool).ravel()
    assert counts[~possible].sum() == 0
    expected = BAGS / possible.sum()
    statistic = ((counts[possible] - expected) ** 2 / expected).sum()
    assert RARE < chi2.sf(statistic, possible.sum() - 1) < 1 - RARE


def test_bags_that_follow_each_other_are_drawn_independently(bags: np.ndarray) -> None:
    for turn in (0, 1, 9):
        one, other = bags[:-1, turn], bags[1:, turn]
        counts = np.bincount(one * KIND_COUNT + other, minlength=KIND_COUNT**2)
        expected = len(one) / KIND_COUNT**2
        statistic = ((counts - expected) ** 2 / expected).sum()
        assert RARE < chi2.sf(statistic, (KIND_COUNT - 1) ** 2) < 1 - RARE


@pytest.mark.rule("6.A")
def test_every_face_of_the_die_comes_as_often_at_every_seat_and_in_every_round() -> None:
    match = make_match(["safe"] * 3, seed=9, rotate=False)
    games = 20 if INTERPRETED else 1_500
    counts = np.zeros((9, 3, 6))
    for game in range(games):
        rows = match.journal(game)
        rolls = rows[rows[:, 0] == DIE_FACE]
        np.add.at(counts, (rolls[:, 1] - 1, rolls[:, 2], rolls[:, 3] - 1), 1)
    assert counts.sum() >= 9 * games  # somebody is always intact
    for faces in (counts.sum(axis=(0, 1)), *counts.sum(axis=1), *counts.sum(axis=0)):
        expected = faces.sum() / 6
        assert chi2.sf(((faces - expected) ** 2 / expected).sum(), 5) > RARE


@pytest.mark.interpreted
def test_the_chance_of_policies_is_uniform() -> None:
    units = np.array(
        [own_chance(view_of(3, game, decision)) for game in range(100) for decision in range(1, 41)]
    )
    cells = np.bincount((units * 20).astype(int), minlength=20)
    expected = len(units) / 20
    assert chi2.sf(((cells - expected) ** 2 / expected).sum(), 19) > RARE
    assert abs(units.mean() - 0.5) <= STANDARD_ERRORS * sqrt(1 / 12 / len(units))
    choices = [one_of(view_of(4, game, 1), 7) for game in range(700)]
    counts = np.bincount(choices, minlength=7)
    assert chi2.sf(((counts - 100) ** 2 / 100).sum(), 6) > RARE


def test_a_policy_that_tosses_coins_stops_after_a_geometric_number_of_chips() -> None:
    rounds = 200_000
    result = qs.brew("O1x60", stop="random", rounds=rounds, seed=12)
    counts = result.space_counts[1:16]
    expected = rounds / 2.0 ** np.arange(1, 16)
    common = expected >= 10
    statistic = ((counts - expected)[common] ** 2 / expected[common]).sum()
    assert chi2.sf(statistic, common.sum()) > RARE


def test_chance_of_policies_changes_no_draw() -> None:
    # Both keep every chip of this bag without white in the pot, one of them by tossing coins.
    one = qs.brew("O1x3 Y1x3", stop="chips:4", yellow="never", rounds=5_000, seed=3)
    other = qs.brew("O1x3 Y1x3", stop="chips:4", yellow="random", rounds=5_000, seed=3)
    assert one.totals.tobytes() == other.totals.tobytes()


def first_spaces(match: Match, first: int, games: int) -> np.ndarray:
    """Return the scoring spaces of round 1, which no other seat can touch; (games, seats)."""
    rows = match.block(first, first + games, "rounds").round_rows
    return rows.reshape(games, match.players, 9, -1)[:, :, 0, SCORING_SPACE].astype(float)


def points(match: Match, games: int) -> np.ndarray:
    """Return the final points; (games, seats)."""
    rows = match.block(0, games, "rounds").round_rows
    return rows.reshape(games, match.players, 9, -1)[:, :, 8, VICTORY_POINTS].astype(float)


def assert_not_correlated(one: np.ndarray, other: np.ndarray) -> None:
    correlation = float(np.corrcoef(one, other)[0, 1])
    assert abs(correlation) <= STANDARD_ERRORS / sqrt(len(one))


def four(seed: int) -> Match:
    # A card is the same for the whole table, and so no seat would be independent of another.
    return make_match(["random"] * 4, cards="none", seed=seed, rotate=False)


GAMES = 4_000


def test_seats_draw_independently() -> None:
    spaces = first_spaces(four(1), 0, GAMES)
    assert len(np.unique(spaces)) > 10
    for one in range(4):
        for other in range(one):
            assert_not_correlated(spaces[:, one], spaces[:, other])


def test_games_that_follow_each_other_are_independent() -> None:
    match = four(2)
    spaces, final = first_spaces(match, 0, GAMES), points(match, GAMES)
    for seat in range(4):
        assert_not_correlated(spaces[:-1, seat], spaces[1:, seat])
        assert_not_correlated(final[:-1, seat], final[1:, seat])


@pytest.mark.parametrize("step", [1, 2, 2**16, 2**32])
def test_seeds_that_follow_each_other_are_independent(step: int) -> None:
    here, there = points(four(7), GAMES), points(four(7 + step), GAMES)
    for seat in range(4):
        assert_not_correlated(here[:, seat], there[:, seat])


def test_the_next_seed_does_not_repeat_the_games_of_this_one() -> None:
    seen: set[bytes] = set()
    for seed in range(20):
        rows = make_match(["random"] * 2, seed=seed, rotate=False).block(0, 50, "rounds").round_rows
        seen.update(game.tobytes() for game in rows.reshape(50, -1))
    assert len(seen) == 20 * 50


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_of_equal_players_win_equally_often(players: int) -> None:
    # Who starts is drawn by lot, so that no seat is better than another.
    rules = RuleOptions(start_player="random")
    match = make_match(["yardstick"] * players, seed=30, rotate=False, rules=rules)
    games = 12_000
    shares = match.block(0, games, "games").game_rows[:, 1].reshape(games, players) / 12
    errors = shares.std(axis=0) / sqrt(games)
    assert (abs(shares.mean(axis=0) - 1 / players) <= STANDARD_ERRORS * errors).all()
    assert 0.9 < shares.mean(axis=0).sum() < 1.1
