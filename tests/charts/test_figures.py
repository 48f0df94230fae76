"""Whole figures: nothing clipped, captions complete, files whole and the same every time."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import matplotlib
import pytest
from matplotlib.figure import Figure

import quacks_sim as qs
from quacks_sim import charts
from quacks_sim.charts.datasets import figure_of_dataset
from quacks_sim.charts.provenance import caption
from quacks_sim.errors import InputError
from quacks_sim.experiment.run import run_experiment
from quacks_sim.experiment.spec import Experiment
from tests.charts.conftest import clipped, named_text, shares

SWEEPS = ("numeric_sweep", "named_sweep", "map_sweep", "solo_sweep")


def check_layout(figure: Figure) -> None:
    """Check that nothing is clipped, and that panels, title and caption stay apart."""
    assert clipped(figure) == []
    boxes = {text.get_gid(): text.get_window_extent() for text in figure.texts}
    for ax in figure.axes:
        box = ax.get_tightbbox()
        assert box is not None
        assert box.width > 0
        assert box.y0 >= boxes["caption"].y1 - 1
        assert box.y1 <= boxes["title"].y0 + 1
        assert ax.get_position().width > 0.005
    assert figure.get_figwidth() * figure.dpi == pytest.approx(900)


@pytest.mark.parametrize("chart", charts.PLAY_CHARTS)
@pytest.mark.parametrize("name", ["four", "solo", "one_game"])
def test_figures_of_matches_are_whole(name, chart, request):
    check_layout(charts.figure_of_play(request.getfixturevalue(name), chart))


@pytest.mark.parametrize("name", SWEEPS)
def test_figures_of_sweeps_are_whole(name, request):
    check_layout(charts.figure_of_sweep(request.getfixturevalue(name)))


def test_the_caption_says_where_the_numbers_come_from(four):
    said = named_text(charts.figure_of_play(four), "caption")
    for part in (
        "95 % intervals",
        "800 games",
        "4 players",
        "seats rotated",
        "seed 11",
        "Rules: starting_rubies = 0; explosion_limit = 8; no cards.",
        f"quacks_sim {qs.__version__}",
    ):
        assert part in said, part


def test_the_caption_is_written_into_the_figure(four):
    figure = charts.figure_of_play(four)
    (written,) = (text for text in figure.texts if text.get_gid() == "caption")
    assert " ".join(written.get_text().split()) == named_text(figure, "caption")


def test_the_caption_says_what_is_default_by_saying_nothing(solo):
    said = named_text(charts.figure_of_play(solo), "caption")
    assert "Rules" not in said
    assert "seed 0" in said
    assert "1 player" in said
    assert "rotated" not in said


def test_the_caption_of_several_results():
    def play(seed: int, limit: int, **others: bool) -> qs.simulate.PlayResult:
        rules = qs.RuleOptions.read({"explosion_limit": limit})
        return qs.play("safe", "safe", games=2, seed=seed, rules=rules, threads=1, **others)

    said = caption("What.", [play(1, 7), play(2, 8, rotate=False)], cells=True, command="quacks x")
    assert "2 games for each of 2 cells" in said
    assert "seats rotated or seats not rotated" in said
    assert "seed 1, 2." in said
    assert "Rules: explosion_limit = 7 or 8." in said
    assert said.endswith("Made by: quacks x")


def test_the_caption_tells_decks_that_are_not_the_default():
    def play(*names: str, cards: str | None = None) -> qs.simulate.PlayResult:
        return qs.play(*names, games=2, seed=1, cards=cards, threads=1)

    usual, none = play("safe", "safe"), play("safe", "safe", cards="none")
    fixed = play("safe", "safe", cards="all,3=FB5")
    assert "Rules" not in caption("What.", [usual, play("safe")])
    assert "Rules: no cards. " in caption("What.", [none])
    assert "Rules: cards: all,3=FB5. " in caption("What.", [fixed])
    both = caption("What.", [usual, none, fixed], cells=True)
    assert "Rules: all cards or no cards or cards: all,3=FB5. " in both


def test_a_winner_is_named_only_beyond_doubt(four, one_game):
    assert "wins most often" in named_text(charts.figure_of_play(four), "title")
    assert "Not resolved" in named_text(charts.figure_of_play(one_game), "title")
    twins = qs.play("safe", "safe", games=100, seed=1, threads=1)
    title = named_text(charts.figure_of_play(twins), "title")
    assert title == "A table of equals: safe in every seat, and seats rotate"


def test_alone_there_are_points_and_no_wins(solo, solo_sweep):
    for figure in (charts.figure_of_play(solo), charts.figure_of_sweep(solo_sweep)):
        assert len(figure.axes) == 1
        words = f"{figure.axes[0].get_title(loc='left')} {named_text(figure, 'caption')}"
        assert "won" not in words
        assert "wins" not in named_text(figure, "title")


def test_a_chart_that_does_not_exist(four):
    with pytest.raises(InputError, match="'by_rond'") as caught:
        charts.figure_of_play(four, "by_rond")
    assert "did you mean by_round?" in caught.value.cure


# Files


@pytest.mark.parametrize(("suffix", "head"), [("png", b"\x89PNG\r\n"), ("svg", b"<?xml")])
def test_equal_results_give_equal_files(suffix, head, four, tmp_path):
    first = charts.save(charts.figure_of_play(four), tmp_path / "new" / f"a.{suffix}")
    again = charts.save(charts.figure_of_play(four), tmp_path / "new" / f"b.{suffix}")
    content = first.read_bytes()
    assert content.startswith(head)
    assert content == again.read_bytes()
    assert sorted(path.name for path in first.parent.iterdir()) == [first.name, again.name]


def test_svg_is_well_formed_and_keeps_names_and_caption(four, tmp_path):
    path = charts.save(charts.figure_of_play(four), tmp_path / "a.svg")
    text = path.read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert "$x_1$&amp;&lt;b&gt;" in text
    assert "Grüne-Sammlerin" in text
    assert "seed 11" in text
    assert "date>" not in text


def test_characters_that_xml_does_not_have(tmp_path):
    frame = shares(2, "s{}").assign(strategy=["a\x01b", "c\x0bd"])
    figure = charts.win_shares(frame).figure
    assert isinstance(figure, Figure)
    path = charts.save(figure, tmp_path / "a.svg")
    ElementTree.fromstring(path.read_text(encoding="utf-8"))


def test_the_settings_of_a_reader_change_nothing_and_stay(four, tmp_path):
    plain = charts.save(charts.figure_of_play(four), tmp_path / "plain.svg").read_bytes()
    own = {
        "axes.facecolor": "black",
        "text.color": "red",
        "font.size": 30,
        "savefig.bbox": "tight",
        "figure.constrained_layout.use": True,
        "svg.hashsalt": "other",
        "axes.grid": True,
        "lines.linewidth": 9,
    }
    with matplotlib.rc_context(own):
        before = dict(matplotlib.rcParams)
        other = charts.save(charts.figure_of_play(four), tmp_path / "other.svg").read_bytes()
        assert dict(matplotlib.rcParams) == before
    assert other == plain


@pytest.mark.parametrize("name", ["a.pdf", "a", "a.png.txt", ".png"])
def test_other_suffixes_are_refused(name, tmp_path):
    with pytest.raises(InputError, match="cannot be written as") as caught:
        charts.save(Figure(), tmp_path / "new" / name)
    assert ".png or .svg" in caught.value.cure
    assert not (tmp_path / "new").exists()


def test_nothing_is_overwritten_unasked(tmp_path):
    path = tmp_path / "a.PNG"
    path.write_text("mine")
    with pytest.raises(InputError, match="already there"):
        charts.save(Figure(), path)
    assert path.read_text() == "mine"
    charts.save(Figure(), path, overwrite=True)
    assert path.read_bytes().startswith(b"\x89PNG")


def test_places_where_nothing_can_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(InputError, match="cannot be made"):
        charts.save(Figure(), tmp_path / "file" / "a.png")
    with pytest.raises(InputError, match="is a folder"):
        charts.save(Figure(), tmp_path / "folder.png", overwrite=True)


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = charts.save(Figure(), tmp_path / "a.svg")
    before = path.read_bytes()
    figure = Figure()

    def fail(target: Path, **_: object) -> None:
        target.write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(figure, "savefig", fail)
    with pytest.raises(InputError, match="No space left"):
        charts.save(figure, path, overwrite=True)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["a.svg"]


def test_without_a_display_and_with_a_backend_that_needs_one(tmp_path):
    code = """
