"""Rat tails between a player and the leader. Rule 3."""

from bisect import bisect_left

from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import RAT_TAILS_FIRST_LAP, SCORE_LAP


def tails_between(rules: RuleOptions, low: int, high: int) -> int:
    """Return how many tails t have low ≤ t < high (rules 3.1 and 3.2)."""
    return max(_below(rules, high) - _below(rules, low), 0)


def _below(rules: RuleOptions, score: int) -> int:
    if rules.rats_above_50 == "own_table":
        return bisect_left(rules.rat_tails, score)
    if rules.rats_above_50 == "none":
        return bisect_left(RAT_TAILS_FIRST_LAP, score)
    laps, rest = divmod(score, SCORE_LAP)
    return laps * len(RAT_TAILS_FIRST_LAP) + bisect_left(RAT_TAILS_FIRST_LAP, rest)
