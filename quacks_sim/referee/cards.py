"""The purple event cards, which act when they are turned up (rule 2.4; rule F1 for their moment).

Cards FP7 and FP9 act in the rat step; the blue cards act where their moment comes.
"""

from __future__ import annotations

from collections.abc import Callable

from quacks_sim.referee import box
from quacks_sim.referee.box import VALUE
from quacks_sim.referee.end_of_brewing import sized_chips
from quacks_sim.referee.gains import (
    gain_chip,
    gain_droplet,
    gain_outcome,
    gain_points,
    gain_rubies,
    pay_chip_of_bag,
    pay_ruby,
)
from quacks_sim.referee.illegal import IllegalMove
from quacks_sim.referee.rats import count_rats
from quacks_sim.referee.table import Seat, Table

NO_CARD = "none"
NEXT_VALUE = {1: 2, 2: 4}
NEXT_WHITE = {"W1": "W2", "W2": "W3"}


# Where the other cards are carried out.
ELSEWHERE = {
    **dict.fromkeys(("FP7", "FP9"), "rats"),
    **dict.fromkeys(("FB1", "FB2", "FB7"), "end_of_brewing"),
    **dict.fromkeys(("FB3", "FB5", "FB6", "FB10"), "brewing"),
    **dict.fromkeys(("FB4", "FB8", "FB9", "FB11"), "evaluation"),
}


def turn_up_card(table: Table) -> None:
    """Turn up the card of the round; no card comes twice (rules 1.6 and 2.4).

    A game may be arranged so that some rounds have none.
    """
    left = [name for name in box.CARDS if name not in table.cards_used]
    card = table.tape.card(left)
    if card == NO_CARD:
        table.emit("card", table.turn_order[0].index, card=card)
        return
    if card not in left:
        raise IllegalMove("1.6", f"card {card} cannot be turned up")
    table.cards_used.append(card)
    table.card = card
    table.emit("card", table.turn_order[0].index, card=card)
    act_at_once = PURPLE_CARDS.get(card)
    if act_at_once:
        act_at_once(table)


def each_seat(act: Callable[[Table, Seat], None]) -> Callable[[Table], None]:
    """Let an effect reach everybody in turn order (rule 2.4)."""

    def act_for_all(table: Table) -> None:
        for seat in table.turn_order:
            act(table, seat)

    return act_for_all


def choose_one(table: Table, seat: Seat) -> None:
    """Card FP1: a black chip, any 2-chip, or three rubies."""
    options = ["K1"] if table.obtainable("K1") else []
    answer = table.ask(seat, "FP1", [*options, *sized_chips(table, 2), "rubies"])
    if answer == "rubies":
        gain_rubies(table, seat, "FP1", 3)
    else:
        gain_chip(table, seat, "FP1", answer)


def fill_up(table: Table, seat: Seat) -> None:
    """Card FP2: one droplet step, in time for this round (rule F6)."""
    gain_droplet(table, seat, "FP2", 1)


def wheel_and_deal(table: Table, seat: Seat) -> None:
    """Card FP3: pay a ruby for a 1-chip, neither purple nor black nor white."""
    if seat.rubies < 1:
        return
    kinds = sized_chips(table, 1)
    if table.options.wheel_and_deal_orange == "allowed" and table.obtainable("O1"):
        kinds.insert(0, "O1")
    answer = table.ask(seat, "FP3", ["none", *kinds])
    if answer != "none":
        pay_ruby(table, seat, "FP3")
        gain_chip(table, seat, "FP3", answer)


def charity(table: Table) -> None:
    """Card FP4: a ruby for those who hold the fewest, compared before any is paid."""
    fewest = min(seat.rubies for seat in table.seats)
    poorest = [seat for seat in table.turn_order if seat.rubies == fewest]
    for seat in poorest:
        gain_rubies(table, seat, "FP4", 1)


def beginners_bonus(table: Table) -> None:
    """Card FP5: a green 1-chip for those with the fewest points."""
    fewest = min(seat.victory_points for seat in table.seats)
    for seat in table.turn_order:
        if seat.victory_points == fewest:
            gain_chip(table, seat, "FP5", "G1")


