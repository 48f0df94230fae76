"""Step B of the evaluation: black, green and purple chips of every book (rule 6.B)."""

from __future__ import annotations

from collections.abc import Callable

from quacks_sim.referee import box
from quacks_sim.referee.box import LAST_SPACE, TRACK, VALUE
from quacks_sim.referee.gains import (
    can_advance,
    gain,
    gain_chip,
    gain_droplet,
    gain_points,
    gain_rubies,
    pay_chip_of_pot,
    pay_ruby,
)
from quacks_sim.referee.table import Placed, Seat, Table

GREEN_3_WHITE_SUM = 7


def resolve_pots(table: Table) -> None:
    """Resolve the chips of every pot (rule 6.B).

    Black compares the pots as they stand now. The order of green and purple is the player's where
    it can matter: not if both are pure gains of Set 1.
    """
    blacks = [sum(1 for chip in seat.pot if chip.kind == "K1") for seat in table.seats]
    for seat in table.turn_order:
        resolve_black(table, seat, blacks)
        steps = [GREEN[table.book["G"]], PURPLE[table.book["P"]]]
        letters = {chip.kind[0] for chip in seat.pot}
        plain = table.book["G"] == 1 and table.book["P"] == 1
        if (
            not plain
            and letters >= {"G", "P"}
            and table.ask(seat, "order", ["green", "purple"]) == "purple"
        ):
            steps.reverse()
        for step in steps:
            step(table, seat)


def paying_chips(table: Table, seat: Seat) -> list[Placed]:
    """List the chips that pay a bonus in step B: not the one of card FB7, unless counted."""
    if table.card == "FB7" and table.options.strong_ingredient_deferred == "suppressed":
        return [chip for chip in seat.pot if not chip.strong]
    return seat.pot


def last_greens(table: Table, seat: Seat) -> list[Placed]:
    """List the green chips among the last two of the pot (rule 5.5)."""
    paying = paying_chips(table, seat)
    return [chip for chip in seat.pot[-2:] if chip.kind[0] == "G" and chip in paying]


def purple_count(table: Table, seat: Seat) -> int:
    """Count the purple chips of the pot (rule 5.6)."""
    return sum(1 for chip in paying_chips(table, seat) if chip.kind[0] == "P")


def resolve_black(table: Table, seat: Seat, blacks: list[int]) -> None:
    """Compare black chips with the rival or the neighbours (rule 5.7)."""
    own = sum(1 for chip in paying_chips(table, seat) if chip.kind == "K1")
    droplet, rubies = black_reward(table, seat.index, own, blacks)
    gain(table, seat, "black", droplet=droplet, rubies=rubies)


def black_reward(table: Table, index: int, own: int, blacks: list[int]) -> tuple[int, int]:
    """Work out droplet steps and rubies of a black count (rules 5.7.1 and 5.7.2)."""
    seats = len(blacks)
    if seats == 1:
        beats = own > 0 and table.options.solo_black == "beats_zero"
        return (1, 1) if beats else (0, 0)
    if seats == 2:
        rival = blacks[1 - index]
        if own == 0:
            zero_pays = table.options.black_zero_zero == "droplet_each" and rival == 0
            return (1, 0) if zero_pays else (0, 0)
        return (int(own >= rival), int(own > rival))
    neighbours = (blacks[index - 1], blacks[(index + 1) % seats])
    beaten = sum(1 for rival in neighbours if own > rival)
    return (int(beaten >= 1), int(beaten == 2))


def green_1(table: Table, seat: Seat) -> None:
    """Pay a ruby for each green among the last two (rule 5.5)."""
    gain_rubies(table, seat, "green", len(last_greens(table, seat)))


def green_2(table: Table, seat: Seat) -> None:
    """Offer a chip by the value of each green among the last two (green-2)."""
    rewards = {1: ("O1",), 2: ("B1", "R1"), 4: ("Y1", "P1")}
    locked_too = table.options.green_s2_locked_books == "allowed"
    for chip in last_greens(table, seat):
        kinds = [
            kind
            for kind in rewards[VALUE[chip.kind]]
            if table.in_supply(kind) and (locked_too or table.book_is_out(kind[0]))
        ]
        answer = table.ask(seat, "green", ["none", *kinds])
        if answer != "none":
            gain_chip(table, seat, "green-2", answer)


