"""Measure what cards, books and test tubes cost: ``python benchmarks/variants.py [FILE.json]``.

The yardstick on four seats, on one thread, in blocks that take turns. Prints the games a second of
processor time and how many times as long each variant takes as the plain game, the books of Set 1
without cards, with 95 % intervals. ``make bench`` runs it.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from quacks_sim import benchmark
from quacks_sim.match import Match, make_match
from quacks_sim.rules.books import Books
from quacks_sim.rules.options import RuleOptions

GAMES, TURNS, RESAMPLES = 6000, 9, 4000
PLAIN = "books of Set 1, no cards"


def variants() -> dict[str, Match]:
    """Return the tables that are compared, the plain one first."""

    def table(*, books: int = 1, cards: str = "none", side: str = "droplet") -> Match:
        return make_match(
            [benchmark.YARDSTICK] * 4,
            books=Books.read("", others=books),
            cards=cards,
            rules=RuleOptions.read({} if side == "droplet" else {"pot_side": side}),
            seed=benchmark.SEED,
        )

    return {
        PLAIN: table(),
        "all event cards": table(cards="all"),
        "test tubes": table(side="test_tubes"),
        **{f"books of Set {number}": table(books=number) for number in (2, 3, 4)},
        **{
            f"books of Set {number}, all event cards": table(books=number, cards="all")
            for number in (2, 3, 4)
        },
    }


def measure(games: int = GAMES, turns: int = TURNS) -> dict[str, list[float]]:
    """Return the seconds of processor time of each turn, by variant."""
    tables = variants()
    for match in tables.values():
        match.block(0, games)
    seconds: dict[str, list[float]] = {name: [] for name in tables}
    for _ in range(turns):
        for name, match in tables.items():
            begun = time.process_time()
            match.block(0, games)
            seconds[name].append(time.process_time() - begun)
    return seconds


def report(seconds: dict[str, list[float]], games: int = GAMES) -> str:
    """Return what has been measured as text."""
    chance = np.random.default_rng(benchmark.SEED)
    plain = np.array(seconds[PLAIN])
    lines = [
        f"{'the yardstick on four seats':34} {'games a second':>14}  times as long  95 % interval"
    ]
    for name, taken in seconds.items():
        ratios = np.array(taken) / plain
        again = chance.choice(ratios, (RESAMPLES, len(ratios)))
        low, high = np.percentile(np.median(again, axis=1), [2.5, 97.5])
        speed = games / np.median(taken)
        lines.append(f"{name:34} {speed:14,.0f}  {np.median(ratios):13.2f}  {low:.2f} – {high:.2f}")
    return "\n".join(lines)


def main() -> None:
    """Measure, print, and write every turn if a file is named."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, nargs="?", help="where to write every turn as JSON")
    file = parser.parse_args().file
    seconds = measure()
    print(report(seconds))
    if file is not None:
        document: dict[str, Any] = {
            "command": "variants",
            "games": GAMES,
            "cpu_seconds": seconds,
            "machine": benchmark.machine(),
        }
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
