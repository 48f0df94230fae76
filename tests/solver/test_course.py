"""What best play leads to: against its own value, and against the kernel playing its decisions."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from quacks_sim.rules.chips import KINDS, W1, W2, W3, parse_bag
from quacks_sim.rules.tables import STARTING_BAG
from quacks_sim.simulate import brew
from quacks_sim.solver.layout import EXPLODED, INTACT, PROTECTED
from quacks_sim.solver.solution import Solution
from quacks_sim.solver.solve import solve

#: Worth that only space and fate decide, so that the ends must add up to the value.
OF_SPACE = "points,coins=0.3,rubies=0"


def worth_of_ends(solution: Solution) -> float:
    table = solution.worth.of_spaces(solution.rules.options)
    return float((table * solution.course.ends).sum())


@pytest.mark.parametrize("flask", [False, True])
@pytest.mark.parametrize(
    ("bag", "books"),
    [
        ("W1x4 W2x2 W3 O1 G1", ""),
        ("W1x3 W2x2 W3 O1x2 R1 R2 Y1", ""),
        ("W1x3 W2x2 W3x2 B1 B2 B4 R2", ""),
        ("W1x3 W2x2 W3x2 B2 Y1 R2 G1", "blue=2,yellow=3,red=4"),
        ("W1x3 W2x2 W3x2 Y1 Y2 R2 R1", "yellow=2,red=2"),
    ],
)
def test_the_ends_add_up_to_the_value(bag: str, books: str, flask: bool) -> None:
    solution = solve(bag, books=books or None, flask=flask, worth=OF_SPACE)
    assert solution.course.ends.sum() == pytest.approx(1)
    assert worth_of_ends(solution) == pytest.approx(solution.value)
    assert solution.course.decisions[0].sum() <= 1 + 1e-9
    assert solution.course.flask[1].sum() <= 1 + 1e-9


def test_only_blue_of_set_2_protects() -> None:
    bag = "W1x3 W2x2 W3x2 B2x2 R2"
    assert solve(bag, books="blue=2").course.ends[PROTECTED].sum() > 0
    assert solve(bag).course.ends[PROTECTED].sum() == 0


def test_5_2_best_play_may_avoid_every_explosion() -> None:
    ends = solve("B4 B2 R1 W3x3", worth="coins,explosion=1000").course.ends
    assert ends[EXPLODED].sum() == 0
    assert ends[INTACT].sum() == pytest.approx(1)
    # A blue chip looks at whites without risk: not all brews end at once.
    assert ends[INTACT, 9:].sum() > 0.5


POLICIES = '''
import numpy as np

from quacks_sim import policy
from quacks_sim.kernel.state import FLASK_FULL
from quacks_sim.policies import inlined

SIZES = np.array({sizes})
STOPS = np.array({stops})
FLASKS = np.array({flasks})


@inlined
def place_of(view):
    place = 0
    for kind in range(18):
        place = place * SIZES[kind] + view.bag[kind]
    return place


@policy("stop")
def solved_stop(view, params):
    """Stop where the solver stops."""
    return STOPS[view.table[view.seat, FLASK_FULL], place_of(view)]


@policy("flask")
def solved_flask(view, params):
    """Put a white chip back where the solver does."""
    return FLASKS[max(view.last_kind, 0), place_of(view)]
'''


def write_policies(path: Path, worth: str) -> None:
    """Write down what the solver decides with every part of a starting bag left.

    Without a bonus and without worth of rubies the bag alone decides, and before the flask also
    which white chip came last: where chips lie follows from what is gone.
    """
    sizes = STARTING_BAG + 1
    bags = list(product(*[range(size) for size in sizes]))
    stops = np.zeros((2, len(bags)), bool)
    flasks = np.zeros((3, len(bags)), bool)
    for place, left in enumerate(bags):
        pot = STARTING_BAG - left
        white = pot[W1] + 2 * pot[W2] + 3 * pot[W3]
        if white > 7 or not any(left):
            continue
        kinds = [kind for kind in range(18) for _ in range(pot[kind])]
        for full in (False, True):
            # The last chip is a coloured one, so that the flask is no answer.
            kinds.sort(key=lambda kind: kind <= W3, reverse=True)
            order = kinds if not kinds or kinds[-1] > W3 else None
            solved = solve(left, pot=order or kinds, flask=full, worth=worth)
            stops[int(full), place] = solved.draw <= solved.stop
        for last in {kind for kind in kinds if kind <= W3}:
            rest = list(kinds)
            rest.remove(last)
            flasks[last, place] = solve(left, pot=[*rest, last], worth=worth).best == "flask"
    text = POLICIES.format(sizes=sizes.tolist(), stops=stops.tolist(), flasks=flasks.tolist())
    path.write_text(text)


@pytest.mark.parametrize("flask", [False, True])
def test_the_kernel_plays_what_the_solver_says(tmp_path: Path, flask: bool) -> None:
    worth = "points,coins=0.2,rubies=0"
    path = tmp_path / "solved.py"
    write_policies(path, worth)
    if flask:
        played = brew(
            stop=f"{path}:solved_stop",
            flask=f"{path}:solved_flask",
            rounds=400_000,
            seed=11,
            allow_plugins=True,
        )
    else:
        path.write_text(path.read_text().replace("[view.table[view.seat, FLASK_FULL],", "[0,"))
        played = brew(
            stop=f"{path}:solved_stop", flask="never", rounds=400_000, seed=11, allow_plugins=True
        )
    solution = solve(flask=flask, worth=worth)
    ends = np.array([played.totals.space_counts - played.totals.exploded, played.totals.exploded])
    exact = solution.course.ends[:2]
    error = np.sqrt(exact * (1 - exact) / played.rounds)
    # Four standard errors for each of some 40 numbers; what cannot happen never does.
    assert (ends[exact == 0] == 0).all()
    assert (np.abs(ends / played.rounds - exact) <= 4.5 * error + 1e-12).all()


def test_the_chance_of_the_next_chip() -> None:
    solution = solve("W1x3 W3 G1", pot="W2x2 W1 O1", flask=False)
    assert solution.chance_to_explode_now == 0.2
    assert solve("W1x3 W3 G1", pot="W2x2 W1 O1", flask=False, start=3).position.space == 9
    assert solve().chance_to_explode_now == 0


def test_values_of_chips_average_to_the_draw() -> None:
    solution = solve("W1x3 W2 W3 O1x2 R2 B1 Y1", pot="W1 W2 R1", start=5)
    bag = parse_bag("W1x3 W2 W3 O1x2 R2 B1 Y1")
    values = solution.values_of_chips
    assert list(values) == [KINDS[kind] for kind in np.flatnonzero(bag)]
    mean = sum(values[KINDS[kind]] * bag[kind] for kind in np.flatnonzero(bag)) / bag.sum()
    assert mean == pytest.approx(solution.draw)
    assert W2 in np.flatnonzero(bag)


ALL_KINDS_OF_GAINS = "points=1,coins=0.3,rubies=1.1,flask=0.7,droplet=1.3"


@pytest.mark.parametrize("flask", [False, True])
@pytest.mark.parametrize(
    ("bag", "books", "card"),
    [
        ("W1x4 W2x2 W3 O1 G1", "", None),
        ("W1x3 W2x2 W3x2 B1 B2 B4 R2 G2x2", "", "FB10"),
        ("W1x3 W2x2 W3x2 B2 B4 P1x2 G1", "blue=4,purple=3,green=4", None),
        ("W1x3 W2x2 W3x2 B2 B4 P1 G1", "blue=3,purple=3,green=3", "FB1"),
        ("W1x3 W2x2 W3x2 Y1 Y2 R2 R1 P1x2", "yellow=2,red=2", "FB9"),
    ],
)
def test_what_a_brew_may_be_worth_averages_to_its_value(
    bag: str, books: str, card: str | None, flask: bool
) -> None:
    solution = solve(bag, books=books or None, card=card, flask=flask, worth=ALL_KINDS_OF_GAINS)
    course = solution.course
    assert course.chances.sum() == pytest.approx(1)
    assert course.worths @ course.chances == pytest.approx(solution.value, abs=1e-5)
    assert (np.diff(course.worths) > 0).all()


def worths_of_all_orders(
    bag: str, books: str, drawn: tuple[str, ...] = (), chance: float = 1.0
) -> dict[float, float]:
    """Draw every chip that may come, as long as drawing is worth more than stopping."""
    left = parse_bag(bag) - np.bincount([KINDS.index(kind) for kind in drawn], minlength=18)
    now = solve(left, pot=" ".join(drawn), books=books, worth=ALL_KINDS_OF_GAINS, flask=False)
    if now.draw <= now.stop:
        return {round(now.stop + now.gained, 4): chance}
    found: dict[float, float] = {}
    for kind in np.flatnonzero(left):
        share = chance * left[kind] / left.sum()
        white = int(KINDS[kind][1]) if kind <= W3 else 0
        if now.position.white_sum + white > now.limit and white:
            ends = {round(now.values_of_chips[KINDS[kind]] + now.gained, 4): share}
        else:
            ends = worths_of_all_orders(bag, books, (*drawn, KINDS[kind]), share)
        for worth, each in ends.items():
            found[worth] = found.get(worth, 0.0) + each
    return found


@pytest.mark.parametrize(
    ("bag", "books"),
    [
        ("W1x2 W2 W3x2 O1 G1", "green=1"),
        ("W2x2 W3x2 B4 B2 P1", "blue=4,purple=3"),
        ("W2x2 W3x2 B2 B1 P1", "blue=3,purple=3"),
    ],
)
def test_what_a_brew_may_be_worth_is_that_of_all_orders(bag: str, books: str) -> None:
    course = solve(bag, books=books, worth=ALL_KINDS_OF_GAINS, flask=False).course
    all_orders = worths_of_all_orders(bag, books)
    assert len(all_orders) > 5
    found = dict(zip(np.round(course.worths, 4).tolist(), course.chances.tolist(), strict=True))
    assert found == pytest.approx(all_orders)
