"""The contract check of a policy, for the shipped ones and for those of a plug-in's author.

>>> from quacks_sim.testing import check_policy
>>> from quacks_sim.policies.stopping import bust_risk
>>> decisions = check_policy(bust_risk)
"""

import inspect
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import objmode
from numba.core.errors import NumbaWarning
from numpy.typing import NDArray

from quacks_sim.errors import PolicyError, in_short
from quacks_sim.kernel import block, entries
from quacks_sim.kernel.decisions import DECISION_NAMES, Decision, policy_signature
from quacks_sim.kernel.jit import INTERPRETED, address_of, entry
from quacks_sim.kernel.ruleset import make_rules
from quacks_sim.kernel.state import (
    MOST_PARAMETERS,
    MOST_VALUES,
    OK,
    PASSIVE,
    RECORD_COLUMNS,
    STATUS,
    TABLE,
    new_record,
)
from quacks_sim.kernel.views import BUY_TUBE, FILL_FLASK, KEEP, MOVE_DROPLET
from quacks_sim.match import check_count, check_seed
from quacks_sim.policies.params import RESERVED
from quacks_sim.policies.refusals import Reason, refusal
from quacks_sim.policies.registry import Parameter, Policy, decision_point, find_policy
from quacks_sim.policies.valued import VALUE_COUNT
from quacks_sim.rules.books import WHOLE_SETS, Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import MOST_SEATS, ROUNDS
from quacks_sim.values import load_values

#: Learned values by which policies that need some are tried.
_VALUES = "champion"

#: Readings of the rules under which a policy is tried: those that change what is legal.
_READINGS: tuple[dict[str, Any], ...] = (
    {},
    {"min_purchases": 1, "second_chance_timing": "after_action"},
    {"flask_target": "any_chip", "starting_rubies": 2},
    {"explosion_limit": 9, "draw_after_pot_full": "yes", "blue_on_last_space": "performed"},
    {"chip_supply": "unlimited", "may_stop_before_first_draw": "no", "explosion_limit": 5},
)

#: Variants (rule 11) under which it is tried at some tables: they bring up decisions of their own,
#: and let a policy see the pots of rivals.
_VARIANTS: dict[str, Any] = {
    "pot_side": "test_tubes",
    "tube_purchase_round_9": "yes",
    "synchronized": "yes",
}

#: Books under which a policy is tried: at those decisions that a book brings up or changes, the
#: books that do; at all others one set after the other.
_BOOKS = {
    "blue": (Books(),),
    "red": (Books(), Books(red=3)),
    "yellow": (Books(), Books(yellow=4)),
    "purple": (Books(), Books(purple=2), Books(purple=4)),
    "order": tuple(Books(green=4 - number, purple=2 + number) for number in range(3)),
    "green": (Books(green=2), Books(green=4), Books(green=3)),
    "beside": (Books(red=2),),
}
_ANY_BOOKS = tuple(Books.of_set(number) for number in WHOLE_SETS)

#: Tables that a policy is tried at; each with other parameters, players and rules.
_TABLES = 10

#: Games of each table whose decisions are compared one by one.
_RECORDED_GAMES = 4

#: Colours that bring up a decision, which random purchases would seldom do.
_FAVOURED = {
    "blue": ("blue",),
    "red": ("red", "orange"),
    "yellow": ("yellow",),
    "purple": ("purple",),
    "order": ("green", "purple"),
    "green": ("green",),
    "beside": ("red",),
}


class Question(NamedTuple):
    """One decision that came up in a game: the view, the parameters and the compiled answer."""

    view: Any
    params: NDArray[np.float64]
    answer: Any


@dataclass
class _Recording:
    """What the recorder has been asked; the first exception ends it."""

    policy: Policy
    questions: list[Question] = field(default_factory=list)
    error: Exception | None = None


_lock = threading.Lock()
_recordings: list[_Recording] = []


