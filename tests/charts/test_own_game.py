"""The chart of a game of one's own: its numbers, and that it stands on its own."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from quacks_sim import charts
from quacks_sim.advice.dialogue import Dialogue
from quacks_sim.advice.luck import Luck, luck
from quacks_sim.advice.situation import Situation
from quacks_sim.charts.own_game import (
    figure_of_game,
    pots_frame,
    risks_frame,
    standings_frame,
    worth_of_pots,
)
from quacks_sim.errors import InputError
from tests.advice.own_games import before_a_brew, evening
from tests.advice.standin import StandIn


@cache
def judged() -> Luck:
    return luck(evening())


def test_the_course_of_points_has_a_row_for_each_player_and_round() -> None:
    rows = standings_frame(judged()).to_dict("records")
    assert rows == [
        {"round": 1, "player": "you", "points": 2},
        {"round": 1, "player": "Red", "points": 4},
        {"round": 1, "player": "Blue", "points": 6},
    ]


def test_pots_lie_in_what_their_bag_could_have_brought() -> None:
    frame = pots_frame(judged())
    (brew,) = judged().brews
    (row,) = frame.to_dict("records")
    assert (row["round"], row["scoring_space"], row["exploded"]) == (1, 7, False)
    assert row["brought"] == brew.brought
    for name, share in (("low", 0.05), ("middle", 0.5), ("high", 0.95)):
        below = brew.chances[brew.worths < row[name] - 1e-9].sum()
        upto = brew.chances[brew.worths <= row[name] + 1e-9].sum()
        assert below < share <= upto + 1e-9


def test_risks_are_those_before_each_draw() -> None:
    # docs/advise.md: after white 5 of 7 the W3 is one of five chips left; stopped at white 4.
    frame = risks_frame(judged())
    assert frame["chip"].tolist() == ["W1", "O1", "W2", "W2", "", "W1", "", "B1", ""][:8]
    assert frame["outcome"].tolist() == [
        *["drawn"] * 4, "stopped", "drawn", "stopped", "drawn",
    ]  # fmt: skip
    assert frame["chance"].tolist() == pytest.approx([0, 0, 0, 0, 0.2, 0, 0, 0])


def test_an_explosion_is_marked() -> None:
    dialogue = Dialogue(before_a_brew("W3x3"), StandIn())
    for entry in ("w3", "w3", "w3"):
        dialogue.enter(entry)
    found = luck(dialogue)
    assert risks_frame(found)["outcome"].tolist() == ["drawn", "drawn", "exploded"]
    assert risks_frame(found)["chance"].tolist() == [0, 0, 1]
    ax = worth_of_pots(pots_frame(found))
    (cross,) = [line for line in ax.lines if line.get_marker() == "X" and len(line.get_xdata())]
    assert np.array(cross.get_ydata()).tolist() == [found.brews[0].brought]


def test_the_figure_says_what_it_shows(tmp_path: Path) -> None:
    figure = figure_of_game(judged())
    title, caption = figure.texts
    assert title.get_label().startswith("So far you were luckier than ")
    assert "chance that the next chip explodes" in caption.get_label()
    assert [ax.get_title(loc="left") for ax in figure.axes] == [
        "Points at the end of each round",
        "What each pot was worth, and the space it reached (× exploded)",
        "Chance that the next chip explodes the pot",
    ]
    for name in ("game.png", "game.svg"):
        first = charts.save(figure_of_game(judged()), tmp_path / name).read_bytes()
        again = charts.save(figure_of_game(judged()), tmp_path / name, overwrite=True)
        assert again.read_bytes() == first


def test_what_there_is_not_yet_is_left_out() -> None:
    dialogue = Dialogue.of_game(Situation(players=2, rivals=(0,), with_cards=False), StandIn())
    with pytest.raises(InputError, match="nothing has been drawn"):
        figure_of_game(luck(dialogue))
    dialogue.enter("w1")
    (panel,) = figure_of_game(luck(dialogue)).axes
    assert panel.get_title(loc="left") == "Chance that the next chip explodes the pot"
    dialogue.enter("stop")
    assert len(figure_of_game(luck(dialogue)).axes) == 2
