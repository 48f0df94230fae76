"""Which strategies of a tournament sit at one table: all combinations, or a fair choice of them."""

from itertools import combinations
from math import ceil, comb

import numpy as np

from quacks_sim.errors import InputError
from quacks_sim.words import counted

#: With more combinations than this nobody looks through them.
MOST_COMBINATIONS = 1_000_000


def seat_tables(count: int, players: int, tables: int | None, seed: int) -> list[tuple[int, ...]]:
    """Return who sits at the tables of a tournament, as places in the list of strategies.

    Parameters
    ----------
    count : int
        How many strategies there are.
    players : int
        Seats of a table.
    tables : int or None
        How many tables; all combinations if None or if there are no more.
    seed : int
        Decides which combinations are chosen.

    Returns
    -------
    list of tuple of int
        In rising order. Chosen tables connect all strategies, each sits at about as many tables as
        any other, and pairs meet about equally often.

    Raises
    ------
    InputError
        For too many combinations, and for so few tables that they cannot connect all strategies.
    """
    possible = comb(count, players)
    if possible > MOST_COMBINATIONS:
        raise InputError(
            f"{counted(count, 'strategy')} make {counted(possible, 'table')} of {players}",
            f"up to {MOST_COMBINATIONS:,} are possible: name fewer strategies",
        )
    if tables is None or tables >= possible:
        return list(combinations(range(count), players))
    least = ceil((count - 1) / (players - 1))
    if tables < least:
        raise InputError(
            f"{counted(tables, 'table')} of {players} cannot connect {counted(count, 'strategy')}",
            f"take at least {counted(least, 'table')}",
        )
    return _chosen(count, players, tables, np.random.default_rng(seed))


def _chosen(
    count: int, players: int, tables: int, generator: np.random.Generator
) -> list[tuple[int, ...]]:
    """Choose table by table the best of all combinations that are left, at random among equals."""
    left = np.array(list(combinations(range(count), players)))
    left = left[generator.permutation(len(left))]
    group = np.arange(count)  # strategies that tables connect, directly or not
    sat = np.zeros(count, np.int64)
    met = np.zeros((count, count), np.int64)
    chosen = []
    for _ in range(tables):
        groups = np.sort(group[left], axis=1)
        connects = (np.diff(groups, axis=1) > 0).sum(axis=1)
        pairs = [(one, other) for one in range(players) for other in range(one)]
        again = sum(met[left[:, one], left[:, other]] for one, other in pairs)
        best = int(np.lexsort((again, sat[left].sum(axis=1), -connects))[0])
        table = left[best]
        chosen.append(tuple(int(each) for each in table))
        left = np.delete(left, best, axis=0)
        sat[table] += 1
        met[np.ix_(table, table)] += 1
        group[np.isin(group, group[table])] = group[table].min()
    return sorted(chosen)
