"""Code of others runs only if it is allowed: named on the command line, or all of it."""

import shutil
from pathlib import Path

import pytest

import quacks_sim as qs
from quacks_sim.errors import InputError
from quacks_sim.experiment import load
from quacks_sim.plugins import PluginRefused
from quacks_sim.strategy import plugins_named
from tests.cli.conftest import Quacks
from tests.faults.conftest import SMALL

#: It says when it is run.
PLUGIN = """
from pathlib import Path
Path(__file__).with_name("it ran").touch()


def late(view, params):
    '''Stop late.'''
    return view.space > 20
"""
PLAY = ("--games", 12, "--seed", 1)


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """Return a folder with a strategy, an experiment and a plug-in that they name."""
    (tmp_path / "p.py").write_text(PLUGIN, encoding="utf-8")
    (tmp_path / "s.toml").write_text('stop = "p.py:late"\n', encoding="utf-8")
    (tmp_path / "plain.toml").write_text("", encoding="utf-8")
    head = 'question = "Why?"\ngames = 12\nseed = 1\n'
    for name, rest in {
        "table": 'tables = [["s.toml", "safe"]]\n',
        "change": 'tables = [["plain.toml+stop=p.py:late"]]\n',
        "vary": 'tables = [["plain.toml"]]\nvary.stop = ["safe", "p.py:late"]\n',
        "sets": 'tables = [["plain.toml"]]\nvary.plan.mine = { stop = "p.py:late" }\n',
    }.items():
        (tmp_path / f"{name}.toml").write_text(head + rest, encoding="utf-8")
    return tmp_path


def ran(folder: Path) -> bool:
    """Return whether the plug-in ran since it was last asked."""
    path = folder / "it ran"
    there = path.exists()
    path.unlink(missing_ok=True)
    return there


