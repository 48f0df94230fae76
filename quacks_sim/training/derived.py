"""What follows from the worth of positions: that of coins, rubies, the die, the chance to win."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.policies.valued import (
    CHIP,
    COINS,
    DROPLET,
    FLASK,
    MOST_COINS,
    ORANGE_RED,
    RUBIES,
    RUBIES_GAINED,
    VALUE_COUNT,
    VALUE_NAMES,
)
from quacks_sim.rules.amounts import COINS_PER_POINT, RUBIES_FOR_A_THING, RUBIES_PER_POINT
from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import KIND_COLOUR, KIND_COUNT, NO_KIND, O1, ORANGE, RED
from quacks_sim.rules.tables import ROUNDS, SPACE_COUNT
from quacks_sim.training.positions import AT_EXPLODED, AT_SPACE
from quacks_sim.values import RoundValues

#: What to begin with, in points: a coin's worth of chips in round 1, a space further in each round
#: left, and what each value of a white chip costs in each.
_COIN, _STEP, _WHITE = 0.4, 0.45, 0.2

#: Steps of Newton's method, and what holds its weights back where one answer is never seen.
_STEPS, _HOLD = 50, 1e-3

#: Leads are counted in halves of a point, up to this many points either way.
MOST_LEAD = 60
LEAD_BINS = 4 * MOST_LEAD + 1


def last_round() -> NDArray[np.float64]:
    """Return the values at the end of the game: coins and rubies are exchanged (rule 8.3)."""
    row = np.zeros(VALUE_COUNT)
    _put(row, COINS, np.arange(MOST_COINS + 1) // COINS_PER_POINT)
    row[[RUBIES, RUBIES_GAINED]] = 1 / RUBIES_PER_POINT
    return row


def add_worth_of_coins(
    row: NDArray[np.float64], rules: Any, round_number: int, bags: NDArray[np.int64]
) -> None:
    """Set what coins are worth: the best purchase for them, averaged over bags before it.

    Parameters
    ----------
    row : ndarray of float64, shape (VALUE_COUNT,)
        Values of a round, whose features are known already; changed in place.
    rules : record
        With the baskets of the market, see :mod:`quacks_sim.kernel.ruleset`.
    round_number : int
        Not all books are in play at first (rule 2.1).
    bags : ndarray of int64, shape (bags, 18)
    """
    open_kinds = int(rules.entering[min(round_number, len(rules.entering) - 1)])
    values = RoundValues(row, np.zeros(KIND_COUNT, np.int64))
    best = np.zeros((len(bags), MOST_COINS + 1))
    singles = np.array(
        [[values.gain(bag, [kind]) for kind in range(KIND_COUNT)] for bag in bags]
    ).reshape(len(bags), KIND_COUNT)
    for basket in range(int(rules.nothing)):
        if int(rules.basket_kinds[basket]) & ~open_kinds:
            continue
        first, second = int(rules.basket_first[basket]), int(rules.basket_second[basket])
        gains = singles[:, first].copy()
        if second != NO_KIND:
            gains += singles[:, second] + _together(values, first, second)
        price = int(rules.basket_price[basket])
        if price <= MOST_COINS:
            best[:, price] = np.maximum(best[:, price], gains)
    _put(row, COINS, np.maximum.accumulate(best, axis=1).mean(axis=0))


def _together(values: RoundValues, first: int, second: int) -> float:
    colours = {int(KIND_COLOUR[first]), int(KIND_COLOUR[second])}
    both = values.of("coloured_pairs")
    return both + (values.row[ORANGE_RED] if colours == {ORANGE, RED} else 0.0)


def add_worth_of_rubies(table: NDArray[np.float64]) -> None:
    """Set what a ruby is worth before rubies are spent: half of a droplet step, or being kept.

    Parameters
    ----------
    table : ndarray of float64, shape (9, VALUE_COUNT)
        Changed in place. A ruby is spent at once or, for want of a second one, a round later.
    """
    droplet = table[:, DROPLET]
    for number in range(ROUNDS - 1):
        later = max(droplet[number + 1] / RUBIES_FOR_A_THING, table[number + 1, RUBIES])
        now = max(droplet[number] / RUBIES_FOR_A_THING, table[number, RUBIES])
        table[number, RUBIES_GAINED] = (now + later) / 2


def intact_spaces(positions: NDArray[np.int16]) -> NDArray[np.int64]:
    """Return how many pots ended on each space; exploded ones count as space 0.

    Parameters
    ----------
    positions : ndarray of int16, shape (games, 9, players, POSITION_COLUMNS)

    Returns
    -------
    ndarray of int64, shape (9, 54)
    """
    spaces = np.where(positions[..., AT_EXPLODED] == 1, 0, positions[..., AT_SPACE])
    return np.stack(
        [np.bincount(spaces[:, number].ravel(), minlength=SPACE_COUNT) for number in range(ROUNDS)]
    )


def fit_die(counts: NDArray[np.int64]) -> tuple[float, float, float]:
    """Return how often pots explode, and middle and spread of a logistic curve of the others.

    Parameters
    ----------
    counts : ndarray of int64, shape (54,)
        Pots by scoring space, exploded ones at 0.
    """
    exploded = counts[0] / counts.sum()
    spaces = np.arange(SPACE_COUNT)
    intact = counts * (spaces > 0)
    # How many got no further than each space, and how many did.
    below, total = intact.cumsum(), intact.sum()
    return float(exploded), *fit_logistic(spaces, below, total - below)


def fit_logistic(places: NDArray[Any], yes: NDArray[Any], no: NDArray[Any]) -> tuple[float, float]:
    """Return middle and spread of the logistic curve of a share that rises with the place.

    Parameters
    ----------
    places, yes, no : ndarray, shape (n,)
        Where, and how often each was seen there. By maximum likelihood, Newton's method.
    """
    total = yes + no
    middle = float((places * total).sum() / total.sum())
    width = float(np.sqrt(((places - middle) ** 2 * total).sum() / total.sum())) or 1.0
    scaled = (places - middle) / width
    design = np.stack([np.ones_like(scaled), scaled], axis=1)
    weights = np.array([0.0, 1.0])
    for _ in range(_STEPS):
        share = 1 / (1 + np.exp(-np.clip(design @ weights, -40, 40)))
        slope = design.T @ (yes - total * share) - _HOLD * weights
        curve = design.T @ (design * (total * share * (1 - share))[:, None]) + _HOLD * np.eye(2)
        step = np.linalg.solve(curve, slope)
        weights += np.clip(step, -1, 1)
    rise = max(float(weights[1]), 1e-3)
    return middle - width * float(weights[0]) / rise, width / rise


def lead_bins(leads: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the bin of each lead, of which :func:`lead_of_bins` are the middles."""
    return (np.clip(np.rint(leads * 2), -2 * MOST_LEAD, 2 * MOST_LEAD) + 2 * MOST_LEAD).astype(
        np.int64
    )


