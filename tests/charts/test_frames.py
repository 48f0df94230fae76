"""Charts of frames: axes given are used, order, marks and numbers are right."""

from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from quacks_sim import charts
from quacks_sim.charts.scales import axis_range
from quacks_sim.charts.style import CHIPS
from quacks_sim.charts.words import estimate_text, label_lines, plain, shown, wrapped
from quacks_sim.errors import InputError
from tests.charts.conftest import NASTY, clipped, shares, texts


def row_names(ax: Axes) -> list[str]:
    return [label.get_text().replace("\n", "") for label in ax.get_yticklabels()]


def ring(ax: Axes) -> tuple[float, float]:
    (mark,) = (line for line in ax.lines if line.get_gid() == "best")
    return float(mark.get_xdata()[0]), float(mark.get_ydata()[0])


def test_every_chart_draws_into_the_axes_given(four, numeric_sweep, named_sweep, map_sweep):
    frame = four.to_frame()
    calls: dict[str, Any] = {
        "win_shares": lambda ax: charts.win_shares(frame, ax),
        "mean_points": lambda ax: charts.mean_points(frame, ax),
        "distribution": lambda ax: charts.distribution(charts.points_frame(four), ax),
        "by_round": lambda ax: charts.by_round(charts.rounds_frame(four), ax),
        "points by round": lambda ax: charts.by_round(
            charts.rounds_frame(four), ax, measure="points_gained"
        ),
        "purchases": lambda ax: charts.purchases(charts.purchases_frame(four), ax),
        "swept": lambda ax: charts.swept(numeric_sweep.to_frame(), "stop.max_risk", ax),
        "swept names": lambda ax: charts.swept(named_sweep.to_frame(), "stop", ax),
        "swept lines": lambda ax: charts.swept_lines(
            map_sweep.to_frame(), "explosion.round", "stop", ax
        ),
        "heat_map": lambda ax: charts.heat_map(map_sweep.to_frame(), list(map_sweep.axes), ax),
    }
    for name, draw in calls.items():
        figure = Figure()
        left, right = figure.subplots(1, 2)
        assert draw(right) is right, name
        assert right.has_data(), name
        assert not left.has_data(), name


def test_thirty_long_names_are_whole_and_do_not_overlap():
    figure = charts.win_shares(shares(30), players=4).figure
    assert isinstance(figure, Figure)
    assert clipped(figure) == []
    labels = figure.axes[0].get_yticklabels()
    assert len(labels) == 30
    assert "".join(labels[0].get_text().split("\n")) == shares(30)["strategy"].iloc[-1]
    boxes = sorted((label.get_window_extent() for label in labels), key=lambda box: box.y0)
    assert all(low.y1 <= high.y0 for low, high in pairwise(boxes))


def test_names_of_two_hundred_letters_lose_their_middle_only():
    text = label_lines("a" * 150 + "_" + "z" * 150)
    assert text.startswith("aaa")
    assert text.endswith("zzz")
    assert "…" in text
    assert max(map(len, text.split("\n"))) <= 30


def test_best_comes_first_and_ties_go_by_points_then_name():
    frame = shares(4, "s{}")
    frame["strategy"] = ["d", "c", "b", "a"]
    frame["win_share"] = [0.5, 0.2, 0.2, 0.2]
    frame["victory_points"] = [10.0, 30.0, 40.0, 40.0]
    expected = ["d", "a", "b", "c"]
    assert row_names(charts.win_shares(frame)) == expected
    assert row_names(charts.win_shares(frame.iloc[::-1])) == expected
    assert row_names(charts.mean_points(frame)) == ["a", "b", "c", "d"]


def test_bars_are_as_long_as_the_shares_and_begin_at_zero():
    ax = charts.win_shares(shares(3, "s{}"))
    lengths = [bar.get_width() for bar in ax.patches if isinstance(bar, Rectangle)]
    assert lengths == pytest.approx([0.12, 0.11, 0.10])
    assert ax.get_xlim()[0] == 0


