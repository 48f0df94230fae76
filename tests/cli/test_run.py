"""``quacks run`` and ``quacks chart``."""

from pathlib import Path

import pytest

from quacks_sim.experiment import load
from tests.cli.conftest import Quacks

EXPERIMENT = """question = "Which risk is best?"
tables = [["yardstick", "safe"]]
games = 200
seed = 3

[vary]
"stop.max_risk" = { from = 0.1, to = 0.3, step = 0.1 }
"""


@pytest.fixture
def experiment(tmp_path: Path) -> Path:
    file = tmp_path / "risk.toml"
    file.write_text(EXPERIMENT)
    return file


def test_a_run_writes_a_dataset_and_answers(quacks: Quacks, experiment: Path) -> None:
    done = quacks("run", experiment)
    assert done.code == 0
    for words in ("Which risk is best?", "0.3", "200 games a cell", "seed 3", "quacks chart"):
        assert words in done.out
    assert load("out/risk").complete


def test_what_cannot_matter_is_told_before_the_games(quacks: Quacks, experiment: Path) -> None:
    experiment.write_text(EXPERIMENT.replace('"yardstick"', '"yardstick+beside=bag"'))
    done = quacks("run", experiment)
    assert "note: yardstick+beside=bag: beside policy bag is never asked" in done.err
    assert quacks("run", experiment, "--quiet").err == ""


def test_the_document(quacks: Quacks, experiment: Path) -> None:
    done = quacks("run", experiment, "--out", "here", "--games", 100, "--seed", 0, "--json")
    assert (done.code, done.err) == (0, "")
    document = done.document
    assert (document["command"], document["schema"]) == ("run", 1)
    assert (document["games"], document["games_played"], document["seed"]) == (100, 300, 0)
    assert [cell["values"]["stop.max_risk"] for cell in document["cells"]] == [0.1, 0.2, 0.3]
    assert [each["name"] for each in document["cells"][0]["strategies"]] == ["yardstick", "safe"]


def test_the_best_value_of_each_table_and_what_is_not_resolved_from_it(
    quacks: Quacks, tmp_path: Path
) -> None:
    text = EXPERIMENT.replace('["yardstick", "safe"]', '["yardstick", "safe"], ["yardstick"]')
    (tmp_path / "two.toml").write_text(
        text.replace("0.1, to = 0.3, step = 0.1", "0.3, to = 0.9, step = 0.3")
    )
    document = quacks("run", "two.toml", "--json").document
    assert [each["table"] for each in document["tables"]] == [1, 2]
    assert [each["measure"] for each in document["tables"]] == ["win_share", "victory_points"]
    for each in document["tables"]:
        assert {"stop.max_risk": 0.9} not in [each["best"], *each["not_resolved_from_best"]]
    shown = quacks("run", "two.toml").out
    assert "table 1: best win share: stop.max_risk=0.3" in shown
    assert "table 2: best points: stop.max_risk=0.3" in shown
    assert "to the best" in shown


def test_the_same_command_goes_on_and_another_is_refused(quacks: Quacks, experiment: Path) -> None:
    assert quacks("run", experiment, "--out", "here").code == 0
    assert quacks("run", experiment, "--out", "here", "--json").document["games_played"] == 0
    other = quacks("run", experiment, "--out", "here", "--seed", 4)
    assert other.code == 2
    assert "--overwrite" in other.err
    assert load("here").seed == 3
    assert quacks("run", experiment, "--out", "here", "--seed", 4, "--overwrite").code == 0
    assert load("here").seed == 4


def test_a_misspelt_key_is_an_error_with_the_nearest(quacks: Quacks, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("gamse = 10\n" + EXPERIMENT)
    done = quacks("run", "x.toml")
    assert done.code == 2
    assert "'gamse'" in done.err
    assert "did you mean games?" in done.err
    assert not Path("out").exists()


def test_charts_of_a_dataset(quacks: Quacks, experiment: Path) -> None:
    quacks("run", experiment, "--out", "here")
    done = quacks("chart", "here", "-o", "new/risk.svg")
    assert done.code == 0
    assert done.out == "new/risk.svg\n"
    assert Path("new/risk.svg").stat().st_size > 1000
    again = quacks("chart", "here", "-o", "new/risk.svg")
    assert again.code == 2
    assert quacks("chart", "here", "-o", "new/risk.svg", "--overwrite").code == 0
    assert Path(quacks("chart", "here").out.strip()).is_file()
    assert quacks("run", experiment, "--out", "here", "--json").document["games_played"] == 0


def test_charts_that_cannot_be(quacks: Quacks, experiment: Path) -> None:
    assert "no dataset" in quacks("chart", "nowhere").err
    quacks("run", experiment, "--out", "here")
    wrong = quacks("chart", "here", "--chart", "heatmap")
    assert wrong.code == 2
    assert "did you mean heat_map?" in wrong.err
    assert quacks("chart", "here", "-o", "x.pdf").code == 2


def test_rows_may_be_arrow_files(quacks: Quacks, experiment: Path) -> None:
    experiment.write_text(EXPERIMENT.replace("seed = 3", 'seed = 3\nlevel = "games"'))
    done = quacks("run", experiment, "--format", "arrow", "--format", "csv")
    assert done.out.startswith("cell,table,stop.max_risk,strategy")
    dataset = load("out/risk")
    assert (dataset.format, len(dataset.games())) == ("arrow", 1200)
    assert {path.suffix for path in Path("out/risk/games").iterdir()} == {".arrow"}
    assert quacks("run", experiment, "-f", "arrow", "--json").document["games_played"] == 0
    refused = quacks("run", experiment)
    assert refused.code == 2
    assert 'holds another run: format "arrow" → "parquet"' in refused.err
    assert quacks("run", experiment, "--overwrite").code == 0
    assert load("out/risk").format == "parquet"


@pytest.mark.parametrize(
    "command", [("play", "yardstick", "safe"), ("tournament", "yardstick", "safe")]
)
def test_every_command_that_keeps_rows_has_formats(
    quacks: Quacks, command: tuple[str, ...]
) -> None:
    options = ("--games", 24, "--seed", 1, "--level", "games", "--out", "kept")
    assert quacks(*command, *options, "--format", "arrow", "--json").code == 0
    assert (load("kept").format, len(load("kept").games())) == ("arrow", 48)
    refused = quacks(*command, *options)
    assert refused.code == 2
    assert 'format "arrow" → "parquet"' in refused.err


def test_a_format_of_rows_that_are_not_kept_is_told(quacks: Quacks, experiment: Path) -> None:
    done = quacks("run", experiment, "--format", "arrow")
    assert done.code == 0
    assert "note: --format arrow changes nothing: at level summary no rows are kept" in done.err


def test_json_and_another_form_of_the_result_exclude_each_other(
    quacks: Quacks, experiment: Path
) -> None:
    done = quacks("run", experiment, "--json", "--format", "csv", "--format", "arrow")
    assert done.code == 2
    assert done.document["error"]["cause"] == "--json and --format csv exclude each other"
