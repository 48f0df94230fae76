"""Brewing without questions: what a seat would answer is known beforehand, so nobody is called.

Most strategies stop by the chips in their bag and use the flask by the chip just placed. Policies
that look at nothing else are asked once about every bag that may come, and a brew looks up the
answers. Its state then lies in registers, and in the table only when a chip does something, by its
book or because of an event card. The rules are those of :mod:`quacks_sim.kernel.brewing` for the
usual options; a journal, a tape, and rare options go that way. Rules 4 and 5.1 to 5.4.
"""

from quacks_sim.kernel.annotations import Array, Record
from quacks_sim.kernel.asking import ALWAYS_YES, parameters_of, policy_of
from quacks_sim.kernel.decisions import FLASK, STOP
from quacks_sim.kernel.decisions import RED as DECIDE_RED
from quacks_sim.kernel.decisions import YELLOW as DECIDE_YELLOW
from quacks_sim.kernel.jit import (
    call_for_yes,
    compiled,
    counted,
    inlined,
    readonly,
    readonly_row,
    row,
    whole,
)
from quacks_sim.kernel.placement import ask_blue, red_bonus
from quacks_sim.kernel.random import DRAWS, below, random_below, random_bits
from quacks_sim.kernel.ruleset import WIDEST_LIMIT
from quacks_sim.kernel.state import (
    BAG_SIZE,
    BREWING,
    CHANCE_COUNTER,
    CHANCE_WAITS,
    CHIPS_DRAWN,
    DECISION_COUNTER,
    DOUBLING,
    DOUBLING_VALUE,
    EMPTY,
    END_REASON,
    EXPLODED,
    EXPLODED_POT,
    FLASK_FULL,
    FLASK_USED,
    FULL,
    JUDGED,
    LAST_SPACE,
    MOST_FORESEEN,
    OK,
    ORANGES,
    PASSIVE,
    PLAYERS,
    POT_SIZE,
    PUMPKINS,
    RED_IN_POT,
    ROUND,
    SCORING_SPACE,
    SECOND_CHANCE,
    STATUS,
    STILL_BREWING,
    STOPPED,
    STRATEGY,
    WELL_STIRRED,
    WHITE_LIMIT,
    WHITE_SUM,
)
from quacks_sim.kernel.views import BrewView
from quacks_sim.rules.amounts import FB3_CHIPS
from quacks_sim.rules.chips import (
    BLUE,
    KIND_COLOUR,
    KIND_COUNT,
    KIND_VALUE,
    NO_KIND,
    O1,
    RED,
    W1,
    W2,
    W3,
    WHITE_VALUE,
    YELLOW,
    frozen,
)
from quacks_sim.rules.tables import LAST_SPACE as LAST_OF_POT
from quacks_sim.rules.tables import ROUNDS

#: Byte r of the *bust word* of a bag counts its white chips that are worth more than r. With room r
#: left to the limit these explode the pot (rule 4.5.1), and one shift tells how many they are.
BYTE = 8
IN_BUST_WORD = frozen([sum(1 << BYTE * r for r in range(value)) for value in WHITE_VALUE])

#: Three bits for each kind: how far it moves.
MOVE_BITS = 3
MOVES = sum(int(value) << MOVE_BITS * kind for kind, value in enumerate(KIND_VALUE))
MOST_MOVE = 7

#: Bits of kinds. Those of three colours act when they are placed, in any book.
BLUES, REDS, YELLOWS = (
    sum(1 << kind for kind, colour in enumerate(KIND_COLOUR) if colour == acting)
    for acting in (BLUE, RED, YELLOW)
)
ACTING = BLUES | REDS | YELLOWS
WHITES = 1 << W1 | 1 << W2 | 1 << W3
ALL_KINDS = (1 << len(KIND_COLOUR)) - 1

#: Two more bits, beside those of kinds: red moves further, yellow puts a white chip back.
TAKES_BONUS, PUTS_BACK = 1 << len(KIND_COLOUR), 2 << len(KIND_COLOUR)

#: No chip is the fifth one, at which card FB3 acts.
NO_FIFTH = -1

#: While one of these flags is set, the chips that explode a pot are others than usual (FB3), or
#: more has to be asked: then the seat is asked about everything.
UNFORESEEN = JUDGED | CHANCE_WAITS


