"""Chips: the eighteen kinds in their fixed order, and bags written as text.

A *kind* is a colour and a value, written ``W1`` … ``K1``. Everywhere in the program a kind is its
index in :data:`KINDS`, and a bag is an array of 18 counts in that order. Source: rule 0.2.
"""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.errors import InputError, in_short, nearest

COLOURS = ("white", "orange", "green", "blue", "red", "yellow", "purple", "black")
WHITE, ORANGE, GREEN, BLUE, RED, YELLOW, PURPLE, BLACK = range(8)

LETTERS = "WOGBRYPK"

KINDS = (
    *("W1", "W2", "W3", "O1"),
    *("G1", "G2", "G4", "B1", "B2", "B4"),
    *("R1", "R2", "R4", "Y1", "Y2", "Y4"),
    *("P1", "K1"),
)
W1, W2, W3, O1, G1, G2, G4, B1, B2, B4, R1, R2, R4, Y1, Y2, Y4, P1, K1 = range(18)
KIND_COUNT = len(KINDS)

#: Not a chip: the answer "none", an empty pot's last kind.
NO_KIND = -1


def frozen(values: Sequence[int], dtype: type = np.int64) -> NDArray[np.int64]:
    """Return a read-only array of `values`."""
    array: NDArray[np.int64] = np.array(values, dtype=dtype)
    array.setflags(write=False)
    return array


#: Colour index and printed value of each kind; int64, shape (18,), read-only.
KIND_COLOUR = frozen([LETTERS.index(kind[0]) for kind in KINDS])
KIND_VALUE = frozen([int(kind[1]) for kind in KINDS])

#: What each kind adds to the white total (rule 0.4): its value if it is white, else 0.
WHITE_VALUE = frozen([int(kind[1]) if kind[0] == "W" else 0 for kind in KINDS])

CHIPS_IN_THE_BOX = 216

_BAG_ITEM = re.compile(r"([A-Za-z][0-9])(?:[x×*]([0-9]+))?")

#: More digits than any count has; longer ones are simply too many.
_DIGITS = 9


def kind_index(name: str) -> int:
    """Return the index of a kind.

    Parameters
    ----------
    name : str
        ``"W1"`` … ``"K1"``, in upper or lower case.

    Returns
    -------
    int
        Index in :data:`KINDS`, 0 … 17.

    Raises
    ------
    InputError
        If there is no such kind.
    """
    try:
        return KINDS.index(name.strip().upper())
    except ValueError:
        raise InputError(
            f"no chip is called {in_short(name)}",
            f"chips are {' '.join(KINDS)}{nearest(name, KINDS)}",
        ) from None


def parse_bag(text: str) -> NDArray[np.int64]:
    """Read a bag from text such as ``"W1x4 W2x2 W3 O1 G1"``.

    Parameters
    ----------
    text : str
        Kinds, separated by spaces or commas, each with an optional count ``x4``. A kind that is
        named twice is added up. An empty text is an empty bag.

    Returns
    -------
    ndarray of int64, shape (18,)
        How many chips of each kind; each 0 … 216.

    Raises
    ------
    InputError
        For an unknown chip, a wrong count, or more chips than a box holds (216, rule 1.3).
    """
    counts = np.zeros(KIND_COUNT, dtype=np.int64)
    for item in text.replace(",", " ").split():
        match = _BAG_ITEM.fullmatch(item)
        if match is None:
            raise InputError(
                f"{in_short(item)} is not a chip of a bag", "write a bag like: W1x4 W2x2 W3 O1 G1"
            )
        digits = (match[2] or "1").lstrip("0") or "0"
        count = int(digits) if len(digits) <= _DIGITS else 10**_DIGITS
        counts[kind_index(match[1])] += min(count, 10_000)
    return check_bag(counts)


def check_bag(counts: Sequence[int] | NDArray[np.integer]) -> NDArray[np.int64]:
    """Return a bag as an array of counts.

    Raises
    ------
    InputError
        If it has not 18 counts of 0 or more, or more chips than a box holds (216, rule 1.3).
    """
    bag = _as_array(counts)
    if bag.shape != (KIND_COUNT,) or bag.dtype.kind not in "iu" or (bag < 0).any():
        raise InputError(
            "a bag has 18 whole counts of 0 or more", "write it as: W1x4 W2x2 W3 O1 G1"
        )
    if bag.sum() > CHIPS_IN_THE_BOX:
        raise InputError(
            f"the bag holds {bag.sum()} chips, the whole box only {CHIPS_IN_THE_BOX}",
            "take fewer chips, for example: W1x4 W2x2 W3 O1 G1",
        )
    return bag.astype(np.int64)


def read_bag(bag: "str | Sequence[int] | NDArray[np.integer]") -> NDArray[np.int64]:
    """Return a bag written as text, or given by its 18 counts, as an array of counts.

    Raises
    ------
    InputError
        As :func:`parse_bag` and :func:`check_bag`.
    """
    return parse_bag(bag) if isinstance(bag, str) else check_bag(bag)


def _as_array(counts: object) -> NDArray[Any]:
    try:
        return np.asarray(counts)
    except Exception:  # whatever an object answers that is no list of numbers
        return np.array(None)


def format_bag(counts: Sequence[int] | NDArray[np.integer]) -> str:
    """Write 18 counts as text that :func:`parse_bag` reads, e.g. ``"W1x4 W2x2 W3 O1 G1"``."""
    return " ".join(
        kind if count == 1 else f"{kind}x{count}"
        for kind, count in zip(KINDS, counts, strict=True)
        if count
    )
