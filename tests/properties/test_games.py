"""Properties of any game: random players, rules and seeds."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quacks_sim.checking import random_match
from quacks_sim.journal import record_game, tape_of
from quacks_sim.kernel.state import (
    CARD,
    CHIPS_DRAWN,
    COINS,
    COINS_SPENT,
    DROPLET,
    EXPLODED,
    POINTS_GAINED,
    RECORD_COLUMNS,
    RUBIES,
    RUBIES_GAINED,
    RUBIES_SPENT,
    SCORING_SPACE,
    START_SPACE,
    VICTORY_POINTS,
    WHITE_SUM,
)
from quacks_sim.match import Match
from quacks_sim.referee import check
from quacks_sim.rules.cards import FB3, FB5, FB7
from quacks_sim.rules.tables import BOX_COUNT, SPACE_COINS

GAMES = settings(deadline=None, derandomize=True, max_examples=60)

SEEDS = st.integers(0, 2**63 - 1)
NUMBERS = st.integers(0, 10_000)


def random_games() -> st.SearchStrategy[tuple[Match, int]]:
    """Return matches with any players and rules, each with the number of a game."""
    return st.builds(
        lambda seed, number, rules: (random_match(seed, number, random_rules=rules), number),
        SEEDS,
        NUMBERS,
        st.booleans(),
    )


@pytest.mark.rule("10.1", "10.2", "10.3", "10.4")
@GAMES
@given(random_games())
def test_the_referee_finds_every_number_of_a_game(match_and_game: tuple[Match, int]) -> None:
    # While it reads the journal, the referee counts every chip after every event (rule 10).
    match, game = match_and_game
    assert check(record_game(match, game)) is None


@GAMES
@given(random_games())
def test_the_same_seed_gives_the_same_bytes(match_and_game: tuple[Match, int]) -> None:
    match, game = match_and_game
    again = replace(match)
    assert match.journal(game).tobytes() == again.journal(game).tobytes()
    assert match.journal(game).tobytes() == again.journal(game).tobytes()


@GAMES
@given(random_games())
def test_the_tape_of_a_journal_repeats_it(match_and_game: tuple[Match, int]) -> None:
    match, game = match_and_game
    rows = match.journal(game)
    tape = tape_of(match, rows)
    assert match.journal(game, tape).tobytes() == rows.tobytes()
    assert tape[0] == len(tape) - 1  # read to its end


@GAMES
@given(random_games())
def test_a_journal_tells_what_the_rows_tell(match_and_game: tuple[Match, int]) -> None:
    match, game = match_and_game
    first = game - game % match.rotations
    rows = match.block(first, game + 1, "games").game_rows[-match.players :]
    ends = [event for event in record_game(match, game)["events"] if event["event"] == "game_end"]
    told = [[end["victory_points"], end["win_share"], end["scoring_space"]] for end in ends]
    assert rows[:, :3].tolist() == told


def rounds_of(match: Match, games: int) -> np.ndarray:
    """Return the records of the rounds; int64, (games, seats, rounds, columns)."""
    rows = match.block(0, games, "rounds").round_rows
    return rows.reshape(games, match.players, 9, RECORD_COLUMNS).astype(np.int64)


@pytest.mark.rule("10.3", "9.1")
@GAMES
@given(random_games())
def test_rounds_keep_to_their_bounds(match_and_game: tuple[Match, int]) -> None:
    match, _ = match_and_game
    rounds = rounds_of(match, 2 * match.rotations)

    def column(number: int) -> Any:
        return rounds[..., number]

    assert (np.diff(column(VICTORY_POINTS), axis=2) >= 0).all()
    assert (np.diff(column(DROPLET), axis=2) >= 0).all()
    assert (column(RUBIES) >= 0).all()
    assert (column(DROPLET) <= match.rules.droplet_cap).all()
    space = column(SCORING_SPACE)
    assert ((space >= 1) & (space <= 53) & (space > column(START_SPACE))).all()
    limit = match.rules.explosion_limit
    exploded = column(EXPLODED) == 1
    assert (column(WHITE_SUM)[exploded] > limit).all()
    # Yellow chips of Set 3 raise the limit, to 9 at most, and so does card FB5; card FB3 lets the
    # first five chips exceed it: at most three W3 and two W2.
    highest = np.where(column(CARD) == FB5, max(limit, 9), limit)
    if match.books.yellow == 3:
        highest = np.maximum(highest, 9)
    highest = np.where(column(CARD) == FB3, np.maximum(highest, 13), highest)
    # The chip of card FB7 explodes nothing.
    highest = np.where(column(CARD) == FB7, highest + 3, highest)
    assert (column(WHITE_SUM) <= highest)[~exploded].all()
    assert (column(COINS_SPENT) <= column(COINS)).all()
    assert ((column(COINS) == 0) | (column(COINS) == SPACE_COINS[space])).all()
    assert (column(CHIPS_DRAWN) <= int(BOX_COUNT.sum())).all()


@GAMES
@given(random_games())
def test_what_is_gained_and_spent_adds_up(match_and_game: tuple[Match, int]) -> None:
    match, _ = match_and_game
    rounds = rounds_of(match, 2 * match.rotations)
    points = rounds[..., POINTS_GAINED].cumsum(axis=2)
    assert (points == rounds[..., VICTORY_POINTS]).all()
    gained = (rounds[..., RUBIES_GAINED] - rounds[..., RUBIES_SPENT]).cumsum(axis=2)
    assert (gained + match.rules.starting_rubies == rounds[..., RUBIES]).all()
