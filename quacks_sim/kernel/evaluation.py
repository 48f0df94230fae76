"""Evaluation, steps A to D: bonus die, chip actions, rubies, victory points. Rule 6."""

from quacks_sim.kernel.annotations import Array, Journal, Record, Tape
from quacks_sim.kernel.asking import ask_yes
from quacks_sim.kernel.bag import ASKED_DIE, next_on_tape, take_from_supply
from quacks_sim.kernel.book_steps import STEP_B
from quacks_sim.kernel.brewing import seat_in_turn
from quacks_sim.kernel.card_steps import STEP_C
from quacks_sim.kernel.compiled_rules import black_reward as reward_of_black
from quacks_sim.kernel.decisions import EXPLOSION
from quacks_sim.kernel.gains import gain_points, gain_rubies, move_droplet
from quacks_sim.kernel.green import act_green_1
from quacks_sim.kernel.jit import call_book, compiled, inlined, readonly, readonly_row, row, whole
from quacks_sim.kernel.journal import (
    BY_BLACK,
    BY_DIE,
    BY_SPACE,
    CHIP_REWARD,
    DIE_FACE,
    REWARD,
    record,
)
from quacks_sim.kernel.pot import count_in_pot
from quacks_sim.kernel.purple import act_purple_1
from quacks_sim.kernel.random import DIE, random_below
from quacks_sim.kernel.ruleset import GIVES_DROPLET, GIVES_POINTS, GIVES_RUBY
from quacks_sim.kernel.state import (
    CARD,
    CHANCE_COUNTER,
    COINS,
    COINS_AFTER_EXPLOSION,
    DECISION_COUNTER,
    DIE_ROLLS,
    EXPLODED,
    PLAYERS,
    POINTS_DIE,
    POINTS_SPACE,
    PROTECTED_UNTIL,
    ROUND,
    SCORING_SPACE,
    STRONG,
)
from quacks_sim.kernel.views import ExplosionView
from quacks_sim.rules.amounts import FB4_ROLLS
from quacks_sim.rules.cards import FB4, cards_at
from quacks_sim.rules.chips import GREEN, K1, O1, PURPLE
from quacks_sim.rules.tables import ROUNDS, SPACE_COINS, SPACE_RUBY, SPACE_VICTORY_POINTS

#: The cards that add to the ruby of a scoring space.
IN_STEP_C = cards_at("step_C")


@inlined
def roll_die(
    rules: Record, table: Record, seat: int, roll: int, journal: Journal, tape: Tape,
    cause: int = BY_DIE, source: int = POINTS_DIE,
) -> None:  # fmt: skip
    """Roll the bonus die once and take its result (rule 6.A); `roll` counts those of a round."""
    faces = rules.die_faces
    if tape is None:
        face = random_below(table.keys[seat], DIE, roll, faces)
    else:
        face = min(max(next_on_tape(table, seat, tape, ASKED_DIE) - 1, 0), faces - 1)
    table.seats[seat, DIE_ROLLS] += 1
    record(journal, table.common, DIE_FACE, seat, face + 1)
    reward = rules.die_reward[face]
    if reward == GIVES_POINTS:
        gain_points(table, seat, rules.die_amount[face], source, cause, journal)
    elif reward == GIVES_RUBY:
        gain_rubies(rules, table, seat, rules.die_amount[face], cause, journal)
    elif reward == GIVES_DROPLET:
        move_droplet(rules, table, seat, cause, journal, tape)
    elif take_from_supply(rules, table, seat, O1):
        owned = table.owned[seat, O1]
        record(journal, table.common, REWARD, seat, cause, CHIP_REWARD, 1, O1, owned)


@inlined
def bonus_die(rules: Record, table: Record, journal: Journal, tape: Tape) -> None:
    """Step A: the farthest intact pots roll, by the index of the space (rule 6.A, card FB4)."""
    players = table.common[PLAYERS]
    if players == 1 and not rules.options.solo_die.when_intact:
        return
    farthest = 1
    for seat in range(players):
        if not table.seats[seat, EXPLODED]:
            farthest = max(farthest, table.seats[seat, SCORING_SPACE])
    rolls = FB4_ROLLS if table.seats[0, CARD] == FB4 else 1
    for turn in range(players):
        seat = seat_in_turn(table.common, turn)
        mine = row(table.seats, seat)
        if not mine[EXPLODED] and mine[SCORING_SPACE] == farthest:
            for roll in range(rolls):
                roll_die(rules, table, seat, roll, journal, tape)


