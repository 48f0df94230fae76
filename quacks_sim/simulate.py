"""The Python API: ``brew()``, ``play()`` and ``sweep()``, named as on the command line."""

import secrets
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from quacks_sim import checked
from quacks_sim.axes import Axis, changed, combinations_of, conditions_of
from quacks_sim.blocks import BREWS_PER_BLOCK, GAMES_PER_BLOCK, check_threads, in_order, pieces
from quacks_sim.brew_result import BrewResult
from quacks_sim.cells import SweepResult
from quacks_sim.commands import brew_command
from quacks_sim.compiling import compile_ahead
from quacks_sim.errors import InputError
from quacks_sim.failures import failure_of_policy
from quacks_sim.kernel import entries
from quacks_sim.kernel.block import BREW_TOTALS
from quacks_sim.kernel.ruleset import make_rules
from quacks_sim.kernel.state import new_record
from quacks_sim.match import (
    BooksGiven,
    Cards,
    Match,
    RulesGiven,
    check_count,
    check_seed,
    make_match,
    seat_policies,
)
from quacks_sim.plugins import Allowed
from quacks_sim.results import PlayResult, add_totals
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.chips import format_bag, read_bag
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import LAST_SPACE, STARTING_BAG
from quacks_sim.strategy import Strategy, load_strategy
from quacks_sim.vary import read_axes

if TYPE_CHECKING:
    from numpy.typing import NDArray

DEFAULT_GAMES = 100_000
DEFAULT_BREWS = 1_000_000

#: Told after every block: games done, and games wanted (with ``until`` the most there can be).
Progress = Callable[[int, int], None]

#: With ``until`` the most that are played, if nothing else is said.
MOST_GAMES_UNTIL = 10_000_000


def choose_seed(seed: int | None) -> int:
    """Return the seed, or a fresh one if there is none."""
    return secrets.randbits(32) if seed is None else check_seed(seed)


def check_until(until: float | None) -> float | None:
    """Return `until`, or raise an :class:`InputError` if it is no possible width of an interval."""
    if until is None:
        return None
    cure = "give percentage points above 0, up to 50, for example 0.2"
    return checked.real(until, "until", sys.float_info.min, 50, cure=cure)


def check_start(start: object) -> int:
    """Return the space of the droplet or rat stone, or raise an :class:`InputError`."""
    cure = f"it goes from 0 to {LAST_SPACE}"
    return checked.whole(start, "the start space", 0, LAST_SPACE, cure=cure)


