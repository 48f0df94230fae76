"""The chart of a tournament."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import quacks_sim as qs
from quacks_sim import charts
from quacks_sim.rankings import TournamentResult
from tests.charts.conftest import NASTY, clipped, named_text


@pytest.fixture(scope="module")
def cup() -> TournamentResult:
    strategies = [
        qs.Strategy.from_dict({"stop": f"bust_risk:{risk}"}, name=name)
        for risk, name in zip((0.1, 0.25, 0.26, 0.9), NASTY, strict=True)
    ]
    return qs.tournament(*strategies, games=60, seed=1, threads=1)


def test_nothing_is_clipped_and_the_caption_says_where_it_comes_from(cup: TournamentResult) -> None:
    figure = charts.figure_of_tournament(cup, command="quacks tournament …")
    assert clipped(figure) == []
    caption = named_text(figure, "caption")
    for words in ("60 games for each of 6 cells", "seed 1", "Made by: quacks tournament", "95 %"):
        assert words in caption


def test_the_title_names_the_best_or_says_that_it_is_not_resolved(cup: TournamentResult) -> None:
    title = named_text(charts.figure_of_tournament(cup), "title")
    assert cup.unresolved
    assert title.startswith("Not resolved who is best: ")
    clear = qs.tournament("balanced", "pushing", games=200, seed=1, threads=1)
    assert "balanced is rated highest" in named_text(charts.figure_of_tournament(clear), "title")


def test_cells_have_their_shares_and_dots_where_nothing_is_resolved(cup: TournamentResult) -> None:
    figure = Figure()
    ax = figure.subplots()
    matrix = cup.matrix
    pairs = [(each.first, each.second) for each in cup.pairs if not each.resolved]
    assert charts.win_matrix(matrix, ax, unresolved=pairs) is ax
    shares = matrix.to_numpy()
    written = [text.get_text() for text in ax.texts]
    assert written == [f"{share * 100:.1f}" for share in shares[~np.isnan(shares)]]
    dots = [line for line in ax.lines if line.get_gid() == "unresolved"]
    assert len(dots) == 2 * len(pairs)  # each pair has two cells
    first = list(matrix.index).index(pairs[0][0]), list(matrix.index).index(pairs[0][1])
    places = {(int(dot.get_ydata()[0]), int(dot.get_xdata()[0])) for dot in dots}
    assert {first, first[::-1]} <= places
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # the best is above


def test_tables_of_four_part_at_their_fair_share() -> None:
    names = ("balanced", "safe", "pushing", "yardstick")
    four = qs.tournament(*names, players=4, games=40, seed=1, threads=1)
    ax = charts.win_matrix(four.matrix, players=4)
    (mesh,) = ax.collections
    assert mesh.norm.vcenter == 0.25
    assert mesh.norm.vmin >= 0
