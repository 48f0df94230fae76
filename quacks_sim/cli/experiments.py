"""``quacks experiments``: list the shipped experiments, show one."""

from typing import Annotated, Any

import typer

from quacks_sim.cli import completion
from quacks_sim.cli.options import with_output
from quacks_sim.cli.output import Output, Table, Verbatim

app = typer.Typer(rich_markup_mode=None, suggest_commands=False, invoke_without_command=True)


def add_to(main: typer.Typer) -> None:
    """Add the group of commands to the program."""
    main.add_typer(app, name="experiments", short_help="List and show the shipped experiments.")


@app.callback()
@with_output
def experiments(output: Output, context: typer.Context) -> None:
    """List the shipped experiments, each a question that players ask; show one.

    \b
    Examples:
      quacks experiments
      quacks experiments show NAME > experiments/mine.toml
      quacks run NAME
    """
    if context.invoked_subcommand is None:
        _list(output)


@app.command("list")
@with_output
def list_them(output: Output) -> None:
    """List the shipped experiments with their questions.

    \b
    Examples:
      quacks experiments list
      quacks experiments list --json
    """
    _list(output)


def _list(output: Output) -> None:
    from quacks_sim.experiment import load_experiment, shipped_experiments

    found: list[dict[str, Any]] = []
    for name in shipped_experiments():
        experiment = load_experiment(name)
        cells = len(experiment.tables)
        for axis in experiment.vary:
            cells *= len(axis.labels)
        found.append(
            {
                "name": name,
                "question": experiment.question,
                "cells": cells,
                "games": experiment.games,
            }
        )
    output.show(
        lambda: {"command": "experiments list", "schema": 1, "experiments": found},
        lambda: [
            Table(
                ["experiment", "question", "cells", "games each"],
                [
                    [each["name"], each["question"], f"{each['cells']:,}", f"{each['games']:,}"]
                    for each in found
                ],
                left=frozenset({0, 1}),
            )
        ],
        lambda: found,
    )


@app.command("show")
@with_output
def show(
    output: Output,
    experiment: Annotated[
        str,
        typer.Argument(
            metavar="EXPERIMENT",
            show_default=False,
            help="A shipped experiment, or a TOML file.",
            autocompletion=completion.experiments,
        ),
    ],
) -> None:
    """Check an experiment and show its file.

    \b
    Examples:
      quacks experiments show NAME
      quacks experiments show NAME > experiments/mine.toml
    """
    import tomllib

    from quacks_sim.experiment import load_experiment

    found = load_experiment(experiment)
    assert found.path is not None
    text = found.path.read_text(encoding="utf-8")
    content = tomllib.loads(text)
    output.show(
        lambda: {
            "command": "experiments show",
            "schema": 1,
            "name": found.name,
            "experiment": content,
        },
        lambda: [Verbatim(text.rstrip())],
        lambda: [{"key": key, "value": str(value)} for key, value in content.items()],
    )
