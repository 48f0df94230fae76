"""Chance: every random number is a function of (seed, game, seat, round, purpose, counter).

No generator has a state, so a result depends neither on threads nor on the order of games, and
game 123,456 can be played alone. The mixer is SplitMix64's (Steele, Lea and Flood, 2014,
doi:10.1145/2660193.2660195).
"""

import numpy as np

from quacks_sim.kernel.jit import inlined, whole, wrapping

#: What a random number is for; game chance and the chance of policies never mix. Chips that an
#: event card lets a seat draw (FP8, FP13, FB7) have a purpose of their own, so the draws of a brew
#: are the same whichever card lies on the table, and decks can be compared on the same luck.
DRAWS, DIE, CARDS, START_PLAYER, POLICIES, CARD_DRAWS = range(6)

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_SHIFT_30, _SHIFT_27, _SHIFT_31 = np.uint64(30), np.uint64(27), np.uint64(31)
_SHIFT_32, _SHIFT_11 = np.uint64(32), np.uint64(11)
_PURPOSE_BITS = np.uint64(40)
_UNIT = 2.0**-53


@wrapping
def mix64(value: np.uint64) -> np.uint64:
    """Return `value` (uint64) scrambled: a bijection of the 64-bit numbers."""
    value = (value ^ (value >> _SHIFT_30)) * _FIRST
    value = (value ^ (value >> _SHIFT_27)) * _SECOND
    return value ^ (value >> _SHIFT_31)


@wrapping
def game_key(seed: int, game: int) -> np.uint64:
    """Return the key (uint64) of all chance of one game."""
    return mix64(mix64(np.uint64(seed) + _GOLDEN) + np.uint64(game) * _GOLDEN)


@wrapping
def seat_key(key: np.uint64, seat: int, round_number: int) -> np.uint64:
    """Return the key (uint64) of the chance of one seat in one round of a game."""
    return mix64(key + np.uint64(round_number * 16 + seat + 1) * _GOLDEN)


@wrapping
def random_bits(key: np.uint64, purpose: int, counter: int) -> np.uint64:
    """Return 64 random bits (uint64) for the `counter`-th number of a purpose."""
    return mix64(key + ((np.uint64(purpose) << _PURPOSE_BITS) + np.uint64(counter)) * _GOLDEN)


@inlined
def below(bits: np.uint64, limit: int) -> int:
    """Return what random bits (uint64) come to as a uniform integer 0 … limit − 1."""
    return whole(((bits >> _SHIFT_32) * np.uint64(limit)) >> _SHIFT_32)


@inlined
def random_below(key: np.uint64, purpose: int, counter: int, limit: int) -> int:
    """Return a uniform integer 0 … limit − 1 (bias below limit / 2³²)."""
    return below(random_bits(key, purpose, counter), limit)


@inlined
def random_unit(key: np.uint64, purpose: int, counter: int) -> float:
    """Return a uniform float in [0, 1)."""
    return float(np.float64(random_bits(key, purpose, counter) >> _SHIFT_11) * _UNIT)
