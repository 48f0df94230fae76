"""Quacks Sim: what does a strategy achieve in The Quacks of Quedlinburg?

>>> import quacks_sim as qs
>>> result = qs.play("balanced", "cautious", games=20_000, seed=7)  # doctest: +SKIP
>>> result["balanced"].win_share.mean  # doctest: +SKIP

Names are imported when they are used: importing the package loads neither numba nor pandas.
"""

import importlib
from typing import TYPE_CHECKING, Any

from quacks_sim.version import RULES_VERSION, __version__

if TYPE_CHECKING:
    from quacks_sim.advice.advise import advise
    from quacks_sim.advice.luck import luck
    from quacks_sim.errors import InputError, PolicyError, QuacksError, SimulationError
    from quacks_sim.experiment import Dataset, load, load_experiment, run_experiment
    from quacks_sim.policies.registry import Parameter, policy
    from quacks_sim.rules.books import Books
    from quacks_sim.rules.cards import Deck
    from quacks_sim.rules.options import RuleOptions
    from quacks_sim.simulate import brew, play, sweep
    from quacks_sim.solver.solve import solve
    from quacks_sim.solver.worth import Worth
    from quacks_sim.strategy import Strategy, load_strategy, shipped_strategies
    from quacks_sim.tournaments import tournament
    from quacks_sim.training.train import train
    from quacks_sim.training.tuning import tune
    from quacks_sim.values import Values, load_values

_HOMES = {
    "Books": "rules.books",
    "Dataset": "experiment",
    "Deck": "rules.cards",
    "InputError": "errors",
    "Parameter": "policies.registry",
    "PolicyError": "errors",
    "QuacksError": "errors",
    "RuleOptions": "rules.options",
    "SimulationError": "errors",
    "Strategy": "strategy",
    "Values": "values",
    "Worth": "solver.worth",
    "advise": "advice.advise",
    "brew": "simulate",
    "load": "experiment",
    "load_experiment": "experiment",
    "load_strategy": "strategy",
    "load_values": "values",
    "luck": "advice.luck",
    "play": "simulate",
    "policy": "policies.registry",
    "run_experiment": "experiment",
    "shipped_strategies": "strategy",
    "solve": "solver.solve",
    "sweep": "simulate",
    "tournament": "tournaments",
    "train": "training.train",
    "tune": "training.tuning",
}

__all__ = [
    "RULES_VERSION",
    "Books",
    "Dataset",
    "Deck",
    "InputError",
    "Parameter",
    "PolicyError",
    "QuacksError",
    "RuleOptions",
    "SimulationError",
    "Strategy",
    "Values",
    "Worth",
    "__version__",
    "advise",
    "brew",
    "load",
    "load_experiment",
    "load_strategy",
    "load_values",
    "luck",
    "play",
    "policy",
    "run_experiment",
    "shipped_strategies",
    "solve",
    "sweep",
    "tournament",
    "train",
    "tune",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
