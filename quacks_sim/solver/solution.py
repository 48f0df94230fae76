"""What is found out about a position: values, and what best play leads to."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.rules.chips import CHIPS_IN_THE_BOX, KINDS, W1, format_bag
from quacks_sim.rules.tables import SPACE_COUNT
from quacks_sim.solver import layout
from quacks_sim.solver.entries import compiled_entry
from quacks_sim.solver.forward import MILLION, follow
from quacks_sim.solver.position import Position
from quacks_sim.solver.problem import Problem
from quacks_sim.solver.recursion import rehash
from quacks_sim.solver.rules import Rules
from quacks_sim.solver.worth import Worth

_FIRST_MEMORY = 1 << 12
_LARGEST_RANK = 4 * CHIPS_IN_THE_BOX + 8
_MOST_WHITES = 10


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
        compiled_entry(rehash)(self._record, before, self.states_and_values)
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
    worths : float64, shape (worths,)
        What the brew may be worth in the end, ascending, to a millionth.
    chances : float64, shape (worths,)
        The chance of each.
    """

    ends: NDArray[np.float64]
    decisions: NDArray[np.float64]
    flask: NDArray[np.float64]
    worths: NDArray[np.float64]
    chances: NDArray[np.float64]


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
    gained : float
        What the chips in the pot have gained on the way (blue-3, blue-4, purple-3); it is no part
        of the other values, which are about what is to come.
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
        gained: float,
        elapsed_seconds: float,
    ) -> None:
        self.position = position
        self.worth = worth
        self.rules = rules
        self.stop = float(answers[0])
        self.draw = float(answers[1])
        self.flask = float(answers[2]) if states[1] >= 0 else None
        self.states = memory.states
        self.gained = gained
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
        yellows = sum(KINDS[kind][0] == "Y" for kind in self.position.pot)
        return int(self._problem.record.limit_by_yellows[min(yellows, layout.MOST_YELLOWS)])

    @cached_property
    def course(self) -> Course:
        """What best play leads to, worked out when it is asked for."""
        root = self._before if self.best == "flask" else self._state
        memory = self._memory.states_and_values
        entries, many = self.states + 3, _FIRST_MEMORY
        while True:
            ends = np.zeros((layout.FATES, SPACE_COUNT))
            decisions = np.zeros((2, _MOST_WHITES, SPACE_COUNT))
            flask = np.zeros((2, 4))
            worths = np.full((many, 2), -1, np.int64)
            if compiled_entry(follow)(
                self._problem.record,
                memory,
                root,
                self.must_draw,
                np.full((1 << (2 * entries).bit_length(), 3), -1, np.int64),
                np.empty(entries),
                np.empty((entries, 3), np.int64),
                np.full(_LARGEST_RANK, -1, np.int64),
                ends,
                decisions,
                flask,
                worths,
                np.zeros(2, np.int64),
            ):
                break
            # What is gained on the way makes several out of one state.
            entries, many = 2 * entries, 2 * many
        found = worths[worths[:, 1] != -1]
        found = found[np.argsort(found[:, 0])]
        return Course(ends, decisions, flask, found[:, 0] / MILLION, found[:, 1].view(np.float64))

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
        from quacks_sim.rules.cards import Deck

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
            "rules": rules_to_dict(self.rules.options, self.rules.books, Deck.none()),
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
