"""The verdict: what was found and where the search started, in games that it never saw.

Whatever does best in a search was lucky, too: its own games say too much of it (the winner's
curse). So one of the finalists is chosen in fresh games, and judged in fresh games again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from quacks_sim.comparisons import Comparison, holm
from quacks_sim.strategy import Strategy
from quacks_sim.training.racing import race
from quacks_sim.training.tables import Played, TableArena, Tables, seed_of

#: Parts of a search, each with luck of its own; generations have those of the part 0.
_CHOICE, _VERDICT = 1, 2


@dataclass(frozen=True)
class Judged:
    """How the found strategy and the start did with the same rivals, in the same games.

    Attributes
    ----------
    what : {"search", "held out", "start"}
        The tables of the search; one with a strategy that it never met; one with copies of the
        start.
    rivals : tuple of tuple of str
        Names of the rivals of each table.
    games : int
        How many each of the two played.
    start, found : float
        What a game brought.
    comparison : Comparison
        Their difference, corrected by Holm for all that are judged at once.
    """

    what: str
    rivals: tuple[tuple[str, ...], ...]
    games: int
    start: float
    found: float
    comparison: Comparison

    def to_dict(self) -> dict[str, Any]:
        """Return the entry in the JSON output."""
        return {
            "what": self.what,
            "rivals": [list(each) for each in self.rivals],
            "games": self.games,
            "start": self.start,
            "found": self.found,
            "difference": self.comparison.difference.to_dict(),
            **self.comparison.to_dict(),
        }


@dataclass(frozen=True)
class Verdict:
    """What is known of the found strategy.

    Attributes
    ----------
    measure : {"win_share", "victory_points"}
    judged : tuple of Judged
        The tables of the search come first.
    """

    measure: str
    judged: tuple[Judged, ...]

    @property
    def better(self) -> bool:
        """Whether it is better than the start at the tables of the search, beyond doubt."""
        first = self.judged[0].comparison
        return first.resolved and first.difference.mean > 0

    @property
    def worse_elsewhere(self) -> tuple[Judged, ...]:
        """Where it is worse than the start beyond doubt, of the other tables."""
        found = self.judged[1:]
        return tuple(each for each in found if each.comparison.resolved and each.found < each.start)

    def to_dict(self) -> dict[str, Any]:
        """Return what the JSON output says."""
        return {
            "measure": self.measure,
            "better": self.better,
            "judged": [each.to_dict() for each in self.judged],
        }


def choose(
    tables: Tables,
    start: Strategy,
    finalists: Sequence[Strategy],
    *,
    games: int,
    seed: int,
    threads: int,
    played: Played,
) -> int:
    """Return which of the finalists does best at the tables of the search, in fresh games."""
    if len(finalists) == 1:
        return 0
    seeds = [seed_of(seed, _CHOICE, table) for table in range(len(tables.rivals))]
    arena = TableArena(tables, [start, *finalists], seeds, threads, played)
    found = race(arena, range(1, len(finalists) + 1), games, 1, tables.step)
    return found.order[0] - 1


def judge(
    tables: Tables,
    start: Strategy,
    found: Strategy,
    holdout: Sequence[Strategy],
    *,
    games: int,
    seed: int,
    threads: int,
    played: Played,
) -> Verdict:
    """Return the verdict on a strategy.

    Parameters
    ----------
    tables : Tables
        Of the search.
    start, found : Strategy
    holdout : sequence of Strategy
        Who fills a further table each.
    games : int
        Of each of the two at each table.
    seed : int
        Of the search; all games are new ones.
    threads : int
    played : callable
        Told how many games have just been played.
    """
    copies = tables.players - 1
    others = [("held out", each) for each in holdout] + [("start", start)] * bool(copies)
    settings = [("search", tables)]
    settings += [(what, replace(tables, rivals=((each,) * copies,))) for what, each in others]
    judged = []
    for number, (what, setting) in enumerate(settings):
        seeds = [seed_of(seed, _VERDICT, number, table) for table in range(len(setting.rivals))]
        arena = TableArena(setting, [start, found], seeds, threads, played)
        arena.play([0, 1], games)
        before, after = arena.score(0), arena.score(1)
        comparison = after.over(before, shares=arena.shares)
        names = tuple(tuple(each.name for each in rivals) for rivals in setting.rivals)
        judged.append(Judged(what, names, after.games, before.mean, after.mean, comparison))
    corrected = holm([each.comparison for each in judged])
    pairs = zip(judged, corrected, strict=True)
    return Verdict(tables.measure, tuple(replace(each, comparison=new) for each, new in pairs))
