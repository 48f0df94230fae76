"""The sums of a cell as a small Parquet file: exact, so that results come back to the last digit.

The file checks itself: it can be trusted after a crash, whatever the manifest says.
"""

import hashlib
import json
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from quacks_sim.kernel.block import TOTALS
from quacks_sim.kernel.state import new_record

_HEADER = b"quacks_sim"

#: One row; each field of the sums is a list of int64, the last index running fastest.
SCHEMA = pa.schema(
    [pa.field("cell", pa.int32(), nullable=False), pa.field("games", pa.int64(), nullable=False)]
    + [
        pa.field(name, pa.list_(pa.field("item", pa.int64(), nullable=False)), nullable=False)
        for name in TOTALS.names or ()
    ]
)


def pack_totals(totals: Any, cell: int, games: int, identity: str) -> bytes:
    """Return the bytes of the file of a cell's sums.

    Parameters
    ----------
    totals : record
        See :data:`quacks_sim.kernel.block.TOTALS`.
    cell, games : int
        The cell, and how many of its games are added up.
    identity : str
        That of the plan, so that no other run takes the sums for its own.
    """
    fields = TOTALS.names or ()
    arrays = [pa.array([cell], pa.int32()), pa.array([games], pa.int64())]
    arrays += [
        pa.array([totals[name].ravel()], field.type)
        for name, field in zip(fields, list(SCHEMA)[2:], strict=True)
    ]
    header = json.dumps({"identity": identity, "digest": _digest(totals, cell, games, identity)})
    table = pa.Table.from_arrays(arrays, schema=SCHEMA.with_metadata({_HEADER: header.encode()}))
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", use_dictionary=False)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def unpack_totals(content: bytes, cell: int, identity: str) -> tuple[Any, int] | None:
    """Return the sums in a file and the number of games, or None if it cannot be trusted."""
    totals = new_record(TOTALS)
    try:
        table = pq.read_table(pa.BufferReader(content))
        header = json.loads(table.schema.metadata[_HEADER])
        games = table["games"][0].as_py()
        for name in TOTALS.names or ():
            values = np.asarray(table[name].chunk(0).flatten(), np.int64)
            totals[name][...] = values.reshape(totals[name].shape)
    except (pa.ArrowException, KeyError, ValueError, TypeError, IndexError, OSError):
        return None
    trusted = {"identity": identity, "digest": _digest(totals, cell, games, identity)}
    return (totals, games) if header == trusted else None


def _digest(totals: Any, cell: int, games: int, identity: str) -> str:
    digest = hashlib.sha256(f"{identity} {cell} {games}".encode())
    for name in TOTALS.names or ():
        digest.update(np.ascontiguousarray(totals[name], "<i8").tobytes())
    return digest.hexdigest()
