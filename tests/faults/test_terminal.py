"""Names from files cannot give orders to a terminal or a page, and are shown as they are."""

import json
import shutil
from pathlib import Path

import pytest

from quacks_sim.cli.output import Parts, Table, Verbatim, markdown_text, terminal_text
from quacks_sim.printable import printable
from tests.cli.conftest import Quacks

#: Clears the screen, colours it, sets its title; turns the direction of text; and a bell.
NASTY = "a\x1b[2J\x1b]0;owned\x07\u202eb\x9b31mc\r\x00d"


def is_clean(text: str) -> bool:
    return not any(
        (ord(each) < 32 and each not in "\n\t") or 127 <= ord(each) < 160 or each in "\u202e\u2066"
        for each in text
    )


def test_what_a_terminal_obeys_is_replaced() -> None:
    assert is_clean(printable(NASTY))
    assert printable("Jörg\t„vorsichtig“ 王\n") == "Jörg\t„vorsichtig“ 王\n"


@pytest.fixture
def nasty(tmp_path: Path, small_dataset: Path) -> Path:
    """Return a dataset whose words and names somebody has made nasty."""
    from quacks_sim.experiment.identity import identity
    from quacks_sim.experiment.manifest import totals_name
    from quacks_sim.experiment.totals import pack_totals, unpack_totals

    folder = tmp_path / "data"
    shutil.copytree(small_dataset, folder)
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    old = manifest["identity"]
    manifest["plan"]["strategies"][0]["name"] = NASTY
    manifest["experiment"]["question"] = NASTY
    manifest["command"] = NASTY
    manifest["identity"] = identity(manifest["plan"])
    sums = folder / "totals" / totals_name(0)
    found = unpack_totals(sums.read_bytes(), 0, old)
    assert found
    sums.write_bytes(pack_totals(found[0], 0, 12, manifest["identity"]))
    path.write_text(json.dumps(manifest))
    return folder


@pytest.mark.parametrize("form", ["table", "md", "csv", "json"])
def test_a_dataset_of_others_gives_no_orders(form: str, nasty: Path, quacks: Quacks) -> None:
    for command in (
        ("find", nasty, "most victory_points"),
        ("find", nasty, "most victory_points", "--strategy", "x"),
        ("chart", nasty, "-o", f"{form}.svg"),
        ("replay", nasty, "--game", 3),
        ("replay", nasty, "--game", 99),
    ):
        done = quacks(*command, "--format", form)
        assert is_clean(done.out + done.err), command
    assert is_clean(Path(f"{form}.svg").read_text())


@pytest.mark.parametrize("colour", [{}, {"FORCE_COLOR": "1"}], ids=["plain", "coloured"])
def test_files_of_others_give_no_orders(
    colour: dict[str, str], quacks: Quacks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in colour.items():
        monkeypatch.setenv(name, value)
    text = json.dumps(NASTY)  # TOML writes escapes as JSON does
    (tmp_path / "s.toml").write_text(f"description = {text}\n")
    (tmp_path / "e.toml").write_text(
        f'question = {text}\ntables = [["safe"]]\ngames = 12\nvary.plan.{text} = {{}}\n'
    )
    (tmp_path / "wrong.toml").write_text(f"{text} = 3\n")
    for command in (
        ("strategies", "show", "s.toml"),
        ("experiments", "show", "e.toml"),
        ("run", "e.toml", "--out", "data"),
        ("run", "wrong.toml"),
        ("play", "wrong.toml"),
        ("play", "wrong.toml", "--debug"),
        ("rules", "--rules", "wrong.toml"),
        ("rules", "--rule", NASTY),
        ("play", NASTY),
        ("find", "data", NASTY),
        (NASTY,),
        ("play", f"--{NASTY}"),
    ):
        done = quacks(*command)
        text = done.out + done.err
        for escape in ("\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[22m", "\x1b[3m"):
            text = text.replace(escape, "")
        assert is_clean(text), command


def test_markdown_shows_names_letter_by_letter() -> None:
    name = "a|b*c*_d_<script>&amp;`e`[f](g)$x$\nh"
    shown = r"a\|b\*c\*\_d\_\<script\>\&amp;\`e\`\[f\](g)\$x\$ h"
    text = markdown_text([Table([name], [[name]]), Parts([name]), name, "win_share"])
    head, marks, row, parts, line, plain = [each for each in text.split("\n") if each]
    assert head == row == f"| {shown} |"
    assert marks == "| :--- |"
    assert parts == line == shown
    assert plain == "win_share"
    fenced = markdown_text([Verbatim("a\n```\nb")])
    assert fenced == "````\na\n```\nb\n````\n"


def test_a_table_shows_brackets_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    import sys

    assert "[red]a[/red]" in terminal_text([Table(["x"], [["[red]a[/red]"]])], sys.stdout)
