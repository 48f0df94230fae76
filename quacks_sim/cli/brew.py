"""``quacks brew``: one round of one bag, very many times."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quacks_sim.cli import completion
from quacks_sim.cli.options import (
    Seed,
    Threads,
    count,
    whole_number,
    with_output,
)
from quacks_sim.cli.output import Output, Parts, Report, Table
from quacks_sim.cli.table import RulesOptions, with_table
from quacks_sim.words import counted

if TYPE_CHECKING:
    from quacks_sim.brew_result import BrewResult

_STARTING_BAG = "W1x4 W2x2 W3 O1 G1"

_MEASURES = {
    "explosion_rate": ("explosions, %", 100),
    "scoring_space": ("scoring space", 1),
    "coins": ("coins on it", 1),
    "victory_points": ("victory points on it", 1),
    "rubies": ("rubies", 1),
    "chips_drawn": ("chips drawn", 1),
}


def _policy(help: str, names: Callable[[str], list[str]]) -> Any:
    return typer.Option(metavar="NAME[:X]", help=help, autocompletion=names)


Bag = Annotated[str, typer.Option("--bag", "-b", metavar="TEXT", help="Chips in the bag.")]
Stop = Annotated[
    str,
    _policy(
        "When to stop drawing: white_sum:t, bust_risk:x, safe, space:s, chips:n, never ...",
        completion.stop_policies,
    ),
]
Flask = Annotated[
    str, _policy("When to use the flask: never, white_at_least:v ...", completion.flask_policies)
]
Blue = Annotated[
    str,
    _policy(
        "What to place of the chips revealed by blue: furthest_coloured, none ...",
        completion.blue_policies,
    ),
]
Yellow = Annotated[
    str,
    _policy(
        "Put the white chip before a yellow one back: always, never ...", completion.yellow_policies
    ),
]
Start = Annotated[
    int,
    typer.Option(
        metavar="SPACE", parser=whole_number, help="Space of the droplet or rat stone; 0 to 52."
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
Rounds = Annotated[
    int | None, count("--rounds", "-n", help="How often to brew.  [default: 1,000,000; 1 to 1e12]")
]


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("brew", short_help="Brew one bag very many times, without a game around it.")(brew)


@with_output
@with_table
def brew(
    output: Output,
    table: RulesOptions,
    bag: Bag = _STARTING_BAG,
    stop: Stop = "bust_risk:0.25",
    flask: Flask = "never",
    blue: Blue = "furthest_coloured",
    yellow: Yellow = "always",
    start: Start = 0,
    limit: Limit = None,
    rounds: Rounds = None,
    seed: Seed = None,
    threads: Threads = None,
) -> None:
    """Brew one bag very many times: drawing and placing alone, no game around it.

    \b
    Examples:
      quacks brew
      quacks brew --stop safe --rounds 1e7 --seed 1
      quacks brew --bag "W1x4 W2x2 W3 O1x4 R2x2" --stop white_sum:5 --json
      quacks brew --start 8 --limit 9 --verbose
    """
    from quacks_sim.plugins import file_of

    chosen = table.read(explosion_limit=limit)
    policies = {"stop": stop, "flask": flask, "blue": blue, "yellow": yellow}
    # Whoever names a file here wants it to run.
    plugins = [file_of(each, None) for each in policies.values() if ".py:" in each]
    result = _brew(
        output,
        {"bag": bag, "start": start, "allow_plugins": plugins, **chosen, **policies},
        rounds,
        seed,
        threads,
    )
    output.show(result.to_dict, lambda: _report(result, output.verbose), lambda: [_record(result)])


def _brew(
    output: Output,
    arguments: dict[str, Any],
    rounds: int | None,
    seed: int | None,
    threads: int | None,
) -> "BrewResult":
    from quacks_sim import simulate
    from quacks_sim.cli.progress import Watch, interruptible

    wanted = simulate.DEFAULT_BREWS if rounds is None else rounds
    # One brew compiles everything, and finds out whether the input can be played.
    trial = {**arguments, "rounds": min(wanted, 1), "seed": seed or 0, "threads": threads}
    interruptible(lambda: simulate.brew(**trial), output)
    known = simulate.choose_seed(seed)
    resume = f"the same command with --seed {known} brews them again"
    with Watch(output, "brews", kept="nothing was kept", resume=resume) as watch:
        return simulate.brew(
            **arguments, rounds=wanted, seed=known, threads=threads, progress=watch
        )


def _report(result: "BrewResult", verbose: bool) -> Report:
    from quacks_sim.words import duration, rules_in_words, whole, with_errors

    rows = []
    for name, (title, scale) in _MEASURES.items():
        estimate = getattr(result, name)
        (text,) = with_errors([estimate], scale)
        rows.append([title, text, f"{estimate.sd * scale:.2f}"])
    parts: list[Table | Parts | str] = [Table(["a brew", "mean (95 %)", "spread"], rows)]
    if verbose:
        parts += ["", _spaces(result)]
    policies = " ".join(f"{name} {policy}" for name, policy in result.policies.items())
    known = [
        f"bag {result.bag or 'empty'}",
        policies,
        *([f"start {result.start}"] if result.start else []),
        counted(result.rounds, "brew"),
        f"seed {result.seed}",
        *rules_in_words(result.rules, result.books),
        duration(result.elapsed_seconds),
        f"{whole(result.rounds_per_second)} brews/s",
    ]
    return [*parts, "", Parts(known)]


def _spaces(result: "BrewResult") -> Table:
    shares = result.space_counts / result.rounds
    most = max(shares)
    rows = [
        [str(space), f"{share:.2%}", "█" * round(24 * share / most)]
        for space, share in enumerate(shares)
        if share
    ]
    return Table(["scoring space", "of brews", ""], rows, left=frozenset({2}))


def _record(result: "BrewResult") -> dict[str, Any]:
    record: dict[str, Any] = {"bag": result.bag, "start": result.start, **result.policies}
    record |= {"rounds": result.rounds, "seed": result.seed}
    for name in _MEASURES:
        estimate = getattr(result, name)
        record |= {name: estimate.mean, f"{name}_low": estimate.low}
        record |= {f"{name}_high": estimate.high, f"{name}_sd": estimate.sd}
    return record
