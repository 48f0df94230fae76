"""Learned values: what a position is worth at the end of a round, in victory points to come.

Values are fitted by ``quacks train`` and kept in a CSV file that a spreadsheet opens: a line for
each number of players and each value, a column for each round, and above them, in lines that begin
with ``#``, where they come from. A strategy names such a file (``values = "champion"``); policies
called ``learned`` decide by it. What each value stands for is told in
:mod:`quacks_sim.policies.valued`.
"""

import csv
import hashlib
import io
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim import checked
from quacks_sim.errors import InputError, in_short, nearest
from quacks_sim.kernel.jit import entry
from quacks_sim.policies.valued import (
    COINS,
    DROPLET,
    FLASK,
    MOST_COINS,
    RUBIES,
    RUBIES_GAINED,
    VALUE_COUNT,
    VALUE_NAMES,
    bag_worth,
    chance_of_no_further,
    chance_to_win,
)
from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import (
    CHIPS_IN_THE_BOX,
    KIND_COUNT,
    KINDS,
    check_bag,
    parse_bag,
    read_bag,
)
from quacks_sim.rules.tables import MOST_SEATS, ROUNDS, SPACE_COUNT
from quacks_sim.shipped import shipped_folder
from quacks_sim.words import counted

SUFFIX = ".values.csv"

_TITLE = "# Learned values: what a position is worth at the end of a round."

#: The line of the file that says how often a kind had been owned in the games of the training.
_SEEN = "seen "

_HEAD = ["players", "what", *(f"round_{number}" for number in range(1, ROUNDS + 1))]


@dataclass(frozen=True)
class RoundValues:
    """What things are worth at the end of one round, in victory points to come.

    Attributes
    ----------
    row : ndarray of float64, shape (VALUE_COUNT,)
        The values, in the order of :data:`quacks_sim.policies.valued.VALUE_NAMES`.
    seen : ndarray of int64, shape (18,)
        How often a chip of each kind had been owned in the training; what has hardly been seen is
        hardly known.
    margin : float
        Own points less those of the best rival, by which a point is worth more or less.
    """

    row: NDArray[np.float64]
    seen: NDArray[np.int64]
    margin: float = 0.0

    def of(self, name: str) -> float:
        """Return a value by its name.

        Raises
        ------
        InputError
            If there is none of that name.
        """
        if not isinstance(name, str) or name not in VALUE_NAMES:
            close = nearest(name, VALUE_NAMES) if isinstance(name, str) else ""
            raise InputError(
                f"there is no value {in_short(name)}",
                f"values are {', '.join(VALUE_NAMES[:8])} …{close}",
            )
        return float(self.row[VALUE_NAMES.index(name)])

    @property
    def coins(self) -> NDArray[np.float64]:
        """What 0–35 coins are worth: the best purchase, on average; shape (36,)."""
        start = COINS
        return self.row[start : start + MOST_COINS + 1]

    @property
    def ruby(self) -> float:
        """What a ruby is worth before rubies are spent (step F)."""
        return float(self.row[RUBIES_GAINED])

    @property
    def ruby_kept(self) -> float:
        """What a ruby is worth that is kept."""
        return float(self.row[RUBIES])

    @property
    def droplet(self) -> float:
        """What a step of the droplet is worth."""
        return float(self.row[DROPLET])

    @property
    def flask(self) -> float:
        """What a full flask is worth, compared with an empty one."""
        return float(self.row[FLASK])

    def bag(self, owned: NDArray[np.int64], neighbours_blacks: float = 0.0) -> float:
        """Return what the chips in a bag are worth, by kind and together.

        Parameters
        ----------
        owned : ndarray of int64, shape (18,)
            Chips owned, by kind.
        neighbours_blacks : float
            Black chips that a neighbour owns, on average.
        """
        blacks = _blacks(neighbours_blacks)
        return float(_bag_worth()(check_bag(owned), blacks, self.row))

    def gain(
        self,
        owned: NDArray[np.int64] | str,
        kinds: Sequence[int] | str,
        neighbours_blacks: float = 0.0,
    ) -> float:
        """Return what it is worth to add some chips to those owned.

        Parameters
        ----------
        owned : ndarray of int64, shape (18,), or str
            Chips owned, by kind or as text: ``"W1x4 W2x2 W3 O1 G1"``.
        kinds : sequence of int, or str
            The indices of the chips' kinds, or ``"O1 B2"``.
        neighbours_blacks : float
            Black chips that a neighbour owns, on average.

        Raises
        ------
        InputError
            For a text that is no bag.
        """
        before, blacks = read_bag(owned), _blacks(neighbours_blacks)
        if isinstance(kinds, str):
            more = before + parse_bag(kinds)
        else:
            more = before + np.bincount(_kinds(kinds), minlength=KIND_COUNT)
        worth = _bag_worth()
        return float(worth(more, blacks, self.row) - worth(before, blacks, self.row))

    def chance_to_win(self, lead: float) -> float:
        """Return the chance to win when the points, those to come counted, are `lead` ahead."""
        lead = checked.number(lead, "the lead", "give points more than the best rival has")
        return float(chance_to_win(float(lead), self.row))

    @property
    def point(self) -> float:
        """What a victory point of this round is worth in the end.

        Who is behind pays for it with rat tails of later rounds, who is ahead gives the others some
        (rule 3).
        """
        return 1.0 - self.of("behind") if self.margin < 0 else 1.0 + self.of("ahead")

    def worth(self, owned: NDArray[np.int64] | None = None) -> Any:
        """Return the worth of the end of a brew in that round, for :func:`quacks_sim.solve`.

        The chance to roll the die is that against one rival who may get anywhere.

        Parameters
        ----------
        owned : ndarray of int64, shape (18,), optional
            Chips owned: what one more of each kind is worth depends on them.
        """
        from quacks_sim.solver.worth import Worth

        bag = np.zeros(KIND_COUNT, np.int64) if owned is None else check_bag(owned)
        die = [float(chance_of_no_further(space, self.row)) for space in range(SPACE_COUNT)]
        return Worth(
            points=self.point,
            coins=[float(each) for each in self.coins],
            rubies=self.ruby,
            droplet=self.droplet,
            flask=max(self.flask, 0.0),
            die=die,
            chips={kind: self.gain(bag, [index]) for index, kind in enumerate(KINDS)},
        )