def just_in_time(table: Table, seat: Seat) -> None:
    """Card FP6: four points, or one white 1-chip out of the bag for good."""
    options = ["points", "white"] if seat.bag["W1"] else ["points"]
    if table.ask(seat, "FP6", options) == "points":
        gain_points(table, seat, "FP6", 4)
    else:
        pay_chip_of_bag(table, seat, "FP6", "W1")


def less_is_more(table: Table) -> None:
    """Card FP8: the lowest sum of five chips wins a blue 2-chip, the others get a ruby."""
    sums = {}
    for seat in table.turn_order:
        drawn = table.reveal(seat, 5, "F7")
        sums[seat.index] = sum(VALUE[kind] for kind in drawn)
        for kind in drawn:
            table.to_bag_from_hand(seat, kind)
    lowest = min(sums.values())
    for seat in table.turn_order:
        if sums[seat.index] == lowest:
            gain_chip(table, seat, "FP8", "B2")
        else:
            gain_rubies(table, seat, "FP8", 1)


def rats_are_friends(table: Table) -> None:
    """Card FP10: any 4-chip, or a point for each tail, counted for all before anybody gains."""
    tails = {seat.index: count_rats(table, seat) for seat in table.seats}
    for seat in table.turn_order:
        answer = table.ask(seat, "FP10", [*sized_chips(table, 4), "points"])
        if answer != "points":
            gain_chip(table, seat, "FP10", answer)
            continue
        gain_points(table, seat, "FP10", tails[seat.index])
        seat.rats_used_up = table.options.rats_friends_rats_after == "used_up"


def choose_wisely(table: Table, seat: Seat) -> None:
    """Card FP11: two droplet steps, or a purple chip once its book is out."""
    options = ["droplet"]
    early = table.options.choose_wisely_early_purple == "yes"
    if table.in_supply("P1") and (early or table.book_is_out("P")):
        options.append("P1")
    if table.ask(seat, "FP11", options) == "droplet":
        gain_droplet(table, seat, "FP11", 2)
    else:
        gain_chip(table, seat, "FP11", "P1")


def roll_the_die(table: Table, seat: Seat) -> None:
    """Card FP12: everybody rolls the bonus die."""
    gain_outcome(table, seat, "FP12", table.roll(seat))


def opportunistic_moment(table: Table, seat: Seat) -> None:
    """Card FP13: draw four chips and exchange one for the next higher; if none can be, a G1."""
    drawn = table.reveal(seat, 4, "F7")
    for kind in drawn:
        table.to_bag_from_hand(seat, kind)
    growing = [kind for kind in drawn if grown_chip(table, kind)]
    if not growing:
        gain_chip(table, seat, "FP13", "G1")
        return
    answer = table.ask(seat, "FP13", [*growing, "none"])
    if answer != "none":
        bigger = grown_chip(table, answer)
        pay_chip_of_bag(table, seat, "FP13", answer)
        gain_chip(table, seat, "FP13", bigger)


def grown_chip(table: Table, kind: str) -> str:
    """Name the next higher chip of the colour that may be had, or nothing (card FP13)."""
    bigger = ""
    if kind[0] in box.SIZED_LETTERS and VALUE[kind] in NEXT_VALUE:
        bigger = kind[0] + str(NEXT_VALUE[VALUE[kind]])
    elif kind[0] == "W" and table.options.flea_market_white == "yes":
        bigger = NEXT_WHITE.get(kind, "")
    return bigger if bigger and table.obtainable(bigger) else ""


PURPLE_CARDS: dict[str, Callable[[Table], None]] = {
    "FP1": each_seat(choose_one),
    "FP2": each_seat(fill_up),
    "FP3": each_seat(wheel_and_deal),
    "FP4": charity,
    "FP5": beginners_bonus,
    "FP6": each_seat(just_in_time),
    "FP8": less_is_more,
    "FP10": rats_are_friends,
    "FP11": each_seat(choose_wisely),
    "FP12": each_seat(roll_the_die),
    "FP13": each_seat(opportunistic_moment),
}
