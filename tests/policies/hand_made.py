"""Views made by hand, in which the fields that a test does not name have harmless values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.kernel.journal import BY_DIE
from quacks_sim.kernel.ruleset import make_rules
from quacks_sim.kernel.state import (
    CARD,
    GREEN_BOOK,
    MOST_PARAMETERS,
    MOST_VALUES,
    PURPLE_BOOK,
    SEAT_COLUMNS,
    TUBE,
)
from quacks_sim.kernel.views import (
    BesideView,
    BlueView,
    BrewView,
    CardView,
    DropletView,
    ExplosionView,
    GreenView,
    OrderView,
    PurchaseView,
    PurpleView,
    RubiesView,
)
from quacks_sim.policies.params import Params
from quacks_sim.policies.registry import Policy
from quacks_sim.policies.valued import VALUE_NAMES
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import WITHOUT_CARD
from quacks_sim.rules.chips import KINDS, NO_KIND, WHITE_VALUE, frozen, kind_index, parse_bag
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import TUBE_CHIP, TUBE_POINTS, TUBE_RUBIES

ALL_KINDS = (1 << 18) - 1
RULES = make_rules(RuleOptions(), Books())


def params(**values: float) -> Params:
    """Return parameters of a policy by name, as its plain function gets them."""
    return Params(tuple(values), np.array([*values.values()], np.float64))


def defaults(policy: Policy) -> Params:
    """Return the parameters of a policy at their defaults."""
    return params(**{each.name: each.default for each in policy.parameters})


def valued(own: Mapping[str, float] | None = None, **values: float) -> Params:
    """Return parameters of a policy with learned values, 0 where none is named."""
    own = own or {}
    array = np.zeros(MOST_PARAMETERS + MOST_VALUES)
    array[: len(own)] = [*own.values()]
    for name, value in {"die_spread": 1.0, "win_spread": 1.0, **values}.items():
        array[MOST_PARAMETERS + VALUE_NAMES.index(name)] = value
    return Params(tuple(own), array, learned=True)


def table(*seats: dict[int, int]) -> NDArray[np.int64]:
    """Return the open table from a mapping of columns to numbers for each seat; books of Set 1."""
    array = np.zeros((4, SEAT_COLUMNS), np.int64)
    array[:, GREEN_BOOK : PURPLE_BOOK + 1] = 1
    array[:, CARD] = WITHOUT_CARD
    for seat, columns in enumerate(seats):
        for column, value in columns.items():
            array[seat, column] = value
    array.setflags(write=False)
    return array


def bag_of(text: str) -> NDArray[np.int64]:
    """Return a read-only bag written as text."""
    return frozen(parse_bag(text).tolist())


def brewing(
    bag: str = "W1x4 W2x2 W3 O1 G1", white_sum: int = 0, last: str = "", **more: Any
) -> BrewView:
    """Return the view of a brew whose bag holds these chips."""
    chips = bag_of(bag)
    limit = more.get("limit", 7)
    values: dict[str, Any] = {
        "seat": 0,
        "players": 2,
        "round": 1,
        "space": 10,
        "limit": limit,
        "white_sum": white_sum,
        "bag_size": int(chips.sum()),
        "bust_chips": int(chips[WHITE_VALUE + white_sum > limit].sum()),
        "pot_size": 4,
        "last_kind": kind_index(last) if last else NO_KIND,
        "white_before": 0,
        "bonus": 0,
        "chance_key": np.uint64(1),
        "decision": 1,
        "bag": chips,
        "table": table(),
    }
    return BrewView(**{**values, **more})


def revealed(chips: dict[str, int], **more: Any) -> BlueView:
    """Return the view of a blue chip that revealed chips, each with the space it would reach."""
    kinds = [*(kind_index(name) for name in chips), NO_KIND]
    values: dict[str, Any] = {
        "seat": 0,
        "players": 2,
        "round": 1,
        "space": 10,
        "limit": 7,
        "white_sum": 4,
        "bag_size": 5,
        "options": len(kinds),
        "chance_key": np.uint64(1),
        "decision": 1,
        "bag": bag_of("W1x5"),
        "table": table(),
        "option_kind": frozen(kinds),
        "option_space": frozen([*chips.values(), 9]),
    }
    return BlueView(**{**values, **more})


def purple(tiers: int, options: list[int] | None = None, **more: Any) -> PurpleView:
    """Return the view of a purple reward: those of Set 1, or options of these tiers."""
    listed = options or list(range(1, tiers + 1))
    values: dict[str, Any] = {
        "seat": 0,
        "players": 2,
        "round": 3,
        "tiers": tiers,
        "options": len(listed),
        "chance_key": np.uint64(1),
        "decision": 1,
        "bag": bag_of("W1"),
        "table": table(),
        "option_tier": frozen(listed),
        "option_kind": frozen([NO_KIND] * len(listed)),
    }
    return PurpleView(**{**values, **more})


def green_chip(book: int, chips: list[str] | None = None, **more: Any) -> GreenView:
    """Return the view of what a green chip offers; with the book of Set 2 these chips."""
    kinds = [NO_KIND, *(kind_index(name) for name in chips or ["O1"])]
    values: dict[str, Any] = {
        "seat": 0,
        "players": 2,
        "round": 3,
        "book": book,
        "options": len(kinds),
        "value": 1,
        "space": 10,
        "new_space": 10,
        "rubies": 1,
        "chance_key": np.uint64(1),
        "decision": 1,
        "bag": bag_of("W1"),
        "table": table(),
        "option_kind": frozen(kinds),
    }
    return GreenView(**{**values, **more})


def ordering(**more: Any) -> OrderView:
    """Return the view of the order of step B."""
    values: dict[str, Any] = {
        "seat": 0,
        "players": 2,
        "round": 3,
        "space": 10,
        "rubies": 1,
        "chance_key": np.uint64(1),
        "decision": 1,
        "bag": bag_of("W1"),
        "table": table(),
    }
    return OrderView(**{**values, **more})


def event(
    card: int, *options: dict[str, int], bag: str = "W1x4 W2x2 W3 O1 G1", **more: Any
) -> CardView:
    """Return the view of an event card whose options bring what their mappings name."""
    chips = bag_of(bag)
    none = {"kind": NO_KIND, "given": NO_KIND, "space": more.get("space", 1)}
    values: dict[str, Any] = {
        "seat": 0,
        "players": 2,
        "round": 3,
        "card": card,
        "options": len(options),
        "space": 1,
        "limit": 7,
        "white_sum": 0,
        "bag_size": int(chips.sum()),
        "bust_chips": 0,
        "pot_size": 0,
        "last_kind": NO_KIND,
        "rubies": 1,
        "rats": 0,
        "chance_key": np.uint64(1),
        "decision": 1,
        "bag": chips,
        "table": table(),
    }
    for name in ("kind", "given", "points", "rubies", "droplet", "space"):
        brought = [option.get(name, none.get(name, 0)) for option in options]
        values[f"option_{name}"] = frozen(brought)
    return CardView(**{**values, **more})


def red_beside(chips: dict[str, bool], **more: Any) -> BesideView:
    """Return the view of red chips beside the pot, each with whether it may be placed."""
    options = [(NO_KIND, 0)]
    for name, may_be_placed in chips.items():
        options += [(kind_index(name), place) for place in ((1, 0) if may_be_placed else (0,))]
    values: dict[str, Any] = {
        "seat": 0,
        "players": 2,
        "round": 3,
        "options": len(options),
        "space": 10,
        "exploded": 0,
        "chance_key": np.uint64(1),
        "decision": 1,
        "bag": bag_of("W1"),
        "table": table(),
        "option_kind": frozen([kind for kind, _ in options]),
        "option_place": frozen([place for _, place in options]),
    }
    return BesideView(**{**values, **more})


def exploded(points: int, coins: int, round_number: int = 5, **more: Any) -> ExplosionView:
    """Return the view of a player whose pot exploded."""
    values: dict[str, Any] = {
        "seat": 0,
        "players": 2,
        "round": round_number,
        "points": points,
        "coins": coins,
        "chance_key": np.uint64(1),
        "decision": 1,
        "bag": bag_of("W1"),
        "table": table(),
    }
    return ExplosionView(**{**values, **more})


def market(
    coins: int, bag: str = "W1x4 W2x2 W3 O1 G1", without: tuple[str, ...] = (), **more: Any
) -> PurchaseView:
    """Return the view of the market, without the kinds that are sold out or not in play."""
    available = ALL_KINDS
    for name in without:
        available &= ~(1 << kind_index(name))
    values: dict[str, Any] = {
        "seat": 0,
        "players": 2,
        "round": 3,
        "coins": coins,
        "first": int(RULES.first_affordable[coins]),
        "nothing": int(RULES.nothing),
        "may_skip": 1,
        "available": available,
        "chance_key": np.uint64(1),
        "decision": 1,
        "bag": bag_of(bag),
        "table": table(),
        "basket_price": RULES.basket_price,
        "basket_kinds": RULES.basket_kinds,
        "basket_first": RULES.basket_first,
        "basket_second": RULES.basket_second,
    }
    return PurchaseView(**{**values, **more})


def basket_names(view: PurchaseView, basket: int) -> str:
    """Return the chips of a basket as text, ``""`` for the empty one."""
    kinds = (view.basket_first[basket], view.basket_second[basket])
    return " ".join(KINDS[kind] for kind in kinds if kind != NO_KIND)


def wishing(rubies: int, droplet: bool = True, flask: bool = True, **more: Any) -> RubiesView:
    """Return the view of a player who may spend rubies."""
    values: dict[str, Any] = {
        "seat": 0,
        "players": 2,
        "round": 3,
        "rubies": rubies,
        "can_move_droplet": int(droplet),
        "can_fill_flask": int(flask),
        "can_buy_tube": 0,
        "chance_key": np.uint64(1),
        "decision": 1,
        "bag": bag_of("W1"),
        "table": table(),
    }
    return RubiesView(**{**values, **more})


def stepping(tube: int = 0, **more: Any) -> DropletView:
    """Return the view of a player whose droplet moves by a step on the test-tube side."""
    following = tube + 1
    values: dict[str, Any] = {
        "seat": 0,
        "players": 2,
        "round": 3,
        "source": BY_DIE,
        "droplet": 0,
        "tube": tube,
        "points": TUBE_POINTS[following],
        "rubies": TUBE_RUBIES[following],
        "chip": TUBE_CHIP[following],
        "chance_key": np.uint64(1),
        "decision": 1,
        "bag": bag_of("W1"),
        "table": table({TUBE: tube}),
    }
    return DropletView(**{**values, **more})


def keys(count: int) -> list[np.uint64]:
    """Return different keys of a policy's chance."""
    return [np.uint64(0x9E3779B97F4A7C15 * number % 2**64) for number in range(1, count + 1)]
