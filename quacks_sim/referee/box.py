"""What lies in the box: chips, pot track, prices, rat tails, die, test tubes and cards.

Everything is read from the tables of rule 14; nothing is written down twice in the code.
"""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import NamedTuple

LAST_SPACE = 52
SPOON = 53
LAP = 50
LAST_TUBE = 12

COLOUR_LETTERS = {
    "white": "W",
    "orange": "O",
    "green": "G",
    "blue": "B",
    "red": "R",
    "yellow": "Y",
    "purple": "P",
    "black": "K",
}
BOOK_COLOURS = ("green", "blue", "red", "yellow", "purple")
# Only these four colours come in three sizes, so only they can grow or be picked as a 2- or 4-chip.
SIZED_LETTERS = ("G", "B", "R", "Y")


class Space(NamedTuple):
    """One space of the pot track (rule 0.1): what is printed on it."""

    coins: int
    victory_points: int
    ruby: int


class Outcome(NamedTuple):
    """What a face of the die or a test tube pays: points, a ruby, a droplet step or a chip."""

    reward: str
    amount: int
    chip: str


class Card(NamedTuple):
    """One event card: its colour decides whether it acts at once or later (rule 2.4)."""

    name: str
    colour: str


def read_table(name: str) -> list[dict[str, str]]:
    """Read one of the tables of rule 14 as a list of rows."""
    path = files("quacks_sim") / "rules" / "data" / name
    with path.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def _kind(row: dict[str, str]) -> str:
    return COLOUR_LETTERS[row["colour"]] + row["value"]


def _outcome(name: str, amount: str) -> Outcome:
    if name.startswith("chip_"):
        _, colour, value = name.split("_")
        return Outcome("chip", int(amount), COLOUR_LETTERS[colour] + value)
    return Outcome(name, int(amount), "")


TRACK: tuple[Space, ...] = tuple(
    Space(int(row["coins"]), int(row["victory_points"]), int(row["ruby"]))
    for row in sorted(read_table("pot_track.csv"), key=lambda row: int(row["space"]))
)
BOX: dict[str, int] = {_kind(row): int(row["count"]) for row in read_table("supply.csv")}
STARTING_BAG: dict[str, int] = {
    _kind(row): int(row["count"]) for row in read_table("starting_bag.csv")
}
KINDS: tuple[str, ...] = tuple(BOX)
VALUE: dict[str, int] = {kind: int(kind[1]) for kind in KINDS}
WHITE_VALUE: dict[str, int] = {kind: VALUE[kind] if kind[0] == "W" else 0 for kind in KINDS}
PRICES: dict[tuple[str, int, int], int] = {
    (COLOUR_LETTERS[row["colour"]], int(row["set"]), int(row["value"])): int(row["price"])
    for row in read_table("prices.csv")
}
BOOK_SETS: dict[str, tuple[int, ...]] = {
    colour: tuple(sorted({book for letter, book, _ in PRICES if letter == COLOUR_LETTERS[colour]}))
    for colour in BOOK_COLOURS
}
# Rule 3.2: the laps are alike, so the first one and its length are enough.
FIRST_LAP_TAILS: tuple[int, ...] = tuple(
    int(row["tail_after_score"]) for row in read_table("rat_tails.csv") if row["lap"] == "0"
)
DIE: tuple[Outcome, ...] = tuple(
    _outcome(row["outcome"], row["amount"]) for row in read_table("bonus_die.csv")
)
TUBES: tuple[Outcome, ...] = tuple(
    _outcome(row["reward"], row["amount"]) for row in read_table("test_tubes.csv")
)
CARDS: dict[str, Card] = {
    row["id"]: Card(row["id"], row["colour"]) for row in read_table("fortune_cards.csv")
}


def die_faces(variant: str) -> tuple[Outcome, ...]:
    """List the faces of the die under option ``bonus_die_faces`` (rule 6.A).

    Without the second 1-point face five outcomes are left; the variant with two rubies puts the
    sixth face next to the ruby it doubles.
    """
    if variant == "double_1vp":
        return DIE
    five = tuple(dict.fromkeys(DIE))
    if variant == "five_faces":
        return five
    ruby = next(face for face in five if face.reward == "ruby")
    at = five.index(ruby)
    return (*five[:at], ruby, *five[at:])
