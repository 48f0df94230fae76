"""A point of a brew as a caller writes it down: the bag, the pot, where the last chip lies."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quacks_sim.errors import InputError
from quacks_sim.rules.cards import CARD_IDS, Deck
from quacks_sim.rules.chips import (
    CHIPS_IN_THE_BOX,
    KIND_COUNT,
    KINDS,
    check_bag,
    format_bag,
    kind_index,
    parse_bag,
)
from quacks_sim.rules.tables import LAST_SPACE, STARTING_BAG


@dataclass(frozen=True)
class Position:
    """A point of a brew: what lies in the bag and in the pot.

    Attributes
    ----------
    bag : int64, shape (18,)
        Chips in the bag, by kind.
    pot : tuple of int
        Kinds in the pot, in the order of placement.
    start : int
        Space of the droplet or rat stone.
    space : int
        Space of the last chip, that of the start without one.
    white_sum : int
        White total in the pot.
    flask : bool
        Whether the flask is full.
    """

    bag: NDArray[np.int64]
    pot: tuple[int, ...]
    start: int
    space: int
    white_sum: int
    flask: bool


def read_pot(pot: str | Sequence[int]) -> tuple[int, ...]:
    """Return the kinds of a pot written in the order of placement, ``"O1 W2 W1x2"``.

    Raises
    ------
    InputError
        For an unknown chip, or more chips than the box holds.
    """
    if not isinstance(pot, str):
        kinds = tuple(int(kind) for kind in pot)
        if any(not 0 <= kind < KIND_COUNT for kind in kinds):
            raise InputError(
                f"the pot {list(kinds)} has numbers that are no kinds",
                f"kinds go from 0 to {KIND_COUNT - 1}",
            )
        return kinds
    found: list[int] = []
    for item in pot.replace(",", " ").split():
        (count,) = parse_bag(item)[[kind_index(item[:2])]]
        found += [kind_index(item[:2])] * int(count)
    return tuple(found)


def read_bag(
    bag: "str | Sequence[int] | NDArray[np.int64] | None", pot: tuple[int, ...]
) -> NDArray[np.int64]:
    """Return the chips in the bag: without `bag` what the pot leaves of a starting bag."""
    if bag is not None:
        return parse_bag(bag) if isinstance(bag, str) else check_bag(bag)
    left = STARTING_BAG.copy()
    for kind in pot:
        left[kind] -= 1
        if left[kind] < 0:
            raise InputError(
                f"a starting bag has no {KINDS[kind]} for this pot",
                f"say what is in the bag now, for example --bag '{format_bag(STARTING_BAG)}'",
            )
    return left


def read_card(card: str | None) -> str | None:
    if card is None:
        return None
    named = card.upper()
    if named not in CARD_IDS:
        Deck((named,))  # raises, and names the nearest
    return named


def check_numbers(
    bag: NDArray[np.int64],
    pot: tuple[int, ...],
    start: int,
    space: int | None,
    most_states: int,
) -> None:
    if not 0 <= start <= LAST_SPACE:
        raise InputError(f"the start space is {start}", f"it goes from 0 to {LAST_SPACE}")
    if space is not None and not start <= space <= LAST_SPACE:
        raise InputError(
            f"the last chip cannot lie on space {space}",
            f"it goes from the start space, {start}, to {LAST_SPACE}",
        )
    if bag.sum() + len(pot) > CHIPS_IN_THE_BOX:
        raise InputError(
            f"bag and pot hold {bag.sum() + len(pot)} chips, the whole box only {CHIPS_IN_THE_BOX}",
            "take fewer chips",
        )
    if most_states < 1000:
        raise InputError(f"most_states is {most_states}", "give a whole number from 1000")
