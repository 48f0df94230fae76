"""``quacks tune``: parameters with which a strategy plays better, found by search."""

from collections.abc import Sequence
from pathlib import Path
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
    number,
    path,
    read_plugins,
    with_output,
)
from quacks_sim.cli.output import Output, Parts, Report, Table
from quacks_sim.cli.play import check_chart, draw
from quacks_sim.cli.table import TableOptions, with_table
from quacks_sim.cli.varied import read_number
from quacks_sim.errors import InputError
from quacks_sim.words import counted

if TYPE_CHECKING:
    from quacks_sim.training.plan import Plan
    from quacks_sim.training.record import Generation
    from quacks_sim.training.result import TuneResult

_EXAMPLE = "write for example --vary stop.max_risk=0.1:0.6 or --vary stop.max_risk"

#: Nobody is held out.
_NOBODY = "none"

Tuned = Annotated[
    str,
    typer.Argument(
        metavar="STRATEGY",
        help="The strategy from which the search starts.",
        autocompletion=completion.strategies,
        show_default=False,
    ),
]
Vary = Annotated[
    list[str],
    typer.Option(
        "--vary",
        metavar="WHAT[=LOW:HIGH]",
        show_default=False,
        autocompletion=completion.axes,
        help="A parameter and its range (without one, all that is possible); NAME@3 or NAME@1-3 in "
        "these rounds, NAME@each in every round by itself; a decision stands for all its "
        "parameters. May be repeated.",
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
Players = Annotated[
    int | None,
    count(
        "--players",
        "-p",
        help="Seats, 2 to 4: a table for each rival, full of copies of it.  "
        "[default: one table for all rivals]",
    ),
]
Holdout = Annotated[
    list[str] | None,
    typer.Option(
        "--holdout",
        metavar="STRATEGY",
        show_default=False,
        autocompletion=completion.strategies,
        help="Whom only the result meets, at a table with copies; none for nobody.  "
        "[default: two shipped ones]",
    ),
]
Objective = Annotated[
    str | None,
    typer.Option(
        "--objective",
        metavar="WHAT",
        show_default=False,
        help="What counts: win_share or points.  [default: win_share; points alone]",
    ),
]
Games = Annotated[
    int | None,
    count(
        "--games",
        "-n",
        help="Games of a candidate at each table, in each generation.  [default: 2,000]",
    ),
]
Generations = Annotated[
    int | None, count("--generations", "-g", help="Most generations.  [default: 40; 1 to 10,000]")
]
Budget = Annotated[
    int | None,
    count("--budget", help="After so many games no generation begins.  [default: no limit]"),
]
Candidates = Annotated[
    int | None,
    count(
        "--candidates",
        help="Candidates of a generation, 6 to 1000.  [default: 8 + 3 ln n for n parameters]",
    ),
]
Spread = Annotated[
    float | None,
    typer.Option(
        "--spread",
        metavar="X",
        parser=number,
        show_default=False,
        help="Standard deviation of the first candidates, as a share of each range.  "
        "[default: 0.2; above 0, up to 1]",
    ),
]
VerdictGames = Annotated[
    int | None,
    count("--verdict-games", help="Games of each at each table of the verdict.  [default: 20,000]"),
]
OutFile = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        parser=path,
        metavar="FILE.toml",
        show_default=False,
        help="Where the found strategy is written; beside it a record, with which the same command "
        "goes on.  [default: nowhere]",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("tune", short_help="Search for parameters with which a strategy does better.")(tune)


@with_output
@with_table
def tune(
    output: Output,
    table: TableOptions,
    strategy: Tuned,
    vary: Vary,
    against: Against = None,
    players: Players = None,
    holdout: Holdout = None,
    objective: Objective = None,
    games: Games = None,
    generations: Generations = None,
    budget: Budget = None,
    candidates: Candidates = None,
    spread: Spread = None,
    verdict_games: VerdictGames = None,
    seed: Seed = None,
    rotate: Rotate = True,
    threads: Threads = None,
    out: OutFile = None,
    chart: Chart = None,
    overwrite: Overwrite = False,
    plugin: Plugin = None,
    allow_plugins: AllowPlugins = False,
) -> None:
    """Search for parameters with which a strategy does better (CMA-ES).

    \b
    Examples:
      quacks tune balanced --vary stop --against cautious -o mine.toml
      quacks tune yardstick --vary stop --vary flask.value --against balanced
      quacks tune pushing --vary stop.max_risk@each=0:0.8 --against balanced
        --chart search.png
      quacks tune balanced --vary purchase --against balanced --players 4
      quacks tune balanced --vary purchase.black=0:6 --vary purchase.red=0:6
        --against cautious --against reckless --generations 60 --seed 1
      quacks tune safe+stop=bust_risk --vary stop --objective points --no-cards

    All candidates of a generation play the same games, and those that are clearly too weak drop
    out early. What is found is then judged against the start in new games, at the same tables and
    with rivals held out. After Ctrl-C the same command goes on if there is --out.
    """
    options = {
        **table.read(),
        "against": against or [],
        "players": players,
        "holdout": [] if holdout == [_NOBODY] else holdout,
        "objective": objective,
        "games": games,
        "generations": generations,
        "budget": budget,
        "candidates": candidates,
        "spread": spread,
        "verdict_games": verdict_games,
        "rotate": rotate,
    }
    named = [strategy, *options["against"], *(options["holdout"] or [])]
    options["allow_plugins"] = read_plugins(plugin, allow_plugins, named)
    figure_file = check_chart(chart, overwrite)
    result = _tune(output, strategy, read_ranges(vary), options, seed, threads, out, overwrite)
    output.show(result.to_dict, lambda: _report(result, output.verbose), lambda: _records(result))
    if figure_file is not None:
        from quacks_sim import charts

        draw(output, lambda: charts.figure_of_tuning(result), figure_file, overwrite)


def read_ranges(texts: Sequence[str]) -> dict[str, tuple[float, float] | None]:
    """Read what is varied from ``WHAT`` and ``WHAT=LOW:HIGH``.

    Raises
    ------
    InputError
        For a text of another form, and for something that comes twice.
    """
    ranges: dict[str, tuple[float, float] | None] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        bounds = [read_number(name, each, _EXAMPLE) for each in values.split(":")] if equals else []
        if not name or (equals and len(bounds) != 2):
            raise InputError(f"--vary {text} is not WHAT or WHAT=LOW:HIGH", _EXAMPLE)
        if name in ranges:
            raise InputError(f"--vary {name} comes twice", "give it one range")
        ranges[name] = (bounds[0], bounds[1]) if equals else None
    return ranges


def _tune(
    output: Output,
    strategy: str,
    ranges: dict[str, Any],
    options: dict[str, Any],
    seed: int | None,
    threads: int | None,
    out: Path | None,
    overwrite: bool,
) -> "TuneResult":
    from quacks_sim.blocks import check_threads
    from quacks_sim.cli.progress import Watch, interruptible
    from quacks_sim.training.plan import plan_tuning
    from quacks_sim.training.tuning import run_tuning, seed_for

    cores = check_threads(threads)
    known = seed_for(seed, out, overwrite=overwrite)

    def prepare() -> "Plan":
        plan = plan_tuning(strategy, ranges, seed=known, **options)
        plan.prepare()
        return plan

    plan = interruptible(prepare, output)
    kept = "nothing was kept" if out is None else "finished generations are kept"
    again = f"the same command with --seed {known}"
    again += " and without --overwrite" if overwrite and out is not None else ""
    resume = f"{again} plays them again" if out is None else f"{again} goes on where it ended"
    with Watch(output, "games", kept=kept, resume=resume, open_end=True) as watch:

        def told(number: int, generation: "Generation") -> None:
            watch.stage = _in_words(number, plan, generation)

        result = run_tuning(
            plan, threads=cores, out=out, overwrite=overwrite, progress=watch, told=told
        )
    if out is not None:
        output.note(f"strategy: {out}")
    return result


def _in_words(number: int, plan: "Plan", generation: "Generation") -> str:
    """Return in words how the last generation came out."""
    best = generation.candidates[generation.order[0]]
    text = f"generation {number} of {plan.generations}"
    if best.gain is None or best.low is None or best.high is None:
        return text
    scale = 100 if plan.tables.measure == "win_share" else 1
    width = (best.high - best.low) / 2
    return f"{text}, best {best.gain * scale:+.1f} ± {width * scale:.1f} to the start"


def _report(result: "TuneResult", verbose: bool) -> Report:
    from quacks_sim.rules.cards import Deck, decks_in_words
    from quacks_sim.training.result import in_words, tables_in_words
    from quacks_sim.words import duration, rules_in_words, short, whole

    tables = result.plan.tables
    pairs = zip(result.plan.space.dimensions, result.values, strict=True)
    rows = [
        [each.key, short(each.start), short(value), f"{each.low:g} to {each.high:g}"]
        for each, value in pairs
    ]
    parts: list[Table | Parts | str] = [Table(["parameter", "start", "found", "range"], rows), ""]
    if verbose:
        parts += [_generations(result), ""]
    parts += [_verdict(result), ""]
    first = result.verdict.judged[0]
    parts.append(f"{tables_in_words(first)}: {in_words(first, result.verdict.measure)}")
    parts += [
        f"{tables_in_words(each)}: {in_words(each, result.verdict.measure)}"
        for each in result.verdict.worse_elsewhere
    ]
    if not result.verdict.better:
        parts.append("more games or generations, or narrower ranges, may find more")
    decks = decks_in_words([(tables.players, Deck.of_table(tables.cards, tables.players))])
    parts += [
        "",
        Parts(
            [
                counted(len(result.generations), "generation"),
                counted(result.games, "game"),
                f"racing spared {result.saved:.0%} of the search",
                counted(tables.players, "player"),
                f"seed {result.plan.seed}",
                *rules_in_words(tables.rules, tables.books, decks),
                duration(result.elapsed_seconds),
                f"{whole(result.games_per_second)} games/s",
                "± 95 % intervals",
                f"comparisons corrected for their number, {len(result.verdict.judged)} (Holm)",
            ]
        ),
    ]
    return parts


def _verdict(result: "TuneResult") -> Table:
    """Return the table of what was judged, in games that the search never saw."""
    from quacks_sim.training.result import tables_in_words
    from quacks_sim.words import with_errors

    shares = result.verdict.measure == "win_share"
    scale, places = (100, 2) if shares else (1, 2)
    judged = result.verdict.judged
    differences = with_errors([each.comparison.difference for each in judged], scale)
    kinds = {"search": "", "held out": "held out: ", "start": "the start: "}
    rows = [
        [
            f"{kinds[each.what]}{tables_in_words(each)}",
            f"{each.start * scale:.{places}f}",
            f"{each.found * scale:.{places}f}",
            difference,
            "" if each.comparison.resolved else "·",
        ]
        for each, difference in zip(judged, differences, strict=True)
    ]
    what = "win share, %" if shares else "victory points"
    return Table(
        ["in new games", f"start, {what}", "found", "difference", ""],
        rows,
        title="verdict  (·: not resolved)",
    )


def _generations(result: "TuneResult") -> Table:
    from quacks_sim.words import whole

    rows = []
    for place, each in enumerate(result.generations, 1):
        text = _in_words(place, result.plan, each).partition(", ")[2]
        dropped = sum(candidate.dropped for candidate in each.candidates)
        rows.append([str(place), text, str(dropped), whole(each.games), f"{each.spread:.2f}"])
    return Table(["generation", "", "dropped", "games", "spread"], rows)


def _records(result: "TuneResult") -> list[dict[str, Any]]:
    from quacks_sim.cli.output import frame_records

    return frame_records(result.history)
