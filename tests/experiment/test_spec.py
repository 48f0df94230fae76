"""Experiments are read from TOML and checked completely, with one line of cause and one of cure."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from quacks_sim.errors import InputError
from quacks_sim.experiment import load_experiment, shipped_experiments
from quacks_sim.experiment.plan import MOST_CELLS, plan_experiment
from quacks_sim.experiment.spec import FILE_KEYS
from quacks_sim.vary import read_axes
from tests.experiment.conftest import make

TEXT = """
question = "When should one stop?"
description = "A test."
tables = [["mine.toml+stop.max_risk=0.3", "mine.toml"], ["mine.toml"]]
games = 24
seed = 0
rotate = false
level = "rounds"
chart = "heat_map"

[vary]
stop.max_risk = { from = 0.1, to = 0.3, step = 0.1 }
"rubies" = ["keep", "droplet"]

[rules]
explosion_limit = 8

[books]
green = 1
"""


def planned(**changes: Any) -> Any:
    experiment = make(**changes)
    return plan_experiment(experiment, games=experiment.games, seed=1)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    folder = tmp_path / "einkaufsplan für jörg"
    folder.mkdir()
    (folder / "mine.toml").write_text('stop = "bust_risk"\n', encoding="utf-8")
    (folder / "question.toml").write_text(TEXT, encoding="utf-8")
    return folder / "question.toml"


def test_a_file_is_read_completely(file: Path) -> None:
    experiment = load_experiment(file)
    assert experiment.name == "question"
    assert experiment.question == "When should one stop?"
    assert (experiment.games, experiment.seed, experiment.rotate) == (24, 0, False)
    assert (experiment.level, experiment.chart) == ("rounds", "heat_map")
    assert experiment.rules.explosion_limit == 8
    assert [axis.name for axis in experiment.vary] == ["stop.max_risk", "rubies"]
    assert experiment.path == file
    assert load_experiment(experiment) is experiment


def test_strategy_files_lie_beside_the_experiment(
    file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    plan = plan_experiment(load_experiment(file), games=24, seed=0)
    names = [cell.match.names for cell in plan.cells]
    assert names[0] == ("mine+stop.max_risk=0.3", "mine")
    assert names[-1] == ("mine",)


def test_cells_are_tables_times_values_the_last_axis_fastest(file: Path) -> None:
    plan = plan_experiment(load_experiment(file), games=24, seed=0)
    assert [cell.number for cell in plan.cells] == list(range(12))
    assert [cell.table for cell in plan.cells] == [0] * 6 + [1] * 6
    assert [tuple(cell.values.values()) for cell in plan.cells[:4]] == [
        (0.1, "keep"),
        (0.1, "droplet"),
        (0.2, "keep"),
        (0.2, "droplet"),
    ]
    choices = plan.cells[3].match.strategies[0].choices
    assert choices["stop"].values["max_risk"] == 0.2
    assert choices["rubies"].policy.name == "droplet"
    assert plan.cells[3].match.strategies[1].choices["stop"].values["max_risk"] == 0.25


def test_experiments_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        make().games = 7


@pytest.mark.parametrize(
    ("changes", "cause", "cure"),
    [
        ({"gamse": 10}, "unknown key 'gamse'", "did you mean games?"),
        ({"name": "x"}, "unknown key 'name'", "keys are question"),
        ({"games": 0}, "games is 0", "from 1"),
        ({"games": -5}, "games is -5", "from 1"),
        ({"games": 10.5}, "games is 10.5", "whole number"),
        ({"games": "10"}, "games is '10'", "whole number"),
        ({"games": True}, "games is True", "whole number"),
        ({"games": 10**13}, "games is 10000000000000", "whole number"),
        ({"seed": -1}, "seed is -1", "from 0"),
        ({"level": "game"}, "level is 'game'", "did you mean games?"),
        ({"chart": "sweeps"}, "chart is 'sweeps'", "did you mean sweep?"),
        ({"rotate": "no"}, "rotate is 'no'", "true or false"),
        ({"question": ""}, "question is ''", "in words"),
        ({"tables": []}, "no tables", "tables = [["),
        ({"tables": ["yardstick"]}, "table 1 is 'yardstick'", "tables = [["),
        ({"tables": [["a"] * 5]}, "table 1 has 5 strategies", "one to four"),
        ({"tables": [["yardstik"]]}, "no strategy 'yardstik'", "did you mean yardstick?"),
        ({"rules": {"explosion_limt": 7}}, "'explosion_limt'", "mean explosion_limit?"),
        ({"rules": {"explosion_limit": 12}}, "explosion_limit cannot be 12", "5, 6, 7"),
        ({"books": {"gren": 1}}, "no choice of books for 'gren'", "did you mean green?"),
        ({"cards": "FP14"}, "no event card 'FP14'", "write all, none"),
        ({"cards": 7}, "choice of cards is 7", "write all, none"),
        ({"cards": "3=FP4", "tables": [["safe"]], "vary": {}}, "needs rivals", "leave 3=FP4 out"),
        (
            {"vary": {"cards": ["none", "FP14"]}},
            "[vary] cards: there is no event card",
            "write all",
        ),
        ({"vary": {"cards": ["none", "none"]}}, "names a deck twice", "once"),
        ({"vary": {"cards": []}}, "not a list of values", "write for example"),
        ({"vary": {"carrds": ["none"]}}, "no decision 'carrds'", "did you mean cards?"),
        ({"vary": {"plan": {"a": {"cards": "FP0"}}}}, "plan: there is no event card", "write all"),
        ({"vary": {"stopp.max_risk": [1]}}, "no decision 'stopp'", "did you mean stop?"),
        ({"vary": {"stop.max_rsk": [1]}}, "no parameter 'max_rsk'", "did you mean max_risk?"),
        ({"vary": {"stop.max_risk": [2]}}, "stop.max_risk is 2, out of range", "0 to 1"),
        ({"vary": {"stop.max_risk": []}}, "not a list of values", "write for example"),
        ({"vary": {"stop.max_risk": {"from": 0, "to": 1}}}, "needs from, to and step", "write"),
        ({"vary": {"stop.max_risk": {"from": 0, "too": 1}}}, "unknown key 'too'", "mean to?"),
        ({"vary": {"stop.max_risk": {"from": 1, "to": 0, "step": 0.1}}}, "no range", "upwards"),
        ({"vary": {"stop.max_risk": {"from": 0, "to": 1, "step": 0}}}, "no range", "above 0"),
        ({"vary": {"stop.max_risk": [0.1, 0.1]}}, "0.1 twice", "once"),
        ({"vary": {"books": [5]}}, "[vary] books: there is no book green = 5", "books of the sets"),
        ({"vary": {"book": [1]}}, "no decision 'book'", "did you mean books?"),
        ({"vary": {"in_round": [0], "stop.max_risk@in_round": [0.1]}}, "no round 0", "1 to 9"),
        ({"vary": {"in_round": [1]}}, "in_round and changes that end", "write for example"),
        ({"vary": {"stop.max_risk@in_round": [0.1]}}, "go together", "in_round = [1, 2]"),
        ({"vary": {"cards": {"every_card_in": [10]}}}, "no round 10", "1 to 9"),
        ({"vary": {"plan": {"a": {"rules": 3}}}}, "plan: rules are 3", "write for example"),
        ({"vary": {"plan": {"a": {"rules": {"x": 1}}}}}, "plan: there is no rule", "lists them"),
        ({"vary": {"plan": {"a": {"books": "x=1"}}}}, "plan: there is no choice of books", "green"),
        ({"base": 0.7}, "base names 0.7, no value of an axis", "values are 0.1, 0.3"),
        ({"claims": "x"}, "claims are 'x', not a list", "[[claims]]"),
        ({"claims": [{"claim": "x"}]}, "a claim is wrong: source", "write claim"),
        ({"claims": [{"clam": "x"}]}, "unknown key 'clam'", "did you mean claim?"),
        (
            {"claims": [{"claim": "x", "source": "y", "better": 0.1}]},
            "better and than go together",
            "let numbers decide",
        ),
        (
            {"claims": [{"claim": "x", "source": "y", "best": [0.2]}]},
            "a claim names 0.2, no value",
            "values are 0.1, 0.3",
        ),
        ({"vary": {"games": {"a": {}}}}, "cannot be called 'games'", "another name"),
        ({"vary": {"plan": {"a": 3}}}, "a is 3, not a set of changes", "write for example"),
        ({"vary": {"plan": {"a": {"stop": "x"}}}}, "plan = a: there is no stop policy", "are"),
        ({"vary": {"stop": ["safe"], "red": ["always"], "rubies": ["keep"]}}, "3 axes", "two"),
    ],
)
def test_mistakes_are_one_line_of_cause_and_one_of_cure(
    changes: dict[str, Any], cause: str, cure: str
) -> None:
    with pytest.raises(InputError) as caught:
        planned(**changes)
    assert cause in caught.value.cause
    assert cure in caught.value.cure
    assert "\n" not in caught.value.cause + caught.value.cure


def test_a_missing_key_is_named() -> None:
    from quacks_sim.experiment import Experiment

    with pytest.raises(InputError, match="it has no tables"):
        Experiment.from_dict({"question": "Why?"})


def test_broken_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no experiment file"):
        load_experiment(tmp_path / "none.toml")
    with pytest.raises(InputError, match="no experiment 'dem'") as caught:
        load_experiment("dem")
    assert "did you mean demo?" in caught.value.cure
    broken = tmp_path / "broken.toml"
    broken.write_text("games = = 3", encoding="utf-8")
    with pytest.raises(InputError, match="not valid TOML"):
        load_experiment(broken)
    broken.write_bytes(b'question = "\xff"')
    with pytest.raises(InputError, match="cannot be read"):
        load_experiment(broken)


def test_ranges_have_both_ends_and_no_rounding_noise() -> None:
    (axis,) = read_axes({"stop.max_risk": {"from": 0.1, "to": 0.6, "step": 0.1}})
    assert axis.labels == (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
    (axis,) = read_axes({"explosion.round": {"from": 1, "to": 10, "step": 3}})
    assert axis.labels == (1, 4, 7, 10)
    assert all(isinstance(label, int) for label in axis.labels)


def test_parameters_by_round_can_be_varied() -> None:
    falling = [0.6, 0.5, 0.4, 0.3, 0.3, 0.2, 0.2, 0.1, 0.1]
    plan = planned(vary={"stop.max_risk": [falling, 0.2]})
    assert [cell.values["stop.max_risk"] for cell in plan.cells] == [
        "0.6,0.5,0.4,0.3,0.3,0.2,0.2,0.1,0.1",
        0.2,
    ]
    assert plan.cells[0].match.strategies[0].choices["stop"].values["max_risk"] == tuple(falling)
    plan = planned(vary={"stop.max_risk@3": [0.7]})
    values = plan.cells[0].match.strategies[0].choices["stop"].values["max_risk"]
    assert values == (0.1, 0.1, 0.7, *[0.1] * 6)


def test_named_sets_of_changes() -> None:
    plan = planned(
        vary={"plan": {"calm": {"stop": "safe"}, "wild": {"stop.max_risk": 0.9, "rubies": "keep"}}}
    )
    assert [cell.values["plan"] for cell in plan.cells] == ["calm", "wild"]
    calm, wild = (cell.match.strategies[0].choices for cell in plan.cells)
    assert calm["stop"].policy.name == "safe"
    assert wild["stop"].values["max_risk"] == 0.9
    assert wild["rubies"].policy.name == "keep"


def test_every_subset_of_named_changes() -> None:
    parts = {name: {f"purchase.{name}": 1} for name in ("orange", "red", "black")}
    (axis,) = read_axes({"colours": {"every_subset_of": parts}})
    assert axis.labels == (
        "orange",
        "red",
        "black",
        "orange+red",
        "orange+black",
        "red+black",
        "orange+red+black",
    )
    assert axis.changes[5] == {"purchase.red": 1, "purchase.black": 1}


def test_names_that_are_all_whole_numbers_are_numbers() -> None:
    sets = {"0": {}, "10": {"stop.max_risk": 0.5}}
    assert read_axes({"chips": sets})[0].labels == (0, 10)
    assert read_axes({"chips": {**sets, "all": {}}})[0].labels == ("0", "10", "all")


def test_a_change_holds_in_the_round_of_another_axis_only() -> None:
    cells = planned(vary={"in_round": [2, 9], "stop.max_risk@in_round": [0.0, 0.7]}).cells
    assert [tuple(cell.values.values()) for cell in cells] == [
        (2, 0.0),
        (2, 0.7),
        (9, 0.0),
        (9, 0.7),
    ]
    found = [cell.match.strategies[0].choices["stop"].values["max_risk"] for cell in cells]
    assert found[1] == (0.1, 0.7, *[0.1] * 7)
    assert found[2] == (*[0.1] * 8, 0.0)
    named = {"as usual": {}, "bold": {"stop.max_risk@in_round": 1}}
    both = planned(vary={"in_round": [3], "plan": named}).cells
    assert both[0].match.strategies[0].choices["stop"].values["max_risk"] == 0.1
    assert both[1].match.strategies[0].choices["stop"].values["max_risk"][2] == 1


def test_books_and_rules_can_be_varied() -> None:
    cells = planned(vary={"books": [1, "green=3"]}, books={"blue": 2}).cells
    assert [cell.match.books.sets()["green"] for cell in cells] == [1, 3]
    assert [cell.match.books.sets()["blue"] for cell in cells] == [1, 2]
    sets = {"box": {}, "plenty": {"rules": {"chip_supply": "unlimited"}, "books": 4}}
    found = planned(vary={"box": sets}, rules={"explosion_limit": 8})
    rules = [cell.match.rules for cell in found.cells]
    assert [each.chip_supply for each in rules] == ["limited", "unlimited"]
    assert [each.explosion_limit for each in rules] == [8, 8]
    first, second = found.to_dict()["cells"]
    assert "rules" not in first
    assert second["rules"]["chip_supply"] == "unlimited"
    assert second["rules"]["books"]["green"] == 4


def test_every_card_alone_in_some_rounds() -> None:
    cells = planned(vary={"cards": {"every_card_in": [1, 9]}}).cells
    assert len(cells) == 1 + 2 * 24
    assert cells[0].match.cards.is_empty
    assert cells[1].values["cards"] == "1=FP1"
    assert cells[-1].match.cards.text() == "none,9=FB11"


def test_claims_go_into_the_manifest_and_decide_no_number() -> None:
    claim = {"claim": "Bold is better.", "source": "a blog", "better": 0.3, "than": 0.1}
    with_claim, without = planned(claims=[claim], base=0.1), planned()
    assert with_claim.words["claims"] == [claim | {"best": ()}]
    assert with_claim.words["base"] == 0.1
    assert with_claim.to_dict() == without.to_dict()


def test_too_many_cells_are_refused() -> None:
    steps = {"from": 0.0, "to": 1.0, "step": 0.002}
    with pytest.raises(InputError, match="cells"):
        planned(vary={"stop.max_risk": steps, "stop.max_risk@2": steps})
    assert MOST_CELLS < 501 * 501


@pytest.mark.parametrize("name", shipped_experiments())
def test_shipped_experiments_can_be_planned(name: str) -> None:
    experiment = load_experiment(name)
    plan = plan_experiment(experiment, games=experiment.games, seed=1)
    assert experiment.question.endswith("?")
    assert experiment.description
    assert experiment.chart
    assert plan.command == f"quacks run {name} --games {experiment.games} --seed 1"
    games = experiment.games * len(plan.cells)
    assert games <= 6_000_000, "more than two minutes on two cores"


def test_the_shipped_experiments_of_the_questions_are_there() -> None:
    wanted = {"demo", "white_sum_or_risk", "points_or_coins", "colours"}
    assert wanted <= set(shipped_experiments())
    colours = load_experiment("colours")
    assert len(colours.vary[0].labels) == 127


def test_the_documentation_names_every_key() -> None:
    text = (Path(__file__).parents[2] / "docs" / "data.md").read_text(encoding="utf-8")
    for key in FILE_KEYS:
        assert f"\n{key} =" in text or f"[{key}]" in text, key


def decks(**changes: Any) -> list[str]:
    """Return the deck of each cell of a plan."""
    return [cell.match.cards.text() for cell in planned(**changes).cells]


def test_a_table_has_all_cards_and_a_lone_player_none_unless_the_experiment_says() -> None:
    tables = [["safe", "safe"], ["safe"]]
    assert decks(tables=tables, vary={}) == ["all", "none"]
    assert decks(tables=tables, vary={}, cards="none") == ["none", "none"]
    assert decks(tables=tables, vary={}, cards=["FP4", "FB3", "3=FB5"]) == [
        "FP4,FB3,3=FB5",
        "FB3,3=FB5",
    ]


def test_cards_can_be_varied() -> None:
    values = ["none", "3=FB5", ["FP1", "FB3"]]
    vary = {"cards": values, "stop.max_risk": [0.1, 0.3]}
    found = planned(vary=vary, cards="all")
    assert [cell.match.cards.text() for cell in found.cells] == [
        *["none"] * 2,
        *["none,3=FB5"] * 2,
        *["FP1,FB3"] * 2,
    ]
    assert [cell.values["cards"] for cell in found.cells[::2]] == ["none", "3=FB5", "FP1,FB3"]
    assert found.cells[1].match.strategies[0].choices["stop"].values["max_risk"] == 0.3


def test_varied_decks_may_have_names_and_go_with_other_changes() -> None:
    named = planned(vary={"cards": {"luxury": "3=FB5", "everything": "all"}})
    assert [dict(cell.values) for cell in named.cells] == [
        {"cards": "luxury"},
        {"cards": "everything"},
    ]
    assert [cell.match.cards.text() for cell in named.cells] == ["none,3=FB5", "all"]
    sets = {"plain": {"cards": "none"}, "bold": {"stop.max_risk": 0.5}}
    both = planned(vary={"plan": sets}, cards="FB5").cells
    assert [cell.match.cards.text() for cell in both] == ["none", "FB5"]
    assert both[1].match.strategies[0].choices["stop"].values["max_risk"] == 0.5
