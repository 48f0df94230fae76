"""``quacks play``."""

import csv
import io
import shlex
from pathlib import Path

import pytest

from quacks_sim import RuleOptions, load_strategy
from quacks_sim.match import make_match
from quacks_sim.results import rules_to_dict
from tests.cli.conftest import Done, Quacks

KEYS = {
    *("command", "schema", "games", "players", "seed", "rotated", "rules"),
    *("strategies", "pairs", "elapsed_seconds", "games_per_second", "versions"),
}
STRATEGY_KEYS = {
    *("name", "seats", "win_share", "victory_points", "explosion_rate"),
    *("explosion_rate_by_round", "coins_after_explosion_by_round", "scoring_space_by_round"),
    *("victory_points_by_round", "rats_per_game", "die_rolls_per_game", "flask_uses_per_game"),
    *("droplet_at_end", "bought_per_game", "final_bag"),
}
MORE_OF_STRATEGY = {"win_share_by_seat"}
PAIR_KEYS = {"a", "b", "victory_point_difference", "win_share_difference"}
MORE_OF_PAIR = {"resolved", "p_value", "p_value_holm", "games_to_resolve", "same_strategy"}


def without_time(done: Done) -> dict[str, object]:
    return {
        name: value
        for name, value in done.document.items()
        if name not in ("elapsed_seconds", "games_per_second")
    }


def test_the_document_has_the_promised_keys(quacks: Quacks) -> None:
    done = quacks(
        "play", "balanced", "yardstick", "safe", "--games", 600, "--seed", 5, "--json", "--no-cards"
    )
    assert (done.code, done.err) == (0, "")
    document = done.document
    assert document.keys() == KEYS
    assert (document["command"], document["schema"]) == ("play", 1)
    assert [document[name] for name in ("games", "players", "seed", "rotated")] == [600, 3, 5, True]
    for each in document["strategies"]:
        assert each.keys() == STRATEGY_KEYS | MORE_OF_STRATEGY
        assert all(len(each[name]) == 9 for name in each if name.endswith("_by_round"))
        assert each["final_bag"]["W1"] == 5  # one comes in round 6, and none leaves without cards
        assert each["seats"] == 1
    assert [each["name"] for each in document["strategies"]] == ["balanced", "yardstick", "safe"]
    assert sum(each["win_share"]["mean"] for each in document["strategies"]) == pytest.approx(1)
    assert [(each["a"], each["b"]) for each in document["pairs"]] == [
        ("balanced", "yardstick"),
        ("balanced", "safe"),
        ("yardstick", "safe"),
    ]
    assert all(each.keys() == PAIR_KEYS | MORE_OF_PAIR for each in document["pairs"])


def test_the_seed_decides_and_threads_do_not(quacks: Quacks) -> None:
    # More games than a block has, so that there is work for two threads.
    first, again, threads, other = (
        quacks(
            *("play", "yardstick", "safe", "--games", 13_000, "--json"),
            *("--seed", seed, "--threads", threads),
        )
        for seed, threads in ((1, 1), (1, 1), (1, 2), (2, 1))
    )
    assert without_time(first) == without_time(again) == without_time(threads)
    assert first.document["strategies"] != other.document["strategies"]


def test_seed_0_is_a_seed_and_a_chosen_one_is_told(quacks: Quacks) -> None:
    zero, again = (
        quacks("play", "yardstick", "safe", "--games", 200, "--seed", 0, "--json") for _ in range(2)
    )
    assert zero.document["seed"] == 0
    assert without_time(zero) == without_time(again)
    chosen = quacks("play", "yardstick", "safe", "--games", 200, "--json")
    seed = chosen.document["seed"]
    assert seed != quacks("play", "yardstick", "safe", "--games", 200, "--json").document["seed"]
    repeated = quacks("play", "yardstick", "safe", "--games", 200, "--json", "--seed", seed)
    assert without_time(repeated) == without_time(chosen)


