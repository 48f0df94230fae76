"""Brews without questions come to the same as those in which every policy is asked."""

from typing import Any

import numpy as np
import pytest

from quacks_sim import simulate
from quacks_sim.kernel.block import BREW_TOTALS, TOTALS
from quacks_sim.kernel.decisions import DECISION_NAMES
from quacks_sim.kernel.jit import INTERPRETED
from quacks_sim.kernel.quick_brewing import BLUES, foresee
from quacks_sim.kernel.ruleset import make_rules
from quacks_sim.kernel.state import MOST_FORESEEN, PASSIVE
from quacks_sim.match import Match, make_match, seat_policies
from quacks_sim.policies.registry import shipped_policies
from quacks_sim.rules.books import Books
from quacks_sim.rules.options import RuleOptions
from quacks_sim.strategy import Strategy, load_strategy
from tests.kernel.games import few
from tests.policies.hand_made import brewing, defaults, revealed, table


def strategy(**choices: str) -> Strategy:
    return Strategy.from_dict(choices, name="-".join(choices.values()))


BY_LOT = strategy(stop="bust_risk:0.5", flask="white_at_least:1", blue="random", yellow="random")
BOLD = strategy(stop="never", flask="white_at_least:2", red="random", purchase="random")
CAREFUL = strategy(stop="safe", flask="never", blue="highest_coloured", rubies="flask_first")
SMALL_RISK = strategy(stop="risk_at_least:0.3", red="never", yellow="white_at_least:2")
RIVAL = load_strategy("balanced")
CURIOUS = strategy(stop="bust_risk:0.4", card="learned", values="champion")


def asked(match: Match) -> Match:
    """Return the match with nothing foreseen."""
    match._table.foreseen[:] = 0
    return match


def same(one: Any, other: Any, layout: np.dtype[Any]) -> bool:
    return all((one[name] == other[name]).all() for name in layout.names or ())


@pytest.mark.parametrize(
    ("strategies", "foreseen"),
    [
        (["yardstick"] * 4, [3, 3, 3, 3]),
        ([BY_LOT, BOLD, CAREFUL, SMALL_RISK], [3, 3, 3, 3]),
        ([BOLD, RIVAL, "yardstick"], [3, 0, 3, 0]),
        (["random", BY_LOT], [0, 3, 0, 0]),
        ([BOLD], [3, 0, 0, 0]),
        ([CURIOUS, "yardstick", CURIOUS], [2, 3, 2, 0]),
    ],
)
@pytest.mark.parametrize("cards", ["none", "all"])
def test_games_are_those_in_which_policies_are_asked(
    strategies: list[Any], foreseen: list[int], cards: str
) -> None:
    match = make_match(strategies, cards=cards, seed=5)
    assert list(match._table.foreseen) == foreseen
    quick = match.block(0, few(1200), "rounds")
    slow = asked(make_match(strategies, cards=cards, seed=5)).block(0, few(1200), "rounds")
    assert same(quick.totals, slow.totals, TOTALS)
    assert (quick.round_rows == slow.round_rows).all()
    assert (quick.game_rows == slow.game_rows).all()


@pytest.mark.parametrize(
    "bag", ["W1x4 W2x2 W3 O1 G1", "W3x2 W2 R4x3 O1x4 B4x3 Y2x3", "O1", "", "W1x20 O1x20 B2x8"]
)
@pytest.mark.parametrize("stop", ["bust_risk:0.2", "never", "safe"])
def test_brews_are_those_in_which_policies_are_asked(
    monkeypatch: pytest.MonkeyPatch, bag: str, stop: str
) -> None:
    def brewed() -> Any:
        found = simulate.brew(
            bag,
            stop=stop,
            flask="white_at_least:2",
            blue="random",
            start=30,
            rounds=100 if INTERPRETED else 2000,
            seed=3,
        )
        return found.totals

    def nothing_foreseen(strategies: list[Strategy]) -> Any:
        found = seat_policies(strategies)
        found.foreseen[:] = 0
        return found

    quick = brewed()
    monkeypatch.setattr(simulate, "seat_policies", nothing_foreseen)
    assert same(quick, brewed(), BREW_TOTALS)


