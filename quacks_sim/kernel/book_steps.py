"""The moments at which a game turns to the books of Sets 2 to 4, and which chips these concern."""

from quacks_sim.rules.books import Books
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
LIES_BESIDE, MOVES_FURTHER, ACTS = 1, 2, 3

_SPECIAL = {
    ("blue", 2): ACTS,
    ("blue", 3): ACTS,
    ("blue", 4): ACTS,
    ("red", 2): LIES_BESIDE,
    ("red", 3): MOVES_FURTHER,
    ("red", 4): ACTS,
    ("yellow", 2): ACTS,
    ("yellow", 3): ACTS,
    ("yellow", 4): MOVES_FURTHER,
}


def special_kinds(books: Books) -> list[int]:
    """Return what is special about each kind while brewing, 0 for nothing."""
    sets = books.sets()
    colours = [COLOURS[KIND_COLOUR[kind]] for kind in range(KIND_COUNT)]
    return [_SPECIAL.get((colour, sets.get(colour, 1)), 0) for colour in colours]
