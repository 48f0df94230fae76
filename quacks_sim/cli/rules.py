"""``quacks rules``: the rule options with their values, and what box and rules say."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from quacks_sim.cli.box import PRINTED, Chosen
from quacks_sim.cli.explained import EXPLAINED, option_rows, option_text
from quacks_sim.cli.options import with_output
from quacks_sim.cli.output import Output, Parts, Report, Table
from quacks_sim.cli.table import RulesOptions, TableOptions, with_table
from quacks_sim.errors import InputError, nearest

#: What ``quacks rules show`` shows if no topic is named.
MAIN_TOPICS = ("track", "prices", "books", "cards", "options")

TOPICS = {
    name: {**PRINTED, **EXPLAINED}[name]
    for name in (*MAIN_TOPICS, "supply", "bag", "die", "rats", "tubes")
}

app = typer.Typer(rich_markup_mode=None, suggest_commands=False, invoke_without_command=True)


def add_to(main: typer.Typer) -> None:
    """Add the group of commands to the program."""
    main.add_typer(app, name="rules", short_help="List the rule options, show what the box prints.")


@app.callback()
@with_output
@with_table
def rules(output: Output, table: TableOptions, context: typer.Context) -> None:
    """List the rule options: their values, the default, and what is chosen.

    \b
    Examples:
      quacks rules
      quacks rules --rules house.toml --rule explosion_limit=8
      quacks rules show
      quacks rules show cards
      quacks rules show rats_above_50
    """
    if context.invoked_subcommand is not None:
        return
    chosen = table.read()
    listed = option_rows(chosen["rules"])
    sets, deck = chosen["books"].sets(), chosen["cards"]
    # Without a choice it depends on the number of seats.
    cards = None if deck is None else deck.text()
    output.show(
        lambda: {"command": "rules", "schema": 1, "options": listed, "books": sets, "cards": cards},
        lambda: [
            _options_table(listed),
            "",
            Parts(["books: " + ", ".join(f"{name}={each}" for name, each in sets.items())]),
            Parts(["cards: all, none for a lone player" if deck is None else deck.in_words()]),
            Parts(["* not the default", f"more: quacks rules show {'|'.join(TOPICS)}"]),
        ],
        lambda: listed,
    )


def _options_table(listed: Sequence[dict[str, Any]]) -> Table:
    rows = []
    for each in listed:
        chosen = option_text(each["value"]) + ("" if each["value"] == each["default"] else " *")
        others = [str(value) for value in each["values"] if value != each["value"]]
        rows.append([each["option"], chosen, " | ".join(others), each["meaning"]])
    return Table(["option", "value", "others", "meaning"], rows, left=frozenset(range(4)))


def _topics(incomplete: str) -> list[str]:
    return [name for name in TOPICS if name.startswith(incomplete)]


@app.command("show")
@with_output
@with_table
def show(
    output: Output,
    table: RulesOptions,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[TOPIC|OPTION]",
            show_default=False,
            help=f"{', '.join(TOPICS)}, or a rule option.  "
            f"[default: {', '.join(MAIN_TOPICS[:-1])} and {MAIN_TOPICS[-1]}]",
            autocompletion=_topics,
        ),
    ] = None,
) -> None:
    """Show what the box prints and what books, cards and rule options do.

    \b
    Examples:
      quacks rules show
      quacks rules show cards
      quacks rules show books --set 2
      quacks rules show prices --format csv
      quacks rules show explosion_limit
    """
    chosen = Chosen(**table.read())
    if name is None:
        _show_all(output, chosen)
    elif name in TOPICS:
        rows = TOPICS[name].rows(chosen)
        document = {"table": name, "rows": rows, "source": TOPICS[name].source}
        output.show(
            lambda: {"command": "rules show", "schema": 1, **document},
            lambda: TOPICS[name].told(chosen),
            lambda: rows,
        )
    else:
        _show_option(output, name, chosen)


def _show_all(output: Output, chosen: Chosen) -> None:
    def document() -> dict[str, Any]:
        tables = {
            name: {"rows": TOPICS[name].rows(chosen), "source": TOPICS[name].source}
            for name in MAIN_TOPICS
        }
        return {"command": "rules show", "schema": 1, "tables": tables}

    def report() -> Report:
        return [part for name in MAIN_TOPICS for part in (*TOPICS[name].told(chosen), "")]

    def records() -> list[dict[str, Any]]:
        return [{"table": each, **row} for each in MAIN_TOPICS for row in TOPICS[each].rows(chosen)]

    output.show(document, report, records)


def _show_option(output: Output, name: str, chosen: Chosen) -> None:
    listed = {each["option"]: each for each in option_rows(chosen.rules)}
    if name not in listed:
        raise InputError(
            f"there is no topic and no rule option {name!r}",
            f"topics are {', '.join(TOPICS)}; quacks rules lists options"
            f"{nearest(name, [*TOPICS, *listed])}",
        )
    option = listed[name]
    values = " | ".join(str(each) for each in option["values"])
    output.show(
        lambda: {"command": "rules show", "schema": 1, **option},
        lambda: [
            f"{name}: {option['meaning']}",
            f"values: {values} (default: {option_text(option['default'])})",
        ],
        lambda: [option],
    )
