"""``python -m tests.mutants [NAME …]`` runs all mutants, or some; fails if one survives."""

import sys
import time

from tests.mutants.run import MUTANTS, Verdict, run_all


def _line(verdict: Verdict) -> str:
    mutant = verdict.mutant
    if mutant is None:
        return f"{'the kernel as it is':31} {'':7} {verdict.by:22} {verdict.message}"
    rule = mutant.rule + (f" ({mutant.trap})" if mutant.trap else "")
    caught = verdict.by if verdict.caught else "SURVIVES"
    return f"{mutant.name:31} {rule:14} {caught:18} {verdict.message[:110]}"


def main(names: list[str]) -> int:
    """Run mutants by name, or all of them; return the exit code."""
    unknown = set(names) - {mutant.name for mutant in MUTANTS}
    if unknown:
        print(f"there is no mutant {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    lost = [mutant.name for mutant in MUTANTS if mutant.occurrences() != 1]
    if lost:
        print(f"the text of these is not found exactly once: {', '.join(lost)}", file=sys.stderr)
        return 1
    chosen = [mutant for mutant in MUTANTS if not names or mutant.name in names]
    begun = time.perf_counter()
    print(f"{'mutant':31} {'rule (trap)':14} {'caught by':18} first disagreement")
    bad = 0
    for verdict in run_all([None, *chosen]):
        bad += verdict.caught == (verdict.mutant is None)
        print(_line(verdict), flush=True)
    seconds = time.perf_counter() - begun
    print(f"{len(chosen)} mutants, {bad} not as it should be, {seconds:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
