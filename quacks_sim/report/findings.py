"""The page of findings: every shipped question with its answer, made from the numbers.

``python -m quacks_sim.report.findings docs/findings.md`` plays (or goes on with) each experiment
into ``out/findings/NAME``, draws its chart beside the page, and writes the page. No number of it is
typed by hand.
"""

import argparse
import re
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from quacks_sim.charts import figure_of_dataset, save
from quacks_sim.charts.words import plain
from quacks_sim.errors import InputError, QuacksError
from quacks_sim.experiment import Dataset, load, load_experiment, run_experiment
from quacks_sim.report.answers import answer_of
from quacks_sim.report.claims import claims_of
from quacks_sim.result_files import write_result
from quacks_sim.words import counted

#: The questions in the order of the page.
SECTIONS = {
    "Drawing and exploding": (
        "white_totals",
        "white_sum_or_risk",
        "risk_by_round",
        "look_ahead",
        "explosion_cost",
        "points_or_coins",
        "push_when_behind",
        "win_or_score",
    ),
    "Buying": (
        "one_or_two_chips",
        "colours",
        "oranges",
        "orange_and_red",
        "black_when",
        "black_by_players",
        "black_and_neighbours",
        "greens",
        "green_last_three",
        "buy_nothing",
    ),
    "Rubies, flask and rats": ("rubies", "droplet_until", "flask", "rats"),
    "Table, cards, luck": (
        "sources",
        "seats",
        "players",
        "cards",
        "card_values",
        "sets",
        "luck_or_skill",
        "which_choices",
    ),
    "Strong play": ("champion",),
}

#: Fewer games than this say nothing; a multiple of 12, so that all rotations of seats are whole.
LEAST_GAMES = 240
_WHOLE = 12

#: What the page says of a question that was played with fewer games.
_SHARE = ", a share of "

_INTRODUCTION = """\
# What comes out

Questions that players ask, each with its answer, the chart, and what others claim. All of this page
is made by `make findings` from the numbers of the games: no number in it is typed by hand.
Intervals are 95 %; "not resolved" means that the games played do not tell
([statistics.md](statistics.md)). An answer holds for the strategies named: mostly the *yardstick*
(`quacks strategies show yardstick`), a decent player by simple rules, at a table of its like.
Better players may find some choices worth more, or less.
"""


@dataclass(frozen=True)
class Finding:
    """A question with all that the page says of it."""

    name: str
    dataset: Dataset
    picture: str

    @property
    def share(self) -> float:
        """Which part of the games that the experiment asks for were played."""
        return self.dataset.games_per_cell / load_experiment(self.name).games


