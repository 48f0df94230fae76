"""The state of one player's game at the table, as far as that player knows it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_sim.advice.gain import Gain
from quacks_sim.advice.pot import Draw, Holds, Pot, brew
from quacks_sim.errors import InputError
from quacks_sim.rules.books import FIRST_ROUND, Books
from quacks_sim.rules.cards import CARD_IDS, Deck
from quacks_sim.rules.chips import CHIPS_IN_THE_BOX, KIND_COUNT, KINDS, W1, format_bag
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import LAST_SPACE, MOST_SEATS, ROUNDS, STARTING_BAG
from quacks_sim.words import counted

#: Rule options of whole games that advice does not know.
_REFUSED = {
    "flask_target": "white_only",
    "pot_side": "droplet",
    "red_s2_aside": "counted",
    "second_chance_explosion": "protected",
    "second_chance_timing": "before_action",
    "strong_ingredient_deferred": "suppressed",
    "rats_friends_rats_after": "kept",
}

#: Of a player, how many points are believed.
MOST_POINTS = 1000


class Placed(NamedTuple):
    """A chip in the pot.

    ``pays`` is False for the chip of card FB7, which brings nothing in step B by itself.
    """

    kind: int
    space: int
    pays: bool = True


@dataclass(frozen=True)
class Situation:
    """One player's game at a moment.

    Attributes
    ----------
    players : int
        2–4.
    names : tuple of str
        Of the others, clockwise from the left neighbour; may be empty.
    books, rules
        What is played.
    with_cards : bool
        Whether event cards are played.
    round : int
        1–9.
    phase : str
        What is to be decided or told next; see :mod:`quacks_sim.advice.phases`.
    points, rubies, droplet : int
    rivals : tuple of int
        Points of the others, clockwise from the left neighbour.
    flask : bool
        Whether the flask is full.
    owned : tuple of int
        All own chips by kind, those in the pot included; 18 counts.
    card : str or None
        The event card of the round.
    rats : int
        Rat tails that help in this round.
    begun_at : int or None
        Where this brew began, which later droplet steps do not change (rule 4.8.2).
    rival_blacks : tuple of int or None
        Black chips in the pots of the neighbours (of the one rival), if they are known.
    draws : tuple of Draw
        The chips of this brew, in the order of drawing; kept red chips of red-2 come first.
    protected : int
        So many draws of this brew cannot explode the pot (card FB3).
    revealed : tuple of int
        What a blue chip, or a card, has revealed.
    stopped : bool
        Whether the brew is over by the player's choice, an empty bag or a full pot.
    moved_to : int or None
        The space of the last chip once it was moved after brewing (FB7, red-2, green-3), or if it
        does not follow from the draws.
    placed_after : tuple of Placed
        Chips that were placed after brewing (FB7, red-2).
    given_up : tuple of int
        Kinds that left the pot for the supply (purple-2, purple-4).
    kept : tuple of int
        Red chips of earlier rounds beside the pot (red-2).
    taken : str
        After an explosion ``"points"`` or ``"coins"``; ``"both"`` if both are due.
    pending : tuple of int
        Kinds that are still to be asked about, one by one.
    news : tuple of str
        What the last answer has brought about, a line each.
    """

    players: int = 4
    names: tuple[str, ...] = ()
    books: Books = field(default_factory=Books)
    rules: RuleOptions = field(default_factory=RuleOptions)
    with_cards: bool = True
    round: int = 1
    phase: str = "card"
    points: int = 0
    rivals: tuple[int, ...] = (0, 0, 0)
    rubies: int = 1
    droplet: int = 0
    flask: bool = True
    owned: tuple[int, ...] = tuple(int(count) for count in STARTING_BAG)
    card: str | None = None
    rats: int = 0
    begun_at: int | None = None
    rival_blacks: tuple[int, ...] | None = None
    draws: tuple[Draw, ...] = ()
    protected: int = 0
    revealed: tuple[int, ...] = ()
    stopped: bool = False
    moved_to: int | None = None
    placed_after: tuple[Placed, ...] = ()
    given_up: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    taken: str = ""
    pending: tuple[int, ...] = ()
    news: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check(self)

    @property
    def start(self) -> int:
        """Space of the droplet or rat stone in this brew (rule 4.1.1)."""
        if self.begun_at is not None:
            return self.begun_at
        return min(self.droplet + self.rats, LAST_SPACE)

    @property
    def holds(self) -> Holds:
        """What holds in this brew."""
        return Holds(self.books, self.rules, self.card, self.start, self.protected)

    @cached_property
    def pot(self) -> Pot:
        """The pot now."""
        return brew(self.draws, self.holds)

    @property
    def space(self) -> int:
        """Space of the last chip."""
        return self.pot.space if self.moved_to is None else self.moved_to

    @property
    def scoring_space(self) -> int:
        """The space after the last chip (rule 4.8.2)."""
        return self.space + 1

    @property
    def owned_counts(self) -> NDArray[np.int64]:
        """All own chips; shape (18,)."""
        return np.array(self.owned, np.int64)

    @property
    def bag(self) -> NDArray[np.int64]:
        """Chips in the bag; shape (18,)."""
        bag = self.owned_counts
        for kind in (*self.pot.kinds, *self.pot.beside):
            bag[kind] -= 1
        return bag

    @property
    def chance_to_explode(self) -> float:
        """The chance that the next chip explodes the pot."""
        bag, pot = self.bag, self.pot
        chips = int(bag.sum())
        if not chips or len(self.draws) < self.protected:
            return 0.0
        if pot.white_sum > pot.limit:
            return 1.0
        room = max(pot.limit - pot.white_sum, 0)
        return int(bag[W1 + room : W1 + 3].sum()) / chips

    def changed(self, **values: Any) -> "Situation":
        """Return the same situation with other values."""
        return replace(self, **values)

    def told(self, *lines: str) -> "Situation":
        """Return the same situation with more news."""
        return replace(self, news=(*self.news, *(line for line in lines if line)))

    def gained(self, gain: Gain, why: str = "") -> "Situation":
        """Return the situation after a gain; `why` begins the line that tells of it.

        Raises
        ------
        InputError
            If what is to be paid is not there.
        """
        if self.rubies + gain.rubies < 0:
            raise InputError(
                f"{counted(-gain.rubies, 'ruby')} cannot be paid", f"you have {self.rubies}"
            )
        owned = list(self.owned)
        for kind in gain.chips:
            owned[kind] += 1
        for kind in gain.lost:
            owned[kind] -= 1
            if owned[kind] < 0:
                raise InputError(f"there is no {KINDS[kind]} to give up", "choose another")
        after = replace(
            self,
            points=self.points + gain.points,
            rubies=self.rubies + gain.rubies,
            droplet=min(self.droplet + gain.droplet, int(self.rules.droplet_cap)),
            flask=self.flask if not gain.flask else gain.flask > 0,
            owned=tuple(owned),
            rats=self.rats + gain.rats,
        )
        return after.told(f"{why}: {gain.words()}" if why else "")

    @property
    def margin(self) -> int:
        """Own points less those of the best rival."""
        return self.points - max(self.rivals)

    def name_of(self, rival: int) -> str:
        """Return what another player is called."""
        if rival < len(self.names) and self.names[rival]:
            return self.names[rival]
        return "your rival" if self.players == 2 else f"player {rival + 2}"

    @property
    def exploded(self) -> bool:
        """Whether only one of points and coins is due (rule 4.5.4; blue-2 protects from that)."""
        return self.pot.exploded and not self.pot.forgiven

    @property
    def lying(self) -> tuple[Placed, ...]:
        """The chips in the pot once brewing is over; of those given up the first ones are gone."""
        chips = [*(Placed(kind, space) for kind, space in self.pot.chips), *self.placed_after]
        for gone in self.given_up:
            del chips[[chip.kind for chip in chips].index(gone)]
        return tuple(chips)

    def paying(self, letter: str) -> tuple[Placed, ...]:
        """Return the chips of a colour in the pot that count for their own book in step B."""
        return tuple(chip for chip in self.lying if chip.pays and KINDS[chip.kind][0] == letter)

    @property
    def last_greens(self) -> tuple[int, ...]:
        """The green chips among the last two of the pot (rule 5.5)."""
        last = [chip for chip in self.lying[-2:] if chip.pays]
        return tuple(chip.kind for chip in last if KINDS[chip.kind][0] == "G")

    @property
    def white_sum(self) -> int:
        """The white total, with what was placed after brewing."""
        placed = [KINDS[chip.kind] for chip in self.placed_after]
        return self.pot.white_sum + sum(int(kind[1]) for kind in placed if kind[0] == "W")

    @property
    def is_out(self) -> tuple[bool, bool]:
        """Whether the books of yellow and of purple are out (rule 2.1)."""
        return self.round >= FIRST_ROUND["yellow"], self.round >= FIRST_ROUND["purple"]

    def bag_text(self) -> str:
        """Return the bag as text."""
        return format_bag(self.bag)


def check(situation: Situation) -> None:
    """Raise an :class:`InputError` for what is no situation."""
    if not 2 <= situation.players <= MOST_SEATS:
        raise InputError(
            f"advice is for 2 to {MOST_SEATS} players, not {situation.players}",
            "give the scores of the others, as 22,15, or the number of players",
        )
    if len(situation.rivals) != situation.players - 1:
        raise InputError(
            f"{counted(len(situation.rivals), 'score')} of others "
            f"for {counted(situation.players, 'player')}",
            f"give {situation.players - 1}, clockwise from the player at your left",
        )
    if not 1 <= situation.round <= ROUNDS:
        raise InputError(f"there is no round {situation.round}", f"rounds are 1 to {ROUNDS}")
    numbers = {"points": situation.points, "rubies": situation.rubies, "rats": situation.rats}
    numbers |= {"points of another player": min(situation.rivals)}
    for name, number in numbers.items():
        if number < 0:
            raise InputError(f"{name}: {number} is less than 0", "give a whole number from 0")
    if max(situation.points, situation.rubies, *situation.rivals) > MOST_POINTS:
        raise InputError("nobody has more than 1000 points or rubies", "check the numbers")
    if not 0 <= situation.droplet <= LAST_SPACE:
        raise InputError(
            f"the droplet cannot lie on space {situation.droplet}", f"spaces go to {LAST_SPACE}"
        )
    if situation.card is not None and situation.card not in CARD_IDS:
        Deck((situation.card,))  # raises, and names the nearest
    if len(situation.owned) != KIND_COUNT or min(situation.owned) < 0:
        raise InputError("a bag has 18 counts of 0 or more", "write it as: W1x4 W2x2 W3 O1 G1")
    if sum(situation.owned) > CHIPS_IN_THE_BOX:
        raise InputError(f"the whole box has only {CHIPS_IN_THE_BOX} chips", "take fewer")
    for name, known in _REFUSED.items():
        if getattr(situation.rules, name) != known:
            raise InputError(
                f"advice does not know {name} = {getattr(situation.rules, name)}",
                f"play with {name} = {known}",
            )


def read_kinds(text: str) -> list[int]:
    """Return chips written as ``"w1 O1x2"``, one by one, in their order."""
    from quacks_sim.solver.position import read_pot

    return list(read_pot(text))


def read_numbers(text: str, what: str) -> tuple[int, ...]:
    """Return whole numbers separated by commas or blanks."""
    try:
        return tuple(int(each) for each in text.replace(",", " ").split())
    except ValueError:
        raise InputError(f"{text!r} is no list of {what}", "write whole numbers: 22,15") from None


def counts_of(kinds: Sequence[int]) -> NDArray[np.int64]:
    """Return how many of each kind; shape (18,)."""
    return np.bincount(np.array(kinds, np.int64), minlength=KIND_COUNT)
