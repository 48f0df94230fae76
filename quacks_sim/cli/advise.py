"""``quacks advise``: what to do now at a real table, once or in a dialogue."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quacks_sim.cli.options import count, path, whole_number, whole_numbers, with_output
from quacks_sim.cli.output import Output, Parts, Report, Table
from quacks_sim.cli.solve import Bag, Card, Pot, RivalBlacks, Space, rival_numbers
from quacks_sim.cli.table import RulesOptions, with_table
from quacks_sim.errors import InputError

if TYPE_CHECKING:
    from quacks_sim.advice.advise import Advised
    from quacks_sim.advice.options import Advice

Round = Annotated[int | None, count("--round", "-r", help="Round now, 1 to 9.  [default: 1]")]
Points = Annotated[int | None, count("--points", help="Own victory points.  [default: 0]")]
Rivals = Annotated[
    str | None,
    typer.Option(
        metavar="N[,N,N]",
        show_default=False,
        help="Points of the others, clockwise from your left.  [default: not known]",
    ),
]
Players = Annotated[
    int | None,
    count("--players", help="2 to 4.  [default: as --rivals say; 4]"),
]
Rubies = Annotated[int | None, count("--rubies", help="Own rubies.  [default: 1]")]
Droplet = Annotated[int | None, count("--droplet", help="Space of the droplet.  [default: 0]")]
Start = Annotated[
    int | None,
    typer.Option(
        metavar="SPACE",
        parser=whole_number,
        show_default=False,
        help="Space of the rat stone.  [default: as droplet and points say]",
    ),
]
Flask = Annotated[
    bool | None,
    typer.Option(
        "--flask/--no-flask", show_default=False, help="Whether the flask is full.  [default: full]"
    ),
]
Revealed = Annotated[
    str | None,
    typer.Option(
        metavar="TEXT",
        show_default=False,
        help="Chips that blue (or card FB7, FP13) has revealed; they count as in the bag.",
    ),
]
Coins = Annotated[int | None, count("--coins", help="Coins to shop with: what to buy?  [0 to 35]")]
Exploded = Annotated[
    bool, typer.Option("--exploded", help="The pot has exploded: points or coins?")
]
ValuesOption = Annotated[
    str,
    typer.Option(
        "--values", metavar="NAME|FILE", help="Learned values: what is worth how much later."
    ),
]
Names = Annotated[
    str | None,
    typer.Option(
        metavar="NAME,NAME",
        show_default=False,
        help="Names of the others for a dialogue, clockwise from your left.",
    ),
]
NoCards = Annotated[bool, typer.Option("--no-cards", help="A dialogue without event cards.")]
Ask = Annotated[
    bool, typer.Option("--ask", help="Begin a dialogue at the moment that the options describe.")
]
Resume = Annotated[
    Path | None,
    typer.Option(
        parser=path,
        metavar="FILE",
        show_default=False,
        help="Go on with a dialogue that was saved.",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("advise", short_help="Advise at a real table: draw, stop, buy, spend.")(advise)


@with_output
@with_table
def advise(
    output: Output,
    table: RulesOptions,
    bag: Bag = None,
    pot: Pot = "",
    round: Round = None,
    points: Points = None,
    rivals: Rivals = None,
    players: Players = None,
    rubies: Rubies = None,
    droplet: Droplet = None,
    flask: Flask = None,
    card: Card = None,
    start: Start = None,
    space: Space = None,
    rival_blacks: RivalBlacks = None,
    revealed: Revealed = None,
    coins: Coins = None,
    exploded: Exploded = False,
    values: ValuesOption = "champion",
    ask: Ask = False,
    resume: Resume = None,
    names: Names = None,
    no_cards: NoCards = False,
) -> None:
    """Say what to do now at a real table: draw or stop, what to place, buy and spend.

    \b
    Examples:
      quacks advise --round 3 --rivals 12,9 --points 7 --pot "W1 O1 W2"
      quacks advise --bag "W1x4 W2 W3 O1 G1 R2" --pot "W2 B2" --revealed "O1 W3"
      quacks advise --round 4 --coins 12 --rubies 3 --no-flask

    Without options about the game a dialogue begins: type what happens at the table, chip by chip,
    and be told what to do; there, help lists all commands, and save keeps a game for --resume. With
    options the one moment that they describe is answered; --ask begins a dialogue there. Values are
    victory points to come.
    """
    from quacks_sim.values import load_values

    known = load_values(values)
    chosen = table.read()
    if resume is not None:
        from quacks_sim.advice.saved import resume as resumed
        from quacks_sim.cli.table_talk import talk, warm_up

        _refuse_json(output)
        warm_up(known)
        return talk(resumed(resume, known), known, resume)
    state: dict[str, Any] = {
        "round": round,
        "points": points,
        "rivals": None if rivals is None else whole_numbers(rivals, "--rivals"),
        "rubies": rubies,
        "droplet": droplet,
        "flask": flask,
        "card": card,
        "start": start,
        "space": space,
        "rival_blacks": rival_numbers(rival_blacks),
        "revealed": revealed,
        "coins": coins,
        "exploded": exploded or None,
        "bag": bag,
        "pot": pot or None,
    }
    given = {name: value for name, value in state.items() if value is not None}
    if ask or not given:
        from quacks_sim.cli.table_talk import begin

        _refuse_json(output)
        return begin(given, known, chosen, players=players, names=names, cards=not no_cards)
    from quacks_sim.advice.advise import advise as ask_once

    advised = ask_once(given.pop("bag", None), players=players, values=known, **chosen, **given)
    output.show(
        lambda: advised.to_dict(),
        lambda: report(advised, output.verbose),
        lambda: _records(advised),
    )
    return None


def _refuse_json(output: Output) -> None:
    if output.format != "table":
        raise InputError(
            f"a dialogue has no format {output.format}",
            "describe one moment by options: quacks advise --pot 'W1 O1' --json",
        )


def report(advised: "Advised", verbose: bool) -> Report:
    """Return the advice as tables."""
    parts: list[Any] = []
    for advice in advised.advices:
        parts += [*_told(advice, verbose), ""]
    return [*parts, Parts(_known(advised))]


def _told(advice: "Advice", verbose: bool) -> list[Any]:
    from quacks_sim.advice.words import MOST_LISTED, headline, lead_in_words, option_rows

    most = len(advice.options) if verbose else MOST_LISTED
    rows = option_rows(advice, most)
    columns = ["option", "points to come", "to win", "", "note"]
    kept = [place for place in range(len(columns)) if place < 2 or any(row[place] for row in rows)]
    rows = [[row[place] for place in kept] for row in rows]
    left = frozenset(place for place, column in enumerate(kept) if column in (0, 3, 4))
    columns = [columns[place] for place in kept]
    lead = lead_in_words(advice)
    title = headline(advice) + (f" — {lead}" if lead else "")
    told: list[Any] = [Table(columns, rows, title=title, left=left)]
    if advice.chance_to_explode is not None:
        told.append(f"The next chip explodes the pot: {advice.chance_to_explode:.1%}")
    return [*told, *advice.notes]


def _known(advised: "Advised") -> list[str]:
    from quacks_sim.rules.chips import KINDS
    from quacks_sim.words import duration, rules_in_words

    situation = advised.situation
    pot = " ".join(KINDS[kind] for kind in situation.pot.kinds)
    found = [
        f"round {situation.round} of 9, {situation.players} players",
        f"bag {situation.bag_text() or 'empty'}",
        f"pot {pot or 'empty'}, scoring space {situation.scoring_space}, "
        f"white {situation.pot.white_sum}",
        *([f"start {situation.start}"] if situation.start else []),
        f"flask {'full' if situation.flask else 'empty'}",
        *([f"card {situation.card}"] if situation.card else []),
        *rules_in_words(situation.rules, situation.books),
        f"values {advised.values}",
    ]
    return [*found, *advised.notes, duration(advised.elapsed_seconds)]


def _records(advised: "Advised") -> list[dict[str, Any]]:
    return [
        {
            "decision": advice.decision,
            "option": option.name,
            "words": option.words,
            "value": option.value,
            "chance_to_win": option.win,
            "note": option.note,
        }
        for advice in advised.advices
        for option in advice.options
    ]
