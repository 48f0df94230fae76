"""What things are worth by learned values: what the policies called ``learned`` have in common.

A strategy may have values (:mod:`quacks_sim.values`): numbers that say, in victory points, what a
position is worth at the end of a round. In round r every policy that needs values finds those of
round r in ``params.learned``; the names below say where: ``params.learned[CHIP + O1]``. A position
is worth the sum of its features times these numbers; the features are counts of chips by kind,
pairs of chips by colour, the droplet, and so on.
"""

from typing import Any

import numpy as np

from quacks_sim.kernel.annotations import Array
from quacks_sim.kernel.compiled_rules import array_by_number
from quacks_sim.kernel.jit import inlined
from quacks_sim.kernel.state import (
    BLACKS_OWNED,
    BREWING,
    EXPLODED,
    GREEN_BOOK,
    LAST_SPACE,
    MOST_VALUES,
    PURPLE_BOOK,
    VICTORY_POINTS,
)
from quacks_sim.policies.ahead import BUST, INTACT, RUBIES_OF_GREEN, Extras
from quacks_sim.policies.facts import best_rival_points
from quacks_sim.policies.registry import Parameter
from quacks_sim.rules.amounts import COINS_PER_POINT
from quacks_sim.rules.books import each_book
from quacks_sim.rules.cards import FB3, FB7, FB10
from quacks_sim.rules.chips import (
    BLACK,
    COLOURS,
    K1,
    KIND_COLOUR,
    KIND_COUNT,
    KINDS,
    O1,
    ORANGE,
    RED,
    WHITE_VALUE,
)
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import (
    ROUNDS,
    SPACE_COINS,
    SPACE_COUNT,
    SPACE_RUBY,
    SPACE_VICTORY_POINTS,
    SPOON,
    die_faces,
)

#: The dearest space gives this many coins.
MOST_COINS = int(SPACE_COINS.max())

#: What a position is made of; its worth is linear in these.
FEATURES = (
    "base",
    *KINDS,
    *(f"{colour}_pairs" for colour in COLOURS[1:]),
    "orange_red",
    "coloured_pairs",
    "droplet",
    "rubies",
    "flask",
    "behind",
    "ahead",
    "black_rivals",
    "rival_blacks",
)

#: All learned values of a round, in their order.
VALUE_NAMES = (
    *FEATURES,
    *(f"coins_{coins}" for coins in range(MOST_COINS + 1)),
    "rubies_gained",
    "die_exploded",
    "die_middle",
    "die_spread",
    "win_middle",
    "win_spread",
)
VALUE_COUNT = len(VALUE_NAMES)
assert VALUE_COUNT <= MOST_VALUES


_place = VALUE_NAMES.index

CHIP = _place(KINDS[0])
PAIRS = _place("orange_pairs") - ORANGE
ORANGE_RED = _place("orange_red")
COLOURED_PAIRS = _place("coloured_pairs")
DROPLET = _place("droplet")
RUBIES = _place("rubies")
FLASK = _place("flask")
BEHIND, AHEAD = _place("behind"), _place("ahead")
BLACK_RIVALS = _place("black_rivals")
COINS = _place("coins_0")
#: What a ruby is worth before step F, in which rubies are spent.
RUBIES_GAINED = _place("rubies_gained")
#: How often a rival's pot explodes, and how far intact ones get: a logistic curve.
DIE_EXPLODED = _place("die_exploded")
DIE_MIDDLE, DIE_SPREAD = _place("die_middle"), _place("die_spread")
WIN_MIDDLE, WIN_SPREAD = _place("win_middle"), _place("win_spread")

#: Parameters of the policies that look ahead by learned values.
DIE = Parameter("die", 1, 0, 5, "weight of the bonus die, 1 for what it is worth")
WIN_FROM = Parameter(
    "win_from", 9, 1, 10, "first round in which the chance to win counts, not the points", True
)

