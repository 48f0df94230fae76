"""The formats of files with rows: how they are packed, and read back without being trusted.

The name of a format is the suffix of its files, too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.parquet as pq

from quacks_sim import checked


@dataclass(frozen=True)
class Format:
    """How a file with rows is written and read.

    Attributes
    ----------
    pack : callable
        Returns the bytes of a file with the rows of a table.
    unpack : callable
        Returns some columns of a file, given its bytes and their names. What it raises for a
        damaged file is told by :func:`unpack_rows`.
    """

    pack: Callable[[pa.Table], memoryview]
    unpack: Callable[[bytes, Sequence[str]], pa.Table]


def _pack_parquet(table: pa.Table) -> memoryview:
    """Pack rows so that every reader of Parquet can read them.

    Many know no other encodings than plain ones and dictionaries; some split integers into streams
    or take differences, but not all of them rightly. To look up each number in a dictionary takes
    twice as long as to write it plainly in four bytes, whose zeros LZ4 passes over.
    """
    sink = pa.BufferOutputStream()
    pq.write_table(
        table,
        sink,
        compression="lz4",
        use_dictionary=["strategy"],
        # By these a reader skips files; to find the others' extremes takes a third of the time.
        write_statistics=["cell", "game"],
        row_group_size=max(table.num_rows, 1),
        write_batch_size=2**16,
    )
    return memoryview(sink.getvalue())


def _unpack_parquet(content: bytes, columns: Sequence[str]) -> pa.Table:
    with pq.ParquetFile(pa.BufferReader(content)) as file:
        return file.read(columns=columns).select(columns)


def _pack_arrow(table: pa.Table) -> memoryview:
    sink = pa.BufferOutputStream()
    # The threads that play pack their own rows.
    options = pa.ipc.IpcWriteOptions(compression="lz4", use_threads=False)
    with pa.ipc.new_file(sink, table.schema, options=options) as file:
        file.write_table(table)
    return memoryview(sink.getvalue())


def _unpack_arrow(content: bytes, columns: Sequence[str]) -> pa.Table:
    with pa.ipc.open_file(content) as file:
        known = file.schema.names
    options = pa.ipc.IpcReadOptions(included_fields=[known.index(each) for each in columns])
    with pa.ipc.open_file(content, options=options) as file:
        return file.read_all().select(columns)


#: All formats, by name; the first is that of a dataset of which nothing is said.
FORMATS = {
    "parquet": Format(_pack_parquet, _unpack_parquet),
    "arrow": Format(_pack_arrow, _unpack_arrow),
}

DEFAULT_FORMAT = next(iter(FORMATS))


def check_format(name: object) -> str:
    """Return the name of a format.

    Raises
    ------
    InputError
        If there is no such format.
    """
    return checked.one_of(name, "the format", tuple(FORMATS))


def unpack_rows(format: str, content: bytes, schema: pa.Schema) -> pa.Table:
    """Return the columns of a schema from the bytes of a file.

    Raises
    ------
    ValueError
        If the file cannot be read, or if its columns are others.
    """
    try:
        table = FORMATS[format].unpack(content, schema.names)
        table.validate(full=True)  # lengths and indices are taken as they stand in the file
    except (pa.ArrowException, OSError, KeyError, ValueError) as error:
        reason = str(error).partition("\n")[0]
        raise ValueError(reason) from None
    if not table.schema.equals(schema) or any(each.null_count for each in table.columns):
        raise ValueError("its columns are not those of these rows")
    return table
