"""Runs: same bytes whatever the threads, blocks and interruptions; nothing is lost."""

import json
import shutil
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import quacks_sim as qs
from quacks_sim.errors import InputError, QuacksError, SimulationError
from quacks_sim.experiment import files as files_module
from quacks_sim.experiment import identity as identity_module
from quacks_sim.experiment import load, record_match, run_experiment
from quacks_sim.experiment import plan as plan_module
from quacks_sim.experiment import run as run_module
from quacks_sim.experiment.threads import Threads
from quacks_sim.kernel.state import ROUND_COLUMNS
from quacks_sim.match import make_match
from quacks_sim.own_files import temporary_beside
from quacks_sim.strategy import load_strategy
from tests.experiment.conftest import BOLD, CAREFUL, content_of, make

OTHER_BOLD = BOLD.with_params({"stop.max_risk": 0.5}).named("bold")


class Stop:
    """A progress that gives up after so many games, like Ctrl-C at a terminal."""

    def __init__(self, games: int) -> None:
        self.games = games

    def __call__(self, done: int, wanted: int) -> None:
        if done >= self.games:
            raise KeyboardInterrupt


def without_run(folder: Path) -> dict[str, Any]:
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest.pop("run")
    return manifest  # type: ignore[no-any-return]


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    run_experiment(make(), tmp_path / "whole", threads=1)
    return tmp_path / "whole"


@pytest.mark.parametrize("level", ["summary", "games", "rounds"])
def test_threads_and_blocks_change_no_byte(
    tmp_path: Path, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents = []
    for number, (threads, block) in enumerate([(1, 24), (2, 24), (2, 60), (3, 6_000)]):
        monkeypatch.setattr(run_module, "GAMES_PER_BLOCK", block)
        folder = tmp_path / str(number)
        run_experiment(make(level=level), folder, threads=threads)
        contents.append((content_of(folder), without_run(folder)))
    assert all(each == contents[0] for each in contents[1:])
    names = list(contents[0][0])
    shards = {"summary": 0, "games": 3, "rounds": 5}[level]
    assert sum(name.startswith("games/") for name in names) == 2 * shards
    assert sum(name.startswith("rounds/") for name in names) == (10 if level == "rounds" else 0)
    assert sum(name.startswith("totals/") for name in names) == 2


@pytest.mark.parametrize("level", ["summary", "games", "rounds"])
@pytest.mark.parametrize("stop", [1, 250, 310, 570])
def test_an_interrupted_run_goes_on_to_the_same_bytes(
    tmp_path: Path, level: str, stop: int
) -> None:
    run_experiment(make(level=level), tmp_path / "whole", threads=1)
    part = tmp_path / "part"
    with pytest.raises(KeyboardInterrupt):
        run_experiment(make(level=level), part, threads=2, progress=Stop(stop))
    assert not load(part).complete
    told: list[tuple[int, int]] = []
    dataset = run_experiment(make(level=level), part, progress=lambda *each: told.append(each))
    assert dataset.complete
    assert content_of(part) == content_of(tmp_path / "whole")
    assert without_run(part) == without_run(tmp_path / "whole")
    assert told[-1] == (600, 600)
    kept = 600 - dataset.played
    assert kept == max(0, told[0][0] - 24)
    if stop == 570:
        assert kept >= 300


def test_interrupted_shards_are_whole_or_absent(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run_experiment(make(), tmp_path / "part", threads=2, progress=Stop(200))
    manifest = load(tmp_path / "part").manifest
    assert [each["first"] for each in manifest["shards"]] == [0]
    for path in (tmp_path / "part").rglob("*.parquet"):
        pq.read_table(path)
    assert not list((tmp_path / "part").rglob("*.tmp"))


def test_a_finished_dataset_is_left_alone(whole: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in whole.rglob("*")}
    dataset = run_experiment(make(), whole, threads=2)
    assert dataset.played == 0
    assert dataset.complete
    assert {path: path.stat().st_mtime_ns for path in whole.rglob("*")} == before


def test_results_are_not_added_up_over_runs(whole: Path) -> None:
    run_experiment(make(), whole)
    run_experiment(make(), whole, overwrite=True)
    assert [result.games for result in load(whole).results()] == [300, 300]
    assert len(load(whole).games()) == 2 * 300 * 2


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"seed": 6}, "seed 5 → 6"),
        ({"games": 400}, "games 300 → 400"),
        ({"level": "rounds"}, 'level "games" → "rounds"'),
        ({"rotate": False}, "rotate true → false"),
        ({"cards": "none"}, 'cells[0].cards "all" → "none"'),
        ({"rules": {"explosion_limit": 8}}, "rules.explosion_limit 7 → 8"),
        ({"tables": [[CAREFUL, CAREFUL]]}, 'strategies[1] "bold" → "careful"'),
        ({"tables": [[CAREFUL, OTHER_BOLD]]}, "stop.max_risk 0.4 → 0.5"),
        ({"vary": {"stop.max_risk": [0.1, 0.2]}}, "stop.max_risk[1] 0.3 → 0.2"),
    ],
)
def test_another_plan_is_refused(whole: Path, changes: dict[str, Any], difference: str) -> None:
    before = content_of(whole)
    with pytest.raises(InputError) as caught:
        run_experiment(make(**changes), whole)
    assert difference in caught.value.cause
    assert "\n" not in caught.value.cause + caught.value.cure
    assert "--overwrite" in caught.value.cure
    assert content_of(whole) == before


