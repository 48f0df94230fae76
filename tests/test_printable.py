"""Words on a terminal of any code page: no symbol of the program becomes a question mark."""

import ast
import io
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

import quacks_sim
from quacks_sim.printable import ASCII_FORMS, SPELLED_OUT, in_ascii, printable
from quacks_sim.replay import pot
from quacks_sim.rules.cards import CARDS

PACKAGE = Path(quacks_sim.__file__).parent

#: Rooms whose docstrings are printed: help pages, and what a policy does.
_PRINTED = ("cli", "policies")


def texts() -> Iterator[str]:
    """Yield every text in the sources that may be printed."""
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        described = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        docstrings = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, described) and node.body and isinstance(node.body[0], ast.Expr)
        }
        is_printed = path.relative_to(PACKAGE).parts[0] in _PRINTED
        for node in ast.walk(tree):
            is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
            if is_text and (is_printed or id(node) not in docstrings):
                yield node.value
    for path in [*PACKAGE.rglob("*.toml"), *PACKAGE.rglob("*.csv")]:
        yield path.read_text(encoding="utf-8")


def test_every_symbol_of_the_program_has_an_ascii_form() -> None:
    # What a terminal would obey, and what is no character, stands in patterns; it is not printed.
    unprinted = ("Cc", "Cf", "Cs", "Cn")
    symbols = {
        each
        for text in texts()
        for each in text
        if not each.isascii() and unicodedata.category(each) not in unprinted
    }
    assert symbols >= {"◆", "·", "▸", "…"}
    for symbol in symbols:
        assert in_ascii(symbol).isascii()
        assert "\\" not in in_ascii(symbol), f"{symbol!r} has no form in ASCII_FORMS"
        assert "?" not in in_ascii(symbol) or symbol == "\N{REPLACEMENT CHARACTER}", symbol


def test_what_can_stand_in_the_same_place_differs() -> None:
    for symbols in (
        (pot.DROPLET, pot.RAT_STONE, pot.EMPTY, pot.SCORING),
        ("+", "·", "~"),  # the map of decisions
        ("±", "–", "×", "→", "…", "·"),  # between two numbers
        ("±", "−"),  # before a number
        ("█", "·", "◀"),  # beside a row
    ):
        forms = [in_ascii(each) for each in symbols]
        assert len(set(forms)) == len(forms), forms
    for symbol in (pot.DROPLET, pot.RAT_STONE, pot.EMPTY, pot.SCORING, "█", "─"):
        assert len(ASCII_FORMS[symbol]) == 1, "columns would move"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp437", "cp932", "utf-8"])
def test_a_code_page_keeps_what_it_has(encoding: str) -> None:
    text = f"{pot.LEGEND} ± × … – Jürgen 张"
    stream = io.TextIOWrapper(io.BytesIO(), encoding, errors=SPELLED_OUT)
    shown = printable(text, stream)
    stream.write(text)
    stream.flush()
    assert stream.buffer.getvalue().decode(encoding) == shown  # type: ignore[attr-defined]
    assert "?" not in shown
    drawn = [printable(each, stream) for each in (pot.DROPLET, pot.RAT_STONE, pot.EMPTY)]
    assert len({*drawn, printable(pot.SCORING, stream)}) == 4
    for letter in text:
        try:
            letter.encode(encoding)
        except UnicodeEncodeError:
            continue
        assert letter in shown


def test_names_stay_apart() -> None:
    assert in_ascii("Jürgen") == "Jurgen"
    assert in_ascii("张") == r"\u5f20" != in_ascii("王")
    assert all(in_ascii(card.german_name).isascii() for card in CARDS)
