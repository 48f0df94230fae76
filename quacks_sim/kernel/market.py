"""Steps E and F: shopping and spending rubies. Rules 6.E and 6.F."""

from quacks_sim.kernel.annotations import Array, Journal, Record, Tape
from quacks_sim.kernel.asking import ask_index, illegal
from quacks_sim.kernel.bag import take_from_supply
from quacks_sim.kernel.brewing import seat_in_turn
from quacks_sim.kernel.card_steps import BEFORE_RUBIES
from quacks_sim.kernel.decisions import PURCHASE
from quacks_sim.kernel.decisions import RUBIES as DECIDE_RUBIES
from quacks_sim.kernel.gains import BOUGHT_TUBE, can_advance, move_droplet
from quacks_sim.kernel.jit import call_book, compiled, inlined, readonly, readonly_row, row, whole
from quacks_sim.kernel.journal import BUDGET, BY_RUBIES, CHOICE, PURCHASED, RUBY_SPENT, record
from quacks_sim.kernel.state import (
    AVAILABLE,
    BOUGHT_FIRST,
    BOUGHT_SECOND,
    CARD,
    COINS,
    COINS_AFTER_EXPLOSION,
    COINS_SPENT,
    DECISION_COUNTER,
    EXPLODED,
    FLASK_FULL,
    PLAYERS,
    ROUND,
    RUBIES,
    RUBIES_LEFT,
    RUBIES_SPENT,
    TUBE,
)
from quacks_sim.kernel.views import (
    BUY_TUBE,
    FILL_FLASK,
    KEEP,
    MOVE_DROPLET,
    PurchaseView,
    RubiesView,
)
from quacks_sim.rules.amounts import RUBIES_FOR_A_THING
from quacks_sim.rules.cards import FB9
from quacks_sim.rules.chips import NO_KIND
from quacks_sim.rules.tables import ROUNDS


@inlined
def may_skip(rules: Record, available: int, first: int) -> int:
    """Return 1 if buying nothing is legal (rule 6.E.1 with the option min_purchases)."""
    if rules.options.min_purchases == 0:
        return 1
    for basket in range(first, rules.nothing):
        if rules.basket_kinds[basket] & ~available == 0:
            return 0
    return 1


@inlined
def can_buy(rules: Record, available: int, first: int, basket: int) -> bool:
    """Return whether a basket is affordable, in play and in the supply (rules 6.E.1, 6.E.2)."""
    nothing = rules.nothing
    if basket < first or basket > nothing or rules.basket_kinds[basket] & ~available != 0:
        return False
    return basket < nothing or may_skip(rules, available, first) == 1


