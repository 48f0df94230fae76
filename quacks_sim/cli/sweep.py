"""``quacks sweep``: the same table for each value of one or two parameters."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quacks_sim.cli import completion
from quacks_sim.cli.options import (
    AllowPlugins,
    Chart,
    Overwrite,
    Plugin,
    Rotate,
    Seed,
    Threads,
    count,
    read_plugins,
    with_output,
)
from quacks_sim.cli.output import Output, Parts, Report, Table
from quacks_sim.cli.play import check_chart, draw
from quacks_sim.cli.table import TableOptions, with_table
from quacks_sim.cli.varied import read_axes

if TYPE_CHECKING:
    from quacks_sim.cells import SweepResult

Varied = Annotated[
    str,
    typer.Argument(
        metavar="STRATEGY",
        help="The strategy that is varied.",
        autocompletion=completion.strategies,
        show_default=False,
    ),
]
Vary = Annotated[
    list[str],
    typer.Option(
        "--vary",
        metavar="WHAT=VALUES",
        show_default=False,
        autocompletion=completion.axes,
        help="A parameter with a range first:last:step (both included; whole numbers "
        "need no step) or with values "
        "between commas; a decision with policies; cards, books or rules.NAME; or a name of your "
        "own with sets of changes. Once or twice.",
    ),
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        metavar="STRATEGY",
        show_default=False,
        autocompletion=completion.strategies,
        help="A rival at the table; up to three times.  [default: none, a solo game]",
    ),
]
GamesOfEach = Annotated[
    int | None,
    count(
        "--games",
        "-n",
        help="Games of each value, all rotations counted.  [default: 100,000; 1 to 1e12]",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("sweep", short_help="One table for each value of one or two parameters.")(sweep)


@with_output
@with_table
def sweep(
    output: Output,
    table: TableOptions,
    strategy: Varied,
    vary: Vary,
    against: Against = None,
    games: GamesOfEach = None,
    seed: Seed = None,
    rotate: Rotate = True,
    threads: Threads = None,
    chart: Chart = None,
    overwrite: Overwrite = False,
    plugin: Plugin = None,
    allow_plugins: AllowPlugins = False,
) -> None:
    """Play the same table for each value of one or two parameters of a strategy.

    \b
    Examples:
      quacks sweep yardstick --vary stop.max_risk=0.1:0.6:0.05 --against safe
      quacks sweep safe --vary rubies=keep,droplet --against random --cards none
      quacks sweep safe --vary stop=white_sum:4,white_sum:5,bust_risk:0.3
      quacks sweep yardstick --vary stop.max_risk=0.1,0.3 --vary flask.value=1:3:1
      quacks sweep yardstick --vary stop.max_risk@1-3=0.2:0.6:0.1 --against safe
      quacks sweep yardstick --vary stop.max_risk=.5/.5/.4/.4/.3/.3/.2/.2/.1,0.25
      quacks sweep balanced --vary plan=purchase.red=0,purchase.red=2+blue=none
      quacks sweep balanced --vary cards=all,none,all+3=FB5 --against balanced
      quacks sweep balanced --vary books=green=1,green=3+blue=2 --against safe
      quacks sweep yardstick --vary rules.explosion_limit=7,8,9 --against safe

    Every value meets the same luck: the best one is compared with each of the others over the
    same games. A parameter is written decision.name, for some rounds only decision.name@3 or
    decision.name@1-3; nine values between slashes are those of the rounds. What belongs to one
    value is joined by +; books=1,2,3,4 are whole sets. quacks strategies show NAME lists the
    parameters of a strategy, quacks rules the options.
    """
    axes = read_axes(vary)
    chosen = {**table.read(), "rotate": rotate}
    figure_file = check_chart(chart, overwrite)
    named = [f"{strategy}+{name}={each}" for name, values in axes.items() for each in values]
    chosen["allow_plugins"] = read_plugins(plugin, allow_plugins, [*(against or []), *named])
    result = _sweep(output, strategy, axes, against or [], chosen, games, seed, threads)
    output.show(result.to_dict, lambda: _report(result), lambda: _records(result))
    if figure_file is not None:
        from quacks_sim import charts

        draw(output, lambda: charts.figure_of_sweep(result), figure_file, overwrite)


def _sweep(
    output: Output,
    strategy: str,
    axes: dict[str, Any],
    against: Sequence[str],
    table: dict[str, Any],
    games: int | None,
    seed: int | None,
    threads: int | None,
) -> "SweepResult":
    from quacks_sim import simulate
    from quacks_sim.axes import changed, combinations_of, conditions_of
    from quacks_sim.cli.progress import Watch, interruptible
    from quacks_sim.match import check_count, make_match
    from quacks_sim.notes import gathered
    from quacks_sim.strategy import load_strategy

    wanted = check_count(simulate.DEFAULT_GAMES if games is None else games, "games")
    known = simulate.choose_seed(seed)
    allowed = table["allow_plugins"]
    first, *rivals = [load_strategy(each, allow_plugins=allowed) for each in (strategy, *against)]

    combinations = combinations_of(simulate.check_axes(axes))
    given = {key: table.get(key) for key in ("rules", "books", "cards")}

    def prepare() -> list[str]:
        found = []
        for labels, changes in combinations:
            seats = [changed(first, labels, changes, allow_plugins=allowed), *rivals]
            match = make_match(seats, seed=known, **{**table, **conditions_of(changes, **given)})
            found.append(match.notes)
        match.prepare()
        return gathered(found)

    output.notes(interruptible(prepare, output))
    resume = f"the same command with --seed {known} plays them again"
    with Watch(output, "games", kept="nothing was kept", resume=resume) as watch:
        return simulate.sweep(
            first,
            axes,
            against=rivals,
            games=wanted,
            seed=known,
            threads=threads,
            progress=watch,
            **table,
        )


def _report(result: "SweepResult") -> Report:
    from quacks_sim.words import (
        best_in_words,
        duration,
        intervals_in_words,
        short,
        standing_columns,
        table_in_words,
        with_errors,
    )

    own = [each.strategies[0] for each in result.results]
    solo = result.results[0].match.players == 1
    columns = {name: [short(cell[name]) for cell in result.cells] for name in result.axes}
    if not solo:
        columns["win share, %"] = with_errors([each.win_share for each in own], 100)
    columns["victory points"] = with_errors([each.victory_points for each in own])
    columns["explosions, %"] = with_errors([each.explosion_rate for each in own], 100)
    columns |= standing_columns(result.standing)
    table = Table(list(columns), list(zip(*columns.values(), strict=True)), left=frozenset())
    against = result.results[0].match.names[1:]
    known = [
        f"{result.strategy} against {', '.join(against)}"
        if against
        else f"{result.strategy} alone",
        *table_in_words(result.results[0]),
        duration(result.elapsed_seconds),
        *intervals_in_words(len(own) - 1),
    ]
    known[1] += " each"
    return [table, "", *best_in_words(result.standing, result.cells), "", Parts(known)]


def _records(result: "SweepResult") -> list[dict[str, Any]]:
    from quacks_sim.cli.output import frame_records

    match = result.results[0].match
    return [
        {**row, "players": match.players, "seed": match.seed, "rotated": match.rotate}
        for row in frame_records(result.to_frame())
    ]
