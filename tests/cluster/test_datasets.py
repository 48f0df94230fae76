"""What a cluster writes is what threads write, to the byte, whatever happens to its workers."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from quacks_sim.errors import InputError, QuacksError, SimulationError
from quacks_sim.experiment import load, run_experiment
from quacks_sim.shipped import shipped_files
from tests.cluster.conftest import Cluster, files_of, make

FAILING = '''"""A policy that fails late in a game."""


def bad(view, params):
    """Fail when a pot comes far."""
    if view.space > 33:
        raise ValueError("too far")
    return False


def illegal(view, params):
    """Choose a basket that is not there."""
    return 1_000
'''


class Once:
    """A progress that does something after the first piece."""

    def __init__(self, work: Any) -> None:
        self.work = work
        self.told: list[tuple[int, int]] = []

    def __call__(self, done: int, wanted: int) -> None:
        self.told.append((done, wanted))
        if len(self.told) == 1:
            self.work()


class Stop:
    """A progress that gives up after so many games."""

    def __init__(self, games: int) -> None:
        self.games = games

    def __call__(self, done: int, wanted: int) -> None:
        if done >= self.games:
            raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("level", "format"),
    [("summary", "parquet"), ("games", "parquet"), ("rounds", "parquet"), ("rounds", "arrow")],
)
def test_the_dataset_is_the_same_to_the_byte(
    tmp_path: Path, shared_cluster: Cluster, level: str, format: str
) -> None:
    experiment = make(games=7_000, level=level, format=format)
    run_experiment(experiment, tmp_path / "local", threads=2)
    told: list[tuple[int, int]] = []
    dataset = run_experiment(
        experiment,
        tmp_path / "cluster",
        scheduler=shared_cluster.address,
        progress=lambda *each: told.append(each),
    )
    assert files_of(tmp_path / "cluster") == files_of(tmp_path / "local")
    assert dataset.played == 14_000
    assert told[-1] == (14_000, 14_000)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_another_format_is_refused(tmp_path: Path, shared_cluster: Cluster) -> None:
    run_experiment(make(), tmp_path / "out")
    before = files_of(tmp_path / "out")
    with pytest.raises(InputError, match='holds another run: format "parquet" → "arrow"'):
        run_experiment(make(), tmp_path / "out", format="arrow", scheduler=shared_cluster.address)
    assert files_of(tmp_path / "out") == before


def test_a_url_of_a_file_and_a_client_do_as_well(tmp_path: Path, shared_cluster: Cluster) -> None:
    run_experiment(make(), tmp_path / "local")
    out = (tmp_path / "by url").as_uri()
    assert out.endswith("/by%20url")
    run_experiment(make(), out, scheduler=shared_cluster.client)
    assert files_of(tmp_path / "by url") == files_of(tmp_path / "local")
    assert shared_cluster.client.status == "running"
    assert load(out).complete


def test_a_finished_dataset_is_left_alone(tmp_path: Path, shared_cluster: Cluster) -> None:
    run_experiment(make(), tmp_path / "out")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*")}
    again = run_experiment(make(), tmp_path / "out", scheduler=shared_cluster.address)
    assert again.played == 0
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*")} == before


@pytest.mark.parametrize("level", ["summary", "rounds"])
def test_threads_and_clusters_go_on_with_each_other(
    tmp_path: Path, shared_cluster: Cluster, level: str
) -> None:
    address = shared_cluster.address
    experiment = make(games=14_400, level=level)
    run_experiment(experiment, tmp_path / "whole")
    first, then = tmp_path / "first", tmp_path / "then"
    with pytest.raises(KeyboardInterrupt):
        run_experiment(experiment, first, scheduler=address, progress=Stop(13_000))
    with pytest.raises(KeyboardInterrupt):
        run_experiment(experiment, then, threads=2, progress=Stop(13_000))
    for folder, scheduler in ((first, None), (then, address)):
        assert not load(folder).complete
        dataset = run_experiment(experiment, folder, scheduler=scheduler)
        assert 0 < dataset.played < 2 * 14_400
        assert files_of(folder) == files_of(tmp_path / "whole")


def test_damage_is_repaired(tmp_path: Path, shared_cluster: Cluster) -> None:
    out = tmp_path / "out"
    run_experiment(make(), out)
    before = files_of(out)
    sorted((out / "games").iterdir())[1].write_bytes(b"PAR1")
    (out / "totals" / "cell-00001.parquet").unlink()
    again = run_experiment(make(), out, scheduler=shared_cluster.address)
    assert again.played == 3_000 + 9_000
    assert files_of(out) == before


def test_a_late_worker_takes_over_from_a_killed_one(tmp_path: Path, cluster: Cluster) -> None:
    killed = cluster.add_worker()
    experiment = make(games=24_000)
    run_experiment(experiment, tmp_path / "local", threads=2)

    def relieve() -> None:
        cluster.add_worker()
        killed.kill()  # it is at an order, and has the next ones, and answers that nobody fetched

    progress = Once(relieve)
    run_experiment(experiment, tmp_path / "out", scheduler=cluster.address, progress=progress)
    assert killed.poll() is not None
    assert len(progress.told) == 16
    assert files_of(tmp_path / "out") == files_of(tmp_path / "local")


def test_a_lost_scheduler_keeps_what_is_finished(tmp_path: Path, cluster: Cluster) -> None:
    cluster.add_worker()
    experiment = make(games=24_000)
    with pytest.raises(QuacksError, match="was lost") as caught:
        run_experiment(
            experiment,
            tmp_path / "out",
            scheduler=cluster.address,
            progress=Once(cluster.scheduler.kill),
        )
    assert caught.value.exit_code == 1
    assert "\n" not in caught.value.cause + caught.value.cure
    assert load(tmp_path / "out").manifest["shards"]
    assert run_experiment(experiment, tmp_path / "out", threads=2).played < 48_000
    run_experiment(experiment, tmp_path / "local", threads=2)
    assert files_of(tmp_path / "out") == files_of(tmp_path / "local")


def test_policies_of_ones_own_travel_by_content(tmp_path: Path, shared_cluster: Cluster) -> None:
    example = shipped_files("strategies")["yardstick"].parent / "plugins"
    plugins = tmp_path / "strategies"
    plugins.mkdir()
    for name in ("ruby_hunter.py", "ruby_hunter.toml"):
        shutil.copy(example / name, plugins / name)
    table = [str(plugins / "ruby_hunter.toml"), "safe"]
    experiment = make(tables=[table], vary={"stop.on_ruby": [0.1, 0.3]})
    run_experiment(experiment, tmp_path / "local", allow_plugins=True)
    hidden = tmp_path / "hidden"

    def hide() -> None:
        plugins.rename(hidden)

    run_experiment(
        experiment,
        tmp_path / "out",
        scheduler=shared_cluster.address,
        progress=Once(hide),
        allow_plugins=True,
    )
    assert files_of(tmp_path / "out") == files_of(tmp_path / "local")
    hidden.rename(plugins)
    # The same name with another content is another policy, also where the first one was played.
    text = (plugins / "ruby_hunter.py").read_text(encoding="utf-8")
    (plugins / "ruby_hunter.py").write_text(text.replace("> risk", ">= 0.01 + risk"))
    changed = run_experiment(
        experiment, tmp_path / "new", scheduler=shared_cluster.address, allow_plugins=True
    )
    assert files_of(tmp_path / "new") != files_of(tmp_path / "local")
    run_experiment(experiment, tmp_path / "new local", allow_plugins=True)
    assert files_of(tmp_path / "new") == files_of(tmp_path / "new local")
    fingerprints = [each["fingerprint"] for each in changed.manifest["plan"]["strategies"]]
    assert fingerprints[0] != load(tmp_path / "local").manifest["plan"]["strategies"][0]


@pytest.mark.parametrize(
    ("section", "words"),
    [('stop = "mine.py:bad"', "too far"), ('purchase = "mine.py:illegal"', "an illegal choice")],
)
def test_a_failing_policy_is_told_as_by_threads(
    tmp_path: Path, shared_cluster: Cluster, section: str, words: str
) -> None:
    (tmp_path / "mine.py").write_text(FAILING, encoding="utf-8")
    (tmp_path / "mine.toml").write_text(section + "\n", encoding="utf-8")
    experiment = make(tables=[["safe"], [str(tmp_path / "mine.toml"), "safe"]], vary={})
    errors = []
    for name, scheduler in (("local", None), ("out", shared_cluster.address)):
        with pytest.raises(SimulationError, match=words) as caught:
            run_experiment(experiment, tmp_path / name, scheduler=scheduler, allow_plugins=True)
        errors.append(str(caught.value))
    assert errors[0] == errors[1]
    assert "mine.py:" in errors[0]
    assert "--seed 5 --games" in errors[0]
    shards = load(tmp_path / "out").manifest["shards"]
    assert [each["cell"] for each in shards] == [0, 0, 0]
    assert load(tmp_path / "out").damaged() == []


def test_another_version_is_refused_and_leaves_all_as_it_was(
    tmp_path: Path, cluster: Cluster
) -> None:
    run_experiment(make(games=600), tmp_path / "old")
    (tmp_path / "empty").mkdir()
    before = files_of(tmp_path)
    other = tmp_path.parent / "other.py"
    other.write_text('import numba\n\nnumba.__version__ = "0.1"\n', encoding="utf-8")
    cluster.add_worker("--preload", other)
    for out in ("new", "a/b/new", "empty", "old"):
        with pytest.raises(InputError, match=r"127\.0\.0\.1:\d+ has numba 0\.1, and") as caught:
            run_experiment(
                make(), tmp_path / out, scheduler=cluster.address, overwrite=out == "old"
            )
        assert "same versions" in caught.value.cure
        assert files_of(tmp_path) == before
        assert {path.name for path in tmp_path.iterdir()} == {"old", "empty"}


@pytest.mark.parametrize(
    ("preload", "telling"),
    [
        ('import sys\n\nsys.modules["quacks_sim"] = None\n', "cannot import quacks_sim"),
        (
            'from quacks_sim.experiment import orders\n\norders.FILE_NAME = "hidden"\n',
            "does not see the dataset",
        ),
    ],
    ids=["without the program", "without the folder"],
)
def test_workers_that_lack_something_are_refused_and_leave_nothing(
    tmp_path: Path, cluster: Cluster, preload: str, telling: str
) -> None:
    without = tmp_path.parent / "without.py"
    without.write_text(preload, encoding="utf-8")
    cluster.add_worker("--preload", without)
    with pytest.raises(InputError, match=telling):
        run_experiment(make(), tmp_path / "a" / "out", scheduler=cluster.address)
    assert not list(tmp_path.iterdir())
