"""Charts as files: whole or not at all, and nothing overwritten unasked."""

from pathlib import Path

from matplotlib.figure import Figure

from quacks_sim import checked
from quacks_sim.charts.style import styled
from quacks_sim.result_files import check_result_path, write_result
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
    return check_result_path(path, "chart", SUFFIXES, overwrite=overwrite)


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
    checked.instance(figure, Figure, "the figure", "figure_of_play and others of charts make one")
    path = check_chart_path(path, overwrite=overwrite)
    kind = path.suffix.lower()[1:]

    def write(part: Path) -> None:
        figure.savefig(part, format=kind, metadata=_metadata(figure, kind))

    write_result(path, write)
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
