"""Rule options: names, values and defaults are those of rule 12."""

import pytest

from quacks_sim.errors import InputError
from quacks_sim.rules.books import Books
from quacks_sim.rules.options import RuleOptions, option_values
from quacks_sim.rules.tables import read_table

#: Options of rule 12 that concern event cards, other books or variants, which are not played.
NOT_PLAYED = {
    "round6_white",
    "price_green_s3_4",
    "price_blue_s4_4",
    "purple_s3_space",
    "yellow_s2_scope",
    "green_s2_locked_books",
    "blue_s2_window",
    "second_chance_explosion",
    "second_chance_timing",
    "strong_ingredient_deferred",
    "schadenfreude_timing",
    "wheel_and_deal_orange",
    "good_start_amount",
    "rats_friends_rats_after",
    "choose_wisely_early_purple",
    "flea_market_white",
    "tube_purchase_round_9",
}
HOUSE = {"rat_tails", "start_player", "solo_rats", "solo_black", "solo_die"}


def test_names_values_and_defaults_are_those_of_rule_12() -> None:
    table = {row["option"]: row for row in read_table("rule_options")}
    played = set(RuleOptions.model_fields) - HOUSE
    assert played == set(table) - NOT_PLAYED
    plain = RuleOptions()
    for name in played:
        assert [str(value) for value in option_values(name)] == table[name]["values"].split(";")
        assert str(getattr(plain, name)) == table[name]["default"]


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
    for wrong, telling in (("green=7", "green"), ("grene=1", "green"), ({"blue": 3}, "not played")):
        with pytest.raises(InputError, match=telling):
            Books.read(wrong)
    prices = [Books().price(kind) for kind in (0, 3, 4, 6, 17)]
    assert prices == [0, 3, 4, 14, 10]
