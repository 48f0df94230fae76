"""A point of a brew as a caller writes it down: the bag, the pot, where the last chip lies."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quacks_sim import checked
from quacks_sim.errors import InputError, in_short
from quacks_sim.rules import chips
from quacks_sim.rules.cards import CARD_IDS, Deck
from quacks_sim.rules.chips import (
    CHIPS_IN_THE_BOX,
    KIND_COUNT,
    KINDS,
    LETTERS,
    format_bag,
    kind_index,
    parse_bag,
)
from quacks_sim.rules.tables import LAST_SPACE, STARTING_BAG
from quacks_sim.words import counted

#: Colours whose chips offer a choice, by its name.
_CHOOSERS = {"": LETTERS, "flask": "W", "card": "W", "returned": "Y", "declined": "RY"}


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
        kinds = checked.items(pot, "the pot", 'write it as text, as "O1 W2", or give kinds')
        if any(not checked.is_whole(kind) or not 0 <= kind < KIND_COUNT for kind in kinds):
            raise InputError(
                f"the pot {in_short(kinds)} has numbers that are no kinds",
                f"kinds go from 0 to {KIND_COUNT - 1}",
            )
        return tuple(int(kind) for kind in kinds)
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
        return chips.read_bag(bag)
    left = STARTING_BAG.copy()
    for kind in pot:
        left[kind] -= 1
        if left[kind] < 0:
            raise InputError(
                f"a starting bag has no {KINDS[kind]} for this pot",
                f"say what is in the bag now, for example --bag '{format_bag(STARTING_BAG)}'",
            )
    return left


def read_choices(
    pot: tuple[int, ...], choices: Sequence[str], flask: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the option taken with each chip that was placed, and the chips that still lie there.

    Parameters
    ----------
    pot : tuple of int
        Kinds that were placed, those that went back included.
    choices : sequence of str
        See :func:`quacks_sim.solver.solve.solve`.
    flask : bool
        Whether the flask was full at the start.

    Raises
    ------
    InputError
        For more choices than chips, and for a choice that this chip does not offer.
    """
    choices = checked.items(choices, "choices", "give one text for each chip of the pot")
    if len(choices) > len(pot):
        raise InputError(
            f"{counted(len(choices), 'choice')} for a pot of {counted(len(pot), 'chip')}",
            "give at most one for each",
        )
    options, lying = [], list[int]()
    for place, kind in enumerate(pot):
        choice = choices[place] if place < len(choices) else ""
        colour = KINDS[kind][0]
        if not isinstance(choice, str) or colour not in _CHOOSERS.get(choice, ""):
            raise InputError(
                f"{KINDS[kind]} offers no choice {in_short(choice)}",
                f"choices are {', '.join(name for name in _CHOOSERS if name)}, or an empty text",
            )
        if choice == "flask" and not flask:
            raise InputError(f"the flask cannot take {KINDS[kind]} back", "it is empty")
        if choice == "returned" and not (lying and KINDS[lying[-1]][0] == "W"):
            raise InputError(
                f"{KINDS[kind]} cannot put a chip back", "only a white one right before it can go"
            )
        # Without a choice the first; that of the card comes after that of a full flask.
        options.append(0 if not choice else 2 if choice == "card" and flask else 1)
        flask = flask and choice != "flask"
        if choice == "returned":
            lying.pop()
        if choice not in ("flask", "card"):
            lying.append(kind)
    return tuple(options), tuple(lying)


def read_card(card: str | None) -> str | None:
    if card is None:
        return None
    named = checked.text(card, "the card", 'write it as "FB5"').upper()
    if named not in CARD_IDS:
        Deck((named,))  # raises, and names the nearest
    return named


def read_spaces(start: object, space: object) -> tuple[int, int | None]:
    """Return the space of the start and that of the last chip, checked."""
    cure = f"it goes from 0 to {LAST_SPACE}"
    begun = checked.whole(start, "the start space", 0, LAST_SPACE, cure=cure)
    if space is None:
        return begun, None
    cure = f"it goes from the start space, {begun}, to {LAST_SPACE}"
    if not checked.is_whole(space) or not begun <= space <= LAST_SPACE:
        raise InputError(f"the last chip cannot lie on space {in_short(space)}", cure)
    return begun, int(space)


def read_rivals(rival_blacks: object) -> tuple[int, ...] | None:
    """Return the black chips in the pots of the neighbours, checked."""
    if rival_blacks is None:
        return None
    cure = "give 1 or 2 whole numbers from 0, as [2, 0]"
    listed = checked.items(rival_blacks, "rival_blacks", cure)
    return tuple(
        checked.whole(each, "rival_blacks: a number", 0, CHIPS_IN_THE_BOX, cure=cure)
        for each in listed
    )


def check_size(bag: NDArray[np.int64], pot: tuple[int, ...]) -> None:
    """Raise an :class:`InputError` if bag and pot hold more than the box."""
    if bag.sum() + len(pot) > CHIPS_IN_THE_BOX:
        raise InputError(
            f"bag and pot hold {bag.sum() + len(pot)} chips, the whole box only {CHIPS_IN_THE_BOX}",
            "take fewer chips",
        )
