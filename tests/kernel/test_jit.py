"""The cache of compiled code: off, unwritable, and never stale."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "quacks_sim"

FOLDER = "from quacks_sim.kernel.jit import cache_folder; print(cache_folder())"

BREW = (
    "import quacks_sim as qs; r = qs.brew(stop='white_sum:5', rounds=1000, seed=1);"
    "print(r.explosion_rate.mean, r.space_counts.sum())"
)


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH",) if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd="/",  # not beside the package
        env=kept | {"PYTHONPATH": str(PACKAGE.parent)} | environment,
        check=True,
    )


def test_the_cache_can_be_turned_off(tmp_path: Path) -> None:
    found = run(FOLDER, QUACKS_NO_CACHE="1", XDG_CACHE_HOME=str(tmp_path))
    assert found.stdout.strip() == "None"
    assert found.stderr == ""
    assert not any(tmp_path.iterdir())


def test_the_cache_lies_where_the_user_wants_it(tmp_path: Path) -> None:
    for variable in ("XDG_CACHE_HOME", "NUMBA_CACHE_DIR"):
        place = tmp_path / variable
        assert run(FOLDER, **{variable: str(place)}).stdout.startswith(str(place))


def test_without_a_place_for_the_cache_it_works_and_says_so_once(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    found = run(BREW, XDG_CACHE_HOME=str(blocked), HOME=str(blocked))
    assert found.stdout.split() == ["0.0", "1000"]
    assert found.stderr.count("no writable cache folder") == 1


def test_an_edited_rule_is_never_served_from_the_cache(tmp_path: Path) -> None:
    # Numba looks only at the file of the cached entry; the move is worked out in another module.
    copy = tmp_path / "quacks_sim"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {"PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    code = (
        "import quacks_sim as qs; print(qs.brew('W1', stop='never', rounds=9, seed=1).space_counts)"
    )
    assert run(code, **environment).stdout.split()[2].strip("[]") == "9"
    rule = copy / "kernel" / "quick_brewing.py"
    text = rule.read_text(encoding="utf-8")
    move = "\n        space = min(space + move"
    assert text.count(move) == 1
    rule.write_text(text.replace(move, f"{move} + 1"))
    assert run(code, **environment).stdout.split()[3].strip("[]") == "9"
