"""The champion is as strong as docs/strategy.md says, in games that it was not trained on."""

from __future__ import annotations

import pytest

import quacks_sim as qs
from quacks_sim.strategy import shipped_strategies

#: Three standard errors: what a fixed seed may miss by without anything being wrong.
ERRORS = 3.0


@pytest.mark.parametrize(
    ("rivals", "share"),
    [(["balanced"] * 3, 0.45), (["cautious"] * 3, 0.45), (["balanced"], 0.60)],
    ids=["three balanced", "three cautious", "one balanced"],
)
def test_it_wins_as_often_as_is_told(rivals: list[str], share: float) -> None:
    won = qs.play("champion", *rivals, games=2_400, seed=1001).strategies[0].win_share
    assert won.mean + ERRORS * won.standard_error > share
    assert won.mean - ERRORS * won.standard_error > 1 / (1 + len(rivals))


@pytest.mark.parametrize("rival", [name for name in shipped_strategies() if name != "champion"])
def test_it_beats_every_other_shipped_strategy(rival: str) -> None:
    won = qs.play("champion", rival, games=600, seed=1002).strategies[0].win_share
    assert won.mean - ERRORS * won.standard_error > 0.5


@pytest.mark.parametrize("books", ["green=2,blue=2,red=2,yellow=2,purple=2", "red=4,blue=3"])
def test_it_can_be_played_with_other_books(books: str) -> None:
    result = qs.play("champion", "champion", "yardstick", games=24, seed=3, books=books)
    assert result.games == 24
