"""Whose files are where is told in no file: every command that writes, given absolute paths."""

import json
import shutil
from pathlib import Path

import pytest

import quacks_sim as qs
from quacks_sim.errors import InputError
from quacks_sim.experiment import load
from tests.cli.conftest import Quacks

OWNER = "margarethe"

TRAIN = ("--players", 2, "--games", 100, "--iterations", 1, "--seed", 5, "-o")

PLUGIN = '''"""A policy of a user's own."""


def few(view, params):
    """Stop once five chips lie in the pot."""
    return view.pot_size >= 5
'''

EXPERIMENT = """question = "When?"
tables = [["{here}/mine.toml", "balanced+stop={here}/mine.py:few", "learner.toml"]]
games = 12
seed = 1
level = "rounds"

[vary]
stop = ["safe", "{here}/mine.py:few"]
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with strategies, learned values and an experiment; it is not worked in."""
    home = tmp_path / OWNER
    home.mkdir()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    champion = Path(qs.load_strategy("champion").values.path or "")  # type: ignore[union-attr]
    shutil.copy(champion, home / "own.values.csv")
    (home / "mine.py").write_text(PLUGIN, encoding="utf-8")
    (home / "mine.toml").write_text('stop = "mine.py:few"\n', encoding="utf-8")
    (home / "learner.toml").write_text(
        f'values = "{home}/own.values.csv"\npurchase = "learned"\n', encoding="utf-8"
    )
    (home / "exp.toml").write_text(EXPERIMENT.format(here=home), encoding="utf-8")
    return home


def written(home: Path) -> dict[str, bytes]:
    """Return the files that commands have written."""
    given = {"mine.py", "mine.toml", "learner.toml", "own.values.csv", "exp.toml"}
    return {
        path.relative_to(home).as_posix(): path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file() and path.name not in given
    }


def test_no_file_tells_whose_it_is(quacks: Quacks, home: Path) -> None:
    allowed = ("--plugin", home / "mine.py")
    mine, other = home / "mine.toml", f"balanced+stop={home}/mine.py:few"
    learner = f"champion+values={home}/own.values.csv"
    table = (mine, other, home / "learner.toml", learner)
    out = (("--out", home / name) for name in ("run", "play", "tournament"))
    few = ("--games", 12, "--seed", 1)
    stops = f"stop=safe,{home}/mine.py:few"
    commands = [
        ("run", home / "exp.toml", *next(out), *allowed),
        ("play", *table, *few, *next(out), *allowed, "--chart", home / "play.svg"),
        ("tournament", home / "learner.toml", learner, *few, *next(out)),
        ("sweep", mine, "--vary", stops, *few, *allowed, "--chart", home / "sweep.svg"),
        ("chart", home / "run"),
        ("chart", home / "play", "--chart", "by_round", "-o", home / "play.png"),
        ("chart", home / "tournament", "-o", home / "tournament.svg"),
        ("report", home / "run", *allowed),
        ("report", home / "play", *allowed),
        ("train", learner, "--rival", home / "learner.toml", *TRAIN, home / "new.values.csv"),
    ]
    for command in commands:
        done = quacks(*command)
        assert done.code == 0, (command, done.err)
    found = qs.tune(
        mine,
        {"explosion": None},
        against=[other, home / "learner.toml"],
        games=100,
        generations=1,
        verdict_games=100,
        seed=5,
        out=home / "tuned" / "new.toml",
        allow_plugins=True,
    )
    files = written(home)
    assert len(files) > 20
    assert {Path(name).suffix for name in files} >= {".json", ".png", ".svg", ".html", ".toml"}
    for name, content in files.items():
        assert OWNER.encode() not in content, name
        assert str(home.parent).encode() not in content, name
    # What is needed to play on is found again.
    again = qs.load_strategy(home / "tuned" / "new.toml", allow_plugins=True)
    assert again.fingerprint == found.strategy.fingerprint
    for name in ("run", "play"):
        dataset = load(home / name)
        rows = dataset.games(["victory_points"], 0).iloc[:, 0].to_list()
        match = dataset.match(0, allow_plugins=[home / "mine.py"])
        assert match.block(0, 12, "games").game_rows[:, 0].tolist() == rows