def test_the_same_strategy_twice_is_two_rows(quacks: Quacks) -> None:
    done = quacks("play", "yardstick", "yardstick", "--games", 2000, "--seed", 3, "--json")
    first, second = done.document["strategies"]
    assert (first["name"], second["name"]) == ("yardstick", "yardstick#2")
    # With rotated seats both meet the same luck in turn, so they end exactly level.
    assert first["victory_points"] == second["victory_points"]
    still = quacks("play", "yardstick", "yardstick", "--games", 500, "--no-rotate", "--json")
    first, second = still.document["strategies"]
    assert first["victory_points"]["mean"] != second["victory_points"]["mean"]


def test_changes_of_a_strategy(quacks: Quacks) -> None:
    changed = "yardstick+stop.max_risk=0+rubies=keep"
    document = quacks("play", changed, "--games", 300, "--seed", 1, "--json").document
    (only,) = document["strategies"]
    assert only["name"] == changed
    assert only["explosion_rate"]["mean"] == 0
    assert quacks("play", "yardstick+stop.max_risk", "--games", 10).code == 2
    assert "max_risk?" in quacks("play", "yardstick+stop.max_rsk=1", "--games", 10).err


def test_one_strategy_is_a_solo_game(quacks: Quacks) -> None:
    done = quacks("play", "yardstick", "--games", 300, "--seed", 1)
    assert "1 player ·" in done.out
    assert "win share" not in done.out
    document = quacks("play", "yardstick", "--games", 300, "--seed", 1, "--json").document
    assert document["pairs"] == []


def test_a_single_game_has_no_nan(quacks: Quacks) -> None:
    document = quacks("play", "yardstick", "safe", "--games", 1, "--seed", 1, "--json").document
    assert document["games"] == 1
    assert document["strategies"][0]["victory_points"]["standard_error"] is None
    assert quacks("play", "yardstick", "safe", "--games", 1, "--seed", 1).code == 0


def test_seats_rotate_unless_told_otherwise(quacks: Quacks) -> None:
    options = ("play", "yardstick", "safe", "--games", 600, "--seed", 1)
    still = quacks(*options, "--no-rotate", "--json").document
    assert still["rotated"] is False
    assert still["strategies"][0]["win_share_by_seat"][1] is None
    assert quacks(*options, "--json").document["strategies"][0]["win_share_by_seat"][1]
    assert "seats not rotated" in quacks(*options, "--no-rotate").out


def test_players_only_checks_the_number(quacks: Quacks) -> None:
    right = quacks("play", "yardstick", "safe", "--players", 2, "--games", 10, "--no-cards")
    assert right.code == 0
    wrong = quacks("play", "yardstick", "safe", "--players", 3, "--games", 10)
    assert wrong.code == 2
    assert "--players is 3, but 2 strategies" in wrong.err


def test_until_ends_when_precise_enough(quacks: Quacks) -> None:
    options = ("play", "yardstick", "safe", "--seed", 1, "--json")
    document = quacks(*options, "--until", 1).document
    widths = [each["win_share"]["ci95"] for each in document["strategies"]]
    assert all((high - low) / 2 <= 0.01 for low, high in widths)
    assert 6_000 < document["games"] < 1_000_000
    until = document["until"]
    assert (until["percentage_points"], until["reached"]) == (1, True)
    assert until["widest"] <= 1


def test_until_says_when_the_games_were_too_few(quacks: Quacks) -> None:
    options = ("play", "yardstick", "safe", "--seed", 1, "--until", 1, "--games", 9_000)
    document = quacks(*options, "--json").document
    assert document["games"] == 9_000
    assert document["until"]["reached"] is False
    shown = quacks(*options).out
    assert "stopped by --games 9,000" in shown
    assert "not ± 1; about" in shown
    assert "intervals that hold at every look" in shown
    assert "every look" not in quacks("play", "yardstick", "safe", "--games", 100).out


