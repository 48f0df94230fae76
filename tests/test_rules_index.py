"""The list of rules in docs/rules.md: complete, up to date, and every rule pinned by a test."""

import pytest

from quacks_sim.referee.check import CAUSE_RULES, END_RULES, RULES
from quacks_sim.referee.options import allowed_values
from quacks_sim.rules.options import RuleOptions
from tests.mutants.run import MUTANTS
from tests.rules_index import (
    DOCUMENT,
    EXAMPLES,
    STATUS,
    examples_by_option,
    files_naming,
    filled,
    known_examples,
    marked_tests,
    pinned_by,
    rows,
)

TEXT = DOCUMENT.read_text(encoding="utf-8")
LISTED = rows(TEXT)


def test_the_column_of_tests_is_up_to_date() -> None:
    assert filled(TEXT) == TEXT, "python -m tests.rules_index --write"


def test_every_rule_that_is_played_has_a_test() -> None:
    assert len(LISTED) >= 70
    assert {cells[STATUS] for cells in LISTED.values()} == {"played"}
    untested = [
        rule for rule, cells in LISTED.items() if cells[STATUS] == "played" and not pinned_by(rule)
    ]
    assert untested == []


def test_no_test_pins_a_rule_that_is_not_listed() -> None:
    pinned = {*marked_tests(), *EXAMPLES, *(mutant.rule for mutant in MUTANTS)}
    assert pinned <= set(LISTED)


def test_every_example_that_is_named_exists() -> None:
    named = {name for names in EXAMPLES.values() for name in names.split()}
    assert named <= known_examples()


def test_every_rule_that_the_referee_names_for_set_1_is_listed() -> None:
    named = {*RULES.values(), *END_RULES.values(), *CAUSE_RULES.values()}
    books_and_variants = {rule for rule in named if "-" in rule or rule.startswith("11")}
    # Black as a whole stands in the list as its three parts.
    assert named - books_and_variants - set(LISTED) <= {"5.7"}


@pytest.mark.parametrize("room", ["kernel", "referee"])
def test_every_option_has_tests_or_an_example_in(room: str) -> None:
    # The referee plays a variant by the head of a journal, see referee/test_options.
    known = set(RuleOptions.model_fields) if room == "kernel" else set(allowed_values())
    for name in known - set(examples_by_option()):
        assert any(file.startswith(f"{room}/") for file in files_naming(name)), name


def test_every_option_of_the_rules_is_mentioned() -> None:
    house = {"rat_tails", "solo_rats"}
    missing = [name for name in RuleOptions.model_fields if f"`{name}`" not in TEXT]
    assert set(missing) <= house
