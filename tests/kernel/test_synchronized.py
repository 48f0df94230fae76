"""Synchronized brewing on the compiled kernel: all nine rounds cue by cue. Rule 11.1."""

import numpy as np
import pytest

from quacks_sim.journal import record_game
from quacks_sim.kernel.state import ROUND_COLUMNS, TOGETHER
from quacks_sim.referee import check
from quacks_sim.rules.tables import ROUNDS
from tests.kernel.games import Event, few, journals, match_of, of, with_policy
from tests.kernel.scripted import Scene
from tests.kernel.test_round_nine import behind_nobody, with_a_rival_who_stopped

pytestmark = pytest.mark.rule("11.1")

#: Decides nothing after a stop decision but the next one, so that cues can be told apart.
PLAIN = {"flask": "never", "yellow": "never", "blue": "none"}


def cues_of(events: list[Event], number: int) -> list[list[Event]]:
    """Return the stop decisions of a round, cue by cue."""
    cues: list[list[Event]] = []
    fresh = True
    for event in events:
        if event["round"] == number and event.get("decision") == "stop":
            if fresh:
                cues.append([])
            cues[-1].append(event)
            fresh = False
        elif event["event"] == "draw":
            fresh = True
    return cues


def test_at_each_cue_of_every_round_all_decide_in_turn_order_before_anybody_draws() -> None:
    match = match_of(*["yardstick"] * 3, synchronized="yes")
    for events in journals(match, 3):
        for number in range(1, ROUNDS + 1):
            order = [(number - 1 + turn) % 3 for turn in range(3)]
            cues = [[event["seat"] for event in cue] for cue in cues_of(events, number)]
            assert cues[0] == order
            for cue in cues:
                assert cue == [seat for seat in order if seat in cue]


def test_a_policy_sees_rival_pots_as_they_stood_at_the_cue() -> None:
    player = with_policy(behind_nobody, "white_six").with_params(PLAIN)
    for events in journals(match_of(*[player] * 3, synchronized="yes", explosion_limit=9), 3):
        for number in range(1, ROUNDS + 1):
            pots = dict.fromkeys(range(3), 0)
            for cue in cues_of(events, number):
                drawn = dict(pots)
                for choice in cue:
                    seat = choice["seat"]
                    behind = max(pots.values()) > pots[seat]
                    assert choice["choice"] == int(behind or pots[seat] >= 6)
                    drawn[seat] += 1 - choice["choice"]
                pots = drawn


def test_nobody_sees_who_stops_at_this_cue() -> None:
    player = with_policy(with_a_rival_who_stopped, "white_six").with_params(PLAIN)
    seen = 0
    for events in journals(match_of(player, player, synchronized="yes", explosion_limit=9), 8):
        for number in range(1, ROUNDS + 1):
            ended = of(events, "brew_end", round=number)
            if all(event["reason"] == "stopped" for event in ended):
                seen += 1
                drawn = [len(of(events, "draw", round=number, seat=seat)) for seat in (0, 1)]
                # Seat 0 stops with two chips; who sees its empty hand draws once more before.
                assert drawn == [2, 3]
    assert seen >= 8


def test_nothing_else_changes() -> None:
    # Strategies that look at no other pot play the same games, to the last number.
    strategies = ("yardstick", "white_six", "random+stop=chips:6")
    apart = match_of(*strategies, rotate=True).block(0, few(60), "rounds").round_rows
    together = match_of(*strategies, rotate=True, synchronized="yes")
    assert np.array_equal(together.block(0, few(60), "rounds").round_rows, apart)


def test_the_table_shows_whether_all_brew_together() -> None:
    for value, expected in (("no", [0] * 8 + [1]), ("yes", [1] * 9)):
        scene = Scene(2, synchronized=value)
        shown = []
        for number in range(1, ROUNDS + 1):
            scene.begin_round(number)
            shown.append(scene[1, TOGETHER])
        assert shown == expected


def test_chase_uses_what_it_sees() -> None:
    chase = "yardstick+stop=chase:0.25"
    base = "yardstick+stop=bust_risk:0.25"

    def rows(*strategies: str, **options: str) -> np.ndarray:
        return match_of(*strategies, **options).block(0, 40, "rounds").round_rows

    # Alone, and in rounds 1 to 8 brewed one after the other, it is its base risk.
    assert np.array_equal(rows(chase), rows(base))
    rounds = ROUND_COLUMNS.index("chips_drawn")
    apart, plain = rows(chase, base), rows(base, base)
    assert np.array_equal(
        apart.reshape(-1, 9, apart.shape[1])[:, :8], plain.reshape(-1, 9, apart.shape[1])[:, :8]
    )
    assert (apart[8::9, rounds] != plain[8::9, rounds]).any()
    together = rows(chase, base, synchronized="yes")
    assert (together[0::9, rounds] != plain[0::9, rounds]).any()


def test_the_referee_agrees() -> None:
    match = match_of(*["random+stop=chase"] * 4, synchronized="yes")
    for game in range(10):
        assert check(record_game(match, game)) is None
