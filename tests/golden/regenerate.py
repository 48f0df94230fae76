"""Write the kept games anew: ``python -m tests.golden.regenerate``.

Only after a change that is meant to change them; look at the difference before keeping it.
"""

from quacks_sim.journal import record_game
from quacks_sim.match import make_match
from quacks_sim.referee import check
from quacks_sim.rules.options import RuleOptions
from tests.golden.cases import CASES, FOLDER, Case
from tests.golden.lines import head_of, line_of


def text_of(case: Case) -> str:
    """Return the content of the file of a case; the referee must agree with it."""
    match = make_match(
        case.strategies,
        rules=RuleOptions.read(case.rules),
        books=case.books,
        seed=case.seed,
        rotate=False,
        cards=case.cards,
    )
    journal = record_game(match, case.game)
    disagreement = check(journal)
    if disagreement is not None:
        raise SystemExit(f"{case.name}: {disagreement.message}")
    lines = [head_of(journal), *(line_of(event) for event in journal["events"])]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write all files, and remove those of cases that are no more."""
    kept = {case.path for case in CASES}
    for path in FOLDER.glob("*.txt"):
        if path not in kept:
            path.unlink()
    for case in CASES:
        text = text_of(case)
        case.path.write_text(text, encoding="utf-8")
        print(f"{case.path.name}: {text.count(chr(10)) - 1} events, {len(text):,} bytes")


if __name__ == "__main__":
    main()
