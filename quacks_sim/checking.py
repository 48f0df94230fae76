"""Random games, read again by the referee: kernel and rule book must agree on every number.

A random game is a function of a seed and its number, so each can be made again alone; see
:func:`quacks_sim.random_games.random_match`.
"""

import gc
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from typing import Any

from quacks_sim.blocks import check_threads
from quacks_sim.compiling import compile_ahead
from quacks_sim.errors import SimulationError
from quacks_sim.journal import document_of, tape_of
from quacks_sim.kernel import entries
from quacks_sim.kernel.decisions import DECISION_NAMES
from quacks_sim.kernel.journal import ROUND_END
from quacks_sim.kernel.state import ROUND_COLUMNS
from quacks_sim.match import Match
from quacks_sim.policies.registry import shipped_policies
from quacks_sim.random_games import random_match
from quacks_sim.referee import check
from quacks_sim.results import SCHEMA, versions
from quacks_sim.rules.options import RuleOptions, option_values
from quacks_sim.rules.tables import ROUNDS

#: Every so many games, one is also played from its own tape and compared row by row.
TAPE_EVERY = 10

#: Games that a process takes at once: a fraction of a second, so that progress moves evenly.
GAMES_PER_TASK = 20

#: Fewer games than this for each process do not pay for its start.
_FEWEST_PER_PROCESS = 100

#: Disagreements that are kept in full; more of them teach nothing new.
_KEPT = 20

#: Fields that say what or when, or that come from the tape: nothing the referee works out.
_NOT_WORKED_OUT = frozenset({"round", "seat", "choice", "face"})

#: What the journal first says of a seat at the end of a round, as the rows of rounds do.
_AT_ROUND_END = ("victory_points", "rubies", "droplet", "flask_full")


@dataclass(frozen=True)
class Finding:
    """Something wrong with a random game.

    Attributes
    ----------
    number : int
        Number of the game.
    rule : str
        Number of the rule, or what failed: ``"tape"``, ``"plain"``, ``"policy"``.
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
        Whether rule options, books and event cards were by lot.
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


def numbers_in(events: Sequence[Mapping[str, Any]]) -> int:
    """Return how many numbers of some events the referee works out for itself."""
    forms = Counter((str(event["event"]), *event) for event in events)
    examples = {(str(event["event"]), *event): event for event in events}
    # Events of a form, that is of one name and the same fields, have numbers in the same fields.
    return sum(
        count * sum(_is_worked_out(name, value) for name, value in examples[form].items())
        for form, count in forms.items()
    )


def _is_worked_out(name: str, value: object) -> bool:
    return isinstance(value, int) and name not in _NOT_WORKED_OUT


def check_game(seed: int, number: int, *, random_rules: bool = True) -> CheckResult:
    """Play one random game and let the referee read its journal."""
    result = CheckResult(seed, random_rules, games=1)
    match = random_match(seed, number, random_rules=random_rules)
    try:
        rows = match.journal(number)
        journal = document_of(match, number, rows)
        otherwise = _without_journal(match, number, rows)
        if otherwise is not None:
            result.findings.append(otherwise)
        if number % TAPE_EVERY == 0:
            result.from_tape = 1
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
    result.kinds.update(_kinds(journal, match.rules))
    return result


def _without_journal(match: Match, number: int, rows: Any) -> Finding | None:
    """Return where a game without a journal, which the kernel plays otherwise, ends otherwise."""
    block = match.block(number - number % match.rotations, number + 1, "rounds")
    own = block.round_rows.reshape(-1, match.players, ROUNDS, len(ROUND_COLUMNS))[-1]
    for event in rows[rows[:, 0] == ROUND_END].tolist():
        _, round_number, seat, *numbers = event
        for name, one in zip(_AT_ROUND_END, numbers, strict=False):
            other = int(own[seat, round_number - 1, ROUND_COLUMNS.index(name)])
            if one != other:
                message = (
                    f"round {round_number}, seat {seat}: without a journal {name} is {other}, "
                    f"not {one}"
                )
                return Finding(number, "plain", name, one, other, message)
    return None


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


def _kinds(journal: Mapping[str, Any], rules: RuleOptions) -> Iterator[str]:
    yield f"players {journal['players']}"
    for colour, number in journal["books"].items():
        yield f"book {colour}={number}"
    for name, value in rules.changed().items():
        yield f"rule {name}" + (f"={value}" if option_values(name) else "")
    for event in journal["events"]:
        name = event["event"]
        if name == "choice":
            yield f"choice {event['decision']} {_answer(event)}"
        elif name == "reward":
            yield f"reward {event['cause']} {event['reward']}"
        elif name in ("return", "brew_end"):
            yield f"{name} {event.get('cause') or event['reason']}"
        elif name == "card":
            yield f"card {event['card']}"
        else:
            yield str(name)


def _answer(event: Mapping[str, Any]) -> str:
    taken = str(event["options"][event["choice"]])
    revealed = event["decision"] in ("blue", "FP13", "FB7")
    return "a chip" if revealed and taken != "none" else taken


def prepare() -> None:
    """Compile, or load, all that random games need: kernel with journal and tape, policies.

    Processes that are started afterwards find it in the cache folder.
    """
    policies = [each for name in DECISION_NAMES for each in shipped_policies(name).values()]
    needed = ("game", "books", "cards", "tubes")
    compile_ahead(policies, needed, entries.FORMS)
    for form in entries.FORMS:
        for name in needed:
            entries.compiled_entry(name, form)
    for policy in policies:
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
    # Closed at once on Ctrl-C, wherever that comes: what has not begun is dropped.
    with closing(_in_processes(tasks, processes) if processes > 1 else _here(tasks)) as parts:
        for part in parts:
            total.add(part)
            if progress:
                progress(total.games, games)
    total.elapsed_seconds = time.perf_counter() - begun
    return total


def _work(task: tuple[int, int, int, bool]) -> CheckResult:
    seed, first, last, random_rules = task
    total = CheckResult(seed, random_rules)
    for number in range(first, last):
        # Queued tasks cannot be taken back; so they end by themselves.
        if _stop is not None and _stop.is_set():
            break
        total.add(check_game(seed, number, random_rules=random_rules))
    return total


def _here(tasks: list[tuple[int, int, int, bool]]) -> Generator[CheckResult, None, None]:
    for task in tasks:
        yield _work(task)


def _in_processes(
    tasks: list[tuple[int, int, int, bool]], processes: int
) -> Generator[CheckResult, None, None]:
    """Yield the results of the tasks as they come; sums do not depend on their order."""
    # The compiled kernel and its threads do not survive a fork.
    spawned = get_context("spawn")
    stop = spawned.Event()
    pool = ProcessPoolExecutor(
        processes, mp_context=spawned, initializer=_begin_process, initargs=(stop,)
    )
    waiting: set[Future[CheckResult]] = set()
    try:
        for task in tasks:
            with _signals_wait():
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
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


#: In a process of a pool: set once nobody waits for its results any more.
_stop: Event | None = None


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Let signals wait meanwhile; they always wait in processes that are started here.

    So Ctrl-C reaches the main process alone, which then sets `stop`.
    """
    if not hasattr(signal, "pthread_sigmask"):  # not on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_process(stop: Event) -> None:
    """Remember who says when to stop, and end when the main process is killed."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Hardly anything that a referee makes is a cycle: to look for them takes 8 % of the time.
    gc.set_threshold(100_000, *gc.get_threshold()[1:])
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