def test_other_rules_of_the_program_are_refused(
    whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan_module, "rules_hash", lambda: "0123456789abcdef")
    with pytest.raises(InputError, match=r'rules_hash .* → "0123456789abcdef"'):
        run_experiment(make(), whole)


def test_words_may_change(whole: Path) -> None:
    before = content_of(whole)
    dataset = run_experiment(make(question="When to stop?", chart="sweep"), whole)
    assert dataset.played == 0
    assert load(whole).question == "When to stop?"
    assert content_of(whole) == before


def test_overwrite_replaces_everything(whole: Path, tmp_path: Path) -> None:
    run_experiment(make(level="summary", seed=6), whole, overwrite=True)
    run_experiment(make(level="summary", seed=6), tmp_path / "fresh")
    assert content_of(whole) == content_of(tmp_path / "fresh")
    assert sorted(path.name for path in whole.iterdir()) == ["manifest.json", "totals"]


def test_an_interrupted_overwrite_goes_on(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run_experiment(make(seed=6), whole, overwrite=True, progress=Stop(1))
    run_experiment(make(seed=6), whole)
    run_experiment(make(seed=6), tmp_path / "fresh")
    assert content_of(whole) == content_of(tmp_path / "fresh")


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_folder_of_something_else_is_refused(tmp_path: Path, overwrite: bool) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"precious")
    with pytest.raises(InputError, match=r"photo\.jpg and is no dataset"):
        run_experiment(make(), tmp_path, overwrite=overwrite)
    (tmp_path / "manifest.json").write_text('{"name": "an app"}', encoding="utf-8")
    with pytest.raises(InputError, match="belongs to something else"):
        run_experiment(make(), tmp_path, overwrite=overwrite)
    assert (tmp_path / "photo.jpg").read_bytes() == b"precious"
    assert len(list(tmp_path.iterdir())) == 2


def test_the_folder_is_tried_before_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    for out in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(InputError):
            run_experiment(make(games=10**12), out)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(InputError, match="cannot be written: No space left"):
        run_experiment(make(games=10**12), tmp_path / "new" / "data")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_folders_are_made(tmp_path: Path) -> None:
    run_experiment(make(games=24), tmp_path / "a" / "b c" / "ü")
    assert load(tmp_path / "a" / "b c" / "ü").complete


