"""``quacks report``: a dataset as one page for a browser."""

from pathlib import Path
from typing import Annotated

import typer

from quacks_sim.cli.options import AllowPlugins, Overwrite, Plugin, path, read_plugins, with_output
from quacks_sim.cli.output import Output


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("report", short_help="Write a dataset as one HTML page.")(report)


@with_output
def report(
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
    file: Annotated[
        Path | None,
        typer.Option(
            "--file",
            "-o",
            parser=path,
            metavar="FILE",
            show_default=False,
            help="An .html file.  [default: report.html in the folder of the dataset]",
        ),
    ] = None,
    overwrite: Overwrite = False,
    plugin: Plugin = None,
    allow_plugins: AllowPlugins = False,
) -> None:
    """Write a dataset as one HTML page: the answer in words, charts, tables, telling games.

    \b
    Examples:
      quacks report out/demo
      quacks report out/points_or_coins -o points_or_coins.html --overwrite

    The page holds everything that it shows and fetches nothing; send it as it is. Games of
    strategies with code of their own are told only if that may run (--plugin).
    """
    from quacks_sim.cli.progress import interruptible
    from quacks_sim.experiment import load
    from quacks_sim.experiment.folders import file_of
    from quacks_sim.report import save_report
    from quacks_sim.report.page import check_report_path

    found = load(dataset)
    path = check_report_path(file or file_of(found.path, "report.html"), overwrite=overwrite)
    allowed = read_plugins(plugin, allow_plugins)
    interruptible(
        lambda: save_report(found, path, overwrite=overwrite, allow_plugins=allowed), output
    )
    output.show(
        lambda: {"command": "report", "schema": 1, "dataset": str(dataset), "file": str(path)},
        lambda: [str(path)],
        lambda: [{"dataset": str(dataset), "file": str(path)}],
    )
