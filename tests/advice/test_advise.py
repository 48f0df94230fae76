"""Advice at one moment of a game: the solver's values, ranked purchases, and what is refused."""

from typing import Any

import numpy as np
import pytest

import quacks_sim as qs
from quacks_sim.advice.advise import advise
from quacks_sim.advice.brew_values import EXACT, values_of
from quacks_sim.advice.phases import terms_now
from quacks_sim.advice.terms import LastRound, brew_worth, terms_of
from quacks_sim.errors import InputError
from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import KINDS, parse_bag
from quacks_sim.rules.options import RuleOptions
from tests.advice.standin import PRICES, ByThePrice, StandIn


def ask(*bag: str, **arguments: Any) -> Any:
    return advise(*bag, values=StandIn(), **arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"pot": "W2 W2 W1 O1"},
        {"pot": "W1 W2", "flask": False, "round": 5},
        {"bag": "W1x4 W2 W3 B2 R1 G1", "pot": "W2 O1", "round": 3, "card": "FB5"},
        {"bag": "W1x2 W2 K1 G2", "pot": "W3 K1 Y1", "round": 8, "books": "yellow=2"},
        {"pot": "W2 W1 O1", "round": 9},
    ],
)
def test_drawing_and_stopping_are_worth_what_the_solver_says(arguments: dict[str, Any]) -> None:
    found = ask(*[arguments[name] for name in ("bag",) if name in arguments], **{
        name: value for name, value in arguments.items() if name != "bag"
    })  # fmt: skip
    situation = found.situation
    terms = terms_of(
        StandIn(), situation.players, situation.round, situation.books, situation.rules
    )
    solution = qs.solve(
        situation.bag,
        pot=arguments.get("pot", ""),
        start=situation.start,
        flask=situation.flask,
        worth=brew_worth(terms, situation.owned_counts, situation.rules),
        books=situation.books,
        card=situation.card,
    )
    advice = found.advices[-1]
    assert advice.best.name == solution.best == found.best
    assert advice.named("draw").value == pytest.approx(solution.draw)
    assert advice.named("stop").value == pytest.approx(solution.stop)
    flask = advice.named("flask")
    assert (flask and flask.value) == pytest.approx(solution.flask)
    assert advice.chance_to_explode == pytest.approx(solution.chance_to_explode_now)


def test_large_bags_are_answered_approximately_and_say_so() -> None:
    bag = "W1x5 W2x2 W3 O1x4 G1x2 G2 G4 B2x2 B4 R1x2 R2 R4 Y1 Y2 Y4 P1x2 K1x2"
    begin = ask(bag, round=8).advices[-1]
    assert begin.best.name == "draw"
    assert not begin.is_exact
    assert begin.notes[0].startswith(("Approximate", "Rough"))
    later = ask("W1x2 W3 O1x2 G1 B2 R1 Y1 K1", pot="W2 W1 W2 G1", round=8)
    assert later.advices[-1].is_exact


