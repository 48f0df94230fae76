"""What to buy, and what to do with rubies. Rules 6.E and 6.F."""

from itertools import combinations

from quacks_sim.advice.gain import Gain
from quacks_sim.advice.gains import marks, worth_of
from quacks_sim.advice.options import Advice, Option, ranked
from quacks_sim.advice.situation import Situation
from quacks_sim.advice.terms import Terms
from quacks_sim.errors import InputError
from quacks_sim.rules.amounts import (
    COINS_PER_POINT,
    MOST_PURCHASES,
    RUBIES_FOR_A_THING,
    RUBIES_PER_POINT,
)
from quacks_sim.rules.books import first_round, sold_kinds
from quacks_sim.rules.chips import KIND_COLOUR, KINDS, kind_index
from quacks_sim.rules.tables import SPACE_COINS
from quacks_sim.words import counted


def budget(situation: Situation) -> int:
    """Return the coins of the scoring space."""
    return int(SPACE_COINS[situation.scoring_space])


def baskets(situation: Situation, coins: int) -> list[tuple[int, ...]]:
    """Return what may be bought for so many coins: none, one or two chips of different colours."""
    prices = {
        kind: situation.books.price(kind, situation.rules)
        for kind in sold_kinds()
        if first_round(kind) <= situation.round
    }
    single = [(kind,) for kind, price in prices.items() if price <= coins]
    pairs = [
        (one, two)
        for one, two in combinations(prices, MOST_PURCHASES)
        if KIND_COLOUR[one] != KIND_COLOUR[two] and prices[one] + prices[two] <= coins
    ]
    nothing: list[tuple[int, ...]] = [()]
    if situation.rules.min_purchases and single:
        nothing = []
    return [*nothing, *single, *pairs]


def price_of(situation: Situation, kinds: tuple[int, ...]) -> int:
    """Return what chips cost together."""
    return sum(situation.books.price(kind, situation.rules) for kind in kinds)


def name_of(kinds: tuple[int, ...]) -> str:
    """Return how a purchase is typed."""
    return " ".join(KINDS[kind].lower() for kind in kinds) or "none"


def advise_market(situation: Situation, terms: Terms, coins: int) -> Advice:
    """Return the purchases, the best first."""
    options = []
    for kinds in baskets(situation, coins):
        gain = Gain(chips=kinds)
        price = price_of(situation, kinds)
        words = counted(price, "coin") if kinds else "buy nothing"
        options.append(
            Option(
                name_of(kinds),
                words,
                worth_of(gain, situation, terms),
                gain,
                marks(kinds, situation, terms),
            )
        )
    return Advice("market", ranked(options))


def read_purchase(situation: Situation, text: str, coins: int) -> tuple[int, ...]:
    """Return the chips of an answer such as ``"g1 r2"`` or ``"none"``.

    Raises
    ------
    InputError
        For what cannot be bought.
    """
    words = text.lower().replace(",", " ").replace("+", " ").split()
    if words in (["none"], ["nothing"], ["n"]):
        words = []
    elif not words:
        raise InputError("an answer is wanted here", "type chips as g1 r1, or none")
    kinds = tuple(sorted(kind_index(word) for word in words))
    if kinds in baskets(situation, coins):
        return kinds
    named = " ".join(KINDS[kind] for kind in kinds) or "nothing"
    raise InputError(f"{named} cannot be bought: {_refusal(situation, kinds, coins)}", _CURE)


_CURE = "type up to two chips of different colours, or none"


def _refusal(situation: Situation, kinds: tuple[int, ...], coins: int) -> str:
    if len(kinds) > MOST_PURCHASES:
        return "two chips at most"
    if any(kind not in sold_kinds() for kind in kinds):
        return "white is never sold"
    for kind in kinds:
        if first_round(kind) > situation.round:
            return f"{KINDS[kind]} is sold from round {first_round(kind)} on"
    if len({KIND_COLOUR[kind] for kind in kinds}) < len(kinds):
        return "two chips of one colour"
    if not kinds:
        return "a chip has to be bought (min_purchases)"
    return f"it costs {price_of(situation, kinds)}, you have {coins}"


def ruby_options(situation: Situation) -> list[Option]:
    """Return the ways to spend rubies: droplet steps, a refilled flask, or nothing (rule 6.F)."""
    pairs = situation.rubies // RUBIES_FOR_A_THING
    room = int(situation.rules.droplet_cap) - situation.droplet
    options = []
    for flask in range(2 if pairs and not situation.flask else 1):
        for steps in range(min(pairs - flask, room) + 1):
            names = (["flask"] if flask else []) + (_times("droplet", steps))
            gain = Gain(rubies=-RUBIES_FOR_A_THING * (flask + steps), droplet=steps, flask=flask)
            options.append(Option(" ".join(names) or "none", _spending(flask, steps), gain=gain))
    return options


def _times(name: str, count: int) -> list[str]:
    return [] if not count else [name] if count == 1 else [f"{name} x{count}"]


def _spending(flask: int, steps: int) -> str:
    spent = ([counted(steps, "droplet step")] if steps else []) + (
        ["the flask filled"] if flask else []
    )
    return " and ".join(spent) or "keep all rubies"


def last_points(situation: Situation, takes_coins: bool) -> int:
    """Return the points of the last conversion: coins and rubies, each rounded down (rule 8.3)."""
    coins = budget(situation) // COINS_PER_POINT if takes_coins else 0
    return coins + situation.rubies // RUBIES_PER_POINT
