"""Tournaments: any number of strategies at many tables, ranked, and each against each."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.batches import games_of_batches, same_luck, sums_of_batches
from quacks_sim.blocks import check_threads
from quacks_sim.commands import tournament_command
from quacks_sim.comparisons import Comparison, compare, holm
from quacks_sim.errors import InputError
from quacks_sim.experiment.dataset import load
from quacks_sim.experiment.manifest import FILE_NAME
from quacks_sim.experiment.plan import Plan, plan_experiment
from quacks_sim.experiment.run import run_plan
from quacks_sim.experiment.spec import Experiment
from quacks_sim.match import Cards, check_count, told_apart
from quacks_sim.ratings import POINTS, fit_strengths, resampled_strengths
from quacks_sim.results import (
    SCHEMA,
    PairResult,
    PlayResult,
    pair_results,
    rules_to_dict,
    versions,
)
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import MOST_SEATS
from quacks_sim.seating import seat_tables
from quacks_sim.simulate import Progress, choose_seed, play_match
from quacks_sim.statistics import ClusterSums, Estimate
from quacks_sim.strategy import Strategy, load_strategy

if TYPE_CHECKING:
    import pandas as pd

#: Games of each table, if nothing else is said.
DEFAULT_GAMES = 20_000

#: Runs of the bootstrap behind the intervals of ratings.
SAMPLES = 1_000


@dataclass(frozen=True)
class Entrant:
    """How one strategy of a tournament did.

    Attributes
    ----------
    rank : int
        1 for the highest rating.
    name : str
    tables, games : int
        Where it sat, and how many games it played.
    rating : Estimate
        Points like those of chess with a mean of 0: 400 more are ten times the strength. The
        interval comes from a cluster bootstrap over deals.
    win_share : Estimate
        Share of its games that it won.
    victory_points : Estimate
        Its mean final points.
    to_best : Comparison
        The difference of its rating to the highest one, corrected for all strategies.
    """

    rank: int
    name: str
    tables: int
    games: int
    rating: Estimate
    win_share: Estimate
    victory_points: Estimate
    to_best: Comparison

    def to_dict(self) -> dict[str, Any]:
        """Return the entry of this strategy in the JSON output."""
        return {
            "rank": self.rank,
            "name": self.name,
            "tables": self.tables,
            "games": self.games,
            "rating": self.rating.to_dict(),
            "win_share": self.win_share.to_dict(),
            "victory_points": self.victory_points.to_dict(),
            "against_best": {
                "rating_difference": self.to_best.difference.to_dict(),
                **self.to_best.to_dict(),
            },
        }


class TournamentResult:
    """The tables of a tournament.

    Attributes
    ----------
    results : list of PlayResult
        One for each table; all met the same luck.
    names : list of str
        The strategies, in the order in which they were named.
    elapsed_seconds : float
        Time of playing, without compiling; 0 if it is not known.
    """

    def __init__(self, results: Sequence[PlayResult], elapsed_seconds: float = 0.0) -> None:
        self.results = list(results)
        self.elapsed_seconds = elapsed_seconds
        self.names = list(dict.fromkeys(name for each in results for name in each.match.names))
        if not same_luck(results) or self.players < 2:
            raise InputError(
                "these tables are no tournament",
                "all tables need the same number of seats, from 2 on, the same games and seed",
            )

    def __repr__(self) -> str:
        ranking = ", ".join(f"{each.name} {each.rating.mean:+.0f}" for each in self.entrants)
        return f"<TournamentResult of {len(self.results)} tables: {ranking}>"

    @property
    def players(self) -> int:
        """Seats of each table."""
        return self.results[0].match.players

    @property
    def games(self) -> int:
        """Games of each table."""
        return self.results[0].games

    @cached_property
    def tables(self) -> NDArray[np.int64]:
        """Who sits at each table, as places in :attr:`names`; shape (tables, players)."""
        places = {name: place for place, name in enumerate(self.names)}
        return np.array([[places[name] for name in each.match.names] for each in self.results])

    @cached_property
    def _batch_games(self) -> NDArray[np.int64]:
        games = games_of_batches(self.results[0])
        return games[games > 0]

    def _sums(self, measure: str) -> NDArray[np.float64]:
        """Return sums by batch, table and seat; shape (batches, tables, players)."""
        sums = [
            [sums_of_batches(each, seat, measure) for seat in range(self.players)]
            for each in self.results
        ]
        return np.moveaxis(np.array(sums), 2, 0)[: len(self._batch_games)]

    @cached_property
    def _points(self) -> NDArray[np.float64]:
        return self._sums("victory_points")

    @cached_property
    def _wins(self) -> NDArray[np.float64]:
        return self._sums("win_share")

    def _over(self, sums: NDArray[np.float64], tables: int) -> ClusterSums:
        return ClusterSums.of(sums, self._batch_games * tables)

    @cached_property
    def _strengths(self) -> NDArray[np.float64]:
        total = self._wins.sum(axis=0)[None]
        fitted: NDArray[np.float64] = fit_strengths(self.tables, total, len(self.names))[0]
        return fitted * POINTS

    @cached_property
    def _resampled(self) -> NDArray[np.float64]:
        if len(self._batch_games) < 2:
            return np.full((1, len(self.names)), np.nan)
        seed = self.results[0].match.seed
        found = resampled_strengths(
            self.tables, self._wins, len(self.names), samples=SAMPLES, seed=seed
        )
        return found * POINTS

    @cached_property
    def entrants(self) -> list[Entrant]:
        """The strategies, the highest rating first."""
        order = np.argsort(-self._strengths, kind="stable")
        to_best = self._to_best(int(order[0]))
        found = []
        for rank, place in enumerate(order, 1):
            where = self.tables == place
            tables = int(where.sum())
            wins = self._over((self._wins * where).sum(axis=(1, 2)), tables)
            points = self._over((self._points * where).sum(axis=(1, 2)), tables)
            rating = _spread(self._strengths[place], self._resampled[:, place])
            found.append(
                Entrant(
                    rank,
                    self.names[place],
                    tables,
                    tables * self.games,
                    rating,
                    wins.share(wins.standard_error * wins.games**0.5),
                    points.estimate(points.standard_error * points.games**0.5),
                    to_best[place],
                )
            )
        return found

    def _to_best(self, best: int) -> list[Comparison]:
        from scipy.special import ndtr

        found = []
        for place in range(len(self.names)):
            mean = self._strengths[place] - self._strengths[best]
            difference = _spread(mean, self._resampled[:, place] - self._resampled[:, best])
            error = difference.standard_error
            p_value = float(2 * ndtr(-abs(mean) / error)) if error > 0 else float("nan")
            found.append(Comparison(difference, self.games, p_value, p_value))
        corrected = iter(holm([each for place, each in enumerate(found) if place != best]))
        return [each if place == best else next(corrected) for place, each in enumerate(found)]

    @property
    def unresolved(self) -> list[str]:
        """The strategies, besides the first, of which none says that their rating is lower."""
        return [each.name for each in self.entrants[1:] if not each.to_best.resolved]

    @cached_property
    def pairs(self) -> list[PairResult]:
        """The differences of every two strategies that met, over the tables where both sat.

        In the order of the ranking, corrected by Holm for all of them.
        """
        order = [self.names.index(each.name) for each in self.entrants]
        names: list[tuple[str, str]] = []
        points: list[Comparison] = []
        shares: list[Comparison] = []
        for first, second in combinations(order, 2):
            sign = (self.tables == first).astype(float) - (self.tables == second)
            both = sign.any(axis=1) & (sign.sum(axis=1) == 0)
            if not both.any():
                continue
            tables = int(both.sum())
            names.append((self.names[first], self.names[second]))
            for sums, found in ((self._points, points), (self._wins, shares)):
                difference = (sums * sign)[:, both].sum(axis=(1, 2))
                found.append(
                    compare(
                        self._over(difference, tables), tables * self.games, shares=found is shares
                    )
                )
        return pair_results(names, points, shares)

    @property
    def matrix(self) -> "pd.DataFrame":
        """Win share of the strategy of a row, over the tables where that of a column sat, too.

        In the order of the ranking; NaN where two never met.
        """
        import pandas as pd

        names = [each.name for each in self.entrants]
        total = self._wins.sum(axis=0) / self.games
        shares = np.full((len(names), len(names)), np.nan)
        for row, name in enumerate(names):
            own = self.tables == self.names.index(name)
            for column, rival in enumerate(names):
                there = (self.tables == self.names.index(rival)).any(axis=1)
                if row != column and (own & there[:, None]).any():
                    shares[row, column] = total[own & there[:, None]].mean()
        return pd.DataFrame(shares, index=pd.Index(names, name="strategy"), columns=names)

    def to_frame(self) -> "pd.DataFrame":
        """Return one row a strategy, best first: rank, rating, win share, points, intervals."""
        import pandas as pd

        rows = []
        for each in self.entrants:
            row: dict[str, Any] = {"rank": each.rank, "strategy": each.name}
            row |= {"tables": each.tables, "games": each.games}
            for name in ("rating", "win_share", "victory_points"):
                estimate: Estimate = getattr(each, name)
                row |= {name: estimate.mean, f"{name}_low": estimate.low}
                row[f"{name}_high"] = estimate.high
            row["rating_near_best"] = not each.to_best.resolved
            rows.append(row)
        return pd.DataFrame(rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``quacks tournament --json``."""
        match = self.results[0].match
        matrix = self.matrix
        return {
            "command": "tournament",
            "schema": SCHEMA,
            "players": self.players,
            "games": self.games,
            "tables": [list(each.match.names) for each in self.results],
            "seed": match.seed,
            "rotated": match.rotate,
            "rules": rules_to_dict(match.rules, match.books, match.cards),
            "strategies": [each.to_dict() for each in self.entrants],
            "not_resolved_from_best": self.unresolved,
            "pairs": [each.to_dict() for each in self.pairs],
            "win_share_matrix": {
                name: {
                    rival: share
                    for rival, share in row.items()
                    if share == share  # two that never met have no share
                }
                for name, row in matrix.to_dict("index").items()
            },
            "elapsed_seconds": self.elapsed_seconds,
            "versions": versions(),
        }


