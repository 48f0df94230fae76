"""Plays random games of a package, as plain Python, until the referee disagrees; prints a document.

Run as a program of its own, with the package in the path: ``python play.py SEED FIRST LAST``.
"""

import json
import sys

from quacks_sim.checking import random_match
from quacks_sim.errors import SimulationError
from quacks_sim.journal import record_game
from quacks_sim.referee import check


def first_disagreement(seed: int, first: int, last: int) -> dict[str, object]:
    """Return the first of some games that the referee does not accept, and why."""
    for game in range(first, last):
        # Every other game is played by the rules as they are printed.
        match = random_match(seed, game, random_rules=game % 2 == 1)
        try:
            found = check(record_game(match, game))
        except (SimulationError, IndexError, ValueError, KeyError) as error:
            return {"game": game, "rule": "-", "message": f"cannot be played: {error}"}
        if found is not None:
            return {"game": game, "rule": found.rule, "message": found.message}
    return {"game": None, "games": last - first}


if __name__ == "__main__":
    print(json.dumps(first_disagreement(*(int(argument) for argument in sys.argv[1:4]))))
