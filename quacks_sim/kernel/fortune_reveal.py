"""Turning up the card of the round, and the purple cards that act at once. Rules 1.6, 2.4, F1–F7.

FP7 and FP9 act in the step of the rats (:mod:`quacks_sim.kernel.fortune_round`).
"""

from quacks_sim.kernel.annotations import Journal, Record, Tape
from quacks_sim.kernel.bag import ASKED_CARD, fill_bag, in_supply, next_on_tape
from quacks_sim.kernel.brewing import seat_in_turn
from quacks_sim.kernel.compiled_rules import by_number
from quacks_sim.kernel.evaluation import roll_die
from quacks_sim.kernel.fortune_asking import (
    FIRST_2_CHIP,
    FIRST_4_CHIP,
    OF_GIVEN,
    OF_KIND,
    ask_card,
    by_card,
    can_be_had,
    draw_for_card,
    offer,
    offer_chip,
    offer_sized,
)
from quacks_sim.kernel.gains import (
    gain_chip,
    gain_points,
    gain_rubies,
    move_droplet,
    pay_chip,
    pay_ruby,
)
from quacks_sim.kernel.game import ready_to_brew
from quacks_sim.kernel.jit import compiled, inlined, row, whole
from quacks_sim.kernel.journal import CARD as CARD_EVENT
from quacks_sim.kernel.journal import record
from quacks_sim.kernel.random import CARDS, random_below
from quacks_sim.kernel.rats import count_rats, leader_points
from quacks_sim.kernel.ruleset import BY_LOT
from quacks_sim.kernel.state import (
    BAD_TAPE,
    BAG_SIZE,
    BESIDE,
    CARD,
    CARD_COUNT,
    CARDS_LEFT,
    DROPLET,
    OWNED_SIZE,
    PLAYERS,
    POINTS_CARD,
    RATS_USED_UP,
    ROUND,
    RUBIES,
    START_PLAYER,
    STATUS,
    VICTORY_POINTS,
)
from quacks_sim.rules.amounts import (
    FB4_ROLLS,
    FP1_RUBIES,
    FP6_POINTS,
    FP8_DRAWS,
    FP11_STEPS,
    FP13_DRAWS,
)
from quacks_sim.rules.cards import (
    FP1,
    FP2,
    FP3,
    FP4,
    FP5,
    FP6,
    FP8,
    FP10,
    FP11,
    FP12,
    FP13,
    WITHOUT_CARD,
    cards_at,
)
from quacks_sim.rules.chips import (
    B2,
    G1,
    GREEN,
    K1,
    KIND_COLOUR,
    KIND_VALUE,
    NO_KIND,
    O1,
    P1,
    W1,
    W3,
    WHITE,
    YELLOW,
)
from quacks_sim.rules.tables import MOST_SEATS

BIGGEST_VALUE = 4

#: Rolls of step A come before this one, so that FP12 does not share their chance.
ROLL_OF_FP12 = FB4_ROLLS


@inlined
def turn_up(rules: Record, table: Record, tape: Tape) -> int:
    """Return the card of the round, −1 for none; no card comes twice (rule 1.6)."""
    number = table.common[ROUND]
    if tape is not None:
        card = next_on_tape(table, table.common[START_PLAYER], tape, ASKED_CARD)
        if card < WITHOUT_CARD or card >= CARD_COUNT:
            table.common[STATUS] = BAD_TAPE
            return WITHOUT_CARD
        return card
    if number == 1:
        for place in range(CARD_COUNT):
            table.deck[place] = rules.deck[place]
        table.common[CARDS_LEFT] = rules.deck_size
    if rules.fixed_cards[number] != BY_LOT:
        return rules.fixed_cards[number]
    left = table.common[CARDS_LEFT]
    if left == 0:
        return WITHOUT_CARD
    place = random_below(table.game_key, CARDS, number, left)
    card = table.deck[place]
    table.deck[place] = table.deck[left - 1]
    table.common[CARDS_LEFT] = left - 1
    return card


