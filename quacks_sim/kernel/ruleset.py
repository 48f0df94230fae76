"""The rules as the kernel reads them: options and tables of one run as arrays."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.kernel.book_steps import special_kinds
from quacks_sim.kernel.option_codes import OPTIONS, write_options
from quacks_sim.kernel.state import (
    CARD_COUNT,
    NO_LIMIT,
    PUMPKINS,
    SECOND_CHANCE,
    WELL_STIRRED,
    new_record,
)
from quacks_sim.rules.books import Books, first_round, sold_kinds
from quacks_sim.rules.cards import (
    CARD_IDS,
    FB3,
    FB5,
    FB6,
    FB10,
    NO_CARD,
    WITHOUT_CARD,
    Deck,
    number_of,
)
from quacks_sim.rules.chips import COLOURS, KIND_COLOUR, KIND_COUNT, NO_KIND
from quacks_sim.rules.moves import limit_under_card
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import (
    LAST_TUBE,
    RAT_TAILS_FIRST_LAP,
    ROUNDS,
    SCORE_LAP,
    SPACE_COINS,
    die_faces,
)

#: The usual limit of white chips (rule 4.5). With more room than this no chip explodes the pot.
WIDEST_LIMIT = int(RuleOptions().explosion_limit)

#: What a face of the die gives.
GIVES_POINTS, GIVES_RUBY, GIVES_DROPLET, GIVES_ORANGE = range(4)

_DIE_REWARDS = {
    "victory_points": GIVES_POINTS,
    "ruby": GIVES_RUBY,
    "droplet": GIVES_DROPLET,
    "chip_orange_1": GIVES_ORANGE,
}

#: Scores above this one stand on the last row of the table of tails; no game comes near it.
HIGHEST_SCORE = 2000


MOST_BASKETS = 128

#: In ``Rules.fixed_cards``: the card of this round is by lot.
BY_LOT = -2

#: Flags of PASSIVE with which a brew begins under a card; FB5 has only a limit of its own.
BREWS = {FB3: SECOND_CHANCE, FB5: 0, FB6: PUMPKINS, FB10: WELL_STIRRED}

#: What does not change during a run, in one record.
RULES = np.dtype(
    [
        ("options", OPTIONS),
        # Whether nothing in a brew is unusual, see quick_brewing.
        ("plain_brewing", np.int64),
        # 0 on the droplet side; whether two rubies buy a tube in round 9.
        ("last_tube", np.int64),
        ("sells_tubes", np.int64),
        # By colour: the set of its book.
        ("books", np.int64, (len(COLOURS),)),
        # By kind: what is special about it while brewing, 0 for nothing.
        ("special", np.int64, (KIND_COUNT,)),
        # Whether there are event cards, which are shuffled, and by round the card that is fixed.
        ("has_cards", np.int64),
        ("deck_size", np.int64),
        ("deck", np.int64, (CARD_COUNT,)),
        ("fixed_cards", np.int64, (ROUNDS + 1,)),
        # By card + 1: limit and flags of PASSIVE with which a brew begins.
        ("card_limit", np.int64, (CARD_COUNT + 1,)),
        ("card_passive", np.int64, (CARD_COUNT + 1,)),
        ("die_faces", np.int64),
        ("die_reward", np.int64, (6,)),
        ("die_amount", np.int64, (6,)),
        # By score: the rat tails that stand after a lower score.
        ("tails_below", np.int64, (HIGHEST_SCORE + 1,)),
        # By round: bit mask of the kinds in play; entry 0 is unused.
        ("entering", np.int64, (ROUNDS + 1,)),
        # Baskets of the market, see PurchaseView; `nothing` is the index of the empty one.
        ("nothing", np.int64),
        ("basket_price", np.int64, (MOST_BASKETS,)),
        ("basket_kinds", np.int64, (MOST_BASKETS,)),
        ("basket_first", np.int64, (MOST_BASKETS,)),
        ("basket_second", np.int64, (MOST_BASKETS,)),
        # By coins: the dearest basket that they pay for.
        ("first_affordable", np.int64, (SPACE_COINS.max() + 1,)),
    ],
    align=True,
)


def make_rules(options: RuleOptions, books: Books, deck: Deck | None = None) -> Any:
    """Return the record of one reading of the rules, one choice of books and one of event cards.

    Without a `deck` there are no cards.
    """
    rules = new_record(RULES)
    write_options(rules.options, options)
    if options.pot_side == "test_tubes":
        rules.last_tube = LAST_TUBE
        rules.sells_tubes = options.tube_purchase_round_9 == "yes"
    sets = books.sets()
    rules.books[:] = [sets.get(colour, 1) for colour in COLOURS]
    rules.special[:] = special_kinds(books)
    rules.plain_brewing = _is_brewing_plain(rules)
    _set_cards(rules, options, deck or Deck.none())
    faces = die_faces(options.bonus_die_faces)
    rules.die_faces = len(faces)
    rules.die_reward[: len(faces)] = [_DIE_REWARDS[outcome] for outcome, _ in faces]
    rules.die_amount[: len(faces)] = [amount for _, amount in faces]
    rules.tails_below[:] = _tails_below(options)
    rules.entering[:] = _entering()
    price, kinds, first, second = _baskets(options, books)
    count = len(price)
    rules.nothing = count - 1
    rules.basket_price[:count] = price
    rules.basket_kinds[:count] = kinds
    rules.basket_first[:count] = first
    rules.basket_second[:count] = second
    coins = np.arange(SPACE_COINS.max() + 1)
    rules.first_affordable[:] = np.searchsorted(-price, -coins, side="left")
    return rules


def _is_brewing_plain(rules: Any) -> bool:
    """Return whether nothing in a brew is unusual, see :mod:`quacks_sim.kernel.quick_brewing`."""
    options = rules.options
    unusual = (
        options.flask_target.any_chip,
        options.first_chip_placement.always_adjacent,
        options.may_stop_before_first_draw.no,
        options.draw_after_pot_full.yes,
        options.schadenfreude_timing.immediately,
        options.red_s2_aside.ignored,
    )
    return not any(unusual)


def _set_cards(rules: Any, options: RuleOptions, deck: Deck) -> None:
    """Write down which cards may be turned up, and how brews begin under them."""
    fixed = dict(deck.fixed)
    shuffled = [number_of(card) for card in deck.allowed if card not in fixed.values()]
    rules.has_cards = not deck.is_empty
    rules.deck_size = len(shuffled)
    rules.deck[: len(shuffled)] = shuffled
    rules.fixed_cards[:] = BY_LOT
    for number, card in fixed.items():
        rules.fixed_cards[number] = WITHOUT_CARD if card == NO_CARD else number_of(card)
    limit = options.explosion_limit
    rules.card_limit[0] = limit
    rules.card_limit[1:] = [limit_under_card(limit, card) for card in CARD_IDS]
    if options.second_chance_explosion == "protected":
        rules.card_limit[FB3 + 1] = NO_LIMIT
    for brewing, flags in BREWS.items():
        rules.card_passive[brewing + 1] = flags


def _tails_below(options: RuleOptions) -> NDArray[np.int64]:
    """Rules 3.1 and 3.2: how many tails stand after a score below each score."""
    if options.rats_above_50 == "own_table":
        tails = list(options.rat_tails)
    else:
        laps = 1 if options.rats_above_50 == "none" else HIGHEST_SCORE // SCORE_LAP
        tails = [lap * SCORE_LAP + tail for lap in range(laps) for tail in RAT_TAILS_FIRST_LAP]
    return np.searchsorted(np.array(tails), np.arange(HIGHEST_SCORE + 1), side="left").astype(
        np.int64
    )


def _entering() -> NDArray[np.int64]:
    """Rules 1.5 and 2.1: the kinds in play in each round, as bit masks; entry 0 is unused."""
    return np.array(
        [
            sum(1 << kind for kind in range(KIND_COUNT) if first_round(kind) <= number)
            for number in range(ROUNDS + 1)
        ],
        dtype=np.int64,
    )


@cache
def _baskets(options: RuleOptions, books: Books) -> tuple[NDArray[np.int64], ...]:
    """Rule 6.E.1: every basket of 0, 1 or 2 chips of different colours, the dearest first."""
    sold = sold_kinds()
    listed: list[tuple[int, int]] = []
    for kind in sold:
        listed.append((kind, NO_KIND))
        listed += [
            (kind, later)
            for later in sold
            if later > kind and KIND_COLOUR[later] != KIND_COLOUR[kind]
        ]
    prices = {NO_KIND: 0, **{kind: books.price(kind, options) for kind in sold}}
    priced = [(prices[first] + prices[second], (first, second)) for first, second in listed]
    priced.sort(key=lambda pair: -pair[0])
    priced.append((0, (NO_KIND, NO_KIND)))
    price = np.array([pair[0] for pair in priced], dtype=np.int64)
    chips = np.array([pair[1] for pair in priced], dtype=np.int64)
    masks = np.where(chips == NO_KIND, 0, 1 << np.maximum(chips, 0)).sum(axis=1).astype(np.int64)
    return price, masks, chips[:, 0].copy(), chips[:, 1].copy()
