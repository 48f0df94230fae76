"""The result of a search: the strategy, how it was found, and the verdict."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from quacks_sim.choices import ALL_ROUNDS
from quacks_sim.commands import tune_command
from quacks_sim.results import SCHEMA, rules_to_dict, versions
from quacks_sim.rules.cards import Deck
from quacks_sim.strategy import Strategy
from quacks_sim.training.plan import Plan
from quacks_sim.training.record import Generation
from quacks_sim.training.verdict import Judged, Verdict
from quacks_sim.version import RULES_VERSION, __version__
from quacks_sim.words import counted

if TYPE_CHECKING:
    import pandas as pd

_UNITS = {"win_share": (100, "points of win share"), "victory_points": (1, "victory points")}


@dataclass(frozen=True)
class TuneResult:
    """What a search has found.

    Attributes
    ----------
    plan : Plan
        What was searched, and where.
    strategy : Strategy
        The one that was found.
    values : tuple of float
        Its values, one for each dimension of the plan's space.
    generations : list of Generation
        Every candidate that was tried.
    verdict : Verdict
        What it is worth against the start, in games that the search never saw.
    games : int
        All games, those of the verdict with them, and those played before an interruption.
    elapsed_seconds : float
        Of this run.
    """

    plan: Plan
    strategy: Strategy
    values: tuple[float, ...]
    generations: list[Generation]
    verdict: Verdict
    games: int
    elapsed_seconds: float

    @property
    def start(self) -> Strategy:
        """The strategy from which the search started."""
        return self.plan.start

    @property
    def saved(self) -> float:
        """The share of the games of the search that racing spared, 0 to 1."""
        saved = sum(each.saved for each in self.generations)
        return saved / (saved + sum(each.games for each in self.generations))

    @property
    def games_per_second(self) -> float:
        """Speed of the search."""
        seconds = sum(each.seconds for each in self.generations)
        return sum(each.games for each in self.generations) / seconds if seconds else 0.0

    @cached_property
    def history(self) -> "pd.DataFrame":
        """One row for each candidate: its generation, place and gain, and its parameters.

        ``gain`` is what it brought more than the start over the same games, in shares or points,
        with ``gain_low`` and ``gain_high``; ``place`` counts from 1.
        """
        import pandas as pd

        names = [each.key for each in self.plan.space.dimensions]
        return pd.DataFrame(
            {
                "generation": number,
                "place": generation.order.index(each) + 1,
                "games": candidate.games,
                "dropped": candidate.dropped,
                "gain": candidate.gain,
                "gain_low": candidate.low,
                "gain_high": candidate.high,
                **dict(zip(names, candidate.values, strict=True)),
            }
            for number, generation in enumerate(self.generations, 1)
            for each, candidate in enumerate(generation.candidates)
        )

    @property
    def command(self) -> str:
        """The command that does the same search."""
        plan = self.plan
        options = [word for each in _ranges(plan) for word in ("--vary", each)]
        return tune_command(
            plan.tables.match(0, plan.start, plan.seed),
            plan.tables.rivals,
            plan.holdout,
            [
                *options,
                *("--objective", "points" if plan.tables.measure != "win_share" else "win_share"),
                *("--games", str(plan.games), "--generations", str(plan.generations)),
                *([] if plan.budget is None else ["--budget", str(plan.budget)]),
                *("--candidates", str(plan.candidates), "--spread", f"{plan.spread:g}"),
                *("--verdict-games", str(plan.verdict_games)),
            ],
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``quacks tune --json``."""
        plan = self.plan
        tables = plan.tables
        cards = Deck.of_table(tables.cards, tables.players)
        return {
            "command": "tune",
            "schema": SCHEMA,
            "strategy": self.start.name,
            "against": [[each.name for each in rivals] for rivals in tables.rivals],
            "objective": tables.measure,
            "seed": plan.seed,
            "rotated": tables.rotate,
            "rules": rules_to_dict(tables.rules, tables.books, cards),
            "games": self.games,
            "saved": self.saved,
            "parameters": [
                {
                    "name": each.key,
                    "low": each.low,
                    "high": each.high,
                    "start": each.start,
                    "found": value,
                }
                for each, value in zip(plan.space.dimensions, self.values, strict=True)
            ],
            "verdict": self.verdict.to_dict(),
            "found": self.strategy.to_dict(),
            "generations": [
                {
                    "games": each.games,
                    "saved": each.saved,
                    "spread": each.spread,
                    "best": list(each.candidates[each.order[0]].values),
                    "gain": each.candidates[each.order[0]].gain,
                }
                for each in self.generations
            ],
            "elapsed_seconds": self.elapsed_seconds,
            "games_per_second": self.games_per_second,
            "versions": versions(),
        }


