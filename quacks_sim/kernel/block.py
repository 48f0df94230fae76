"""Blocks: the entries that Python calls to play games a … b, and what they add up.

All sums are int64, so merging blocks in any grouping gives the same numbers to the last bit.
"""

import numpy as np

from quacks_sim.kernel.annotations import Array, Journal, Record, Tape
from quacks_sim.kernel.bag import fill_bag, own_chip
from quacks_sim.kernel.book_steps import AFTER_BREWING
from quacks_sim.kernel.brewing import brew_alone
from quacks_sim.kernel.game import play_round, ready_to_brew, renew_chance, set_up, show_books
from quacks_sim.kernel.green import last_greens
from quacks_sim.kernel.jit import call_book, compiled, counted, inlined, row
from quacks_sim.kernel.quick_brewing import foresee
from quacks_sim.kernel.random import game_key
from quacks_sim.kernel.round_end import share_the_win
from quacks_sim.kernel.state import (
    BESIDE,
    BOUGHT_FIRST,
    BOUGHT_SECOND,
    CARD,
    CHIPS_DRAWN,
    COINS_SPENT_OF_GAME,
    DIE_ROLLS_OF_GAME,
    DROPLET,
    EXPLODED,
    EXPLOSIONS,
    FLASK_FULL,
    FLASK_USES,
    GAME,
    OK,
    OWNED_SIZE,
    PLAYERS,
    PLENTY,
    RATS_OF_GAME,
    RECORD_COLUMNS,
    RESET_COLUMNS,
    ROUND,
    RUBIES,
    RUBIES_GAINED,
    RUBIES_LEFT,
    SCORING_SPACE,
    START_PLAYER,
    STATUS,
    STRATEGY,
    TUBE,
    VICTORY_POINTS,
    WIN_SHARE,
)
from quacks_sim.rules.cards import WITHOUT_CARD
from quacks_sim.rules.chips import GREEN, KIND_COUNT, RED
from quacks_sim.rules.tables import (
    MOST_SEATS,
    ROUNDS,
    SPACE_COUNT,
    SPACE_RUBY,
)

#: Numbers of a game whose uncertainty is worked out over clusters of rotated games.
MEASURES = ("victory_points", "win_share", "explosions")
MEASURE_COUNT = len(MEASURES)

#: What is added up by batch of deals: what strategies of different tables are compared by, the
#: squares of single games' points, and the win share of a seat, whoever sits there.
BATCHED = ("victory_points", "win_share", "victory_points_squared", "win_share_of_seat")
COMPARED_COUNT, _POINTS_SQUARED, _SHARE_OF_SEAT = 2, 2, 3

#: Deal d belongs to batch d mod this. Tables with the same seed deal the same luck, so the sums of
#: their batches can be paired, in the memory of one batch whatever the number of games.
BATCHES = 512

GAME_COLUMNS = (
    "victory_points",
    "win_share_twelfths",
    "scoring_space",
    "explosions",
    "rats",
    "die_rolls",
    "flask_uses",
    "coins_spent",
    "droplet",
    "rubies",
    "bag_size",
    "tube",
)

#: Scores from here on share the last entry of ``points_counts``.
MOST_POINTS = 255


_BY_ROUND = (MOST_SEATS, ROUNDS)
_BY_MEASURE = (MEASURE_COUNT, MOST_SEATS)