import sys
import pandas as pd
from quacks_sim import charts
frame = pd.DataFrame({"strategy": ["a", "b"], "win_share": [0.6, 0.4],
                      "win_share_low": [0.5, 0.3], "win_share_high": [0.7, 0.5]})
charts.save(charts.win_shares(frame).figure, sys.argv[1])
import matplotlib
assert "matplotlib.pyplot" not in sys.modules
assert matplotlib.rcParams._get("backend") == "TkAgg"
"""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    environment |= {"MPLBACKEND": "TkAgg", "PYTHONPATH": os.pathsep.join(sys.path)}
    path = tmp_path / "a.png"
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert path.read_bytes().startswith(b"\x89PNG")


def test_a_notebook_can_show_a_figure(solo):
    assert charts.figure_of_play(solo)._repr_png_().startswith(b"\x89PNG")


# Datasets


def run(path: Path, **content: object):
    known = {"question": "Who wins?", "games": 40, "seed": 5}
    return run_experiment(Experiment.from_dict({**known, **content}), path, threads=1)


@pytest.fixture(scope="module")
def datasets(tmp_path_factory):
    folder = tmp_path_factory.mktemp("datasets")
    table = ["yardstick", "safe"]
    numbers = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
    return {
        "one": run(folder / "one", tables=[table]),
        "axis": run(folder / "axis", tables=[table], vary={"stop.max_risk": numbers}),
        "names": run(
            folder / "names", tables=[table], vary={"rubies": ["keep", "droplet"]}, chart="bought"
        ),
        "tables": run(
            folder / "tables",
            tables=[["yardstick", "safe"], ["yardstick", "careful"]],
            vary={"stop.max_risk": numbers},
            chart="sweep",
        ),
        "map": run(
            folder / "map",
            tables=[table],
            vary={"stop.max_risk": numbers, "explosion.round": [2, 5, 8]},
        ),
        "two tables": run(folder / "two", tables=[table, ["safe", "yardstick", "careful"]]),
        "alone": run(folder / "alone", tables=[["yardstick"]], vary={"stop.max_risk": numbers}),
    }


#: Dataset, chart, and how many axes the figure has.
FITS = [
    ("one", "points", 1),
    ("axis", "by_round", 2),
    ("axis", "bought", 7),
    ("names", "points", 1),
    ("tables", "win_shares", 2),
    ("tables", "heat_map", 2),
    ("tables", "by_round", 2),
    ("map", "sweep", 1),
    ("map", "bought", 4),
    ("map", "points", 1),
    ("two tables", "sweep", 2),
    ("two tables", "by_round", 2),
    ("alone", "win_shares", 1),
]


@pytest.mark.parametrize(("name", "chart", "panels"), FITS)
def test_figures_of_datasets_are_whole(name, chart, panels, datasets):
    figure = figure_of_dataset(datasets[name], chart)
    assert len(figure.axes) == panels
    check_layout(figure)


@pytest.mark.parametrize(
    ("name", "chart"),
    [("one", "sweep"), ("one", "heat_map"), ("axis", "heat_map"), ("axis", "win_share")],
)
def test_a_chart_that_does_not_fit_a_dataset_is_refused(name, chart, datasets):
    with pytest.raises(InputError) as caught:
        figure_of_dataset(datasets[name], chart)
    assert chart in caught.value.cause or "heat map" in caught.value.cause
    assert caught.value.cure


@pytest.mark.parametrize(
    ("name", "panels"), [("one", 2), ("axis", 2), ("names", 3), ("tables", 1), ("map", 2)]
)
def test_a_dataset_chooses_its_chart_and_says_question_and_command(name, panels, datasets):
    figure = figure_of_dataset(datasets[name])
    assert len(figure.axes) == panels
    assert named_text(figure, "title") == "Who wins?"
    said = named_text(figure, "caption")
    assert "40 games" in said
    assert said.endswith(f"Made by: {datasets[name].manifest['command']}")
    assert ("Shown: yardstick" in said) is (name != "one")


def test_lines_are_the_results_of_their_cells(datasets):
    dataset = datasets["tables"]
    ax = figure_of_dataset(dataset).axes[0]
    drawn = [line.get_ydata().tolist() for line in ax.lines if len(line.get_xdata()) == 8]
    wins = [result.strategies[0].win_share.mean for result in dataset.results()]
    assert drawn == [pytest.approx(wins[:8]), pytest.approx(wins[8:])]
    legend = [text.get_text() for text in ax.get_legend().get_texts()]
    best = max(range(8), key=lambda each: wins[8 + each])
    assert legend[1].startswith(f"against careful: best {0.1 * (best + 1):g}, ")
