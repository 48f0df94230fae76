"""What a strategy cannot do at a table is told before the games."""

import pytest

from quacks_sim.errors import InputError
from quacks_sim.experiment import Experiment, prepare_experiment
from quacks_sim.match import make_match
from quacks_sim.notes import gathered, notes_on
from quacks_sim.rules.books import Books
from quacks_sim.rules.options import RuleOptions
from quacks_sim.strategy import load_strategy, shipped_strategies


def notes(*names: str, books: str = "", every: bool = False, **options: str) -> list[str]:
    strategies = [load_strategy(name) for name in names]
    return notes_on(strategies, RuleOptions.read(options), Books.read(books), every=every)


@pytest.mark.parametrize(
    ("changes", "telling"),
    [
        ("purchase=dearest_of", "never buys"),
        ("purchase=balanced_of", "never buys"),
        ("purchase=dearest_of+purchase.black=1+purchase.most_black=0", "never buys"),
        ("purchase@1-2=dearest_of+purchase.purple=1", "in round 1-2"),
        ("purchase@1=priority:0+purchase.green=0+purchase.blue=0+purchase.red=0"
         "+purchase.black=0", "in round 1"),
    ],
)  # fmt: skip
def test_a_policy_that_can_never_buy_is_refused(changes: str, telling: str) -> None:
    with pytest.raises(InputError) as error:
        make_match([f"yardstick+{changes}", "safe"])
    assert telling in error.value.cause
    assert "purchase.red = 1" in error.value.cure


@pytest.mark.parametrize(
    "changes",
    [
        "purchase=dearest_of+purchase.purple=1",
        "purchase=nothing",
        "purchase@9=dearest_of",
        "purchase@1=priority:0",
    ],
)
def test_what_can_buy_at_some_time_is_not(changes: str) -> None:
    make_match([f"yardstick+{changes}"])


def test_a_plain_game_of_shipped_strategies_has_no_notes() -> None:
    assert notes(*[name for name in shipped_strategies() if name != "random"]) == []
    for number in (2, 3, 4):
        assert notes("balanced", "yardstick", books=f"green={number},red={number}") == []


def test_a_decision_that_is_never_asked() -> None:
    mine = "yardstick+droplet=tube+beside=bag"
    beside, droplet = notes(mine, "safe")
    assert droplet.endswith("droplet policy tube is never asked; it would be on the test-tube side:"
                            " --rule pot_side=test_tubes")  # fmt: skip
    assert "beside policy bag is never asked; it would be with red of Set 2" in beside
    assert notes(mine, "safe", books="red=2", pot_side="test_tubes") == []


def test_what_a_book_leaves_out_is_told_on_request() -> None:
    mine = "yardstick+blue=none"
    assert notes(mine, "safe", books="blue=2") == []
    (note,) = notes(mine, "safe", books="blue=2", every=True)
    assert "blue policy none is never asked; it would be with blue of Set 1" in note
    # What stands there by default is nobody's wish.
    assert notes("yardstick", "safe", books="blue=2", every=True) == []


@pytest.mark.parametrize(
    ("names", "options", "telling"),
    [
        (("yardstick+stop=chase",), {"synchronized": "yes"}, "looks at rivals, and there are none"),
        (("yardstick+stop=reach_for_die",), {}, "looks at rivals, and there are none"),
        (("yardstick+stop=chase", "safe"), {}, "in round 9 only"),
        (("yardstick+stop@even=chase", "safe"), {}, "in round 9 only"),
        (("safe",), {"tube_purchase_round_9": "yes"}, "changes nothing"),
    ],
)
def test_what_cannot_matter(names: tuple[str, ...], options: dict[str, str], telling: str) -> None:
    (note,) = notes(*names, **options)
    assert telling in note


def test_what_matters_is_not_told() -> None:
    assert notes("yardstick+stop=chase", "safe", synchronized="yes") == []
    assert notes("yardstick+stop=reach_for_die", "safe") == []
    assert notes("yardstick+stop@9=chase", "safe") == []
    assert notes("safe", tube_purchase_round_9="yes", pot_side="test_tubes") == []


def test_a_strategy_that_sits_there_twice_is_told_of_once() -> None:
    assert len(make_match(["yardstick+stop=chase"] * 3).notes) == 1


def test_notes_on_several_cells_are_told_once() -> None:
    assert gathered([["a", "b"], ["a"]]) == ["a", "b (in 1 of 2 cells)"]
    assert gathered([["a"]]) == ["a"]
    assert gathered([]) == []


def test_an_experiment_tells_what_of_its_strategies_cannot_matter() -> None:
    experiment = Experiment.from_dict(
        {
            "question": "When?",
            "tables": [["yardstick+stop@8-9=chase", "safe"]],
            "vary": {"rules": {"apart": {}, "together": {"rules": {"synchronized": "yes"}}}},
        }
    )
    (note,) = prepare_experiment(experiment, compiling=False)
    assert note.endswith("in all rounds with --rule synchronized=yes (in 1 of 2 cells)")
