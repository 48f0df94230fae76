"""The Python API."""

import json

import numpy as np
import pytest

import quacks_sim as qs
from quacks_sim.blocks import GAMES_PER_BLOCK


def test_brew_of_the_starting_bag() -> None:
    result = qs.brew(stop="white_sum:5", rounds=50_000, seed=1)
    assert result.explosion_rate.mean == 0
    assert result.scoring_space.low < 7.342857 < result.scoring_space.high
    assert result.space_counts.sum() == 50_000
    again = qs.brew("W1x4 W2x2 W3 O1 G1", stop="white_sum:5", rounds=50_000, seed=1, threads=1)
    assert np.array_equal(again.space_counts, result.space_counts)


def test_brew_knows_start_space_and_limit() -> None:
    high = qs.brew("O1", stop="never", start=51, rounds=10, seed=1)
    assert high.space_counts[53] == 10
    strict = qs.brew(
        "W3x2", stop="never", rounds=10, seed=1, rules=qs.RuleOptions(explosion_limit=5)
    )
    assert strict.explosion_rate.mean == 1


def test_the_first_games_of_a_longer_run_are_the_shorter_run() -> None:
    short = qs.brew(rounds=1_000, seed=5)
    long = qs.brew(rounds=3_000, seed=5)
    assert (long.space_counts >= short.space_counts).all()
    assert long.space_counts.sum() == 3_000


def test_play_names_what_it_played() -> None:
    result = qs.play("yardstick", "cautious", "yardstick", games=900, seed=0)
    assert [each.name for each in result.strategies] == ["yardstick", "cautious", "yardstick#2"]
    assert sum(each.win_share.mean for each in result.strategies) == pytest.approx(1)
    assert result["cautious"].games == 900
    document = result.to_dict()
    assert document["seed"] == 0
    assert json.loads(json.dumps(document, allow_nan=False)) == document


def test_a_run_without_a_seed_can_be_repeated() -> None:
    first = qs.play("yardstick", games=60)
    again = qs.play("yardstick", games=60, seed=first.match.seed)
    assert again.totals == first.totals


def test_two_runs_do_not_add_up() -> None:
    first = qs.play("yardstick", "safe", games=600, seed=3)
    second = qs.play("yardstick", "safe", games=600, seed=3)
    assert second.games == 600
    assert second.totals == first.totals


def test_rotation_lets_every_strategy_sit_everywhere_equally_often() -> None:
    result = qs.play("yardstick", "safe", "pushing", games=300, seed=3)
    assert (result.totals.seat_games[:3, :3] == 100).all()
    fixed = qs.play("yardstick", "safe", games=300, seed=3, rotate=False)
    assert fixed.totals.seat_games[:2, :2].tolist() == [[300, 0], [0, 300]]


def test_changing_one_seat_leaves_the_draws_of_the_other_alone() -> None:
    # Both play seat 0 in the games of rotation 0; without cards no rival changes round 1.
    one = qs.play("yardstick", "safe", games=400, seed=8, rotate=False, cards="none")
    other = qs.play("yardstick", "pushing", games=400, seed=8, rotate=False, cards="none")
    first_round = one["yardstick"].by_round.loc[1], other["yardstick"].by_round.loc[1]
    for column in ("scoring_space", "white_sum", "exploded", "chips_drawn"):
        assert first_round[0][column] == first_round[1][column]


def test_until_stops_when_it_is_precise_enough() -> None:
    result = qs.play("yardstick", "safe", seed=2, until=1.0)
    assert result.widest_win_share <= 0.01
    assert result.precise_enough
    assert GAMES_PER_BLOCK <= result.games <= 100_000
    again = qs.play("yardstick", "safe", seed=2, until=1.0, threads=1)
    assert again.games == result.games
    assert again.totals == result.totals


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    qs.play("yardstick", games=9_000, seed=2, progress=lambda done, of: told.append((done, of)))
    assert told == [(6_000, 9_000), (9_000, 9_000)]


def test_sweep_of_one_parameter() -> None:
    result = qs.sweep(
        "yardstick",
        {"stop.max_risk": [0.0, 0.25, 0.9]},
        against=["yardstick"],
        games=4_000,
        seed=1,
        cards="none",
    )
    frame = result.to_frame()
    assert frame["stop.max_risk"].tolist() == [0.0, 0.25, 0.9]
    assert result.cells[result.best] == {"stop.max_risk": 0.25}
    assert result.to_dict()["best"] == {"stop.max_risk": 0.25}


def test_sweep_of_two_axes_and_of_policies() -> None:
    result = qs.sweep(
        "yardstick",
        {"rubies": ["keep", "droplet"], "stop.max_risk@1": [0.1, 0.6]},
        games=50,
        seed=1,
    )
    assert [tuple(cell.values()) for cell in result.cells] == [
        ("keep", 0.1),
        ("keep", 0.6),
        ("droplet", 0.1),
        ("droplet", 0.6),
    ]
    assert len(result.to_frame()) == 4


@pytest.mark.parametrize(
    ("call", "telling"),
    [
        (lambda: qs.play(games=10), "one to four"),
        (lambda: qs.play(*["yardstick"] * 5), "one to four"),
        (lambda: qs.play("yardstick", games=0), "games is 0"),
        (lambda: qs.play("yardstick", games=1.5), "games is 1.5"),
        (lambda: qs.play("yardstick", games=10**13), "games"),
        (lambda: qs.play("yardstick", games=10, seed=-1), "seed"),
        (lambda: qs.play("yardstick", games=10, threads=0), "threads"),
        (lambda: qs.play("yardstick", until=0), "until"),
        (lambda: qs.play("yardstck"), "yardstick"),
        (lambda: qs.brew("W9"), "W9"),
        (lambda: qs.brew([1, 2, 3]), "18"),
        (lambda: qs.brew(start=53), "start"),
        (lambda: qs.brew(stop="bust_risk:2"), "0 to 1"),
        (lambda: qs.brew(stop="bust_risk:x"), "not a number"),
        (lambda: qs.brew(rounds=0), "rounds"),
        (lambda: qs.sweep("yardstick", {}), "nothing is varied"),
        (lambda: qs.sweep("yardstick", {"stop": ["safe"], "a": {}, "b": {}}), "no values"),
        (lambda: qs.sweep("yardstick", {key: {"x": {}} for key in "abc"}), "3 axes"),
        (lambda: qs.sweep("yardstick", {"stop.max_risk": []}), "not a list of values"),
        (lambda: qs.sweep("yardstick", {"max_risk": [1]}), "no decision 'max_risk'"),
    ],
)
def test_wrong_calls_say_what_is_wrong(call: object, telling: str) -> None:
    with pytest.raises(qs.InputError, match=telling):
        call()  # type: ignore[operator]
