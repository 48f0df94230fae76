"""``quacks strategies``, ``quacks rules`` and ``quacks experiments``."""

import tomllib
from pathlib import Path

import pytest

from quacks_sim import RuleOptions, shipped_strategies
from quacks_sim.rules.cards import CARD_IDS
from quacks_sim.rules.tables import read_table
from tests.cli.conftest import Quacks

POLICY = """from quacks_sim import Parameter, policy


@policy("stop", Parameter("most", 5, 0, 20, "chips in the pot", whole=True))
def few_chips(view, params):
    '''Stop once a number of chips lies in the pot.'''
    return view.pot_size >= params.most
"""


def test_strategies_are_listed(quacks: Quacks) -> None:
    bare, listed = quacks("strategies"), quacks("strategies", "list")
    assert bare == listed
    assert bare.code == 0
    for name in shipped_strategies():
        assert name in bare.out
    document = quacks("strategies", "list", "--json").document
    assert [each["name"] for each in document["strategies"]] == shipped_strategies()
    assert quacks("strategies", "--json").document == document


def test_a_shown_strategy_can_be_played(quacks: Quacks, tmp_path: Path) -> None:
    text = quacks("strategies", "show", "balanced+stop.max_risk=0.3").out
    assert tomllib.loads(text)["stop"]["max_risk"] == 0.3
    (tmp_path / "mine.toml").write_text(text)
    shown = quacks("strategies", "show", "mine.toml", "--json").document
    original = quacks("strategies", "show", "balanced+stop.max_risk=0.3", "--json").document
    assert shown["fingerprint"] == original["fingerprint"]
    assert "did you mean balanced?" in quacks("strategies", "show", "balancd").err


def test_policies_are_listed(quacks: Quacks) -> None:
    done = quacks("strategies", "policies", "stop", "--json")
    names = {each["policy"] for each in done.document["policies"]}
    assert {"white_sum", "bust_risk", "safe", "space", "chips", "never"} <= names
    assert quacks("strategies", "policies", "stp").code == 2


def test_a_good_strategy_is_ok(quacks: Quacks, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(POLICY)
    (tmp_path / "own.toml").write_text('[stop]\npolicy = "own.py:few_chips"\nmost = 4\n')
    done = quacks("strategies", "check", "own.toml", "--plugin", "own.py")
    assert done.code == 0
    assert done.out.startswith("ok: own\n")
    assert "own.py:few_chips" in done.out
    document = quacks("strategies", "check", "own.py", "--json").document
    assert document["ok"] is True
    assert document["own_policies"][0]["decisions"] > 100


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("return view.pot_size >= params.most", "return 1.5"), "returns"),
        (("view, params", "view"), "header"),
        (("5, 0, 20", "50, 0, 20"), "default"),
        (("def few", "deff few"), "own.py:5"),
        (("@policy", "# @policy"), "no function marked"),
    ],
)
def test_a_bad_policy_is_refused(
    quacks: Quacks, tmp_path: Path, change: tuple[str, str], words: str
) -> None:
    (tmp_path / "own.py").write_text(POLICY.replace(*change))
    done = quacks("strategies", "check", "own.py")
    assert done.code == 2
    assert done.out == ""
    assert words in done.err
    assert len(done.err.splitlines()) == 2


def test_a_bad_strategy_is_refused(quacks: Quacks, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('[stop]\npolicy = "bust_risk"\nmax_rsk = 0.3\n')
    done = quacks("strategies", "check", "own.toml")
    assert done.code == 2
    assert "did you mean max_risk?" in done.err
    assert quacks("strategies", "check", "nothing.toml").code == 2
    assert quacks("strategies", "check", "nothing.py").code == 2


def test_rule_options_are_listed_with_values_and_choice(quacks: Quacks) -> None:
    document = quacks("rules", "--json", "--rule", "explosion_limit=8").document
    options = {each["option"]: each for each in document["options"]}
    assert set(options) == set(RuleOptions.model_fields)
    limit = options["explosion_limit"]
    assert (limit["values"], limit["default"], limit["value"]) == ([5, 6, 7, 8, 9], 7, 8)
    assert all(each["meaning"] for each in options.values())
    text = quacks("rules", "--rule", "explosion_limit=8").out
    assert "8 *" in text
    assert " *" not in quacks("rules").out.replace("* not the default", "")
    assert quacks("rules", "--rule", "explosion_limt=8").code == 2
    assert document["cards"] is None
    assert quacks("rules", "--cards", "3=FB5", "--json").document["cards"] == "none,3=FB5"
    assert "cards: all, none for a lone player" in quacks("rules").out


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("track", "pot_track"),
        ("prices", "prices"),
        ("supply", "supply"),
        ("bag", "starting_bag"),
        ("die", "bonus_die"),
        ("rats", "rat_tails"),
    ],
)
def test_tables_of_the_box(quacks: Quacks, name: str, file: str) -> None:
    document = quacks("rules", "show", name, "--json").document
    assert [[str(value) for value in row.values()] for row in document["rows"]] == [
        [row[column] for column in document["rows"][0]] for row in read_table(file)
    ]
    done = quacks("rules", "show", name)
    assert done.code == 0
    assert len(done.out.splitlines()) > 4


