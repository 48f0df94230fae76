"""The pot of one brew, worked out from the chips that were drawn. Rules 4.3–4.7 and 5; books.md."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from quacks_sim.rules.books import Books, each_book
from quacks_sim.rules.chips import KIND_VALUE, KINDS, WHITE_VALUE
from quacks_sim.rules.moves import (
    bonus_when_doubled,
    limit_under_card,
    own_bonus,
    passive_bonus,
    raised_limit,
    window_after,
)
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import LAST_SPACE, SPACE_COINS, SPACE_RUBY

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
    limit: int = int(RuleOptions().explosion_limit)
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
        window = window_after(window, value, holds.rules.blue_s2_window == "cap_4")
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
    value = int(KIND_VALUE[kind])
    further = 0 if draw.choice == "declined" else bonus(pot, kind, holds)
    red_4 = holds.books.red == 4 and pot.count("R") > 0
    further += passive_bonus(kind, red_4, holds.card == "FB6")
    if pot.doubling:
        further = bonus_when_doubled(value, further, holds.rules.yellow_s2_scope == "whole_move")
    return value + further


def bonus(pot: Pot, kind: int, holds: Holds) -> int:
    """Return by how much the chip's own book lets it move further; it may be declined."""
    if not pot.chips and holds.rules.first_chip_placement == "always_adjacent":
        return 0
    white = int(WHITE_VALUE[pot.kinds[-1]]) if pot.chips else 0
    return own_bonus(kind, holds.books.sets(), pot.count("O"), white, pot.count("Y"))


def number_on(space: int, rules: RuleOptions) -> int:
    """Return the number by which purple-3 scores a space."""
    return space if rules.purple_s3_space == "index" else int(SPACE_COINS[space])


def _with_gains(pot: Pot, colour: str, value: int, holds: Holds) -> Pot:
    if colour == "B" and SPACE_RUBY[pot.space]:
        return _ON_RUBY[holds.books.blue](pot, value)
    return pot


_ON_RUBY: Mapping[int, Callable[[Pot, int], Pot]] = each_book(
    __name__,
    "blue",
    {
        1: lambda pot, value: pot,
        2: lambda pot, value: pot,
        3: lambda pot, value: replace(pot, rubies=pot.rubies + 1),
        4: lambda pot, value: replace(pot, points=pot.points + value),
    },
)


def _limit(yellows: int, holds: Holds) -> int:
    limit = limit_under_card(int(holds.rules.explosion_limit), holds.card)
    return raised_limit(limit, yellows) if holds.books.yellow == 3 else limit
