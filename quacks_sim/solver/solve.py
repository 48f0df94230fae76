"""``solve()``: the values of stopping, drawing and the flask now, and what best play leads to."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim import checked
from quacks_sim.errors import InputError
from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import (
    KINDS,
    W1,
)
from quacks_sim.rules.options import RuleOptions
from quacks_sim.solver import layout
from quacks_sim.solver.entries import compiled_entry
from quacks_sim.solver.placing import place_pot
from quacks_sim.solver.position import (
    Position,
    check_size,
    read_bag,
    read_card,
    read_choices,
    read_pot,
    read_rivals,
    read_spaces,
)
from quacks_sim.solver.problem import Problem, make_problem
from quacks_sim.solver.recursion import solve_root
from quacks_sim.solver.rules import Rules
from quacks_sim.solver.solution import Memory, Solution
from quacks_sim.solver.worth import Worth
from quacks_sim.words import counted

#: States that are kept at most before coloured chips are pooled; a state takes 32 to 128 bytes.
MOST_STATES = 4_000_000
#: No machine has room for more of them.
MOST_MEMORY = 10**10
#: With fewer states all is over in a moment.
_WORTH_TELLING = 250_000

_CURE_OF_SIZE = "solve a smaller bag, or let most_states be greater"

#: Told now and then: states kept so far, and how many there may be.
Progress = Callable[[int, int], None]


class TooManyStates(InputError):
    """A brew that has more states than may be kept."""


def solve(
    bag: "str | Sequence[int] | NDArray[np.int64] | None" = None,
    *,
    pot: str | Sequence[int] = "",
    choices: Sequence[str] = (),
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
        Chips in the pot in the order of placement: ``"O1 W2 W1"``, or kinds. With the red book of
        Set 2 red chips lie beside the pot.
    choices : sequence of str
        What was chosen with each chip of `pot`, ``""`` for the usual, also for those not given:
        every bonus of a move is used and no chip goes back. ``"flask"`` and ``"card"``: this white
        chip went back by the flask or card FB10, so it is in the bag; ``"returned"``: this yellow
        chip put the white one before it back; ``"declined"``: this chip moved without its bonus.
        `flask` is then whether it was full at the start of the brew.
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
    flask = checked.switch(flask, "flask")
    pooled = None if pooled is None else checked.switch(pooled, "pooled")
    cure = f"give a whole number from 1000 to {MOST_MEMORY:,}"
    most_states = checked.whole(most_states, "most_states", 1000, MOST_MEMORY, cure=cure)
    checked.callback(progress, "progress")
    drawn = read_pot(pot)
    options, kinds = read_choices(drawn, choices, flask)
    counts = read_bag(bag, kinds)
    start, space = read_spaces(start, space)
    check_size(counts, kinds)
    rivals = read_rivals(rival_blacks)
    held = Rules(RuleOptions.read(rules), Books.read(books), read_card(card), rivals)
    held.check(flask=flask)
    wanted = Worth.read(worth)
    run = compiled_entry(solve_root)
    begun = time.perf_counter()
    for attempt in (False, True) if pooled is None else (pooled,):
        problem = make_problem(
            counts, kinds, held, wanted, start=start, flask=flask, pooled=attempt
        )
        if problem is None:
            continue
        states, gained = _place(problem, drawn, options, space)
        memory = Memory(problem, most_states)
        answers = np.empty(3)
        while not run(problem.record, memory.states_and_values, *states, answers):
            if progress and memory.states >= _WORTH_TELLING:
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
                flask and "flask" not in choices,
            )
            return Solution(
                position,
                wanted,
                held,
                problem,
                memory,
                states,
                answers,
                gained,
                time.perf_counter() - begun,
            )
    raise TooManyStates(
        f"a bag of {counted(counts.sum(), 'chip')} has more than {most_states:,} states",
        _CURE_OF_SIZE,
    )


def _place(
    problem: Problem, kinds: tuple[int, ...], options: tuple[int, ...], space: int | None
) -> tuple[tuple[int, int], float]:
    """Return the state with the chips of a pot placed, and that to which the flask leads or −1.

    Then comes what was gained on the way.
    """
    pot = np.array([problem.class_of[kind] for kind in kinds], np.int64)
    states = np.empty((len(kinds) + 1, 2), np.int64)
    taken = np.array(options, np.int64)
    gained = np.empty(len(kinds) + 1)
    placed = compiled_entry(place_pot)(
        problem.record, problem.empty_pot, pot, taken, states, gained
    )
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
    return (state, before_flask), float(gained[-1])
