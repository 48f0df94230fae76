"""Help, versions, completion and wrong usage: what answers without the kernel."""

import subprocess
import sys

import pytest
import typer

from quacks_sim import __version__
from quacks_sim.cli.main import app
from quacks_sim.cli.versions import all_versions
from tests.cli.conftest import Quacks, environment, process

HEAVY = ("numba", "pandas", "matplotlib", "pydantic", "numpy", "rich", "quacks_sim.kernel")

PROMISED = {
    *(
        "brew",
        "play",
        "sweep",
        "tune",
        "run",
        "chart",
        "bench",
        "strategies",
        "rules",
        "experiments",
    ),
}


def all_pages() -> list[tuple[str, ...]]:
    """Return the names of every command, those of groups after the group's."""
    pages: list[tuple[str, ...]] = []
    for name, command in typer.main.get_command(app).commands.items():  # type: ignore[attr-defined]
        pages.append((name,))
        pages += [(name, inner) for inner in getattr(command, "commands", ())]
    return pages


PAGES = all_pages()


def loaded_by(*arguments: str) -> set[str]:
    code = (
        "import sys\nfrom quacks_sim.cli.main import main\n"
        f"code = main({list(arguments)!r})\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)\nsys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ()])
def test_help_and_version_load_no_heavy_module(arguments: tuple[str, ...]) -> None:
    loaded = loaded_by(*arguments)
    assert "quacks_sim.cli.main" in loaded
    assert loaded.isdisjoint(HEAVY)
    assert len(loaded) < 400


def test_the_kernel_would_be_seen_among_the_loaded_modules() -> None:
    assert {"numba", "quacks_sim.kernel"} <= loaded_by("strategies", "list")


def test_nothing_at_all_prints_the_help(quacks: Quacks) -> None:
    bare, asked = quacks(), quacks("--help")
    assert bare == asked
    assert bare.code == 0
    assert "Examples:" in bare.out
    assert "130 interrupted" in bare.out
    for name in PROMISED:
        assert f"\n  {name} " in bare.out


def test_every_promised_command_is_there() -> None:
    assert {page[0] for page in PAGES} >= PROMISED
    groups = {page for page in PAGES if len(page) == 2}
    assert {("strategies", "check"), ("rules", "show"), ("experiments", "list")} <= groups


@pytest.mark.parametrize("page", PAGES, ids=" ".join)
def test_every_command_has_help_with_examples_first(quacks: Quacks, page: tuple[str, ...]) -> None:
    short, long = quacks(*page, "-h"), quacks(*page, "--help")
    assert short == long
    assert short.code == 0
    assert short.err == ""
    assert short.out.index("Examples:") < short.out.index("Options:")
    assert f"quacks {page[0]}" in short.out
    for option in ("--quiet", "--verbose", "--no-progress", "--json", "--format", "--debug"):
        assert option in short.out
    assert max(map(len, short.out.splitlines())) <= 80


def test_help_shows_defaults_and_ranges(quacks: Quacks) -> None:
    text = " ".join(quacks("play", "-h").out.split())
    for words in (
        "100,000; 1 to 1e12",
        "default: rotate",
        "all usable cores",
        "chosen and printed",
    ):
        assert words in text
    text = " ".join(quacks("brew", "-h").out.split())
    for words in ("W1x4 W2x2 W3 O1 G1", "bust_risk:0.25", "furthest_coloured", "7; 5 to 9"):
        assert words in text


def test_version_is_one_line(quacks: Quacks) -> None:
    done = quacks("--version")
    assert (done.code, done.out, done.err) == (0, f"quacks {__version__}\n", "")


@pytest.mark.parametrize("rest", [["play", "--games", "x"], ["--nothing"], ["play", "--seed"]])
def test_version_acts_at_once_even_beside_a_bad_option(quacks: Quacks, rest: list[str]) -> None:
    for arguments in (["--version", *rest], [*rest, "--version"]):
        done = quacks(*arguments)
        assert (done.code, done.out) == (0, f"quacks {__version__}\n")


def test_the_long_version_names_what_a_result_rests_on(quacks: Quacks) -> None:
    done = quacks("--version", "--verbose")
    for name in ("quacks", "rules", "python", "numpy", "numba", "pandas", "pyarrow"):
        assert f"\n{name} " in f"\n{done.out}"
    document = quacks("version", "--json").document
    assert document == {"command": "version", "schema": 1, "versions": all_versions()}


@pytest.mark.parametrize(
    ("arguments", "nearest"),
    [
        (["ply"], "did you mean play?"),
        (["play", "balanced", "--gmaes", "3"], "did you mean --games?"),
        (["strategies", "chek"], "did you mean check?"),
        (["play", "balanced", "--thread", "1"], "did you mean --threads?"),
    ],
)
def test_unknown_names_suggest_the_nearest(
    quacks: Quacks, arguments: list[str], nearest: str
) -> None:
    done = quacks(*arguments)
    assert done.code == 2
    assert done.out == ""
    cause, cure = done.err.splitlines()
    assert cause.startswith("error: there is no ")
    assert cure.startswith("  ")
    assert cure.endswith(nearest)


@pytest.mark.parametrize(
    "arguments",
    [
        ["play"],
        ["play", "balanced", "--games"],
        ["play", "balanced", "--games", "many"],
        ["play", "balanced", "--games", "1.5"],
        ["play", "balanced", "--format", "xml"],
        ["sweep", "balanced"],
        ["brew", "surplus"],
        ["brew", "--json", "--format", "csv"],
    ],
)
def test_wrong_usage_is_two_lines_and_exit_code_2(quacks: Quacks, arguments: list[str]) -> None:
    done = quacks(*arguments)
    assert done.code == 2
    cause, cure = done.err.splitlines()
    assert cause.startswith("error: ")
    assert cure.startswith("  ")
    assert "Traceback" not in done.err


def test_an_error_of_usage_is_a_document_too(quacks: Quacks) -> None:
    for arguments in (["ply", "--json"], ["play", "x", "--format", "json", "--games", "y"]):
        done = quacks(*arguments)
        assert done.code == 2
        assert done.document.keys() == {"schema", "error"}
        assert done.document["error"].keys() == {"cause", "cure"}
        assert done.document["error"]["cause"] in done.err


def completions(text: str) -> list[str]:
    words = text.split(" ")
    done = process(
        _QUACKS_COMPLETE="complete_bash", COMP_WORDS=text, COMP_CWORD=str(len(words) - 1)
    )
    assert done.code == 0, done.err
    return done.out.split()


def test_names_are_completed() -> None:
    assert completions("quacks play bala") == ["balanced"]
    assert completions("quacks brew --stop white") == ["white_sum"]
    assert completions("quacks sweep x --vary stop.max_r") == ["stop.max_risk="]
    assert "sweep" in completions("quacks sw")
    assert completions("quacks play x y --cards fp1") == ["fp1", "fp10", "fp11", "fp12", "fp13"]
    assert completions("quacks play x y --cards all,3=FB1")[1:] == ["all,3=FB10", "all,3=FB11"]
    assert completions("quacks rules show ca") == ["cards"]


def test_completion_does_not_load_the_kernel() -> None:
    code = (
        "import sys\nfrom quacks_sim.cli import completion\n"
        "assert 'yardstick' in completion.strategies('y')\n"
        "assert 'bust_risk' in completion.stop_policies('')\n"
        "assert 'purchase.most_black=' in completion.axes('purchase.')\n"
        "print('\\n'.join(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()).isdisjoint(HEAVY)


def test_completed_policies_are_those_that_exist() -> None:
    from quacks_sim.cli import completion
    from quacks_sim.kernel.decisions import DECISION_NAMES
    from quacks_sim.policies.registry import shipped_policies

    found = completion.shipped_policies()
    for decision in DECISION_NAMES:
        policies = shipped_policies(decision)
        assert set(found[decision]) == set(policies)
        for name, policy in policies.items():
            assert set(found[decision][name]) <= {each.name for each in policy.parameters}
