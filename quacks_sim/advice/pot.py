"""The pot of one brew, worked out from the chips that were drawn. Rules 4.3–4.7 and 5; books.md."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import KINDS
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import LAST_SPACE, SPACE_COINS, SPACE_RUBY

#: Card FB5.
_LIMIT_OF_LUXURY = 9
#: Book yellow-3: the limit from the first and from the third yellow chip on.
_LIMITS_OF_YELLOW = ((3, 9), (1, 8))
#: Book yellow-4 moves so many yellow chips of a brew further.
_YELLOWS_WITH_BONUS = 3
_WIDEST_WINDOW = 4  # blue-2 with the option cap_4
#: Card FB3: so many chips cannot explode the pot.
PROTECTED_CHIPS = 5
#: So many draws are protected before it is known with which one the fifth chip lies there.
UNTIL_THE_FIFTH = 99


class Draw(NamedTuple):
    """A chip that came out of the bag, and what was chosen with it.

    ``choice`` is one of those of :func:`quacks_sim.solver.solve.solve`: ``""``, ``"flask"``,
    ``"card"``, ``"returned"``, ``"declined"``.
    """

    kind: int
    choice: str = ""


@dataclass(frozen=True)
class Holds:
    """What holds in a brew.

    Attributes
    ----------
    books : Books
    rules : RuleOptions
    card : str or None
        The event card of the round.
    start : int
        Space of the droplet or rat stone.
    protected : int
        So many draws cannot explode the pot (card FB3); the next chip is judged, whatever its
        colour.
    """

    books: Books
    rules: RuleOptions
    card: str | None = None
    start: int = 0
    protected: int = 0


@dataclass(frozen=True)
class Pot:
    """What lies in the pot, and what follows from how it came there.

    Attributes
    ----------
    chips : tuple of (int, int)
        Kind and space of each chip in the pot, in the order of placement.
    beside : tuple of int
        Red chips beside the pot (red-2).
    space : int
        Space of the last chip, or the start.
    white_sum, limit : int
        White total, and the highest one that does not explode.
    exploded, forgiven : bool
        Whether the pot has exploded, and whether a protected chip did it (blue-2).
    doubling : bool
        Whether the next chip moves twice as far (yellow-2).
    window : int
        Chips that blue-2 still protects.
    points, rubies : int
        Gained on the way (blue-3, blue-4, purple-3); they stay.
    stirred : bool
        Whether the right of card FB10 is gone.
    """

    chips: tuple[tuple[int, int], ...] = ()
    beside: tuple[int, ...] = ()
    space: int = 0
    white_sum: int = 0
    limit: int = 7
    exploded: bool = False
    forgiven: bool = False
    doubling: bool = False
    window: int = 0
    points: int = 0
    rubies: int = 0
    stirred: bool = False

    @property
    def kinds(self) -> tuple[int, ...]:
        """Kinds in the pot."""
        return tuple(kind for kind, _ in self.chips)

    def count(self, letter: str) -> int:
        """Return how many chips of a colour lie in the pot."""
        return sum(KINDS[kind][0] == letter for kind in self.kinds)

    @property
    def is_full(self) -> bool:
        """Whether a chip lies on the last space."""
        return bool(self.chips) and self.space >= LAST_SPACE


def brew(draws: Sequence[Draw], holds: Holds) -> Pot:
    """Return the pot after these draws."""
    pot = Pot(space=holds.start, limit=_limit(0, holds))
    for number, draw in enumerate(draws):
        pot = _after(pot, draw, holds, is_protected=number < holds.protected)
    return pot


def _after(pot: Pot, draw: Draw, holds: Holds, *, is_protected: bool) -> Pot:
    """Return the pot after one more draw; the choice with it is carried out, too."""
    kind, choice = draw
    window = max(pot.window - 1, 0)
    colour, value = KINDS[kind][0], int(KINDS[kind][1])
    if colour == "R" and holds.books.red == 2:
        return replace(pot, beside=(*pot.beside, kind), window=window)
    if colour == "B" and holds.books.blue == 2:
        capped = holds.rules.blue_s2_window == "cap_4"
        window = min(window + value, _WIDEST_WINDOW) if capped else max(window, value)
    space = min(pot.space + _move(pot, draw, holds), LAST_SPACE)
    after = replace(
        pot,
        chips=(*pot.chips, (kind, space)),
        space=space,
        doubling=colour == "Y" and holds.books.yellow == 2 and space < LAST_SPACE,
        window=window,
        stirred=pot.stirred or colour == "W",
    )
    if choice in ("flask", "card"):
        return replace(pot, doubling=False, window=window, stirred=True)
    if choice == "returned":
        after = replace(after, chips=(*after.chips[:-2], after.chips[-1]))
    after = replace(
        _with_gains(after, colour, value, holds),
        white_sum=sum(int(KINDS[each][1]) for each in after.kinds if KINDS[each][0] == "W"),
        limit=_limit(after.count("Y"), holds),
    )
    burst = after.white_sum > after.limit and not is_protected
    return replace(after, exploded=burst, forgiven=burst and pot.window > 0)


def _move(pot: Pot, draw: Draw, holds: Holds) -> int:
    """Return how far a chip moves (rule 4.3.2)."""
    if not pot.chips and holds.rules.first_chip_placement == "always_adjacent":
        return 1
    kind = draw.kind
    value = int(KINDS[kind][1])
    moved = value + (0 if draw.choice == "declined" else bonus(pot, kind, holds))
    if KINDS[kind] == "W1" and holds.books.red == 4 and pot.count("R"):
        moved += 1
    if KINDS[kind][0] == "O" and holds.card == "FB6":
        moved += 1
    if pot.doubling:
        moved += value if holds.rules.yellow_s2_scope == "value_only" else moved
    return moved


def bonus(pot: Pot, kind: int, holds: Holds) -> int:
    """Return by how much the chip's own book lets it move further; it may be declined."""
    colour = KINDS[kind][0]
    if not pot.chips and holds.rules.first_chip_placement == "always_adjacent":
        return 0
    if colour == "R" and holds.books.red == 1:
        oranges = pot.count("O")
        return 2 if oranges > 2 else min(oranges, 1)
    if colour == "R" and holds.books.red == 3:
        last = KINDS[pot.kinds[-1]] if pot.chips else ""
        return int(last[1]) if last.startswith("W") else 0
    if colour == "Y" and holds.books.yellow == 4:
        yellows = pot.count("Y")
        return yellows + 1 if yellows < _YELLOWS_WITH_BONUS else 0
    return 0


def number_on(space: int, rules: RuleOptions) -> int:
    """Return the number by which purple-3 scores a space."""
    return space if rules.purple_s3_space == "index" else int(SPACE_COINS[space])


def _with_gains(pot: Pot, colour: str, value: int, holds: Holds) -> Pot:
    if colour == "B" and SPACE_RUBY[pot.space]:
        if holds.books.blue == 3:
            return replace(pot, rubies=pot.rubies + 1)
        if holds.books.blue == 4:
            return replace(pot, points=pot.points + value)
    return pot


def _limit(yellows: int, holds: Holds) -> int:
    limit = int(holds.rules.explosion_limit)
    if holds.card == "FB5":
        limit = max(limit, _LIMIT_OF_LUXURY)
    if holds.books.yellow == 3:
        for least, raised in _LIMITS_OF_YELLOW:
            if yellows >= least:
                return max(limit, raised)
    return limit
