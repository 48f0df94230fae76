"""Cards at the other moments of a round: rats, end of brewing, evaluation. Rules 2.5, 4.8.1, 6."""

from quacks_sim.kernel.annotations import Journal, Record, Tape
from quacks_sim.kernel.bag import return_chip
from quacks_sim.kernel.brewing import seat_in_turn
from quacks_sim.kernel.compiled_rules import by_number
from quacks_sim.kernel.fortune_asking import (
    FIRST_2_CHIP,
    OF_KIND,
    OF_RUBIES,
    ask_card,
    by_card,
    draw_for_card,
    offer,
    offer_chip,
    offer_sized,
)
from quacks_sim.kernel.gains import gain_chip, gain_points, gain_rubies, move_droplet
from quacks_sim.kernel.jit import compiled, inlined, row, whole
from quacks_sim.kernel.journal import FLASK_REWARD, PLACE, REWARD, record
from quacks_sim.kernel.state import (
    BAG_SIZE,
    CARD,
    CHIPS_DRAWN,
    DROPLET,
    EXPLODED,
    FLASK_FULL,
    LAST_SPACE,
    PLAYERS,
    POINTS_CARD,
    POT_SIZE,
    RATS,
    RATS_USED_UP,
    SCORING_SPACE,
    START_SPACE,
    STRONG,
    WHITE_SUM,
)
from quacks_sim.rules.amounts import (
    FB1_WHITE_SUM,
    FB7_DRAWS,
    FB8_POINTS,
    FB11_RUBIES,
    FP7_TIMES,
    FP9_MOST_RATS,
)
from quacks_sim.rules.cards import FB1, FB2, FB7, FB8, FB9, FB11, FP7, FP9
from quacks_sim.rules.chips import KIND_VALUE, NO_KIND, WHITE_VALUE
from quacks_sim.rules.tables import LAST_SPACE as LAST_OF_POT


@inlined
def rats_twice(
    rules: Record, table: Record, seat: int, rats: int, journal: Journal, tape: Tape
) -> int:
    """Card FP7: every rat counts twice."""
    return FP7_TIMES * rats


@inlined
def good_start(
    rules: Record, table: Record, seat: int, rats: int, journal: Journal, tape: Tape
) -> int:
    """Card FP9: some rats may be given up for a ruby each."""
    mine = row(table.seats, seat)
    # What a policy shall see.
    mine[RATS] = rats
    mine[START_SPACE] = min(mine[DROPLET] + rats, LAST_OF_POT)
    mine[LAST_SPACE] = mine[START_SPACE]
    most = min(rats, FP9_MOST_RATS)
    options, listed = 0, 0
    for given_up in range(most + 1):
        if given_up in (0, most) or not rules.options.good_start_amount.all_or_nothing:
            start = min(mine[DROPLET] + rats - given_up, LAST_OF_POT)
            further = start - mine[START_SPACE]
            options = offer(table, seat, options, 0, given_up, 0, further)
            listed |= 1 << given_up
    given_up = table.offers[OF_RUBIES, ask_card(table, seat, options, listed, journal, tape)]
    gain_rubies(rules, table, seat, given_up, by_card(FP9), journal)
    return rats - given_up


#: What a card makes of the rats of a seat.
OF_RATS = {FP7: rats_twice, FP9: good_start}

_rats_under, _CHANGING_RATS = by_number(OF_RATS), tuple(OF_RATS)


@compiled
def step_of_rats(
    rules: Record, table: Record, seat: int, rats: int, journal: Journal, tape: Tape
) -> int:
    """Return the rats that a seat keeps of those that were counted (FP7, FP9, FP10)."""
    mine = row(table.seats, seat)
    if mine[RATS_USED_UP]:
        return 0
    if mine[CARD] in _CHANGING_RATS:
        return _rats_under(mine[CARD], rules, table, seat, rats, journal, tape)
    return rats


