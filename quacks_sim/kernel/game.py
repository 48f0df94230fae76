"""A whole game: set-up, and the round in the order of play. Rules 1, 2 and 3."""

import numpy as np

from quacks_sim.kernel.annotations import Array, Journal, Record, Tape
from quacks_sim.kernel.bag import fill_bag, own_chip
from quacks_sim.kernel.book_steps import AFTER_BREWING
from quacks_sim.kernel.brewing import brew_in_turn, brew_together, seat_in_turn
from quacks_sim.kernel.card_steps import RAT_STEP, TURN_UP
from quacks_sim.kernel.evaluation import evaluate
from quacks_sim.kernel.jit import call_book, compiled, inlined, row, whole
from quacks_sim.kernel.journal import RAT_COUNT, ROUND_START, WHITE_ADDED, record
from quacks_sim.kernel.market import visit_market
from quacks_sim.kernel.random import START_PLAYER as BY_LOT
from quacks_sim.kernel.random import random_below, seat_key
from quacks_sim.kernel.rats import count_rats, leader_points
from quacks_sim.kernel.round_end import convert_leftovers, end_round
from quacks_sim.kernel.state import (
    AVAILABLE,
    BESIDE_NOW,
    BLUE_BOOK,
    BOUGHT_FIRST,
    BOUGHT_SECOND,
    BREWING,
    CARD,
    CHANCE_COUNTER,
    DECISION_COUNTER,
    DROPLET,
    END_REASON,
    FLASK_FULL,
    FLASK_READY,
    GREEN_BOOK,
    LAST_SPACE,
    OK,
    ORANGES,
    PASSIVE,
    PLAYERS,
    PLENTY,
    POT_SIZE,
    PROTECTED_UNTIL,
    PURPLE_BOOK,
    RATS,
    RED_BOOK,
    RESET_COLUMNS,
    ROUND,
    RUBIES,
    RUBIES_LEFT,
    SEAT_COLUMNS,
    START_PLAYER,
    START_SPACE,
    STATUS,
    STILL_BREWING,
    STRONG,
    TOGETHER,
    VICTORY_POINTS,
    WHITE_LIMIT,
    YELLOW_BOOK,
    YELLOWS_PLACED,
)
from quacks_sim.rules.amounts import EXTRA_WHITE_ROUND
from quacks_sim.rules.cards import FP10, WITHOUT_CARD, cards_at
from quacks_sim.rules.chips import BLUE, GREEN, KIND_COUNT, NO_KIND, PURPLE, RED, W1, YELLOW
from quacks_sim.rules.tables import BOX_COUNT, ROUNDS, STARTING_BAG
from quacks_sim.rules.tables import LAST_SPACE as LAST_OF_POT

#: Cards that act in the step of the rats (FP10 by an option), and when all brews are over.
CHANGE_RATS = (*cards_at("rat_step"), FP10)
AFTER_ALL_BREWS = cards_at("end_of_brewing")


@inlined
def show_books(rules: Record, mine: Array) -> None:
    """Let the policies of a seat see which books are in play."""
    mine[GREEN_BOOK] = rules.books[GREEN]
    mine[BLUE_BOOK] = rules.books[BLUE]
    mine[RED_BOOK] = rules.books[RED]
    mine[YELLOW_BOOK] = rules.books[YELLOW]
    mine[PURPLE_BOOK] = rules.books[PURPLE]


@inlined
def set_up(rules: Record, table: Record, players: int, key: np.uint64) -> None:
    """Set up a game (rule 1). The strategies are seated by the caller afterwards."""
    table.common[STATUS] = OK
    table.common[PLAYERS] = players
    table.common[AVAILABLE] = 0
    table.game_key = key
    table.common[START_PLAYER] = (
        random_below(key, BY_LOT, 0, players) if rules.options.start_player.random else 0
    )
    for kind in range(KIND_COUNT):
        table.supply[kind] = BOX_COUNT[kind] - players * STARTING_BAG[kind]
    for seat in range(players):
        mine = row(table.seats, seat)
        for column in range(SEAT_COLUMNS):
            mine[column] = 0
        mine[CARD] = WITHOUT_CARD
        show_books(rules, mine)
        for size in range(table.beside.shape[1]):
            table.beside[seat, size] = 0
        for kind in range(KIND_COUNT):
            table.owned[seat, kind] = 0
        for kind in range(KIND_COUNT):
            for _ in range(STARTING_BAG[kind]):
                own_chip(table, seat, kind)
        mine[RUBIES] = rules.options.starting_rubies
        mine[FLASK_FULL] = 1
        fill_bag(table, seat)
    supply = rules.options.ruby_supply
    table.common[RUBIES_LEFT] = (
        max(supply - players * rules.options.starting_rubies, 0) if supply else PLENTY
    )


@inlined
def open_books(rules: Record, table: Record, round_number: int) -> None:
    """Let the kinds of this round into play, if the supply has them (rules 1.5, 2.1)."""
    entering = rules.entering[round_number]
    available = 0
    for kind in range(KIND_COUNT):
        if (entering >> kind) & 1 and (
            table.supply[kind] > 0 or not rules.options.chip_supply.limited
        ):
            available |= 1 << kind
    table.common[AVAILABLE] = available


