"""Tuning: parameters of a strategy that play better, found by search and judged in fresh games."""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from quacks_sim import checked
from quacks_sim.blocks import check_threads
from quacks_sim.errors import InputError
from quacks_sim.locks import only_one
from quacks_sim.match import BooksGiven, Cards, RulesGiven
from quacks_sim.own_files import check_replaceable
from quacks_sim.plugins import Allowed
from quacks_sim.result_files import check_result_path, write_result
from quacks_sim.simulate import Progress, choose_seed
from quacks_sim.strategy import Strategy
from quacks_sim.training.plan import Plan, plan_tuning
from quacks_sim.training.racing import race
from quacks_sim.training.record import (
    Candidate,
    Generation,
    forget_record,
    read_record,
    seed_in_record,
    write_record,
)
from quacks_sim.training.result import TuneResult, provenance
from quacks_sim.training.search import Search
from quacks_sim.training.tables import TableArena, seed_of
from quacks_sim.training.verdict import choose, judge

#: Told of each generation that is over: how many there are, and the last one.
Told = Callable[[int, Generation], None]

_GENERATIONS, _SEARCH = 0, 3

#: How many of the best candidates come into the final, beside the middle of the distribution.
_FINALISTS = 3


def tune(
    strategy: "str | Path | Strategy",
    vary: Mapping[str, Any],
    *,
    against: "Sequence[str | Path | Strategy]" = (),
    players: int | None = None,
    holdout: "Sequence[str | Path | Strategy] | None" = None,
    objective: str | None = None,
    games: int | None = None,
    generations: int | None = None,
    budget: int | None = None,
    candidates: int | None = None,
    spread: float | None = None,
    verdict_games: int | None = None,
    seed: int | None = None,
    rotate: bool = True,
    rules: RulesGiven = None,
    books: BooksGiven = None,
    cards: Cards = None,
    threads: int | None = None,
    out: "str | Path | None" = None,
    overwrite: bool = False,
    allow_plugins: Allowed = False,
    progress: Progress | None = None,
    told: Told | None = None,
) -> TuneResult:
    """Search for parameters with which a strategy does better (CMA-ES).

    All candidates of a generation play the same games; those that are clearly too weak drop out
    early. What is found is judged against the start in games that the search never saw.

    Parameters
    ----------
    strategy : str, Path or Strategy
        Where the search starts.
    vary : mapping
        Parameters by name, each with the two ends of its range, or None for all values that are
        possible: ``{"stop.max_risk": (0.05, 0.6), "flask.value": None}``. ``"stop.max_risk@3"``
        varies it in round 3 only, ``"stop.max_risk@each"`` in every round by itself;
        ``"purchase": None`` stands for all parameters of that decision.
    against : sequence
        Up to three rivals at one table; none is a solo game.
    players : int, optional
        Seats of a table, 2–4; then there is a table for each rival, full of copies of it.
    holdout : sequence, optional
        Strategies that only the result meets, with one table each. Two shipped ones if not given.
    objective : {"win_share", "points"}, optional
        What counts. Win share if not given; alone, points.
    games : int, optional
        Games of a candidate at each table, in each generation; 2,000 if not given.
    generations : int, optional
        Most generations; 40 if not given.
    budget : int, optional
        After so many games of the search no generation begins any more.
    candidates : int, optional
        Candidates of a generation; from the number of parameters if not given.
    spread : float, optional
        Standard deviation of the first candidates, as a share of each range; 0.2 if not given.
    verdict_games : int, optional
        Games of each strategy at each table of the verdict; 20,000 if not given.
    seed : int, optional
        0 … 2⁶³ − 1. Without one, that of the record beside `out` is used, or else a fresh one.
    rotate, rules, books, cards, threads, allow_plugins
        As in :func:`quacks_sim.play`.
    out : str or Path, optional
        Where the found strategy is written, as ``mine.toml``. Beside it a record is kept,
        ``mine.tune.json``: an interrupted search goes on when it is called again.
    overwrite : bool
        Replace a file that is there, and start anew.
    progress : callable, optional
        Called with (games done, games wanted at most).
    told : callable, optional
        Called after each generation with its number and the generation.

    Returns
    -------
    TuneResult

    Raises
    ------
    InputError
        For anything that cannot be played or searched, and if cma is not installed.
    SimulationError
        If a policy of one's own fails.

    Examples
    --------
    >>> found = tune(
    ...     "balanced", {"stop": None}, against=["cautious"], out="mine.toml"
    ... )  # doctest: +SKIP
    >>> found.verdict.better  # doctest: +SKIP
    True
    """
    cores = check_threads(threads)
    overwrite = checked.switch(overwrite, "overwrite")
    checked.callback(progress, "progress")
    checked.callback(told, "told")
    if out is not None:
        out = checked.path_of(out, "the file of the strategy")
    plan = plan_tuning(
        strategy,
        vary,
        against=against,
        players=players,
        holdout=holdout,
        objective=objective,
        games=games,
        generations=generations,
        budget=budget,
        candidates=candidates,
        spread=spread,
        verdict_games=verdict_games,
        seed=seed_for(seed, out, overwrite=overwrite),
        rotate=rotate,
        rules=rules,
        books=books,
        cards=cards,
        allow_plugins=allow_plugins,
    )
    return run_tuning(
        plan,
        threads=cores,
        out=out,
        overwrite=overwrite,
        progress=progress,
        told=told,
    )


