"""``quacks train``: the same values whatever the threads and interruptions, and better ones."""

from pathlib import Path

import numpy as np
import pytest

from quacks_sim.errors import InputError
from quacks_sim.match import make_match
from quacks_sim.rules.chips import KIND_COUNT
from quacks_sim.training.iteration import Iteration
from quacks_sim.training.positions import AT_POINTS, AT_STRATEGY, positions_of
from quacks_sim.training.train import train
from quacks_sim.values import load_values

SMALL = {"players": [2], "games": 200, "iterations": 2, "seed": 3}


@pytest.fixture(scope="module")
def trained() -> str:
    """The text of a small training on one thread."""
    return train(**SMALL, threads=1).values.text()


def test_threads_change_nothing(trained: str) -> None:
    assert train(**SMALL, threads=2).values.text() == trained


def test_another_seed_does(trained: str) -> None:
    assert train(**{**SMALL, "seed": 4}).values.text() != trained


def test_an_interrupted_training_goes_on(tmp_path: Path, trained: str) -> None:
    out = tmp_path / "mine.values.csv"

    def stop(iteration: Iteration) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(**SMALL, out=out, on_iteration=stop)
    assert not out.exists()
    resumed = train(**SMALL, out=out)
    assert [each.number for each in resumed.iterations] == [2]
    assert out.read_text(encoding="utf-8") == trained
    assert [file.name for file in tmp_path.iterdir()] == [out.name]
    assert load_values(out).fingerprint == resumed.values.fingerprint


def test_what_another_training_has_left_is_not_taken(tmp_path: Path, trained: str) -> None:
    out = tmp_path / "mine.values.csv"

    def stop(iteration: Iteration) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(**{**SMALL, "seed": 9}, out=out, on_iteration=stop)
    assert train(**SMALL, out=out).values.text() == trained


def test_rivals_teach_something_else(trained: str) -> None:
    assert train(**SMALL, rivals=["cautious"]).values.text() != trained


def test_positions_are_those_of_the_games() -> None:
    match = make_match(["champion", "yardstick"], seed=8)
    positions, shares = positions_of(match, 0, 10)
    played = match.block(0, 10, "rounds")
    final = positions[:, -1, :, AT_POINTS]
    assert final.ravel().tolist() == played.game_rows[:, 0].tolist()
    assert shares.ravel().tolist() == played.game_rows[:, 1].tolist()
    # Strategy i sits at seat (i + game) mod players.
    seated = (np.arange(2)[None, :] - np.arange(10)[:, None]) % 2
    assert (positions[:, 0, :, AT_STRATEGY] == seated).all()
    owned = positions[:, -1, :, :KIND_COUNT].sum(axis=(0, 1))
    assert owned.tolist() == played.totals.final_bag.sum(axis=0).tolist()


@pytest.mark.parametrize(
    ("wrong", "cause"),
    [
        ({"players": []}, "players is empty"),
        ({"players": [5]}, "players is 5"),
        ({"games": 10}, "games is 10"),
        ({"iterations": 0}, "iterations is 0"),
        ({"strategy": "balanced"}, "decides nothing by learned values"),
        ({"rivals": ["balancde"]}, "balancde"),
        ({"out": "mine.toml"}, "cannot be written"),
    ],
)
def test_wrong_input(wrong: dict[str, object], cause: str) -> None:
    with pytest.raises(InputError, match=cause):
        train(**{**SMALL, **wrong})  # type: ignore[arg-type]