def in_words(judged: Judged, measure: str) -> str:
    """Return in words what was judged at some tables: ``better by 2.1 ± 0.8 points …``."""
    scale, unit = _UNITS[measure]
    found = judged.comparison.difference
    size = f"{abs(found.mean) * scale:.2f} ± {found.half_width * scale:.2f} {unit}"
    if judged.comparison.resolved:
        return f"{'better' if found.mean > 0 else 'worse'} than the start by {size}"
    if not found.mean and not found.half_width:
        return "it plays just as the start does"
    sign = "+" if found.mean >= 0 else "-"
    return f"no better than the start, as far as this tells ({sign}{size})"


def tables_in_words(judged: Judged) -> str:
    """Return in words who the rivals were."""
    if not judged.rivals[0]:
        return "alone"
    tables = []
    for rivals in judged.rivals:
        counted = dict.fromkeys(rivals)
        parts = [
            f"{rivals.count(each)} × {each}" if rivals.count(each) > 1 else each for each in counted
        ]
        tables.append(" and ".join(parts))
    return "against " + "; ".join(tables)


def provenance(found: TuneResult) -> str:
    """Return the text of the TOML file of the found strategy, which says where it comes from."""
    measure = found.verdict.measure
    first, *others = found.verdict.judged
    searched = sum(each.games for each in found.generations)
    lines = [
        f"Found by quacks tune, Quacks Sim {__version__} (rules {RULES_VERSION}):",
        found.command,
        f"Search: {counted(len(found.generations), 'generation')}, {counted(searched, 'game')}, "
        f"seed {found.plan.seed}.",
        f"Verdict, in {counted(first.games, 'game')} that the search never saw, "
        f"{tables_in_words(first)}: {in_words(first, measure)}.",
    ]
    lines += [
        f"{'Held out' if each.what == 'held out' else 'Start'}, {tables_in_words(each)}: "
        f"{in_words(each, measure)}."
        for each in others
    ]
    description = (
        f"{found.start.name} with parameters found by quacks tune "
        f"{tables_in_words(first)}: {in_words(first, measure)} in {first.games:,} fresh games."
    )
    head = "".join(f"# {line}\n" for line in lines)
    return f"{head}\n{replace(found.strategy, description=description).to_toml()}"


def _ranges(plan: Plan) -> list[str]:
    """Return what is varied as the command line names it; equal ranges of all rounds in one."""
    found: dict[str, None] = {}
    by_round: dict[str, list[tuple[float, float]]] = {}
    for each in plan.space.dimensions:
        name, at, rounds = each.key.partition("@")
        if at and rounds.isdigit():
            by_round.setdefault(name, []).append((each.low, each.high))
    for each in plan.space.dimensions:
        name, at, rounds = each.key.partition("@")
        ranges = by_round.get(name, [])
        whole = len(ranges) == len(ALL_ROUNDS) and len(set(ranges)) == 1 and rounds.isdigit()
        found[
            f"{name}@each={each.low:g}:{each.high:g}"
            if whole
            else f"{each.key}={each.low:g}:{each.high:g}"
        ] = None
    return list(found)
