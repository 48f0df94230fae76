"""Names for the completion of a shell, found without loading the kernel."""

import ast
from functools import cache
from pathlib import Path

from quacks_sim.errors import InputError

#: The options of typer that ask which shell has started the program.
OPTIONS = frozenset({"--show-completion", "--install-completion"})

_SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")

_RULES = "rules."

_PACKAGE = Path(__file__).resolve().parent.parent


def check_shell() -> None:
    """Find out whether the shell is one whose completion is known: typer prints nothing otherwise.

    Raises
    ------
    InputError
        If no shell has started the program, or one without completion.
    """
    from shellingham import (  # type: ignore[import-untyped]
        ShellDetectionFailure,
        detect_shell,
    )

    try:
        name, _ = detect_shell()
    except ShellDetectionFailure:
        cause = "no shell has started quacks, so it is not known whose completion is wanted"
    else:
        if name in _SHELLS:
            return
        cause = f"there is no completion for the shell {name}"
    raise InputError(
        cause,
        "type the command in bash, zsh, fish or PowerShell; "
        "_QUACKS_COMPLETE=source_bash quacks prints that of bash, source_zsh that of zsh",
    )


def strategies(incomplete: str) -> list[str]:
    """Return the shipped strategies that begin so."""
    return _shipped("strategies", incomplete)


def experiments(incomplete: str) -> list[str]:
    """Return the shipped experiments that begin so."""
    return _shipped("experiments", incomplete)


def stop_policies(incomplete: str) -> list[str]:
    """Return the policies for stopping that begin so."""
    return _policies("stop", incomplete)


def flask_policies(incomplete: str) -> list[str]:
    """Return the policies for the flask that begin so."""
    return _policies("flask", incomplete)


def blue_policies(incomplete: str) -> list[str]:
    """Return the policies for blue chips that begin so."""
    return _policies("blue", incomplete)


def yellow_policies(incomplete: str) -> list[str]:
    """Return the policies for yellow chips that begin so."""
    return _policies("yellow", incomplete)


def axes(incomplete: str) -> list[str]:
    """Return what a sweep can vary: decisions, and parameters of their policies."""
    found = {f"{decision}=" for decision in (*shipped_policies(), "cards", "books", "values")}
    if incomplete[: len(_RULES)] == _RULES[: len(incomplete)]:
        from quacks_sim.rules.options import RuleOptions

        found |= {f"{_RULES}{name}=" for name in RuleOptions.model_fields}
    for decision, policies in shipped_policies().items():
        found |= {f"{decision}.{name}=" for names in policies.values() for name in names}
    return sorted(each for each in found if each.startswith(incomplete))


def rules(incomplete: str) -> list[str]:
    """Return the rule options that begin so."""
    from quacks_sim.rules.options import RuleOptions

    return [f"{name}=" for name in RuleOptions.model_fields if name.startswith(incomplete)]


def cards(incomplete: str) -> list[str]:
    """Return the event cards that begin like the last one of a list such as ``all,3=F``."""
    from quacks_sim.rules.cards import CARD_IDS

    before = incomplete[: max(incomplete.rfind(","), incomplete.rfind("=")) + 1]
    names = ["none", *CARD_IDS] if before else ["all", "none", *CARD_IDS]
    begun = incomplete.removeprefix(before)
    # Shells take only what begins exactly as it was typed.
    return [
        incomplete + name[len(begun) :] for name in names if name.lower().startswith(begun.lower())
    ]


@cache
def shipped_policies() -> dict[str, dict[str, list[str]]]:
    """Return the parameters of each shipped policy, by decision point and name.

    Importing the policies would load numba, so their sources are read instead.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted((_PACKAGE / "policies").glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for decision, name, parameters in policies_in(tree):
            found.setdefault(decision, {})[name] = parameters
    return found


def policies_in(tree: ast.Module) -> list[tuple[str, str, list[str]]]:
    """Return decision, name and parameters of each function of a module marked with ``@policy``."""
    found = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                decision = _text_of_call(mark, "policy")
                if decision and isinstance(mark, ast.Call):
                    named = [_text_of_call(each, "Parameter") for each in mark.args[1:]]
                    found.append((decision, node.name, [each for each in named if each]))
    return found


def _text_of_call(node: ast.expr, function: str) -> str:
    match node:
        case ast.Call(
            func=ast.Name(id=name) | ast.Attribute(attr=name),
            args=[ast.Constant(value=str(text)), *_],
        ) if name == function:
            return text
    return ""


def _policies(decision: str, incomplete: str) -> list[str]:
    return [name for name in shipped_policies().get(decision, {}) if name.startswith(incomplete)]


def _shipped(kind: str, incomplete: str) -> list[str]:
    from quacks_sim.shipped import shipped_files

    return [name for name in sorted(shipped_files(kind)) if name.startswith(incomplete)]
