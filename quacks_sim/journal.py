"""The journal of a game as a document: the rows of the kernel, written out by name.

``docs/journal.md`` describes the document; :mod:`quacks_sim.referee` checks it.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.kernel import journal as codes
from quacks_sim.kernel.decisions import (
    BESIDE,
    BLUE,
    CARD,
    DECISION_NAMES,
    DROPLET,
    EXPLOSION,
    FLASK,
    GREEN,
    ORDER,
    PURPLE,
    RED,
    RUBIES,
    STOP,
    YELLOW,
)
from quacks_sim.kernel.state import END_REASONS
from quacks_sim.match import Match
from quacks_sim.rules.cards import (
    CARD_IDS,
    CARDS,
    FB2,
    FB3,
    FB7,
    FB10,
    FP1,
    FP3,
    FP6,
    FP9,
    FP10,
    FP11,
    FP13,
    NO_CARD,
)
from quacks_sim.rules.chips import KINDS, NO_KIND
from quacks_sim.rules.entries import check_entries
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.rewards import PURPLE_4_GROWTH

SCHEMA = 1

_ANSWERS = {
    STOP: ["draw", "stop"],
    FLASK: ["keep", "use"],
    RED: ["plain", "bonus"],
    YELLOW: ["keep", "return"],
    PURPLE: ["1", "2", "3"],
    EXPLOSION: ["coins", "points"],
    ORDER: ["green", "purple"],
    DROPLET: ["pot", "tube"],
}
#: The same for decisions that ask something else in a book of another set; what is missing here the
#: referee does not know either.
_ANSWERS_IN_BOOK = {
    (YELLOW, 4): ["plain", "bonus"],
    (GREEN, 3): ["keep", "move"],
    (GREEN, 4): ["keep", "pay"],
    (PURPLE, 2): ["none", "1", "2", "3"],
}
#: What the bits of a mask of listed options mean, from the lowest on; before them stands an answer
#: that is always there.
_LISTED = {
    (GREEN, 2): ("none", KINDS),
    (PURPLE, 4): (
        "none",
        tuple(f"{letter}{old} {letter}{new}" for old, new in PURPLE_4_GROWTH for letter in "GBRY"),
    ),
    (BESIDE, 2): (
        "leave",
        tuple(f"{what} {kind}" for kind in ("R1", "R2", "R4") for what in ("place", "bag")),
    ),
}
#: The same for event cards: what the bits of the mask mean. The others offer chips that were
#: revealed: FP13 those of the mask, FB7 all of them.
_OFFERED = {
    FP1: ("K1", "G2", "B2", "R2", "Y2", "rubies"),
    FP3: ("none", "O1", "G1", "B1", "R1", "Y1"),
    FP6: ("points", "white"),
    FP9: ("0", "1", "2", "3"),
    FP10: ("G4", "B4", "R4", "Y4", "points"),
    FP11: ("droplet", "P1"),
    FB2: ("G2", "B2", "R2", "Y2"),
    FB3: ("continue", "restart"),
    FB10: ("keep", "back"),
}
#: Cards that offer chips which were revealed.
_REVEALING = (FP13, FB7)
check_entries(
    __name__,
    (card.id for card in CARDS if card.is_choice and card.number not in (*_OFFERED, *_REVEALING)),
)
_CARDS = (*CARD_IDS, NO_CARD)  # −1 is the last one
_SPENT_ON = ["", "droplet", "flask", "tube"]

#: Options that the head of a journal has in a form of its own.
_IN_THE_HEAD = {"start_player", "pot_side", "synchronized"}


def record_game(match: Match, game: int) -> dict[str, Any]:
    """Play one game of a match and return its journal.

    Parameters
    ----------
    match : Match
        What is played.
    game : int
        Number of the game, from 0.

    Returns
    -------
    dict
        The document of ``docs/journal.md``; ``strategies`` and all events are by seat.

    Raises
    ------
    SimulationError
        If a policy raises or breaks the rules in this game.
    """
    return document_of(match, game, match.journal(game))


def document_of(match: Match, game: int, rows: NDArray[np.int32]) -> dict[str, Any]:
    """Return the journal of a game from its rows, int32 of shape (events, 8)."""
    seated = match.seats(np.array([game]))[0]
    return {
        "schema": SCHEMA,
        "players": match.players,
        "seed": match.seed,
        "game": game,
        "start_player": int(rows[0, 2]),
        "strategies": [match.names[strategy] for strategy in seated],
        "rules": match.rules.model_dump(mode="json", exclude=_IN_THE_HEAD),
        "books": match.books.sets(),
        "cards": not match.cards.is_empty,
        **_variants(match.rules),
        "events": list(events(rows)),
    }


def _variants(rules: RuleOptions) -> dict[str, bool]:
    """Return the variants that are played, as the head of a journal names them."""
    played = {
        "test_tubes": rules.pot_side == "test_tubes",
        "synchronized": rules.synchronized == "yes",
    }
    return {name: True for name, is_played in played.items() if is_played}


def events(rows: NDArray[np.int32]) -> Iterator[dict[str, Any]]:
    """Yield the events of a journal's rows, int32 of shape (events, 8), by name."""
    # Chips that one seat has revealed since the last event of another kind.
    revealed: list[str] = []
    revealing = -1
    for code, number, seat, *numbers in rows.tolist():
        event = {"event": codes.EVENTS[code], "round": number, "seat": seat}
        if code == codes.REVEAL:
            revealed = [*revealed, KINDS[numbers[0]]] if seat == revealing else [KINDS[numbers[0]]]
        if code == codes.CHOICE:
            event |= _choice(numbers, revealed)
        elif code in (codes.REWARD, codes.PAYMENT):
            event |= _gain(codes.EVENTS[code], numbers)
        elif code == codes.PURCHASED:
            event |= {
                "chips": [KINDS[kind] for kind in numbers[:2] if kind != NO_KIND],
                "price": numbers[2],
            }
        else:
            event |= _plain(code, numbers)
        revealing = seat if code == codes.REVEAL else -1
        yield event