def test_several_pairs_are_corrected_for_their_number(quacks: Quacks) -> None:
    options = ("play", "yardstick", "safe", "pushing", "--seed", 1, "--games", 300)
    pairs = quacks(*options, "--json").document["pairs"]
    assert [each["resolved"] for each in pairs] == [each["p_value_holm"] <= 0.05 for each in pairs]
    smallest = min(pairs, key=lambda each: each["p_value"])
    assert smallest["p_value_holm"] == pytest.approx(3 * smallest["p_value"])
    assert "corrected for their number, 3 (Holm)" in quacks(*options).out
    assert "Holm" not in quacks("play", "yardstick", "safe", "--games", 300).out


def test_rules_from_a_file_and_from_options(quacks: Quacks, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("explosion_limit = 9\nsolo_rats = 2\n[books]\ngreen = 1\n")
    options = ("play", "yardstick", "--games", 300, "--seed", 1, "--json")
    plain = quacks(*options).document
    from_file = quacks(*options, "--rules", file).document
    assert plain["rules"]["explosion_limit"] == 7
    assert from_file["rules"]["explosion_limit"] == 9
    assert from_file["rules"]["solo_rats"] == 2
    assert from_file["strategies"] != plain["strategies"]
    both = quacks(*options, "--rules", file, "--rule", "explosion_limit=8").document
    assert both["rules"]["explosion_limit"] == 8
    assert both["rules"]["solo_rats"] == 2
    shown = quacks("play", "yardstick", "--games", 300, "--rule", "explosion_limit=8").out
    assert "explosion_limit=8" in shown
    assert "default rules" in quacks("play", "yardstick", "--games", 300).out


def test_books_of_one_set_or_a_mixture(quacks: Quacks, tmp_path: Path) -> None:
    options = ("play", "yardstick", "balanced", "--games", 300, "--seed", 1, "--json")
    plain = quacks(*options).document
    second = quacks(*options, "--set", 2).document
    assert set(plain["rules"]["books"].values()) == {1}
    assert set(second["rules"]["books"].values()) == {2}
    assert second["strategies"] != plain["strategies"]
    mixed = quacks(*options, "--set", 4, "--books", "green=3,blue=1").document
    books = {"green": 3, "blue": 1, "red": 4, "yellow": 4, "purple": 4}
    assert mixed["rules"]["books"] == books
    file = tmp_path / "house.toml"
    file.write_text("price_green_s3_4 = 18\n[books]\ngreen = 3\n")
    in_file = quacks(*options, "--rules", file, "--set", 2).document
    assert in_file["rules"]["books"] == dict.fromkeys(books, 2) | {"green": 3}


def test_event_cards(quacks: Quacks, tmp_path: Path) -> None:
    options = ("play", "yardstick", "balanced", "--games", 20, "--seed", 1, "--json")
    alone = ("play", "yardstick", "--games", 20, "--seed", 1, "--json")
    file = tmp_path / "house.toml"
    file.write_text('cards = ["FP1", "3=FB5"]\nexplosion_limit = 8\n')

    def cards(*arguments: object) -> object:
        return quacks(*arguments).document["rules"]["cards"]

    assert cards(*options) == "all"
    assert cards(*alone) == "none"
    assert cards(*options, "--no-cards") == cards(*options, "--cards", "none") == "none"
    assert cards(*options, "--cards", "fb3,FP1,3=FB5") == "FP1,FB3,3=FB5"
    assert cards(*options, "--rules", file) == "FP1,3=FB5"
    assert cards(*options, "--rules", file, "--cards", "all") == "all"
    assert cards(*options, "--rules", file, "--no-cards") == "none"
    assert "FP4" not in str(cards(*alone, "--cards", "all"))
    assert "FP1" in str(cards(*alone, "--cards", "all"))


def test_cards_are_told_unless_they_are_the_default(quacks: Quacks) -> None:
    options = ("play", "yardstick", "balanced", "--games", 20, "--seed", 1)
    assert "default rules" in quacks(*options).out
    assert "no cards" in quacks(*options, "--no-cards").out
    assert "cards: all,3=FB5" in quacks(*options, "--cards", "all,3=FB5").out


def test_the_command_of_a_match_plays_it_again(quacks: Quacks) -> None:
    match = make_match(
        ["yardstick+stop.max_risk=0.3", "balanced"],
        rules=RuleOptions(explosion_limit=8),
        books="green=2",
        cards="FP2,4=FB5",
        seed=11,
        rotate=False,
    )
    command = shlex.split(match.command(19))
    document = quacks(*command[1:], "--json").document
    assert document["rules"] == rules_to_dict(match.rules, match.books, match.cards)
    assert (document["seed"], document["games"], document["rotated"]) == (11, 20, False)
    points = match.block(0, 20).totals.cluster_sums[0, :2] / 20
    found = [each["victory_points"]["mean"] for each in document["strategies"]]
    assert found == pytest.approx(list(points))


def test_a_comparison_in_words(quacks: Quacks) -> None:
    done = quacks("play", "balanced", "safe", "--games", 3000, "--seed", 1)
    assert "balanced beats safe by " in done.out
    assert "points of win share" in done.out
    for words in ("3,000 games", "2 players", "seed 1", "seats rotated", "games/s"):
        assert words in done.out
    document = quacks("play", "balanced", "safe", "--games", 3000, "--seed", 1, "--json").document
    assert document["pairs"][0]["resolved"] is True


def test_a_strategy_is_not_compared_with_itself(quacks: Quacks) -> None:
    equals = quacks("play", "yardstick", "yardstick", "--games", 600, "--seed", 1)
    assert "50 exactly" in equals.out
    assert "both play the same strategy and change seats, so each wins exactly half" in equals.out
    still = quacks("play", "yardstick", "yardstick", "--games", 600, "--seed", 1, "--no-rotate")
    assert "are the same strategy: " in still.out
    assert "are due to their seats, or luck" in still.out
    for done in (equals, still):
        assert "resolved" not in done.out
    document = quacks("play", "safe", "safe", "--games", 600, "--seed", 1, "--json").document
    (pair,) = document["pairs"]
    assert (pair["same_strategy"], pair["resolved"]) == (True, False)
    assert pair["win_share_difference"]["ci95"] == [0, 0]
    assert pair["win_share_difference"]["sd"] > 0.9
    assert [each["win_share"]["ci95"] for each in document["strategies"]] == [[0.5, 0.5]] * 2


def test_what_is_not_resolved_is_said_with_the_games_it_needs(quacks: Quacks) -> None:
    alike = "yardstick+stop.max_risk@5=0.35"
    done = quacks("play", "yardstick", alike, "--games", 600, "--seed", 1, "--no-cards")
    assert "not resolved: " in done.out
    assert "beats" not in done.out
    assert "games would resolve it" in done.out


def test_detail_only_if_wanted(quacks: Quacks) -> None:
    options = ("play", "yardstick", "safe", "--games", 200, "--seed", 1)
    assert "explosions by round" not in quacks(*options).out
    assert "explosions by round" in quacks(*options, "-v").out
    assert "explosions by round" not in quacks(*options, "-v", "-q").out


def test_csv_and_markdown(quacks: Quacks) -> None:
    options = ("play", "yardstick", "safe", "--games", 200, "--seed", 1)
    rows = list(csv.DictReader(io.StringIO(quacks(*options, "--format", "csv").out)))
    document = quacks(*options, "--json").document
    assert [row["strategy"] for row in rows] == ["yardstick", "safe"]
    assert [float(row["win_share"]) for row in rows] == [
        each["win_share"]["mean"] for each in document["strategies"]
    ]
    assert {row["seed"] for row in rows} == {"1"}
    assert "| yardstick |" in quacks(*options, "--format", "md").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["balancd"], "did you mean balanced?"),
        (["nothing.toml"], "there is no strategy file"),
        (["safe"] * 5, "one to four"),
        (["safe", "--games", 0], "games is 0"),
        (["safe", "--games", "1e13"], "whole number from 1"),
        (["safe", "--seed", -1], "seed is -1"),
        (["safe", "--threads", 0], "threads is 0"),
        (["safe", "--until", 0], "until is 0"),
        (["safe", "--until", 51], "until is 51"),
        (["safe", "--rule", "explosion_limit"], "gives no value"),
        (["safe", "--rule", "explosion_limt=7"], "did you mean explosion_limit?"),
        (["safe", "--rule", "explosion_limit=77"], "one of 5, 6, 7, 8, 9"),
        (["safe", "--rules", "nothing.toml"], "there is no file"),
        (["safe", "--books", "blue=7"], "blue"),
        (["safe", "--set", 5], "sets 1, 2, 3, 4"),
        (["safe", "safe", "--cards", "FP14"], "no event card 'FP14'"),
        (["safe", "safe", "--cards", "fb55"], "did you mean FB5?"),
        (["safe", "safe", "--cards", "3=FB5,3=FB6"], "round has two fixed cards"),
        (["safe", "safe", "--cards", "all", "--no-cards"], "exclude each other"),
        (["safe", "--cards", "3=FP4"], "FP4 in round 3 needs rivals"),
        (["safe", "--chart", "x.pdf"], ".png or .svg"),
        (["safe", "--level", "rounds"], "add --out"),
        (["safe", "--format", "arrow"], "add --out"),
        (["safe", "--out", "x", "--until", 1], "exclude each other"),
    ],
)
def test_wrong_input_is_refused(quacks: Quacks, arguments: list[object], words: str) -> None:
    done = quacks("play", *arguments)
    assert done.code == 2
    assert done.out == ""
    assert words in done.err
    assert len(done.err.splitlines()) == 2