def leads_of_bins() -> NDArray[np.float64]:
    """Return the lead of each bin in points."""
    return (np.arange(LEAD_BINS) - 2 * MOST_LEAD) / 2


def _put(row: NDArray[np.float64], place: int, numbers: NDArray[Any]) -> None:
    row[place : place + len(numbers)] = numbers


def by_price(books: Books) -> NDArray[np.float64]:
    """Return values to begin with: chips are worth what they cost, less with every round.

    Returns
    -------
    ndarray of float64, shape (9, VALUE_COUNT)
    """
    table = np.zeros((ROUNDS, VALUE_COUNT))
    for number in range(ROUNDS - 1):
        left = ROUNDS - 1 - number
        chips = [
            _COIN * left / ROUNDS * books.price(kind) if kind >= O1 else -_WHITE * left * (kind + 1)
            for kind in range(KIND_COUNT)
        ]
        _put(table[number], CHIP, np.array(chips))
        _put(table[number], COINS, _COIN * left / ROUNDS * np.arange(MOST_COINS + 1))
        table[number, DROPLET] = _STEP * left
        table[number, FLASK] = _STEP
        table[number, RUBIES] = 1 / RUBIES_PER_POINT
    table[-1] = last_round()
    add_worth_of_rubies(table)
    for name, value in (
        ("die_exploded", 0.3),
        ("die_middle", 15.0),
        ("die_spread", 3.0),
        ("win_spread", 10.0),
    ):
        table[:, VALUE_NAMES.index(name)] = value
    return table