def seed_for(seed: int | None, out: "str | Path | None", *, overwrite: bool) -> int:
    """Return the seed of a search: the one given, that of an interrupted search, or a fresh one."""
    if seed is None and out is not None and not overwrite:
        seed = seed_in_record(record_beside(checked.path_of(out, "the file of the strategy")))
    return choose_seed(seed)


def record_beside(out: Path) -> Path:
    """Return the path of the record of a search."""
    return out.with_suffix(".tune.json")


def run_tuning(
    plan: Plan,
    *,
    threads: int,
    out: "str | Path | None" = None,
    overwrite: bool = False,
    progress: Progress | None = None,
    told: Told | None = None,
) -> TuneResult:
    """Carry out a search that was planned; see :func:`tune`."""
    file = None
    if out is not None:
        file = check_result_path(out, "strategy", [".toml"], overwrite=overwrite)
    with only_one(file, "search"):
        generations = [] if file is None else _known(plan, file, overwrite=overwrite)
        return _search(plan, generations, threads, file, progress, told)


def _search(
    plan: Plan,
    generations: list[Generation],
    threads: int,
    file: Path | None,
    progress: Progress | None,
    told: Told | None,
) -> TuneResult:
    """Search on after the generations that are known, and judge what is found."""
    plan.prepare()
    begun = time.perf_counter()
    counter = _Counter(plan, generations, progress)
    search = _Searcher(plan, threads, counter)
    for number, known in enumerate(generations):
        search.repeat(number, known, file)
    while not _is_over(plan, generations):
        generations.append(search.generation(len(generations)))
        if file is not None:
            write_record(record_beside(file), plan.settings, generations)
        counter.plan_on(generations)
        if told:
            told(len(generations), generations[-1])
    values = _finalists(generations, search.mean)
    allowed = plan.tables.allow_plugins
    finalists = [plan.space.strategy_at(each, allow_plugins=allowed) for each in values]
    options: dict[str, Any] = {
        "games": plan.verdict_games,
        "seed": plan.seed,
        "threads": threads,
        "played": counter.add,
    }
    best = choose(plan.tables, plan.start, finalists, **options)
    verdict = judge(plan.tables, plan.start, finalists[best], plan.holdout, **options)
    found = TuneResult(
        plan,
        _named(finalists[best], file),
        values[best],
        generations,
        verdict,
        counter.games,
        time.perf_counter() - begun,
    )
    if file is not None:
        write_result(file, lambda part: part.write_text(provenance(found), encoding="utf-8"))
    return found


def _known(plan: Plan, file: Path, *, overwrite: bool) -> list[Generation]:
    """Return the generations that an interrupted search has left beside its result."""
    record = record_beside(file)
    check_replaceable(record)
    if overwrite:  # both, so that an interrupted search is one without a result
        forget_record(record)
        file.unlink(missing_ok=True)
    known: list[Generation] = []
    for each in read_record(record, plan.settings):
        if not _is_over(plan, known):  # a longer search may have been recorded
            known.append(each)
    return known


def _named(found: Strategy, file: Path | None) -> Strategy:
    """Return the found strategy as it is called in its file, and as it is read from there."""
    if file is None:
        return found.named(f"{found.name.partition('+')[0]}_tuned")
    return found.named(file.stem).moved(file.parent)


