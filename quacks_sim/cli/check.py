"""``quacks check``: the referee reads random games of the kernel by the rule book."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from quacks_sim.cli.options import Seed, Threads, whole_number, with_output
from quacks_sim.cli.output import Output, Parts, Report, Table
from quacks_sim.errors import InputError
from quacks_sim.words import counted

if TYPE_CHECKING:
    from quacks_sim.checking import CheckResult

DEFAULT_GAMES = 1_000

RandomRules = Annotated[
    bool,
    typer.Option(
        "--random-rules/--no-random-rules",
        help="Rule options and books by lot in each random game; else all at their defaults.",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("check", short_help="Let the referee read random games by the rule book.")(check)


@with_output
def check(
    output: Output,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            metavar="N",
            parser=whole_number,
            show_default=False,
            help="Random games to check.  [default: 1,000]",
        ),
    ] = None,
    seed: Seed = None,
    only: Annotated[
        int | None,
        typer.Option(
            metavar="K",
            parser=whole_number,
            show_default=False,
            help="Only the random game of this number.",
        ),
    ] = None,
    random_rules: RandomRules = True,
    threads: Threads = None,
) -> None:
    """Let the referee, a second reading of the rule book, read random games of the kernel.

    One to four strategies of policies and parameters by lot, under rule options and books by lot.
    Every number of a game's journal is worked out again; every tenth game is also played again from
    its own draws and choices. Exits 1 if anything differs.

    \b
    Examples:
      quacks check --games 20000
      quacks check --games 500 --seed 7 --no-random-rules
      quacks check --seed 7 --only 123
    """
    from quacks_sim import checking, simulate
    from quacks_sim.blocks import check_threads
    from quacks_sim.cli.progress import Watch, interruptible
    from quacks_sim.match import MOST_GAMES, check_count

    if only is not None and (games is not None or not 0 <= only < MOST_GAMES):
        raise InputError(
            f"--only is {only} and --games {'not given' if games is None else games}",
            f"--only checks one game, a number from 0 to {MOST_GAMES - 1:,}; leave --games out",
        )
    count = check_count(DEFAULT_GAMES if games is None else games, "games")
    check_threads(threads)
    seed = simulate.choose_seed(seed)
    interruptible(checking.prepare, output)
    if only is not None:
        result = checking.check_game(seed, only, random_rules=random_rules)
    else:
        resume = f"the same command with --seed {seed} checks the same games"
        with Watch(output, "games", kept="nothing was kept", resume=resume) as watch:
            result = checking.check_games(
                count, seed=seed, random_rules=random_rules, threads=threads, progress=watch
            )
    output.show(result.to_dict, lambda: _report(result, output.verbose), lambda: [_record(result)])
    if result.disagreements:
        raise typer.Exit(1)


def _report(result: "CheckResult", verbose: bool) -> Report:
    from quacks_sim.words import duration, whole

    parts: list[Table | Parts | str] = []
    if result.disagreements:
        first = result.findings[0]
        parts += [
            f"{whole(result.disagreements)} of {counted(result.games, 'game')} disagree",
            "",
            f"first: game {first.number}, rule {first.rule}, field {first.field}",
            f"  journal: {first.journal!r}",
            f"  referee: {first.referee!r}",
            f"  {first.message}",
            f"  {result.command(first.number)}",
        ]
    else:
        game = f"{counted(result.games, 'game')} agree{'s' if result.games == 1 else ''}"
        parts.append(
            f"{game} with the referee: {whole(result.numbers)} numbers in "
            f"{whole(result.events)} events"
        )
    if verbose:
        rows = [[name, whole(count)] for name, count in sorted(result.kinds.items())]
        parts += ["", Table(["what came up", "times"], rows)]
    timed = [duration(result.elapsed_seconds), f"{whole(result.games_per_second)} games/s"]
    known = [
        f"seed {result.seed}",
        "random rules" if result.random_rules else "default rules",
        f"{whole(result.from_tape)} also played from their tape",
        *(timed if result.elapsed_seconds else []),
    ]
    return [*parts, "", Parts(known)]


def _record(result: "CheckResult") -> dict[str, Any]:
    kept = ("seed", "random_rules", "games", "events", "numbers", "games_from_tape")
    document = result.to_dict()
    first = document["findings"][0]["replay"] if document["findings"] else ""
    return {
        **{name: document[name] for name in kept},
        "disagreements": document["disagreements"],
        "replay": first,
    }
