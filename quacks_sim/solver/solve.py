"""``solve()``: the values of stopping, drawing and the flask now, and what best play leads to."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.errors import InputError
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import CARD_IDS, Deck
from quacks_sim.rules.chips import (
    CHIPS_IN_THE_BOX,
    KIND_COUNT,
    KINDS,
    W1,
    check_bag,
    format_bag,
    kind_index,
    parse_bag,
)
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import LAST_SPACE, SPACE_COUNT, STARTING_BAG
from quacks_sim.solver import layout
from quacks_sim.solver.entries import compiled_entry
from quacks_sim.solver.problem import Problem, Rules, make_problem
from quacks_sim.solver.worth import Worth

#: States that are kept at most before coloured chips are pooled; a state takes 32 to 128 bytes.
MOST_STATES = 4_000_000

_FIRST_MEMORY = 1 << 12
_LARGEST_RANK = 4 * CHIPS_IN_THE_BOX + 8
_MOST_WHITES = 10
_CURE_OF_SIZE = "solve a smaller bag, or let most_states be greater"

#: Told now and then: states kept so far, and how many there may be.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Position:
    """A point of a brew: what lies in the bag and in the pot.

    Attributes
    ----------
    bag : int64, shape (18,)
        Chips in the bag, by kind.
    pot : tuple of int
        Kinds in the pot, in the order of placement.
    start : int
        Space of the droplet or rat stone.
    space : int
        Space of the last chip, that of the start without one.
    white_sum : int
        White total in the pot.
    flask : bool
        Whether the flask is full.
    """

    bag: NDArray[np.int64]
    pot: tuple[int, ...]
    start: int
    space: int
    white_sum: int
    flask: bool


def read_pot(pot: str | Sequence[int]) -> tuple[int, ...]:
    """Return the kinds of a pot written in the order of placement, ``"O1 W2 W1x2"``.

    Raises
    ------
    InputError
        For an unknown chip, or more chips than the box holds.
    """
    if not isinstance(pot, str):
        kinds = tuple(int(kind) for kind in pot)
        if any(not 0 <= kind < KIND_COUNT for kind in kinds):
            raise InputError(
                f"the pot {list(kinds)} has numbers that are no kinds",
                f"kinds go from 0 to {KIND_COUNT - 1}",
            )
        return kinds
    found: list[int] = []
    for item in pot.replace(",", " ").split():
        (count,) = parse_bag(item)[[kind_index(item[:2])]]
        found += [kind_index(item[:2])] * int(count)
    return tuple(found)


def _read_bag(
    bag: "str | Sequence[int] | NDArray[np.int64] | None", pot: tuple[int, ...]
) -> NDArray[np.int64]:
    """Return the chips in the bag: without `bag` what the pot leaves of a starting bag."""
    if bag is not None:
        return parse_bag(bag) if isinstance(bag, str) else check_bag(bag)
    left = STARTING_BAG.copy()
    for kind in pot:
        left[kind] -= 1
        if left[kind] < 0:
            raise InputError(
                f"a starting bag has no {KINDS[kind]} for this pot",
                f"say what is in the bag now, for example --bag '{format_bag(STARTING_BAG)}'",
            )
    return left


class Memory:
    """Values of states, kept in an open hash table that grows."""

    def __init__(self, problem: Problem, most_states: int) -> None:
        self._record = problem.record
        self._most = most_states
        self._allocate(_FIRST_MEMORY)

    def _allocate(self, size: int) -> None:
        self.states_and_values = np.full((size, 2), -1, np.int64)
        self._record.most_states = min(self._most, size // 2)
        self._record.is_full = 0

    @property
    def states(self) -> int:
        """How many states are kept."""
        return int(self._record.states)

    def grow(self) -> bool:
        """Make room for more states; return False if no more are allowed."""
        if self.states >= self._most:
            return False
        before = self.states_and_values
        self._allocate(min(4 * len(before), 2 << (self._most - 1).bit_length()))
        compiled_entry("rehash")(before, self.states_and_values)
        return True


@dataclass(frozen=True)
class Course:
    """What best play leads to.

    Attributes
    ----------
    ends : float64, shape (3, 54)
        Chances of the ends: intact, exploded, exploded by a protected chip (blue-2); by scoring
        space.
    decisions : float64, shape (2, 10, 54)
        Chances of stopping and of drawing on, by white total and scoring space at the decision.
    flask : float64, shape (2, 4)
        How often a white chip of value 1–3 comes that the flask may put back, and that it does.
    """

    ends: NDArray[np.float64]
    decisions: NDArray[np.float64]
    flask: NDArray[np.float64]


class Solution:
    """The values of a position, and what best play leads to.

    Attributes
    ----------
    position : Position
    worth : Worth
    rules : Rules
    stop, draw : float
        Value of stopping now and of drawing once and then playing best; `draw` is −inf if no draw
        is possible.
    flask : float or None
        Value of putting the last chip back with the flask now, None if that is not possible.
    states : int
        States that were kept.
    is_exact : bool
        False if coloured chips had to be pooled.
    elapsed_seconds : float
        Without compiling.
    """

    def __init__(
        self,
        position: Position,
        worth: Worth,
        rules: Rules,
        problem: Problem,
        memory: Memory,
        states: tuple[int, int],
        answers: NDArray[np.float64],
        elapsed_seconds: float,
    ) -> None:
        self.position = position
        self.worth = worth
        self.rules = rules
        self.stop = float(answers[0])
        self.draw = float(answers[1])
        self.flask = float(answers[2]) if states[1] >= 0 else None
        self.states = memory.states
        self.is_exact = not problem.is_pooled
        self.elapsed_seconds = elapsed_seconds
        self._problem = problem
        self._memory = memory
        self._state, self._before = states
        self._after = problem.record.after[0].copy()

    @property
    def must_draw(self) -> bool:
        """Whether the rules forbid to stop now (``may_stop_before_first_draw``)."""
        forced = self.rules.options.may_stop_before_first_draw == "no"
        return forced and not self.position.pot and self.draw > -np.inf

    @property
    def best(self) -> str:
        """What to do now: ``"stop"``, ``"draw"`` or ``"flask"``; of equal values the first."""
        options = {"stop": self.stop, "draw": self.draw}
        if self.must_draw:
            del options["stop"]
        if self.flask is not None:
            options["flask"] = self.flask
        return max(options, key=lambda name: options[name])

    @property
    def value(self) -> float:
        """The value of the position under best play."""
        value: float | None = {"stop": self.stop, "draw": self.draw, "flask": self.flask}[self.best]
        assert value is not None
        return value

    @property
    def values_of_chips(self) -> dict[str, float]:
        """The value after each chip that may be drawn now, by kind."""
        return {
            KINDS[kind]: float(self._after[self._problem.class_of[kind]])
            for kind in np.flatnonzero(self.position.bag)
            if self.draw > -np.inf
        }

    @property
    def chance_to_explode_now(self) -> float:
        """The chance that the very next chip explodes the pot, 0–1; 0 for an empty bag."""
        bag = self.position.bag
        chips = int(bag.sum())
        room = int(self.limit - self.position.white_sum)
        bust = int(bag[W1 + max(room, 0) : W1 + 3].sum())
        return bust / chips if chips and self.draw > -np.inf else 0.0

    @property
    def limit(self) -> int:
        """The highest white total that does not explode this pot now."""
        record = self._problem.record
        yellows = sum(KINDS[kind][0] == "Y" for kind in self.position.pot)
        if yellows == 0:
            return int(record.limit)
        return int(record.limit_three_yellows if yellows >= 3 else record.limit_one_yellow)

    @cached_property
    def course(self) -> Course:
        """What best play leads to, worked out when it is asked for."""
        root = self._before if self.best == "flask" else self._state
        memory = self._memory.states_and_values
        entries = self.states + 2
        heads = np.full(_LARGEST_RANK, -1, np.int64)
        heads[-1] = 0
        ends = np.zeros((layout.FATES, SPACE_COUNT))
        decisions = np.zeros((2, _MOST_WHITES, SPACE_COUNT))
        flask = np.zeros((2, 4))
        compiled_entry("follow")(
            self._problem.record,
            memory,
            root,
            self.must_draw,
            np.full(memory.shape, -1, np.int64),
            np.empty(entries),
            np.empty((entries, 2), np.int64),
            heads,
            ends,
            decisions,
            flask,
        )
        return Course(ends, decisions, flask)

    @property
    def chance_to_explode(self) -> float:
        """The chance that the pot explodes under best play, 0–1."""
        return float(self.course.ends[layout.EXPLODED :].sum())

    @property
    def scoring_space(self) -> NDArray[np.float64]:
        """The chances of the scoring spaces under best play; shape (54,)."""
        spaces: NDArray[np.float64] = self.course.ends.sum(axis=0)
        return spaces

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``quacks solve --json``."""
        from quacks_sim.results import SCHEMA, rules_to_dict, versions

        position, course = self.position, self.course
        return {
            "command": "solve",
            "schema": SCHEMA,
            "bag": format_bag(position.bag),
            "pot": [KINDS[kind] for kind in position.pot],
            "start": position.start,
            "space": position.space,
            "white_sum": position.white_sum,
            "limit": self.limit,
            "flask_full": position.flask,
            "card": self.rules.card,
            "rival_blacks": self.rules.rival_blacks and list(self.rules.rival_blacks),
            "rules": rules_to_dict(self.rules.options, self.rules.books),
            "worth": self.worth.text(),
            "best": self.best,
            "value": self.value,
            "stop": None if self.must_draw else self.stop,
            "draw": self.draw if self.draw > -np.inf else None,
            "flask": self.flask,
            "after_drawing": self.values_of_chips,
            "chance_to_explode_now": self.chance_to_explode_now,
            "chance_to_explode": self.chance_to_explode,
            "ends": {
                name: course.ends[fate].tolist()
                for fate, name in enumerate(("intact", "exploded", "protected"))
            },
            "decisions": {
                "stop": course.decisions[0].tolist(),
                "draw": course.decisions[1].tolist(),
            },
            "flask_offered": course.flask[0, 1:].tolist(),
            "flask_used": course.flask[1, 1:].tolist(),
            "states": self.states,
            "exact": self.is_exact,
            "elapsed_seconds": self.elapsed_seconds,
            "versions": versions(),
        }


