"""Files of somebody else where we write: they stay, or are named, and links are not followed."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Quacks
from tests.faults.conftest import SMALL, content_of

SHARD = "cell-00000-game-000000000000.parquet"
OTHER = ("play", "yardstick", "pushing", "--games", "8", "--seed", "2", "--level", "games")

Change = Callable[[Path, Path], object]


@pytest.fixture
def precious(tmp_path: Path) -> Path:
    """Return a folder of a user's own, to which links lead."""
    folder = tmp_path / "precious"
    folder.mkdir()
    for name in ("photo.jpg", SHARD, "manifest.json", "cell-00000.parquet"):
        (folder / name).write_bytes(b"precious")
    return folder


def made(quacks: Quacks, out: str = "d") -> Path:
    assert quacks(*SMALL, "--out", out).code == 0
    return Path(out)


def whole(quacks: Quacks, data: Path) -> bool:
    """Return whether a dataset is as if it had been made in a new folder."""
    quacks(*SMALL, "--out", "fresh", "--overwrite")
    fresh = content_of(Path("fresh"))
    return {name: content for name, content in content_of(data).items() if name in fresh} == fresh


def link(target: str | Path) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


def replaced_by(path: Path, made: Callable[[Path], object]) -> None:
    """Put something else where a file or folder of a dataset lies; what was there is kept aside."""
    path.rename(path.parent.parent / f"aside-{path.name}")
    made(path)


#: What lies where a dataset writes: how it is put there, and what the error says of it.
IN_THE_WAY: dict[str, tuple[Change, str]] = {
    "a link for rounds": (
        lambda data, own: replaced_by(data / "rounds", link(own)),
        "d/rounds is a symbolic link",
    ),
    "a link for games": (
        lambda data, own: replaced_by(data / "games", link(own)),
        "d/games is a symbolic link",
    ),
    "a link for totals": (
        lambda data, own: replaced_by(data / "totals", link("../precious")),
        "d/totals is a symbolic link",
    ),
    "a link that leads nowhere": (
        lambda data, own: replaced_by(data / "games", link("nowhere")),
        "d/games is a symbolic link",
    ),
    "a link to itself": (
        lambda data, own: replaced_by(data / "games", link("games")),
        "d/games is a symbolic link",
    ),
    "a link for a shard": (
        lambda data, own: replaced_by(data / "rounds" / SHARD, link(own / SHARD)),
        f"d/rounds/{SHARD} is a symbolic link",
    ),
    "a link for sums": (
        lambda data, own: replaced_by(data / "totals/cell-00000.parquet", link(own / "photo.jpg")),
        "d/totals/cell-00000.parquet is a symbolic link",
    ),
    "a link for a shard that leads nowhere": (
        lambda data, own: replaced_by(data / "games" / SHARD, link("nowhere")),
        f"d/games/{SHARD} is a symbolic link",
    ),
    "a link for the manifest": (
        lambda data, own: replaced_by(data / "manifest.json", link(data.absolute() / "../m.json")),
        "d/manifest.json is a symbolic link",
    ),
    "a file for a folder": (
        lambda data, own: replaced_by(data / "games", Path.touch),
        "d/games is a file, where a folder is to be",
    ),
    "a folder for a file": (
        lambda data, own: replaced_by(data / "games" / SHARD, Path.mkdir),
        f"d/games/{SHARD} is a folder",
    ),
    "a pipe for a file": (
        lambda data, own: replaced_by(data / "games" / SHARD, os.mkfifo),
        f"d/games/{SHARD} is no file",
    ),
}


@pytest.mark.parametrize("case", IN_THE_WAY)
def test_what_is_in_the_way_is_named_and_stays(quacks: Quacks, precious: Path, case: str) -> None:
    data = made(quacks)
    change, telling = IN_THE_WAY[case]
    change(data, precious)
    if case == "a link for the manifest":
        (data.parent / "aside-manifest.json").rename(data.parent / "m.json")
    before = listing(Path())
    for more in ((), ("--overwrite",)):
        for command in (SMALL, OTHER) if more else (SMALL,):
            if command is OTHER and "rounds" in telling:
                continue  # it keeps no rounds
            done = quacks(*command, "--out", "d", *more)
            assert done.code == 2
            cause, cure = done.err.splitlines()[-2:]
            assert telling in cause
            assert "move it away" in cure
            assert listing(Path()) == before


def listing(folder: Path) -> dict[str, object]:
    """Return everything below a folder, links unfollowed: their targets, and the bytes of files."""
    found: dict[str, object] = {}
    for top, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(top, name)
            if path.is_symlink():
                found[str(path)] = os.readlink(path)
            elif path.is_file():
                found[str(path)] = path.read_bytes()
            else:
                found[str(path)] = None
    return found