@inlined
def bust_word(bag: Array) -> int:
    """Return the bust word of a bag."""
    return bag[W1] * IN_BUST_WORD[W1] + bag[W2] * IN_BUST_WORD[W2] + bag[W3] * IN_BUST_WORD[W3]


@inlined
def _answer(table: Record, decision: int, strategy: int, size: int, bust: int, last: int) -> bool:
    """Return what a policy that is foreseen answers, given all that it looks at."""
    address = policy_of(table, decision, strategy)
    if address <= ALWAYS_YES:
        return address == ALWAYS_YES
    view = BrewView(
        0,
        table.common[PLAYERS],
        table.common[ROUND],
        1,
        WIDEST_LIMIT,
        0,
        size,
        bust,
        1,
        last,
        0,
        0,
        table.keys[0],
        0,
        readonly_row(table.bag, 0),
        readonly(table.seats),
    )
    return call_for_yes(address, view, parameters_of(table, decision, strategy))


@inlined
def _as_before(table: Record, decision: int, strategy: int, index: int) -> bool:
    """Return whether policy and parameters are those of the round before."""
    policies = row(row(table.policies, decision), strategy)
    now = row(row(row(table.parameters, index), decision), strategy)
    before = row(row(row(table.parameters, index - 1), decision), strategy)
    same = policies[index] == policies[index - 1]
    for place in range(now.shape[0]):
        same &= now[place] == before[place]
    return same


@inlined
def _quick_actions(rules: Record, table: Record, strategy: int) -> int:
    """Return the kinds of Set 1 that act without the usual code, and answers that are no question.

    Red and yellow ones whose policy always answers alike, and blue ones whose policy looks at what
    is revealed, not at the table.
    """
    quick = 0
    usual = rules.options.blue_on_last_space.performed != 0
    for kind in range(KIND_COUNT):
        # It could be revealed.
        usual |= rules.special[kind] != 0
    if rules.books[BLUE] == 1 and table.blue_by_view[strategy] and not usual:
        quick |= BLUES
    red, yellow = policy_of(table, DECIDE_RED, strategy), policy_of(table, DECIDE_YELLOW, strategy)
    if rules.books[RED] == 1 and red <= ALWAYS_YES:
        quick |= REDS | (TAKES_BONUS if red == ALWAYS_YES else 0)
    if rules.books[YELLOW] == 1 and yellow <= ALWAYS_YES:
        quick |= YELLOWS | (PUTS_BACK if yellow == ALWAYS_YES else 0)
    return quick


@inlined
def _foresee_round(rules: Record, table: Record, strategy: int, index: int) -> None:
    """Write down the answers of a strategy in the round of the table."""
    most = row(row(table.most_bust, strategy), index)
    if index > 0 and _as_before(table, STOP, strategy, index):
        before = row(row(table.most_bust, strategy), index - 1)
        for size in range(MOST_FORESEEN + 1):
            most[size] = before[size]
    else:
        for size in range(MOST_FORESEEN + 1):
            bust = 0
            while bust <= size and not _answer(table, STOP, strategy, size, bust, NO_KIND):
                bust += 1
            most[size] = bust - 1
    returned = 0
    for kind in (W1, W2, W3):
        if _answer(table, FLASK, strategy, 1, 0, kind):
            returned |= 1 << kind
    table.flask_returns[strategy, index] = returned
    table.quick_actions[strategy, index] = _quick_actions(rules, table, strategy)


@compiled
def foresee(rules: Record, table: Record, strategies: int, rounds: int = ROUNDS) -> None:
    """Ask the policies of so many strategies, where that can be done, about all they may meet."""
    if not rules.plain_brewing:
        return
    before = table.common[ROUND]
    for strategy in range(strategies):
        if table.foreseen[strategy]:
            for index in range(rounds):
                table.common[ROUND] = index + 1
                _foresee_round(rules, table, strategy, index)
    table.common[ROUND] = before


@inlined
def is_foreseen(rules: Record, table: Record, seat: int, least: int = 1) -> bool:
    """Return whether a seat's answers in a brew that begins now are known.

    With `least` 2 none of its policies looks at other pots either, with 3 not even if a card asks.
    """
    mine = row(table.seats, seat)
    return (
        rules.plain_brewing != 0
        and table.foreseen[mine[STRATEGY]] >= least
        and mine[BAG_SIZE] <= MOST_FORESEEN
        and table.common[STATUS] == OK
    )


