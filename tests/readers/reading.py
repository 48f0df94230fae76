"""Read the rows of a dataset with another library: ``python reading.py READER FORMAT FOLDER``.

Prints a checksum of each column as JSON. It imports nothing but that library, so it also runs where
only an old version of it is installed.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

Columns = dict[str, list[Any]]

KINDS = ("games", "rounds")


def pandas_parquet(folder: Path) -> Columns:
    """Read a folder of Parquet files with pandas and pyarrow."""
    import pandas as pd

    return of_frame(pd.read_parquet(folder, engine="pyarrow"))


def pandas_arrow(folder: Path) -> Columns:
    """Read a folder of Arrow files with pandas and pyarrow."""
    import pandas as pd

    return of_frame(pd.concat(pd.read_feather(path) for path in sorted(folder.iterdir())))


def fastparquet_parquet(folder: Path) -> Columns:
    """Read a folder of Parquet files with fastparquet."""
    import fastparquet

    files = [str(path) for path in sorted(folder.iterdir())]
    return of_frame(fastparquet.ParquetFile(files).to_pandas())


def polars_parquet(folder: Path) -> Columns:
    """Read a folder of Parquet files with Polars."""
    import polars as pl

    return pl.read_parquet(folder / "*.parquet").to_dict(as_series=False)


def polars_arrow(folder: Path) -> Columns:
    """Read a folder of Arrow files with Polars."""
    import polars as pl

    return pl.scan_ipc(folder / "*.arrow").collect().to_dict(as_series=False)


def duckdb_parquet(folder: Path) -> Columns:
    """Read a folder of Parquet files with DuckDB."""
    import duckdb

    return of_query(duckdb.sql(f"FROM '{folder}/*.parquet' ORDER BY ALL"))


def duckdb_arrow(folder: Path) -> Columns:
    """Read a folder of Arrow files with DuckDB by way of pyarrow."""
    import duckdb
    import pyarrow.dataset as ds

    rows = ds.dataset(folder, format="arrow")
    return of_query(duckdb.from_arrow(rows).query("rows", "FROM rows ORDER BY ALL"))


#: By library and format.
READERS: dict[tuple[str, str], Callable[[Path], Columns]] = {
    ("pandas", "parquet"): pandas_parquet,
    ("pandas", "arrow"): pandas_arrow,
    ("fastparquet", "parquet"): fastparquet_parquet,
    ("polars", "parquet"): polars_parquet,
    ("polars", "arrow"): polars_arrow,
    ("duckdb", "parquet"): duckdb_parquet,
    ("duckdb", "arrow"): duckdb_arrow,
}


def of_frame(frame: Any) -> Columns:
    """Return the values of a frame of pandas."""
    return {name: plain(frame[name].tolist()) for name in frame.columns}


def of_query(query: Any) -> Columns:
    """Return the values of a query of DuckDB."""
    columns = zip(*query.fetchall(), strict=True)
    return dict(zip(query.columns, map(plain, columns), strict=True))


def plain(values: Iterable[Any]) -> list[Any]:
    """Return text, and whole numbers as such: some readers make floats of what may be missing."""
    return [value if isinstance(value, str) else int(value) for value in values]


def checksums(columns: Columns) -> dict[str, str]:
    """Return a checksum of the values of each column, in their order."""
    return {
        name: hashlib.sha256("\n".join(map(str, values)).encode()).hexdigest()
        for name, values in columns.items()
    }


def main(library: str, format: str, folder: str) -> None:
    """Print the checksums of both kinds of rows."""
    read = READERS[library, format]
    print(json.dumps({kind: checksums(read(Path(folder) / kind)) for kind in KINDS}))


if __name__ == "__main__":
    main(*sys.argv[1:])
