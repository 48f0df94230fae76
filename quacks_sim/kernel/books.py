"""Step B of the evaluation: green and purple chips, by the books of all sets. Rules 5.5, 5.6, 6.B.

Set 1 is resolved by small functions compiled into the loop; every other book, and the choice of
the order, by functions of their own, which a game of Set 1 never enters.
"""

from quacks_sim.kernel.annotations import Journal, Record, Tape
from quacks_sim.kernel.asking import ask_yes, choose
from quacks_sim.kernel.bag import in_supply
from quacks_sim.kernel.decisions import GREEN as DECIDE_GREEN
from quacks_sim.kernel.decisions import ORDER
from quacks_sim.kernel.decisions import PURPLE as DECIDE_PURPLE
from quacks_sim.kernel.gains import (
    gain_chip,
    gain_points,
    gain_rubies,
    move_droplet,
    pay_chip_of_pot,
    pay_ruby,
)
from quacks_sim.kernel.jit import compiled, inlined, readonly, readonly_row, row, whole
from quacks_sim.kernel.journal import (
    BY_GREEN,
    BY_GREEN_2,
    BY_GREEN_3,
    BY_GREEN_4,
    BY_PURPLE,
    BY_PURPLE_2,
    BY_PURPLE_3,
    BY_PURPLE_4,
    MOVE,
    record,
)
from quacks_sim.kernel.ruleset import DROPLET_CAP, GREEN_LOCKED_TOO, PURPLE_BY_INDEX
from quacks_sim.kernel.state import (
    DECISION_COUNTER,
    DROPLET,
    LAST_SPACE,
    PLAYERS,
    POINTS_PURPLE,
    POT_SIZE,
    ROUND,
    RUBIES,
    SCORING_SPACE,
    WHITE_SUM,
)
from quacks_sim.kernel.views import GreenView, OrderView, PurpleView
from quacks_sim.rules.chips import (
    B1,
    B2,
    G1,
    GREEN,
    K1,
    KIND_COLOUR,
    KIND_VALUE,
    NO_KIND,
    O1,
    P1,
    PURPLE,
    R1,
    Y1,
    Y4,
)
from quacks_sim.rules.tables import LAST_SPACE as LAST_OF_POT
from quacks_sim.rules.tables import SPACE_COINS

#: Book green-2: the chips to be had for a green 1-, 2- and 4-chip.
_FOR_GREEN_1, _FOR_GREEN_2, _FOR_GREEN_4 = (O1, O1), (B1, R1), (Y1, P1)

#: Book green-3 acts at exactly this white total.
GREEN_3_WHITE_SUM = 7

#: Book purple-4: for each tier the place of the chip that grows among the kinds of its colour, and
#: how many places it grows.
_GROWS_FROM, _GROWS_BY = (0, 1, 0), (1, 1, 2)


@inlined
def count_in_pot(table: Record, seat: int, kind: int) -> int:
    """Return how many chips of a kind lie in a pot."""
    count = 0
    for place in range(table.seats[seat, POT_SIZE]):
        if table.pot_kinds[seat, place] == kind:
            count += 1
    return count


@inlined
def last_greens(table: Record, seat: int) -> int:
    """Return how many of the last two chips in the pot are green (rule 5.5)."""
    size = table.seats[seat, POT_SIZE]
    greens = 0
    for place in range(max(size - 2, 0), size):
        if KIND_COLOUR[table.pot_kinds[seat, place]] == GREEN:
            greens += 1
    return greens


@inlined
def act_green_1(rules: Record, table: Record, seat: int, journal: Journal) -> None:
    """Pay a ruby for each green chip among the last two (rule 5.5)."""
    gain_rubies(rules, table, seat, last_greens(table, seat), BY_GREEN, journal)


@inlined
def ask_purple(
    table: Record, seat: int, tiers: int, options: int, journal: Journal, tape: Tape, listed: int,
    book: int,
) -> int:  # fmt: skip
    """Ask which of the purple options, written down in the table, a seat takes."""
    mine = row(table.seats, seat)
    mine[DECISION_COUNTER] += 1
    view = PurpleView(
        seat,
        table.common[PLAYERS],
        table.common[ROUND],
        tiers,
        options,
        table.keys[seat],
        mine[DECISION_COUNTER],
        readonly_row(table.owned, seat),
        readonly(table.seats),
        readonly_row(table.options, 0),
        readonly_row(table.options, 1),
    )
    return choose(table, DECIDE_PURPLE, seat, view, options, journal, tape, listed, book)


@inlined
def list_tiers(table: Record, lowest: int, tiers: int) -> int:
    """Write down the tiers `lowest` … `tiers` as options of purple; return how many they are."""
    for tier in range(lowest, tiers + 1):
        table.options[0, tier - lowest] = tier
        table.options[1, tier - lowest] = NO_KIND
    return tiers + 1 - lowest


