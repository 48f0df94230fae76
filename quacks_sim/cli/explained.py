"""What books, event cards and rule options do: rows for a program, tables for a person."""

from typing import TYPE_CHECKING, Any

from quacks_sim.cli.box import DATA, Chosen, Row, Topic, prices_of
from quacks_sim.cli.output import Parts, Report, Table, Verbatim

if TYPE_CHECKING:
    from quacks_sim.rules.options import RuleOptions

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


def _book_rows(chosen: Chosen) -> list[Row]:
    from quacks_sim.rules.books import BOOK_SETS, FIRST_ROUND, book_effects

    played = chosen.books.sets()
    return [
        {
            "book": f"{colour}-{number}",
            "colour": colour,
            "set": number,
            "prices": prices_of(colour, number, chosen.rules),
            "from_round": FIRST_ROUND.get(colour, 1),
            "in_play": played.get(colour, 1) == number,
            "effect": book_effects()[f"{colour}-{number}"],
        }
        for colour in ("orange", "black", *played)
        for number in BOOK_SETS.get(colour, (1,))
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
        Table(["book", "", "price", "what it does"], texts, left=_all(4)),
        "* in play. Yellow is sold from round 2 on, purple from round 3 on.",
        "A droplet step moves the start of the coming rounds; step B is the evaluation of chips.",
    ]


def _card_rows(_: Chosen) -> list[Row]:
    from quacks_sim.rules.cards import CARDS

    return [
        {
            "card": card.id,
            "name": card.name,
            "german_name": card.german_name,
            "other_name": card.other_name,
            "colour": card.colour,
            "moment": card.moment,
            "choice": card.is_choice,
            "effect": card.effect,
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
        parts += [Table(columns, texts, left=_all(5), widest={1: 18}), ""]
    return [
        *parts[:-1],
        "Nine of them come in a game: --cards all, none, FP1,FB3 or all,3=FB5 choose.",
    ]


def option_rows(chosen: "RuleOptions") -> list[Row]:
    """Return each rule option with its values, its default, what is chosen, and its meaning."""
    from quacks_sim.rules.options import option_range, option_values

    found = []
    for name, field in type(chosen).model_fields.items():
        values: list[Any] = list(option_values(name))
        if bounds := option_range(name):
            values = [f"{bounds[0]} … {bounds[1]}"]
        found.append(
            {
                "option": name,
                "values": values or ["rising scores"],
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
        Table(columns, texts, left=_all(3), widest={1: 16}),
        "--rule NAME=VALUE chooses another value.",
    ]


def _other_values(row: Row) -> list[str]:
    return [str(value) for value in row["values"] if value != row["default"]]


def _all(count: int) -> frozenset[int]:
    return frozenset(range(count))


EXPLAINED: dict[str, Topic] = {
    "books": Topic(
        "ingredient books",
        f"{DATA}/books.csv, rules 5.2 to 5.7 and 11.4",
        _book_rows,
        _books,
    ),
    "cards": Topic(
        "event cards",
        f"{DATA}/fortune_cards.csv, rules 1.6 and 2.4",
        _card_rows,
        _cards,
    ),
    "options": Topic(
        "rule options",
        "quacks_sim/rules/options.py, rule 12; those of a lone player are this program's own",
        lambda chosen: option_rows(chosen.rules),
        _options,
    ),
}
