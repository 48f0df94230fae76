"""The luck of brews and games: against every brew that may come of a bag, and against chance."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest

import quacks_sim as qs
from quacks_sim.advice import brew_values
from quacks_sim.advice.brew_luck import brews_of, luck_of_chips
from quacks_sim.advice.brew_values import EXACT, values_of
from quacks_sim.advice.dialogue import Dialogue
from quacks_sim.advice.luck import Luck, luck
from quacks_sim.advice.luck_words import summary
from quacks_sim.advice.options import Advice
from quacks_sim.advice.recorded import steps_of
from quacks_sim.advice.saved import save
from quacks_sim.advice.situation import Situation
from quacks_sim.advice.typed_in import typed_in
from quacks_sim.errors import InputError
from quacks_sim.journal import record_game
from quacks_sim.match import make_match
from quacks_sim.rules.books import Books
from quacks_sim.rules.options import RuleOptions
from tests.advice.own_games import (
    Choose,
    all_brews,
    as_advised,
    before_a_brew,
    brewed,
    by_lot,
    evening,
    played,
)
from tests.advice.standin import ByThePrice, StandIn

#: Bags, and what else holds, of which each has another thing to be right about.
BREWS = [
    ("W1x2 W3x2 O1", {}),
    ("W1 W2 W3x2 O1", {"flask": True}),
    ("W3x2 W2 W1 B2", {}),
    ("W2 W3x2 O1 R1", {"round": 9}),
    ("W3x2 W2 Y1 G1", {}),
    ("W3x2 W2 B4 P1", {"books": Books.read("blue=4,purple=3")}),
    ("W3x2 W2 R2 O1", {"books": Books.read("red=2,blue=2")}),
    ("W3x3 W2 O1", {"card": "FB10"}),
]

TERMS = ByThePrice(2, 5)


def stops_at_once(advice: Advice) -> str:
    """Stop before the first chip, if that may be."""
    return "stop" if advice.named("stop") else advice.best.name


def never_stops(advice: Advice) -> str:
    """Draw as long as there is something to draw, and take the worst that is offered."""
    return "draw" if advice.named("draw") else advice.options[-1].name


@pytest.mark.parametrize(("bag", "more"), BREWS)
def test_as_advised_all_brews_of_a_bag_are_worth_what_is_expected(
    bag: str, more: dict[str, object]
) -> None:
    brews = [
        (chance, luck(each)) for chance, each in all_brews(before_a_brew(bag, **more), as_advised)
    ]
    assert len(brews) > 8
    assert sum(chance for chance, _ in brews) == pytest.approx(1)
    assert all(found.cost == 0 for _, found in brews)
    # The mean, and every percentile, by the chances of the brews themselves.
    mean = sum(chance * found.brews[0].brought for chance, found in brews)
    for _, found in brews:
        (brew,) = found.brews
        assert brew.expected == pytest.approx(mean, abs=1e-5)
        less = sum(p for p, each in brews if each.brews[0].brought < brew.brought - 1e-4)
        same = sum(p for p, each in brews if abs(each.brews[0].brought - brew.brought) <= 1e-4)
        assert brew.luckier_than == pytest.approx(less + same / 2)
        assert found.luckier_than == brew.luckier_than
    half = sum(chance * found.brews[0].luckier_than for chance, found in brews)
    assert half == pytest.approx(0.5)


@pytest.mark.parametrize("choose", [stops_at_once, never_stops])
@pytest.mark.parametrize(("bag", "more"), BREWS[:6])
def test_whatever_is_decided_luck_is_nothing_on_average(
    bag: str, more: dict[str, object], choose: Choose
) -> None:
    mean = cost = 0.0
    for chance, each in all_brews(before_a_brew(bag, **more), choose):
        found = luck(each)
        mean += chance * found.luck
        cost += chance * found.brews[0].cost
    assert mean == pytest.approx(0, abs=1e-5)
    assert cost > 0.1


def random_brew(chance: Random) -> Situation:
    kinds = ["O1", "G1", "G2", "B1", "B2", "R1", "R2", "Y1", "P1", "K1"]
    bag = " ".join(["W1x4", "W2x2", "W3", *chance.sample(kinds, 4)])
    return before_a_brew(
        bag,
        round=chance.randint(3, 9),
        flask=chance.random() < 0.5,
        rats=chance.randrange(3),
        card=chance.choice([None, "FB1", "FB4", "FB5", "FB6", "FB8", "FB9", "FB10", "FB11"]),
        books=Books(*(chance.randint(1, 4) for _ in range(5))),
    )


def within_four_errors(values: Sequence[float], mean: float) -> bool:
    error = float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return abs(float(np.mean(values)) - mean) <= 4 * error


def test_brews_as_advised_are_as_lucky_as_chance_has_it() -> None:
    chance = Random(1)
    found = [luck(brewed(random_brew(chance), as_advised, chance, StandIn())) for _ in range(120)]
    assert all(each.cost == 0 for each in found)
    assert within_four_errors([each.above_expectation for each in found], 0)
    shares = [each.brews[0].luckier_than for each in found]
    assert within_four_errors(shares, 0.5)
    # Uniform but for ties, which draw them towards the middle.
    assert 0.5 * math.sqrt(1 / 12) < np.std(shares) < 1.1 * math.sqrt(1 / 12)


def test_brews_by_lot_are_as_lucky_as_others() -> None:
    chance = Random(2)
    found = [
        luck(brewed(random_brew(chance), by_lot(chance), chance, StandIn())) for _ in range(80)
    ]
    assert within_four_errors([each.luck for each in found], 0)
    assert np.mean([each.above_expectation for each in found]) < -1


def recorded(number: int, strategy: str) -> tuple[dict[str, object], Dialogue]:
    rules = RuleOptions(chip_supply="unlimited")
    match = make_match([strategy, "balanced"], rules=rules, seed=number)
    journal = record_game(match, 0)
    return journal, typed_in(journal, 0, StandIn())


def test_luck_is_the_sum_of_what_each_chip_has_brought() -> None:
    _, dialogue = recorded(3, "random+stop=bust_risk:0.3")
    brews = {brew.round: brew for brew in luck(dialogue).brews}
    several = 0
    for steps in brews_of(list(steps_of(dialogue))):
        brew = brews[steps[0].before.round]
        assert brew.is_exact
        if all(values_of(step.before, TERMS).precision == EXACT for step in steps if step.is_draw):
            assert luck_of_chips(steps, StandIn()) == pytest.approx(brew.luck, abs=1e-4)
            several += 1
    assert several >= 7


@pytest.mark.parametrize("choose", [as_advised, never_stops])
@pytest.mark.parametrize(("bag", "more"), BREWS)
def test_luck_is_nothing_on_average_even_if_chips_are_pooled(
    bag: str, more: dict[str, object], choose: Choose, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brew_values, "_MOST_CHIPS_EXACT", 0)
    mean, spread = 0.0, 0.0
    for chance, dialogue in all_brews(before_a_brew(bag, **more), choose):
        (steps,) = brews_of(list(steps_of(dialogue)))
        found = luck_of_chips(steps, StandIn())
        mean += chance * found
        spread += chance * found**2
    assert mean == pytest.approx(0, abs=1e-9)
    assert spread > 0.01


def test_a_whole_game_adds_up() -> None:
    journal, _ = recorded(3, "random+stop=bust_risk:0.3")
    found = luck(journal, values=StandIn())
    assert found.is_over
    assert len(found.brews) + len(found.unjudged) == 9
    assert found.now.points == next(
        each["victory_points"]
        for each in journal["events"]  # type: ignore[attr-defined]
        if each["event"] == "round_end" and each["round"] == 9 and each["seat"] == 0
    )
    brewing = sum(brew.cost for brew in found.brews)
    assert found.luck == pytest.approx(found.above_expectation + brewing)
    assert found.cost == pytest.approx(sum(cost for _, _, cost in found.by_kind().values()))
    costs = [each.cost or 0.0 for each in found.worst]
    assert costs == sorted(costs, reverse=True)


@pytest.mark.parametrize("books", ["", "green=2,blue=2,red=2,purple=2"])
def test_a_game_as_advised_costs_nothing(books: str) -> None:
    first = Situation(players=3, rivals=(0, 0), books=Books.read(books))
    found = luck(played(first, as_advised, Random(6), StandIn(), last=4))
    assert {each.advice.decision for each in found.decisions} > {"brew", "market"}
    assert [each.cost for each in found.decisions] == [0] * len(found.decisions)
    assert found.luck == pytest.approx(found.above_expectation)
    assert "every decision was as good as the advised one" in summary(found)


def test_the_luck_of_two_brews_is_that_of_all_pairs() -> None:
    chance = Random(5)
    one, two = (
        luck(brewed(before_a_brew(bag, round=number), as_advised, chance, StandIn())).brews[0]
        for bag, number in (("W1x2 W2 W3 O1", 5), ("W1 W2 W3x2 O1 G1", 9))
    )
    base = luck(evening())
    both = Luck(base.steps, base.now, (one, two), (), (), "stand-in", (), 0.0)
    less = 0.0
    for worth, first in zip(one.differences, one.chances, strict=True):
        for other, second in zip(two.differences, two.chances, strict=True):
            apart = worth + other - both.luck
            less += first * second * (0.5 if abs(apart) < 0.003 else float(apart < 0))
    assert both.luckier_than == pytest.approx(less, abs=1e-6)


def test_what_was_saved_before_the_end_is_judged(tmp_path: Path) -> None:
    path = save(evening(), tmp_path / "game.json")
    content = path.read_bytes()
    found = qs.luck(path)
    assert path.read_bytes() == content
    assert [brew.round for brew in found.brews] == [1]
    assert [(each.round, each.why) for each in found.unjudged] == [(2, "it is not over yet")]
    # docs/advise.md: drawing was worth 10.64 at first and 10.32 at the end, and 5.35 was taken.
    (brew,) = found.brews
    assert brew.expected == pytest.approx(10.64, abs=0.01)
    assert brew.brought == pytest.approx(5.35, abs=0.01)
    assert brew.cost == pytest.approx(4.97 + 0.97, abs=0.01)
    assert found.cost == pytest.approx(4.97 + 0.97 + 1.34, abs=0.01)
    assert [each.taken.name for each in found.worst] == ["stop", "b1", "flask"]
    json.dumps(found.to_dict(), allow_nan=False)


def test_a_game_without_a_draw_has_no_luck() -> None:
    found = luck(Dialogue.of_game(Situation(players=2, rivals=(0,)), StandIn()))
    assert found.luckier_than is None
    assert (found.brews, found.decisions, found.cost) == ((), (), 0)
    json.dumps(found.to_dict(), allow_nan=False)


def test_a_correction_holds_for_the_whole_brew() -> None:
    told = Dialogue(before_a_brew("W1x3 W2 O1x2 G1"), StandIn())
    for entry in ("w1", "o1", "stop"):
        told.enter(entry)
    corrected = Dialogue(before_a_brew("W1x3 W2 O1"), StandIn())
    for entry in ("w1", "set bag W1x2 W2 O1x2 G1", "o1", "stop"):
        corrected.enter(entry)
    assert luck(corrected).brews[0].expected == luck(told).brews[0].expected
    assert luck(corrected).brews[0].brought == luck(told).brews[0].brought


def test_a_brew_that_begins_anew_counts_once() -> None:
    dialogue = Dialogue(before_a_brew("W1x3 W2 O1"), StandIn())
    for entry in ("w1", "w1", "set round 5", "o1", "stop"):
        dialogue.enter(entry)
    (brew,) = luck(dialogue).brews
    assert len(brew.end.draws) == 1


def test_card_fb3_is_not_judged() -> None:
    dialogue = Dialogue(before_a_brew("W1x3 W2 O1", card="FB3", protected=99), StandIn())
    for entry in ("w1", "stop"):
        dialogue.enter(entry)
    found = luck(dialogue)
    assert found.brews == ()
    assert "card FB3" in found.unjudged[0].why
    assert "2 decisions whose values are not known are left out." in found.notes


def test_values_are_those_of_the_game(tmp_path: Path) -> None:
    path = save(evening(), tmp_path / "game.json")
    assert qs.luck(path).values == "champion"
    document = json.loads(path.read_text())
    old = {name: value for name, value in document.items() if name != "values"}
    path.write_text(json.dumps(old))
    assert qs.luck(path).values == "champion"
    path.write_text(json.dumps({**document, "values": "mine"}))
    with pytest.raises(InputError, match="'mine', which are not at hand"):
        qs.luck(path)
    assert qs.luck(path, values="champion").cost > 7


def test_what_is_no_game_at_a_table_is_refused() -> None:
    journal, _ = recorded(4, "balanced")
    with pytest.raises(InputError, match="there is no seat 2"):
        luck(journal, seat=2, values=StandIn())
    with pytest.raises(InputError, match="test tubes"):
        luck({**journal, "test_tubes": True}, values=StandIn())
    events = [each for each in journal["events"] if each["event"] != "purchase"]  # type: ignore[attr-defined]
    with pytest.raises(InputError, match="something else than this game"):
        luck({**journal, "events": events}, values=StandIn())
