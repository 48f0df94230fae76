"""The moments at which a game turns to the books of Sets 2 to 4, and which chips these concern."""

from quacks_sim.rules.books import Books, each_book
from quacks_sim.rules.chips import COLOURS, KIND_COLOUR, KIND_COUNT

(
    RESOLVE,  # a chip comes out of the bag: all of rule 4.4 up to its action
    OFFERED_BONUS,  # a chip is only looked at: how much further it would move
    TAKEN_BACK,  # a chip has just left the pot for the bag
    AFTER_BREWING,  # all seats have ended their brews (red-2)
    STEP_B,  # green and purple chips of a seat (rule 6.B)
    PLACE,  # the first half of RESOLVE: a chip comes into the pot, or beside it
    ACT,  # its second half: what the chip does there
) = range(7)

#: What is special about a kind while brewing: it is put beside the pot, its own book may move it
#: further, or it does something when it is placed.
NOTHING, LIES_BESIDE, MOVES_FURTHER, ACTS = range(4)

#: What is special by book; the chips of Set 1 are placed by the usual code. Green and purple chips
#: do nothing before step B.
_SPECIAL = {
    "blue": each_book(__name__, "blue", {1: NOTHING, 2: ACTS, 3: ACTS, 4: ACTS}),
    "red": each_book(__name__, "red", {1: NOTHING, 2: LIES_BESIDE, 3: MOVES_FURTHER, 4: ACTS}),
    "yellow": each_book(__name__, "yellow", {1: NOTHING, 2: ACTS, 3: ACTS, 4: MOVES_FURTHER}),
}


def special_kinds(books: Books) -> list[int]:
    """Return what is special about each kind while brewing."""
    sets = books.sets()
    colours = [COLOURS[KIND_COLOUR[kind]] for kind in range(KIND_COUNT)]
    return [_SPECIAL[colour][sets[colour]] if colour in _SPECIAL else NOTHING for colour in colours]
