"""The folder of compiled code: nobody but the user can put code there that is then run."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from quacks_sim.kernel import jit, private
from quacks_sim.kernel.private import make_private, open_to_others
from tests.kernel.test_jit import FOLDER, run

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows has other rights")

OTHER = 12345


def test_folders_are_made_for_the_user_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        make_private(tmp_path / "a" / "b")
    finally:
        os.umask(before)
    assert [stat.S_IMODE((tmp_path / each).stat().st_mode) for each in ("a", "a/b")] == [0o700] * 2
    make_private(tmp_path / "a" / "b")
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        make_private(tmp_path / "file" / "b")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda top, folder: None, None),
        (lambda top, folder: folder.chmod(0o755), None),
        (lambda top, folder: folder.chmod(0o777), "folder"),
        (lambda top, folder: folder.chmod(0o1777), "folder"),
        (lambda top, folder: folder.chmod(0o757), "folder"),
        (lambda top, folder: top.chmod(0o777), "top"),
        (lambda top, folder: top.chmod(0o1777), None),
    ],
    ids=["closed", "read by all", "all", "all, sticky", "others", "above", "above, sticky"],
)
def test_who_can_write(
    change: Callable[[Path, Path], None], place: str | None, tmp_path: Path
) -> None:
    top, folder = tmp_path / "top", tmp_path / "top" / "folder"
    make_private(folder)
    change(top, folder)
    found = open_to_others(folder)
    assert (found and found.name) == place


def test_whose_folder_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_private(tmp_path / "top" / "folder")
    user = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: OTHER)
    assert open_to_others(tmp_path / "top" / "folder") == tmp_path / "top" / "folder"
    monkeypatch.setattr(private, "_PACKAGE", tmp_path / "top" / "quacks_sim")
    assert open_to_others(tmp_path / "top" / "folder") == tmp_path / "top" / "folder"
    monkeypatch.setattr(os, "geteuid", lambda: user)
    assert open_to_others(tmp_path / "top" / "folder") is None


def test_a_group_of_the_user_alone_is_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o770)
    for alone in (True, False):
        monkeypatch.setattr(private, "_is_of_one", lambda group, alone=alone: alone)
        assert (open_to_others(tmp_path) is None) == alone


def test_groups_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    import grp
    import pwd

    user = pwd.struct_passwd(("anna", "x", os.geteuid(), 70, "", "/", "/bin/sh"))
    groups = {70: ("anna", []), 71: ("anna", []), 72: ("team", []), 73: ("anna", ["anna", "ben"])}
    monkeypatch.setattr(pwd, "getpwuid", lambda uid: user)
    monkeypatch.setattr(
        grp, "getgrgid", lambda gid: grp.struct_group((groups[gid][0], "x", gid, groups[gid][1]))
    )
    plain = private._is_of_one.__wrapped__
    assert [plain(each) for each in groups] == [True, False, False, False]
    monkeypatch.setattr(
        pwd, "getpwuid", lambda uid: pwd.struct_passwd(("anna", "x", 0, 73, "", "/", "/bin/sh"))
    )
    assert not plain(73)
    assert not plain(99)


def test_without_user_numbers_folders_are_the_users_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o777)
    monkeypatch.delattr(os, "geteuid")
    assert open_to_others(tmp_path) is None


def test_code_in_a_folder_of_others_is_not_loaded(tmp_path: Path) -> None:
    """A note says so once; compiled code then lies in a folder that goes with the process."""
    (tmp_path / "all").mkdir()
    (tmp_path / "all").chmod(0o777)
    found = run(
        f"{FOLDER}; print(cache_folder.__wrapped__()); import os; print(os.getpid())",
        NUMBA_CACHE_DIR=str(tmp_path / "all"),
    )
    first, second, _ = found.stdout.splitlines()
    assert first == second
    assert str(tmp_path) not in first
    assert not Path(first).exists()
    (note,) = found.stderr.splitlines()
    assert note.startswith(f"note: {tmp_path / 'all'} belongs to others, or they can write there")


def test_processes_that_compile_share_the_private_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    code = (
        "from quacks_sim.kernel.jit import cache_folder, cache_variables\n"
        "import os, subprocess, sys\n"
        "mine = str(cache_folder())\n"
        f"code = {FOLDER!r}\n"
        "env = {**os.environ, **cache_variables()}\n"
        "other = subprocess.run([sys.executable, '-c', code], env=env, capture_output=True)\n"
        "print(other.stdout.decode().strip() == mine, other.stderr.decode())\n"
    )
    assert run(code, NUMBA_CACHE_DIR=str(tmp_path)).stdout.strip() == "True"
    closed = tmp_path / "closed"
    closed.mkdir(0o700)
    tmp_path.chmod(0o700)
    code = "from quacks_sim.kernel.jit import cache_variables, cache_folder as f; f(); "
    assert run(f"{code} print(cache_variables())", NUMBA_CACHE_DIR=str(closed)).stdout == "{}\n"


def test_only_folders_of_compiled_code_make_room_for_new_ones(tmp_path: Path) -> None:
    names = [f"{number:016x}" for number in range(12)]
    for number, name in enumerate(["src", *names, "notes-0123456789abcdef"]):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (number, number))
    (tmp_path / "a file").touch()
    jit._prune(tmp_path)
    kept = {path.name for path in tmp_path.iterdir()}
    assert kept == {"src", "a file", "notes-0123456789abcdef", *names[-jit._KEPT_CACHES :]}