def test_the_line_of_the_fair_share():
    ax = charts.win_shares(shares(3, "s{}"))
    assert "fair share 33.3\N{NO-BREAK SPACE}%" in [text.get_text() for text in ax.texts]
    ax = charts.win_shares(shares(30), players=4)
    assert "fair share 25\N{NO-BREAK SPACE}%" in [text.get_text() for text in ax.texts]
    ax = charts.win_shares(shares(30))
    assert not any("fair" in text.get_text() for text in ax.texts)


def test_whiskers_are_the_intervals():
    ax = charts.win_shares(shares(2, "s{}"))
    (bars,) = ax.collections
    ends = [segment[:, 0].tolist() for segment in bars.get_segments()]
    assert ends == [pytest.approx([0.10, 0.12]), pytest.approx([0.09, 0.11])]


def test_an_axis_begins_at_zero_or_says_where_it_begins():
    for low, said in ((1.0, False), (39.0, True)):
        frame = shares(3, "s{}").assign(victory_points=[low, 40, 41])
        for end in ("low", "high"):
            frame[f"victory_points_{end}"] = frame["victory_points"]
        ax = charts.mean_points(frame)
        assert ("not at 0" in ax.get_xlabel()) is said
        assert bool(ax.get_xlim()[0] > 0) is said
        frame["x"] = [1, 2, 3]
        ax = charts.swept(frame, "x", measure="victory_points")
        assert ("not at 0" in ax.get_title(loc="left")) is said
        assert bool(ax.get_ylim()[0] > 0) is said


def test_the_range_of_an_axis_holds_all_numbers():
    for numbers in ([0.2, 0.21], [39.9, 40.1], [0.0], [5.0, 5.0], [float("nan"), 3.0], [0.0, 0.9]):
        for from_zero in (True, False):
            begin, end = axis_range(numbers, from_zero=from_zero)
            assert begin < end
            assert begin <= np.nanmin(numbers)
            assert end >= np.nanmax(numbers)
            assert not from_zero or begin == 0


def test_the_marked_value_is_the_best(numeric_sweep, named_sweep, map_sweep):
    frame = numeric_sweep.to_frame()
    for measure in ("win_share", "victory_points"):
        best = frame.loc[frame[measure].idxmax()]
        ax = charts.swept(frame, "stop.max_risk", measure=measure)
        assert ring(ax) == pytest.approx((best["stop.max_risk"], best[measure]))
    assert numeric_sweep.cells[numeric_sweep.best]["stop.max_risk"] == pytest.approx(
        ring(charts.swept(frame, "stop.max_risk"))[0]
    )
    ax = charts.swept(named_sweep.to_frame(), "stop")
    assert ring(ax)[1] == 0
    assert row_names(ax)[0] == named_sweep.cells[named_sweep.best]["stop"]
    ax = charts.heat_map(map_sweep.to_frame(), list(map_sweep.axes))
    (mark,) = (patch for patch in ax.patches if patch.get_gid() == "best")
    best_cell = map_sweep.cells[map_sweep.best]
    stops = list(map_sweep.axes["stop"])
    assert mark.get_xy() == (stops.index(best_cell["stop"]), best_cell["explosion.round"] - 1)


def test_a_tie_of_shares_goes_to_more_points():
    frame = shares(3, "s{}").assign(win_share=0.3, victory_points=[1.0, 3.0, 2.0], x=[5, 6, 7])
    assert ring(charts.swept(frame, "x"))[0] == 6


def test_hollow_dots_are_worse_beyond_doubt():
    frame = shares(4, "s{}").assign(x=[1, 2, 3, 4])  # intervals of ± 0.01, steps of 0.01
    frame.loc[0, "win_share_high"] = 0.1199  # the best begins at 0.12
    ax = charts.swept(frame, "x")
    dots = {
        str(line.get_markerfacecolor()): sorted(line.get_xdata().tolist())
        for line in ax.lines
        if line.get_marker() == "o" and line.get_gid() != "best"
    }
    assert dots["white"] == [1]
    assert dots["#0072b2"] == [2, 3, 4]


