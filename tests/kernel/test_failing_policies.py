"""A policy that breaks the rules or raises ends the run, and the message says whose fault it is."""

from collections.abc import Callable

import numba
import numpy as np
import pytest

from quacks_sim.errors import SimulationError
from quacks_sim.kernel.decisions import DECISION_NAMES
from quacks_sim.match import Match
from quacks_sim.policies.registry import decision_point, policy
from quacks_sim.rules.tables import ROUNDS
from quacks_sim.simulate import play_match
from quacks_sim.strategy import Strategy, load_strategy
from tests.kernel.games import match_of, with_policy
from tests.statistical.twin import twin_game_key, twin_seat_key

SEED, BAD_GAME, BAD_SEAT = 11, 57, 1

#: How a policy here knows that it is in game 57: by the key of its chance in each round.
KEYS = np.array(
    [
        twin_seat_key(twin_game_key(SEED, BAD_GAME), BAD_SEAT, number)
        for number in range(1, ROUNDS + 1)
    ],
    np.uint64,
)

#: Bases under which a decision comes up in (nearly) every game.
CHIPS = {
    "blue": ["blue"],
    "red": ["red", "orange"],
    "yellow": ["yellow"],
    "purple": ["purple"],
    "order": ["green", "purple"],
    "green": ["green"],
    "beside": ["red"],
}

#: Books in which a decision is asked at all.
BOOKS = {"order": "green=2,purple=2", "green": "green=2", "beside": "red=2"}


@numba.njit
def _is_bad_game(view):  # type: ignore[no-untyped-def]
    return view.chance_key == KEYS[view.round - 1]


@numba.njit
def _nothing_first(view):  # type: ignore[no-untyped-def]
    return 0


@numba.njit
def _empty_basket(view):  # type: ignore[no-untyped-def]
    return view.nothing


@numba.njit
def _no(view):  # type: ignore[no-untyped-def]
    return False


def answering(decision: str, bad: int) -> Callable[..., int]:
    """Return a policy whose answers are legal, but `bad` in game 57."""
    legal = _empty_basket if decision == "purchase" else _nothing_first

    def breaks_the_rules(view, params):  # type: ignore[no-untyped-def]
        """Break the rules in one game."""
        if _is_bad_game(view):
            return bad
        return legal(view)

    return policy(decision)(breaks_the_rules)


def raising(decision: str) -> Callable[..., int]:
    """Return a policy that raises in game 57."""
    yes_or_no = decision_point(decision).yes_or_no
    legal = _empty_basket if decision == "purchase" else _no if yes_or_no else _nothing_first

    def raises(view, params):  # type: ignore[no-untyped-def]
        """Raise in one game."""
        if _is_bad_game(view):
            raise ValueError("no idea")
        return legal(view)

    return policy(decision)(raises)


def base(decision: str) -> Strategy:
    strategy = load_strategy("random").with_params({"stop": "white_sum:7", "rubies": "droplet"})
    if decision in CHIPS:
        strategy = strategy.with_params({"purchase": "dearest_of"})
        strategy = strategy.with_params({f"purchase.{colour}": 1 for colour in CHIPS[decision]})
    return strategy.named("base")


def match_with(function: Callable[..., int], decision: str) -> Match:
    """Return a match in which the policy sits at seat 1; its pots are long, or explode."""
    own = with_policy(function, base(decision))
    limit = 5 if decision == "explosion" else 9
    books = BOOKS.get(decision, "")
    cards = "all" if decision == "card" else "none"
    side = "test_tubes" if decision == "droplet" else "droplet"
    return match_of(
        "safe", own, seed=SEED, books=books, cards=cards, explosion_limit=limit, pot_side=side
    )


ILLEGAL = [
    *[("blue", bad) for bad in (-1, 5, 2**40)],
    *[("purple", bad) for bad in (-1, 3)],
    *[("purchase", bad) for bad in (-1, 0, 128, 10**12)],
    *[("rubies", bad) for bad in (-1, 2, 3)],
    *[("green", bad) for bad in (-1, 3)],
    *[("beside", bad) for bad in (-1, 7)],
    *[("card", bad) for bad in (-1, 9)],
]


@pytest.mark.parametrize(("decision", "bad"), ILLEGAL)
def test_an_illegal_answer_names_policy_game_and_seed(decision: str, bad: int) -> None:
    match = match_with(answering(decision, bad), decision)
    with pytest.raises(SimulationError) as caught:
        match.block(BAD_GAME - 2, BAD_GAME + 3)
    assert f"{decision} policy 'breaks_the_rules' of base_breaks_the_rules" in caught.value.cause
    assert f"illegal choice (seed {SEED}, game {BAD_GAME})" in caught.value.cause
    assert f"--seed {SEED} --games {BAD_GAME + 1}" in caught.value.cure


@pytest.mark.parametrize("decision", DECISION_NAMES)
def test_a_policy_that_raises_is_named_with_game_and_seed(decision: str) -> None:
    match = match_with(raising(decision), decision)
    with pytest.raises(SimulationError) as caught:
        match.block(BAD_GAME - 2, BAD_GAME + 3)
    assert f"{decision} policy 'raises' of base_raises raised ValueError" in caught.value.cause
    assert f"(seed {SEED}, game {BAD_GAME})" in caught.value.cause
    assert isinstance(caught.value.__cause__, ValueError)


@pytest.mark.parametrize("fails", [answering("blue", 99), raising("blue")], ids=["index", "raise"])
def test_nothing_else_is_lost(fails: Callable[..., int]) -> None:
    match = match_with(fails, "blue")

    def rows(first: int, last: int) -> bytes:
        return match.block(first, last, "rounds").round_rows.tobytes()

    before, after = rows(50, BAD_GAME), rows(BAD_GAME + 1, 60)
    with pytest.raises(SimulationError):
        rows(50, 60)
    assert rows(50, BAD_GAME) == before
    assert rows(BAD_GAME + 1, 60) == after
    one_by_one = b"".join(rows(game, game + 1) for game in range(50, BAD_GAME))
    assert one_by_one == before


@pytest.mark.parametrize("threads", [1, 2])
def test_the_failure_of_a_block_arrives_from_its_thread(threads: int) -> None:
    match = match_with(raising("stop"), "stop")
    with pytest.raises(SimulationError, match=f"game {BAD_GAME}"):
        play_match(match, 64, threads=threads)