@pytest.mark.parametrize(
    "unusual",
    [
        {"flask_target": "any_chip"},
        {"first_chip_placement": "always_adjacent"},
        {"may_stop_before_first_draw": "no"},
        {"draw_after_pot_full": "yes"},
        {"schadenfreude_timing": "immediately"},
    ],
)
def test_what_is_unusual_is_asked_about(unusual: dict[str, str]) -> None:
    options = RuleOptions.read(unusual)
    assert make_rules(RuleOptions(), Books()).plain_brewing == 1
    assert make_rules(options, Books()).plain_brewing == 0
    quick = make_match(["yardstick", BOLD], rules=options, cards="all", seed=2)
    slow = asked(make_match(["yardstick", BOLD], rules=options, cards="all", seed=2))
    assert same(quick.block(0, few(300)).totals, slow.block(0, few(300)).totals, TOTALS)


ALWAYS = strategy(stop="bust_risk:0.4", flask="white_at_least:1", yellow="always", red="always")
NEVER = strategy(
    stop="bust_risk:0.3", flask="white_at_least:2", yellow="never", red="never", purchase="random"
)


@pytest.mark.parametrize("books", [f"all={number}" for number in (2, 3, 4)] + ["blue=3,red=4"])
@pytest.mark.parametrize("rubies", ["unlimited", 20])
def test_books_of_other_sets(books: str, rubies: str | int) -> None:
    chosen = Books.read("", others=int(books[-1])) if books[0] == "a" else Books.read(books)
    options = RuleOptions.read({"ruby_supply": rubies})
    table = {"books": chosen, "rules": options, "cards": "all", "seed": 6}
    strategies = [BY_LOT, ALWAYS, NEVER, "yardstick"]
    quick = make_match(strategies, **table)
    assert make_rules(options, chosen).plain_brewing == 1
    assert list(quick._table.foreseen) == [3, 3, 3, 3]
    slow = asked(make_match(strategies, **table))
    ours, theirs = quick.block(0, few(800), "rounds"), slow.block(0, few(800), "rounds")
    assert same(ours.totals, theirs.totals, TOTALS)
    assert (ours.round_rows == theirs.round_rows).all()


@pytest.mark.parametrize("card", ["FB3", "FB5", "FB6", "FB10"])
@pytest.mark.parametrize("books", [1, 2, 3, 4])
def test_cards_that_change_a_brew(card: str, books: int) -> None:
    """The card in the middle of the game, and in round 9, in which all brew together."""
    for number in (6, 9):
        table = {
            "books": Books.read("", others=books),
            "cards": {number: card},
            "seed": 7,
        }
        strategies = [BY_LOT, ALWAYS, NEVER, BOLD]
        quick = make_match(strategies, **table).block(0, few(400), "rounds")
        slow = asked(make_match(strategies, **table)).block(0, few(400), "rounds")
        assert same(quick.totals, slow.totals, TOTALS)
        assert (quick.round_rows == slow.round_rows).all()


@pytest.mark.parametrize("explosion", ["protected", "rescue", "none"])
@pytest.mark.parametrize("timing", ["before_action", "after_action"])
def test_a_second_chance_by_its_options(explosion: str, timing: str) -> None:
    options = RuleOptions.read(
        {"second_chance_explosion": explosion, "second_chance_timing": timing}
    )
    table = {"rules": options, "cards": {5: "FB3"}, "books": Books.read("", others=3), "seed": 8}
    strategies = [BOLD, BY_LOT]
    quick = make_match(strategies, **table).block(0, few(400), "rounds")
    slow = asked(make_match(strategies, **table)).block(0, few(400), "rounds")
    assert (quick.round_rows == slow.round_rows).all()


def claimed(decision: str, *looks_at: str) -> list[Any]:
    found = shipped_policies(decision).values()
    return [pytest.param(each, id=each.name) for each in found if each.looks_at in looks_at]


