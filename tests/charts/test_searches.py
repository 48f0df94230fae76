"""The chart of a search."""

import pytest
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure

from quacks_sim import charts
from quacks_sim.training.result import TuneResult
from quacks_sim.training.tuning import tune
from tests.charts.conftest import clipped, named_text


def searched(vary: dict[str, tuple[float, float] | None], **more: object) -> TuneResult:
    options = {"games": 48, "generations": 3, "candidates": 6, "verdict_games": 60, "seed": 4}
    return tune("pushing", vary, threads=1, **{**options, **more})  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def result() -> TuneResult:
    vary = {"stop.max_risk@1-6": (0.05, 0.9), "stop.max_risk@7-9": (0.0, 0.5)}
    return searched(vary, against=["balanced"], holdout=["safe"])


@pytest.fixture(scope="module")
def nine() -> TuneResult:
    return searched({"stop.max_risk@each": (0.0, 0.8)}, against=[], objective="points")


def test_nothing_is_clipped_and_the_caption_says_where_it_comes_from(
    result: TuneResult, nine: TuneResult
) -> None:
    for each, title in ((result, "tuned against balanced"), (nine, "tuned alone")):
        figure = charts.figure_of_tuning(each)
        assert clipped(figure) == []
        assert named_text(figure, "title") == f"pushing {title}"
        caption = " ".join(named_text(figure, "caption").split())
        players = "1 player," if each is nine else "2 players,"
        made = "Made by: quacks tune pushing"
        for words in (made, "seed 4", "95 %", f"{each.games:,} games", players):
            assert words in caption


def test_gains_are_those_of_the_history_and_the_verdict_stands_behind_them(
    result: TuneResult,
) -> None:
    ax = Figure().subplots()
    verdict = result.verdict.judged[0]
    assert charts.gains(result.history, ax, verdict=verdict) is ax
    best = result.history[result.history["place"] == 1]
    lines = [each for each in ax.containers if isinstance(each, ErrorbarContainer)]
    line, found = (each.lines[0] for each in lines)
    assert list(line.get_xdata()) == [1, 2, 3]
    assert list(line.get_ydata()) == pytest.approx(list(best["gain"] * 100))
    assert list(found.get_xdata()) == [4]
    assert list(found.get_ydata()) == pytest.approx([verdict.comparison.difference.mean * 100])
    (dots,) = ax.collections[:1]
    known = result.history["gain"].notna() & (result.history["place"] > 1)
    assert len(dots.get_offsets()) == known.sum()


def test_values_are_drawn_as_parts_of_their_ranges(result: TuneResult) -> None:
    ranges = {each.key: (each.low, each.high) for each in result.plan.space.dimensions}
    ax = charts.searched_values(result.history, ranges)
    best = result.history[result.history["place"] == 1]
    assert len(ax.lines) == 2
    for line, (name, (low, high)) in zip(ax.lines, ranges.items(), strict=True):
        assert list(line.get_ydata()) == pytest.approx(list((best[name] - low) / (high - low)))
        assert line.get_label() == f"{name} ({low:g} to {high:g})"


def test_of_many_numbers_the_distance_from_the_last_best_is_drawn(nine: TuneResult) -> None:
    ranges = {each.key: (each.low, each.high) for each in nine.plan.space.dimensions}
    ax = charts.searched_values(nine.history, ranges)
    best = nine.history[nine.history["place"] == 1]
    inside = best[list(ranges)] / 0.8
    away = (inside - inside.iloc[-1]).abs().mean(axis=1)
    (line,) = ax.lines
    assert list(line.get_ydata()) == pytest.approx(list(away))
    assert line.get_ydata()[-1] == 0


def test_points_are_not_percentages(nine: TuneResult) -> None:
    ax = charts.gains(nine.history, measure="victory_points")
    assert ax.get_ylabel() == "points a game"
    best = nine.history[nine.history["place"] == 1]
    (line,) = (each.lines[0] for each in ax.containers if isinstance(each, ErrorbarContainer))
    assert list(line.get_ydata()) == pytest.approx(list(best["gain"]))
