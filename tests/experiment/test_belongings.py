"""Which files belong to a dataset, whatever its manifest says."""

from typing import Any

import pytest

from quacks_sim.experiment.belongings import Belongings

PLAN = {"level": "games", "games": 130, "shard_games": 60, "cells": [{}, {}]}


@pytest.mark.parametrize(
    ("folder", "name", "belongs"),
    [
        ("games", "cell-00000-game-000000000000.parquet", True),
        ("games", "cell-00001-game-000000000120.parquet", True),
        ("games", "cell-00002-game-000000000000.parquet", False),
        ("games", "cell-00000-game-000000000180.parquet", False),
        ("games", "cell-00000-game-000000000001.parquet", False),
        ("games", "cell-0-game-0.parquet", False),
        ("games", "cell-00000-game-000000000000.csv", False),
        ("games", "cell-00000-game-000000000000.parquet.tmp", False),
        ("games", "cell-00000.parquet", False),
        ("games", "notes.parquet", False),
        ("games", "listed.parquet", True),
        ("rounds", "cell-00000-game-000000000000.parquet", False),
        ("rounds", "listed.parquet", True),
        ("totals", "cell-00001.parquet", True),
        ("totals", "cell-00002.parquet", False),
        ("totals", "old.parquet", True),
        ("", "manifest.json", False),
        ("..", "precious.parquet", False),
    ],
)
def test_what_is_listed_or_would_be_written(folder: str, name: str, belongs: bool) -> None:
    entries = {kind: {"file": f"{kind}/listed.parquet"} for kind in ("games", "rounds")}
    outside = {"games": {"file": "../precious.parquet"}, "rounds": {"file": "/etc/passwd"}}
    manifest = {
        "plan": PLAN,
        "shards": [entries, outside],
        "totals": [{"file": "totals/old.parquet"}],
    }
    assert Belongings(manifest).has(folder, name) == belongs


def test_files_of_another_format_are_not_written_by_the_plan() -> None:
    names = [f"cell-00000-game-000000000060.{suffix}" for suffix in ("parquet", "arrow", "csv")]
    for format, belong in (("parquet", [1, 0, 0]), ("arrow", [0, 1, 0]), ("csv", [0, 0, 0])):
        own = Belongings({"plan": {**PLAN, "format": format}})
        assert [own.has("games", name) for name in names] == belong


def test_what_is_listed_is_no_more_than_that() -> None:
    own = Belongings({"plan": PLAN, "totals": [{"file": "totals/cell-00001.parquet"}]})
    assert own.lists("totals", "cell-00001.parquet")
    assert not own.lists("totals", "cell-00000.parquet")
    assert own.folders == ("games", "totals")


@pytest.mark.parametrize(
    "manifest",
    [
        {},
        {"plan": None, "shards": None, "totals": 5},
        {"plan": [], "shards": [None, 1, "games/a.parquet"], "totals": {"a": 1}},
        {"plan": {**PLAN, "level": "all"}, "shards": [{"games": "games/a.parquet"}]},
        {"plan": {**PLAN, "level": ["games"]}},
        {"plan": {**PLAN, "shard_games": 0}},
        {"plan": {**PLAN, "games": "130"}, "totals": [{"file": ["games/a.parquet"]}]},
        {"plan": {**PLAN, "cells": 2}},
    ],
)
def test_what_makes_no_sense_counts_for_nothing(manifest: dict[str, Any]) -> None:
    own = Belongings(manifest)
    for name in ("a.parquet", "cell-00000-game-000000000000.parquet"):
        assert not own.has("games", name)
