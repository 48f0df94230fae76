"""A run that is killed, again and again, comes to the same bytes as one that is not."""

import json
import random
import time
from functools import partial
from pathlib import Path

import pyarrow.parquet as pq

from quacks_sim.experiment import load
from tests.faults.conftest import content_of
from tests.faults.small import experiment, helper, in_child, killed_at_step, make_small, play

KILLS = 20


def check_unfinished(folder: Path) -> None:
    """Fail if a file under its final name is not whole, or the manifest promises too much."""
    for path in folder.rglob("*.parquet"):
        pq.read_table(path)
    if (folder / "manifest.json").exists():
        assert load(folder).damaged() == []


def prepared(folder: Path) -> dict[str, bytes | None]:
    """Return the bytes of an uninterrupted run; everything is compiled before."""
    from quacks_sim.experiment import prepare_experiment

    prepare_experiment(experiment())
    assert in_child(partial(play, folder / "whole")) == 0
    return content_of(folder / "whole")


def kill_at_moments(place: str) -> None:
    """Kill twenty times at random moments; go on in between, in new folders once one is done."""
    folder, kills, ended = Path(place), 0, 0
    make_small(0.0)
    whole = prepared(folder)
    begun = time.monotonic()
    assert in_child(partial(play, folder / "timed")) == 0
    seconds = time.monotonic() - begun
    moments = random.Random(57)
    while kills < KILLS:
        out = folder / f"killed{ended}"
        code = in_child(partial(play, out), kill_after=moments.uniform(0, seconds))
        if code == 0:
            assert content_of(out) == whole
            ended += 1
            assert ended < 200, "hardly a run was still going when it was to be killed"
        else:
            assert code == -9
            kills += 1
    assert in_child(partial(play, out)) == 0
    assert content_of(out) == whole
    print(json.dumps({"kills": kills, "finished": ended, "seconds": seconds}))


def kill_at_steps(place: str, between: str) -> None:
    """Kill at single steps of writing: while a file is half there, before and after its rename."""
    folder = Path(place)
    make_small(float(between))
    whole = prepared(folder)
    out, kills = folder / "killed", 0
    for step in (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89):

        def work(step: int = step) -> None:
            killed_at_step(step)
            play(out, threads=1)

        code = in_child(work)
        assert code in (0, -9)
        kills += code == -9
    assert in_child(partial(play, out)) == 0
    assert content_of(out) == whole
    print(kills)


def test_killed_at_20_random_moments(tmp_path: Path) -> None:
    told = json.loads(helper("tests.faults.test_kills.kill_at_moments", tmp_path))
    assert told["kills"] == KILLS


def test_killed_at_every_step_of_writing_a_file(tmp_path: Path) -> None:
    for between in (0.0, 60.0):
        place = tmp_path / str(between)
        place.mkdir()
        kills = int(helper("tests.faults.test_kills.kill_at_steps", place, between))
        assert kills >= 6


def test_a_killed_run_leaves_only_whole_files(tmp_path: Path) -> None:
    helper("tests.faults.test_kills.leave_whole_files", tmp_path)


def leave_whole_files(place: str) -> None:
    """Look at what is there after each kill, without anything being put right by a next run."""
    make_small(0.0)
    prepared(Path(place))
    for step in (2, 7, 12, 31, 50):
        out = Path(place) / f"killed{step}"

        def work(step: int = step, out: Path = out) -> None:
            killed_at_step(step)
            play(out, threads=1)

        assert in_child(work) == -9
        # In a process of its own: forks after Arrow's threads have begun may hang.
        assert in_child(partial(check_unfinished, out)) == 0
