"""What a worker does with an order, and the form in which a match travels."""

import json
import pickle
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quacks_sim.errors import InputError, SimulationError
from quacks_sim.experiment import run_experiment
from quacks_sim.experiment.orders import Answer, Order, carry_out, versions_here
from quacks_sim.experiment.parcel import pack, unpack
from quacks_sim.experiment.plan import Shard
from quacks_sim.match import Match, make_match
from quacks_sim.rules.options import RuleOptions
from tests.cluster.conftest import make


@pytest.fixture
def order(tmp_path: Path) -> Order:
    out = tmp_path / "out"
    run_experiment(make(games=60), out)
    match = make_match(["yardstick+stop.max_risk=0.3", "safe"], seed=3, cards="none")
    return Order(
        4, Shard(7, 0, 60), ((0, 24), (24, 60)), "games", pack(match), str(out), versions_here()
    )


def carried_out(order: Order) -> Any:
    """Return the answer as it comes back from another machine."""
    return pickle.loads(pickle.dumps(carry_out(pickle.loads(pickle.dumps(order)))))


def test_an_order_is_a_shard(order: Order) -> None:
    answer = carried_out(order)
    assert isinstance(answer, Answer)
    assert (answer.piece.number, answer.piece.first, answer.piece.last) == (4, 0, 60)
    entry = answer.files["games"]
    path = Path(order.folder) / entry["file"]
    assert path.name == "cell-00007-game-000000000000.parquet"
    assert path.stat().st_size == entry["bytes"]
    whole = (
        make_match(["yardstick+stop.max_risk=0.3", "safe"], seed=3, cards="none")
        .block(0, 60)
        .totals
    )
    assert np.array_equal(answer.piece.totals, whole)


def test_an_order_that_is_carried_out_twice_leaves_the_same_file(order: Order) -> None:
    first = carried_out(order)
    path = Path(order.folder) / first.files["games"]["file"]
    content = path.read_bytes()
    assert carried_out(order).files == first.files
    assert path.read_bytes() == content
    assert not list(Path(order.folder).rglob("*.tmp"))


@pytest.mark.parametrize("name", ["quacks_sim", "rules", "numpy", "numba", "pyarrow"])
def test_a_worker_of_another_version_refuses(order: Order, name: str) -> None:
    answer = carried_out(replace(order, needs={**versions_here(), name: "0.1"}))
    assert isinstance(answer, InputError)
    assert f"{versions_here()[name]}, and this machine 0.1" in answer.cause
    assert answer.cure


def test_a_worker_that_does_not_see_the_folder_refuses(order: Order, tmp_path: Path) -> None:
    answer = carried_out(replace(order, folder=str(tmp_path / "elsewhere")))
    assert isinstance(answer, InputError)
    assert "does not see the dataset" in answer.cause
    assert "object store" in answer.cure
    assert not (tmp_path / "elsewhere").exists()


def test_a_match_comes_back_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "odd name.py").write_text(
        "from quacks_sim.policies import Parameter, policy\n\n\n"
        '@policy("stop", Parameter("chips", 5, 1, 30, "chips", whole=True))\n'
        "def chips(view, params):\n    return view.pot_size >= params.chips\n",
        encoding="utf-8",
    )
    (tmp_path / "mine.toml").write_text(
        '[stop]\npolicy = "mine/odd name.py:chips"\nchips = [3, 3, 3, 4, 4, 4, 5, 5, 5]\n',
        encoding="utf-8",
    )
    names = [str(tmp_path / "mine.toml"), "balanced+rubies=keep"]
    match = make_match(names, seed=2**63 - 1, rotate=False, cards="none", allow_plugins=True)
    found = unpack(pack(match))
    assert pack(found) == pack(match)
    assert found.rules == match.rules
    assert found.books == match.books
    assert (found.seed, found.rotate, found.names) == (match.seed, match.rotate, match.names)
    for mine, theirs in zip(match.strategies, found.strategies, strict=True):
        assert mine.fingerprint == theirs.fingerprint
        assert [each.plain() for each in mine.choices.values()] == [
            each.plain() for each in theirs.choices.values()
        ]
    assert found.command(6) == match.command(6)
    assert "mine.toml" in found.command(6)
    assert np.array_equal(match.block(0, 50).totals, found.block(0, 50).totals)


def test_everything_about_a_match_travels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "prepare", lambda match: None)  # nothing is played
    match = make_match(
        ["yardstick", "safe"],
        rules=RuleOptions.read({"explosion_limit": 8, "start_player": "random"}),
        books="green=3,blue=2",
        cards="all,3=FB5",
        seed=9,
        rotate=False,
    )
    found = unpack(pack(match))
    plain = make_match(["yardstick", "safe"])
    for field in fields(Match):
        if field.name != "strategies":
            assert getattr(found, field.name) == getattr(match, field.name)
            assert getattr(match, field.name) != getattr(plain, field.name)


def test_a_changed_parcel_is_noticed() -> None:
    document = json.loads(pack(make_match(["yardstick"])))
    document["strategies"][0]["choices"]["stop"][0]["values"]["max_risk"] = 0.123
    with pytest.raises(SimulationError, match="another fingerprint"):
        unpack(json.dumps(document))
