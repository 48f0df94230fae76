"""Measure how often 95 % intervals hold the truth: ``python benchmarks/coverage.py [FILE.md]``.

Every kind of interval that the program prints is worked out again and again, each time from a few
games with a seed of their own, and compared with the mean of a very much longer run. Prints a table
in Markdown, or puts it between the marks ``<!-- coverage -->`` and ``<!-- end of coverage -->`` of
a file.
"""

import argparse
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd

from quacks_sim import load_strategy
from quacks_sim.batches import against
from quacks_sim.charts.comebacks import wins_by_place
from quacks_sim.charts.figures import widest_of_purchases
from quacks_sim.charts.frames import purchases_frame
from quacks_sim.charts.last_chips import LAST, green_counts
from quacks_sim.charts.luck import LUCK_MEASURES, luck_frame
from quacks_sim.charts.seats import seats_frames
from quacks_sim.charts.wildness import SPREAD, spread_frame
from quacks_sim.kernel.block import GAME_COLUMNS
from quacks_sim.kernel.round_end import TWELFTHS
from quacks_sim.kernel.state import VICTORY_POINTS
from quacks_sim.match import Match, make_match
from quacks_sim.rankings import TournamentResult
from quacks_sim.results import PlayResult
from quacks_sim.rules.tables import ROUNDS
from quacks_sim.simulate import brew, play_match
from quacks_sim.statistics import ClusterSums, Estimate
from quacks_sim.training.tables import Tables
from quacks_sim.training.verdict import judge

REPETITIONS = 1_000

#: The seed of the long runs; short ones have those after it.
TRUTH_SEED = 1_000

FOUR = ("balanced", "yardstick", "pushing", "careful")
BY_ROUND = {
    "explosions": "exploded",
    "victory points": "points_gained",
    "scoring space": "scoring_space",
}

#: A bag that explodes once in 73 brews at an accepted risk of 5 %.
MANY_CHIPS = "W1x4 W2x2 W3 O1x9 G1x9 B1x4"

#: Percentage points to which a run with looks goes on.
UNTIL = 4.0

#: Of each kind of interval its name, the mean and the ends.
Interval = tuple[float, float, float]
Intervals = Mapping[str, Mapping[str, Interval]]

_BETWEEN = re.compile(r"(?<=<!-- coverage -->\n).*?(?=<!-- end of coverage -->)", re.DOTALL)


@dataclass(frozen=True)
class Case:
    """Some games from which intervals of several kinds come.

    Attributes
    ----------
    what : str
        The games, in words.
    measure : callable
        Given a seed and a number of games, it returns the intervals by kind and name.
    games, truth : int
        Of a short run, and of the long one.
    share : float
        Of the repetitions, for those that take long.
    at_once : bool
        Whether all intervals of a kind have to hold.
    long : callable, optional
        What measures the long run, if it is something else.
    """

    what: str
    measure: Callable[[int, int], Intervals]
    games: int
    truth: int = 200_000
    share: float = 1.0
    at_once: bool = False
    long: Callable[[int, int], Intervals] | None = None


