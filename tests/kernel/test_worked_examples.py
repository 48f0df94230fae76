"""Every worked example on the compiled kernel."""

import numpy as np
import pytest

from quacks_sim.kernel.evaluation import black_reward
from quacks_sim.kernel.ruleset import make_rules
from quacks_sim.kernel.state import (
    COINS,
    COINS_AFTER_EXPLOSION,
    DIE_ROLLS,
    DROPLET,
    END_REASON,
    END_REASONS,
    EXPLODED,
    FLASK_FULL,
    PLAYERS,
    POINTS_PURPLE,
    POINTS_SPACE,
    RATS,
    ROUND,
    RUBIES,
    RUBIES_GAINED,
    SCORING_SPACE,
    START_PLAYER,
    START_SPACE,
    VICTORY_POINTS,
    WHITE_SUM,
    WIN_SHARE,
)
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import NO_CARD
from quacks_sim.rules.chips import parse_bag
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import SPACE_COINS, SPACE_RUBY, SPACE_VICTORY_POINTS, STARTING_BAG
from tests.kernel.scripted import Illegal, Scene
from tests.worked_examples import Case, names, worked_examples

FACES = {"vp1": 1, "vp2": 3, "ruby": 4, "droplet": 5, "orange": 6}


def cases(kind: str) -> list[Case]:
    return [case for case in worked_examples() if case.kind == kind]


def books_of(case: Case) -> str:
    return ",".join(f"{colour}={number}" for colour, number in case.books.items())


def of(kind: str):
    return pytest.mark.parametrize("case", cases(kind), ids=lambda case: case.id)


def test_every_case_is_run() -> None:
    kinds = {"brew", "start", "rats", "track", "readers", "black", "purple", "die", "shop"}
    kinds |= {"rubies", "evaluate", "final"}
    assert sum(len(cases(kind)) for kind in kinds) == len(worked_examples()) > 100
    assert sum("card" in case.parameters for case in worked_examples()) == 11


@of("brew")
def test_brew(case: Case) -> None:
    scene = Scene(books=books_of(case), card=case.parameters.get("card", ""), **case.options)
    bag = case.parameters.get("bag")
    scene.ready(0, case.number("start"), None if bag is None else parse_bag(bag).tolist())
    scene[0, FLASK_FULL] = case.parameters.get("flask") != "empty"
    if case.illegal:
        with pytest.raises(Illegal):
            scene.brew(0, case.tape)
        return
    scene.brew(0, case.tape)
    want = case.want
    assert scene[0, RUBIES_GAINED] == int(want.get("rubies", 0))
    assert scene[0, VICTORY_POINTS] == int(want.get("points", 0))
    if case.books.get("green") == 3:
        # The last chip moves in step B; the face of the die gives a point.
        scene.evaluate([1, 1])
    space = scene[0, SCORING_SPACE]
    assert scene.pot() == want["pot"]
    assert scene[0, WHITE_SUM] == int(want["white"])
    assert END_REASONS[scene[0, END_REASON]] == want["state"]
    assert space == int(want["scoring"])
    assert SPACE_COINS[space] == int(want["coins"])
    assert SPACE_VICTORY_POINTS[space] == int(want["vp"])
    assert SPACE_RUBY[space] == int(want["ruby"])
    if "flask" in want:
        assert scene.flask() == want["flask"]
    if "bag" in want:
        assert scene.bag() == sorted(names(want["bag"]), key=lambda name: "WOGBRYPK".index(name[0]))
    if "protected" in want:
        # Only an unprotected player is asked: points or coins.
        scene.evaluate([] if want["protected"] == "yes" else [0])
        assert scene[0, COINS] == int(want["coins"])
        assert (scene[0, POINTS_SPACE] > 0) == (want["protected"] == "yes")
    if "purple_vp" in want:
        # The die, then green before purple.
        scene.evaluate([1, 0])
        assert scene[0, POINTS_PURPLE] == int(want["purple_vp"])
    if "green" in want:
        # An intact lone pot rolls the die; its first face gives no ruby.
        scene[0, EXPLODED] = 0
        scene.evaluate([1])
        assert scene[0, RUBIES_GAINED] == int(want["green"]) + int(want["ruby"])