@inlined
def add_white(rules: Record, table: Record, journal: Journal) -> None:
    """Round 6: a white 1-chip from the supply goes into each bag (rule 2.3)."""
    for turn in range(table.common[PLAYERS]):
        seat = seat_in_turn(table.common, turn)
        if rules.options.chip_supply.limited:
            table.supply[W1] -= 1
        own_chip(table, seat, W1)
        fill_bag(table, seat)
        record(journal, table.common, WHITE_ADDED, seat, W1)


@inlined
def renew_chance(table: Record, seat: int, key: np.uint64) -> None:
    """Give a seat its chance of this round."""
    mine = row(table.seats, seat)
    table.keys[seat] = seat_key(key, seat, table.common[ROUND])
    mine[CHANCE_COUNTER] = 0
    mine[DECISION_COUNTER] = 0


@inlined
def ready_to_brew(rules: Record, table: Record, seat: int, start: int) -> None:
    """Empty a seat's pot and set its start space (rule 4.1.1); the card may change its brew."""
    mine = row(table.seats, seat)
    mine[START_SPACE] = start
    mine[LAST_SPACE] = start
    mine[POT_SIZE] = 0
    mine[ORANGES] = 0
    mine[WHITE_LIMIT] = rules.card_limit[mine[CARD] + 1]
    mine[PASSIVE] = rules.card_passive[mine[CARD] + 1]
    mine[YELLOWS_PLACED] = 0
    mine[PROTECTED_UNTIL] = 0
    mine[FLASK_READY] = 0
    mine[BESIDE_NOW] = 0
    mine[STRONG] = 0
    mine[BREWING] = 1
    mine[END_REASON] = STILL_BREWING


@inlined
def brews_together(rules: Record, round_number: int) -> bool:
    """Return whether all pots of a round are brewed together, cue by cue (rules 8.1 and 11.1)."""
    return round_number == ROUNDS or rules.options.synchronized.yes != 0


@inlined
def begin_round(
    rules: Record, table: Record, round_number: int, key: np.uint64, journal: Journal, tape: Tape
) -> None:
    """Everything before the first draw of a round (rules 1.7, 2.1–2.5 and 3)."""
    players = table.common[PLAYERS]
    table.common[ROUND] = round_number
    if round_number > 1:
        table.common[START_PLAYER] = seat_in_turn(table.common, 1 if players > 1 else 0)
    record(journal, table.common, ROUND_START, table.common[START_PLAYER])
    if round_number <= 3:
        open_books(rules, table, round_number)
    leader = 0
    for seat in range(players):
        mine = row(table.seats, seat)
        for column in range(RESET_COLUMNS):
            mine[column] = 0
        leader = max(leader, mine[VICTORY_POINTS])
        mine[CARD] = WITHOUT_CARD
        mine[BOUGHT_FIRST] = NO_KIND
        mine[BOUGHT_SECOND] = NO_KIND
        mine[TOGETHER] = whole(brews_together(rules, round_number))
        renew_chance(table, seat, key)
    extra_white = round_number == EXTRA_WHITE_ROUND
    if extra_white and not rules.options.round6_white.after_event:
        add_white(rules, table, journal)
    if rules.has_cards:
        call_book(table.fortune, TURN_UP, rules, table, 0, 0, journal, tape)
        leader = leader_points(table)
    if extra_white and rules.options.round6_white.after_event:
        add_white(rules, table, journal)
    changes_rats = table.seats[0, CARD] in CHANGE_RATS
    for turn in range(players):
        seat = seat_in_turn(table.common, turn)
        mine = row(table.seats, seat)
        rats = count_rats(rules, table, seat, leader)
        if changes_rats:
            rats = call_book(table.fortune, RAT_STEP, rules, table, seat, rats, journal, tape)
        mine[RATS] = rats
        start = min(mine[DROPLET] + rats, LAST_OF_POT)
        ready_to_brew(rules, table, seat, start)
        record(journal, table.common, RAT_COUNT, seat, rats, start)


@compiled
def play_round(
    rules: Record, table: Record, round_number: int, key: np.uint64, journal: Journal, tape: Tape
) -> None:
    """Play one round in the order of rule 2; stops early when a policy breaks the rules."""
    begin_round(rules, table, round_number, key, journal, tape)
    if brews_together(rules, round_number):
        brew_together(rules, table, journal, tape)
    else:
        brew_in_turn(rules, table, journal, tape)
    if table.seats[0, CARD] in AFTER_ALL_BREWS:
        call_book(table.fortune, AFTER_BREWING, rules, table, 0, 0, journal, tape)
    if rules.books[RED] == 2:
        call_book(table.other_books, AFTER_BREWING, rules, table, 0, 0, journal, tape)
    if table.common[STATUS] != OK:
        return
    evaluate(rules, table, journal, tape)
    if round_number < ROUNDS:
        visit_market(rules, table, journal, tape)
    else:
        convert_leftovers(rules, table, journal, tape)
    end_round(table, journal)
