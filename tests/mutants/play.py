"""Plays random games of a package, as plain Python, until the referee disagrees; prints a document.

Run as a program of its own, with the package in the path: ``python play.py SEED FIRST LAST``.
"""

import json
import sys
from random import Random

from quacks_sim.checking import random_match
from quacks_sim.errors import SimulationError
from quacks_sim.journal import record_game
from quacks_sim.match import Match, make_match
from quacks_sim.referee import check

#: Players with a plan: they fill their pots and pass 50 points, which random ones do not.
PLAYERS = ("balanced", "yardstick", "pushing", "green_collector", "black_first", "cautious")


def match_of(seed: int, game: int) -> Match:
    """Return the match of a game: by lot, by lot under odd rules, or players with a plan."""
    if game % 3 < 2:
        return random_match(seed, game, random_rules=game % 3 == 1)
    chance = Random(f"{seed} {game}")
    return make_match(chance.sample(PLAYERS, chance.randint(2, 4)), cards="none", seed=seed)


def first_disagreement(seed: int, first: int, last: int) -> dict[str, object]:
    """Return the first of some games that the referee does not accept, and why."""
    for game in range(first, last):
        try:
            found = check(record_game(match_of(seed, game), game))
        except (SimulationError, IndexError, ValueError, KeyError) as error:
            return {"game": game, "rule": "-", "message": f"cannot be played: {error}"}
        if found is not None:
            return {"game": game, "rule": found.rule, "message": found.message}
    return {"game": None, "games": last - first}


if __name__ == "__main__":
    print(json.dumps(first_disagreement(*(int(argument) for argument in sys.argv[1:4]))))