def solve(
    bag: "str | Sequence[int] | NDArray[np.int64] | None" = None,
    *,
    pot: str | Sequence[int] = "",
    start: int = 0,
    space: int | None = None,
    flask: bool = True,
    worth: "str | Mapping[str, Any] | Worth | None" = None,
    rules: RuleOptions | None = None,
    books: Books | str | None = None,
    card: str | None = None,
    rival_blacks: Sequence[int] | None = None,
    pooled: bool | None = None,
    most_states: int = MOST_STATES,
    progress: Progress | None = None,
) -> Solution:
    """Work out what stopping and drawing are worth at a point of a brew, under best play.

    Parameters
    ----------
    bag : str or sequence of int, optional
        Chips in the bag now: ``"W1x4 W2x2 W3 O1 G1"``, or 18 counts by kind. If not given, what the
        pot leaves of a starting bag.
    pot : str or sequence of int
        Chips in the pot in the order of placement: ``"O1 W2 W1"``, or kinds. Every bonus of a move
        is taken to have been used; with the red book of Set 2 red chips lie beside the pot.
    start : int
        Space of the droplet or rat stone, 0–52.
    space : int, optional
        Space of the last chip, 0–52, if it does not follow from `pot`, because a chip was put back.
    flask : bool
        Whether the flask is full.
    worth : str, mapping or Worth, optional
        What the end of the brew is worth, see :class:`Worth`. If not given, five coins or two
        rubies are worth a point (rule 8.3).
    rules : RuleOptions, optional
        The options of brewing and evaluation matter.
    books : Books or str, optional
        Ingredient books in play.
    card : str, optional
        The event card of the round, ``"FB5"``.
    rival_blacks : sequence of int, optional
        Black chips in the pots of the neighbours: none for a lone player, one number for two
        players, two for more. If not given, black chips bring nothing.
    pooled : bool, optional
        Pool coloured chips that nothing counts (an approximation): always, never, or if not given
        when the memory does not suffice.
    most_states : int
        How many states may be kept, from 1000.
    progress : callable, optional
        Called now and then with (states kept, states allowed).

    Returns
    -------
    Solution

    Raises
    ------
    InputError
        For what is no point of a brew, cannot be solved, or is too large.

    Examples
    --------
    >>> solution = solve(pot="W2x2 W1 O1", flask=False)
    >>> solution.best, solution.chance_to_explode_now
    ('draw', 0.2)
    """
    kinds = read_pot(pot)
    counts = _read_bag(bag, kinds)
    _check_numbers(counts, kinds, start, space, most_states)
    rivals = None if rival_blacks is None else tuple(int(each) for each in rival_blacks)
    held = Rules(rules or RuleOptions(), Books.read(books or Books()), _read_card(card), rivals)
    held.check(flask=flask)
    wanted = Worth.read(worth)
    run = compiled_entry("solve_root")
    begun = time.perf_counter()
    for attempt in (False, True) if pooled is None else (pooled,):
        problem = make_problem(
            counts, kinds, held, wanted, start=start, flask=flask, pooled=attempt
        )
        if problem is None:
            continue
        states = _place(problem, kinds, space)
        memory = Memory(problem, most_states)
        answers = np.empty(3)
        while not run(problem.record, memory.states_and_values, *states, answers):
            if progress:
                progress(memory.states, most_states)
            if not memory.grow():
                break
        else:
            position = Position(
                counts,
                kinds,
                start,
                (states[0] >> layout.SPACE_SHIFT) & 63,
                sum(int(KINDS[kind][1]) for kind in kinds if kind <= W1 + 2),
                flask,
            )
            return Solution(
                position,
                wanted,
                held,
                problem,
                memory,
                states,
                answers,
                time.perf_counter() - begun,
            )
    raise InputError(
        f"a bag of {counts.sum()} chips has more than {most_states:,} states", _CURE_OF_SIZE
    )


