"""Experiments: questions read from TOML, played into datasets, and read back."""

from quacks_sim.axes import Axis
from quacks_sim.experiment.dataset import Dataset, load
from quacks_sim.experiment.run import prepare_experiment, record_match, run_experiment
from quacks_sim.experiment.spec import Experiment, load_experiment, shipped_experiments

__all__ = [
    "Axis",
    "Dataset",
    "Experiment",
    "load",
    "load_experiment",
    "prepare_experiment",
    "record_match",
    "run_experiment",
    "shipped_experiments",
]