def brew(
    bag: "str | Sequence[int] | NDArray[np.int64]" = STARTING_BAG,
    *,
    stop: str = "bust_risk:0.25",
    flask: str = "never",
    blue: str = "furthest_coloured",
    yellow: str = "always",
    start: int = 0,
    rules: RulesGiven = None,
    books: BooksGiven = None,
    rounds: int = DEFAULT_BREWS,
    seed: int | None = None,
    threads: int | None = None,
    allow_plugins: Allowed = False,
    progress: Progress | None = None,
) -> BrewResult:
    """Play one round of one bag very many times: drawing and placing alone.

    Parameters
    ----------
    bag : str or sequence of int
        ``"W1x4 W2x2 W3 O1 G1"``, or 18 counts by kind; the starting bag if not given.
    stop, flask, blue, yellow : str
        Policies, as ``"NAME"`` or ``"NAME:X"``.
    start : int
        Space of the droplet or rat stone, 0–52.
    rules : RuleOptions or mapping, optional
        Only the options of brewing matter: ``{"explosion_limit": 8}``.
    books : Books, str, int or mapping, optional
        Ingredient books in play: ``"green=3"``, or the set of all of them.
    rounds : int
        How many times, at least 1.
    seed : int, optional
        0 … 2⁶³ − 1; without one a fresh one is chosen and noted in the result.
    threads : int, optional
        All cores if not given; the result does not depend on it.
    allow_plugins : bool or collection of paths
        Which files of Python may run, see :func:`quacks_sim.strategy.load_strategy`.
    progress : callable, optional
        Called with (rounds done, rounds wanted).

    Returns
    -------
    BrewResult

    Raises
    ------
    InputError
        For anything that cannot be played.
    SimulationError
        If a policy of one's own fails.

    Examples
    --------
    >>> result = brew(stop="safe", rounds=1000, seed=1)
    >>> result.explosion_rate.mean
    0.0
    """
    counts = read_bag(bag)
    start = check_start(start)
    rounds = check_count(rounds, "rounds")
    checked.callback(progress, "progress")
    seed = choose_seed(seed)
    threads = check_threads(threads)
    rules = RuleOptions.read(rules)
    books = Books.read(books)
    policies = {"stop": stop, "flask": flask, "blue": blue, "yellow": yellow}
    brewer = Strategy.from_dict(policies, name="brewer", allow_plugins=allow_plugins)
    record = make_rules(rules, books)
    compile_ahead(brewer.policies(), ["brew", *entries.additions(record)])
    table = seat_policies([brewer])
    run = entries.brew_block()

    def command(number: int) -> str:
        options = {"bag": format_bag(counts), **policies, "start": start}
        return brew_command(options, rules, books, seed, number + 1)

    def work(first: int, last: int) -> Any:
        totals, seat = new_record(BREW_TOTALS), table.copy()
        try:
            failed = run(record, seat, totals, counts, start, seed, first, last, None, None)
        except Exception as error:
            raise failure_of_policy(seat, [brewer], seed, command, error) from error
        if failed >= 0:
            raise failure_of_policy(seat, [brewer], seed, command)
        return totals

    begun = time.perf_counter()
    totals = new_record(BREW_TOTALS)
    done = 0
    for block in in_order(work, pieces(0, rounds, BREWS_PER_BLOCK), threads):
        add_totals(totals, block)
        done = min(done + BREWS_PER_BLOCK, rounds)
        if progress:
            progress(done, rounds)
    return BrewResult(
        totals=totals,
        rounds=rounds,
        seed=seed,
        bag=format_bag(counts),
        start=start,
        policies={name: str(policies[name]) for name in policies},
        rules=rules,
        books=books,
        elapsed_seconds=time.perf_counter() - begun,
    )


def play(
    *strategies: "str | Path | Strategy",
    games: int | None = None,
    seed: int | None = None,
    rotate: bool = True,
    rules: RulesGiven = None,
    books: BooksGiven = None,
    cards: Cards = None,
    threads: int | None = None,
    until: float | None = None,
    allow_plugins: Allowed = False,
    progress: Progress | None = None,
) -> PlayResult:
    """Play whole games at one table, one seat for each strategy, and compare them.

    Parameters
    ----------
    *strategies : str, Path or Strategy
        One to four; names of shipped strategies, files, or strategies. One alone plays the house
        mode.
    games : int, optional
        How many; with `rotate` all rotations are counted. 100,000 if not given.
    seed : int, optional
        0 … 2⁶³ − 1; without one a fresh one is chosen and noted in the result.
    rotate : bool
        Deal each game once for every rotation of the seats.
    rules : RuleOptions or mapping, optional
        The reading of the rules, also as ``{"explosion_limit": 8}``.
    books : Books, str, int or mapping, optional
        Ingredient books in play: ``"green=3"``, or the set of all of them.
    cards : Deck, str, iterable of str or mapping, optional
        Event cards: ``"all"``, ``"none"``, a list such as ``"FP1,FB3"``, and cards of single rounds
        as in ``"all,3=FB5"``; see :meth:`Deck.read`. If not given, all 24 for two to four
        strategies and none for one. One strategy alone never meets a card that needs rivals.
    threads : int, optional
        All cores if not given; the result does not depend on it.
    allow_plugins : bool or collection of paths
        Which files of Python may run, see :func:`quacks_sim.strategy.load_strategy`.
    until : float, optional
        Stop when every interval of a win share is within ± this many percentage points; `games`
        then is the most to play (10 million if not given). All intervals of the result then hold
        at every look, which makes them wider (see :mod:`quacks_sim.anytime`);
        :attr:`PlayResult.precise_enough` tells whether the precision was reached.
    progress : callable, optional
        Called with (games done, games wanted).

    Returns
    -------
    PlayResult

    Raises
    ------
    InputError
        For anything that cannot be played.
    SimulationError
        If a policy of one's own raises or breaks the rules.
    """
    until = check_until(until)
    checked.callback(progress, "progress")
    if games is None:
        games = DEFAULT_GAMES if until is None else MOST_GAMES_UNTIL
    games = check_count(games, "games")
    match = make_match(
        strategies,
        rules=rules,
        books=books,
        cards=cards,
        seed=choose_seed(seed),
        rotate=rotate,
        allow_plugins=allow_plugins,
    )
    return play_match(match, games, threads=check_threads(threads), until=until, progress=progress)


