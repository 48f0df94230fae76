"""Measure the formats of rows: ``python benchmarks/formats.py [FILE.json]``.

First 6,000 games of four seats, the same yardstick or four different strategies, are packed in each
format, and in Parquet with integers split into streams as datasets once had them. Then datasets of
yardsticks without event cards are written on one thread. All take turns; what counts is the time of
the processor, so that a busy machine matters little.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from quacks_sim import benchmark
from quacks_sim.experiment import record_match
from quacks_sim.experiment.columns import to_table
from quacks_sim.experiment.formats import FORMATS
from quacks_sim.match import make_match

GAMES, GAMES_WRITTEN, TURNS, RESAMPLES = 6_000, 60_000, 15, 4_000
SPLIT = "split streams"
SEATS = {
    "four yardsticks": ["yardstick"] * 4,
    "four strategies": ["yardstick", "balanced", "pushing", "careful"],
}


def pack_split(table: pa.Table) -> memoryview:
    """Pack rows with their integers split into streams, which few readers know."""
    sink = pa.BufferOutputStream()
    plain = ("strategy", "game", "deal")
    numbers = [name for name in table.schema.names if name not in plain]
    pq.write_table(
        table,
        sink,
        compression="lz4",
        use_dictionary=["strategy"],
        column_encoding=dict.fromkeys(numbers, "BYTE_STREAM_SPLIT"),
        write_statistics=["cell", "game"],
        row_group_size=table.num_rows,
        write_batch_size=2**16,
    )
    return memoryview(sink.getvalue())


PACKED: dict[str, Callable[[pa.Table], memoryview]] = {
    SPLIT: pack_split,
    **{name: each.pack for name, each in FORMATS.items()},
}


def in_turns(works: dict[str, Callable[[], object]], turns: int) -> dict[str, list[float]]:
    """Return the seconds of processor time of each turn, by name."""
    for work in works.values():
        work()
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(turns):
        for name, work in works.items():
            begun = time.process_time()
            work()
            seconds[name].append(time.process_time() - begun)
    return seconds


def ratio(seconds: list[float], others: list[float]) -> NDArray[np.float64]:
    """Return the median of the ratios of turns, and its 95 % interval."""
    ratios = np.array(seconds) / np.array(others)
    chance = np.random.default_rng(benchmark.SEED)
    again = np.median(chance.choice(ratios, (RESAMPLES, len(ratios))), axis=1)
    return np.array([np.median(ratios), *np.percentile(again, [2.5, 97.5])])


def measure_packing(turns: int) -> list[dict[str, Any]]:
    """Return how long packing takes and how large files are, by rows and format."""
    found = []
    for seats, strategies in SEATS.items():
        cards = benchmark.CARDS if len(set(strategies)) == 1 else None
        match = make_match(strategies, cards=cards, seed=benchmark.SEED)
        block = match.block(0, GAMES, "rounds")
        for kind in ("games", "rounds"):
            table = to_table(kind, 0, match, [block])
            works = {name: lambda pack=pack: pack(table) for name, pack in PACKED.items()}  # noqa: B023
            for name, seconds in in_turns(works, turns).items():
                size = len(PACKED[name](table)) / table.num_rows
                found.append(
                    {
                        "rows": f"{kind}, {seats}",
                        "format": name,
                        "cpu_seconds": seconds,
                        "bytes_a_row": size,
                    }
                )
    return found


def measure_datasets(folder: Path, turns: int) -> dict[str, list[float]]:
    """Return the seconds of processor time of writing datasets, by level and format."""
    match = benchmark.yardstick_match(benchmark.SEED)

    def written(level: str, format: str) -> Callable[[], object]:
        out = folder / f"{level}-{format}"
        how = {"level": level, "format": format, "threads": 1, "overwrite": True}
        return lambda: record_match(match, GAMES_WRITTEN, out, **how)

    works = {
        f"{level}, {format}": written(level, format)
        for level in ("games", "rounds")
        for format in FORMATS
    }
    return in_turns({"only sums": written("summary", "parquet"), **works}, turns)


def report(packing: list[dict[str, Any]], datasets: dict[str, list[float]]) -> str:
    """Return what has been measured as text."""
    lines = [f"{'rows':24} {'format':14} {'ms':>6} {'times split':>19} {'bytes a row':>12}"]
    split: list[float] = []
    for each in packing:
        seconds = each["cpu_seconds"]
        split = seconds if each["format"] == SPLIT else split
        middle, low, high = ratio(seconds, split)
        lines.append(
            f"{each['rows']:24} {each['format']:14} {1e3 * np.median(seconds):6.1f} "
            f"{middle:6.2f} ({low:.2f}–{high:.2f}) {each['bytes_a_row']:12.1f}"
        )
    sums = datasets["only sums"]
    lines += ["", f"{'dataset':24} {'games a second':>14} {'speed of only sums':>20}"]
    for name, seconds in datasets.items():
        middle, low, high = ratio(sums, seconds)
        speed = GAMES_WRITTEN / np.median(seconds)
        lines.append(f"{name:24} {speed:14,.0f} {middle:6.3f} ({low:.3f}–{high:.3f})")
    return "\n".join(lines)


def main() -> None:
    """Measure, print, and write every turn if a file is named."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, nargs="?", help="where to write every turn as JSON")
    parser.add_argument("--turns", type=int, default=TURNS)
    options = parser.parse_args()
    packing = measure_packing(options.turns)
    with tempfile.TemporaryDirectory() as name:
        datasets = measure_datasets(Path(name), options.turns)
    print(report(packing, datasets))
    if options.file is not None:
        document = {
            "command": "formats",
            "packing": packing,
            "datasets": datasets,
            "machine": benchmark.machine(),
        }
        options.file.parent.mkdir(parents=True, exist_ok=True)
        options.file.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