def test_a_rough_value_is_near_the_exact_one(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ask("W1x3 W2 W3 G1 R1 R2", pot="O1 W2", round=5, flask=False)
    situation, terms = found.situation, terms_now(found.situation, StandIn())
    exact = values_of(situation, terms)
    assert exact.precision == EXACT
    for name in ("EXACT_STATES", "POOLED_STATES"):
        monkeypatch.setattr(f"quacks_sim.advice.brew_values.{name}", 1000)
    rough = values_of(situation, terms)
    assert rough.stop == pytest.approx(exact.stop)
    assert rough.draw == pytest.approx(exact.draw, abs=1.0)


def test_blue_places_the_revealed_chip_that_is_worth_most() -> None:
    found = ask("W1x4 W3 O1 G4", pot="W2 B4", revealed="W1 O1 G4 W3", round=4)
    (advice,) = found.advices
    assert advice.named("g4").words == "to space 10"
    situation, terms = found.situation, ByThePrice(4, 4)
    solution = qs.solve(situation.bag, pot="W2 B4", worth=terms.worth(situation.owned_counts))
    wanted = {kind.lower(): value for kind, value in solution.values_of_chips.items()}
    wanted["none"] = solution.value
    assert {each.name: each.value for each in advice.options} == pytest.approx(wanted)
    assert found.best == max(wanted, key=wanted.__getitem__)


def test_yellow_is_asked_about_where_it_may_put_a_white_chip_back() -> None:
    found = ask("W1x2 O1", pot="W3 W3 Y1", round=4, flask=False)
    assert [each.decision for each in found.advices] == ["yellow", "brew"]
    assert found.best == "yes"


@pytest.mark.rule("6.D")
def test_6_d_an_exploded_pot_takes_points_or_coins() -> None:
    early = ask("W1", pot="W3 W2 W2 W1 O1", round=2)
    taken = early.advices[0]
    assert taken.decision == "taken"
    # Space 10 prints 10 coins and 2 points; a coin is worth 0.42 points after round 2.
    assert taken.named("points").value == 2
    assert taken.named("coins").value == pytest.approx(4.2)
    late = ask("W1", pot="W3 W2 W2 W1 O1", round=9)
    assert late.advices[0].named("coins").value == 2
    assert [each.decision for each in late.advices] == ["taken"]


@pytest.mark.rule("6.E.1")
def test_6_e_1_purchases_are_ranked_by_what_they_gain() -> None:
    found = ask(coins=12, round=3)
    market = found.advices[0]
    assert market.decision == "market"
    names = [each.name for each in market.options]
    assert len(names) == len(set(names))
    for option in market.options:
        kinds = option.gain.chips
        price = sum(PRICES[kind] for kind in kinds)
        assert price <= 12
        assert len({KINDS[kind][0] for kind in kinds}) == len(kinds) <= 2
        assert option.value == pytest.approx(price * ByThePrice(4, 3).a_coin)
    values = [each.value for each in market.options]
    assert values == sorted(values, reverse=True)
    assert "none" in names
    assert "p1 o1" not in names
    assert "o1 p1" in names


@pytest.mark.rule("6.F")
def test_6_f_rubies_buy_droplet_steps_and_an_empty_flask() -> None:
    found = ask(coins=3, rubies=5, flask=False, round=2)
    rubies = found.advices[1]
    names = {each.name for each in rubies.options}
    assert names == {"none", "droplet", "droplet x2", "flask", "flask droplet"}
    after = ByThePrice(4, 2)
    wanted = 2 * after.droplet - 4 * after.ruby_kept
    assert rubies.named("droplet x2").value == pytest.approx(wanted)
    full = ask(coins=3, rubies=5, round=2).advices[1]
    assert {each.name for each in full.options} == {"none", "droplet", "droplet x2"}


def test_cards_are_ranked_before_the_brew() -> None:
    found = ask(card="FP1", round=3)
    assert [each.decision for each in found.advices] == ["offer", "brew"]
    assert found.best == "k1" or found.best == "y2"
    assert ask(card="FP2").advices[0].decision == "brew"
    fed = ask(card="FP9", round=4, points=3, rivals=[12])
    assert [each.name for each in fed.advices[0].options].count("3") == 1


@pytest.mark.rule("2.1")
def test_2_1_yellow_and_purple_are_offered_only_once_they_are_out() -> None:
    def offered(number: int) -> str:
        return " ".join(each.name for each in ask(coins=35, round=number).advices[0].options)

    assert "y1" not in offered(1)
    assert "y1" in offered(2)
    assert "p1" not in offered(2)
    assert "p1" in offered(3)


def test_card_fb3_draws_five_chips_and_asks_then() -> None:
    early = ask(pot="W1 W2 W2", card="FB3")
    assert early.best == "draw"
    assert early.advices[0].chance_to_explode == 0
    fifth = ask(pot="W3 W2 W2 W1 W1", card="FB3")
    assert [each.decision for each in fifth.advices] == ["second chance"]
    again, on = (fifth.advices[0].named(name).value for name in ("again", "on"))
    anew = ask(round=1, card=None).advices[0]
    assert again == pytest.approx(anew.best.value)
    # White total 9: to go on is to stop here, with 10 coins and 2 points, the flask still full.
    worth = ByThePrice(4, 1)
    assert on == pytest.approx(2 + 10 * worth.a_coin + worth.flask, abs=2)
    assert "The next chip explodes this pot" in fifth.advices[0].notes[0]


def test_other_books_are_valued_by_price_and_say_so() -> None:
    found = ask(coins=12, round=3, books="green=2")
    notes = {each.name: each.note for each in found.advices[0].options}
    assert notes["g1"] == "by its price"
    assert notes["o1 b1"] == ""
    assert "to buy green counts by its price" in found.notes[0]


def test_the_chance_to_win_needs_the_points_of_the_others() -> None:
    assert ask(pot="W1").advices[0].best.win is None
    known = ask(pot="W1", points=10, rivals=[8, 14], round=3)
    best = known.advices[0].best
    assert best.win == pytest.approx(ByThePrice(3, 3).chance_to_win(10 - 14 + best.value))
    assert known.situation.rats == 2
    assert ask(rivals=[1], round=9).advices[0].best.win is None


@pytest.mark.rule("8.3")
def test_8_3_the_last_round_counts_coins_and_rubies_only() -> None:
    last = LastRound()
    assert [last.coins[each] for each in (4, 5, 9, 35)] == [0, 1, 1, 7]
    assert (last.ruby, last.droplet, last.flask) == (0.5, 0, 0)
    assert last.gain(parse_bag("O1"), [KINDS.index("K1")]) == 0
    both = RuleOptions(final_conversion_exploded="both")
    assert brew_worth(last, np.zeros(18, np.int64), both).after_explosion == "both"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"players": 5}, "number of players is 5"),
        ({"rivals": [1, 2], "players": 2}, "2 scores of others for 2 players"),
        ({"round": 10}, "round is 10"),
        ({"points": -1}, "points is -1"),
        ({"droplet": 60}, "space 60"),
        ({"card": "FB99"}, "no event card"),
        ({"pot": "K1"}, "no K1 for this pot"),
        ({"revealed": "B4"}, "not in the bag"),
        ({"revealed": "W1"}, "nothing reveals"),
        ({"coins": 36}, "coins is 36"),
        ({"coins": 3, "round": 9}, "nothing is bought in the last round"),
        ({"droplet": 5, "start": 3}, "before the droplet"),
        ({"rules": RuleOptions(pot_side="test_tubes")}, "pot_side = test_tubes"),
        ({"rules": RuleOptions(flask_target="any_chip")}, "flask_target = any_chip"),
        ({"rules": RuleOptions(red_s2_aside="ignored")}, "red_s2_aside = ignored"),
    ],
)
def test_wrong_moments_are_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words) as found:
        ask(**arguments)
    assert found.value.cure


def test_the_learned_values_that_are_shipped_give_advice() -> None:
    found = advise(pot="W2 W2 W1 O1", rivals=[3, 4], round=2, points=2)
    assert found.values == "champion"
    assert found.best in ("draw", "stop", "flask")
    assert 0 < found.advices[0].best.win < 1
    assert advise(coins=10, books=Books()).advices[0].best.value > 0