def test_a_full_disk_is_two_lines_and_keeps_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from quacks_sim.experiment import shards as shards_module

    def full(path: Path, content: bytes) -> None:
        if "game-000000000240" in path.name:
            raise OSError(28, "No space left on device")
        files_module.write_file(path, content)

    monkeypatch.setattr(shards_module, "write_file", full)
    with pytest.raises(QuacksError, match="No space left") as caught:
        run_experiment(make(), tmp_path / "part", threads=1)
    assert "\n" not in caught.value.cause + caught.value.cure
    assert len(load(tmp_path / "part").manifest["shards"]) == 2
    monkeypatch.undo()


def damage(folder: Path, kind: str) -> str:
    """Spoil one file of a dataset; return its name."""
    path = sorted((folder / "games").iterdir())[1]
    if kind == "missing":
        path.unlink()
    elif kind == "cut":
        path.write_bytes(path.read_bytes()[:-8])
    else:
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(bytes(content))
    return f"games/{path.name}"


@pytest.mark.parametrize("kind", ["missing", "cut", "flipped"])
def test_a_damaged_shard_is_remade_and_nothing_else(whole: Path, kind: str) -> None:
    before = content_of(whole)
    name = damage(whole, kind)
    assert load(whole).damaged() == [name]
    dataset = run_experiment(make(), whole)
    assert dataset.played == 120
    assert content_of(whole) == before
    assert load(whole).damaged() == []


@pytest.mark.parametrize("kind", ["missing", "cut", "another cell's"])
def test_lost_sums_are_remade(whole: Path, kind: str) -> None:
    before = content_of(whole)
    path = whole / "totals" / "cell-00001.parquet"
    if kind == "missing":
        path.unlink()
    elif kind == "cut":
        path.write_bytes(path.read_bytes()[:100])
    else:
        shutil.copy(whole / "totals" / "cell-00000.parquet", path)
    assert run_experiment(make(), whole).played == 300
    assert content_of(whole) == before


def test_shards_that_the_manifest_does_not_know_are_remade(whole: Path) -> None:
    before, manifest = content_of(whole), without_run(whole)
    # A crash after a shard and its sums, before the manifest.
    behind = {**manifest, "run": {}, "complete": False, "shards": manifest["shards"][:-1]}
    behind["totals"] = manifest["totals"][:1]
    (whole / "manifest.json").write_text(json.dumps(behind), encoding="utf-8")
    assert run_experiment(make(), whole).played == 60
    assert content_of(whole) == before
    assert without_run(whole) == manifest


def test_leftovers_are_cleaned(whole: Path) -> None:
    before = content_of(whole)
    for name in ("manifest.json", "writable", "games/cell-00000-game-000000000000.parquet"):
        temporary_beside(whole / name).write_bytes(b"half")
    run_experiment(make(), whole)
    assert content_of(whole) == before
    assert not list(whole.rglob(".*"))


def test_two_runs_cannot_write_into_one_folder(whole: Path) -> None:
    pytest.importorskip("fcntl")
    with files_module.locked(whole), pytest.raises(InputError, match="another run is writing"):
        run_experiment(make(), whole)


@pytest.mark.parametrize("level", ["games", "rounds"])
def test_fewer_games_are_the_start_of_more(tmp_path: Path, level: str) -> None:
    few = run_experiment(make(level=level), tmp_path / "few", games=100)
    many = run_experiment(make(level=level), tmp_path / "many", games=500)
    assert few.games_per_cell == 100
    for kind in ("games", "rounds") if level == "rounds" else ("games",):
        rows, more = getattr(few, kind)(), getattr(many, kind)()
        pd.testing.assert_frame_equal(rows, more[more["game"] < 100].reset_index(drop=True))


def test_seed_0_is_a_seed_and_no_seed_is_recorded(tmp_path: Path) -> None:
    zero = run_experiment(make(seed=0), tmp_path / "zero")
    again = run_experiment(make(), tmp_path / "again", seed=0)
    assert zero.seed == 0
    assert content_of(zero.path) == content_of(again.path)
    chosen = run_experiment(make(seed=None), tmp_path / "chosen")
    other = run_experiment(make(seed=None), tmp_path / "other")
    assert chosen.seed != other.seed
    repeated = run_experiment(make(seed=chosen.seed), tmp_path / "repeated")
    assert content_of(chosen.path) == content_of(repeated.path)


