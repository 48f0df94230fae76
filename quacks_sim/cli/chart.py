"""``quacks chart``: a picture of a dataset, or of a game of one's own."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quacks_sim.cli.options import Overwrite, path, with_output
from quacks_sim.cli.output import Output
from quacks_sim.cli.play import check_chart
from quacks_sim.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("chart", short_help="Draw a dataset, or a saved game, into a file.")(chart)


@with_output
def chart(
    output: Output,
    dataset: Annotated[
        Path,
        typer.Argument(
            parser=path,
            metavar="DATASET | SAVED.json",
            show_default=False,
            help="The folder that a run has written, or a game that quacks advise has saved.",
        ),
    ],
    name: Annotated[
        str | None,
        typer.Option(
            "--chart",
            metavar="NAME",
            show_default=False,
            help="Which picture: win_shares, points, by_round, bought, sweep, heat_map, "
            "differences, spread, points_by_source, by_seat, card_values, luck, comebacks, "
            "objectives, last_chips, tournament; docs/data.md tells what each shows.  "
            "[default: the one that answers the experiment's question]",
        ),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file",
            "-o",
            parser=path,
            metavar="FILE",
            show_default=False,
            help="A .png or .svg file.  [default: NAME.png in the folder of the dataset; beside a "
            "saved game, named like it]",
        ),
    ] = None,
    overwrite: Overwrite = False,
) -> None:
    """Draw a dataset, or a game that quacks advise has saved, into a file.

    \b
    Examples:
      quacks chart out/points_or_coins
      quacks chart out/points_or_coins --chart by_round -o by_round.svg
      quacks chart evening.json

    The chart of a saved game shows the points of all, what each pot was worth among all that its
    bag could have brought, and the chance to explode at each draw.
    """
    from quacks_sim import charts
    from quacks_sim.advice.saved import is_saved_game
    from quacks_sim.experiment import load
    from quacks_sim.experiment.folders import file_of

    figure: Callable[[], Figure]
    if is_saved_game(dataset):
        if name is not None:
            raise InputError("--chart does not belong here: a game has one chart", "leave it out")
        wanted, figure = dataset.with_suffix(".png"), partial(_of_game, dataset)
    else:
        found = load(dataset)
        wanted = file_of(found.path, f"{name or 'chart'}.png")
        figure = partial(charts.figure_of_dataset, found, name)
    path = check_chart(file or wanted, overwrite)
    assert path is not None
    charts.save(figure(), path, overwrite=overwrite)
    output.show(
        lambda: {"command": "chart", "schema": 1, "dataset": str(dataset), "file": str(path)},
        lambda: [str(path)],
        lambda: [{"dataset": str(dataset), "file": str(path)}],
    )


def _of_game(path: Path) -> "Figure":
    from quacks_sim.advice.luck import luck
    from quacks_sim.charts.own_game import figure_of_game

    return figure_of_game(luck(path))
