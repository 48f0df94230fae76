"""Tables on narrow terminals: every line fits, no word is broken, and nothing is lost."""

import io
from collections import Counter
from collections.abc import Iterator

import pytest

from quacks_sim.cli import output
from quacks_sim.cli.output import Report, Table, terminal_text
from tests.cli.conftest import Quacks

WIDTHS = (30, 40, 60, 80, 120)

PLAY = ("--games", 200, "--seed", 1)

COMMANDS: tuple[tuple[object, ...], ...] = (
    ("play", "balanced", "cautious", "balanced+stop.max_risk=0.3", *PLAY, "--verbose"),
    ("play", "balanced", *PLAY),
    ("sweep", "yardstick", "--vary", "stop.max_risk=0.1:0.5:0.2", "--against", "safe", *PLAY),
    ("sweep", "yardstick", "--vary", "stop.max_risk=0.1:0.5:0.2", "--vary", "flask=never,lookahead",
     "--against", "safe", *PLAY),
    ("tournament", "balanced", "cautious", "safe", "yardstick", *PLAY),
    ("brew", "--rounds", 1000, "--seed", 1, "--verbose"),
    ("solve", "--pot", "W2 W1", "--verbose"),
    ("advise", "--round", 4, "--coins", 12, "--rubies", 3, "--verbose"),
    ("advise", "--pot", "W1 O1", "--points", 9, "--rivals", "12,7"),
    ("rules",), ("rules", "show"), ("rules", "show", "track"),
    ("strategies",), ("strategies", "policies"), ("experiments",), ("version",),
)  # fmt: skip


class _Paper(io.StringIO):
    encoding = "utf-8"


def shown(report: Report, width: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(width))
    return terminal_text(report, _Paper()).splitlines()


def words(table: Table) -> Iterator[str]:
    for row in (table.columns, *table.rows):
        for cell in row:
            yield from cell.split()


@pytest.fixture
def tables(quacks: Quacks, monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """Return every table that the commands print."""
    found: list[Table] = []

    def kept(report: Report, stream: object) -> str:
        found.extend(part for part in report if isinstance(part, Table))
        return ""

    with monkeypatch.context() as patch:
        patch.setattr(output, "terminal_text", kept)
        for command in COMMANDS:
            before = len(found)
            assert quacks(*command).code == 0, command
            assert len(found) > before, command
    return found


def test_the_tables_of_all_commands_fit_without_broken_words_and_lose_nothing(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    for table in tables:
        wanted = Counter(words(table))
        for width in WIDTHS:
            lines = shown([table], width, monkeypatch)
            assert max(map(len, lines)) <= width, lines
            printed = Counter(word for line in lines for word in line.split())
            for word, count in wanted.items():
                if len(word) <= width - 4 and "█" not in word:
                    assert printed[word] + printed[f"{word}:"] >= count, (word, width, lines)


NUMBERS = Table(
    ["strategy", *map(str, range(1, 10))],
    [["balanced", *["12.5"] * 9], ["safe", *["9.25"] * 9]],
    title="by round",
)


def test_columns_of_numbers_follow_each_other_in_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown([NUMBERS], 40, monkeypatch)
    heads = [line.split() for line in lines if line.startswith("strategy")]
    assert heads == [["strategy", *"12345"], ["strategy", *"6789"]]
    assert sum(line.startswith("balanced") for line in lines) == 2


def test_text_that_does_not_fit_becomes_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(
        ["option", "value", "others", "meaning"],
        [["starting_rubies", "1", "0 | 2", "rubies of each player at the start"]],
        left=frozenset({0, 1, 2, 3}),
    )
    assert shown([table], 30, monkeypatch) == [
        "option: starting_rubies",
        "  value: 1",
        "  others: 0 | 2",
        "  meaning: rubies of each",
        "    player at the start",
    ]


def test_bars_become_shorter_in_proportion(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(
        ["space", "of brews", ""],
        [["8", "20%", "█" * 12], ["9", "40%", "█" * 24], ["10", "0%", ""]],
        left=frozenset({2}),
    )
    for width, longest in ((80, 24), (30, 11)):
        bars = [line.count("█") for line in shown([table], width, monkeypatch)][-3:]
        assert bars[1] == longest
        assert abs(bars[0] - bars[1] / 2) <= 0.5
        assert bars[2] == 0
