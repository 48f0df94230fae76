"""Random games: the kernel and the referee agree on every number."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from quacks_sim import checking
from quacks_sim.checking import check_game, check_games
from quacks_sim.journal import record_game
from quacks_sim.kernel.decisions import DECISION_NAMES
from quacks_sim.kernel.journal import PLACE
from quacks_sim.kernel.ruleset import make_rules
from quacks_sim.match import Match
from quacks_sim.policies.registry import shipped_policies
from quacks_sim.random_games import random_match
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import CARD_IDS, NO_CARD, Deck
from quacks_sim.rules.options import RuleOptions, option_values

#: About the least for every part of the rules to come up hundreds of times; 40 s on one core.
GAMES = 3_000
SEED = 20_240


def test_thousands_of_random_games_agree() -> None:
    checking.prepare()
    told: list[tuple[int, int]] = []
    result = check_games(
        GAMES, seed=SEED, threads=2, progress=lambda done, wanted: told.append((done, wanted))
    )
    assert result.disagreements == 0, result.findings[0]
    assert result.games == GAMES
    assert result.from_tape == GAMES // checking.TAPE_EVERY
    assert result.events > 500 * GAMES
    assert result.numbers > result.events
    assert told[-1] == (GAMES, GAMES)
    check_coverage(result.kinds)


def check_coverage(kinds: dict[str, int]) -> None:
    """Whether everything that the rules know came up often."""
    for seats in range(1, 5):
        assert kinds[f"players {seats}"] > GAMES // 8
    plain = RuleOptions()
    for name in RuleOptions.model_fields:
        for value in option_values(name):
            if value != getattr(plain, name):
                assert kinds[f"rule {name}={value}"] > GAMES // 40, name
    assert kinds["rule rat_tails"] > GAMES // 20
    assert kinds["rule solo_rats"] > GAMES // 20
    answers = {
        "stop": ("draw", "stop"),
        "flask": ("keep", "use"),
        "blue": ("a chip", "none"),
        "red": ("plain", "bonus"),
        "yellow": ("keep", "return"),
        "purple": ("1", "2", "3"),
        "explosion": ("coins", "points"),
        "rubies": ("keep", "droplet", "flask"),
        "order": ("green", "purple"),
        "green": ("none", "O1", "keep", "move", "pay"),
        "beside": ("leave", "place R1", "bag R1"),
        "FP1": ("K1", "rubies"),
        "FP3": ("none", "O1"),
        "FP6": ("points", "white"),
        "FP9": ("0", "2", "3"),
        "FP10": ("G4", "points"),
        "FP11": ("droplet", "P1"),
        "FP13": ("a chip", "none"),
        "FB2": ("G2", "R2"),
        "FB3": ("continue", "restart"),
        "FB7": ("a chip", "none"),
        "FB10": ("keep", "back"),
    }
    asked = {name for name in answers if name not in CARD_IDS}
    assert {*asked, "purchase", "card"} == set(DECISION_NAMES)
    for card in (*CARD_IDS, NO_CARD):
        assert kinds[f"card {card}"] > GAMES // 15, card
    for decision, each in answers.items():
        for answer in each:
            assert kinds[f"choice {decision} {answer}"] > GAMES // 40
    for reason in ("stopped", "exploded", "full"):
        assert kinds[f"brew_end {reason}"] > GAMES // 100
    for reward in ("chip", "droplet", "ruby", "victory_points"):
        assert kinds[f"reward die {reward}"] > GAMES // 4


def test_a_random_game_is_a_function_of_seed_and_number() -> None:
    first, again, other = (
        record_game(random_match(*key), key[1]) for key in ((3, 5), (3, 5), (4, 5))
    )
    assert first == again
    assert first != other
    matches = [random_match(3, number) for number in range(20)]
    assert len({match.strategies[0].fingerprint for match in matches}) == 20
    assert {match.rotate for match in matches} == {True, False}


def test_rules_are_the_default_if_wanted() -> None:
    for number in range(10):
        match = random_match(3, number, random_rules=False)
        assert match.rules == RuleOptions()
        assert match.cards == Deck.of_players(match.players)


def test_every_policy_and_every_range_comes_up() -> None:
    seen = set()
    ends = 0
    for number in range(400):
        for strategy in random_match(1, number).strategies:
            for decision, decided in strategy.choices.items():
                for _, choice in decided.sections:
                    seen.add((decision, choice.policy.name))
                    for parameter in choice.policy.parameters:
                        for values in choice.by_round():
                            value = values[choice.policy.parameters.index(parameter)]
                            assert parameter.low <= value <= parameter.high
                            ends += value in (parameter.low, parameter.high)
    every = {(name, policy) for name in DECISION_NAMES for policy in shipped_policies(name)}
    assert seen == every
    assert ends > 1000


def test_processes_do_not_change_the_result() -> None:
    one, two = (check_games(230, seed=3, threads=threads) for threads in (1, 2))
    for each in (one, two):
        each.elapsed_seconds = 0
    assert one == two


@pytest.fixture
def tampered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the kernel put the first chip of each game one space too far."""
    genuine = Match.journal

    def journal(self: Match, game: int, tape: NDArray[np.int64] | None = None) -> NDArray[np.int32]:
        rows = genuine(self, game, tape).copy()
        rows[np.argmax(rows[:, 0] == PLACE), 4] += 1
        return rows

    monkeypatch.setattr(Match, "journal", journal)


