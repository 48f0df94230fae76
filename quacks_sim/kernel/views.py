"""What a policy sees: one view for each kind of decision point.

A view is a tuple of numbers and of whole read-only arrays, so the same source runs compiled and as
plain Python, and a policy that writes to the table does not compile. Arrays shared by all views:

``bag`` : int64, shape (18,)
    Chips in the own bag, by kind (``view.bag[W1]``); from step B on every chip owned, since all of
    them are back in the bag for the next round (rule 7.2), except those beside the pot (red-2).
``table`` : int64, shape (4, columns)
    What lies open on the table, by seat and column (``view.table[rival, VICTORY_POINTS]``,
    ``view.table[0, RED_BOOK]``, ``view.table[0, CARD]``: −1 or one of
    :mod:`quacks_sim.rules.cards`); the columns are named in :mod:`quacks_sim.kernel.state`. Rows
    beyond ``players`` are meaningless.

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
    pot; but yellow-4 like red with the chip in the hand.
    """

    seat: int
    players: int
    round: int
    space: int  #: scoring space if the brew ended now, 1–53 (rule 4.8.2)
    limit: int  #: highest white total that does not explode now, usually 7; 99 for none (FB3)
    white_sum: int  #: white total in the pot, 0–limit
    bag_size: int  #: chips in the own bag, 0–224
    bust_chips: int  #: chips in the own bag that would explode the pot now, 0–bag_size
    pot_size: int  #: chips in the pot, 0–52
    last_kind: int  #: kind of the last chip in the pot, −1 without one
    white_before: int  #: value of the white chip that yellow may put back, else 0
    bonus: int  #: spaces that the red or yellow chip in the hand may move further, else 0
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
    option_space: NDArray[np.int64]  #: space of the last chip then, all bonuses included


class PurpleView(NamedTuple):
    """The decision ``purple``: which tier to take, as an index 0 … options − 1.

    Options go from the lowest tier to the highest one. In the books of Sets 2 and 4 the first one
    is to do nothing (tier 0). In that of Set 4 a tier may have several options: the chip of
    ``option_kind`` is changed for a bigger one, in tier 1 a 1-chip for a 2-chip, in tier 2 a 2-chip
    for a 4-chip, in tier 3 a 1-chip for a 4-chip.
    """

    seat: int
    players: int
    round: int
    tiers: int  #: tiers that are open, 1–3 (rule 5.6)
    options: int  #: options to choose from, at least 2
    chance_key: np.uint64
    decision: int
    bag: NDArray[np.int64]
    table: NDArray[np.int64]
    option_tier: NDArray[np.int64]  #: tier of each option, 0 for doing nothing
    option_kind: NDArray[np.int64]  #: purple-4: kind of the chip that grows; −1 otherwise


class GreenView(NamedTuple):
    """The decision ``green``: use what a green chip offers in step B? 0 is to do nothing.

    Set 2: which chip to take for a green one, as an index 0 … options − 1. Set 3: 1 moves the last
    chip. Set 4: 1 pays a ruby for a droplet step. It is asked for each green chip of Sets 2 and 4.
    """

    seat: int
    players: int
    round: int
    book: int  #: set of the green book, 2–4
    options: int  #: options to choose from, at least 2
    value: int  #: value of the green chip; Set 3: of all green chips in the pot
    space: int  #: scoring space now, 1–53
    new_space: int  #: scoring space if the last chip moves (Set 3), else that of now
    rubies: int  #: rubies owned
    chance_key: np.uint64
    decision: int
    bag: NDArray[np.int64]
    table: NDArray[np.int64]
    option_kind: NDArray[np.int64]  #: Set 2: kind of the chip to be gained; −1 for none


class OrderView(NamedTuple):
    """The decision ``order``: True resolves purple before green in step B."""

    seat: int
    players: int
    round: int
    space: int  #: scoring space now, 1–53
    rubies: int  #: rubies owned
    chance_key: np.uint64
    decision: int
    bag: NDArray[np.int64]
    table: NDArray[np.int64]


