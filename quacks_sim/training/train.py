"""Learning what positions are worth: ``quacks train``.

For each number of players the strategy plays some iterations of games, each by the values that the
one before has found; see :mod:`quacks_sim.training.iteration`. What has been found so far is
kept beside the result, so that a training that was interrupted goes on.
"""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim import checked
from quacks_sim.blocks import check_threads
from quacks_sim.commands import rules_options
from quacks_sim.errors import InputError
from quacks_sim.locks import only_one
from quacks_sim.match import (
    MOST_GAMES,
    BooksGiven,
    Cards,
    RulesGiven,
    check_count,
    check_seed,
    make_match,
)
from quacks_sim.own_files import check_replaceable
from quacks_sim.plugins import Allowed
from quacks_sim.result_files import check_result_path, write_result
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.chips import KIND_COUNT
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import MOST_SEATS, ROUNDS
from quacks_sim.strategy import Strategy, load_strategy
from quacks_sim.training.derived import by_price
from quacks_sim.training.iteration import Iteration, iterate
from quacks_sim.values import Values
from quacks_sim.version import __version__
from quacks_sim.words import counted

DEFAULT_GAMES = 20_000
DEFAULT_ITERATIONS = 12
DEFAULT_PLAYERS = (2, 3, 4)

#: How often something is done by lot: in the first iteration, and in the others.
_EXPLORE = (0.5, 0.15)

#: From the third iteration on new values count so much, those before the rest: if all changed their
#: mind at once, all would buy the same chips, and change it back.
_WHOLE, _BLEND = 2, 0.4

#: The line of the kept file that says which iterations are done.
_DONE = "done"

_MOST_ITERATIONS = 10_000

#: Fewest games of an iteration; with fewer of them there are hardly more positions than features.
_FEWEST_GAMES = 100


@dataclass(frozen=True)
class Training:
    """What a training has found.

    Attributes
    ----------
    values : Values
    iterations : list of Iteration
        Those of this call; one that was resumed has played others before.
    """

    values: Values
    iterations: list[Iteration]


def train(
    strategy: str | Path | Strategy = "champion",
    *,
    rivals: Sequence[str | Path | Strategy] = (),
    players: Sequence[int] = DEFAULT_PLAYERS,
    games: int = DEFAULT_GAMES,
    iterations: int = DEFAULT_ITERATIONS,
    rules: RulesGiven = None,
    books: BooksGiven = None,
    cards: Cards = None,
    seed: int = 0,
    threads: int | None = None,
    out: str | Path | None = None,
    overwrite: bool = False,
    allow_plugins: Allowed = False,
    progress: Callable[[int, int], None] | None = None,
    on_iteration: Callable[[Iteration], None] | None = None,
) -> Training:
    """Learn by self-play what positions are worth to a strategy.

    Parameters
    ----------
    strategy : str, Path or Strategy
        Decides by learned values; those that it has are not looked at, a training begins with
        prices.
    rivals : sequence of str, Path or Strategy
        Each also sits at every other seat of a table, so that values hold against others, too.
    players : sequence of int
        For how many players to learn, 1–4 each.
    games : int
        Games of an iteration at each table, from 100.
    iterations : int
        From 1.
    rules, books, cards
        As for :func:`quacks_sim.play`.
    seed : int
    threads : int, optional
        All cores by default. The values do not depend on it.
    out : str or Path, optional
        Where to write the values, a file that ends in ``.values.csv``. What is found on the way is
        kept in a hidden file beside it, with which the same call goes on.
    overwrite : bool
        Whether a file that is there may be replaced.
    allow_plugins : bool or collection of paths
        Whether files of Python that strategies name may run.
    progress : callable, optional
        Called with the games played and those wanted.
    on_iteration : callable, optional
        Called with each :class:`Iteration` when it is done.

    Returns
    -------
    Training

    Raises
    ------
    InputError
        For wrong arguments, for a strategy that decides nothing by learned values, and while
        another process trains for the same file.
    """
    learner = load_strategy(strategy, allow_plugins=allow_plugins)
    named = checked.items(rivals, "rivals", 'write for example rivals=["balanced"]')
    others = [load_strategy(each, allow_plugins=allow_plugins) for each in named]
    counts = _check_players(players)
    cure = f"an iteration needs at least {_FEWEST_GAMES}, and at most {MOST_GAMES:,}"
    games = checked.whole(games, "games", _FEWEST_GAMES, MOST_GAMES, cure=cure)
    iterations = check_count(iterations, "iterations", _MOST_ITERATIONS)
    threads = check_threads(threads)
    seed = check_seed(seed)
    checked.callback(progress, "progress")
    checked.callback(on_iteration, "on_iteration")
    overwrite = checked.switch(overwrite, "overwrite")
    _check_learner(learner)
    settings: dict[str, Any] = {
        "rules": RuleOptions.read(rules),
        "books": Books.read(books),
        "cards": None if cards is None else Deck.read(cards),
    }
    file = None
    if out is not None:
        file = check_result_path(out, "table of values", [".csv"], overwrite=overwrite)
    provenance = {
        "made by": _command(learner, others, counts, games, iterations, seed, settings),
        "version": f"quacks-sim {__version__}",
        "books": ",".join(f"{colour}={each}" for colour, each in settings["books"].sets().items()),
        "strategy": f"{learner.name} {_fingerprint(learner)}",
    }
    for count in counts:
        # A table is checked before the first game.
        make_match([learner.named("learner")] * count, **settings)
    with only_one(file, "training"):
        state = _State.start(file, provenance, counts, settings["books"])
        found: list[Iteration] = []
        wanted = len(counts) * iterations * games * (1 + len(others))
        for count in counts:
            for number in range(state.done.get(count, 0) + 1, iterations + 1):
                before = sum(state.done.values()) * games * (1 + len(others))
                done = iterate(
                    learner,
                    state.tables[count],
                    rivals=others if count > 1 else [],
                    players=count,
                    number=number,
                    explore=_EXPLORE[min(number - 1, 1)],
                    games=games,
                    seed=_seed_of(seed, count, number),
                    threads=threads,
                    settings=settings,
                    on_games=_teller(progress, before, wanted),
                )
                state.add(done)
                found.append(done)
                if on_iteration is not None:
                    on_iteration(done)
        values = state.values()
        if file is not None:
            write_result(file, lambda path: path.write_text(values.text(), encoding="utf-8"))
            state.forget()
    return Training(values, found)


