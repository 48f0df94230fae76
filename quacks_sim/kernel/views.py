"""What a policy sees: one view for each kind of decision point.

A view is a tuple of numbers and of whole read-only arrays, so the same source runs compiled and as
plain Python, and a policy that writes to the table does not compile. Arrays shared by all views:

``bag`` : int64, shape (18,)
    Chips in the own bag, by kind (``view.bag[W1]``); after brewing every chip owned, since all of
    them are back in the bag for the next round (rule 7.2).
``table`` : int64, shape (4, columns)
    What lies open on the table, by seat and column (``view.table[rival, VICTORY_POINTS]``); the
    columns are named in :mod:`quacks_sim.kernel.state`. Rows beyond ``players`` are meaningless.

Fields shared by all views:

``seat`` 0–3, ``players`` 1–4, ``round`` 1–9.
``chance_key`` and ``decision``
    The policy's own chance; use :func:`quacks_sim.policies.facts.own_chance`.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import typeof, types
from numpy.typing import NDArray

from quacks_sim.kernel.state import TABLE, new_record


class BrewView(NamedTuple):
    """While brewing: the decisions ``stop``, ``flask``, ``yellow`` and ``red``.

    ``red`` is asked with the red chip already in the hand, ``yellow`` with the yellow chip in the
    pot.
    """

    seat: int
    players: int
    round: int
    space: int  #: scoring space if the brew ended now, 1–53 (rule 4.8.2)
    limit: int  #: highest white total that does not explode, usually 7
    white_sum: int  #: white total in the pot, 0–limit
    bag_size: int  #: chips in the own bag, 0–224
    bust_chips: int  #: chips in the own bag that would explode the pot now, 0–bag_size
    pot_size: int  #: chips in the pot, 0–52
    last_kind: int  #: kind of the last chip in the pot, −1 without one
    white_before: int  #: value of the white chip that yellow may put back, else 0
    chance_key: np.uint64
    decision: int
    bag: NDArray[np.int64]
    table: NDArray[np.int64]


class BlueView(NamedTuple):
    """The decision ``blue``: which revealed chip to place.

    The answer is an index 0 … options − 1; the last option is to place none.
    """

    seat: int
    players: int
    round: int
    space: int  #: scoring space if nothing is placed, 1–53
    limit: int
    white_sum: int
    bag_size: int  #: chips in the bag besides the revealed ones
    options: int  #: revealed chips + 1
    chance_key: np.uint64
    decision: int
    bag: NDArray[np.int64]  #: without the revealed chips
    table: NDArray[np.int64]
    option_kind: NDArray[np.int64]  #: kind of each option; −1 for "none"
    option_space: NDArray[np.int64]  #: space on which it would lie, red bonus included


class PurpleView(NamedTuple):
    """The decision ``purple``: which tier to take, as an index 0 … tiers − 1 from the lowest."""

    seat: int
    players: int
    round: int
    tiers: int  #: tiers that are open, 2 or 3 (rule 5.6)
    chance_key: np.uint64
    decision: int
    bag: NDArray[np.int64]
    table: NDArray[np.int64]


class ExplosionView(NamedTuple):
    """The decision ``explosion``: True takes the points of the scoring space, False its coins."""

    seat: int
    players: int
    round: int
    points: int  #: victory points at stake, 0–15
    coins: int  #: coins at stake, 1–35 (round 9: five of them are worth a point)
    chance_key: np.uint64
    decision: int
    bag: NDArray[np.int64]
    table: NDArray[np.int64]


class PurchaseView(NamedTuple):
    """The decision ``purchase``: which basket to buy, as an index of a basket.

    Baskets are sorted by price, the dearest first; those of equal price as a player would list
    them: each kind alone and then with each later kind of another colour. The last one is empty. A
    basket is legal if ``index >= first`` and its kinds are all ``available``.
    """

    seat: int
    players: int
    round: int
    coins: int  #: coins to spend, 1–35
    first: int  #: index of the dearest basket that the coins pay for
    nothing: int  #: index of the empty basket, which is the last one
    may_skip: int  #: 1 if buying nothing is legal (always, unless min_purchases is 1)
    available: int  #: bit mask of the kinds that are in play and in the supply
    chance_key: np.uint64
    decision: int
    bag: NDArray[np.int64]
    table: NDArray[np.int64]
    basket_price: NDArray[np.int64]  #: price of each basket in coins
    basket_kinds: NDArray[np.int64]  #: bit mask of its kinds
    basket_first: NDArray[np.int64]  #: its kinds; −1 where there is none
    basket_second: NDArray[np.int64]


class RubiesView(NamedTuple):
    """The decision ``rubies``: asked again until the answer is 0 or nothing can be bought.

    0 keeps the rubies, 1 pays two for a droplet step, 2 pays two to fill the flask.
    """

    seat: int
    players: int
    round: int
    rubies: int  #: rubies owned, at least 2
    can_move_droplet: int  #: 0 or 1
    can_fill_flask: int  #: 0 or 1
    chance_key: np.uint64
    decision: int
    bag: NDArray[np.int64]
    table: NDArray[np.int64]


#: Answers of the decision ``rubies``.
KEEP, MOVE_DROPLET, FILL_FLASK = range(3)


def _readonly(array: NDArray[Any]) -> types.Array:
    kind = typeof(array)
    return types.Array(kind.dtype, kind.ndim, "C", readonly=True)


def view_type(view: type) -> types.NamedTuple:
    """Return the numba type of a view class."""
    table = new_record(TABLE)
    arrays = {"bag": _readonly(table.bag[0]), "table": _readonly(table.seats)}
    options = _readonly(np.zeros(1, np.int64))
    members = [
        arrays.get(name)
        or (types.uint64 if name == "chance_key" else None)
        or (options if name.startswith(("option_", "basket_")) else types.int64)
        for name in view._fields  # type: ignore[attr-defined]
    ]
    return types.NamedTuple(members, view)
