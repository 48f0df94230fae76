"""Policies: one module for each decision point, each a handful of small functions.

A policy reads a view (:mod:`quacks_sim.kernel.views`) and its parameters, and nothing else.
"""

from quacks_sim.kernel.jit import inlined
from quacks_sim.policies.facts import (
    best_rival_points,
    chance_to_explode,
    chance_without_last,
    gain_of_next_chip,
    is_white,
    one_of,
    own_chance,
    own_points,
    rival_is_ahead,
)
from quacks_sim.policies.registry import Parameter, Policy, policy

__all__ = [
    "Parameter",
    "Policy",
    "best_rival_points",
    "chance_to_explode",
    "chance_without_last",
    "gain_of_next_chip",
    "inlined",
    "is_white",
    "one_of",
    "own_chance",
    "own_points",
    "policy",
    "rival_is_ahead",
]
