"""Facts about the baskets of the market that several purchase policies need; compiled into them.

A purchase policy with a parameter for each colour that is sold finds their numbers in
``params.by_colour``, in the order of the colours.
"""

from typing import Any

from quacks_sim.kernel.jit import inlined
from quacks_sim.policies.params import Params
from quacks_sim.rules.chips import KIND_COLOUR, NO_KIND, ORANGE


@inlined
def is_legal(view: Any, basket: int) -> bool:
    """Return whether all kinds of an affordable basket are in play and in the supply."""
    return view.basket_kinds[basket] & ~view.available == 0


@inlined
def nothing_if_legal(view: Any) -> int:
    """Return the empty basket, or the cheapest legal one if something must be bought.

    With the rule option ``min_purchases`` the market may not be left empty-handed (rule 6.E.1).
    """
    if view.may_skip:
        return view.nothing
    for basket in range(view.nothing - 1, view.first, -1):
        if is_legal(view, basket):
            return basket
    return view.first


@inlined
def basket_size(view: Any, basket: int) -> int:
    """Return the number of chips in a basket, 0–2."""
    first = 0 if view.basket_first[basket] == NO_KIND else 1
    return first if view.basket_second[basket] == NO_KIND else first + 1


@inlined
def colour_parameter(kind: int, params: Params) -> int:
    """Return the parameter of the colour of a kind that is sold."""
    return params.by_colour[KIND_COLOUR[kind] - ORANGE]


@inlined
def all_chosen(view: Any, basket: int, params: Params) -> bool:
    """Return whether the parameter of each colour in a basket is above 0."""
    first, second = view.basket_first[basket], view.basket_second[basket]
    return (first == NO_KIND or colour_parameter(first, params) > 0) and (
        second == NO_KIND or colour_parameter(second, params) > 0
    )


@inlined
def owned_of_colour(view: Any, kind: int) -> int:
    """Return how many chips of a kind's colour are owned."""
    count = 0
    for other in range(view.bag.shape[0]):
        if KIND_COLOUR[other] == KIND_COLOUR[kind]:
            count += view.bag[other]
    return count


@inlined
def contains(view: Any, basket: int, kind: int) -> bool:
    """Return whether a kind is in a basket."""
    return (view.basket_kinds[basket] >> kind) & 1 == 1