@of("start")
def test_start_space(case: Case) -> None:
    scene = Scene(solo_rats=case.number("rats"))
    scene.begin_round(1)
    scene[0, DROPLET] = case.number("droplet")
    scene.begin_round(2)
    assert scene[0, START_SPACE] == int(case.want["start"])


@of("rats")
def test_rats(case: Case) -> None:
    scores = case.numbers("scores")
    scene = Scene(len(scores))
    for seat, score in enumerate(scores):
        scene[seat, VICTORY_POINTS] = score
    scene.begin_round(case.number("round"))
    assert [scene[seat, RATS] for seat in range(len(scores))] == [
        int(number) for number in names(case.want["rats"])
    ]


@of("track")
def test_score_track(case: Case) -> None:
    # The kernel keeps plain points (rule 9.1); the lap shows in where tails begin again.
    points = case.number("vp")
    lap, space = divmod(points - 1, 50)
    assert (lap, space + 1) == (int(case.want["lap"]), int(case.want["space"]))
    tails = make_rules(RuleOptions(), Books()).tails_below
    assert tails[points] == lap * 23 + tails[space + 1]


@of("readers")
def test_start_player_moves_on(case: Case) -> None:
    scene = Scene(case.number("n"))
    scene.table.common[START_PLAYER] = case.number("first")
    readers = []
    for number in range(1, 10):
        scene.begin_round(number)
        readers.append(int(scene.table.common[START_PLAYER]))
    assert readers == [int(seat) for seat in names(case.want["readers"])]


@of("black")
def test_black(case: Case) -> None:
    counts = np.array(case.numbers("counts"))
    scene = Scene(len(counts))
    letters = {(False, False): "-", (True, False): "D", (True, True): "DR"}
    assert scene.table.common[PLAYERS] == len(counts)
    rewards = [
        letters[tuple(map(bool, black_reward(scene.rules, scene.table, counts, seat)))]
        for seat in range(len(counts))
    ]
    assert rewards == names(case.want["rewards"])


@of("purple")
def test_purple_tiers(case: Case) -> None:
    tiers = case.want["tiers"].split("/")
    for choice, tier in enumerate(tiers):
        scene = Scene()
        scene.ready(0, 0)
        scene.put_in_pot(0, "P1 " * case.number("count"))
        scene[0, SCORING_SPACE] = 1
        scene[0, EXPLODED] = 1
        scene.evaluate([*([choice] if len(tiers) > 1 else []), 0])
        gained = f"{scene[0, VICTORY_POINTS]}VP"
        gained += f"+{scene[0, RUBIES_GAINED]}ruby" if scene[0, RUBIES_GAINED] else ""
        gained += f"+{scene[0, DROPLET]}droplet" if scene[0, DROPLET] else ""
        assert gained == tier


@of("die")
def test_who_rolls_the_die(case: Case) -> None:
    pots = names(case.parameters["scoring"])
    scene = Scene(len(pots))
    scene.begin_round(1)
    for seat, pot in enumerate(pots):
        scene[seat, SCORING_SPACE] = int(pot.rstrip("x"))
        scene[seat, EXPLODED] = pot.endswith("x")
    rollers = names(case.want["rollers"])
    scene.evaluate([1] * len(rollers) + [0] * sum(pot.endswith("x") for pot in pots))
    assert [str(seat) for seat in range(len(pots)) if scene[seat, DIE_ROLLS]] == rollers


@of("shop")
def test_shopping(case: Case) -> None:
    scene = Scene(4)
    for number in range(1, case.number("round") + 1):
        scene.begin_round(number)
    scene[0, COINS] = case.number("coins")
    if "soldout" in case.parameters:
        scene.sell_out(case.parameters["soldout"])
    if case.illegal:
        with pytest.raises(Illegal):
            scene.shop(0, scene.basket(case.parameters["buy"]))
        return
    basket = scene.basket(case.parameters["buy"])
    scene.shop(0, basket)
    assert scene.rules.basket_price[basket] == int(case.want["cost"])
    for name in names(case.parameters["buy"]):
        kind = parse_bag(name).argmax()
        assert scene.table.owned[0, kind] == STARTING_BAG[kind] + 1


