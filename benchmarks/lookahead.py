"""What the policies ``lookahead`` lose against best play, and how fast they are.

``python benchmarks/lookahead.py`` prints the tables of docs/solver.md. The value of best play is
exact (:func:`quacks_sim.solver.solve.solve`), that of the policies comes from a million brews of
each bag; the standard error is printed beside the loss.
"""

import argparse
import time
from typing import Any

import numpy as np

from quacks_sim.brew_result import BrewResult
from quacks_sim.rules.tables import SPACE_COINS, SPACE_VICTORY_POINTS
from quacks_sim.simulate import brew
from quacks_sim.solver.solve import solve

#: Bags as they are about in rounds 1, 3, 5, 7 and 9: some of everything, orange and red, and green
#: and blue; without purple, whose reward ``brew`` does not count.
BAGS = {
    "1": "W1x4 W2x2 W3 O1 G1",
    "3 mixed": "W1x4 W2x2 W3 O1x2 G1 B1 R1 Y1",
    "3 orange, red": "W1x4 W2x2 W3 O1x3 G1 R1x2",
    "5 mixed": "W1x4 W2x2 W3 O1x2 G1 B1 B2 R1 R2 Y1",
    "5 orange, red": "W1x4 W2x2 W3 O1x4 G1 R1x2 R2x2",
    "5 green, blue": "W1x4 W2x2 W3 O1 G1x2 G2 B1x2 B2",
    "7 mixed": "W1x5 W2x2 W3 O1x3 G1 B1 B2 R1 R2x2 Y1 K1x2",
    "7 orange, red": "W1x5 W2x2 W3 O1x5 G1 R1x2 R2x2 R4",
    "7 green, blue": "W1x5 W2x2 W3 O1 G1x2 G2x2 B1x2 B2x2 B4",
    "9 mixed": "W1x5 W2x2 W3 O1x3 G1 B1 B2 B4 R1 R2x2 R4 Y1x2 K1x2",
    "9 orange, red": "W1x5 W2x2 W3 O1x6 G1 R1x2 R2x3 R4x2",
}

#: Start space by round: droplet and rats push it on.
STARTS = {"1": 0, "3": 2, "5": 4, "7": 6, "9": 8}

#: Enough for all of these bags.
MOST_STATES = 20_000_000

#: Worth of a coin and of a ruby in points: as in the last round, and as early in a game.
WORTHS = {"last round": (0.2, 0.5), "early": (0.5, 1.5)}


def value_of(result: BrewResult, coins: float, rubies: float) -> tuple[float, float]:
    """Return the mean worth of brews, and its standard error (rubies as if independent)."""
    intact = result.totals.space_counts - result.totals.exploded
    points, paid = SPACE_VICTORY_POINTS * 1.0, coins * SPACE_COINS
    worth = np.array([points + paid, np.maximum(points, paid)])
    counts = np.array([intact, result.totals.exploded])
    mean = (worth * counts).sum() / result.rounds
    variance = (worth**2 * counts).sum() / result.rounds - mean**2
    found = result.rubies
    error = np.sqrt(variance / result.rounds) + rubies * found.standard_error
    return float(mean + rubies * found.mean), float(error)


def losses(bag: str, start: int, coins: float, rubies: float, rounds: int) -> dict[str, Any]:
    """Return the value of best play and what policies lose against it."""
    worth = {"points": 1.0, "coins": coins, "rubies": rubies}
    ahead = {"policy": "lookahead", "coins": coins, "rubies": rubies}
    kinds: dict[str, dict[str, Any]] = {
        f"depth {depth}": {"stop": {**ahead, "depth": depth}} for depth in (1, 2, 3)
    }
    kinds["to the end"] = {"stop": ahead}
    kinds["bust_risk 0.25"] = {"stop": "bust_risk:0.25"}
    kinds["expected_gain"] = {"stop": "expected_gain"}
    kinds["and blue, yellow"] = {"stop": ahead, "blue": ahead, "yellow": ahead}
    kinds["and the flask"] = {**kinds["and blue, yellow"], "flask": {**ahead, "flask": 0}}
    best = {
        flask: solve(bag, start=start, flask=flask, worth=worth, most_states=MOST_STATES)
        for flask in (False, True)
    }
    row: dict[str, Any] = {}
    for name, policies in kinds.items():
        solution = best["flask" in policies]
        played = brew(bag, start=start, rounds=rounds, seed=1, **policies)
        value, error = value_of(played, coins, rubies)
        row[name] = (solution.value, solution.value - value, error, solution.is_exact)
    return row


def speeds(rounds: int) -> list[tuple[str, float, float]]:
    """Return brews and decisions to stop a second on one core, of a bag of each size."""
    found = []
    for name in ("1", "5 mixed", "9 mixed"):
        bag, start = BAGS[name], STARTS[name[0]]
        for stop in ("lookahead", "bust_risk:0.25"):
            brew(bag, start=start, stop=stop, rounds=1, seed=1, threads=1)
            begun = time.process_time()
            result = brew(bag, start=start, stop=stop, rounds=rounds, seed=1, threads=1)
            each = (time.process_time() - begun) / rounds
            # One decision before each draw, and one to stop unless the pot exploded; blue chips
            # bring chips into the pot without one, so this is a little too many.
            decisions = result.chips_drawn.mean + 1 - result.explosion_rate.mean
            found.append((f"{name}, {stop}", 1 / each, decisions / each))
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000_000, help="brews of each bag")
    parser.add_argument("--worth", choices=list(WORTHS), help="one worth; all if not given")
    options = parser.parse_args()
    for worth in [options.worth] if options.worth else WORTHS:
        coins, rubies = WORTHS[worth]
        print(f"\nworth: {worth} (coin {coins}, ruby {rubies})")
        for number, (name, bag) in enumerate(BAGS.items()):
            row = losses(bag, STARTS[name[0]], coins, rubies, options.rounds)
            if number == 0:
                print("| round, bag | best | " + " | ".join(row) + " |")
            cells = [
                f"{loss:.3f} ± {error:.3f}{'' if exact else ' (pooled)'}"
                for _, loss, error, exact in row.values()
            ]
            print(f"| {name} | {row['depth 1'][0]:.3f} | " + " | ".join(cells) + " |", flush=True)
    print("\n| round, bag and policy | brews/s | decisions/s |")
    for name, brews, decisions in speeds(options.rounds):
        print(f"| {name} | {brews:,.0f} | {decisions:,.0f} |")


if __name__ == "__main__":
    main()