RATS = Parameter("rats", 1, 0, 1, "weight of rat tails in what a point is worth")
EXPLORE = Parameter("explore", 0, 0, 1, "how often anything is done instead, by lot: for training")

#: Cards whose chips lie in the pot or go back into the bag: they are owned already.
BREWED = (FB3, FB7, FB10)

#: The highest value of a white chip.
MOST_WHITE = int(WHITE_VALUE.max())

#: Rule 6.A: the faces of the bonus die and the points on them; besides, a ruby, a droplet step and
#: an orange chip stand on one each.
_DIE = die_faces(str(RuleOptions().bonus_die_faces))
_FACES = len(_DIE)
_POINTS_OF_FACES = sum(amount for outcome, amount in _DIE if outcome == "victory_points")

#: Books whose purple chips are worth about a point each as they lie in the pot.
PURPLE_PAYS = array_by_number(each_book(__name__, "purple", {1: 1, 2: 0, 3: 0, 4: 0}))


@inlined
def neighbours_blacks(view: Any) -> float:
    """Return the black chips that a neighbour owns on average; 0 for a lone player."""
    if view.players == 1:
        return 0.0
    left = (view.seat + 1) % view.players
    right = (view.seat + view.players - 1) % view.players
    return (view.table[left, BLACKS_OWNED] + view.table[right, BLACKS_OWNED]) / 2.0


@inlined
def count_of_colour(bag: Any, colour: int) -> int:
    """Return how many chips of a colour lie in a bag."""
    count = 0
    for kind in range(KIND_COUNT):
        if KIND_COLOUR[kind] == colour:
            count += bag[kind]
    return count


@inlined
def coloured_chips(bag: Any) -> int:
    """Return how many chips in a bag are not white."""
    count = 0
    for kind in range(O1, KIND_COUNT):
        count += bag[kind]
    return count


@inlined
def gain_of_chip(view: Any, kind: int, learned: Array) -> float:
    """Return what one more chip of a kind is worth, in points, to the owner of ``view.bag``."""
    colour = KIND_COLOUR[kind]
    gain = learned[CHIP + kind]
    if kind >= O1:
        gain += learned[PAIRS + colour] * count_of_colour(view.bag, colour)
        gain += learned[COLOURED_PAIRS] * coloured_chips(view.bag)
        if colour == ORANGE:
            gain += learned[ORANGE_RED] * count_of_colour(view.bag, RED)
        elif colour == RED:
            gain += learned[ORANGE_RED] * count_of_colour(view.bag, ORANGE)
        elif colour == BLACK:
            gain += learned[BLACK_RIVALS] * neighbours_blacks(view)
    return gain


@inlined
def gain_together(first: int, second: int, learned: Array) -> float:
    """Return what two chips are worth more together than each alone; they are not white."""
    one, other = KIND_COLOUR[first], KIND_COLOUR[second]
    gain = learned[COLOURED_PAIRS]
    if one == other:
        gain += learned[PAIRS + one]
    elif (one == ORANGE and other == RED) or (one == RED and other == ORANGE):
        gain += learned[ORANGE_RED]
    return gain


@inlined
def loss_of_chip(view: Any, kind: int, learned: Array) -> float:
    """Return what a chip that is owned is worth, in points: what it gained as the last one."""
    colour = KIND_COLOUR[kind]
    loss = gain_of_chip(view, kind, learned)
    if kind >= O1:
        loss -= learned[PAIRS + colour] + learned[COLOURED_PAIRS]
    return loss


@inlined
def bag_worth(bag: Any, blacks: float, learned: Array) -> float:
    """Return what the chips in a bag are worth together, in points.

    `blacks` are the black chips that a neighbour owns on average.
    """
    worth = 0.0
    for kind in range(KIND_COUNT):
        worth += learned[CHIP + kind] * bag[kind]
    for colour in range(ORANGE, BLACK + 1):
        count = count_of_colour(bag, colour)
        worth += learned[PAIRS + colour] * count * (count - 1) / 2
    worth += learned[ORANGE_RED] * count_of_colour(bag, ORANGE) * count_of_colour(bag, RED)
    worth += learned[BLACK_RIVALS] * count_of_colour(bag, BLACK) * blacks
    coloured = coloured_chips(bag)
    return worth + learned[COLOURED_PAIRS] * coloured * (coloured - 1) / 2


