"""``quacks version``: what a bug report needs to say."""

import sys

import typer

from quacks_sim.cli.options import with_output
from quacks_sim.cli.output import Output, Table
from quacks_sim.version import RULES_VERSION, __version__

_LIBRARIES = ("numpy", "numba", "pandas", "pyarrow", "scipy", "matplotlib", "pydantic", "typer")


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("version", short_help="Print every version that a bug report needs.")(version)


def show(*, verbose: bool) -> None:
    """Print one line with the version; or one for each thing that decides a result or its speed."""
    if not verbose:
        print(f"quacks {__version__}")
        return
    for name, value in all_versions().items():
        print(f"{name} {value}")


def all_versions() -> dict[str, str]:
    """Return the versions of the program, its rules, Python and the libraries; loads none."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    found = {
        "quacks": __version__,
        "rules": str(RULES_VERSION),
        "python": platform.python_version(),
        "system": platform.platform(terse=True),
    }
    for name in _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found | {"from": sys.prefix}


@with_output
def version(output: Output) -> None:
    """Print the versions of the program, its rules, Python and the libraries.

    \b
    Examples:
      quacks version
      quacks version --json
    """
    found = all_versions()
    output.show(
        lambda: {"command": "version", "schema": 1, "versions": found},
        lambda: [Table(["what", "version"], list(found.items()), left=frozenset({0, 1}))],
        lambda: [{"what": name, "version": value} for name, value in found.items()],
    )
