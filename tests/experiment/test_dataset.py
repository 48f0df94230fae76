"""Datasets come back as frames and as results, and say in two lines what is wrong with them."""

from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

import quacks_sim as qs
from quacks_sim.errors import InputError
from quacks_sim.experiment import Dataset, load, record_match, run_experiment
from quacks_sim.experiment.columns import SCHEMAS
from quacks_sim.match import make_match
from tests.experiment.conftest import BOLD, CAREFUL, make


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    tables = [[CAREFUL, BOLD], [CAREFUL, BOLD, BOLD]]
    run_experiment(make(tables=tables, level="rounds", games=130), tmp_path / "data")
    return load(tmp_path / "data")


def test_the_package_exports_it() -> None:
    assert qs.load is load
    assert qs.run_experiment is run_experiment
    assert "load" in qs.__all__


def test_cells(dataset: Dataset) -> None:
    cells = dataset.cells
    assert list(cells.columns) == ["cell", "table", "strategies", "stop.max_risk", "games"]
    assert list(cells["cell"]) == [0, 1, 2, 3]
    assert list(cells["table"]) == [0, 0, 1, 1]
    assert list(cells["stop.max_risk"]) == [0.1, 0.3, 0.1, 0.3]
    assert list(cells["strategies"])[2] == ("careful", "bold", "bold#2")
    assert (cells["games"] == 130).all()
    assert dataset.axes == {"stop.max_risk": [0.1, 0.3]}