@dataclass
class _State:
    """What a training has found so far, and the file in which it is kept."""

    file: Path | None
    provenance: dict[str, str]
    tables: dict[int, NDArray[np.float64]]
    seen: dict[int, NDArray[np.int64]]
    done: dict[int, int]

    @classmethod
    def start(
        cls, out: Path | None, provenance: dict[str, str], players: Sequence[int], books: Books
    ) -> "_State":
        """Return the state of an interrupted training with the same arguments, or a new one."""
        file = None if out is None else out.with_name(f".{out.name}.training")
        if file is not None:
            check_replaceable(file)
        if file is not None and file.is_file():
            text = file.read_text(encoding="utf-8", errors="replace")
            kept = Values.parse(text, name=file.name)
            if all(kept.provenance.get(key) == value for key, value in provenance.items()):
                done = {int(count): int(number) for count, number in _pairs(kept.provenance)}
                told = {key: value for key, value in kept.provenance.items() if key != _DONE}
                return cls(file, told, dict(kept.tables), dict(kept.seen), done)
        prices = np.round(by_price(books), 4)
        return cls(
            file,
            dict(provenance),
            dict.fromkeys(players, prices),
            {count: np.zeros((ROUNDS, KIND_COUNT), np.int64) for count in players},
            {},
        )

    def add(self, iteration: Iteration) -> None:
        """Take over what an iteration has found, and keep it."""
        count = iteration.players
        share = 1.0 if iteration.number <= _WHOLE else _BLEND
        table = (1 - share) * self.tables[count] + share * iteration.values
        self.tables[count] = np.round(table, 4)
        self.seen[count] = iteration.seen
        self.done[count] = iteration.number
        self.provenance[f"{count} players"] = _in_words(iteration)
        if self.file is not None:
            done = " ".join(f"{each}={number}" for each, number in self.done.items())
            kept = self.values(self.provenance | {_DONE: done})
            write_result(self.file, lambda path: path.write_text(kept.text(), encoding="utf-8"))

    def values(self, provenance: Mapping[str, str] | None = None) -> Values:
        """Return the values found so far."""
        name = "learned" if self.file is None else self.file.name[1:].partition(".")[0]
        told = self.provenance if provenance is None else provenance
        return Values(name, dict(self.tables), dict(self.seen), dict(told))

    def forget(self) -> None:
        """Remove the file in which it is kept."""
        if self.file is not None:
            self.file.unlink(missing_ok=True)


def _in_words(iteration: Iteration) -> str:
    low, high = min(iteration.explained), max(iteration.explained)
    return (
        f"{counted(iteration.number, 'iteration')} of {counted(iteration.games, 'game')};"
        f" in the last one {iteration.victory_points:.1f} points a seat,"
        f" and {low:.0%} to {high:.0%} of the variance of points to come explained"
        " in games not fitted to"
    )


def _pairs(provenance: Mapping[str, str]) -> list[list[str]]:
    return [each.split("=") for each in provenance.get(_DONE, "").split()]


def _check_learner(strategy: Strategy) -> None:
    if not any(policy.needs == "values" for policy in strategy.policies()):
        raise InputError(
            f"strategy {strategy.name} decides nothing by learned values",
            'give it policies called "learned", or train champion',
        )


def _check_players(players: Sequence[int]) -> list[int]:
    cure = f"name numbers of players from 1 to {MOST_SEATS}, for example 2,3,4"
    given = checked.items(players, "players", cure)
    if not given:
        raise InputError("players is empty", cure)
    return list(
        dict.fromkeys(checked.whole(each, "players", 1, MOST_SEATS, cure=cure) for each in given)
    )


def _seed_of(seed: int, players: int, number: int) -> int:
    """Return the seed of an iteration, of which no other one has the games."""
    state = np.random.SeedSequence([seed, players, number]).generate_state(1, np.uint64)
    return int(state[0] >> np.uint64(1))


def _fingerprint(strategy: Strategy) -> str:
    """Return what decides how the strategy plays, whatever values it has."""
    return replace(strategy, values=None).fingerprint


def _teller(
    progress: Callable[[int, int], None] | None, before: int, wanted: int
) -> Callable[[int], None]:
    played = before

    def tell(games: int) -> None:
        nonlocal played
        played += games
        if progress is not None:
            progress(played, wanted)

    return tell


def _command(
    strategy: Strategy,
    rivals: Sequence[Strategy],
    players: Sequence[int],
    games: int,
    iterations: int,
    seed: int,
    settings: Mapping[str, Any],
) -> str:
    """Return the command that trains the same values."""
    words = ["quacks", "train", strategy.name]
    for rival in rivals:
        words += ["--rival", rival.name]
    words += ["--players", ",".join(map(str, players)), "--games", str(games)]
    words += ["--iterations", str(iterations), "--seed", str(seed)]
    words += rules_options(settings["rules"], settings["books"])
    cards = settings["cards"]
    if cards is not None:
        words += ["--cards", cards.text()]
    return shlex.join(words)