@inlined
def act_purple_1(
    rules: Record, table: Record, seat: int, journal: Journal, tape: Tape
) -> None:
    """Pay exactly one tier; a lower one than possible may be taken (rule 5.6)."""
    tier = min(count_in_pot(table, seat, P1), 3)
    if tier == 0:
        return
    if tier > 1:
        options = list_tiers(table, 1, tier)
        tier = 1 + ask_purple(table, seat, tier, options, journal, tape, 0, 1)
    gain_points(table, seat, 2 if tier == 3 else 1, POINTS_PURPLE, BY_PURPLE, journal)
    if tier == 2:
        gain_rubies(rules, table, seat, 1, BY_PURPLE, journal)
    elif tier == 3:
        move_droplet(rules, table, seat, BY_PURPLE, journal)


@compiled
def resolve_other_books(
    rules: Record, table: Record, seat: int, journal: Journal, tape: Tape
) -> None:
    """Resolve green and purple chips if one of the books is not of Set 1, in the seat's order."""
    mine = row(table.seats, seat)
    purple_first = False
    greens = 0
    for place in range(mine[POT_SIZE]):
        greens += whole(KIND_COLOUR[table.pot_kinds[seat, place]] == GREEN)
    if greens > 0 and count_in_pot(table, seat, P1) > 0:
        mine[DECISION_COUNTER] += 1
        view = OrderView(
            seat,
            table.common[PLAYERS],
            table.common[ROUND],
            mine[SCORING_SPACE],
            mine[RUBIES],
            table.keys[seat],
            mine[DECISION_COUNTER],
            readonly_row(table.owned, seat),
            readonly(table.seats),
        )
        purple_first = ask_yes(table, ORDER, seat, view, journal, tape)
    if purple_first:
        act_purple(rules, table, seat, journal, tape)
    act_green(rules, table, seat, journal, tape)
    if not purple_first:
        act_purple(rules, table, seat, journal, tape)


