"""Which files of a folder belong to a dataset: those it lists, and those its plan would write.

The second kind is what a killed run has written since its manifest. All else is somebody else's.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from quacks_sim.errors import InputError
from quacks_sim.experiment.folders import is_local
from quacks_sim.experiment.form import is_file_name
from quacks_sim.experiment.formats import DEFAULT_FORMAT, FORMATS
from quacks_sim.experiment.manifest import (
    FILE_NAME,
    FOLDERS,
    ROW_FOLDERS,
    TOTALS_FOLDER,
    totals_name,
)
from quacks_sim.experiment.plan import Shard
from quacks_sim.own_files import kind_of, name_of_temporary, remove_file

#: What a run writes into the folder itself.
_HEADS = (FILE_NAME, "writable")

_NUMBERS = re.compile(r"cell-([0-9]{1,18})(?:-game-([0-9]{1,18}))?\.")

_CURE = "move it away, or name another folder"


def folder_to_write(folder: Path) -> Path:
    """Return where a dataset is written: a link that a user names is followed once, here.

    Raises
    ------
    InputError
        If it is no folder, or one that holds something else.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is a file, not a folder", "name a folder for the dataset")
    if is_local(folder) and kind_of(folder) == "link":
        if not folder.is_dir():
            raise InputError(
                f"{folder} is a symbolic link that leads nowhere", "name a folder for the dataset"
            )
        folder = folder.resolve()
    if folder.is_dir() and not (folder / FILE_NAME).is_file():
        strange = [path.name for path in folder.iterdir() if not _is_leftover(path)]
        if strange:
            raise InputError(
                f"{folder} holds {sorted(strange)[0]} and is no dataset",
                "name a new or an empty folder",
            )
    return folder


def _is_leftover(path: Path) -> bool:
    """Return whether a killed run may have left a file in a folder that is no dataset yet."""
    return name_of_temporary(path.name) in _HEADS and kind_of(path) == "file"


class Belongings:
    """The files that belong to a dataset.

    Parameters
    ----------
    manifest : mapping
        Its manifest. It may be of another version or changed by hand: what makes no sense in it
        counts for nothing.
    """

    def __init__(self, manifest: Mapping[str, Any]) -> None:
        self._listed = {name for name in _texts(manifest) if is_file_name(name)}
        plan = manifest.get("plan")
        plan = plan if isinstance(plan, Mapping) else {}
        level, cells = plan.get("level"), plan.get("cells")
        self._rows = ROW_FOLDERS.get(level, ()) if isinstance(level, str) else ()
        self._cells = len(cells) if isinstance(cells, list) else 0
        self._format = str(plan.get("format", DEFAULT_FORMAT))
        self._games, self._shard_games = (
            value if type(value) is int and value > 0 else 0
            for value in (plan.get("games"), plan.get("shard_games"))
        )

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders that a run of its plan makes."""
        return (*self._rows, TOTALS_FOLDER)

    def has(self, folder: str, name: str) -> bool:
        """Return whether a file of one of its folders belongs to it."""
        return f"{folder}/{name}" in self._listed or self._would_write(folder, name)

    def lists(self, folder: str, name: str) -> bool:
        """Return whether the manifest lists a file."""
        return f"{folder}/{name}" in self._listed

    def _would_write(self, folder: str, name: str) -> bool:
        found = _NUMBERS.match(name)
        if found is None or int(found[1]) >= self._cells:
            return False
        cell = int(found[1])
        if found[2] is None:
            return folder == TOTALS_FOLDER and name == totals_name(cell)
        first = int(found[2])
        return (
            folder in self._rows
            and self._shard_games > 0
            and first < self._games
            and first % self._shard_games == 0
            and self._format in FORMATS
            and name == Shard(cell, first, self._games, self._format).file_name
        )


def _texts(manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of files in the lists of a manifest."""
    for key in ("shards", "totals"):
        entries = manifest.get(key)
        for entry in entries if isinstance(entries, list) else ():
            parts = [entry, *(entry.values() if isinstance(entry, Mapping) else ())]
            for part in parts:
                if isinstance(part, Mapping) and isinstance(part.get("file"), str):
                    yield part["file"]


def check_the_way(folder: Path, wanted: Belongings, before: Belongings | None) -> None:
    """Raise an error if something lies where a dataset is to be written, and is not its own.

    Parameters
    ----------
    folder : Path
    wanted : Belongings
        Of the dataset to be written.
    before : Belongings or None
        Of the one that is there.

    Raises
    ------
    InputError
        It names what is in the way.
    """
    if kind_of(folder / FILE_NAME) == "link":
        raise InputError(f"{folder / FILE_NAME} is a symbolic link", _CURE)
    for each in wanted.folders:
        place = folder / each
        kind = kind_of(place)
        if kind == "link":
            raise InputError(f"{place} is a symbolic link, which no run follows", _CURE)
        if kind not in ("folder", "nothing"):
            raise InputError(f"{place} is a file, where a folder is to be", _CURE)
        for path in place.iterdir() if kind == "folder" else ():
            ours = before is not None and before.has(each, path.name)
            if not ours and not wanted.has(each, path.name):
                continue
            if kind_of(path) != "file":
                what = {"link": "a symbolic link", "folder": "a folder"}.get(
                    kind_of(path), "no file"
                )
                raise InputError(f"{path} is {what}, where a file is to be", _CURE)
            if not ours:
                raise InputError(f"{path} is in the way: it belongs to no dataset", _CURE)


def remove_belongings(folder: Path, owner: Belongings, kept: Belongings | None = None) -> None:
    """Remove the files of a dataset, and what killed runs have left half written of them.

    Parameters
    ----------
    folder : Path
    owner : Belongings
        Whose files are removed.
    kept : Belongings, optional
        What it lists stays.
    """
    for path in list(folder.iterdir()):
        if name_of_temporary(path.name) in _HEADS:
            remove_file(path)
    for each in FOLDERS:
        place = folder / each
        if kind_of(place) != "folder":
            continue
        for path in list(place.iterdir()):
            half = name_of_temporary(path.name)
            stays = kept is not None and kept.lists(each, path.name)
            if owner.has(each, half or path.name) and not stays:
                remove_file(path)