#: What lies in a dataset and is in nobody's way.
BESIDE = {
    "notes.txt": b"mine",
    "keep.tmp": b"mine",
    "manifest.json.bak": b"mine",
    "manifest.json.0123abcd.tmp": b"mine",
    "writable.tmp": b"mine",
    ".hidden.quacks.tmp": b"mine",
    "games/notes.csv": b"mine",
    "games/mynotes/a.txt": b"mine",
    "games/cell-00099-game-000000000000.parquet": b"mine",
    "games/cell-00000-game-000000000001.parquet": b"mine",
    "games/cell-0-game-0.parquet": b"mine",
    f"games/{SHARD}.tmp": b"mine",
    f"games/{SHARD}.0123abcd.tmp": b"mine",
    "rounds/.gitignore": b"mine",
    "totals/cell-00001.parquet": b"mine",
    "totals/cell-00000-game-000000000000.parquet": b"mine",
    "other/x": b"mine",
}


def put(data: Path, name: str) -> None:
    (data / name).parent.mkdir(parents=True, exist_ok=True)
    (data / name).write_bytes(BESIDE[name])


@pytest.mark.parametrize(
    "command",
    [SMALL, (*SMALL, "--overwrite"), (*OTHER, "--overwrite")],
    ids=["repeated", "overwritten", "another one"],
)
def test_what_lies_in_a_dataset_stays(
    quacks: Quacks, tmp_path: Path, precious: Path, command: tuple[str, ...]
) -> None:
    data = made(quacks)
    for name in BESIDE:
        put(data, name)
    links = {"games/link": precious / "photo.jpg", "link": precious, "rounds/gone": Path("gone")}
    for name, target in links.items():
        (data / name).symlink_to(target)
    (data / "games" / SHARD).unlink()  # so that there is something to do
    before = listing(precious)
    assert quacks(*command, "--out", "d").code == 0
    assert {name: (data / name).read_bytes() for name in BESIDE} == BESIDE
    assert {name: os.readlink(data / name) for name in links} == {
        name: str(target) for name, target in links.items()
    }
    assert listing(precious) == before
    if command[:3] == SMALL[:3]:
        assert whole(quacks, data)
    else:
        assert not (data / "rounds" / SHARD).exists(), "a file that the old manifest lists"
        fresh = quacks(*OTHER, "--out", "fresh")
        assert fresh.code == 0
        assert content_of(Path("fresh")).items() <= content_of(data).items()


def test_a_link_that_is_in_nobodys_way_stays(quacks: Quacks, precious: Path) -> None:
    """As it was found: a dataset of games, in which a link has the name of the folder of rounds."""
    assert quacks(*OTHER, "--out", "d").code == 0
    Path("d/rounds").symlink_to("../precious")
    before = listing(Path())
    assert quacks(*OTHER, "--out", "d").code == 0
    assert listing(Path()) == before
    assert quacks(*OTHER, "--out", "d", "--overwrite").code == 0
    assert listing(Path()).keys() == before.keys()
    assert (precious / SHARD).read_bytes() == b"precious"


def test_a_file_with_a_name_that_a_new_dataset_needs_is_no_part_of_the_old_one(
    quacks: Quacks,
) -> None:
    assert quacks(*OTHER, "--out", "d").code == 0
    Path("d/rounds").mkdir()
    Path("d/rounds", SHARD).write_bytes(b"mine")
    before = content_of(Path("d"))
    done = quacks(*SMALL, "--out", "d", "--overwrite")
    assert done.code == 2
    cause, cure = done.err.splitlines()
    assert cause == f"error: d/rounds/{SHARD} is in the way: it belongs to no dataset"
    assert cure == "  move it away, or name another folder"
    assert content_of(Path("d")) == before


def test_what_is_half_written_by_us_is_cleared_away(quacks: Quacks) -> None:
    from quacks_sim.own_files import temporary_beside

    data = made(quacks)
    before = content_of(data)
    for name in ("manifest.json", f"games/{SHARD}", f"rounds/{SHARD}", "totals/cell-00000.parquet"):
        temporary_beside(data / name).write_bytes(b"half")
    assert len(content_of(data)) == len(before) + 4
    assert quacks(*SMALL, "--out", "d").code == 0
    assert content_of(data) == before


