"""Columns are documented where they are made, fit their types, and agree with the documentation."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from quacks_sim.errors import SimulationError
from quacks_sim.experiment import record_match
from quacks_sim.experiment.columns import COLUMNS, KEYS, to_table
from quacks_sim.experiment.document import renewed
from quacks_sim.kernel.block import GAME_COLUMNS
from quacks_sim.kernel.state import ROUND_COLUMNS
from quacks_sim.match import make_match
from quacks_sim.rules.options import RuleOptions
from tests.experiment.conftest import BOLD, CAREFUL

DOCUMENT = Path(__file__).parents[2] / "docs" / "data.md"


def test_every_column_of_the_kernel_is_there() -> None:
    keys = len(KEYS)
    games = [column.name for column in COLUMNS["games"]]
    rounds = [column.name for column in COLUMNS["rounds"]]
    assert games[keys + 1 :] == list(GAME_COLUMNS)
    assert rounds[keys + 1 :] == list(ROUND_COLUMNS)


def test_the_documentation_is_up_to_date() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    command = "python -m quacks_sim.experiment.document docs/data.md"
    assert renewed(text) == text, f"run {command}"
    assert "| `bought_first` | int8 | kind | -1 … 17 |" in text


@pytest.mark.parametrize("kind", ["games", "rounds"])
def test_values_lie_in_their_ranges(tmp_path: Path, kind: str) -> None:
    match = make_match([BOLD, CAREFUL, "random", "yardstick"], seed=3)
    dataset = record_match(match, 2400, tmp_path / "data", level="rounds")
    frame = getattr(dataset, kind)()
    for column in COLUMNS[kind]:
        if column.low is None:
            continue
        values = frame[column.name]
        assert values.min() >= column.low, column.name
        assert column.high is None or values.max() <= column.high, column.name
        assert values.dtype == column.type.to_pandas_dtype(), column.name


def test_small_integers_never_wrap() -> None:
    match = make_match([BOLD, CAREFUL])
    block = match.block(0, 2, "games")
    points, rolls = GAME_COLUMNS.index("victory_points"), GAME_COLUMNS.index("die_rolls")
    block.game_rows[0, points] = 300
    table = to_table("games", 0, match, [block])
    assert table["victory_points"][0].as_py() == 300
    block.game_rows[0, rolls] = 128
    with pytest.raises(SimulationError, match="die_rolls does not fit"):
        to_table("games", 0, match, [block])


def test_game_numbers_may_be_large() -> None:
    match = make_match([BOLD, CAREFUL])
    first = 10**12 - 24
    table = to_table("games", 0, match, [match.block(first, first + 24, "games")])
    assert table["game"][-1].as_py() == 10**12 - 1
    assert table["deal"].type == pa.int64()


def test_the_start_player_by_lot_is_that_of_the_game() -> None:
    from quacks_sim.experiment.starts import start_players
    from quacks_sim.kernel.random import START_PLAYER, game_key, random_below

    rules = RuleOptions.read({"start_player": "random"})
    match = make_match([BOLD, CAREFUL, BOLD], rules=rules, seed=4)
    starts = start_players(match, 30, 330)
    assert starts.dtype == np.int8
    keys = [np.uint64(game_key(4, game // 3)) for game in range(30, 330)]
    expected = [random_below(key, START_PLAYER, 0, 3) for key in keys]
    assert list(starts) == expected
    assert set(starts) == {0, 1, 2}
    first = make_match([BOLD, CAREFUL, BOLD], seed=4)
    assert not start_players(first, 30, 330).any()