def green_3(table: Table, seat: Seat) -> None:
    """Let the last chip move on by all green values when the white total is seven (green-3)."""
    total = sum(VALUE[chip.kind] for chip in paying_chips(table, seat) if chip.kind[0] == "G")
    if seat.white_sum != GREEN_3_WHITE_SUM or not total or seat.pot_is_full():
        return
    if table.ask(seat, "green", ["keep", "move"]) == "keep":
        return
    chip = seat.pot[-1]
    space = min(chip.space + total, LAST_SPACE)
    seat.pot[-1] = chip._replace(space=space)
    # Chips traded in by a purple book may have left the scoring space ahead of the last chip.
    seat.scoring_space = max(seat.scoring_space, space + 1)
    table.emit("move", seat.index, chip=chip.kind, cause="green-3", space=space)


def green_4(table: Table, seat: Seat) -> None:
    """Offer a droplet step for a ruby, once per green among the last two (green-4)."""
    for _ in last_greens(table, seat):
        if seat.rubies < 1 or not can_advance(table, seat):
            return
        if table.ask(seat, "green", ["keep", "pay"]) == "pay":
            pay_ruby(table, seat, "green-4")
            gain_droplet(table, seat, "green-4", 1)


def purple_1(table: Table, seat: Seat) -> None:
    """Pay exactly one tier (rule 5.6)."""
    tiers = [str(tier) for tier in range(1, min(purple_count(table, seat), 3) + 1)]
    if not tiers:
        return
    tier = table.ask(seat, "purple", tiers)
    if tier == "1":
        gain(table, seat, "purple", points=1)
    elif tier == "2":
        gain(table, seat, "purple", points=1, rubies=1)
    else:
        gain(table, seat, "purple", points=2, droplet=1)


def purple_2(table: Table, seat: Seat) -> None:
    """Trade in one, two or three purple chips for the reward of that tier (purple-2)."""
    tiers = [str(tier) for tier in range(1, min(purple_count(table, seat), 3) + 1)]
    tier = table.ask(seat, "purple", ["none", *tiers])
    if tier == "none":
        return
    for _ in range(int(tier)):
        pay_chip_of_pot(table, seat, "purple-2", "P1")
    if tier == "1":
        gain(table, seat, "purple-2", points=1, rubies=1, chips=["K1"])
    elif tier == "2":
        gain(table, seat, "purple-2", points=3, droplet=1, chips=["G1", "B2"])
    else:
        gain(table, seat, "purple-2", points=6, rubies=1, droplet=2, chips=["Y4"])


def purple_3(table: Table, seat: Seat) -> None:
    """Pay each purple chip by the number of its space (purple-3)."""
    by_index = table.options.purple_s3_space == "index"
    points = 0
    for chip in paying_chips(table, seat):
        if chip.kind[0] == "P":
            number = chip.space if by_index else TRACK[chip.space].coins
            points += min(number // 10, 3)
    gain_points(table, seat, "purple-3", points)


def purple_4(table: Table, seat: Seat) -> None:
    """Change one chip of the pot for a bigger one of its colour (purple-4)."""
    count = purple_count(table, seat)
    in_pot = {chip.kind for chip in seat.pot}
    options = ["none"]
    for tier, (old, new) in enumerate(((1, 2), (2, 4), (1, 4)), start=1):
        for letter in box.SIZED_LETTERS:
            smaller, bigger = f"{letter}{old}", f"{letter}{new}"
            if count >= tier and smaller in in_pot and table.in_supply(bigger):
                options.append(f"{smaller} {bigger}")
    answer = table.ask(seat, "purple", options)
    if answer != "none":
        smaller, bigger = answer.split()
        pay_chip_of_pot(table, seat, "purple-4", smaller)
        gain_chip(table, seat, "purple-4", bigger)


GREEN: dict[int, Callable[[Table, Seat], None]] = {1: green_1, 2: green_2, 3: green_3, 4: green_4}
PURPLE: dict[int, Callable[[Table, Seat], None]] = {
    1: purple_1,
    2: purple_2,
    3: purple_3,
    4: purple_4,
}
