"""``quacks strategies``: list them, show one, check a file."""

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quacks_sim.cli import completion
from quacks_sim.cli.options import AllowPlugins, Plugin, path, read_plugins, with_output
from quacks_sim.cli.output import Output, Table, Verbatim
from quacks_sim.cli.table import TableOptions, with_table
from quacks_sim.errors import InputError
from quacks_sim.words import counted

if TYPE_CHECKING:
    from quacks_sim.plugins import Allowed
    from quacks_sim.strategy import Strategy

app = typer.Typer(rich_markup_mode=None, suggest_commands=False, invoke_without_command=True)


def add_to(main: typer.Typer) -> None:
    """Add the group of commands to the program."""
    main.add_typer(
        app, name="strategies", short_help="List, show, check strategies; list policies."
    )


@app.callback()
@with_output
def strategies(output: Output, context: typer.Context) -> None:
    """List the shipped strategies; show one, or check a file of your own.

    \b
    Examples:
      quacks strategies
      quacks strategies show balanced > mine.toml
      quacks strategies check mine.toml
      quacks strategies policies stop
    """
    if context.invoked_subcommand is None:
        _list(output)


@app.command("list")
@with_output
def list_them(output: Output) -> None:
    """List the shipped strategies with what they do.

    \b
    Examples:
      quacks strategies list
      quacks strategies list --json
    """
    _list(output)


def _list(output: Output) -> None:
    from quacks_sim.strategy import load_strategy, shipped_strategies

    found = [
        {"name": name, "description": load_strategy(name).description}
        for name in shipped_strategies()
    ]
    output.show(
        lambda: {"command": "strategies list", "schema": 1, "strategies": found},
        lambda: [
            Table(
                ["strategy", "what it does"],
                [[each["name"], each["description"]] for each in found],
                left=frozenset({0, 1}),
            )
        ],
        lambda: found,
    )


@app.command("show")
@with_output
def show(
    output: Output,
    strategy: Annotated[
        str,
        typer.Argument(
            metavar="STRATEGY",
            show_default=False,
            help="A shipped strategy or a TOML file, with changes if wanted.",
            autocompletion=completion.strategies,
        ),
    ],
    plugin: Plugin = None,
    allow_plugins: AllowPlugins = False,
) -> None:
    """Show a strategy completely, as the TOML file that describes it.

    \b
    Examples:
      quacks strategies show balanced
      quacks strategies show balanced+stop.max_risk=0.3 > mine.toml
    """
    from quacks_sim.strategy import load_strategy

    allowed = read_plugins(plugin, allow_plugins, [strategy])
    found = load_strategy(strategy, allow_plugins=allowed)
    document = {"command": "strategies show", "schema": 1, "name": found.name, **_content(found)}
    output.show(
        lambda: document, lambda: [Verbatim(found.to_toml().rstrip())], lambda: _rows(found)
    )


def _content(strategy: "Strategy") -> dict[str, Any]:
    content = strategy.to_dict()
    description = content.pop("description", "")
    return {"description": description, "decisions": content, "fingerprint": strategy.fingerprint}


def _rows(strategy: "Strategy") -> list[dict[str, Any]]:
    from quacks_sim.choices import rounds_in_words

    rows: list[dict[str, Any]] = []
    for decision, decided in strategy.choices.items():
        for rounds, choice in decided.sections:
            policy = {"strategy": strategy.name, "decision": decision}
            policy |= {"rounds": rounds_in_words(rounds), "policy": choice.policy.name}
            rows += [
                {**policy, "parameter": name, "value": value}
                for name, value in choice.values.items()
            ] or [{**policy, "parameter": "", "value": ""}]
    return rows


@app.command("policies")
@with_output
def policies(
    output: Output,
    decision: Annotated[
        str | None,
        typer.Argument(
            metavar="[DECISION]", show_default=False, help="Only those for one decision point."
        ),
    ] = None,
) -> None:
    """List the policies from which a strategy is made, with their parameters.

    \b
    Examples:
      quacks strategies policies
      quacks strategies policies stop
    """
    from quacks_sim.kernel.decisions import DECISION_NAMES
    from quacks_sim.policies.registry import decision_point, shipped_policies

    wanted = [decision_point(decision).name] if decision else DECISION_NAMES
    found = [
        {
            "decision": point,
            "policy": name,
            "summary": policy.summary,
            "parameters": [
                {
                    "name": each.name,
                    "default": each.default,
                    "low": each.low,
                    "high": each.high,
                    "whole": each.whole,
                    "meaning": each.meaning,
                }
                for each in policy.parameters
            ],
        }
        for point in wanted
        for name, policy in shipped_policies(point).items()
    ]
    output.show(
        lambda: {"command": "strategies policies", "schema": 1, "policies": found},
        lambda: [_policies_table(found, one_decision=decision is not None)],
        lambda: [{**each, "parameters": _parameters_text(each)} for each in found],
    )


