"""Tournaments: the tables played, what is made of them, and datasets."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import quacks_sim as qs
from quacks_sim.rankings import TournamentResult

NAMES = ("balanced", "yardstick", "safe", "pushing")
GAMES = 400


@pytest.fixture(scope="module")
def duels() -> TournamentResult:
    return qs.tournament(*NAMES, games=GAMES, seed=5, threads=1)


@pytest.fixture(scope="module")
def fours() -> TournamentResult:
    return qs.tournament(*NAMES, "careful", players=4, games=GAMES, seed=5, threads=1)


def test_every_table_is_the_game_that_play_plays(duels: TournamentResult) -> None:
    assert [each.match.names for each in duels.results] == list(combinations(NAMES, 2))
    for each in duels.results:
        alone = qs.play(*each.match.names, games=GAMES, seed=5)
        assert alone.totals == each.totals


def test_the_matrix_of_duels_is_the_win_shares(duels: TournamentResult) -> None:
    matrix = duels.matrix
    for each in duels.results:
        first, second = each.match.names
        assert matrix.loc[first, second] == pytest.approx(each[first].win_share.mean)
        assert matrix.loc[second, first] == pytest.approx(each[second].win_share.mean)
    assert np.isnan(np.diag(matrix)).all()
    # In duels the shares of a pair add up to one game; shared ones count half for each.
    both = matrix.to_numpy() + matrix.to_numpy().T
    assert both[~np.eye(4, dtype=bool)] == pytest.approx(1)


def test_the_matrix_of_four_seats_is_over_the_tables_of_both(fours: TournamentResult) -> None:
    assert len(fours.results) == 5
    for name, rival in (("balanced", "safe"), ("careful", "pushing")):
        shares = [
            each[name].win_share.mean
            for each in fours.results
            if {name, rival} <= set(each.match.names)
        ]
        assert len(shares) == 3
        assert fours.matrix.loc[name, rival] == pytest.approx(np.mean(shares))


@pytest.mark.parametrize("kind", ["duels", "fours"])
def test_pairs_are_paired_differences(kind: str, request: pytest.FixtureRequest) -> None:
    result: TournamentResult = request.getfixturevalue(kind)
    assert len(result.pairs) == len(list(combinations(result.names, 2)))
    for pair in result.pairs:
        there = [
            each for each in result.results if {pair.first, pair.second} <= set(each.match.names)
        ]
        means = [
            each[pair.first].win_share.mean - each[pair.second].win_share.mean for each in there
        ]
        assert pair.win_share_difference.mean == pytest.approx(np.mean(means))
        assert pair.win_share.family == len(result.pairs)
    if kind == "duels":  # as the same pair of a match
        for each in result.results:
            (pair,) = (p for p in result.pairs if {p.first, p.second} == set(each.match.names))
            (known,) = each.pairs
            found, expected = pair.win_share_difference, known.win_share_difference
            assert found.standard_error == pytest.approx(expected.standard_error)
            assert abs(found.mean) == pytest.approx(abs(expected.mean))


def test_entrants_are_ranked_with_their_own_games(fours: TournamentResult) -> None:
    ratings = [each.rating.mean for each in fours.entrants]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(ratings) == pytest.approx(0, abs=1e-6)
    assert fours.entrants[0].name == "balanced"
    for each in fours.entrants:
        there = [table[each.name] for table in fours.results if each.name in table.match.names]
        assert (each.tables, each.games) == (4, 4 * GAMES)
        mean = np.mean([own.win_share.mean for own in there])
        assert each.win_share.mean == pytest.approx(mean)
        assert each.win_share.low < mean < each.win_share.high
        points = np.mean([own.victory_points.mean for own in there])
        assert each.victory_points.mean == pytest.approx(points)
        assert each.rating.low < each.rating.mean < each.rating.high


def test_the_best_is_compared_over_the_same_luck(duels: TournamentResult) -> None:
    best, second, *_ = duels.entrants
    assert best.to_best.difference.mean == 0
    assert second.to_best.family == 3
    assert second.to_best.resolved
    assert duels.unresolved == []
    twins = qs.tournament("safe", "safe", "pushing", games=100, seed=1, threads=1)
    assert {each.name for each in twins.entrants} == {"safe", "safe#2", "pushing"}
    shares = {each.name: each.win_share.mean for each in twins.entrants}
    assert shares["safe"] == shares["safe#2"]
    (level,) = (each for each in twins.pairs if "pushing" not in (each.first, each.second))
    assert not level.resolved


def test_the_document_has_no_nan(duels: TournamentResult) -> None:
    document = duels.to_dict()
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    assert document["players"] == 2
    assert [each["rank"] for each in document["strategies"]] == [1, 2, 3, 4]
    matrix = document["win_share_matrix"]
    assert matrix["safe"].keys() == set(NAMES) - {"safe"}
    single = qs.tournament("safe", "pushing", games=2, seed=1, threads=1).to_dict()
    assert json.loads(json.dumps(single, allow_nan=False)) == single


def test_a_tournament_in_a_folder_is_the_same_and_goes_on(
    duels: TournamentResult, tmp_path: Path
) -> None:
    folder = tmp_path / "cup"
    told: list[int] = []

    def stop(done: int, wanted: int) -> None:
        told.append(done)
        if len(told) == 3:
            raise KeyboardInterrupt

    options = {"games": GAMES, "threads": 1, "out": folder}
    with pytest.raises(KeyboardInterrupt):
        qs.tournament(*NAMES, seed=5, progress=stop, **options)
    assert not qs.load(folder).complete
    told.clear()
    # Without a seed it takes that of the folder; what is there is not played again.
    again = qs.tournament(*NAMES, progress=lambda done, _: told.append(done), **options)
    assert told[0] > GAMES
    assert again.to_frame().equals(duels.to_frame())
    assert [each.to_dict() for each in again.pairs] == [each.to_dict() for each in duels.pairs]
    read = TournamentResult(qs.load(folder).results())
    assert read.matrix.equals(duels.matrix)
    command = qs.load(folder).manifest["command"]
    assert command.startswith("quacks tournament balanced yardstick safe pushing --players 2")


@pytest.mark.parametrize(
    ("arguments", "telling"),
    [
        ({"players": 1}, "2 to 4 seats"),
        ({"players": 5}, "2 to 4 seats"),
        ({"players": 4}, "do not fill a table of 4"),
        ({"tables": 0}, "tables is 0"),
        ({"tables": 1}, "at least 2 tables"),
        ({"games": 0}, "games is 0"),
        ({"threads": 0}, "threads"),
        ({"level": "all"}, "level"),
    ],
)
def test_wrong_calls_say_what_is_wrong(arguments: dict[str, object], telling: str) -> None:
    with pytest.raises(qs.InputError, match=telling):
        qs.tournament("safe", "pushing", "yardstick", **arguments)  # type: ignore[arg-type]


def test_tables_of_other_luck_are_no_tournament() -> None:
    results = [qs.play("safe", "pushing", games=10, seed=seed) for seed in (1, 2)]
    with pytest.raises(qs.InputError, match="no tournament"):
        TournamentResult(results)
    with pytest.raises(qs.InputError, match="no tournament"):
        TournamentResult([qs.play("safe", games=10, seed=1)])