def _is_over(plan: Plan, generations: Sequence[Generation]) -> bool:
    if len(generations) >= plan.generations:
        return True
    played = sum(each.games for each in generations)
    return plan.budget is not None and played >= plan.budget


def _finalists(generations: Sequence[Generation], mean: tuple[float, ...]) -> list[Any]:
    """Return the values that come into the final: the mean first, then what did best."""
    tried = [
        each
        for generation in generations
        for each in generation.candidates
        if each.low is not None and not each.dropped
    ]
    tried.sort(key=lambda each: -(each.low or 0.0))
    return list(dict.fromkeys([mean, *(each.values for each in tried)]))[: 1 + _FINALISTS]


class _Counter:
    """Counts games, and tells them on."""

    def __init__(self, plan: Plan, known: Sequence[Generation], progress: Progress | None) -> None:
        self._plan, self._progress = plan, progress
        self.games = self._before = sum(each.games for each in known)
        self.plan_on(known)

    def plan_on(self, generations: Sequence[Generation]) -> None:
        """Work out how many games there will be at most."""
        plan = self._plan
        left = max(plan.generations - len(generations), 0) * plan.games_of_generation
        if plan.budget is not None:
            left = min(left, max(plan.budget - self.games, 0) + plan.games_of_generation)
        finals = (2 + _FINALISTS) * len(plan.tables.rivals)
        judged = 2 * (len(plan.tables.rivals) + len(plan.holdout) + (plan.tables.players > 1))
        self._wanted = self.games + left + (finals + judged) * plan.verdict_games

    def add(self, games: int) -> None:
        self.games += games
        if self._progress:
            self._progress(self.games - self._before, self._wanted - self._before)


class _Searcher:
    """Plays one generation after another."""

    def __init__(self, plan: Plan, threads: int, counter: _Counter) -> None:
        self._plan, self._threads, self._counter = plan, threads, counter
        self._search = Search(
            plan.space.dimensions,
            candidates=plan.candidates,
            spread=plan.spread,
            seed=seed_of(plan.seed, _SEARCH),
        )

    @property
    def mean(self) -> tuple[float, ...]:
        return self._search.mean

    def repeat(self, number: int, known: Generation, file: Path | None) -> None:
        """Go through a generation of the record without playing it."""
        asked = self._search.ask()
        if asked != [each.values for each in known.candidates]:
            record = "" if file is None else record_beside(file)
            raise InputError(
                f"{record}: generation {number + 1} is not what this search would have tried",
                "it was written on another machine or changed; start with --overwrite",
            )
        self._search.tell(known.order)

    def generation(self, number: int) -> Generation:
        """Let the candidates of the next generation race, and tell the search about it."""
        begun, before = time.perf_counter(), self._counter.games
        plan = self._plan
        asked = self._search.ask()
        playable, entrants = [], [plan.start]
        for candidate, values in enumerate(asked):
            strategy = self._strategy(values)
            if strategy is not None:
                playable.append(candidate)
                entrants.append(strategy)
        count = len(plan.tables.rivals)
        seeds = [seed_of(plan.seed, _GENERATIONS, number, table) for table in range(count)]
        arena = TableArena(plan.tables, entrants, seeds, self._threads, self._counter.add)
        keep = max(plan.candidates // 2, 1)
        found = race(arena, range(1, len(entrants)), plan.games, keep, plan.tables.step)
        candidates = [Candidate(values=values, games=0) for values in asked]
        for entrant, outcome in found.outcomes.items():
            place, gain = playable[entrant - 1], outcome.gain.difference
            candidates[place] = Candidate(
                values=asked[place],
                games=outcome.games,
                gain=gain.mean,
                low=gain.low,
                high=gain.high,
                dropped=outcome.dropped,
            )
        order = [playable[entrant - 1] for entrant in found.order]
        order += [each for each in range(len(asked)) if each not in playable]
        self._search.tell(order)
        played = self._counter.games - before
        return Generation(
            candidates=tuple(candidates),
            order=tuple(order),
            games=played,
            saved=len(entrants) * plan.games * count - played,
            seconds=time.perf_counter() - begun,
            spread=self._search.spread,
        )

    def _strategy(self, values: tuple[float, ...]) -> Strategy | None:
        """Return the strategy with these values, None if it can never do anything."""
        plan = self._plan
        strategy = plan.space.strategy_at(values, allow_plugins=plan.tables.allow_plugins)
        try:
            plan.tables.match(0, strategy, plan.seed)
        except InputError:
            return None
        return strategy
