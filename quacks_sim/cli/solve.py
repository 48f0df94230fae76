"""``quacks solve``: what stopping and drawing are worth at a point of a brew, exactly."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from quacks_sim.cli.options import count, whole_number, whole_numbers, with_output
from quacks_sim.cli.output import Output, Parts, Report, Table, Verbatim
from quacks_sim.cli.table import RulesOptions, with_table
from quacks_sim.words import counted

if TYPE_CHECKING:
    from quacks_sim.solver.solution import Solution

Bag = Annotated[
    str | None,
    typer.Option(
        "--bag",
        "-b",
        metavar="TEXT",
        show_default=False,
        help="Chips in the bag now.  [default: what the pot leaves of W1x4 W2x2 W3 O1 G1]",
    ),
]
Pot = Annotated[
    str,
    typer.Option(
        "--pot", "-p", metavar="TEXT", help="Chips in the pot, in the order of placement."
    ),
]
Start = Annotated[
    int,
    typer.Option(
        metavar="SPACE", parser=whole_number, help="Space of the droplet or rat stone; 0 to 52."
    ),
]
Space = Annotated[
    int | None,
    typer.Option(
        metavar="SPACE",
        parser=whole_number,
        show_default=False,
        help="Space of the last chip, if a chip was put back.  [default: follows from the pot]",
    ),
]
Flask = Annotated[bool, typer.Option("--flask/--no-flask", help="Whether the flask is full.")]
Worths = Annotated[
    str | None,
    typer.Option(
        "--worth",
        "-w",
        metavar="TEXT",
        show_default=False,
        help="What the end is worth: points, coins, rubies, droplet, flask, space, die, explosion, "
        "or a chip; each alone or as NAME=X.  [default: points=1,coins=0.2,rubies=0.5]",
    ),
]
Limit = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole_number,
        show_default=False,
        help="Highest white total that does not explode.  [default: 7; 5 to 9]",
    ),
]
Card = Annotated[
    str | None,
    typer.Option(metavar="ID", show_default=False, help="Event card of the round, as FB5."),
]
RivalBlacks = Annotated[
    str | None,
    typer.Option(
        metavar="N[,N]",
        show_default=False,
        help="Black chips in the pots of the one rival, or of both neighbours.  "
        "[default: black brings nothing]",
    ),
]
Pooled = Annotated[
    bool | None,
    typer.Option(
        "--pooled/--exact",
        show_default=False,
        help="Pool coloured chips that nothing counts, or never.  [default: if it must be]",
    ),
]
States = Annotated[
    int | None,
    count("--states", help="Most states to keep in memory.  [default: 4,000,000; from 1000]"),
]


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("solve", short_help="Solve a brew: draw or stop, and what each is worth.")(solve)


@with_output
@with_table
def solve(
    output: Output,
    table: RulesOptions,
    bag: Bag = None,
    pot: Pot = "",
    start: Start = 0,
    space: Space = None,
    flask: Flask = True,
    worth: Worths = None,
    limit: Limit = None,
    card: Card = None,
    rival_blacks: RivalBlacks = None,
    pooled: Pooled = None,
    states: States = None,
) -> None:
    """Solve a brew: is it better to draw or to stop, and what is each worth under best play?

    \b
    Examples:
      quacks solve
      quacks solve --pot "W2x2 W1 O1" --no-flask
      quacks solve --bag "W1x3 W2 W3 R2x2" --pot "W1 G1" --worth points,coins=0.4
      quacks solve --bag "W1x4 W2x2 W3 O1x2 B2 Y1" --worth coins --limit 9 --json
    """
    from quacks_sim.cli.progress import Watch
    from quacks_sim.solver import solve as solver

    chosen = table.read(explosion_limit=limit)
    cure = "a smaller bag or --pooled takes less time"
    with Watch(output, "states", kept="nothing was kept", resume=cure, open_end=True) as watch:
        solution = solver.solve(
            bag,
            pot=pot,
            start=start,
            space=space,
            flask=flask,
            worth=worth,
            **chosen,
            card=card,
            rival_blacks=rival_numbers(rival_blacks),
            pooled=pooled,
            most_states=solver.MOST_STATES if states is None else states,
            progress=watch,
        )
        document = solution.to_dict()
    output.show(
        lambda: document,
        lambda: _report(solution, output.verbose),
        lambda: [_record(document)],
    )


def rival_numbers(text: str | None) -> list[int] | None:
    """Read the option ``--rival-blacks``."""
    return None if text is None else whole_numbers(text, "--rival-blacks")


def _report(solution: "Solution", verbose: bool) -> Report:
    parts: list[Table | Parts | Verbatim | str] = [_answers(solution)]
    if solution.draw > float("-inf"):
        parts += ["", _ends(solution), "", _map_of_decisions(solution)]
        if solution.course.flask[0].any():
            parts += ["", _flask(solution)]
        if verbose:
            parts += ["", _chips(solution), "", _spaces(solution)]
    return [*parts, "", Parts(_known(solution))]


def _answers(solution: "Solution") -> Table:
    names = {
        "draw": "draw, then play best",
        "stop": "stop now",
        "flask": "put the last chip back with the flask",
    }
    values = {"draw": solution.draw, "stop": solution.stop, "flask": solution.flask}
    if solution.must_draw:
        del values["stop"]
    rows = [
        [names[name], f"{value:.4f}", "◀ best" if name == solution.best else ""]
        for name, value in values.items()
        if value is not None and value > float("-inf")
    ]
    return Table(["now", "worth", ""], rows, left=frozenset({0, 2}))


def _ends(solution: "Solution") -> Table:
    spaces = solution.scoring_space
    mean = sum(space * chance for space, chance in enumerate(spaces))
    rows = [
        ["the next chip explodes the pot", f"{solution.chance_to_explode_now:.2%}"],
        ["the pot explodes in the end", f"{solution.chance_to_explode:.2%}"],
        ["scoring space on average", f"{mean:.2f}"],
    ]
    return Table(["under best play", ""], rows)


def _map_of_decisions(solution: "Solution") -> Table:
    """Return where best play draws and stops, by white total and scoring space.

    The same total and space can mean different chips in the bag.
    """
    stops, draws = solution.course.decisions
    reached = stops + draws
    columns = [space for space in range(reached.shape[1]) if reached[:, space].any()]
    first, last = columns[0], columns[-1]
    rows = []
    for total in range(reached.shape[0]):
        if not reached[total].any():
            continue
        cells = [
            _mark(stops[total, space], draws[total, space]) for space in range(first, last + 1)
        ]
        share = stops[total].sum() / reached[total].sum()
        rows.append([str(total), f"{share:.0%}", "".join(cells).rstrip()])
    ruler = "".join(f"{space:<5}" if space % 5 == 0 else "" for space in range(first, last + 1))
    lead = " " * (-first % 5)
    return Table(
        ["white", "stops", f"{lead}{ruler}".rstrip()],
        rows,
        title="+ draw, · stop, ~ it depends on the bag; by white total and scoring space",
        left=frozenset({0, 2}),
    )


def _mark(stops: float, draws: float) -> str:
    if stops > 0 and draws > 0:
        return "~"
    return "·" if stops > 0 else "+" if draws > 0 else " "


def _flask(solution: "Solution") -> Table:
    offered, used = solution.course.flask
    rows = [
        [f"W{value}", f"{offered[value]:.2f}", f"{used[value]:.2%}"]
        for value in range(1, 4)
        if offered[value]
    ]
    return Table(["flask", "could be used, times a brew", "is used, of brews"], rows)


def _chips(solution: "Solution") -> Table:
    chips = solution.position.bag.sum()
    counts = {kind: solution.position.bag[index] for index, kind in _kinds(solution)}
    rows = [
        [kind, f"{counts[kind] / chips:.2%}", f"{value:.4f}"]
        for kind, value in solution.values_of_chips.items()
    ]
    return Table(["next chip", "chance", "worth then"], rows)


def _kinds(solution: "Solution") -> list[tuple[int, str]]:
    from quacks_sim.rules.chips import KINDS

    return [(index, kind) for index, kind in enumerate(KINDS) if solution.position.bag[index]]


def _spaces(solution: "Solution") -> Table:
    spaces = solution.scoring_space
    exploded = solution.course.ends[1:].sum(axis=0)
    most = max(spaces)
    rows = [
        [str(space), f"{share:.2%}", f"{exploded[space]:.2%}", "█" * round(24 * share / most)]
        for space, share in enumerate(spaces)
        if share >= 0.00005
    ]
    return Table(["scoring space", "of brews", "exploded", ""], rows, left=frozenset({3}))


def _known(solution: "Solution") -> list[str]:
    from quacks_sim.rules.chips import KINDS, format_bag
    from quacks_sim.words import duration, rules_in_words

    position = solution.position
    pot = " ".join(KINDS[kind] for kind in position.pot)
    found = [
        f"bag {format_bag(position.bag) or 'empty'}",
        f"pot {pot or 'empty'}, scoring space {position.space + 1}, white {position.white_sum}",
        *([f"start {position.start}"] if position.start else []),
        f"flask {'full' if position.flask else 'empty'}",
        f"worth {solution.worth.text()}",
        *([f"card {solution.rules.card}"] if solution.rules.card else []),
        *rules_in_words(solution.rules.options, solution.rules.books),
        counted(solution.states, "state"),
        duration(solution.elapsed_seconds),
    ]
    if not solution.is_exact:
        found.append("approximate: coloured chips are pooled")
    return found


def _record(document: dict[str, Any]) -> dict[str, Any]:
    lists = ("ends", "decisions", "after_drawing", "rules", "versions", "command", "schema")
    return {name: value for name, value in document.items() if name not in lists}
