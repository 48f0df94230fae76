"""Finding games of a dataset by what happened in them, to replay them.

A question is one of these; COLUMN is a column of ``docs/data.md``; words in brackets may be left
out:

``most COLUMN [in round R]``, ``fewest COLUMN [in round R]``
    The rows with the highest, or lowest, values.
``closest finish``, ``widest finish``
    Games by the winner's lead over the second.
``shared win``, ``tie-break``
    Games that two seats or more win, and games with equal points that the last space decided.
``biggest comeback``
    Winners by how far they were behind the leader after a round.
``exploded [in round R] [while leading | while last]``
    Rounds in which a pot exploded; *leading*: before the round nobody had more points and somebody
    had fewer; *last* is the mirror of it.
``bought KIND [in round R]``
    Rounds in which a chip was bought.
a comparison of columns
    ``victory_points >= 90``, ``round == 9 and exploded == 1 and scoring_space > 40``; besides the
    columns there are ``won`` (1 or 0) and ``margin``, the lead over the best rival.

Questions about rounds need a dataset of level ``rounds``.
"""

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quacks_sim.errors import InputError, nearest
from quacks_sim.experiment.columns import COLUMNS
from quacks_sim.rules.chips import KINDS, kind_index
from quacks_sim.rules.tables import ROUNDS
from quacks_sim.words import counted

if TYPE_CHECKING:
    import pandas as pd

    from quacks_sim.experiment import Dataset

#: The questions as they are listed for a person.
QUESTIONS = (
    "most COLUMN [in round R]",
    "fewest COLUMN [in round R]",
    "closest finish",
    "widest finish",
    "shared win",
    "tie-break",
    "biggest comeback",
    "exploded [in round R] [while leading|while last]",
    "bought KIND [in round R]",
    "a comparison, as victory_points >= 90 and won == 0",
)

_KEYS = ["cell", "game", "seat", "strategy"]
_GAME = ["cell", "game"]
#: Worked out here, not stored: from these columns of games.
_DERIVED = {"won": ["win_share_twelfths"], "margin": ["victory_points"]}
_NAMES = {
    kind: [column.name for column in columns if column.low is not None or column.name == "strategy"]
    for kind, columns in COLUMNS.items()
}


@dataclass(frozen=True)
class Found:
    """A place in a game that a question asks for."""

    cell: int
    game: int
    seat: int
    strategy: str
    what: str
    round: int | None = None


@dataclass(frozen=True)
class Answer:
    """What a question has found.

    Attributes
    ----------
    question : str
        As it was asked.
    total : int
        Rows that fit; with "most" and the like all rows.
    found : list of Found
        The first of them.
    """

    question: str
    total: int
    found: list[Found]


def find(
    dataset: "Dataset",
    question: str,
    *,
    strategy: str | None = None,
    cell: int | None = None,
    top: int = 10,
) -> Answer:
    """Return the games of a dataset in which something happened.

    Parameters
    ----------
    dataset : Dataset
        With rows of games, or of rounds where the question is about rounds.
    question : str
        See the top of this module.
    strategy : str, optional
        Only seats of this strategy.
    cell : int, optional
        Only this cell.
    top : int
        How many to return.

    Raises
    ------
    InputError
        For a question that is not understood, or rows that the dataset does not have.
    """
    text = " ".join(question.split())
    known = sorted({name for names in dataset.cells["strategies"] for name in names})
    if strategy is not None and strategy not in known:
        raise InputError(
            f"no strategy of the dataset is called {strategy!r}",
            f"its strategies are {', '.join(known)}{nearest(strategy, known)}",
        )
    for pattern, answer in _PATTERNS:
        match = re.fullmatch(pattern, text, re.IGNORECASE)
        if match:
            rows = answer(_Rows(dataset, text, cell), match.groupdict())
            break
    else:
        rows = _compared(_Rows(dataset, text, cell), text)
    if strategy is not None:
        rows = rows[rows["strategy"] == strategy]
    return Answer(text, len(rows), [_found(row) for row in rows.head(top).to_dict("records")])


def _found(row: "dict[Any, Any]") -> Found:
    number = int(row["round"]) if "round" in row else None
    where = (int(row["cell"]), int(row["game"]), int(row["seat"]), str(row["strategy"]))
    return Found(*where, str(row["what"]), number)


class _Rows:
    """The rows of a dataset, read as a question needs them."""

    def __init__(self, dataset: "Dataset", question: str, cell: int | None) -> None:
        self._dataset = dataset
        self._question = question
        self._cells = None if cell is None else [cell]

    def read(self, kind: str, columns: list[str]) -> "pd.DataFrame":
        """Return rows of games or rounds with the keys and some columns."""
        level = self._dataset.level
        if kind == "rounds" != level or level == "summary":
            raise InputError(
                f"{self._question!r} needs rows of {kind}, but {self._dataset.path} has the level "
                f"{level}",
                f'run it with level = "{kind}" into another folder',
            )
        keys = [*_KEYS, "round"] if kind == "rounds" else _KEYS
        return getattr(self._dataset, kind)(  # type: ignore[no-any-return]
            list(dict.fromkeys([*keys, *columns])), self._cells
        )


