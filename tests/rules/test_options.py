"""Rule options: declared once, and the referee's own reading of rule 12 is the same."""

from dataclasses import fields

import pytest

from quacks_sim.errors import InputError
from quacks_sim.referee import Options
from quacks_sim.referee.options import allowed_values
from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import B4, COLOURS, G1, G2, G4, KINDS, LETTERS, P1
from quacks_sim.rules.options import RuleOptions, option_range, option_values
from quacks_sim.rules.tables import read_table

#: What the head of a journal tells the referee in another form.
IN_THE_HEAD = {"pot_side", "synchronized", "start_player"}


def test_the_referee_knows_the_same_options_with_the_same_values_and_defaults() -> None:
    plain, read = RuleOptions(), Options()
    assert set(RuleOptions.model_fields) - IN_THE_HEAD == {each.name for each in fields(Options)}
    for name in set(RuleOptions.model_fields) - IN_THE_HEAD:
        assert option_values(name) == allowed_values().get(name, ()), name
        assert getattr(plain, name) == getattr(read, name), name


def test_every_default_is_one_of_the_values() -> None:
    for name in RuleOptions.model_fields:
        values, default = option_values(name), getattr(RuleOptions(), name)
        bounds = option_range(name)
        assert default in (range(bounds[0], bounds[1] + 1) if bounds else (*values, ())), name


def test_every_option_is_described() -> None:
    assert all(field.description for field in RuleOptions.model_fields.values())


def test_values_may_come_as_text() -> None:
    options = RuleOptions.read({"explosion_limit": "8", "ruby_supply": "20", "solo_rats": "2"})
    assert (options.explosion_limit, options.ruby_supply, options.solo_rats) == (8, 20, 2)
    assert options.changed() == {"explosion_limit": 8, "ruby_supply": 20, "solo_rats": 2}
    tails = RuleOptions.read({"rats_above_50": "own_table", "rat_tails": "1,4,60"})
    assert tails.rat_tails == (1, 4, 60)


@pytest.mark.parametrize(
    ("values", "telling"),
    [
        ({"explosion_limt": 7}, "explosion_limit"),
        ({"explosion_limit": 10}, "5, 6, 7, 8, 9"),
        ({"explosion_limit": True}, "5, 6, 7, 8, 9"),
        ({"flask_target": "any"}, "any_chip"),
        ({"solo_rats": "many"}, "whole number"),
        ({"solo_rats": 24}, "solo_rats"),
        ({"rats_above_50": "own_table"}, "rat_tails"),
        ({"rats_above_50": "own_table", "rat_tails": "4,1"}, "rising"),
        ({"rat_tails": "1,x"}, "rat_tails"),
    ],
)
def test_a_wrong_option_is_named_with_its_cure(values: dict[str, object], telling: str) -> None:
    with pytest.raises(InputError) as error:
        RuleOptions.read(values)
    assert telling in str(error.value)
    assert len(str(error.value).splitlines()) == 2


def test_books() -> None:
    assert Books.read("green=1, blue=1") == Books()
    for wrong, telling in (
        ("green=7", "green"),
        ("grene=1", "green"),
        ({"blue": 5}, "no book blue = 5"),
    ):
        with pytest.raises(InputError, match=telling):
            Books.read(wrong)
    prices = [Books().price(kind) for kind in (0, 3, 4, 6, 17)]
    assert prices == [0, 3, 4, 14, 10]
    mixed = Books.read("green=3,purple=2")
    assert mixed.sets() == {"green": 3, "blue": 1, "red": 1, "yellow": 1, "purple": 2}
    assert [mixed.price(kind) for kind in (G1, G2, G4, B4, P1)] == [6, 11, 21, 19, 12]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_every_price_of_a_set_is_that_of_the_table(number: int) -> None:
    books = Books.of_set(number)
    for row in read_table("prices"):
        if int(row["set"]) == number:
            kind = KINDS.index(LETTERS[COLOURS.index(row["colour"])] + row["value"])
            assert books.price(kind) == int(row["price"])


def test_prices_that_are_options() -> None:
    options = RuleOptions(price_green_s3_4=18, price_blue_s4_4=19)
    for number, green, blue in ((3, 18, 14), (4, 14, 19)):
        books = Books.of_set(number)
        assert (books.price(G4, options), books.price(B4, options)) == (green, blue)


def test_there_is_no_set_5() -> None:
    with pytest.raises(InputError, match="sets 1, 2, 3, 4"):
        Books.of_set(5)
