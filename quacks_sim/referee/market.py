"""Shopping, rubies and the conversions of round 9 (rules 6.E, 6.F and 8.3)."""

from __future__ import annotations

from collections.abc import Sequence

from quacks_sim.referee import box
from quacks_sim.referee.gains import (
    can_advance,
    can_enter_tube,
    enter_tube,
    gain_droplet,
    gain_points,
    spend_rubies,
)
from quacks_sim.referee.illegal import IllegalMove
from quacks_sim.referee.table import Seat, Table

MOST_PURCHASES = 2
RUBY_PRICE = 2
COINS_PER_POINT = 5
RUBIES_PER_POINT = 2


def shop(table: Table, seat: Seat) -> None:
    """Let a seat buy up to two chips (rule 6.E)."""
    coins = box.TRACK[seat.scoring_space].coins
    table.emit("budget", seat.index, coins=coins)
    offers = {
        kind: price
        for kind, price in table.prices.items()
        if price <= coins and table.obtainable(kind)
    }
    least = min(table.options.min_purchases, len(offers))
    chips = table.tape.purchase(seat.index, coins, offers, least)
    chips = sorted(chips, key=lambda kind: box.KINDS.index(kind) if kind in box.KINDS else -1)
    price = price_of_basket(table, chips, coins)
    if len(chips) < least:
        raise IllegalMove("6.E.1", "at least one chip must be bought")
    for kind in chips:
        table.to_bag_from_supply(seat, kind)
    table.emit("purchase", seat.index, chips=chips, price=price)


def price_of_basket(table: Table, chips: Sequence[str], coins: int) -> int:
    """Price a basket (rule 6.E.1).

    Raises
    ------
    IllegalMove
        If the basket may not be bought.
    """
    for kind in chips:
        if kind[:1] == "W":
            raise IllegalMove("6.E.2", "white chips are never sold")
        if kind not in table.prices:
            raise IllegalMove("6.E.1", f"there is no chip {kind}")
        if not table.book_is_out(kind[0]):
            raise IllegalMove("6.E.1", f"the book of {kind} is not out yet")
        if not table.in_supply(kind):
            raise IllegalMove("6.E.1", f"{kind} is sold out")
    if len(chips) > MOST_PURCHASES:
        raise IllegalMove("6.E.1", f"{len(chips)} chips are too many")
    if len({kind[0] for kind in chips}) < len(chips):
        raise IllegalMove("6.E.1", "the chips must differ in colour")
    price = sum(table.prices[kind] for kind in chips)
    if price > coins:
        raise IllegalMove("6.E.1", f"{price} coins are needed, {coins} are there")
    return price


def spend_on_droplet_and_flask(table: Table, seat: Seat) -> None:
    """Offer a droplet step or a full flask for two rubies, again and again (rule 6.F)."""
    while seat.rubies >= RUBY_PRICE:
        answer = table.ask(seat, "rubies", ["keep", *things_for_rubies(table, seat)])
        if answer == "keep":
            return
        buy_with_rubies(table, seat, answer)


def things_for_rubies(table: Table, seat: Seat) -> list[str]:
    """List what rubies can buy now; in round 9 at most a tube step (rules 6.F, 8.3, 11.2)."""
    if table.round == 9:
        sold = table.options.tube_purchase_round_9 == "yes" and can_enter_tube(table, seat)
        return ["tube"] if sold else []
    things = ["droplet"] if can_advance(table, seat) else []
    if not seat.flask_full:
        things.append("flask")
    return things


def buy_with_rubies(table: Table, seat: Seat, thing: str) -> None:
    """Pay two rubies for a thing (rule 6.F).

    Raises
    ------
    IllegalMove
        If the thing cannot be bought or the rubies are missing.
    """
    if seat.rubies < RUBY_PRICE or thing not in things_for_rubies(table, seat):
        raise IllegalMove("6.F", f"seat {seat.index} cannot buy a {thing}")
    spend_rubies(table, seat, RUBY_PRICE)
    if thing == "flask":
        seat.flask_full = True
    table.emit("ruby_spent", seat.index, on=thing, rubies=seat.rubies)
    if thing == "droplet":
        gain_droplet(table, seat, "rubies", 1)
    elif thing == "tube":
        enter_tube(table, seat, "rubies")


def final_conversion(table: Table, seat: Seat) -> None:
    """Turn coins and rubies into points, each for itself (rule 8.3)."""
    if seat.shops:
        coins = box.TRACK[seat.scoring_space].coins
        gain_points(table, seat, "final_coins", coins // COINS_PER_POINT)
    gain_points(table, seat, "final_rubies", seat.rubies // RUBIES_PER_POINT)