def test_a_run_without_a_seed_goes_on_with_that_of_the_folder(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run_experiment(make(seed=None), tmp_path / "part", progress=Stop(250))
    seed = load(tmp_path / "part").seed
    assert run_experiment(make(seed=None), tmp_path / "part").seed == seed
    assert run_experiment(make(seed=None), tmp_path / "part").played == 0


def test_a_failing_policy_keeps_finished_shards(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def bad(view, params):\n"
        '    """Fail when a pot comes far."""\n'
        "    if view.space > 33:\n"
        '        raise ValueError("too far")\n'
        "    return False\n",
        encoding="utf-8",
    )
    (tmp_path / "mine.toml").write_text('stop = "mine.py:bad"\n', encoding="utf-8")
    experiment = make(tables=[[str(tmp_path / "mine.toml"), CAREFUL]], vary={}, games=60_000)
    with pytest.raises(SimulationError, match=r"too far.*seed 5, game \d+"):
        run_experiment(experiment, tmp_path / "out", threads=2, allow_plugins=True)
    dataset = load(tmp_path / "out")
    assert not dataset.complete
    for entry in dataset.manifest["shards"]:
        assert pq.read_table(dataset.path / entry["games"]["file"]).num_rows == 240


class Unfit:
    """A player that fails when it is met, or after so many shards."""

    def __init__(self, error: Exception, shards: int | None = None) -> None:
        self.error, self.shards = error, shards

    def meet(self) -> None:
        if self.shards is None:
            raise self.error

    def play(self, shards: Any, folder: Path) -> Any:
        for number, piece in enumerate(Threads(1).play(shards, folder)):
            if number // 5 == self.shards:
                raise self.error
            yield piece


def play_unfit(plan: Any, folder: Path, player: Unfit, overwrite: bool = False) -> None:
    run_module.run_plan(plan, folder, player, progress=None, overwrite=overwrite)


@pytest.mark.parametrize(
    ("error", "shards"),
    [
        (InputError("unfit"), None),
        (QuacksError("unfit"), None),
        (InputError("unfit"), 0),
        (OSError(5, "unfit"), 0),
    ],
)
def test_a_start_that_fails_leaves_nothing(
    tmp_path: Path, error: Exception, shards: int | None
) -> None:
    plan = plan_module.plan_experiment(make(), games=300, seed=5)
    (tmp_path / "empty").mkdir()
    (tmp_path / "made" / "d").mkdir(parents=True)
    for out in ("new", "a/b/new", "empty", "made/d/new"):
        with pytest.raises(QuacksError, match="unfit"):
            play_unfit(plan, tmp_path / out, Unfit(error, shards))
        names = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*"))
        assert names == ["empty", "made", "made/d"]


def test_a_run_that_fails_later_keeps_what_is_finished(tmp_path: Path, whole: Path) -> None:
    plan = plan_module.plan_experiment(make(), games=300, seed=5)
    with pytest.raises(InputError, match="unfit"):
        play_unfit(plan, tmp_path / "out", Unfit(InputError("unfit"), 2))
    assert len(load(tmp_path / "out").manifest["shards"]) == 2
    assert run_experiment(make(), tmp_path / "out").played < 600
    assert content_of(tmp_path / "out") == content_of(whole)


def test_who_cannot_play_replaces_nothing(whole: Path) -> None:
    before = content_of(whole)
    plan = plan_module.plan_experiment(make(), games=24, seed=6)
    with pytest.raises(InputError, match="unfit"):
        play_unfit(plan, whole, Unfit(InputError("unfit")), overwrite=True)
    assert content_of(whole) == before
    assert load(whole).complete


def test_a_recorded_match_is_the_match(tmp_path: Path) -> None:
    match = make_match([BOLD, CAREFUL, BOLD], seed=7)
    dataset = record_match(match, 250, tmp_path / "out", level="rounds", threads=2)
    block = match.block(0, 250, "rounds")
    games, rounds = dataset.games(), dataset.rounds()
    np.testing.assert_array_equal(games["victory_points"], block.game_rows[:, 0])
    np.testing.assert_array_equal(games["win_share_twelfths"], block.game_rows[:, 1])
    np.testing.assert_array_equal(
        rounds["start_space"], block.round_rows[:, ROUND_COLUMNS.index("start_space")]
    )
    np.testing.assert_array_equal(
        rounds["bag_size"], block.round_rows[:, ROUND_COLUMNS.index("bag_size")]
    )
    assert list(games["strategy"].cat.categories) == ["bold", "careful", "bold#2"]
    # There is a shipped strategy called careful, which plays otherwise.
    _, _, bold, careful, *others = dataset.manifest["command"].split()
    assert (bold, others) == ("bold", ["bold", "--seed", "7", "--games", "250"])
    assert load_strategy(careful).fingerprint == CAREFUL.fingerprint
    assert record_match(match, 250, tmp_path / "out", level="rounds").played == 0
    with pytest.raises(InputError, match="games 250 → 300"):
        record_match(match, 300, tmp_path / "out", level="rounds")
    with pytest.raises(InputError, match="the level is 'all'"):
        record_match(match, 300, tmp_path / "out", level="all")


def test_the_manifest_says_everything(whole: Path) -> None:
    manifest = json.loads((whole / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["schema"] == 3
    assert manifest["experiment"]["question"] == "When should one stop?"
    plan = manifest["plan"]
    assert (plan["games"], plan["seed"], plan["rotate"], plan["level"]) == (300, 5, True, "games")
    assert plan["rules"]["explosion_limit"] == 7
    assert plan["rules"]["books"] == {"green": 1, "blue": 1, "red": 1, "yellow": 1, "purple": 1}
    assert "cards" not in plan["rules"]
    assert [cell["cards"] for cell in plan["cells"]] == ["all", "all"]
    assert plan["rules_hash"] == identity_module.rules_hash()
    assert plan["axes"] == {"stop.max_risk": [0.1, 0.3]}
    for cell in plan["cells"]:
        first = plan["strategies"][cell["strategies"][0]]
        assert first["content"]["stop"]["max_risk"] == cell["values"]["stop.max_risk"]
        strategy = qs.Strategy.from_dict(first["content"], name=first["name"])
        assert strategy.fingerprint == first["fingerprint"]
    assert manifest["command"] == "quacks run unnamed --games 300 --seed 5"
    assert manifest["run"]["versions"]["numba"]
    for entry in manifest["shards"]:
        content = (whole / entry["games"]["file"]).read_bytes()
        assert len(content) == entry["games"]["bytes"]
        assert files_module.sha256(content) == entry["games"]["sha256"]
        assert entry["games"]["rows"] == (entry["last"] - entry["first"]) * 2
    assert [each["games"] for each in manifest["totals"]] == [300, 300]


def test_damage_to_an_interrupted_run_counts_no_game_twice(tmp_path: Path, whole: Path) -> None:
    part = tmp_path / "part"
    with pytest.raises(KeyboardInterrupt):
        run_experiment(make(), part, threads=1, progress=Stop(130))
    assert load(part).manifest["totals"][0]["games"] == 120
    (part / "games" / "cell-00000-game-000000000000.parquet").unlink()
    assert run_experiment(make(), part).played == 600
    assert content_of(part) == content_of(whole)


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    files_module.write_file(path, b"old")

    def seen(source: Path, target: Path) -> None:
        assert Path(source).read_bytes() == b"new"
        assert Path(target).read_bytes() == b"old"
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(files_module.os, "replace", seen)
    with pytest.raises(OSError, match="Input/output"):
        files_module.write_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_an_interrupted_run_leaves_no_thread_at_work(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt) as caught:
        run_experiment(make(), tmp_path / "part", threads=2, progress=Stop(200))
    # The exception is still held, and with it all frames of the run.
    assert caught.value is not None
    names = [thread.name for thread in threading.enumerate()]
    assert not [name for name in names if name.startswith("ThreadPoolExecutor")]