@pytest.mark.usefixtures("tampered")
def test_a_wrong_kernel_is_found() -> None:
    result = check_game(7, 1)
    finding = result.findings[0]
    assert (result.disagreements, finding.number) == (1, 1)
    assert (finding.rule, finding.field) == ("4.3.1", "space")
    assert finding.journal == finding.referee + 1  # type: ignore[operator]
    assert result.command(1) == "quacks replay --random --seed 7 --game 1 --check"
    assert check_games(30, seed=7, threads=1).disagreements > 20


def test_a_game_that_does_not_follow_its_tape_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = Match.journal

    def journal(self: Match, game: int, tape: NDArray[np.int64] | None = None) -> NDArray[np.int32]:
        rows = genuine(self, game, tape)
        return rows if tape is None else rows[:-1]

    monkeypatch.setattr(Match, "journal", journal)
    finding = check_game(7, 20).findings[0]
    assert (finding.rule, finding.referee) == ("tape", None)
    assert check_game(7, 21).findings == []


def test_only_the_first_findings_are_kept_in_order() -> None:
    def found(number: int) -> checking.Finding:
        return checking.Finding(number, "1", "field", 1, 2, "")

    total = checking.CheckResult(1)
    for first in (60, 0, 30):
        part = checking.CheckResult(1, games=30, disagreements=30)
        part.findings = [found(number) for number in range(first, first + 30)]
        total.add(part)
    assert total.disagreements == 90
    assert [each.number for each in total.findings] == list(range(20))


@pytest.mark.parametrize(
    ("faces", "outcomes"),
    [
        ("double_1vp", ["1 point", "1 point", "2 points", "ruby", "droplet", "O1"]),
        ("double_ruby", ["1 point", "2 points", "ruby", "ruby", "droplet", "O1"]),
        ("five_faces", ["1 point", "2 points", "ruby", "droplet", "O1"]),
    ],
)
def test_faces_of_the_die_are_in_the_order_of_the_journal(faces: Any, outcomes: list[str]) -> None:
    """Random games found that ``double_ruby`` had its second ruby on face 1."""
    rules = make_rules(RuleOptions(bonus_die_faces=faces), Books())
    words = {(0, 1): "1 point", (0, 2): "2 points", (1, 1): "ruby", (2, 1): "droplet", (3, 1): "O1"}
    pairs = zip(rules.die_reward.tolist(), rules.die_amount.tolist(), strict=True)
    assert [words[pair] for pair in list(pairs)[: rules.die_faces]] == outcomes
