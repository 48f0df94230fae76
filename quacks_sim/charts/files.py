"""Charts as files: whole or not at all, and nothing overwritten unasked."""

import os
import secrets
from pathlib import Path

from matplotlib.figure import Figure

from quacks_sim.charts.style import styled
from quacks_sim.errors import InputError
from quacks_sim.version import __version__

SUFFIXES = (".png", ".svg")


def check_chart_path(path: str | Path, *, overwrite: bool = False) -> Path:
    """Return the path of a chart that can be written, after making its folder.

    Parameters
    ----------
    path : str or Path
        Ends in ``.png`` or ``.svg``.
    overwrite : bool
        Whether a file that is there may be replaced.

    Raises
    ------
    InputError
        For another suffix, for a file that is there, and for a folder that cannot be made.
    """
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(
            f"a chart cannot be written as {path.name!r}",
            "name a file that ends in .png or .svg",
        )
    if path.is_dir():
        raise InputError(f"{path} is a folder", "name a file in it, for example chart.png")
    if path.exists() and not overwrite:
        raise InputError(f"{path} is already there", "take another name, or --overwrite")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"the folder of {path} cannot be made: {error.strerror}", "take another place"
        ) from None
    if not os.access(path.parent, os.W_OK):
        raise InputError(f"{path.parent} cannot be written", "name a folder in which you may write")
    return path


@styled
def save(figure: Figure, path: str | Path, *, overwrite: bool = False) -> Path:
    """Write a figure as PNG or SVG, by the suffix of its path; equal figures give equal bytes.

    Parameters
    ----------
    figure : Figure
        Any figure of this package.
    path : str or Path
        Ends in ``.png`` or ``.svg``; its folder is made.
    overwrite : bool
        Whether a file that is there may be replaced.

    Returns
    -------
    Path
        Where it was written.

    Raises
    ------
    InputError
        If it cannot be written there.
    """
    path = check_chart_path(path, overwrite=overwrite)
    kind = path.suffix.lower()[1:]
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        figure.savefig(part, format=kind, metadata=_metadata(figure, kind))
        os.replace(part, path)
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror or error}", "take another place"
        ) from None
    finally:
        part.unlink(missing_ok=True)
    return path


def _metadata(figure: Figure, kind: str) -> dict[str, str | None]:
    """Return title and caption, so that they stay with the file; and no date."""
    words = {
        str(text.get_gid()): str(text.get_label())
        for text in figure.texts
        if text.get_gid() in ("title", "caption") and text.get_text()
    }
    known = (("Title", "title"), ("Description", "caption"))
    said: dict[str, str | None] = {name: words[gid] for name, gid in known if words.get(gid)}
    program = f"quacks_sim {__version__}"
    if kind == "png":
        return {**said, "Software": program}
    return {**said, "Creator": program, "Date": None}
