"""A few mutants in every run of the tests; ``python -m tests.mutants`` runs all of them."""

import pytest

from tests.mutants.mutant import Mutant
from tests.mutants.run import MUTANTS, run, run_all

#: Caught within a few games, so that they cost little.
FAST = (
    "explodes_at_7",
    "flask_after_an_explosion",
    "white_in_round_5",
    "points_and_coins",
    "rubies_and_coins_together",
    "no_stir",
)

TRAPS = {f"13.{number}" for number in range(1, 17)}


def test_every_text_is_found_exactly_once() -> None:
    assert {
        mutant.name: mutant.occurrences() for mutant in MUTANTS if mutant.occurrences() != 1
    } == {}


def test_mutants_are_many_different_and_change_something() -> None:
    assert len(MUTANTS) >= 30
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    assert len({(mutant.file, mutant.old, mutant.new) for mutant in MUTANTS}) == len(MUTANTS)
    assert all(mutant.old != mutant.new for mutant in MUTANTS)


def test_every_trap_has_a_mutant() -> None:
    assert {mutant.trap for mutant in MUTANTS} - {""} == TRAPS


def test_the_kernel_as_it_is_passes() -> None:
    verdict = run(None, games=40)
    assert not verdict.caught
    assert verdict.message == "40 games without a disagreement"


def test_fast_mutants_are_caught() -> None:
    chosen = [mutant for mutant in MUTANTS if mutant.name in FAST]
    assert len(chosen) == len(FAST)
    for verdict in run_all(chosen):
        assert verdict.caught, verdict
        assert "game" in verdict.by


def test_a_mutant_that_breaks_nothing_survives() -> None:
    harmless = Mutant(
        "harmless",
        "rules/amounts.py",
        "EXTRA_WHITE_ROUND = 6",
        "EXTRA_WHITE_ROUND = 5 + 1",
        "2.3",
        "",
    )
    assert not run(harmless, games=3).caught


def test_a_mutant_whose_text_is_gone_is_told() -> None:
    with pytest.raises(ValueError, match="stands 0 times"):
        run(Mutant("gone", "kernel/game.py", "no such text", "", "1", ""))