@compiled
def act_green(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Resolve the green chips of a pot by the book in play."""
    book = rules.books[GREEN]
    if book == 1:
        act_green_1(rules, table, seat, journal)
    elif book == 3:
        _act_green_3(rules, table, seat, journal, tape)
    else:
        size = table.seats[seat, POT_SIZE]
        for place in range(max(size - 2, 0), size):
            kind = whole(table.pot_kinds[seat, place])
            if KIND_COLOUR[kind] == GREEN:
                if book == 2:
                    _act_green_2(rules, table, seat, KIND_VALUE[kind], journal, tape)
                else:
                    _act_green_4(rules, table, seat, KIND_VALUE[kind], journal, tape)


@inlined
def _ask_green(
    rules: Record, table: Record, seat: int, options: int, value: int, new_space: int,
    journal: Journal, tape: Tape, listed: int,
) -> int:  # fmt: skip
    mine = row(table.seats, seat)
    mine[DECISION_COUNTER] += 1
    view = GreenView(
        seat,
        table.common[PLAYERS],
        table.common[ROUND],
        rules.books[GREEN],
        options,
        value,
        mine[SCORING_SPACE],
        new_space,
        mine[RUBIES],
        table.keys[seat],
        mine[DECISION_COUNTER],
        readonly_row(table.owned, seat),
        readonly(table.seats),
        readonly_row(table.options, 0),
    )
    book = rules.books[GREEN]
    return choose(table, DECIDE_GREEN, seat, view, options, journal, tape, listed, book)


@compiled
def _act_green_2(
    rules: Record, table: Record, seat: int, value: int, journal: Journal, tape: Tape
) -> None:
    """Offer a chip by the value of a green one, if it can be had (green-2)."""
    first, second = _FOR_GREEN_1
    if value == 2:
        first, second = _FOR_GREEN_2
    elif value == 4:
        first, second = _FOR_GREEN_4
    in_play = rules.entering[table.common[ROUND]]
    table.options[0, 0] = NO_KIND
    options, listed = 1, 0
    for kind in range(first, second + 1):
        # Between the two lie the bigger chips of the first one's colour.
        if kind != first and kind != second:
            continue
        out = (in_play >> kind) & 1 == 1 or rules.options[GREEN_LOCKED_TOO] != 0
        if out and in_supply(rules, table, kind):
            table.options[0, options] = kind
            options += 1
            listed |= 1 << kind
    if options > 1:
        space = table.seats[seat, SCORING_SPACE]
        choice = _ask_green(rules, table, seat, options, value, space, journal, tape, listed)
        if choice > 0:
            gain_chip(rules, table, seat, table.options[0, choice], BY_GREEN_2, journal)


@compiled
def _act_green_3(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Offer to move the last chip on by the values of all green ones (green-3)."""
    mine = row(table.seats, seat)
    last = mine[POT_SIZE] - 1
    if mine[WHITE_SUM] != GREEN_3_WHITE_SUM or last < 0:
        return
    steps = 0
    for place in range(last + 1):
        kind = table.pot_kinds[seat, place]
        if KIND_COLOUR[kind] == GREEN:
            steps += KIND_VALUE[kind]
    if steps == 0 or table.pot_spaces[seat, last] == LAST_OF_POT:
        return
    space = min(table.pot_spaces[seat, last] + steps, LAST_OF_POT)
    # Chips traded in for purple may have left the scoring space ahead of the last chip.
    new_space = max(mine[SCORING_SPACE], space + 1)
    table.options[0, 0] = NO_KIND
    table.options[0, 1] = NO_KIND
    if _ask_green(rules, table, seat, 2, steps, new_space, journal, tape, 0) == 1:
        table.pot_spaces[seat, last] = space
        mine[LAST_SPACE] = space
        mine[SCORING_SPACE] = new_space
        record(
            journal, table.common, MOVE, seat, table.pot_kinds[seat, last], BY_GREEN_3, space
        )


@compiled
def _act_green_4(
    rules: Record, table: Record, seat: int, value: int, journal: Journal, tape: Tape
) -> None:
    """Offer a droplet step for a ruby (green-4)."""
    mine = row(table.seats, seat)
    if mine[RUBIES] < 1 or mine[DROPLET] >= rules.options[DROPLET_CAP]:
        return
    table.options[0, 0] = NO_KIND
    table.options[0, 1] = NO_KIND
    space = mine[SCORING_SPACE]
    if _ask_green(rules, table, seat, 2, value, space, journal, tape, 0) == 1:
        pay_ruby(rules, table, seat, BY_GREEN_4, journal)
        move_droplet(rules, table, seat, BY_GREEN_4, journal)


@compiled
def act_purple(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Resolve the purple chips of a pot by the book in play."""
    book = rules.books[PURPLE]
    if book == 1:
        act_purple_1(rules, table, seat, journal, tape)
        return
    purples = count_in_pot(table, seat, P1)
    if purples == 0:
        return
    if book == 2:
        _act_purple_2(rules, table, seat, min(purples, 3), journal, tape)
    elif book == 3:
        _act_purple_3(rules, table, seat, journal)
    else:
        _act_purple_4(rules, table, seat, min(purples, 3), journal, tape)


@compiled
def _act_purple_2(
    rules: Record, table: Record, seat: int, tiers: int, journal: Journal, tape: Tape
) -> None:
    """Trade one, two or three purple chips in for the reward of that tier (purple-2)."""
    options = list_tiers(table, 0, tiers)
    tier = ask_purple(table, seat, tiers, options, journal, tape, 0, 2)
    for _ in range(tier):
        pay_chip_of_pot(rules, table, seat, P1, BY_PURPLE_2, journal)
    # A reward of several kinds: points, ruby, droplet, chips.
    points, ruby, steps = 0, 0, 0
    if tier == 1:
        points, ruby = 1, 1
    elif tier == 2:
        points, steps = 3, 1
    elif tier == 3:
        points, ruby, steps = 6, 1, 2
    gain_points(table, seat, points, POINTS_PURPLE, BY_PURPLE_2, journal)
    gain_rubies(rules, table, seat, ruby, BY_PURPLE_2, journal)
    move_droplet(rules, table, seat, BY_PURPLE_2, journal, steps)
    if tier == 1:
        gain_chip(rules, table, seat, K1, BY_PURPLE_2, journal)
    elif tier == 2:
        gain_chip(rules, table, seat, G1, BY_PURPLE_2, journal)
        gain_chip(rules, table, seat, B2, BY_PURPLE_2, journal)
    elif tier == 3:
        gain_chip(rules, table, seat, Y4, BY_PURPLE_2, journal)


@compiled
def _act_purple_3(rules: Record, table: Record, seat: int, journal: Journal) -> None:
    """Pay each purple chip by the number of its space (purple-3)."""
    points = 0
    for place in range(table.seats[seat, POT_SIZE]):
        if table.pot_kinds[seat, place] == P1:
            space = whole(table.pot_spaces[seat, place])
            number = space if rules.options[PURPLE_BY_INDEX] else SPACE_COINS[space]
            points += min(number // 10, 3)
    gain_points(table, seat, points, POINTS_PURPLE, BY_PURPLE_3, journal)


@compiled
def _act_purple_4(
    rules: Record, table: Record, seat: int, tiers: int, journal: Journal, tape: Tape
) -> None:
    """Offer to change a chip of the pot for a bigger one of its colour (purple-4)."""
    table.options[0, 0] = 0
    table.options[1, 0] = NO_KIND
    options, listed = 1, 0
    for tier in range(1, tiers + 1):
        for place, first in enumerate((G1, B1, R1, Y1)):
            kind = first + _GROWS_FROM[tier - 1]
            if count_in_pot(table, seat, kind) > 0 and in_supply(
                rules, table, kind + _GROWS_BY[tier - 1]
            ):
                table.options[0, options] = tier
                table.options[1, options] = kind
                options += 1
                listed |= 1 << (4 * (tier - 1) + place)
    if options == 1:
        return
    choice = ask_purple(table, seat, tiers, options, journal, tape, listed, 4)
    if choice > 0:
        kind = table.options[1, choice]
        bigger = kind + _GROWS_BY[table.options[0, choice] - 1]
        pay_chip_of_pot(rules, table, seat, kind, BY_PURPLE_4, journal)
        gain_chip(rules, table, seat, bigger, BY_PURPLE_4, journal)
