"""The page: what the template shows, and how it is written."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quacks_sim.plugins import Allowed, read_allowed
from quacks_sim.report.answers import answer_of
from quacks_sim.report.claims import claims_of
from quacks_sim.report.games import telling_games
from quacks_sim.report.pictures import pictures_of
from quacks_sim.report.settings import commands_of, settings_of, strategies_of
from quacks_sim.report.tables import tables_of
from quacks_sim.result_files import check_result_path, write_result

if TYPE_CHECKING:
    from quacks_sim.experiment import Dataset

SUFFIXES = (".html",)


def page_of(dataset: "Dataset", *, allow_plugins: Allowed = False) -> str:
    """Return the report of a dataset as an HTML page that needs nothing else.

    Parameters
    ----------
    dataset : Dataset
        Of a complete run.
    allow_plugins : bool or collection of paths
        Which files of Python may run to tell games, see :func:`quacks_sim.strategy.load_strategy`.

    Returns
    -------
    str
        HTML with its style, script and pictures inside; every text from the dataset is escaped.

    Raises
    ------
    InputError
        If the run is not complete, or a file of it is missing.
    """
    from quacks_sim.experiment.dataset import check_dataset

    check_dataset(dataset)
    read_allowed(allow_plugins)
    results = dataset.results()
    script = _text("page.js")
    experiment: Mapping[str, Any] = dataset.manifest["experiment"]
    return str(
        _template().render(
            question=dataset.question,
            paragraphs=_paragraphs(str(experiment.get("description", ""))),
            answer=answer_of(dataset),
            claims=claims_of(dataset, results),
            pictures=pictures_of(dataset),
            tables=tables_of(dataset, results),
            games=telling_games(dataset, allow_plugins),
            settings=settings_of(dataset, results),
            strategies=strategies_of(dataset),
            commands=commands_of(dataset),
            style=_text("page.css"),
            script=script,
            policy=_policy(script),
        )
    )


def save_report(
    dataset: "Dataset",
    path: str | Path,
    *,
    overwrite: bool = False,
    allow_plugins: Allowed = False,
) -> Path:
    """Write the report of a dataset; equal datasets give equal bytes.

    Parameters
    ----------
    dataset : Dataset
        Of a complete run.
    path : str or Path
        Ends in ``.html``; its folder is made.
    overwrite : bool
        Whether a file that is there may be replaced.
    allow_plugins : bool or collection of paths
        As in :func:`page_of`.

    Returns
    -------
    Path
        Where it was written.

    Raises
    ------
    InputError
        If it cannot be written there, or the run is not complete.
    """
    from quacks_sim.experiment.dataset import check_dataset

    check_dataset(dataset)
    path = check_report_path(path, overwrite=overwrite)
    text = page_of(dataset, allow_plugins=allow_plugins)
    write_result(path, lambda part: part.write_text(text, encoding="utf-8"))
    return path


def check_report_path(path: str | Path, *, overwrite: bool = False) -> Path:
    """Return the path of a page that can be written, after making its folder.

    Raises
    ------
    InputError
        For another suffix, for a file that is there, and for a folder that cannot be made.
    """
    return check_result_path(path, "report", SUFFIXES, overwrite=overwrite)


def _policy(script: str) -> str:
    """Return what a browser may do with the page: run this script, and fetch nothing."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def _template() -> Any:
    from jinja2 import Environment, StrictUndefined

    # Escapes every value but style, script and pictures, which the template marks as safe.
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(_text("page.html"))


def _text(name: str) -> str:
    return (files("quacks_sim.report") / "page_files" / name).read_text(encoding="utf-8")


def _paragraphs(text: str) -> Sequence[str]:
    return [" ".join(each.split()) for each in text.split("\n\n") if each.strip()]
