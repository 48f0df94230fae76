"""Chance: the compiled functions against plain integers, and streams without anything in common."""

from itertools import combinations

import numba
import numpy as np
import pytest
from scipy.stats import chi2

from quacks_sim.kernel.random import (
    CARDS,
    DIE,
    DRAWS,
    POLICIES,
    START_PLAYER,
    game_key,
    mix64,
    random_below,
    random_bits,
    random_unit,
    seat_key,
)
from tests.statistical.twin import (
    MASK,
    twin_below,
    twin_bits,
    twin_game_key,
    twin_mix64,
    twin_seat_key,
    twin_unit,
    unmixed64,
)

SEEDS = [0, 1, 2, 3, 1000, 2**31, 2**32 - 1, 2**32, 2**53 + 1, 2**63 - 1]

#: Wider than chance would have it in one of 10,000 looks; seeds are fixed, so a failure is a fault.
STANDARD_ERRORS = 4.0
RARE = 1e-4


@numba.njit
def _mixed(values):  # type: ignore[no-untyped-def]
    result = np.empty_like(values)
    for place in range(values.shape[0]):
        result[place] = mix64(values[place])
    return result


@numba.njit
def _keys(seed, game, seat, round_number):  # type: ignore[no-untyped-def]
    return seat_key(game_key(seed, game), seat, round_number)


@numba.njit
def _numbers(key, purpose, counter, limit):  # type: ignore[no-untyped-def]
    return (
        random_bits(key, purpose, counter),
        random_below(key, purpose, counter, limit),
        random_unit(key, purpose, counter),
    )


@numba.njit
def _units(seed, first_game, games, seat, round_number, purpose, count):  # type: ignore[no-untyped-def]
    units = np.empty((games, count))
    for game in range(games):
        key = seat_key(game_key(seed, first_game + game), seat, round_number)
        for counter in range(count):
            units[game, counter] = random_unit(key, purpose, counter)
    return units


def test_the_mixer_equals_its_twin_in_plain_integers() -> None:
    values = [0, 1, 2, 3, MASK, MASK - 1, 2**63, 0x9E3779B97F4A7C15]
    values += [1 << bit for bit in range(64)] + [(1 << bit) - 1 for bit in range(64)]
    mixed = _mixed(np.array(values, np.uint64))
    assert [int(each) for each in mixed] == [twin_mix64(value) for value in values]


def test_the_mixer_is_the_published_one() -> None:
    # The first numbers of SplitMix64 for the seed 1234567.
    state, golden = 1234567, 0x9E3779B97F4A7C15
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    states = [(state + each * golden) & MASK for each in (1, 2, 3)]
    assert [int(each) for each in _mixed(np.array(states, np.uint64))] == published


def test_the_mixer_is_a_bijection() -> None:
    rng = np.random.default_rng(1)
    values = rng.integers(0, 2**64, 500, dtype=np.uint64)
    mixed = _mixed(values)
    assert [unmixed64(int(each)) for each in mixed] == [int(each) for each in values]
    small = _mixed(np.arange(2_000, dtype=np.uint64))
    assert len(set(small.tolist())) == len(small)


@pytest.mark.parametrize("seed", SEEDS)
def test_keys_and_numbers_equal_their_twin(seed: int) -> None:
    for game, seat, number in ((0, 0, 1), (1, 3, 9), (10**12, 2, 5)):
        key = np.uint64(_keys(seed, game, seat, number))
        assert int(key) == twin_seat_key(twin_game_key(seed, game), seat, number)
        for purpose in (DRAWS, DIE, CARDS, START_PLAYER, POLICIES):
            for counter, limit in ((0, 1), (7, 9), (223, 224), (3, 6)):
                bits, below, unit = _numbers(key, purpose, counter, limit)
                assert int(bits) == twin_bits(int(key), purpose, counter)
                assert int(below) == twin_below(int(key), purpose, counter, limit)
                assert float(unit) == twin_unit(int(key), purpose, counter)
                assert 0 <= below < limit
                assert 0 <= unit < 1


def test_no_two_keys_are_alike() -> None:
    seeds, games = range(6), range(20)
    keys = {
        int(_keys(seed, game, seat, number))
        for seed in seeds
        for game in games
        for seat in range(4)
        for number in range(1, 10)
    }
    assert len(keys) == 6 * 20 * 4 * 9


#: What differs between two streams of numbers: seed, first game, seat, round, purpose.
BASE = (7, 0, 0, 1, DRAWS)
STREAMS = {
    "the stream itself": BASE,
    "next seed": (8, 0, 0, 1, DRAWS),
    "seed 2**32 further": (7 + 2**32, 0, 0, 1, DRAWS),
    "next game": (7, 1, 0, 1, DRAWS),
    "far game": (7, 10**9, 0, 1, DRAWS),
    "next seat": (7, 0, 1, 1, DRAWS),
    "last seat": (7, 0, 3, 1, DRAWS),
    "next round": (7, 0, 0, 2, DRAWS),
    "last round": (7, 0, 0, 9, DRAWS),
    "the die": (7, 0, 0, 1, DIE),
    "policies": (7, 0, 0, 1, POLICIES),
}


def _stream(name: str, games: int) -> np.ndarray:
    seed, game, seat, number, purpose = STREAMS[name]
    return _units(seed, game, games, seat, number, purpose, 20)


@pytest.mark.parametrize("pair", list(combinations(STREAMS, 2)), ids=" / ".join)
def test_neighbouring_streams_are_not_correlated(pair: tuple[str, str]) -> None:
    games = 40 if numba.config.DISABLE_JIT else 1_000
    one, other = (_stream(name, games).ravel() for name in pair)
    correlation = float(np.corrcoef(one, other)[0, 1])
    assert abs(correlation) <= STANDARD_ERRORS / np.sqrt(len(one))


@pytest.mark.parametrize("name", STREAMS)
def test_the_numbers_of_a_stream_follow_each_other_freely(name: str) -> None:
    games = 40 if numba.config.DISABLE_JIT else 1_000
    units = _stream(name, games)
    error = 1 / np.sqrt(units[:, 1:].size)
    correlation = float(np.corrcoef(units[:, :-1].ravel(), units[:, 1:].ravel())[0, 1])
    assert abs(correlation) <= STANDARD_ERRORS * error
    cells = np.bincount((units.ravel() * 64).astype(int), minlength=64)
    expected = units.size / 64
    assert chi2.sf(((cells - expected) ** 2 / expected).sum(), 63) > RARE


@pytest.mark.parametrize("bit", [0, 1, 31, 32, 62])
def test_each_bit_of_the_seed_changes_half_of_the_bits_of_a_key(bit: int) -> None:
    games = 200
    flipped = sum(
        bin(twin_game_key(12_345, game) ^ twin_game_key(12_345 ^ (1 << bit), game)).count("1")
        for game in range(games)
    )
    assert abs(flipped - 32 * games) <= STANDARD_ERRORS * np.sqrt(64 * games / 4)