#: What a run of games adds up to, by strategy (at most 4 are in use). A *cluster* is one deal
#: played once for every rotation of the seats; its sums are the unit from which standard errors
#: come, because its games share their luck.
TOTALS = np.dtype(
    [
        # Records of rounds: sums, squares of the sums of a cluster, and the sums of the cluster
        # being played (after a block those of its last cluster if that is not complete, else 0).
        ("round_sums", np.int64, (*_BY_ROUND, RECORD_COLUMNS)),
        ("round_squares", np.int64, (*_BY_ROUND, RECORD_COLUMNS)),
        ("round_cluster", np.int64, (*_BY_ROUND, RECORD_COLUMNS)),
        # Chips bought, by kind; chips owned at the end.
        ("bought", np.int64, (*_BY_ROUND, KIND_COUNT)),
        ("final_bag", np.int64, (MOST_SEATS, KIND_COUNT)),
        # Games by final points.
        ("points_counts", np.int64, (MOST_SEATS, MOST_POINTS + 1)),
        # Games, win shares in twelfths, and their squares, by strategy and seat.
        ("seat_games", np.int64, (MOST_SEATS, MOST_SEATS)),
        ("seat_shares", np.int64, (MOST_SEATS, MOST_SEATS)),
        ("seat_squares", np.int64, (MOST_SEATS, MOST_SEATS)),
        # Products of what two strategies, or one and itself, have in single games.
        ("products", np.int64, (*_BY_MEASURE, MOST_SEATS)),
        # Sums of the cluster being played, then over all clusters: products, sums, sum × size.
        ("cluster", np.int64, _BY_MEASURE),
        ("cluster_products", np.int64, (*_BY_MEASURE, MOST_SEATS)),
        ("cluster_sums", np.int64, _BY_MEASURE),
        ("cluster_sums_by_size", np.int64, _BY_MEASURE),
        # Clusters, games, squares of the games of a cluster.
        ("cluster_sizes", np.int64, (3,)),
        # Sums by batch of deals: by strategy, the last of them by seat.
        ("batch_sums", np.int64, (BATCHES, len(BATCHED), MOST_SEATS)),
    ],
    align=True,
)

#: What a run of single brews adds up to.
BREW_TOTALS = np.dtype(
    [
        # Brews, and exploded ones among them, by scoring space.
        ("space_counts", np.int64, (SPACE_COUNT,)),
        ("exploded", np.int64, (SPACE_COUNT,)),
        # Chips drawn and rubies.
        ("sums", np.int64, (2,)),
        ("squares", np.int64, (2,)),
    ],
    align=True,
)


@inlined
def tally_round(
    table: Record,
    totals: Record,
    round_rows: Array,
    first_row: int,
    round_number: int,
    is_cluster: bool,
) -> None:
    """Add the records of a finished round; keep them as rows (by column) if rows are wanted.

    A game that is a cluster by itself is added to the sums at once, any other to its cluster.
    """
    for seat in range(table.common[PLAYERS]):
        mine = row(table.seats, seat)
        strategy = mine[STRATEGY]
        if is_cluster:
            sums = row(row(totals.round_sums, strategy), round_number - 1)
            squares = row(row(totals.round_squares, strategy), round_number - 1)
            for column in range(RECORD_COLUMNS):
                # Values are small: a product of 32-bit numbers is quicker.
                value = np.int64(np.int32(mine[column]))
                sums[column] += value
                squares[column] += value * value
        else:
            cluster = row(row(totals.round_cluster, strategy), round_number - 1)
            for column in range(RECORD_COLUMNS):
                cluster[column] += np.int64(mine[column])
        bought = row(row(totals.bought, strategy), round_number - 1)
        if mine[BOUGHT_FIRST] >= 0:
            bought[mine[BOUGHT_FIRST]] += 1
        if mine[BOUGHT_SECOND] >= 0:
            bought[mine[BOUGHT_SECOND]] += 1
        if round_rows.size > 0:
            kept = counted(first_row + seat * ROUNDS + round_number - 1)
            for column in range(RECORD_COLUMNS):
                round_rows[counted(column), kept] = mine[column]


