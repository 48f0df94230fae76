"""``luck()``: how lucky a game of one's own was, and what each decision has cost."""

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.signal import fftconvolve

from quacks_sim import checked
from quacks_sim.advice.brew_luck import (
    MOST_STATES,
    Brew,
    Unjudged,
    brews_of,
    is_without_card,
    judged_brew,
)
from quacks_sim.advice.dialogue import Dialogue
from quacks_sim.advice.notes import value_notes
from quacks_sim.advice.phases import BREWING
from quacks_sim.advice.recorded import Decision, Step, decision_of, steps_of
from quacks_sim.advice.saved import advised_by, resume
from quacks_sim.advice.situation import Situation
from quacks_sim.advice.terms import Values, values_by
from quacks_sim.errors import InputError
from quacks_sim.replay.journals import blamed_on, check_journal
from quacks_sim.rules.tables import MOST_SEATS
from quacks_sim.solver.solve import MOST_MEMORY

#: The luck of several brews is added up in steps of a thousandth of a point.
_STEPS_A_POINT = 1000

#: As for :func:`quacks_sim.solve`.
_FEWEST_STATES = 1000

#: Told now and then: decisions and brews judged, and how many there are.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Luck:
    """How lucky a game was, and what its decisions have cost, as far as it was played.

    All numbers are points to come, as in all advice: what a player with these values would have
    called fair.

    Attributes
    ----------
    steps : tuple of Step
        All that was entered.
    now : Situation
        The game after its last entry.
    brews : tuple of Brew
        Those that could be judged.
    unjudged : tuple of Unjudged
        The others, and why.
    decisions : tuple of Decision
        All of them, in their order.
    values : str
        The name of the learned values.
    notes : tuple of str
        What else to know.
    elapsed_seconds : float
    """

    steps: tuple[Step, ...]
    now: Situation
    brews: tuple[Brew, ...]
    unjudged: tuple[Unjudged, ...]
    decisions: tuple[Decision, ...]
    values: str
    notes: tuple[str, ...]
    elapsed_seconds: float

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.now.phase == "over"

    @property
    def luck(self) -> float:
        """Points that the draws of all brews have brought beyond expectation."""
        return sum(brew.luck for brew in self.brews)

    @property
    def above_expectation(self) -> float:
        """Points that all brews have brought beyond what best play brings on average."""
        return sum(brew.above_expectation for brew in self.brews)

    @property
    def luckier_than(self) -> float | None:
        """The share of players with these bags, all playing best, who are less lucky, 0–1.

        Those who are as lucky count half; None without a brew.
        """
        if len(self.brews) < 2:
            return self.brews[0].luckier_than if self.brews else None
        return _share_below(self.brews)

    @property
    def cost(self) -> float:
        """Points that all decisions have cost against what was advised."""
        return sum(decision.cost or 0.0 for decision in self.decisions)

    @property
    def worst(self) -> tuple[Decision, ...]:
        """The decisions that have cost anything, the worst first."""
        costly = [decision for decision in self.decisions if decision.cost]
        return tuple(sorted(costly, key=lambda each: -(each.cost or 0.0)))

    def by_kind(self) -> dict[str, tuple[int, int, float]]:
        """Return by kind of decision how many there were, how many as good as advised, the cost.

        The dearest kind comes first; decisions whose values are not known are left out.
        """
        kinds: dict[str, list[float]] = defaultdict(list)
        for decision in self.decisions:
            if decision.cost is not None:
                kinds[decision.about].append(decision.cost)
        rows = {about: (len(each), each.count(0.0), sum(each)) for about, each in kinds.items()}
        return dict(sorted(rows.items(), key=lambda row: (-row[1][2], -row[1][0])))

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``quacks luck --json``."""
        from quacks_sim.advice.luck_words import summary
        from quacks_sim.results import SCHEMA, rules_to_dict, versions
        from quacks_sim.rules.cards import Deck

        now = self.now
        return {
            "command": "luck",
            "schema": SCHEMA,
            "summary": summary(self),
            "players": now.players,
            "names": list(now.names),
            "round": now.round,
            "over": self.is_over,
            "points": now.points,
            "rivals": list(now.rivals),
            "luckier_than": self.luckier_than,
            "luck": self.luck,
            "above_expectation": self.above_expectation,
            "cost": self.cost,
            "brews": [brew.to_dict() for brew in self.brews],
            "not_judged": [{"round": each.round, "why": each.why} for each in self.unjudged],
            "decisions": [decision.to_dict() for decision in self.decisions],
            "by_kind": {
                about: {"decisions": count, "as_advised": good, "cost": cost}
                for about, (count, good, cost) in self.by_kind().items()
            },
            "values": self.values,
            "notes": list(self.notes),
            "rules": rules_to_dict(now.rules, now.books, Deck.none()),
            "elapsed_seconds": self.elapsed_seconds,
            "versions": versions(),
        }


def _share_below(brews: Sequence[Brew]) -> float:
    """Return how many players have less luck in all these brews together, half of ties counted."""
    chances, lowest, reached = np.ones(1), 0, 0
    for brew in brews:
        steps = np.rint(brew.differences * _STEPS_A_POINT).astype(np.int64)
        own = np.bincount(steps - steps[0], weights=brew.chances)
        chances = fftconvolve(chances, own)
        lowest += int(steps[0])
        reached += round(brew.luck * _STEPS_A_POINT)
    # Each brew may be rounded to the next step.
    near = np.abs(np.arange(len(chances)) + lowest - reached) <= len(brews)
    less = np.arange(len(chances)) + lowest < reached - len(brews)
    return float(np.clip(chances[less].sum() + chances[near].sum() / 2, 0.0, 1.0))


def luck(
    game: "str | Path | Mapping[str, Any] | Dialogue",
    *,
    seat: int = 0,
    values: "str | Path | Values | None" = None,
    most_states: int = MOST_STATES,
    progress: Progress | None = None,
) -> Luck:
    """Say how lucky a game was, and what each of its decisions has cost.

    The luck of a brew is told by comparison with all that its bag could have brought: with the
    distribution of what the brew is worth under best play, worked out exactly where the bag is not
    too large.

    Parameters
    ----------
    game : str, Path, mapping or Dialogue
        A file that ``save`` has written in a dialogue of ``quacks advise``, which stays as it is; a
        journal (``docs/journal.md``); or a dialogue.
    seat : int
        Whose game it is, in a journal.
    values : str, Path or Values, optional
        Learned values; if not given, those by which the game was advised, else the champion's.
    most_states : int
        How many states of a brew may be kept for an exact answer, from 1000. Beyond that coloured
        chips are pooled, see :func:`quacks_sim.solve`.
    progress : callable, optional
        Called with (decisions and brews judged, how many there are).

    Returns
    -------
    Luck

    Raises
    ------
    InputError
        If there is no such file, or it holds no game that makes sense; for a journal whose rules
        advice does not know.

    Examples
    --------
    >>> found = luck("evening.json")  # doctest: +SKIP
    >>> found.luckier_than, found.cost  # doctest: +SKIP
    """
    begun = time.perf_counter()
    cure = f"give a whole number from {_FEWEST_STATES} to {MOST_MEMORY:,}"
    most_states = checked.whole(most_states, "most_states", _FEWEST_STATES, MOST_MEMORY, cure=cure)
    checked.callback(progress, "progress")
    checked.whole(seat, "seat", 0, MOST_SEATS - 1)
    dialogue = dialogue_of(game, seat, values)
    steps = list(steps_of(dialogue))
    brews = brews_of(steps)
    wanted = len(steps) + len(brews)
    made: list[Decision | None] = []
    for step in steps:
        made.append(decision_of(step, dialogue.values))
        if progress:
            progress(len(made), wanted)
    cost_of = {
        id(step): decision.cost or 0.0
        for step, decision in zip(steps, made, strict=True)
        if decision is not None and step.before.phase in BREWING
    }
    judged: list[Brew | Unjudged] = []
    for own in brews:
        cost = sum(cost_of.get(id(step), 0.0) for step in own)
        judged.append(judged_brew(own, cost, dialogue.values, most_states))
        if progress:
            progress(len(steps) + len(judged), wanted)
    found = tuple(each for each in judged if isinstance(each, Brew))
    return Luck(
        tuple(steps),
        dialogue.situation,
        found,
        tuple(each for each in judged if isinstance(each, Unjudged)),
        tuple(each for each in made if each is not None),
        getattr(dialogue.values, "name", "values"),
        _notes(dialogue, found, made),
        time.perf_counter() - begun,
    )


def dialogue_of(
    game: "str | Path | Mapping[str, Any] | Dialogue",
    seat: int = 0,
    values: "str | Path | Values | None" = None,
) -> Dialogue:
    """Return a game as a dialogue, with the values by which it was advised, or others.

    Raises
    ------
    InputError
        As of :func:`luck`.
    """
    chosen = None if values is None else values_by(values)
    if isinstance(game, Dialogue):
        return game
    if isinstance(game, Mapping):
        from quacks_sim.advice.typed_in import typed_in

        check_journal(game, "the game")
        with blamed_on("the game"):
            return typed_in(game, seat, chosen or values_by("champion"))
    if chosen is not None:
        return resume(game, chosen)
    noted = advised_by(game) or "champion"
    try:
        known = values_by(noted)
    except InputError:
        raise InputError(
            f"{game} was advised by the values {noted!r}, which are not at hand",
            f"name their file: --values {noted}.values.csv",
        ) from None
    return resume(game, known)


def _notes(
    dialogue: Dialogue, brews: Sequence[Brew], made: Sequence[Decision | None]
) -> tuple[str, ...]:
    notes = list(value_notes(dialogue.first, dialogue.values))
    pooled = [str(brew.round) for brew in brews if not brew.is_exact]
    if pooled:
        rounds = f"Round{'s' if len(pooled) > 1 else ''} {', '.join(pooled)}"
        notes.append(f"{rounds}: approximate, in a large bag coloured chips come by their average.")
    for brew in brews:
        if is_without_card(brew.start.card):
            notes.append(f"Round {brew.round}: luck is told without card {brew.start.card}.")
    unknown = sum(each is not None and each.cost is None for each in made)
    if unknown:
        notes.append(f"{unknown} decisions whose values are not known are left out.")
    rough = sum(each is not None and not each.advice.is_exact for each in made)
    if rough:
        notes.append(f"{rough} decisions were advised by approximate values.")
    return tuple(notes)