@compiled
def gloat(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Let the left neighbour of an exploded pot take a 2-chip (FB2), if there is one."""
    if table.common[PLAYERS] == 1:
        return
    options, listed = offer_sized(table, seat, FIRST_2_CHIP, 0, 0)
    if options > 0:
        choice = ask_card(table, seat, options, listed, journal, tape)
        kind = whole(table.offers[OF_KIND, choice])
        gain_chip(rules, table, seat, kind, by_card(FB2), journal)
        # Into the bag at once (rule F2), which may still be drawn from.
        return_chip(table, seat, kind)


@inlined
def place_strong(rules: Record, table: Record, seat: int, kind: int, journal: Journal) -> None:
    """Place a chip after the last one; the scoring space follows it (FB7)."""
    mine = row(table.seats, seat)
    place = mine[POT_SIZE]
    space = min(mine[LAST_SPACE] + KIND_VALUE[kind], LAST_OF_POT)
    table.pot_kinds[seat, place] = kind
    table.pot_spaces[seat, place] = space
    mine[POT_SIZE] = place + 1
    mine[LAST_SPACE] = space
    mine[SCORING_SPACE] = space + 1
    mine[WHITE_SUM] += WHITE_VALUE[kind]
    mine[CHIPS_DRAWN] += 1
    if not rules.options.strong_ingredient_deferred.counted:
        mine[STRONG] = place + 1
    record(journal, table.common, PLACE, seat, kind, space, 0, mine[WHITE_SUM])


@inlined
def strong_ingredient(
    rules: Record, table: Record, seat: int, journal: Journal, tape: Tape
) -> None:
    """Draw up to five chips and place one, by its value only and without danger (FB7)."""
    mine = row(table.seats, seat)
    full = mine[POT_SIZE] > 0 and mine[LAST_SPACE] >= LAST_OF_POT
    drawn = min(FB7_DRAWS, mine[BAG_SIZE])
    if mine[EXPLODED] or full or drawn == 0:
        return
    for number in range(drawn):
        kind = draw_for_card(table, seat, number, journal, tape)
        space = min(mine[LAST_SPACE] + KIND_VALUE[kind], LAST_OF_POT)
        offer_chip(table, seat, number, kind, NO_KIND, 0, space - mine[LAST_SPACE])
    options = offer(table, seat, drawn, 0, 0, 0, 0)
    choice = ask_card(table, seat, options, 0, journal, tape)
    for number in range(drawn):
        if number != choice:
            return_chip(table, seat, table.offers[OF_KIND, number])
    if choice < drawn:
        place_strong(rules, table, seat, whole(table.offers[OF_KIND, choice]), journal)


@inlined
def perfect_seasoning(
    rules: Record, table: Record, seat: int, journal: Journal, tape: Tape
) -> None:
    """Card FB1: a white total of exactly 7 moves the droplet."""
    if table.seats[seat, WHITE_SUM] == FB1_WHITE_SUM:
        move_droplet(rules, table, seat, by_card(FB1), journal, tape)


@inlined
def schadenfreude(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Card FB2: a pot of the right neighbour that has exploded brings a 2-chip."""
    right = seat - 1 if seat > 0 else table.common[PLAYERS] - 1
    if table.seats[right, EXPLODED] and not rules.options.schadenfreude_timing.immediately:
        gloat(rules, table, seat, journal, tape)


#: What a card does for a seat when all brews are over.
AFTER_ALL_BREWS = {FB1: perfect_seasoning, FB2: schadenfreude, FB7: strong_ingredient}

_act_after_brewing = by_number(AFTER_ALL_BREWS)


@compiled
def after_brewing(rules: Record, table: Record, journal: Journal, tape: Tape) -> None:
    """Let the card act, seat by seat, when all brews are over."""
    card = table.seats[0, CARD]
    for turn in range(table.common[PLAYERS]):
        seat = seat_in_turn(table.common, turn)
        _act_after_brewing(card, rules, table, seat, journal, tape)


@inlined
def lucky_devil(rules: Record, table: Record, seat: int, journal: Journal) -> None:
    """Card FB8: the ruby is worth points as well."""
    gain_points(table, seat, FB8_POINTS, POINTS_CARD, by_card(FB8), journal)


@inlined
def extra_bright(rules: Record, table: Record, seat: int, journal: Journal) -> None:
    """Card FB11: the ruby is worth a second one."""
    gain_rubies(rules, table, seat, FB11_RUBIES, by_card(FB11), journal)


#: What a card adds to the ruby of a scoring space.
ON_RUBY = {FB8: lucky_devil, FB11: extra_bright}

_add_to_ruby = by_number(ON_RUBY)


@compiled
def shine_on_ruby(rules: Record, table: Record, seat: int, journal: Journal) -> None:
    """Pay what the card adds to the ruby of a scoring space."""
    _add_to_ruby(table.seats[seat, CARD], rules, table, seat, journal)


@compiled
def refill_flasks(table: Record, journal: Journal) -> None:
    """Fill all empty flasks free of charge (FB9, rule 7.1)."""
    for turn in range(table.common[PLAYERS]):
        seat = seat_in_turn(table.common, turn)
        if not table.seats[seat, FLASK_FULL]:
            table.seats[seat, FLASK_FULL] = 1
            record(journal, table.common, REWARD, seat, by_card(FB9), FLASK_REWARD, 1, -1, 1)
