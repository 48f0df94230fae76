"""What a policy saw when it decided, worked out from the journal."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from quacks_sim.replay.fortune import option_in_words
from quacks_sim.replay.table import NO_LIMIT, Seat, Table
from quacks_sim.rules.books import Books, first_round
from quacks_sim.rules.cards import CARD_IDS
from quacks_sim.rules.chips import KINDS, NO_KIND
from quacks_sim.rules.moves import own_bonus, passive_bonus
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.rewards import PURPLE
from quacks_sim.rules.tables import (
    LAST_SPACE,
    SPACE_COINS,
    SPACE_VICTORY_POINTS,
    TUBE_CHIP,
    TUBE_POINTS,
    TUBE_RUBIES,
)
from quacks_sim.words import counted


def bust_chips(bag: Counter[str], white_sum: int, limit: int) -> int:
    """Return how many chips of a bag would explode the pot."""
    return sum(
        count for kind, count in bag.items() if kind[0] == "W" and white_sum + int(kind[1]) > limit
    )


def risk_in_words(bag: Counter[str], white_sum: int, limit: int) -> str:
    """Return the chance that the next chip explodes the pot: ``"risk 40 % (2 of 5 chips)"``."""
    bad, size = bust_chips(bag, white_sum, limit), sum(bag.values())
    if not size:
        return "the bag is empty"
    if not bad:
        return f"no risk ({counted(size, 'chip')})"
    return f"risk {100 * bad / size:.0f} % ({bad} of {counted(size, 'chip')})"


def why(table: Table, event: Mapping[str, Any]) -> str:
    """Return what lay before a policy at a decision, and what it chose.

    Parameters
    ----------
    table : Table
        As it is just before the event.
    event : mapping
        A ``choice`` or ``purchase`` of the journal.

    Returns
    -------
    str
        One line.
    """
    seat = table.seats[event["seat"]]
    if event["event"] == "purchase":
        return _purchase(table, seat, event)
    decision = event["decision"]
    taken = event["options"][event["choice"]]
    saw = {
        "stop": _stop,
        "flask": _flask,
        "blue": _blue,
        "red": _red,
        "yellow": _yellow,
        "purple": _purple,
        "explosion": _explosion,
        "rubies": _rubies,
        "droplet": _droplet,
    }.get(decision)
    if decision in CARD_IDS:
        return f"{decision}? {_card(table, seat, event)} → {taken}"
    if saw is None:
        return f"{decision}? {' | '.join(event['options'])} → {taken}"
    return f"{decision}? {saw(table, seat, event)} → {taken}"


def _stop(table: Table, seat: Seat, event: Mapping[str, Any]) -> str:
    return f"{_risk(table, seat)}, {_white(table, seat)}, space {seat.last_space + 1}"


def _risk(table: Table, seat: Seat) -> str:
    limit = table.limit(seat)
    if seat.chance == "next" and seat.white_sum > limit:
        return "any chip explodes the pot"
    return risk_in_words(seat.bag, seat.white_sum, limit)


def _white(table: Table, seat: Seat) -> str:
    """Return the white total and its limit: ``"white 5 of 7"``."""
    limit = table.limit(seat)
    return f"white {seat.white_sum}" + (" (protected)" if limit == NO_LIMIT else f" of {limit}")


def _card(table: Table, seat: Seat, event: Mapping[str, Any]) -> str:
    """Return what a card offers, and what it is about."""
    card, options = event["decision"], event["options"]
    if card == "FB10":
        return _keep_or_back(table, seat, seat.pot[-1][0])
    if card == "FB7":
        landings = [f"{kind} to {_landing(table, seat, kind, 0)}" for kind in options[:-1]]
        return " | ".join([*landings, "none"])
    told = " | ".join(option_in_words(card, option, seat.start) for option in options)
    if card == "FB3":
        space = seat.last_space + 1
        return f"{_risk(table, seat)}, {_white(table, seat)}, space {space}: {told}"
    if card == "FP3":
        return f"{counted(seat.rubies, 'ruby')}: {told}"
    if card == "FP9":
        return f"droplet {seat.droplet}: {told}"
    return told


def _keep_or_back(table: Table, seat: Seat, kind: str) -> str:
    """Compare leaving a chip in the pot with putting it back."""
    white = seat.white_sum - (int(kind[1]) if kind[0] == "W" else 0)
    keep = risk_in_words(seat.bag, seat.white_sum, table.limit(seat))
    back = risk_in_words(seat.bag + Counter([kind]), white, table.limit(seat))
    return f"keep {kind}: {keep}, white {seat.white_sum} | put it back: {back}, white {white}"


def _flask(table: Table, seat: Seat, event: Mapping[str, Any]) -> str:
    return _keep_or_back(table, seat, seat.pot[-1][0])


def _bonus(table: Table, seat: Seat, kind: str) -> int:
    """Return the bonus that books, or card FB6, offer to the move of a chip."""
    before = seat.pot[-1][0] if seat.pot else ""
    white = int(before[1]) if before[:1] == "W" else 0
    oranges = sum(other == "O1" for other, _ in seat.pot)
    red_4 = table.books["red"] == 4 and any(other[0] == "R" for other, _ in seat.pot)
    index = KINDS.index(kind)
    own = own_bonus(index, table.books, oranges, white, seat.yellows_placed)
    return own + passive_bonus(index, red_4, table.card == "FB6")


def _landing(table: Table, seat: Seat, kind: str, bonus: int) -> int:
    adjacent = table.rules.get("first_chip_placement") == "always_adjacent" and not seat.pot
    move = 1 if adjacent else int(kind[1]) + bonus
    return min(seat.last_space + move, LAST_SPACE)


def _blue(table: Table, seat: Seat, event: Mapping[str, Any]) -> str:
    room = table.limit(seat) - seat.white_sum
    places = []
    for kind in event["options"][:-1]:
        text = f"{kind} to {_landing(table, seat, kind, _bonus(table, seat, kind))}"
        if kind[0] == "R" and table.books["red"] == 2:
            text = f"{kind} beside the pot"
        white = int(kind[1]) if kind[0] == "W" else 0
        judged = white or seat.chance == "next"
        places.append(f"{text} explodes" if judged and white > room else text)
    return f"{' | '.join(places)} | none, {_white(table, seat)}"


def _red(table: Table, seat: Seat, event: Mapping[str, Any]) -> str:
    bonus = _bonus(table, seat, seat.hand)
    plain, further = (_landing(table, seat, seat.hand, each) for each in (0, bonus))
    return f"{seat.hand} to {plain} | {counted(bonus, 'space')} further to {further}"


def _yellow(table: Table, seat: Seat, event: Mapping[str, Any]) -> str:
    if event["options"][0] == "plain":
        return _red(table, seat, event)
    return _keep_or_back(table, seat, seat.pot[-2][0])


def _purple(table: Table, seat: Seat, event: Mapping[str, Any]) -> str:
    if table.books["purple"] != 1:
        return " | ".join(event["options"])
    return " | ".join(f"{tier}: {_tier(int(tier))}" for tier in event["options"])


def _tier(tier: int) -> str:
    """Return what a tier of purple of Set 1 brings: ``"1 point and 1 ruby"``."""
    reward = PURPLE[1][tier - 1]
    parts = [counted(reward.points, "point")]
    parts += [counted(reward.rubies, "ruby", "rubies")] if reward.rubies else []
    parts += ["a droplet step"] if reward.droplet else []
    return " and ".join(parts)


def _explosion(table: Table, seat: Seat, event: Mapping[str, Any]) -> str:
    coins = int(SPACE_COINS[seat.scoring_space])
    points = int(SPACE_VICTORY_POINTS[seat.scoring_space])
    return f"{counted(coins, 'coin')} | {counted(points, 'point')}"


def _rubies(table: Table, seat: Seat, event: Mapping[str, Any]) -> str:
    flask = "full" if seat.flask_full else "empty"
    options = " | ".join(event["options"])
    has = f"{counted(seat.rubies, 'ruby')}, droplet {seat.droplet}, flask {flask}"
    return f"{has}: {options}"


def _droplet(table: Table, seat: Seat, event: Mapping[str, Any]) -> str:
    tube = seat.tube + 1
    pays = counted(int(TUBE_POINTS[tube]), "point")
    if TUBE_RUBIES[tube]:
        pays = counted(int(TUBE_RUBIES[tube]), "ruby")
    elif TUBE_CHIP[tube] != NO_KIND:
        kind = KINDS[TUBE_CHIP[tube]]
        pays = kind if table.supply(kind) > 0 else f"{kind}, but none is left"
    return f"pot to {seat.droplet + 1} | tube {tube}: {pays}"


def affordable(table: Table, number: int, coins: int, books: Mapping[str, int]) -> list[str]:
    """Return the chips that coins pay for in a round, with prices: ``["G1 4", "O1 3"]``.

    Only what is in play and in the supply; the dearest first.
    """
    read = Books.read(books)
    options = RuleOptions.read(table.rules)
    prices = [(read.price(index, options), kind, index) for index, kind in enumerate(KINDS)]
    possible = [
        (price, kind)
        for price, kind, index in prices
        if 0 < price <= coins and first_round(index) <= number and table.supply(kind) > 0
    ]
    return [f"{kind} {price}" for price, kind in sorted(possible, key=lambda each: -each[0])]


def _purchase(table: Table, seat: Seat, event: Mapping[str, Any]) -> str:
    coins = int(SPACE_COINS[seat.scoring_space])
    offers = affordable(table, event["round"], coins, table.books)
    taken: Sequence[str] = event["chips"]
    what = " + ".join(taken) if taken else "nothing"
    return f"buy? {counted(coins, 'coin')}: {', '.join(offers) or 'nothing to pay for'} → {what}"