def _read_card(card: str | None) -> str | None:
    if card is None:
        return None
    named = card.upper()
    if named not in CARD_IDS:
        Deck((named,))  # raises, and names the nearest
    return named


def _check_numbers(
    bag: NDArray[np.int64],
    pot: tuple[int, ...],
    start: int,
    space: int | None,
    most_states: int,
) -> None:
    if not 0 <= start <= LAST_SPACE:
        raise InputError(f"the start space is {start}", f"it goes from 0 to {LAST_SPACE}")
    if space is not None and not start <= space <= LAST_SPACE:
        raise InputError(
            f"the last chip cannot lie on space {space}",
            f"it goes from the start space, {start}, to {LAST_SPACE}",
        )
    if bag.sum() + len(pot) > CHIPS_IN_THE_BOX:
        raise InputError(
            f"bag and pot hold {bag.sum() + len(pot)} chips, the whole box only {CHIPS_IN_THE_BOX}",
            "take fewer chips",
        )
    if most_states < 1000:
        raise InputError(f"most_states is {most_states}", "give a whole number from 1000")


def _place(problem: Problem, kinds: tuple[int, ...], space: int | None) -> tuple[int, int]:
    """Return the state with the chips of a pot placed, and that to which the flask leads or −1."""
    pot = np.array([problem.class_of[kind] for kind in kinds], np.int64)
    states = np.empty((len(kinds) + 1, 2), np.int64)
    placed = compiled_entry("place_pot")(problem.record, problem.empty_pot, pot, states)
    if placed < len(kinds):
        before = " ".join(KINDS[kind] for kind in kinds[: placed + 1])
        raise InputError(
            f"the pot {before} has exploded: there is nothing left to decide",
            "give a pot whose white total is within the limit",
        )
    state, before_flask = int(states[-1, 0]), int(states[-1, 1])
    if space is not None and kinds:
        moved = space - ((state >> layout.SPACE_SHIFT) & 63) << layout.SPACE_SHIFT
        state += moved
        if before_flask >= 0:
            before_flask += moved
    return state, before_flask