def test_games_have_a_row_for_each_game_and_seat(dataset: Dataset) -> None:
    games = dataset.games()
    assert list(games.columns) == SCHEMAS["games"].names
    assert len(games) == 130 * (2 + 2 + 3 + 3)
    assert not games.isna().any().any()
    keys = ["cell", "game", "seat"]
    assert games.equals(games.sort_values(keys, kind="stable"))
    assert not games.duplicated(keys).any()
    assert (games.groupby(["cell", "game"])["win_share_twelfths"].sum() == 12).all()
    three = games[games["cell"] == 3]
    assert (three["deal"] == three["game"] // 3).all()
    assert (three["strategy_index"] == (three["seat"] - three["game"]) % 3).all()
    names = three["strategy_index"].map(dict(enumerate(("careful", "bold", "bold#2"))))
    assert (three["strategy"].astype(str) == names).all()


def test_rounds_have_a_row_for_each_game_seat_and_round(dataset: Dataset) -> None:
    rounds, games = dataset.rounds(), dataset.games()
    assert list(rounds.columns) == SCHEMAS["rounds"].names
    assert len(rounds) == 9 * len(games)
    keys = ["cell", "game", "seat", "round"]
    assert rounds.equals(rounds.sort_values(keys, kind="stable"))
    assert not rounds.duplicated(keys).any()
    last = rounds[rounds["round"] == 9].reset_index(drop=True)
    for name in ("victory_points", "scoring_space", "droplet", "rubies", "bag_size"):
        assert (last[name] == games[name]).all(), name
    sums = rounds.groupby(["cell", "game", "seat"])[["exploded", "coins_spent"]].sum()
    assert list(sums["exploded"]) == list(games["explosions"])
    assert list(sums["coins_spent"]) == list(games["coins_spent"])


def test_only_what_is_wanted_is_read(dataset: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    original = pq.ParquetFile.read

    def noted(self: pq.ParquetFile, columns: list[str]) -> object:
        read.append(columns)
        return original(self, columns=columns)

    monkeypatch.setattr(pq.ParquetFile, "read", noted)
    frame = dataset.games(["victory_points", "cell"], cells=2)
    assert list(frame.columns) == ["victory_points", "cell"]
    assert set(frame["cell"]) == {2}
    assert read == [["victory_points", "cell"]] * 3
    assert list(dataset.rounds(["cell"], cells=[3, 1])["cell"].unique()) == [3, 1]
    none = dataset.games(cells=[])
    assert len(none) == 0
    assert list(none.columns) == SCHEMAS["games"].names


def test_strategies_are_a_category_of_all_names(dataset: Dataset) -> None:
    column = dataset.games(["strategy"], cells=0)["strategy"]
    assert list(column.cat.categories) == ["careful", "bold", "bold#2"]


@pytest.mark.parametrize("level", ["summary", "games"])
def test_results_are_those_of_play(tmp_path: Path, level: str) -> None:
    dataset = run_experiment(make(games=500, level=level), tmp_path / "data", threads=2)
    results = dataset.results()
    for result, risk in zip(results, (0.1, 0.3), strict=True):
        careful = CAREFUL.with_params({"stop.max_risk": risk}).named("careful")
        expected = qs.play(careful, BOLD, games=500, seed=5).to_dict()
        found = result.to_dict()
        for each in (expected, found):
            del each["elapsed_seconds"], each["games_per_second"]
        assert found == expected


def test_games_agree_with_results(dataset: Dataset) -> None:
    games = dataset.games(["cell", "strategy", "victory_points", "win_share_twelfths"])
    means = games.groupby(["cell", "strategy"], observed=True).mean()
    for cell, result in enumerate(dataset.results()):
        for each in result.strategies:
            found = means.loc[cell, each.name]
            assert found["victory_points"] == pytest.approx(each.victory_points.mean, abs=1e-12)
            assert found["win_share_twelfths"] / 12 == pytest.approx(each.win_share.mean)


def test_summary_has_a_row_for_each_cell_and_strategy(dataset: Dataset) -> None:
    summary = dataset.summary()
    assert len(summary) == 2 + 2 + 3 + 3
    head = ["cell", "table", "stop.max_risk", "strategy", "games"]
    assert list(summary.columns)[:5] == head
    assert (summary["win_share_low"] <= summary["win_share"]).all()
    assert (summary["win_share"] <= summary["win_share_high"]).all()
    assert summary.groupby("cell")["win_share"].sum().to_list() == pytest.approx([1] * 4)


def test_one_schema_whatever_the_table(tmp_path: Path) -> None:
    safe = qs.Strategy.from_dict({"stop": "safe"}, name="Jörg,„vorsichtig“")
    rosters = [[safe], [safe, safe], [BOLD, CAREFUL, safe, safe]]
    tables: dict[str, list[object]] = {"games": [], "rounds": []}
    for number, roster in enumerate(rosters):
        out = tmp_path / str(number)
        found = record_match(make_match(roster), 60, out, level="rounds")
        for kind, schema in SCHEMAS.items():
            (path,) = (out / kind).iterdir()
            assert pq.read_schema(path).equals(schema)
            assert all(not field.nullable for field in pq.read_schema(path))
            tables[kind].append(pd.read_parquet(path))
        assert safe.name in set(found.games()["strategy"])
    # No explosion at all in the first: its columns have the same types.
    assert (tables["games"][0]["explosions"] == 0).all()  # type: ignore[index]
    assert len({str(table.dtypes) for table in tables["games"]}) == 1  # type: ignore[attr-defined]
    assert len(pd.concat(tables["rounds"])) == 60 * 9 * (1 + 2 + 4)  # type: ignore[arg-type]


def test_other_tools_read_a_whole_folder(dataset: Dataset) -> None:
    frame = pd.read_parquet(dataset.path / "games")
    assert len(frame) == len(dataset.games())
    assert set(frame["strategy"]) == {"careful", "bold", "bold#2"}


def test_matches_can_be_played_again(dataset: Dataset) -> None:
    match = dataset.match(3)
    assert match.names == ("careful", "bold", "bold#2")
    block = match.block(0, 130, "games")
    assert list(block.game_rows[:, 0]) == list(dataset.games(["victory_points"], 3).iloc[:, 0])


def test_numbers_can_be_read_without_the_policies(tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text(
        'def mine(view, params):\n    """Stop."""\n    return view.white_sum >= 4\n',
        encoding="utf-8",
    )
    (tmp_path / "mine.toml").write_text('stop = "mine.py:mine"\n', encoding="utf-8")
    table = [[str(tmp_path / "mine.toml"), CAREFUL]]
    run_experiment(make(tables=table, vary={}), tmp_path / "data", allow_plugins=True)
    expected = load(tmp_path / "data").summary()
    with pytest.raises(InputError, match=r"would run Python code: .*mine\.py"):
        load(tmp_path / "data").match(0)
    assert load(tmp_path / "data").match(0, allow_plugins=True).names == ("mine", "careful")
    own.write_text(own.read_text(encoding="utf-8").replace("4", "5"), encoding="utf-8")
    with pytest.raises(InputError, match="plays otherwise"):
        load(tmp_path / "data").match(0, allow_plugins=True)
    own.unlink()
    pd.testing.assert_frame_equal(load(tmp_path / "data").summary(), expected)
    with pytest.raises(InputError, match="there is no file"):
        load(tmp_path / "data").match(0, allow_plugins=True)


def two_lines(error: InputError) -> bool:
    return bool(error.cause and error.cure) and "\n" not in error.cause + error.cure


def test_what_is_no_dataset_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(InputError, match="is no dataset") as caught:
            load(path)
        assert two_lines(caught.value)
    for text in ("{", "[]", '{"format": "other"}'):
        (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match="is no dataset"):
            load(tmp_path)
    text = '{"format": "quacks_sim dataset", "schema": 4}'
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="schema 4"):
        load(tmp_path)


def test_a_manifest_may_be_named(dataset: Dataset) -> None:
    assert load(dataset.path / "manifest.json").path == dataset.path


def test_levels_that_were_not_kept_are_named(tmp_path: Path) -> None:
    dataset = run_experiment(make(games=24), tmp_path / "games")
    with pytest.raises(InputError, match="no rows of rounds: its level is 'games'") as caught:
        dataset.rounds()
    assert two_lines(caught.value)
    dataset = run_experiment(make(games=24, level="summary"), tmp_path / "summary")
    with pytest.raises(InputError, match="no rows of games"):
        dataset.games()


def test_unknown_columns_and_cells_are_named(dataset: Dataset) -> None:
    with pytest.raises(InputError, match="no column 'victory_point'") as caught:
        dataset.games(["victory_point"])
    assert "did you mean victory_points?" in caught.value.cure
    for cells in (4, [-1], [0, 99]):
        with pytest.raises(InputError, match="has no cell"):
            dataset.games(cells=cells)
    with pytest.raises(InputError, match="has no cell 7"):
        dataset.match(7)


def test_missing_and_damaged_files_are_named(dataset: Dataset) -> None:
    path = sorted((dataset.path / "games").iterdir())[1]
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(InputError, match=f"games/{path.name} is damaged") as caught:
        dataset.games()
    assert two_lines(caught.value)
    path.unlink()
    with pytest.raises(InputError, match=f"games/{path.name} is missing") as caught:
        dataset.games()
    assert two_lines(caught.value)
    assert "quacks run" in caught.value.cure
    dataset.games(cells=[1, 2, 3])
    totals = dataset.path / "totals" / "cell-00002.parquet"
    totals.write_bytes(b"PAR1")
    with pytest.raises(InputError, match=r"totals/cell-00002\.parquet is damaged"):
        dataset.results()
    totals.unlink()
    with pytest.raises(InputError, match=r"totals/cell-00002\.parquet is missing"):
        dataset.summary()


def test_incomplete_datasets_say_so(tmp_path: Path) -> None:
    def stop(done: int, wanted: int) -> None:
        if done > 310:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_experiment(make(), tmp_path / "part", progress=stop, threads=1)
    dataset = load(tmp_path / "part")
    assert "not complete" in repr(dataset)
    assert len(dataset.games(cells=0)) == 600
    with pytest.raises(InputError, match="0 of 300 games of cell 1"):
        dataset.games()
    with pytest.raises(InputError, match="0 of 300 games of cell 1"):
        dataset.results()


def test_each_cell_has_its_deck(tmp_path: Path) -> None:
    experiment = make(vary={"cards": ["none", "all", "3=FB5"]}, games=24, level="summary")
    run_experiment(experiment, tmp_path / "data")
    dataset = load(tmp_path / "data")
    assert [dataset.match(cell).cards.text() for cell in range(3)] == ["none", "all", "none,3=FB5"]
    assert dataset.axes == {"cards": ["none", "all", "3=FB5"]}
    assert "--cards none,3=FB5" in dataset.match(2).command(5)
    assert run_experiment(experiment, tmp_path / "data").played == 0
