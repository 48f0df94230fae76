"""A book or a card that is added to the box must have an entry in every room that needs one."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from quacks_sim.referee import actions, brewing, cards, placement
from quacks_sim.rules.books import BOOK_SETS, book_effects, each_book
from quacks_sim.rules.cards import CARD_IDS, CARDS, each_card

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")

#: Rooms that check their entries when they are imported, by what is added to the box.
ROOMS = {
    "green": ("rules.rewards", "kernel.green", "advice.chip_actions"),
    "blue": ("kernel.book_steps", "kernel.moves", "advice.pot", "solver.problem"),
    "red": ("rules.moves", "kernel.book_steps", "kernel.moves", "solver.problem"),
    "yellow": ("rules.moves", "kernel.book_steps", "kernel.moves", "solver.problem"),
    "purple": ("rules.rewards", "kernel.purple", "policies.valued", "advice.chip_actions"),
    "card": ("kernel.fortune", "advice.cards", "solver.rules", "journal"),
}

NEW_SET, NEW_CARD = 9, "FP99"

#: Imports each room in turn, past the entries that others lack, and prints what is missing where.
_TRY_TO_IMPORT = """
import sys
from importlib import import_module
from quacks_sim.rules import entries
entries.check_entries = lambda room, missing: [print(room, each) for each in missing]
for room in sys.argv[1:]:
    import_module(f"quacks_sim.{room}")
"""


def with_more(folder: Path) -> Path:
    """Copy the package to a folder and add one more book of each colour and one more card to it."""
    copied = folder / "quacks_sim"
    shutil.copytree(ROOT / "quacks_sim", copied, ignore=shutil.ignore_patterns("__pycache__"))
    data = copied / "rules" / "data"
    with (data / "prices.csv").open("a", encoding="utf-8") as file:
        for colour in BOOK_SETS:
            values = (1,) if colour == "purple" else (1, 2, 4)
            file.writelines(f"{colour},{NEW_SET},{value},9\n" for value in values)
    with (data / "fortune_cards.csv").open("a", encoding="utf-8") as file:
        file.write(f"{NEW_CARD},{len(CARDS)},purple,A,B,C,end_of_brewing,choice,no,d,D.\n")
    return folder


def test_every_room_names_what_it_lacks(tmp_path: Path) -> None:
    rooms = sorted({room for each in ROOMS.values() for room in each})
    done = subprocess.run(
        [sys.executable, "-c", _TRY_TO_IMPORT, *rooms],
        cwd=with_more(tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    told = set(done.stdout.splitlines())
    for what, needed in ROOMS.items():
        name = NEW_CARD if what == "card" else f"{what}-{NEW_SET}"
        for room in needed:
            assert f"quacks_sim.{room} {name}" in told, done.stdout


def test_a_missing_entry_is_an_error() -> None:
    with pytest.raises(NotImplementedError, match="a room has no entry for green-3, green-4"):
        each_book("a room", "green", {1: "", 2: ""})
    with pytest.raises(NotImplementedError, match="a room has no entry for FP1, FP2"):
        each_card("a room", {})


def test_the_referee_has_an_entry_for_each_book_and_card() -> None:
    entries = {
        "green": (actions.GREEN,),
        "purple": (actions.PURPLE,),
        "blue": (brewing.BLUE_ACTIONS,),
        "red": (placement.RED_BONUS,),
        "yellow": (placement.YELLOW_BONUS,),
    }
    for colour, sets in BOOK_SETS.items():
        for known in entries[colour]:
            missing = set(sets) - set(known)
            assert not missing, f"the referee lacks {colour} {missing}"
    missing_cards = set(CARD_IDS) - {*cards.PURPLE_CARDS, *cards.ELSEWHERE}
    assert not missing_cards, f"the referee lacks {missing_cards}"


def test_each_book_and_card_is_described() -> None:
    books = [f"{colour}-{number}" for colour, sets in BOOK_SETS.items() for number in sets]
    listed = set(re.findall(r"^\| ((?:[a-z]+-\d)|(?:F[PB]\d+)) \|", DOCUMENT, re.MULTILINE))
    for name in (*books, *CARD_IDS):
        assert name in listed, f"docs/rules.md lacks {name}"
    missing = set(books) - set(book_effects())
    assert not missing, f"books.csv lacks {missing}"


def test_numbers_of_cards_stay() -> None:
    numbers = {card.id: card.number for card in CARDS}
    assert [numbers[f"FP{each}"] for each in range(1, 14)] == list(range(13))
    assert [numbers[f"FB{each}"] for each in range(1, 12)] == list(range(13, 24))