def test_the_starting_bag_has_nine_chips(quacks: Quacks) -> None:
    assert quacks("rules", "show", "bag").out.splitlines()[-2].split() == ["together", "9"]
    assert quacks("rules", "show", "supply").out.splitlines()[-2].split() == ["together", "216"]


def test_prices_of_all_sets_with_the_books_in_play_marked(quacks: Quacks) -> None:
    shown = quacks("rules", "show", "prices", "--books", "green=3", "--rule", "price_green_s3_4=18")
    lines = {line.split()[0]: line for line in shown.out.splitlines() if line}
    assert lines["green"].split("   ")[-2].strip() == "6 / 11 / 18 *"
    assert lines["red"].index("6 / 10 / 16 *") < lines["red"].index("4 / 8 / 14")
    assert lines["black"].split() == ["black", "10", "*"]
    assert "quacks_sim/rules/data/prices.csv" in shown.out


def test_books_with_price_and_effect(quacks: Quacks) -> None:
    rows = quacks("rules", "show", "books", "--set", "2", "--json").document["rows"]
    assert len(rows) == 22
    books = {row["book"]: row for row in rows}
    assert [book for book, row in books.items() if row["in_play"]] == [
        *("orange-1", "black-1", "green-2", "blue-2", "red-2", "yellow-2", "purple-2")
    ]
    assert (books["yellow-2"]["prices"], books["yellow-2"]["from_round"]) == ([9, 13, 19], 2)
    assert books["yellow-2"]["effect"] in quacks("rules", "show", "books").out


def test_cards_with_moment_choice_and_effect(quacks: Quacks) -> None:
    rows = quacks("rules", "show", "cards", "--json").document["rows"]
    assert [row["card"] for row in rows] == list(CARD_IDS)
    assert {row["card"] for row in rows if row["choice"]} >= {"FP1", "FB3", "FB7"}
    shown = quacks("rules", "show", "cards").out
    for row in rows:
        assert row["effect"] in shown
        assert row["name"].split()[0] in shown


def test_everything_is_shown_at_once(quacks: Quacks, monkeypatch: pytest.MonkeyPatch) -> None:
    document = quacks("rules", "show", "--json").document
    assert list(document["tables"]) == ["books", "cards", "options", "prices", "track"]
    assert all(each["rows"] and each["source"] for each in document["tables"].values())
    monkeypatch.setenv("COLUMNS", "80")
    lines = quacks("rules", "show").out.splitlines()
    notes = [line for line in lines if len(line) > 80]
    # Where there is no terminal only tables are wrapped, not sentences.
    assert all("  " not in line and "│" not in line for line in notes)
    assert len(lines) > 200


def test_one_rule_option(quacks: Quacks) -> None:
    done = quacks("rules", "show", "rats_above_50")
    assert "loop | none | own_table (default: loop)" in done.out
    assert "value" in quacks("rules", "show", "explosion_limit", "--json").document
    wrong = quacks("rules", "show", "trakc")
    assert wrong.code == 2
    assert "did you mean track?" in wrong.err


def test_experiments_are_listed_and_shown(quacks: Quacks) -> None:
    from quacks_sim.experiment import shipped_experiments

    names = shipped_experiments()
    document = quacks("experiments", "--json").document
    assert [each["name"] for each in document["experiments"]] == names
    assert quacks("experiments").out == quacks("experiments", "list").out
    for name in names[:1]:
        assert "question" in tomllib.loads(quacks("experiments", "show", name).out)
    assert quacks("experiments", "show", "nothing").code == 2