@inlined
def own_rubies(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> int:
    """Return the rubies of a seat (FP4)."""
    return table.seats[seat, RUBIES]


@inlined
def own_points(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> int:
    """Return the points of a seat (FP5)."""
    return table.seats[seat, VICTORY_POINTS]


@inlined
def tails_to_leader(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> int:
    """Return the rat tails between a seat and the leader (FP10)."""
    return count_rats(rules, table, seat, leader_points(table))


@inlined
def drawn_values(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> int:
    """Draw five chips, which go back, and return the sum of their values (FP8)."""
    values = 0
    for number in range(min(FP8_DRAWS, table.seats[seat, BAG_SIZE])):
        values += KIND_VALUE[draw_for_card(table, seat, number, journal, tape)]
    fill_bag(table, seat)
    return values


@inlined
def has_least(table: Record, seat: int) -> bool:
    """Return whether nobody has less of what the card compares."""
    least = table.counts[seat]
    for other in range(table.common[PLAYERS]):
        least = min(least, table.counts[other])
    return table.counts[seat] == least


@inlined
def fill_up(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Card FP2: a droplet step, in time for this round."""
    move_droplet(rules, table, seat, by_card(FP2), journal, tape)


@inlined
def charity(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Card FP4: a ruby for who has the fewest."""
    gain_rubies(rules, table, seat, whole(has_least(table, seat)), by_card(FP4), journal)


@inlined
def beginners_bonus(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Card FP5: a G1 for who has the fewest points."""
    if has_least(table, seat):
        gain_chip(rules, table, seat, G1, by_card(FP5), journal)


@inlined
def less_is_more(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Card FP8: a B2 for the lowest sum of values, a ruby for any other."""
    if has_least(table, seat):
        gain_chip(rules, table, seat, B2, by_card(FP8), journal)
    else:
        gain_rubies(rules, table, seat, 1, by_card(FP8), journal)


@inlined
def roll_the_die(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Card FP12: everybody rolls the bonus die."""
    roll_die(rules, table, seat, ROLL_OF_FP12, journal, tape, by_card(FP12), POINTS_CARD)


@inlined
def choose_one(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Card FP1: a black chip, any 2-chip, or three rubies."""
    options, listed = 0, 0
    if can_be_had(table, K1):
        options = offer_chip(table, seat, options, K1, NO_KIND, 0, 0)
        listed = 1
    options, sized = offer_sized(table, seat, FIRST_2_CHIP, options, 0)
    options = offer(table, seat, options, 0, FP1_RUBIES, 0, 0)
    choice = ask_card(table, seat, options, listed | sized << 1 | 1 << 5, journal, tape)
    kind = whole(table.offers[OF_KIND, choice])
    if kind == NO_KIND:
        gain_rubies(rules, table, seat, FP1_RUBIES, by_card(FP1), journal)
    else:
        gain_chip(rules, table, seat, kind, by_card(FP1), journal)


@inlined
def wheel_and_deal(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Card FP3: pay a ruby for a 1-chip, neither purple nor black nor white."""
    if table.seats[seat, RUBIES] == 0:
        return
    options, listed = offer(table, seat, 0, 0, 0, 0, 0), 1
    if can_be_had(table, O1) and not rules.options.wheel_and_deal_orange.forbidden:
        options = offer_chip(table, seat, options, O1, NO_KIND, -1, 0)
        listed |= 2
    options, sized = offer_sized(table, seat, G1, options, -1)
    choice = ask_card(table, seat, options, listed | sized << 2, journal, tape)
    kind = whole(table.offers[OF_KIND, choice])
    if kind != NO_KIND:
        pay_ruby(rules, table, seat, by_card(FP3), journal)
        gain_chip(rules, table, seat, kind, by_card(FP3), journal)


@inlined
def just_in_time(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Card FP6: four points, or a white 1-chip leaves the bag for the supply."""
    options = offer(table, seat, 0, FP6_POINTS, 0, 0, 0)
    if table.bag[seat, W1] > 0:
        options = offer_chip(table, seat, options, NO_KIND, W1, 0, 0)
    if ask_card(table, seat, options, 0b11, journal, tape) == 0:
        gain_points(table, seat, FP6_POINTS, POINTS_CARD, by_card(FP6), journal)
    else:
        pay_chip(rules, table, seat, W1, by_card(FP6), journal)


@inlined
def rats_are_friends(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Card FP10: any 4-chip, or a point for each rat tail counted before anybody gained."""
    tails = table.counts[seat]
    options, listed = offer_sized(table, seat, FIRST_4_CHIP, 0, 0)
    options = offer(table, seat, options, tails, 0, 0, 0)
    choice = ask_card(table, seat, options, listed | 1 << 4, journal, tape)
    kind = whole(table.offers[OF_KIND, choice])
    if kind != NO_KIND:
        gain_chip(rules, table, seat, kind, by_card(FP10), journal)
    else:
        gain_points(table, seat, tails, POINTS_CARD, by_card(FP10), journal)
        table.seats[seat, RATS_USED_UP] = rules.options.rats_friends_rats_after.used_up


@inlined
def choose_wisely(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Card FP11: two droplet steps, or a purple chip once its book is out."""
    options = offer(table, seat, 0, 0, 0, FP11_STEPS, FP11_STEPS)
    if can_be_had(table, P1) or (
        rules.options.choose_wisely_early_purple.yes and in_supply(rules, table, P1)
    ):
        options = offer_chip(table, seat, options, P1, NO_KIND, 0, 0)
    if ask_card(table, seat, options, 0b11, journal, tape) == 0:
        move_droplet(rules, table, seat, by_card(FP11), journal, tape, FP11_STEPS)
    else:
        gain_chip(rules, table, seat, P1, by_card(FP11), journal)


@inlined
def grows(rules: Record, table: Record, kind: int) -> bool:
    """Return whether a chip can be exchanged for the next higher one of its colour (FP13)."""
    colour = KIND_COLOUR[kind]
    if colour == WHITE:
        return (
            rules.options.flea_market_white.yes != 0 and kind < W3 and can_be_had(table, kind + 1)
        )
    sized = GREEN <= colour <= YELLOW and KIND_VALUE[kind] < BIGGEST_VALUE
    # The values of a colour are kinds in a row.
    return sized and can_be_had(table, kind + 1)


@inlined
def opportunistic_moment(
    rules: Record, table: Record, seat: int, journal: Journal, tape: Tape
) -> None:
    """Card FP13: draw four chips and exchange one for the next higher; if none can be, a G1."""
    options, listed = 0, 0
    for number in range(min(FP13_DRAWS, table.seats[seat, BAG_SIZE])):
        kind = draw_for_card(table, seat, number, journal, tape)
        if grows(rules, table, kind):
            options = offer_chip(table, seat, options, kind + 1, kind, 0, 0)
            listed |= 1 << number
    fill_bag(table, seat)
    if options == 0:
        gain_chip(rules, table, seat, G1, by_card(FP13), journal)
        return
    options = offer(table, seat, options, 0, 0, 0, 0)
    choice = ask_card(table, seat, options, listed, journal, tape)
    kind, given = whole(table.offers[OF_KIND, choice]), whole(table.offers[OF_GIVEN, choice])
    if kind != NO_KIND:
        pay_chip(rules, table, seat, given, by_card(FP13), journal)
        gain_chip(rules, table, seat, kind, by_card(FP13), journal)
        fill_bag(table, seat)


#: What each card that acts at once does for a seat, and what some of them compare the seats by.
AT_ONCE = {
    FP1: choose_one,
    FP2: fill_up,
    FP3: wheel_and_deal,
    FP4: charity,
    FP5: beginners_bonus,
    FP6: just_in_time,
    FP8: less_is_more,
    FP10: rats_are_friends,
    FP11: choose_wisely,
    FP12: roll_the_die,
    FP13: opportunistic_moment,
}
_COMPARED = {FP4: own_rubies, FP5: own_points, FP8: drawn_values, FP10: tails_to_leader}

_act_at_once, _compared_by = by_number(AT_ONCE), by_number(_COMPARED)
_ACTING, _COMPARING, _IN_RAT_STEP = tuple(AT_ONCE), tuple(_COMPARED), cards_at("rat_step")


@compiled
def carry_out(
    rules: Record, table: Record, seat: int, card: int, journal: Journal, tape: Tape
) -> None:
    """Carry out a card for one seat."""
    _act_at_once(card, rules, table, seat, journal, tape)


@inlined
def compare_seats(rules: Record, table: Record, card: int, journal: Journal, tape: Tape) -> None:
    """Write down by what a card compares the seats, before anybody gains."""
    for turn in range(table.common[PLAYERS]):
        seat = seat_in_turn(table.common, turn)
        table.counts[seat] = _compared_by(card, rules, table, seat, journal, tape)


@compiled
def begin_with_card(rules: Record, table: Record, journal: Journal, tape: Tape) -> None:
    """Turn up the card of the round, and carry it out if it acts at once."""
    card = turn_up(rules, table, tape)
    players = table.common[PLAYERS]
    # Unrolled, see leader_points.
    for seat in range(MOST_SEATS):
        if seat < players:
            table.seats[seat, CARD] = card
            table.seats[seat, RATS_USED_UP] = 0
    record(journal, table.common, CARD_EVENT, table.common[START_PLAYER], card)
    if card not in _ACTING and card not in _IN_RAT_STEP:
        return
    for seat in range(players):
        # So that nobody sees the pots of the round before.
        ready_to_brew(rules, table, seat, table.seats[seat, DROPLET])
    if card in _COMPARING:
        compare_seats(rules, table, card, journal, tape)
    if card in _ACTING:
        for turn in range(players):
            seat = seat_in_turn(table.common, turn)
            carry_out(rules, table, seat, card, journal, tape)
    for seat in range(players):
        mine = row(table.seats, seat)
        # Most bags are as they were.
        if mine[BAG_SIZE] + mine[BESIDE] != mine[OWNED_SIZE]:
            fill_bag(table, seat)
