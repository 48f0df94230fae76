"""What to buy (rule 6.E). The answer is the index of a basket of the market."""

from typing import Any

import numpy as np

from quacks_sim.kernel.jit import inlined
from quacks_sim.kernel.views import PurchaseView
from quacks_sim.policies.baskets import (
    all_chosen,
    basket_size,
    colour_parameter,
    contains,
    is_legal,
    nothing_if_legal,
    owned_of_colour,
)
from quacks_sim.policies.facts import one_of, own_chance
from quacks_sim.policies.params import SOLD_COLOURS, Params
from quacks_sim.policies.registry import Parameter, policy
from quacks_sim.policies.valued import EXPLORE, gain_of_chip, gain_together
from quacks_sim.rules.chips import K1, KIND_COUNT, KIND_VALUE, NO_KIND, O1, P1, Y1

#: As many black chips as the box holds (rule 1.3): no limit.
ALL_BLACK = 18

_CHOSEN = tuple(
    Parameter(colour, 0, 0, 1, f"1 buys {colour}", whole=True) for colour in SOLD_COLOURS
)
_MOST_BLACK = Parameter("most_black", ALL_BLACK, 0, ALL_BLACK, "black chips to own at most", True)


@policy("purchase")
def dearest(view: PurchaseView, params: Params) -> int:
    """Buy the dearest affordable basket; of equal prices the first listed."""
    for basket in range(view.first, view.nothing):
        if is_legal(view, basket):
            return basket
    return view.nothing


@policy(
    "purchase",
    *_CHOSEN,
    _MOST_BLACK,
    Parameter("most_chips", 2, 1, 2, "chips in a purchase at most", whole=True),
    needs="colours",
)
def dearest_of(view: PurchaseView, params: Params) -> int:
    """Buy two chips of the chosen colours if possible, else one; the dearest first.

    Source: the bots of tylorlilley.
    """
    enough_black = owned_of_colour(view, K1) >= params.most_black
    single = view.nothing
    for basket in range(view.first, view.nothing):
        size = basket_size(view, basket)
        if (
            size > params.most_chips
            or not is_legal(view, basket)
            or not all_chosen(view, basket, params)
            or (enough_black and contains(view, basket, K1))
        ):
            continue
        if size == params.most_chips:
            return basket
        if single == view.nothing:
            single = basket
    return single if single != view.nothing else nothing_if_legal(view)


@inlined
def wanted_in(view: Any, basket: int, params: Params) -> int:
    """Return how many chips of a basket are wanted, −1 if one is refused."""
    count = 0
    for kind in (view.basket_first[basket], view.basket_second[basket]):
        if kind != NO_KIND:
            wish = colour_parameter(kind, params)
            if wish < 0:
                return -1
            count += 1 if wish > 0 else 0
    return count


@policy(
    "purchase",
    *(
        Parameter(colour, 0, -1, 1, f"1 wants {colour}, 0 allows it, -1 refuses it", whole=True)
        for colour in SOLD_COLOURS
    ),
)
def dearest_with(view: PurchaseView, params: Params) -> int:
    """Buy the dearest basket of those with most wanted colours and with no refused one.

    With one number for each round it forces a purchase in some rounds and forbids it in others.
    """
    best, best_wanted = view.nothing, -1
    for basket in range(view.first, view.nothing):
        if is_legal(view, basket):
            wanted = wanted_in(view, basket, params)
            if wanted > best_wanted:
                best, best_wanted = basket, wanted
    return best if best != view.nothing else nothing_if_legal(view)


@policy("purchase", *_CHOSEN, _MOST_BLACK, needs="colours")
def balanced_of(view: PurchaseView, params: Params) -> int:
    """Buy two chips of those chosen colours of which the fewest are owned, the dearest first.

    One chip if two are not possible. Source: the Edinburgh student project.
    """
    enough_black = owned_of_colour(view, K1) >= params.most_black
    best, best_size, best_owned = view.nothing, 0, 0
    for basket in range(view.first, view.nothing):
        if (
            not is_legal(view, basket)
            or not all_chosen(view, basket, params)
            or (enough_black and contains(view, basket, K1))
        ):
            continue
        size = basket_size(view, basket)
        owned = owned_of_colour(view, view.basket_first[basket])
        if size == 2:
            owned += owned_of_colour(view, view.basket_second[basket])
        if size > best_size or (size == best_size and owned < best_owned):
            best, best_size, best_owned = basket, size, owned
    return best if best_size > 0 else nothing_if_legal(view)


@policy(
    "purchase",
    *(Parameter(colour, 1, 0, 10, f"rank of {colour}, 0 buys none") for colour in SOLD_COLOURS),
    _MOST_BLACK,
    needs="colours",
)
def priority(view: PurchaseView, params: Params) -> int:
    """Buy a chip of the colour with the highest rank, then one of the next; the dearest of these.

    Values count only between baskets of equal ranks.
    """
    enough_black = owned_of_colour(view, K1) >= params.most_black
    best, best_high, best_low = view.nothing, 0.0, 0.0
    for basket in range(view.first, view.nothing):
        if (
            not is_legal(view, basket)
            or not all_chosen(view, basket, params)
            or (enough_black and contains(view, basket, K1))
        ):
            continue
        one = colour_parameter(view.basket_first[basket], params)
        other = 0.0
        if basket_size(view, basket) == 2:
            other = colour_parameter(view.basket_second[basket], params)
        high, low = max(one, other), min(one, other)
        if high > best_high or (high == best_high and low > best_low):
            best, best_high, best_low = basket, high, low
    return best if best != view.nothing else nothing_if_legal(view)