def _best(rows: "_Rows", words: dict[str, str]) -> "pd.DataFrame":
    column, number = words["column"], words["round"]
    kind = "rounds" if number or column not in _NAMES["games"] else "games"
    if column == "strategy" or column not in _NAMES[kind]:
        raise _no_column(column, [name for name in _NAMES[kind] if name != "strategy"])
    frame = _of_round(rows.read(kind, [column]), number) if number else rows.read(kind, [column])
    rising = words["end"].lower() != "most"
    frame = frame.sort_values(column, ascending=rising, kind="stable")
    return frame.assign(what=[f"{column} {value}" for value in frame[column]])


def _of_round(frame: "pd.DataFrame", number: str) -> "pd.DataFrame":
    if number not in [str(each) for each in range(1, ROUNDS + 1)]:
        raise InputError(f"there is no round {number}", f"rounds are 1 to {ROUNDS}")
    return frame[frame["round"] == int(number)]


def _finishes(rows: "_Rows") -> "pd.DataFrame":
    """Return the winner of each game with lead, second, and whether points were equal."""
    columns = ["victory_points", "scoring_space", "win_share_twelfths"]
    frame = rows.read("games", columns)
    frame = frame.sort_values(
        [*_GAME, "win_share_twelfths", "victory_points", "scoring_space", "seat"],
        ascending=[True, True, False, False, False, True],
    )
    groups = frame.groupby(_GAME, sort=False)
    # A lone player has no second, and so no finish.
    first = groups.nth(0).merge(groups.nth(1), on=_GAME, suffixes=("", "_second"))
    first["lead"] = (first["victory_points"] - first["victory_points_second"]).astype(int)
    return first


def _finish(rows: "_Rows", words: dict[str, str]) -> "pd.DataFrame":
    frame = _finishes(rows)
    frame = frame.sort_values("lead", ascending=words["end"].lower() == "closest", kind="stable")
    return frame.assign(what=[_ending(row) for row in frame.to_dict("records")])


def _ending(row: "dict[Any, Any]") -> str:
    points, second = row["victory_points"], row["strategy_second"]
    if row["lead"]:
        return f"{counted(points, 'point')}, {row['lead']} ahead of {second}"
    if row["win_share_twelfths"] < 12:
        space = row["scoring_space"]
        return f"shares the win with {second}: {counted(points, 'point')}, space {space}"
    spaces = f"{row['scoring_space']} against {row['scoring_space_second']}"
    return f"level with {second} at {counted(points, 'point')}, wins by space {spaces}"


def _shared(rows: "_Rows", words: dict[str, str]) -> "pd.DataFrame":
    frame = _finishes(rows)
    frame = frame[frame["win_share_twelfths"] < 12]
    return frame.assign(what=[_ending(row) for row in frame.to_dict("records")])


def _tie_break(rows: "_Rows", words: dict[str, str]) -> "pd.DataFrame":
    frame = _finishes(rows)
    frame = frame[(frame["lead"] == 0) & (frame["win_share_twelfths"] == 12)]
    return frame.assign(what=[_ending(row) for row in frame.to_dict("records")])


def _comeback(rows: "_Rows", words: dict[str, str]) -> "pd.DataFrame":
    frame = rows.read("rounds", ["victory_points"])
    wins = rows.read("games", ["win_share_twelfths"])
    leader = frame.groupby([*_GAME, "round"])["victory_points"].transform("max")
    frame = frame.assign(behind=(leader - frame["victory_points"]).astype(int))
    winners = wins[wins["win_share_twelfths"] > 0][[*_GAME, "seat"]]
    frame = frame.merge(winners, on=[*_GAME, "seat"]).sort_values(
        ["behind", *_GAME, "seat", "round"], ascending=[False, True, True, True, True]
    )
    frame = frame.drop_duplicates([*_GAME, "seat"])
    words_of = zip(frame["behind"], frame["round"], strict=True)
    frame = frame.assign(
        what=[
            f"wins after being {counted(behind, 'point')} behind after round {number}"
            for behind, number in words_of
        ]
    )
    return frame.drop(columns="round")


