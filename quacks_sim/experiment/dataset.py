"""Datasets: what an experiment has written, read back as frames and as results."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from quacks_sim import checked
from quacks_sim.axes import Label
from quacks_sim.errors import InputError, in_short, nearest
from quacks_sim.experiment.columns import COLUMNS, SCHEMAS
from quacks_sim.experiment.files import sha256
from quacks_sim.experiment.folders import as_folder
from quacks_sim.experiment.formats import DEFAULT_FORMAT, unpack_rows
from quacks_sim.experiment.manifest import (
    FILE_NAME,
    ROW_FOLDERS,
    TOTALS_FOLDER,
    is_intact,
    read_manifest,
    totals_name,
)
from quacks_sim.experiment.own import folder_of_own_files
from quacks_sim.experiment.totals import unpack_totals
from quacks_sim.match import Match, told_apart
from quacks_sim.plugins import Allowed, PluginRefused
from quacks_sim.results import PlayResult
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.options import RuleOptions
from quacks_sim.strategy import Strategy, ToldStrategy
from quacks_sim.words import counted

if TYPE_CHECKING:
    import pandas as pd

_AGAIN = "give the command again that made it: {command}"


def load(path: "str | Path") -> "Dataset":
    """Return the dataset in a folder.

    Parameters
    ----------
    path : str or Path
        The folder or its URL, or its ``manifest.json``.

    Raises
    ------
    InputError
        If it is no dataset.
    """
    folder = as_folder(path)
    if folder.name == FILE_NAME and folder.is_file():
        folder = folder.parent
    return Dataset(folder, read_manifest(folder))


def check_dataset(dataset: object) -> "Dataset":
    """Return a dataset, or raise an :class:`InputError` if it is none."""
    return checked.instance(dataset, Dataset, "the dataset", "give what load() returns")


class Dataset:
    """What an experiment has written.

    Attributes
    ----------
    path : Path
        Its folder.
    manifest : dict
        The content of ``manifest.json``; see ``docs/data.md``.
    played : int
        Games that the call which returned this object has played; 0 if it was only read, or if a
        run found everything there.
    remade : list of str
        Files that this call has found damaged or missing, and made again.
    """

    def __init__(
        self, path: Path, manifest: dict[str, Any], *, played: int = 0, remade: Sequence[str] = ()
    ) -> None:
        self.path = path if hasattr(path, "iterdir") else as_folder(path)
        self.manifest = checked.mapping(manifest, "a manifest", "load() reads that of a folder")
        if not {"plan", "experiment", "complete", "shards", "totals"} <= set(manifest):
            raise InputError("this is no manifest of a dataset", "load() reads that of a folder")
        self.played = checked.whole(played, "played", 0, 2**63 - 1)
        self.remade = checked.items(remade, "remade", "give the names of files")

    def __repr__(self) -> str:
        state = "" if self.complete else ", not complete"
        cells = f"{counted(len(self._cells), 'cell')} of {counted(self.games_per_cell, 'game')}"
        return f"<Dataset {self.path}: {cells}{state}>"

    @property
    def _plan(self) -> dict[str, Any]:
        plan: dict[str, Any] = self.manifest["plan"]
        return plan

    @property
    def _cells(self) -> list[dict[str, Any]]:
        cells: list[dict[str, Any]] = self._plan["cells"]
        return cells

    @property
    def complete(self) -> bool:
        """Whether the run that wrote it came to its end."""
        return bool(self.manifest["complete"])

    @property
    def question(self) -> str:
        """The question in words."""
        return str(self.manifest["experiment"]["question"])

    @property
    def level(self) -> str:
        """Which rows are kept: ``summary``, ``games`` or ``rounds``."""
        return str(self._plan["level"])

    @property
    def format(self) -> str:
        """How rows are kept: ``parquet`` or ``arrow``."""
        return str(self._plan.get("format", DEFAULT_FORMAT))

    @property
    def seed(self) -> int:
        """The seed of all cells."""
        return int(self._plan["seed"])

    @property
    def games_per_cell(self) -> int:
        """How many games each cell has."""
        return int(self._plan["games"])

    @property
    def axes(self) -> dict[str, list[Label]]:
        """What was varied: the labels of the values, by axis."""
        return dict(self._plan["axes"])

    @cached_property
    def cells(self) -> "pd.DataFrame":
        """One row a cell: cell, table, strategies (a tuple of names), the axes, games."""
        import pandas as pd

        rows = [
            {
                "cell": cell["cell"],
                "table": cell["table"],
                "strategies": self._names(cell),
                **cell["values"],
                "games": self.games_per_cell,
            }
            for cell in self._cells
        ]
        return pd.DataFrame(rows)

    def games(
        self, columns: Sequence[str] | None = None, cells: int | Sequence[int] | None = None
    ) -> "pd.DataFrame":
        """Return the rows of games: one for each game and seat, in the order of cells and games.

        Parameters
        ----------
        columns : sequence of str, optional
            Which columns to read; all if not given. See ``docs/data.md`` for their meaning.
        cells : int or sequence of int, optional
            Which cells to read; all if not given.

        Returns
        -------
        DataFrame
            Small integers as stored; ``strategy`` is a category.

        Raises
        ------
        InputError
            If these rows were not kept, or a column, a cell or a file is not there.
        """
        return self._rows("games", columns, cells)

    def rounds(
        self, columns: Sequence[str] | None = None, cells: int | Sequence[int] | None = None
    ) -> "pd.DataFrame":
        """Return the rows of rounds: one for each game, seat and round; see :meth:`games`."""
        return self._rows("rounds", columns, cells)

    def match(self, cell: int, *, allow_plugins: Allowed = False) -> Match:
        """Return the match of a cell, to play games of it again.

        Parameters
        ----------
        cell : int
        allow_plugins : bool or collection of paths
            Which files of Python may run, see :func:`quacks_sim.strategy.load_strategy`.

        Raises
        ------
        PluginRefused
            For code that may not run.
        InputError
            If the cell is not there, or its strategies do not exist any more.
        """
        if not checked.is_whole(cell):
            raise InputError(f"the cell is {in_short(cell)}", "it is a whole number from 0")
        (number,) = self._checked_cells(cell)
        known = self._cells[number]
        strategies = [self._strategy(each, allow_plugins) for each in known["strategies"]]
        return self._match_of(known, strategies)

    def results(self) -> list[PlayResult]:
        """Return the result of each cell, exactly as :func:`quacks_sim.play` gives it.

        Raises
        ------
        InputError
            If the run is not complete, or a file is missing.
        """
        return [self._result(cell) for cell in self._cells]

    def summary(self) -> "pd.DataFrame":
        """Return one row a cell and strategy: cell, table, the axes, estimates and 95 % intervals.

        Raises
        ------
        InputError
            As :meth:`results`.
        """
        import pandas as pd

        frames = []
        for cell, result in zip(self._cells, self.results(), strict=True):
            frame = result.to_frame()
            head = {"cell": cell["cell"], "table": cell["table"], **cell["values"]}
            for place, (name, value) in enumerate(head.items()):
                frame.insert(place, name, value)
            frames.append(frame)
        return pd.concat(frames, ignore_index=True)

    def damaged(self) -> list[str]:
        """Return the files that are missing or not as they were written, relative to the folder."""
        rows = [
            entry[kind]
            for entry in self.manifest["shards"]
            for kind in ROW_FOLDERS[self.level]
            if entry.get(kind)
        ]
        wrong = [str(entry["file"]) for entry in rows if not is_intact(self.path, entry)]
        for entry in self.manifest["totals"]:
            # They check themselves, and after a crash may be newer than the manifest.
            try:
                content = (self.path / entry["file"]).read_bytes()
            except OSError:
                content = b""
            if unpack_totals(content, entry["cell"], self.manifest["identity"]) is None:
                wrong.append(str(entry["file"]))
        return wrong

    def _names(self, cell: Mapping[str, Any]) -> tuple[str, ...]:
        strategies = self._plan["strategies"]
        return told_apart([strategies[each]["name"] for each in cell["strategies"]])

    def _error(self, cause: str) -> InputError:
        return InputError(f"{self.path}: {cause}", _AGAIN.format(command=self.manifest["command"]))

    def _checked_cells(self, cells: int | Sequence[int] | None) -> list[int]:
        count = len(self._cells)
        if cells is None:
            return list(range(count))
        cure = f"its cells are 0 to {count - 1}"
        chosen = [cells] if checked.is_whole(cells) else checked.items(cells, "cells", cure)
        for cell in chosen:
            if not checked.is_whole(cell) or not 0 <= cell < count:
                raise InputError(f"{self.path} has no cell {in_short(cell)}", cure)
        return [int(cell) for cell in chosen]

    def _rows(
        self, kind: str, columns: Sequence[str] | None, cells: int | Sequence[int] | None
    ) -> "pd.DataFrame":
        known = [column.name for column in COLUMNS[kind]]
        listed = f"columns are {', '.join(known)}"
        wanted = known if columns is None else checked.items(columns, "columns", listed)
        for name in wanted:
            if not isinstance(name, str) or name not in known:
                close = nearest(name, known) if isinstance(name, str) else ""
                raise InputError(
                    f"the rows of {kind} have no column {in_short(name)}", f"{listed}{close}"
                )
        if kind not in ROW_FOLDERS[self.level]:
            raise InputError(
                f"{self.path} has no rows of {kind}: its level is {in_short(self.level)}",
                f'run the experiment with level = "{kind}" into another folder',
            )
        schema = pa.schema([SCHEMAS[kind].field(name) for name in wanted])
        tables = [
            self._read(entry[kind], schema) for entry in self._shards(self._checked_cells(cells))
        ]
        table = pa.concat_tables([schema.empty_table(), *tables]).unify_dictionaries()
        frame = table.to_pandas(split_blocks=True, self_destruct=True)
        if "strategy" in wanted:
            names = dict.fromkeys(name for cell in self._cells for name in self._names(cell))
            frame["strategy"] = frame["strategy"].cat.set_categories(list(names))
        return frame  # type: ignore[no-any-return]

    def _shards(self, cells: Sequence[int]) -> list[dict[str, Any]]:
        by_cell: dict[int, list[dict[str, Any]]] = {}
        for entry in self.manifest["shards"]:
            by_cell.setdefault(entry["cell"], []).append(entry)
        for cell in cells:
            reached = sum(each["last"] - each["first"] for each in by_cell.get(cell, []))
            if reached != self.games_per_cell:
                raise self._error(
                    f"{reached} of {counted(self.games_per_cell, 'game')} of cell {cell}"
                )
        return [entry for cell in cells for entry in by_cell[cell]]

    def _read(self, entry: Mapping[str, Any], schema: pa.Schema) -> pa.Table:
        name = entry["file"]
        try:
            content = (self.path / name).read_bytes()
        except FileNotFoundError:
            raise self._error(f"the file {name} is missing") from None
        except OSError as error:
            raise self._error(f"the file {name} cannot be read: {error}") from None
        # Formats notice a flipped bit seldom, and a swapped file never.
        if sha256(content) != entry["sha256"]:
            raise self._error(f"the file {name} is damaged: its checksum is another")
        try:
            return unpack_rows(self.format, content, schema)
        except ValueError as error:
            raise self._error(f"the file {name} cannot be read: {error}") from None

    def _result(self, cell: Mapping[str, Any]) -> PlayResult:
        number = cell["cell"]
        path = self.path / TOTALS_FOLDER / totals_name(number)
        entries = {entry["cell"]: entry for entry in self.manifest["totals"]}
        games = entries.get(number, {}).get("games", 0)
        if games != self.games_per_cell:
            raise self._error(f"{games} of {counted(self.games_per_cell, 'game')} of cell {number}")
        try:
            found = unpack_totals(path.read_bytes(), number, self.manifest["identity"])
        except OSError:
            raise self._error(f"the file {TOTALS_FOLDER}/{path.name} is missing") from None
        if found is None:
            raise self._error(f"the file {TOTALS_FOLDER}/{path.name} is damaged")
        if found[1] != games:
            raise self._error(
                f"the file {TOTALS_FOLDER}/{path.name} has {counted(found[1], 'game')}"
            )
        known = [self._told_strategy(each) for each in cell["strategies"]]
        return PlayResult(self._match_of(cell, known), *found)

    def _match_of(self, cell: Mapping[str, Any], strategies: Sequence[Strategy]) -> Match:
        plan = self._plan
        stored = cell.get("rules", plan["rules"])
        rules = {key: stored[key] for key in RuleOptions.model_fields if key in stored}
        return Match(
            tuple(strategies),
            RuleOptions.model_validate(rules),
            Books.read(stored["books"]),
            self.seed,
            plan["rotate"],
            Deck.read(cell["cards"]),
        )

    def _strategy(self, index: int, allow_plugins: Allowed) -> Strategy:
        known = self._plan["strategies"][index]
        folder = folder_of_own_files(self.path, known, allow_plugins)
        try:
            found = Strategy.from_dict(
                known["content"], name="stored", folder=folder, allow_plugins=allow_plugins
            )
        except PluginRefused as error:
            where = f"{self.path}: strategy {known['name']}"
            raise PluginRefused(where, error.named, error.folder) from None
        if found.fingerprint != known["fingerprint"]:
            raise InputError(
                f"the strategy {known['name']} plays otherwise than when {self.path} was made",
                "restore the file of its policy",
            )
        return found.named(known["name"])

    def _told_strategy(self, index: int) -> Strategy:
        """Return a strategy to be named only: numbers are read without what led to them."""
        try:
            return self._strategy(index, False)
        except InputError:
            known = self._plan["strategies"][index]
            description = known["content"].get("description", "")
            return ToldStrategy(known["name"], description, known["fingerprint"])