def test_a_journal_tells_it_neither(quacks: Quacks, home: Path) -> None:
    mine, other = home / "mine.toml", f"balanced+stop={home}/mine.py:few"
    allowed = ("--plugin", home / "mine.py")
    done = quacks("replay", mine, other, "--seed", 3, "--game", 1, *allowed, "--json")
    assert done.code == 0
    assert OWNER not in done.out
    assert set(done.document["strategies"]) == {"mine", "balanced+stop=mine.py:few"}


def test_a_dataset_and_its_plugins_move_together(quacks: Quacks, home: Path) -> None:
    assert quacks("run", home / "exp.toml", "--out", home / "run", "--allow-plugins").code == 0
    rows = load(home / "run").games(["victory_points"], 0).iloc[:, 0].to_list()
    moved = home.parent / "moved"
    home.rename(moved)

    def points(**options: object) -> list[int]:
        match = load(moved / "run").match(0, **options)  # type: ignore[arg-type]
        return list(match.block(0, 12, "games").game_rows[:, 0])

    assert points(allow_plugins=True) == rows
    # Without what lay beside it, whoever allows a file has named where it is.
    apart = home.parent / "apart"
    apart.mkdir()
    for name in ("mine.py", "own.values.csv"):
        (moved / name).rename(apart / name)
    with pytest.raises(InputError, match=r"there is no file .*mine\.py|no values"):
        points(allow_plugins=True)
    with pytest.raises(InputError, match="would run Python code"):
        points()
    (apart / "own.values.csv").rename(moved / "own.values.csv")
    assert points(allow_plugins=[apart / "mine.py"]) == rows


def test_a_dataset_of_an_earlier_version_names_its_folder_in_full(
    quacks: Quacks, home: Path
) -> None:
    from quacks_sim.experiment.identity import identity

    mine = home / "mine.toml"
    out = home / "play"
    assert (
        quacks("play", mine, "--games", 4, "--seed", 1, "--out", out, "--allow-plugins").code == 0
    )
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    manifest["plan"]["strategies"][0]["folder"] = str(home)
    assert identity(manifest["plan"]) == manifest["identity"]
    (out / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    out.rename(home.parent / "play")
    assert load(home.parent / "play").match(0, allow_plugins=True).names == ("mine",)


def test_commands_on_the_screen_name_files_where_they_lie(quacks: Quacks, home: Path) -> None:
    """Whoever reads them can give them again, from where they are."""
    (home / "bad.py").write_text(PLUGIN.replace(">= 5", ">= 5 / 0"), encoding="utf-8")
    (home / "bad.toml").write_text('stop = "bad.py:few"\n', encoding="utf-8")
    done = quacks("play", home / "bad.toml", "safe", "--games", 4, "--seed", 1, "--allow-plugins")
    assert done.code == 1
    assert f"quacks play {home}/bad.toml safe --plugin {home}/bad.py" in done.err
    (again,) = [each for each in done.err.splitlines() if "repeats it" in each]
    assert quacks(*again.partition("quacks ")[2].partition(" repeats it")[0].split()).code == 1


def test_other_values_are_a_part_of_the_command(home: Path) -> None:
    from quacks_sim.commands import play_command
    from quacks_sim.match import make_match

    named = f"champion+values={home}/own.values.csv"
    other = home / "own.values.csv"
    text = other.read_text(encoding="utf-8").replace("0.1", "0.2")
    other.write_text(text, encoding="utf-8")
    match = make_match([named, "safe"], seed=1)
    assert play_command(match, 2).startswith(f"quacks play champion+values={other.resolve()} safe")
