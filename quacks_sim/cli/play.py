"""``quacks play``: whole games at one table, and how the strategies compare."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quacks_sim.cli.options import (
    AllowPlugins,
    Chart,
    Games,
    Level,
    Overwrite,
    Plugin,
    Rotate,
    RowFormat,
    Seed,
    Strategies,
    Threads,
    count,
    number,
    path,
    read_plugins,
    with_output,
)
from quacks_sim.cli.output import Output, Parts, Report, Table
from quacks_sim.cli.table import TableOptions, with_table
from quacks_sim.errors import InputError
from quacks_sim.words import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from quacks_sim.results import PlayResult


Players = Annotated[
    int | None,
    count("--players", help="Only checks that so many strategies are named; 1 to 4."),
]
Until = Annotated[
    float | None,
    typer.Option(
        "--until",
        metavar="POINTS",
        parser=number,
        show_default=False,
        help="Stop when every win share is known to +/- so many percentage points; above 0, "
        "to 50. Intervals then hold at every look and are wider; --games is the most to play.  "
        "[default of that: 10,000,000]",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        parser=path,
        metavar="FOLDER",
        show_default=False,
        help="Keep the games as a dataset in a folder.",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("play", short_help="Play whole games at one table, compare strategies.")(play)


@with_output
@with_table
def play(
    output: Output,
    table: TableOptions,
    strategies: Strategies,
    games: Games = None,
    seed: Seed = None,
    rotate: Rotate = True,
    players: Players = None,
    threads: Threads = None,
    until: Until = None,
    out: Out = None,
    level: Level = None,
    format: RowFormat | None = None,
    chart: Chart = None,
    overwrite: Overwrite = False,
    plugin: Plugin = None,
    allow_plugins: AllowPlugins = False,
) -> None:
    """Play whole games at one table, one seat for each strategy, and compare them.

    \b
    Examples:
      quacks play balanced cautious
      quacks play balanced cautious reckless careful --games 1e6 --seed 7
      quacks play balanced balanced+stop.max_risk=0.3 --until 0.2
      quacks play my_strategy.toml balanced --rule explosion_limit=8 --json
      quacks play balanced cautious --set 2 --cards all,3=FB5
      quacks play balanced cautious --out out/duel --chart out/duel.svg

    One strategy alone plays a house mode without rivals. The same strategy may be named twice.
    """
    _check(len(strategies), players, out, until)
    check_kept(out, level, format)
    chosen = {**table.read(), "rotate": rotate}
    chosen["allow_plugins"] = read_plugins(plugin, allow_plugins, strategies)
    figure_file = check_chart(chart, overwrite)
    if out is not None:
        how = {
            "level": level or "games",
            "format": format or RowFormat.PARQUET,
            "overwrite": overwrite,
        }
        result = _record(output, strategies, chosen, games, seed, threads, out, how)
    else:
        result = _play(output, strategies, chosen, games, seed, threads, until)
    output.show(result.to_dict, lambda: _report(result, output.verbose), lambda: _records(result))
    if figure_file is not None:
        from quacks_sim import charts

        draw(output, lambda: charts.figure_of_play(result), figure_file, overwrite)


def _check(named: int, players: int | None, out: Path | None, until: float | None) -> None:
    """Raise an :class:`InputError` for options that do not go together."""
    if players is not None and players != named:
        raise InputError(
            f"--players is {players}, but {named} strategies are named",
            "name one strategy for each seat, or leave --players out",
        )
    if out is not None and until is not None:
        raise InputError(
            "--until and --out exclude each other", "a dataset has a number of games: give --games"
        )


def check_kept(out: Path | None, level: str | None, format: str | None) -> None:
    """Raise an :class:`InputError` for a level, or a format of rows, without a dataset."""
    if out is not None:
        return
    if level is not None:
        raise InputError("--level says what --out keeps, but there is no --out", "add --out FOLDER")
    if format is not None:
        raise InputError(
            f"--format {format} says how --out keeps rows, but there is no --out",
            "add --out FOLDER",
        )


def check_chart(chart: Path | None, overwrite: bool) -> Path | None:
    """Return where a chart will be written, after checking that this will be possible.

    Raises
    ------
    InputError
        For a suffix, folder or file that will not do.
    """
    if chart is None:
        return None
    import os

    from quacks_sim.charts.files import check_chart_path

    path = check_chart_path(chart, overwrite=overwrite)
    if not os.access(path.parent, os.W_OK):
        raise InputError(f"{path.parent} cannot be written", "name a folder in which you may write")
    return path


def draw(output: Output, figure: "Callable[[], Figure]", path: Path, overwrite: bool) -> None:
    """Draw a chart of a result that has been printed already, so that nothing is lost with it.

    Raises
    ------
    AfterResult
        If the file cannot be written.
    """
    from quacks_sim import charts
    from quacks_sim.cli.failures import AfterResult

    try:
        charts.save(figure(), path, overwrite=overwrite)
    except InputError as error:
        raise AfterResult(error.cause, error.cure) from None
    output.note(f"chart: {path}")


def _prepared(
    output: Output, strategies: Sequence[Any], table: dict[str, Any], seed: int | None
) -> Any:
    """Return the match, compiled; a seed is chosen if there is none."""
    from quacks_sim import simulate
    from quacks_sim.cli.progress import interruptible
    from quacks_sim.match import make_match

    def prepare() -> Any:
        match = make_match(strategies, seed=simulate.choose_seed(seed), **table)
        match.prepare()
        return match

    match = interruptible(prepare, output)
    output.notes(match.notes)
    return match


def _play(
    output: Output,
    strategies: Sequence[str],
    table: dict[str, Any],
    games: int | None,
    seed: int | None,
    threads: int | None,
    until: float | None,
) -> "PlayResult":
    from quacks_sim import simulate
    from quacks_sim.blocks import check_threads
    from quacks_sim.cli.progress import Watch
    from quacks_sim.match import check_count

    check_count(1 if games is None else games, "games")
    check_threads(threads)
    simulate.check_until(until)
    match = _prepared(output, strategies, table, seed)
    resume = f"the same command with --seed {match.seed} plays them again; --out keeps games"
    open_end = until is not None
    with Watch(output, "games", kept="nothing was kept", resume=resume, open_end=open_end) as watch:
        return simulate.play(
            *match.strategies,
            games=games,
            seed=match.seed,
            threads=threads,
            until=until,
            progress=watch,
            **table,
        )


def _record(
    output: Output,
    strategies: Sequence[str],
    table: dict[str, Any],
    games: int | None,
    seed: int | None,
    threads: int | None,
    out: Path,
    how: dict[str, Any],
) -> "PlayResult":
    import time

    from quacks_sim import simulate
    from quacks_sim.blocks import check_threads
    from quacks_sim.cli.progress import Watch
    from quacks_sim.cli.run import note_remade, note_unused
    from quacks_sim.experiment import record_match
    from quacks_sim.match import check_count

    if seed is None and not how["overwrite"]:
        seed = _seed_of(out)  # an interrupted run without --seed goes on
    wanted = check_count(simulate.DEFAULT_GAMES if games is None else games, "games")
    check_threads(threads)
    note_unused(output, how["level"], how["format"])
    match = _prepared(output, strategies, table, seed)
    kept = f"finished parts are kept in {out}"
    resume = f"the same command with --seed {match.seed} goes on where it ended"
    begun = time.perf_counter()
    with Watch(output, "games", kept=kept, resume=resume) as watch:
        dataset = record_match(match, wanted, out, threads=threads, progress=watch, **how)
    (result,) = dataset.results()
    note_remade(output, dataset)
    if dataset.played == wanted:  # else there is no honest speed
        result.elapsed_seconds = time.perf_counter() - begun
    output.note(
        f"dataset: {out} ({counted(dataset.played, 'game')} played, the others were there)"
        if dataset.played < wanted
        else f"dataset: {out}"
    )
    return result


def _seed_of(out: Path) -> int | None:
    from quacks_sim.experiment import load

    return load(out).seed if (out / "manifest.json").is_file() else None


def _report(result: "PlayResult", verbose: bool) -> Report:
    from quacks_sim.words import (
        comparisons,
        duration,
        family_of,
        intervals_in_words,
        table_in_words,
        whole,
        with_errors,
    )

    solo = result.match.players == 1
    own = result.strategies
    columns = {"strategy": [each.name for each in own]}
    if not solo:
        columns["win share, %"] = with_errors([each.win_share for each in own], 100)
    columns["victory points"] = with_errors([each.victory_points for each in own])
    columns["explosions, %"] = with_errors([each.explosion_rate for each in own], 100)
    parts: list[Table | Parts | str] = [
        Table(list(columns), list(zip(*columns.values(), strict=True))),
        "",
    ]
    parts += comparisons(result)
    if not result.precise_enough:
        parts.append(_not_precise(result))
    if verbose:
        for table in (*_rounds(result), _chips(result)):
            parts += ["", table]
    speed = []
    if result.elapsed_seconds:  # not if the games were there already
        speed = [duration(result.elapsed_seconds), f"{whole(result.games_per_second)} games/s"]
    known = [
        *table_in_words(result),
        *speed,
        *intervals_in_words(family_of(result.pairs), anytime=result.until is not None),
    ]
    return [*parts, *([] if solo and not verbose else [""]), Parts(known)]


def _not_precise(result: "PlayResult") -> str:
    """Return that --games came before the precision, and how many games might reach it."""
    from quacks_sim.words import rounded_up, short, whole

    widest, until = result.widest_win_share * 100, result.until or 0.0
    reached = f"the widest win share is ± {widest:.2g}, not ± {short(until)}"
    if widest != widest:
        return f"{reached}: a single deal tells no interval; give more --games"
    games = rounded_up(result.games * (widest / until) ** 2)
    return f"stopped by --games {whole(result.games)}: {reached}; about {games} would reach it"


def _rounds(result: "PlayResult") -> list[Table]:
    from quacks_sim.rules.tables import ROUNDS

    wanted = {
        "explosions by round, %": ("explosion_rate_by_round", 100, 1),
        "coins after an explosion by round, %": ("coins_after_explosion_by_round", 100, 0),
        "scoring space by round": ("scoring_space_by_round", 1, 1),
        "victory points by round": ("victory_points_by_round", 1, 2),
    }
    documents = [each.to_dict() for each in result.strategies]
    heads = ["", *[str(each) for each in range(1, ROUNDS + 1)]]
    tables = []
    for title, (name, scale, places) in wanted.items():
        rows = []
        for each in documents:
            cells = [f"{value * scale:.{places}f}" for value in each[name]]
            if name.startswith("coins_after"):  # where nothing exploded nothing was chosen
                exploded = each["explosion_rate_by_round"]
                cells = [cell if rate else "–" for cell, rate in zip(cells, exploded, strict=True)]
            rows.append([each["name"], *cells])
        tables.append(Table(heads, rows, title))
    return tables


def _chips(result: "PlayResult") -> Table:
    from quacks_sim.rules.chips import KINDS

    documents = [each.to_dict() for each in result.strategies]
    kinds = [kind for kind in KINDS if any(kind in each["final_bag"] for each in documents)]
    rows = [
        [kind, *[f"{each['final_bag'].get(kind, 0):.2f}" for each in documents]] for kind in kinds
    ]
    return Table(["chip", *[each["name"] for each in documents]], rows, "chips owned at the end")


def _records(result: "PlayResult") -> list[dict[str, Any]]:
    from quacks_sim.cli.output import frame_records

    match = result.match
    return [
        {**row, "players": match.players, "seed": match.seed, "rotated": match.rotate}
        for row in frame_records(result.to_frame())
    ]