@compiled
def shop(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Let a seat buy 0, 1 or 2 chips for the coins of its scoring space (rule 6.E)."""
    mine = row(table.seats, seat)
    coins = mine[COINS]
    available = table.common[AVAILABLE]
    first = rules.first_affordable[coins]
    mine[DECISION_COUNTER] += 1
    record(journal, table.common, BUDGET, seat, coins)
    view = PurchaseView(
        seat,
        table.common[PLAYERS],
        table.common[ROUND],
        coins,
        first,
        rules.nothing,
        may_skip(rules, available, first),
        available,
        table.keys[seat],
        mine[DECISION_COUNTER],
        readonly_row(table.owned, seat),
        readonly(table.seats),
        readonly(rules.basket_price),
        readonly(rules.basket_kinds),
        readonly(rules.basket_first),
        readonly(rules.basket_second),
    )
    basket = ask_index(table, PURCHASE, seat, view, tape)
    if not can_buy(rules, available, first, basket):
        illegal(table.common, seat, PURCHASE)
        basket = rules.nothing
    mine[COINS_SPENT] = rules.basket_price[basket]
    mine[BOUGHT_FIRST] = rules.basket_first[basket]
    mine[BOUGHT_SECOND] = rules.basket_second[basket]
    for kind in (rules.basket_first[basket], rules.basket_second[basket]):
        if kind != NO_KIND:
            take_from_supply(rules, table, seat, kind)
    record(
        journal,
        table.common,
        PURCHASED,
        seat,
        rules.basket_first[basket],
        rules.basket_second[basket],
        rules.basket_price[basket],
    )


@inlined
def things_for_rubies(rules: Record, table: Record, mine: Array) -> tuple[int, int, int]:
    """Return whether a seat may buy a droplet step, a full flask, a tube (rules 6.F and 11.2)."""
    if table.common[ROUND] < ROUNDS:
        return whole(can_advance(rules, mine)), whole(1 - mine[FLASK_FULL]), 0
    return 0, 0, whole(rules.sells_tubes and mine[TUBE] < rules.last_tube)


@compiled
def spend_rubies(rules: Record, table: Record, seat: int, journal: Journal, tape: Tape) -> None:
    """Let a seat pay two rubies for one of these things, as often as it likes (rule 6.F)."""
    mine = row(table.seats, seat)
    while mine[RUBIES] >= RUBIES_FOR_A_THING:
        droplet, flask, tube = things_for_rubies(rules, table, mine)
        if droplet + flask + tube == 0:
            return
        mine[DECISION_COUNTER] += 1
        view = RubiesView(
            seat,
            table.common[PLAYERS],
            table.common[ROUND],
            mine[RUBIES],
            droplet,
            flask,
            tube,
            table.keys[seat],
            mine[DECISION_COUNTER],
            readonly_row(table.owned, seat),
            readonly(table.seats),
        )
        choice = ask_index(table, DECIDE_RUBIES, seat, view, tape)
        legal = (
            choice == KEEP
            or (choice == MOVE_DROPLET and droplet == 1)
            or (choice == FILL_FLASK and flask == 1)
            or (choice == BUY_TUBE and tube == 1)
        )
        if not legal:
            illegal(table.common, seat, DECIDE_RUBIES)
            return
        things = droplet + 2 * flask + 4 * tube
        record(journal, table.common, CHOICE, seat, DECIDE_RUBIES, things, choice)
        if choice == KEEP:
            return
        mine[RUBIES] -= RUBIES_FOR_A_THING
        mine[RUBIES_SPENT] += RUBIES_FOR_A_THING
        if rules.options.ruby_supply:
            table.common[RUBIES_LEFT] += RUBIES_FOR_A_THING
        record(journal, table.common, RUBY_SPENT, seat, choice, mine[RUBIES])
        if choice == MOVE_DROPLET:
            move_droplet(rules, table, seat, BY_RUBIES, journal, tape)
        elif choice == BUY_TUBE:
            call_book(table.test_tubes, BOUGHT_TUBE, rules, table, seat, BY_RUBIES, journal, tape)
        else:
            mine[FLASK_FULL] = 1


@inlined
def spend_all_rubies(rules: Record, table: Record, journal: Journal, tape: Tape) -> None:
    """Step F for all seats in turn order."""
    for turn in range(table.common[PLAYERS]):
        spend_rubies(rules, table, seat_in_turn(table.common, turn), journal, tape)


@inlined
def visit_market(rules: Record, table: Record, journal: Journal, tape: Tape) -> None:
    """Steps E and F for all seats in turn order (rounds 1–8)."""
    players = table.common[PLAYERS]
    for turn in range(players):
        seat = seat_in_turn(table.common, turn)
        mine = row(table.seats, seat)
        # A pot that exploded may shop only if its owner chose the coins (rule 6.E).
        if not mine[EXPLODED] or mine[COINS_AFTER_EXPLOSION]:
            shop(rules, table, seat, journal, tape)
    if table.seats[0, CARD] == FB9:
        call_book(table.fortune, BEFORE_RUBIES, rules, table, 0, 0, journal, tape)
    spend_all_rubies(rules, table, journal, tape)
