"""``quacks find``: games of a dataset by what happened in them."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quacks_sim.cli.options import path, whole_number, with_output
from quacks_sim.cli.output import Output, Parts, Report, Table
from quacks_sim.errors import InputError

if TYPE_CHECKING:
    from quacks_sim.replay.find import Answer, Found


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("find", short_help="Find games of a dataset by what happened.")(find)


@with_output
def find(
    output: Output,
    dataset: Annotated[
        Path,
        typer.Argument(
            parser=path,
            metavar="DATASET",
            show_default=False,
            help="The folder that a run has written.",
        ),
    ],
    question: Annotated[
        str,
        typer.Argument(
            metavar="QUESTION", show_default=False, help="What happened, see above; in quotes."
        ),
    ],
    strategy: Annotated[
        str | None,
        typer.Option(metavar="NAME", show_default=False, help="Only seats of this strategy."),
    ] = None,
    cell: Annotated[
        int | None,
        typer.Option(metavar="C", parser=whole_number, show_default=False, help="Only this cell."),
    ] = None,
    top: Annotated[
        int, typer.Option(metavar="N", parser=whole_number, help="How many to list, from 1.")
    ] = 10,
) -> None:
    """Find games of a dataset by what happened in them, to replay them.

    \b
    Examples:
      quacks find out/demo "most victory_points"
      quacks find out/rats "exploded in round 9 while leading" --cell 1
      quacks find out/demo "victory_points >= 90 and won == 0" --top 3

    \b
    Questions (COLUMN as in docs/data.md; brackets may be left out):
      most COLUMN [in round R]        fewest COLUMN [in round R]
      closest finish                  widest finish
      shared win                      tie-break (the last space decided)
      biggest comeback                (a winner who was far behind)
      exploded [in round R] [while leading|while last]
      bought KIND [in round R]        (a chip, as K1)
      round == 9 and exploded == 1    (a comparison of columns, also of won,
                                      1 or 0, and margin over the best rival)

    What is about rounds needs a dataset of level rounds.
    """
    from quacks_sim.experiment import load
    from quacks_sim.replay.find import find as search

    if top < 1:
        raise InputError(f"--top is {top}", "list at least one game")
    found = load(dataset)
    answer = search(found, question, strategy=strategy, cell=cell, top=top)
    several = len(found.cells) > 1
    records = [_record(each, dataset) for each in answer.found]
    output.show(
        lambda: {
            "command": "find",
            "schema": 1,
            "dataset": str(dataset),
            "question": answer.question,
            "rows": answer.total,
            "found": records,
        },
        lambda: _report(answer, dataset, several),
        lambda: records,
    )


def _record(each: "Found", dataset: Path) -> dict[str, Any]:
    return {
        "cell": each.cell,
        "game": each.game,
        "seat": each.seat,
        "strategy": each.strategy,
        "round": each.round,
        "what": each.what,
        "replay": _command(each, dataset),
    }


def _command(each: "Found", dataset: Path) -> str:
    cell = f" --cell {each.cell}" if each.cell else ""
    number = f" --round {each.round}" if each.round is not None else ""
    return f"quacks replay {shlex.quote(str(dataset))}{cell} --game {each.game}{number}"


def _report(answer: "Answer", dataset: Path, several: bool) -> Report:
    from quacks_sim.words import whole

    if not answer.found:
        return [f"no game of {dataset} fits {answer.question!r}"]
    columns = [*(["cell"] if several else []), "game", "seat", "strategy", "what"]
    rows = [
        [
            *([str(each.cell)] if several else []),
            str(each.game),
            str(each.seat),
            each.strategy,
            each.what,
        ]
        for each in answer.found
    ]
    left = frozenset({len(columns) - 2, len(columns) - 1})
    return [
        Table(columns, rows, left=left),
        "",
        f"replay the first: {_command(answer.found[0], dataset)}",
        "",
        Parts([str(dataset), answer.question, f"{len(rows)} of {whole(answer.total)} shown"]),
    ]
