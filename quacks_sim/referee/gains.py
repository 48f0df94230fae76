"""Gaining and giving up: points, rubies, droplet steps and chips, each with its event."""

from __future__ import annotations

from collections.abc import Iterable

from quacks_sim.referee import box
from quacks_sim.referee.box import Outcome
from quacks_sim.referee.table import Seat, Table


def gain_points(table: Table, seat: Seat, cause: str, amount: int) -> None:
    """Add victory points (rule 9.1)."""
    if amount > 0:
        seat.victory_points += amount
        _reward(table, seat, cause, "victory_points", amount, seat.victory_points)


def gain_rubies(table: Table, seat: Seat, cause: str, amount: int) -> None:
    """Add rubies, as many as there are (rule 1.4)."""
    if table.ruby_stock is not None:
        amount = min(amount, table.ruby_stock)
        table.ruby_stock -= amount
    if amount > 0:
        seat.rubies += amount
        _reward(table, seat, cause, "ruby", amount, seat.rubies)


def can_advance(table: Table, seat: Seat) -> bool:
    """Whether a droplet step is possible at all (rules 6.F and 11.2)."""
    return seat.droplet < table.options.droplet_cap or can_enter_tube(table, seat)


def can_enter_tube(table: Table, seat: Seat) -> bool:
    """Whether the tube droplet can still move (rule 11.2)."""
    return table.setup.test_tubes and seat.tube < box.LAST_TUBE


def gain_droplet(table: Table, seat: Seat, cause: str, amount: int) -> None:
    """Advance the droplet up to its cap; with test tubes every step is a choice (rule 11.2)."""
    if not table.setup.test_tubes:
        amount = min(amount, table.options.droplet_cap - seat.droplet)
        if amount > 0:
            seat.droplet += amount
            _reward(table, seat, cause, "droplet", amount, seat.droplet)
        return
    for _ in range(amount):
        options = ["pot"] if seat.droplet < table.options.droplet_cap else []
        if can_enter_tube(table, seat):
            options.append("tube")
        if not options:
            return
        if table.ask(seat, "droplet", options) == "tube":
            enter_tube(table, seat, cause)
        else:
            seat.droplet += 1
            _reward(table, seat, cause, "droplet", 1, seat.droplet)


def enter_tube(table: Table, seat: Seat, cause: str) -> None:
    """Move the tube droplet on by one and pay what that tube shows (rule 11.2)."""
    seat.tube += 1
    _reward(table, seat, cause, "tube", 1, seat.tube)
    gain_outcome(table, seat, "tube", box.TUBES[seat.tube])


def gain_chip(table: Table, seat: Seat, cause: str, kind: str) -> None:
    """Take a chip from the supply into the bag; without one the gain is lost (rule F2)."""
    if table.in_supply(kind):
        table.to_bag_from_supply(seat, kind)
        _reward(table, seat, cause, "chip", 1, seat.owned[kind], kind)


def gain_outcome(table: Table, seat: Seat, cause: str, outcome: Outcome) -> None:
    """Pay a face of the die or a tube (rules 6.A and 11.2)."""
    if outcome.reward == "victory_points":
        gain_points(table, seat, cause, outcome.amount)
    elif outcome.reward == "ruby":
        gain_rubies(table, seat, cause, outcome.amount)
    elif outcome.reward == "droplet":
        gain_droplet(table, seat, cause, outcome.amount)
    elif outcome.reward == "chip":
        gain_chip(table, seat, cause, outcome.chip)


def gain(
    table: Table,
    seat: Seat,
    cause: str,
    points: int = 0,
    rubies: int = 0,
    droplet: int = 0,
    chips: Iterable[str] = (),
) -> None:
    """Pay a reward of several kinds, in the order points, rubies, droplet, chips."""
    gain_points(table, seat, cause, points)
    gain_rubies(table, seat, cause, rubies)
    gain_droplet(table, seat, cause, droplet)
    for kind in chips:
        gain_chip(table, seat, cause, kind)


def gain_flask(table: Table, seat: Seat, cause: str) -> None:
    """Refill an empty flask free of charge (card FB9)."""
    if not seat.flask_full:
        seat.flask_full = True
        _reward(table, seat, cause, "flask", 1, 1)


def spend_rubies(table: Table, seat: Seat, amount: int) -> None:
    """Put rubies back to the stock."""
    seat.rubies -= amount
    if table.ruby_stock is not None:
        table.ruby_stock += amount


def pay_ruby(table: Table, seat: Seat, cause: str) -> None:
    """Pay one ruby for a card or a book."""
    spend_rubies(table, seat, 1)
    table.emit("payment", seat.index, cause=cause, payment="ruby", amount=1, total=seat.rubies)


def pay_chip_of_bag(table: Table, seat: Seat, cause: str, kind: str) -> None:
    """Give a chip of the bag to the supply."""
    table.to_supply_from_bag(seat, kind)
    _chip_paid(table, seat, cause, kind)


def pay_chip_of_pot(table: Table, seat: Seat, cause: str, kind: str) -> None:
    """Give a chip of the pot to the supply."""
    table.to_supply_from_pot(seat, kind)
    _chip_paid(table, seat, cause, kind)


def _chip_paid(table: Table, seat: Seat, cause: str, kind: str) -> None:
    table.emit(
        "payment",
        seat.index,
        cause=cause,
        payment="chip",
        amount=1,
        chip=kind,
        total=seat.owned[kind],
    )


def _reward(
    table: Table, seat: Seat, cause: str, reward: str, amount: int, total: int, chip: str = ""
) -> None:
    if chip:
        table.emit(
            "reward",
            seat.index,
            cause=cause,
            reward=reward,
            amount=amount,
            chip=chip,
            total=total,
        )
    else:
        table.emit("reward", seat.index, cause=cause, reward=reward, amount=amount, total=total)
