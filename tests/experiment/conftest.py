"""Small shards and blocks, so that a few hundred games make several of them."""

from pathlib import Path
from typing import Any

import pytest

from quacks_sim.experiment import Experiment
from quacks_sim.experiment import plan as plan_module
from quacks_sim.experiment import run as run_module
from quacks_sim.strategy import Strategy

SHARD = {"summary": 240, "games": 120, "rounds": 60}

CAREFUL = Strategy.from_dict({"stop": {"policy": "bust_risk", "max_risk": 0.1}}, name="careful")
BOLD = Strategy.from_dict({"stop": {"policy": "bust_risk", "max_risk": 0.4}}, name="bold")


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan_module, "GAMES_PER_SHARD", SHARD)
    monkeypatch.setattr(run_module, "GAMES_PER_BLOCK", 24)


def make(**changes: Any) -> Experiment:
    """Return a small experiment: two cells of 300 games at a table of two."""
    content: dict[str, Any] = {
        "question": "When should one stop?",
        "tables": [[CAREFUL, BOLD]],
        "vary": {"stop.max_risk": [0.1, 0.3]},
        "games": 300,
        "seed": 5,
        "level": "games",
    }
    return Experiment.from_dict({**content, **changes})


def content_of(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all files of a dataset but the manifest, by relative name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "manifest.json"
    }
