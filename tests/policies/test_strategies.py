"""The shipped strategies: complete, described, as published, and of sensible strength."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from quacks_sim.kernel import block, entries, state
from quacks_sim.kernel.decisions import DECISION_NAMES
from quacks_sim.policies.registry import Policy
from quacks_sim.rules.chips import K1
from quacks_sim.strategy import Strategy, load_strategy, shipped_strategies
from quacks_sim.testing import check_policy
from tests.policies.hand_made import RULES

FOLDER = Path(__file__).parents[2] / "strategies"
FILES = sorted(FOLDER.rglob("*.toml"))
CAPS = (0.60, 0.55, 0.50, 0.45, 0.30, 0.25, 0.15, 0.15, 0.10)


def play(*names: str, games: int = 4000) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return mean points, win shares and final bags of strategies at one table."""
    table = state.new_record(state.TABLE)
    for seat, strategy in enumerate(load_strategy(name) for name in names):
        for place, decision in enumerate(DECISION_NAMES):
            for rounds, choice in strategy.choices[decision].sections:
                for number in rounds:
                    table.policies[place, seat, number - 1] = choice.policy.address
                    values = choice.by_round()[number - 1]
                    table.parameters[number - 1, place, seat, : len(values)] = values
    totals, no_rows = state.new_record(block.TOTALS), np.zeros((0, 25), np.int16)
    seats = len(names)
    play_block = entries.play_block()
    limits = (1, 0, games, seats, seats)
    assert play_block(RULES, table, totals, no_rows, no_rows, *limits, None, None) == -1
    points, wins = totals.cluster_sums[:2, :seats] / games
    return points, wins / 12, totals.final_bag[:seats] / games


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_strategy_is_read_and_described(path: Path) -> None:
    strategy = load_strategy(path)
    assert len(strategy.description) > 40
    assert strategy.description.endswith(".")


def test_names_are_unique_and_all_are_shipped() -> None:
    names = [path.stem for path in FILES]
    assert len(names) == len(set(names))
    assert set(shipped_strategies()) == set(names)
    published = {path.stem for path in FOLDER.glob("published/*.toml")}
    assert {"cautious", "balanced", "reckless"} < published
    assert len(published) == 7
    assert len(list(FOLDER.glob("*.toml"))) >= 8


def test_the_yardstick_is_as_agreed() -> None:
    yardstick = load_strategy("yardstick")
    played = {
        name: (choice.policy.name, dict(choice.values))
        for name, choice in yardstick.choices.items()
    }
    assert played == {
        "stop": ("bust_risk", {"max_risk": CAPS}),
        "flask": ("white_at_least", {"value": 3}),
        "blue": ("furthest_coloured", {}),
        "red": ("always", {}),
        "yellow": ("always", {}),
        "purple": ("highest", {}),
        "explosion": ("points_from", {"round": 7}),
        "purchase": ("dearest", {}),
        "rubies": ("droplet", {"until": 8}),
        # Asked only with books of other sets.
        "order": ("by_books", {}),
        "green": ("use", {"second": 0, "pay_until": 8}),
        "beside": ("place", {"from_round": 1}),
        # Asked only with event cards.
        "card": ("worth", {"coin": 0.4, "share": 0.75, "space": 0.45, "white": 0.5}),
        # Asked only on the test-tube side.
        "droplet": ("worth", {"space": 0.4, "drawn": 0.5, "ruby": 0.5, "ahead": 3}),
    }


@pytest.mark.parametrize(
    ("name", "decision", "expected"),
    [
        ("balanced", "stop", {"max_risk": CAPS, "shift": 0.01, "most_shift": 0.1}),
        ("reckless", "purchase", {"purple": 3.5, "value_4": 3.6, "green": 0.7, "growth": 0.05}),
        ("cautious", "rubies", {"until": 5}),
        ("cautious", "explosion", {"round": 5}),
        ("reckless", "flask", {"value": 3, "shift": 0.015}),
        ("edinburgh_black", "purchase", {"red": 0, "yellow": 0, "black": 1, "purple": 1}),
        ("edinburgh_red", "stop", {"factor": 0.5, "points_from": 6}),
        ("tylorlilley_red", "explosion", {"round": 9}),
        ("tylorlilley_yellow", "purchase", {"yellow": 1, "orange": 0}),
    ],
)
def test_published_strategies_have_the_published_numbers(
    name: str, decision: str, expected: dict[str, object]
) -> None:
    values = load_strategy(name).choices[decision].values
    assert {key: values[key] for key in expected} == expected


@pytest.mark.parametrize("name", ["cautious", "balanced", "reckless"])
def test_the_flask_of_the_published_bots_knows_the_risk_they_accept(name: str) -> None:
    choices = load_strategy(name).choices
    for key in ("max_risk", "shift", "most_shift"):
        assert choices["flask"].values[key] == choices["stop"].values[key]


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_every_strategy_plays_whole_games(name: str) -> None:
    points, wins, _ = play(name, "yardstick", games=200)
    assert wins.sum() == pytest.approx(1)
    assert points[0] > 5


def test_strength() -> None:
    """Standard error of a win share: about 0.007."""

    def share(name: str) -> float:
        return float(play(name, "yardstick", "yardstick", "yardstick")[1][0])

    assert share("random") < 0.02
    assert share("safe") < 0.12
    assert share("pushing") < 0.20
    assert share("always_points") < 0.12
    assert share("balanced") > 0.40


def test_the_published_bots_rank_as_published() -> None:
    """Published for two balanced, a reckless and a cautious bot: 38, 38, 14 and 10 in a hundred."""
    _, wins, _ = play("balanced", "reckless", "cautious", "balanced", games=8000)
    assert wins[0] == pytest.approx(0.40, abs=0.05)
    assert wins[3] == pytest.approx(0.40, abs=0.05)
    assert wins[1] == pytest.approx(0.14, abs=0.04)
    assert wins[2] < wins[1]


def test_a_limit_of_black_chips_counts_those_in_the_pot() -> None:
    _, _, bags = play("black_first", "yardstick", games=2000)
    assert 2 < bags[0, K1] <= 3


@pytest.mark.parametrize("decision", ["stop", "blue"])
def test_the_policies_of_the_example_keep_the_contract(decision: str) -> None:
    strategy: Strategy = load_strategy("ruby_hunter")
    policy: Policy = strategy.choices[decision].policy
    assert not policy.shipped
    assert check_policy(policy) > 100
