"""The tables of the box, read once from the CSV files into read-only arrays.

The files and what their rows mean are described by rule 14; each array names its file.
"""

import csv
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from quacks_sim.rules.chips import COLOURS, KIND_COUNT, KINDS, LETTERS, NO_KIND, frozen

LAST_SPACE = 52
SPOON = 53
SPACE_COUNT = 54

ROUNDS = 9
MOST_SEATS = 4


def read_table(name: str) -> list[dict[str, str]]:
    """Return the rows of one CSV file of the box, each a mapping of column to text."""
    text = (files("quacks_sim.rules") / "data" / f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _column(table: str, column: str) -> NDArray[np.int64]:
    return frozen([int(row[column]) for row in read_table(table)])


def _counts(table: str) -> NDArray[np.int64]:
    counts = [0] * KIND_COUNT
    for row in read_table(table):
        counts[_kind(row)] = int(row["count"])
    return frozen(counts)


def _kind(row: dict[str, str]) -> int:
    return KINDS.index(LETTERS[COLOURS.index(row["colour"])] + row["value"])


def _tubes() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    points, rubies, chips = [], [], []
    for tube in read_table("test_tubes"):
        reward, _, chip = tube["reward"].partition("chip_")
        amount = int(tube["amount"])
        points.append(amount if reward == "victory_points" else 0)
        rubies.append(amount if reward == "ruby" else 0)
        colour, _, value = chip.partition("_")
        chips.append(_kind({"colour": colour, "value": value}) if chip else NO_KIND)
    return frozen(points), frozen(rubies), frozen(chips)


#: What each space prints, by space index; shape (54,). Source: ``pot_track.csv``.
SPACE_COINS = _column("pot_track", "coins")
SPACE_VICTORY_POINTS = _column("pot_track", "victory_points")
SPACE_RUBY = _column("pot_track", "ruby")

#: Chips of each kind in the box and in a starting bag; shape (18,). Rules 1.2, 1.3.
BOX_COUNT = _counts("supply")
STARTING_BAG = _counts("starting_bag")

#: The scores after which a rat tail stands on the first lap of the score track. Rule 3.2.
RAT_TAILS_FIRST_LAP = tuple(
    int(row["tail_after_score"]) for row in read_table("rat_tails") if row["lap"] == "0"
)
SCORE_LAP = 50


#: Tubes 0–12 of the test-tube side: points, rubies and the kind of the chip that each pays (−1 for
#: none); shape (13,). Source: ``test_tubes.csv``, rule 11.2.
TUBE_POINTS, TUBE_RUBIES, TUBE_CHIP = _tubes()
LAST_TUBE = len(TUBE_CHIP) - 1


@cache
def die_faces(variant: str) -> tuple[tuple[str, int], ...]:
    """Return the faces of the bonus die, outcome and amount, by the option ``bonus_die_faces``.

    Their order is that of ``bonus_die.csv`` (rule 6.A).
    """
    faces = [(row["outcome"], int(row["amount"])) for row in read_table("bonus_die")]
    if variant != "double_1vp":
        faces.remove(("victory_points", 1))
    if variant == "double_ruby":
        # Next to the other one: the journal counts faces in the order of their outcomes.
        faces.insert(faces.index(("ruby", 1)), ("ruby", 1))
    return tuple(faces)


@cache
def prices() -> dict[tuple[str, int, int], int]:
    """Return the price in coins of each (colour, set, value). Source: ``prices.csv``."""
    return {
        (row["colour"], int(row["set"]), int(row["value"])): int(row["price"])
        for row in read_table("prices")
    }
