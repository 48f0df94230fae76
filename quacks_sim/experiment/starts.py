"""Who starts round 1 of a game (rule 1.7): the kernel decides it and keeps no row of it."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.kernel.jit import entry
from quacks_sim.kernel.random import START_PLAYER, game_key, random_below
from quacks_sim.match import Match


def start_players(match: Match, first: int, last: int) -> NDArray[np.int8]:
    """Return the seat that starts round 1 in the games `first` … `last` − 1; int8."""
    starts = np.zeros(last - first, np.int8)
    if match.rules.start_player == "random":
        _compiled()(starts, match.seed, first, match.rotations, match.players)
    return starts


@cache
def _compiled() -> Any:
    return entry(_draw_lots)


def _draw_lots(
    starts: NDArray[np.int8], seed: int, first: int, rotations: int, players: int
) -> None:
    for each in range(len(starts)):
        key = game_key(seed, (first + each) // rotations)
        starts[each] = random_below(key, START_PLAYER, 0, players)
