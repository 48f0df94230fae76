"""How long an answer of ``quacks advise`` takes, at every kind of moment: ``docs/advise.md``."""

import time
from collections.abc import Callable

import quacks_sim as qs

_LARGE = "W1x5 W2x2 W3 O1x4 G1x2 G2 G4 B2x2 B4 R1x2 R2 R4 Y1 Y2 Y4 P1x2 K1x2"
_MIDDLE = "W1x5 W2x2 W3 O1x4 G1x2 G2 B2 B4 R1x2 R2 Y1 Y2 P1"

MOMENTS: dict[str, Callable[[], object]] = {
    "round 1, first draw": lambda: qs.advise(rivals=[0, 0, 0]),
    "round 1, third chip, flask": lambda: qs.advise(pot="W1 O1 W2", rivals=[0, 0, 0]),
    "23 chips, first draw": lambda: qs.advise(_MIDDLE, round=6, rivals=[30]),
    "18 chips left, white 4": lambda: qs.advise(
        "W1x4 W2 W3 O1x3 G1x2 G2 B4 R1x2 R2 Y1 P1", pot="W2 W1 O1 Y2 W1", round=6, rivals=[30]
    ),
    "30 chips, first draw": lambda: qs.advise(_LARGE, round=8, rivals=[50]),
    "30 chips, blue 4 reveals": lambda: qs.advise(
        _LARGE, pot="W1 O1 B4", revealed="W2 G4 R1 Y1", round=8, rivals=[50]
    ),
    "30 chips, yellow": lambda: qs.advise(_LARGE, pot="O1 W2 Y1", round=8, rivals=[50]),
    "35 coins, 6 rubies": lambda: qs.advise(_LARGE, coins=35, rubies=6, round=8, rivals=[50]),
    "card FP1": lambda: qs.advise(_MIDDLE, card="FP1", round=5, rivals=[30]),
}

#: Of so many repeats the median counts.
_REPEATS = 7


def main() -> None:
    """Print a row for each moment."""
    print("| moment | processor time of an answer |\n|:---|---:|")
    for name, answer in MOMENTS.items():
        answer()
        times = []
        for _ in range(_REPEATS):
            begun = time.process_time()
            answer()
            times.append(time.process_time() - begun)
        print(f"| {name} | {1000 * sorted(times)[_REPEATS // 2]:.0f} ms |")


if __name__ == "__main__":
    main()