@inlined
def all_are_foreseen(rules: Record, table: Record) -> bool:
    """Return whether the seats may brew one after the other although they draw at once (8.1).

    Not if blue chips take rubies from a limited supply.
    """
    foreseen = rules.books[BLUE] != 3 or rules.options.ruby_supply == 0
    # FB3 and FB10 ask.
    least = 2 if table.seats[0, PASSIVE] & ~PUMPKINS == 0 else 3
    for seat in range(table.common[PLAYERS]):
        foreseen &= is_foreseen(rules, table, seat, least)
    return foreseen


@inlined
def moves_of(passive: int) -> int:
    """Return how far each kind moves, if it does nothing more: red-4 and FB6 add to values."""
    further = whole(passive & RED_IN_POT != 0) << MOVE_BITS * W1
    return MOVES + further + (whole(passive & PUMPKINS != 0) << MOVE_BITS * O1)


@inlined
def kinds_for_usual_code(rules: Record, passive: int) -> int:
    """Return the kinds whose placement a card or book (yellow-2) has made unusual for now."""
    # What a blue one reveals is a matter of the card, too.
    handed = BLUES
    if passive & (DOUBLING | DOUBLING_VALUE):
        handed = ALL_KINDS
    if passive & WELL_STIRRED:
        handed |= WHITES
    if passive & SECOND_CHANCE:
        # No pot explodes before five chips lie in it, by the usual reading of the card.
        handed |= ACTING if rules.options.second_chance_explosion.protected else ALL_KINDS
    return handed


@compiled
def reveal_quickly(
    table: Record,
    seat: int,
    count: int,
    size: int,
    taken: int,
    space: int,
    oranges: int,
    white_sum: int,
    decision: int,
) -> int:
    """Reveal chips for a blue one and return the kind to be placed next, or −1 (rule 5.2).

    That chip has left the bag. The numbers are those of the brew, which the table does not show.
    """
    bag, chips = row(table.bag, seat), row(table.bag_chips, seat)
    kinds, spaces = row(table.options, 0), row(table.options, 1)
    bonus = red_bonus(oranges)
    for option in range(count):
        revealed = counted(random_below(table.keys[seat], DRAWS, taken + option, size))
        size -= 1
        kind = counted(whole(chips[revealed]))
        chips[revealed] = chips[counted(size)]
        bag[kind] -= 1
        move = KIND_VALUE[kind] + (bonus if (REDS >> whole(kind)) & 1 else 0)
        kinds[counted(option)] = kind
        spaces[counted(option)] = min(space + move, LAST_OF_POT)
    choice = ask_blue(table, seat, count, space, white_sum, size, decision, None, None)
    for option in range(count):
        if option != choice:
            kind = counted(kinds[counted(option)])
            chips[counted(size)] = kind
            size += 1
            bag[kind] += 1
    return whole(kinds[counted(choice)])


