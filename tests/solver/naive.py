"""The value of a brew by trying everything: rules 4 to 6 and books.md in plain Python.

Written from the rules, without the kernel and the solver: only the tables of the box are shared. It
keeps the whole pot with its spaces, draws single chips and reveals single hands, so it is slow and
meant for bags of a few chips.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, permutations

from quacks_sim.rules.tables import SPACE_COINS, SPACE_RUBY, SPACE_VICTORY_POINTS

SEVEN = 7


@dataclass(frozen=True)
class Brew:
    """All that lies on the table of one player, and the marks that chips have left."""

    bag: tuple[str, ...]  # sorted
    start: int = 0
    pot: tuple[tuple[str, int], ...] = ()  # chips with their spaces
    flask: bool = False
    beside: tuple[str, ...] = ()
    doubled: bool = False
    protected: int = 0
    may_stir: bool = False
    yellows: int = 0

    @property
    def last(self) -> int:
        return self.pot[-1][1] if self.pot else self.start

    @property
    def white(self) -> int:
        return sum(int(chip[1]) for chip, _ in self.pot if chip[0] == "W")

    def of(self, colour: str) -> list[str]:
        return [chip for chip, _ in self.pot if chip[0] == colour]

    def without(self, *chips: str) -> "Brew":
        left = list(self.bag)
        for chip in chips:
            left.remove(chip)
        return replace(self, bag=tuple(left))

    def with_chip(self, chip: str) -> "Brew":
        return replace(self, bag=tuple(sorted((*self.bag, chip))))


@dataclass(frozen=True)
class Table:
    """The rules of a table and what the end of a brew is worth."""

    books: dict[str, int] = field(default_factory=dict)
    limit: int = 7
    card: str = ""
    points: float = 0.0
    coins: float = 0.0
    rubies: float = 0.0
    droplet: float = 0.0
    flask: float = 0.0
    chips: dict[str, float] = field(default_factory=dict)
    rival_blacks: tuple[int, ...] | None = None
    adjacent: bool = False
    draw_after_full: bool = False
    value_only: bool = False
    cap_4: bool = False
    by_index: bool = False

    @cached_property
    def memory(self) -> dict[Brew, float]:
        return {}

    def book(self, colour: str) -> int:
        return self.books.get(colour, 1)

    # --- The end: rules 5.5–5.7, 6 ---

    def value_of_end(self, brew: Brew, *, exploded: bool = False, both: bool = False) -> float:
        """The best end: red chips beside the pot may be placed in any order (red-2)."""
        best = self._value_of_pot(brew, exploded, both)
        for count in range(1, len(brew.beside) + 1):
            for chips in set(permutations(brew.beside, count)):
                placed = brew
                for chip in chips:
                    if placed.pot and placed.last == 52:
                        break
                    space = min(placed.last + int(chip[1]), 52)
                    placed = replace(placed, pot=(*placed.pot, (chip, space)))
                best = max(best, self._value_of_pot(placed, exploded, both))
        return best

    def _value_of_pot(self, brew: Brew, exploded: bool, both: bool) -> float:
        value = self._greens_then_space(brew, exploded, both) + self._black(len(brew.of("K")))
        if brew.flask and self.card != "FB9":
            value += self.flask
        if self.card == "FB1" and brew.white == SEVEN:
            value += self.droplet
        return value

    def _greens_then_space(self, brew: Brew, exploded: bool, both: bool) -> float:
        """Step B of green and purple in the better order, then steps C to E."""
        book = self.book("green")
        last_two = [chip for chip, _ in brew.pot[-2:] if chip[0] == "G"]
        if book == 3:
            ends = [self._purple(brew.pot) + self._space(brew.last, exploded, both)]
            steps = sum(int(chip[1]) for chip in brew.of("G"))
            if brew.white == SEVEN and steps and brew.pot:
                space = min(brew.last + steps, 52)
                moved = (*brew.pot[:-1], (brew.pot[-1][0], space))
                for pot in (brew.pot, moved):  # purple before or after the move
                    ends.append(self._purple(pot) + self._space(space, exploded, both))
            return max(ends)
        value = self._purple(brew.pot) + self._space(brew.last, exploded, both)
        for chip in last_two:
            if book == 1:
                value += self.rubies
            elif book == 2:
                offers = {"1": ("O1",), "2": ("B1", "R1"), "4": ("Y1", "P1")}[chip[1]]
                value += max(0.0, *(self.chips.get(each, 0.0) for each in offers))
            else:
                value += max(0.0, self.droplet - self.rubies)
        return value

    def _purple(self, pot: tuple[tuple[str, int], ...]) -> float:
        purples = [space for chip, space in pot if chip[0] == "P"]
        count = min(len(purples), 3)
        worth = self.chips.get
        book = self.book("purple")
        if count == 0:
            return 0.0
        if book == 3:
            numbers = [space if self.by_index else int(SPACE_COINS[space]) for space in purples]
            return self.points * sum(min(number // 10, 3) for number in numbers)
        if book == 1:
            tiers = [
                self.points,
                self.points + self.rubies,
                2 * self.points + self.droplet,
            ]
            return max(tiers[:count])
        if book == 2:
            lost = worth("P1", 0.0)
            tiers = [
                worth("K1", 0.0) + self.points + self.rubies - lost,
                worth("G1", 0.0) + worth("B2", 0.0) + 3 * self.points + self.droplet - 2 * lost,
                worth("Y4", 0.0) + 6 * self.points + self.rubies + 2 * self.droplet - 3 * lost,
            ]
            return max(0.0, *tiers[:count])
        changes = [("1", "2"), ("2", "4"), ("1", "4")][:count]
        best = 0.0
        for old, new in changes:
            for chip, _ in pot:
                if chip[0] in "GBRY" and chip[1] == old:
                    best = max(best, worth(chip[0] + new, 0.0) - worth(chip, 0.0))
        return best

    def _black(self, own: int) -> float:
        rivals = self.rival_blacks
        if rivals is None:
            return 0.0
        droplet = ruby = False
        if len(rivals) == 0:
            droplet = ruby = own > 0
        elif len(rivals) == 1:
            droplet = own > 0 and own >= rivals[0]
            ruby = own > rivals[0]
        else:
            droplet = own > min(rivals)
            ruby = own > max(rivals)
        return droplet * self.droplet + ruby * self.rubies

    def _space(self, last: int, exploded: bool, both: bool) -> float:
        space = last + 1
        points = self.points * SPACE_VICTORY_POINTS[space]
        coins = self.coins * SPACE_COINS[space]
        value = points + coins if both or not exploded else max(points, coins)
        if SPACE_RUBY[space]:
            value += self.rubies * (2 if self.card == "FB11" else 1)
            value += self.points * (2 if self.card == "FB8" else 0)
        return float(value)

    # --- Brewing: rules 4 and 5.1–5.4 ---

    def value(self, brew: Brew) -> float:
        """The value before the decision to stop or to draw."""
        if brew not in self.memory:
            stop = self.value_of_end(brew)
            draw = self.value_of_drawing(brew)
            self.memory[brew] = stop if draw is None else max(stop, draw)
        return self.memory[brew]

    def value_of_drawing(self, brew: Brew) -> float | None:
        """The value of a draw, None if none is possible."""
        if not brew.bag or (brew.pot and brew.last == 52 and not self.draw_after_full):
            return None
        values = [self.value_after(brew.without(chip), chip) for chip in brew.bag]
        return sum(values) / len(values)

    def value_after(self, brew: Brew, chip: str) -> float:
        """The value once a chip has come out of the bag; the player chooses what is offered."""
        return max(self.options(brew, chip))

    def options(self, brew: Brew, chip: str) -> Iterator[float]:
        colour, value = chip[0], int(chip[1])
        counted = replace(brew, protected=max(brew.protected - 1, 0))
        if colour == "R" and self.book("red") == 2:
            yield self.value(replace(counted, beside=tuple(sorted((*brew.beside, chip)))))
            return
        for bonus in {0, self.bonus(brew, chip)}:
            space = min(brew.last + self.move(brew, chip, bonus), 52)
            placed = replace(
                counted,
                pot=(*brew.pot, (chip, space)),
                doubled=False,
                yellows=brew.yellows + (colour == "Y"),
            )
            if colour == "W":
                if placed.white > self.limit_of(placed):
                    yield self.value_of_end(placed, exploded=True, both=brew.protected > 0)
                    return
                kept = replace(placed, may_stir=False)
                yield self.value(kept)
                back = replace(counted.with_chip(chip), doubled=False, may_stir=False)
                if brew.flask:
                    yield self.value(replace(back, flask=False))
                if brew.may_stir:
                    yield self.value(back)
            elif colour == "B":
                yield self.after_blue(placed, value)
            elif colour == "Y":
                yield from self.after_yellow(placed)
            elif colour == "P" and self.book("purple") == 3:
                yield self.value(placed)
            else:
                yield self.value(placed)

    def limit_of(self, brew: Brew) -> int:
        limit = max(self.limit, 9) if self.card == "FB5" else self.limit
        yellows = len(brew.of("Y"))
        if self.book("yellow") == 3 and yellows:
            limit = max(limit, 9 if yellows >= 3 else 8)
        return limit

    def bonus(self, brew: Brew, chip: str) -> int:
        """What a chip's own book adds to its move, if it wants (red-1, red-3, yellow-4)."""
        if self.adjacent and not brew.pot:
            return 0
        if chip[0] == "R" and self.book("red") == 1:
            oranges = len(brew.of("O"))
            return 0 if oranges == 0 else 1 if oranges < 3 else 2
        if chip[0] == "R" and self.book("red") == 3 and brew.pot and brew.pot[-1][0][0] == "W":
            return int(brew.pot[-1][0][1])
        if chip[0] == "Y" and self.book("yellow") == 4:
            return brew.yellows + 1 if brew.yellows < 3 else 0
        return 0

    def move(self, brew: Brew, chip: str, bonus: int) -> int:
        if self.adjacent and not brew.pot:
            return 1
        move = int(chip[1]) + bonus
        if chip == "W1" and self.book("red") == 4 and brew.of("R"):
            move += 1
        if chip[0] == "O" and self.card == "FB6":
            move += 1
        if brew.doubled:
            move = move + int(chip[1]) if self.value_only else 2 * move
        return move

    def after_blue(self, placed: Brew, value: int) -> float:
        book, space = self.book("blue"), placed.last
        if book == 1:
            if space == 52 or not placed.bag:
                return self.value(placed)
            hands = list(combinations(placed.bag, min(value, len(placed.bag))))
            none = self.value(placed)
            total = 0.0
            for hand in hands:
                total += max(
                    none, *(self.value_after(placed.without(chip), chip) for chip in set(hand))
                )
            return total / len(hands)
        if book == 2:
            left = placed.protected
            window = min(left + value, 4) if self.cap_4 else max(left, value)
            return self.value(replace(placed, protected=window))
        gained = self.rubies if book == 3 else self.points * value
        return self.value(placed) + (gained if SPACE_RUBY[space] else 0.0)

    def after_yellow(self, placed: Brew) -> Iterator[float]:
        book = self.book("yellow")
        if book == 2 and placed.last < 52:
            placed = replace(placed, doubled=True)
        yield self.value(placed)
        if book == 1 and len(placed.pot) > 1 and placed.pot[-2][0][0] == "W":
            white = placed.pot[-2][0]
            pot = (*placed.pot[:-2], placed.pot[-1])
            yield self.value(replace(placed, pot=pot).with_chip(white))


def chips_of(text: str) -> tuple[str, ...]:
    """The chips of a bag as text, sorted."""
    chips: list[str] = []
    for item in text.split():
        chip, _, count = item.partition("x")
        chips += [chip] * int(count or 1)
    return tuple(sorted(chips))
