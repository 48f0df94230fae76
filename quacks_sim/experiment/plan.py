"""The plan of an experiment: cells, and the shards into which the games of each are cut."""

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quacks_sim.axes import Axis, Label, changed, combinations_of, conditions_of
from quacks_sim.commands import play_command, plugin_options
from quacks_sim.errors import InputError
from quacks_sim.experiment.formats import DEFAULT_FORMAT, check_format
from quacks_sim.experiment.identity import rules_hash
from quacks_sim.experiment.own import strategy_to_dict
from quacks_sim.experiment.spec import Experiment, Seat
from quacks_sim.match import Match, check_count, check_level, check_seed, make_match
from quacks_sim.notes import gathered
from quacks_sim.paths import without_owner
from quacks_sim.plugins import Allowed
from quacks_sim.results import rules_to_dict
from quacks_sim.strategy import Strategy, load_strategy
from quacks_sim.version import RULES_VERSION
from quacks_sim.words import counted

#: Games of a shard by level: up to 240,000 rows of games or 216,000 rows of rounds at four seats.
#: All are whole blocks, and so whole deals. At level "summary" a shard is just a checkpoint.
GAMES_PER_SHARD = {"summary": 240_000, "games": 60_000, "rounds": 6_000}

MOST_CELLS = 10_000

#: What of an experiment decides no number.
_WORDS = ("name", "question", "description", "chart", "base")


@dataclass(frozen=True)
class Cell:
    """One combination of an experiment: a table and a value of each axis."""

    number: int
    table: int
    values: Mapping[str, Label]
    match: Match


@dataclass(frozen=True)
class Shard:
    """The games `first` … `last` − 1 of a cell: what is written, or lost, at once."""

    cell: int
    first: int
    last: int
    format: str = DEFAULT_FORMAT

    @property
    def file_name(self) -> str:
        """Name of its file in the folder ``games`` or ``rounds``."""
        return f"cell-{self.cell:05d}-game-{self.first:012d}.{self.format}"


@dataclass(frozen=True)
class Plan:
    """Everything that decides a dataset, and the words that go with it.

    Attributes
    ----------
    cells : tuple of Cell
        Tables first, then the values of the axes, the last axis running fastest.
    games : int
        Games of each cell.
    level : {"summary", "games", "rounds"}
        Which rows are kept.
    axes : tuple of Axis
        What is varied.
    words : mapping
        Name, question, description, chart, base, claims: nothing of it changes a number.
    command : str
        What makes the same dataset again.
    format : {"parquet", "arrow"}
        Of the files with rows.
    """

    cells: tuple[Cell, ...]
    games: int
    level: str
    axes: tuple[Axis, ...]
    words: Mapping[str, Any]
    command: str
    format: str = DEFAULT_FORMAT

    @property
    def notes(self) -> list[str]:
        """What of the strategies can do nothing in their cells, in a line each."""
        return gathered([cell.match.notes for cell in self.cells])

    @property
    def games_per_shard(self) -> int:
        """Games of a whole shard."""
        return GAMES_PER_SHARD[self.level]

    def shards(self, cell: int) -> Iterator[Shard]:
        """Yield the shards of a cell, in order. Their bounds depend on nothing but game numbers."""
        for first in range(0, self.games, self.games_per_shard):
            last = min(first + self.games_per_shard, self.games)
            yield Shard(cell, first, last, self.format)

    def has(self, shard: Shard) -> bool:
        """Return whether a shard is one of this plan."""
        last = min(shard.first + self.games_per_shard, self.games)
        return (
            0 <= shard.cell < len(self.cells)
            and shard.first % self.games_per_shard == 0
            and shard.first < shard.last == last
        )

    def to_dict(self, folder: Path | None = None) -> dict[str, Any]:
        """Return the plan as the manifest has it.

        Parameters
        ----------
        folder : Path, optional
            That of the dataset, from which files of the user's own are found again.
        """
        match = self.cells[0].match
        strategies: dict[tuple[str, str], dict[str, Any]] = {}
        order: dict[tuple[str, str], int] = {}
        cells = []
        for cell in self.cells:
            indices = []
            for strategy in cell.match.strategies:
                key = (strategy.name, strategy.fingerprint)
                order.setdefault(key, len(order))
                strategies.setdefault(key, strategy_to_dict(strategy, folder))
                indices.append(order[key])
            cells.append(
                {
                    "cell": cell.number,
                    "table": cell.table,
                    "values": dict(cell.values),
                    "strategies": indices,
                    "cards": cell.match.cards.text(),
                    **_own_rules(cell.match, match),
                }
            )
        return {
            "level": self.level,
            "format": self.format,
            "games": self.games,
            "shard_games": self.games_per_shard,
            "seed": match.seed,
            "rotate": match.rotate,
            "rules": _rules_to_dict(match),
            "rules_version": RULES_VERSION,
            "rules_hash": rules_hash(),
            "axes": {axis.name: list(axis.labels) for axis in self.axes},
            "strategies": list(strategies.values()),
            "cells": cells,
        }


