"""``quacks sweep``."""

import csv
import io
from pathlib import Path

import pytest

from quacks_sim.cli.varied import read_axes
from tests.cli.conftest import Quacks

SWEEP = ("sweep", "yardstick", "--against", "safe", "--games", 200, "--seed", 1)
KEYS = {
    *("command", "schema", "strategy", "against", "games", "seed", "rotated", "rules"),
    *("axes", "measure", "best", "not_resolved_from_best", "cells"),
    *("elapsed_seconds", "versions"),
}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("stop.max_risk=0.1:0.6:0.1", [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
        ("stop.max_risk=0:1:0.05", [round(0.05 * step, 2) for step in range(21)]),
        ("stop.max_risk=0.1:0.35:0.1", [0.1, 0.2, 0.3]),
        ("stop.max_risk=0.3:0.1:-0.1", [0.3, 0.2, 0.1]),
        ("stop.max_risk=0.1,0.25", [0.1, 0.25]),
        ("stop.total=4:7", [4, 5, 6, 7]),
        ("stop.total@3=4:8:2,10", [4, 6, 8, 10]),
        ("rubies=keep,droplet", ["keep", "droplet"]),
        ("stop=bust_risk:0.3,white_sum:5", ["bust_risk:0.3", "white_sum:5"]),
        ("stop.max_risk@1-3=0.2,0.3", [0.2, 0.3]),
        ("stop.total=5,7/7/6/6/6/5/5/5/4", [5, (7, 7, 6, 6, 6, 5, 5, 5, 4)]),
        (
            "plan=purchase.red=0,purchase.red=2+rubies=keep",
            {
                "purchase.red=0": {"purchase.red": 0},
                "purchase.red=2+rubies=keep": {"purchase.red": 2, "rubies": "keep"},
            },
        ),
    ],
)
def test_values_are_read_without_drift(text: str, values: object) -> None:
    assert read_axes([text]) == {text.partition("=")[0]: values}


@pytest.mark.parametrize(
    "text",
    [
        "stop.max_risk",
        "stop.max_risk=",
        "=1",
        "stop.max_risk=0.1:0.6:0",
        "stop.max_risk=0.6:0.1:0.1",
        "stop.max_risk=0.1:0.6:0.1:1",
        "stop.max_risk=a:b:c",
        "stop.max_risk=nan",
        "stop.max_risk=0:inf:1",
        "stop.max_risk=0:1:0.0001",
        "stop.max_risk=0.1,0.1",
        "stop.max_risk@0-3=0.1",
        "stop.max_risk@4-3=0.1",
        "stop.max_risk@1-=0.1",
        "stop.max_risk=0.1/0.2",
        "plan=rubies=keep,droplet",
        "plan=rubies=keep,rubies=keep",
        "plan=keep,droplet",
        "games=rubies=keep,rubies=droplet",
    ],
)
def test_bad_ranges_are_refused(quacks: Quacks, text: str) -> None:
    done = quacks(*SWEEP, "--vary", text)
    assert done.code == 2
    assert len(done.err.splitlines()) == 2


def test_the_document(quacks: Quacks) -> None:
    done = quacks(*SWEEP, "--vary", "stop.max_risk=0.1:0.5:0.2", "--cards", "3=FB5", "--json")
    assert (done.code, done.err) == (0, "")
    document = done.document
    assert document.keys() == KEYS
    assert document["axes"] == {"stop.max_risk": [0.1, 0.3, 0.5]}
    assert [cell["values"]["stop.max_risk"] for cell in document["cells"]] == [0.1, 0.3, 0.5]
    assert document["against"] == ["safe"]
    assert document["rules"]["cards"] == "none,3=FB5"
    shares = [cell["win_share"]["mean"] for cell in document["cells"]]
    best = document["cells"][shares.index(max(shares))]
    assert document["best"] == best["values"]


def test_a_cell_is_the_same_as_playing_it(quacks: Quacks) -> None:
    cells = quacks(*SWEEP, "--vary", "stop.max_risk=0.2,0.4", "--json").document["cells"]
    played = quacks(
        *("play", "yardstick+stop.max_risk=0.4", "safe", "--games", 200, "--seed", 1, "--json")
    ).document["strategies"][0]
    assert cells[1]["victory_points"] == played["victory_points"]
    assert cells[0]["victory_points"] != played["victory_points"]