class BesideView(NamedTuple):
    """The decision ``beside``: what to do with a red chip beside the pot, after brewing.

    0 leaves all that are undecided beside the pot. The other options place a chip or put it into
    the bag; it is asked again until the answer is 0 or no chip is undecided.
    """

    seat: int
    players: int
    round: int
    options: int  #: options to choose from, at least 2
    space: int  #: scoring space now, 1–53
    exploded: int  #: 1 if the pot has exploded
    chance_key: np.uint64
    decision: int
    bag: NDArray[np.int64]
    table: NDArray[np.int64]
    option_kind: NDArray[np.int64]  #: kind of the chip; −1 for leaving all
    option_place: NDArray[np.int64]  #: 1 places the chip, 0 puts it into the bag


class DropletView(NamedTuple):
    """The decision ``droplet``: True moves the droplet of the tubes, False that of the pot.

    It is asked on the test-tube side for every single step, if both are possible (rule 11.2).
    """

    seat: int
    players: int
    round: int
    source: int  #: what brings the step, an index of ``quacks_sim.kernel.journal.CAUSES``
    droplet: int  #: space of the pot droplet, 0–51
    tube: int  #: tube of the other droplet, 0–11
    points: int  #: points that the next tube pays, 0–4
    rubies: int  #: rubies that it pays, 0 or 1
    chip: int  #: kind of the chip that it pays, −1 for none or if the supply has none left
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

    0 keeps the rubies, 1 pays two for a droplet step, 2 pays two to fill the flask, 3 pays two for
    the next tube: in round 9 alone, on the test-tube side with ``tube_purchase_round_9``.
    """

    seat: int
    players: int
    round: int
    rubies: int  #: rubies owned, at least 2
    can_move_droplet: int  #: 0 or 1
    can_fill_flask: int  #: 0 or 1
    can_buy_tube: int  #: 0 or 1
    chance_key: np.uint64
    decision: int
    bag: NDArray[np.int64]
    table: NDArray[np.int64]


class CardView(NamedTuple):
    """The decision ``card``: what to do where an event card offers a choice (rule 2.4).

    The answer is an index 0 … options − 1. Cards are numbered by :mod:`quacks_sim.rules.cards`
    (``FP1`` … ``FB11``). The options come in this order: FP1 a black chip, 2-chips, rubies; FP3
    nothing, 1-chips; FP6 points, a W1 given up; FP9 no rat given up, 1, 2, 3; FP10 4-chips, points;
    FP11 the droplet, a purple chip; FP13 chips that grow, nothing; FB2 2-chips; FB3 go on, start
    again; FB7 the chips drawn, nothing; FB10 leave the white chip, put it back.
    """

    seat: int
    players: int
    round: int
    card: int  #: FP1 … FB11
    options: int  #: options to choose from, at least 2
    space: int  #: scoring space if nothing happened any more, 1–53
    limit: int  #: highest white total that does not explode now; 99 while FB3 protects the pot
    white_sum: int  #: white total in the pot
    bag_size: int  #: chips in the own bag
    bust_chips: int  #: chips in the own bag that would explode the pot now
    pot_size: int  #: chips in the pot
    last_kind: int  #: kind of the last chip in the pot, −1 without one
    rubies: int  #: rubies owned
    rats: int  #: rats of this round, FP9 only
    chance_key: np.uint64
    decision: int
    bag: NDArray[np.int64]
    table: NDArray[np.int64]
    option_kind: NDArray[np.int64]  #: kind of the chip gained or placed, −1 for none
    option_given: NDArray[np.int64]  #: kind of the chip given up, −1 for none
    option_points: NDArray[np.int64]  #: victory points gained
    option_rubies: NDArray[np.int64]  #: rubies gained, −1 if one is paid
    option_droplet: NDArray[np.int64]  #: droplet steps gained
    option_space: NDArray[np.int64]  #: scoring space then, 1–53


#: Answers of the decision ``rubies``.
KEEP, MOVE_DROPLET, FILL_FLASK, BUY_TUBE = range(4)


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
