"""Purple chips in step B, by the book in play. Rule 5.6; purple-1 to purple-4."""

from quacks_sim.kernel.annotations import Journal, Record, Tape
from quacks_sim.kernel.asking import choose
from quacks_sim.kernel.bag import in_supply
from quacks_sim.kernel.compiled_rules import by_number, points_by_number
from quacks_sim.kernel.decisions import PURPLE as DECIDE_PURPLE
from quacks_sim.kernel.gains import (
    gain_chip,
    gain_points,
    gain_rubies,
    move_droplet,
    pay_chip_of_pot,
)
from quacks_sim.kernel.jit import inlined, readonly, readonly_row, row, whole
from quacks_sim.kernel.journal import BY_PURPLE, by_book
from quacks_sim.kernel.pot import count_in_pot
from quacks_sim.kernel.state import (
    DECISION_COUNTER,
    PLAYERS,
    POINTS_PURPLE,
    POT_SIZE,
    ROUND,
    STRONG,
)
from quacks_sim.kernel.views import PurpleView
from quacks_sim.rules.books import each_book
from quacks_sim.rules.chips import G1, NO_KIND, P1
from quacks_sim.rules.rewards import MOST_TIERS, PURPLE, PURPLE_4_GROWTH, Reward
from quacks_sim.rules.tables import SPACE_COINS

BY_PURPLE_2, BY_PURPLE_3, BY_PURPLE_4 = (by_book("purple", number) for number in (2, 3, 4))

#: Purple-4: for each tier the place of the chip that grows among the kinds of its colour, and how
#: many places it grows.
_SIZES = (1, 2, 4)
_GROWS_FROM = tuple(_SIZES.index(old) for old, _ in PURPLE_4_GROWTH)
_GROWS_BY = tuple(_SIZES.index(new) - _SIZES.index(old) for old, new in PURPLE_4_GROWTH)

#: Green, blue, red and yellow come in three sizes; their kinds G1 … Y4 are kinds in a row.
_SIZED_COLOURS = 4


@inlined
def count_paying(table: Record, seat: int, kind: int) -> int:
    """Return how many chips of a kind in a pot pay their owner: not the one that FB7 put there."""
    strong = table.seats[seat, STRONG]
    count = count_in_pot(table, seat, kind)
    return count - 1 if strong > 0 and table.pot_kinds[seat, strong - 1] == kind else count


@inlined
def ask_purple(
    table: Record, seat: int, tiers: int, options: int, journal: Journal, tape: Tape, listed: int,
    book: int,
) -> int:  # fmt: skip
    """Ask which of the purple options, written down in the table, a seat takes."""
    mine = row(table.seats, seat)
    mine[DECISION_COUNTER] += 1
    view = PurpleView(
        seat,
        table.common[PLAYERS],
        table.common[ROUND],
        tiers,
        options,
        table.keys[seat],
        mine[DECISION_COUNTER],
        readonly_row(table.owned, seat),
        readonly(table.seats),
        readonly_row(table.options, 0),
        readonly_row(table.options, 1),
    )
    return choose(table, DECIDE_PURPLE, seat, view, options, journal, tape, listed, book)


@inlined
def list_tiers(table: Record, lowest: int, tiers: int) -> int:
    """Write down the tiers `lowest` … `tiers` as options of purple; return how many they are."""
    for tier in range(lowest, tiers + 1):
        table.options[0, tier - lowest] = tier
        table.options[1, tier - lowest] = NO_KIND
    return tiers + 1 - lowest


def _amounts(rewards: tuple[Reward, ...], name: str) -> tuple[int, ...]:
    """Return what the tiers of a book bring of something, by tier; tier 0 is nothing."""
    return (0, *(getattr(reward, name) for reward in rewards))


_POINTS_1, _RUBIES_1, _STEPS_1 = (
    _amounts(PURPLE[1], name) for name in ("points", "rubies", "droplet")
)


@inlined
def pay_tier(
    rules: Record, table: Record, seat: int, tier: int, journal: Journal, tape: Tape
) -> None:
    """Pay exactly one tier of purple of Set 1 (rule 5.6)."""
    gain_points(table, seat, _POINTS_1[tier], POINTS_PURPLE, BY_PURPLE, journal)
    gain_rubies(rules, table, seat, _RUBIES_1[tier], BY_PURPLE, journal)
    if _STEPS_1[tier]:
        move_droplet(rules, table, seat, BY_PURPLE, journal, tape, _STEPS_1[tier])


