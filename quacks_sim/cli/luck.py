"""``quacks luck``: how lucky a game of one's own was, and what each decision has cost."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quacks_sim.cli.options import Chart, Overwrite, count, with_output
from quacks_sim.cli.output import Output, Parts, Report, Table
from quacks_sim.cli.saved_game import own_game

if TYPE_CHECKING:
    from quacks_sim.advice.brew_luck import Brew
    from quacks_sim.advice.luck import Luck
    from quacks_sim.advice.recorded import Decision

#: Decisions that are listed without --verbose.
_MOST_LISTED = 8

ValuesOption = Annotated[
    str | None,
    typer.Option(
        "--values",
        metavar="NAME|FILE",
        show_default=False,
        help="Learned values.  [default: those by which the game was advised]",
    ),
]
Seat = Annotated[int | None, count("--seat", help="Whose game of a journal, 0 to 3.  [default: 0]")]


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("luck", short_help="Judge a game of your own: luck, and what decisions cost.")(luck)


@with_output
def luck(
    output: Output,
    game: Annotated[
        Path,
        typer.Argument(
            metavar="SAVED.json | JOURNAL.json",
            show_default=False,
            help="A game that 'save' has written in a dialogue of quacks advise, or a journal.",
        ),
    ],
    seat: Seat = None,
    values: ValuesOption = None,
    states: Annotated[
        int | None,
        count(
            "--states",
            help="Most states of a brew for an exact answer.  [default: 1,000,000; from 1000]",
        ),
    ] = None,
    chart: Chart = None,
    overwrite: Overwrite = False,
) -> None:
    """Say how lucky a game was, and what each decision has cost against the advised one.

    \b
    Examples:
      quacks luck evening.json
      quacks luck evening.json --chart evening.png
      quacks luck evening.json --json
      quacks replay balanced safe --rule chip_supply=unlimited --json > game.json
      quacks luck game.json --seat 1

    The luck of a brew is what its draws brought beyond what they bring on average: it counts
    neither for you nor against you what you decided. "Luckier than 62 %" says how many of those who
    draw from the same bag, and play best, are less lucky. All numbers are points to come, as in
    quacks advise; docs/advise.md tells more. The file stays as it is.
    """
    from quacks_sim.advice.brew_luck import MOST_STATES
    from quacks_sim.advice.luck import luck as judge
    from quacks_sim.cli.play import check_chart, draw
    from quacks_sim.cli.progress import Watch

    figure_file = check_chart(chart, overwrite)
    dialogue = own_game(game, seat, values)
    with Watch(output, "answers", kept="nothing was written", resume="start again") as watch:
        found = judge(
            dialogue, most_states=MOST_STATES if states is None else states, progress=watch
        )
    output.show(found.to_dict, lambda: _report(found, output.verbose), lambda: _records(found))
    if figure_file is not None:
        from quacks_sim.charts.own_game import figure_of_game

        draw(output, lambda: figure_of_game(found), figure_file, overwrite)


def _report(luck: "Luck", verbose: bool) -> Report:
    from quacks_sim.advice.luck_words import summary

    parts: list[Any] = [summary(luck)]
    if luck.brews:
        parts += [_balance(luck), "", _brews(luck)]
    parts += [f"Round {each.round} is not judged: {each.why}." for each in luck.unjudged]
    if luck.decisions:
        parts += ["", _kinds(luck)]
    if luck.worst:
        parts += ["", _worst(luck, verbose)]
    return [*parts, "", Parts(_known(luck))]


def _balance(luck: "Luck") -> str:
    """Return how luck and decisions add up."""
    from quacks_sim.words import counted

    brewing = sum(brew.cost for brew in luck.brews)
    return (
        f"What {counted(len(luck.brews), 'brew')} brought, against best play on average: "
        f"{luck.above_expectation:+.2f} points to come; {luck.luck:+.2f} by the luck of the draws, "
        f"{-brewing:+.2f} by decisions while brewing."
    )


def _brews(luck: "Luck") -> Table:
    columns = ["round", "drawn", "space", "", "on average", "brought", "luck", "decisions"]
    rows = [_brew_row(brew) for brew in luck.brews]
    if not any(row[3] for row in rows):
        rows, columns = [row[:3] + row[4:] for row in rows], columns[:3] + columns[4:]
    return Table([*columns, "luckier than"], rows, left=frozenset())


def _brew_row(brew: "Brew") -> list[str]:
    from quacks_sim.advice.luck_words import percent

    about = "" if brew.is_exact else "≈ "
    return [
        str(brew.round),
        str(len(brew.end.draws) - len(brew.start.draws)),
        str(brew.end.scoring_space),
        "exploded" if brew.end.pot.exploded else "",
        f"{about}{brew.expected:.2f}",
        f"{brew.brought:.2f}",
        f"{about}{brew.luck:+.2f}",
        f"{-brew.cost:+.2f}" if brew.cost else "0",
        percent(brew.luckier_than),
    ]


def _kinds(luck: "Luck") -> Table:
    rows = [
        [about, str(number), str(good), f"{cost:.2f}" if cost else "0"]
        for about, (number, good, cost) in luck.by_kind().items()
    ]
    return Table(["decisions about", "made", "as good as advised", "cost"], rows)


def _worst(luck: "Luck", verbose: bool) -> Table:
    from quacks_sim.advice.luck_words import done, moment_in_words
    from quacks_sim.advice.options import LEVEL

    worst = [each for each in luck.worst if (each.cost or 0.0) >= LEVEL]
    shown = worst if verbose else worst[:_MOST_LISTED]
    rows = [
        [
            str(each.round),
            moment_in_words(each),
            done(each, each.taken),
            done(each, each.advice.best),
            f"{each.cost:.2f}",
        ]
        for each in shown
    ]
    more = f" ({len(shown)} of {len(worst)})" if len(shown) < len(worst) else ""
    title = f"Dearest decisions{more}"
    columns = ["round", "you had", "you chose to", "advised", "cost"]
    return Table(columns, rows, title=title, left=frozenset({1, 2, 3}), widest={1: 44})


def _known(luck: "Luck") -> list[str]:
    from quacks_sim.words import counted, duration, rules_in_words

    now = luck.now
    return [
        "the game is over" if luck.is_over else f"saved in round {now.round} of 9",
        f"{now.players} players",
        f"you have {counted(now.points, 'point')}",
        *rules_in_words(now.rules, now.books),
        f"values {luck.values}",
        *luck.notes,
        duration(luck.elapsed_seconds),
    ]


def _records(luck: "Luck") -> list[dict[str, Any]]:
    """Return a row for each brew and each decision."""
    brews = [{"what": "brew", **_flat_brew(brew)} for brew in luck.brews]
    return [*brews, *({"what": "decision", **_flat_decision(each)} for each in luck.decisions)]


def _flat_brew(brew: "Brew") -> dict[str, Any]:
    return {**brew.to_dict(), "drawn": [kind for kind, _ in brew.to_dict()["drawn"]]}


def _flat_decision(decision: "Decision") -> dict[str, Any]:
    document = decision.to_dict()
    advised = document.pop("advice")
    return {**document, "advised": advised["best"], "exact": advised["exact"]}