@of("rubies")
def test_spending_rubies(case: Case) -> None:
    scene = Scene()
    scene.begin_round(1)
    scene[0, RUBIES] = case.number("rubies")
    scene[0, DROPLET] = case.number("droplet")
    scene[0, FLASK_FULL] = case.parameters["flask"] == "full"
    answers = [("keep", "droplet", "flask").index(each) for each in names(case.parameters["spend"])]
    if case.illegal:
        with pytest.raises(Illegal):
            scene.spend_rubies(0, answers)
        return
    scene.spend_rubies(0, answers)
    assert scene[0, RUBIES] == int(case.want["rubies"])
    assert scene.flask() == case.want["flask"]
    assert scene[0, DROPLET] == int(case.want["droplet"])


@of("evaluate")
def test_evaluation(case: Case) -> None:
    card = case.parameters.get("card", "")
    scene = Scene(len(case.seats), card=card)
    scene.begin_round(1, card or NO_CARD)
    scene.table.common[ROUND] = case.number("round")
    faces, choices = [], []
    for seat, given in enumerate(case.seats):
        scene[seat, VICTORY_POINTS] = int(given["vp"])
        scene[seat, RUBIES] = int(given["rubies"])
        scene[seat, DROPLET] = int(given["droplet"])
        scene[seat, SCORING_SPACE] = int(given["scoring"])
        scene[seat, EXPLODED] = given["state"] == "exploded"
        blacks, purples = "K1 " * int(given["black"]), "P1 " * int(given["purple"])
        scene.put_in_pot(seat, blacks + purples + "O1 O1 " + "G1 " * int(given["green"]))
        if int(given["purple"]) > 1:
            choices.append(min(int(given["purple"]), 3) - 1)
    faces = [FACES[given["die"]] for given in case.seats if "die" in given]
    answers = [int(given["choice"] == "vp") for given in case.seats if "choice" in given]
    scene.evaluate([*faces, *choices, *answers])
    for seat, want in enumerate(case.wants):
        assert want["word"] == case.seats[seat]["name"]
        assert scene[seat, VICTORY_POINTS] == int(want["vp"])
        assert scene[seat, RUBIES] == int(want["rubies"])
        assert scene[seat, DROPLET] == int(want["droplet"])
        may_shop = not scene[seat, EXPLODED] or scene[seat, COINS_AFTER_EXPLOSION]
        assert (scene[seat, COINS] if may_shop else 0) == int(want["budget"])


@of("final")
def test_final_scoring(case: Case) -> None:
    scene = Scene(len(case.seats))
    for number in range(1, 10):
        scene.begin_round(number)
    # Steps A and B are behind: a pot with nothing in it, and points before the die.
    die = []
    farthest = max(int(each["scoring"]) for each in case.seats if each["state"] == "ok")
    for seat, given in enumerate(case.seats):
        rolls = given["state"] == "ok" and int(given["scoring"]) == farthest
        scene[seat, VICTORY_POINTS] = int(given["vp"]) - rolls
        scene[seat, RUBIES] = int(given["rubies"])
        scene[seat, SCORING_SPACE] = int(given["scoring"])
        scene[seat, EXPLODED] = given["state"] == "exploded"
        die += [FACES["vp1"]] * rolls
    choices = [int(given["choice"] == "vp") for given in case.seats if "choice" in given]
    scene.evaluate([*die, *choices])
    scene.finish()
    for seat, given in enumerate(case.seats):
        assert scene[seat, VICTORY_POINTS] == int(case.want[given["name"]])
    winners = names(case.want["winners"])
    for seat, given in enumerate(case.seats):
        share = 12 // len(winners) if given["name"] in winners else 0
        assert scene[seat, WIN_SHARE] == share