def check_policy(policy: Policy | Callable[..., Any], *, games: int = 400, seed: int = 0) -> int:
    """Check that a policy keeps its contract; return on how many decisions.

    Its header, docstring and parameters are looked at. It is compiled, which refuses a result of
    the wrong type and writing to the view. Then it plays games with parameters from their whole
    ranges, by several readings of the rules, with one to four players. Its answers must be legal;
    the compiled function must answer twice alike and as the plain Python function does.

    Parameters
    ----------
    policy : Policy or callable
        A function marked with ``@policy``, or its :class:`Policy`.
    games : int
        How many games to play besides those whose decisions are compared.
    seed : int
        Of the games and of the parameters.

    Returns
    -------
    int
        The number of decisions on which the compiled and the plain function were compared.

    Raises
    ------
    PolicyError
        At the first thing that is wrong: one line of cause and one of cure.
    """
    known = policy if isinstance(policy, Policy) else getattr(policy, "policy", None)
    if not isinstance(known, Policy):
        name = policy.__name__ if inspect.isfunction(policy) else in_short(policy)
        raise PolicyError(
            f"{name} is not a policy",
            f"mark it with @policy(decision); decisions are {', '.join(DECISION_NAMES)}",
        )
    games, seed = check_count(games, "games"), check_seed(seed)
    _check_docstring(known)
    _check_parameters(known)
    _ = known.compiled
    chance = np.random.default_rng(seed)
    decisions = 0
    for number in range(_TABLES):
        parameters = _random_parameters(known, chance)
        books = _BOOKS.get(known.decision.name, _ANY_BOOKS)
        variants = _VARIANTS if number % 3 == 0 or known.decision.name == "droplet" else {}
        reading = RuleOptions(**_READINGS[number % len(_READINGS)], **variants)
        rules = make_rules(reading, books[number % len(books)], _deck(known, number))
        players = 1 + number % MOST_SEATS
        table = _random_table(known, parameters, chance)
        decisions += _compare(known, rules, table, players, seed + number)
        _play(known, rules, table, players, seed + number, range(max(1, games // _TABLES)))
    return decisions


def _deck(policy: Policy, number: int) -> Deck:
    """Return the event cards of a table: all at every second one, and where they are the matter."""
    return Deck() if number % 2 or policy.decision.name == "card" else Deck.none()


def recorded_questions(
    policy: Policy, rules: Any, table: Any, players: int, seed: int, games: range
) -> list[Question]:
    """Play games in which strategy 0 uses a policy; return every decision it took.

    Raises
    ------
    PolicyError
        If the compiled policy raises an exception.
    """
    recorder = _recorder(policy.decision.name)
    recording = _Recording(policy)
    place = DECISION_NAMES.index(policy.decision.name)
    with _lock:
        before = table.policies[place, 0].copy()
        table.policies[place, 0] = address_of(recorder)
        _recordings.append(recording)
        try:
            _run(rules, table, players, seed, games)
        finally:
            _recordings.clear()
            table.policies[place, 0] = before
    if recording.error is not None:
        raise _broken(policy, f"compiled, it raises {in_short(recording.error)}")
    return recording.questions


def _check_docstring(policy: Policy) -> None:
    if not policy.summary.strip():
        raise _broken(
            policy,
            "it has no docstring",
            "say in its first line what it does: quacks strategies shows it",
        )


def _check_parameters(policy: Policy) -> None:
    count = len(policy.parameters)
    if count > MOST_PARAMETERS:
        raise _broken(policy, f"it has {count} parameters", f"at most {MOST_PARAMETERS}")
    names = [parameter.name for parameter in policy.parameters]
    for parameter in policy.parameters:
        wrong = _wrong_with(parameter, names)
        if wrong:
            raise _broken(
                policy,
                f"its parameter {in_short(parameter.name)} {wrong}",
                "Parameter(name, default, low, high, meaning) with low <= default <= high",
            )


def _wrong_with(parameter: Parameter, names: list[str]) -> str:
    numbers = (parameter.low, parameter.default, parameter.high)
    if not parameter.name.isidentifier() or parameter.name in ("policy", "rounds"):
        return "cannot be a key of a strategy"
    if parameter.name in RESERVED:
        return "has the name of what params holds besides"
    if names.count(parameter.name) > 1:
        return "is there twice"
    if not parameter.meaning.strip():
        return "has no meaning in words"
    if not all(np.isfinite(number) for number in numbers):
        return "has a bound that is not finite"
    if not parameter.low <= parameter.default <= parameter.high:
        return f"has the default {parameter.default:g}, which is not from {parameter.range}"
    if parameter.whole and any(number != int(number) for number in numbers):
        return "is whole, but its default or a bound is not"
    return ""


def _compare(policy: Policy, rules: Any, table: Any, players: int, seed: int) -> int:
    """Compare the compiled with the plain function on the decisions of a few games."""
    questions = recorded_questions(policy, rules, table, players, seed, range(_RECORDED_GAMES))
    for question in questions:
        _check_compiled(policy, question)
    for question in questions:
        _check_plain(policy, question)
    return len(questions)


def _check_compiled(policy: Policy, question: Question) -> None:
    """The answer in the game must be legal, and given again for the same view."""
    view, answer = question.view, question.answer
    if not is_legal(policy.decision, view, answer):
        at = _where(policy, question)
        raise _broken(policy, f"{at}: its answer {answer} is not legal", _legal_in_words(policy))
    again = policy.answer(view, _padded(question.params))
    if again != answer:
        raise _broken(
            policy,
            f"{_where(policy, question)}: it answers {answer} and then {again}",
            "an answer depends on view and params alone; own_chance(view) is a policy's chance",
        )


def _check_plain(policy: Policy, question: Question) -> None:
    """The plain Python function must give the same answer, of the right type."""
    view, answer, at = question.view, question.answer, _where(policy, question)
    try:
        plain = policy.function(view, policy.params(question.params))
    except Exception as error:
        raise _broken(
            policy,
            f"{at}: as plain Python it raises {error!r}, which compiled code does not notice",
            "check indexes and divisors",
        ) from None
    wanted = (bool, np.bool_) if policy.decision.yes_or_no else (int, np.integer)
    if not isinstance(plain, wanted) or (
        not policy.decision.yes_or_no and isinstance(plain, bool | np.bool_)
    ):
        raise _broken(
            policy, f"{at}: as plain Python it returns {in_short(plain)}, of another type"
        )
    if plain != answer:
        raise _broken(
            policy,
            f"{at}: compiled it answers {answer}, as plain Python {plain}",
            "avoid what differs between the two, such as globals that change",
        )
    if policy.always is not None and plain != policy.always:
        raise _broken(policy, f"{at}: it answers {plain}, but is marked always={policy.always}")
    if policy.looks_at != "table":
        seen = policy.function(_without_the_rest(policy, view), policy.params(question.params))
        if seen != plain:
            raise _broken(
                policy,
                f"{at}: it looks at more than it is marked with, looks_at={policy.looks_at!r}",
                'looks_at="table", which is the default, is always right',
            )


def _without_the_rest(policy: Policy, view: Any) -> Any:
    """Return a view in which everything that a policy says not to look at is another."""
    rows = np.zeros_like(view.table)
    if policy.looks_at in ("view", "pot"):
        seen = slice(None) if policy.looks_at == "pot" else PASSIVE
        rows[view.seat, seen] = view.table[view.seat, seen]
        return view._replace(table=rows)
    kept = ("bag_size", "bust_chips") if policy.decision.name == "stop" else ("last_kind",)
    others = {name: 0 for name in view._fields if name not in (*kept, "chance_key")}
    return view._replace(**others | {"table": rows, "bag": np.zeros_like(view.bag)})


def is_legal(decision: Decision, view: Any, answer: Any) -> bool:
    """Return whether an answer is legal for a view, by rules 2.4, 4.6, 5.2, 6.B, 6.E and 6.F."""
    if decision.yes_or_no:
        return True
    if decision.name in ("blue", "purple", "green", "beside", "card"):
        return bool(0 <= answer < view.options)
    if decision.name == "rubies":
        allowed = {KEEP: 1, MOVE_DROPLET: view.can_move_droplet, FILL_FLASK: view.can_fill_flask}
        allowed[BUY_TUBE] = view.can_buy_tube
        return bool(allowed.get(answer, 0))
    if not view.first <= answer <= view.nothing:
        return False
    if answer == view.nothing:
        return bool(view.may_skip)
    return bool(view.basket_kinds[answer] & ~view.available == 0)


def _legal_in_words(policy: Policy) -> str:
    return {
        "rubies": "KEEP, MOVE_DROPLET if view.can_move_droplet, FILL_FLASK if view.can_fill_flask,"
        " BUY_TUBE if view.can_buy_tube",
        "purchase": "a basket of view.first … view.nothing for which is_legal(view, basket) is"
        " true; view.nothing only if view.may_skip",
    }.get(policy.decision.name, "0 … view.options − 1")


def _play(policy: Policy, rules: Any, table: Any, players: int, seed: int, games: range) -> None:
    """Play games with the policy as it is; the kernel refuses an illegal answer."""
    game = _run(rules, table, players, seed, games)
    if game < 0:
        return
    again = range(game, game + 1)
    for question in recorded_questions(policy, rules, table, players, seed, again):
        _check_compiled(policy, question)
    raise _broken(policy, f"it breaks the rules in game {game} of seed {seed}")


def _run(rules: Any, table: Any, players: int, seed: int, games: range) -> int:
    """Play games; return the first in which a policy broke the rules, else −1."""
    totals = new_record(block.TOTALS)
    no_rows = np.zeros((RECORD_COLUMNS, 0), np.int16)
    play = entries.play_block()
    limits = (seed, games.start, games.stop, players, players)
    game = play(rules, table, totals, no_rows, no_rows, *limits, None, None)
    return int(game) if table.common[STATUS] != OK else -1


def _random_parameters(policy: Policy, chance: np.random.Generator) -> NDArray[np.float64]:
    """Return parameters by round: anywhere in their ranges, often at an end or the default."""
    values = np.zeros((ROUNDS, MOST_PARAMETERS + MOST_VALUES))
    if policy.needs == "values":
        values[:, MOST_PARAMETERS:][:, :VALUE_COUNT] = load_values(_VALUES).table(MOST_SEATS)
    for place, parameter in enumerate(policy.parameters):
        inside = chance.uniform(parameter.low, parameter.high, ROUNDS)
        if parameter.whole:
            inside = np.round(inside)
        special = chance.choice([parameter.low, parameter.high, parameter.default], ROUNDS)
        column = np.where(chance.random(ROUNDS) < 0.6, inside, special)
        values[:, place] = column if chance.random() < 0.5 else column[0]
    return values


def _random_table(
    policy: Policy, parameters: NDArray[np.float64], chance: np.random.Generator
) -> Any:
    """Return a table at which strategy 0 uses the policy and everything else is by lot."""
    table = new_record(TABLE)
    for seat in range(MOST_SEATS):
        for place, decision in enumerate(DECISION_NAMES):
            table.policies[place, seat] = find_policy(decision, "random").address
        place = DECISION_NAMES.index("stop")
        table.policies[place, seat] = find_policy("stop", "bust_risk").address
        table.parameters[:, place, seat, 0] = chance.uniform(0.2, 0.7)
    _favour(table, _FAVOURED.get(policy.decision.name, ()))
    place = DECISION_NAMES.index(policy.decision.name)
    table.policies[place, 0] = policy.address
    table.parameters[:, place, 0] = parameters
    return table


def _favour(table: Any, colours: tuple[str, ...]) -> None:
    """Let strategy 0 buy certain colours before others."""
    if not colours:
        return
    priority = find_policy("purchase", "priority")
    place = DECISION_NAMES.index("purchase")
    table.policies[place, 0] = priority.address
    for number, parameter in enumerate(priority.parameters):
        table.parameters[:, place, 0, number] = 9 if parameter.name in colours else 1


@cache
def _recorder(decision: str) -> Any:
    point = decision_point(decision)
    function = _record_yes if point.yes_or_no else _record_index
    if INTERPRETED:
        return function
    recorder = entry(function, cached=False)
    with warnings.catch_warnings():
        # That it holds the interpreter's lock: it has to, and nobody waits for it.
        warnings.simplefilter("ignore", NumbaWarning)
        recorder.compile(policy_signature(point).args)
    recorder.disable_compile()
    return recorder


def _record_yes(view, params):  # type: ignore[no-untyped-def]
    with objmode(answer="boolean"):
        answer = _note(view, params)
    return answer  # noqa: RET504 (nothing can be returned from within an objmode block)


def _record_index(view, params):  # type: ignore[no-untyped-def]
    with objmode(answer="int64"):
        answer = _note(view, params)
    return answer  # noqa: RET504 (nothing can be returned from within an objmode block)


def _note(view: Any, params: NDArray[np.float64]) -> Any:
    """Keep a copy of a question, and answer it with the compiled policy."""
    recording = _recordings[-1]
    policy = recording.policy
    kept = view._replace(
        chance_key=np.uint64(view.chance_key),
        **{
            name: _frozen(value)
            for name, value in view._asdict().items()
            if isinstance(value, np.ndarray)
        },
    )
    try:
        answer = policy.answer(kept, _frozen(params))
    except Exception as error:
        recording.error = recording.error or error
        return 0
    count = len(params) if policy.needs == "values" else len(policy.parameters)
    recording.questions.append(Question(kept, _frozen(params[:count]), answer))
    return answer


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    copy = np.array(array)
    copy.setflags(write=False)
    return copy


def _padded(params: NDArray[np.float64]) -> NDArray[np.float64]:
    padded = np.zeros(MOST_PARAMETERS + MOST_VALUES)
    padded[: len(params)] = params
    return _frozen(padded)


def _where(policy: Policy, question: Question) -> str:
    """Return in words at which decision and with which parameters something went wrong."""
    view = question.view
    return f"in round {view.round}, on {_short(view)} with {_named(policy, question.params)}"


def _short(view: Any) -> str:
    """Return the numbers of a view in a line."""
    numbers = {
        name: value
        for name, value in view._asdict().items()
        if not isinstance(value, np.ndarray)
        and name not in ("seat", "players", "round", "chance_key", "decision")
    }
    return f"{type(view).__name__}({', '.join(f'{k}={v}' for k, v in numbers.items())}, …)"


def _named(policy: Policy, params: NDArray[np.float64]) -> str:
    pairs = zip(policy.parameters, params, strict=False)
    return ", ".join(f"{parameter.name}={value:g}" for parameter, value in pairs) or "no parameters"


def _broken(policy: Policy, cause: str, cure: str = "") -> PolicyError:
    return refusal(policy.function, policy.decision, Reason(cause, cure))
