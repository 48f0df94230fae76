"""Every worked example of the rule book, with its exact values, on the referee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import pytest

from quacks_sim.referee import IllegalMove, Options, RandomTape, Setup, play
from quacks_sim.referee.actions import resolve_pots
from quacks_sim.referee.box import TRACK
from quacks_sim.referee.evaluation import evaluate, points_of_space, rollers, ruby_of_space
from quacks_sim.referee.game import find_winners, place_on_score_track
from quacks_sim.referee.market import (
    buy_with_rubies,
    final_conversion,
    shop,
    spend_on_droplet_and_flask,
)
from quacks_sim.referee.rats import rat_step
from tests.referee.scenes import Answers, Scene, brew
from tests.worked_examples import Case, names, worked_examples

RULES_BROKEN = {
    "E07": "4.6.1",
    "E08": "4.6.1",
    "E09": "4.6.1",
    "E11": "4.6.1",
    "E12": "4.5.3",
    "E13": "4.2.3",
    "E24": "5.4",
    "E29": "5.4",
    "E39": "4.7.2",
    "E44": "FB10",
    "E82": "6.E.1",
    "E83": "6.E.1",
    "E84": "6.E.1",
    "E85": "6.E.1",
    "E86": "6.E.2",
    "E87": "6.E.1",
    "E91": "6.F",
}
FACES = {"vp1": 1, "vp2": 3, "ruby": 4, "droplet": 5, "orange": 6}


def total(scene: Scene, reward: str, causes: Iterable[str]) -> int:
    return sum(
        event["amount"]
        for event in scene.named("reward")
        if event["reward"] == reward and event["cause"] in causes
    )


def run_brew(case: Case) -> dict[str, str]:
    scene, seat = brew(case)
    rubies = total(scene, "ruby", ["blue-3"])
    points = total(scene, "victory_points", ["blue-4"])
    flask = "full" if seat.flask_full else "empty"
    bag = sorted(kind for kind, count in seat.bag.items() for _ in range(count))
    resolve_pots(scene.table)
    space = TRACK[seat.scoring_space]
    return {
        "pot": ",".join(f"{chip.kind}@{chip.space}" for chip in seat.pot),
        "white": str(seat.white_sum),
        "state": seat.ended,
        "scoring": str(seat.scoring_space),
        "coins": str(space.coins),
        "vp": str(space.victory_points),
        "ruby": str(space.ruby),
        "green": str(total(scene, "ruby", ["green"])),
        "purple_vp": str(total(scene, "victory_points", ["purple", "purple-3"])),
        "flask": flask,
        "rubies": str(rubies),
        "points": str(points),
        "protected": "yes" if seat.protected else "no",
        "bag": ",".join(bag),
    }


def run_start(case: Case) -> dict[str, str]:
    scene = Scene(Answers(), players=1, options={"solo_rats": case.number("rats")})
    scene.seats[0].droplet = case.number("droplet")
    rat_step(scene.table)
    return {"start": str(scene.named("rats")[0]["start"])}


def run_rats(case: Case) -> dict[str, str]:
    scores = case.numbers("scores")
    scene = Scene(Answers(), players=len(scores), round_number=case.number("round"))
    for seat, score in zip(scene.seats, scores, strict=True):
        seat.victory_points = score
    rat_step(scene.table)
    return {"rats": ",".join(str(event["rats"]) for event in scene.named("rats"))}


def run_track(case: Case) -> dict[str, str]:
    lap, space = place_on_score_track(case.number("vp"))
    return {"lap": str(lap), "space": str(space)}


def run_readers(case: Case) -> dict[str, str]:
    setup = Setup(players=case.number("n"), start_player=case.number("first"), cards=True)
    journal = play(setup, RandomTape(1))
    readers = [event["seat"] for event in journal["events"] if event["event"] == "card"]
    return {"readers": ",".join(str(seat) for seat in readers)}


def run_black(case: Case) -> dict[str, str]:
    counts = case.numbers("counts")
    scene = Scene(Answers(), players=len(counts))
    for index, count in enumerate(counts):
        scene.fill_pot(index, [f"K1@{space}" for space in range(1, count + 1)])
    resolve_pots(scene.table)
    signs = {(): "-", ("droplet",): "D", ("ruby", "droplet"): "DR"}
    rewards = [
        signs[tuple(reward for seat, reward, _ in scene.rewards("black") if seat == index)]
        for index in range(len(counts))
    ]
    return {"rewards": ",".join(rewards)}


def run_purple(case: Case) -> dict[str, str]:
    count = case.number("count")
    words = {"victory_points": "VP", "ruby": "ruby", "droplet": "droplet"}
    tiers: list[str] = []
    offered: list[str] = ["1"]
    while len(tiers) < len(offered):
        choices = [("purple", str(len(tiers) + 1))] if count > 1 else []
        scene = Scene(Answers(choices), players=2)
        scene.fill_pot(0, [f"P1@{space}" for space in range(1, count + 1)])
        resolve_pots(scene.table)
        offered = scene.options_of("purple")[0] if count > 1 else ["1"]
        gained = [f"{amount}{words[reward]}" for _, reward, amount in scene.rewards("purple")]
        tiers.append("+".join(gained))
    return {"tiers": "/".join(tiers)}


def run_die(case: Case) -> dict[str, str]:
    scoring = names(case.parameters["scoring"])
    scene = Scene(Answers(), players=len(scoring))
    for seat, text in zip(scene.seats, scoring, strict=True):
        seat.ended = "exploded" if text.endswith("x") else "stopped"
        seat.scoring_space = int(text.removesuffix("x"))
    return {"rollers": ",".join(str(seat.index) for seat in rollers(scene.table))}


def run_shop(case: Case) -> dict[str, str]:
    basket = names(case.parameters["buy"])
    scene = Scene(Answers(baskets=[basket]), round_number=case.number("round"))
    scene.sell_out(*names(case.parameters.get("soldout", "")))
    coins = case.number("coins")
    seat = scene.seats[1]
    seat.scoring_space = next(index for index, space in enumerate(TRACK) if space.coins == coins)
    shop(scene.table, seat)
    purchase = scene.named("purchase")[0]
    assert purchase["chips"] == basket
    return {"word": "ok", "cost": str(purchase["price"])}


class RubyScript(Answers):
    """Buys what the case wants, even if it is not offered."""

    def __init__(self, spend: Sequence[str]) -> None:
        super().__init__()
        self.spend = [*spend, "keep"]
        self.scene: Scene | None = None

    def choose(self, seat: int, decision: str, options: Sequence[str]) -> int:
        thing = self.spend.pop(0)
        if thing not in options:
            assert self.scene is not None
            buy_with_rubies(self.scene.table, self.scene.seats[seat], thing)
        return options.index(thing)


def run_rubies(case: Case) -> dict[str, str]:
    script = RubyScript(names(case.parameters["spend"]))
    scene = script.scene = Scene(script)
    seat = scene.seats[0]
    seat.rubies = case.number("rubies")
    seat.droplet = case.number("droplet")
    seat.flask_full = case.parameters["flask"] == "full"
    spend_on_droplet_and_flask(scene.table, seat)
    return {
        "rubies": str(seat.rubies),
        "flask": "full" if seat.flask_full else "empty",
        "droplet": str(seat.droplet),
    }


class EvaluationScript(Answers):
    """Rolls and decides as the seats of the case want; buys and spends nothing."""

    def __init__(self, seats: Sequence[Mapping[str, str]]) -> None:
        super().__init__()
        self.seats = seats

    def die(self, seat: int, faces: int) -> int:
        return FACES[self.seats[seat]["die"]]

    def choose(self, seat: int, decision: str, options: Sequence[str]) -> int:
        if decision == "explosion":
            return options.index("points" if self.seats[seat]["choice"] == "vp" else "coins")
        return len(options) - 1 if decision == "purple" else 0

    def purchase(self, seat: int, coins: int, offers: Mapping[str, int], least: int) -> list[str]:
        return []


def evaluation_scene(case: Case, round_number: int) -> Scene:
    scene = Scene(
        EvaluationScript(case.seats),
        players=len(case.seats),
        round_number=round_number,
        card=case.parameters.get("card", ""),
    )
    for seat, wanted in zip(scene.seats, case.seats, strict=True):
        chips = ["K1"] * int(wanted.get("black", 0)) + ["P1"] * int(wanted.get("purple", 0))
        chips += ["G1"] * int(wanted.get("green", 0))
        scene.fill_pot(seat.index, [f"{kind}@{at}" for at, kind in enumerate(chips, start=1)])
        seat.victory_points = int(wanted["vp"])
        seat.rubies = int(wanted["rubies"])
        seat.droplet = int(wanted.get("droplet", 0))
        seat.scoring_space = int(wanted["scoring"])
        seat.ended = "exploded" if wanted["state"] == "exploded" else "stopped"
    return scene


def run_evaluate(case: Case) -> list[dict[str, str]]:
    scene = evaluation_scene(case, case.number("round"))
    evaluate(scene.table)
    budgets = {event["seat"]: event["coins"] for event in scene.named("budget")}
    return [
        {
            "word": wanted["name"],
            "vp": str(seat.victory_points),
            "rubies": str(seat.rubies),
            "droplet": str(seat.droplet),
            "budget": str(budgets.get(seat.index, 0)),
        }
        for seat, wanted in zip(scene.seats, case.seats, strict=True)
    ]


def run_final(case: Case) -> dict[str, str]:
    scene = evaluation_scene(case, 9)
    for step in (ruby_of_space, points_of_space, final_conversion):
        for seat in scene.seats:
            step(scene.table, seat)
    by_name = {
        wanted["name"]: str(seat.victory_points)
        for seat, wanted in zip(scene.seats, case.seats, strict=True)
    }
    winners = [case.seats[seat.index]["name"] for seat in find_winners(scene.table)]
    return by_name | {"winners": ",".join(winners)}


RUNNERS: dict[str, Callable[[Case], dict[str, str]]] = {
    "brew": run_brew,
    "start": run_start,
    "rats": run_rats,
    "track": run_track,
    "readers": run_readers,
    "black": run_black,
    "purple": run_purple,
    "die": run_die,
    "shop": run_shop,
    "rubies": run_rubies,
    "final": run_final,
}


def test_all_examples_are_read() -> None:
    assert sorted(case.id for case in worked_examples()) == sorted(
        f"E{number:02d}" for number in range(1, 1 + len(worked_examples()))
    )
    assert Counter(case.kind for case in worked_examples())["brew"] >= 60
    assert {case.id for case in worked_examples() if case.illegal} == set(RULES_BROKEN)


@pytest.mark.parametrize(
    "case", [case for case in worked_examples() if not case.illegal], ids=lambda case: case.id
)
def test_worked_example(case: Case) -> None:
    if case.kind == "evaluate":
        assert run_evaluate(case) == [dict(want) for want in case.wants]
        return
    wanted = dict(case.want)
    if "bag" in wanted:
        wanted["bag"] = ",".join(sorted(names(wanted["bag"])))
    found = RUNNERS[case.kind](case)
    assert {name: found[name] for name in wanted} == wanted


@pytest.mark.parametrize(
    "case", [case for case in worked_examples() if case.illegal], ids=lambda case: case.id
)
def test_illegal_example_is_refused(case: Case) -> None:
    with pytest.raises(IllegalMove) as refusal:
        RUNNERS[case.kind](case)
    assert refusal.value.rule == RULES_BROKEN[case.id]


def test_options_default_to_the_rule_book() -> None:
    assert Options.from_mapping({}) == Options()
