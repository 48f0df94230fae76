"""Round end, final conversion and the winner. Rules 7, 8.3 and 8.4."""

from quacks_sim.kernel.annotations import Journal, Record, Tape
from quacks_sim.kernel.bag import fill_bag
from quacks_sim.kernel.brewing import seat_in_turn
from quacks_sim.kernel.card_steps import BEFORE_RUBIES
from quacks_sim.kernel.gains import gain_points
from quacks_sim.kernel.jit import call_book, inlined, row
from quacks_sim.kernel.journal import (
    BY_FINAL_COINS,
    BY_FINAL_RUBIES,
    GAME_END,
    ROUND_END,
    record,
)
from quacks_sim.kernel.market import spend_all_rubies
from quacks_sim.kernel.state import (
    BAG_SIZE,
    CARD,
    COINS,
    COINS_SPENT,
    COINS_SPENT_OF_GAME,
    DIE_ROLLS,
    DIE_ROLLS_OF_GAME,
    DROPLET,
    EXPLODED,
    EXPLOSIONS,
    FLASK_FULL,
    FLASK_USED,
    FLASK_USES,
    PLAYERS,
    POINTS_BLUE,
    POINTS_CARD,
    POINTS_DIE,
    POINTS_FINAL,
    POINTS_GAINED,
    POINTS_PURPLE,
    POINTS_SPACE,
    POINTS_TUBE,
    RATS,
    RATS_OF_GAME,
    RUBIES,
    SCORING_SPACE,
    VICTORY_POINTS,
    WIN_SHARE,
)
from quacks_sim.rules.amounts import COINS_PER_POINT, RUBIES_PER_POINT
from quacks_sim.rules.cards import FB9

TWELFTHS = 12


@inlined
def convert_leftovers(rules: Record, table: Record, journal: Journal, tape: Tape) -> None:
    """Round 9: coins and rubies become points, each by itself (rule 8.3)."""
    if table.seats[0, CARD] == FB9:
        call_book(table.fortune, BEFORE_RUBIES, rules, table, 0, 0, journal, tape)
    if rules.sells_tubes:
        spend_all_rubies(rules, table, journal, tape)
    for turn in range(table.common[PLAYERS]):
        seat = seat_in_turn(table.common, turn)
        mine = row(table.seats, seat)
        gain_points(
            table, seat, mine[COINS] // COINS_PER_POINT, POINTS_FINAL, BY_FINAL_COINS, journal
        )
        gain_points(
            table, seat, mine[RUBIES] // RUBIES_PER_POINT, POINTS_FINAL, BY_FINAL_RUBIES, journal
        )


@inlined
def end_round(table: Record, journal: Journal) -> None:
    """All chips go back into the bags (rule 7.2), and the record of the round is completed."""
    for turn in range(table.common[PLAYERS]):
        seat = seat_in_turn(table.common, turn)
        mine = row(table.seats, seat)
        fill_bag(table, seat)
        mine[POINTS_GAINED] = (
            mine[POINTS_SPACE]
            + mine[POINTS_DIE]
            + mine[POINTS_BLUE]
            + mine[POINTS_PURPLE]
            + mine[POINTS_CARD]
            + mine[POINTS_TUBE]
            + mine[POINTS_FINAL]
        )
        mine[EXPLOSIONS] += mine[EXPLODED]
        mine[RATS_OF_GAME] += mine[RATS]
        mine[DIE_ROLLS_OF_GAME] += mine[DIE_ROLLS]
        mine[FLASK_USES] += mine[FLASK_USED]
        mine[COINS_SPENT_OF_GAME] += mine[COINS_SPENT]
        record(
            journal,
            table.common,
            ROUND_END,
            seat,
            mine[VICTORY_POINTS],
            mine[RUBIES],
            mine[DROPLET],
            mine[FLASK_FULL],
            mine[BAG_SIZE],
        )


@inlined
def share_the_win(table: Record, journal: Journal) -> None:
    """Give each seat its share of the win: most points, then the farthest last pot (rule 8.4)."""
    players = table.common[PLAYERS]
    best_points, best_space, winners = -1, -1, 0
    for seat in range(players):
        points = table.seats[seat, VICTORY_POINTS]
        space = table.seats[seat, SCORING_SPACE]
        if points > best_points or (points == best_points and space > best_space):
            best_points, best_space, winners = points, space, 1
        elif points == best_points and space == best_space:
            winners += 1
    for seat in range(players):
        mine = row(table.seats, seat)
        wins = mine[VICTORY_POINTS] == best_points and mine[SCORING_SPACE] == best_space
        mine[WIN_SHARE] = TWELFTHS // winners if wins else 0
        record(
            journal,
            table.common,
            GAME_END,
            seat,
            mine[VICTORY_POINTS],
            mine[SCORING_SPACE],
            mine[WIN_SHARE],
        )
