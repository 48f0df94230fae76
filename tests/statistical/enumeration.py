"""Every possible course of a brew, with its exact probability: rules 4 and 5 in plain Python.

Written from the rules, without the kernel: only the tables of the box are shared.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from quacks_sim.rules.tables import SPACE_RUBY


@dataclass(frozen=True)
class Brew:
    """A brew as far as its future depends on it: the pot is known by its last chips."""

    bag: tuple[str, ...]  # sorted
    last: int
    white: int = 0
    oranges: int = 0
    pot: tuple[str, ...] = ()
    flask: bool = False

    def bust_chance(self, limit: int) -> float:
        """The chance that the next chip explodes the pot."""
        if not self.bag:
            return 0.0
        bust = sum(chip[0] == "W" and self.white + int(chip[1]) > limit for chip in self.bag)
        return bust / len(self.bag)


#: How a brew ends: scoring space, exploded, rubies (space and green).
End = tuple[int, bool, int]
Outcomes = dict[End, float]


@dataclass(frozen=True)
class Player:
    """What a player does: stop, use the flask on a white of that value, blue and yellow or not."""

    stop: Callable[[Brew], bool]
    flask_from: int = 9
    blue: bool = True
    yellow: bool = True
    limit: int = 7


def outcomes(bag: str, player: Player, start: int = 0) -> Outcomes:
    """Return the exact probability of every end of a brew."""
    chips = []
    for item in bag.split():
        chip, _, count = item.partition("x")
        chips += [chip] * int(count or 1)

    def ended(brew: Brew, exploded: bool) -> Outcomes:
        space = brew.last + 1
        greens = sum(chip[0] == "G" for chip in brew.pot[-2:])
        return {(space, exploded, int(SPACE_RUBY[space]) + greens): 1.0}

    @cache
    def go_on(brew: Brew) -> tuple[tuple[End, float], ...]:
        if (brew.last == 52 and brew.pot) or not brew.bag or player.stop(brew):
            return tuple(ended(brew, False).items())
        total: defaultdict[End, float] = defaultdict(float)
        for chip, count in Counter(brew.bag).items():
            for end, chance in place(without(brew, (chip,)), chip).items():
                total[end] += chance * count / len(brew.bag)
        return tuple(total.items())

    def remembered(pot: tuple[str, ...], chip: str) -> tuple[str, ...]:
        # Green looks two chips back, and the flask may take one away; of the colours only white
        # (for yellow) and green matter once a chip lies in the pot.
        mark = chip if chip[0] == "W" else chip[0] if chip[0] == "G" else "-"
        return (*pot, mark)[-3:]

    def move(brew: Brew, chip: str) -> int:
        bonus = 0
        if chip[0] == "R" and brew.oranges:
            bonus = 2 if brew.oranges >= 3 else 1
        return min(brew.last + int(chip[1]) + bonus, 52)

    def place(brew: Brew, chip: str) -> Outcomes:
        before = brew
        brew = replace(
            brew,
            last=move(brew, chip),
            white=brew.white + (int(chip[1]) if chip[0] == "W" else 0),
            oranges=brew.oranges + (chip[0] == "O"),
            pot=remembered(brew.pot, chip),
        )
        if brew.white > player.limit:
            return ended(brew, True)
        if chip[0] == "B" and brew.last < 52 and brew.bag:
            return reveal(brew, int(chip[1]))
        if chip[0] == "Y" and before.pot and before.pot[-1][0] == "W" and player.yellow:
            white = before.pot[-1]
            brew = replace(
                brew,
                white=brew.white - int(white[1]),
                pot=remembered(before.pot[:-1], chip),
                bag=tuple(sorted((*brew.bag, white))),
            )
        if chip[0] == "W" and brew.flask and int(chip[1]) >= player.flask_from:
            brew = replace(before, flask=False, bag=tuple(sorted((*before.bag, chip))))
        return dict(go_on(brew))

    def reveal(brew: Brew, value: int) -> Outcomes:
        total: defaultdict[End, float] = defaultdict(float)
        size = min(value, len(brew.bag))
        hands = Counter(combinations(brew.bag, size))
        for hand, count in hands.items():
            coloured = [chip for chip in dict.fromkeys(hand) if chip[0] != "W"]
            # Of chips that reach the same space, the first in the order of kinds.
            coloured.sort(key=lambda chip: (-move(brew, chip), "OGBRYPK".index(chip[0]), chip))
            if player.blue and coloured:
                result = place(without(brew, coloured[:1]), coloured[0])
            else:
                result = dict(go_on(brew))
            for end, chance in result.items():
                total[end] += chance * count / hands.total()
        return total

    def without(brew: Brew, gone: tuple[str, ...] | list[str]) -> Brew:
        left = list(brew.bag)
        for chip in gone:
            left.remove(chip)
        return replace(brew, bag=tuple(left))

    first = Brew(tuple(sorted(chips)), start, flask=player.flask_from <= 3)
    return dict(go_on(first))


def mean(outcomes: Outcomes, of: Callable[[End], int]) -> float:
    """Return the exact mean of a number of the end."""
    return sum(of(end) * chance for end, chance in outcomes.items())
