"""Files of the user's own that a strategy needs: how a dataset names them, and finds them again.

They are named from where the dataset lies, so that both can be moved together; never by a path that
tells whose they are. Whoever allows a file to run has named it once more.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from quacks_sim.experiment.folders import is_local
from quacks_sim.paths import told_from
from quacks_sim.plugins import Allowed, file_of, is_trusted
from quacks_sim.shipped import shipped_folder
from quacks_sim.strategy import Strategy, plugins_in
from quacks_sim.values import is_shipped_name


def strategy_to_dict(strategy: Strategy, dataset: Path | None) -> dict[str, Any]:
    """Return what a manifest says of a strategy.

    Parameters
    ----------
    strategy : Strategy
    dataset : Path or None
        The folder of the dataset; None if it lies at a URL, far from all files of the user's own.
    """
    document: dict[str, Any] = {"name": strategy.name, "fingerprint": strategy.fingerprint}
    folder = _folder_of_own_files(strategy)
    content = strategy.moved(folder or Path(), _told).to_dict()
    values = strategy.values
    if values is not None and values.path is not None and not values.is_shipped:
        content["values"] = told_from(folder or values.path.parent, values.path)
    document["content"] = content
    if folder is not None and dataset is not None:
        place = told_from(dataset, folder)
        if (dataset.resolve() / place).resolve() == folder.resolve():
            document["folder"] = place
    return document


def _folder_of_own_files(strategy: Strategy) -> Path | None:
    """Return from where the files of a user's own that a strategy needs are named."""
    own = strategy.plugins
    if strategy.values is not None and strategy.values.path and not strategy.values.is_shipped:
        own = [*own, strategy.values.path]
    if not own:
        return None
    folder = strategy.folder
    return own[0].parent if folder is None or is_trusted(folder) else folder


def _told(folder: Path, file: Path) -> str:
    return file.name if is_trusted(file) else told_from(folder, file)


def folder_of_own_files(
    dataset: Path, known: Mapping[str, Any], allow_plugins: Allowed
) -> Path | None:
    """Return where the files are that a strategy of a dataset needs, None if it needs none.

    They are looked for where they lay when the dataset was written, seen from its folder, beside
    the files that may run, in the working folder, and among those of the program.
    """
    files = [file_of(name, Path()) for _, name in plugins_in(known["content"])]
    values = known["content"].get("values")
    if isinstance(values, str) and not is_shipped_name(values):
        files.append(Path(values))
    if not files:
        return None
    places = list(_places(dataset, known, allow_plugins))
    has_all = (each for each in places if all((each / file).is_file() for file in files))
    found, here = next(has_all, places[0]), Path.cwd()
    return found.relative_to(here) if found.is_relative_to(here) else found


def _places(dataset: Path, known: Mapping[str, Any], allow_plugins: Allowed) -> Iterator[Path]:
    if is_local(dataset):
        yield (dataset.resolve() / known.get("folder", "")).resolve()
    else:
        yield Path(known.get("folder", ""))
    if not isinstance(allow_plugins, bool):
        yield from (Path(each).resolve().parent for each in allow_plugins)
    yield Path.cwd()
    shipped = sorted(shipped_folder("strategies").rglob("*.py"))
    yield from dict.fromkeys(each.parent for each in shipped)
