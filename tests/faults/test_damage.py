"""Damaged files are found by their checksum, named, and made again; other plans are refused."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quacks_sim.errors import InputError
from quacks_sim.experiment import Experiment, load, run_experiment
from tests.cli.conftest import Quacks
from tests.faults import small
from tests.faults.conftest import SMALL, content_of

GAMES = 96

FIRST = "cell-00000-game-000000000000.parquet"
SECOND = "cell-00000-game-000000000024.parquet"


def experiment(**changes: Any) -> Experiment:
    return small.experiment(**{"games": GAMES, **changes})


def truncated(folder: Path) -> list[str]:
    path = folder / FIRST
    path.write_bytes(path.read_bytes()[:-100])
    return [FIRST]


def emptied(folder: Path) -> list[str]:
    (folder / FIRST).write_bytes(b"")
    return [FIRST]


def flipped(folder: Path) -> list[str]:
    content = bytearray((folder / FIRST).read_bytes())
    content[len(content) // 3] ^= 4
    (folder / FIRST).write_bytes(content)
    return [FIRST]


def swapped(folder: Path) -> list[str]:
    (folder / FIRST).rename(folder / "aside")
    (folder / SECOND).rename(folder / FIRST)
    (folder / "aside").rename(folder / SECOND)
    return [FIRST, SECOND]


def copied(folder: Path) -> list[str]:
    shutil.copy(folder / FIRST, folder / SECOND)
    return [SECOND]


def removed(folder: Path) -> list[str]:
    (folder / SECOND).unlink()
    return [SECOND]


@pytest.fixture
def whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a dataset of several shards."""
    from quacks_sim.experiment import plan as plan_module
    from quacks_sim.experiment import run as run_module

    for module, name in (
        (plan_module, "GAMES_PER_SHARD"),
        (run_module, "GAMES_PER_BLOCK"),
        (run_module, "SECONDS_BETWEEN_MANIFESTS"),
    ):
        monkeypatch.setattr(module, name, getattr(module, name))  # undone after the test
    small.make_small(0.0)
    run_experiment(experiment(), tmp_path / "data")
    return tmp_path / "data"


@pytest.mark.parametrize("kind", ["games", "rounds"])
@pytest.mark.parametrize("damage", [truncated, emptied, flipped, swapped, copied, removed])
def test_a_damaged_shard_is_found_named_and_made_again(
    damage: Callable[[Path], list[str]], kind: str, whole: Path
) -> None:
    before = content_of(whole)
    names = [f"{kind}/{name}" for name in damage(whole / kind)]
    found = load(whole)
    assert found.damaged() == names
    with pytest.raises(InputError, match=names[0]) as caught:
        getattr(found, kind)()
    assert "give the command again that made it: quacks run" in caught.value.cure
    # Other cells can be read.
    assert len(getattr(found, kind)(cells=1)) > 0
    again = run_experiment(experiment(), whole)
    assert again.remade == names
    assert again.played == 24 * len(names)
    assert content_of(whole) == before
    assert run_experiment(experiment(), whole).remade == []


def test_damaged_sums_are_found_named_and_made_again(whole: Path) -> None:
    before = content_of(whole)
    name = "totals/cell-00001.parquet"
    content = bytearray((whole / name).read_bytes())
    # A single bit may belong to nothing that is read, such as the statistics of a column.
    middle = slice(len(content) // 2 - 200, len(content) // 2 + 200)
    content[middle] = bytes(each ^ 1 for each in content[middle])
    (whole / name).write_bytes(content)
    assert load(whole).damaged() == [name]
    with pytest.raises(InputError, match=name):
        load(whole).results()
    again = run_experiment(experiment(), whole)
    assert again.remade == [name]
    assert content_of(whole) == before


def test_a_command_says_what_it_has_made_again(
    quacks: Quacks, tmp_path: Path, small_dataset: Path
) -> None:
    shutil.copytree(small_dataset, tmp_path / "data")
    before = content_of(tmp_path / "data")
    flipped(tmp_path / "data" / "games")
    done = quacks(*SMALL, "--out", "data")
    assert done.code == 0
    assert f"data/games/{FIRST} was damaged or missing, and has been made again" in done.err
    assert content_of(tmp_path / "data") == before


def test_a_link_to_another_file_is_no_shard(whole: Path) -> None:
    before = content_of(whole)
    (whole / "games" / FIRST).unlink()
    os.symlink("/etc/hostname", whole / "games" / FIRST)
    assert load(whole).damaged() == [f"games/{FIRST}"]
    with pytest.raises(InputError, match=f"games/{FIRST} is a symbolic link"):
        run_experiment(experiment(), whole)
    assert os.readlink(whole / "games" / FIRST) == "/etc/hostname"
    (whole / "games" / FIRST).unlink()
    run_experiment(experiment(), whole)
    assert content_of(whole) == before


PLUGIN = '''def late(view, params):
    """Stop late."""
    return view.space > {}
'''


def test_another_source_of_a_policy_is_refused(tmp_path: Path, quacks: Quacks) -> None:
    (tmp_path / "late.py").write_text(PLUGIN.format(20))
    (tmp_path / "mine.toml").write_text('stop = "late.py:late"\n')
    play = ("play", "mine.toml", "safe", *SMALL[3:], "--out", "data", "--plugin", "late.py")
    assert quacks(*play).code == 0
    kept = json.loads((tmp_path / "data" / "manifest.json").read_text())
    old = kept["plan"]["strategies"][0]["fingerprint"]
    before = content_of(tmp_path / "data")
    (tmp_path / "late.py").write_text(PLUGIN.format(21))
    done = quacks(*play)
    assert done.code == 2
    assert f'strategies[0].fingerprint "{old}" → "' in done.err
    assert "the source of a plug-in" in done.err
    assert content_of(tmp_path / "data") == before


def test_another_version_is_refused_field_by_field(
    whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from quacks_sim.experiment import plan as plan_module

    old = load(whole).manifest["plan"]["rules_hash"]
    before = content_of(whole)
    monkeypatch.setattr(plan_module, "RULES_VERSION", 99)
    monkeypatch.setattr(plan_module, "rules_hash", lambda: "0123456789abcdef")
    with pytest.raises(InputError) as caught:
        run_experiment(experiment(games=2 * GAMES, rotate=False), whole)
    assert "\n" not in caught.value.cause
    for line in (
        f"games {GAMES} → {2 * GAMES}",
        "rotate true → false",
        "→ 99",
        f'rules_hash "{old}" → "0123456789abcdef" (rules or policies of another version',
    ):
        assert line in caught.value.cause
    assert "--overwrite" in caught.value.cure
    assert content_of(whole) == before


def test_a_dataset_that_cannot_be_read_can_be_replaced_if_it_is_one(
    whole: Path, tmp_path: Path
) -> None:
    path = whole / "manifest.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps({**manifest, "schema": 99}))
    with pytest.raises(InputError, match="schema 99 → 3"):
        run_experiment(experiment(), whole)
    assert run_experiment(experiment(), whole, overwrite=True).complete
