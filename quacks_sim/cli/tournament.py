"""``quacks tournament``: every table that can be made of the strategies, and a ranking."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quacks_sim.cli.options import (
    Chart,
    Level,
    Overwrite,
    Rotate,
    RowFormat,
    Seed,
    Strategies,
    Threads,
    count,
    with_output,
)
from quacks_sim.cli.output import Output, Parts, Report, Table
from quacks_sim.cli.play import Out, check_chart, check_kept
from quacks_sim.cli.table import TableOptions, with_table
from quacks_sim.words import counted

if TYPE_CHECKING:
    from quacks_sim.rankings import TournamentResult

Seats = Annotated[
    int | None, count("--players", "-p", help="Seats of a table, 2 to 4.  [default: 2]")
]
Tables = Annotated[
    int | None,
    count(
        "--tables",
        help="How many tables, chosen so that all sit and meet about equally often.  "
        "[default: all that can be made]",
    ),
]
GamesOfTable = Annotated[
    int | None,
    count(
        "--games",
        "-n",
        help="Games of each table, all rotations counted.  [default: 20,000; 1 to 1e12]",
    ),
]

#: With more strategies than this the matrix is too wide for a terminal.
_MOST_COLUMNS = 10


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("tournament", short_help="All tables that can be made of strategies; a ranking.")(
        tournament
    )


@with_output
@with_table
def tournament(
    output: Output,
    table: TableOptions,
    strategies: Strategies,
    players: Seats = None,
    tables: Tables = None,
    games: GamesOfTable = None,
    seed: Seed = None,
    rotate: Rotate = True,
    threads: Threads = None,
    out: Out = None,
    level: Level = None,
    format: RowFormat | None = None,
    chart: Chart = None,
    overwrite: Overwrite = False,
) -> None:
    """Let any number of strategies play each other at many tables, and rank them.

    \b
    Examples:
      quacks tournament balanced cautious safe pushing careful
      quacks tournament balanced cautious safe pushing careful --players 4
      quacks tournament yardstick yardstick+rubies=keep safe --chart ranking.png
      quacks tournament balanced cautious safe pushing --out out/cup --json

    All tables meet the same luck. A rating tells strength over all tables: 400 points more are
    ten times the strength, 100 points more win 64 of 100 duels. With --out the same command goes
    on after an interruption.
    """
    check_kept(out, level, format)
    chosen = {**table.read(), "rotate": rotate}
    figure_file = check_chart(chart, overwrite)
    result = _tournament(
        output,
        strategies,
        {
            **chosen,
            "players": 2 if players is None else players,
            "tables": tables,
            "level": level or "summary",
            "format": format or RowFormat.PARQUET,
        },
        games,
        seed,
        threads,
        out,
        overwrite,
    )
    if figure_file is not None:
        from quacks_sim import charts

        charts.save(charts.figure_of_tournament(result), figure_file, overwrite=overwrite)
        output.note(f"chart: {figure_file}")
    output.show(result.to_dict, lambda: _report(result, output.verbose), lambda: _records(result))


def _tournament(
    output: Output,
    strategies: Sequence[str],
    options: dict[str, Any],
    games: int | None,
    seed: int | None,
    threads: int | None,
    out: Path | None,
    overwrite: bool,
) -> "TournamentResult":
    from quacks_sim import simulate
    from quacks_sim.blocks import check_threads
    from quacks_sim.cli.progress import Watch, interruptible
    from quacks_sim.cli.run import note_unused
    from quacks_sim.tournaments import DEFAULT_GAMES, plan_tournament, seed_of, tournament

    check_threads(threads)
    note_unused(output, options["level"], options["format"])
    if seed is None and out is not None and not overwrite:
        seed = seed_of(out)  # an interrupted run without --seed goes on
    options = {
        **options,
        "games": DEFAULT_GAMES if games is None else games,
        "seed": simulate.choose_seed(seed),
    }

    def prepare() -> list[str]:
        matches = [cell.match for cell in plan_tournament(strategies, **options).cells]
        for match in matches:
            match.prepare()
        return list(dict.fromkeys(note for match in matches for note in match.notes))

    output.notes(interruptible(prepare, output))
    again = f"the same command with --seed {options['seed']}"
    kept = "nothing was kept" if out is None else f"finished parts are kept in {out}"
    resume = f"{again} plays them again" if out is None else f"{again} goes on where it ended"
    with Watch(output, "games", kept=kept, resume=resume) as watch:
        result = tournament(
            *strategies, out=out, threads=threads, overwrite=overwrite, progress=watch, **options
        )
    if out is not None:
        output.note(f"dataset: {out}")
    return result


def _report(result: "TournamentResult", verbose: bool) -> Report:
    from quacks_sim.words import (
        compared,
        duration,
        family_of,
        intervals_in_words,
        table_in_words,
        with_errors,
    )

    own = result.entrants
    columns = {
        "rank": [str(each.rank) for each in own],
        "strategy": [each.name for each in own],
        "rating": with_errors([each.rating for each in own]),
        "win share, %": with_errors([each.win_share for each in own], 100),
        "victory points": with_errors([each.victory_points for each in own]),
        "tables": [str(each.tables) for each in own],
    }
    ranking = Table(list(columns), list(zip(*columns.values(), strict=True)), left=frozenset({1}))
    parts: list[Table | Parts | str] = [ranking, "", _best(result)]
    if len(own) <= _MOST_COLUMNS or verbose:
        parts += ["", _matrix(result)]
    if verbose:
        parts += ["", *[compared(pair) for pair in result.pairs]]
    known = table_in_words(result.results[0])
    known[0] += " a table"
    known.insert(0, counted(len(result.results), "table"))
    speed = [duration(result.elapsed_seconds)] if result.elapsed_seconds else []
    return [*parts, "", Parts([*known, *speed, *intervals_in_words(family_of(result.pairs))])]


def _best(result: "TournamentResult") -> str:
    first, *others = result.entrants
    text = f"rated highest: {first.name}"
    doubtful = result.unresolved
    if not doubtful:
        return f"{text}; all others are lower beyond doubt"
    games = max((each.to_best.games_to_resolve or 0) for each in others if each.name in doubtful)
    text += f"; not resolved from {', '.join(doubtful)}"
    if not games:
        return text
    from quacks_sim.words import rounded_up

    return f"{text}; about {rounded_up(games)} games a table would resolve it"


def _matrix(result: "TournamentResult") -> Table:
    """Return who wins how often against whom; a dot where it is not resolved who wins more."""
    matrix = result.matrix
    doubtful = {frozenset((each.first, each.second)) for each in result.pairs if each.is_open}
    rows = []
    for name, row in matrix.iterrows():
        cells = [
            "" if share != share else f"{share * 100:.1f}" + "·" * ({name, rival} in doubtful)
            for rival, share in row.items()
        ]
        rows.append([str(name), *cells])
    title = "win share of the row where the column sat, too, %  (·: not resolved who wins more)"
    return Table(["", *matrix.columns], rows, title)


def _records(result: "TournamentResult") -> list[dict[str, Any]]:
    from quacks_sim.cli.output import frame_records

    match = result.results[0].match
    return [
        {**row, "players": match.players, "seed": match.seed, "rotated": match.rotate}
        for row in frame_records(result.to_frame())
    ]