@pytest.mark.parametrize("policy", claimed("stop", "bag"))
def test_a_stop_policy_of_the_bag_looks_at_nothing_else(policy: Any) -> None:
    values = defaults(policy)
    other = {"round": 7, "space": 30, "white_sum": 5, "pot_size": 9, "decision": 3, "seat": 2}
    for size in range(MOST_FORESEEN + 1):
        answers = []
        for bust in range(size + 1):
            fixed = {"bag_size": size, "bust_chips": bust}
            plain = policy.function(brewing(**fixed), values)
            assert policy.function(brewing("W1x9 B4", **fixed, **other), values) == plain
            answers.append(bool(plain))
        assert answers == sorted(answers), "more bust chips, and it draws on"


@pytest.mark.parametrize("policy", claimed("flask", "bag"))
def test_a_flask_policy_of_the_bag_looks_at_the_last_chip_only(policy: Any) -> None:
    values = defaults(policy)
    for last in ("W1", "W2", "W3"):
        plain = policy.function(brewing(last=last), values)
        changed = brewing("W1x9 B4", last=last, round=7, space=30, white_sum=6, seat=2)
        assert policy.function(changed, values) == plain


@pytest.mark.parametrize("policy", claimed("blue", "view"))
def test_a_blue_policy_of_the_view_does_not_see_the_table(policy: Any) -> None:
    chance = np.random.default_rng(2)
    values = defaults(policy)
    for _ in range(20):
        row = dict(enumerate(chance.integers(0, 50, table().shape[1]).tolist()))
        chips = {"B2": 12, "W1": 11, "O1": 11, "R1": 12}
        for whites in (4, 9):  # under card FB3 there may be more than the limit
            seen = revealed(chips, table=table(row | {PASSIVE: 0}), white_sum=whites)
            unseen = revealed(chips, table=table({}), white_sum=whites)
            assert policy.function(seen, values) == policy.function(unseen, values)


LOOKING = strategy(stop="bust_risk:0.4", blue="lookahead")


@pytest.mark.parametrize("options", [{}, {"blue_on_last_space": "performed"}])
def test_blue_chips_are_resolved_quickly_where_that_can_be_done(options: dict[str, str]) -> None:
    rules = RuleOptions.read(options)
    strategies = [BOLD, CAREFUL, BY_LOT, LOOKING]
    match = make_match(strategies, rules=rules, cards="none", seed=4)
    assert list(match._table.blue_by_view) == [1, 1, 1, 0]
    quick = match.block(0, few(400))
    seen = match.new_table()
    foresee(match.rules_record, seen, 4)
    answers = seen.quick_actions[:, 0] & BLUES
    assert [bool(each) for each in answers] == [not options] * 3 + [False]
    slow = asked(make_match(strategies, rules=rules, cards="none", seed=4)).block(0, few(400))
    assert same(quick.totals, slow.totals, TOTALS)


@pytest.mark.parametrize("decision", ["blue", "red", "yellow"])
def test_policies_of_the_pot_do_not_see_rivals(decision: str) -> None:
    chance = np.random.default_rng(1)
    width = table().shape[1]
    for parameter in claimed(decision, "pot", "view", "bag"):
        policy = parameter.values[0]
        values = defaults(policy)
        for _ in range(20):
            rivals = [dict(enumerate(chance.integers(0, 50, width).tolist())) for _ in range(3)]
            seen = {"table": table({}, *rivals), "players": 4, "seat": 0}
            alone = {"table": table({}), "players": 4, "seat": 0}
            if decision == "blue":
                views = [revealed({"B2": 12, "W1": 11, "O1": 11}, **each) for each in (seen, alone)]
            else:
                views = [brewing(bonus=1, white_before=2, **each) for each in (seen, alone)]
            assert policy.function(views[0], values) == policy.function(views[1], values)


def test_what_policies_look_at_is_one_of_four() -> None:
    for decision in DECISION_NAMES:
        for policy in shipped_policies(decision).values():
            assert policy.looks_at in ("bag", "view", "pot", "table")
            assert policy.looks_at != "bag" or decision in ("stop", "flask")
            assert policy.looks_at != "view" or decision == "blue"
