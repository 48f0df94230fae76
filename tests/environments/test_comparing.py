"""What counts as the same result in two environments."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.environments.comparing import printed_differs, written_differs

RESULT = {
    "seed": 3,
    "strategies": [{"name": "safe", "win_share": {"mean": 0.25, "ci95": [0.2, 0.3]}}],
    "pairs": [{"a": "safe", "p_value": 1.25e-7, "p_value_holm": None}],
    "elapsed_seconds": 1.5,
    "versions": {"numpy": "2.1.0"},
}


def changed(place: str, value: object) -> str:
    """Return the result as JSON, with another value at a place."""
    document = json.loads(json.dumps(RESULT))
    *path, last = place.split("/")
    inner = document
    for part in path:
        inner = inner[int(part)] if isinstance(inner, list) else inner[part]
    inner[last] = value
    return json.dumps(document)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("elapsed_seconds", 9.0),
        ("versions", {"numpy": "2.5.0"}),
        ("pairs/0/p_value", 1.25e-7 * (1 + 1e-12)),
    ],
)
def test_time_versions_and_last_digits_of_p_values_may_differ(place: str, value: object) -> None:
    assert printed_differs(json.dumps(RESULT), changed(place, value)) == ""


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("seed", 4),
        ("strategies", []),
        ("strategies/0/win_share/mean", 0.25000000000000006),
        ("pairs/0/p_value", 1.2500001e-7),
        ("pairs/0/p_value_holm", 0.5),
        ("new", 1),
    ],
)
def test_everything_else_must_not(place: str, value: object) -> None:
    found = printed_differs(json.dumps(RESULT), changed(place, value))
    assert place.partition("/")[0] in found
    assert place.rpartition("/")[2] in found


def test_text_is_compared_letter_by_letter() -> None:
    assert printed_differs("a\nb\n", "a\nb\n") == ""
    assert printed_differs("a\nb\n", "a\nc\n") == "line 2: 'b', 'c'"
    assert printed_differs("a\n", "a\nb\n")


def test_datasets_are_compared_by_their_rows(tmp_path: Path) -> None:
    for name, points, codec in (
        ("a", [1, 2], "zstd"),
        ("b", [1, 2], "gzip"),
        ("c", [1, 3], "zstd"),
    ):
        (tmp_path / name / "games").mkdir(parents=True)
        rows = pa.table({"points": points})
        pq.write_table(rows, tmp_path / name / "games" / "0.parquet", compression=codec)
    (tmp_path / "none").mkdir()
    assert written_differs(tmp_path / "a", tmp_path / "b") == ""
    assert "games/0.parquet" in written_differs(tmp_path / "a", tmp_path / "c")
    assert written_differs(tmp_path / "a", tmp_path / "none")
    assert written_differs(tmp_path / "none", tmp_path / "none")
