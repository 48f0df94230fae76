"""Answers to one kind of question each, from frames made by hand."""

import pandas as pd

from quacks_sim.charts.bases import Differences
from quacks_sim.charts.sources import SOURCES
from quacks_sim.charts.special import SPECIAL_CHARTS
from quacks_sim.report import answer_of
from quacks_sim.report.special_answers import (
    SPECIAL_ANSWERS,
    of_cards,
    of_comebacks,
    of_differences,
    of_last_chips,
    of_luck,
    of_objectives,
    of_seats,
    of_sources,
    of_spread,
)
from tests.report.conftest import dataset

MINUS, SPACE = "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}"


def measured(frame: pd.DataFrame, measure: str, means: list[float], half: float) -> pd.DataFrame:
    """Return the frame with a measure and its interval."""
    frame[measure] = means
    frame[f"{measure}_low"] = frame[measure] - half
    frame[f"{measure}_high"] = frame[measure] + half
    return frame


def differences(points: list[float], half: float = 0.2) -> Differences:
    frame = pd.DataFrame({"plan": [f"plan {number}" for number in range(len(points))]})
    measured(frame, "victory_points", points, half)
    measured(frame, "win_share", [3 * each for each in points], 3 * half)
    for measure in ("victory_points", "win_share"):
        frame[f"{measure}_resolved"] = (frame[f"{measure}_low"] > 0) | (
            frame[f"{measure}_high"] < 0
        )
    return Differences(frame, ["plan"], "as usual")


def test_every_special_chart_has_an_answer():
    assert set(SPECIAL_ANSWERS) == set(SPECIAL_CHARTS)


def test_differences_name_what_adds_and_what_costs_most():
    answer = of_differences(differences([-1.0, 2.0, 0.1]))
    assert answer.sentence == (
        "Compared with as usual: plan 1 adds most: +2.0 ± 0.2 victory points; "
        f"plan 0 costs most: {MINUS}1.0 ± 0.2 victory points."
    )
    assert answer.remarks[1] == (
        "plan 2: +0.1 ± 0.2 victory points, +0.3 ± 0.6 percentage points of games won "
        "(points: not resolved)."
    )


def test_differences_that_are_not_resolved_name_nobody():
    answer = of_differences(differences([0.1, -0.1]))
    assert answer.sentence.endswith("no difference in points is resolved (2 were looked at).")


def test_two_axes_are_told_line_by_line():
    found = differences([-1.0, 2.0, 0.1, 0.5])
    frame = found.frame.assign(plan=["a", "a", "b", "b"], in_round=[1, 2, 1, 2])
    answer = of_differences(Differences(frame, ["in_round", "plan"], "as usual"))
    assert "round 2, a adds most" in answer.sentence
    assert answer.remarks == (
        f"round 1, victory points by plan: a: {MINUS}1.0 ± 0.2, b: +0.1 ± 0.2 (not resolved).",
        "round 2, victory points by plan: a: +2.0 ± 0.2, b: +0.5 ± 0.2.",
    )


def test_losses_only_name_no_gain():
    assert "adds" not in of_differences(differences([-1.0, -2.0])).sentence


def test_the_spread_tells_three_things_and_who_is_not_resolved():
    frame = pd.DataFrame({"games": [100, 100]})
    measured(frame, "victory_points", [50.0, 40.0], 1)
    measured(frame, "victory_points_spread", [8.0, 8.1], 0.2)
    measured(frame, "explosion_rate", [0.2, 0.3], 0.01)
    answer = of_spread(frame, ["Set 1", "Set 2"])
    assert answer.sentence == (
        "The highest mean is that of Set 1, 50.0 ± 1.0 victory points; the widest spread (sd) is "
        "that of Set 2, 8.1 ± 0.2 victory points (not resolved from it: 1 of 1 others); the "
        f"highest explosion rate is that of Set 2, 30.0{SPACE}% ± 1.0 of rounds."
    )


def test_seats_name_those_that_differ_from_the_fair_share():
    frame = measured(pd.DataFrame({"seat": [1, 2]}), "win_share", [0.52, 0.48], 0.01)
    answer = of_seats([frame], ["2 players"])
    assert answer.sentence == (
        f"2 players: seat 1 52.0{SPACE}% ± 1.0, seat 2 48.0{SPACE}% ± 1.0 differ from the fair "
        f"share of 50.0{SPACE}%."
    )
    assert answer.remarks == (
        "These 2 intervals hold at once: in 95 % of runs none of them misses.",
    )
    frame = measured(pd.DataFrame({"seat": [1, 2]}), "win_share", [0.505, 0.495], 0.01)
    assert "no seat is resolved from" in of_seats([frame], ["2 players"]).sentence


