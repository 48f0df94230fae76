"""Facts that several policies work out from a view; compiled into them."""

from typing import Any

from quacks_sim.kernel.compiled_rules import own_bonus
from quacks_sim.kernel.jit import inlined
from quacks_sim.kernel.placement import bonus_under
from quacks_sim.kernel.random import POLICIES, random_unit
from quacks_sim.kernel.state import (
    BREWING,
    EXPLODED,
    JUDGED,
    LAST_SPACE,
    ORANGES,
    PASSIVE,
    RED_BOOK,
    TOGETHER,
    TUBE,
    VICTORY_POINTS,
    YELLOW_BOOK,
    YELLOWS_PLACED,
)
from quacks_sim.rules.amounts import COINS_PER_POINT, RUBIES_FOR_A_THING, RUBIES_PER_POINT
from quacks_sim.rules.chips import (
    KIND_COLOUR,
    KIND_VALUE,
    RED,
    W1,
    W2,
    W3,
    WHITE,
    WHITE_VALUE,
)
from quacks_sim.rules.tables import (
    LAST_TUBE,
    ROUNDS,
    SPACE_COINS,
    SPACE_VICTORY_POINTS,
    SPOON,
    TUBE_CHIP,
    TUBE_POINTS,
    TUBE_RUBIES,
)


@inlined
def chance_to_explode(view: Any) -> float:
    """Return the chance that the next chip explodes the pot, 0–1 (0 for an empty bag)."""
    if view.bag_size == 0:
        return 0.0
    return view.bust_chips / view.bag_size


@inlined
def every_chip_explodes(view: Any) -> bool:
    """Return whether the next chip explodes the pot whatever its colour (card FB3)."""
    return view.white_sum > view.limit and (view.table[view.seat, PASSIVE] & JUDGED) != 0


@inlined
def chance_without_last(view: Any) -> float:
    """Return the chance to explode, 0–1, if the white chip placed last went back into the bag."""
    room = view.limit - view.white_sum + WHITE_VALUE[view.last_kind]
    if room < 0 and every_chip_explodes(view):
        return 1
    # The chip itself is not among these: it has just been placed without an explosion.
    bust_chips = 0
    for kind in (W1, W2, W3):
        if WHITE_VALUE[kind] > room:
            bust_chips += view.bag[kind]
    return bust_chips / (view.bag_size + 1)


@inlined
def is_white(kind: int) -> bool:
    """Return whether a kind is white; False for −1, no chip."""
    return kind >= 0 and KIND_COLOUR[kind] == WHITE


@inlined
def own_chance(view: Any) -> float:
    """Return a uniform number in [0, 1) that belongs to this decision alone.

    It comes from a stream of its own: a policy that uses chance changes no draw of the game.
    """
    return random_unit(view.chance_key, POLICIES, view.decision)


@inlined
def one_of(view: Any, options: int) -> int:
    """Return a uniformly random index 0 … options − 1."""
    return min(int(own_chance(view) * options), options - 1)


@inlined
def own_points(view: Any) -> int:
    """Return the own victory points."""
    return view.table[view.seat, VICTORY_POINTS]


@inlined
def best_rival_points(view: Any) -> int:
    """Return the victory points of the best rival; the own ones for a lone player."""
    best = -1
    for seat in range(view.players):
        if seat != view.seat:
            best = max(best, view.table[seat, VICTORY_POINTS])
    return best if best >= 0 else own_points(view)


@inlined
def risk_for_margin(view: Any, max_risk: Any, shift: Any, most_shift: Any) -> int:
    """Return the accepted chance to explode, moved by `shift` for each point behind.

    The shift counts twice in round 9 and never exceeds `most_shift`. Source: quacks-elixir.
    """
    weight = shift * (2.0 if view.round == ROUNDS else 1.0)
    moved = weight * (best_rival_points(view) - own_points(view))
    return max_risk + min(max(moved, -most_shift), most_shift)