def test_two_axes_and_policies(quacks: Quacks) -> None:
    options = ("--vary", "rubies=keep,droplet", "--vary", "stop.max_risk=0.2,0.4")
    document = quacks(*SWEEP, *options, "--json").document
    assert [tuple(cell["values"].values()) for cell in document["cells"]] == [
        ("keep", 0.2),
        ("keep", 0.4),
        ("droplet", 0.2),
        ("droplet", 0.4),
    ]
    rows = list(csv.DictReader(io.StringIO(quacks(*SWEEP, *options, "--format", "csv").out)))
    assert [row["rubies"] for row in rows] == ["keep", "keep", "droplet", "droplet"]


def test_the_best_and_what_is_not_resolved_from_it(quacks: Quacks) -> None:
    vary = ("--vary", "stop.max_risk=0.278,0.28,0.9")
    document = quacks(*SWEEP, *vary, "--json").document
    assert document["measure"] == "win_share"
    best, worst = document["best"], {"stop.max_risk": 0.9}
    assert worst not in [best, *document["not_resolved_from_best"]]
    assert len(document["not_resolved_from_best"]) == 1
    for cell in document["cells"]:
        against = cell["against_best"]
        named = cell["values"] in document["not_resolved_from_best"]
        assert against["resolved"] is (cell["values"] != best and not named)
        if cell["values"] == best:
            assert against["difference"]["mean"] == 0
    done = quacks(*SWEEP, *vary)
    assert "; not resolved from stop.max_risk=0.2" in done.out
    assert "games would resolve it" in done.out
    rows = list(csv.DictReader(io.StringIO(quacks(*SWEEP, *vary, "--format", "csv").out)))
    assert [row["win_share_near_best"] for row in rows] == ["True", "True", "False"]
    far = quacks(*SWEEP, "--vary", "stop.max_risk=0.25,0.9")
    assert "all others are worse beyond doubt" in far.out


def test_rounds_and_plans_as_values(quacks: Quacks) -> None:
    sweep = ("sweep", "yardstick+stop=bust_risk:0.25", *SWEEP[2:])
    some = quacks(*sweep, "--vary", "stop.max_risk@1-3=0.5", "--json").document["cells"]
    each = quacks(*sweep, "--vary", "stop.max_risk=.5/.5/.5/.25/.25/.25/.25/.25/.25", "--json")
    plan = "plan=stop.max_risk@1=0.5+stop.max_risk@2-3=0.5"
    named = quacks(*sweep, "--vary", plan, "--json").document["cells"]
    assert some[0]["values"] == {"stop.max_risk@1-3": 0.5}
    assert named[0]["values"] == {"plan": "stop.max_risk@1=0.5+stop.max_risk@2-3=0.5"}
    for cells in (each.document["cells"], named):
        assert cells[0]["victory_points"] == some[0]["victory_points"]
        assert cells[0]["explosion_rate_by_round"] == some[0]["explosion_rate_by_round"]


def test_a_person_is_shown_the_best(quacks: Quacks) -> None:
    done = quacks(*SWEEP, "--vary", "stop.max_risk=0.1,0.9")
    assert "best win share: stop.max_risk=" in done.out
    assert "yardstick against safe · 200 games each" in done.out
    alone = quacks("sweep", "yardstick", "--vary", "rubies=keep,droplet", "--games", 200)
    assert "best points: rubies=" in alone.out


def test_values_are_checked_before_the_first_game(
    quacks: Quacks, monkeypatch: pytest.MonkeyPatch
) -> None:
    from quacks_sim import simulate

    monkeypatch.setattr(simulate, "play_match", lambda *_, **__: pytest.fail("a game was played"))
    done = quacks(*SWEEP, "--vary", "stop.max_risk=0.1,1.1")
    assert done.code == 2
    assert "out of range" in done.err
    assert "did you mean max_risk?" in quacks(*SWEEP, "--vary", "stop.max_rsk=0.1").err
    assert quacks(*SWEEP, "--vary", "rubies=keeep").code == 2
    assert quacks(*SWEEP, "--vary", "rubies=keep", "--vary", "rubies=droplet").code == 2


def test_a_chart(quacks: Quacks) -> None:
    options = ("--vary", "stop.max_risk=0.1,0.3,0.5", "--chart", "new/sweep.svg")
    assert quacks(*SWEEP, *options).code == 0
    assert Path("new/sweep.svg").read_text().startswith("<?xml")
    assert quacks(*SWEEP, *options).code == 2
