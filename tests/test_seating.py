"""Which strategies sit at the tables of a tournament."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from quacks_sim.errors import InputError
from quacks_sim.seating import seat_tables


def connected(tables: list[tuple[int, ...]]) -> set[int]:
    """Return who is connected with strategy 0."""
    known = {0}
    for _ in tables:
        for table in tables:
            if known & set(table):
                known |= set(table)
    return known


def test_all_tables_that_can_be_made() -> None:
    assert seat_tables(3, 2, None, 0) == [(0, 1), (0, 2), (1, 2)]
    assert seat_tables(6, 4, None, 0) == list(combinations(range(6), 4))
    assert seat_tables(4, 4, 7, 0) == [(0, 1, 2, 3)]


@pytest.mark.parametrize(
    ("count", "players", "tables"), [(6, 2, 5), (9, 2, 12), (7, 4, 2), (10, 4, 30), (13, 3, 26)]
)
def test_chosen_tables_connect_all_and_seat_them_evenly(
    count: int, players: int, tables: int
) -> None:
    for seed in range(5):
        chosen = seat_tables(count, players, tables, seed)
        assert len(set(chosen)) == tables
        assert connected(chosen) == set(range(count))
        seated = np.bincount(np.array(chosen).ravel(), minlength=count)
        assert np.ptp(seated) <= 2


def test_pairs_meet_about_equally_often() -> None:
    chosen = seat_tables(9, 3, 24, 1)
    met = np.zeros((9, 9), int)
    for table in chosen:
        for one, other in combinations(table, 2):
            met[one, other] += 1
    meetings = met[np.triu_indices(9, 1)]
    assert meetings.sum() == 24 * 3
    assert meetings.min() >= 1
    assert meetings.max() <= 3


def test_the_seed_decides() -> None:
    first, again, other = (seat_tables(9, 3, 10, seed) for seed in (1, 1, 2))
    assert first == again != other


def test_what_is_impossible_is_refused() -> None:
    with pytest.raises(InputError, match="at least 3 tables"):
        seat_tables(7, 3, 2, 0)
    with pytest.raises(InputError, match="fewer strategies"):
        seat_tables(90, 4, 100, 0)
    assert comb(90, 4) > 1_000_000
