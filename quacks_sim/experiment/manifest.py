"""The manifest of a dataset: the plan, and which files are there."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quacks_sim.bounded import check_bounds
from quacks_sim.errors import InputError, in_short
from quacks_sim.experiment.files import sha256, write_file
from quacks_sim.experiment.folders import is_local
from quacks_sim.experiment.form import what_is_wrong
from quacks_sim.experiment.identity import identity
from quacks_sim.experiment.plan import Plan, Shard

SCHEMA = 3
FILE_NAME = "manifest.json"
FORMAT = "quacks_sim dataset"

#: Folders of a dataset: rows of games, rows of rounds, sums of cells.
ROW_FOLDERS = {"summary": (), "games": ("games",), "rounds": ("games", "rounds")}
TOTALS_FOLDER = "totals"
FOLDERS = ("games", "rounds", TOTALS_FOLDER)


def totals_name(cell: int) -> str:
    """Return the name of the file of a cell's sums."""
    return f"cell-{cell:05d}.parquet"


def entry_of(path: Path, content: bytes | memoryview, rows: int) -> dict[str, Any]:
    """Return what the manifest says of a file."""
    return {
        "file": f"{path.parent.name}/{path.name}",
        "rows": rows,
        "bytes": len(content),
        "sha256": sha256(content),
    }


def is_intact(folder: Path, entry: Mapping[str, Any]) -> bool:
    """Return whether a file is there and has the content that the manifest promises."""
    path = folder / entry["file"]
    try:
        if path.stat().st_size != entry["bytes"]:
            return False
        return bool(sha256(path.read_bytes()) == entry["sha256"])
    except OSError:
        return False


def check_is_dataset(folder: Path) -> dict[str, Any]:
    """Return the manifest of a dataset of any version, unchecked: it only says whose folder it is.

    Raises
    ------
    InputError
        If the folder is no dataset.
    """
    path = folder / FILE_NAME
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"), parse_constant=_refuse)
        check_bounds(manifest)
    except (OSError, ValueError, RecursionError) as error:
        kind = "cannot be read" if path.is_file() else "is not there"
        reason = f" ({error})" if path.is_file() else ""
        raise InputError(
            f"{folder} is no dataset: its {FILE_NAME} {kind}{reason}",
            "name a folder that quacks run or quacks play --out has written",
        ) from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise InputError(
            f"{folder} is no dataset: its {FILE_NAME} belongs to something else",
            "name a folder that quacks run or quacks play --out has written",
        )
    return manifest


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of a dataset, checked completely.

    Raises
    ------
    InputError
        If the folder is no dataset, one of another version, or its manifest has been changed.
    """
    manifest = check_is_dataset(folder)
    schema = manifest.get("schema")
    if type(schema) is not int or schema != SCHEMA:
        raise InputError(
            f"{folder} was written by another version: schema {in_short(schema)} → {SCHEMA}",
            "use the version of quacks_sim that wrote it, or another folder",
        )
    wrong = what_is_wrong(manifest, ROW_FOLDERS)
    if wrong is None and identity(manifest["plan"]) != manifest["identity"]:
        wrong = "the plan does not fit its identity"
    if wrong is not None:
        raise InputError(
            f"{folder}: its {FILE_NAME} is not as it was written: {wrong}",
            "restore it, or make the dataset again in another folder",
        )
    return manifest


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


class Manifest:
    """The manifest of a run: what is there already, and what each new file adds.

    Attributes
    ----------
    shards : dict
        Entries by (cell, first game): what there is of each folder.
    totals : dict
        Entries by cell.
    """

    def __init__(self, plan: Plan, folder: Path, run: Mapping[str, Any]) -> None:
        self.plan = plan
        self.folder = folder
        self.run = run
        self.document = plan.to_dict(folder if is_local(folder) else None)
        self.identity = identity(self.document)
        self.shards: dict[tuple[int, int], dict[str, Any]] = {}
        self.totals: dict[int, dict[str, Any]] = {}

    def adopt(self, found: Mapping[str, Any]) -> list[str]:
        """Take over the intact files of an earlier run of the same plan; return all others."""
        damaged = []
        for entry in found["shards"]:
            kept = {kind: entry[kind] for kind in ROW_FOLDERS[self.plan.level] if entry.get(kind)}
            shard = Shard(entry["cell"], entry["first"], entry["last"], self.plan.format)
            wrong = [
                f"{kind}/{shard.file_name}"
                for kind, each in kept.items()
                if each["file"] != f"{kind}/{shard.file_name}" or not is_intact(self.folder, each)
            ]
            damaged += wrong
            if kept and not wrong and self.plan.has(shard):
                self.add_shard(shard, kept)
        return damaged

    def add_shard(self, shard: Shard, entries: Mapping[str, Any]) -> None:
        """Note the files of a shard."""
        self.shards[shard.cell, shard.first] = {
            "cell": shard.cell,
            "first": shard.first,
            "last": shard.last,
            **entries,
        }

    def has_rows(self, shard: Shard) -> bool:
        """Return whether all rows of a shard that are wanted are there."""
        wanted = ROW_FOLDERS[self.plan.level]
        return not wanted or (shard.cell, shard.first) in self.shards

    @property
    def complete(self) -> bool:
        """Whether every shard and all sums are there."""
        games = self.plan.games
        cells = range(len(self.plan.cells))
        return all(
            cell in self.totals
            and self.totals[cell]["games"] == games
            and all(self.has_rows(shard) for shard in self.plan.shards(cell))
            for cell in cells
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the document that is written."""
        return {
            "format": FORMAT,
            "schema": SCHEMA,
            "complete": self.complete,
            "experiment": dict(self.plan.words),
            "plan": self.document,
            "identity": self.identity,
            "shards": [self.shards[key] for key in sorted(self.shards)],
            "totals": [self.totals[cell] for cell in sorted(self.totals)],
            "command": self.plan.command,
            "run": dict(self.run),
        }

    def save(self) -> None:
        """Write the manifest.

        Raises
        ------
        OSError
            If it cannot be written.
        """
        text = json.dumps(self.to_dict(), indent=1, ensure_ascii=False, allow_nan=False)
        try:
            content = text.encode()
        except UnicodeEncodeError:  # the path of a folder need not be text
            content = json.dumps(self.to_dict(), indent=1, allow_nan=False).encode()
        write_file(self.folder / FILE_NAME, content + b"\n")