def test_a_hard_link_to_a_file_of_a_dataset_keeps_its_content(quacks: Quacks) -> None:
    data = made(quacks)
    names = ["manifest.json", f"games/{SHARD}", "totals/cell-00000.parquet"]
    for number, name in enumerate(names):
        os.link(data / name, f"copy{number}")
    before = [(data / name).read_bytes() for name in names]
    assert quacks(*OTHER, "--out", "d", "--overwrite").code == 0
    assert [Path(f"copy{number}").read_bytes() for number in range(3)] == before
    assert (data / names[1]).read_bytes() != before[1]


def test_a_folder_that_is_a_link_is_followed_once(quacks: Quacks, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    Path("d").symlink_to("disk")
    for command in (SMALL, SMALL, (*SMALL, "--overwrite")):
        done = quacks(*command, "--out", "d")
        assert done.code == 0
        assert "dataset: d" in done.err
        assert os.readlink("d") == "disk"
    assert whole(quacks, tmp_path / "disk")
    assert quacks("find", "d", "closest finish").code == 0


#: What no dataset can be written into, and what the error says.
NO_FOLDER: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "nothing": (lambda here: None, "", "the name of a file or folder is empty"),
    "a blank": (lambda here: None, " ", "the name of a file or folder is empty"),
    "here, with a file": (lambda here: (here / "a").touch(), ".", ". holds a and is no dataset"),
    "all": (lambda here: None, "/", "/ holds "),
    "a file": (lambda here: (here / "d").touch(), "d", "d is a file, not a folder"),
    "below a file": (lambda here: (here / "d").touch(), "d/e", "cannot be written: Not a dir"),
    "a link to nothing": (
        lambda here: (here / "d").symlink_to("gone"),
        "d",
        "d is a symbolic link that leads nowhere",
    ),
    "a link to itself": (
        lambda here: (here / "d").symlink_to("d"),
        "d",
        "d is a symbolic link that leads nowhere",
    ),
    "a link to a file": (
        lambda here: ((here / "a").touch(), (here / "d").symlink_to("a")),
        "d",
        "d is a file, not a folder",
    ),
    "somebody's home": (lambda here: None, "~nobody-of-this-name/d", "~nobody-of-this-name/d': "),
}


@pytest.mark.parametrize("case", NO_FOLDER)
@pytest.mark.parametrize("more", [(), ("--overwrite",)], ids=["new", "overwritten"])
def test_where_no_dataset_can_be(
    quacks: Quacks, tmp_path: Path, case: str, more: tuple[str, ...]
) -> None:
    change, out, telling = NO_FOLDER[case]
    change(tmp_path)
    before = listing(Path())
    for command in (SMALL, ("run", "demo", "--games", 12)):
        done = quacks(*command, "--out", out, *more)
        assert done.code == 2
        assert telling in done.err
        assert len(done.err.splitlines()) == 2
        assert listing(Path()) == before


def test_an_empty_folder_and_a_home_of_ones_own(
    quacks: Quacks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "home").mkdir()
    monkeypatch.chdir("here")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert quacks(*SMALL, "--out", ".").code == 0
    assert quacks(*SMALL, "--out", "~/data", "--chart", "~/a.svg").code == 0
    assert content_of(Path()) == content_of(tmp_path / "home" / "data")
    assert (tmp_path / "home" / "a.svg").is_file()
    assert not Path("~").exists()


TUNE = ("tune", "pushing", "--vary", "stop", "--against", "safe", "--games", 100)
TUNE = (*TUNE, "--generations", 1, "--verdict-games", 100, "--seed", 5)
TRAIN = ("train", "champion", "--players", 2, "--games", 100, "--iterations", 1, "--seed", 5)

#: Commands that write one file, and its name.
WRITERS: dict[str, tuple[tuple[object, ...], str]] = {
    "play --chart": ((*SMALL[:7], "--chart"), "x.svg"),
    "chart": (("chart", "data", "-o"), "x.png"),
    "report": (("report", "data", "-o"), "x.html"),
    "tune": ((*TUNE, "-o"), "x.toml"),
    "train": ((*TRAIN, "-o"), "x.values.csv"),
}

#: What lies where the file is to be, and what the error says of it; {} is its name.
TARGETS: dict[str, tuple[Callable[[Path, Path], object], str]] = {
    "a link": (lambda path, own: path.symlink_to(own / "photo.jpg"), "{} is a symbolic link"),
    "a link to nothing": (lambda path, own: path.symlink_to("gone"), "{} is a symbolic link"),
    "a link to itself": (lambda path, own: path.symlink_to(path.name), "{} is a symbolic link"),
    "a folder": (lambda path, own: path.mkdir(), "{} is a folder"),
    "a pipe": (lambda path, own: os.mkfifo(path), "{} is no file"),
}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("writer", WRITERS)
def test_a_result_replaces_no_link(
    quacks: Quacks, small_dataset: Path, precious: Path, writer: str, target: str
) -> None:
    Path("data").symlink_to(small_dataset)
    command, name = WRITERS[writer]
    change, telling = TARGETS[target]
    change(Path(name), precious)
    before = listing(Path())
    for more in ((), ("--overwrite",)):
        done = quacks(*command, name, *more)
        assert done.code == 2
        assert telling.format(name) in done.err.splitlines()[-2]
        assert listing(Path()) == before


