"""Formats of rows: one is as good as another to whoever reads, and none is trusted."""

import json
import os
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from quacks_sim.cli.options import AnyFormat, Format, RowFormat
from quacks_sim.errors import InputError
from quacks_sim.experiment import load, record_match, run_experiment
from quacks_sim.experiment.columns import SCHEMAS, to_table
from quacks_sim.experiment.files import sha256
from quacks_sim.experiment.formats import FORMATS, unpack_rows
from quacks_sim.experiment.identity import identity
from quacks_sim.match import make_match
from tests.experiment.conftest import BOLD, CAREFUL, content_of, make

GAMES = SCHEMAS["games"]


@pytest.fixture(scope="module")
def rows() -> pa.Table:
    """Return the rows of 24 games."""
    match = make_match([CAREFUL, BOLD], seed=1)
    return to_table("games", 0, match, [match.block(0, 24, "games")])


def test_the_command_line_has_the_same_formats() -> None:
    assert [*RowFormat] == [*FORMATS]
    assert [*AnyFormat] == [*Format, *RowFormat]


@pytest.mark.parametrize("format", FORMATS)
def test_rows_come_back(rows: pa.Table, format: str) -> None:
    content = bytes(FORMATS[format].pack(rows))
    assert unpack_rows(format, content, GAMES).equals(rows)
    some = pa.schema([GAMES.field(name) for name in ("strategy", "victory_points", "cell")])
    assert unpack_rows(format, content, some).equals(rows.select(some.names))


def test_all_formats_keep_the_same_rows(tmp_path: Path) -> None:
    datasets = {
        format: run_experiment(make(level="rounds", format=format), tmp_path / format)
        for format in FORMATS
    }
    assert {name: each.format for name, each in datasets.items()} == {n: n for n in FORMATS}
    for kind in ("games", "rounds"):
        frames = [getattr(each, kind)() for each in datasets.values()]
        pd.testing.assert_frame_equal(*frames)
        for format in FORMATS:
            assert {path.suffix for path in (tmp_path / format / kind).iterdir()} == {f".{format}"}
    totals = [
        {name: each.strategies for name, each in enumerate(dataset.results())}
        for dataset in datasets.values()
    ]
    assert totals[0] == totals[1]


@pytest.mark.parametrize("format", FORMATS)
def test_damage_is_told_and_never_crashes(rows: pa.Table, format: str) -> None:
    good = bytes(FORMATS[format].pack(rows))
    chance = np.random.default_rng(1)
    reasons = []
    for _ in range(400):
        content = bytearray(good)
        for place in chance.integers(len(good), size=chance.integers(1, 4)):
            content[place] ^= 1 << chance.integers(8)
        try:
            found = unpack_rows(format, bytes(content), GAMES)
        except ValueError as error:
            reasons.append(str(error))
        else:
            assert found.schema.equals(GAMES)
            found.to_pandas()
    assert len(reasons) > 200
    assert not [reason for reason in reasons if "\n" in reason or not reason]
    for content in (b"", b"PAR1", b"ARROW1", good[:-1], good[: len(good) // 2], good[8:]):
        with pytest.raises(ValueError, match=r"\w"):
            unpack_rows(format, content, GAMES)


def other(name: str, values: pa.Array) -> Callable[[pa.Table], pa.Table]:
    """Return what puts other values into a column."""
    return lambda table: table.set_column(table.schema.get_field_index(name), name, values)


def wild_names(table: pa.Table) -> pa.Table:
    indices = pa.array([7] * len(table), pa.int32())
    names = pa.DictionaryArray.from_arrays(indices, pa.array(["careful"]), safe=False)
    field = table.schema.get_field_index("strategy")
    return table.set_column(field, table.schema.field(field), names)


def with_nulls(table: pa.Table) -> pa.Table:
    arrays = [each.combine_chunks() for each in table.columns]
    arrays[7] = pa.array([None] * len(table), arrays[7].type)
    return pa.Table.from_arrays(arrays, schema=table.schema)


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.drop_columns(["rubies"]),
        lambda table: table.append_column("more", table["rubies"]).drop_columns(["rats"]),
        other("rubies", pa.array(np.zeros(48), pa.float64())),
        other("rubies", pa.array(["a"] * 48)),
        wild_names,
        with_nulls,
    ],
)
def test_a_file_of_something_else_is_refused(
    rows: pa.Table, change: Callable[[pa.Table], pa.Table]
) -> None:
    sink = pa.BufferOutputStream()
    table = change(rows)
    with pa.ipc.new_file(sink, table.schema) as file:
        file.write_table(table)
    with pytest.raises(ValueError, match=r"\w"):
        unpack_rows("arrow", sink.getvalue().to_pybytes(), GAMES)


def test_what_a_file_says_of_its_types_is_not_run(rows: pa.Table, tmp_path: Path) -> None:
    class Payload:
        def __reduce__(self) -> Any:
            return os.mkdir, (str(tmp_path / "made"),)

    described = {
        "ARROW:extension:name": "arrow.py_extension_type",
        "ARROW:extension:metadata": pickle.dumps(Payload()),
    }
    place = GAMES.get_field_index("rubies")
    schema = GAMES.set(place, GAMES.field(place).with_metadata(described))
    table = pa.Table.from_arrays(rows.columns, schema=schema)
    for format in FORMATS:
        found = unpack_rows(format, bytes(FORMATS[format].pack(table)), GAMES)
        assert found.to_pandas().equals(rows.to_pandas())
    assert not (tmp_path / "made").exists()