def _policies_table(found: list[dict[str, Any]], *, one_decision: bool) -> Table:
    rows = [
        [each["decision"], each["policy"], each["summary"], _parameters_text(each)]
        for each in found
    ]
    columns = ["decision", "policy", "what it does", "parameters (default; range)"]
    if one_decision:
        columns, rows = columns[1:], [row[1:] for row in rows]
    return Table(columns, rows, left=frozenset(range(4)))


def _parameters_text(policy: dict[str, Any]) -> str:
    return ", ".join(
        f"{each['name']} ({each['default']:g}; {each['low']:g} to {each['high']:g})"
        for each in policy["parameters"]
    )


@app.command("check")
@with_output
@with_table
def check(
    output: Output,
    table: TableOptions,
    file: Annotated[
        Path,
        typer.Argument(
            parser=path,
            metavar="FILE",
            show_default=False,
            help="A strategy's .toml, or a .py with policies.",
        ),
    ],
    plugin: Plugin = None,
    allow_plugins: AllowPlugins = False,
) -> None:
    """Check a strategy or policies of your own in every way there is; ends with "ok".

    \b
    Examples:
      quacks strategies check mine.toml
      quacks strategies check my_policies.py
      quacks strategies check mine.toml --plugin my_policies.py
      quacks strategies check mine.toml --set 2 --rule pot_side=test_tubes

    The file is read and compared with what exists, everything is compiled, and policies of your
    own are tried on many games by several readings of the rules: legal answers, the same twice,
    the same as plain Python. With books and rules you are told which policies they leave unasked.
    """
    played = table.read()
    if file.suffix == ".py":
        checked = _check_policies(output, file)
    else:
        checked = _check(output, file, played, read_plugins(plugin, allow_plugins))
    document = {"command": "strategies check", "schema": 1, "ok": True, **checked}
    own = checked["own_policies"]
    lines = [f"ok: {checked['name']}"]
    lines += [f"  {each['policy']}: {each['decisions']:,} decisions compared" for each in own]
    if "games" in checked:
        lines.append(f"  {counted(checked['games'], 'game')} played without a complaint")
    lines += [f"  note: {each}" for each in checked.get("notes", [])]
    output.show(lambda: document, lambda: lines, lambda: own)


def _check(output: Output, file: Path, table: dict[str, Any], allowed: "Allowed") -> dict[str, Any]:
    from quacks_sim import simulate
    from quacks_sim.cli.progress import interruptible
    from quacks_sim.notes import notes_on
    from quacks_sim.strategy import load_strategy
    from quacks_sim.testing import check_policy

    strategy = load_strategy(file, allow_plugins=allowed)

    def run() -> dict[str, Any]:
        own = [
            {"policy": policy.name, "decisions": check_policy(policy)}
            for policy in strategy.policies()
            if not policy.shipped
        ]
        result = simulate.play(strategy, strategy, games=400, seed=0, **table)
        cards = not result.match.cards.is_empty
        notes = notes_on(
            [strategy], table["rules"], table["books"], players=2, cards=cards, every=True
        )
        return {"name": strategy.name, "own_policies": own, "games": result.games, "notes": notes}

    return interruptible(run, output)


def _check_policies(output: Output, file: Path) -> dict[str, Any]:
    from quacks_sim.cli.progress import interruptible
    from quacks_sim.policies.registry import Policy
    from quacks_sim.strategy import DEFAULTS, Strategy
    from quacks_sim.testing import check_policy

    found: list[Policy] = []
    for decision, function in _marked(file):
        content = {decision: {"policy": f"{file.name}:{function}"}}
        assert decision in DEFAULTS
        made = Strategy.from_dict(content, name="checked", folder=file.parent, allow_plugins=[file])
        found.append(made.choices[decision].at(1).policy)

    def run() -> dict[str, Any]:
        own = [{"policy": each.name, "decisions": check_policy(each)} for each in found]
        return {"name": file.name, "own_policies": own}

    return interruptible(run, output)


def _marked(file: Path) -> list[tuple[str, str]]:
    """Return decision and name of each policy in a file of Python, from its source."""
    from quacks_sim.policies.registry import decision_point

    try:
        tree = ast.parse(file.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise InputError(f"{file}:{error.lineno}: {error.msg}", "correct that line") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}", "check the path") from None
    found = completion.policies_in(tree)
    if not found:
        raise InputError(
            f"{file} has no function marked with @policy",
            'mark one with @policy("stop"), or give the .toml file of a strategy',
        )
    return [(decision_point(decision).name, name) for decision, name, _ in found]