def games_of(name: str, share: float) -> int:
    """Return how many games of each cell are played for a share of those of an experiment."""
    wanted = load_experiment(name).games
    if share >= 1:
        return wanted
    return max(int(wanted * share) // _WHOLE * _WHOLE, LEAST_GAMES)


def play(name: str, out: Path, share: float, threads: int | None = None) -> Dataset:
    """Play an experiment into a folder below `out`, or go on with it; another plan is replaced.

    A dataset that is there with more games than the share asks for is kept.
    """
    wanted = games_of(name, share)
    there = _games_there(out / name)
    games = there if wanted < there <= load_experiment(name).games else wanted
    try:
        return run_experiment(name, out / name, games=games, threads=threads)
    except InputError:
        return run_experiment(name, out / name, games=wanted, threads=threads, overwrite=True)


def _games_there(folder: Path) -> int:
    """Return how many games a cell of the dataset in a folder has, 0 without a complete one."""
    try:
        dataset = load(folder)
    except InputError:
        return 0
    return dataset.games_per_cell if dataset.complete else 0


def page_of_findings(texts: Mapping[str, str]) -> str:
    """Return the page as Markdown, from the texts of its findings by name."""
    known = [name for names in SECTIONS.values() for name in names]
    texts = {name: texts[name] for name in known if name in texts}
    lines = [_INTRODUCTION]
    short = [name for name, text in texts.items() if _SHARE in text]
    if short:
        lines.append(
            f"**{len(short)} of {len(texts)} questions were played with fewer games than they "
            "ask for**, and say so: their intervals are wider than need be.\n"
        )
    sections = {
        title: [name for name in names if name in texts] for title, names in SECTIONS.items()
    }
    for title, names in sections.items():
        if names:
            links = ", ".join(f"[{name}](#{name})" for name in names)
            lines.append(f"- {title}: {links}")
    for title, names in sections.items():
        if names:
            lines.append(f"\n## {title}")
            lines += [f"\n{texts[name]}" for name in names]
    return "\n".join(lines).rstrip() + "\n"


def texts_of(page: Path) -> dict[str, str]:
    """Return the texts of the findings of a page that was written before, by name."""
    if not page.is_file():
        return {}
    found = re.findall(
        r"^### (\w+)\n(.*?)(?=^###? |\Z)",
        page.read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    return {name: f"### {name}\n{text}".rstrip() for name, text in found}


def _text_of(finding: Finding) -> str:
    dataset = finding.dataset
    answer = answer_of(dataset)
    experiment = dataset.manifest["experiment"]
    cells = len(dataset.cells)
    games = dataset.games_per_cell
    each = f" ({cells} cells of {games:,})" if cells > 1 else ""
    part = "" if finding.share >= 1 else f"{_SHARE}{finding.share:.2g} of what is asked for"
    lines = [
        f"### {finding.name}",
        f"\n**{_line(dataset.question)}**",
        f"\n{_line(experiment['description'])}",
        f"\n**Answer.** {_line(answer.sentence)}",
        *[""] * bool(answer.remarks),
        *(f"- {_line(remark)}" for remark in answer.remarks),
        f"\n![{_line(dataset.question)}]({finding.picture})",
        *_claims(dataset),
        f"\n{counted(games * cells, 'game')}{each}{part}. Again: `{dataset.manifest['command']}`",
    ]
    return "\n".join(lines)


def _claims(dataset: Dataset) -> list[str]:
    found = claims_of(dataset, dataset.results())
    if not found:
        return []
    rows = [
        f"| {_line(each.claim)} | {_line(each.source)} | {each.verdict or '–'} |" for each in found
    ]
    return ["\n| claim | by | the games |", "|---|---|---|", *rows]


def _line(text: str) -> str:
    """Return text as one line that no table is broken by."""
    return plain(re.sub(r"[ \t\r\n]+", " ", text).strip()).replace("|", "\\|")


def make_smaller(picture: Path) -> None:
    """Write a PNG again with a palette of 256 colours: half of the bytes, the same to the eye."""
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    with Image.open(picture) as image:
        words = PngInfo()
        for name, text in image.info.items():
            if isinstance(text, str):
                words.add_itxt(str(name), text)
        reduced = image.convert("RGB").quantize(256, dither=Image.Dither.NONE)
        reduced.save(picture, optimize=True, pnginfo=words, dpi=image.info.get("dpi", (100, 100)))


def write_findings(
    page: Path,
    out: Path,
    *,
    share: float = 1.0,
    only: Sequence[str] = (),
    threads: int | None = None,
) -> Path:
    """Play what is missing, draw the charts and write the page.

    Parameters
    ----------
    page : Path
        The Markdown file; its charts go into ``figures/findings`` beside it.
    out : Path
        The folder of the datasets.
    share : float
        Which part of the games of each experiment is played, above 0; 1 is all.
    only : sequence of str
        The experiments wanted; all if empty. What the page tells of others stays as it is.
    threads : int, optional
        All cores if not given.

    Raises
    ------
    InputError
        For an experiment that is not on the page, and what running or drawing may raise.
    """
    known = [name for names in SECTIONS.values() for name in names]
    for name in only:
        if name not in known:
            raise InputError(f"there is no finding {name!r}", f"they are {', '.join(known)}")
    texts = texts_of(page) if only else {}
    for name in only or known:
        begun = time.perf_counter()
        dataset = play(name, out, share, threads)
        picture = f"figures/findings/{name}.png"
        make_smaller(save(figure_of_dataset(dataset), page.parent / picture, overwrite=True))
        texts[name] = _text_of(Finding(name, dataset, picture))
        seconds = time.perf_counter() - begun
        print(
            f"{name}: {counted(dataset.played, 'game')}, {seconds:.0f} s",
            file=sys.stderr,
            flush=True,
        )
    page.parent.mkdir(parents=True, exist_ok=True)
    text = page_of_findings(texts)
    write_result(page, lambda part: part.write_text(text, encoding="utf-8"))
    return page


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m quacks_sim.report.findings",
        description="Play the shipped experiments and write the page of findings.",
    )
    parser.add_argument("page", type=Path, help="the Markdown file to write")
    parser.add_argument("--out", type=Path, default=Path("out/findings"), help="folder of datasets")
    parser.add_argument("--share", type=float, default=1.0, help="part of the games, such as 0.1")
    parser.add_argument("--only", default="", help="experiments, separated by commas; others stay")
    parser.add_argument("--threads", type=int, default=None, help="all cores if not given")
    chosen = parser.parse_args(arguments)
    if not 0 < chosen.share <= 1:
        parser.error("--share is above 0 and at most 1")
    only = [name for name in chosen.only.split(",") if name]
    try:
        write_findings(
            chosen.page, chosen.out, share=chosen.share, only=only, threads=chosen.threads
        )
    except QuacksError as error:
        print(f"{error.cause}\n{error.cure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