def play_match(
    match: Match,
    games: int,
    *,
    threads: int,
    until: float | None = None,
    progress: Progress | None = None,
) -> PlayResult:
    """Play the first games of a match; see :func:`play`."""
    match.prepare()
    begun = time.perf_counter()
    result: PlayResult | None = None
    for block in in_order(match.block, pieces(0, games, GAMES_PER_BLOCK), threads):
        if result is None:
            result = PlayResult(match, block.totals, block.last, until=until)
        else:
            result.add(block.totals, block.last)
        if progress:
            progress(block.last, games)
        # A look after each block, in the order of games: threads cannot change where the run ends.
        if until is not None and result.precise_enough:
            break
    assert result is not None
    result.elapsed_seconds = time.perf_counter() - begun
    return result


def sweep(
    strategy: "str | Path | Strategy",
    vary: Mapping[str, Any],
    *,
    against: "Sequence[str | Path | Strategy]" = (),
    games: int = DEFAULT_GAMES,
    seed: int | None = None,
    rotate: bool = True,
    rules: RulesGiven = None,
    books: BooksGiven = None,
    cards: Cards = None,
    threads: int | None = None,
    allow_plugins: Allowed = False,
    progress: Progress | None = None,
) -> SweepResult:
    """Play the same table for each value of one or two parameters of a strategy.

    Every cell meets the same luck, so differences between cells are sharper than each of them.

    Parameters
    ----------
    strategy : str, Path or Strategy
        Sits at the table first.
    vary : mapping of str to sequence or mapping
        One or two of :meth:`Strategy.with_params`' keys, each with the values to try; or a name of
        one's own with named sets of changes, for example
        ``{"plan": {"orange": {"purchase.orange": 1}, "red": {"purchase.red": 1}}}``.
    against : sequence
        Up to three rivals; none is a solo game.
    games : int
        Games of each cell.
    seed, rotate, rules, books, cards, threads, allow_plugins, progress
        As in :func:`play`; `progress` counts the games of all cells.

    Returns
    -------
    SweepResult

    Raises
    ------
    InputError
        For anything that cannot be played.
    """
    axes = check_axes(vary)
    games = check_count(games, "games")
    checked.callback(progress, "progress")
    rules, books = RuleOptions.read(rules), Books.read(books)
    against = checked.items(
        against, "against", 'write for example against=["cautious"]', of="strategies"
    )
    base, *rivals = [
        load_strategy(each, allow_plugins=allow_plugins) for each in (strategy, *against)
    ]
    deck = None if cards is None else Deck.read(cards)
    seed = choose_seed(seed)
    cells = list(combinations_of(axes))
    threads = check_threads(threads)
    # All tables first: a value that cannot be played must not come up after hours.
    matches = [
        make_match(
            [changed(base, labels, changes, allow_plugins=allow_plugins), *rivals],
            **conditions_of(changes, rules=rules, books=books, cards=deck),
            seed=seed,
            rotate=rotate,
        )
        for labels, changes in cells
    ]
    results = []
    begun = time.perf_counter()
    for number, match in enumerate(matches):

        def told(done: int, _: int, before: int = number * games) -> None:
            if progress:
                progress(before + done, len(cells) * games)

        results.append(play_match(match, games, threads=threads, progress=told))
    return SweepResult(
        base.name,
        {axis.name: axis.labels for axis in axes},
        [labels for labels, _ in cells],
        results,
        elapsed_seconds=time.perf_counter() - begun,
    )


def check_axes(vary: Mapping[str, Any]) -> tuple[Axis, ...]:
    """Return what is varied.

    Raises
    ------
    InputError
        Unless there are one or two axes, each with values; see :func:`quacks_sim.vary.read_axes`.
    """
    vary = checked.mapping(vary, "vary", 'write for example {"stop.max_risk": [0.2, 0.3]}')
    if not vary:
        raise InputError(
            "nothing is varied", "vary one or two things, for example stop.max_risk=0.1:0.6:0.05"
        )
    return read_axes(vary)
