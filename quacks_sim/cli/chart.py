"""``quacks chart``: a picture of a dataset."""

from pathlib import Path
from typing import Annotated

import typer

from quacks_sim.cli.options import Overwrite, path, with_output
from quacks_sim.cli.output import Output
from quacks_sim.cli.play import check_chart


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("chart", short_help="Draw a dataset into a file.")(chart)


@with_output
def chart(
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
            help="A .png or .svg file.  [default: NAME.png in the folder of the dataset]",
        ),
    ] = None,
    overwrite: Overwrite = False,
) -> None:
    """Draw a dataset into a file.

    \b
    Examples:
      quacks chart out/points_or_coins
      quacks chart out/points_or_coins --chart by_round -o by_round.svg
    """
    from quacks_sim import charts
    from quacks_sim.experiment import load
    from quacks_sim.experiment.folders import file_of

    found = load(dataset)
    path = check_chart(file or file_of(found.path, f"{name or 'chart'}.png"), overwrite)
    assert path is not None
    charts.save(charts.figure_of_dataset(found, name), path, overwrite=overwrite)
    output.show(
        lambda: {"command": "chart", "schema": 1, "dataset": str(dataset), "file": str(path)},
        lambda: [str(path)],
        lambda: [{"dataset": str(dataset), "file": str(path)}],
    )
