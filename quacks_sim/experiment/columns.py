"""The columns of the files with rows: one table of names, types, units, ranges and meanings.

``docs/data.md`` is made from it, and so are the schemas. A schema is the same for all strategies
and numbers of players, and no column can be null.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from quacks_sim.errors import SimulationError
from quacks_sim.experiment.starts import start_players
from quacks_sim.kernel.block import GAME_COLUMNS
from quacks_sim.kernel.state import ROUND_COLUMNS
from quacks_sim.match import BlockResult, Match
from quacks_sim.rules.tables import ROUNDS

_INT8, _INT16, _INT32, _INT64 = pa.int8(), pa.int16(), pa.int32(), pa.int64()
_NAMES = pa.dictionary(_INT32, pa.string())


@dataclass(frozen=True)
class Column:
    """A column of a file with rows.

    Attributes
    ----------
    low, high : int or None
        The range of its values in games by the default rules; None: no bound, or no number.
    """

    name: str
    type: pa.DataType
    unit: str
    low: int | None
    high: int | None
    meaning: str

    @property
    def range(self) -> str:
        """The range in words."""
        if self.low is None:
            return "–"
        return f"{self.low} …" if self.high is None else f"{self.low} … {self.high}"


#: Which game, and who: at the head of every row.
KEYS = (
    Column("cell", _INT32, "number", 0, None, "cell of the experiment, see the manifest"),
    Column("game", _INT64, "number", 0, None, "game of the cell; `quacks replay --game` shows it"),
    Column(
        "deal", _INT64, "number", 0, None, "games of one deal meet the same luck at other seats"
    ),
    Column("seat", _INT8, "number", 0, 3, "place at the table, clockwise"),
    Column("strategy", _NAMES, "name", None, None, "who sits there; `#2` if it sits there twice"),
    Column("strategy_index", _INT8, "number", 0, 3, "its place in the table's list of strategies"),
)

GAMES = (
    *KEYS,
    Column("start_player", _INT8, "seat", 0, 3, "who starts round 1"),
    Column("victory_points", _INT16, "points", 0, None, "final victory points"),
    Column("win_share_twelfths", _INT8, "1/12 win", 0, 12, "12, or 6, 4, 3 of a shared win, or 0"),
    Column("scoring_space", _INT8, "space", 1, 53, "scoring space of round 9, which breaks ties"),
    Column("explosions", _INT8, "rounds", 0, 9, "rounds in which the pot exploded"),
    Column("rats", _INT16, "tails", 0, None, "rat tails received"),
    Column("die_rolls", _INT8, "rolls", 0, 11, "rolls of the bonus die, also for cards"),
    Column("flask_uses", _INT8, "rounds", 0, 9, "rounds in which the flask was used"),
    Column("coins_spent", _INT16, "coins", 0, None, "coins spent on chips"),
    Column("droplet", _INT8, "space", 0, 52, "space of the droplet at the end"),
    Column("rubies", _INT16, "rubies", 0, None, "rubies left at the end"),
    Column("bag_size", _INT16, "chips", 0, 216, "chips owned at the end"),
    Column("tube", _INT8, "tube", 0, 12, "test tube reached at the end (option pot_side)"),
)

ROUNDS_OF_GAMES = (
    *KEYS,
    Column("round", _INT8, "number", 1, 9, "round of the game"),
    Column(
        "card",
        _INT8,
        "card",
        -1,
        23,
        "event card of the round, FP1 … FP13 then FB1 … FB11; −1 for none",
    ),
    Column("start_space", _INT8, "space", 0, 52, "space of the droplet or rat stone"),
    Column("rats", _INT8, "tails", 0, 46, "rat tails of this round, as the card leaves them"),
    Column("scoring_space", _INT8, "space", 1, 53, "space after the last chip"),
    Column("white_sum", _INT8, "value", 0, None, "total of the white chips in the pot"),
    Column("exploded", _INT8, "0 or 1", 0, 1, "whether the pot exploded"),
    Column(
        "chips_drawn",
        _INT16,
        "chips",
        0,
        None,
        "chips that came into the pot, also before FB3, or beside it (red of Set 2)",
    ),
    Column("flask_used", _INT8, "0 or 1", 0, 1, "whether the flask was used"),
    Column("die_rolls", _INT8, "rolls", 0, 2, "rolls of the bonus die, also for a card"),
    Column("coins", _INT16, "coins", 0, None, "coins of the scoring space, 0 if points were taken"),
    Column(
        "coins_after_explosion", _INT8, "0 or 1", 0, 1, "whether coins were taken for an explosion"
    ),
    Column("coins_spent", _INT16, "coins", 0, None, "coins spent on chips"),
    Column("points_space", _INT16, "points", 0, None, "points of the scoring space"),
    Column("points_die", _INT16, "points", 0, None, "points of the bonus die"),
    Column("points_blue", _INT16, "points", 0, None, "points of blue chips of Set 4"),
    Column("points_purple", _INT16, "points", 0, None, "points of purple chips"),
    Column("points_card", _INT16, "points", 0, None, "points of event cards"),
    Column("points_tube", _INT16, "points", 0, None, "points of test tubes (option pot_side)"),
    Column("points_final", _INT16, "points", 0, None, "points for coins and rubies in round 9"),
    Column("points_gained", _INT16, "points", 0, None, "all points of the round"),
    Column("rubies_gained", _INT16, "rubies", 0, None, "rubies received"),
    Column(
        "rubies_spent",
        _INT16,
        "rubies",
        0,
        None,
        "rubies paid for droplet and flask, green of Set 4 and card FP3 too",
    ),
    Column("bought_first", _INT8, "kind", -1, 17, "kind of the first chip bought, −1 for none"),
    Column("bought_second", _INT8, "kind", -1, 17, "kind of the second chip bought, −1 for none"),
    Column("victory_points", _INT16, "points", 0, None, "points so far, after this round"),
    Column("rubies", _INT16, "rubies", 0, None, "rubies after this round"),
    Column("droplet", _INT8, "space", 0, 52, "space of the droplet after this round"),
    Column("tube", _INT8, "tube", 0, 12, "test tube reached after this round (option pot_side)"),
    Column("flask_full", _INT8, "0 or 1", 0, 1, "whether the flask is full after this round"),
    Column("bag_size", _INT16, "chips", 0, 216, "chips owned after this round"),
)

#: What the folders of a dataset hold.
COLUMNS = {"games": GAMES, "rounds": ROUNDS_OF_GAMES}

SCHEMAS = {
    table: pa.schema([pa.field(each.name, each.type, nullable=False) for each in columns])
    for table, columns in COLUMNS.items()
}


def to_table(kind: str, cell: int, match: Match, blocks: list[BlockResult]) -> pa.Table:
    """Return the rows of consecutive blocks of games of a cell.

    Parameters
    ----------
    kind : {"games", "rounds"}
        Which rows.
    cell : int
        Number of the cell.
    match : Match
        What was played.
    blocks : list of BlockResult
        In order, without gaps, with rows of that kind.

    Raises
    ------
    SimulationError
        If a value does not fit into its column; small integers never wrap.
    """
    first, last = blocks[0].first, blocks[-1].last
    repeats = ROUNDS if kind == "rounds" else 1
    games = np.arange(first, last, dtype=np.int64)
    seats = match.seats(games)
    shape = (len(games), match.players, repeats)

    def spread(numbers: NDArray[Any]) -> NDArray[Any]:
        """Return the numbers of games, seats or rounds, as the shape says, for each row."""
        return np.broadcast_to(numbers, shape).reshape(-1)

    values: dict[str, NDArray[Any]] = {
        "cell": spread(np.array(cell, np.int32)),
        "game": spread(games[:, None, None]),
        "deal": spread((games // match.rotations)[:, None, None]),
        "seat": spread(np.arange(match.players, dtype=np.int8)[:, None]),
        "strategy_index": spread(seats.astype(np.int8)[:, :, None]),
    }
    if kind == "games":
        values["start_player"] = spread(start_players(match, first, last)[:, None, None])
    else:
        values["round"] = spread(np.arange(1, ROUNDS + 1, dtype=np.int8))
    parts = [getattr(each, f"{kind[:-1]}_rows") for each in blocks]
    rows = parts[0] if len(parts) == 1 else np.concatenate(parts)
    names = GAME_COLUMNS if kind == "games" else ROUND_COLUMNS
    values |= {name: rows[:, number] for number, name in enumerate(names)}
    schema = SCHEMAS[kind]
    arrays = [
        _names(values["strategy_index"], match.names)
        if field.type == _NAMES
        else pa.array(_fitting(values[field.name], field))
        for field in schema
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def _names(indices: NDArray[np.int64], names: tuple[str, ...]) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(indices.astype(np.int32)), pa.array(names))


def _fitting(values: NDArray[np.integer], field: pa.Field) -> NDArray[np.integer]:
    dtype = np.dtype(field.type.to_pandas_dtype())
    if dtype.itemsize < values.dtype.itemsize:
        limits = np.iinfo(dtype)
        if values.size and (values.min() < limits.min or values.max() > limits.max):
            raise SimulationError(
                f"a value of {field.name} does not fit into {dtype}: {values.max()}",
                "this is a fault of the program, please report it with the command",
            )
    return np.ascontiguousarray(values, dtype)


def markdown(kind: str) -> str:
    """Return the columns of a table as a table in Markdown, as ``docs/data.md`` has it."""
    lines = ["| column | type | unit | range | meaning |", "|---|---|---|---|---|"]
    for each in COLUMNS[kind]:
        name = "string (dictionary)" if each.type == _NAMES else str(each.type)
        lines.append(f"| `{each.name}` | {name} | {each.unit} | {each.range} | {each.meaning} |")
    return "\n".join(lines)