@inlined
def act_purple_1(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Let a seat take a tier; a lower one than possible may be taken (rule 5.6)."""
    tier = min(count_paying(table, seat, P1), MOST_TIERS)
    if tier == 0:
        return
    if tier > 1:
        options = list_tiers(table, 1, tier)
        tier = 1 + ask_purple(table, seat, tier, options, journal, tape, 0, 1)
    pay_tier(rules, table, seat, tier, journal, tape)


_POINTS_2, _RUBIES_2, _STEPS_2 = (
    _amounts(PURPLE[2], name) for name in ("points", "rubies", "droplet")
)
_FIRST_CHIP_2, _SECOND_CHIP_2 = (
    tuple((*reward.chips, NO_KIND, NO_KIND)[place] for reward in (Reward(), *PURPLE[2]))
    for place in range(2)
)


@inlined
def act_purple_2(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Let a seat trade one, two or three purple chips in for the reward of that tier."""
    tiers = min(count_paying(table, seat, P1), MOST_TIERS)
    if tiers == 0:
        return
    options = list_tiers(table, 0, tiers)
    tier = ask_purple(table, seat, tiers, options, journal, tape, 0, 2)
    for _ in range(tier):
        pay_chip_of_pot(rules, table, seat, P1, BY_PURPLE_2, journal)
    gain_points(table, seat, _POINTS_2[tier], POINTS_PURPLE, BY_PURPLE_2, journal)
    gain_rubies(rules, table, seat, _RUBIES_2[tier], BY_PURPLE_2, journal)
    move_droplet(rules, table, seat, BY_PURPLE_2, journal, tape, _STEPS_2[tier])
    for kind in (_FIRST_CHIP_2[tier], _SECOND_CHIP_2[tier]):
        if kind != NO_KIND:
            gain_chip(rules, table, seat, kind, BY_PURPLE_2, journal)


@inlined
def act_purple_3(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Pay each purple chip by the number of its space."""
    points = 0
    for place in range(table.seats[seat, POT_SIZE]):
        if table.pot_kinds[seat, place] == P1 and place + 1 != table.seats[seat, STRONG]:
            space = whole(table.pot_spaces[seat, place])
            number = space if rules.options.purple_s3_space.index else SPACE_COINS[space]
            points += points_by_number(number)
    gain_points(table, seat, points, POINTS_PURPLE, BY_PURPLE_3, journal)


@inlined
def act_purple_4(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Let a seat change a chip of its pot for a bigger one."""
    tiers = min(count_paying(table, seat, P1), MOST_TIERS)
    options, listed = _list_changes(rules, table, seat, tiers)
    if options == 1:
        return
    choice = ask_purple(table, seat, tiers, options, journal, tape, listed, 4)
    if choice > 0:
        tier, kind = whole(table.options[0, choice]), whole(table.options[1, choice])
        pay_chip_of_pot(rules, table, seat, kind, BY_PURPLE_4, journal)
        gain_chip(rules, table, seat, kind + _GROWS_BY[tier - 1], BY_PURPLE_4, journal)


act_purple = by_number(
    each_book(
        __name__, "purple", {1: act_purple_1, 2: act_purple_2, 3: act_purple_3, 4: act_purple_4}
    )
)


@inlined
def _list_changes(rules: Record, table: Record, seat: int, tiers: int) -> tuple[int, int]:
    """Write down the chips that can grow (purple-4); return how many options, and a mask."""
    table.options[0, 0] = 0
    table.options[1, 0] = NO_KIND
    options, listed = 1, 0
    for change in range(_SIZED_COLOURS * tiers):
        # By tiers, and in each by the colours.
        tier, colour = change // _SIZED_COLOURS, change % _SIZED_COLOURS
        kind = G1 + 3 * colour + _GROWS_FROM[tier]
        if count_in_pot(table, seat, kind) > 0 and in_supply(rules, table, kind + _GROWS_BY[tier]):
            table.options[0, options] = tier + 1
            table.options[1, options] = kind
            options += 1
            listed |= 1 << change
    return options, listed
