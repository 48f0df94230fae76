"""Random games, read again by the referee: kernel and rule book must agree on every number.

A random game is a function of a seed and its number, so each can be made again alone. Its
strategies are any policies with any parameters, its rules any options and books; see
:func:`random_match`.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from random import Random
from typing import Any

from quacks_sim.blocks import check_threads
from quacks_sim.errors import SimulationError
from quacks_sim.journal import record_game, tape_of
from quacks_sim.kernel import entries
from quacks_sim.kernel.decisions import DECISION_NAMES
from quacks_sim.match import Match
from quacks_sim.policies.registry import Parameter, Policy, find_policy, shipped_policies
from quacks_sim.referee import check
from quacks_sim.results import SCHEMA, versions
from quacks_sim.rules.books import PLAYED_SETS, Books
from quacks_sim.rules.options import RuleOptions, option_values
from quacks_sim.rules.tables import MOST_SEATS, ROUNDS
from quacks_sim.strategy import Choice, Strategy, Value

#: Every so many games, one is also played from its own tape and compared row by row.
TAPE_EVERY = 10

#: Games that a process takes at once: half a second of work, so Ctrl-C does not wait long.
GAMES_PER_TASK = 50

#: Fewer games than this for each process do not pay for its start.
_FEWEST_PER_PROCESS = 100

#: Disagreements that are kept in full; more of them teach nothing new.
_KEPT = 20

#: Fields that say what or when, or that come from the tape: nothing the referee works out.
_NOT_WORKED_OUT = frozenset({"round", "seat", "choice", "face"})


@dataclass(frozen=True)
class Finding:
    """Something wrong with a random game.

    Attributes
    ----------
    number : int
        Number of the game.
    rule : str
        Number of the rule, or what failed: ``"tape"``, ``"policy"``.
    field : str
        The field of the event that differs.
    journal, referee : object
        What the two say.
    message : str
        One line for a reader.
    """

    number: int
    rule: str
    field: str
    journal: object
    referee: object
    message: str

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as a document."""
        return {
            "game": self.number,
            "rule": self.rule,
            "field": self.field,
            "journal": self.journal,
            "referee": self.referee,
            "message": self.message,
        }


@dataclass
class CheckResult:
    """What the referee found in some random games.

    Attributes
    ----------
    seed : int
        Seed of the games.
    random_rules : bool
        Whether rule options and books were by lot.
    games, events, numbers, from_tape, disagreements : int
        Games read, events in them, numbers that the referee worked out, games also played from
        their tape, and games with something wrong.
    kinds : Counter
        How often each event, decision, cause, end, book and rule option came up.
    findings : list of Finding
        The first ones by number of the game.
    """

    seed: int
    random_rules: bool = True
    games: int = 0
    events: int = 0
    numbers: int = 0
    from_tape: int = 0
    disagreements: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    elapsed_seconds: float = 0.0

    def add(self, other: "CheckResult") -> None:
        """Add the result of other games of the same seed."""
        self.games += other.games
        self.events += other.events
        self.numbers += other.numbers
        self.from_tape += other.from_tape
        self.disagreements += other.disagreements
        self.kinds.update(other.kinds)
        both = sorted([*self.findings, *other.findings], key=lambda finding: finding.number)
        self.findings = both[:_KEPT]

    @property
    def games_per_second(self) -> float:
        """Games read in a second."""
        return self.games / self.elapsed_seconds if self.elapsed_seconds else 0.0

    def command(self, number: int) -> str:
        """Return the command that tells a game and lets the referee read it."""
        rules = "" if self.random_rules else " --no-random-rules"
        return f"quacks replay --random --seed {self.seed} --game {number} --check{rules}"

    def to_dict(self) -> dict[str, Any]:
        """Return the document that ``quacks check --json`` prints."""
        return {
            "command": "check",
            "schema": SCHEMA,
            "seed": self.seed,
            "random_rules": self.random_rules,
            "games": self.games,
            "events": self.events,
            "numbers": self.numbers,
            "games_from_tape": self.from_tape,
            "disagreements": self.disagreements,
            "findings": [
                {**each.to_dict(), "replay": self.command(each.number)} for each in self.findings
            ],
            "kinds": dict(sorted(self.kinds.items())),
            "elapsed_seconds": self.elapsed_seconds,
            "games_per_second": self.games_per_second,
            "versions": versions(),
        }