def _spread(mean: float, samples: NDArray[np.float64]) -> Estimate:
    """Return an estimate with the spread of its bootstrap: percentiles as the interval."""
    low, high = (float(each) for each in np.percentile(samples, [2.5, 97.5]))
    error = float(samples.std(ddof=1)) if len(samples) > 1 else float("nan")
    return Estimate(float(mean), float("nan"), error, low, high)


def tournament(
    *strategies: "str | Path | Strategy",
    players: int = 2,
    tables: int | None = None,
    games: int = DEFAULT_GAMES,
    seed: int | None = None,
    rotate: bool = True,
    rules: RuleOptions | None = None,
    books: Books | str | None = None,
    cards: Cards = None,
    threads: int | None = None,
    out: "str | Path | None" = None,
    level: str = "summary",
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
        The folder of a dataset. An interrupted tournament then goes on when it is called again.
    level : {"summary", "games", "rounds"}
        Which rows the dataset keeps.
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
    if seed is None and out is not None and not overwrite:
        seed = seed_of(Path(out))
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
    )
    begun = time.perf_counter()
    if out is None:
        results = _play(plan, threads, progress)
        return TournamentResult(results, time.perf_counter() - begun)
    dataset = run_plan(plan, Path(out), threads=threads, progress=progress, overwrite=overwrite)
    whole = dataset.played == plan.games * len(plan.cells)  # else there is no honest time
    return TournamentResult(dataset.results(), time.perf_counter() - begun if whole else 0.0)


def seed_of(folder: Path) -> int | None:
    """Return the seed of the dataset in a folder, None if there is none."""
    return load(folder).seed if (folder / FILE_NAME).is_file() else None


def plan_tournament(
    strategies: "Sequence[str | Path | Strategy]",
    *,
    players: int,
    tables: int | None,
    games: int,
    seed: int,
    rotate: bool = True,
    rules: RuleOptions | None = None,
    books: Books | str | None = None,
    cards: Cards = None,
    level: str = "summary",
) -> Plan:
    """Return the plan of a tournament, a table a cell; see :func:`tournament`."""
    check_count(games, "games")
    if tables is not None:
        check_count(tables, "tables")
    if not 2 <= players <= MOST_SEATS:
        raise InputError(f"players is {players}", f"a table has 2 to {MOST_SEATS} seats")
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
            "rules": rules or RuleOptions(),
            "books": Books.read(books or Books()),
            "cards": None if cards is None else Deck.read(cards),
            "rotate": rotate,
            "level": level,
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
