"""A full disk, and a folder that cannot be written: said clearly, and nothing is half there."""

import os
import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from quacks_sim.errors import QuacksError
from quacks_sim.experiment import load
from tests.cli.conftest import Quacks, process
from tests.faults.conftest import SMALL, content_of
from tests.faults.small import helper, in_child, make_small, play


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[bool]:
    """Mount a disk of so many bytes at a folder, where this is allowed; say whether it was."""
    folder.mkdir()
    mounted = (
        bool(shutil.which("mount"))
        and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)],
            capture_output=True,
        ).returncode
        == 0
    )
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], check=True)


def remount(folder: Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", str(folder)], check=True)


def fill(place: str) -> None:
    """Run until no file can be written any more, look at what is there, and go on with room."""
    folder = Path(place)
    make_small(0.0)
    assert in_child(partial(play, folder / "whole")) == 0
    whole = content_of(folder / "whole")
    largest = max(len(each or b"") for each in whole.values())
    with small_disk(folder / "disk", "400k") as mounted:
        out = folder / "disk" / "data"

        def run() -> None:
            if not mounted:
                # Some shards fit, the manifest grows until it does not.
                resource.setrlimit(resource.RLIMIT_FSIZE, (largest - 1, largest - 1))
            with pytest.raises(QuacksError) as caught:
                play(out)
            assert caught.value.exit_code == 1
            assert "the dataset cannot be written: " in caught.value.cause
            reason = "No space left on device" if mounted else "File too large"
            assert reason in caught.value.cause
            assert "give the same command again" in caught.value.cure

        assert in_child(run) == 0
        assert in_child(partial(look_at, out)) == 0
        if mounted:
            # All that was finished is in the manifest, for which room was made.
            assert len(load(out).manifest["shards"]) == len(list((out / "rounds").iterdir()))
            remount(folder / "disk", "size=50m")
        assert in_child(partial(play, out)) == 0
        assert content_of(out) == whole
    print("on a disk" if mounted else "by a limit")


def look_at(out: Path) -> None:
    assert not list(out.rglob("*.tmp"))
    dataset = load(out)
    assert dataset.damaged() == []
    assert not dataset.complete
    assert len(dataset.manifest["shards"]) >= 2


def test_a_full_disk_loses_nothing_that_is_finished(tmp_path: Path) -> None:
    assert helper("tests.faults.test_disk.fill", tmp_path).strip() in ("on a disk", "by a limit")


def test_a_folder_that_is_read_only_is_found_before_the_first_game(
    quacks: Quacks, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", "1m") as mounted:
        data = tmp_path / "disk" / "data"
        assert quacks(*SMALL, "--out", data).code == 0
        before = content_of(data)
        if mounted:
            remount(tmp_path / "disk", "ro")
        else:
            for path in (data / "games", data / "rounds", data / "totals", data, data.parent):
                path.chmod(0o555)
            if os.access(data, os.W_OK):
                pytest.fail("neither a disk of its own nor permissions can be tried here")
        for out in (data, tmp_path / "disk" / "new"):
            done = quacks(*SMALL, "--out", out)
            assert done.code == 2
            assert "cannot be written: " in done.err
            assert "name a folder in which you may write" in done.err
        chart = quacks("chart", data)
        assert chart.code == 2
        assert "cannot be written" in chart.err
        # What is there can be read.
        assert quacks("find", data, "closest finish").code == 0
        assert content_of(data) == before
        if mounted:
            remount(tmp_path / "disk", "rw")


def test_a_result_is_not_lost_with_its_chart(
    quacks: Quacks, monkeypatch: pytest.MonkeyPatch
) -> None:
    from matplotlib.figure import Figure

    def full(*arguments: object, **more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Figure, "savefig", full)
    for form in ((), ("--json",)):
        done = quacks(*SMALL[:7], "--chart", "x.png", *form)
        assert done.code == 1
        assert "yardstick" in done.out
        cause, cure = done.err.splitlines()
        assert cause == "error: x.png cannot be written: No space left on device"
        assert cure
    assert done.document["games"] == 12
    assert not Path("x.png").exists()


def test_a_full_standard_output_is_two_lines() -> None:
    import sys

    from tests.cli.conftest import environment

    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "quacks_sim.cli.main", "rules", "show", "track"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
        )
    assert done.returncode == 1
    cause, _ = done.stderr.splitlines()
    assert "No space left on device" in cause
    assert process("rules", "show", "track").code == 0
