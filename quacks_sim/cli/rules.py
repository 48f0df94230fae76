"""``quacks rules``: the rule options with their values, and what the box prints."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quacks_sim.cli.options import BooksOption, Rule, RulesFile, SetOption, read_rules, with_output
from quacks_sim.cli.output import Output, Parts, Table
from quacks_sim.errors import InputError, nearest

if TYPE_CHECKING:
    from quacks_sim.rules.options import RuleOptions

#: What can be shown: its file in the box, its title, and its columns with their headings.
_TABLES: dict[str, tuple[str, str, dict[str, str]]] = {
    "track": (
        "pot_track",
        "pot track",
        {"space": "space", "coins": "coins", "victory_points": "points", "ruby": "ruby"},
    ),
    "prices": (
        "prices",
        "prices in coins",
        {"colour": "colour", "set": "set", "value": "chip", "price": "price"},
    ),
    "supply": (
        "supply",
        "chips in the box",
        {"colour": "colour", "value": "value", "count": "chips"},
    ),
    "bag": (
        "starting_bag",
        "starting bag",
        {"colour": "colour", "value": "value", "count": "chips"},
    ),
    "die": (
        "bonus_die",
        "bonus die (bonus_die_faces=double_1vp)",
        {"face": "face", "outcome": "gives", "amount": "how many"},
    ),
    "rats": (
        "rat_tails",
        "rat tails on the score track",
        {"lap": "lap", "tail_after_score": "after score"},
    ),
    "tubes": (
        "test_tubes",
        "test tubes (pot_side=test_tubes)",
        {"tube": "tube", "reward": "gives", "amount": "how many"},
    ),
}

app = typer.Typer(rich_markup_mode=None, suggest_commands=False, invoke_without_command=True)


def add_to(main: typer.Typer) -> None:
    """Add the group of commands to the program."""
    main.add_typer(app, name="rules", short_help="List the rule options, show what the box prints.")


@app.callback()
@with_output
def rules(
    output: Output,
    context: typer.Context,
    rules: RulesFile = None,
    rule: Rule = None,
    books: BooksOption = None,
    book_set: SetOption = None,
) -> None:
    """List the rule options: their values, the default, and what is chosen.

    \b
    Examples:
      quacks rules
      quacks rules --rules house.toml --rule explosion_limit=8
      quacks rules show track
      quacks rules show rats_above_50
    """
    if context.invoked_subcommand is not None:
        return
    chosen, in_play = read_rules(rules, rule, books, book_set)
    listed = options(chosen)
    sets = in_play.sets()
    output.show(
        lambda: {"command": "rules", "schema": 1, "options": listed, "books": sets, "cards": False},
        lambda: [
            _options_table(listed),
            "",
            Parts(["books: " + ", ".join(f"{name}={each}" for name, each in sets.items())]),
            Parts(["* not the default", f"tables: quacks rules show {'|'.join(_TABLES)}"]),
        ],
        lambda: listed,
    )


@app.command("show")
@with_output
def show(
    output: Output,
    name: Annotated[
        str,
        typer.Argument(
            metavar="TABLE|OPTION",
            show_default=False,
            help="track, prices, supply, bag, die, rats, tubes, or a rule option.",
            autocompletion=lambda incomplete: [
                each for each in _TABLES if each.startswith(incomplete)
            ],
        ),
    ],
) -> None:
    """Show a table that the box prints, or one rule option.

    \b
    Examples:
      quacks rules show track
      quacks rules show prices --format csv
      quacks rules show explosion_limit
    """
    from quacks_sim.rules.options import RuleOptions

    listed = {each["option"]: each for each in options(RuleOptions())}
    if name in listed:
        option = listed[name]
        output.show(
            lambda: {"command": "rules show", "schema": 1, **option},
            lambda: [f"{name}: {option['meaning']}", _values_line(option)],
            lambda: [option],
        )
        return
    if name not in _TABLES:
        known = [*_TABLES, *listed]
        raise InputError(
            f"there is no table and no rule option {name!r}",
            f"tables are {', '.join(_TABLES)}; quacks rules lists options{nearest(name, known)}",
        )
    _, title, headings = _TABLES[name]
    rows = _rows(name)
    left = frozenset({0, 1} if name in ("rats", "die", "tubes") else {0})
    output.show(
        lambda: {"command": "rules show", "schema": 1, "table": name, "rows": rows},
        lambda: [Table(*_for_people(name, rows, list(headings.values())), title, left)],
        lambda: rows,
    )


def options(chosen: "RuleOptions") -> list[dict[str, Any]]:
    """Return each rule option with its values, its default, what is chosen, and its meaning."""
    from quacks_sim.rules.options import option_values

    found = []
    for name, field in type(chosen).model_fields.items():
        values: list[Any] = list(option_values(name))
        found.append(
            {
                "option": name,
                "values": values or ["0 … 23" if name == "solo_rats" else "rising scores"],
                "default": _plain(field.default),
                "value": _plain(getattr(chosen, name)),
                "meaning": field.description or "",
            }
        )
    return found


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _options_table(listed: Sequence[dict[str, Any]]) -> Table:
    rows = []
    for each in listed:
        chosen = _text(each["value"]) + ("" if each["value"] == each["default"] else " *")
        others = [str(value) for value in each["values"] if value != each["value"]]
        rows.append([each["option"], chosen, " | ".join(others), each["meaning"]])
    return Table(["option", "value", "others", "meaning"], rows, left=frozenset(range(4)))


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(str(each) for each in value) or "none"
    return str(value)


def _values_line(option: dict[str, Any]) -> str:
    values = " | ".join(str(each) for each in option["values"])
    return f"values: {values} (default: {_text(option['default'])})"


def _rows(name: str) -> list[dict[str, Any]]:
    from quacks_sim.rules.tables import read_table

    file, _, headings = _TABLES[name]
    return [
        {column: int(text) if text.isdigit() else text for column, text in row.items()}
        for row in ({column: row[column] for column in headings} for row in read_table(file))
    ]


def _for_people(
    name: str, rows: Sequence[dict[str, Any]], headings: list[str]
) -> tuple[list[str], list[list[str]]]:
    """Return headings and rows as they are easiest to read."""
    if name == "prices":
        return _prices(rows)
    if name == "rats":
        laps = sorted({row["lap"] for row in rows})
        scores = {
            lap: [str(r["tail_after_score"]) for r in rows if r["lap"] == lap] for lap in laps
        }
        return ["lap", "a tail after the scores"], [
            [str(lap), ", ".join(texts)] for lap, texts in scores.items()
        ]
    texts = [[str(value) for value in row.values()] for row in rows]
    if name == "track":
        texts = [[*row[:3], "ruby" if row[3] == "1" else ""] for row in texts]
    if name in ("die", "tubes"):
        texts = [[face, what.replace("_", " "), amount] for face, what, amount in texts]
    if name in ("supply", "bag"):
        total = str(sum(row["count"] for row in rows))
        texts.append(["together", "", total])
    return headings, texts


def _prices(rows: Sequence[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    found: dict[tuple[str, int], dict[int, int]] = {}
    for row in rows:
        found.setdefault((row["colour"], row["set"]), {})[row["value"]] = row["price"]
    values = sorted({value for prices in found.values() for value in prices})
    return ["colour", "set", *[f"{value}-chip" for value in values]], [
        [colour, str(number), *[str(prices.get(value, "")) for value in values]]
        for (colour, number), prices in found.items()
    ]