def random_match(seed: int, number: int, *, random_rules: bool = True) -> Match:
    """Return the match of a random game; the game to be played is `number`.

    Parameters
    ----------
    seed : int
        Seed of the random games.
    number : int
        Number of the game.
    random_rules : bool
        Whether rule options and books are by lot, too; otherwise all are at their defaults.

    Returns
    -------
    Match
        One to four strategies, at every decision a policy by lot (the one that answers by lot among
        them) with parameters from anywhere in their ranges.
    """
    chance = Random(f"{seed} {number}")
    players = chance.randint(1, MOST_SEATS)
    strategies = tuple(_random_strategy(chance, seat) for seat in range(players))
    rotate = chance.random() < 0.5
    rules = random_rule_options(chance) if random_rules else RuleOptions()
    books = random_books(chance) if random_rules else Books()
    return Match(strategies, rules, books, seed, rotate)


def random_books(chance: Random) -> Books:
    """Return books by lot: those of Set 1, those of any one set, or a mixture."""
    kind = chance.random()
    if kind < 0.2:
        return Books()
    if kind < 0.4:
        return Books.of_set(chance.choice(PLAYED_SETS))
    return Books(*[chance.choice(PLAYED_SETS) for _ in Books().sets()])


def random_rule_options(chance: Random) -> RuleOptions:
    """Return rule options by lot: each one differs from its default now and then."""
    values: dict[str, Any] = {}
    # From games with one odd option to games in which nothing is as usual.
    share = chance.choice((0.1, 0.3, 0.7))
    for name in RuleOptions.model_fields:
        choices = option_values(name)
        if choices and chance.random() < share:
            values[name] = chance.choice(choices)
    if values.get("rats_above_50") == "own_table":
        tails = chance.sample(range(150), chance.randint(1, 90))
        values["rat_tails"] = tuple(sorted(tails))
    if chance.random() < share:
        values["solo_rats"] = chance.randint(0, 23)
    return RuleOptions(**values)


def _random_strategy(chance: Random, seat: int) -> Strategy:
    choices = {name: _random_choice(chance, name) for name in DECISION_NAMES}
    return Strategy(f"random_{seat + 1}", choices)


def _random_choice(chance: Random, decision: str) -> Choice:
    policy = chance.choice(_policies(decision))
    # Most stop policies with any parameters stop at once or never; half of the pots shall be
    # such as people brew.
    if decision == "stop" and chance.random() < 0.5:
        return Choice(find_policy("stop", "bust_risk"), {"max_risk": chance.uniform(0.1, 0.7)})
    return Choice(policy, {each.name: _random_value(chance, each) for each in policy.parameters})


@cache
def _policies(decision: str) -> tuple[Policy, ...]:
    return tuple(shipped_policies(decision).values())


def _random_value(chance: Random, parameter: Parameter) -> Value:
    """Return a value from anywhere in the range, often an end or the default; or one a round."""

    def one() -> float:
        if chance.random() < 0.3:
            return chance.choice((parameter.low, parameter.high, parameter.default))
        value = chance.uniform(parameter.low, parameter.high)
        return float(round(value)) if parameter.whole else value

    return tuple(one() for _ in range(ROUNDS)) if chance.random() < 0.3 else one()


def numbers_in(events: Iterable[Mapping[str, Any]]) -> int:
    """Return how many numbers of some events the referee works out for itself."""
    return sum(
        isinstance(value, int) and name not in _NOT_WORKED_OUT
        for event in events
        for name, value in event.items()
    )


def check_game(seed: int, number: int, *, random_rules: bool = True) -> CheckResult:
    """Play one random game and let the referee read its journal."""
    result = CheckResult(seed, random_rules, games=1)
    match = random_match(seed, number, random_rules=random_rules)
    try:
        journal = record_game(match, number)
        if number % TAPE_EVERY == 0:
            result.from_tape = 1
            rows = match.journal(number)
            again = match.journal(number, tape_of(match, rows))
            if not _equal(rows, again):
                result.findings.append(_off_tape(number, rows, again))
    except SimulationError as error:
        result.findings.append(Finding(number, "policy", "status", None, None, error.cause))
        result.disagreements = 1
        return result
    found = check(journal)
    if found is not None:
        values = (found.rule, found.field, found.journal, found.referee, found.message)
        result.findings.insert(0, Finding(number, *values))
    result.disagreements = int(bool(result.findings))
    result.events = len(journal["events"])
    result.numbers = numbers_in(journal["events"])
    result.kinds.update(_kinds(journal))
    return result


