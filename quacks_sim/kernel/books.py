"""Step B of the evaluation: green and purple chips, by the books of all sets. Rules 5.5, 5.6, 6.B.

Set 1 is resolved by small functions compiled into the loop; every other book, and the choice of
the order, by functions which a game of Set 1 never enters (:mod:`quacks_sim.kernel.other_books`).
"""

from quacks_sim.kernel.annotations import Journal, Record, Tape
from quacks_sim.kernel.asking import ask_yes, choose
from quacks_sim.kernel.bag import in_supply
from quacks_sim.kernel.decisions import GREEN as DECIDE_GREEN
from quacks_sim.kernel.decisions import ORDER
from quacks_sim.kernel.decisions import PURPLE as DECIDE_PURPLE
from quacks_sim.kernel.gains import (
    can_advance,
    gain_chip,
    gain_points,
    gain_rubies,
    move_droplet,
    pay_chip_of_pot,
    pay_ruby,
)
from quacks_sim.kernel.jit import inlined, readonly, readonly_row, row, whole
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
from quacks_sim.kernel.state import (
    DECISION_COUNTER,
    LAST_SPACE,
    PLAYERS,
    POINTS_PURPLE,
    POT_SIZE,
    ROUND,
    RUBIES,
    SCORING_SPACE,
    STRONG,
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

#: Book green-3 acts at exactly this white total.
GREEN_3_WHITE_SUM = 7

#: Book purple-4: for each tier the place of the chip that grows among the kinds of its colour, and
#: how many places it grows.
_GROWS_FROM, _GROWS_BY = (0, 1, 0), (1, 1, 2)

#: Book purple-2: points, rubies and droplet steps for so many chips.
_TRADED = ((0, 0, 0), (1, 1, 0), (3, 0, 1), (6, 1, 2))


@inlined
def count_in_pot(table: Record, seat: int, kind: int) -> int:
    """Return how many chips of a kind lie in a pot."""
    count = 0
    if table.owned[seat, kind] == 0:
        return count
    for place in range(table.seats[seat, POT_SIZE]):
        if table.pot_kinds[seat, place] == kind:
            count += 1
    return count


@inlined
def count_paying(table: Record, seat: int, kind: int) -> int:
    """Return how many chips of a kind in a pot pay their owner: not the one that FB7 put there."""
    strong = table.seats[seat, STRONG]
    count = count_in_pot(table, seat, kind)
    return count - 1 if strong > 0 and table.pot_kinds[seat, strong - 1] == kind else count


@inlined
def is_paying_green(table: Record, seat: int, place: int) -> bool:
    """Return whether a chip of a pot is green and pays its owner (card FB7)."""
    return (
        KIND_COLOUR[table.pot_kinds[seat, place]] == GREEN
        and place + 1 != table.seats[seat, STRONG]
    )


@inlined
def last_greens(table: Record, seat: int) -> int:
    """Return how many of the last two chips in the pot are green and pay (rule 5.5)."""
    size = table.seats[seat, POT_SIZE]
    greens = 0
    for place in range(max(size - 2, 0), size):
        if is_paying_green(table, seat, place):
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
def pay_tier(
    rules: Record, table: Record, seat: int, tier: int, journal: Journal, tape: Tape
) -> None:
    """Pay exactly one tier of purple of Set 1 (rule 5.6)."""
    gain_points(table, seat, 2 if tier == 3 else 1, POINTS_PURPLE, BY_PURPLE, journal)
    if tier == 2:
        gain_rubies(rules, table, seat, 1, BY_PURPLE, journal)
    elif tier == 3:
        move_droplet(rules, table, seat, BY_PURPLE, journal, tape)


@inlined
def act_purple_1(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Let a seat take a tier; a lower one than possible may be taken (rule 5.6)."""
    tier = min(count_paying(table, seat, P1), 3)
    if tier == 0:
        return
    if tier > 1:
        options = list_tiers(table, 1, tier)
        tier = 1 + ask_purple(table, seat, tier, options, journal, tape, 0, 1)
    pay_tier(rules, table, seat, tier, journal, tape)


@inlined
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
    for step in range(2):
        if purple_first == (step == 0):
            _act_purple(rules, table, seat, journal, tape)
        elif rules.books[GREEN] == 1:
            act_green_1(rules, table, seat, journal)
        else:
            _act_green(rules, table, seat, journal, tape)


@inlined
def _act_green(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Offer what the green chips of a pot bring: each of the last two, or all at once (green-3)."""
    mine = row(table.seats, seat)
    size = mine[POT_SIZE]
    book = rules.books[GREEN]
    for place in range(max(size - (1 if book == 3 else 2), 0), size):
        kind = whole(table.pot_kinds[seat, place])
        value, new_space, listed = KIND_VALUE[kind], mine[SCORING_SPACE], 0
        table.options[0, 0] = NO_KIND
        table.options[0, 1] = NO_KIND
        options = 1
        if book == 3:
            value, new_space = _offer_move(table, seat)
            options = 2 if value > 0 else 1
        elif not is_paying_green(table, seat, place):
            continue
        elif book == 2:
            options, listed = _offer_chips(rules, table, value)
        else:
            possible = mine[RUBIES] > 0 and can_advance(rules, mine)
            options = 2 if possible else 1
        if options == 1:
            continue
        mine[DECISION_COUNTER] += 1
        view = GreenView(
            seat,
            table.common[PLAYERS],
            table.common[ROUND],
            book,
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
        choice = choose(table, DECIDE_GREEN, seat, view, options, journal, tape, listed, book)
        if choice > 0:
            gained = whole(table.options[0, choice])
            _use_green(rules, table, seat, gained, new_space, journal, tape)


@inlined
def _offer_chips(rules: Record, table: Record, value: int) -> tuple[int, int]:
    """Write down the chips to be had for a green one (green-2); return how many options, a mask."""
    first, second = O1, O1
    if value == 2:
        first, second = B1, R1
    elif value == 4:
        first, second = Y1, P1
    in_play = rules.entering[table.common[ROUND]]
    options, listed = 1, 0
    for kind in range(first, second + 1):
        # Between the two lie the bigger chips of the first one's colour.
        if kind in (first, second):
            out = (in_play >> kind) & 1 == 1 or rules.options.green_s2_locked_books.allowed != 0
            if out and in_supply(rules, table, kind):
                table.options[0, options] = kind
                options += 1
                listed |= 1 << kind
    return options, listed


@inlined
def _offer_move(table: Record, seat: int) -> tuple[int, int]:
    """Return the values of all green chips, 0 if nothing may move, and the new scoring space."""
    mine = row(table.seats, seat)
    last = mine[POT_SIZE] - 1
    steps = 0
    if mine[WHITE_SUM] == GREEN_3_WHITE_SUM and table.pot_spaces[seat, last] < LAST_OF_POT:
        for place in range(last + 1):
            if is_paying_green(table, seat, place):
                steps += KIND_VALUE[table.pot_kinds[seat, place]]
    space = min(table.pot_spaces[seat, last] + steps, LAST_OF_POT)
    # Chips traded in for purple may have left the scoring space ahead of the last chip.
    return steps, max(mine[SCORING_SPACE], space + 1) if steps > 0 else mine[SCORING_SPACE]


@inlined
def _use_green(
    rules: Record,
    table: Record,
    seat: int,
    kind: int,
    new_space: int,
    journal: Journal,
    tape: Tape,
) -> None:
    """Carry out what has been chosen: gain a chip, move the last one, or pay for the droplet."""
    book = rules.books[GREEN]
    if book == 2:
        gain_chip(rules, table, seat, kind, BY_GREEN_2, journal)
    elif book == 3:
        mine = row(table.seats, seat)
        steps, _ = _offer_move(table, seat)
        last = mine[POT_SIZE] - 1
        space = min(table.pot_spaces[seat, last] + steps, LAST_OF_POT)
        table.pot_spaces[seat, last] = space
        mine[LAST_SPACE] = space
        mine[SCORING_SPACE] = new_space
        record(journal, table.common, MOVE, seat, table.pot_kinds[seat, last], BY_GREEN_3, space)
    else:
        pay_ruby(rules, table, seat, BY_GREEN_4, journal)
        move_droplet(rules, table, seat, BY_GREEN_4, journal, tape)


@inlined
def _act_purple(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Resolve the purple chips of a pot by the book in play."""
    tiers = min(count_paying(table, seat, P1), 3)
    book = rules.books[PURPLE]
    if tiers == 0:
        return
    if book == 3:
        _pay_for_spaces(rules, table, seat, journal)
        return
    listed = 0
    if book == 4:
        options, listed = _list_changes(rules, table, seat, tiers)
    else:
        options = list_tiers(table, 1 if book == 1 else 0, tiers)
    choice = 0
    if options > 1:
        choice = ask_purple(table, seat, tiers, options, journal, tape, listed, book)
    tier, kind = whole(table.options[0, choice]), whole(table.options[1, choice])
    if book == 1:
        pay_tier(rules, table, seat, tier, journal, tape)
    elif book == 2:
        _trade_purple(rules, table, seat, tier, journal, tape)
    elif choice > 0:
        pay_chip_of_pot(rules, table, seat, kind, BY_PURPLE_4, journal)
        gain_chip(rules, table, seat, kind + _GROWS_BY[tier - 1], BY_PURPLE_4, journal)


@inlined
def _trade_purple(
    rules: Record, table: Record, seat: int, tier: int, journal: Journal, tape: Tape
) -> None:
    """Trade one, two or three purple chips in for the reward of that tier (purple-2)."""
    for _ in range(tier):
        pay_chip_of_pot(rules, table, seat, P1, BY_PURPLE_2, journal)
    points, ruby, steps = _TRADED[tier]
    gain_points(table, seat, points, POINTS_PURPLE, BY_PURPLE_2, journal)
    gain_rubies(rules, table, seat, ruby, BY_PURPLE_2, journal)
    move_droplet(rules, table, seat, BY_PURPLE_2, journal, tape, steps)
    if tier == 1:
        gain_chip(rules, table, seat, K1, BY_PURPLE_2, journal)
    elif tier == 2:
        gain_chip(rules, table, seat, G1, BY_PURPLE_2, journal)
        gain_chip(rules, table, seat, B2, BY_PURPLE_2, journal)
    elif tier == 3:
        gain_chip(rules, table, seat, Y4, BY_PURPLE_2, journal)


@inlined
def _pay_for_spaces(rules: Record, table: Record, seat: int, journal: Journal) -> None:
    """Pay each purple chip by the number of its space (purple-3)."""
    points = 0
    for place in range(table.seats[seat, POT_SIZE]):
        if table.pot_kinds[seat, place] == P1 and place + 1 != table.seats[seat, STRONG]:
            space = whole(table.pot_spaces[seat, place])
            number = space if rules.options.purple_s3_space.index else SPACE_COINS[space]
            points += min(number // 10, 3)
    gain_points(table, seat, points, POINTS_PURPLE, BY_PURPLE_3, journal)


@inlined
def _list_changes(rules: Record, table: Record, seat: int, tiers: int) -> tuple[int, int]:
    """Write down the chips that can grow (purple-4); return how many options, and a mask."""
    table.options[0, 0] = 0
    table.options[1, 0] = NO_KIND
    options, listed = 1, 0
    for change in range(4 * tiers):
        # By tiers, and in each by the colours that come in three sizes; G1 … Y4 are kinds in a row.
        tier, colour = change // 4, change % 4
        kind = G1 + 3 * colour + _GROWS_FROM[tier]
        if count_in_pot(table, seat, kind) > 0 and in_supply(rules, table, kind + _GROWS_BY[tier]):
            table.options[0, options] = tier + 1
            table.options[1, options] = kind
            options += 1
            listed |= 1 << change
    return options, listed
