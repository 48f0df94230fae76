"""Tournaments: any number of strategies at many tables, ranked, and each against each."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from quacks_sim import checked
from quacks_sim.blocks import check_threads
from quacks_sim.commands import tournament_command
from quacks_sim.errors import InputError
from quacks_sim.experiment.dataset import load
from quacks_sim.experiment.folders import as_folder
from quacks_sim.experiment.formats import DEFAULT_FORMAT, check_format
from quacks_sim.experiment.manifest import FILE_NAME
from quacks_sim.experiment.plan import Plan, plan_experiment
from quacks_sim.experiment.run import run_plan
from quacks_sim.experiment.spec import Experiment
from quacks_sim.experiment.threads import Threads
from quacks_sim.match import BooksGiven, Cards, RulesGiven, check_count, check_level, told_apart
from quacks_sim.rankings import TournamentResult
from quacks_sim.results import PlayResult
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import MOST_SEATS
from quacks_sim.seating import seat_tables
from quacks_sim.simulate import Progress, choose_seed, play_match
from quacks_sim.strategy import Strategy, load_strategy

#: Games of each table, if nothing else is said.
DEFAULT_GAMES = 20_000


def tournament(
    *strategies: "str | Path | Strategy",
    players: int = 2,
    tables: int | None = None,
    games: int = DEFAULT_GAMES,
    seed: int | None = None,
    rotate: bool = True,
    rules: RulesGiven = None,
    books: BooksGiven = None,
    cards: Cards = None,
    threads: int | None = None,
    out: "str | Path | None" = None,
    level: str = "summary",
    format: str = DEFAULT_FORMAT,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> TournamentResult:
    """Let any number of strategies play each other at many tables, and rank them.

    All tables meet the same luck.

    Parameters
    ----------
    *strategies : str, Path or Strategy
        As many as there are seats, or more.
    players : int
        Seats of a table, 2–4.
    tables : int, optional
        How many tables; all that can be made if not given. Fewer ones are chosen so that everyone
        sits and meets about equally often.
    games : int
        Games of each table; with `rotate` all rotations are counted.
    seed : int, optional
        0 … 2⁶³ − 1. Without one, that of the dataset in `out` is used, or else a fresh one.
    rotate, rules, books, cards, threads
        As in :func:`quacks_sim.play`.
    out : str or Path, optional
        The folder of a dataset, or a URL. An interrupted tournament then goes on when it is called
        again.
    level : {"summary", "games", "rounds"}
        Which rows the dataset keeps.
    format : {"parquet", "arrow"}
        Of the files with rows.
    overwrite : bool
        Replace a dataset that is there.
    progress : callable, optional
        Called with (games done, games wanted) of all tables.

    Returns
    -------
    TournamentResult

    Raises
    ------
    InputError
        For anything that cannot be played.
    SimulationError
        If a policy of one's own fails.

    Examples
    --------
    >>> result = tournament("balanced", "cautious", "safe", seed=7)  # doctest: +SKIP
    >>> result.entrants[0].name  # doctest: +SKIP
    'balanced'
    """
    threads = check_threads(threads)
    overwrite = checked.switch(overwrite, "overwrite")
    checked.callback(progress, "progress")
    if seed is None and out is not None and not overwrite:
        seed = seed_of(out)
    plan = plan_tournament(
        strategies,
        players=players,
        tables=tables,
        games=games,
        seed=choose_seed(seed),
        rotate=rotate,
        rules=rules,
        books=books,
        cards=cards,
        level=level,
        format=format,
    )
    begun = time.perf_counter()
    if out is None:
        results = _play(plan, threads, progress)
        return TournamentResult(results, time.perf_counter() - begun)
    dataset = run_plan(
        plan, as_folder(out), Threads(threads), progress=progress, overwrite=overwrite
    )
    whole = dataset.played == plan.games * len(plan.cells)  # else there is no honest time
    return TournamentResult(dataset.results(), time.perf_counter() - begun if whole else 0.0)


def seed_of(out: "str | Path") -> int | None:
    """Return the seed of the dataset in a folder, None if there is none."""
    folder = as_folder(out)
    return load(folder).seed if (folder / FILE_NAME).is_file() else None


def plan_tournament(
    strategies: "Sequence[str | Path | Strategy]",
    *,
    players: int,
    tables: int | None,
    games: int,
    seed: int,
    rotate: bool = True,
    rules: RulesGiven = None,
    books: BooksGiven = None,
    cards: Cards = None,
    level: str = "summary",
    format: str = DEFAULT_FORMAT,
) -> Plan:
    """Return the plan of a tournament, a table a cell; see :func:`tournament`."""
    games = check_count(games, "games")
    if tables is not None:
        tables = check_count(tables, "tables")
    cure = f"a table has 2 to {MOST_SEATS} seats"
    players = checked.whole(players, "players", 2, MOST_SEATS, cure=cure)
    check_level(level)
    check_format(format)
    if len(strategies) < max(players, 2):
        raise InputError(
            f"{len(strategies)} strategies do not fill a table of {players}",
            f"name at least {max(players, 2)} strategies",
        )
    loaded = [load_strategy(each) for each in strategies]
    names = told_apart([each.name for each in loaded])
    entrants = [each.named(name) for each, name in zip(loaded, names, strict=True)]
    seats = seat_tables(len(entrants), players, tables, seed)
    experiment = Experiment.from_dict(
        {
            "question": f"Who wins at tables of {players}?",
            "tables": [[entrants[place] for place in table] for table in seats],
            "rules": RuleOptions.read(rules),
            "books": Books.read(books),
            "cards": None if cards is None else Deck.read(cards),
            "rotate": checked.switch(rotate, "rotate"),
            "level": level,
            "format": format,
            "chart": "tournament",
        },
        name="tournament",
    )
    plan = plan_experiment(experiment, games=games, seed=seed)
    command = tournament_command(plan.cells[0].match, loaded, games, tables)
    return replace(plan, command=command)


def _play(plan: Plan, threads: int, progress: Progress | None) -> list[PlayResult]:
    results = []
    wanted = plan.games * len(plan.cells)
    for cell in plan.cells:

        def told(done: int, _: int, before: int = cell.number * plan.games) -> None:
            if progress:
                progress(before + done, wanted)

        # A copy, because a match keeps its compiled table, and there may be many.
        results.append(play_match(replace(cell.match), plan.games, threads=threads, progress=told))
    return results
