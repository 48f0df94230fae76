"""What the box prints, topic by topic: rows for a program, tables for a person."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from quacks_sim.cli.output import Parts, Report, Table

if TYPE_CHECKING:
    from quacks_sim.rules.books import Books
    from quacks_sim.rules.options import RuleOptions

Row = dict[str, Any]

DATA = "quacks_sim/rules/data"
_CHIPS = ("colour", "value", "count")


@dataclass(frozen=True)
class Chosen:
    """The rules for which something is shown: options, and books in play."""

    rules: "RuleOptions"
    books: "Books"


@dataclass(frozen=True)
class Topic:
    """Something that can be shown.

    Attributes
    ----------
    title : str
    source : str
        The file and the rules that it comes from.
    rows : callable
        Makes the rows for JSON and CSV.
    report : callable
        Makes of these rows what a person reads; a table comes first.
    """

    title: str
    source: str
    rows: Callable[[Chosen], list[Row]]
    report: Callable[[list[Row], Chosen], Report]

    def told(self, chosen: Chosen) -> Report:
        """Return what a person reads, with title and source."""
        first, *more = self.report(self.rows(chosen), chosen)
        assert isinstance(first, Table)
        source = Parts([f"source: {self.source}"])
        return [replace(first, title=self.title), *more, source]


def _file_topic(
    title: str,
    file: str,
    rules: str,
    columns: Sequence[str],
    report: Callable[[list[Row]], Table],
) -> Topic:
    """Return the topic of a file of the box, of which some columns are shown."""
    return Topic(
        title,
        f"{DATA}/{file}.csv, {rules}",
        lambda _: _rows_of_file(file, columns),
        lambda rows, _: [report(rows)],
    )


def _rows_of_file(file: str, columns: Sequence[str]) -> list[Row]:
    from quacks_sim.rules.tables import read_table

    return [
        {name: int(row[name]) if row[name].isdigit() else row[name] for name in columns}
        for row in read_table(file)
    ]


def _track(rows: list[Row]) -> Table:
    """Return the track in two halves side by side."""
    half = (len(rows) + 1) // 2
    texts = [
        [str(row["space"]), str(row["coins"]), str(row["victory_points"]), "ruby" * row["ruby"]]
        for row in rows
    ]
    columns = ["space", "coins", "points", "ruby"]
    beside = [[*one, "", *other] for one, other in zip(texts[:half], texts[half:], strict=True)]
    return Table([*columns, "", *columns], beside, left=frozenset({3, 8}))


def _chips(rows: list[Row]) -> Table:
    texts = [[str(value) for value in row.values()] for row in rows]
    together = ["together", "", str(sum(row["count"] for row in rows))]
    return Table(["colour", "value", "chips"], [*texts, together])


def _die(rows: list[Row]) -> Table:
    texts = [
        [str(row["face"]), row["outcome"].replace("_", " "), str(row["amount"])] for row in rows
    ]
    return Table(["face", "gives", "how many"], texts, left=frozenset({0, 1}))


def _tubes(rows: list[Row]) -> Table:
    texts = [
        [str(row["tube"]), row["reward"].replace("_", " "), str(row["amount"])] for row in rows
    ]
    return Table(["tube", "gives", "how many"], texts, left=frozenset({0, 1}))


def _rats(rows: list[Row]) -> Table:
    laps: dict[int, list[str]] = {}
    for row in rows:
        laps.setdefault(row["lap"], []).append(str(row["tail_after_score"]))
    texts = [[str(lap), ", ".join(scores)] for lap, scores in laps.items()]
    return Table(["lap", "a tail after the scores"], texts, left=frozenset({0, 1}))


def _prices(rows: list[Row], chosen: Chosen) -> Report:
    """Return the prices of all sets side by side, those of the books in play marked."""
    from quacks_sim.rules.books import ALL_SETS

    options = [name for name in type(chosen.rules).model_fields if name.startswith("price_")]
    played = chosen.books.sets()
    texts = []
    for colour in dict.fromkeys(row["colour"] for row in rows):
        cells = [colour]
        for number in ALL_SETS:
            prices = prices_of(colour, number, chosen.rules)
            in_play = prices and played.get(colour, 1) == number
            cells.append(" / ".join(map(str, prices)) + (" *" if in_play else ""))
        texts.append(cells)
    columns = ["colour", *[f"Set {number}" for number in ALL_SETS]]
    return [
        Table(columns, texts, left=frozenset(range(len(columns)))),
        "* in play: --set N or --books green=3,… choose. A price for each value: 1 / 2 / 4.",
        f"Options: {' and '.join(options)}.",
    ]


def prices_of(colour: str, number: int, rules: "RuleOptions") -> list[int]:
    """Return the prices of a colour's chips in a set, by rising value; none if it has no book."""
    from quacks_sim.rules.books import BOOK_SETS, Books
    from quacks_sim.rules.chips import COLOURS, KIND_COLOUR
    from quacks_sim.rules.tables import prices

    kinds = [kind for kind, each in enumerate(KIND_COLOUR) if COLOURS[each] == colour]
    if not any((colour, number, value) in prices() for value in (1, 2, 4)):
        return []
    books = Books.read({colour: number} if colour in BOOK_SETS else {})
    return [books.price(kind, rules) for kind in kinds]


PRINTED: dict[str, Topic] = {
    "track": _file_topic(
        "pot track",
        "pot_track",
        "rule 0.1",
        ["space", "coins", "victory_points", "ruby"],
        _track,
    ),
    "prices": Topic(
        "prices in coins",
        f"{DATA}/prices.csv, rules 1.5, 6.E.1 and 11.4",
        lambda _: _rows_of_file("prices", ["colour", "set", "value", "price"]),
        _prices,
    ),
    "supply": _file_topic("chips in the box", "supply", "rule 1.3", _CHIPS, _chips),
    "bag": _file_topic("starting bag", "starting_bag", "rule 1.2", _CHIPS, _chips),
    "die": _file_topic(
        "bonus die (bonus_die_faces=double_1vp)",
        "bonus_die",
        "rule 6.A",
        ["face", "outcome", "amount"],
        _die,
    ),
    "tubes": _file_topic(
        "test tubes (pot_side=test_tubes)",
        "test_tubes",
        "rule 11.2",
        ["tube", "reward", "amount"],
        _tubes,
    ),
    "rats": _file_topic(
        "rat tails on the score track", "rat_tails", "rule 3.2", ["lap", "tail_after_score"], _rats
    ),
}