def _exploded(rows: "_Rows", words: dict[str, str]) -> "pd.DataFrame":
    columns = ["exploded", "white_sum", "victory_points", "points_gained"]
    frame = rows.read("rounds", columns)
    what = "white " + frame["white_sum"].astype(str)
    if words["place"]:
        before = frame["victory_points"] - frame["points_gained"]
        groups = before.groupby([frame[key] for key in (*_GAME, "round")])
        most, fewest = groups.transform("max"), groups.transform("min")
        leading = words["place"].lower() == "leading"
        frame = frame[(before == (most if leading else fewest)) & (most > fewest)]
        gap = (most if not leading else before) - (before if not leading else fewest)
        # How far: from the last to the leader.
        side = "ahead of the last" if leading else "behind the leader"
        what = what + ", " + gap.astype(str) + " points " + side
    frame = frame[frame["exploded"] == 1]
    if words["round"]:
        frame = _of_round(frame, words["round"])
    numbers = frame["round"].astype(str)
    return frame.assign(what="explodes in round " + numbers + " with " + what.loc[frame.index])


def _bought(rows: "_Rows", words: dict[str, str]) -> "pd.DataFrame":
    kind = kind_index(words["kind"])
    frame = rows.read("rounds", ["bought_first", "bought_second"])
    frame = frame[(frame["bought_first"] == kind) | (frame["bought_second"] == kind)]
    if words["round"]:
        frame = _of_round(frame, words["round"])
    number = frame["round"].astype(str)
    return frame.assign(what=f"buys {KINDS[kind]} in round " + number)


def _compared(rows: "_Rows", text: str) -> "pd.DataFrame":
    names = _names_in(text)
    every = [*_NAMES["games"], *_DERIVED]
    kind = "games" if all(name in every for name in names) else "rounds"
    known = [*_NAMES[kind], *_DERIVED]
    for name in names:
        if name not in known:
            raise _no_column(name, known)
    stored = [name for name in names if name not in _DERIVED]
    frame = rows.read(kind, stored)
    wanted = [name for name in names if name in _DERIVED]
    if wanted:
        frame = frame.merge(_derived(rows, wanted), on=[*_GAME, "seat"])
    try:
        frame = frame.query(text, engine="python")
    except (TypeError, ValueError) as error:
        raise InputError(f"{text!r} cannot be compared: {error}", "compare numbers") from None
    told = [name for name in names if name not in ("strategy", "round", "seat", "game", "cell")]
    parts = [f"{name} " + frame[name].astype(str) for name in dict.fromkeys(told)]
    if kind == "rounds":
        parts.insert(0, "round " + frame["round"].astype(str))
    return frame.assign(what=[", ".join(each) for each in zip(*parts, strict=True)] or "")


def _derived(rows: "_Rows", wanted: list[str]) -> "pd.DataFrame":
    frame = rows.read("games", [column for name in wanted for column in _DERIVED[name]])
    keep = frame[[*_GAME, "seat"]].copy()
    if "won" in wanted:
        keep["won"] = (frame["win_share_twelfths"] > 0).astype(int)
    if "margin" in wanted:
        points = frame["victory_points"].astype(int)
        games = [frame[key] for key in _GAME]
        best = points.groupby(games).transform("max")
        # The best rival of the best is the second; of a lone seat there is none.
        others = points.where(~points.index.isin(points.groupby(games).idxmax()))
        second = others.groupby(games).transform("max").fillna(points).astype(int)
        keep["margin"] = points - best.where(points < best, second)
    return keep


_ALLOWED = (
    *(ast.Expression, ast.Compare, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Name, ast.Constant),
    *(ast.boolop, ast.operator, ast.unaryop, ast.cmpop, ast.List, ast.Tuple, ast.expr_context),
)


def _names_in(text: str) -> list[str]:
    """Return the names in a comparison, in order; refuse what is none."""
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError:
        raise _not_understood(text) from None
    nodes = list(ast.walk(tree))
    if not any(isinstance(node, ast.Compare) for node in nodes) or not all(
        isinstance(node, _ALLOWED) for node in nodes
    ):
        raise _not_understood(text)
    found = sorted((n for n in nodes if isinstance(n, ast.Name)), key=lambda n: n.col_offset)
    return list(dict.fromkeys(node.id for node in found))


def _not_understood(text: str) -> InputError:
    return InputError(
        f"the question {text!r} is not understood",
        f"ask one of: {'; '.join(QUESTIONS)}{nearest(text, QUESTIONS)}",
    )


def _no_column(name: str, known: list[str]) -> InputError:
    return InputError(
        f"there is no column {name!r}", f"columns are {', '.join(known)}{nearest(name, known)}"
    )


_IN_ROUND = r"(?: in round (?P<round>\d+))?"
_PATTERNS: tuple[tuple[str, Callable[["_Rows", dict[str, str]], "pd.DataFrame"]], ...] = (
    (rf"(?P<end>most|fewest) (?P<column>\w+){_IN_ROUND}", _best),
    (r"(?P<end>closest|widest) finish", _finish),
    (r"shared win", _shared),
    (r"tie-?break", _tie_break),
    (r"biggest comeback", _comeback),
    (rf"exploded{_IN_ROUND}(?: while (?P<place>leading|last))?", _exploded),
    (rf"bought (?P<kind>\w+){_IN_ROUND}", _bought),
)