COMMANDS = [
    ("play", "s.toml", "safe", *PLAY),
    ("sweep", "s.toml", "--vary", "rubies=keep", *PLAY),
    ("sweep", "safe", "--vary", "rubies=keep", "--against", "s.toml", *PLAY),
    ("tune", "balanced", "--vary", "rubies", "--against", "s.toml", *PLAY),
    ("replay", "s.toml", "safe", "--seed", 1),
    ("strategies", "show", "s.toml"),
    ("strategies", "check", "s.toml"),
    *[("run", f"{name}.toml", "--out", f"out {name}") for name in ("table", "change", "vary")],
    ("run", "sets.toml", "--out", "out sets"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(map(str, command[:4])))
def test_it_runs_only_where_it_is_allowed(
    command: tuple[object, ...], quacks: Quacks, foreign: Path
) -> None:
    (foreign / "other.py").write_text(PLUGIN, encoding="utf-8")
    for more in ((), ("--plugin", "other.py")):
        done = quacks(*command, *more)
        assert done.code == 2
        cause, cure = done.err.splitlines()
        assert "it would run Python code: p.py (stop = 'p.py:late')" in cause
        assert "--plugin p.py" in cure
        assert "--allow-plugins" in cure
        assert not ran(foreign)
    for more in (("--plugin", "p.py"), ("--plugin", foreign / "p.py"), ("--allow-plugins",)):
        if command[0] == "run":
            shutil.rmtree(str(command[-1]), ignore_errors=True)
        assert quacks(*command, *more).code == 0
        assert ran(foreign)


def test_whoever_names_it_on_the_command_line_allows_it(quacks: Quacks, foreign: Path) -> None:
    for command in (
        ("play", "plain.toml+stop=p.py:late", "safe", *PLAY),
        ("sweep", "plain.toml", "--vary", "stop=p.py:late,safe", *PLAY),
        ("brew", "--stop", "p.py:late", "--rounds", 10),
        ("strategies", "show", "plain.toml+stop=p.py:late"),
        ("strategies", "check", "p2.py"),
    ):
        (foreign / "p2.py").write_text(
            "from quacks_sim.policies import policy\n"
            + PLUGIN.replace("def late", '@policy("stop")\ndef late'),
            encoding="utf-8",
        )
        assert quacks(*command).code == 0, command
        assert ran(foreign)
    found = plugins_named(f"{foreign / 'plain.toml'}+stop=p.py:late+rubies=keep")
    assert found == [foreign / "p.py"]


def test_a_dataset_runs_nothing_by_itself(quacks: Quacks, foreign: Path) -> None:
    play = ("play", "s.toml", *SMALL[2:], "--out", "data")
    assert quacks(*play, "--plugin", "p.py").code == 0
    assert ran(foreign)
    for command in (
        ("chart", "data"),
        ("chart", "data", "--chart", "by_round", "-o", "x.svg"),
        ("find", "data", "most victory_points"),
    ):
        assert quacks(*command).code == 0
        assert not ran(foreign)
    dataset = load("data")
    assert [each.name for each in dataset.results()[0].strategies] == ["s", "safe"]
    assert not dataset.games().empty
    assert not ran(foreign)
    for command in (("replay", "data", "--game", 3), play):
        done = quacks(*command)
        assert done.code == 2
        assert "would run Python code: p.py" in done.err
        assert not ran(foreign)
    assert quacks("replay", "data", "--game", 3, "--plugin", "p.py").code == 0
    assert ran(foreign)


def test_from_python_it_has_to_be_allowed_too(foreign: Path) -> None:
    for attempt in (
        lambda: qs.load_strategy("s.toml"),
        lambda: qs.load_strategy("plain.toml+stop=p.py:late"),
        lambda: qs.load_strategy("plain.toml").with_params({"stop": "p.py:late"}),
        lambda: qs.Strategy.from_dict({"stop": "p.py:late"}, name="mine"),
        lambda: qs.Strategy.from_dict({"stop": {"policy": "p.py:late"}}, name="mine"),
        lambda: qs.play("s.toml", games=12),
        lambda: qs.sweep("plain.toml", {"stop": ["p.py:late"]}, games=12),
        lambda: qs.brew(stop="p.py:late", rounds=10),
        lambda: qs.run_experiment("table.toml", "data"),
    ):
        with pytest.raises(PluginRefused, match="would run Python code"):
            attempt()
        assert not ran(foreign)
    assert not Path("data").exists()
    for allowed in (True, ["p.py"], [foreign / "p.py"]):
        assert qs.play("s.toml", games=12, seed=1, allow_plugins=allowed).games == 12
        assert ran(foreign)
    for other in (False, [], ["q.py"]):
        with pytest.raises(PluginRefused):
            qs.load_strategy("s.toml", allow_plugins=other)


def test_shipped_ones_are_trusted_and_what_only_looks_like_them_is_not(
    quacks: Quacks, foreign: Path
) -> None:
    hunter = qs.load_strategy("ruby_hunter")
    assert hunter.folder is not None
    assert quacks("play", "ruby_hunter", "safe", *PLAY).code == 0
    # The same file elsewhere is somebody's.
    shutil.copy(hunter.folder / "ruby_hunter.toml", foreign / "hunter.toml")
    shutil.copy(hunter.folder / "ruby_hunter.py", foreign)
    assert "would run Python code" in quacks("play", "hunter.toml", "safe", *PLAY).err
    # A way through the shipped folder leads out of it again.
    out = Path("../" * 20 + str(foreign / "p.py")[1:])
    (foreign / "sly.toml").write_text(f'stop = "{hunter.folder}/{out}:late"\n')
    (foreign / "link.toml").symlink_to(foreign / "s.toml")
    (foreign / "linked.py").symlink_to(foreign / "p.py")
    (foreign / "linked.toml").write_text('stop = "linked.py:late"\n')
    for name in ("sly", "link", "linked"):
        done = quacks("play", f"{name}.toml", "safe", *PLAY)
        assert "would run Python code" in done.err, name
        assert not ran(foreign)


def test_a_refusal_names_every_file(foreign: Path) -> None:
    (foreign / "rounds.toml").write_text(
        '[[stop]]\nrounds = "odd"\npolicy = "p.py:late"\n[[stop]]\npolicy = "safe"\n'
    )
    for attempt in ("rounds.toml", "plain.toml+stop@1-3=p.py:late"):
        with pytest.raises(PluginRefused, match=r"would run Python code: p\.py"):
            qs.load_strategy(attempt)
        assert not ran(foreign)
        assert qs.load_strategy(attempt, allow_plugins=["p.py"]).plugins == [Path("p.py")]
        assert ran(foreign)
    (foreign / "two.toml").write_text('stop = "p.py:late"\n[flask]\npolicy = "q/r.py:f"\n')
    with pytest.raises(InputError) as caught:
        qs.load_strategy("two.toml")
    assert "p.py, q/r.py (stop = 'p.py:late', flask = 'q/r.py:f')" in caught.value.cause
    assert "--plugin p.py --plugin q/r.py" in caught.value.cure
