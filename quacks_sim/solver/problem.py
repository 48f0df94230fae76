"""From a bag, books and a worth to what the recursion reads: classes of chips, fields, tables.

Chips whose differences cannot matter share a class: a black chip that nobody counts, say, is as
good as any other that moves one space.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_sim.kernel.state import new_record
from quacks_sim.rules.amounts import FB4_ROLLS
from quacks_sim.rules.books import each_book
from quacks_sim.rules.chips import (
    BLACK,
    BLUE,
    GREEN,
    K1,
    KIND_COLOUR,
    KIND_COUNT,
    KIND_VALUE,
    O1,
    ORANGE,
    P1,
    PURPLE,
    RED,
    W1,
    WHITE,
    YELLOW,
)
from quacks_sim.rules.moves import raised_limit
from quacks_sim.rules.rewards import points_by_number, ruby_of_space
from quacks_sim.rules.tables import SPACE_COINS, SPACE_RUBY
from quacks_sim.solver import layout
from quacks_sim.solver.rewards import black_worths, green_worths, growing_worths, purple_worths
from quacks_sim.solver.rules import Rules
from quacks_sim.solver.worth import Worth

#: What a chip does beyond moving, by book.
_ACTS = {
    "blue": each_book(
        __name__,
        "blue",
        {1: layout.BLUE_1, 2: layout.BLUE_2, 3: layout.BLUE_ON_RUBY, 4: layout.BLUE_ON_RUBY},
    ),
    "red": each_book(
        __name__,
        "red",
        {1: layout.RED_1, 2: layout.RED_2, 3: layout.RED_3, 4: layout.PLAIN},
    ),
    "yellow": each_book(
        __name__,
        "yellow",
        {1: layout.YELLOW_1, 2: layout.YELLOW_2, 3: layout.PLAIN, 4: layout.YELLOW_4},
    ),
}
_SIZE_CODE = {1: 1, 2: 2, 4: 3}


class Problem(NamedTuple):
    """What the recursion reads, and the class of each kind (−1 for kinds that are not there)."""

    record: Any
    class_of: NDArray[np.int64]
    empty_pot: int  #: the state before anything is placed
    is_pooled: bool


@dataclass(frozen=True)
class _Chips:
    """How one kind of chips is told apart: equal marks make a class."""

    move: int
    value: int
    act: int = layout.PLAIN
    last: int = 0
    counted_as: str = ""  # never in a class with others, and never pooled


def _chips_of_kind(
    kind: int, owned: NDArray[np.int64], rules: Rules, worth: Worth, growing: set[int]
) -> _Chips:
    """Return what is to be known about a kind, given which other chips there are."""
    books = rules.books
    colour, value = int(KIND_COLOUR[kind]), int(KIND_VALUE[kind])

    def has(wanted: int) -> bool:
        return bool(owned[wanted == KIND_COLOUR].any())

    move, act, last, counted = value, layout.PLAIN, 0, ""
    if colour == WHITE:
        counted = f"white {value}"
    elif colour == ORANGE:
        move += int(rules.card == "FB6")
        counted = "orange" if books.red == 1 and has(RED) else ""
    elif colour == GREEN:
        code = _SIZE_CODE[value] if books.green == 2 else 1
        if books.green == 3:
            counted = f"green {value}"
        elif green_worths(worth, books)[code]:
            last = layout.LAST_GREEN + code
    elif colour == BLUE:
        act = _ACTS["blue"][books.blue]
        if act == layout.BLUE_ON_RUBY and not (worth.rubies if books.blue == 3 else worth.points):
            act = layout.PLAIN
    elif colour == RED:
        act = _ACTS["red"][books.red]
        if act == layout.RED_1 and not has(ORANGE):
            act = layout.PLAIN
        if books.red == 2 or (books.red == 4 and owned[W1]):
            counted = f"red {value}"
    elif colour == YELLOW:
        act = _ACTS["yellow"][books.yellow]
        counted = f"yellow {value}" if books.yellow in (3, 4) else ""
    elif colour == PURPLE:
        if books.purple == 3:
            act = layout.PURPLE_3 if worth.points else layout.PLAIN
            last = layout.LAST_PURPLE if act and books.green == 3 and has(GREEN) else 0
        elif purple_worths(worth, rules).any() or growing:
            counted = "purple"
    elif colour == BLACK and black_worths(worth, rules).any():
        counted = "black"
    if kind in growing and not counted:
        counted = f"kind {kind}"
    return _Chips(move, value, act, last, counted)


def _classes(
    owned: NDArray[np.int64], rules: Rules, worth: Worth
) -> tuple[list[_Chips], NDArray[np.int64]]:
    """Return the classes, W1–W3 first, and the class of each kind."""
    growing = {kind for kind, _ in growing_worths(worth, rules.books).values() if owned[kind]}
    class_of = np.full(KIND_COUNT, layout.NO_CLASS)
    classes: list[_Chips] = []
    for kind in range(KIND_COUNT):
        if owned[kind] or KIND_COLOUR[kind] == WHITE:
            chips = _chips_of_kind(kind, owned, rules, worth, growing)
            if chips not in classes:
                classes.append(chips)
            class_of[kind] = classes.index(chips)
    return classes, class_of


def make_problem(
    bag: NDArray[np.int64],
    pot: Sequence[int],
    rules: Rules,
    worth: Worth,
    *,
    start: int,
    flask: bool,
    pooled: bool,
) -> Problem | None:
    """Return the problem, or None if its bag is too large to be written down.

    Parameters
    ----------
    bag : int64, shape (18,)
        Chips in the bag.
    pot : sequence of int
        Kinds in the pot.
    pooled : bool
        Whether coloured chips that nothing counts share one field: then they come in the
        proportions of the bag, as if each were put back. This is the one approximation.
    """
    owned = bag.copy()
    for kind in pot:
        owned[kind] += 1
    classes, class_of = _classes(owned, rules, worth)
    counts = np.zeros(len(classes), np.int64)
    in_bag = np.zeros(len(classes), np.int64)
    for index in np.flatnonzero(class_of >= 0):
        counts[class_of[index]] += owned[index]
        in_bag[class_of[index]] += bag[index]
    record = new_record(layout.PROBLEM)
    record.classes = len(classes)
    full = _write_fields(record, classes, counts, in_bag, pooled)
    if full is None:
        return None
    _write_classes(record, classes, full)
    _write_totals(record, classes, owned, rules, worth, class_of)
    _write_rules(record, rules)
    _write_worth(record, classes, rules, worth)
    marks = layout.FLASK_BIT if flask else 0
    marks |= layout.STIR_BIT if rules.card == "FB10" else 0
    empty = full << layout.BAG_SHIFT | start << layout.SPACE_SHIFT | marks
    return Problem(record, class_of, empty, pooled)


def _write_fields(
    record: Any,
    classes: list[_Chips],
    counts: NDArray[np.int64],
    in_bag: NDArray[np.int64],
    pooled: bool,
) -> int | None:
    """Give each class its bits, the pooled ones the same; return all fields full."""
    pool = [each for each, chips in enumerate(classes) if pooled and not chips.counted_as]
    shift, full = 0, 0
    for group in [*([each] for each in range(len(classes)) if each not in pool), pool]:
        count = int(sum(counts[each] for each in group))
        bits = count.bit_length()
        if shift + bits > layout.BAG_BITS:
            return None
        for each in group:
            record.shift[each] = shift
            record.mask[each] = (1 << bits) - 1
            record.share[each] = 1.0
            if each in pool:
                # With nothing of the pool left in the bag, shares do not matter.
                record.share[each] = in_bag[each] / max(in_bag[pool].sum(), 1)
        full |= count << shift
        shift += bits
    return full


def _fields(record: Any, classes: Sequence[int]) -> int:
    fields = 0
    for each in classes:
        fields |= int(record.mask[each]) << int(record.shift[each])
    return fields


def _write_classes(record: Any, classes: list[_Chips], full: int) -> None:
    numbers = range(len(classes))
    for each, chips in enumerate(classes):
        record.value[each] = chips.value
        record.move[each] = chips.move
        record.act[each] = chips.act
        record.last[each] = chips.last
        record.is_yellow[each] = chips.counted_as.startswith("yellow")
        record.green_value[each] = chips.value if chips.counted_as.startswith("green") else 0
    record.white_fields = _fields(record, range(3))
    watching = (layout.YELLOW_1, layout.RED_3)
    record.watching_fields = _fields(
        record, [each for each in numbers if classes[each].act in watching]
    )
    record.placed_fields = _fields(
        record, [each for each in numbers if classes[each].act != layout.RED_2]
    )
    record.placed_full = full & int(record.placed_fields)
    record.red_fields = _fields(
        record, [each for each in numbers if classes[each].counted_as.startswith("red")]
    )
    record.red_full = full & int(record.red_fields)


def _write_totals(
    record: Any,
    classes: list[_Chips],
    owned: NDArray[np.int64],
    rules: Rules,
    worth: Worth,
    class_of: NDArray[np.int64],
) -> None:
    """Write how many chips of what is counted there are, and in which class."""
    names = [chips.counted_as for chips in classes]

    def found(name: str) -> int:
        return names.index(name) if name in names else layout.NO_CLASS

    record.white_total = int((owned * KIND_VALUE)[KIND_COLOUR == WHITE].sum())
    record.orange_class, record.orange_total = found("orange"), owned[O1]
    record.purple_class, record.purple_total = found("purple"), 0
    record.black_class, record.black_total = found("black"), 0
    if record.purple_class >= 0:
        record.purple_total = owned[P1]
    if record.black_class >= 0:
        record.black_total = owned[K1]
    for each, chips in enumerate(classes):
        kinds = owned[class_of == each].sum()
        record.yellow_total += kinds * record.is_yellow[each]
        record.green_total += kinds * record.green_value[each]
        if chips.act == layout.RED_2:
            size = _SIZE_CODE[chips.value] - 1
            record.beside_total[size] = kinds
    record.has_beside = int(record.beside_total.sum() > 0)
    record.beside_class[:] = [found(f"red {value}") for value in (1, 2, 4)]
    record.grow_class[:] = layout.NO_CLASS
    for (tier, colour), (kind, gain) in growing_worths(worth, rules.books).items():
        record.grow_worth[tier, colour] = gain
        record.grow_class[tier, colour] = class_of[kind]
        record.grow_total[tier, colour] = owned[kind]


def _write_rules(record: Any, rules: Rules) -> None:
    options, books = rules.options, rules.books
    record.limit = rules.limit
    for yellows in range(layout.MOST_YELLOWS + 1):
        raised = raised_limit(rules.limit, yellows) if books.yellow == 3 else rules.limit
        record.limit_by_yellows[yellows] = raised
    record.red_passive = books.red == 4
    record.green_moves = books.green == 3
    record.first_adjacent = options.first_chip_placement == "always_adjacent"
    record.draw_after_full = options.draw_after_pot_full == "yes"
    record.blue_on_last_space = options.blue_on_last_space == "performed"
    record.double_value_only = options.yellow_s2_scope == "value_only"
    record.window_adds_up = options.blue_s2_window == "cap_4"
    record.aside_is_ignored = options.red_s2_aside == "ignored"


def _write_worth(record: Any, classes: list[_Chips], rules: Rules, worth: Worth) -> None:
    card = rules.card
    record.space_worth[:] = worth.of_spaces(
        rules.options,
        rolls=FB4_ROLLS if card == "FB4" else 1,
        ruby=ruby_of_space(card),
    )
    record.green_worth[:] = green_worths(worth, rules.books)
    record.purple_worth[:] = purple_worths(worth, rules)
    record.black_worth[:] = black_worths(worth, rules)
    # A flask that is refilled for nothing is as good empty as full (card FB9).
    record.flask_worth = 0.0 if card == "FB9" else worth.flask
    record.white_seven_worth = worth.droplet if card == "FB1" else 0.0
    record.is_ruby_space[:] = SPACE_RUBY
    for each, chips in enumerate(classes):
        if chips.act == layout.BLUE_ON_RUBY:
            on_ruby = worth.rubies if rules.books.blue == 3 else worth.points * chips.value
            record.ruby_space_worth[each] = on_ruby
    by_index = rules.options.purple_s3_space == "index"
    number = np.arange(len(SPACE_COINS)) if by_index else SPACE_COINS
    scored = [points_by_number(each) for each in number]
    record.purple_space_worth[:] = np.array(scored) * worth.points
    if rules.books.purple != 3:
        record.purple_space_worth[:] = 0.0