@inlined
def weight_of_chip(view: Any, kind: int, params: Params) -> float:
    """Return the score of a chip for `weighted`."""
    value = KIND_VALUE[kind]
    worth = params.value_1 if value == 1 else params.value_2 if value == 2 else params.value_4
    worth += params.growth * view.round * (value - 1)
    score = colour_parameter(kind, params) * worth
    if kind == K1 and owned_of_colour(view, K1) >= params.most_black:
        score -= params.penalty
    if kind == P1 and (view.round < params.purple_from or view.round == 8):
        score -= params.penalty
    if kind == Y1 and view.round >= 7:
        score -= params.late_yellow
    return score


@policy(
    "purchase",
    *(Parameter(colour, 1, 0, 10, f"weight of {colour}") for colour in SOLD_COLOURS),
    Parameter("value_1", 1.0, 0, 10, "weight of a chip of value 1"),
    Parameter("value_2", 1.7, 0, 10, "weight of a chip of value 2"),
    Parameter("value_4", 3.2, 0, 10, "weight of a chip of value 4"),
    Parameter("growth", 0.05, 0, 1, "added for each round and each point of value above 1"),
    Parameter("two_chips", 0.5, -10, 10, "bonus for a basket of two chips"),
    Parameter("most_black", 1, 0, ALL_BLACK, "black chips to own at most", whole=True),
    Parameter("purple_from", 3, 1, 9, "first round of buying purple", whole=True),
    Parameter("penalty", 2.0, 0, 10, "for black and purple outside of these limits"),
    Parameter("late_yellow", 0.5, 0, 10, "penalty for yellow 1-chips from round 7 on"),
)
def weighted(view: PurchaseView, params: Params) -> int:
    """Buy the basket of the highest sum of colour weight times value weight.

    The value weight grows with the rounds. Penalties: a black chip beyond the most, purple before
    its round and in round 8, the yellow 1-chip from round 7. Nothing only if no basket scores above
    0. Source: the bots of quacks-elixir.
    """
    # Each kind is weighed once, not once for each of the baskets that it is in.
    weights = np.zeros(KIND_COUNT)
    for kind in range(O1, KIND_COUNT):
        weights[kind] = weight_of_chip(view, kind, params)
    best, best_score = view.nothing, 0.0
    for basket in range(view.first, view.nothing):
        if is_legal(view, basket):
            score = weights[view.basket_first[basket]]
            if view.basket_second[basket] != NO_KIND:
                score += weights[view.basket_second[basket]] + params.two_chips
            if score > best_score:
                best, best_score = basket, score
    return best if best != view.nothing else nothing_if_legal(view)


@inlined
def legal_by_lot(view: Any, chance: float) -> int:
    """Return one of the legal baskets, all with the same chance, by a number in [0, 1)."""
    legal = 0
    for basket in range(view.first, view.nothing):
        legal += 1 if is_legal(view, basket) else 0
    left = int(chance * (legal + view.may_skip))
    for basket in range(view.first, view.nothing):
        if is_legal(view, basket):
            if left == 0:
                return basket
            left -= 1
    return view.nothing


@policy("purchase", EXPLORE, needs="values")
def learned(view: PurchaseView, params: Params) -> int:
    """Buy the basket that is worth most, in points to come, by learned values.

    What a chip is worth depends on the chips that are owned already.
    """
    chance = own_chance(view)
    if chance < params.explore:
        return legal_by_lot(view, chance / params.explore)
    gains = np.zeros(KIND_COUNT)
    for kind in range(O1, KIND_COUNT):
        gains[kind] = gain_of_chip(view, kind, params.learned)
    best, most = nothing_if_legal(view), 0.0 if view.may_skip else -np.inf
    for basket in range(view.first, view.nothing):
        if is_legal(view, basket):
            first, second = view.basket_first[basket], view.basket_second[basket]
            gain = gains[first]
            if second != NO_KIND:
                gain += gains[second] + gain_together(first, second, params.learned)
            if gain > most:
                best, most = basket, gain
    return best


@policy("purchase")
def nothing(view: PurchaseView, params: Params) -> int:
    """Buy nothing, or the cheapest basket where the rules require a purchase."""
    return nothing_if_legal(view)


@policy("purchase")
def random(view: PurchaseView, params: Params) -> int:
    """Buy any legal basket, or nothing where that is legal, by lot."""
    legal = view.may_skip
    for basket in range(view.first, view.nothing):
        legal += 1 if is_legal(view, basket) else 0
    wanted = one_of(view, legal)
    for basket in range(view.first, view.nothing):
        if is_legal(view, basket):
            if wanted == 0:
                return basket
            wanted -= 1
    return view.nothing
