"""What a dataset was played under, and the commands that repeat it."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quacks_sim.charts.words import plain, shown
from quacks_sim.paths import without_owner
from quacks_sim.results import PlayResult
from quacks_sim.words import counted, rules_in_words

if TYPE_CHECKING:
    from quacks_sim.experiment import Dataset


@dataclass(frozen=True)
class StoredStrategy:
    """A strategy as the dataset holds it: its name, and its file."""

    name: str
    toml: str


def settings_of(dataset: "Dataset", results: Sequence[PlayResult]) -> list[tuple[str, str]]:
    """Return pairs of a setting's name and its value."""
    matches = [result.match for result in results]
    players = sorted({match.players for match in matches})
    rules = dict.fromkeys(", ".join(rules_in_words(match.rules, match.books)) for match in matches)
    versions = dataset.manifest["run"]["versions"]
    games = dataset.games_per_cell
    settings = [
        ("Games", f"{games * len(results):,}" + _each(games, len(results))),
        ("Seats", " or ".join(str(each) for each in players)),
        ("Seats rotated", "yes" if matches[0].rotate else "no"),
        ("Seed", str(dataset.seed)),
        ("Rules", "; ".join(rules)),
        *((f"Varied: {shown(axis)}", _values(values)) for axis, values in dataset.axes.items()),
        ("Versions", ", ".join(f"{name} {version}" for name, version in versions.items())),
    ]
    return [(name, plain(value)) for name, value in settings]


def _each(games: int, cells: int) -> str:
    return f" ({counted(cells, 'cell')} of {games:,})" if cells > 1 else ""


def _values(values: Sequence[object]) -> str:
    if len(values) <= 12:
        return ", ".join(shown(each) for each in values)
    return f"{counted(len(values), 'value')}, {shown(values[0])} … {shown(values[-1])}"


def strategies_of(dataset: "Dataset") -> list[StoredStrategy]:
    """Return the strategies of a dataset, each once, with their files as they were played."""
    import tomli_w

    return [
        StoredStrategy(plain(each["name"]), plain_lines(tomli_w.dumps(each["content"])))
        for each in dataset.manifest["plan"]["strategies"]
    ]


def plain_lines(text: str) -> str:
    """Return text of several lines that every browser can show."""
    return "\n".join(plain(line) for line in text.split("\n")).strip()


def commands_of(dataset: "Dataset") -> list[str]:
    """Return the commands that make the dataset and this page again."""
    folder = shlex.quote(without_owner(dataset.path))
    return [plain(dataset.manifest["command"]), plain(f"quacks report {folder}")]