def _choice(numbers: list[int], revealed: list[str]) -> dict[str, Any]:
    decision, options, choice, mask, book = numbers
    name = DECISION_NAMES[decision]
    if decision == CARD:
        name, listed = CARD_IDS[book], _offered(book, mask, revealed)
    elif decision == BLUE:
        listed = [*revealed, "none"]
    elif decision == RUBIES:
        offered = [1 + bit for bit in range(3) if (options >> bit) & 1]
        listed = ["keep", *(_SPENT_ON[each] for each in offered)]
        choice = [0, *offered].index(choice)
    elif (decision, book) in _LISTED:
        always, names = _LISTED[decision, book]
        listed = [always, *(name for bit, name in enumerate(names) if (mask >> bit) & 1)]
    else:
        listed = _ANSWERS_IN_BOOK.get((decision, book)) or _ANSWERS[decision]
        listed = listed[:options]
    return {"decision": name, "options": listed, "choice": choice}


def _offered(card: int, mask: int, revealed: list[str]) -> list[str]:
    """Return the options of an event card by name."""
    if card in _OFFERED:
        return [name for bit, name in enumerate(_OFFERED[card]) if (mask >> bit) & 1]
    grow = [kind for place, kind in enumerate(revealed) if not mask or (mask >> place) & 1]
    return [*grow, "none"]


def _gain(what: str, numbers: list[int]) -> dict[str, Any]:
    cause, reward, amount, kind, total = numbers
    chip = {"chip": KINDS[kind]} if kind != NO_KIND else {}
    return {
        "cause": codes.CAUSES[cause],
        what: codes.REWARDS[reward],
        "amount": amount,
        **chip,
        "total": total,
    }


#: The names of the numbers of a row, by event; those that are codes have a table of words.
_FIELDS: dict[int, tuple[str, ...]] = {
    codes.ROUND_START: (),
    codes.WHITE_ADDED: ("chip",),
    codes.CARD: ("card",),
    codes.RAT_COUNT: ("rats", "start"),
    codes.DRAW: ("chip", "bag_size"),
    codes.REVEAL: ("chip",),
    codes.PLACE: ("chip", "space", "bonus", "white_sum"),
    codes.RETURN: ("chip", "cause", "white_sum", "bag_size"),
    codes.BREW_END: ("reason", "white_sum", "chips", "scoring_space"),
    codes.DIE_FACE: ("face",),
    codes.BUDGET: ("coins",),
    codes.RUBY_SPENT: ("on", "rubies"),
    codes.ROUND_END: ("victory_points", "rubies", "droplet", "flask_full", "bag_size"),
    codes.GAME_END: ("victory_points", "scoring_space", "win_share"),
    codes.ASIDE: ("chip", "beside"),
    codes.MOVE: ("chip", "cause", "space"),
}
_WORDS: dict[str, tuple[str, ...] | list[str]] = {
    "chip": KINDS,
    "card": _CARDS,
    "cause": codes.CAUSES,
    "reason": END_REASONS,
    "on": _SPENT_ON,
}


def _plain(code: int, numbers: list[int]) -> dict[str, Any]:
    fields = zip(_FIELDS[code], numbers, strict=False)
    return {name: _WORDS[name][number] if name in _WORDS else number for name, number in fields}


def tape_of(match: Match, rows: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the tape, for the kernel, of the chance and the choices in a journal's rows.

    Parameters
    ----------
    match : Match
        What was played.
    rows : ndarray of int32, shape (events, 8)
        As the kernel wrote them.

    Returns
    -------
    ndarray of int64
        Ready to be played: its first number is the place of the last number read, 0.
    """
    tape = [0]
    market = match.baskets
    for code, _, _, first, second, third, *_ in rows.tolist():
        if code in (codes.DRAW, codes.REVEAL, codes.DIE_FACE, codes.CARD):
            tape.append(first)
        elif code == codes.CHOICE:
            tape.append(third)
        elif code == codes.PURCHASED:
            tape.append(market[first, second])
    return np.array(tape, dtype=np.int64)