@inlined
def draw_quickly(rules: Record, table: Record, seat: int) -> int:
    """Let a seat whose answers are foreseen brew on until the usual code has to resolve a chip.

    Returns its kind: it has left the bag and is still to be placed. −1 if the brew has ended. The
    brew must not be over when this begins (rules 4.2.1 and 4.2.3).
    """
    mine = row(table.seats, seat)
    bag, chips = row(table.bag, seat), row(table.bag_chips, seat)
    kinds, spaces = row(table.pot_kinds, seat), row(table.pot_spaces, seat)
    index = table.common[ROUND] - 1
    most_bust = row(row(table.most_bust, mine[STRATEGY]), index)
    flask_returns = table.flask_returns[mine[STRATEGY], index]
    actions = table.quick_actions[mine[STRATEGY], index]
    key = table.keys[seat]
    moves, handed, fifth = MOVES, ACTING & ~actions, NO_FIFTH
    acting = ACTING
    if mine[PASSIVE]:
        moves = moves_of(mine[PASSIVE])
        handed |= kinds_for_usual_code(rules, mine[PASSIVE])
        acting |= handed
        if mine[PASSIVE] & SECOND_CHANCE:
            acting, fifth = ALL_KINDS, FB3_CHIPS - 1
    size, space, flask = mine[BAG_SIZE], mine[LAST_SPACE], mine[FLASK_FULL]
    room = mine[WHITE_LIMIT] - mine[WHITE_SUM]
    placed, taken = mine[POT_SIZE], mine[CHANCE_COUNTER]
    oranges, questions, returned = mine[ORANGES], 0, 0
    decisions = mine[DECISION_COUNTER] - taken
    bits = random_bits(key, DRAWS, taken)
    bust_chips = bust_word(bag)
    kind = chosen = NO_KIND
    reason = STILL_BREWING
    while reason == STILL_BREWING:
        if chosen == NO_KIND:
            exploding = (bust_chips >> (BYTE * min(room, WIDEST_LIMIT))) & 255
            if exploding > most_bust[counted(size)]:
                reason = STOPPED
                break
            drawn = counted(below(bits, size))
            taken += 1
            # Worked out before anything depends on the chip that comes up, which nobody foresees.
            bits = random_bits(key, DRAWS, taken)
            size -= 1
            kind = whole(chips[drawn])
            chips[drawn] = chips[counted(size)]
            bag[counted(kind)] -= 1
        else:
            kind, chosen = chosen, NO_KIND
        move = (moves >> (MOVE_BITS * kind)) & MOST_MOVE
        if (acting >> kind) & 1:
            if (handed >> kind) & 1 or placed == fifth:
                break
            if (BLUES >> kind) & 1:
                space = min(space + move, LAST_OF_POT)
                kinds[counted(placed)] = kind
                spaces[counted(placed)] = space
                placed += 1
                if space >= LAST_OF_POT:
                    reason = FULL
                elif size == 0:
                    reason = EMPTY
                else:
                    count = min(whole(KIND_VALUE[counted(kind)]), size)
                    asked = decisions + questions + taken + 1
                    whites = mine[WHITE_LIMIT] - room
                    chosen = reveal_quickly(
                        table, seat, count, size, taken, space, oranges, whites, asked
                    )
                    size -= whole(chosen != NO_KIND)
                    taken += count
                    bits = random_bits(key, DRAWS, taken)
                    # One question, but none before each chip.
                    questions += 1 - count
                continue
            if (REDS >> kind) & 1:
                # Rule 5.3.
                questions += whole(oranges > 0)
                move += red_bonus(oranges) if actions & TAKES_BONUS else 0
            elif (YELLOWS >> kind) & 1 and placed > 0:
                # Rule 5.4: the yellow chip lies down where it would have lain.
                before = whole(kinds[counted(placed - 1)])
                white = WHITE_VALUE[counted(before)]
                if white > 0:
                    questions += 1
                    if actions & PUTS_BACK:
                        returned += 1
                        placed -= 1
                        room += white
                        chips[counted(size)] = before
                        size += 1
                        bag[counted(before)] += 1
                        bust_chips += IN_BUST_WORD[counted(before)]
        bust_chips -= IN_BUST_WORD[counted(kind)]
        white = WHITE_VALUE[counted(kind)]
        room -= white
        # The flask is offered for every white chip that has not exploded the pot.
        offered = flask & whole(white > 0) & whole(room >= 0)
        questions += offered
        if offered & (flask_returns >> kind):
            flask = 0
            returned += 1
            room += white
            chips[counted(size)] = kind
            size += 1
            bag[counted(kind)] += 1
            bust_chips += IN_BUST_WORD[counted(kind)]
            continue
        space = min(space + move, LAST_OF_POT)
        kinds[counted(placed)] = kind
        spaces[counted(placed)] = space
        placed += 1
        oranges += whole(kind == O1)
        if room < 0:
            reason = EXPLODED_POT
        elif space >= LAST_OF_POT:
            reason = FULL
        elif size == 0:
            reason = EMPTY
    # The question whether to stop is asked before every draw.
    questions += taken - mine[CHANCE_COUNTER] + whole(reason == STOPPED)
    mine[DECISION_COUNTER] += questions
    mine[CHANCE_COUNTER] = taken
    mine[CHIPS_DRAWN] += placed - mine[POT_SIZE] + returned
    mine[ORANGES] = oranges
    mine[FLASK_USED] |= mine[FLASK_FULL] & (1 - flask)
    mine[FLASK_FULL] = flask
    mine[BAG_SIZE] = size
    mine[LAST_SPACE] = space
    mine[WHITE_SUM] = mine[WHITE_LIMIT] - room
    mine[POT_SIZE] = placed
    if reason == STILL_BREWING:
        return kind
    mine[EXPLODED] = whole(reason == EXPLODED_POT)
    mine[BREWING] = 0
    mine[END_REASON] = reason
    mine[SCORING_SPACE] = space + 1
    return NO_KIND