def test_sources_tell_the_share_of_the_last_round():
    frame = pd.DataFrame({"round": range(1, 10)})
    for name in SOURCES:
        frame[name] = 0.0
    frame["points_space"] = 2.0
    frame.loc[8, "points_final"] = 2.0
    assert of_sources([frame], ["yardstick"]).sentence == (
        f"yardstick: round 9 brings 4.0 of 20.0 victory points (20.0{SPACE}%), round 8 2.0; the "
        f"largest income is that of the scoring space (90.0{SPACE}%)."
    )


def test_cards_name_the_best_and_the_worst_with_their_rounds():
    frame = pd.DataFrame({"card": ["FP1", "FB2"], "name": ["One", "Two"], "round": [1, 9]})
    measured(frame, "victory_points", [2.0, -1.0], 0.1)
    frame["victory_points_resolved"] = [True, False]
    answer = of_cards(frame)
    assert "adds most to a player's points is FP1 One in round 1, +2.0 ± 0.1;" in answer.sentence
    assert f"FB2 Two in round 9, {MINUS}1.0 ± 0.1." in answer.sentence
    assert answer.remarks[0] == "1 of 2 values are resolved from 0."
    assert f"from the top: FP1 One +2.0, FB2 Two {MINUS}1.0" in answer.remarks[1]


def test_luck_tells_both_shares():
    frame = pd.DataFrame({"table": ["a, b"]})
    measured(frame, "skill_of_points", [0.1], 0.01)
    measured(frame, "skill_of_wins", [0.2], 0.01)
    said = of_luck(frame).sentence
    assert f"among a, b the strategy decides 10.0{SPACE}% ± 1.0 of the variance of final" in said
    assert f"20.0{SPACE}% ± 1.0 of that of wins" in said


def test_comebacks_tell_the_middle_of_the_game():
    frame = pd.DataFrame({"cell": ["rats"] * 8, "round": range(1, 9)})
    measured(frame, "last", [0.1] * 8, 0.01)
    measured(frame, "leader", [0.4] * 8, 0.01)
    assert of_comebacks(frame).sentence == (
        f"Of who stands where after round 5: rats: the last one wins 10.0{SPACE}% ± 1.0, the "
        f"leader 40.0{SPACE}% ± 1.0."
    )


def objectives(near: bool) -> pd.DataFrame:
    """Two plans: the first wins more by 3 percentage points, the second scores more by 1 point."""
    frame = measured(pd.DataFrame({"plan": ["a", "b"]}), "win_share", [0.28, 0.25], 0.01)
    measured(frame, "victory_points", [50.0, 51.0], 0.2)
    measured(frame, "win_share_to_best", [0.0, -0.03], 0.002)
    measured(frame, "victory_points_to_best", [-1.0, 0.0], 0.1)
    frame["win_share_near_best"] = [True, near]
    frame["victory_points_near_best"] = [False, True]
    return frame


def test_two_objectives_tell_what_each_gives_up():
    answer = of_objectives(objectives(near=False), ["a", "b"])
    assert answer.sentence == (
        f"Most often wins a, 28.0{SPACE}% ± 1.0 of games and 50.0 ± 0.2 victory points; most "
        f"points has b, 25.0{SPACE}% ± 1.0 of games and 51.0 ± 0.2 victory points."
    )
    assert answer.remarks[0].startswith(
        f"Playing to win: +3.0 ± 0.2 percentage points of games won, {MINUS}1.0 ± 0.1 victory"
    )
    assert answer.remarks[1].startswith("No plan may be best at both")
    said = of_objectives(objectives(near=True), ["a", "b"]).remarks[1]
    assert "not resolved" in said
    assert "1 of 2 may be best at both" in said


def test_one_plan_may_be_best_at_both():
    frame = objectives(near=False)
    frame["victory_points"] = [52.0, 51.0]
    said = of_objectives(frame, ["a", "b"]).sentence
    assert said.startswith("The plan that wins most often is also the one that scores most: a, ")


def test_the_last_chips_tell_what_a_third_one_would_add():
    frame = pd.DataFrame({"cell": "1 bought", "last": [1, 2, 3], "placed": 10.0})
    measured(frame, "rubies", [0.5, 1.0, 1.5], 0.1)
    answer = of_last_chips(frame)
    assert answer.sentence == (
        "Rubies a game from green chips among the last two: 1 bought: 1.0 ± 0.1, with the last "
        "three 1.5 ± 0.1."
    )
    assert answer.remarks == (
        f"1 bought: 10.0 green chips lie in the pots of a game; 10.0{SPACE}% of them are among the "
        f"last two, 15.0{SPACE}% among the last three (+50.0{SPACE}% rubies).",
    )


def test_the_answer_of_a_dataset_is_that_of_its_chart(tmp_path):
    found = dataset(
        tmp_path / "set",
        tables=[["safe", "yardstick"]],
        vary={"explosion": ["coins", "points"]},
        chart="differences",
        base="coins",
    )
    assert answer_of(found).sentence.startswith("Compared with coins: ")