def test_rows_of_another_format_are_refused(rows: pa.Table) -> None:
    for format, other in (("arrow", "parquet"), ("parquet", "arrow")):
        with pytest.raises(ValueError, match=r"\w"):
            unpack_rows(other, bytes(FORMATS[format].pack(rows)), GAMES)


def truncated(folder: Path, names: list[str]) -> list[str]:
    (folder / names[0]).write_bytes((folder / names[0]).read_bytes()[:-100])
    return names[:1]


def flipped(folder: Path, names: list[str]) -> list[str]:
    content = bytearray((folder / names[1]).read_bytes())
    content[len(content) // 3] ^= 4
    (folder / names[1]).write_bytes(content)
    return names[1:2]


def copied(folder: Path, names: list[str]) -> list[str]:
    shutil.copy(folder / names[0], folder / names[1])
    return names[1:2]


def removed(folder: Path, names: list[str]) -> list[str]:
    (folder / names[0]).unlink()
    return names[:1]


@pytest.mark.parametrize("damage", [truncated, flipped, copied, removed])
def test_damaged_arrow_files_are_found_named_and_made_again(
    tmp_path: Path, damage: Callable[[Path, list[str]], list[str]]
) -> None:
    experiment = make(level="rounds", games=120, format="arrow")
    run_experiment(experiment, tmp_path)
    before = content_of(tmp_path)
    names = damage(tmp_path, sorted(name for name in before if name.startswith("rounds/")))
    assert load(tmp_path).damaged() == names
    with pytest.raises(InputError, match=names[0]) as caught:
        load(tmp_path).rounds()
    assert "give the command again that made it: quacks run" in caught.value.cure
    again = run_experiment(experiment, tmp_path)
    assert again.remade == names
    assert content_of(tmp_path) == before


def test_an_interrupted_run_goes_on_in_its_format(tmp_path: Path) -> None:
    def stop(done: int, wanted: int) -> None:
        if done > 310:
            raise KeyboardInterrupt

    run_experiment(make(), tmp_path / "whole", format="arrow")
    with pytest.raises(KeyboardInterrupt):
        run_experiment(make(), tmp_path / "part", format="arrow", progress=stop, threads=1)
    again = run_experiment(make(), tmp_path / "part", format="arrow")
    assert 0 < again.played < 600
    assert content_of(tmp_path / "part") == content_of(tmp_path / "whole")


@pytest.mark.parametrize("level", ["summary", "games"])
def test_another_format_is_another_dataset(tmp_path: Path, level: str) -> None:
    run_experiment(make(level=level), tmp_path, format="arrow")
    before = content_of(tmp_path)
    with pytest.raises(InputError, match='another run: format "arrow" → "parquet"') as caught:
        run_experiment(make(level=level), tmp_path)
    assert "--overwrite" in caught.value.cure
    assert content_of(tmp_path) == before
    run_experiment(make(level=level), tmp_path, overwrite=True)
    assert not [name for name in content_of(tmp_path) if name.endswith(".arrow")]


def test_the_command_names_a_format_that_the_experiment_does_not(tmp_path: Path) -> None:
    dataset = run_experiment(make(), tmp_path / "said", format="arrow")
    assert "--format arrow" in dataset.manifest["command"]
    dataset = run_experiment(make(format="arrow"), tmp_path / "own")
    assert dataset.format == "arrow"
    assert "--format" not in dataset.manifest["command"]


@pytest.mark.parametrize("format", ["feather", "", 3, ["arrow"]])
def test_unknown_formats_are_refused(tmp_path: Path, format: Any) -> None:
    match = make_match([CAREFUL, BOLD])
    for call in (
        lambda: make(format=format),
        lambda: run_experiment(make(), tmp_path / "data", format=format),
        lambda: record_match(match, 24, tmp_path / "data", format=format),
    ):
        with pytest.raises(InputError, match="format") as caught:
            call()
        assert "parquet, arrow" in caught.value.cure
    assert not (tmp_path / "data").exists()


def test_datasets_of_earlier_versions_can_be_read(tmp_path: Path) -> None:
    dataset = run_experiment(make(games=24), tmp_path)
    expected = dataset.games()
    manifest = dataset.manifest
    del manifest["plan"]["format"]
    for entry in manifest["shards"]:
        path = tmp_path / entry["games"]["file"]
        table = pq.read_table(path)
        numbers = [name for name in table.schema.names if name != "strategy"]
        split = dict.fromkeys(numbers, "BYTE_STREAM_SPLIT")
        pq.write_table(table, path, use_dictionary=["strategy"], column_encoding=split)
        entry["games"] |= {"bytes": path.stat().st_size, "sha256": sha256(path.read_bytes())}
    manifest["identity"] = identity(manifest["plan"])
    (tmp_path / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    found = load(tmp_path)
    assert found.format == "parquet"
    pd.testing.assert_frame_equal(found.games(), expected)