def test_wrong_files_are_refused(quacks: Quacks, tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text("explosion_limt = 8\n")
    done = quacks("play", "safe", "--rules", "rules.toml")
    assert done.code == 2
    assert "did you mean explosion_limit?" in done.err
    (tmp_path / "broken.toml").write_text("explosion_limit = \n")
    assert "not valid TOML" in quacks("play", "safe", "--rules", "broken.toml").err
    (tmp_path / "mine.toml").write_text('[stpo]\npolicy = "safe"\n')
    done = quacks("play", "mine.toml")
    assert done.code == 2
    assert "did you mean stop?" in done.err


def test_a_strategy_of_ones_own(quacks: Quacks, tmp_path: Path) -> None:
    text = load_strategy("safe").to_toml()
    (tmp_path / "mine.toml").write_text(text)
    document = quacks("play", "mine.toml", "safe", "--games", 100, "--seed", 1, "--json").document
    assert [each["name"] for each in document["strategies"]] == ["mine", "safe"]


def test_a_failing_policy_ends_the_run_with_its_name(quacks: Quacks, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "from quacks_sim import policy\n\n\n@policy('stop')\ndef gives_up(view, params):\n"
        "    '''Fail in round 3.'''\n    if view.round == 3:\n"
        "        raise ValueError('no more')\n    return view.pot_size > 3\n"
    )
    (tmp_path / "own.toml").write_text('[stop]\npolicy = "own.py:gives_up"\n')
    done = quacks(
        *("play", "own.toml", "safe", "--games", 50, "--seed", 9, "--json", "--plugin", "own.py")
    )
    assert done.code == 1
    assert done.document.keys() == {"schema", "error"}
    for words in ("gives_up", "no more", "seed 9", "game 0"):
        assert words in done.document["error"]["cause"]
    cure = done.document["error"]["cure"]
    assert "strategies check" in cure
    assert cure.startswith(
        "quacks play own.toml safe --plugin own.py --seed 9 --games 1 repeats it"
    )
