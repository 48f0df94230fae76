"""How the solver writes down a brew: a state in one int64, and what stays fixed in one record.

From the lowest bit: chips that a blue one reveals now, what the last two chips were, the marks
below, the space of the last chip, then the bag: for each field as many bits as its highest count
needs. What lies in the pot follows from the bag, since chips only move between the two.
"""

import hashlib
from pathlib import Path

import numpy as np

from quacks_sim.rules.chips import KIND_COUNT
from quacks_sim.rules.tables import SPACE_COUNT

HAND_SHIFT = 0  # 0, or 1, 2, 3 while a blue chip of Set 1 reveals 1, 2 or 4 chips
LAST_SHIFT = 2  # the last chip in the pot, see below
SECOND_SHIFT = 5  # the chip before it: 0, or 1, 2, 3 for a green chip of value 1, 2, 4
FLASK_BIT = 1 << 7  # the flask is full
DOUBLING_BIT = 1 << 8  # the next chip moves twice as far (yellow-2)
STIR_BIT = 1 << 9  # the first white chip may still go back (card FB10)
WINDOW_SHIFT = 10  # chips that blue-2 still protects, 0–4
SPACE_SHIFT = 13
BAG_SHIFT = 19

#: How many bits are left for the bag.
BAG_BITS = 63 - BAG_SHIFT

#: What the last chip was: nothing that matters; white 1–3 as its value; green by value; purple.
LAST_GREEN, LAST_PURPLE = 3, 7

#: How a brew ends: intact, exploded, or exploded by a chip that blue-2 protected.
INTACT, EXPLODED, PROTECTED = range(3)
FATES = 3

#: What a chip does beyond moving by its value.
(
    PLAIN,
    RED_1,  # moves further with orange chips in the pot
    RED_2,  # is put beside the pot
    RED_3,  # moves further after a white chip
    BLUE_1,  # reveals chips
    BLUE_2,  # protects the next chips
    BLUE_ON_RUBY,  # gains something on a ruby space (blue-3, blue-4)
    YELLOW_1,  # puts the white chip before it back
    YELLOW_2,  # doubles the next move
    YELLOW_4,  # moves further, the first three of a round
    PURPLE_3,  # scores by the number of its space
) = range(11)

#: Not a class.
NO_CLASS = -1

#: Counts of black chips beyond this one are worth the same.
MOST_BLACKS = 15

#: More yellow chips than these do not raise the limit further (yellow-3).
MOST_YELLOWS = 3

#: No more outcomes than these can follow one chip: two moves, each with the white chip or without.
MOST_OUTCOMES = 8

#: Recursion never goes deeper than this: a step takes a chip, the flask or the right of the card,
#: and the box has 216 chips.
DEEPEST = 480


def _hash_of_sources() -> str:
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


PROBLEM = np.dtype(
    [
        # Classes of chips that the recursion need not tell apart; 0–2 are W1–W3.
        ("classes", np.int64),
        ("shift", np.int64, (KIND_COUNT,)),
        ("mask", np.int64, (KIND_COUNT,)),
        # The part of a field's chips that are of this class: 1 unless fields are pooled.
        ("share", np.float64, (KIND_COUNT,)),
        ("value", np.int64, (KIND_COUNT,)),
        ("move", np.int64, (KIND_COUNT,)),
        ("act", np.int64, (KIND_COUNT,)),
        # What the class is as the last chip: LAST_GREEN + 1, 2, 3, LAST_PURPLE, or 0.
        ("last", np.int64, (KIND_COUNT,)),
        # Fields of the bag, as masks of bits.
        ("white_fields", np.int64),
        ("watching_fields", np.int64),  # chips to whom a white chip before them matters
        ("red_fields", np.int64),
        # Totals of bag and pot: what is not in the bag lies in the pot.
        ("white_total", np.int64),
        ("orange_class", np.int64),
        ("orange_total", np.int64),
        ("yellow_total", np.int64),
        ("purple_class", np.int64),
        ("purple_total", np.int64),
        ("black_class", np.int64),
        ("black_total", np.int64),
        ("green_total", np.int64),  # of values, for green-3
        # The pot is empty when the fields of chips that are placed in it are full.
        ("placed_fields", np.int64),
        ("placed_full", np.int64),
        # By class: whether it counts as yellow (yellow-3, yellow-4), its value as green (green-3).
        ("is_yellow", np.int64, (KIND_COUNT,)),
        ("green_value", np.int64, (KIND_COUNT,)),
        # Red chips: one lies in the pot when not all are in the bag (red-4); red-2 counts them.
        ("red_passive", np.int64),
        ("red_full", np.int64),
        ("has_beside", np.int64),
        ("beside_class", np.int64, (3,)),
        ("beside_total", np.int64, (3,)),
        # Rules.
        ("limit", np.int64),
        # By yellow chips in the pot, 0 to the number from which on more change nothing (yellow-3).
        ("limit_by_yellows", np.int64, (MOST_YELLOWS + 1,)),
        ("first_adjacent", np.int64),
        ("draw_after_full", np.int64),
        ("blue_on_last_space", np.int64),
        ("double_value_only", np.int64),
        ("window_adds_up", np.int64),
        ("aside_is_ignored", np.int64),
        ("green_moves", np.int64),
        # Worth: by fate and scoring space, and of what else an end brings.
        ("space_worth", np.float64, (FATES, SPACE_COUNT)),
        ("green_worth", np.float64, (4,)),
        ("purple_worth", np.float64, (4,)),
        ("black_worth", np.float64, (MOST_BLACKS + 1,)),
        ("flask_worth", np.float64),
        ("white_seven_worth", np.float64),
        # Worth of a chip when it comes to lie on a space (blue-3, blue-4, purple-3).
        ("ruby_space_worth", np.float64, (KIND_COUNT,)),
        ("purple_space_worth", np.float64, (SPACE_COUNT,)),
        # purple-4: by tier and colour, what the change is worth, and the class that grows.
        ("grow_worth", np.float64, (3, 4)),
        ("grow_class", np.int64, (3, 4)),
        ("grow_total", np.int64, (3, 4)),
        ("is_ruby_space", np.int64, (SPACE_COUNT,)),
        # The memory: states kept, how many may be, and whether that was not enough.
        ("states", np.int64),
        ("most_states", np.int64),
        ("is_full", np.int64),
        # Room to work in, a row for each depth of the recursion.
        ("following", np.int64, (DEEPEST, MOST_OUTCOMES)),
        ("gains", np.float64, (DEEPEST, MOST_OUTCOMES)),
        ("after", np.float64, (DEEPEST, KIND_COUNT)),
        ("state", np.int64, (DEEPEST,)),
        ("each", np.int64, (DEEPEST,)),
        ("count", np.int64, (DEEPEST,)),
        ("option", np.int64, (DEEPEST,)),
        ("total", np.float64, (DEEPEST,)),
        ("chips", np.float64, (DEEPEST,)),
        # Numba's cache knows a function by its own file and by the types that it takes, down to the
        # names of fields: with this one every change of the solver's sources compiles it anew.
        (f"made_of_{_hash_of_sources()}", np.int64),
    ],
    align=True,
)
