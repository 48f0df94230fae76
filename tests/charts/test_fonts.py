"""Letters of all scripts are drawn, without a word of matplotlib's about what its font lacks."""

import logging
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from quacks_sim import charts
from quacks_sim.charts.canvas import empty_picture, finished
from quacks_sim.charts.style import styled
from quacks_sim.charts.words import label_lines, text_inches

NAMES = ("勇者", "용사", "ผู้กล้า", "🧪", "Ærø – ½ €")


@styled
def drawn(name: str) -> Figure:
    figure = empty_picture(1.0, name, name)
    ax = figure.subplots()
    ax.set_title(name, weight="bold")
    ax.set_yticks([0, 1], [label_lines(name), ""])
    return finished(figure)


@pytest.mark.parametrize("name", NAMES)
def test_names_in_any_script_are_drawn_without_warnings(name, tmp_path, caplog):
    with caplog.at_level(logging.WARNING):
        for suffix in (".png", ".svg"):
            charts.save(drawn(name), tmp_path / f"chart{suffix}")
    assert not caplog.records


def test_a_letter_that_no_font_has_is_a_box_of_its_script():
    pictures = []
    for name in ("勇", "용", "\U0001f9ea"):
        canvas = FigureCanvasAgg(drawn(name))
        canvas.draw()
        pictures.append(np.asarray(canvas.buffer_rgba()))
    assert text_inches("勇", 9) > 0
    assert not any(np.array_equal(*pair) for pair in pairwise(pictures))