@inlined
def tally_game(table: Record, totals: Record, game_rows: Array, first_row: int, deal: int) -> None:
    """Add the results of a finished game; keep them as rows (by column) if rows are wanted."""
    batch = row(totals.batch_sums, deal % BATCHES)
    for seat in range(table.common[PLAYERS]):
        mine = row(table.seats, seat)
        strategy = mine[STRATEGY]
        results = (
            np.int64(mine[VICTORY_POINTS]),
            np.int64(mine[WIN_SHARE]),
            np.int64(mine[EXPLOSIONS]),
        )
        for measure in range(MEASURE_COUNT):
            totals.cluster[measure, strategy] += results[measure]
        for other in range(seat + 1):
            rival = row(table.seats, other)
            rivals = (
                np.int64(rival[VICTORY_POINTS]),
                np.int64(rival[WIN_SHARE]),
                np.int64(rival[EXPLOSIONS]),
            )
            for measure in range(MEASURE_COUNT):
                product = results[measure] * rivals[measure]
                totals.products[measure, strategy, rival[STRATEGY]] += product
                if other < seat:
                    totals.products[measure, rival[STRATEGY], strategy] += product
        batch[_POINTS_SQUARED, strategy] += results[0] * results[0]
        batch[_SHARE_OF_SEAT, seat] += results[1]
        totals.points_counts[strategy, min(results[0], MOST_POINTS)] += 1
        totals.seat_games[strategy, seat] += 1
        totals.seat_shares[strategy, seat] += results[1]
        totals.seat_squares[strategy, seat] += results[1] * results[1]
        final_bag = row(totals.final_bag, strategy)
        for kind in range(KIND_COUNT):
            final_bag[kind] += table.owned[seat, kind]
        if game_rows.size > 0:
            kept = counted(first_row + seat)
            game_rows[0, kept] = mine[VICTORY_POINTS]
            game_rows[1, kept] = mine[WIN_SHARE]
            game_rows[2, kept] = mine[SCORING_SPACE]
            game_rows[3, kept] = mine[EXPLOSIONS]
            game_rows[4, kept] = mine[RATS_OF_GAME]
            game_rows[5, kept] = mine[DIE_ROLLS_OF_GAME]
            game_rows[6, kept] = mine[FLASK_USES]
            game_rows[7, kept] = mine[COINS_SPENT_OF_GAME]
            game_rows[8, kept] = mine[DROPLET]
            game_rows[9, kept] = mine[RUBIES]
            game_rows[10, kept] = mine[OWNED_SIZE]
            game_rows[11, kept] = mine[TUBE]


@inlined
def close_cluster(totals: Record, strategies: int, deal: int, games: int) -> None:
    """Move the sums of the cluster just played into the sums over clusters and of its batch."""
    batch = row(totals.batch_sums, deal % BATCHES)
    for measure in range(COMPARED_COUNT):
        for one in range(strategies):
            batch[measure, one] += totals.cluster[measure, one]
    for measure in range(MEASURE_COUNT):
        for one in range(strategies):
            value = totals.cluster[measure, one]
            totals.cluster_sums[measure, one] += value
            totals.cluster_sums_by_size[measure, one] += value * games
            for other in range(strategies):
                totals.cluster_products[measure, one, other] += (
                    value * totals.cluster[measure, other]
                )
        for one in range(strategies):
            totals.cluster[measure, one] = 0
    totals.cluster_sizes[0] += 1
    totals.cluster_sizes[1] += games
    totals.cluster_sizes[2] += games * games


@inlined
def close_rounds(totals: Record, strategies: int, is_complete: bool) -> None:
    """Add the rounds of the cluster just played; the sums of one that is not complete stay."""
    for strategy in range(strategies):
        for number in range(ROUNDS):
            cluster = row(row(totals.round_cluster, strategy), number)
            sums = row(row(totals.round_sums, strategy), number)
            squares = row(row(totals.round_squares, strategy), number)
            for column in range(RECORD_COLUMNS):
                value = np.int64(np.int32(cluster[column]))
                sums[column] += value
                squares[column] += value * value
            if is_complete:
                for column in range(RECORD_COLUMNS):
                    cluster[column] = 0


@compiled
def play_game(
    rules: Record,
    table: Record,
    totals: Record,
    round_rows: Array,
    first_row: int,
    key: np.uint64,
    players: int,
    rotation: int,
    rotations: int,
    journal: Journal,
    tape: Tape,
) -> None:
    """Play one game; strategy i sits at seat (i + rotation) mod players."""
    set_up(rules, table, players, key)
    for strategy in range(players):
        table.seats[(strategy + rotation) % players, STRATEGY] = strategy
    for round_number in range(1, ROUNDS + 1):
        play_round(rules, table, round_number, key, journal, tape)
        if table.common[STATUS] != OK:
            return
        tally_round(
            table,
            totals,
            round_rows,
            first_row,
            round_number,
            rotations == 1,
        )
    share_the_win(table, journal)


