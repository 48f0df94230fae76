"""The features of positions, of which learned values are the weights."""

import numpy as np
from numpy.typing import NDArray

from quacks_sim.policies.valued import FEATURES
from quacks_sim.rules.chips import BLACK, COLOURS, K1, KIND_COLOUR, KIND_COUNT, O1, ORANGE, RED
from quacks_sim.training.positions import AT_DROPLET, AT_FLASK, AT_POINTS, AT_RUBIES

#: Points behind the best rival or ahead of him count up to this many: a lap of rats and more.
MOST_MARGIN = 25

FEATURE_COUNT = len(FEATURES)


def features_of(positions: NDArray[np.int16]) -> NDArray[np.float64]:
    """Return the features of positions at the end of one round.

    Parameters
    ----------
    positions : ndarray of int16, shape (games, players, POSITION_COLUMNS)
        See :func:`quacks_sim.training.positions.positions_of`.

    Returns
    -------
    ndarray of float64, shape (games, players, FEATURE_COUNT)
        In the order of :data:`quacks_sim.policies.valued.FEATURES`.
    """
    games, players, _ = positions.shape
    owned = positions[:, :, :KIND_COUNT].astype(np.float64)
    by_colour = np.stack(
        [owned[:, :, colour == KIND_COLOUR].sum(axis=2) for colour in range(len(COLOURS))], axis=2
    )
    coloured = owned[:, :, O1:].sum(axis=2)
    margin = margins_of(positions[:, :, AT_POINTS])
    blacks = neighbours_of(owned[:, :, K1])
    columns = [
        np.ones((games, players)),
        *np.moveaxis(owned, 2, 0),
        *(
            by_colour[:, :, colour] * (by_colour[:, :, colour] - 1) / 2
            for colour in range(ORANGE, BLACK + 1)
        ),
        by_colour[:, :, ORANGE] * by_colour[:, :, RED],
        coloured * (coloured - 1) / 2,
        positions[:, :, AT_DROPLET],
        positions[:, :, AT_RUBIES],
        positions[:, :, AT_FLASK],
        np.clip(-margin, 0, MOST_MARGIN),
        np.clip(margin, 0, MOST_MARGIN),
        owned[:, :, K1] * blacks,
        blacks,
    ]
    return np.stack(columns, axis=2).astype(np.float64)


def margins_of(points: NDArray[np.int16]) -> NDArray[np.float64]:
    """Return by how many points each seat is ahead of its best rival; shape (games, players)."""
    players = points.shape[1]
    if players == 1:
        return np.zeros(points.shape)
    rivals = [np.delete(points, seat, axis=1).max(axis=1) for seat in range(players)]
    return np.asarray(points - np.stack(rivals, axis=1), np.float64)


def neighbours_of(blacks: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how many black chips a neighbour owns on average; shape (games, players)."""
    if blacks.shape[1] == 1:
        return np.zeros(blacks.shape)
    return (np.roll(blacks, 1, axis=1) + np.roll(blacks, -1, axis=1)) / 2