@dataclass(frozen=True)
class Coverage:
    """How often the intervals of one kind hold the truth.

    Attributes
    ----------
    kind, what : str
        Of what, and in which games.
    repetitions : int
    shares : tuple of float
        For each interval of this kind.
    """

    kind: str
    what: str
    repetitions: int
    shares: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Coverage, mean over the intervals of this kind."""
        return float(np.mean(self.shares))


def coverage_of(case: Case, repetitions: int) -> list[Coverage]:
    """Return how often each kind of interval of a case holds the truth."""
    repetitions = max(round(repetitions * case.share), 1)
    truth = (case.long or case.measure)(TRUTH_SEED, case.truth)
    held: dict[tuple[str, str], int] = defaultdict(int)
    for seed in range(TRUTH_SEED + 1, TRUTH_SEED + 1 + repetitions):
        for kind, intervals in case.measure(seed, case.games).items():
            holds = {
                name: low <= truth[kind][name][0] <= high
                for name, (_, low, high) in intervals.items()
            }
            if case.at_once:
                holds = {"all": all(holds.values())}
            for name, covers in holds.items():
                held[kind, name] += covers
    kinds = dict.fromkeys(kind for kind, _ in held)
    return [
        Coverage(
            kind,
            case.what,
            repetitions,
            tuple(number / repetitions for (each, _), number in held.items() if each == kind),
        )
        for kind in kinds
    ]


@cache
def _match(*names: str, rotate: bool = True) -> Match:
    return make_match(names, seed=0, rotate=rotate)


def _played(names: Sequence[str], seed: int, games: int, *, rotate: bool = True) -> PlayResult:
    match = replace(_match(*names, rotate=rotate), seed=seed)
    return play_match(match, games, threads=1)


def _ends(estimate: Estimate) -> Interval:
    return estimate.mean, estimate.low, estimate.high


def _named(estimates: Iterable[Estimate]) -> dict[str, Interval]:
    return {str(number): _ends(each) for number, each in enumerate(estimates)}


def _column(frame: pd.DataFrame, name: str) -> dict[str, Interval]:
    ends = frame[[name, f"{name}_low", f"{name}_high"]].to_numpy(dtype=float)
    return {str(number): (row[0], row[1], row[2]) for number, row in enumerate(ends)}


def of_table(seed: int, games: int) -> Intervals:
    """Measure everything that ``quacks play`` and its charts tell of a table of four."""
    result = _played(FOUR, seed, games)
    own, pairs = result.strategies, result.pairs
    luck = luck_frame([result], [""])
    found = {
        "win share": _named(each.win_share for each in own),
        "victory points": _named(each.victory_points for each in own),
        "share of rounds that explode": _named(each.explosion_rate for each in own),
        "difference of a pair, wins": _named(each.win_share.difference for each in pairs),
        "difference of a pair, points": _named(each.victory_points.difference for each in pairs),
        "win share from each seat": _named(
            each for strategy in own for each in strategy.win_share_by_seat if each
        ),
    }
    for name, column in BY_ROUND.items():
        found[f"{name} by round"] = _named(
            each for strategy in own for each in strategy.estimates_by_round(column)
        )
    return {
        **found,
        "chips bought by round, within the bound": _bought(result),
        "spread of points": _column(spread_frame([result]), SPREAD.name),
        **{f"luck or skill, {name[9:]}": _column(luck, name) for name in LUCK_MEASURES},
    }


def _bought(result: PlayResult) -> dict[str, Interval]:
    """Return the intervals that the caption of the chart promises not to be wider."""
    reach = widest_of_purchases(result.games // result.match.rotations)
    frame = purchases_frame(result)
    numbers = frame.drop(columns=["strategy", "round", "games"]).to_numpy(dtype=float).ravel()
    return {str(place): (each, each - reach, each + reach) for place, each in enumerate(numbers)}


def of_seats(seed: int, games: int) -> Intervals:
    """Measure who wins from which seat, where equals do not change seats."""
    frames = seats_frames([_played(["yardstick"] * 4, seed, games, rotate=False)])
    return {"share of a seat, all seats at once": _column(frames[0], "win_share")}


def of_rare_wins(seed: int, games: int) -> Intervals:
    """Measure shares near 0 and 1."""
    result = _played(("balanced", "yardstick+stop=white_sum:4"), seed, games)
    return {
        "win share near 0 and 1": _named(each.win_share for each in result.strategies),
        "difference near 1": _named(each.win_share.difference for each in result.pairs),
    }


def of_sweep(seed: int, games: int) -> Intervals:
    """Measure the differences of cells to another one that met the same luck."""
    cells = [
        _played((f"yardstick+stop.max_risk={risk}", *FOUR[1:]), seed, games)
        for risk in (0.2, 0.25, 0.35)
    ]
    wins, points, everyone = (
        against(cells, [0] * 3, measure, everyone=everyone)[1:]
        for measure, everyone in (
            ("win_share", False),
            ("victory_points", False),
            ("victory_points", True),
        )
    )
    return {
        "difference to the best of a sweep, wins": _named(each.difference for each in wins),
        "difference to the best of a sweep, points": _named(each.difference for each in points),
        "mean of all seats, as for cards": _named(each.difference for each in everyone),
    }


def of_tournament(seed: int, games: int) -> Intervals:
    """Measure what a tournament tells of each strategy and each pair."""
    tables = combinations(FOUR, 2)
    cup = TournamentResult([_played(table, seed, games) for table in tables])
    own = sorted(cup.entrants, key=lambda each: each.name)
    pairs = {frozenset((each.first, each.second)): each for each in cup.pairs}
    found: dict[str, dict[str, Interval]] = {
        "rating": _named(each.rating for each in own),
        "win share in a tournament": _named(each.win_share for each in own),
        "victory points in a tournament": _named(each.victory_points for each in own),
        "difference of a pair in a tournament": {},
    }
    for first, second in combinations(sorted(FOUR), 2):
        pair = pairs[frozenset((first, second))]
        mean, low, high = _ends(pair.win_share.difference)
        turned = (mean, low, high) if pair.first == first else (-mean, -high, -low)
        found["difference of a pair in a tournament"][f"{first} {second}"] = turned
    return found


def of_search(seed: int, games: int) -> Intervals:
    """Measure the verdict of a search at two tables that have luck of their own."""
    start, found = (load_strategy(f"yardstick+stop.max_risk={risk}") for risk in (0.2, 0.3))
    rivals = ((load_strategy("balanced"),), (load_strategy("careful"),))
    verdicts = {}
    for measure, words in (("win_share", "wins"), ("victory_points", "points")):
        verdict = judge(
            Tables(rivals, measure), start, found, [], games=games, seed=seed, threads=1,
            played=lambda _: None,
        )  # fmt: skip
        verdicts[f"verdict of a search, {words}"] = _named(
            each.comparison.difference for each in verdict.judged
        )
    return verdicts


def of_comebacks(seed: int, games: int) -> Intervals:
    """Measure how often the leader, and the last one, win in the end."""
    match = replace(_match(*FOUR), seed=seed)
    block = match.block(0, games, "rounds")
    shape = (games, match.players, ROUNDS)
    points = block.round_rows[:, VICTORY_POINTS].reshape(shape)
    shares = block.game_rows[:, GAME_COLUMNS.index("win_share_twelfths")] / TWELFTHS
    found = wins_by_place(points, shares.reshape(shape[:2]), match.rotations)
    return {f"wins of the {place} by round": _named(each) for place, each in found.items()}


def of_last_chips(seed: int, games: int) -> Intervals:
    """Measure the rubies of green chips that lie last, from journals."""
    match = replace(_match("green_collector", "yardstick"), seed=seed)
    counts = green_counts(match, games)
    sums = [ClusterSums.of_games(counts[:, last], match.rotations) for last in range(LAST)]
    return {"rubies of the last green chips": _named(each.estimate() for each in sums)}


def of_looks(seed: int, games: int) -> Intervals:
    """Measure a run that ends when it is precise, with a look after every 24 games."""
    match = replace(_match("balanced", "yardstick"), seed=seed)
    result: PlayResult | None = None
    for last in range(24, games + 1, 24):
        block = match.block(last - 24, last)
        if result is None:
            result = PlayResult(match, block.totals, last, until=UNTIL)
        else:
            result.add(block.totals, last)
        if result.precise_enough:
            return _of_looks(result)
    raise RuntimeError(f"seed {seed}: {games} games are too few for ± {UNTIL}")


def of_long_run(seed: int, games: int) -> Intervals:
    """Measure the table of :func:`of_looks` without any looks."""
    return _of_looks(_played(("balanced", "yardstick"), seed, games))


def _of_looks(result: PlayResult) -> Intervals:
    pairs = result.pairs
    return {
        "`--until`: win share": _named(each.win_share for each in result.strategies),
        "`--until`: difference of a pair": _named(each.win_share.difference for each in pairs),
    }


def of_brews(seed: int, brews: int) -> Intervals:
    """Measure what ``quacks brew`` tells."""
    found = brew(stop="bust_risk:0.4", rounds=brews, seed=seed, threads=1)
    rare = brew(MANY_CHIPS, stop="bust_risk:0.05", rounds=brews, seed=seed, threads=1)
    means = (found.scoring_space, found.coins, found.victory_points, found.rubies)
    return {
        "brews that explode": _named([found.explosion_rate]),
        "means of brews": _named([*means, found.chips_drawn]),
        "brews that explode, seldom": _named([rare.explosion_rate]),
    }


CASES = (
    Case("4 seats, 50 deals", of_table, 200),
    Case("4 seats, 12 deals", of_table, 48, share=0.5),
    Case("4 equals in fixed seats, 300 games", of_seats, 300, at_once=True),
    Case("2 seats, 100 deals", of_rare_wins, 200),
    Case("3 cells, 4 seats, 50 deals", of_sweep, 200),
    Case("6 tables of 2, 100 deals each", of_tournament, 200, share=0.25),
    Case("4 tables of 2, 100 deals each", of_search, 200, truth=100_000, share=0.5),
    Case("4 seats, 100 deals", of_comebacks, 400, truth=60_000),
    Case("2 seats, 40 deals", of_last_chips, 80, truth=12_000, share=0.2),
    Case("2 seats, 24 games a look", of_looks, 60_000, share=0.5, long=of_long_run),
    Case("250 brews", of_brews, 250, truth=5_000_000),
)


def table(repetitions: int) -> str:
    """Return the table in Markdown."""
    head = ["interval", "games of a run", "runs", "intervals", "mean", "lowest", "highest"]
    rows = [head, [":--", ":--", *["--:"] * 5]]
    for case in CASES:
        for found in coverage_of(case, repetitions):
            shares = (found.mean, min(found.shares), max(found.shares))
            numbers = [f"{found.repetitions:,}", str(len(found.shares))]
            rows.append(
                [found.kind, found.what, *numbers, *[f"{100 * each:.1f}" for each in shares]]
            )
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def main() -> None:
    """Measure, and print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", help="where the table is replaced")
    parser.add_argument("--repetitions", type=int, default=REPETITIONS, help="runs of each case")
    given = parser.parse_args()
    text = "" if given.file is None else given.file.read_text(encoding="utf-8")
    if given.file is not None and not _BETWEEN.search(text):
        parser.error(f"{given.file} has no marks <!-- coverage --> and <!-- end of coverage -->")
    made = table(given.repetitions)
    print(made)
    if given.file is not None:
        given.file.write_text(_BETWEEN.sub(lambda _: f"{made}\n", text), encoding="utf-8")


if __name__ == "__main__":
    main()