def _rules_to_dict(match: Match) -> dict[str, Any]:
    rules = rules_to_dict(match.rules, match.books, match.cards)
    del rules["cards"]  # each cell has its own
    return rules


def _own_rules(match: Match, first: Match) -> dict[str, Any]:
    """Return the rules of a cell if they are not those of the first cell."""
    same = (match.rules, match.books) == (first.rules, first.books)
    return {} if same else {"rules": _rules_to_dict(match)}


def plan_experiment(
    experiment: Experiment,
    *,
    games: int,
    seed: int,
    format: str | None = None,
    allow_plugins: Allowed = False,
) -> Plan:
    """Return the plan of an experiment, after checking all that a user may have got wrong.

    Parameters
    ----------
    experiment : Experiment
    games, seed : int
        Those to be played, whatever the experiment says.
    format : {"parquet", "arrow"}, optional
        Instead of that of the experiment.
    allow_plugins : bool or collection of paths
        Which files of Python may run, see :func:`quacks_sim.strategy.load_strategy`.

    Raises
    ------
    InputError
        For a strategy, parameter or value that does not exist, and for too many cells.
    """
    games = check_count(games, "games")
    if format is not None:
        format = check_format(format)
    combinations = list(combinations_of(experiment.vary))
    count = len(combinations) * len(experiment.tables)
    if count > MOST_CELLS:
        raise InputError(
            f"the experiment has {counted(count, 'cell')}", f"up to {MOST_CELLS} are possible"
        )
    known: dict[str, Strategy] = {}
    given = {key: getattr(experiment, key) for key in ("rules", "books", "cards")}
    cells: list[Cell] = []
    for number, table in enumerate(experiment.tables):
        first, *rivals = [_load(seat, experiment.folder, known, allow_plugins) for seat in table]
        for labels, changes in combinations:
            match = make_match(
                [changed(first, labels, changes, allow_plugins=allow_plugins), *rivals],
                **conditions_of(changes, **given),
                seed=seed,
                rotate=experiment.rotate,
            )
            cells.append(Cell(len(cells), number, labels, match))
    words = {key: getattr(experiment, key) for key in _WORDS}
    words["claims"] = [each.model_dump(exclude_none=True) for each in experiment.claims]
    command = ["quacks", "run", without_owner(experiment.source)]
    command += ["--games", str(games), "--seed", str(seed)]
    if format not in (None, experiment.format):
        command += ["--format", str(format)]
    own = (each for cell in cells for each in cell.match.strategies)
    command += plugin_options(own, without_owner)
    return Plan(
        tuple(cells),
        games,
        experiment.level,
        experiment.vary,
        words,
        shlex.join(command),
        format or experiment.format,
    )


def plan_match(match: Match, games: int, level: str, format: str = DEFAULT_FORMAT) -> Plan:
    """Return the plan of a single table.

    Raises
    ------
    InputError
        For a wrong number of games, a wrong level or a wrong format.
    """
    games = check_count(games, "games")
    check_seed(match.seed)
    check_level(level)
    names = " against ".join(match.names)
    words = {
        "name": "play",
        "question": f"How does {names} end?" if match.players > 1 else f"How good is {names}?",
        "description": "",
        "chart": "win_shares" if match.players > 1 else "points",
    }
    cells = (Cell(0, 0, {}, match),)
    command = play_command(match, games, without_owner)
    return Plan(cells, games, level, (), words, command, check_format(format))


def _load(
    seat: Seat, folder: Path | None, known: dict[str, Strategy], allow_plugins: Allowed
) -> Strategy:
    if isinstance(seat, Strategy):
        return seat
    if seat not in known:
        file = seat.partition("+")[0]
        if folder is not None and file.endswith(".toml") and not Path(file).is_absolute():
            known[seat] = load_strategy(str(folder / seat), allow_plugins=allow_plugins)
        else:
            known[seat] = load_strategy(seat, allow_plugins=allow_plugins)
    return known[seat]
