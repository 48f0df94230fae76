"""Learned values: their file, what they say, and who may use them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from quacks_sim.errors import InputError
from quacks_sim.match import make_match
from quacks_sim.policies.valued import VALUE_NAMES
from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import KIND_COUNT, KINDS, O1, R1, parse_bag
from quacks_sim.rules.tables import ROUNDS
from quacks_sim.strategy import Strategy, load_strategy
from quacks_sim.values import Values, load_values


@pytest.fixture
def champion() -> Values:
    return load_values("champion")


def made(**numbers: float) -> Values:
    """Return values for four players that are 0 but for some, in all rounds."""
    table = np.zeros((ROUNDS, len(VALUE_NAMES)))
    for name, value in {"die_spread": 1.0, "win_spread": 1.0, **numbers}.items():
        table[:, VALUE_NAMES.index(name)] = value
    return Values("made", {4: table}, {4: np.zeros((ROUNDS, KIND_COUNT), np.int64)})


def test_text_and_back(champion: Values) -> None:
    again = Values.parse(champion.text(), name="champion")
    assert champion.path is not None
    assert champion.text() == champion.path.read_text(encoding="utf-8")
    assert again.fingerprint == champion.fingerprint
    assert again.provenance == champion.provenance
    assert all((again.seen[count] == champion.seen[count]).all() for count in champion.seen)


def test_the_nearest_number_of_players(champion: Values) -> None:
    assert made().players_for(2) == 4
    assert [champion.players_for(count) for count in (1, 2, 3, 4)] == [2, 2, 3, 4]


def test_a_basket_is_worth_its_chips_and_their_pairs() -> None:
    here = made(O1=1.0, R1=2.0, orange_pairs=-0.25, orange_red=0.5, coloured_pairs=0.1).at(4, 3)
    owned = parse_bag("W1x4 O1x2 R1")
    # A third orange chip: itself, two pairs of orange, one with red, three of coloured chips.
    assert here.gain(owned, [O1]) == pytest.approx(1 - 0.5 + 0.5 + 0.3)
    both = here.gain(owned, [O1, R1])
    # A red one then pairs with three orange chips and with four coloured ones.
    assert both == pytest.approx(here.gain(owned, [O1]) + 2 + 1.5 + 0.4)


def test_8_3_the_last_round_exchanges_coins_and_rubies(champion: Values) -> None:
    last = champion.at(4, ROUNDS)
    assert last.coins[[4, 5, 9, 10, 35]].tolist() == [0, 1, 1, 2, 7]
    assert (last.ruby, last.droplet, last.flask) == (0.5, 0, 0)
    assert last.gain(parse_bag("W1x4 O1"), [O1]) == 0


def test_they_fall_towards_the_end_and_rise_with_coins(champion: Values) -> None:
    for players in (2, 3, 4):
        rounds = [champion.at(players, number) for number in range(1, ROUNDS)]
        assert all(np.diff(here.coins).min() >= 0 for here in rounds)
        droplets = [here.droplet for here in rounds]
        assert droplets == sorted(droplets, reverse=True)
        assert droplets[0] > 2 > 1 > droplets[-1] > 0


def test_3_a_point_early_is_worth_half_of_one(champion: Values) -> None:
    assert 0.2 < champion.at(4, 2, margin=-5).point < 0.6
    assert 0.4 < champion.at(4, 2, margin=5).point < 0.8
    assert 0.75 < champion.at(4, 8, margin=-5).point < 1
    assert champion.at(4, 8, margin=5).point == pytest.approx(1, abs=0.1)


def test_the_chance_to_win_rises_with_the_lead(champion: Values) -> None:
    here = champion.at(4, 6)
    chances = [here.chance_to_win(lead) for lead in (-20, 0, 20, 40)]
    assert chances == sorted(chances)
    assert 0 < chances[0] < 0.1 < 0.9 < chances[-1] < 1


def test_worth_for_the_solver(champion: Values) -> None:
    worth = champion.at(4, 2).worth(parse_bag("W1x4 W2x2 W3 O1 G1"))
    assert worth.points == champion.at(4, 2).point
    assert worth.of_coins()[8] == champion.at(4, 2).coins[8]
    assert worth.chips["K1"] > worth.chips["O1"] > 0


def test_a_strategy_with_learned_policies_needs_values(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="needs learned values"):
        Strategy.from_dict({"purchase": {"policy": "learned"}}, name="mine")
    with pytest.raises(InputError, match="needs learned values"):
        load_strategy("balanced+rubies=learned")
    named = load_strategy("balanced+rubies=learned+values=champion")
    assert named.values is not None
    file = tmp_path / "mine.values.csv"
    file.write_text(made(O1=3).text(), encoding="utf-8")
    found = Strategy.from_dict(
        {"values": "mine.values.csv", "purchase": "learned"}, name="mine", folder=tmp_path
    )
    assert found.values is not None
    assert found.values.at(4, 1).of("O1") == 3
    assert found.to_dict()["values"] == "mine.values.csv"


def test_values_decide_how_a_strategy_plays(champion: Values) -> None:
    strategy = load_strategy("champion")
    worthless = dict.fromkeys(KINDS[O1 + 1 :], -1.0)
    other = replace(strategy, values=made(O1=3, **worthless))
    assert other.fingerprint != strategy.fingerprint
    assert replace(strategy, values=replace(champion, name="again")).fingerprint == (
        strategy.fingerprint
    )
    # Orange alone is worth something, so nothing else is bought.
    match = make_match([other] * 4, seed=1)
    totals = match.block(0, 20).totals
    bought = totals.bought.sum(axis=(0, 1))
    assert bought[O1] > 0
    assert bought.sum() == bought[O1]


def test_other_books_than_those_learned_with_are_noted() -> None:
    match = make_match(["champion", "balanced"], books=Books.of_set(2))
    assert any("learned with other books" in note for note in match.notes)
    assert not any("learned" in note for note in make_match(["champion"] * 2).notes)


@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        ("players,what", "player,what", "first line"),
        ("4,droplet", "4,drops", "missing"),
        ("4,droplet,", "9,droplet,", "wrong"),
        ("4,droplet,", "4,droplet,x", "no line of values"),
    ],
)
def test_a_wrong_file_is_refused(
    tmp_path: Path, champion: Values, old: str, new: str, cause: str
) -> None:
    file = tmp_path / "wrong.values.csv"
    file.write_text(champion.text().replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError, match=cause):
        load_values(file)


def test_values_that_are_not_there() -> None:
    with pytest.raises(InputError, match="there are no values 'champoin'") as error:
        load_values("champoin")
    assert "champion" in error.value.cure
