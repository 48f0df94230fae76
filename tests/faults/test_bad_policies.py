"""A policy that raises or answers illegally in game 57 ends the run; what is finished is kept."""

import shlex
from pathlib import Path

import pytest

from quacks_sim.experiment import load
from tests.cli.conftest import Quacks

PLUGIN = """
import numpy as np
from quacks_sim.policies import inlined, policy

#: How the policy knows game {game}: by the key of its chance in round 1.
KEY = np.uint64({key})


@policy("rubies")
def raises(view, params):
    '''Raise in one game.'''
    if view.chance_key == KEY:
        raise ValueError("no idea")
    return 0


@policy("rubies")
def cheats(view, params):
    '''Answer illegally in one game.'''
    if view.chance_key == KEY:
        return 9
    return 0
"""

SEED, GAME = 11, 57
TABLE = ("--rule", "starting_rubies=2", "--books", "green=3", "--no-rotate")


def write_plugin(folder: Path) -> None:
    from tests.statistical.twin import twin_game_key, twin_seat_key

    key = twin_seat_key(twin_game_key(SEED, GAME), 0, 1)
    text = PLUGIN.format(game=GAME, key=key)
    (folder / "mine.py").write_text(text, encoding="utf-8")
    for name in ("raises", "cheats"):
        (folder / f"{name}.toml").write_text(f'rubies = "mine.py:{name}"\n', encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "what"), [("raises", "raised ValueError: no idea"), ("cheats", "an illegal choice")]
)
def test_policy_game_and_seed_are_named_and_the_game_can_be_played_again(
    name: str, what: str, quacks: Quacks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from quacks_sim.experiment import plan as plan_module
    from quacks_sim.experiment import run as run_module

    monkeypatch.setattr(plan_module, "GAMES_PER_SHARD", {"summary": 24, "games": 24, "rounds": 24})
    monkeypatch.setattr(run_module, "GAMES_PER_BLOCK", 12)
    write_plugin(tmp_path)
    play = ("play", f"{name}.toml", "safe", "--games", 240, "--seed", SEED, *TABLE)
    done = quacks(*play, "--plugin", "mine.py", "--out", "data", "--threads", 1)
    assert done.code == 1
    assert done.out == ""
    cause, cure = done.err.splitlines()[-2:]
    assert f"rubies policy 'mine.py:{name}' of {name} " in cause
    assert what in cause
    assert f"(seed {SEED}, game {GAME})" in cause
    # Two shards of 24 games were finished.
    kept = load("data")
    assert [(each["first"], each["last"]) for each in kept.manifest["shards"]] == [
        (0, 24),
        (24, 48),
    ]
    assert kept.damaged() == []
    command = shlex.split(cure[cure.index("quacks ") : cure.index(" repeats it")])
    again = quacks(*command[1:])
    assert again.code == 1
    assert again.err.splitlines()[-2:] == done.err.splitlines()[-2:]
    # And nothing else goes wrong before it.
    count = command.index("--games") + 1
    assert int(command[count]) == GAME + 1
    assert quacks(*command[1:count], GAME, *command[count + 1 :]).code == 0
    replay = ("replay", f"{name}.toml", "safe", "--seed", SEED, *TABLE, "--plugin", "mine.py")
    told = quacks(*replay, "--game", GAME)
    assert told.code == 1
    assert what in told.err
    assert quacks(*replay, "--game", GAME - 1).code == 0
