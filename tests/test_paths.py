"""Paths as they are told to others."""

from pathlib import Path

import pytest

from quacks_sim.own_files import kind_of, name_of_temporary, temporary_beside
from quacks_sim.paths import seen_from, told_from, without_owner


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the home of anna, in which the work is done."""
    home = tmp_path / "anna"
    (home / "work").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home / "work")
    return home


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("mine.toml", "mine.toml"),
        ("a/mine.toml", "a/mine.toml"),
        ("../b/mine.toml", "../b/mine.toml"),
        (".", "."),
        ("..", ".."),
        ("../../anna/mine.toml", "mine.toml"),
        ("anna/mine.toml", "anna/mine.toml"),
        ("/data/x/mine.toml", "mine.toml"),
        ("{home}/work/a/mine.toml", "a/mine.toml"),
        ("{home}/mine.toml", "mine.toml"),
        ("{home}/work", "."),
        ("s3://bucket/a", "s3://bucket/a"),
        ("balanced", "balanced"),
    ],
)
def test_what_others_are_told(path: str, told: str, home: Path) -> None:
    assert without_owner(path.format(home=home)) == told


@pytest.mark.parametrize(
    ("folder", "path", "seen", "told"),
    [
        ("{home}/d", "{home}/s/m.py", "../s/m.py", None),
        ("{home}/d", "{home}/d/m.py", "m.py", None),
        ("{home}/d", "{home}/d", ".", None),
        ("{home}/../ben/d", "{home}/s/m.py", "../../anna/s/m.py", "m.py"),
        ("{home}/d", "{home}/../ben/m.py", "../../ben/m.py", None),
    ],
)
def test_what_is_found_again(
    folder: str, path: str, seen: str, told: str | None, home: Path
) -> None:
    where, file = Path(folder.format(home=home)), Path(path.format(home=home))
    assert seen_from(where, file) == seen
    assert (where / seen).resolve() == file.resolve()
    assert told_from(where, file) == (told or seen)


def test_links_on_the_way_are_followed(home: Path) -> None:
    (home / "disk" / "d").mkdir(parents=True)
    (home / "d").symlink_to("disk/d")
    assert seen_from(home / "d", home / "m.py") == "../../m.py"


@pytest.mark.parametrize("name", ["a", "manifest.json", "ä b.parquet", "a.quacks.tmp", ".x"])
def test_temporary_names_are_known_again(name: str) -> None:
    path = temporary_beside(Path("d", name))
    assert path != temporary_beside(Path("d", name))
    assert path.parent == Path("d")
    assert name_of_temporary(path.name) == name


@pytest.mark.parametrize(
    "name",
    [
        "keep.tmp",
        "a.0123abcd.quacks.tmp",
        ".a.0123abcd.tmp",
        ".a.0123ABCD.quacks.tmp",
        ".a.123.quacks.tmp",
        "..0123abcd.quacks.tmp",
        ".a.0123abcd.quacks.tmp~",
        ".a.0123abcd.part",
    ],
)
def test_other_names_are_not_ours(name: str) -> None:
    assert name_of_temporary(name) is None


def test_what_lies_at_a_path(home: Path) -> None:
    (home / "file").touch()
    for name, target in (("to file", "file"), ("to folder", "work"), ("to nothing", "gone")):
        (home / name).symlink_to(target)
    names = ["file", "work", "gone", "file/below", "to file", "to folder", "to nothing"]
    kinds = ["file", "folder", "nothing", "nothing", "link", "link", "link"]
    assert [kind_of(home / name) for name in names] == kinds
