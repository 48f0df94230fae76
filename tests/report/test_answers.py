"""Answers in words: they say what the numbers say, and no more."""

import pandas as pd

from quacks_sim.cells import Standing
from quacks_sim.report.answers import _Line, _of_cells, _of_lines, _remark, answer_of
from quacks_sim.report.tables import tables_of


def cells(*rows: tuple[object, float, float]) -> pd.DataFrame:
    """A frame of cells: value, mean, half of the interval."""
    return pd.DataFrame(
        {
            "risk": value,
            "win_share": mean,
            "win_share_low": mean - half,
            "win_share_high": mean + half,
            "victory_points": 40.0,
        }
        for value, mean, half in rows
    )


def test_a_match_names_the_winner_and_only_its_own_comparisons(two):
    answer = answer_of(two)
    share = two.results()[0]["balanced"].win_share
    assert answer.sentence.startswith(
        f"balanced wins most often: {share.mean:.1%}".replace("%", "")
    )
    assert len(answer.remarks) == 1
    assert answer.remarks[0].startswith("balanced beats safe by")


def test_of_equals_nobody_asks_who_is_better(twins):
    assert answer_of(twins).sentence == (
        "This is a table of equals: both play the same strategy and change seats, so each wins "
        "exactly half of the games."
    )


def test_a_lone_player_has_points_only(alone):
    assert answer_of(alone).sentence.startswith("safe alone ends with ")


def test_the_best_cell_is_named_with_those_not_resolved_from_it():
    answer = _of_cells(
        cells((1, 0.2, 0.01), (2, 0.3, 0.01), (3, 0.29, 0.01)), ["risk"], "win_share"
    )
    assert answer.sentence == "Best of 3: risk 2, with 30.0\N{NO-BREAK SPACE}% ± 1.0 games won."
    assert answer.remarks == (
        "Not resolved from the best: 3.",
        "The other end: risk 1, with 20.0\N{NO-BREAK SPACE}% ± 1.0 games won.",
    )


def test_a_best_cell_that_stands_alone_is_resolved():
    answer = _of_cells(cells((1, 0.2, 0.01), (2, 0.3, 0.01)), ["risk"], "win_share")
    assert answer.remarks[0] == "No other cell reaches it: the difference is resolved."


def test_cells_with_wide_intervals_are_not_told_apart():
    answer = _of_cells(cells((1, 0.2, 0.2), (2, 0.3, 0.2)), ["risk"], "win_share")
    assert answer.sentence.startswith("No difference is resolved between the 2 cells")
    assert answer.remarks == ()


def test_two_axes_name_the_best_of_each_line(mapped):
    answer = answer_of(mapped)
    assert answer.sentence.startswith("Best of 6: ")
    told = [remark for remark in answer.remarks if remark.startswith("With explosion.round")]
    assert len(told) == 2


def test_a_tournament_names_the_best_with_its_comparisons(cup):
    answer = answer_of(cup)
    assert answer.sentence.startswith("balanced is rated highest of 3: ")
    assert [remark.partition(" by ")[0] for remark in answer.remarks] == [
        "balanced beats safe",
        "balanced beats pushing",
    ] or [remark.partition(" by ")[0] for remark in answer.remarks] == [
        "balanced beats pushing",
        "balanced beats safe",
    ]


def test_the_tables_of_a_tournament_are_its_ranking_and_its_pairs(cup):
    ranking, pairs = tables_of(cup, cup.results())
    assert [row[0].text for row in ranking.rows] == ["1", "2", "3"]
    assert ranking.rows[0][1].text == "balanced"
    assert len(pairs.rows) == 3


def test_the_best_of_a_line_is_paired_within_the_line(mapped):
    results, remarks = mapped.results(), answer_of(mapped).remarks
    for value in (1, 9):
        places = [each for each, row in mapped.cells.iterrows() if row["explosion.round"] == value]
        standing = Standing.of([results[place] for place in places])
        risks = [mapped.cells["stop.max_risk"][place] for place in places]
        (remark,) = (each for each in remarks if f"explosion.round {value}: best" in each)
        assert f"best is stop.max_risk {risks[standing.best]:g}" in remark
        assert ("not resolved" in remark) is bool(standing.unresolved)


def line(value: str, best: str, *near: str) -> _Line:
    return _Line(value, best, frozenset((best, *near)), "30 %")


def test_at_several_tables_what_is_good_everywhere_is_the_answer():
    lines = [line("against a", "0.2", "0.3"), line("against b", "0.3", "0.2", "0.4")]
    assert _of_lines("stop.max_risk", "table", lines) == (
        "At every table stop.max_risk 0.2 and 0.3 is best, or not resolved from the best."
    )
    lines = [line("against a", "0.2"), line("against b", "0.3")]
    assert _of_lines("stop.max_risk", "table", lines) == (
        "No stop.max_risk is best, or not resolved from the best, at every table: 0.2 against a; "
        "0.3 against b."
    )


def test_the_best_of_each_round_is_told_by_round():
    lines = [line("1", "0.7"), line("9", "0.1")]
    assert _of_lines("stop.max_risk@in_round", "in_round", lines) == (
        "The best stop.max_risk in the round: 0.7 in round 1; 0.1 in round 9."
    )


def test_labels_that_are_not_resolved_are_told_by_their_size():
    told = _remark("risk", "in_round", line("3", "0.5", "10", "0.2", "never"))
    assert told == (
        "With round 3: best is risk 0.5, 30 % (not resolved from it: 0.2, 10 and never)."
    )
