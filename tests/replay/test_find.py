"""Questions to a small dataset; the answers are worked out another way."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from quacks_sim.errors import InputError
from quacks_sim.experiment import Dataset, record_match
from quacks_sim.journal import record_game
from quacks_sim.match import make_match
from quacks_sim.replay.find import QUESTIONS, find

GAMES = 200


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    match = make_match(["balanced", "cautious", "reckless"], seed=5)
    return record_match(match, GAMES, tmp_path_factory.mktemp("find") / "rounds", level="rounds")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    match = make_match(["balanced", "cautious"], seed=5)
    return record_match(match, 60, tmp_path_factory.mktemp("find") / "games", level="games")


def by_game(dataset: Dataset) -> dict[int, list[dict[str, Any]]]:
    frame = dataset.games()
    return {
        int(number): rows.to_dict("records")  # type: ignore[misc]
        for number, rows in frame.groupby("game")
    }


def test_most_and_fewest(rounds: Dataset) -> None:
    points = rounds.games(["victory_points"])["victory_points"]
    most = find(rounds, "most victory_points", top=3)
    assert most.total == 3 * GAMES
    assert [each.what for each in most.found] == [
        f"victory_points {value}" for value in sorted(points, reverse=True)[:3]
    ]
    fewest = find(rounds, "fewest victory_points", top=1).found[0]
    assert fewest.what == f"victory_points {points.min()}"


def test_most_in_a_round(rounds: Dataset) -> None:
    best = find(rounds, "most points_gained in round 5", top=1).found[0]
    frame = rounds.rounds(["round", "points_gained"])
    assert best.round == 5
    assert best.what == f"points_gained {frame[frame['round'] == 5]['points_gained'].max()}"


def test_a_found_game_is_the_game_that_is_replayed(rounds: Dataset) -> None:
    best = find(rounds, "most victory_points", top=1).found[0]
    journal = record_game(rounds.match(best.cell), best.game)
    end = next(
        each
        for each in journal["events"]
        if each["event"] == "game_end" and each["seat"] == best.seat
    )
    assert best.what == f"victory_points {end['victory_points']}"
    assert journal["strategies"][best.seat] == best.strategy


def test_finishes(rounds: Dataset) -> None:
    leads = {}
    for number, rows in by_game(rounds).items():
        first, second, _ = sorted((row["victory_points"] for row in rows), reverse=True)
        leads[number] = first - second
    widest = find(rounds, "widest finish", top=1)
    assert widest.total == GAMES
    assert leads[widest.found[0].game] == max(leads.values())
    closest = find(rounds, "closest finish", top=GAMES).found
    assert [leads[each.game] for each in closest] == sorted(leads.values())


def test_ties(rounds: Dataset) -> None:
    shared, decided = set(), set()
    for number, rows in by_game(rounds).items():
        points = sorted((row["victory_points"] for row in rows), reverse=True)
        if any(0 < row["win_share_twelfths"] < 12 for row in rows):
            shared.add(number)
        elif points[0] == points[1]:
            decided.add(number)
    assert decided
    assert {each.game for each in find(rounds, "tie-break", top=GAMES).found} == decided
    assert {each.game for each in find(rounds, "shared win", top=GAMES).found} == shared


def test_exploded(rounds: Dataset) -> None:
    frame = rounds.rounds()
    found = find(rounds, "exploded in round 9", top=10_000)
    assert found.total == ((frame["round"] == 9) & (frame["exploded"] == 1)).sum()
    leading = set()
    for number, rows in frame[frame["round"] == 9].groupby("game"):
        before = rows["victory_points"].astype(int) - rows["points_gained"]
        for points, seat, exploded in zip(before, rows["seat"], rows["exploded"], strict=True):
            if exploded and points == before.max() > before.min():
                leading.add((number, seat))
    found = find(rounds, "exploded in round 9 while leading", top=10_000)
    assert {(each.game, each.seat) for each in found.found} == leading
    assert found.found[0].what.startswith("explodes in round 9 with white ")
    last = find(rounds, "exploded while last", top=10_000)
    assert 0 < last.total < find(rounds, "exploded").total


def test_biggest_comeback(rounds: Dataset) -> None:
    frame, ends = rounds.rounds(), rounds.games()
    best = 0
    for _, row in ends[ends["win_share_twelfths"] > 0].iterrows():
        game = frame[frame["game"] == row["game"]]
        for _, rows in game.groupby("round"):
            own = rows[rows["seat"] == row["seat"]]["victory_points"].iloc[0]
            best = max(best, int(rows["victory_points"].max()) - int(own))
    found = find(rounds, "biggest comeback", top=1).found[0]
    assert found.what.startswith(f"wins after being {best} points behind after round ")


def test_bought(rounds: Dataset) -> None:
    found = find(rounds, "bought K1 in round 1", top=10_000)
    frame = rounds.rounds()
    frame = frame[frame["round"] == 1]
    assert found.total == ((frame["bought_first"] == 17) | (frame["bought_second"] == 17)).sum() > 0
    assert {each.what for each in found.found} == {"buys K1 in round 1"}


@pytest.mark.parametrize(
    "question",
    [
        "victory_points >= 45",
        "scoring_space == 53",
        "20 <= scoring_space < 30 and explosions > 2",
        "strategy == 'balanced' and win_share_twelfths == 0",
        "not explosions > 2 or rats in [0, 1]",
    ],
)
def test_comparisons_are_those_of_pandas(rounds: Dataset, question: str) -> None:
    frame = rounds.games().query(question, engine="python")
    found = find(rounds, question, top=10_000)
    assert found.total == len(frame)
    assert [(e.game, e.seat) for e in found.found] == list(
        zip(frame["game"], frame["seat"], strict=True)
    )


def test_won_and_margin(rounds: Dataset) -> None:
    margins = {}
    for number, rows in by_game(rounds).items():
        for row in rows:
            rivals = [each["victory_points"] for each in rows if each["seat"] != row["seat"]]
            margins[number, row["seat"]] = row["victory_points"] - max(rivals)
    found = find(rounds, "margin > 10 and won == 1", top=10_000).found
    assert {(each.game, each.seat) for each in found} == {
        key for key, margin in margins.items() if margin > 10
    }
    low = find(rounds, "margin < -20", top=10_000)
    assert low.total == sum(margin < -20 for margin in margins.values())


def test_rounds_can_be_compared(rounds: Dataset) -> None:
    found = find(rounds, "round == 2 and exploded == 1", top=1).found[0]
    assert found.round == 2
    assert found.what == "round 2, exploded 1"


def test_only_one_strategy(rounds: Dataset) -> None:
    found = find(rounds, "most victory_points", strategy="reckless", top=5)
    assert found.total == GAMES
    assert {each.strategy for each in found.found} == {"reckless"}


@pytest.mark.parametrize(
    ("question", "cause"),
    [
        ("most fun", "no column 'fun'"),
        ("fun > 3", "no column 'fun'"),
        ("what happened", "not understood"),
        ("victory_points", "not understood"),
        ("__import__('os').getpid() > 1", "not understood"),
        ("victory_points.max() > 1", "not understood"),
        ("victory_points == [", "not understood"),
        ("exploded in round 12", "no round 12"),
        ("bought K9", "K9"),
        ("victory_points > 'many'", "compared"),
    ],
)
def test_a_question_that_is_not_understood(rounds: Dataset, question: str, cause: str) -> None:
    with pytest.raises(InputError, match=cause) as error:
        find(rounds, question)
    if cause == "not understood":
        assert all(known in error.value.cure for known in QUESTIONS)


@pytest.mark.parametrize("question", ["biggest comeback", "exploded", "round == 2", "bought K1"])
def test_questions_about_rounds_say_so(games: Dataset, question: str) -> None:
    with pytest.raises(InputError, match="needs rows of rounds"):
        find(games, question)


def test_unknown_strategy_and_cell(games: Dataset) -> None:
    with pytest.raises(InputError, match="balanced, cautious"):
        find(games, "closest finish", strategy="balancd")
    with pytest.raises(InputError, match="no cell 3"):
        find(games, "closest finish", cell=3)


def test_an_answer_may_be_empty(games: Dataset) -> None:
    found = find(games, "victory_points > 1000")
    assert (found.total, found.found) == (0, [])
    assert isinstance(games.games(), pd.DataFrame)


def test_a_lone_player_has_no_finish(tmp_path: Path) -> None:
    alone = record_match(make_match(["balanced"], seed=1), 20, tmp_path / "solo", level="games")
    assert find(alone, "closest finish").total == 0
    assert find(alone, "margin == 0").total == 20
