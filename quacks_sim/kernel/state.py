"""The state of a table: flat integer arrays and the names of their columns.

A seat is a row of int64. Its first columns are the *record* of a round: they are reset when the
round begins (the first ones) or carried over (the last ones), and at its end they are the row of
the dataset.
"""

from typing import Any

import numpy as np

from quacks_sim.rules.cards import CARD_IDS
from quacks_sim.rules.chips import KIND_COUNT
from quacks_sim.rules.tables import MOST_SEATS, ROUNDS

CARD_COUNT = len(CARD_IDS)

#: More chips than one seat can own: the box holds 216 (rule 1.3).
CAPACITY = 224

ROUND_COLUMNS = (
    "card",
    "start_space",
    "rats",
    "scoring_space",
    "white_sum",
    "exploded",
    "chips_drawn",
    "flask_used",
    "die_rolls",
    "coins",
    "coins_after_explosion",
    "coins_spent",
    "points_space",
    "points_die",
    "points_blue",
    "points_purple",
    "points_card",
    "points_tube",
    "points_final",
    "points_gained",
    "rubies_gained",
    "rubies_spent",
    "bought_first",
    "bought_second",
    "victory_points",
    "rubies",
    "droplet",
    "tube",
    "flask_full",
    "bag_size",
)
(
    CARD,  # event card of this round, the same for all seats; −1 for none
    START_SPACE,
    RATS,
    SCORING_SPACE,
    WHITE_SUM,
    EXPLODED,
    CHIPS_DRAWN,
    FLASK_USED,
    DIE_ROLLS,
    COINS,
    COINS_AFTER_EXPLOSION,
    COINS_SPENT,
    POINTS_SPACE,
    POINTS_DIE,
    POINTS_BLUE,
    POINTS_PURPLE,
    POINTS_CARD,
    POINTS_TUBE,
    POINTS_FINAL,
    POINTS_GAINED,
    RUBIES_GAINED,
    RUBIES_SPENT,
    BOUGHT_FIRST,
    BOUGHT_SECOND,
    VICTORY_POINTS,
    RUBIES,
    DROPLET,
    TUBE,  # of the second droplet, 0 before the first one (rule 11.2)
    FLASK_FULL,
    OWNED_SIZE,
) = range(len(ROUND_COLUMNS))

#: Columns of the record that start each round at 0 (those of kinds and cards at −1).
RESET_COLUMNS = VICTORY_POINTS
RECORD_COLUMNS = len(ROUND_COLUMNS)

(
    BREWING,  # 1 while this seat may still draw
    POT_SIZE,
    LAST_SPACE,  # of the last chip in the pot; the start space without one
    BAG_SIZE,
    ORANGES,  # orange chips in the pot
    WHITE_LIMIT,  # highest white total that does not explode this pot now (yellow-3)
    PASSIVE,  # what is special about the next placement: a sum of the flags below
    YELLOWS_PLACED,  # in this round, counted for yellow-4 only
    PROTECTED_UNTIL,  # the last chip taken from the bag that blue-2 protects, see CHANCE_COUNTER
    FLASK_READY,  # whether the flask may put back the last chip (rule 4.6.1): flags, see below
    END_REASON,  # one of the reasons below
    CHANCE_COUNTER,  # chips taken from the bag in this round
    DECISION_COUNTER,  # decisions taken in this round
    STRATEGY,  # index of the strategy that sits here
    WIN_SHARE,  # of the finished game, in twelfths: 12, 6, 4, 3 or 0 (rule 8.4)
    EXPLOSIONS,  # totals of the game so far
    RATS_OF_GAME,
    DIE_ROLLS_OF_GAME,
    FLASK_USES,
    COINS_SPENT_OF_GAME,
    BESIDE,  # red chips beside the pot (red-2); they stay there over rounds
    BESIDE_NOW,  # those of them that were put there in this round
    STRONG,  # place in the pot, from 1, of the chip that FB7 put there and that pays nothing; or 0
    RATS_USED_UP,  # 1 if FP10 has already paid for the rats of this round (an option)
    # The set of each colour's book, the same for all seats, so that a policy can see it.
    GREEN_BOOK,
    BLUE_BOOK,
    RED_BOOK,
    YELLOW_BOOK,
    PURPLE_BOOK,
    TOGETHER,  # 1 in a round in which all brew together, cue by cue (rules 8.1 and 11.1)
    BLACKS_OWNED,  # black chips owned: everybody has seen them bought
    SEAT_COLUMNS,
) = range(RECORD_COLUMNS, RECORD_COLUMNS + 32)

#: Flags of the column PASSIVE. By books: a red chip lies in the pot (red-4); the next chip moves
#: twice as far (yellow-2), or its printed value twice (an option).
RED_IN_POT, DOUBLING, DOUBLING_VALUE = 1, 2, 128
#: By cards: orange moves further (FB6); the first white chip may go back (FB10); five chips have
#: not lain in the pot yet (FB3), and then the next placement explodes the pot if the white total
#: exceeds the limit, whatever its colour; FB3 is asked when the action of the chip is over.
PUMPKINS, WELL_STIRRED, SECOND_CHANCE, JUDGED, CHANCE_WAITS = 4, 8, 16, 32, 64
BY_BOOKS = RED_IN_POT | DOUBLING | DOUBLING_VALUE
BY_CARD = PUMPKINS | WELL_STIRRED | SECOND_CHANCE | JUDGED | CHANCE_WAITS