@inlined
def rival_is_ahead(view: Any) -> bool:
    """Return whether a rival's intact pot reaches further than the own one (rule 6.A: the die)."""
    for seat in range(view.players):
        if (
            seat != view.seat
            and view.table[seat, EXPLODED] == 0
            and view.table[seat, LAST_SPACE] + 1 > view.space
        ):
            return True
    return False


@inlined
def sees_rivals(view: Any) -> bool:
    """Return whether rivals brew at the same time, so that their pots can be compared (rule 8.1).

    That is so in round 9, and in all rounds of synchronized brewing (rule 11.1).
    """
    return view.players > 1 and view.table[view.seat, TOGETHER] == 1


@inlined
def rivals_are_done(view: Any) -> bool:
    """Return whether no rival is still brewing."""
    for seat in range(view.players):
        if seat != view.seat and view.table[seat, BREWING] == 1:
            return False
    return True


@inlined
def worth_of_tubes(view: Any, chip_step: Any, ruby: Any, ahead: Any) -> float:
    """Return the best average worth, in points, of the next tubes up to `ahead` (rule 11.2).

    `chip_step` is what one space of a chip's move is worth in each round left, `ruby` what a ruby
    is. A chip that the supply does not hold now is seen for the next tube only.
    """
    tube = view.table[view.seat, TUBE]
    rounds_left = ROUNDS - view.round
    best, total = 0.0, 0.0
    for further in range(1, min(int(ahead), LAST_TUBE - tube) + 1):
        chip = TUBE_CHIP[tube + further] if further > 1 else view.chip
        total += TUBE_POINTS[tube + further] + ruby * TUBE_RUBIES[tube + further]
        if chip >= 0:
            total += chip_step * KIND_VALUE[chip] * rounds_left
        best = max(best, total / further)
    return best


@inlined
def tubes_pay(view: Any) -> bool:
    """Return whether buying tubes in round 9 brings more points than the rubies would.

    Two rubies are a point (rule 8.3), so some of the next tubes must bring more points than tubes.
    """
    tube = view.table[view.seat, TUBE]
    points = 0
    for bought in range(1, min(view.rubies // RUBIES_FOR_A_THING, LAST_TUBE - tube) + 1):
        points += TUBE_POINTS[tube + bought]
        if points > RUBIES_FOR_A_THING * bought // RUBIES_PER_POINT:
            return True
    return False


@inlined
def worth_of_space(space: Any) -> int:
    """Return what a scoring space gives in points, coins counted as in the last round (8.3)."""
    return SPACE_VICTORY_POINTS[space] + SPACE_COINS[space] / COINS_PER_POINT


@inlined
def move_of_kind(view: Any, kind: int) -> int:
    """Return how far a chip of a kind would move if it were the next one, bonuses included.

    0 for a red chip that is put beside the pot (red-2).
    """
    colour = KIND_COLOUR[kind]
    mine = view.seat
    red_book = view.table[mine, RED_BOOK]
    if colour == RED and red_book == 2:
        return 0
    white = WHITE_VALUE[view.last_kind] if view.last_kind >= 0 else 0
    bonus = own_bonus(
        colour,
        red_book,
        view.table[mine, YELLOW_BOOK],
        view.table[mine, ORANGES],
        white,
        view.table[mine, YELLOWS_PLACED],
    )
    return KIND_VALUE[kind] + bonus_under(view.table[mine, PASSIVE], kind, bonus)


@inlined
def gain_of_next_chip(view: Any) -> float:
    """Return by how much the next chip raises the worth of the scoring space on average.

    A chip that explodes the pot raises nothing. The bonuses of its move are included (rule 5.3),
    what it does afterwards is not.
    """
    if view.bag_size == 0 or every_chip_explodes(view):
        return 0.0
    room = max(view.limit - view.white_sum, 0)
    now = worth_of_space(view.space)
    gain = 0.0
    for kind in range(view.bag.shape[0]):
        if view.bag[kind] > 0 and WHITE_VALUE[kind] <= room:
            move = move_of_kind(view, kind)
            gain += view.bag[kind] * (worth_of_space(min(view.space + move, SPOON)) - now)
    return gain / view.bag_size
