"""``quacks train``: learn by self-play what positions are worth."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quacks_sim.cli.options import Overwrite, Seed, Threads, count, path, whole_numbers, with_output
from quacks_sim.cli.output import Output, Parts, Report, Table
from quacks_sim.cli.table import TableOptions, with_table
from quacks_sim.words import counted

if TYPE_CHECKING:
    from quacks_sim.training.iteration import Iteration
    from quacks_sim.training.train import Training

Learner = Annotated[
    str,
    typer.Argument(help="A strategy with policies called learned."),
]
Rival = Annotated[
    list[str] | None,
    typer.Option(
        "--rival", help="Also sits at every other seat, in as many games more; may be repeated."
    ),
]
Players = Annotated[
    str | None,
    typer.Option("--players", "-p", help="For how many players to learn.  [default: 2,3,4]"),
]
GamesOfIteration = Annotated[
    int | None,
    count(
        "--games", "-n", help="Games of an iteration at each table.  [default: 20,000; from 100]"
    ),
]
Iterations = Annotated[
    int | None, count("--iterations", help="Iterations for each number of players.  [default: 12]")
]
ValuesFile = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", parser=path, help="Where to write the values; ends in .values.csv."
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("train", short_help="Learn by self-play what positions are worth.")(train)


@with_output
@with_table
def train(
    output: Output,
    table: TableOptions,
    strategy: Learner = "champion",
    rival: Rival = None,
    players: Players = None,
    games: GamesOfIteration = None,
    iterations: Iterations = None,
    seed: Seed = None,
    threads: Threads = None,
    out: ValuesFile = None,
    overwrite: Overwrite = False,
) -> None:
    """Learn by self-play what chips, coins, rubies, the droplet and a flask are worth.

    \b
    Examples:
      quacks train --out mine.values.csv
      quacks train --players 2 --set 2 --out set2.values.csv
      quacks train champion --rival balanced --seed 7 --out tough.values.csv
      quacks play champion+values=mine.values.csv champion

    The strategy plays against itself, now and then buying by lot; what its positions were worth is
    fitted by regression, and it plays by that in the next iteration. With --out the same command
    goes on after an interruption. Values are those of the books, cards and rules named here.
    """
    from quacks_sim import simulate
    from quacks_sim.cli.progress import Watch
    from quacks_sim.training.train import DEFAULT_GAMES, DEFAULT_ITERATIONS, DEFAULT_PLAYERS
    from quacks_sim.training.train import train as run

    chosen_seed = simulate.choose_seed(seed)
    again = f"the same command with --seed {chosen_seed}"
    kept = "nothing was kept" if out is None else "finished iterations are kept beside the result"
    resume = f"{again} plays them again" if out is None else f"{again} goes on where it ended"

    def tell(iteration: "Iteration") -> None:
        if output.verbose:
            output.note(_in_words(iteration))

    with Watch(output, "games", kept=kept, resume=resume) as watch:
        result = run(
            strategy,
            rivals=rival or [],
            players=DEFAULT_PLAYERS if players is None else whole_numbers(players, "--players"),
            games=DEFAULT_GAMES if games is None else games,
            iterations=DEFAULT_ITERATIONS if iterations is None else iterations,
            **table.read(),
            seed=chosen_seed,
            threads=threads,
            out=out,
            overwrite=overwrite,
            progress=watch,
            on_iteration=tell,
        )
    if out is not None:
        output.note(f"values: {out}")
    output.show(
        lambda: _document(result, chosen_seed),
        lambda: _report(result, chosen_seed),
        lambda: [_record(each) for each in result.iterations],
    )


def _in_words(iteration: "Iteration") -> str:
    low, high = min(iteration.explained), max(iteration.explained)
    return (
        f"{counted(iteration.players, 'player')}, iteration {iteration.number}:"
        f" {iteration.victory_points:.2f} points a seat, {low:.0%} to {high:.0%} explained"
    )


def _record(iteration: "Iteration") -> dict[str, Any]:
    return {
        "players": iteration.players,
        "iteration": iteration.number,
        "explore": iteration.explore,
        "games": iteration.games,
        "victory_points": round(iteration.victory_points, 4),
        "explained_by_round": list(iteration.explained),
    }


def _document(result: "Training", seed: int) -> dict[str, Any]:
    from quacks_sim.policies.valued import VALUE_NAMES
    from quacks_sim.results import SCHEMA, versions

    return {
        "command": "train",
        "schema": SCHEMA,
        "seed": seed,
        "provenance": dict(result.values.provenance),
        "iterations": [_record(each) for each in result.iterations],
        "values": {
            str(players): {
                name: [float(each) for each in table[:, place]]
                for place, name in enumerate(VALUE_NAMES)
            }
            for players, table in result.values.tables.items()
        },
        "versions": versions(),
    }


#: The values that are shown, with the words for them.
_SHOWN = {
    "O1": "O1",
    "G1": "G1",
    "G4": "G4",
    "B1": "B1",
    "B4": "B4",
    "R1": "R1",
    "R4": "R4",
    "Y1": "Y1",
    "Y4": "Y4",
    "P1": "P1",
    "K1": "K1",
    "droplet": "droplet step",
    "flask": "full flask",
    "rubies_gained": "ruby",
    "coins_10": "10 coins",
}


def _report(result: "Training", seed: int) -> Report:
    parts: list[Table | Parts | str] = []
    for players in sorted(result.values.tables):
        rounds = [result.values.at(players, number) for number in range(1, 10)]
        rows = [
            [words, *(f"{each.of(name):.2f}" for each in rounds)] for name, words in _SHOWN.items()
        ]
        head = [f"{counted(players, 'player')}, round", *(str(number) for number in range(1, 10))]
        parts += [Table(head, rows, left=frozenset({0})), ""]
    parts.append("in victory points to come, at the end of the round; a chip as the first one")
    parts.append(Parts([f"seed {seed}", *list(result.values.provenance.values())[1:2]]))
    return parts
