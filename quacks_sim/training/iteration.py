"""One step of learning: games with something done by lot, and the values that follow from them.

A strategy plays against itself, and against rivals if wanted. What its seats had at the end of each
round and how many points they gained from there on gives values by regression; the strategy plays
by these, and so on. Fitted policy iteration: D. Bertsekas, "Approximate policy
iteration: a survey and some new methods", J. Control Theory Appl. 9 (2011), 310–335.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.blocks import in_order
from quacks_sim.choices import joined
from quacks_sim.match import Match, make_match
from quacks_sim.policies.valued import (
    COINS,
    DIE_EXPLODED,
    RUBIES_GAINED,
    WIN_MIDDLE,
)
from quacks_sim.rules.chips import KIND_COUNT
from quacks_sim.rules.tables import (
    ROUNDS,
    SPACE_COINS,
    SPACE_RUBY,
    SPACE_VICTORY_POINTS,
    STARTING_BAG,
)
from quacks_sim.strategy import Strategy
from quacks_sim.training import derived
from quacks_sim.training.features import FEATURE_COUNT, features_of, margins_of
from quacks_sim.training.fitting import FOLDS, Fit, Moments, fit
from quacks_sim.training.positions import (
    AT_EXPLODED,
    AT_POINTS,
    AT_SPACE,
    AT_STRATEGY,
    positions_of,
    prepare,
)
from quacks_sim.values import Values

#: Games of one piece of work: their positions take some 20 MB.
_GAMES_PER_PIECE = 6_000

#: Bags over which the worth of coins is averaged.
_BAGS = 200

#: In round 9 the pots of rivals are seen as they stand; what they may still gain is uncertain by
#: about this many points, and is on average as much.
_LAST_WIN = (1.0, 1.5)

_TWELFTHS = 12


@dataclass
class _Sums:
    """What is kept of the games of one iteration."""

    moments: list[Moments] = field(
        default_factory=lambda: [Moments(FEATURE_COUNT) for _ in range(ROUNDS - 1)]
    )
    seen: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((ROUNDS, KIND_COUNT), np.int64)
    )
    spaces: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((ROUNDS, len(SPACE_COINS)), np.int64)
    )
    #: Positions by round and lead, and their win shares in twelfths.
    leads: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((2, ROUNDS, derived.LEAD_BINS), np.int64)
    )
    points: float = 0.0
    seats: int = 0
    games: int = 0


@dataclass(frozen=True)
class Iteration:
    """What one iteration found.

    Attributes
    ----------
    players : int
    number : int
        From 1.
    explore : float
        How often something was done by lot.
    games : int
    victory_points : float
        Mean points of a seat, what was done by lot included.
    explained : tuple of float
        By round 1–8: the share of the variance of the points to come that the values explain in
        games that they were not fitted to.
    values : ndarray of float64, shape (9, VALUE_COUNT)
    seen : ndarray of int64, shape (9, 18)
    """

    players: int
    number: int
    explore: float
    games: int
    victory_points: float
    explained: tuple[float, ...]
    values: NDArray[np.float64]
    seen: NDArray[np.int64]


def iterate(
    strategy: Strategy,
    values: NDArray[np.float64],
    *,
    rivals: Sequence[Strategy],
    players: int,
    number: int,
    explore: float,
    games: int,
    seed: int,
    threads: int,
    settings: dict[str, Any],
    on_games: Callable[[int], None] = lambda games: None,
) -> Iteration:
    """Play one iteration of self-play and fit new values; the same ones on any number of threads.

    Parameters
    ----------
    strategy : Strategy
    values : ndarray of float64, shape (9, VALUE_COUNT)
        Those to play by, to which new ones are drawn where the games say little.
    rivals : sequence of Strategy
        Each sits at every other seat of as many games as are played without rivals.
    players, number, explore, games
        As in :class:`Iteration`.
    seed : int
    threads : int
    settings : mapping
        Rules, books and cards, as for :func:`quacks_sim.match.make_match`.
    on_games : callable
        Called with the number of games whenever some have been played.
    """
    learner = _exploring(
        replace(strategy, values=Values("learner", {players: values}, {})), explore
    )
    tables = [[learner] * players]
    if players > 1:
        tables += [[(learner, rival)[seat % 2] for seat in range(players)] for rival in rivals]
    matches = [make_match(table, seed=seed, **settings) for table in tables]
    for match in matches:
        prepare(match)
    sums = _Sums()
    bags: NDArray[np.int64] | None = None

    def work(number: int, first: int) -> tuple[int, NDArray[np.int16], NDArray[np.int16]]:
        last = min(first + _GAMES_PER_PIECE, games)
        return (number, *positions_of(matches[number // games], first, last))

    # A piece of work is named by the number of its first game over all tables, and by that at its
    # own table.
    wanted = (
        (table * games + first, first)
        for table in range(len(tables))
        for first in range(0, games, _GAMES_PER_PIECE)
    )
    for place, positions, shares in in_order(work, wanted, threads):
        learners = [seat for seat, each in enumerate(tables[place // games]) if each is learner]
        _add(sums, values, place % games, positions, shares, learners)
        if bags is None:
            bags = _bags(positions)
        on_games(len(positions))
    assert bags is not None
    found, fits = _fitted(sums, values, matches[0], bags)
    return Iteration(
        players,
        number,
        explore,
        sums.games,
        sums.points / sums.seats,
        tuple(round(each.explained, 4) for each in fits),
        np.round(found, 4),
        sums.seen,
    )


def _exploring(strategy: Strategy, explore: float) -> Strategy:
    """Return the strategy with some purchases and uses of rubies by lot."""
    choices = dict(strategy.choices)
    for decision in ("purchase", "rubies"):
        sections = []
        for rounds, choice in choices[decision].sections:
            has_it = any(each.name == "explore" for each in choice.policy.parameters)
            new = choice.with_value("explore", explore) if has_it else choice
            sections.append((rounds, new))
        choices[decision] = joined(sections)
    return replace(strategy, choices=choices)


def _add(
    sums: _Sums,
    values: NDArray[np.float64],
    first: int,
    positions: NDArray[np.int16],
    shares: NDArray[np.int16],
    learners: Sequence[int],
) -> None:
    """Add games to the sums: what the seats of the learner did, and how far any pot got."""
    games, _, players, _ = positions.shape
    points = positions[..., AT_POINTS].astype(np.float64)
    mine = np.isin(positions[:, 0, :, AT_STRATEGY], learners)
    deal = (first + np.arange(games)) // players
    fold = np.broadcast_to((deal % FOLDS)[:, None], mine.shape)[mine]
    for number in range(ROUNDS - 1):
        features = features_of(positions[:, number])[mine]
        to_come = (points[:, -1] - points[:, number])[mine]
        sums.moments[number].add(features, to_come, fold)
        sums.seen[number] += (positions[:, number, :, :KIND_COUNT] > 0)[mine].sum(axis=0)
    sums.spaces += derived.intact_spaces(positions)
    sums.points += points[:, -1][mine].sum()
    sums.seats += int(mine.sum())
    sums.games += games
    if players > 1:
        _add_leads(sums, values, positions, shares, mine)


def _add_leads(
    sums: _Sums,
    values: NDArray[np.float64],
    positions: NDArray[np.int16],
    shares: NDArray[np.int16],
    mine: NDArray[np.bool_],
) -> None:
    """Count who won by how far the pots had brought them, in the unit that the policies see."""
    for number in range(ROUNDS):
        row = values[number]
        spaces = positions[:, number, :, AT_SPACE]
        coins = row[COINS + SPACE_COINS[spaces]]
        points = SPACE_VICTORY_POINTS[spaces] * 1.0
        exploded = positions[:, number, :, AT_EXPLODED] == 1
        worth = np.where(exploded, np.maximum(points, coins), points + coins)
        worth += row[RUBIES_GAINED] * SPACE_RUBY[spaces]
        if number > 0:
            worth += margins_of(positions[:, number - 1, :, AT_POINTS])
        bins = derived.lead_bins(worth)[mine]
        sums.leads[0, number] += np.bincount(bins, minlength=derived.LEAD_BINS)
        sums.leads[1, number] += np.bincount(
            bins, shares[mine], minlength=derived.LEAD_BINS
        ).astype(np.int64)


def _bags(positions: NDArray[np.int16]) -> NDArray[np.int64]:
    """Return some bags at the end of each round; shape (9, bags, 18)."""
    return positions[:_BAGS, :, 0, :KIND_COUNT].astype(np.int64).swapaxes(0, 1)


def _fitted(
    sums: _Sums, before: NDArray[np.float64], match: Match, bags: NDArray[np.int64]
) -> tuple[NDArray[np.float64], list[Fit]]:
    table = before.copy()
    fits = [
        fit(moments, before[number, :FEATURE_COUNT]) for number, moments in enumerate(sums.moments)
    ]
    for number, found in enumerate(fits):
        table[number, :FEATURE_COUNT] = found.weights
    table[-1, :] = derived.last_round()
    for number in range(ROUNDS - 1):
        earlier = bags[number - 1] if number > 0 else STARTING_BAG[None, :].astype(np.int64)
        derived.add_worth_of_coins(table[number], match.rules_record, number + 1, earlier)
    derived.add_worth_of_rubies(table)
    for number in range(ROUNDS):
        _put(table, number, DIE_EXPLODED, derived.fit_die(sums.spaces[number]))
        counts, shares = sums.leads[0, number], sums.leads[1, number]
        if number == ROUNDS - 1 or counts.sum() == 0:
            win = _LAST_WIN
        else:
            won = shares / _TWELFTHS
            win = derived.fit_logistic(derived.leads_of_bins(), won, counts - won)
        _put(table, number, WIN_MIDDLE, win)
    return table, fits


def _put(table: NDArray[np.float64], number: int, place: int, numbers: tuple[float, ...]) -> None:
    table[number, place : place + len(numbers)] = numbers
