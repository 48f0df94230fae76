"""Brewing without questions: what a seat would answer is known beforehand, so nobody is called.

Most strategies stop by the chips in their bag and use the flask by the chip just placed. Policies
that look at nothing else are asked once about every bag that may come, and a brew looks up the
answers. Its state then lies in registers, and in the table only when a chip does something. The
rules are those of :mod:`quacks_sim.kernel.brewing` for books of Set 1 and the usual options; a
journal, a tape, and all that is unusual, such as an event card that changes placements, goes that
way. Rules 4 and 5.1 to 5.4.
"""

from quacks_sim.kernel.annotations import Array, Record
from quacks_sim.kernel.asking import ALWAYS_YES, parameters_of, policy_of
from quacks_sim.kernel.decisions import FLASK, STOP
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
from quacks_sim.kernel.placement import resolve_chip
from quacks_sim.kernel.random import DRAWS, random_below
from quacks_sim.kernel.ruleset import PLAIN_BREWING, WIDEST_LIMIT
from quacks_sim.kernel.state import (
    BAG_SIZE,
    BREWING,
    CHANCE_COUNTER,
    CHIPS_DRAWN,
    DECISION_COUNTER,
    EMPTY,
    END_REASON,
    EXPLODED,
    EXPLODED_POT,
    FLASK_FULL,
    FLASK_USED,
    FULL,
    LAST_SPACE,
    MOST_FORESEEN,
    OK,
    ORANGES,
    PASSIVE,
    PLAYERS,
    POT_SIZE,
    ROUND,
    SCORING_SPACE,
    STATUS,
    STILL_BREWING,
    STOPPED,
    STRATEGY,
    WHITE_LIMIT,
    WHITE_SUM,
)
from quacks_sim.kernel.views import BrewView
from quacks_sim.rules.chips import (
    BLUE,
    KIND_COLOUR,
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

#: By kind: 1 if it does something when it is placed, or moves further than its value.
ACTS = frozen([int(colour in (BLUE, RED, YELLOW)) for colour in KIND_COLOUR])


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
    parameters = row(row(table.parameters, decision), strategy)
    now, before = row(parameters, index), row(parameters, index - 1)
    same = policies[index] == policies[index - 1]
    for place in range(now.shape[0]):
        same &= now[place] == before[place]
    return same


@inlined
def _foresee_round(table: Record, strategy: int, index: int) -> None:
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


@compiled
def foresee(rules: Record, table: Record, strategies: int, rounds: int = ROUNDS) -> None:
    """Ask the policies of so many strategies, where that can be done, about all they may meet."""
    if not rules.options[PLAIN_BREWING]:
        return
    before = table.common[ROUND]
    for strategy in range(strategies):
        if table.foreseen[strategy]:
            for index in range(rounds):
                table.common[ROUND] = index + 1
                _foresee_round(table, strategy, index)
    table.common[ROUND] = before


@inlined
def is_foreseen(rules: Record, table: Record, seat: int, least: int = 1) -> bool:
    """Return whether a seat's answers in a brew that begins now are known.

    With `least` 2 none of its policies looks at other pots either.
    """
    mine = row(table.seats, seat)
    return (
        rules.options[PLAIN_BREWING] != 0
        and table.foreseen[mine[STRATEGY]] >= least
        and mine[PASSIVE] == 0
        and mine[BAG_SIZE] <= MOST_FORESEEN
        and mine[WHITE_LIMIT] <= WIDEST_LIMIT
        and table.common[STATUS] == OK
    )


@inlined
def all_are_foreseen(rules: Record, table: Record) -> bool:
    """Return whether the seats may brew one after the other although they draw at once (8.1)."""
    foreseen = True
    for seat in range(table.common[PLAYERS]):
        foreseen &= is_foreseen(rules, table, seat, 2)
    return foreseen


@inlined
def brew_quickly(rules: Record, table: Record, seat: int) -> None:
    """Let a seat whose answers are foreseen brew to the end (rules 4.2.1 and 4.2.3).

    Only chips that do nothing when they are placed are placed here; the others, after everything
    has been written into the table, by :func:`quacks_sim.kernel.placement.resolve_chip`.
    """
    mine = row(table.seats, seat)
    bag, chips = row(table.bag, seat), row(table.bag_chips, seat)
    kinds, spaces = row(table.pot_kinds, seat), row(table.pot_spaces, seat)
    index = table.common[ROUND] - 1
    most_bust = row(row(table.most_bust, mine[STRATEGY]), index)
    flask_returns = table.flask_returns[mine[STRATEGY], index]
    key, limit = table.keys[seat], mine[WHITE_LIMIT]
    while mine[BREWING] and table.common[STATUS] == OK:
        size, space, flask = mine[BAG_SIZE], mine[LAST_SPACE], mine[FLASK_FULL]
        white_sum, oranges, placed = mine[WHITE_SUM], mine[ORANGES], mine[POT_SIZE]
        taken, decisions = mine[CHANCE_COUNTER], mine[DECISION_COUNTER]
        # Chips that came into the pot and left it again.
        left = mine[CHIPS_DRAWN] - placed
        bust_chips = bust_word(bag)
        kind = NO_KIND
        reason = STILL_BREWING
        if white_sum > limit:
            reason = EXPLODED_POT
        elif space >= LAST_OF_POT and placed > 0:
            reason = FULL
        elif size == 0:
            reason = EMPTY
        while reason == STILL_BREWING:
            decisions += 1
            if (bust_chips >> (BYTE * (limit - white_sum))) & 255 > most_bust[counted(size)]:
                reason = STOPPED
                break
            drawn = counted(random_below(key, DRAWS, taken, size))
            taken += 1
            size -= 1
            kind = whole(chips[drawn])
            chips[drawn] = chips[counted(size)]
            bag[counted(kind)] -= 1
            if ACTS[counted(kind)]:
                break
            bust_chips -= IN_BUST_WORD[counted(kind)]
            white = WHITE_VALUE[counted(kind)]
            white_sum += white
            # The flask is offered for every white chip that has not exploded the pot.
            offered = flask & whole(white > 0) & whole(white_sum <= limit)
            decisions += offered
            if offered & (flask_returns >> kind):
                flask = 0
                left += 1
                white_sum -= white
                chips[counted(size)] = kind
                size += 1
                bag[counted(kind)] += 1
                bust_chips += IN_BUST_WORD[counted(kind)]
                continue
            space = min(space + KIND_VALUE[counted(kind)], LAST_OF_POT)
            kinds[counted(placed)] = kind
            spaces[counted(placed)] = space
            placed += 1
            oranges += whole(kind == O1)
            if white_sum > limit:
                reason = EXPLODED_POT
            elif space >= LAST_OF_POT:
                reason = FULL
            elif size == 0:
                reason = EMPTY
        mine[BAG_SIZE] = size
        mine[LAST_SPACE] = space
        mine[WHITE_SUM] = white_sum
        mine[ORANGES] = oranges
        mine[POT_SIZE] = placed
        mine[CHIPS_DRAWN] = left + placed
        mine[CHANCE_COUNTER] = taken
        mine[DECISION_COUNTER] = decisions
        mine[FLASK_USED] |= mine[FLASK_FULL] & (1 - flask)
        mine[FLASK_FULL] = flask
        if reason != STILL_BREWING:
            mine[EXPLODED] = whole(reason == EXPLODED_POT)
            mine[BREWING] = 0
            mine[END_REASON] = reason
            mine[SCORING_SPACE] = space + 1
            return
        resolve_chip(rules, table, seat, kind, None, None)
