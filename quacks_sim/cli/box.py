"""What the box and the rules say, topic by topic: rows for a program, tables for a person."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from quacks_sim.cli.output import Parts, Report, Table, Verbatim

if TYPE_CHECKING:
    from quacks_sim.rules.books import Books
    from quacks_sim.rules.options import RuleOptions

Row = dict[str, Any]

_DATA = "quacks_sim/rules/data"
_CHIPS = ("colour", "value", "count")

#: When a card acts, in words of a table.
_MOMENTS = {
    "on_reveal": "at once",
    "rat_step": "with rats",
    "during_brewing": "brewing",
    "end_of_brewing": "brewed",
    "step_A": "step A",
    "step_C": "step C",
    "round_end": "round end",
}


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
        Makes of these rows what a person reads.
    """

    title: str
    source: str
    rows: Callable[[Chosen], list[Row]]
    report: Callable[[list[Row], Chosen], Report]


def file_topic(
    title: str,
    file: str,
    rules: str,
    columns: Sequence[str],
    report: Callable[[list[Row]], Table],
) -> Topic:
    """Return the topic of a file of the box, of which some columns are shown."""
    return Topic(
        title,
        f"{_DATA}/{file}.csv, {rules}",
        lambda _: _rows_of_file(file, columns),
        lambda rows, _: [replace(report(rows), title=title)],
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


def _rats(rows: list[Row]) -> Table:
    laps: dict[int, list[str]] = {}
    for row in rows:
        laps.setdefault(row["lap"], []).append(str(row["tail_after_score"]))
    texts = [[str(lap), ", ".join(scores)] for lap, scores in laps.items()]
    return Table(["lap", "a tail after the scores"], texts, left=frozenset({0, 1}))


def _prices(rows: list[Row], chosen: Chosen) -> Report:
    """Return the prices of all sets side by side, those of the books in play marked."""
    from quacks_sim.rules.books import PLAYED_SETS

    played = chosen.books.sets()
    texts = []
    for colour in dict.fromkeys(row["colour"] for row in rows):
        cells = [colour]
        for number in PLAYED_SETS:
            prices = _prices_of(colour, number, chosen.rules)
            in_play = prices and played.get(colour, 1) == number
            cells.append(" / ".join(map(str, prices)) + (" *" if in_play else ""))
        texts.append(cells)
    columns = ["colour", *[f"Set {number}" for number in PLAYED_SETS]]
    return [
        Table(columns, texts, TOPICS["prices"].title, frozenset(range(len(columns)))),
        "* in play: --set N or --books green=3,… choose. A price for each value: 1 / 2 / 4.",
        "Options: price_green_s3_4 and price_blue_s4_4.",
    ]


def _prices_of(colour: str, number: int, rules: "RuleOptions") -> list[int]:
    """Return the prices of a colour's chips in a set, by rising value; none if it has no book."""
    from quacks_sim.rules.books import Books
    from quacks_sim.rules.chips import COLOURS, KIND_COLOUR
    from quacks_sim.rules.tables import prices

    kinds = [kind for kind, each in enumerate(KIND_COLOUR) if COLOURS[each] == colour]
    if not any((colour, number, value) in prices() for value in (1, 2, 4)):
        return []
    return [Books.of_set(number).price(kind, rules) for kind in kinds]


def _book_rows(chosen: Chosen) -> list[Row]:
    from quacks_sim.rules.books import FIRST_ROUND, PLAYED_SETS
    from quacks_sim.rules.effects import book_effect

    played = chosen.books.sets()
    return [
        {
            "book": f"{colour}-{number}",
            "colour": colour,
            "set": number,
            "prices": _prices_of(colour, number, chosen.rules),
            "from_round": FIRST_ROUND.get(colour, 1),
            "in_play": played.get(colour, 1) == number,
            "effect": book_effect(colour, number),
        }
        for colour in ("orange", "black", *played)
        for number in (PLAYED_SETS if colour in played else (1,))
    ]


def _books(rows: list[Row], _: Chosen) -> Report:
    texts = [
        [
            row["book"] if row["colour"] not in ("orange", "black") else row["colour"],
            "*" if row["in_play"] else "",
            " / ".join(map(str, row["prices"])),
            row["effect"],
        ]
        for row in rows
    ]
    return [
        Table(["book", "", "price", "what it does"], texts, TOPICS["books"].title, _all(4)),
        "* in play. Yellow is sold from round 2 on, purple from round 3 on.",
        "A droplet step moves the start of the coming rounds; step B is the evaluation of chips.",
    ]


def _card_rows(_: Chosen) -> list[Row]:
    from quacks_sim.rules.cards import CARDS
    from quacks_sim.rules.effects import card_effect

    return [
        {
            "card": card.id,
            "name": card.name,
            "german_name": card.german_name,
            "other_name": card.other_name,
            "colour": card.colour,
            "moment": card.moment,
            "choice": card.is_choice,
            "effect": card_effect(card.id),
        }
        for card in CARDS
    ]


def _cards(rows: list[Row], _: Chosen) -> Report:
    parts: list[Table | Parts | Verbatim | str] = []
    for colour in ("purple", "blue"):
        own = [row for row in rows if row["colour"] == colour]
        texts = [
            [
                row["card"],
                row["name"].partition(" (")[0],
                _MOMENTS[row["moment"]],
                "yes" if row["choice"] else "",
                row["effect"],
            ]
            for row in own
        ]
        columns = [colour, "card", "when", "choice", "what it does"]
        title = TOPICS["cards"].title if colour == "purple" else ""
        parts += ["", Table(columns, texts, title, _all(5), {1: 18})]
    return [
        *parts[1:],
        "Nine of them come in a game: --cards all, none, FP1,FB3 or all,3=FB5 choose.",
    ]


def option_rows(chosen: "RuleOptions") -> list[Row]:
    """Return each rule option with its values, its default, what is chosen, and its meaning."""
    from quacks_sim.rules.options import option_values

    found = []
    for name, field in type(chosen).model_fields.items():
        values: list[Any] = list(option_values(name))
        found.append(
            {
                "option": name,
                "values": values or ["0 … 23" if name == "solo_rats" else "rising scores"],
                "default": _plain(field.default),
                "value": _plain(getattr(chosen, name)),
                "meaning": field.description or "",
            }
        )
    return found


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def option_text(value: Any) -> str:
    """Return a value of an option as it is written."""
    if isinstance(value, list):
        return ",".join(str(each) for each in value) or "none"
    return str(value)


def _options(rows: list[Row], _: Chosen) -> Report:
    texts = [
        [
            row["option"],
            " | ".join([option_text(row["default"]), *_other_values(row)]),
            row["meaning"],
        ]
        for row in rows
    ]
    columns = ["option", "default | or", "what it decides"]
    return [
        Table(columns, texts, TOPICS["options"].title, _all(3), {1: 16}),
        "--rule NAME=VALUE chooses another value.",
    ]


def _other_values(row: Row) -> list[str]:
    return [str(value) for value in row["values"] if value != row["default"]]


def _all(count: int) -> frozenset[int]:
    return frozenset(range(count))


#: What can be shown, in the order of a game; the first five are shown together.
TOPICS: dict[str, Topic] = {
    "track": file_topic(
        "pot track",
        "pot_track",
        "rule 0.1",
        ["space", "coins", "victory_points", "ruby"],
        _track,
    ),
    "prices": Topic(
        "prices in coins",
        f"{_DATA}/prices.csv, rules 1.5, 6.E.1 and 11.4",
        lambda _: _rows_of_file("prices", ["colour", "set", "value", "price"]),
        _prices,
    ),
    "books": Topic(
        "ingredient books",
        f"{_DATA}/effects.csv, rules 5.2 to 5.7 and 11.4",
        _book_rows,
        _books,
    ),
    "cards": Topic(
        "event cards",
        f"{_DATA}/fortune_cards.csv and effects.csv, rules 1.6 and 2.4",
        _card_rows,
        _cards,
    ),
    "options": Topic(
        "rule options",
        f"{_DATA}/rule_options.csv, rule 12; those of a lone player are this program's own",
        lambda chosen: option_rows(chosen.rules),
        _options,
    ),
    "supply": file_topic("chips in the box", "supply", "rule 1.3", _CHIPS, _chips),
    "bag": file_topic("starting bag", "starting_bag", "rule 1.2", _CHIPS, _chips),
    "die": file_topic(
        "bonus die (bonus_die_faces=double_1vp)",
        "bonus_die",
        "rule 6.A",
        ["face", "outcome", "amount"],
        _die,
    ),
    "rats": file_topic(
        "rat tails on the score track", "rat_tails", "rule 3.2", ["lap", "tail_after_score"], _rats
    ),
}

#: What ``quacks rules show`` shows if no topic is named.
MAIN_TOPICS = ("track", "prices", "books", "cards", "options")


def topic_report(name: str, chosen: Chosen) -> Report:
    """Return what a person reads about a topic, with its source."""
    topic = TOPICS[name]
    table, *more = topic.report(topic.rows(chosen), chosen)
    return [table, *more, Parts([f"source: {topic.source}"])]