def _equal(rows: Any, again: Any) -> bool:
    return bool(rows.shape == again.shape and (rows == again).all())


def _off_tape(number: int, rows: Any, again: Any) -> Finding:
    both = zip(rows.tolist(), again.tolist(), strict=False)
    place = next(
        (index for index, (one, other) in enumerate(both) if one != other),
        min(len(rows), len(again)),
    )
    one, other = (each[place].tolist() if place < len(each) else None for each in (rows, again))
    message = f"event {place}: played from its own tape it is {other}, not {one}"
    return Finding(number, "tape", "row", one, other, message)


def _kinds(journal: Mapping[str, Any]) -> Iterator[str]:
    yield f"players {journal['players']}"
    for colour, number in journal["books"].items():
        yield f"book {colour}={number}"
    for name, value in RuleOptions(**journal["rules"]).changed().items():
        yield f"rule {name}" + ("" if name in ("rat_tails", "solo_rats") else f"={value}")
    for event in journal["events"]:
        name = event["event"]
        if name == "choice":
            yield f"choice {event['decision']} {_answer(event)}"
        elif name == "reward":
            yield f"reward {event['cause']} {event['reward']}"
        elif name in ("return", "brew_end"):
            yield f"{name} {event.get('cause') or event['reason']}"
        else:
            yield str(name)


def _answer(event: Mapping[str, Any]) -> str:
    taken = str(event["options"][event["choice"]])
    return "a chip" if event["decision"] == "blue" and taken != "none" else taken


def prepare() -> None:
    """Compile, or load, all that random games need: kernel with journal and tape, policies.

    Processes that are started afterwards find it in the cache folder.
    """
    for form in ("journal", "tape"):
        entries.play_block(form)
        entries.other_books(form)
    for name in DECISION_NAMES:
        for policy in _policies(name):
            _ = policy.address


def check_games(
    games: int,
    *,
    seed: int,
    random_rules: bool = True,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> CheckResult:
    """Play random games and let the referee read them.

    Parameters
    ----------
    games : int
        How many: the numbers 0 … `games` − 1.
    seed : int
        Seed of the random games.
    random_rules : bool
        Whether rule options and books are by lot, too.
    threads : int, optional
        Processes to use; all cores if not given. The referee is plain Python, so threads would
        not help. The result does not depend on it.
    progress : callable, optional
        Called with (games done, games wanted).

    Returns
    -------
    CheckResult

    Raises
    ------
    SimulationError
        If a process ends unexpectedly.
    """
    most = max(games // _FEWEST_PER_PROCESS, 1)
    processes = min(check_threads(threads), most)
    tasks = [
        (seed, first, min(first + GAMES_PER_TASK, games), random_rules)
        for first in range(0, games, GAMES_PER_TASK)
    ]
    begun = time.perf_counter()
    total = CheckResult(seed, random_rules)
    for part in _in_processes(tasks, processes) if processes > 1 else map(_work, tasks):
        total.add(part)
        if progress:
            progress(total.games, games)
    total.elapsed_seconds = time.perf_counter() - begun
    return total


def _work(task: tuple[int, int, int, bool]) -> CheckResult:
    seed, first, last, random_rules = task
    total = CheckResult(seed, random_rules)
    for number in range(first, last):
        total.add(check_game(seed, number, random_rules=random_rules))
    return total


def _in_processes(tasks: list[tuple[int, int, int, bool]], processes: int) -> Iterator[CheckResult]:
    """Yield the results of the tasks as they come; sums do not depend on their order."""
    # The compiled kernel and its threads do not survive a fork.
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_deaf)
    waiting: set[Future[CheckResult]] = set()
    try:
        for task in tasks:
            waiting.add(pool.submit(_work, task))
            if len(waiting) > 2 * processes:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (each.result() for each in done)
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in done)
    except BrokenProcessPool:
        raise SimulationError(
            "a process that checked games ended unexpectedly",
            "--threads 1 checks in this process and shows why; there may be too little memory",
        ) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _deaf() -> None:
    """Let Ctrl-C reach the main process alone: it drops what has not begun."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
