"""The same games whatever the threads, blocks and seats; and totals that are sums of the rows."""

import numpy as np
import pytest

from quacks_sim import simulate
from quacks_sim.errors import SimulationError
from quacks_sim.kernel.block import MEASURE_COUNT
from quacks_sim.kernel.journal import new_journal
from quacks_sim.kernel.state import (
    BOUGHT_FIRST,
    BOUGHT_SECOND,
    EXPLODED,
    RECORD_COLUMNS,
    VICTORY_POINTS,
)
from quacks_sim.match import Match, make_match
from quacks_sim.results import PlayResult
from quacks_sim.simulate import play_match
from quacks_sim.statistics import ClusterSums

TABLE = ["balanced", "random", "yardstick", "pushing"]


def match_of(names: list[str], rotate: bool = True) -> Match:
    return make_match(names, seed=21, rotate=rotate)


def totals_bytes(match: Match, games: int, threads: int) -> bytes:
    return bytes(play_match(match, games, threads=threads).totals.tobytes())


@pytest.mark.parametrize("size", [4, 24, 6_000])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_and_blocks_change_nothing(
    size: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of(TABLE)
    whole = match.block(0, 200).totals.tobytes()
    monkeypatch.setattr(simulate, "GAMES_PER_BLOCK", size)
    assert totals_bytes(match, 200, threads) == whole


@pytest.mark.parametrize("names", [TABLE[:1], TABLE[:2], TABLE[:3], TABLE])
def test_a_hundred_games_are_the_start_of_a_thousand(names: list[str]) -> None:
    match = match_of(names)
    few, many = match.block(0, 96, "rounds"), match.block(0, 996, "rounds")
    assert few.game_rows.tobytes() == many.game_rows[: len(few.game_rows)].tobytes()
    assert few.round_rows.tobytes() == many.round_rows[: len(few.round_rows)].tobytes()
    later = match.block(96, 996, "rounds")
    assert later.round_rows.tobytes() == many.round_rows[len(few.round_rows) :].tobytes()


@pytest.mark.interpreted
def test_a_game_can_be_played_alone() -> None:
    match = match_of(TABLE[:2])
    rows = match.block(0, 8, "rounds").round_rows.reshape(8, -1)
    for game in (0, 2, 6):
        alone = match.block(game, game + 2, "rounds").round_rows.reshape(2, -1)
        assert alone.tobytes() == rows[game : game + 2].tobytes()


@pytest.mark.interpreted
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rotating_the_strategies_rotates_the_results(players: int) -> None:
    names = TABLE[:players]
    rotated = [*names[1:], names[0]]
    deals = 2
    here, there = (
        match_of(each).block(0, deals * players, "rounds").round_rows.reshape(deals, players, -1)
        for each in (names, rotated)
    )
    # The first strategy of one match is the last of the other: there it sits a rotation later.
    for rotation in range(players):
        later = (rotation + 1) % players
        assert here[:, rotation].tobytes() == there[:, later].tobytes()
    assert here.tobytes() != there.tobytes()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_copies_of_one_strategy_that_rotate_win_exactly_equally(players: int) -> None:
    match = match_of(["balanced"] * players)
    result = play_match(match, 300 * players, threads=2)
    assert [each.win_share.mean for each in result.strategies] == [1 / players] * players
    points = {each.victory_points.mean for each in result.strategies}
    assert len(points) == 1
    by_seat = result.totals.seat_shares[:players, :players]
    assert (by_seat == by_seat[0]).all()  # each copy has met the same luck at the same seat


@pytest.mark.parametrize("rotate", [True, False])
def test_totals_are_the_sums_of_the_rows(rotate: bool) -> None:
    match = match_of(TABLE, rotate)
    games = 800
    block = match.block(0, games, "rounds")
    seats = match.seats(np.arange(games))
    rounds = block.round_rows.reshape(games, 4, 9, RECORD_COLUMNS)
    for strategy in range(4):
        own = rounds[np.arange(games), np.argmax(seats == strategy, axis=1)]
        for column in range(RECORD_COLUMNS):
            for number in range(9):
                # Python's integers do not overflow.
                games_of_deal = own[:, number, column].astype(int).reshape(-1, match.rotations)
                values = [int(value) for value in games_of_deal.sum(axis=1)]
                assert sum(values) == block.totals.round_sums[strategy, number, column]
                squares = sum(value * value for value in values)
                assert squares == block.totals.round_squares[strategy, number, column]
        final = [int(value) for value in own[:, 8, VICTORY_POINTS]]
        assert sum(final) == block.totals.cluster_sums[0, strategy]
        squares = sum(value * value for value in final)
        assert squares == block.totals.products[0, strategy, strategy]
        assert squares == block.totals.batch_sums[:, 2, strategy].sum()
        exploded = int(own[:, :, EXPLODED].astype(int).sum())
        assert exploded == block.totals.cluster_sums[2, strategy]
        counts = np.bincount(final, minlength=256)
        assert (counts == block.totals.points_counts[strategy]).all()
        bought = [int(kind) for kind in own[:, :, [BOUGHT_FIRST, BOUGHT_SECOND]].ravel()]
        kinds = np.bincount([kind for kind in bought if kind >= 0], minlength=18)
        assert (kinds == block.totals.bought[strategy].sum(axis=0)).all()


def test_products_of_clusters_are_those_of_the_rows() -> None:
    match = match_of(TABLE)
    games = 400
    block = match.block(0, games, "games")
    seats = match.seats(np.arange(games))
    rows = block.game_rows.reshape(games, 4, -1)
    by_strategy = np.take_along_axis(rows, np.argsort(seats, axis=1)[:, :, None], axis=1)
    clusters = by_strategy[:, :, [0, 1, 3]].astype(int).reshape(games // 4, 4, 4, 3).sum(axis=1)
    for measure in range(MEASURE_COUNT):
        for one in range(4):
            for other in range(4):
                product = sum(
                    int(first) * int(second)
                    for first, second in zip(
                        clusters[:, one, measure], clusters[:, other, measure], strict=True
                    )
                )
                assert product == block.totals.cluster_products[measure, one, other]
    assert block.totals.cluster_sizes.tolist() == [games // 4, games, 4 * games]


def test_products_of_games_are_those_of_the_rows() -> None:
    match = match_of(TABLE)
    block = match.block(0, 80, "games")
    rows = block.game_rows.reshape(80, 4, -1).astype(int)
    order = np.argsort(match.seats(np.arange(80)), axis=1)
    by_strategy = np.take_along_axis(rows, order[:, :, None], axis=1)[:, :, [0, 1, 3]]
    products = np.einsum("gim,gjm->mij", by_strategy, by_strategy)
    assert (products == block.totals.products).all()
    assert (rows[:, :, 1].sum(axis=0) == block.totals.batch_sums[:, 3].sum(axis=0)).all()
    squares = (block.totals.seat_squares, by_strategy[:, :, 1] ** 2)
    assert squares[0].sum(axis=1).tolist() == squares[1].sum(axis=0).tolist()


def test_a_cluster_that_is_not_complete_counts_with_its_size() -> None:
    match = match_of(TABLE)
    block = match.block(0, 10, "rounds")
    assert block.totals.cluster_sizes.tolist() == [3, 10, 4 * 4 + 4 * 4 + 2 * 2]
    # So do its rounds: as the ratio estimator has them from the sums of the deals.
    rows = block.round_rows.reshape(10, 4, 9, RECORD_COLUMNS)
    seat = np.argmax(match.seats(np.arange(10)) == 1, axis=1)
    points = rows[np.arange(10), seat, 4, VICTORY_POINTS].astype(float)
    deals = ClusterSums.of_games(points, 4)
    row = PlayResult(match, block.totals, 10).strategies[1].by_round.loc[5]
    assert row["victory_points"] == pytest.approx(points.mean())
    assert row["victory_points_error"] == pytest.approx(deals.standard_error)


def test_no_rounds_of_a_complete_cluster_are_left_over() -> None:
    assert match_of(TABLE).block(0, 12).totals.round_cluster.any() is np.False_
    assert match_of(TABLE).block(0, 10).totals.round_cluster.any()


def test_ten_to_the_twelve_games_fit_into_the_sums() -> None:
    # The largest sum is that of squares of the clusters: at most 4 games of 400 points each.
    most_games, most_points = 10**12, 400
    assert most_games // 4 * (4 * most_points) ** 2 < 2**63


@pytest.mark.interpreted
def test_blocks_of_brews_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    bag = "W1x4 W2x2 W3 O1 G1 B2 R1"
    whole = simulate.brew(bag, rounds=60, seed=5, threads=1).totals.tobytes()
    monkeypatch.setattr(simulate, "BREWS_PER_BLOCK", 7)
    for threads in (1, 2):
        assert simulate.brew(bag, rounds=60, seed=5, threads=threads).totals.tobytes() == whole


@pytest.mark.interpreted
def test_a_journal_that_is_full_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quacks_sim.match.new_journal", lambda: new_journal(100))
    with pytest.raises(SimulationError, match="did not end"):
        match_of(TABLE[:2]).journal(0)
