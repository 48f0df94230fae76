"""Every public function refuses every wrong argument in one way, and takes NumPy's and any path.

The table names the parameters of each public function and what each of them may be besides its
own type. A function or a parameter that it does not name fails a test, so it cannot be forgotten.
"""

import inspect
import os
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import quacks_sim as qs
from quacks_sim import charts, checked, report
from quacks_sim.advice.dialogue import Dialogue
from quacks_sim.advice.situation import Situation
from quacks_sim.errors import InputError, QuacksError
from quacks_sim.experiment import Experiment
from quacks_sim.policies.stopping import bust_risk
from quacks_sim.testing import check_policy
from quacks_sim.training import train as training
from quacks_sim.training import tuning
from quacks_sim.values import load_values


class Nasty:
    """An object that helps nobody to tell what it is."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no")

    __hash__ = None  # type: ignore[assignment]


def deep(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


WRONG: dict[str, Any] = {
    "none": None,
    "object": object(),
    "nasty": Nasty(),
    "nan": float("nan"),
    "inf": float("inf"),
    "minus_inf": -float("inf"),
    "negative": -1,
    "fraction": 2.5,
    "huge": 10**5_000,
    "true": True,
    "numpy_true": np.True_,
    "digits": "5",
    "empty": "",
    "lines": "a\nb\x1b[2J",
    "long": "x" * 10_000,
    "nul": "a\0b",
    "bytes": b"5",
    "list": ["no", 3],
    "deep": deep(5_000),
    "mapping": {"no": 3},
    "keys": {3: Nasty()},
    "array": np.array([[1.5, np.nan]]),
    "class": int,
    "complex": 1j,
}

# What a parameter may be of these: the values that are right for it.
NOTHING: frozenset[str] = frozenset()
OPTIONAL = frozenset({"none"})
SWITCH = frozenset({"true", "numpy_true"})
PLACE = frozenset({"digits", "lines"})
CALLED = frozenset({"none", "class"})
TEXT = frozenset({"digits", "empty", "lines", "long", "nul"})
TABLE = {
    "seed": OPTIONAL,
    "rotate": SWITCH,
    "rules": OPTIONAL,
    "books": OPTIONAL | {"empty"},  # no colour is named
    "cards": OPTIONAL,
    "threads": OPTIONAL,
    "allow_plugins": SWITCH,
    "progress": CALLED,
}


@dataclass
class Public:
    """A public function, arguments that are right, and what each parameter may be besides."""

    function: Callable[..., Any]
    right: Mapping[str, Any]
    may_be: Mapping[str, Set[str]]
    strategies: tuple[Any, ...] = ()
    #: Parameters that cannot be given by name.
    positional: str = ""
    before: tuple[str, ...] = ()

    def call(self, **changes: Any) -> Any:
        given = {**self.right, **changes}
        named = {name: value for name, value in given.items() if name != self.positional}
        first = [named.pop(name) for name in self.before]
        first += [given[self.positional]] if self.positional in given else self.strategies
        return self.function(*first, **named)

    def parameters(self) -> set[str]:
        found = inspect.signature(self.function).parameters.values()
        return {each.name for each in found if each.kind is not inspect.Parameter.VAR_KEYWORD}


@dataclass
class Small:
    """Small real results, made once."""

    folder: Path
    dataset: qs.Dataset = field(init=False)
    result: Any = field(init=False)
    sweep: Any = field(init=False)
    cup: Any = field(init=False)
    figure: Any = field(init=False)

    def __post_init__(self) -> None:
        asked = {"question": "?", "tables": [["safe", "yardstick"]], "level": "rounds"}
        experiment = Experiment.from_dict(asked)
        self.dataset = qs.run_experiment(
            experiment, self.folder / "data", games=12, seed=1, threads=1
        )
        self.result = self.dataset.results()[0]
        self.sweep = qs.sweep(
            "yardstick", {"stop.max_risk": [0.1, 0.2]}, against=["safe"], games=12, seed=1
        )
        self.cup = qs.tournament("safe", "yardstick", games=12, seed=1)
        self.figure = charts.figure_of_play(self.result)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    return Small(tmp_path_factory.mktemp("checked"))


def verbs(small: Small) -> dict[str, Public]:
    """Return what plays, reads, learns and advises."""
    strategies = ("safe", "yardstick")
    rest = {name: TABLE[name] for name in TABLE if name != "allow_plugins"}
    search = dict.fromkeys(
        [
            *("players", "holdout", "objective", "games", "generations", "budget"),
            *("candidates", "spread", "verdict_games", "out"),
        ],
        OPTIONAL,
    )
    optional_moment = dict.fromkeys(
        ["bag", "rivals", "players", "start", "space", "card", "books", "rules"], OPTIONAL
    )
    return {
        "brew": Public(
            qs.brew,
            {"rounds": 10, "seed": 1},
            {**{name: TABLE[name] for name in TABLE if name not in ("rotate", "cards")}}
            | dict.fromkeys(["bag", "stop", "flask", "blue", "yellow", "start", "rounds"], NOTHING)
            | {"bag": frozenset({"empty"})},
        ),
        "play": Public(
            qs.play,
            {"games": 12, "seed": 1},
            {**TABLE, "strategies": NOTHING, "games": OPTIONAL, "until": OPTIONAL | {"fraction"}},
            strategies,
            "strategies",
        ),
        "sweep": Public(
            qs.sweep,
            {"strategy": "safe", "vary": {"rubies": ["keep"]}, "games": 12, "seed": 1},
            {**TABLE, "strategy": NOTHING, "vary": NOTHING, "against": NOTHING, "games": NOTHING},
        ),
        "tournament": Public(
            qs.tournament,
            {"games": 12, "seed": 1},
            {**rest, "strategies": NOTHING, "players": NOTHING, "games": NOTHING}
            | {
                "tables": OPTIONAL,
                "out": OPTIONAL | PLACE,
                "level": NOTHING,
                "format": NOTHING,
                "overwrite": SWITCH,
            },
            strategies,
            "strategies",
        ),
        "run_experiment": Public(
            qs.run_experiment,
            {"experiment": "demo", "out": small.folder / "run", "games": 12, "seed": 1},
            {"experiment": NOTHING, "out": PLACE, "overwrite": SWITCH, "games": OPTIONAL}
            | {"seed": OPTIONAL, "threads": OPTIONAL, "allow_plugins": SWITCH, "progress": CALLED}
            | {"scheduler": OPTIONAL, "workers": OPTIONAL, "format": OPTIONAL},
        ),
        "load": Public(qs.load, {"path": small.dataset.path}, {"path": PLACE}),
        "load_experiment": Public(qs.load_experiment, {}, {"experiment": NOTHING}),
        "load_strategy": Public(
            qs.load_strategy,
            {"strategy": "safe"},
            {"strategy": NOTHING, "allow_plugins": SWITCH},
        ),
        "load_values": Public(
            qs.load_values, {"values": "champion"}, {"values": NOTHING, "folder": frozenset(WRONG)}
        ),
        "shipped_strategies": Public(qs.shipped_strategies, {}, {}),
        "solve": Public(
            qs.solve,
            {"bag": "W1x2 W3", "most_states": 1_000},
            {"bag": OPTIONAL | {"empty"}, "pot": frozenset({"empty"}), "choices": NOTHING}
            | {"start": NOTHING, "space": OPTIONAL, "flask": SWITCH, "worth": OPTIONAL}
            | {
                "rules": OPTIONAL,
                "books": TABLE["books"],
                "card": OPTIONAL,
                "rival_blacks": OPTIONAL,
            }
            | {"pooled": OPTIONAL | SWITCH, "most_states": NOTHING, "progress": CALLED},
        ),
        "advise": Public(
            qs.advise,
            {"pot": "W1"},
            optional_moment
            | {
                "bag": OPTIONAL | {"empty"},
                "books": TABLE["books"],
                "pot": frozenset({"empty"}),
                "round": NOTHING,
            }
            | {"points": NOTHING, "rubies": NOTHING, "droplet": NOTHING, "flask": SWITCH}
            | {"rival_blacks": OPTIONAL, "revealed": OPTIONAL | {"empty"}, "coins": OPTIONAL}
            | {"exploded": SWITCH, "values": NOTHING},
        ),
        "luck": Public(
            qs.luck,
            {"game": Dialogue.of_game(Situation(players=2, rivals=(0,)), load_values("champion"))},
            {"game": NOTHING, "seat": NOTHING, "values": OPTIONAL}
            | {"most_states": NOTHING, "progress": CALLED},
        ),
        "train": Public(
            training.train,
            {"strategy": "champion", "players": [1], "games": 100, "iterations": 1},
            {**{name: TABLE[name] for name in TABLE if name != "rotate"}, "strategy": NOTHING}
            | {"rivals": NOTHING, "players": NOTHING, "games": NOTHING}
            | {"iterations": NOTHING, "seed": NOTHING, "out": OPTIONAL, "overwrite": SWITCH}
            | {"on_iteration": CALLED},
        ),
        "tune": Public(
            tuning.tune,
            {"strategy": "yardstick", "vary": {"flask.value": None}, "seed": 1}
            | {"games": 2, "generations": 1, "candidates": 4, "verdict_games": 2, "threads": 1},
            {**TABLE, **search, "strategy": NOTHING, "vary": NOTHING, "against": NOTHING}
            | {"overwrite": SWITCH, "told": CALLED},
        ),
        "policy": Public(
            qs.policy,
            {"decision": "stop"},
            {"decision": NOTHING, "parameters": NOTHING, "always": OPTIONAL | SWITCH}
            | {"needs": frozenset({"empty"}), "looks_at": NOTHING},
            positional="parameters",
            before=("decision",),
        ),
        "check_policy": Public(
            check_policy,
            {"policy": bust_risk, "games": 10},
            {"policy": NOTHING, "games": NOTHING, "seed": NOTHING},
        ),
    }


def classes(small: Small) -> dict[str, Public]:
    """Return what the public classes are made by, and their methods that take something."""
    safe = qs.load_strategy("safe")
    champion = qs.load_values("champion")
    now = champion.at(3, 2)
    meaning = {"name": "x", "default": 1, "low": 0, "high": 2, "meaning": "what"}
    made = {"name": safe.name, "choices": safe.choices}
    numbers = {"negative", "fraction"}
    worths = dict.fromkeys(
        ["points", "rubies", "droplet", "flask", "space", "explosion", "coins"], frozenset(numbers)
    )
    file = small.dataset.manifest
    return {
        "Books": Public(
            qs.Books, {}, dict.fromkeys(["green", "blue", "red", "yellow", "purple"], NOTHING)
        ),
        "Books.of_set": Public(qs.Books.of_set, {}, {"number": NOTHING}),
        "Books.read": Public(qs.Books.read, {"books": "blue=2"}, _books()),
        "Deck": Public(qs.Deck, {}, {"allowed": NOTHING, "fixed": NOTHING}),
        "Deck.read": Public(qs.Deck.read, {}, {"cards": NOTHING}),
        "RuleOptions.read": Public(qs.RuleOptions.read, {}, {"rules": OPTIONAL}),
        "Parameter": Public(
            qs.Parameter,
            meaning,
            dict.fromkeys(
                ["default", "low", "high"],
                frozenset({*numbers, "huge", "nan", "inf", "minus_inf"}),
            )
            | {"name": TEXT, "meaning": TEXT, "whole": SWITCH},
        ),
        "Worth": Public(
            qs.Worth,
            {},
            {**worths, "die": NOTHING, "after_explosion": NOTHING, "chips": NOTHING},
        ),
        "Worth.read": Public(qs.Worth.read, {}, {"worth": OPTIONAL}),
        "Strategy": Public(
            qs.Strategy,
            made,
            {"name": TEXT - {"empty"}, "choices": NOTHING, "description": TEXT}
            | {"folder": OPTIONAL | PLACE, "values": OPTIONAL},
        ),
        "Strategy.from_dict": Public(
            qs.Strategy.from_dict,
            {"content": {}, "name": "own"},
            {"content": NOTHING, "name": frozenset({"digits", "long"})}
            | {"folder": OPTIONAL | PLACE, "allow_plugins": SWITCH},
        ),
        "Strategy.with_params": Public(
            safe.with_params, {"changes": {}}, {"changes": NOTHING, "allow_plugins": SWITCH}
        ),
        "Strategy.named": Public(safe.named, {}, {"name": TEXT - {"empty"}}),
        "Values": Public(
            qs.Values,
            {"name": "v", "tables": champion.tables, "seen": champion.seen},
            {"name": TEXT, "tables": NOTHING, "seen": NOTHING, "provenance": {"mapping"}}
            | {"path": OPTIONAL | PLACE},  # type: ignore[dict-item]
        ),
        "Values.at": Public(
            champion.at,
            {"players": 3, "round_number": 2},
            {"players": NOTHING, "round_number": NOTHING}
            | {"margin": frozenset({*numbers, "huge", "nan", "inf", "minus_inf"})},
        ),
        "Values.table": Public(champion.table, {}, {"players": NOTHING}),
        "Values.parse": Public(
            qs.Values.parse,
            {"text": champion.text(), "name": "v"},
            {"text": NOTHING, "name": TEXT, "path": OPTIONAL | PLACE},
        ),
        "RoundValues.of": Public(now.of, {}, {"name": NOTHING}),
        "RoundValues.bag": Public(
            now.bag, {"owned": [0] * 18}, {"owned": NOTHING, "neighbours_blacks": {"fraction"}}
        ),
        "RoundValues.gain": Public(
            now.gain,
            {"owned": "W1", "kinds": "O1"},
            {"owned": {"empty"}, "kinds": {"empty"}, "neighbours_blacks": {"fraction"}},
        ),
        "RoundValues.chance_to_win": Public(
            now.chance_to_win, {}, {"lead": numbers | {"nan", "inf", "minus_inf", "huge"}}
        ),
        "RoundValues.worth": Public(now.worth, {}, {"owned": OPTIONAL}),
        "Dataset": Public(
            qs.Dataset,
            {"path": small.dataset.path, "manifest": file},
            {"path": PLACE, "manifest": NOTHING}
            | {"played": NOTHING, "remade": frozenset({"list", "deep", "array"})},
        ),
        "Dataset.games": Public(small.dataset.games, {}, {"columns": OPTIONAL, "cells": OPTIONAL}),
        "Dataset.rounds": Public(
            small.dataset.rounds, {}, {"columns": OPTIONAL, "cells": OPTIONAL}
        ),
        "Dataset.match": Public(
            small.dataset.match, {"cell": 0}, {"cell": NOTHING, "allow_plugins": SWITCH}
        ),
        "PlayResult": Public(small.result.__getitem__, {}, {"name": NOTHING}),
        "Experiment.from_dict": Public(
            Experiment.from_dict,
            {"content": {"question": "?", "tables": [["safe"]]}},
            {"content": NOTHING, "name": TEXT, "folder": OPTIONAL | PLACE},
        ),
    }


def _books() -> dict[str, frozenset[str]]:
    return {"books": OPTIONAL | {"empty"}, "others": NOTHING}


def pictures(small: Small) -> dict[str, Public]:
    """Return what draws and what writes pages."""
    frame, swept = small.result.to_frame(), small.sweep.to_frame()
    on = {"frame": NOTHING, "ax": OPTIONAL}
    rounds = charts.rounds_frame(small.result)
    crossed = swept.assign(axis=["a", "b"])
    axis = "stop.max_risk"
    columns = ("generation", "place", "gain", "gain_low", "gain_high", "x")
    history = pd.DataFrame([(1, 1, 0.2, 0.1, 0.3, 1.0)], columns=columns)
    found = {
        "figure_of_play": (charts.figure_of_play, {"result": small.result}, {"chart": OPTIONAL}),
        "figure_of_sweep": (charts.figure_of_sweep, {"result": small.sweep}, {}),
        "figure_of_tournament": (
            charts.figure_of_tournament,
            {"result": small.cup},
            {"command": TEXT},
        ),
        "figure_of_tuning": (charts.figure_of_tuning, {}, {"result": NOTHING}),
        "figure_of_dataset": (
            charts.figure_of_dataset,
            {"dataset": small.dataset},
            {"chart": OPTIONAL},
        ),
        "points_frame": (charts.points_frame, {"result": small.result}, {}),
        "rounds_frame": (charts.rounds_frame, {"result": small.result}, {}),
        "purchases_frame": (charts.purchases_frame, {"result": small.result}, {}),
        "win_shares": (charts.win_shares, {"frame": frame}, {**on, "players": OPTIONAL}),
        "mean_points": (charts.mean_points, {"frame": frame}, on),
        "by_round": (
            charts.by_round,
            {"frame": rounds},
            {**on, "measure": NOTHING, "legend": SWITCH},
        ),
        "purchases": (
            charts.purchases,
            {"frame": charts.purchases_frame(small.result)},
            {**on, "strategy": OPTIONAL, "legend": SWITCH, "most": OPTIONAL | {"fraction"}},
        ),
        "distribution": (
            charts.distribution,
            {"frame": charts.points_frame(small.result)},
            {**on, "means": OPTIONAL},
        ),
        "swept": (
            charts.swept,
            {"frame": swept, "axis": axis},
            {**on, "measure": NOTHING, "players": OPTIONAL, "in_order": SWITCH},
        ),
        "swept_lines": (
            charts.swept_lines,
            {"frame": crossed, "axis": axis, "lines": "axis"},
            {**on, "measure": NOTHING, "players": OPTIONAL},
        ),
        "heat_map": (
            charts.heat_map,
            {"frame": crossed, "axes": [axis, "axis"]},
            {**on, "measure": NOTHING},
        ),
        "win_matrix": (
            charts.win_matrix,
            {"matrix": small.cup.matrix},
            {"ax": OPTIONAL, "players": NOTHING, "unresolved": NOTHING},
        ),
        "gains": (
            charts.gains,
            {"frame": history},
            {**on, "measure": NOTHING, "verdict": OPTIONAL},
        ),
        "searched_values": (
            charts.searched_values,
            {"frame": history, "ranges": {"x": (0, 2)}},
            {**on, "room": NOTHING},
        ),
        "save": (
            charts.save,
            {"figure": small.figure, "path": small.folder / "one.svg"},
            {"overwrite": SWITCH},
        ),
        "check_chart_path": (
            charts.check_chart_path,
            {"path": small.folder / "two.svg"},
            {"overwrite": SWITCH},
        ),
        "answer_of": (report.answer_of, {"dataset": small.dataset}, {}),
        "claims_of": (
            report.claims_of,
            {"dataset": small.dataset, "results": [small.result]},
            {},
        ),
        "page_of": (report.page_of, {"dataset": small.dataset}, {"allow_plugins": SWITCH}),
        "save_report": (
            report.save_report,
            {"dataset": small.dataset, "path": small.folder / "page.html"},
            {"allow_plugins": SWITCH, "overwrite": SWITCH},
        ),
    }
    return {
        name: Public(function, right, {**dict.fromkeys(right, NOTHING), **may_be})
        for name, (function, right, may_be) in found.items()
    }


ROOMS = {"verbs": verbs, "classes": classes, "pictures": pictures}


@pytest.mark.parametrize("room", ROOMS)
def test_every_wrong_argument_is_refused_by_an_error_of_the_library(
    room: str, small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(small.folder)
    wrong = []
    for where, public in ROOMS[room](small).items():
        assert set(public.may_be) == public.parameters(), where
        for parameter, may_be in public.may_be.items():
            for name, value in WRONG.items():
                if name not in may_be:
                    wrong += [
                        f"{where}({parameter}={name}): {each}"
                        for each in faults(public, parameter, value)
                    ]
    assert not wrong, "\n".join(wrong)


def faults(public: Public, parameter: str, value: Any) -> list[str]:
    """Return what is wrong with the answer to a wrong argument."""
    try:
        public.call(**{parameter: value})
    except QuacksError as error:
        told = [text for text in (error.cause, error.cure) if "\n" in text or len(text) > 1_000]
        told += [] if error.cause and error.cure else [f"says too little: {error}"]
        return told
    except Exception as error:
        return [f"{type(error).__name__}: {str(error)[:80]}"]
    return ["taken"]


def test_the_table_has_every_public_name(small: Small) -> None:
    named = {name.partition(".")[0] for name in (*verbs(small), *classes(small))}
    said = {"RULES_VERSION", "__version__", "RuleOptions"}  # the options have a test of their own
    errors = {name for name in qs.__all__ if name.endswith("Error")}
    assert set(qs.__all__) - errors <= named | said
    drawn = {name for name in charts.__all__ if callable(getattr(charts, name))}
    written = {name for name in report.__all__ if inspect.isfunction(getattr(report, name))}
    assert drawn | written == set(pictures(small))


def test_every_rule_option_refuses_every_wrong_value() -> None:
    for option in qs.RuleOptions.model_fields:
        for name, value in WRONG.items():
            if option == "rat_tails" and name == "empty":
                continue  # no tail is the default
            if option == "solo_rats" and name == "digits":
                continue
            if option == "explosion_limit" and name == "digits":
                continue
            with pytest.raises(InputError) as found:
                qs.RuleOptions(**{option: value})
            assert option in found.value.cause
            assert found.value.cure


class Elsewhere:
    """A path that is no :class:`Path`."""

    def __init__(self, path: "str | os.PathLike[str]") -> None:
        self.path = os.fspath(path)

    def __fspath__(self) -> str:
        return self.path


def played(result: Any) -> Any:
    return [each.victory_points for each in result.strategies], result.match.seed, result.games


def test_numbers_of_numpy_play_as_those_of_python() -> None:
    whole: tuple[Callable[[int], Any], ...] = (np.int64, np.int16, np.uint32)
    books, rules, cards = {"green": 3}, {"explosion_limit": 8}, {3: "FB5"}
    known = played(
        qs.play("safe", "yardstick", games=120, seed=7, threads=1, books=books, rules=rules,
                cards=cards)
    )  # fmt: skip
    for number in whole:
        result = qs.play(
            "safe",
            "yardstick",
            games=number(120),
            seed=number(7),
            threads=number(1),
            rotate=np.True_,
            until=None,
            books={"green": number(3)},
            rules={"explosion_limit": number(8)},
            cards={number(3): "FB5"},
        )
        assert played(result) == known
        assert type(result.match.seed) is int
    assert qs.brew(rounds=np.int64(10), start=np.int8(2), seed=np.uint8(1)).start == 2
    assert qs.play("safe", games=np.int64(12), until=np.float32(50)).precise_enough
    assert qs.solve(pot=np.array([0, 1]), flask=np.False_, most_states=np.int64(5_000)).best
    given = {"round": np.int8(2), "points": np.int64(3), "rivals": np.array([4, 5])}
    plain = {"round": 2, "points": 3, "rivals": [4, 5]}
    assert qs.advise(**given).best == qs.advise(**plain).best  # type: ignore[arg-type]
    safe = qs.load_strategy("yardstick")
    risks = np.linspace(0.1, 0.3, 9)
    assert (
        safe.with_params({"stop.max_risk": risks}).fingerprint
        == safe.with_params({"stop.max_risk": risks.tolist()}).fingerprint
    )
    assert qs.Books(np.int64(2)) == qs.Books(2)
    assert qs.Books.read(np.int64(2)) == qs.Books.of_set(2)
    assert qs.Worth(points=np.float32(0.5)) == qs.Worth(points=0.5)


def test_a_path_may_be_of_any_kind(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[stop]\npolicy = "safe"\n', encoding="utf-8")
    known = qs.load_strategy(str(file))
    assert qs.load_strategy(Elsewhere(file)) == qs.load_strategy(file) == known
    question = tmp_path / "asked.toml"
    question.write_text('question = "?"\ntables = [["safe"]]\n', encoding="utf-8")
    assert qs.load_experiment(Elsewhere(question)) == qs.load_experiment(str(question))
    out = tmp_path / "out"
    made = qs.run_experiment(Elsewhere(question), Elsewhere(out), games=np.int64(12), seed=1)
    assert made.played == 12
    assert qs.load(Elsewhere(out)).results()[0].games == 12
    assert len(qs.load(str(out)).games() if made.level == "games" else made.cells) == 1
    chart = charts.save(charts.figure_of_dataset(made), Elsewhere(tmp_path / "a.svg"))
    assert chart == tmp_path / "a.svg"
    values = tmp_path / "own.values.csv"
    values.write_text(qs.load_values("champion").text(), encoding="utf-8")
    assert qs.load_values(Elsewhere(values)) == qs.load_values(values)
    plugin = tmp_path / "own.py"
    plugin.write_text(PLUGIN, encoding="utf-8")
    allowed = [Elsewhere(plugin)]
    named = qs.load_strategy(f"safe+stop={plugin}:never_again", allow_plugins=allowed)
    assert named.choices["stop"].plain() == {"policy": f"{plugin}:never_again"}


PLUGIN = '''from quacks_sim import policy

@policy("stop")
def never_again(view, params):
    """Stop once a chip lies in the pot."""
    return view.pot_size > 0
'''


def test_strategies_hash_and_compare() -> None:
    one, other = qs.load_strategy("champion"), qs.load_strategy("champion")
    assert one == other
    assert len({one, other, qs.load_strategy("safe")}) == 2
    assert one != one.named("other")
    assert one != "champion"
    assert qs.load_values("champion") == qs.load_values("champion")
    assert len({qs.Worth.read("points,O1=2"), qs.Worth.read({"points": 1.0, "O1": 2.0})}) == 1
    coins = np.arange(36) / 5
    assert len({qs.Worth(coins=coins), qs.Worth(coins=coins.tolist())}) == 1


@pytest.mark.parametrize(
    ("arguments", "cause", "cure"),
    [
        ({"rotate": "no"}, "rotate is 'no', not a switch", "True or False"),
        ({"rules": {"explosion_limt": 8}}, "no rule option 'explosion_limt'", "explosion_limit?"),
        ({"rules": {"explosion_limit": "many"}}, "cannot be 'many'", "5, 6, 7, 8, 9"),
        ({"books": 5}, "no book green = 5", "sets 1, 2, 3, 4"),
        ({"until": "5"}, "until is '5', not a number", "up to 50"),
        ({"progress": 3}, "progress is 3, not a function", "leave it out"),
        ({"allow_plugins": None}, "allow_plugins is None", "as ['mine.py']"),
        ({"allow_plugins": "p.py"}, "allow_plugins is 'p.py', not a list", "as ['mine.py']"),
        ({"games": True}, "games is True", "from 1 to"),
        ({"seed": 10**5_000}, "the seed is a number of some 5,001 digits", "2^63 - 1"),
    ],
)
def test_an_error_names_what_is_wrong_and_what_to_do(
    arguments: dict[str, Any], cause: str, cure: str
) -> None:
    with pytest.raises(InputError) as found:
        qs.play("safe", "yardstick", **arguments)
    assert cause in found.value.cause
    assert cure in found.value.cure


def test_a_whole_number_is_no_switch_and_no_fraction() -> None:
    assert checked.whole(np.int8(3), "n", 1, 3) == 3
    for value in (True, np.True_, 3.0, np.float64(3), "3", 4, 0):
        with pytest.raises(InputError, match="1 to 3"):
            checked.whole(value, "n", 1, 3)


@pytest.mark.parametrize("value", WRONG.values(), ids=WRONG)
def test_any_value_is_shown_in_short(value: Any) -> None:
    from quacks_sim.errors import in_short

    text = in_short(value)
    assert 0 < len(text) <= 110
    assert "\n" not in text


@pytest.mark.parametrize("text", ["", " ", "\t"])
def test_a_path_without_a_name_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is empty"):
        checked.path_of(text, "the file")


def test_a_home_is_found_or_said_to_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/anna")
    home = Path("/home/anna")
    assert checked.path_of("~", "the file") == home
    assert checked.path_of("~/a b", "the file") == home / "a b"
    assert checked.path_of("a/~", "the file") == Path("a/~")
    with pytest.raises(InputError, match="~nobody-of-this-name/a"):
        checked.path_of("~nobody-of-this-name/a", "the file")
