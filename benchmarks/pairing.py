"""Measure how many games pairing saves: ``python benchmarks/pairing.py [FILE.md]``.

Prints a table in Markdown, or puts it between the marks ``<!-- pairing -->`` and
``<!-- end of pairing -->`` of a file. Games are those that resolve
the measured difference in four of five runs.
"""

import argparse
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from quacks_sim import play
from quacks_sim.batches import against_best
from quacks_sim.comparisons import Comparison
from quacks_sim.results import PlayResult

GAMES, SEED = 60_000, 1
MEASURES = {"win share": "win_share", "points": "victory_points"}
THRESHOLDS = ("yardstick+stop=bust_risk:0.25", "yardstick+stop=bust_risk:0.3")

_BETWEEN = re.compile(r"(?<=<!-- pairing -->\n).*?(?=<!-- end of pairing -->)", re.DOTALL)
RUBIES = ("balanced+rubies=keep", "balanced+rubies=droplet")


def played(*names: str, rotate: bool) -> PlayResult:
    """Return the result of a table."""
    return play(*names, games=GAMES, seed=SEED, rotate=rotate)


def at_one_table(*names: str) -> Callable[[str], tuple[Comparison, ...]]:
    """Compare the first two strategies of a table: independent games, and rotated ones."""
    alone, rotated = (played(*names, rotate=rotate).pairs[0] for rotate in (False, True))
    return lambda measure: (getattr(alone, measure), getattr(rotated, measure))


def of_two_cells(names: tuple[str, str], *rivals: str) -> Callable[[str], tuple[Comparison, ...]]:
    """Compare two cells of a sweep: other luck for each of them; the same; and rotated, too."""
    still, rotated = (
        [played(name, *rivals, rotate=rotate) for name in names] for rotate in (False, True)
    )

    def compared(measure: str) -> tuple[Comparison, ...]:
        own = [getattr(each.strategies[0], measure).standard_error for each in still]
        paired = [against_best(cells, measure, 0)[1] for cells in (still, rotated)]
        error = (own[0] ** 2 + own[1] ** 2) ** 0.5
        difference = replace(paired[0].difference, standard_error=error)
        return (replace(paired[0], difference=difference), *paired)

    return compared


def table() -> str:
    """Return the table in Markdown."""
    head = [
        "comparison",
        "measure",
        "difference",
        "other luck",
        "same luck",
        "and rotated",
        "saved",
    ]
    rows = [head, [":--", ":--", *["--:"] * 5]]
    cases: dict[str, Callable[[str], tuple[Comparison, ...]]] = {
        "balanced and cautious in a duel": at_one_table("balanced", "cautious"),
        "yardstick and careful in a duel": at_one_table("yardstick", "careful"),
        "both at a table of four": at_one_table("yardstick", "careful", "balanced", "pushing"),
        "threshold 0.25 or 0.3, each against balanced": of_two_cells(THRESHOLDS, "balanced"),
        "rubies: keep or droplet, each against yardstick": of_two_cells(RUBIES, "yardstick"),
        "the same at a table of four": of_two_cells(RUBIES, "yardstick", "careful", "pushing"),
    }
    for case, compared in cases.items():
        for words, measure in MEASURES.items():
            found = compared(measure)
            rows.append([case, words, *_numbers(found, 100 if measure == "win_share" else 1)])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def _numbers(found: tuple[Comparison, ...], scale: float) -> list[str]:
    """Return difference, games needed, and how many times fewer these are at the end.

    The difference is the one that is known best. At one table luck is always the same.
    """
    best = found[-1].difference
    needed = [
        replace(each, difference=replace(each.difference, mean=best.mean)).games_to_resolve or 0
        for each in found
    ]
    texts = [f"{each:,}" for each in needed]
    texts = texts if len(texts) == 3 else ["–", *texts]
    width = best.half_width * scale
    return [
        f"{abs(best.mean) * scale:.2f} ± {width:.2f}",
        *texts,
        f"{needed[0] / needed[-1]:.1f} ×",
    ]


def main() -> None:
    """Measure, and print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", help="where the table is replaced")
    file = parser.parse_args().file
    text = "" if file is None else file.read_text(encoding="utf-8")
    if file is not None and not _BETWEEN.search(text):
        parser.error(f"{file} has no marks <!-- pairing --> and <!-- end of pairing -->")
    made = table()
    print(made)
    if file is not None:
        file.write_text(_BETWEEN.sub(lambda _: f"{made}\n", text), encoding="utf-8")


if __name__ == "__main__":
    main()
