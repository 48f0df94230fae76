"""Datasets at URLs: the same bytes, written at once or under a temporary name."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from upath import UPath

from quacks_sim.errors import InputError
from quacks_sim.experiment import folders as folders_module
from quacks_sim.experiment import load, run_experiment
from quacks_sim.experiment.files import write_file
from quacks_sim.experiment.folders import as_folder
from tests.experiment.conftest import content_of, make
from tests.experiment.test_run import Stop

URL = "memory://quacks-tests/out"


@pytest.fixture(autouse=True)
def _no_memory() -> Iterator[None]:
    yield
    place = UPath("memory://quacks-tests")
    if place.exists():
        place.fs.rm(place.path, recursive=True)


def content_at(url: str) -> dict[str, bytes]:
    folder = UPath(url)
    found = folder.fs.find(folder.path)
    names = [name.removeprefix(f"{folder.path}/") for name in found]
    return {name: folder.joinpath(name).read_bytes() for name in names if name != "manifest.json"}


@pytest.mark.parametrize(
    ("out", "path"),
    [
        ("out/demo", "out/demo"),
        ("file:///a/b%20c", "/a/b c"),
        (Path("file:///a/b"), "/a/b"),
        ("C:/a/b", "C:/a/b"),
        (Path("memory://a/b"), "memory://a/b"),
        ("memory://a/b/", "memory://a/b"),
    ],
)
def test_what_names_a_folder(out: str | Path, path: str) -> None:
    assert str(as_folder(out)) == path


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("level", ["summary", "rounds"])
def test_a_dataset_at_a_url_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str, at_once: bool
) -> None:
    if not at_once:
        monkeypatch.setattr(folders_module, "_OBJECT_STORES", frozenset())
    with pytest.raises(KeyboardInterrupt):
        run_experiment(make(level=level), URL, progress=Stop(400))
    dataset = run_experiment(make(level=level), URL)
    local = run_experiment(make(level=level), tmp_path / "local")
    assert 0 < dataset.played < 600
    assert content_at(URL) == content_of(tmp_path / "local")
    assert load(URL).summary().equals(local.summary())
    if level == "rounds":
        assert load(f"{URL}/manifest.json").games().equals(local.games())
    assert load(URL).damaged() == []


def test_a_dataset_at_a_url_is_replaced_and_repaired() -> None:
    run_experiment(make(), URL)
    before = content_at(URL)
    run_experiment(make(level="summary", seed=6), URL, overwrite=True)
    assert not [name for name in content_at(URL) if not name.startswith("totals/")]
    run_experiment(make(), URL, overwrite=True)
    name = sorted(content_at(URL))[0]
    UPath(URL).joinpath(name).write_bytes(b"PAR1")
    assert load(URL).damaged() == [name]
    assert run_experiment(make(), URL).played == 120
    assert content_at(URL) == before


def test_something_else_at_a_url_is_refused() -> None:
    UPath(URL).mkdir(parents=True)
    UPath(URL).joinpath("photo.jpg").write_bytes(b"precious")
    with pytest.raises(InputError, match=r"photo\.jpg and is no dataset"):
        run_experiment(make(), URL)


def test_a_file_that_cannot_be_renamed_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders_module, "_OBJECT_STORES", frozenset())
    path = UPath("memory://quacks-tests/file")
    write_file(path, b"old")

    def broken(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(path.fs, "mv", broken)
    with pytest.raises(OSError, match="Input/output"):
        write_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert [each.name for each in UPath("memory://quacks-tests").iterdir()] == ["file"]


def test_urls_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="nonsense"):
        as_folder("nonsense://here")
    monkeypatch.setitem(sys.modules, "s3fs", None)
    with pytest.raises(InputError, match="s3fs") as caught:
        as_folder("s3://bucket/name")
    assert "pip" in caught.value.cure
    monkeypatch.setitem(sys.modules, "upath", None)
    with pytest.raises(InputError) as caught:
        as_folder("memory://here")
    assert "quacks-sim[cluster]" in caught.value.cure