#: Flags of the column FLASK_READY: what is offered when the action of a chip is over; and that the
#: flask has been offered for the chip that still lies on top, but was not used.
FLASK_OFFERED, CHANCE_OFFERED, FLASK_DECLINED = 1, 2, 4

#: A white limit that no pot reaches: that of a pot which card FB3 protects.
NO_LIMIT = 99

STILL_BREWING, STOPPED, EXPLODED_POT, FULL, EMPTY = range(5)
END_REASONS = ("brewing", "stopped", "exploded", "full", "empty")

#: Columns of what the whole table shares (int64).
(
    STATUS,
    STATUS_SEAT,
    STATUS_DECISION,
    ROUND,
    PLAYERS,
    START_PLAYER,  # of this round
    AVAILABLE,  # bit mask of the kinds that can be gained now: in play and in the supply
    RUBIES_LEFT,
    GAME,  # the number of the game
    DECIDING,  # who was asked last: 4 * decision + seat
    CARDS_LEFT,  # event cards that have not been turned up
    COMMON_COLUMNS,
) = range(12)

OK, ILLEGAL_CHOICE, NO_PROGRESS, BAD_TAPE, JOURNAL_FULL = range(5)

PLENTY = 1_000_000

#: Decision points; see :mod:`quacks_sim.kernel.decisions`.
DECISION_COUNT = 14

#: The most options that an event card offers.
MOST_OFFERS = 8

#: The most parameters a policy may have, and the room behind them for learned values, which all
#: policies of a strategy share; see :mod:`quacks_sim.policies.valued`.
MOST_PARAMETERS = 16
MOST_VALUES = 88

#: The biggest bag for which answers of policies are tabulated; bigger ones are asked about.
MOST_FORESEEN = 47

#: All arrays of one table in one record, which the compiler passes on as a single pointer.
TABLE = np.dtype(
    [
        ("seats", np.int64, (MOST_SEATS, SEAT_COLUMNS)),
        ("common", np.int64, (COMMON_COLUMNS,)),
        # The chance of the game, and of each seat in this round.
        ("game_key", np.uint64),
        ("keys", np.uint64, (MOST_SEATS,)),
        ("supply", np.int64, (KIND_COUNT,)),
        # Chips owned, wherever they lie; then the same as a sorted list.
        ("owned", np.int64, (MOST_SEATS, KIND_COUNT)),
        ("owned_chips", np.int8, (MOST_SEATS, CAPACITY)),
        # Chips in the bag; then the same as a list.
        ("bag", np.int64, (MOST_SEATS, KIND_COUNT)),
        ("bag_chips", np.int8, (MOST_SEATS, CAPACITY)),
        # The pot in placement order.
        ("pot_kinds", np.int8, (MOST_SEATS, CAPACITY)),
        ("pot_spaces", np.int8, (MOST_SEATS, CAPACITY)),
        # Red chips beside the pot: R1, R2, R4 (red-2).
        ("beside", np.int64, (MOST_SEATS, 3)),
        # Those of this round in the order in which they came.
        ("beside_now", np.int8, (MOST_SEATS, CAPACITY)),
        # Black chips in each pot as step B begins (rule 5.7).
        ("blacks", np.int64, (MOST_SEATS,)),
        # Kinds and spaces that a decision offers.
        ("options", np.int64, (2, CAPACITY)),
        # By strategy: how far its brews are foreseen (see quick_brewing).
        ("foreseen", np.int64, (MOST_SEATS,)),
        # 1 if its answers about blue chips depend on nothing that a quick brew leaves for later.
        ("blue_by_view", np.int64, (MOST_SEATS,)),
        # By round, too: the most bust chips with which it draws on, by bag size, the chips that its
        # flask puts back, and the coloured chips that need none of the usual code.
        ("most_bust", np.int8, (MOST_SEATS, ROUNDS, MOST_FORESEEN + 1)),
        ("flask_returns", np.int64, (MOST_SEATS, ROUNDS)),
        ("quick_actions", np.int64, (MOST_SEATS, ROUNDS)),
        # Event cards that are left, in the order in which the shuffling has left them.
        ("deck", np.int64, (CARD_COUNT,)),
        # What the options of an event card bring; see CardView.
        ("offers", np.int64, (6, MOST_OFFERS)),
        # What a card compares the seats by: rat tails, or values of chips.
        ("counts", np.int64, (MOST_SEATS,)),
        # The address of what books of other sets do, 0 if all are of Set 1, and that of what event
        # cards do, 0 in a game without them.
        ("other_books", np.int64),
        ("fortune", np.int64),
        # The address of what a droplet step does on the test-tube side, 0 on the other one.
        ("test_tubes", np.int64),
        # By decision, strategy and round: the address of the compiled policy. Then its parameters
        # with the learned values behind them, by round first: those of a round lie together.
        ("policies", np.int64, (DECISION_COUNT, MOST_SEATS, ROUNDS)),
        (
            "parameters",
            np.float64,
            (ROUNDS, DECISION_COUNT, MOST_SEATS, MOST_PARAMETERS + MOST_VALUES),
        ),
    ],
    align=True,
)


def new_record(layout: np.dtype[Any]) -> Any:
    """Return one record of a layout, all at zero, whose fields are attributes."""
    return np.zeros(1, layout).view(np.recarray)[0]
