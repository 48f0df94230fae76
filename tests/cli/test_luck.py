"""``quacks luck``, and saved games in ``quacks replay`` and ``quacks chart``."""

import json
from pathlib import Path

import pytest

from quacks_sim.advice.saved import save
from quacks_sim.journal import record_game
from quacks_sim.match import make_match
from quacks_sim.rules.options import RuleOptions
from tests.advice.own_games import evening
from tests.cli.conftest import ROOT, Quacks

KEYS = {
    *("command", "schema", "summary", "players", "names", "round", "over", "points", "rivals"),
    *("luckier_than", "luck", "above_expectation", "cost", "brews", "not_judged", "decisions"),
    *("by_kind", "values", "notes", "rules", "elapsed_seconds", "versions"),
}


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Save the game of docs/advise.md."""
    return save(evening(), tmp_path / "evening.json")


def test_a_person_is_told_luck_and_costs(quacks: Quacks, saved: Path) -> None:
    content = saved.read_bytes()
    done = quacks("luck", saved)
    assert (done.code, done.err) == (0, "")
    first, *lines = done.out.splitlines()
    assert first.startswith("So far you were luckier than ")
    assert first.endswith("your decisions cost 7.3 points, most of it stopping in round 1.")
    assert any(each.startswith("Round 2 is not judged: it is not over yet") for each in lines)
    told = [" ".join(each.split()) for each in lines]
    assert "1 O1 W1 W2 W1, white 4 stop draw 4.97" not in told  # in the order of the pot
    assert "1 W1 O1 W2 W1, white 4 stop draw 4.97" in told
    assert "1 7 coins buy B1 buy O1 G1 1.34" in told
    assert "purchases 1 0 1.34" in told
    assert saved.read_bytes() == content


def test_the_page_shows_what_is_printed(
    quacks: Quacks, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    *lines, _ = quacks("luck", saved.name).out.splitlines()
    page = (ROOT / "docs/advise.md").read_text(encoding="utf-8")
    assert "\n".join(["$ quacks luck evening.json", *lines]).rstrip() in page


def test_the_document_has_the_promised_keys(quacks: Quacks, saved: Path) -> None:
    document = quacks("luck", saved, "--json").document
    assert document.keys() == KEYS
    (brew,) = document["brews"]
    assert brew["luck"] == pytest.approx(brew["brought"] - brew["expected"] + brew["cost"])
    assert brew["drawn"] == [["W1", ""], ["O1", ""], ["W2", ""], ["W2", "flask"], ["W1", ""]]
    assert 0 < document["luckier_than"] < 1
    costs = [each["cost"] for each in document["decisions"]]
    assert sum(costs) == pytest.approx(document["cost"])
    assert document["by_kind"]["purchases"]["decisions"] == 1
    lines = quacks("luck", saved, "--format", "csv").out.splitlines()
    assert lines[0].startswith("what,round,bag,card,drawn,")
    assert len(lines) == 1 + 1 + len(document["decisions"])
    assert quacks("luck", saved, "--format", "md").out.startswith("So far you were luckier than ")


def test_a_journal_is_judged_from_a_seat(quacks: Quacks, tmp_path: Path) -> None:
    rules = RuleOptions(chip_supply="unlimited")
    match = make_match(["random+stop=bust_risk:0.3", "random+stop=safe"], rules=rules, seed=7)
    (tmp_path / "game.json").write_text(json.dumps(record_game(match, 0)))
    documents = [
        quacks("luck", "game.json", *options, "--json", "--states", 2000).document
        for options in ([], ["--seat", 1])
    ]
    assert [document["over"] for document in documents] == [True, True]
    # Who never risks anything is told to dare more.
    costs = [document["by_kind"]["drawing and stopping"]["cost"] for document in documents]
    assert costs[0] < costs[1] / 2
    assert documents[0]["points"] == documents[1]["rivals"][0]


def test_a_chart_of_the_game(quacks: Quacks, saved: Path, tmp_path: Path) -> None:
    done = quacks("luck", saved, "--chart", "course.svg", "--quiet")
    assert done.code == 0
    assert (tmp_path / "course.svg").is_file()
    assert quacks("luck", saved, "--chart", "course.svg").code == 2
    drawn = quacks("chart", saved)
    assert (drawn.code, drawn.out.strip()) == (0, str(tmp_path / "evening.png"))
    assert (tmp_path / "evening.png").is_file()
    assert "has one chart" in quacks("chart", saved, "--chart", "spread").err


def test_replay_tells_a_saved_game(quacks: Quacks, saved: Path) -> None:
    out = quacks("replay", saved).out
    assert out.startswith("A game at your table")
    assert "You buy B1 · advised: buy O1 G1, 1.34 points more" in out
    assert "o1 g1 +4.32" not in out
    why = quacks("replay", saved, "--why", "--round", 1).out
    assert "o1 g1 +4.32, b1 +2.98" in why
    assert "Round 2" not in why
    document = quacks("replay", saved, "--json").document
    assert document["command"] == "replay"
    (bought,) = [each for each in document["steps"] if each["asked"] == "market"]
    assert (bought["taken"], bought["advised"], bought["points"]) == ("b1", "o1 g1", 2)
    assert quacks("replay", saved, "--format", "md").out.startswith("```\nA game at your table")
    lines = quacks("replay", saved, "--format", "csv").out.splitlines()
    assert len(lines) == 1 + len(document["steps"])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["luck", "missing.json"], "no file missing.json"),
        (["luck", "other.json"], "neither a saved game nor a journal"),
        (["luck", "evening.json", "--seat", "1"], "one seat only"),
        (["luck", "evening.json", "--values", "champoin"], "no values"),
        (["luck", "evening.json", "--states", "10"], "from 1000"),
        (["replay", "evening.json", "--check"], "one seat only"),
        (["replay", "evening.json", "--seat", "0"], "one seat only"),
        (["replay", "evening.json", "--seed", "1"], "the file says it"),
        (
            ["replay", "balanced", "safe", "--values", "champion"],
            "--values belongs to a game saved",
        ),
    ],
)
def test_what_does_not_belong_is_refused(
    quacks: Quacks, saved: Path, tmp_path: Path, words: list[str], told: str
) -> None:
    (tmp_path / "other.json").write_text("{}")
    done = quacks(*words)
    assert done.code == 2
    assert told in done.err