#: What lies beside a result under a name that is used on the way.
ON_THE_WAY = {
    "the lock of a search": (TUNE, "x.toml", ".x.toml.quacks.lock"),
    "the record of a search": (TUNE, "x.toml", "x.tune.json"),
    "the lock of a training": (TRAIN, "x.values.csv", ".x.values.csv.quacks.lock"),
    "the state of a training": (TRAIN, "x.values.csv", ".x.values.csv.training"),
}


@pytest.mark.parametrize("kind", ["file", "link", "link to nothing"])
@pytest.mark.parametrize("case", ON_THE_WAY)
def test_what_lies_beside_a_result_stays(
    quacks: Quacks, precious: Path, case: str, kind: str
) -> None:
    command, out, name = ON_THE_WAY[case]
    if kind == "file":
        Path(name).write_bytes(b"mine \xff")
    else:
        Path(name).symlink_to(precious / "photo.jpg" if kind == "link" else "gone")
    before = listing(Path())
    for more in ((), ("--overwrite",)):
        done = quacks(*command, "-o", out, *more)
        assert done.code == 2
        assert name in done.err
        assert len(done.err.splitlines()) == 2
        assert listing(Path()) == before


def test_a_saved_game_replaces_no_link(
    quacks: Quacks, precious: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from quacks_sim.advice.dialogue import Dialogue
    from quacks_sim.advice.saved import resume, save
    from quacks_sim.advice.situation import Situation
    from quacks_sim.errors import InputError
    from quacks_sim.values import load_values

    dialogue = Dialogue.of_game(Situation(players=2, rivals=(0,)), load_values("champion"))
    Path("game.json").symlink_to(precious / "photo.jpg")
    before = listing(Path())
    for overwrite in (False, True):
        with pytest.raises(InputError, match=r"game\.json is a symbolic link"):
            save(dialogue, "game.json", overwrite=overwrite)
    assert listing(Path()) == before
    for work in (lambda: save(dialogue, ""), lambda: resume("", load_values("champion"))):
        with pytest.raises(InputError, match=r"empty|cannot be written as"):
            work()


#: Every option and argument that takes the path of a file or folder, empty.
EMPTY = [
    ("run", ""),
    ("run", "demo", "--out", ""),
    ("play", "", "safe"),
    ("play", "safe", "--out", ""),
    ("play", "safe", "--chart", ""),
    ("play", "safe", "--rules", ""),
    ("play", "safe", "--plugin", ""),
    ("tournament", "safe", "pushing", "--out", ""),
    ("tournament", "safe", "pushing", "--chart", ""),
    ("sweep", "safe", "--vary", "rubies=keep,droplet", "--chart", ""),
    ("sweep", "safe", "--vary", "rubies=keep,droplet", "--against", ""),
    ("tune", "safe", "--vary", "stop", "--out", ""),
    ("train", "--out", ""),
    ("chart", ""),
    ("chart", "data", "--file", ""),
    ("report", ""),
    ("report", "data", "--file", ""),
    ("replay", ""),
    ("replay", "", "--game", "1"),
    ("replay", "data", "--plugin", ""),
    ("find", "", "closest finish"),
    ("advise", "--resume", ""),
    ("advise", "--round", "2", "--values", ""),
    ("strategies", "check", ""),
    ("strategies", "show", ""),
    ("experiments", "show", ""),
    ("brew", "--rules", ""),
    ("run", "demo", "--scheduler", ""),
]


@pytest.mark.parametrize("command", EMPTY, ids=" ".join)
def test_an_empty_path_is_refused(
    quacks: Quacks, small_dataset: Path, command: tuple[str, ...]
) -> None:
    """In the folder of a dataset, so that nothing could be taken for the folder here."""
    os.chdir(small_dataset)
    before = content_of(small_dataset)
    done = quacks(*command)
    assert done.code == 2
    cause, cure = done.err.splitlines()
    assert "empty" in cause or "''" in cause
    assert cure
    assert done.out == ""
    assert content_of(small_dataset) == before