@inlined
def black_rivals(table: Record, blacks: Array, seat: int) -> tuple[int, int]:
    """Return the rivals' black chips that a seat is compared with: its right and left neighbours.

    Rule 5.7.2: at four seats the opposite one is ignored. A lone player meets nobody, who has 0.
    """
    players = table.common[PLAYERS]
    if players == 1:
        return 0, 0
    left = blacks[seat + 1 if seat + 1 < players else 0]
    right = blacks[seat - 1 if seat > 0 else players - 1]
    return left, right


@inlined
def black_reward(rules: Record, table: Record, blacks: Array, seat: int) -> tuple[bool, bool]:
    """Return whether black moves the droplet, and whether it gives a ruby (rule 5.7)."""
    own = blacks[seat]
    strong = table.seats[seat, STRONG]
    if strong > 0 and table.pot_kinds[seat, strong - 1] == K1:
        own -= 1  # it counts for the rivals only (card FB7)
    left, right = black_rivals(table, blacks, seat)
    zeros_pay = rules.options.black_zero_zero.droplet_each != 0
    nobody_is_beaten = rules.options.solo_black.beats_zero != 0
    return reward_of_black(table.common[PLAYERS], own, left, right, zeros_pay, nobody_is_beaten)


@inlined
def chip_actions(rules: Record, table: Record, journal: Journal, tape: Tape) -> None:
    """Step B: black, green and purple of every seat, exploded or not (rule 6.B)."""
    players = table.common[PLAYERS]
    for seat in range(players):
        table.blacks[seat] = count_in_pot(table, seat, K1)
    for turn in range(players):
        seat = seat_in_turn(table.common, turn)
        droplet, ruby = black_reward(rules, table, table.blacks, seat)
        gain_rubies(rules, table, seat, whole(ruby), BY_BLACK, journal)
        if droplet:
            move_droplet(rules, table, seat, BY_BLACK, journal, tape)
        if rules.books[GREEN] == 1 and rules.books[PURPLE] == 1:
            act_green_1(rules, table, seat, journal)
            act_purple_1(rules, table, seat, journal, tape)
        else:
            call_book(table.other_books, STEP_B, rules, table, seat, 0, journal, tape)


@inlined
def is_protected(table: Record, seat: int) -> bool:
    """Return whether the chip that exploded a pot was protected (blue-2): points and coins."""
    mine = row(table.seats, seat)
    # The last chip taken from the bag is the one that exploded.
    return mine[EXPLODED] == 1 and 0 < mine[CHANCE_COUNTER] <= mine[PROTECTED_UNTIL]


@inlined
def takes_points(table: Record, seat: int, journal: Journal, tape: Tape) -> bool:
    """Return whether a seat whose pot exploded takes the points of its space (rule 6.D)."""
    mine = row(table.seats, seat)
    space = mine[SCORING_SPACE]
    mine[DECISION_COUNTER] += 1
    view = ExplosionView(
        seat,
        table.common[PLAYERS],
        table.common[ROUND],
        SPACE_VICTORY_POINTS[space],
        SPACE_COINS[space],
        table.keys[seat],
        mine[DECISION_COUNTER],
        readonly_row(table.owned, seat),
        readonly(table.seats),
    )
    return ask_yes(table, EXPLOSION, seat, view, journal, tape)


@compiled
def evaluate(rules: Record, table: Record, journal: Journal, tape: Tape) -> None:
    """Carry out the steps A to D of the evaluation, each for all seats in turn order."""
    bonus_die(rules, table, journal, tape)
    chip_actions(rules, table, journal, tape)
    players = table.common[PLAYERS]
    shines = table.seats[0, CARD] in IN_STEP_C
    for turn in range(players):
        seat = seat_in_turn(table.common, turn)
        space = table.seats[seat, SCORING_SPACE]
        gain_rubies(rules, table, seat, SPACE_RUBY[space], BY_SPACE, journal)
        if shines and SPACE_RUBY[space]:
            call_book(table.fortune, STEP_C, rules, table, seat, 0, journal, tape)
    for turn in range(players):
        seat = seat_in_turn(table.common, turn)
        mine = row(table.seats, seat)
        space = mine[SCORING_SPACE]
        points, coins = True, True
        if mine[EXPLODED]:
            both = rules.options.final_conversion_exploded.both and table.common[ROUND] == ROUNDS
            if not both and not is_protected(table, seat):
                points = takes_points(table, seat, journal, tape)
                coins = not points
            mine[COINS_AFTER_EXPLOSION] = 1 if coins else 0
        if points:
            gain_points(table, seat, SPACE_VICTORY_POINTS[space], POINTS_SPACE, BY_SPACE, journal)
        if coins:
            mine[COINS] = SPACE_COINS[space]