@inlined
def worth_of_point(view: Any, learned: Array, rats: Any = 1.0) -> float:
    """Return what a victory point of this round is worth in the end.

    Who is behind pays for it with rat tails of later rounds, who is ahead gives the others some
    (rule 3). `rats` is how much of that counts.
    """
    margin = view.table[view.seat, VICTORY_POINTS] - best_rival_points(view)
    return 1.0 - rats * (learned[BEHIND] if margin < 0 else -learned[AHEAD])


@inlined
def worth_of_die(view: Any, learned: Array) -> float:
    """Return what a roll of the bonus die is worth, in points (rule 6.A)."""
    rest = learned[RUBIES_GAINED] + learned[DROPLET] + gain_of_chip(view, O1, learned)
    return (_POINTS_OF_FACES * worth_of_point(view, learned) + rest) / _FACES


@inlined
def chance_of_no_further(space: Any, learned: Array) -> float:
    """Return the chance that a rival's pot explodes or gets no further than a scoring space."""
    intact = 1.0 - learned[DIE_EXPLODED]
    curve = 1.0 / (1.0 + np.exp((learned[DIE_MIDDLE] - space) / learned[DIE_SPREAD]))
    return learned[DIE_EXPLODED] + intact * curve


@inlined
def _chance_of_die(view: Any, space: int, learned: Array) -> float:
    """Return the chance that no rival gets further with an intact pot (rule 6.A).

    A rival who has ended is seen, one who brews or has not begun may get anywhere.
    """
    chance = 1.0
    one = chance_of_no_further(space, learned)
    for seat in range(view.players):
        if seat == view.seat:
            continue
        reached = view.table[seat, LAST_SPACE] + 1
        if view.table[seat, EXPLODED] == 1:
            continue
        if view.table[seat, BREWING] == 0:
            chance *= 1.0 if space >= reached else 0.0
        else:
            chance *= one if space >= reached else one * one
    return chance


@inlined
def learned_worth(view: Any, learned: Array, die: Any, win_from: Any, rats: Any) -> Array:
    """Return the table of worth of the end of a brew; see :mod:`quacks_sim.policies.ahead`.

    Parameters
    ----------
    view : BrewView or BlueView
    learned : ndarray of float64, shape (88,)
        Learned values of this round.
    die : float
        How much the bonus die counts, 1 for what it is worth.
    win_from : float
        First round in which the chance to win is what counts; before, points to come.
    rats : float
        How much rat tails count in what a point is worth, 1 for what they do.
    """
    worth = np.empty((2, SPACE_COUNT))
    roll = die * worth_of_die(view, learned) if view.players > 1 and die > 0 else 0.0
    # The flask and yellow chips may bring a pot back by a white chip.
    lowest = max(view.space - MOST_WHITE, 0)
    point = worth_of_point(view, learned, rats)
    for space in range(lowest, SPACE_COUNT):
        points = SPACE_VICTORY_POINTS[space] * point
        coins = learned[COINS + SPACE_COINS[space]]
        ruby = learned[RUBIES_GAINED] * SPACE_RUBY[space]
        intact = points + coins + ruby
        if roll > 0.0:
            intact += roll * _chance_of_die(view, space, learned)
        worth[INTACT, space] = intact
        worth[BUST, space] = max(points, coins) + ruby
    if view.round >= win_from and view.players > 1:
        lead = lead_before(view)
        for space in range(lowest, SPACE_COUNT):
            for fate in (INTACT, BUST):
                worth[fate, space] = chance_to_win(lead + worth[fate, space], learned)
    return worth


