"""What ``--vary`` reads, and that it plays the axes that Python and TOML know."""

from typing import Any

import pytest

from quacks_sim import vary
from quacks_sim.axes import combinations_of, conditions_of
from quacks_sim.cli.varied import read_axes
from quacks_sim.errors import InputError
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import CARD_IDS
from quacks_sim.rules.options import RuleOptions


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("books=1,2", [1, 2]),
        ("books=green=1,green=3+blue=2", ["green=1", "green=3,blue=2"]),
        ("cards=none,3=FB5", ["none", "3=FB5"]),
        ("cards=all+3=FB5,FP1+FP2", ["all,3=FB5", "FP1,FP2"]),
        ("cards=every_card_in=1-3,9", {"every_card_in": [1, 2, 3, 9]}),
        ("rules.explosion_limit=7,8", ["7", "8"]),
        ("rules.chip_supply=limited,unlimited", ["limited", "unlimited"]),
        ("values=champion", ["champion"]),
        ("stop.max_risk@1-3=0.1:0.3:0.1", [0.1, 0.2, 0.3]),
        ("flask.value=1:3", [1, 2, 3]),
        ("stop@1-4=safe,never", ["safe", "never"]),
        (
            "plan=books=green=3+rules.explosion_limit=8,purchase.red=2",
            {
                "books=green=3+rules.explosion_limit=8": {
                    "books": "green=3",
                    "rules.explosion_limit": "8",
                },
                "purchase.red=2": {"purchase.red": 2},
            },
        ),
        (
            "colours=every_subset_of=purchase.red=2,purchase.blue=1",
            {
                "every_subset_of": {
                    "purchase.red=2": {"purchase.red": 2},
                    "purchase.blue=1": {"purchase.blue": 1},
                }
            },
        ),
    ],
)
def test_an_axis_is_that_of_python(text: str, same: Any) -> None:
    name = text.partition("=")[0]
    read = read_axes([text])
    by_text, by_python = vary.read_axes(read), vary.read_axes({name: same})
    assert by_text == by_python


def played(texts: list[str], **given: Any) -> list[dict[str, Any]]:
    table: dict[str, Any] = {"rules": None, "books": None, "cards": None, **given}
    combinations = combinations_of(vary.read_axes(read_axes(texts)))
    return [conditions_of(changes, **table) for _, changes in combinations]


def test_books_that_no_axis_names_stay_those_of_the_table() -> None:
    found = played(["books=green=1,green=3,4"], books=Books.of_set(2))
    assert [each["books"] for each in found] == [
        Books(1, 2, 2, 2, 2),
        Books(3, 2, 2, 2, 2),
        Books.of_set(4),
    ]


def test_a_rule_option_of_an_axis_wins_also_at_its_default() -> None:
    rules = RuleOptions(explosion_limit=9, chip_supply="unlimited")
    found = played(["rules.explosion_limit=7,8", "rules.starting_rubies=0,1"], rules=rules)
    options = [each["rules"] for each in found]
    limits = [(each.explosion_limit, each.starting_rubies) for each in options]
    assert limits == [(7, 0), (7, 1), (8, 0), (8, 1)]
    assert {each.chip_supply for each in options} == {"unlimited"}
    assert vary.read_axes(read_axes(["rules.explosion_limit=7,8"]))[0].labels == (7, 8)


def test_every_card_alone() -> None:
    found = played(["cards=every_card_in=9"])
    assert [each["cards"].text() for each in found[1:]] == [f"none,9={card}" for card in CARD_IDS]


@pytest.mark.parametrize("ends", ["0.1:0.6", "0:0.5", "0.5:1"])
def test_a_range_of_decimals_needs_a_step(ends: str) -> None:
    with pytest.raises(InputError, match="has no step"):
        read_axes([f"stop.max_risk={ends}"])
