"""Small datasets, played once for all tests of reports."""

import pytest

from quacks_sim.experiment import Dataset
from quacks_sim.experiment.run import run_experiment
from quacks_sim.experiment.spec import Experiment

#: A name that would do harm on a page that does not escape it.
NASTY = "</script><img src=x onerror=\"console.error('run')\">$x_1$&amp;"

#: One that the games confirm, one that they refute, one that says nothing of numbers.
CLAIMS = [
    {
        "claim": f"Some risk pays. {NASTY}",
        "source": f"a player {NASTY}",
        "better": 0.3,
        "than": 0.9,
    },
    {"claim": "The more risk the better.", "source": "a reckless player", "best": [0.9]},
    {"claim": "It is a matter of taste.", "source": "a third player"},
]


def dataset(folder, **content) -> Dataset:
    content = {"question": f"Who wins? {NASTY}", "games": 240, "seed": 3, **content}
    return run_experiment(Experiment.from_dict(content), folder, threads=1)


@pytest.fixture(scope="session")
def two(tmp_path_factory) -> Dataset:
    return dataset(tmp_path_factory.mktemp("report") / "two", tables=[["safe", "balanced"]])


@pytest.fixture(scope="session")
def twins(tmp_path_factory) -> Dataset:
    return dataset(tmp_path_factory.mktemp("report") / "twins", tables=[["safe", "safe"]])


@pytest.fixture(scope="session")
def alone(tmp_path_factory) -> Dataset:
    return dataset(tmp_path_factory.mktemp("report") / "alone", tables=[["safe"]])


@pytest.fixture(scope="session")
def swept(tmp_path_factory) -> Dataset:
    return dataset(
        tmp_path_factory.mktemp("report") / "swept",
        tables=[["yardstick", "safe"]],
        vary={"stop.max_risk": [0.05, 0.3, 0.9]},
        chart="sweep",
        claims=CLAIMS,
    )


@pytest.fixture(scope="session")
def mapped(tmp_path_factory) -> Dataset:
    return dataset(
        tmp_path_factory.mktemp("report") / "mapped",
        tables=[["yardstick", "safe"]],
        vary={"stop.max_risk": [0.05, 0.3, 0.9], "explosion.round": [1, 9]},
        games=120,
    )


@pytest.fixture(scope="session")
def cup(tmp_path_factory) -> Dataset:
    return dataset(
        tmp_path_factory.mktemp("report") / "cup",
        tables=[["balanced", "safe"], ["balanced", "pushing"], ["safe", "pushing"]],
        chart="tournament",
    )