@inlined
def chance_to_win(lead: Any, learned: Array) -> float:
    """Return the chance to win when the points, those to come counted, are `lead` ahead."""
    return 1.0 / (1.0 + np.exp((learned[WIN_MIDDLE] - lead) / learned[WIN_SPREAD]))


@inlined
def worth_of_flask(view: Any, learned: Array, win_from: Any) -> float:
    """Return what a full flask is worth in the unit of :func:`learned_worth`."""
    kept = max(learned[FLASK], 0.0)
    if view.round >= win_from and view.players > 1:
        lead = lead_before(view) + SPACE_VICTORY_POINTS[view.space]
        kept = chance_to_win(lead + kept, learned) - chance_to_win(lead, learned)
    return kept


@inlined
def learned_extras(view: Any, learned: Array, win_from: Any, flask: int) -> Extras:
    """Return what chips bring besides their moves, in the unit of :func:`learned_worth`.

    A purple chip brings about a point (rule 5.6: 1, then a ruby, then a point and a droplet step);
    a black one what it brings if the pots of neighbours hold about half of their black chips.
    """
    ruby, droplet = learned[RUBIES_GAINED], max(learned[DROPLET], 0.0)
    pays = PURPLE_PAYS[view.table[view.seat, PURPLE_BOOK]]
    purple = worth_of_point(view, learned) if pays else 0.0
    black = _worth_of_first_black(view, ruby, droplet) / max(view.bag[K1], 1)
    unit = 1.0
    if view.round >= win_from and view.players > 1:
        chance = chance_to_win(lead_before(view) + SPACE_VICTORY_POINTS[view.space], learned)
        unit = chance * (1.0 - chance) / learned[WIN_SPREAD]
    green = ruby * RUBIES_OF_GREEN[view.table[view.seat, GREEN_BOOK]]
    kept = worth_of_flask(view, learned, win_from) if flask == 1 else 0.0
    return Extras(green * unit, purple * unit, black * unit, flask, kept)


@inlined
def _worth_of_first_black(view: Any, ruby: float, droplet: float) -> float:
    """Return what a black chip in the pot brings (rule 5.7)."""
    if view.players == 1:
        return 0.0
    left = (view.seat + 1) % view.players
    right = (view.seat + view.players - 1) % view.players
    more_than_left = 0.5 ** view.table[left, BLACKS_OWNED]
    more_than_right = 0.5 ** view.table[right, BLACKS_OWNED]
    if view.players == 2:
        return droplet + ruby * more_than_left
    one = 1.0 - (1.0 - more_than_left) * (1.0 - more_than_right)
    return droplet * one + ruby * more_than_left * more_than_right


@inlined
def lead_before(view: Any) -> float:
    """Return by how many points one is ahead of the best rival, before the own pot pays.

    In round 9, where pots are compared as they stand, those of the rivals pay (rule 8.3).
    """
    best = 0.0
    for seat in range(view.players):
        if seat == view.seat:
            continue
        points = view.table[seat, VICTORY_POINTS] * 1.0
        if view.round == ROUNDS:
            space = min(view.table[seat, LAST_SPACE] + 1, SPOON)
            paid = SPACE_VICTORY_POINTS[space] * 1.0
            coins = SPACE_COINS[space] / COINS_PER_POINT
            points += max(paid, coins) if view.table[seat, EXPLODED] == 1 else paid + coins
        best = max(best, points)
    return view.table[view.seat, VICTORY_POINTS] - best


@inlined
def worth_of_option(view: Any, option: int, learned: Array) -> float:
    """Return what an option of an event card brings, in points, besides what it does to a brew."""
    points = view.option_points[option] * worth_of_point(view, learned)
    points += learned[RUBIES_GAINED] * view.option_rubies[option]
    points += learned[DROPLET] * view.option_droplet[option]
    if view.card in BREWED:
        return points
    if view.option_kind[option] >= 0:
        points += gain_of_chip(view, view.option_kind[option], learned)
    if view.option_given[option] >= 0:
        points -= loss_of_chip(view, view.option_given[option], learned)
    return points
