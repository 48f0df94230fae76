"""``quacks run``: an experiment into a dataset; the same command resumes it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quacks_sim.cli import completion
from quacks_sim.cli.options import (
    AllowPlugins,
    Overwrite,
    Plugin,
    RowFormat,
    Threads,
    count,
    path,
    read_plugins,
    with_output,
)
from quacks_sim.cli.output import Output, Parts, Report, Table

if TYPE_CHECKING:
    from quacks_sim.cells import Standing
    from quacks_sim.experiment import Dataset
    from quacks_sim.results import PlayResult


#: Damaged files that are named one by one.
_NAMED = 5

ExperimentName = Annotated[
    str,
    typer.Argument(
        metavar="EXPERIMENT",
        show_default=False,
        help="A shipped experiment, or a TOML file.",
        autocompletion=completion.experiments,
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        parser=path,
        metavar="FOLDER",
        show_default=False,
        help="The folder of the dataset, or a URL.  [default: out/NAME]",
    ),
]
GamesOfCell = Annotated[
    int | None,
    count("--games", "-n", help="Games of each cell, from 1.  [default: those of the experiment]"),
]
SeedOfRun = Annotated[
    int | None,
    count(
        "--seed",
        "-s",
        help="Whole number from 0.  [default: that of the experiment, or one is chosen]",
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        show_default=False,
        help="Play on the workers of this Dask scheduler, as tcp://host:8786.",
    ),
]
Workers = Annotated[
    int | None,
    count("--workers", "-w", help="Play on N worker processes of this machine, from 1."),
]


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("run", short_help="Run an experiment into a dataset, or go on with it.")(run)


@with_output
def run(
    output: Output,
    experiment: ExperimentName,
    out: Out = None,
    games: GamesOfCell = None,
    seed: SeedOfRun = None,
    threads: Threads = None,
    overwrite: Overwrite = False,
    plugin: Plugin = None,
    allow_plugins: AllowPlugins = False,
    scheduler: Scheduler = None,
    workers: Workers = None,
    format: RowFormat | None = None,
) -> None:
    """Run an experiment into a dataset. The same command goes on after an interruption.

    \b
    Examples:
      quacks run points_or_coins
      quacks run experiments/mine.toml --out out/mine --games 20000
      quacks run points_or_coins --seed 7 --threads 4 --no-progress
      quacks run rats --format arrow
      quacks run points_or_coins --scheduler tcp://head:8786 --out /shared/points

    \b
    Then:
      quacks chart out/points_or_coins
    """
    import time

    from quacks_sim.cli.progress import Watch, interruptible
    from quacks_sim.experiment import load_experiment, prepare_experiment, run_experiment
    from quacks_sim.experiment.folders import as_folder

    question = load_experiment(experiment)
    folder = as_folder(out or Path("out") / question.name)
    allowed = read_plugins(plugin, allow_plugins)
    here = scheduler is None

    def prepare() -> list[str]:
        return prepare_experiment(question, allow_plugins=allowed, compiling=here)

    note_unused(output, question.level, format)
    output.notes(interruptible(prepare, output))
    kept = f"finished parts are kept in {folder}"
    begun = time.perf_counter()
    with Watch(output, "games", kept=kept, resume="the same command goes on") as watch:
        dataset = run_experiment(
            question,
            folder,
            threads=threads,
            progress=watch,
            overwrite=overwrite,
            games=games,
            seed=seed,
            format=format,
            allow_plugins=allowed,
            scheduler=scheduler,
            workers=workers,
        )
    elapsed = time.perf_counter() - begun
    results = dataset.results()
    note_remade(output, dataset)
    output.show(
        lambda: _document(dataset, results, elapsed),
        lambda: _report(dataset, results, elapsed, output.verbose),
        lambda: _records(dataset),
    )


def note_unused(output: Output, level: str, format: str | None) -> None:
    """Say that a format of rows was chosen where none are kept."""
    if level == "summary" and format not in (None, RowFormat.PARQUET):
        output.notes([f"--format {format} changes nothing: at level summary no rows are kept"])


def note_remade(output: Output, dataset: "Dataset") -> None:
    """Say which files of an earlier run were damaged."""
    for name in dataset.remade[:_NAMED]:
        output.note(f"{dataset.path / name} was damaged or missing, and has been made again")
    if len(dataset.remade) > _NAMED:
        output.note(f"so were {len(dataset.remade) - _NAMED} other files")


def _document(
    dataset: "Dataset", results: "Sequence[PlayResult]", elapsed: float
) -> dict[str, Any]:
    from quacks_sim.results import SCHEMA, rules_to_dict, versions

    match = results[0].match
    rules = rules_to_dict(match.rules, match.books, match.cards)
    if len({result.match.cards for result in results}) > 1:
        rules["cards"] = None  # each cell has its own
    values = _values(dataset)
    return {
        "command": "run",
        "schema": SCHEMA,
        "dataset": str(dataset.path),
        "question": dataset.question,
        "games": dataset.games_per_cell,
        "games_played": dataset.played,
        "seed": dataset.seed,
        "rotated": match.rotate,
        "rules": rules,
        "axes": dataset.axes,
        "cells": [
            {
                "values": values[number],
                "cards": result.match.cards.text(),
                "strategies": [each.to_dict() for each in result.strategies],
                "pairs": [each.to_dict() for each in result.pairs],
            }
            for number, result in enumerate(results)
        ],
        "tables": [
            {"table": table, **standing.to_dict([values[cell] for cell in cells])}
            for table, cells, standing in _standings(dataset, results)
        ],
        "elapsed_seconds": elapsed,
        "versions": versions(),
    }


def _report(
    dataset: "Dataset", results: "Sequence[PlayResult]", elapsed: float, verbose: bool
) -> Report:
    from quacks_sim.words import (
        best_in_words,
        duration,
        intervals_in_words,
        table_in_words,
        whole,
    )

    known = table_in_words(*results)
    known[0] += " a cell"
    if dataset.played < dataset.games_per_cell * len(results):
        known.append(f"{whole(dataset.played)} of them played now")
    known.append(duration(elapsed))
    table = _table(dataset, results, verbose)
    where = Parts([f"dataset {dataset.path}", f"quacks chart {dataset.path}"])
    best: list[str] = []
    standings, values = _standings(dataset, results), _values(dataset)
    for number, cells, standing in standings:
        first, *more = best_in_words(standing, [values[cell] for cell in cells])
        best += [f"table {number}: {first}" if len(standings) > 1 else first, *more]
    family = max((len(cells) - 1 for _, cells, _ in standings), default=1)
    known += intervals_in_words(family)
    return [dataset.question, "", table, "", *best, *[""] * bool(best), Parts(known), where]


def _values(dataset: "Dataset") -> list[dict[str, Any]]:
    """Return the values of the axes, by cell."""
    # By all columns: of none at all, as without axes, older versions of pandas make no rows.
    rows = dataset.cells.to_dict("records")
    return [{axis: row[axis] for axis in dataset.axes} for row in rows]


def _standings(
    dataset: "Dataset", results: "Sequence[PlayResult]"
) -> "list[tuple[int, list[int], Standing]]":
    """Return for each table, from 1 on, its cells and which of them is best, if they vary."""
    from quacks_sim.cells import Standing

    if not dataset.axes:
        return []
    tables = dataset.cells["table"]
    cells = [(int(each) + 1, tables.index[tables == each].tolist()) for each in tables.unique()]
    return [(table, own, Standing.of([results[cell] for cell in own])) for table, own in cells]


def _table(dataset: "Dataset", results: "Sequence[PlayResult]", verbose: bool) -> Table:
    """Return a row for each cell and strategy; of what is varied only the strategy that varies."""
    from quacks_sim.words import short, standing_columns, with_errors

    axes = list(dataset.axes)
    cells = dataset.cells
    own = [
        (number, strategy)
        for number, result in enumerate(results)
        for strategy in (result.strategies if verbose or not axes else result.strategies[:1])
    ]
    columns: dict[str, list[str]] = {}
    tables = int(cells["table"].nunique())
    if tables > 1:
        columns["table"] = [str(cells["table"][number] + 1) for number, _ in own]
    for axis in axes:
        columns[axis] = [short(cells[axis][number]) for number, _ in own]
    if verbose or not axes or tables > 1:
        columns["strategy"] = [each.name for _, each in own]
    if any(result.match.players > 1 for result in results):
        columns["win share, %"] = with_errors([each.win_share for _, each in own], 100)
    columns["victory points"] = with_errors([each.victory_points for _, each in own])
    columns["explosions, %"] = with_errors([each.explosion_rate for _, each in own], 100)
    standings = [] if verbose else _standings(dataset, results)
    compared = [standing_columns(standing) for _, _, standing in standings]
    for name in compared[0] if compared else ():
        columns[name] = [text for each in compared for text in each[name]]
    left = frozenset(
        place for place, name in enumerate(columns) if name in ("table", "strategy", *axes)
    )
    return Table(list(columns), list(zip(*columns.values(), strict=True)), left=left)


def _records(dataset: "Dataset") -> list[dict[str, Any]]:
    from quacks_sim.cli.output import frame_records

    return [{**row, "seed": dataset.seed} for row in frame_records(dataset.summary())]
