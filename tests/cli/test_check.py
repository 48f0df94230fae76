"""``quacks check``."""

import shlex

import numpy as np
import pytest
from numpy.typing import NDArray

from quacks_sim.kernel.journal import PLACE
from quacks_sim.match import Match
from tests.cli.conftest import Quacks


def test_300_random_games_have_no_disagreement(quacks: Quacks) -> None:
    done = quacks("check", "--games", 300, "--seed", 3, "--threads", 1, "--json", "--no-progress")
    assert (done.code, done.err) == (0, "")
    document = done.document
    assert (document["command"], document["schema"], document["seed"]) == ("check", 1, 3)
    assert (document["games"], document["games_from_tape"]) == (300, 30)
    assert (document["disagreements"], document["findings"]) == (0, [])
    assert document["numbers"] > document["events"] > 100_000
    assert document["random_rules"]
    assert {"python", "numba"} <= document["versions"].keys()


def test_a_person_is_told_what_was_compared(quacks: Quacks) -> None:
    done = quacks("check", "--games", 20, "--seed", 3, "--no-random-rules", "--verbose")
    assert done.code == 0
    assert done.out.startswith("20 games agree with the referee: ")
    assert "choice stop draw" in done.out
    assert "seed 3 · default rules · 2 also played from their tape" in done.out


def test_one_game_alone(quacks: Quacks) -> None:
    done = quacks("check", "--seed", 3, "--only", 17)
    assert done.code == 0
    assert done.out.startswith("1 game agrees with the referee: ")
    assert quacks("check", "--seed", 3, "--only", 17, "--games", 5).code == 2
    assert quacks("check", "--only", -1).code == 2
    assert quacks("check", "--games", 0).code == 2


def test_a_wrong_kernel_is_reported_and_its_game_replayed(
    quacks: Quacks, monkeypatch: pytest.MonkeyPatch
) -> None:
    genuine = Match.journal

    def journal(self: Match, game: int, tape: NDArray[np.int64] | None = None) -> NDArray[np.int32]:
        rows = genuine(self, game, tape).copy()
        rows[np.argmax(rows[:, 0] == PLACE), 4] += 1
        return rows

    monkeypatch.setattr(Match, "journal", journal)
    done = quacks("check", "--games", 12, "--seed", 3, "--threads", 1)
    assert done.code == 1
    assert "games disagree" in done.out
    assert "rule 4.3.1, field space" in done.out
    command = done.out.split("\n  quacks ")[1].partition("\n")[0]
    again = quacks(*shlex.split(command))
    assert again.code == 1
    assert "the referee disagrees on game " in again.out
    assert "rule 4.3.1, field space" in again.out
    document = quacks("check", "--games", 12, "--seed", 3, "--json").document
    assert document["findings"][0]["rule"] == "4.3.1"
    assert f"quacks {command}" == document["findings"][0]["replay"]
    monkeypatch.undo()
    healed = quacks(*shlex.split(command))
    assert healed.code == 0
    assert healed.out.startswith("the referee agrees on game ")


def test_a_table_of_values_for_a_program(quacks: Quacks) -> None:
    head, row = quacks("check", "--games", 5, "--seed", 3, "--format", "csv").out.splitlines()
    record = dict(zip(head.split(","), row.split(","), strict=True))
    assert (record["games"], record["disagreements"], record["replay"]) == ("5", "0", "")