def test_very_many_names_show_the_first_twenty_and_the_last_five(named_sweep):
    frame = named_sweep.to_frame()
    ax = charts.swept(frame, "stop")
    order = frame.sort_values(["win_share", "victory_points"], ascending=False, kind="stable")[
        "stop"
    ].tolist()
    assert row_names(ax) == order[:20] + order[-5:]
    assert any("102 more" in text.get_text() for text in ax.texts)


def test_names_can_keep_their_order():
    frame = shares(3, "s{}").assign(policy=["b", "c", "a"])
    assert row_names(charts.swept(frame, "policy")) == ["a", "c", "b"]
    ax = charts.swept(frame, "policy", in_order=True)
    assert row_names(ax) == ["b", "c", "a"]
    assert ring(ax)[1] == 2


def test_cells_of_a_heat_map_say_their_number(map_sweep):
    frame = map_sweep.to_frame()
    ax = charts.heat_map(frame, list(map_sweep.axes))
    said = sorted(float(text.get_text()) for text in ax.texts)
    assert said == pytest.approx(sorted((100 * frame["win_share"]).round(1)), abs=0.051)


def test_values_of_a_heat_map_stand_in_order():
    frame = shares(4, "s{}").assign(x=[10, 2, 10, 2], y=["q", "q", "p", "p"])
    ax = charts.heat_map(frame, ["x", "y"])
    assert [label.get_text() for label in ax.get_xticklabels()] == ["2", "10"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["q", "p"]


def test_the_distribution_marks_the_mean(four):
    frame = charts.points_frame(four)
    ax = charts.distribution(frame, means=four.to_frame())
    means = [line.get_xdata()[0] for line in ax.lines if line.get_gid() == "mean"]
    assert means == pytest.approx([each.victory_points.mean for each in four.strategies])
    assert frame.groupby("strategy")["count"].sum().unique().tolist() == [four.games]


def test_every_strategy_has_an_area_of_the_same_size(four):
    ax = charts.distribution(charts.points_frame(four))
    areas = []
    for filled in ax.collections:
        points = filled.get_paths()[0].vertices
        x, y = points[:, 0], points[:, 1]
        areas.append(abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2)
    assert areas == pytest.approx([areas[0]] * 4, rel=1e-6)


def test_rounds_have_intervals_even_where_nothing_ever_exploded(solo):
    frame = charts.rounds_frame(solo)
    never = frame[frame["exploded"] == 0]
    assert len(never) > 0
    assert (never["exploded_high"] > 0.005).all()
    assert (never["exploded_low"] == 0).all()
    by_round = solo.strategies[0].by_round
    assert frame["points_gained"].tolist() == pytest.approx(by_round["points_gained"].tolist())


def test_bars_of_purchases_are_the_chips_bought(four):
    frame = charts.purchases_frame(four)
    for each in four.strategies:
        ax = charts.purchases(frame, strategy=each.name)
        heights = sum(bar.get_height() for bar in ax.patches if isinstance(bar, Rectangle))
        assert heights == pytest.approx(each.bought_by_round.to_numpy().sum())
        top = max(
            bar.get_y() + bar.get_height() for bar in ax.patches if isinstance(bar, Rectangle)
        )
        assert top == pytest.approx(each.bought_by_round.sum(axis=1).max())
        own = frame[frame["strategy"] == each.name]
        greens = each.bought_by_round[["G1", "G2", "G4"]].sum(axis=1).tolist()
        assert own["green"].tolist() == pytest.approx(greens)


def test_colours_of_chips_differ_in_more_than_their_colour():
    assert len({letter for _, _, letter in CHIPS.values()}) == 7
    green, red = CHIPS["green"], CHIPS["red"]
    assert green[1] != red[1]


def test_nothing_is_read_as_mathematics():
    frame = shares(len(NASTY), "s{}").assign(strategy=list(NASTY))
    frame["a$b_c$"] = ["$\\frac{$", "x$", "$$", "_^"]
    figures = [
        charts.win_shares(frame).figure,
        charts.swept(frame, "a$b_c$").figure,
        charts.heat_map(frame, ["a$b_c$", "strategy"]).figure,
        charts.by_round(
            pd.DataFrame(
                {"strategy": "$x_1$", "round": range(1, 10), "exploded": 0.1,
                 "exploded_low": 0.05, "exploded_high": 0.2}
            )
        ).figure,
    ]  # fmt: skip
    for figure in figures:
        assert isinstance(figure, Figure)
        figure.draw_without_rendering()
        for text in texts(figure):
            if "$" in text.get_text():
                assert not text.get_parse_math(), text.get_text()


def test_nothing_is_read_as_mathematics_in_axes_that_were_there_before():
    frame = shares(2, "s{}").assign(strategy=["$x_1$", "$\\frac{$$"])
    figure = Figure()
    left, right = figure.subplots(1, 2)
    figure.draw_without_rendering()  # makes ticks that read dollars as mathematics
    charts.win_shares(frame, left)
    rounds = pd.DataFrame({"strategy": "$x_1$", "round": range(1, 10)})
    charts.purchases(rounds.assign(**dict.fromkeys(CHIPS, 0.1)), right)
    figure.draw_without_rendering()
    found = [text for text in texts(figure) if "$" in text.get_text()]
    assert len(found) == 3
    assert not any(text.get_parse_math() for text in found)


def test_more_than_seven_lines_are_refused():
    frame = pd.concat(
        pd.DataFrame(
            {"strategy": f"s{number}", "round": range(1, 10), "exploded": 0.1,
             "exploded_low": 0.05, "exploded_high": 0.2}
        )
        for number in range(8)
    )  # fmt: skip
    with pytest.raises(InputError, match="8 strategies"):
        charts.by_round(frame)
    assert charts.by_round(frame[frame["strategy"] != "s7"]).has_data()


def test_wrong_frames_are_refused_with_a_cure():
    with pytest.raises(InputError, match="'win_share'") as caught:
        charts.win_shares(pd.DataFrame({"strategy": ["a"], "share": [1.0]}))
    assert "strategy, share" in caught.value.cure
    with pytest.raises(InputError, match="rows"):
        charts.win_shares(shares(1).iloc[:0])
    with pytest.raises(InputError, match="'points'"):
        charts.swept(shares(2).assign(x=[1, 2]), "x", measure="points")


def test_numbers_carry_the_decimals_they_deserve():
    space = "\N{NO-BREAK SPACE}"
    assert estimate_text(0.5949, 0.5889, 0.6009, percent=True) == f"59.5{space}% ± 0.6"
    assert estimate_text(0.5949, 0.5943, 0.5955, percent=True) == f"59.49{space}% ± 0.06"
    assert estimate_text(0.0, 0.0, 0.161, percent=True) == f"0.0{space}% (0.0–16.1)"
    assert estimate_text(42.5, float("nan"), float("nan")) == "42.5"


def test_values_in_words():
    assert shown([0.1, 0.25]) == "0.1,0.25"
    assert shown(0.30000000000000004) == "0.3"
    assert plain("a\x00b\x1bc") == "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c"


def test_lines_are_broken_by_width_even_within_a_word():
    lines = wrapped("quacks " * 30 + "x" * 300, 3.0, 8)
    assert len(lines) > 5
    assert "".join(lines).replace(" ", "") == "quacks" * 30 + "x" * 300
    assert all(len(line) < 60 for line in lines)