@dataclass(frozen=True, eq=False)
class Values:
    """What positions are worth, by number of players and round; equal ones have equal numbers.

    Attributes
    ----------
    name : str
        The name of the file without its ending.
    tables : mapping of int to ndarray of float64, shape (9, VALUE_COUNT)
        By number of players: the values of each round.
    seen : mapping of int to ndarray of int64, shape (9, 18)
        By number of players: how often a chip of each kind had been owned at the end of a round;
        empty if nobody counted.
    provenance : mapping of str to str
        Where the numbers come from: command, seed, games, version and so on.
    path : Path or None
        The file that they were read from.
    """

    name: str
    tables: Mapping[int, NDArray[np.float64]]
    seen: Mapping[int, NDArray[np.int64]]
    provenance: Mapping[str, str] = field(default_factory=dict)
    path: Path | None = None

    def __post_init__(self) -> None:
        made = "load_values reads them, and train makes them"
        checked.text(self.name, "the name of values", made)
        checked.mapping(self.provenance, f"values {self.name}: provenance", made)
        if self.path is not None:
            object.__setattr__(self, "path", checked.path_of(self.path, "the file of values"))
        shapes = {"tables": (ROUNDS, VALUE_COUNT), "seen": (ROUNDS, KIND_COUNT)}
        for name, shape in shapes.items():
            given = getattr(self, name)
            if not isinstance(given, Mapping):
                raise InputError(f"values {self.name}: {name} is {in_short(given)}", made)
            for players, table in given.items():
                checked.whole(players, f"values {self.name}: players", 1, MOST_SEATS)
                if not isinstance(table, np.ndarray) or table.shape != shape:
                    said = f"{name} of {players} players is no array of shape {shape}"
                    raise InputError(f"values {self.name}: {said}", made)
        if not self.tables or (self.seen and set(self.tables) != set(self.seen)):
            raise InputError(f"values {self.name} are for no players, or not all are seen", made)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Values):
            return NotImplemented
        return self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def players_for(self, players: int) -> int:
        """Return the number of players, of those that there are values for, nearest to one."""
        cure = f"1 to {MOST_SEATS} can"
        players = checked.whole(players, "the number of players", 1, MOST_SEATS, cure=cure)
        return min(self.tables, key=lambda known: (abs(known - players), known))

    def table(self, players: int) -> NDArray[np.float64]:
        """Return the values of all rounds for a number of players, or the nearest one known.

        Returns
        -------
        ndarray of float64, shape (9, VALUE_COUNT)
        """
        return self.tables[self.players_for(players)]

    def at(self, players: int, round_number: int, margin: float = 0.0) -> RoundValues:
        """Return the values at the end of a round.

        Parameters
        ----------
        players, round_number : int
        margin : float
            Own points less those of the best rival.

        Raises
        ------
        InputError
            For a number of players or a round that does not exist.
        """
        known = self.players_for(players)
        cure = f"rounds go from 1 to {ROUNDS}"
        round_number = checked.whole(round_number, "the round", 1, ROUNDS, cure=cure)
        margin = checked.number(margin, "the margin", "give points more than the best rival has")
        row = self.tables[known][round_number - 1]
        seen = self.seen[known][round_number - 1] if self.seen else np.zeros(KIND_COUNT, np.int64)
        return RoundValues(row, seen, margin)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the values."""
        digest = hashlib.sha256()
        for players in sorted(self.tables):
            digest.update(f"{players} ".encode() + self.tables[players].tobytes())
        return digest.hexdigest()[:16]

    @property
    def is_shipped(self) -> bool:
        """Whether the program brings these values along."""
        return self.path is not None and self.path == _shipped().get(self.name)

    @cached_property
    def books(self) -> Books | None:
        """The books of the games that they were learned from, if that is known."""
        named = self.provenance.get("books")
        return None if named is None else Books.read(named)

    def text(self) -> str:
        """Return the text of the file."""
        written = io.StringIO()
        written.write(f"{_TITLE}\n")
        for key, value in self.provenance.items():
            written.write(f"# {key}: {' '.join(str(value).split())}\n")
        lines = csv.writer(written, lineterminator="\n")
        lines.writerow(_HEAD)
        for players in sorted(self.tables):
            for place, name in enumerate(VALUE_NAMES):
                numbers = [f"{each:.4f}" for each in self.tables[players][:, place]]
                lines.writerow([players, name, *numbers])
            for kind, name in enumerate(KINDS):
                lines.writerow([players, f"{_SEEN}{name}", *self.seen[players][:, kind]])
        return written.getvalue()

    @classmethod
    def parse(cls, text: str, *, name: str, path: Path | None = None) -> "Values":
        """Return the values that a text describes.

        Raises
        ------
        InputError
            If a line is missing, unknown, or no line of numbers.
        """
        checked.text(name, "the name of values", "give it as text")
        text = checked.text(text, f"values {name}", "give the text of a file of quacks train")
        where = f"values {name}"
        provenance = {}
        for line in text.splitlines():
            if line.startswith("# ") and ": " in line and line != _TITLE:
                key, _, value = line[2:].partition(": ")
                provenance[key] = value
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
        rows = list(csv.reader(lines))
        if not rows or rows[0] != _HEAD:
            raise InputError(
                f"{where}: the first line is not {','.join(_HEAD)}",
                "take a file that quacks train has written",
            )
        found: dict[tuple[int, str], NDArray[np.float64]] = {}
        for row in rows[1:]:
            players, what, numbers = _read_row(row, where)
            found[players, what] = numbers
        counts = sorted({players for players, _ in found})
        wanted = [*VALUE_NAMES, *(f"{_SEEN}{kind}" for kind in KINDS)]
        for players in counts:
            for what in wanted:
                if (players, what) not in found:
                    raise InputError(
                        f"{where}: {what!r} is missing for {counted(players, 'player')}",
                        "train them anew",
                    )
        if not counts:
            raise InputError(f"{where}: there are no values", "train them anew")
        tables = {
            players: np.stack([found[players, what] for what in VALUE_NAMES], axis=1)
            for players in counts
        }
        for players, table in tables.items():
            for name_of in ("die_spread", "win_spread"):
                if (table[:, VALUE_NAMES.index(name_of)] <= 0).any():
                    raise InputError(
                        f"{where}: {name_of} is not above 0 for {counted(players, 'player')}",
                        "train them anew",
                    )
        seen = {
            players: np.stack([found[players, f"{_SEEN}{kind}"] for kind in KINDS], axis=1).astype(
                np.int64
            )
            for players in counts
        }
        return cls(name, tables, seen, provenance, path)


def load_values(values: "str | os.PathLike[str] | Values", folder: Path | None = None) -> Values:
    """Return values by the name of shipped ones, from a file, or as they are.

    Parameters
    ----------
    values : str, Path or Values
        ``"champion"``, or the path of a file that ``quacks train`` has written.
    folder : Path, optional
        Where a relative path is looked for, instead of the current folder.

    Raises
    ------
    InputError
        If there are no such values, or the file is wrong.
    """
    if isinstance(values, Values):
        return values
    if not isinstance(values, str | os.PathLike):
        raise InputError(
            f"{in_short(values)} are no values", "name shipped ones or a file, or give Values"
        )
    text = os.fspath(values)
    shipped = _shipped()
    path = shipped.get(text)
    if path is None:
        if folder is not None:
            folder = checked.path_of(folder, "the folder of values")
        path = Path(folder or "", checked.path_of(text, "the file of values"))
        if not path.is_file():
            raise InputError(
                f"there are no values {in_short(text)}",
                f"name a file that quacks train has written, or {' or '.join(shipped) or 'none'}"
                f"{nearest(text, shipped)}",
            )
    return _read(path.resolve(), path.stat().st_mtime_ns)


@cache
def _read(path: Path, _changed: int) -> Values:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}", "check the file") from None
    return Values.parse(text, name=path.name.removesuffix(SUFFIX).removesuffix(".csv"), path=path)


def is_shipped_name(name: str) -> bool:
    """Return whether the program brings along values of this name."""
    return name in _shipped()


@cache
def _shipped() -> dict[str, Path]:
    files = sorted(shipped_folder("strategies").rglob(f"*{SUFFIX}"))
    return {file.name.removesuffix(SUFFIX): file.resolve() for file in files}


def _sum_of_bag(bag: Any, blacks: float, params: Any) -> float:
    return bag_worth(bag, blacks, params)


@cache
def _bag_worth() -> Any:
    """Return the sum over a bag, compiled; it is asked for hundreds of times at once."""
    return entry(_sum_of_bag)


def _blacks(neighbours_blacks: object) -> float:
    return float(checked.real(neighbours_blacks, "the neighbours' blacks", 0, CHIPS_IN_THE_BOX))


def _kinds(kinds: object) -> NDArray[np.int64]:
    cure = f'give kinds from 0 to {KIND_COUNT - 1}, or text, as "O1 B2"'
    given = checked.items(kinds, "the chips to add", cure)
    return np.array(
        [checked.whole(each, "a kind", 0, KIND_COUNT - 1, cure=cure) for each in given], np.int64
    )


def _read_row(row: list[str], where: str) -> tuple[int, str, NDArray[np.float64]]:
    try:
        players, what = int(row[0]), row[1]
        numbers = np.array([float(each) for each in row[2:]])
    except (ValueError, IndexError):
        raise InputError(
            f"{where}: {in_short(','.join(row)[:60])} is no line of values", "train them anew"
        ) from None
    if (
        not 1 <= players <= MOST_SEATS
        or numbers.shape != (ROUNDS,)
        or not np.isfinite(numbers).all()
    ):
        raise InputError(f"{where}: the line {players},{what} is wrong", "train them anew")
    return players, what, numbers
