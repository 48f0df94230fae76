"""The page of findings: complete, and made from the numbers."""

import re
from pathlib import Path

import pytest

from quacks_sim.experiment import load, load_experiment, shipped_experiments
from quacks_sim.report import answer_of
from quacks_sim.report.findings import (
    LEAST_GAMES,
    SECTIONS,
    games_of,
    main,
    page_of_findings,
    play,
    texts_of,
)

PAGE = Path(__file__).parents[2] / "docs" / "findings.md"


def test_every_shipped_question_is_on_the_page_once():
    named = [name for names in SECTIONS.values() for name in names]
    assert sorted([*named, "demo"]) == shipped_experiments()
    assert len(named) >= 18


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("findings")
    page = folder / "docs" / "findings.md"
    chosen = ["--only", "seats,rubies", "--share", "0.0001", "--threads", "1"]
    assert main([str(page), "--out", str(folder / "out"), *chosen]) == 0
    return folder, page


def test_the_page_has_question_answer_chart_claims_and_command(made):
    folder, page = made
    text = page.read_text(encoding="utf-8")
    assert "**2 of 2 questions were played with fewer games" in text
    assert "720 games (3 cells of 240), a share of 0.0008 of what is asked for." in text
    for name in ("seats", "rubies"):
        dataset = load(folder / "out" / name)
        experiment = load_experiment(name)
        assert f"**{experiment.question}**" in text
        assert answer_of(dataset).sentence in text
        assert f"`quacks run {name} --games {LEAST_GAMES} --seed 1`" in text
        assert (page.parent / "figures" / "findings" / f"{name}.png").stat().st_size < 120_000
        for claim in experiment.claims:
            assert claim.claim in text
    assert re.search(r"\| (agrees|disagrees|not resolved) \|", text)
    assert str(folder) not in text


def test_one_question_made_anew_leaves_the_others_as_they_are(made, tmp_path):
    folder, page = made
    copy = tmp_path / "findings.md"
    old = texts_of(page)
    changed = page.read_text(encoding="utf-8").replace(old["rubies"], "### rubies\n\nOld words.")
    copy.write_text(changed, encoding="utf-8")
    chosen = ["--only", "seats", "--share", "0.0001", "--threads", "1"]
    assert main([str(copy), "--out", str(folder / "out"), *chosen]) == 0
    assert copy.read_text(encoding="utf-8") == changed.replace("2 of 2", "1 of 2")
    assert texts_of(copy) == {**old, "rubies": "### rubies\n\nOld words."}


def test_the_page_in_the_docs_is_one_that_the_program_writes():
    text = PAGE.read_text(encoding="utf-8")
    assert page_of_findings(texts_of(PAGE)) == text
    told = set(texts_of(PAGE))
    assert told == {name for names in SECTIONS.values() for name in names}
    for name in told:
        assert (PAGE.parent / "figures" / "findings" / f"{name}.png").is_file()


def test_what_is_there_is_kept_and_another_plan_is_replaced(made, tmp_path):
    folder, _ = made
    assert play("seats", folder / "out", 0.0001, 1).played == 0
    first = play("rubies", tmp_path, 0.0001, 1)
    assert first.played == LEAST_GAMES * 6
    again = play("rubies", tmp_path, 0.004, 1)
    assert again.games_per_cell == games_of("rubies", 0.004) == 396
    assert again.complete
    kept = play("rubies", tmp_path, 0.0001, 1)
    assert (kept.games_per_cell, kept.played) == (396, 0)


def test_a_finding_that_does_not_exist_is_refused(tmp_path, capsys):
    assert main([str(tmp_path / "page.md"), "--only", "rubys"]) == 1
    assert "there is no finding 'rubys'" in capsys.readouterr().err