def play_block(
    rules: Record,
    table: Record,
    totals: Record,
    game_rows: Array,
    round_rows: Array,
    seed: int,
    first: int,
    last: int,
    players: int,
    rotations: int,
    journal: Journal,
    tape: Tape,
) -> int:
    """Play the games `first` … `last` − 1 and add them up.

    Game g is rotation g mod `rotations` of deal g // `rotations`; the games of one deal meet the
    same luck, seat by seat. A block begins with a whole deal. Rows are written by column and row.

    Returns
    -------
    int
        The number of a game in which a policy broke the rules, else −1.
    """
    if journal is None and tape is None:
        foresee(rules, table, players)
    for game in range(first, last):
        deal = game // rotations
        rotation = game - deal * rotations
        table.common[GAME] = game
        first_row = (game - first) * players
        play_game(
            rules,
            table,
            totals,
            round_rows,
            first_row * ROUNDS,
            game_key(seed, deal),
            players,
            rotation,
            rotations,
            journal,
            tape,
        )
        if table.common[STATUS] != OK:
            return game
        tally_game(table, totals, game_rows, first_row, deal)
        if rotation == rotations - 1 or game == last - 1:
            close_cluster(totals, players, deal, rotation + 1)
            if rotations > 1:
                close_rounds(totals, players, rotation == rotations - 1)
    return -1


@inlined
def clear_beside(table: Record, seat: int) -> None:
    """Take away the red chips beside a pot: each brew begins without any (red-2)."""
    if table.seats[seat, BESIDE] > 0:
        table.seats[seat, BESIDE] = 0
        for size in range(table.beside.shape[1]):
            table.beside[seat, size] = 0


@inlined
def seat_brewer(rules: Record, table: Record, bag: Array) -> None:
    """Seat a lone player in round 1 who owns the chips of a bag."""
    clear_beside(table, 0)
    mine = row(table.seats, 0)
    for column in range(mine.shape[0]):
        mine[column] = 0
    table.common[STATUS] = OK
    table.common[PLAYERS] = 1
    table.common[START_PLAYER] = 0
    table.common[ROUND] = 1
    table.common[RUBIES_LEFT] = PLENTY
    show_books(rules, mine)
    for kind in range(KIND_COUNT):
        table.owned[0, kind] = 0
        for _ in range(bag[kind]):
            own_chip(table, 0, kind)


def brew_block(
    rules: Record,
    table: Record,
    totals: Record,
    bag: Array,
    start: int,
    seed: int,
    first: int,
    last: int,
    journal: Journal,
    tape: Tape,
) -> int:
    """Brew the same bag again and again: the brews `first` … `last` − 1, by a lone seat in round 1.

    Returns
    -------
    int
        The number of a brew in which a policy broke the rules, else −1.
    """
    seat_brewer(rules, table, bag)
    if journal is None and tape is None:
        foresee(rules, table, 1, 1)
    mine = row(table.seats, 0)
    for game in range(first, last):
        table.common[GAME] = game
        for column in range(RESET_COLUMNS):
            mine[column] = 0
        mine[FLASK_FULL] = 1
        clear_beside(table, 0)
        fill_bag(table, 0)
        mine[CARD] = WITHOUT_CARD
        renew_chance(table, 0, game_key(seed, game))
        ready_to_brew(rules, table, 0, start)
        brew_alone(rules, table, 0, journal, tape)
        if rules.books[RED] == 2:
            call_book(table.other_books, AFTER_BREWING, rules, table, 0, 0, journal, tape)
        if table.common[STATUS] != OK:
            return game
        space = mine[SCORING_SPACE]
        # Those of blue-3 so far, of green-1, and of the space.
        rubies = mine[RUBIES_GAINED] + SPACE_RUBY[space]
        if rules.books[GREEN] == 1:
            rubies += last_greens(table, 0)
        totals.space_counts[space] += 1
        totals.exploded[space] += mine[EXPLODED]
        totals.sums[0] += mine[CHIPS_DRAWN]
        totals.squares[0] += mine[CHIPS_DRAWN] * mine[CHIPS_DRAWN]
        totals.sums[1] += rubies
        totals.squares[1] += rubies * rubies
    return -1
