"""Positions of games: what every seat has at the end of every round, and how its game ends.

The entry plays whole games like :func:`quacks_sim.kernel.block.play_block`, but keeps positions
instead of sums.
"""

from functools import cache
from typing import Any

import numpy as np
from numba import typeof, types
from numpy.typing import NDArray

from quacks_sim.kernel.annotations import Array, Record
from quacks_sim.kernel.entries import add_to_table, announced
from quacks_sim.kernel.game import play_round, set_up
from quacks_sim.kernel.jit import INTERPRETED, entry, is_kept
from quacks_sim.kernel.quick_brewing import foresee
from quacks_sim.kernel.random import game_key
from quacks_sim.kernel.round_end import share_the_win
from quacks_sim.kernel.ruleset import RULES
from quacks_sim.kernel.state import (
    COINS,
    DROPLET,
    EXPLODED,
    FLASK_FULL,
    OK,
    RUBIES,
    SCORING_SPACE,
    STATUS,
    STRATEGY,
    TABLE,
    VICTORY_POINTS,
    WIN_SHARE,
    new_record,
)
from quacks_sim.match import Match
from quacks_sim.rules.chips import KIND_COUNT
from quacks_sim.rules.tables import ROUNDS

#: Columns of a position behind the chips owned, by kind.
SEAT_FACTS = (
    DROPLET,
    RUBIES,
    FLASK_FULL,
    VICTORY_POINTS,
    SCORING_SPACE,
    EXPLODED,
    COINS,
    STRATEGY,
)
_FACT_COLUMNS = np.array(SEAT_FACTS)
(
    AT_DROPLET,
    AT_RUBIES,
    AT_FLASK,
    AT_POINTS,
    AT_SPACE,
    AT_EXPLODED,
    AT_COINS,
    AT_STRATEGY,
) = range(KIND_COUNT, KIND_COUNT + len(SEAT_FACTS))
POSITION_COLUMNS = KIND_COUNT + len(SEAT_FACTS)


def keep_positions(
    rules: Record,
    table: Record,
    positions: Array,
    shares: Array,
    seed: int,
    first: int,
    last: int,
    players: int,
) -> int:
    """Play the games `first` … `last` − 1, seats rotated, and keep their positions.

    Parameters
    ----------
    positions : ndarray of int16, shape (games, ROUNDS, players, POSITION_COLUMNS)
        Is filled.
    shares : ndarray of int16, shape (games, players)
        Is filled with win shares in twelfths, by seat.

    Returns
    -------
    int
        The number of a game in which a policy broke the rules, else −1.
    """
    foresee(rules, table, players)
    for game in range(first, last):
        deal = game // players
        key = game_key(seed, deal)
        set_up(rules, table, players, key)
        for strategy in range(players):
            table.seats[(strategy + game) % players, STRATEGY] = strategy
        for round_number in range(1, ROUNDS + 1):
            play_round(rules, table, round_number, key, None, None)
            if table.common[STATUS] != OK:
                return game
            for seat in range(players):
                kept = positions[game - first, round_number - 1, seat]
                for kind in range(KIND_COUNT):
                    kept[kind] = table.owned[seat, kind]
                for place in range(_FACT_COLUMNS.shape[0]):
                    kept[KIND_COUNT + place] = table.seats[seat, _FACT_COLUMNS[place]]
        share_the_win(table, None)
        for seat in range(players):
            shares[game - first, seat] = table.seats[seat, WIN_SHARE]
    return -1


@cache
def _compiled() -> Any:
    arguments = (
        typeof(new_record(RULES)),  # type: ignore[no-untyped-call]
        typeof(new_record(TABLE)),  # type: ignore[no-untyped-call]
        types.Array(types.int16, 4, "C"),
        types.Array(types.int16, 2, "C"),
        *[types.int64] * 4,
    )
    dispatcher = entry(keep_positions)
    if not INTERPRETED:
        with announced("the games of the training", is_kept(keep_positions, arguments)):
            dispatcher.compile(arguments)
    return dispatcher


def prepare(match: Match) -> None:
    """Compile what is needed, before threads begin."""
    add_to_table(match.rules_record, match.new_table())
    _compiled()


def positions_of(
    match: Match, first: int, last: int
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Play games of a match and return their positions.

    Parameters
    ----------
    match : Match
    first, last : int
        The games `first` … `last` − 1 are played; strategy i sits at seat (i + game) mod players.

    Returns
    -------
    positions : ndarray of int16, shape (games, 9, players, POSITION_COLUMNS)
        At the end of each round and by seat: chips owned by kind, then :data:`SEAT_FACTS`.
    shares : ndarray of int16, shape (games, players)
        Win shares in twelfths, by seat.

    Raises
    ------
    SimulationError
        If a policy breaks the rules.
    """
    positions = np.zeros((last - first, ROUNDS, match.players, POSITION_COLUMNS), np.int16)
    shares = np.zeros((last - first, match.players), np.int16)
    table = match.new_table()
    play = _compiled()
    add_to_table(match.rules_record, table)
    try:
        failed = play(
            match.rules_record, table, positions, shares, match.seed, first, last, match.players
        )
    except Exception as error:
        raise match.failure(table, error) from error
    if failed >= 0:
        raise match.failure(table)
    return positions, shares
