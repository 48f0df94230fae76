"""The kernel's random numbers in plain Python integers, written from their description."""

MASK = 2**64 - 1
_GOLDEN = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def twin_mix64(value: int) -> int:
    """Return the output function of SplitMix64."""
    value = (value ^ (value >> 30)) * _FIRST & MASK
    value = (value ^ (value >> 27)) * _SECOND & MASK
    return value ^ (value >> 31)


def unmixed64(value: int) -> int:
    """Return the number that the mixer turns into `value`: step by step backwards."""
    value = _unshifted(value, 31) * pow(_SECOND, -1, 2**64) & MASK
    value = _unshifted(value, 27) * pow(_FIRST, -1, 2**64) & MASK
    return _unshifted(value, 30)


def _unshifted(value: int, shift: int) -> int:
    found = value
    while shift < 64:
        found = value ^ (found >> shift)
        if found ^ (found >> shift) == value:
            break
    return found


def twin_game_key(seed: int, game: int) -> int:
    """Return the key of all chance of a game."""
    return twin_mix64((twin_mix64((seed + _GOLDEN) & MASK) + game * _GOLDEN) & MASK)


def twin_seat_key(key: int, seat: int, round_number: int) -> int:
    """Return the key of the chance of a seat in a round."""
    return twin_mix64((key + (16 * round_number + seat + 1) * _GOLDEN) & MASK)


def twin_bits(key: int, purpose: int, counter: int) -> int:
    """Return 64 random bits."""
    return twin_mix64((key + ((purpose << 40) + counter) * _GOLDEN) & MASK)


def twin_below(key: int, purpose: int, counter: int, limit: int) -> int:
    """Return a number 0 … limit − 1 from the upper half of the bits."""
    return (twin_bits(key, purpose, counter) >> 32) * limit >> 32


def twin_unit(key: int, purpose: int, counter: int) -> float:
    """Return a number in [0, 1) from the upper 53 bits."""
    return (twin_bits(key, purpose, counter) >> 11) / 2**53
