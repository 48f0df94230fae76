"""Whole random games: clean journals pass, changed ones are caught at the right place."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from typing import Any

import pytest

from quacks_sim.referee import (
    BadSetup,
    Disagreement,
    Options,
    RandomTape,
    Setup,
    check,
    play,
)
from quacks_sim.referee.box import BOOK_COLOURS, CARDS
from quacks_sim.referee.game import end_game, place_on_score_track
from quacks_sim.referee.options import allowed_values
from tests.referee.scenes import Scene


def random_setup(number: int) -> Setup:
    """Mix seats, books, cards, options and variants at random."""
    chance = random.Random(number)
    rules: dict[str, object] = {
        name: chance.choice(values)
        for name, values in allowed_values().items()
        if chance.random() < 0.3
    }
    if rules.get("rats_above_50") == "own_table":
        rules["rat_tails"] = sorted(chance.sample(range(60), 12))
    # Many rats bring a lone player to the end of the pot now and then.
    rules["solo_rats"] = chance.choice((0, 1, 3, 30))
    players = chance.randint(1, 4)
    return Setup(
        players=players,
        start_player=chance.randrange(players),
        books={colour: chance.randint(1, 4) for colour in BOOK_COLOURS},
        cards=chance.random() < 0.8,
        options=Options.from_mapping(rules),
        test_tubes=chance.random() < 0.4,
        synchronized=chance.random() < 0.3,
    )


def changes_nothing(event: dict[str, Any], field: str, value: int) -> bool:
    """Whether a change tells another story that is just as legal and ends the same.

    Both faces of the die with one point, two equal chips revealed by blue, and the order of green
    and purple are like that.
    """
    if event["event"] == "die":
        return {event["face"], value} == {1, 2}
    if event["event"] == "choice" and field == "choice" and 0 <= value < len(event["options"]):
        options = event["options"]
        same = options[value] == options[event["choice"]]
        return bool(same or event["decision"] == "order")
    return False


def with_number(journal: dict[str, Any], index: int, field: str, value: int) -> dict[str, Any]:
    events = list(journal["events"])
    events[index] = events[index] | {field: value}
    return journal | {"events": events}


def numbers_of(journal: dict[str, Any]) -> list[tuple[int, str]]:
    return [
        (index, field)
        for index, event in enumerate(journal["events"])
        for field, value in event.items()
        if isinstance(value, int)
    ]


@pytest.mark.parametrize("number", range(150))
def test_random_games_check_clean(number: int) -> None:
    journal = json.loads(json.dumps(play(random_setup(number), RandomTape(number))))
    assert check(journal) is None
    assert {event["round"] for event in journal["events"]} == set(range(1, 10))


def test_random_games_meet_every_card_and_decision() -> None:
    cards = set()
    decisions = set()
    ends = set()
    for number in range(120):
        for event in play(random_setup(number), RandomTape(number))["events"]:
            cards.add(event.get("card"))
            decisions.add(event.get("decision"))
            ends.add(event.get("reason"))
    assert set(CARDS) <= cards
    asked = "stop flask blue red yellow green purple order beside explosion rubies droplet"
    assert set(asked.split()) <= decisions
    assert {"stopped", "exploded", "full"} <= ends


def test_same_seed_plays_the_same_game() -> None:
    setup = random_setup(3)
    assert play(setup, RandomTape(8)) == play(setup, RandomTape(8))
    assert play(setup, RandomTape(8)) != play(setup, RandomTape(9))


def test_every_changed_number_of_a_plain_game_is_caught() -> None:
    journal = play(Setup(players=2), RandomTape(11))
    tried = 0
    for index, field in numbers_of(journal):
        event = journal["events"][index]
        for value in (event[field] + 1, event[field] - 1):
            if changes_nothing(event, field, value):
                continue
            tried += 1
            found = check(with_number(journal, index, field, value))
            assert found is not None, (index, field, value)
            assert found.index >= index
    assert tried > 1500


@pytest.mark.parametrize("number", range(25))
def test_changed_numbers_of_mixed_games_are_caught(number: int) -> None:
    journal = play(random_setup(number), RandomTape(number))
    chance = random.Random(number)
    for index, field in chance.sample(numbers_of(journal), 40):
        event = journal["events"][index]
        value = event[field] + chance.choice((-2, -1, 1, 2))
        if not changes_nothing(event, field, value):
            assert check(with_number(journal, index, field, value)) is not None, (index, field)


@pytest.mark.parametrize("number", range(10))
def test_missing_doubled_and_swapped_events_are_caught(number: int) -> None:
    journal = play(random_setup(number), RandomTape(number))
    events = journal["events"]
    for index in random.Random(number).sample(range(len(events) - 1), 20):
        shortened = journal | {"events": events[:index] + events[index + 1 :]}
        doubled = journal | {"events": events[: index + 1] + events[index:]}
        assert check(shortened) is not None
        # Two equal draws, reveals or bought droplets in a row may be one more legal event.
        if events[index]["event"] not in ("draw", "reveal", "choice"):
            assert check(doubled) is not None
    assert check(journal | {"events": events[:-1]}) is not None
    assert check(journal | {"events": [*events, events[-1]]}) is not None


def first_index(journal: dict[str, Any], **wanted: object) -> int:
    return next(
        index
        for index, event in enumerate(journal["events"])
        if all(event.get(name) == value for name, value in wanted.items())
    )


def test_disagreement_names_rule_field_and_values() -> None:
    journal = play(Setup(), RandomTape(5))
    index = first_index(journal, event="place", round=2)
    space = journal["events"][index]["space"]
    found = check(with_number(journal, index, "space", space + 1))
    assert isinstance(found, Disagreement)
    assert (found.index, found.rule, found.field) == (index, "4.3.1", "space")
    assert (found.journal, found.referee) == (space + 1, space)
    assert "\n" not in found.message


@pytest.mark.parametrize(
    ("wanted", "field", "rule"),
    [
        ({"event": "rats", "round": 3}, "rats", "3.1"),
        ({"event": "rats", "round": 3}, "start", "4.1.1"),
        ({"event": "draw"}, "bag_size", "4.2.2"),
        ({"event": "place"}, "bonus", "4.3.2"),
        ({"event": "place"}, "white_sum", "0.4"),
        ({"event": "brew_end"}, "scoring_space", "4.8.2"),
        ({"event": "die"}, "seat", "6.A"),
        ({"event": "reward", "cause": "space", "reward": "ruby"}, "total", "6.C"),
        ({"event": "reward", "cause": "space", "reward": "victory_points"}, "total", "6.D"),
        ({"event": "reward", "cause": "final_rubies"}, "amount", "8.3"),
        ({"event": "budget"}, "coins", "6.E"),
        ({"event": "purchase"}, "price", "6.E.1"),
        ({"event": "round_end"}, "bag_size", "7.2"),
        ({"event": "game_end"}, "win_share", "8.4"),
    ],
)
def test_changed_field_names_its_rule(wanted: dict[str, object], field: str, rule: str) -> None:
    journal = play(Setup(), RandomTape(5))
    index = first_index(journal, **wanted)
    changed = with_number(journal, index, field, journal["events"][index][field] + 1)
    found = check(changed)
    assert found is not None
    assert (found.index, found.rule) == (index, rule)


@pytest.mark.parametrize("chip", ["K1", "Z9", None])
def test_chip_that_is_not_in_the_bag_is_illegal(chip: str | None) -> None:
    journal = deepcopy(play(Setup(), RandomTape(5)))
    index = first_index(journal, event="draw", round=1)
    journal["events"][index]["chip"] = chip
    found = check(journal)
    assert found is not None
    assert (found.index, found.rule, found.field) == (index, "4.2.2", "illegal")


def test_flask_that_is_not_offered_is_named() -> None:
    journal = deepcopy(play(Setup(), RandomTape(5)))
    index = first_index(journal, event="choice", decision="stop", round=1)
    flask = journal["events"][index] | {"decision": "flask", "options": ["keep", "use"]}
    journal["events"].insert(index, flask)
    found = check(journal)
    assert found is not None
    assert (found.index, found.rule) == (index, "4.6.1")


def test_explosion_that_is_not_told_is_named() -> None:
    journal = deepcopy(play(Setup(), RandomTape(5)))
    index = first_index(journal, event="brew_end", reason="exploded")
    del journal["events"][index]
    found = check(journal)
    assert found is not None
    assert (found.index, found.rule) == (index, "4.5.1")


@pytest.mark.parametrize(
    ("chips", "price"),
    [(["B4", "R4"], 35), (["O1", "G1", "B1"], 12), (["O1", "O1"], 6), (["Z9"], 1), ("O1", 3)],
)
def test_basket_that_may_not_be_bought_is_illegal(chips: object, price: int) -> None:
    journal = deepcopy(play(Setup(), RandomTape(5)))
    index = first_index(journal, event="purchase", round=1)
    journal["events"][index] |= {"chips": chips, "price": price}
    found = check(journal)
    assert found is not None
    assert (found.index, found.rule) == (index, "6.E.1")


@pytest.mark.parametrize(
    "head",
    [
        {"players": 5},
        {"players": "two"},
        {"start_player": 4},
        {"schema": 2},
        {"books": {"green": 1}},
        {"books": {"green": 5, "blue": 1, "red": 1, "yellow": 1, "purple": 1}},
        {"rules": {"flask_target": "black_only"}},
        {"rules": {"no_such_option": 1}},
        {"events": None},
    ],
)
def test_impossible_head_is_a_disagreement(head: dict[str, object]) -> None:
    found = check(play(Setup(), RandomTape(1)) | head)
    assert found is not None
    assert found.index == -1


@pytest.mark.parametrize("event", [None, 7, {}, {"event": "draw"}, {"event": "place", "seat": 0}])
def test_odd_event_is_a_disagreement(event: object) -> None:
    journal = deepcopy(play(Setup(), RandomTape(1)))
    journal["events"][40] = event
    found = check(journal)
    assert found is not None
    assert found.index == 40


@pytest.mark.parametrize(
    ("points", "spaces", "shares"),
    [
        ((40, 50, 50), (9, 20, 21), [0, 0, 12]),
        ((50, 40, 50), (20, 30, 20), [6, 0, 6]),
        ((50, 50, 50), (20, 20, 20), [4, 4, 4]),
    ],
)
def test_win_is_shared_in_twelfths(
    points: tuple[int, ...], spaces: tuple[int, ...], shares: list[int]
) -> None:
    scene = Scene(RandomTape(1), players=3, round_number=9)
    for seat, score, space in zip(scene.seats, points, spaces, strict=True):
        seat.victory_points = score
        seat.scoring_space = space
    end_game(scene.table)
    assert [event["win_share"] for event in scene.named("game_end")] == shares


@pytest.mark.parametrize(
    ("points", "place"),
    [(0, (0, 0)), (1, (0, 1)), (50, (0, 50)), (51, (1, 1)), (100, (1, 50)), (101, (2, 1))],
)
def test_place_on_score_track(points: int, place: tuple[int, int]) -> None:
    assert place_on_score_track(points) == place


def test_option_with_an_unknown_value_is_refused() -> None:
    with pytest.raises(BadSetup):
        Options.from_mapping({"explosion_limit": 10})
    with pytest.raises(BadSetup):
        Options.from_mapping({"rat_tails": "1,2"})
