"""What was entered, step by step, and what decisions have cost."""

from itertools import pairwise

import pytest

from quacks_sim.advice.dialogue import Dialogue
from quacks_sim.advice.recorded import Decision, decision_of, steps_of
from tests.advice.own_games import before_a_brew, evening
from tests.advice.standin import StandIn


def decisions(dialogue: Dialogue) -> list[Decision]:
    found = [decision_of(step, dialogue.values) for step in steps_of(dialogue)]
    return [each for each in found if each is not None]


def entered_from(bag: str, *entries: str, **more: object) -> Dialogue:
    dialogue = Dialogue(before_a_brew(bag, **more), StandIn())
    for entry in entries:
        dialogue.enter(entry)
    return dialogue


def test_every_chip_is_a_step() -> None:
    steps = list(steps_of(evening()))
    assert [step.answer for step in steps[:8]] == [
        *("FB6", "w1", "o1", "w2", "w2", "flask", "w1", "stop")
    ]
    assert [step.is_draw for step in steps[:8]] == [False, *[True] * 4, False, True, False]
    for step, following in pairwise(steps):
        assert step.after == following.before
    assert steps[-1].after == evening().situation


def test_the_costs_are_those_that_the_dialogue_told() -> None:
    # docs/advise.md: the flask against drawing 10.34 to 11.31, stopping 5.35 to 10.32, B1 2.98
    # to 4.32, and the chips drawn before and after as advised.
    costs = [(each.taken.name, round(each.cost or 0.0, 2)) for each in decisions(evening())]
    assert costs == [
        *[("draw", 0.0)] * 4,
        ("flask", 0.97),
        ("draw", 0.0),
        ("stop", 4.97),
        ("b1", 1.34),
        ("draw", 0.0),
        ("g1", 0.0),
    ]


def test_an_answer_is_found_however_it_is_typed() -> None:
    dialogue = entered_from("W1x4 O1 G1", "w1 o1 w1 w1 w1 g1", "", "G1, o1", rubies=4)
    (bought,) = [each for each in decisions(dialogue) if each.about == "purchases"]
    assert bought.taken.name == "o1 g1"
    dialogue.enter("d d")
    (spent,) = [each for each in decisions(dialogue) if each.about == "rubies"]
    assert spent.taken.name == "droplet x2"


def test_a_purchase_costs_what_its_coins_could_have_brought() -> None:
    # Space 6 has 6 coins; a coin's worth of chips is worth 0.24 points to these values.
    dialogue = entered_from("W1x4 O1 G1", "w1 w1 w1 w1 o1", "stop", "", "none")
    bought = decisions(dialogue)[-1]
    assert bought.advice.best.name == "r1"
    assert bought.cost == pytest.approx(6 * 0.24)


def test_a_bonus_that_was_declined_has_its_cost() -> None:
    dialogue = entered_from("O1 R1 W1x3 W3", "o1", "r1", "decline", "w1")
    (declined,) = [each for each in decisions(dialogue) if each.about == "bonuses of a move"]
    assert declined.taken.name == "decline"
    assert (declined.cost or 0.0) > 0.1


def test_what_nobody_offered_is_no_decision() -> None:
    # Card FB2: nobody at the right has exploded.
    start = before_a_brew("W1x4 O1", card="FB2")
    dialogue = Dialogue(start, StandIn())
    for entry in ("w1", "stop", "none"):
        dialogue.enter(entry)
    assert [each.advice.decision for each in decisions(dialogue)] == ["brew", "brew"]
    again = Dialogue(start, StandIn())
    for entry in ("w1", "stop", "g2"):
        again.enter(entry)
    assert [each.advice.decision for each in decisions(again)] == ["brew", "brew", "neighbour"]


def test_a_correction_is_no_decision() -> None:
    dialogue = entered_from("W1x4 O1", "w1", "set points 12", "stop")
    assert [each.taken.name for each in decisions(dialogue)] == ["draw", "stop"]
