"""``quacks replay``: one game in words, as a journal, or read by the referee."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quacks_sim.cli import completion
from quacks_sim.cli.check import RandomRules
from quacks_sim.cli.luck import ValuesOption
from quacks_sim.cli.options import (
    AllowPlugins,
    Plugin,
    Rotate,
    Seed,
    read_plugins,
    whole_number,
    with_output,
)
from quacks_sim.cli.output import Output, Report, Verbatim
from quacks_sim.cli.saved_game import tell_saved
from quacks_sim.cli.table import TableOptions, with_table
from quacks_sim.errors import InputError
from quacks_sim.words import counted

if TYPE_CHECKING:
    from quacks_sim.match import Match
    from quacks_sim.plugins import Allowed

_MANIFEST = "manifest.json"


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("replay", short_help="Tell one game in words; let the referee read it.")(replay)


@dataclass(frozen=True)
class _Game:
    """Where the game comes from, as the options say it."""

    named: Sequence[str]
    number: int | None
    seed: int | None
    cell: int | None
    random: bool
    random_rules: bool
    rotate: bool
    table: TableOptions
    plugin: list[Path] | None
    allow_plugins: bool

    @property
    def allowed(self) -> "Allowed":
        """Which files of Python may run."""
        named = [] if self.is_dataset else self.named
        return read_plugins(self.plugin, self.allow_plugins, named)

    @property
    def is_journal(self) -> bool:
        """Whether the one thing named is a journal in a file."""
        return len(self.named) == 1 and (
            self.named[0].endswith(".json") and not self.named[0].endswith(_MANIFEST)
        )

    @property
    def is_saved(self) -> bool:
        """Whether the one thing named is a game that quacks advise has saved."""
        from quacks_sim.advice.saved import is_saved_game

        return self.is_journal and is_saved_game(self.named[0])

    @property
    def is_dataset(self) -> bool:
        """Whether the one thing named is a dataset."""
        from quacks_sim import checked

        path = checked.path_of(self.named[0], "the saved game") if len(self.named) == 1 else None
        return path is not None and (path.is_dir() or path.name == _MANIFEST)


@with_output
@with_table
def replay(
    output: Output,
    table: TableOptions,
    strategies: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="STRATEGY... | DATASET | JOURNAL.json | SAVED.json",
            help="What plays at the table, the folder of a dataset, or a journal or a game saved "
            "by quacks advise in a file.",
            autocompletion=completion.strategies,
            show_default=False,
        ),
    ] = None,
    game: Annotated[
        int | None,
        typer.Option(
            "--game",
            "-g",
            metavar="K",
            parser=whole_number,
            show_default=False,
            help="Number of the game, from 0.  [default: 0]",
        ),
    ] = None,
    seed: Seed = None,
    cell: Annotated[
        int | None,
        typer.Option(
            metavar="C",
            parser=whole_number,
            show_default=False,
            help="Cell of the dataset.  [default: 0]",
        ),
    ] = None,
    why: Annotated[
        bool,
        typer.Option(
            "--why",
            help="Also tell what each policy saw when it decided, or what options were worth.",
        ),
    ] = False,
    only_round: Annotated[
        int | None,
        typer.Option(
            "--round",
            metavar="R",
            parser=whole_number,
            show_default=False,
            help="Tell only this round, 1 to 9.",
        ),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole_number,
            show_default=False,
            help="Tell only this seat, 0 to 3.",
        ),
    ] = None,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Let the referee read the game instead; exits 1 if it disagrees."
        ),
    ] = False,
    random: Annotated[
        bool, typer.Option("--random", help="A random game of quacks check, by --seed and --game.")
    ] = False,
    random_rules: RandomRules = True,
    rotate: Rotate = True,
    values: ValuesOption = None,
    plugin: Plugin = None,
    allow_plugins: AllowPlugins = False,
) -> None:
    """Tell one game in words, round by round and seat by seat.

    \b
    Examples:
      quacks replay balanced cautious --seed 7 --game 3
      quacks replay balanced cautious --seed 7 --game 3 --round 9 --why
      quacks replay out/rubies --cell 2 --game 17 --seat 0
      quacks replay balanced cautious --seed 7 --cards 3=FB5 --round 3
      quacks replay balanced cautious --seed 7 --json > game.json
      quacks replay game.json --check
      quacks replay --random --seed 7 --game 123 --check
      quacks replay evening.json --why

    A game that 'save' has written in a dialogue of quacks advise is told as you saw it: what you
    drew, what was advised and what you did; quacks luck judges it.
    --json prints the journal: every event of the game, as docs/journal.md describes them.
    """
    from quacks_sim.replay.journals import blamed_on

    for what, number, low, high in (("--round", only_round, 1, 9), ("--seat", seat, 0, 3)):
        if number is not None and not low <= number <= high:
            raise InputError(f"{what} is {number}", f"it goes from {low} to {high}")
    chosen = (rotate, table, plugin, allow_plugins)
    source = _Game(strategies or (), game, seed, cell, random, random_rules, *chosen)
    if source.is_saved:
        _refuse(source, ("number", "seed", "cell"), "the file says it")
        refused = {"--seat": seat is not None, "--check": check, "--random": random}
        for name in (name for name, given in refused.items() if given):
            raise InputError(
                f"{name} does not belong here: a saved game knows one seat only",
                f"leave {name} out",
            )
        return tell_saved(output, Path(source.named[0]), values, why, only_round)
    if values is not None:
        raise InputError("--values belongs to a game saved by quacks advise", "leave --values out")
    journal = _journal(source, output)
    if seat is not None and seat >= journal["players"]:
        raise InputError(
            f"--seat is {seat}, but the game has {counted(journal['players'], 'seat')}",
            f"seats are numbered from 0 to {journal['players'] - 1}",
        )
    with blamed_on(Path(source.named[0])) if source.is_journal else nullcontext():
        if check:
            _check(journal, output)
        elif output.format == "table":
            _print(journal, why, only_round, seat)
        else:
            output.show(
                lambda: journal,
                lambda: _markdown(journal, why, only_round, seat),
                lambda: journal["events"],
            )
    return None


def _journal(source: _Game, output: Output) -> dict[str, Any]:
    from quacks_sim.cli.progress import interruptible
    from quacks_sim.journal import record_game
    from quacks_sim.match import MOST_GAMES
    from quacks_sim.replay.journals import read_journal

    named = source.named
    if source.random:
        _refuse(source, ("cell",), "a random game has its own")
        if named:
            raise InputError(
                "--random has strategies of its own", f"leave out {' '.join(named)}, or --random"
            )
    elif source.is_journal:
        _refuse(source, ("number", "seed", "cell"), "the file says it")
        return read_journal(Path(named[0]))
    elif not named:
        raise InputError(
            "no game is named", "quacks replay balanced cautious --seed 7 --game 3, or --random"
        )
    number = 0 if source.number is None else source.number
    if not 0 <= number < MOST_GAMES:
        raise InputError(f"--game is {number}", f"games are numbered from 0 to {MOST_GAMES - 1:,}")
    match = _match(source, number)
    return interruptible(lambda: record_game(match, number), output)


def _match(source: _Game, number: int) -> "Match":
    from quacks_sim import simulate
    from quacks_sim.match import make_match

    if source.random:
        from quacks_sim.random_games import random_match

        seed = simulate.choose_seed(source.seed)
        return random_match(seed, number, random_rules=source.random_rules)
    if source.is_dataset:
        return _match_of_dataset(source, Path(source.named[0]), number)
    if source.cell is not None:
        raise InputError("--cell belongs to a dataset", "name the folder of a dataset")
    return make_match(
        source.named,
        seed=simulate.choose_seed(source.seed),
        rotate=source.rotate,
        allow_plugins=source.allowed,
        **source.table.read(),
    )


def _match_of_dataset(source: _Game, path: Path, number: int) -> "Match":
    from quacks_sim.experiment import load

    _refuse(source, ("seed",), "the dataset says it")
    dataset = load(path)
    if number >= dataset.games_per_cell:
        raise InputError(
            f"--game is {number}, but each cell of {path} has "
            f"{counted(dataset.games_per_cell, 'game')}",
            f"games are numbered from 0 to {dataset.games_per_cell - 1}",
        )
    cell = 0 if source.cell is None else source.cell
    return dataset.match(cell, allow_plugins=source.allowed)


def _refuse(source: _Game, options: Sequence[str], reason: str) -> None:
    """Refuse some options, and all those about rules."""
    given = [name for name in options if getattr(source, name) is not None]
    names = ["--game" if name == "number" else f"--{name}" for name in given]
    for name in (*names, *source.table.given()):
        raise InputError(f"{name} does not belong here: {reason}", f"leave {name} out")


def _check(journal: dict[str, Any], output: Output) -> None:
    from quacks_sim.checking import numbers_in
    from quacks_sim.referee import check
    from quacks_sim.words import whole

    found = check(journal)
    which = f"game {journal['game']} of seed {journal['seed']}"
    events = journal["events"]
    document = {
        "command": "replay",
        "schema": 1,
        "game": journal["game"],
        "seed": journal["seed"],
        "events": len(events),
        "numbers": numbers_in(events),
        "agrees": found is None,
    }
    if found is None:
        report = [
            f"the referee agrees on {which}: {whole(numbers_in(events))} numbers in "
            f"{whole(len(events))} events"
        ]
    else:
        document |= {
            "event": found.index,
            "rule": found.rule,
            "field": found.field,
            "journal": found.journal,
            "referee": found.referee,
            "message": found.message,
        }
        report = [
            f"the referee disagrees on {which}: rule {found.rule}, field {found.field}",
            f"  journal: {found.journal!r}",
            f"  referee: {found.referee!r}",
            f"  {found.message}",
        ]
    output.show(lambda: document, lambda: report, lambda: [document])
    if found is not None:
        raise typer.Exit(1)


def _print(journal: dict[str, Any], why: bool, number: int | None, seat: int | None) -> None:
    import sys

    from quacks_sim.cli.output import terminal_width
    from quacks_sim.cli.telling import told_text

    width = min(terminal_width(sys.stdout), 160)
    sys.stdout.write(told_text(journal, width, why, number, seat, sys.stdout))
    sys.stdout.flush()


def _markdown(journal: dict[str, Any], why: bool, number: int | None, seat: int | None) -> Report:
    from quacks_sim.cli.telling import told_text

    return [Verbatim(told_text(journal, 100, why, number, seat).rstrip())]
